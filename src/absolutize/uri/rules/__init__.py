"""The rule sets, a file for each specification.

A rule set that is described by its differences from another imports that one; RFC 2396 and RFC 1630 import
none. Nothing here knows HTML. Used by many layers.
"""
