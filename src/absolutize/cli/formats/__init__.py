"""How results are printed: tables, JSON, CSV, unified diffs, progress.

A format is given rows, lines or counts. It does not know where they come from. Used by `cli.commands` and
`cli.io`.
"""
