"""HTML: which references a document holds, where they are, and how they are written.

It finds text and does not judge it: it does not know URIs, base URIs or rule sets. Used by many layers.
"""
