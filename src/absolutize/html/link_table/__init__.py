"""LINKS: which attributes of which elements hold references, of which syntax and kind."""
