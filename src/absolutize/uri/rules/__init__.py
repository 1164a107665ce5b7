"""The rule sets: a file for each specification."""
