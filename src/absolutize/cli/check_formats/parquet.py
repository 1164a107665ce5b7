"""Findings as a Parquet table with the columns of `absolutize.arrow`.

It finds nothing itself. Used by `cli.check_formats.table`.
"""

from collections.abc import Iterable, Iterator

from absolutize.arrow.rows import failure_row, finding_row
from absolutize.arrow.tables import FINDING_COLUMNS
from absolutize.cli.check_formats.rows import CheckedInput, all_rows
from absolutize.cli.formats.parquet import parquet_report
from absolutize.cli.run import Run


def finding_table(checked: Iterable[CheckedInput], _run: Run) -> Iterator[bytes]:
    """Write a row for each finding, and for each problem with an input."""
    rows = (
        failure_row(FINDING_COLUMNS, row.path, row.code, row.message)
        if row.link is None
        else finding_row(row.path, row.url, row.code, row.message, row.link)
        for row in all_rows(checked)
    )
    return parquet_report(FINDING_COLUMNS, rows)
