"""The columns of each table (links, findings, documents, archives), shared by Arrow, Parquet and Spark.

docs/parquet.md prints them. The module does not import pyarrow. Used by `arrow`, `cli` and `spark`.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from absolutize.base import SOURCES

ColumnType = Literal["string", "int32", "int64", "binary"]


class Column(NamedTuple):
    """A column of a table, in which every value may be null.

    Attributes:
        name: Its name, such as "url".
        type: Its type in Arrow: "string", "int32", "int64" or "binary".
        meaning: What its values are, in less than a line and without a full stop.
    """

    name: str
    type: ColumnType
    meaning: str


_SOURCE_NAMES = ", ".join(source.name for source in SOURCES)
_PATH = Column("path", "string", "where the document is: file, offset of the record or name, URL")
_URL = Column("url", "string", "URL that the document was downloaded from")
_FAILURE = Column(
    "failure", "string", "what went wrong with a record or file, by its code; null in other rows"
)
_PLACE = (
    Column("element", "string", "name of the element; of HTML, SVG and MathML in lower case"),
    Column("attribute", "string", "name of the attribute, likewise; empty for the text of the element"),
    Column("index", "int32", "which reference of a list value it is, from 0"),
    Column("start", "int32", "offset of the reference in the document, in bytes"),
    Column("stop", "int32", "offset behind the reference"),
    Column("line", "int32", "line in which it begins, from 1"),
    Column("column", "int32", "column in which it begins, in characters from 1"),
    Column("raw", "string", "the reference as written"),
    Column("reference", "string", "the same without character references and white space"),
    Column("target", "string", "the absolute URL; null if there is none"),
)

LINK_COLUMNS: tuple[Column, ...] = (
    _PATH,
    _URL,
    *_PLACE,
    Column("code", "string", "what was decided: a code that `absolutize explain` describes"),
    Column("kind", "string", "what the link is for, e.g. navigation or image"),
    Column("rel", "string", "words of the rel attribute, in lower case"),
    Column("text", "string", "text of the anchor, or alt of the image; null unless asked for"),
    Column("request_url", "string", "URL that a browser requests; null unless asked for"),
    Column("canonical_url", "string", "canonical form of that URL; null unless asked for"),
    _FAILURE,
    Column("message", "string", "the failure in words"),
)
"""A row for each link, and one for each failure."""

FINDING_COLUMNS: tuple[Column, ...] = (
    _PATH,
    _URL,
    Column("code", "string", "what is wrong: a code that `absolutize explain` describes"),
    *_PLACE,
    Column("kind", "string", "what the link is for"),
    _FAILURE,
    Column("message", "string", "what is wrong with the link, or what went wrong, in words"),
)
"""A row for each finding, and one for each failure."""

DOCUMENT_COLUMNS: tuple[Column, ...] = (
    _PATH,
    _URL,
    Column("encapsulating", "string", "base URL of what the document is part of (RFC 2396 5.1.2)"),
    Column("charset", "string", "encoding label that came with it"),
    Column("media_type", "string", "media type, in lower case"),
    Column("base", "string", "base URL that applies; null: none, or the document was only read"),
    Column("base_source", "string", f"source of the base URL, one of {_SOURCE_NAMES}"),
    Column("changed", "int32", "number of links made absolute; null: the document was only read"),
    Column("content", "binary", "the document; null where there is a failure"),
    _FAILURE,
    Column("message", "string", "the failure in words"),
)
"""A row for each document, and one for each failure."""

ARCHIVE_COLUMNS: tuple[Column, ...] = (
    Column("path", "string", "path or URL of an archive or document"),
    Column("start", "int64", "offset of the first record to be read; null: the whole file"),
    Column("stop", "int64", "offset behind the last one; null: the whole file"),
)
"""A row for each archive that is to be read, or for each piece of one."""

_OTHER_TYPES = (
    "a content that is neither HTML nor XML nor CSS has no links and stays as it is, unless the option"
    " `media_type` or `read_as` says how to read all"
)
CONTENT_COLUMNS: tuple[Column, ...] = (
    Column("content", "binary", "the document, as bytes or as text"),
    Column("path", "string", "name of the document in the result; default: its URL"),
    Column("url", "string", "URL that it was downloaded from"),
    Column("encapsulating", "string", "base URL of what it is part of"),
    Column("charset", "string", "encoding label, or a whole Content-Type"),
    Column("media_type", "string", "media type, or a whole Content-Type, whose charset does not count"),
    Column("content_type", "string", f"value of Content-Type, for both; {_OTHER_TYPES}"),
    Column("headers", "string", "header fields: a map, a list of pairs, or a text with one in each line"),
    Column("failure", "string", "a failure, which is passed on"),
    Column("message", "string", "message of that failure"),
    Column("archive", "binary", "a whole archive, in the place of a document"),
)
"""The columns of a caller's documents; all except the first may be missing."""

READ_FROM = ("content", "path", "archive")
_TEXT = (
    *("string", "large_string", "binary", "large_binary", "fixed_size_binary", "char", "varchar"),
    *("dictionary<values=string", "dictionary<values=binary"),
)
_NUMBER = ("int", "uint", "bigint", "smallint", "tinyint")
_TYPES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "archive": (("binary", "large_binary"), "binary"),
    "headers": ((*_TEXT, "map", "list", "large_list", "array", "struct"), "a map, a list or text"),
    "start": (_NUMBER, "a whole number"),
    "stop": (_NUMBER, "a whole number"),
}
"""The types of these columns, by the beginnings of their names in Arrow and Spark; other columns are text."""


def columns_to_read(given: Iterable[tuple[str, str]]) -> list[str]:
    """Choose the columns of a table that are read; ``given`` are names with types of Arrow or Spark.

    Raises:
        TypeError: A column has a wrong type.
        ValueError: There is no column to read from, or two columns have the same name.
    """
    columns = list(given)
    names = [name for name, _ in columns]
    if not any(name in names for name in READ_FROM):
        message = f"there is no column {' or '.join(map(repr, READ_FROM))}, only: {', '.join(names)}"
        raise ValueError(message)
    read = {column.name for column in (*CONTENT_COLUMNS, *ARCHIVE_COLUMNS)}
    for name, type_ in columns:
        known, wanted = _TYPES.get(name, (_TEXT, "text or binary" if name == "content" else "text"))
        if name in read and not type_.startswith((*known, "null", "void")):
            message = f"column {name!r} must be {wanted}, not {type_}"
            raise TypeError(message)
        if name in read and names.count(name) > 1:
            message = f"there are {names.count(name)} columns {name!r}"
            raise ValueError(message)
    return [name for name in names if name in read]
