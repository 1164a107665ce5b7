"""The BASE that governs a document: the first with an href that is an element of the document's tree.

Conditional comments before it may hide further ones. This module reads their href, and resolves nothing. Used
by `engine`, `html.document` and `trees`.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from absolutize.html.document.conditional_comments import HiddenBase, ie_versions
from absolutize.html.document.document import SourceDocument
from absolutize.html.grammar import character_references, productions
from absolutize.html.grammar.internal_subset import may_declare_base
from absolutize.html.grammar.namespaces import FOREIGN_ROOTS, HTML
from absolutize.html.grammar.productions import CONTENT, TAG_NAME, TAG_NAME_END, one_of
from absolutize.html.grammar.simple_svg import shape_tag
from absolutize.html.link_table.rows import COMMENT_ELEMENT, Row
from absolutize.html.tokenizer.noscript import end_of_content
from absolutize.html.tokenizer.scanner import scan
from absolutize.html.tokenizer.value_span import ValueSpan, ValueSpans
from absolutize.html.tree_construction.ancestors import OpenTag, TreeReader
from absolutize.html.tree_construction.foreign_content import ForeignContentWalk
from absolutize.html.values.syntaxes import UNREADABLE_SYNTAX
from absolutize.patterns import FindMatches, compile_regex, find_matches


def base_that_counts(data: bytes, values: ValueSpans, *, xml: bool = False) -> ValueSpan | None:
    """Find the BASE that counts, if any: the first with an href, wherever it is (HTML Standard 2.4.3).

    A template's contents are another document. The contents of noscript are text to every browser that runs
    scripts, though this scanner finds links in them. In XHTML (``xml``), the scan finds no BASE in a
    template, and noscript is an element like any other.
    """
    if xml:
        return min(values.having(_is_base), key=lambda value: value.tag, default=None)  # in any order
    first = next(values.having(_is_base), None)
    if first is None or not InertSpans(data, first.tag).cover(first.tag):
        return first
    inert = InertSpans(data, max(value.tag for value in values.having(_is_base)))  # there may be very many
    return next((value for value in values.having(_is_base) if not inert.cover(value.tag)), None)


_BASE_TAG = compile_regex(rb"<[Bb][Aa][Ss][Ee][ \t\n\f\r/]")  # with ">" behind the name, it has no href


def may_have_base(source: bytes | str) -> bool:
    """Whether a document may have a BASE element: most documents have none."""
    return isinstance(source, str) or _BASE_TAG.search(source) is not None


def _is_base(element: str, row: Row) -> bool:
    return element == row.element == "base" and row.is_base


class InertSpans:
    """The spans of a document, up to the ``last`` tag, in which no BASE counts; in XHTML there are none.

    Without ``of_links``, those of link elements in svg and math may be missing.
    """

    def __init__(self, data: bytes, last: int, *, xml: bool = False, of_links: bool = False) -> None:
        self._spans = _inert(data, last, of_links=of_links) if last >= 0 and not xml else []

    def cover(self, tag: int) -> bool:
        """Whether a tag is in one of the spans."""
        around = bisect_left(self._spans, (tag,)) - 1
        return around >= 0 and tag < self._spans[around][1]


INERT_ELEMENTS = frozenset({"template", "noscript"})
"""The elements of HTML in which no BASE counts."""
_INERT_OR_FOREIGN = (*INERT_ELEMENTS, "svg", "math")
_MAY_BE_INERT, _MAY_BE_FOREIGN = (
    compile_regex(f"<{one_of(names, TAG_NAME_END)}".encode()) for names in (INERT_ELEMENTS, _INERT_OR_FOREIGN)
)


@cache
def _shape_tags() -> FindMatches:
    return find_matches(shape_tag(productions.ATTRIBUTES).encode())


def _inert(data: bytes, last: int, *, of_links: bool) -> list[tuple[int, int]]:
    """List the spans of outermost template and of noscript elements, up to a ``last`` position.

    Without ``of_links``, the names of link elements in svg and math may be missing.
    """
    spans: list[tuple[int, int]] = []
    first = (_MAY_BE_FOREIGN if of_links else _MAY_BE_INERT).search(data, 0, last)
    if first is None:
        return spans
    reader = TreeReader(data)
    if reader.may_ignore_raw_text(first.start()):
        return list(_inert_in(data, reader.tags(last)))
    position, depth, start = 0, 0, 0
    while position <= last and (match := _next_inert().match(data, position)) is not None:
        is_end, name, position = bool(match[1]), match[2].lower(), match.end()
        if name in FOREIGN_ROOTS and not is_end:
            parser = ForeignContentWalk(data, match.start(2) - 1, reader, _shape_tags())
            stop = parser.walk()
            if depth == 0:
                spans += _inert_in(data, parser.tags)
            position = len(data) if stop is None else max(parser.end, position)
        elif name == b"noscript" and not is_end:
            position = end_of_content(data, position)
            if depth == 0:
                spans.append((match.start(2), position))
        elif name == b"template":
            start = match.start(2) if depth == 0 else start
            depth = max(0, depth - 1) if is_end else depth + 1
            if is_end and depth == 0:
                spans.append((start, position))
    return [*spans, (start, len(data))] if depth else spans


def _inert_in(data: bytes, tags: Iterable[OpenTag]) -> Iterator[tuple[int, int]]:
    """List the spans of tags in templates, of noscript elements, and of link elements in svg and math."""
    for tag in tags:
        if tag.namespace == HTML and tag.name == b"noscript" and not tag.is_ignored:
            yield tag.position - 1, end_of_content(data, tag.tag.stop)
        elif tag.inert or (tag.namespace != HTML and tag.name == b"link"):
            yield tag.position - 1, tag.position + 1


_INERT_NAME = one_of(_INERT_OR_FOREIGN, f"(?={TAG_NAME_END})")


@cache
def _next_inert() -> re.Pattern[bytes]:
    """Match up to the next tag of a template, noscript, svg or math, past everything else."""
    raw = productions.elements_of_text(CONTENT)
    tag = f"{TAG_NAME}{productions.ATTRIBUTES}>"
    other = f"{raw}|{tag}|{productions.END_TAG}|{productions.MARKUP_DECLARATION}|{productions.NO_TAG}"
    text = f"(?:[^<]++|<(?!/?{_INERT_NAME})(?:{other}))*+"
    return compile_regex(f"{text}<(/?)({_INERT_NAME}){productions.ATTRIBUTES}>".encode())


class EmbeddedBases(NamedTuple):
    """The href of a document's BASE, and the BASE elements ``hidden`` in comments before it.

    ``is_known`` is false if the BASE of an XML document cannot be read, or may be in an entity.
    """

    own: str | None = None
    hidden: Sequence[HiddenBase] = ()
    is_known: bool = True


_NONE, _OF_BASES = EmbeddedBases(), frozenset({"base", COMMENT_ELEMENT})


def embedded_bases(document: SourceDocument, values: ValueSpans) -> EmbeddedBases:
    """Read the BASE elements of a document from its values."""
    if document.is_xml:
        base = base_that_counts(document.scannable, values, xml=True)
        is_known = not may_declare_base(document.scannable) and (
            base is None or base.row.syntax != UNREADABLE_SYNTAX
        )
        return EmbeddedBases(_href(document, base), (), is_known)
    elements = values.elements()
    if elements.isdisjoint(_OF_BASES):  # as in most documents
        return _NONE
    base = base_that_counts(document.scannable, values) if "base" in elements else None
    return EmbeddedBases(_href(document, base), _hidden(document, values, base))


def _href(document: SourceDocument, base: ValueSpan | None) -> str | None:
    if base is None:
        return None
    return character_references.clean(document.reading.attribute(document.text(base.start, base.stop)))


def _hidden(document: SourceDocument, values: ValueSpans, own: ValueSpan | None) -> list[HiddenBase]:
    comments = values.having(lambda _, row: row.is_comment)
    if own is not None:
        comments = takewhile(lambda value: value.tag < own.tag, comments)
    return [
        HiddenBase(ie_versions(document.text(value.tag, value.start)), href)
        for value in comments
        if _BASE_TAG.search(document.scannable, value.start, value.stop) is not None
        and (href := base_in_comment(document.part(value.start, value.stop))) is not None
    ]


def base_in_comment(document: SourceDocument) -> str | None:
    """Read the href of the BASE in the contents of a conditional comment; ``None``: there is none."""
    if _BASE_TAG.search(document.scannable) is None:
        return None
    return _href(
        document, base_that_counts(document.scannable, scan(document.scannable, include_absolute=False))
    )
