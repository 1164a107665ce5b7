"""A document: its encoding, its BASE, what its values hold, and how edits are written into it."""
