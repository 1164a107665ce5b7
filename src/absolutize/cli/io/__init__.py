"""Where a command reads its inputs, and where its outputs go.

The content of an input is read by `containers` and the engine. Nothing here decides on a link. Used by
`cli.commands`.
"""
