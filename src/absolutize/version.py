"""The version of this program, as a constant and as a function.

It knows nothing else. The build reads it, too, from the text of this file. Used by `cli.check_formats.sarif`,
`cli.io.directory_output`, `cli.io.stream` and `containers.warc.added_records`.
"""

__version__ = "0.1.0"


def version() -> str:
    """Tell it, as its package says."""
    return __version__
