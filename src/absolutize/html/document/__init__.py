"""A document: its encoding, its BASE, what its values hold, and how edits are written into it.

Nothing here knows base URIs or rule sets: references are found, and replaced by what the engine decided. Used
by many layers.
"""
