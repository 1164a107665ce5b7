"""Random documents, fully determined by a seed."""
