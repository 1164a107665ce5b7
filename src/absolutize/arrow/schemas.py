"""Arrow schemas and record batches: the tables of `absolutize.arrow.tables` in pyarrow.

Batches are limited in rows and bytes, which limits memory. It does not know where rows are from. Used by
`arrow`, `cli.formats.parquet` and `spark.units`.
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from absolutize.arrow.rows import ArrowRow
from absolutize.arrow.tables import Column
from absolutize.calls import of_extra

with of_extra("arrow", "absolutize.arrow"):
    import pyarrow as pa

MAX_ROWS = 1 << 16  # rows of a batch
MAX_BYTES = 1 << 24  # bytes of the texts and documents in a batch; a single row may have more

_OF_ANY_LENGTH = ("string", "binary")
_TYPES = {"string": pa.string(), "int32": pa.int32(), "int64": pa.int64(), "binary": pa.binary()}


def checked_columns(columns: object) -> Sequence[Column]:
    """Refuse anything but a sequence of columns by `TypeError`."""
    if isinstance(columns, (str, bytes)) or not isinstance(columns, Sequence):
        message = f"columns must be a sequence of Column, not {type(columns).__name__}"
        raise TypeError(message)
    for place, each in enumerate(columns):
        if not isinstance(each, Column):
            message = f"columns[{place}] must be a Column, not {type(each).__name__}"
            raise TypeError(message)
    return columns


_BATCHES = (pa.RecordBatch, pa.Table)


def checked_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Refuse anything but batches by `TypeError`, at the call if it is one batch or one text."""
    if isinstance(batches, (*_BATCHES, str, bytes)) or not isinstance(batches, Iterable):
        message = f"batches must be an iterable of record batches, not {type(batches).__name__}"
        raise TypeError(message)
    return (_checked_batch(place, batch) for place, batch in enumerate(batches))


def _checked_batch(place: int, batch: object) -> pa.RecordBatch:
    if not isinstance(batch, _BATCHES):
        message = f"batches[{place}] must be a record batch, not {type(batch).__name__}"
        raise TypeError(message)
    return batch


def arrow_schema(columns: Iterable[Column]) -> pa.Schema:
    """Make the schema of a table."""
    return pa.schema([pa.field(column.name, _TYPES[column.type]) for column in columns])


def record_batches(columns: Sequence[Column], rows: Iterable[ArrowRow]) -> Iterator[pa.RecordBatch]:
    """Put rows into batches; each batch is passed on before more rows are made."""
    pending, size = list[ArrowRow](), 0
    schema = arrow_schema(columns)
    # of a single such column (archives) these are the characters of one text, and the sum is the same
    texts = itemgetter(*(place for place, column in enumerate(columns) if column.type in _OF_ANY_LENGTH))
    for row in rows:
        pending.append(row)
        size += sum(map(_size, filter(None, texts(row))))
        if len(pending) >= MAX_ROWS or size >= MAX_BYTES:
            yield _batch(schema, pending)
            pending, size = [], 0
    if pending:
        yield _batch(schema, pending)


def _size(text: str | bytes) -> int:
    """Give the bytes that a text takes."""
    return len(text) if isinstance(text, bytes) or text.isascii() else len(text.encode("utf-8", "replace"))


def _batch(schema: pa.Schema, rows: list[ArrowRow]) -> pa.RecordBatch:
    columns = zip(*rows, strict=True)
    arrays = [_array(values, field.type) for values, field in zip(columns, schema, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _array(values: Sequence[Any], type_: pa.DataType) -> pa.Array:
    """Make a column; a lone surrogate in a text is escaped as in Python."""
    try:
        return pa.array(values, type_)
    except UnicodeEncodeError:
        escaped = (v and v.encode("utf-8", "backslashreplace").decode() for v in values)
        return pa.array(list(escaped), type_)
