"""The version of this program, as a constant and as a function.

It knows nothing else. The build reads it, too, from the text of this file. Used by `absolutize`, `cli`,
`containers.warc.added_records`, `report.page` and `spark.job`.
"""

__version__ = "0.1.0"


def version() -> str:
    """Give the version of the package."""
    return __version__
