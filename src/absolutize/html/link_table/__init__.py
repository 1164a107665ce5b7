"""The table of links: which attributes of which elements hold references, of which syntax and kind.

It is data and look-ups. It does not know URIs, nor how a value is read. Used by many layers.
"""
