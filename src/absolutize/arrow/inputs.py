"""The batches that a caller gives: documents by their content, or archives by their paths.

Rows are read one by one, and not column by column, since the documents of a batch are large. The module does
not know what is done to a document. Used by `arrow` and `spark.units`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from absolutize.arguments import is_document_type
from absolutize.arrow.pieces import (
    PARQUET_NAME,
    Piece,
    access_error,
    data_rows,
    open_piece,
    piece_rows,
)
from absolutize.arrow.rows import INTERNAL_ERROR, ArrowRow, RowTask, failure_row, problem_row
from absolutize.arrow.schemas import checked_batches
from absolutize.arrow.tables import columns_to_read
from absolutize.calls import of_extra
from absolutize.containers import ContainerOptions, DocumentPart, IncompleteOutput, Problem
from absolutize.containers.compression import CorruptData
from absolutize.containers.http.codings import decode
from absolutize.containers.http.header_fields import HeaderFields, media_type_of
from absolutize.containers.source import NO_ACCESS
from absolutize.html.document.encoding_sniffing import lookup
from absolutize.html.encodings.content_type import media_type

with of_extra("arrow", "absolutize.arrow"):
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

InputRow = Mapping[str, Any]
"""A row of a caller's batch: the values of the columns that are read."""


PARQUET_ROWS = 1  # rows of a Parquet file that are read at once
NO_CONTENT = "no-content"
NO_DOCUMENTS = "a Parquet file is read whose documents are in a column 'content' or 'archive'"
_WITH_DOCUMENTS = {"content", "archive"}


def rows_of_batches(
    batches: Iterable[pa.RecordBatch], task: RowTask, choices: ContainerOptions
) -> Iterator[ArrowRow]:
    """Make the rows of a table from all documents in batches, or in the archives that the batches name.

    Raises `TypeError` for anything but batches, at the call if it is one batch or one text.
    """
    return _rows_of_each(checked_batches(batches), task, choices)


def _rows_of_each(
    batches: Iterable[pa.RecordBatch], task: RowTask, choices: ContainerOptions
) -> Iterator[ArrowRow]:
    for batch in batches:
        columns = columns_to_read([(field.name, str(field.type)) for field in batch.schema])
        for number in range(batch.num_rows):
            given: InputRow = {}
            try:
                given = {name: _value(batch.column(name)[number]) for name in columns}
                yield from _rows_of(given, task, choices)
            except Exception as error:  # noqa: BLE001 -- one of millions of rows must not end the job
                message = f"{type(error).__name__}: {error}"
                yield failure_row(task.columns, _path_of(given), INTERNAL_ERROR, message)


def _value(given: Any) -> Any:  # noqa: ANN401 -- a scalar of any type
    """Take a value out of a table; texts that are not UTF-8 are given as bytes, also those in lists."""
    try:
        return given.as_py()
    except UnicodeDecodeError:
        return _value_with_bytes(given)


def _value_with_bytes(given: Any) -> Any:  # noqa: ANN401
    if isinstance(given, pa.DictionaryScalar):
        return _value(given.value)
    if isinstance(given, pa.ListScalar):  # or a map, whose values are pairs
        return list(map(_value, given.values))
    if isinstance(given, pa.StructScalar):
        return {name: _value(each) for name, each in given.items()}
    return given.as_buffer().to_pybytes()


def _rows_of(given: InputRow, task: RowTask, choices: ContainerOptions) -> Iterable[ArrowRow]:
    archive, path = given.get("archive"), _text(given.get("path"))
    if archive is not None:
        return data_rows(path or "", archive, task, choices)
    if "content" in given or "archive" in given:
        return _content_rows(given, task, choices)
    if path is None:
        return [failure_row(task.columns, "", NO_ACCESS, "the path is null")]
    start, stop = given.get("start"), given.get("stop")
    if start is None and stop is not None:
        start = 0
    return rows_of_piece(Piece(path, start, stop), task, choices)


def rows_of_piece(piece: Piece, task: RowTask, choices: ContainerOptions) -> Iterator[ArrowRow]:
    """Make the rows from all documents in an archive, or in the rows of a Parquet file."""
    if piece.start is not None or not piece.path.endswith(PARQUET_NAME):
        yield from piece_rows(piece, task, choices)
        return
    try:
        with open_piece(piece) as source:
            parquet = ParquetFile(source.file)
            fields = [(field.name, str(field.type)) for field in parquet.schema_arrow]
            if _WITH_DOCUMENTS & {name for name, _ in fields}:
                batches = parquet.iter_batches(PARQUET_ROWS, columns=columns_to_read(fields))
                yield from rows_of_batches(batches, task, choices)
            else:
                yield failure_row(task.columns, piece.path, NO_CONTENT, NO_DOCUMENTS)
    except Exception as error:  # noqa: BLE001 -- file systems and pyarrow raise errors of any class
        yield failure_row(task.columns, piece.path, NO_ACCESS, access_error(error))


def _path_of(given: InputRow) -> str:
    return _text(given.get("path") or given.get("url")) or ""


def _text(value: str | bytes | None) -> str | None:
    """Read a text; tables of other programs may have it as bytes."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _content_rows(given: InputRow, task: RowTask, choices: ContainerOptions) -> Iterable[ArrowRow]:
    """Make the rows from a document, or pass on the failure if there is none.

    A content of another media type stays as it is, unless the caller says that all are documents.
    """
    path = _path_of(given)
    if given.get("content") is None:
        failure, message = _text(given.get("failure")), _text(given.get("message"))
        return [failure_row(task.columns, path, failure or NO_CONTENT, message or "the content is null")]
    fields = _fields(given)
    part = _part(given, path, fields)
    if part.media and not choices.is_document and not is_document_type(part.media):
        return task.keep(part)
    if len(part.body) > task.max_bytes:
        return task.rows(part)
    try:
        return task.rows(part._replace(body=decode(fields, part.body, task.max_bytes).payload))
    except (CorruptData, IncompleteOutput) as damage:
        problem = problem_row(task.columns, Problem(path, "damaged-message", str(damage)))
        read = damage.read if isinstance(damage, CorruptData) else b""
        return [problem, *(task.rows(part._replace(body=read)) if read else ())]


def _part(given: InputRow, path: str, fields: HeaderFields) -> DocumentPart:
    """Make a document with its facts: each is of the column of its name, else of Content-Type or headers."""
    content, charset = given["content"], _text(given.get("charset"))
    if isinstance(content, str):
        content, charset = content.encode(), "utf-8"
    own_media = _text(given.get("media_type"))
    media, label = media_type(_text(given.get("content_type")))
    header_media, header_label = media_type_of(fields)
    return DocumentPart(
        path,
        content,
        _text(given.get("url")),
        _text(given.get("encapsulating")),
        _label(charset) or label or header_label,
        media_type(own_media)[0] or own_media or media or header_media or None,
    )


def _label(charset: str | None) -> str | None:
    """Take the label from a column that may have a whole Content-Type."""
    if charset is None or lookup(charset) is not None:
        return charset
    return media_type(charset)[1] or charset


def _fields(given: InputRow) -> HeaderFields:
    """Read header fields in any form that a table has; the first line of a header is not a field."""
    headers = given.get("headers") or ""
    if not isinstance(headers, (str, bytes)):
        fields = headers.items() if isinstance(headers, Mapping) else headers
        headers = "".join(f"{line}\r\n" for field in fields for line in _lines(field))
    text = headers.encode("latin-1", "replace") if isinstance(headers, str) else headers
    return HeaderFields(text if text.startswith(b"HTTP/") else b"\r\n" + text)


def _lines(field: Any) -> Iterator[str]:  # noqa: ANN401 -- a line, a pair, or a struct of two
    """Write a field as a line, or as a line for each of its values; leave out other values."""
    if isinstance(field, (str, bytes)):
        yield _text(field) or ""
        return
    pair = list(field.values() if isinstance(field, Mapping) else field or ())
    if len(pair) == 2:  # noqa: PLR2004 -- name, value
        name, value = pair
        for each in value if isinstance(value, list) else [value]:
            yield f"{_written(name)}: {_written(each)}"


def _written(value: Any) -> str:  # noqa: ANN401 -- of any type of Arrow
    return (
        value.decode("utf-8", "replace") if isinstance(value, bytes) else str("" if value is None else value)
    )
