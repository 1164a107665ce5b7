"""Resolution step by step, a file for each specification: its own algorithm as it is written.

Nothing here is fast, and no code is shared with the code that resolves; a test shows that both give the same.
Used by `absolutize`, `cli.commands.parse`, `cli.commands.resolve` and `uri`.
"""
