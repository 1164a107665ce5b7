"""The syntaxes of values, a file for each: where references are in one, and how they are escaped."""
