"""Names of files on the command line and in `pyproject.toml`, and the folder that they are relative to.

It opens no file, and says what to do if a URL is in the place of a name. Used by `cli`,
`cli.check_formats.rows`, `cli.config`, `cli.io` and `cli.options`.
"""

import os
import re
from typing import Any

import click

from absolutize.patterns import compile_regex

FOR_URL = " (only files are read: download the page first, and give its URL by --url)"
_FOR_FILE_URL = " (a path is wanted and not a URL: leave out file://)"
_FILE_URL = compile_regex("file:/", re.IGNORECASE)
_URL = compile_regex("(?:https?|ftp)://", re.IGNORECASE)


def advice_for_url(name: str) -> str:
    """Say what to do if a URL is in the place of a file; empty for any other name."""
    if _FILE_URL.match(name) is not None:
        return _FOR_FILE_URL
    return FOR_URL if _URL.match(name) is not None else ""


def current_folder() -> str | None:
    """Give the path of the current folder; None if there is none, since it was deleted."""
    try:
        return os.getcwd()  # noqa: PTH109 -- text
    except OSError:
        return None


class FileName(click.Path):
    """The name of a file or directory; an empty one would be the current directory for some functions."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:  # noqa: ANN401 -- as click has it
        """Refuse an empty name, and one with NUL, which a configuration file may have."""
        if value == "":
            self.fail("the name is empty", param, ctx)
        if "\0" in os.fspath(value):
            self.fail("the name has a NUL character", param, ctx)
        return super().convert(value, param, ctx)
