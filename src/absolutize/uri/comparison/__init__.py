"""Where the rule sets differ, and what was decided for each."""
