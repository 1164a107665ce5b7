"""The formats of `check`: what was found as text, JSON, SARIF, and as code hosts and CI servers read it.

A format is given documents with what was found in each, and finds nothing itself. Used by
`cli.commands.check` and `cli.io`.
"""
