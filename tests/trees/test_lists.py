"""Lists of references in trees: bs4's lists, and lists in text."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

import absolutize
from tests.trees.builders import HTML_TREES, SOUPS, URL, Make, every_tree, seen, values

JARS = '<html><body><object archive="a.jar  b.jar" codebase="/cb/"></object></body></html>'
JARS_REWRITTEN = ["http://h.example/cb/a.jar", "http://h.example/cb/b.jar"]


@pytest.mark.parametrize("kind", SOUPS)
def test_a_list_of_beautifulsoup_stays_one(kind: str) -> None:
    """bs4 reads an object's archive as a list of one of its classes; the class stays."""
    soup = HTML_TREES[kind](JARS)
    before = soup.object["archive"]
    assert isinstance(before, list)
    after = absolutize.rewrite(soup, URL).object["archive"]
    assert after == JARS_REWRITTEN
    assert type(after) is type(before)


@every_tree
def test_every_reference_of_a_list_is_listed(make: Make) -> None:
    """Contract: index counts the references of a list value from 0."""
    jars = [link[1:5] for link in seen(make(JARS)) if link.attribute == "archive"]
    assert jars == [("archive", 0, "a.jar", JARS_REWRITTEN[0]), ("archive", 1, "b.jar", JARS_REWRITTEN[1])]


@every_tree
def test_a_list_that_is_text_keeps_its_white_space(make: Make) -> None:
    """Every builder reads ping as text; the white space between its references stays."""
    tree = make('<html><body><a ping=" x  y ">1</a></body></html>')
    assert values(absolutize.rewrite(tree, URL)) == [" http://h.example/a/b/x  http://h.example/a/b/y "]


def test_one_reference_of_a_list_may_change_alone() -> None:
    """References that are absolute or cannot be resolved stay as they are."""
    soup = BeautifulSoup('<a ping="http://o.example/ x //[x">1</a>', "html.parser")
    assert [link.code for link in seen(soup)] == ["absolute", "rewritten", "invalid-reference"]
    assert absolutize.rewrite(soup, URL).a["ping"] == "http://o.example/ http://h.example/a/b/x //[x"


def test_the_lists_that_a_user_asked_bs4_for() -> None:
    """multi_valued_attributes can turn off bs4's lists, or name other attributes."""
    none = BeautifulSoup(JARS, "html.parser", multi_valued_attributes=None)
    assert absolutize.rewrite(none, URL).object["archive"] == "  ".join(JARS_REWRITTEN)
    more = BeautifulSoup('<a ping="x y">1</a>', "html.parser", multi_valued_attributes={"a": ["ping"]})
    assert absolutize.rewrite(more, URL).a["ping"] == ["http://h.example/a/b/x", "http://h.example/a/b/y"]


def test_a_list_is_cut_at_ascii_white_space_alone() -> None:
    """Infra Standard 4.6: a no-break space is part of the reference."""
    soup = BeautifulSoup("<object></object>", "html.parser")
    soup.object["archive"] = ["a\u00a0b", "c"]
    assert absolutize.rewrite(soup, URL).object["archive"] == [
        "http://h.example/a/b/a\u00a0b",
        "http://h.example/a/b/c",
    ]


def test_all_values_of_a_duplicate_attribute_are_kept_as_a_list() -> None:
    """bs4's on_duplicate_attribute can make a list of any attribute; it stays a list."""

    def collect(attributes: dict[str, Any], key: str, value: str) -> None:
        before = attributes[key]
        attributes[key] = [*(before if isinstance(before, list) else [before]), value]

    soup = BeautifulSoup('<a ping="x" ping="y">1</a>', "html.parser", on_duplicate_attribute=collect)
    assert absolutize.rewrite(soup, URL).a["ping"] == ["http://h.example/a/b/x", "http://h.example/a/b/y"]
