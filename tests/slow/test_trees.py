"""Every row of the link table is decided and rewritten in trees as in bytes; depth is no obstacle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from lxml import etree

import absolutize
from absolutize.html.link_table.rows import LINKS, Row
from tests.trees.builders import HTML_TREES, URL, Node, elements, seen, targets, values
from tests.trees.test_trees import FIRST

REFERENCES = "../r?q#f", "", " ", "#f", "r s", "http://o.example/k", "//[x", "\\r"
ROW_TREES = "soup-html.parser", "lxml-html"
every_row = pytest.mark.rows("row", LINKS, ids=lambda row: f"{row.element}-{row.attribute}")


def row_documents(row: Row) -> Iterator[str]:
    """Documents with a BASE behind an element of that row; with a codebase where one counts."""
    element = "x-y" if row.element == "*" else row.element
    end = "" if element in {"html", "head", "body", "base"} else f"</{element}>"
    codebases = ("", ' codebase="cb/"') if row.against == "codebase" else ("",)
    for reference in REFERENCES:
        for codebase in codebases:
            yield f'<{element} {row.attribute}="{reference}"{codebase}>{end}<base href="../c/">'


@pytest.mark.rows("kind", ROW_TREES)
@every_row
def test_every_row_is_decided_as_in_bytes(kind: str, row: Row) -> None:
    """Rows, targets and codes are the same."""
    for text in row_documents(row):
        tree = HTML_TREES[kind](text)
        assert sorted(seen(tree), key=str) == sorted(seen(text.encode()), key=str), text


@pytest.mark.rows("kind", ROW_TREES)
@every_row
def test_every_row_is_rewritten_as_in_bytes(kind: str, row: Row) -> None:
    """The rewritten tree has the same values as the rewritten bytes."""
    for text in row_documents(row):
        tree = absolutize.rewrite(HTML_TREES[kind](text), URL)
        written = absolutize.rewrite(text.encode(), URL)
        assert sorted(seen(tree), key=str) == sorted(seen(written), key=str), text


DEPTH = 5000


def deep_soup() -> BeautifulSoup:
    """A BeautifulSoup tree of this depth, made by hand since no tree builder nests so deep."""
    soup = BeautifulSoup("", "html.parser")
    inner: Tag = soup
    for _ in range(DEPTH):
        inner = inner.append(soup.new_tag("div")) or inner.contents[-1]
    inner.append(soup.new_tag("base", href="../c/"))
    inner.append(soup.new_tag("a", href="x"))
    return soup


def deep_lxml() -> Node:
    """An lxml tree of this depth."""
    root = inner = etree.Element("html")
    for _ in range(DEPTH):
        inner = etree.SubElement(inner, "div")
    etree.SubElement(inner, "base", href="../c/")
    etree.SubElement(inner, "a", href="x")
    return root


@pytest.mark.parametrize("make", [deep_soup, deep_lxml])
def test_depth_is_no_obstacle(make: Callable[[], Any]) -> None:
    """Promise 4: five times deeper than Python's recursion limit, and no RecursionError."""
    tree = make()
    assert targets(tree) == ["http://h.example/a/c/", FIRST]
    assert absolutize.rewrite(tree, URL, base_element="remove") is tree
    assert values(tree) == [FIRST]
    assert absolutize.base_uri(elements(tree)[-1], URL) == (URL, "retrieval")
