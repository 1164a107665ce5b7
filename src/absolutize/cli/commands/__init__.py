"""The commands, a file for each, called like the command.

A command reads its options, opens its inputs, and prints. It does not decide anything about a link. Used by
`cli`.
"""
