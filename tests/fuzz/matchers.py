"""Asserts that all matchers find the same values: `re`, `re` with mended patterns, and PCRE2 if installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

from absolutize import patterns
from absolutize.engine.plain import PLAIN_DIVIDERS, PLAIN_IN_TAG
from absolutize.html.link_table.rows import LINKS, Row
from absolutize.html.tokenizer.patterns import ValuePattern, compose, repeated_fragments
from absolutize.html.tokenizer.scanner import Scanner
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


def scanner_with(find: Find, *, include_absolute: bool, rows: tuple[Row, ...] = LINKS) -> Scanner:
    """Make a scanner whose patterns are composed for one matcher, and matched by it."""
    scanner = Scanner(rows, include_absolute=include_absolute)

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

    scanner.matches, scanner.svg_reference = cache(matches), cache(svg_reference)
    return scanner


def first_at(find: FindMatches, data: bytes, position: int = 0) -> Match | None:
    match = next(find(data, position), None)
    return match if match is not None and match.start() == position else None


@cache
def scanners(*, include_absolute: bool, rows: tuple[Row, ...] = LINKS) -> list[Scanner]:
    return list(map(partial(scanner_with, include_absolute=include_absolute, rows=rows), installed()))


def found(scanner: Scanner, document: bytes) -> list[Any]:
    """List everything that a scan finds, both in bulk and value by value."""
    if scanner.include_absolute:
        return list(scanner.scan(document))
    bulk = scanner.bulk_scan(document, PLAIN_IN_TAG, PLAIN_DIVIDERS, declaring=True)
    return [bulk and (list(bulk.beginnings), list(bulk.values), bulk.may_declare_encoding)]


def assert_matchers_agree(document: bytes) -> None:
    """Assert that each matcher finds the same values in a document."""
    for include_absolute in (True, False):
        first, *others = (found(each, document) for each in scanners(include_absolute=include_absolute))
        assert all(other == first for other in others), "all matchers agree"
