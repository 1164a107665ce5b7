"""The formats of `check`: findings as text, JSON, SARIF, and as code hosts and CI servers read them.

A format gets documents with their findings, and finds nothing itself. Used by
`cli.commands.check` and `cli.io`.
"""
