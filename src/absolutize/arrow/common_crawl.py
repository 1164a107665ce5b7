"""Common Crawl's formats: lists of paths, and the links of WAT files.

It does not know pyarrow, nor how an archive is read. Used by `arrow` and `spark.job`.
"""

import gzip
import io
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from absolutize.arrow.pieces import Piece, checked_path, open_piece

GZIP_MAGIC = b"\x1f\x8b"
TEXT_OF_STYLE = "#text"


class WatLink(NamedTuple):
    """A link of a WAT file.

    Attributes:
        url: URL of the document.
        element: Name of the element, in lower case.
        attribute: Name of the attribute, in lower case; empty for the text of a style element.
        reference: The reference, as it is in the document.
        text: Text of the anchor; ``None`` if there is none.
    """

    url: str
    element: str
    attribute: str
    reference: str
    text: str | None


def read_paths(path: str, prefix: str = "") -> list[str]:
    """Read a list of paths, such as warc.paths.gz, and put the prefix in front of each.

    Lines end with LF, CRLF or CR, and a byte order mark is no part of the first path. Raises `ValueError` if
    the list is damaged, or not in UTF-8.
    """
    with open_piece(Piece(path)) as source:
        data = source.file.read()
    try:
        text = (gzip.decompress(data) if data.startswith(GZIP_MAGIC) else data).decode("utf-8-sig")
    except (EOFError, gzip.BadGzipFile, ValueError, zlib.error) as error:
        message = f"{path}: cannot be read as a list of paths: {error}"
        raise ValueError(message) from error
    return [prefix + line.strip() for line in text.replace("\r", "\n").split("\n") if line.strip()]


def wat_links(path: str) -> Iterator[WatLink]:
    """Read the links of a WAT file, as Common Crawl publishes them.

    Args:
        path: Path of the file, or a URL that fsspec opens.

    Returns:
        An iterator over the links, in the order of the file.

    Raises:
        EOFError: A compressed file is cut off.
        ImportError: fsspec, or what it needs for the URL's kind, is not installed.
        OSError: The file cannot be read.
        TypeError: The path is no str.
        ValueError: The metadata are invalid JSON, nested too deep or not those of WAT files, or fsspec does
            not know the URL's kind; or no file can have the path.

    Source: WAT files of Common Crawl, which are lines of JSON in WARC (RFC 8259, ISO 28500).
    """
    return chain.from_iterable(wat_documents(checked_path("path", path)))


def wat_documents(path: str) -> Iterator[list[WatLink]]:
    """Read the links of each document in a WAT file."""
    with open_piece(Piece(path)) as source:
        head = source.file.peek(2)[:2]
        compressed = head == GZIP_MAGIC
        lines = io.BufferedReader(gzip.GzipFile(fileobj=source.file)) if compressed else source.file
        for line in _whole_lines(lines):
            if line.startswith(b'{"'):
                yield _links_in(_parsed(line))


def _whole_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Give the lines; of damaged data, zlib's error is no `OSError`, while that of gzip is."""
    try:
        yield from lines
    except zlib.error as error:
        raise gzip.BadGzipFile(str(error)) from error


def _parsed(line: bytes) -> Any:  # noqa: ANN401 -- JSON
    try:
        return json.loads(line)
    except RecursionError:
        message = "the metadata are nested too deep"
        raise ValueError(message) from None


def _links_in(record: Mapping[str, Any]) -> list[WatLink]:
    try:
        return list(_links_of(record))
    except (AttributeError, TypeError):  # anything may be in JSON
        message = "the metadata are not those of a WAT file"
        raise ValueError(message) from None


def _links_of(record: Mapping[str, Any]) -> Iterator[WatLink]:
    """Give the links of the metadata of one record."""
    envelope = record.get("Envelope", {})
    url = _text(envelope.get("WARC-Header-Metadata", {}).get("WARC-Target-URI", ""))
    response = envelope.get("Payload-Metadata", {}).get("HTTP-Response-Metadata", {})
    html = response.get("HTML-Metadata", {})
    head = html.get("Head", {})
    if "Base" in head:
        yield WatLink(url, "base", "href", _text(head["Base"]), None)
    for each in (*head.get("Link", ()), *head.get("Scripts", ()), *html.get("Links", ())):
        element, _, attribute = each.get("path", "/").replace("@/", "/").partition("/")
        reference = each.get("url", each.get("href"))
        if reference is not None:
            named = "" if attribute == TEXT_OF_STYLE else attribute.lower()
            yield WatLink(url, element.lower(), named, _text(reference), each.get("text"))


def _text(value: object) -> str:
    """Refuse another value of JSON in the place of a text."""
    if not isinstance(value, str):
        raise TypeError
    return value
