"""All rows of XML, and the look-up of rows, HTML's too, for an attribute or text of an XML element.

It does not know what a row means. Used by `xml.scanner`.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from absolutize.html.link_table.index import Rows
from absolutize.html.link_table.rows import LINKS, Row
from absolutize.html.tokenizer.collector import LinkTable, name_of
from absolutize.html.values.syntaxes import CSS
from absolutize.xml.feed_rows import FEED_ROWS
from absolutize.xml.rows import BASES, DOCUMENT_ROWS, XML_BASE
from absolutize.xml.vocabularies import UNKNOWN_VOCABULARY

XML_LINKS: tuple[Row, ...] = (*DOCUMENT_ROWS, *FEED_ROWS)
"""Every row of XML's vocabularies."""


def _by_key(rows: Iterable[Row]) -> Mapping[tuple[str, str], Sequence[Row]]:
    rows_by_key: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        rows_by_key.setdefault((row.element, row.attribute), []).append(row)
    for same in rows_by_key.values():
        same.sort(key=lambda row: row.when is None)
    return rows_by_key


_ROWS = _by_key(XML_LINKS)
_ATTRIBUTES = frozenset(row.attribute for row in XML_LINKS)


def _local_name(attribute: str) -> bytes:
    return attribute.rpartition(":")[2].lower().encode()


_BASES = (XML_BASE.attribute, *map(bytes.decode, BASES.values()))
_OF_XML = frozenset(map(_local_name, (*filter(None, _ATTRIBUTES), *_BASES)))
_NO_ROWS: Sequence[Row] = ()


@lru_cache(maxsize=64)
def _extra_by_key(extra_rows: tuple[Row, ...]) -> Mapping[tuple[str, str], Sequence[Row]]:
    """Look up the rows that a caller adds: by names in lower case, whatever the vocabulary."""
    return _by_key(extra_rows)


def rows_at(vocabulary: str, element: str, attribute: str, extra_rows: tuple[Row, ...]) -> Sequence[Row]:
    """List the rows for an attribute of an element (``""``: its text), those with conditions first."""
    if extra_rows:
        rows_by_key = _extra_by_key(extra_rows)
        for name in (element.lower(), "*"):
            if (name, attribute.lower()) in rows_by_key:
                return rows_by_key[name, attribute.lower()]
    if attribute not in _ATTRIBUTES:
        return _NO_ROWS
    places = (f"{vocabulary} {element}", f"{vocabulary} *", "xml *")
    return next((rows for place in places if (rows := _ROWS.get((place, attribute)))), _NO_ROWS)


# href and src are references only of elements that are known
_OF_ANY_ELEMENT = tuple(
    row for row in LINKS if row.element in {"*", "svg *"} and row.attribute not in {"href", "src"}
)


class XmlLinkTable(LinkTable):
    """The rows of HTML, SVG and MathML in XML, where names are case-sensitive, behind a caller's rows.

    An element of an unknown name or namespace has only the rows of any element. ``local_names`` are the names
    of all attributes that have rows, in lower case and without prefixes, but those of CSS.
    """

    def __init__(self, extra_rows: tuple[Row, ...], *, include_absolute: bool) -> None:
        super().__init__((*extra_rows, *LINKS), include_absolute=include_absolute)
        self._of_unknown = Rows((*extra_rows, *_OF_ANY_ELEMENT))
        names = [
            (_local_name(row.attribute), row.syntax in CSS) for row in (*extra_rows, *LINKS) if row.attribute
        ]
        self.local_names = _OF_XML.union(name for name, is_css in names if not is_css)
        self.local_names_of_css = frozenset(name for name, is_css in names if is_css)

    def _rows_of(self, key: tuple[bytes, bytes, str]) -> tuple[str, Sequence[Row]]:
        element, attribute, namespace = key
        has_capitals = element != element.lower()
        if not has_capitals and (namespace != UNKNOWN_VOCABULARY or element == b"base"):
            return super()._rows_of(key)
        name = name_of(element)
        rows = self._of_unknown.of(name, attribute.lower().decode("latin-1"), namespace)
        return element.decode("utf-8", "replace") if has_capitals else name, rows
