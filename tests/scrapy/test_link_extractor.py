"""The link extractor: Scrapy's own cases, the additional links that it finds, and what it refuses."""

import pickle
import re
from collections.abc import Mapping
from itertools import chain
from typing import Any
from urllib.parse import quote

import pytest
from webencodings.labels import LABELS

import absolutize
from absolutize.html.document.encoding_sniffing import lookup
from absolutize.trees.values import rows_with
from absolutize.uri.rules import whatwg
from tests.scrapy.cases import (
    BASES,
    BASES_IN_LATIN_1,
    EXTRACTED,
    EXTRACTED_WRONGLY,
    MATCHES,
    WRONG_BASES,
    BaseCase,
    ScrapyCase,
)

pytest.importorskip("scrapy", reason="Scrapy is not installed: pip install 'absolutize[scrapy]'")

from scrapy.http import HtmlResponse, Response, TextResponse, XmlResponse
from scrapy.linkextractors import LinkExtractor as ScrapyExtractor
from w3lib.encoding import resolve_encoding

from absolutize.scrapy import LinkExtractor
from absolutize.scrapy.response import encoding_label
from tests.support.commandline import ROOT

URL, XHTML = "http://h/a/b.html", "http://www.w3.org/1999/xhtml"


def response(body: bytes, url: str = URL, **more: Any) -> HtmlResponse:
    return HtmlResponse(url, body=body, **more)


def urls(body: bytes, *, of: type = LinkExtractor, **settings: Any) -> list[str]:
    return [link.url for link in of(**settings).extract_links(response(body))]


def test_the_examples_of_the_docs_extract_links() -> None:
    page = (ROOT / "docs/scrapy.md").read_text("utf-8")
    (block,) = re.findall(r"(?ms)^```python\n(LinkExtractor\(.*?)^```$", page)
    body = b"<meta http-equiv=refresh content='1;r'><a href=x><img src=i.png srcset='s 1x'>"
    body += b"<main><div data-url=y></div></main>"
    found = [
        [link.url for link in eval(line, {"LinkExtractor": LinkExtractor}).extract_links(response(body))]  # noqa: S307
        for line in block.splitlines()
    ]
    assert found == [
        ["http://h/a/r", "http://h/a/x", "http://h/a/i.png", "http://h/a/s"],
        ["http://h/a/s"],
        ["http://h/a/y"],
    ]


# Scrapy's and w3lib's cases


@pytest.mark.rows("name", EXTRACTED)
def test_scrapys_cases(name: str) -> None:
    """Each case gives what Scrapy expects, except those that are listed as wrong."""
    case = EXTRACTED[name]
    assert (found(case) == expected(case)) is (name not in EXTRACTED_WRONGLY)


def found(case: ScrapyCase) -> list[tuple[str, str, bool]]:
    class_ = XmlResponse if case.xml else HtmlResponse
    given = class_(case.url, body=case.body, encoding=case.encoding)
    return [
        (each.url, each.text, each.nofollow) for each in LinkExtractor(**case.settings).extract_links(given)
    ]


def expected(case: ScrapyCase) -> list[tuple[str, str, bool]]:
    return [(whatwg.parse_url(url, case.url) or url, text, bool(more)) for url, text, *more in case.links]


def test_scrapys_cases_of_matches() -> None:
    assert [LinkExtractor(**case.settings).matches(case.url) for case in MATCHES] == [
        c.matches for c in MATCHES
    ]


@pytest.mark.rows("url", ["", "htp://should_be_http.example", "should_have_prefix.example"])
def test_urls_that_are_not_fetched(url: str) -> None:
    assert urls(b"<a href=x>", process_value=lambda _: url or "mailto:x") == (
        ["http://h/a/should_have_prefix.example"] if url.startswith("should") else []
    )


@pytest.mark.rows("restrict", [{}, {"restrict_css": "a"}])
def test_a_url_may_be_bytes(restrict: dict[str, str]) -> None:
    """Scrapy accepts such URLs, and decodes them in the encoding of the page."""
    page = response(b"<a href=x>", encoding="cp1251")
    for of in (LinkExtractor, ScrapyExtractor):
        (link,) = of(process_value=lambda _: b"y\xe4", **restrict).extract_links(page)
        assert link.url == "http://h/a/y%D0%B4"


@pytest.mark.rows("given", [3, ["x"], True], ids=str)
def test_what_is_no_url_is_refused(given: object) -> None:
    with pytest.raises(TypeError) as refused:
        urls(b"<a href=x>", process_value=lambda _: given)
    expected = f"process_value gave {given!r} for 'http://h/a/x'; it may give a str, bytes or None"
    assert str(refused.value) == expected


def test_what_is_no_function_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^process_value must be a function, not str$"):
        LinkExtractor(process_value="x")  # type: ignore[arg-type]


NAMED = "b.jpg;x?y#z", "b;c.jpg/d", "b;c/d.jpg", "?x/y.jpg", "b.PDF?c", "b#c.jpg", "//h.jpg", "b.tar.gz;v=1"


@pytest.mark.parametrize("url", [URL, "file:///a/b;c.html", "https://h/c;d/e.html?f.jpg"])
def test_extensions_are_those_of_scrapy(url: str) -> None:
    page = response("".join(f"<a href='{name}'>x</a>" for name in NAMED).encode(), url)
    theirs = [link.url for link in ScrapyExtractor().extract_links(page)]
    assert len(NAMED) > len(theirs) > 0
    canonical = [whatwg.browser_parse(each) for each in theirs]
    assert [link.url for link in LinkExtractor().extract_links(page)] == canonical


@pytest.mark.parametrize("of", [LinkExtractor, ScrapyExtractor])
@pytest.mark.rows("restrict", [{}, {"restrict_css": "a"}, {"process_value": str}])
def test_an_empty_fragment_is_left_out(of: type, restrict: dict[str, Any]) -> None:
    body = b"<a href=x#>x</a><a href=#>y</a><a href=x#z>z</a>"
    assert urls(body, of=of, **restrict) == ["http://h/a/x", URL, "http://h/a/x#z"]
    assert urls(body, of=of, allow="x$", **restrict) == ["http://h/a/x"]


def test_an_extractor_can_be_pickled() -> None:
    given = LinkExtractor(allow="x", kinds=["image"], deny_extensions=())
    page = response(b"<img src=x><img src=y>")
    assert pickle.loads(pickle.dumps(given)).extract_links(page) == given.extract_links(page) != []  # noqa: S301


@pytest.mark.rows("name", BASES)
def test_w3libs_cases(name: str) -> None:
    assert is_base(BASES[name]) is (name not in WRONG_BASES)


@pytest.mark.rows("name", BASES_IN_LATIN_1)
def test_w3libs_cases_in_latin_1(name: str) -> None:
    assert is_base(BASES_IN_LATIN_1[name], charset="latin1") is (name not in WRONG_BASES)


def is_base(case: BaseCase, **options: Any) -> bool:
    uri = absolutize.base_uri(case.page, case.url, **options).uri
    return whatwg.parse_url(uri or "") == whatwg.parse_url(case.base)


# what Scrapy's own does not find

LATE = b"<p>" + b"x" * 5000 + b"<base href=/late/>"
BETTER: Mapping[str, tuple[bytes, dict[str, Any], list[str]]] = {
    "late BASE": (b"<a href=x>" + LATE, {}, ["http://h/late/x"]),
    "late BASE, region": (b"<a href=x>" + LATE, {"restrict_css": "a"}, ["http://h/late/x"]),
    "BASE in a script before": (
        b"<title><base href=/no/></title><base href=/yes/><a href=x>",
        {},
        ["http://h/yes/x"],
    ),
    "srcset": (
        b"<img srcset='a 1x, b, 2x'><img src=c>",
        {"kinds": "image"},
        ["http://h/a/a", "http://h/a/b", "http://h/a/2x", "http://h/a/c"],
    ),
    "srcset by name": (
        b"<img srcset='a 1x, b 2x'>",
        {"tags": "img", "attrs": "srcset"},
        ["http://h/a/a", "http://h/a/b"],
    ),
    "CSS": (
        b"<p style='background: url(a)'><style>@import 'b'; p { cursor: url(c) }</style>",
        {"kinds": "style"},
        ["http://h/a/a", "http://h/a/b", "http://h/a/c"],
    ),
    "CSS, region": (
        b"<p style='background: url(a)'><style>@import 'b'</style>",
        {"kinds": "style", "restrict_xpaths": "//p|//style"},
        ["http://h/a/a", "http://h/a/b"],
    ),
    "refresh": (b"<meta http-equiv=refresh content='900; url=x'>", {}, ["http://h/a/x"]),
    "frames": (b"<frameset><frame src=x><frame src=y></frameset>", {}, ["http://h/a/x", "http://h/a/y"]),
    "in a srcdoc": (b"<iframe srcdoc='<a href=x>x</a>'></iframe>", {}, ["http://h/a/x"]),
    "in a srcdoc, region": (
        b"<div><iframe srcdoc='<a href=x>x</a>'></iframe></div>",
        {"restrict_css": "div"},
        ["http://h/a/x"],
    ),
    "images in a srcdoc, and icons, region": (
        b"<link rel=icon href=x><iframe srcdoc='<img src=y>'></iframe>",
        {"kinds": "image", "restrict_css": "html"},
        ["http://h/a/x", "http://h/a/y"],
    ),
    "hints, region": (
        b"<link rel=preload href=x>",
        {"kinds": "hint", "restrict_css": "html"},
        ["http://h/a/x"],
    ),
    "any of the texts": (
        b"<a href=x><img></a><a href=x>more</a>",
        {"restrict_text": "more"},
        ["http://h/a/x"],
    ),
    "svg": (b"<svg><a xlink:href=x>x</a></svg>", {}, ["http://h/a/x"]),
    "backslashes": (rb"<a href='\x\y'><a href=\\other\z>", {}, ["http://h/x/y", "http://other/z"]),
    "tabs and line ends": (b"<a href='x\n\ty'>", {}, ["http://h/a/xy"]),
    "default port, dot segments": (b"<a href=http://H:80/a/%2e%2e/x>", {}, ["http://h/x"]),
    "all kinds": (b"<link href=x><a href=y>", {"kinds": "*"}, ["http://h/a/x", "http://h/a/y"]),
    "data-src, region": (
        b"<div><img data-src=x></div><img data-src=y>",
        {"tags": "img", "attrs": "data-src", "restrict_css": "div"},
        ["http://h/a/x"],
    ),
}


@pytest.mark.rows("name", BETTER)
def test_what_scrapys_own_does_not_find(name: str) -> None:
    body, settings, links = BETTER[name]
    assert urls(body, **settings) == links


ALIKE = frozenset({"data-src, region", "tabs and line ends"})


def test_scrapys_own_finds_less() -> None:
    """This shows that the cases above are meaningful."""
    shared = {
        name: {k: v for k, v in settings.items() if k != "kinds"} for name, (_, settings, _) in BETTER.items()
    }
    same = {
        name
        for name, (body, _, links) in BETTER.items()
        if urls(body, of=ScrapyExtractor, **shared[name]) == links
    }
    assert same == ALIKE


EVERYWHERE: Mapping[str, tuple[bytes, dict[str, Any], list[str]]] = {
    "a conditional comment": (b"<!--[if IE]><a href=x>x</a><![endif]--><a href=y>y</a>", {}, ["y"]),
    "a placeholder is text": (b"<a href={{x}}>x</a>", {}, ["%7B%7Bx%7D%7D"]),
    "BASE in capitals": (b"<a href=x>x</a><BASE HREF=/a/b/>", {}, ["b/x"]),
    "another kind in a srcdoc": (b"<iframe srcdoc='<img src=x><a href=y>y</a>'></iframe>", {}, ["y"]),
    "custom properties": (
        b"<p style='--x: url(x); --y: url(y)'><style>a { --z: url(z) }</style><div title='var(--y)'></div>",
        {"kinds": "style"},
        ["y"],
    ),
    "an image of svg": (b"<svg><image href=x /></svg>", {"kinds": "image"}, ["x"]),
    "no BASE of svg": (b"<svg><base href=x /></svg><math><base href=y /></math>", {"kinds": "base"}, []),
    "an anchor of math": (b"<math><mi href=x>i</mi></math>", {"kinds": "navigation"}, ["x"]),
    "a relative BASE": (b"<base href=b/><a href=x>x</a>", {"kinds": "*"}, ["b/", "b/x"]),
    "a codebase": (
        b"<object codebase=b/ archive=x data=y></object><a codebase=c/ href=z>z</a>",
        {"kinds": "*"},
        ["b/", "b/x", "y", "z"],
    ),
}


@pytest.mark.rows("restrict", [{}, {"restrict_css": "html"}])
@pytest.mark.rows("name", EVERYWHERE)
def test_a_region_has_the_links_of_the_whole(name: str, restrict: dict[str, str]) -> None:
    body, settings, links = EVERYWHERE[name]
    assert urls(body, **settings, **restrict) == [f"http://h/a/{link}" for link in links]


WITHOUT_TEXT = {  # elements in which links of some kind have no text
    "a frame": (b"<iframe src=x>more</iframe>", {}),
    "a form": (b"<form action=x>more</form>", {"kinds": "form"}),
    "a style": (b"<p style='a:url(x)'>more</p>", {"kinds": "style"}),
    "a style sheet": (b"<style>a{more:url(x)}</style>", {"kinds": "style"}),
}


@pytest.mark.rows("restrict", [{}, {"restrict_css": "html"}])
@pytest.mark.rows("name", WITHOUT_TEXT)
def test_a_link_by_its_kind_has_the_same_text_in_a_region(name: str, restrict: dict[str, str]) -> None:
    body, settings = WITHOUT_TEXT[name]
    page = response(body)
    links = LinkExtractor(**settings, **restrict).extract_links(page)
    assert [(link.url, link.text) for link in links] == [("http://h/a/x", "")]
    assert LinkExtractor(**settings, **restrict, restrict_text="more").extract_links(page) == []


@pytest.mark.rows("restrict", [{}, {"restrict_css": "html"}])
@pytest.mark.rows(
    "body",
    [b"<A HREF=x>t</A>", b"<a href='&eacute;x'>t</a>", b"<textarea><a href=z>z</a></textarea>", b"<a href=x"],
)
def test_text_is_read_as_html(body: bytes, restrict: dict[str, str]) -> None:
    page = TextResponse(URL, body=body, encoding="utf-8")
    ours, theirs = (
        [link.url for link in of(**restrict).extract_links(page)] for of in (LinkExtractor, ScrapyExtractor)
    )
    assert ours == theirs


PREFIXED = b'<x:html xmlns:x="http://www.w3.org/1999/xhtml"><x:a href="x"/><x:base href="/b/"/></x:html>'


@pytest.mark.rows("restrict", [{}, {"restrict_xpaths": "/*"}])
def test_the_names_of_xhtml_may_have_a_prefix(restrict: dict[str, str]) -> None:
    page = XmlResponse(URL, headers={"Content-Type": "application/xhtml+xml"}, body=PREFIXED)
    assert [link.url for link in LinkExtractor(**restrict).extract_links(page)] == ["http://h/b/x"]


FEED = b'<rss xmlns:h="http://www.w3.org/1999/xhtml"><a href="html"/><h:a href="xhtml"/></rss>'
READ_AS: Mapping[str, tuple[type[Response], str | None, list[str]]] = {
    "HTML": (HtmlResponse, "text/html", ["html"]),
    "HTML by its class": (HtmlResponse, None, ["html"]),
    "text": (TextResponse, "text/plain", ["html"]),
    "XHTML": (HtmlResponse, "application/xhtml+xml", ["html", "xhtml"]),
    "XHTML in capitals": (HtmlResponse, "Application/XHTML+XML ; charset=utf-8", ["html", "xhtml"]),
    "XHTML for telephones": (HtmlResponse, "application/vnd.wap.xhtml+xml", ["html", "xhtml"]),
    "XML by its class": (XmlResponse, None, ["html", "xhtml"]),
}


@pytest.mark.rows("name", READ_AS)
def test_a_response_is_read_as_its_class_and_media_type_say(name: str) -> None:
    """Whatever its body begins with: a feed that is sent as HTML is HTML to browsers."""
    of, media_type, links = READ_AS[name]
    page = of(URL, headers={"Content-Type": media_type} if media_type else {}, body=FEED)
    found = [link.url for link in LinkExtractor().extract_links(page)]
    assert found == [f"http://h/a/{link}" for link in links]


@pytest.mark.rows("restrict", [{}, {"restrict_css": "html"}])
def test_a_codec_that_no_browser_knows_is_none(restrict: dict[str, str]) -> None:
    page = HtmlResponse(URL, body=b"<a href=x>x</a>", encoding="cp437")
    assert [link.url for link in LinkExtractor(**restrict).extract_links(page)] == ["http://h/a/x"]


ASKED_FOR: Mapping[str, tuple[bytes, dict[str, Any], list[str]]] = {
    "value of param": (b"<param name=movie value=m>", {"tags": "param", "attrs": "value"}, ["m"]),
    "value of param, which is one": (
        b"<param valuetype=ref value=m>",
        {"tags": "param", "attrs": "value"},
        ["m"],
    ),
    "content of meta": (b"<meta name=t content=c>", {"tags": "meta", "attrs": "content"}, ["c"]),
    "content of any element": (b"<meta name=t content=c>", {"tags": "*", "attrs": "content"}, ["c"]),
    "a refresh": (b"<meta http-equiv=refresh content='1;c'>", {"tags": "*", "attrs": "content"}, ["c"]),
    "all attributes": (b"<meta name=t content=c>", {"tags": "*", "attrs": "*"}, ["t", "c"]),
    "names that no XML has": (b"<a \x01b=x {}c=y {d=z {e}f=w href=q>", {"tags": "*", "attrs": "*"}, ["q"]),
    "animations": (
        b"<svg><animate attributename=x from=f to=t by=b values=v>",
        {"tags": "animate", "attrs": ["from", "to", "by", "values"]},
        ["f", "t", "b", "v"],
    ),
    "animations, which are ones": (
        b"<svg><animate attributename=href from=f to=t by=b values='v;w'>",
        {"tags": "*", "attrs": ["from", "to", "by", "values"]},
        ["f", "t", "b", "v", "w"],
    ),
    "set": (b"<svg><set attributename=x to=t>", {"tags": "set", "attrs": "to"}, ["t"]),
    "xlink:href": (b"<svg><a xlink:href=x>", {"tags": "a", "attrs": "xlink:href"}, ["x"]),
    "xlink:href outside of svg": (b"<a xlink:href=x href=y>", {"tags": "a", "attrs": "xlink:href"}, ["x"]),
    "xlink:href alone": (b"<svg><a xlink:href=x href=y>", {"tags": "*", "attrs": "xlink:href"}, ["x"]),
    "roles": (
        b"<p xlink:role=r xlink:arcrole=a>",
        {"tags": "p", "attrs": ["xlink:role", "xlink:arcrole"]},
        ["r", "a"],
    ),
    "denied": (b"<svg><a xlink:href=x>", {"attrs": "xlink:href", "deny_attrs": "xlink:href"}, []),
}


@pytest.mark.rows("name", ASKED_FOR)
def test_attributes_that_are_asked_for_are_links(name: str) -> None:
    """This applies whether or not the link table has them, and whatever conditions it has."""
    body, settings, links = ASKED_FOR[name]
    assert urls(body, **settings) == [f"http://h/a/{link}" for link in links]


ATOM, XLINK = "http://www.w3.org/2005/Atom", "http://www.w3.org/1999/xlink"
XML = f"""<r xmlns:t="{ATOM}" xmlns:x="{XLINK}" xmlns:h="{XHTML}" xmlns:u="urn:U">
<a href="a" u:To="b"/><A href="c"/><t:a href="d" dataUrl="e"/><t:b x:href="f"/><h:a href="g"/></r>""".encode()
OF_XML: Mapping[str, tuple[dict[str, Any], list[str]]] = {
    "in a region": ({"restrict_xpaths": "/*"}, ["a", "g"]),
    "capitals": ({"tags": "A"}, ["c"]),
    "a namespace": ({"tags": f"{{{ATOM}}}a"}, ["d"]),
    "an attribute with capitals": ({"tags": "*", "attrs": "dataUrl"}, ["e"]),
    "an attribute with a namespace": ({"tags": "*", "attrs": "{urn:U}To"}, ["b"]),
    "XLink": ({"tags": "*", "attrs": f"{{{XLINK}}}href"}, ["f"]),
    "all": ({"tags": "*", "attrs": "*"}, ["a", "b", "c", "d", "e", "f", "g"]),
    "all but": (
        {
            "tags": "*",
            "attrs": "*",
            "deny_tags": ["A", f"{{{ATOM}}}link"],
            "deny_attrs": ["{urn:U}To", "dataUrl", f"{{{XLINK}}}href"],
        },
        ["a", "d", "g"],
    ),
    "a namespace left out": ({"tags": "*", "attrs": "dataUrl", "deny_tags": f"{{{ATOM}}}a"}, []),
}


@pytest.mark.parametrize("of", [LinkExtractor, ScrapyExtractor])
@pytest.mark.rows("name", OF_XML)
def test_names_in_xml_are_those_of_scrapy(name: str, of: type) -> None:
    """Their case counts, and so does a namespace other than XHTML's."""
    settings, links = OF_XML[name]
    found = [link.url for link in of(**settings).extract_links(XmlResponse(URL, body=XML))]
    assert found == [f"http://h/a/{link}" for link in links]


@pytest.mark.parametrize("of", [LinkExtractor, ScrapyExtractor])
@pytest.mark.rows("argument", ["tags", "attrs"])
@pytest.mark.rows("name", ["", "{", "}", "{x", "{}a", "\0", "\ud800", "a*", "{*}a", " a"])
def test_names_that_no_element_has_give_no_links(argument: str, name: str, of: type) -> None:
    assert urls(b"<a href=x>", of=of, **{argument: name}) == []


@pytest.mark.parametrize("of", [LinkExtractor, ScrapyExtractor])
@pytest.mark.parametrize("element", ["a", "div", "img"])
def test_any_element_may_have_a_rel(element: str, of: type) -> None:
    page = response(f"<{element} rel=nofollow data-url=x>".encode())
    assert [link.nofollow for link in of(tags=element, attrs="data-url").extract_links(page)] == [True]


@pytest.mark.parametrize("tags", ["*", "p"])
def test_all_attributes_of_any_page_are_read_by_the_same_rows(tags: str) -> None:
    """The rows for the attributes of each page were kept: a page of 270 KB cost 45 MB."""
    extractor = LinkExtractor(tags=tags, attrs="*")
    before = None
    for page in range(4):
        body = b"".join(b"<p a%dx%d=y>" % (page, index) for index in range(9))
        assert [link.url for link in extractor.extract_links(response(body))] == ["http://h/a/y"]
        before = before or rows_with.cache_info().misses
    assert rows_with.cache_info().misses == before


def test_json_has_no_elements_and_is_read_as_text() -> None:
    """Scrapy makes a selector of JSON for it, which raises an error for an XPath."""
    page = TextResponse(URL, body=b'{"a": "<a href=q>"}', encoding="utf-8")
    assert [link.url for link in LinkExtractor(restrict_css="a").extract_links(page)] == ["http://h/a/q"]


def test_queries_are_in_the_encoding_of_the_page() -> None:
    page = "<meta charset=shift_jis><a href='?q=\u65e5\u2603'>".encode("shift_jis", "xmlcharrefreplace")
    assert urls(page) == ["http://h/a/b.html?q=%93%FA%26%239731%3B"]


@pytest.mark.rows("codec", ["cp932", "cp949", "gb18030", "big5hkscs", "euc_jp", "iso2022_jp", "koi8-r"])
def test_encodings_are_known_by_the_names_of_python(codec: str) -> None:
    text = "\u0444" if codec == "koi8-r" else "\u4e2d"
    link = LinkExtractor().extract_links(response(f"<a href=x>{text}</a>".encode(codec), encoding=codec))
    assert [each.text for each in link] == [text]


THAI = "\u0e01"
NAMED_ENCODINGS = {  # a label in the Content-Type, a character of it, and that character in a query
    "tis-620": (THAI, "%A1"),
    "windows-874": (THAI, "%A1"),
    "iso-8859-11": (THAI, "%A1"),
    "iso-8859-16": ("\u0219", "%BA"),
    "shift_jis": ("\u65e5", "%93%FA"),
}


@pytest.mark.rows("restrict", [{}, {"restrict_css": "html"}])
@pytest.mark.rows("label", NAMED_ENCODINGS)
def test_the_encoding_of_the_header_is_that_of_links(label: str, restrict: dict[str, str]) -> None:
    character, query = NAMED_ENCODINGS[label]
    body = f"<a href='/{character}?q={character}'>{character}</a>".encode(resolve_encoding(label) or "")
    page = response(body, headers={"Content-Type": f"text/html; charset={label}"})
    links = [(link.url, link.text) for link in LinkExtractor(**restrict).extract_links(page)]
    assert links == [(f"http://h/{quote(character)}?q={query}", character)]


@pytest.mark.rows("label", [label for label in LABELS if resolve_encoding(label) is not None])
def test_what_scrapy_makes_of_a_label_is_of_its_encoding(label: str) -> None:
    """For GBK Scrapy reports GB18030, which decodes the same characters."""
    known = lookup(encoding_label(resolve_encoding(label) or "") or "")
    assert known == {"gbk": "gb18030"}.get(LABELS[label], LABELS[label])


@pytest.mark.rows("restrict", [{}, {"restrict_css": "html"}])
@pytest.mark.rows(
    "anchor",
    [
        "x",
        " x\n  y ",
        "a<b>b</b>c",
        "&lt;&eacute;",
        "<img alt=z>",
        "1 < 2",
        "a<!-- b -->c",
        "<p>a</p><p>b</p>",
        "<svg><title>a</title></svg>b",
        "a<script>b&amp;</script><style>c</style>d<textarea>e&amp;</textarea>f",
    ],
)
def test_texts_are_those_of_scrapy(anchor: str, restrict: dict[str, str]) -> None:
    page = response(f"<a class='c' href=/x>{anchor}</a> z".encode())
    ours, theirs = (of(**restrict).extract_links(page) for of in (LinkExtractor, ScrapyExtractor))
    assert [link.text for link in ours] == [link.text for link in theirs]


@pytest.mark.rows("restrict", [{}, {"restrict_css": "html"}])
@pytest.mark.rows("rel", ["nofollow", "NoFollow", "a nofollow", "external,nofollow", "nofollowed", ""])
def test_nofollow_is_that_of_scrapy(rel: str, restrict: dict[str, str]) -> None:
    page = response(
        f'<a rel="{rel}" href=x>a</a><img rel="{rel}" src=y><img srcset="z" rel="{rel}">'.encode()
    )
    named: dict[str, Any] = {"tags": ("a", "img"), "attrs": ("href", "src", "srcset"), **restrict}
    theirs = [link.nofollow for link in ScrapyExtractor(**named).extract_links(page)]
    for settings in (named, {**restrict, "kinds": "*"}):
        assert [link.nofollow for link in LinkExtractor(**settings).extract_links(page)] == theirs


def test_an_empty_element_of_xhtml_has_no_text() -> None:
    page = XmlResponse(URL, body=b'<html xmlns="http://www.w3.org/1999/xhtml"><a href="x"/>y</html>')
    assert [(link.url, link.text) for link in LinkExtractor().extract_links(page)] == [("http://h/a/x", "")]


@pytest.mark.rows(
    "body", [b"", b"\0", b"<", b"<a href=", b"<a href=x", b"\xff\xfe<\0a", b"<base href=data:,>"]
)
def test_whatever_a_page_is_nothing_is_raised(body: bytes) -> None:
    for restrict in ({}, {"restrict_css": "body"}):
        LinkExtractor(kinds="*", **restrict).extract_links(response(body))


UNREAD_BASES = ("http://[bad", "http://h:bad/", "http://h:99999/", "//[x]/", "http://\u2100/x")  # by w3lib
RESTRICTED: Mapping[str, dict[str, Any]] = {
    "CSS": {"restrict_css": "*"},
    "XPath": {"restrict_xpaths": "//*[@href]"},
    "attributes": {"tags": ["a", "div"], "attrs": ["href"]},
}


@pytest.mark.rows("name", RESTRICTED)
@pytest.mark.rows("of", [HtmlResponse, XmlResponse])
@pytest.mark.rows("base", UNREAD_BASES)
def test_a_base_that_scrapy_cannot_read_does_not_matter_in_regions(base: str, of: type, name: str) -> None:
    body = f'<html xmlns="{XHTML}"><head><base href="{base}"/></head><body><a href="x">X</a></body></html>'
    page = of(URL, body=body.encode(), encoding="utf-8")
    with pytest.raises(ValueError, match=r"."):
        page.selector  # noqa: B018 -- this shows that the row is meaningful
    region = LinkExtractor(**RESTRICTED[name]).extract_links(page)
    assert region == LinkExtractor().extract_links(page) != []


def test_what_a_spider_removed_from_the_selector_has_no_links() -> None:
    page = response(b"<base href=/e/><p><a href=x>X</a></p><a href=y>Y</a>")
    page.css("p").drop()
    assert [link.url for link in LinkExtractor(restrict_css="*").extract_links(page)] == ["http://h/e/y"]


def derived(of: type, note: list[list[tuple[str, str, bool]]]) -> type:
    """Derive a class whose method records the links that it receives, and returns all allowed but one."""

    class Derived(of):
        def _process_links(self, links: list[Any]) -> list[Any]:
            note.append([(link.url, link.text, link.nofollow) for link in links])
            allowed: list[Any] = super()._process_links(links)
            return [link for link in allowed if not link.url.endswith("/left-out")]

    return Derived


OF_SUBCLASSES: Mapping[str, dict[str, Any]] = {
    "as they are": {},
    "allowed": {"allow": "x$"},
    "by text": {"restrict_text": "X"},
    "canonical": {"canonicalize": True},
    "in regions": {"restrict_css": "p"},
    "each time": {"unique": False},
}


@pytest.mark.rows("name", OF_SUBCLASSES)
def test_a_subclass_has_its_say_on_links(name: str) -> None:
    """Scrapy says that `_process_links` is there to be overridden."""
    body = b"<p><a href=x rel=nofollow>X</a><a href='left-out'>l</a></p><p><a href=x>X</a><a href=z?b&a>Z</a>"
    results = []
    for of in (LinkExtractor, ScrapyExtractor):
        note: list[list[tuple[str, str, bool]]] = []
        results.append((urls(body, of=derived(of, note), **OF_SUBCLASSES[name]), {*chain(*note)}))
    ours, theirs = results
    assert ours[0] == theirs[0] != []
    assert ours[1] >= theirs[1] != set()  # Scrapy's removes duplicates before the call


def test_a_region_that_is_text_has_no_links() -> None:
    assert urls(b"<a href=x>", restrict_xpaths="//a/@href") == []


def test_a_response_that_is_no_text_is_refused() -> None:
    """The error is the one that Scrapy's own extractor raises."""
    response = Response("http://h/", body=b"<a href=x>")
    with pytest.raises(
        AttributeError, match=r"^the content of the Response is not text: give a TextResponse$"
    ):
        LinkExtractor().extract_links(response)
    with pytest.raises(AttributeError):
        ScrapyExtractor().extract_links(response)


@pytest.mark.rows("argument", ["tags", "attrs", "deny_tags", "deny_attrs", "kinds"])
@pytest.mark.rows(
    ("given", "message"),
    [(5, "{} must be a sequence of str, not int"), (["a", None], "{}[1] must be a str, not NoneType")],
    ids=["a number", "None in a list"],
)
def test_names_that_are_none_are_refused(argument: str, given: Any, message: str) -> None:
    with pytest.raises(TypeError) as refused:
        LinkExtractor(**{argument: given})
    assert str(refused.value) == message.format(argument)


def test_a_kind_that_there_is_not_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"^kinds: 'picture' is not a kind of links; choose from navigation, "
    ):
        LinkExtractor(kinds=["image", "picture"])
