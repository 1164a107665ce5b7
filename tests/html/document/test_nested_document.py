"""Documents in values are in UTF-8: they may have characters that the outer document's encoding lacks.

Expected values are written by hand; tests/browser asks Chromium.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

import absolutize

URL = "http://h/d/p"


class Inner(NamedTuple):
    """A document with character references for what its encoding lacks, and the same document rewritten."""

    name: str
    encoding: str
    before: str
    after: str
    reference: str  # the reference of its only link


TABLE = [
    Inner(
        "a host in a style sheet",
        "cp1252",
        r'<iframe srcdoc="<style>a{background:url(\\\\&#321;x/y)}</style>">',
        '<iframe srcdoc="<style>a{background:url(http://&#321;x/y)}</style>">',
        r"\\Łx/y",
    ),
    Inner(
        "a path in a style sheet, next to a character of the encoding",
        "cp1252",
        '<iframe srcdoc="<style>a{background:url(é&#1511;/x)}</style>">',
        '<iframe srcdoc="<style>a{background:url(http://h/d/é&#1511;/x)}</style>">',
        "éק/x",
    ),
    Inner(
        "an import map",
        "cp1252",
        '<iframe srcdoc=\'<script type="importmap">{"imports":{"&#1511;":"./é&#1511;"}}</script>\'>',
        '<iframe srcdoc=\'<script type="importmap">{"imports":{"&#1511;":"http://h/d/é&#1511;"}}</script>\'>',
        "./éק",
    ),
    Inner(
        "an attribute, of two bytes that look like a backslash",
        "cp932",
        "<iframe srcdoc='<p title=ソ><a href=\"表/../ソ\">'>",
        "<iframe srcdoc='<p title=ソ><a href=\"http://h/d/ソ\">'>",
        "表/../ソ",
    ),
    Inner(
        "text that looks like markup",
        "iso-2022-jp",
        "<iframe srcdoc='ゼあ <a href=\"表\">'>",
        "<iframe srcdoc='ゼあ <a href=\"http://h/d/表\">'>",
        "表",
    ),
    Inner(
        "one in another, in which there are no such characters",
        "koi8-r",
        "<iframe srcdoc='<iframe srcdoc=\"<style>a{background:url(&amp;#1511;/и)}</style>\">'>",
        "<iframe srcdoc='<iframe srcdoc=\"<style>a{background:url(http://h/d/&amp;#1511;/и)}</style>\">'>",
        "ק/и",
    ),
]


@pytest.mark.rows("row", TABLE, ids=lambda row: row.name)
def test_documents_in_values_are_in_utf_8(row: Inner) -> None:
    document = row.before.encode(row.encoding)
    label = {"cp1252": "windows-1252", "cp932": "shift_jis"}.get(row.encoding, row.encoding)
    assert absolutize.rewrite(document, URL, charset=label).decode(row.encoding) == row.after
    (link,) = absolutize.links(document, URL, charset=label)
    assert (link.reference, link.encoding) == (row.reference, "utf-8")
    assert document[link.start : link.stop].decode(row.encoding) == link.raw


IN_COMMENTS = [  # a base, and how it is written in a comment, which nothing in it ends (13.2.5.50, 51)
    ("http://h/a-->b/", "http://h/a--%3Eb/"),
    ("http://h/a--!>b/", "http://h/a--!%3Eb/"),
    ("http://h/a>b--/", "http://h/a>b--/"),
]


@pytest.mark.rows(("base", "written"), IN_COMMENTS)
def test_no_base_ends_a_comment(base: str, written: str) -> None:
    page = "<!--[if IE]><a href='{}x'><![endif]--><p>"
    once = absolutize.rewrite(page.format("").encode(), base)
    assert once.decode() == page.format(written)
    assert absolutize.rewrite(once, "http://moved/") == once


BASE = "http://h/é/ק/"
ESCAPED = "http://h/%C3%A9/%D7%A7/"  # in a CDATA section, character references are plain text


@pytest.mark.rows(
    ("before", "after"),
    [
        ("&lt;a href='и'>", f"&lt;a href='{ESCAPED}и'&gt;".replace("&gt;", ">")),
        ("<![CDATA[<a href='и'>]]>", f"<![CDATA[<a href='{ESCAPED}и'>]]>"),
        (
            "&lt;style>a{b:url(&#1511;и)}&lt;/style>",
            f"&lt;style>a{{b:url({ESCAPED}&#1511;и)}}&lt;/style>",
        ),
    ],
    ids=["escaped", "in a section", "a style sheet with a character that the encoding lacks"],
)
def test_html_in_a_feed_is_in_utf_8(before: str, after: str) -> None:
    feed = '<?xml version="1.0" encoding="windows-1251"?><rss><channel><item><description>{}</description>{}'
    rest = "</item></channel></rss>"
    made = absolutize.rewrite(feed.format(before, rest).encode("cp1251"), BASE)
    assert made.decode("cp1251") == feed.format(after, rest)
