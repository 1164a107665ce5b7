"""Compares what Chromium sees of a document before and after a rewrite, and explains differences."""
