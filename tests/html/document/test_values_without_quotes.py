"""Bases with any punctuation mark, written before unquoted values, are read back as they were meant.

Tested in bytes and in text, in HTML and in XML, where an unquoted value is an error that is recovered from.
"""

from itertools import product
from typing import Any

import pytest

import absolutize
from tests.fuzz.promises import assert_same_targets
from tests.support.extent import sample

HTML = [
    "<a href=%s>",
    "<a href>",
    "<a ping=%s>",
    "<base href=%s><a href=b>",
    "<img srcset=%s>",
    "<img srcset=%s,b>",
    "<p style=a:url(%s);b:url(c)>",
    "<meta http-equiv=refresh content=0;%s />",
    "<iframe srcdoc=&lt;a/href&#61;%s&gt; />",
    "<iframe srcdoc='&lt;a href=%s>' />",
]
SVG = ["<a xlink:href=%s />", "<image href=%s />", "<rect fill=url(%s) />"]
ATOM = [
    "<link href=%s />",
    "<content src=%s />",
    "<g xml:base=%s><link href=x /></g>",
    "<content type=html>&lt;a href=%s></content>",
]
DOCUMENTS = {
    "html": ("%s", HTML),
    "xhtml": ('<html xmlns="http://www.w3.org/1999/xhtml">%s</html>', HTML),
    "svg": (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">%s</svg>',
        SVG,
    ),
    "atom": ('<feed xmlns="http://www.w3.org/2005/Atom">%s</feed>', ATOM),
}
TYPES = {
    "html": "text/html",
    "xhtml": "application/xhtml+xml",
    "svg": "image/svg+xml",
    "atom": "application/atom+xml",
}
VALUES = ["a", "./a?b", "&lt;", "&#120;"]
MARKS = [
    "<",
    "&",
    "&lt;",
    "&amp",
    '"',
    "'",
    ">",
    "=",
    "`",
    "(",
    ")",
    ",",
    "\\",
    "{",
    "é",
    "€",
    "\x85",
    " ",
    "\t",
]
MARKS += ["]]>", "<![CDATA["]
ROWS = [(kind, element) for kind, (_, elements) in DOCUMENTS.items() for element in elements]


@pytest.mark.rows(("kind", "element"), ROWS)
def test_a_base_with_any_mark_in_it(kind: str, element: str) -> None:
    """The default sample combines each mark with only some of the values."""
    around = DOCUMENTS[kind][0]
    for mark, value in sample(product(MARKS, VALUES), 3):
        page = around % (element.replace("%s", value) + '<a href="z"/>')
        keeps_its_links(page, f"http://h/d{mark}/p", TYPES[kind])
        keeps_its_links(page.encode(), f"http://h/d{mark}/p", TYPES[kind])


def keeps_its_links(page: Any, base: str, media_type: str) -> None:
    options: dict[str, Any] = {"media_type": media_type}
    after = absolutize.rewrite(page, base, **options)
    assert absolutize.rewrite(after, "http://moved/", **options) == after
    before = list(absolutize.links(page, base, **options))
    assert_same_targets(before, list(absolutize.links(after, "http://moved/", **options)))


def test_in_xml_no_value_holds_what_begins_a_tag() -> None:
    page = '<html xmlns="http://www.w3.org/1999/xhtml"><a href=b/></html>'
    after = absolutize.rewrite(page, "http://h/d</p", media_type="application/xhtml+xml")
    assert after == page.replace("=b/", '="http://h/d&lt;/b/"')
