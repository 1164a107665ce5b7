"""How results are printed: tables, JSON, CSV, unified diffs, progress.

A format gets rows, lines or counts. It does not know where they come from. Used by
`cli.check_formats.parquet`, `cli.check_formats.text`, `cli.commands` and `cli.io`.
"""
