"""The URL that a browser requests for a link is ada-url's, with the query in the document's encoding."""

from __future__ import annotations

import pickle
from typing import Any

import ada_url
import pytest
from bs4 import BeautifulSoup
from lxml import html

import absolutize
from absolutize.engine.requested_url import requested_url

URL = "http://h/d/p.html?q#f"

REQUESTED = [  # a target, the encoding of the document, what is requested
    ("http://h", "utf-8", "http://h/"),
    ("HTTP://H:80/a b#c", "utf-8", "http://h/a%20b"),
    ("http://h/#", "utf-8", "http://h/"),
    ("http://h/?#c", "utf-8", "http://h/?"),
    ("http://h/a?b?c#d?e", "utf-8", "http://h/a?b?c"),
    ("http://é.example/é?é#é", "utf-8", "http://xn--9ca.example/%C3%A9?%C3%A9"),
    ("http://é.example/é?é#é", "windows-1252", "http://xn--9ca.example/%C3%A9?%E9"),
    ("file:///é?é", "windows-1252", "file:///%C3%A9?%E9"),
    ("ftp://h/?é", "windows-1252", "ftp://h/?%E9"),
    ("http://u:p@h/", "utf-8", "http://u:p@h/"),
    ("http://h/\udc80?\udc80", "windows-1252", "http://h/%EF%BF%BD?%26%2365533%3B"),
    # web-platform-tests, url/resources/percent-encoding.json
    ("http://h/?†", "big5", "http://h/?%26%238224%3B"),
    ("http://h/?†", "euc-kr", "http://h/?%A2%D3"),
    ("http://h/?†", "windows-1252", "http://h/?%86"),
    ("http://h/?\x0eA", "iso-2022-jp", "http://h/?%26%2365533%3BA"),
    ("http://h/?\u203e\\", "iso-2022-jp", "http://h/?%1B(J~%1B(B\\"),
    ("http://h/?\ue5e5", "gb18030", "http://h/?%26%2358853%3B"),
    ("http://h/?\u2212", "shift_jis", "http://h/?%81|"),
    ("http://h/?¢", "iso-8859-2", "http://h/?%26%23162%3B"),
    ("http://h/?a", "utf-16le", "http://h/?a"),  # in which nothing is percent-encoded
    ("http://h/?é", "utf-16le", "http://h/?%C3%A9"),
    # nothing is requested
    *(
        (target, "utf-8", None)
        for target in ("mailto:a@h", "javascript:f()", "data:,x", "about:blank", "x:y")
    ),
    *((target, "utf-8", None) for target in ("http://h h/", "http://[/", "ws://h/", "x", "")),
]


@pytest.mark.parametrize(("target", "encoding", "requested"), REQUESTED)
def test_what_is_requested(target: str, encoding: str, requested: str | None) -> None:
    assert requested_url(target, encoding) == requested


REFERENCES = (
    *("x", "../x/./y", "?é=ü", "//É.example", "http:x", "\\x\\y?\\", "é/%7e'`{}|^", "?a'b\"c<d>", "x y?x y"),
    *("http://h/%2e%2E/x", "//u:p@h:80/x", "//0x7f.1/", "///h2/x", "/a?{b}", "?€#€", "/%zz?%zz"),
)


def in_utf_8(reference: str) -> str:
    return str(ada_url.URL(reference, URL).href).partition("#")[0]


@pytest.mark.parametrize("rules", ["rfc2396bis-00", "whatwg"])
def test_of_a_page_in_utf_8_it_is_what_ada_says(rules: Any) -> None:
    page = "".join(f'<a href="{each.replace(chr(34), "&quot;")}">' for each in REFERENCES)
    links = absolutize.links(page.encode(), URL, charset="utf-8", rules=rules)
    assert [link.request_url for link in links] == list(map(in_utf_8, REFERENCES))


PAGE = """<base href="?é"><a href="é?é#é">é</a><img srcset="?é 1x, data:,x 2x"><a href="#é"></a>
<iframe srcdoc="<a href='?é'></a>"></iframe><!--[if IE]><a href="?é"></a><![endif]-->
<script type=importmap>{"imports":{"é":"./?é"}}</script>
<p style="b:url(?é)"><svg fill="url(?é)"></svg><style>p{b:url(?é)}</style>"""
LEGACY, UTF_8 = "%E9", "%C3%A9"
# BASE, documents in srcdoc, import maps and CSS in attributes are read in UTF-8, whatever the page is in
OF_PAGE = [
    f"http://h/d/p.html?{UTF_8}",
    f"http://h/d/{UTF_8}?{LEGACY}",
    f"http://h/d/p.html?{LEGACY}",
    *(None, None),
    f"http://h/d/p.html?{UTF_8}",
    f"http://h/d/p.html?{LEGACY}",
    f"http://h/d/?{UTF_8}",
    *[f"http://h/d/p.html?{UTF_8}"] * 2,
    f"http://h/d/p.html?{LEGACY}",
]


@pytest.mark.parametrize("text", [False, True])
def test_the_encoding_of_the_document_counts(text: bool) -> None:
    links = list(absolutize.links(PAGE.encode("latin-1"), URL, text=text))
    assert [link.request_url for link in links] == OF_PAGE
    assert {link.encoding for link in links} == {"windows-1252", "utf-8"}


def test_the_url_of_the_document_is_the_same_in_documents_within_it() -> None:
    page = b"<meta charset=iso-8859-2><a href='#s'></a><iframe srcdoc='<a href=#s></a>'></iframe>"
    links = absolutize.links(page, "http://h/?\xe9", same_document="resolve")
    assert [link.request_url for link in links] == ["http://h/?%C3%A9"] * 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_of_a_page_in_any_encoding_of_unicode_it_is_in_utf_8(encoding: str) -> None:
    links = absolutize.links(f"\ufeff{PAGE}".encode(encoding), URL)
    assert [link.request_url for link in links] == [url and url.replace(LEGACY, UTF_8) for url in OF_PAGE]


def tree_of_lxml(page: bytes) -> object:
    return html.document_fromstring(page, parser=html.HTMLParser(encoding="windows-1252"))


def tree_of_soup(page: bytes) -> object:
    return BeautifulSoup(page, "html.parser", from_encoding="windows-1252")


@pytest.mark.parametrize("build", [tree_of_lxml, tree_of_soup])
def test_trees_know_their_encoding(build: Any) -> None:
    links = absolutize.links(build(PAGE.encode("latin-1")), URL)
    assert [link.request_url for link in links] == OF_PAGE


def test_a_placeholder_is_not_known_yet() -> None:
    page = "<a href='x?{{q}}'></a><a href='{{x}}'></a><a href='//h/{{x'></a>"
    assert [link.request_url for link in absolutize.links(page, URL)] == [None] * 3
    links = absolutize.links(page, URL, placeholders="resolve")
    assert [link.request_url for link in links] == list(map(in_utf_8, ("x?{{q}}", "{{x}}", "//h/{{x")))


def test_links_are_values() -> None:
    (link,) = absolutize.links(b"<a href=?\xe9>", URL)
    copied = pickle.loads(pickle.dumps(link))  # noqa: S301 -- its own
    assert (copied, copied.request_url) == (link, "http://h/d/p.html?%E9")
    assert link._replace(encoding="utf-8", target="http://h/?é").request_url == "http://h/?%C3%A9"
    assert link.canonical_url() == "http://h/d/p.html?%E9="
    assert link.canonical_url("standard") == "http://h/d/p.html?%E9"
    assert link._replace(target="mailto:a@h").canonical_url() is None
