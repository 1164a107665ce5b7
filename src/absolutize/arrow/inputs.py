"""Batches that are given: documents by their content, or archives by their paths.

Each row is read by itself, and not a column at a time: the documents of a batch are large. It does not know
what is done to a document. Used by `arrow`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pyarrow as pa

from absolutize.arrow.pieces import Piece, piece_rows
from absolutize.arrow.rows import ArrowRow, RowTask, failure_row, problem_row
from absolutize.arrow.tables import ARCHIVE_COLUMNS, CONTENT_COLUMNS
from absolutize.containers import ContainerOptions, DocumentPart, IncompleteOutput, Problem
from absolutize.containers.compression import CorruptData
from absolutize.containers.http.codings import decode
from absolutize.containers.http.header_fields import HeaderFields, media_type, media_type_of
from absolutize.html.document.encoding_sniffing import lookup

_READ = {column.name for column in (*CONTENT_COLUMNS, *ARCHIVE_COLUMNS)}


def rows_of_batches(
    batches: Iterable[pa.RecordBatch], task: RowTask, choices: ContainerOptions
) -> Iterator[ArrowRow]:
    """Make the rows of a table of all documents in batches, or in the archives that they name."""
    for batch in batches:
        for given in _given(batch):
            if "content" in given:
                yield from _content_rows(given, task)
            else:
                piece = Piece(given["path"], given.get("start"), given.get("stop"))
                yield from piece_rows(piece, task, choices)


def _given(batch: pa.RecordBatch) -> Iterator[Mapping[str, Any]]:
    """Give the rows of a batch, with the columns that are read."""
    names = [name for name in batch.schema.names if name in _READ]
    if "content" not in names and "path" not in names:
        message = f"there is no column 'content' or 'path', only: {', '.join(batch.schema.names)}"
        raise ValueError(message)
    columns = [batch.column(name) for name in names]
    for number in range(batch.num_rows):
        yield {name: column[number].as_py() for name, column in zip(names, columns, strict=True)}


def _content_rows(given: Mapping[str, Any], task: RowTask) -> Iterable[ArrowRow]:
    """Make rows of a document, or pass on why there is none."""
    path = given.get("path") or given.get("url") or ""
    if given["content"] is None:
        failure, message = given.get("failure") or "no-content", given.get("message") or "the content is null"
        return [failure_row(task.columns, path, failure, message)]
    part = _part(given, path)
    if len(part.body) > task.max_bytes:
        return task.rows(part)
    try:
        return task.rows(part._replace(body=decode(_fields(given), part.body, task.max_bytes).payload))
    except (CorruptData, IncompleteOutput) as damage:
        problem = problem_row(task.columns, Problem(path, "damaged-message", str(damage)))
        read = damage.read if isinstance(damage, CorruptData) else b""
        return [problem, *(task.rows(part._replace(body=read)) if read else ())]


def _part(given: Mapping[str, Any], path: str) -> DocumentPart:
    """Make a document of what is known of it: a column of that name, else Content-Type, else the header."""
    content, charset = given["content"], given.get("charset")
    if isinstance(content, str):
        content, charset = content.encode(), "utf-8"
    media, label = media_type(given.get("content_type"))
    said_media, said_label = media_type_of(_fields(given))
    return DocumentPart(
        path,
        content,
        given.get("url"),
        given.get("encapsulating"),
        _label(charset) or label or said_label,
        given.get("media_type") or media or said_media or None,
    )


def _label(charset: str | None) -> str | None:
    """Take the label out of a column that may have a whole Content-Type."""
    if charset is None or lookup(charset) is not None:
        return charset
    return media_type(charset)[1] or charset


def _fields(given: Mapping[str, Any]) -> HeaderFields:
    """Read header fields, however a table has them; the first line of a header is not one of them."""
    headers = given.get("headers") or ""
    if not isinstance(headers, (str, bytes)):
        pairs = headers.items() if isinstance(headers, Mapping) else map(_pair, headers)
        headers = "".join(f"{name}: {value}\r\n" for name, value in pairs)
    text = headers.encode("latin-1", "replace") if isinstance(headers, str) else headers
    return HeaderFields(text if text.startswith(b"HTTP/") else b"\r\n" + text)


def _pair(field: Any) -> tuple[Any, Any]:  # noqa: ANN401 -- a struct or a pair
    name, value = field.values() if isinstance(field, Mapping) else field
    return name, value
