"""Grammars: the documents' own notations, read and compiled to automata."""
