"""Attributes that decide whether another attribute or the text holds references, in every spelling."""

from collections.abc import Iterator

import pytest
from bs4 import BeautifulSoup

import absolutize
from absolutize.engine import rewriter
from absolutize.html.link_table.rows import LINKS, Row
from absolutize.options import Context, Policies

URL = "http://a.example/b/c/d?q"
REFERENCES = {
    "import-map": '{"imports":{"k":"./x"}}',
    "speculation-rules": '{"prefetch":[{"urls":["./x"]}]}',
    "web-bundle": '{"source":"./x"}',
    "stylesheet": "p{background:url(x)}",
    "declarations": "url(x)",
    "refresh": "0;url=x",
    "pinned-site": "frequency=30;polling-uri=x;badge=x",
    "url-or-name": "../x",
    "url-or-none": "x.y",
}
UNLISTED = {"report-uri", "pinned-site", "module"}  # these need other markup, or a JavaScript parser
CONDITIONED = [row for row in LINKS if row.when is not None and row.syntax not in UNLISTED]
SPELLED = {
    "hexadecimal": lambda first: f"&#x{ord(first):x};",
    "capitals": lambda first: f"&#X{ord(first.upper()):X};",
    "decimal": lambda first: f"&#{ord(first):04};",
    "as it is": lambda first: first,
}
QUOTED = {"double quotes": '"{}"', "single quotes": "'{}'", "no quotes": "{}"}


def conditioned(row: Row, says: str) -> str:
    """Write an element of a row, with the given value of its deciding attribute."""
    assert row.when is not None
    reference = REFERENCES.get(row.syntax, "x")
    name = row.element_name
    attribute = f" {row.attribute}='{reference}'" if row.attribute else ""
    text = "" if row.attribute else f"{reference}</{name}>"
    element = f"<{name} {row.when.attribute}={says}{attribute}>{text}"
    return f"<svg>{element}</svg>" if row.element.startswith("svg ") else element


def spellings() -> Iterator[object]:
    """Write the deciding attribute of each row in each spelling."""
    for row in CONDITIONED:
        assert row.when is not None
        value = max(row.when.values)
        for spelled, first in SPELLED.items():
            for quoted, form in QUOTED.items():
                says = form.format(first(value[0]) + value[1:])
                name = f"{row.element} {row.attribute} {row.when.attribute}={value} {spelled} {quoted}"
                yield pytest.param(conditioned(row, says), id=name)


BASE_INDEPENDENT = {
    "a quote of the other kind": """<meta property="it's og:image" content=x>""",
    "the end of a tag in a list": """<meta property="a> og:image" content=x>""",
    "white space by reference": "<meta property=x&Tab;og:image content=x>",
    "an ampersand in another word": "<meta property='a&b og:image' content=x>",
    "content of a script element": """<script type="importmap" content="http://x/">"""
    """{"imports":{"k":"./x"}}</script>""",
    "the first of two contents": """<meta content=x property="og:image" content="http://x/">""",
    "two conditions": """<meta property="og:image" name="x" content="x">""",
    "white space around a type": """<script type='&#32;importmap '>{"imports":{"k":"./x"}}</script>""",
    "in a simple svg": "<svg><animate attributename='hre&#x66;' to='x'/></svg>",
    "a URL before what is pinned": """<meta name="msapplication-task" content="http://x/;action-uri=x">""",
}


def rewritten_links(document: bytes | str | BeautifulSoup) -> list[str | None]:
    return [link.reference for link in absolutize.links(document, URL) if link.code.startswith("rewritten")]


@pytest.mark.rows(
    "document", [*spellings(), *(pytest.param(BASE_INDEPENDENT[n], id=n) for n in BASE_INDEPENDENT)]
)
def test_what_it_decides_about_is_rewritten_and_listed(document: str) -> None:
    result = rewriter.rewrite_document(document.encode(), Context(URL), Policies())
    assert (result.changes, len(rewritten_links(document.encode()))) == (1, 1)


@pytest.mark.rows("document", list(spellings()))
def test_trees_decide_alike(document: str) -> None:
    assert rewritten_links(BeautifulSoup(document, "html.parser")) == rewritten_links(document)
