"""The collected grammars, a module for each specification: its rules as quoted text.

They are data for `uri.abnf.grammar`, and resolve nothing. Used by `uri.rules`.
"""
