"""Which version of this program runs."""


def version() -> str:
    """Tell it, as its package says; "unknown" where it runs from its source."""
    from importlib.metadata import PackageNotFoundError  # noqa: PLC0415 -- slow to import, and seldom asked for
    from importlib.metadata import version as version_of  # noqa: PLC0415

    try:
        return version_of("absolutize")
    except PackageNotFoundError:
        return "unknown"
