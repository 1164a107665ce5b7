"""Where the rule sets differ, and what was decided for each.

It is for the command ``rules`` and docs/rules. The results of resolutions are computed, not written here.
Used by `cli.commands.resolve` and `cli.commands.rules`.
"""
