"""Where a command reads its inputs, and where its outputs go.

What is in an input is for `containers` and the engine. Nothing here decides on a link. Used by
`cli.commands`.
"""
