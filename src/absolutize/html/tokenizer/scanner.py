"""Find the values of a document that can hold a reference: bytes in, spans out.

The pattern passes everything else, so that Python runs once per link and not once per tag. It knows the
tokenizer; it does not know URIs and judges no value. Used by `engine.document_base`, `engine.lister`,
`html.document.base_element` and `html.document.reading`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import ClassVar

from absolutize.html.grammar import productions
from absolutize.html.grammar.namespaces import HTML
from absolutize.html.grammar.productions import CONTENT
from absolutize.html.grammar.simple_svg import SHAPES
from absolutize.html.grammar.start_tag import end_of_raw_text, end_of_style, is_mere_text, start_tag
from absolutize.html.link_table.rows import COMMENT_ELEMENT, LINKS, Row
from absolutize.html.tokenizer import svg_references as svg
from absolutize.html.tokenizer.collector import Collector, name_of
from absolutize.html.tokenizer.compiled_table import CompiledTable
from absolutize.html.tokenizer.noscript import content_of, end_of_content
from absolutize.html.tokenizer.patterns import (
    HANDOVER,
    NO_PLAIN_VALUE,
    OTHER_NAME,
    SIMPLE,
    ValuePattern,
)
from absolutize.html.tokenizer.simple_comment import CONDITIONAL_START
from absolutize.html.tokenizer.tag_matches import TagMatches
from absolutize.html.tokenizer.value_span import BulkScan, ValueSpans, within_length
from absolutize.html.tree_construction import frameset
from absolutize.html.tree_construction.ancestors import OpenTag, TreeReader
from absolutize.html.tree_construction.foreign_content import ForeignContentWalk
from absolutize.html.tree_construction.open_elements import ROOTS
from absolutize.html.values.plain_parts import PlainDividers
from absolutize.patterns import Match, compile_regex

_END_TAG = compile_regex(f"<{productions.END_TAG}".encode())
_TO_CONDITIONAL = compile_regex(
    f"(?:[^<]++|<(?:{productions.END_TAG}|(?!{CONDITIONAL_START}){productions.MARKUP_DECLARATION}|{productions.NO_TAG}))*+"
    f"<(?={CONDITIONAL_START})".encode()
)
_COMMENT = compile_regex(productions.COMMENT.encode())
_STOPS = SIMPLE, OTHER_NAME, HANDOVER  # a match without any of these passes everything
_CONDITIONAL_COMMENT = compile_regex(f"!--{productions.CONDITIONAL}".encode())


class _Scan:
    """One scan of a document, or of the content of a noscript element or a comment."""

    def __init__(
        self,
        table: CompiledTable,
        data: bytes,
        plain: ValuePattern = NO_PLAIN_VALUE,
        dividers: PlainDividers | None = None,
        *,
        declaring: bool = False,
        reads_comments: bool = False,
        in_noscript: bool = False,
        in_foreign: bool = False,
        in_comment: bool = False,
    ) -> None:
        self._table, self._data = table, data
        self._plain, self._dividers, self._declaring = plain, dividers, declaring
        self._reads_comments = reads_comments and not in_foreign
        self._in_noscript, self._in_foreign, self._in_comment = in_noscript, in_foreign, in_comment
        self.collector = Collector(table, data, dividers=dividers)
        self._values, self.beginnings = self.collector.values, self.collector.beginnings
        self._within = TagMatches(data, table.look_up, self.collector)
        self._tree_reader = TreeReader(data, in_noscript=in_noscript)
        self.has_frames = False
        self._passes_svg = True  # false once an HTML element has the name of a shape of svg

    def run(self) -> ValueSpans:
        """Read the document from one hand-over to the next; return its values."""
        position: int | None = 0
        while position is not None:
            position = self._read(position)
        return self._values

    def _read(self, position: int) -> int | None:
        """Read up to the next hand-over, and collect that; return where the scan goes on behind it."""
        within = self._within
        match = within.read(self._matches(self._data, position))
        if match is None:
            return None
        if match.start(OTHER_NAME) >= 0:
            return self._tag(within.name_start, within.element)
        if (handover := match.start(HANDOVER)) >= 0:
            return self._hand_over(handover, match.group(HANDOVER))
        if within.is_cut_off():
            self._remove_tag(within.name_start)
        return None

    def _matches(self, data: bytes, position: int) -> Iterator[Match]:
        matches = self._table.matches(
            self._plain,
            passes_svg=self._passes_svg,
            declaring=self._declaring,
            reads_comments=self._reads_comments,
        )
        return matches(data, position)

    def _remove_tag(self, name_start: int) -> None:
        """Remove the links of the last tag: the end of input cuts it off, so that it is no tag (13.2.5.8)."""
        self._values.pop_tag(name_start)
        while self.beginnings and self.beginnings[-1] > name_start:
            del self.beginnings[-2:]

    def _hand_over(self, name_start: int, element: bytes) -> int | None:
        """Hand over an element to the method that collects it; return where the scan goes on."""
        collect = self._collect_by_element.get(element.lower())
        return self._element(name_start, element) if collect is None else collect(self, name_start, element)

    def _element(self, name_start: int, element: bytes) -> int | None:
        """Collect an element without special rules; its attributes are read in bulk, if possible."""
        name = element.lower().decode("latin-1")
        self._passes_svg &= name not in SHAPES
        is_text = name in self._table.texts and is_mere_text(self._data, name_start + len(element), element)
        return self._within.begin(name_start, element) if is_text else self._tag(name_start, element)

    def _meta(self, name_start: int, element: bytes) -> int | None:
        stop = self.collector.collect_simple_meta(name_start)
        return self._element(name_start, element) if stop is None else stop - 1

    def _template(self, name_start: int, element: bytes) -> int | None:
        """Collect a template; if it may ignore start tags, all of the document is read again."""
        if self._tree_reader.may_ignore_raw_text(name_start - 1):
            return self._read_again()
        return self._within.begin(name_start, element)

    def _frameset(self, name_start: int, element: bytes) -> int | None:
        """Collect a frameset tag; if the frameset replaces the body, collect the rest of the document."""
        remains = self._tree_reader.frameset(name_start - 1)
        return self._tag(name_start, element) if remains is None else self._frames(remains)

    def _frames(self, remains: frameset.FramesetRemains) -> int | None:
        """Collect the frames of a frameset that replaces the body, and drop what was found in the body."""
        self.has_frames = True
        self._values.keep(remains.keeps)
        for name_start, element, tag in frameset.frames(self._data, remains.position):
            self.collector.collect_tag(name_start, element, tag)
        return None

    def _read_again(self) -> int | None:
        """Read all of the document with the tree builder, since start tags may be ignored in it."""
        self._values.keep(lambda _: False)
        del self.beginnings[:]
        reader = self._tree_reader = TreeReader(self._data, in_noscript=self._in_noscript)
        has_more = True
        while has_more:
            position, in_foreign = reader.position, reader.tree.stack.last(ROOTS) is not None
            has_more = reader.read_tag()
            if not in_foreign:
                self._comments(position, reader.end if has_more else len(self._data))
            if has_more and reader.tag is not None:
                self._collect_open_tag(reader.tag, in_foreign=in_foreign)
        if reader.frameset_remains is not None:
            self._frames(reader.frameset_remains)
        return None

    def _comments(self, start: int, stop: int) -> None:
        """Collect the conditional comments between two tags."""
        match = _TO_CONDITIONAL.match(self._data, start, stop)
        while match is not None:
            position = self._conditional_comment(match.end())
            match = None if position is None else _TO_CONDITIONAL.match(self._data, position, stop)

    def _tag(self, name_start: int, element: bytes) -> int | None:
        """Collect a whole tag and the raw text behind it, if it has any."""
        tag = start_tag(self._data, name_start + len(element))
        if tag is None:
            return None
        self.collector.collect_tag(name_start, element, tag)
        if name_of(element) not in CONTENT:
            return tag.stop - 1
        stop = end_of_raw_text(self._data, element.lower(), tag.stop)
        self.collector.collect_text(name_start, element, tag, tag.stop, stop)
        end = _END_TAG.match(self._data, stop)
        return None if end is None else end.end() - 1

    def _noscript(self, name_start: int, element: bytes) -> int | None:
        """Collect a noscript element: its content is scanned alone, as where no scripts run."""
        if self._in_noscript:
            return self._tag(name_start, element)
        if (tag := start_tag(self._data, name_start + len(element))) is None:
            return None
        self.collector.collect_tag(name_start, element, tag)
        stop = self._collect_noscript(tag.stop)
        end = _END_TAG.match(self._data, stop)
        return None if end is None else end.end() - 1

    def _collect_noscript(self, first: int, *, in_foreign: bool = False) -> int:
        """Collect the content of a noscript element; return where it ends."""
        last = end_of_content(self._data, first)
        content = content_of(self._data, first, last)
        scan = self._scan_of(content, in_noscript=True, in_foreign=in_foreign, in_comment=self._in_comment)
        for name_start, element, row, start, stop in within_length(scan.run(), last - first):
            self._values.append(name_start + first, element, row, start + first, stop + first)
        self.beginnings.extend(start + first for start in scan.beginnings)
        self.collector.may_declare_encoding |= scan.collector.may_declare_encoding
        self.collector.in_json |= scan.collector.in_json
        return last

    def _sheet(self, name_start: int, element: bytes) -> int | None:
        """Collect a style element, by the fast path if its tag carries no links."""
        rows, name_end = self._table.rows.of("style", ""), name_start + len("style")
        simple_tag = self._table.sheet.match(self._data, name_end) if len(rows) == 1 else None
        end = None if simple_tag is None else end_of_style(self._data, simple_tag.end())
        if simple_tag is None or end is None:
            return self._tag(name_start, element)
        self.collector.collect_raw_text(name_start, "style", rows[0], simple_tag.end(), end[0])
        return end[1] - 1

    def _conditional_comment(self, name_start: int, _: bytes = b"") -> int | None:
        """Collect a comment that hides markup from all but Internet Explorer."""
        end = _COMMENT.match(self._data, name_start)
        if end is None:
            return None
        content = None if self._in_foreign else _CONDITIONAL_COMMENT.match(self._data, name_start, end.end())
        first = None if content is None else next(self._matches(content[1], 0))
        has_links = first is not None and any(first.start(each) >= 0 for each in _STOPS)
        if content is not None and has_links and not self._collect_if_plain(content):
            for row in self._table.rows.of(COMMENT_ELEMENT, ""):
                self._values.append(name_start, COMMENT_ELEMENT, row, *content.span(1))
        return end.end() - 1

    def _scan_of(self, content: bytes, **within: bool) -> "_Scan":
        """Scan a part of the document alone, by the pattern that is compiled already."""
        choices = {"declaring": self._declaring, "reads_comments": self._reads_comments, **within}
        return _Scan(self._table, content, self._plain, self._dividers, **choices)

    def _collect_if_plain(self, content: re.Match[bytes]) -> bool:
        """Collect the contents of a comment, if all values in it are plain, and plain values are not listed.

        A comment in it is a value: they may be very deep.
        """
        # For speed: on 93 pages with links in comments, not used to choose this, `rewrite` takes 10 % less
        if self._dividers is None or self._in_comment or not self._reads_comments:
            return False
        scan = self._scan_of(content[1], in_comment=True)
        if any(scan.run()) or scan.has_frames:
            return False
        self.beginnings.extend(content.start(1) + start for start in scan.beginnings)
        self.collector.in_json |= scan.collector.in_json
        return True

    def _math(self, name_start: int, element: bytes) -> int | None:
        """Pass over a formula without links, or collect it tag by tag."""
        if (end := self._table.end_of_formula(self._data, name_start)) is None:
            return self._foreign(name_start, element)
        self._tree_reader.pass_over(name_start - 1, end)
        return end - 1

    def _foreign(self, name_start: int, _: bytes) -> int | None:
        """Collect an svg or math element: one of plain shapes by one pattern, any other tag by tag."""
        stop = self._shapes(name_start) if self._passes_svg else None
        if stop is not None:
            return stop
        parser = ForeignContentWalk(self._data, name_start - 1, self._tree_reader, self._table.shape_tags)
        stop = parser.walk()
        for each in parser.tags:
            self._collect_open_tag(each, in_foreign=True)
        if self._tree_reader.frameset_remains is not None:
            return self._frames(self._tree_reader.frameset_remains)
        return None if stop is None else stop - 1

    def _shapes(self, name_start: int) -> int | None:
        """Collect the references of an svg element of plain shapes; ``None``: it is not of these alone."""
        if not svg.has_near_href(self._data, name_start):
            return None
        matches, end = svg.matches_in(self._table.svg_reference(self._plain), self._data, name_start)
        if end is None:
            return None
        self._tree_reader.pass_over(name_start - 1, end)
        if self._dividers is None:
            svg.add_values(self._values, matches, self._table.rows_of)
        else:
            self.beginnings.extend(svg.beginnings_of(matches))
        return end - 1

    def _collect_open_tag(self, tag: OpenTag, *, in_foreign: bool) -> None:
        """Collect a tag as the tree builder reads it, and its text."""
        self.collector.collect_tag(tag.position, tag.name, tag.tag, tag.namespace)
        is_noscript = tag.namespace == HTML and tag.name == b"noscript" and not tag.is_ignored
        if is_noscript and not self._in_noscript:
            self._collect_noscript(tag.tag.stop, in_foreign=in_foreign)
        else:
            self.collector.collect_text_behind(tag)

    _collect_by_element: ClassVar[Mapping[bytes, Callable[["_Scan", int, bytes], int | None]]] = {
        b"!--[if": _conditional_comment, b"frameset": _frameset, b"math": _math, b"meta": _meta,
        b"noscript": _noscript, b"style": _sheet, b"svg": _foreign, b"template": _template,
    }  # fmt: skip


@lru_cache(maxsize=64)  # the rows that callers add may differ in each call
def _compiled_table(extra_rows: tuple[Row, ...], *, include_absolute: bool) -> CompiledTable:
    return CompiledTable((*extra_rows, *LINKS), include_absolute=include_absolute)


def scan(
    data: bytes,
    *,
    include_absolute: bool = True,
    extra_rows: tuple[Row, ...] = (),
    plain: ValuePattern = NO_PLAIN_VALUE,
    reads_comments: bool = False,
) -> ValueSpans:
    """Find every value of `LINKS` in a document of an ASCII-compatible encoding, and which are ``plain``.

    They are in the order of the source. Without ``include_absolute``, visibly base-independent values are
    skipped; ``extra_rows`` come before those of the table. With ``reads_comments``, a simple conditional
    comment is no value: the values in it are listed like those around it. Linear in the length of ``data``;
    never raises.
    """
    table = _compiled_table(extra_rows, include_absolute=include_absolute)
    return _Scan(table, data, plain, reads_comments=reads_comments).run()


def bulk_scan(
    data: bytes,
    plain: ValuePattern,
    dividers: PlainDividers,
    *,
    declaring: bool = True,
    reads_comments: bool = True,
    extra_rows: tuple[Row, ...] = (),
) -> BulkScan | None:
    """Find the values of a document that have to be looked at; of ``plain`` URLs only the beginnings.

    Visibly base-independent values are passed over; values of several references are divided by ``dividers``.
    With ``declaring``, the result says whether a meta element may declare an encoding; with
    ``reads_comments``, conditional comments with plain values alone are read like what is around them.
    ``None``: a frameset replaces what was found.
    """
    table = _compiled_table(extra_rows, include_absolute=False)
    bulk = _Scan(table, data, plain, dividers, declaring=declaring, reads_comments=reads_comments)
    values, collector = bulk.run(), bulk.collector
    if bulk.has_frames:
        return None
    return BulkScan(collector.beginnings, values, collector.may_declare_encoding, collector.in_json)
