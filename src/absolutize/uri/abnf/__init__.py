"""Grammars: the specifications' own notations, read and compiled to automata.

Nothing here resolves a reference. Used by `absolutize`, `cli.commands.parse` and `uri`.
"""
