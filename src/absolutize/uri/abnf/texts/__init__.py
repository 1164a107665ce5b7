"""The collected grammars, a module for each specification: its rules as quoted text.

These modules are data for `uri.abnf.grammar`, and resolve nothing. Used by `uri.rules`.
"""
