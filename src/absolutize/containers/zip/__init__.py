"""Zip files and WACZ: their structure, members and indexes.

Nothing here knows how HTML is rewritten. Used by `containers`.
"""
