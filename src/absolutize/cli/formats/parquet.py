"""Rows as Parquet, with the tables of `absolutize.arrow`.

It does not know how rows are made, and imports pyarrow only when it is needed. Used by
`cli.check_formats.parquet` and `cli.commands.links`.
"""

from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec

from absolutize.arrow.rows import ArrowRow
from absolutize.arrow.tables import Column
from absolutize.cli.run import stop

MISSING = "--format parquet needs pyarrow: pip install 'absolutize[arrow]'"


def parquet_report(columns: Sequence[Column], rows: Iterable[ArrowRow]) -> Iterator[bytes]:
    """Write rows as a Parquet file, piece by piece."""
    if find_spec("pyarrow") is None:
        stop(MISSING)
    from absolutize import arrow  # noqa: PLC0415 -- slow to import
    from absolutize.arrow.schemas import record_batches  # noqa: PLC0415

    return arrow.parquet(columns, record_batches(columns, rows))
