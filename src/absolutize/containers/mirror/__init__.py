"""Directories: trees of files, and the mirrors of sites that wget and HTTrack write.

Nothing here knows how a page is rewritten. Used by `archive` and `cli.io`.
"""
