"""The rows of LINKS are well formed, and every key has one kind."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from absolutize.html.link_table.extra_rows import PRESETS
from absolutize.html.link_table.index import ANY_ATTRIBUTE, Rows
from absolutize.html.link_table.kinds import KINDS, LINK_TYPES, SYNTAX_KINDS, kind_of
from absolutize.html.link_table.rows import LINKS, Row
from absolutize.html.values.syntaxes import MARKUP, SYNTAXES
from absolutize.xml.link_rows import XML_LINKS
from absolutize.xml.rows import EXPRESSION, IGNORED_BASE

# LINKS

CHOICES = {"syntax": {*SYNTAXES, MARKUP}, "against": {"", "codebase", "document"}}
CHOICES |= {"empty": {"base", "document", "nothing"}, "fragment": {"base", "document"}}


def test_every_row_of_links_is_well_formed() -> None:
    for row in LINKS:
        assert re.fullmatch(r"\*|svg (\*|[a-z]+)|!--|[a-z][a-z0-9-]*", row.element), row
        assert re.fullmatch(r"([a-z][a-z-]*(:[a-z]+)?)?", row.attribute), row
        assert all(getattr(row, name) in choices for name, choices in CHOICES.items()), row


def test_every_row_of_links_has_a_citation() -> None:
    """A citation names a work and a place in it: a section number, or the name of what it describes."""
    for row in LINKS:
        assert re.search(r"[A-Z]", row.citation), row
        assert re.search(r"\d\.\d|DTD|,|\(|\d \d|\d$", row.citation), row


def test_no_element_has_two_rows_for_an_attribute() -> None:
    counted = Counter((row.element, row.attribute, row.when) for row in LINKS)
    assert [pair for pair, count in counted.items() if count > 1] == []


def test_xlink_href_is_read_as_href_is() -> None:
    """SVG 2 16.1.2: it is another name for it."""
    named = {(row.element, row.attribute): row._replace(attribute="", citation="") for row in LINKS}
    both = [
        element for element, attribute in named if attribute == "xlink:href" and (element, "href") in named
    ]
    assert len(both) > 20
    assert [each for each in both if named[each, "xlink:href"] != named[each, "href"]] == []


def test_an_empty_background_fetches_nothing() -> None:
    """HTML 15.3: a background is a URL only if the attribute is not empty."""
    assert {row.empty for row in LINKS if row.attribute == "background"} == {"nothing"}


def test_every_syntax_has_a_row() -> None:
    rows = (
        *LINKS,
        *XML_LINKS,
        IGNORED_BASE,
        EXPRESSION,
        *(row for preset in PRESETS.values() for row in preset),
    )
    assert {row.syntax for row in rows} == {*SYNTAXES, MARKUP}


# KINDS: every key has one kind

ALL_ROWS = (*LINKS, *(row for preset in PRESETS.values() for row in preset))
KEYS = [key for keys in KINDS.values() for key in keys.split()]


def test_every_row_of_links_has_a_kind() -> None:
    kinds = {row: kind_of(row.element, row) for row in LINKS if row.syntax != MARKUP}
    assert {row for row, kind in kinds.items() if kind not in KINDS} == set()
    assert {f"{row.element} {row.attribute}" for row, kind in kinds.items() if kind == "other"} == OTHERS


OTHERS = {"* src", "annotation src", "annotation-xml src", "share src", "xml src"}


def test_every_kind_is_that_of_a_place() -> None:
    kinds = {kind_of(row.element, row) for row in ALL_ROWS if row.syntax != MARKUP}
    assert kinds | {*LINK_TYPES.values()} == set(KINDS)
    assert set(SYNTAX_KINDS) < set(SYNTAXES)
    assert {*SYNTAX_KINDS.values(), *LINK_TYPES.values()} < set(KINDS)


def test_no_place_has_two_kinds() -> None:
    assert [key for key, count in Counter(KEYS).items() if count > 1] == []


@pytest.mark.rows("key", KEYS)
def test_a_key_with_a_kind_is_in_links(key: str) -> None:
    element, _, attribute = key.partition("@")
    rows = [row for row in LINKS if "*" in {element, row.element} or element == row.element]
    assert attribute == "*" or attribute in {row.attribute for row in rows}
    assert element == "*" or element in {row.element for row in ALL_ROWS}


def test_a_row_for_any_attribute_is_behind_the_rows_of_the_attribute() -> None:
    rows = Rows((*LINKS, Row("a", ANY_ATTRIBUTE, "url", "a test"), Row("*", ANY_ATTRIBUTE, "url", "any")))
    assert [row.citation for row in rows.of("a", "data-x")] == ["a test"]
    assert [(row.attribute, row.citation) for row in rows.of("b", "data-x")] == [("data-x", "any")]
    assert rows.of("a", "href") == Rows(LINKS).of("a", "href")
    assert [*rows.of("meta", "content")][:-1] == [*Rows(LINKS).of("meta", "content")]
    assert rows.of("b", "") == ()
