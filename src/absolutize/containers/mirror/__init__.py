"""Directories: trees of files, and the mirrors of sites that wget and HTTrack write.

Nothing here knows how a page is rewritten. Used by `cli.io.directory_output` and `cli.io.mirror_options`.
"""
