"""Look up the rows for an attribute: those of its element, and those of any element.

Bytes and trees use the same rows. It does not know what a row means. Used by `html`, `scrapy.reading`,
`scrapy.wanted_links`, `trees`, `xml.link_rows` and `xml.scanner`.
"""

from collections.abc import Sequence

from absolutize.html.grammar.character_references import HTML_READING, TextReading, reference_in
from absolutize.html.grammar.namespaces import HTML, SVG
from absolutize.html.grammar.start_tag import StartTag
from absolutize.html.link_table.rows import Row

ANY_ATTRIBUTE = "any attribute"  # which is no attribute's name
"""The attribute of a row that is for any attribute that has no unconditional row itself."""


class Rows:
    """The rows of a table, looked up by attribute and element."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._of_any = {row.element: row for row in rows if row.attribute == ANY_ATTRIBUTE}
        self._by_attribute: dict[str, dict[str, list[Row]]] = {}
        for row in rows:
            self._by_attribute.setdefault(row.attribute, {}).setdefault(row.element, []).append(row)
        for elements in self._by_attribute.values():
            for same in elements.values():
                same.sort(key=lambda row: row.when is None)

        asked = (row.when.attribute for row in rows if row.when is not None)
        self.attributes = frozenset((*self._by_attribute, *asked))  # of the rows and of their conditions

    def __contains__(self, attribute: str) -> bool:
        """Whether any element has rows for an attribute."""
        return attribute in self._by_attribute or bool(self._of_any)

    def of_attribute(self, attribute: str) -> list[Row]:
        """List the rows for an attribute, of all elements."""
        return [row for same in self._by_attribute.get(attribute, {}).values() for row in same]

    def of(self, element: str, attribute: str, namespace: str = HTML) -> Sequence[Row]:
        """List the rows for an attribute of an element (``""``: its text), those with conditions first.

        ``namespace`` is one of `namespaces.HTML`, `namespaces.SVG` or any other.
        """
        elements = self._by_attribute.get(attribute, {})
        is_base = element == "base" and namespace != HTML  # such an element governs nothing
        own = "*" if is_base else element
        names = (f"svg {element}", own, "svg *", "*") if namespace == SVG else (own, "*")
        own_rows = next((elements[name] for name in names if name in elements), ())
        return self._with_any(own_rows, element, attribute) if self._of_any and attribute else own_rows

    def _with_any(self, own_rows: Sequence[Row], element: str, attribute: str) -> Sequence[Row]:
        """Add the row for any attribute of an element behind the rows that have conditions."""
        row = self._of_any.get(element) or self._of_any.get("*")
        if row is None or any(each.when is None for each in own_rows):
            return own_rows
        return *own_rows, row._replace(attribute=attribute)


def is_met(data: bytes, row: Row, tag: StartTag, reading: TextReading = HTML_READING) -> bool:
    """Whether the condition of a row holds."""
    if row.when is None:
        return True
    name = row.when.attribute.encode()
    spans = ((a.start, a.stop) for a in tag.attributes if a.name == name)
    start, stop = next(spans, (0, 0))
    return row.when.is_met(reading.attribute(data[start:stop].decode("latin-1")))


# Attributes that name a part of the document: what is before the "#" does not matter (HTML 2.3.9, References)
_HASH_NAMES = frozenset({"datasrc", "usemap"})


def reference_and_row(text: str, row: Row) -> tuple[str, Row]:
    """Give the reference in a text, which the URL parser cleans, and the row by which it is read.

    Only a text that begins with ``#`` is in the document whatever BASE says (CSS Values 4, 4.5.1, and
    Chromium for the href of SVG); with white space before that, it is relative to the base.
    """
    if row.fragment == "document" and text[:1] <= " " and row.attribute not in _HASH_NAMES:
        row = row._replace(fragment="governed")
    return reference_in(text), row
