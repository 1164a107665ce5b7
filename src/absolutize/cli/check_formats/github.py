"""Findings as workflow commands of GitHub Actions, which shows them at their lines in a pull request.

It does not know the checks. Used by `cli.check_formats.table`.
"""

from collections.abc import Iterable, Iterator

from absolutize.cli.check_formats.rows import CheckedInput, CheckRow, all_rows, shared_path
from absolutize.cli.run import Run, encode_output

IN_MESSAGES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
IN_PROPERTIES = IN_MESSAGES | str.maketrans({":": "%3A", ",": "%2C"})


def github(checked: Iterable[CheckedInput], _run: Run) -> Iterator[bytes]:
    """Write a command for each finding."""
    return map(_command, all_rows(checked))


def _command(row: CheckRow) -> bytes:
    properties = {"file": shared_path(row.path)}
    if row.link is not None:
        properties |= {"line": str(row.link.line), "col": str(row.link.column)}
    properties["title"] = f"absolutize: {row.code}"
    property_list = ",".join(f"{name}={value.translate(IN_PROPERTIES)}" for name, value in properties.items())
    level = "error" if row.fatal else "warning"
    return encode_output(f"::{level} {property_list}::{row.message.translate(IN_MESSAGES)}\n")
