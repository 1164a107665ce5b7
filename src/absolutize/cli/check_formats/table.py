"""The formats of `check` by their names.

It does not know what a format writes. Used by `cli.commands.check`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from absolutize.cli.check_formats.github import github
from absolutize.cli.check_formats.gitlab import gitlab
from absolutize.cli.check_formats.json_array import json_array
from absolutize.cli.check_formats.junit import junit
from absolutize.cli.check_formats.parquet import finding_table
from absolutize.cli.check_formats.rows import CheckedInput
from absolutize.cli.check_formats.sarif import sarif
from absolutize.cli.check_formats.text import text
from absolutize.cli.run import Run

CHECK_FORMATS: Mapping[str, Callable[[Iterable[CheckedInput], Run], Iterator[bytes]]] = {
    "text": text,
    "json": json_array,
    "sarif": sarif,
    "github": github,
    "gitlab": gitlab,
    "junit": junit,
    "parquet": finding_table,
}
