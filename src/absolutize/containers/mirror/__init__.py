"""Directories: trees of files, and the mirrors of sites that wget and HTTrack write."""
