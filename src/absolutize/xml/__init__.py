"""XML documents: which documents are read so, their namespaces, their rows, their scan.

It does not judge what it finds. Used by many layers.
"""
