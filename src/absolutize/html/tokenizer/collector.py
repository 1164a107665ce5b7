"""Collects values from tags that are read completely: of their attributes, and the text behind them.

It does not read the syntax of a value. Used by `html.tokenizer`, `xml.link_rows` and
`xml.scanner`.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import cache

from absolutize.answer_cache import AnswerCache
from absolutize.edits import array_of_offsets
from absolutize.html.grammar.character_references import HTML_READING, TextReading
from absolutize.html.grammar.namespaces import HTML, SVG
from absolutize.html.grammar.productions import WHITE_SPACE, letters
from absolutize.html.grammar.start_tag import (
    Attribute,
    StartTag,
    end_of_raw_text,
    first_of_each,
    may_declare,
    start_tag,
)
from absolutize.html.link_table.index import Rows, is_met
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.skip_tests import can_skip, may_change
from absolutize.html.tokenizer.value_span import ValueSpans
from absolutize.html.tree_construction.ancestors import OpenTag
from absolutize.html.values import svg_text
from absolutize.html.values.plain_parts import NOT_PLAIN, PlainDividers
from absolutize.html.values.syntaxes import CSS_REFERENCE, JSON, UNREADABLE_SYNTAX
from absolutize.patterns import compile_regex

# Most meta elements: the attributes before content, the content in quotes of either kind, those behind it
_DOUBLE, _SINGLE = 2, 3
_OTHER = rf"""{WHITE_SPACE}++(?!{letters("content")}=)[A-Za-z:\-]++=(?:"[^"]*+"|'[^']*+')"""
_SIMPLE_META = compile_regex(
    f"""meta((?:{_OTHER})*+){WHITE_SPACE}++content=(?:"([^"]*+)"|'([^']*+)')"""
    f"((?:{_OTHER})*+){WHITE_SPACE}*+/?+>".encode()
)


class LinkTable:
    """Some rows, and how they are looked up.

    Without ``include_absolute``, values that are visibly base-independent are passed over.
    """

    def __init__(self, rows: tuple[Row, ...], *, include_absolute: bool) -> None:
        self.rows = Rows(rows)
        self.names = {row.attribute.encode() for row in rows}
        self.include_absolute = include_absolute
        self.rows_of = AnswerCache(self._rows_of, 4096)
        self.meta = AnswerCache(self._meta, 4096)

    def _rows_of(self, key: tuple[bytes, bytes, str]) -> tuple[str, Sequence[Row]]:
        element, attribute, namespace = key
        name = name_of(element)
        return name, self.rows.of(name, attribute.lower().decode("latin-1"), namespace)

    def _meta(self, others: tuple[bytes, bytes]) -> tuple[Row | None, bool] | None:
        """Find the row for the content of a meta element, and whether the element may declare an encoding.

        ``others`` are the attributes around the content, which repeat from page to page. ``None``: one of
        them may be a link.
        """
        data = b"meta%b content=''%b>" % others
        tag = start_tag(data, len(b"meta"))
        if tag is None or any(a.name in self.names and a.name != b"content" for a in tag.attributes):
            return None
        _, rows = self.rows_of[b"meta", b"content", HTML]
        return next((row for row in rows if is_met(data, row, tag)), None), may_declare(data, b"meta", tag)


class Collector:
    """The values of one document; ``may_declare_encoding``: whether a meta element may.

    With ``dividers``, which divide values, only the ``beginnings`` of plain references are kept; ``in_json``:
    whether any are in JSON.
    """

    def __init__(
        self,
        table: LinkTable,
        data: bytes,
        reading: TextReading = HTML_READING,
        dividers: PlainDividers | None = None,
    ) -> None:
        self.values, self.beginnings = ValueSpans(len(data)), array_of_offsets(len(data))
        self.may_declare_encoding = self.in_json = False
        self._table = table
        self._data = data
        self._reading = reading
        self.dividers = dividers

    def collect_tag(
        self,
        name_start: int,
        element: bytes,
        tag: StartTag,
        namespace: str = HTML,
        unreadable: AbstractSet[int] = frozenset(),
    ) -> None:
        """Collect the values of a tag, whose name starts at ``name_start``.

        ``unreadable`` has where values start that cannot be read.
        """
        self.may_declare_encoding |= may_declare(self._data, element, tag)
        links = self._table.names
        for attribute in first_of_each(tag.attributes):
            if attribute.name not in links:
                continue
            name, rows = self._table.rows_of[element, attribute.name, namespace]
            for row in rows:
                if is_met(self._data, row, tag, self._reading):
                    if not can_skip(
                        self._data, row, attribute, include_absolute=self._table.include_absolute
                    ):
                        kept = unreadable_row(row) if attribute.start in unreadable else row
                        self.values.append(name_start, name, kept, attribute.start, attribute.stop)
                    break

    def collect_simple_meta(self, name_start: int) -> int | None:
        """Collect a meta element of the usual form, and give where it ends; ``None``: it has another form.

        Its row is looked up by the text of its attributes.
        """
        # For speed: on 406 pages with three such links or more, that were not used to choose this, `links`
        # takes 5 to 7 % less
        match = _SIMPLE_META.match(self._data, name_start)
        known = None if match is None else self._table.meta[match[1], match[4]]
        if match is None or known is None:
            return None
        row, may_declare_encoding = known
        self.may_declare_encoding |= may_declare_encoding
        start, stop = match.span(_SINGLE if match[_DOUBLE] is None else _DOUBLE)
        value = Attribute(b"content", name_start, start, stop)
        if row and not can_skip(self._data, row, value, include_absolute=self._table.include_absolute):
            self.values.append(name_start, "meta", row, start, stop)
        return match.end()

    def collect_text(
        self,
        name_start: int,
        element: bytes,
        tag: StartTag,
        first: int,
        last: int,
        namespace: str = HTML,
        unreadable: AbstractSet[int] = frozenset(),
    ) -> None:
        """Collect the text of an element."""
        name = name_of(element)
        for row in self._table.rows.of(name, "", namespace):
            if first < last and is_met(self._data, row, tag, self._reading):
                kept = unreadable_row(row) if first in unreadable else row
                if row.is_parsed_text or kept is not row:
                    self.values.append(name_start, name, kept, first, last)
                else:
                    self.collect_raw_text(name_start, name, row, first, last)
                break

    def collect_text_behind(self, tag: OpenTag) -> None:
        """Collect the text of an element, as tree construction reads it: in svg, no text is raw."""
        if tag.is_ignored:
            return
        if tag.namespace == HTML:
            span = tag.tag.stop, end_of_raw_text(self._data, tag.name, tag.tag.stop)
        elif tag.namespace == SVG and tag.name in svg_text.MARKUP_TEXT_ELEMENTS and not tag.tag.self_closing:
            span = svg_text.span(tag.name, self._data, tag.tag.stop)
        else:
            return
        self.collect_text(tag.position, tag.name, tag.tag, *span, tag.namespace)

    def collect_raw_text(self, name_start: int, name: str, row: Row, first: int, last: int) -> None:
        """Collect a style sheet, or a script or the like, if it is not passed over."""
        if row.syntax == "stylesheet" and not self._may_have_links(first, last):
            return
        is_closed = last < len(self._data)  # a text without an end tag may have more behind it than its own
        others = self.pass_parts(row.syntax, first, last, in_attribute=False) if is_closed else None
        if others is None:
            self.values.append(name_start, name, row, first, last)
        for start, stop in others or ():
            self.values.append(name_start, name, reference_row(row), start, stop)

    def _may_have_links(self, first: int, last: int) -> bool:
        """Whether there may be links in a style sheet that are not passed over."""
        return first < last and (self._table.include_absolute or may_change(self._data, first, last))

    def pass_parts(
        self, syntax: str, start: int, stop: int, *, in_attribute: bool
    ) -> list[tuple[int, int]] | None:
        """Keep the beginnings of the plain references in a value, and give where the others are.

        ``None``: beginnings are not kept, or the value has to be kept as a whole, as that of an attribute in
        which a reference is not plain.
        """
        if self.dividers is None:
            return None
        parts = self.dividers.divide(syntax, self._data, start, stop, in_attribute=in_attribute)
        if parts is None:
            return None
        others = [(first, last) for first, behind, last in parts if behind == NOT_PLAIN]
        if others and in_attribute:
            return None
        for first, behind, _ in parts:
            if behind != NOT_PLAIN:
                self.beginnings.extend((first, behind))
        self.in_json |= len(parts) > 0 and syntax in JSON
        return others


def name_of(element: bytes) -> str:
    """Name an element as the table of links does."""
    return element.lower().decode("utf-8", "replace").replace("\0", "\ufffd")


@cache
def reference_row(row: Row) -> Row:
    """Give the row for one reference of a style sheet whose other references are passed over."""
    # For speed: on 48 pages with sheets that have bytes beyond ASCII, or a few references that are not plain,
    # and were not used to choose this, `rewrite` takes 11 % less
    return row._replace(syntax=CSS_REFERENCE)


@cache
def unreadable_row(row: Row) -> Row:
    """Give the row of a value that cannot be read."""
    return row._replace(syntax=UNREADABLE_SYNTAX)
