"""Resolution step by step, a file for each specification: its own algorithm as it is written.

Nothing here is fast. The algorithms are written for a second time, and a test shows that they give the same
as those that resolve; only RFC 1630 shares what reads schemes and runs of slashes.
Used by `absolutize`, `cli.commands.parse`, `cli.commands.resolve` and `uri`.
"""
