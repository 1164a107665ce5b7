"""Rows that a caller adds: by an attribute and its syntax, or by the name of a preset."""

from __future__ import annotations

import pytest

import absolutize
from absolutize.html.link_table.extra_rows import row_of

URL = "http://h/d/p"

SPECIFIED = {  # how an attribute is specified, and its element, name and syntax
    "img[data-x]": ("img", "data-x", "url"),
    "IMG[Data-X]": ("img", "data-x", "url"),
    "*[x]=srcset": ("*", "x", "srcset"),
    "x-y.z[a:b]=urls": ("x-y.z", "a:b", "urls"),
    "base[href]": ("base", "href", "url"),
}
NOT_SPECIFIED = [
    *(
        "",
        "a",
        "[b]",
        "a[]",
        "a[b",
        "a[b]c",
        "a[b]=",
        "a[b]=URL",
        "1[b]",
        "**[b]",
        "a b[c]",
        "a>[b]",
        "a/b[c]",
    ),
    *("a[b c]", "a[b[c]", "a[b[c]]", "a[b]]", "a[b=c]", "a['b']", 'a["b"]', "a[b/c]", "a[b>]", "a[b]=x y"),
    *("a[b]=no-syntax", "base[href]=urls", "*[x]=base"),
]


@pytest.mark.rows(("text", "row"), SPECIFIED.items(), ids=str)
def test_an_attribute_is_specified(text: str, row: tuple[str, str, str]) -> None:
    assert row_of(text)[:3] == row


@pytest.mark.rows("text", NOT_SPECIFIED, ids=repr)
def test_what_specifies_no_attribute(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not (of the form|a syntax)|has no other syntax"):
        row_of(text)


# from pages, and from the documentation of Flash Player and of https://amp.dev
IN_PRESETS = [
    ("lazy-loading", "<img data-src=/x>"),
    ("lazy-loading", "<img data-original=/x data-srcset='/x 2x'>"),
    ("lazy-loading", "<div data-bg=/x></div><div data-bg='url(/x)'></div>"),
    ("lazy-loading", "<div data-background=/x data-background-image='url(\"/x\")'></div>"),
    ("flash", "<object><param name=movie value=/x><param name=SRC value=/x></object>"),
    ("amp", "<form action-xhr=/x></form>"),
    ("amp", "<amp-img src=/x srcset='/x 2x'></amp-img>"),
    ("amp", "<amp-video poster=/x></amp-video>"),
    ("amp", "<amp-ima-video data-src=/x></amp-ima-video>"),
    ("amp", "<amp-story publisher-logo-src=/x background-audio=/x><amp-story-page background-audio=/x>"),
    ("json-ld", '<script type=application/ld+json>{"@context":"http://schema.org","@id":"/x"}</script>'),
]


@pytest.mark.rows(("preset", "page"), IN_PRESETS)
def test_a_preset(preset: str, page: str) -> None:
    after = page.replace("/x", "http://h/x")
    assert absolutize.rewrite(page, URL, presets=[preset]) == after
