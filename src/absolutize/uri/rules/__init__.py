"""The rule sets, a file for each specification.

One that is described by its differences imports the other; RFC 2396 and RFC 1630 import none. Nothing here
knows HTML. Used by many layers.
"""
