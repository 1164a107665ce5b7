"""Reading and writing files, and the record that undoes a rewrite.

Nothing here knows HTML, URIs or containers. Used by `archive`, `cli` and `containers`.
"""
