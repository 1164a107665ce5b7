"""Asserts that all matchers find the same values: `re`, `re` with mended patterns, and PCRE2 if installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

from absolutize import patterns
from absolutize.engine.plain import PLAIN_DIVIDERS, PLAIN_IN_TAG, PLAIN_OR_ABSOLUTE_IN_TAG
from absolutize.html.link_table.rows import LINKS, Row
from absolutize.html.tokenizer.compiled_table import CompiledTable
from absolutize.html.tokenizer.patterns import NO_PLAIN_VALUE, ValuePattern, compose, repeated_fragments
from absolutize.html.tokenizer.scanner import _Scan
from absolutize.html.tokenizer.svg_references import compose_svg_reference
from absolutize.patterns import FindMatches, Match, MatchAt

Find = Callable[[bytes, Iterable[bytes]], FindMatches]


def by_re(pattern: bytes, _: Iterable[bytes] = ()) -> FindMatches:
    return patterns._by_re(pattern).finditer


def by_mended_re(pattern: bytes, _: Iterable[bytes] = ()) -> FindMatches:
    return patterns._with_alternatives(pattern).finditer


def by_pcre2(pattern: bytes, repeated: Iterable[bytes] = ()) -> FindMatches:
    module = patterns._pcre2()
    assert module is not None
    return patterns._finder(module, pattern, repeated)


def installed() -> list[Find]:
    return [by_re, by_mended_re, *([by_pcre2] if patterns.matcher() == "pcre2" else [])]


def table_for(find: Find, *, include_absolute: bool, rows: tuple[Row, ...] = LINKS) -> CompiledTable:
    """Make a table whose patterns are composed for one matcher, and matched by it."""
    table = CompiledTable(rows, include_absolute=include_absolute)

    def matches(plain: ValuePattern, **choices: bool) -> FindMatches:
        pattern = compose(rows, plain, include_absolute=include_absolute, **choices)
        return find(pattern, repeated_fragments(rows, plain, include_absolute=include_absolute))

    def svg_reference(plain: ValuePattern) -> MatchAt:
        pattern = compose_svg_reference(rows, plain, include_absolute=include_absolute)
        finding = find(
            rb"\G(?:%b)" % pattern if find is by_pcre2 else pattern,
            repeated_fragments(rows, plain, include_absolute=include_absolute),
        )
        return partial(first_at, finding)

    table.matches, table.svg_reference = cache(matches), cache(svg_reference)
    return table


def first_at(find: FindMatches, data: bytes, position: int = 0) -> Match | None:
    match = next(find(data, position), None)
    return match if match is not None and match.start() == position else None


@cache
def tables(*, include_absolute: bool, rows: tuple[Row, ...] = LINKS) -> list[CompiledTable]:
    return list(map(partial(table_for, include_absolute=include_absolute, rows=rows), installed()))


def found(table: CompiledTable, document: bytes) -> list[Any]:
    """List everything that a scan finds, both in bulk and value by value."""
    if not table.include_absolute:
        bulk = _Scan(table, document, PLAIN_IN_TAG, PLAIN_DIVIDERS, declaring=True, reads_comments=True)
        return [*bulk.run(), list(bulk.beginnings), bulk.collector.may_declare_encoding]
    choices = {NO_PLAIN_VALUE: False, PLAIN_OR_ABSOLUTE_IN_TAG: True}
    scans = [_Scan(table, document, plain, reads_comments=choice).run() for plain, choice in choices.items()]
    return [*scans[0], *zip(scans[1], scans[1].with_beginnings(), strict=True)]


def assert_matchers_agree(document: bytes) -> None:
    """Assert that each matcher finds the same values in a document."""
    for include_absolute in (True, False):
        first, *others = (found(each, document) for each in tables(include_absolute=include_absolute))
        assert all(other == first for other in others), "all matchers agree"
