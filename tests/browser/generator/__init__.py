"""Generates documents, and compares what Chromium sees of each before and after a rewrite."""
