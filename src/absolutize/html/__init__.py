"""HTML: which links a document holds, where, and how they are written."""
