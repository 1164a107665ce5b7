"""Custom properties of CSS: their declarations, which may have references, and where they are used.

They do not know in which attribute or element the text is. Used by `html.document`, `html.values.plain_parts`
and `trees.context`.
"""
