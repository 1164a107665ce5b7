"""Random documents, of which a seed decides everything."""
