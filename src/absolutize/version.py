"""Which version of this program runs."""

__version__ = "0.1.0"


def version() -> str:
    """Tell it, as its package says."""
    return __version__
