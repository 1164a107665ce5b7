"""A rewrite changes as little as possible, and keeps the value's quotes and the document's encoding."""

import re
from functools import partial
from itertools import product
from typing import Any

import ada_url
import lxml.html
import pytest
from bs4 import BeautifulSoup
from lxml import etree

import absolutize

URL = "http://h/a/b/c?q"


def rewrite(page: bytes, **options: Any) -> bytes:
    """Rewrite at the usual URL."""
    return absolutize.rewrite(page, options.pop("url", URL), **options)


WRITTEN = [
    # before, after
    ("<a href=x>", "<a href=http://h/a/b/x>"),
    ("<a href='x'>", "<a href='http://h/a/b/x'>"),
    ('<a href="x">', '<a href="http://h/a/b/x">'),
    ("<A HREF = x >", "<A HREF = http://h/a/b/x >"),
    ("<a href=x/>", "<a href=http://h/a/b/x/>"),
    ("<a href=/ >", "<a href=http://h/ >"),
    ("<a href='../x'>", "<a href='http://h/a/x'>"),
    ("<a href='../../../x'>", "<a href='http://h/x'>"),
    ("<a href='./x'>", "<a href='http://h/a/b/x'>"),
    ("<a href='.'>", "<a href='http://h/a/b/'>"),
    ("<a href='x/../y'>", "<a href='http://h/a/b/y'>"),
    ("<a href='?y'>", "<a href='http://h/a/b/c?y'>"),
    ("<a href='//k/x'>", "<a href='http://k/x'>"),
    ("<a href='//1.2.3.4/x'>", "<a href='http://1.2.3.4/x'>"),
    ('<a href="//09/x">', '<a href="//09/x">'),
    ('<a href="//256.1.1.1">', '<a href="//256.1.1.1">'),
    ("<a href='x?a=1&b=2'>", "<a href='http://h/a/b/x?a=1&b=2'>"),
    ("<a href='x?a=1&amp;b=2'>", "<a href='http://h/a/b/x?a=1&amp;b=2'>"),
    ("<a href='&#x2e;./x'>", "<a href='http://h/a/x'>"),
    ("<a href='caf&eacute;'>", "<a href='http://h/a/b/caf&eacute;'>"),
    (
        "<a href='../caf&eacute;/./x&quot;'>",
        "<a href='http://h/a/caf\N{LATIN SMALL LETTER E WITH ACUTE}/x&quot;'>",
    ),
    ('<a href=" x ">', '<a href=" http://h/a/b/x ">'),
    ("<a href='x\ny'>", "<a href='http://h/a/b/x\ny'>"),
    ("<a href=x\ty>", "<a href=http://h/a/b/x\ty>"),
    ("<a href='./ x'>", "<a href='http://h/a/b/ x'>"),
    ("<a href='&#32;x'>", "<a href='&#32;http://h/a/b/x'>"),
    ("<a ping='x  /y\n../z'>", "<a ping='http://h/a/b/x  http://h/y\nhttp://h/a/z'>"),
    ("<a ping='x&#32;y'>", "<a ping='http://h/a/b/x&#32;http://h/a/b/y'>"),
    ("<a href=x href=y>", "<a href=http://h/a/b/x href=y>"),
    ("<a href=http://k/ HREF=y>", "<a href=http://k/ HREF=y>"),
    ("<a href=x", "<a href=x"),
    ("<a href='x>", "<a href='x>"),
    ("<a href='#s'><a href><a href=><a href=''>", "<a href='#s'><a href><a href=><a href=''>"),
    ("<script src=s>'<a href=x>'</script>", "<script src=http://h/a/b/s>'<a href=x>'</script>"),
    ("<textarea><a href=x></textarea>", "<textarea><a href=x></textarea>"),
    ("<noscript><img src=x></noscript>", "<noscript><img src=http://h/a/b/x></noscript>"),
    ("<noscript><img src=x </noscript>", "<noscript><img src=http://h/a/b/x </noscript>"),
    ("<noscript><img src='x' alt=\"</noscript>", "<noscript><img src='http://h/a/b/x' alt=\"</noscript>"),
    ("<noscript><img src=x</noscript>", "<noscript><img src=x</noscript>"),
    ("<noscript><img src='x</noscript>'>", "<noscript><img src='x</noscript>'>"),
    ("<noscript><img src= </noscript>", "<noscript><img src= </noscript>"),
    ("<noscript><img src=x ", "<noscript><img src=x "),
    ("<noscript><style>@import 'x';</noscript>", "<noscript><style>@import 'http://h/a/b/x';</noscript>"),
    ("<noscript><style </noscript>", "<noscript><style </noscript>"),
    ("\r\n<a\r\nhref='x'\r\n>\r\n", "\r\n<a\r\nhref='http://h/a/b/x'\r\n>\r\n"),
    ("\0<a href='x\0'>", "\0<a href='http://h/a/b/x\0'>"),
]


@pytest.mark.rows(("page", "expected"), [pytest.param(*row, id=row[0]) for row in WRITTEN])
def test_what_is_written(page: str, expected: str) -> None:
    """Bytes and text give the same result, and a second run changes nothing."""
    assert rewrite(page.encode(), charset="utf-8") == expected.encode()
    assert absolutize.rewrite(page, URL) == expected
    assert absolutize.rewrite(expected, URL) == expected


NEVER_TOUCHED = [
    "javascript:void('x/../y')", "data:image/png;base64,AA==", "mailto:a@b", "cid:part@x", "blob:x", "tel:+1",
    "http://k/a/../b/./c", "HTTPS://K", " http://k ", "urn:x:y", "x-y.z+1:q", "about:blank", "http://", "ftp://k",
]  # fmt: skip


@pytest.mark.rows("value", NEVER_TOUCHED)
def test_absolute_references_stay_byte_for_byte(value: str) -> None:
    """RFC 2396 5.2 step 3: an absolute URI is not changed."""
    page = f'<a href="{value}"><img src="{value}"><a ping="{value}">'.encode()
    assert rewrite(page) == page
    assert {link.code for link in absolutize.links(page, URL)} == {"absolute"}


# A hostile base: every character that could end a value, a tag or a reference.
HOSTILE = "http://h/a'b\"c<d>e`f=g h&amp;i&lt;j/"
HOSTILE_PAGES = [
    "<a href=x>",
    "<a href='x'>",
    '<a href="x">',
    "<a href>",
    "<a href=>",
    "<a ping='x y'>",
    "<a ping=x&#32;y>",
]


@pytest.mark.rows("page", HOSTILE_PAGES)
@pytest.mark.rows("guard", [True, False])
def test_no_base_breaks_out_of_an_attribute(page: str, guard: bool) -> None:
    """No character in the base may end the attribute."""
    before = list(absolutize.links(page, HOSTILE, same_document="resolve", guard=guard))
    out = absolutize.rewrite(f"{page}text</a>", HOSTILE, same_document="resolve", guard=guard)
    after = list(absolutize.links(out, HOSTILE))
    assert [(link.element, link.attribute, link.reference) for link in after] == [
        (link.element, link.attribute, link.target) for link in before
    ]
    assert out.endswith(">text</a>")


def test_an_unquoted_value_that_needs_quotes_gets_them() -> None:
    base = "http://h/a b=c/"
    assert rewrite(b"<a href=x id=i>", url=base, guard=False) == b'<a href="http://h/a b=c/x" id=i>'
    assert rewrite(b'<a href=x"y id=i>', url=base, guard=False) == b'<a href="http://h/a b=c/x&quot;y" id=i>'


EMPTY_VALUES = [
    (b"<a href>", b'<a href="http://h/a/b/c?q">'),
    (b"<a href=>", b'<a href="http://h/a/b/c?q">'),
    (b"<a href = >", b'<a href = "http://h/a/b/c?q">'),
    (b"<a href=''>", b"<a href='http://h/a/b/c?q'>"),
    (b"<a href='#s'>", b"<a href='http://h/a/b/c?q#s'>"),
    (b"<form action=''>", b"<form action='http://h/a/b/c?q'>"),
    (b"<iframe srcdoc='<form action>'>", b"<iframe srcdoc='<form action>'>"),  # about:srcdoc
    (b"<iframe srcdoc='<a href>'>", b"<iframe srcdoc='<a href=\"http://h/a/b/c?q\">'>"),
    (b"<img src=''>", b"<img src=''>"),
    (b"<img usemap='#m'>", b"<img usemap='#m'>"),
    (b"<svg><use href='#m'></svg>", b"<svg><use href='#m'></svg>"),
]


@pytest.mark.rows(("page", "expected"), EMPTY_VALUES)
def test_same_document_references_on_request(page: bytes, expected: bytes) -> None:
    """same_document="resolve": the meaning of an empty reference depends on its attribute."""
    assert rewrite(page, same_document="resolve") == expected


FOREIGN = b"<base href='http://k/d/'><a href='#s'><a href=''><form action=''><a href=x>"
BASE_POLICIES = [
    ("absolute", FOREIGN.replace(b"=x", b"=http://k/d/x")),
    ("keep", FOREIGN.replace(b"=x", b"=http://k/d/x")),
    (
        "empty",
        b"<base href=''><a href='http://k/d/#s'><a href='http://k/d/'><form action=''><a href=http://k/d/x>",
    ),
    ("remove", b"<a href='http://k/d/#s'><a href='http://k/d/'><form action=''><a href=http://k/d/x>"),
]


@pytest.mark.rows(("policy", "expected"), BASE_POLICIES)
def test_what_becomes_of_the_base_element(policy: str, expected: bytes) -> None:
    """Under this base, a browser leaves the document for "#s": without the base, "#s" has to be absolute."""
    assert rewrite(FOREIGN, base_element=policy) == expected


K = "http://k/d/#s"
BEHIND_WHITE_SPACE = [
    # markup within svg, and what remains of it without the BASE http://k/d/
    ('<use href="#s"/>', '<use href="#s"/>'),
    ('<use href=" #s"/>', f'<use href=" {K}"/>'),
    ('<use href="&#9;#s"/>', f'<use href="&#9;{K}"/>'),
    ('<use href="&#10;#s "/>', f'<use href="&#10;{K} "/>'),
    ('<use xlink:href=" #s"/>', f'<use xlink:href=" {K}"/>'),
    ('<textPath href=" #s"/>', f'<textPath href=" {K}"/>'),
    ('<set href=" #s"/>', f'<set href=" {K}"/>'),
    ('<set attributeName="href" to=" #s"/>', f'<set attributeName="href" to=" {K}"/>'),
    (
        '<animate attributeName="href" values=" #s; #s"/>',
        '<animate attributeName="href" values=" #s; #s"/>',  # white space between values is none of them
    ),
    ("<path fill=\"url('#s')\"/>", "<path fill=\"url('#s')\"/>"),
    ('<path fill="url( #s )"/>', '<path fill="url( #s )"/>'),
    ("<path fill=\"url(' #s')\"/>", f"<path fill=\"url(' {K}')\"/>"),
    ("<path fill=\"url('\\a #s')\"/>", f"<path fill=\"url('\\a {K}')\"/>"),
    ('<path fill="url(\\ #s)"/>', f'<path fill="url(\\ {K})"/>'),
    ("<path style=\"clip-path:url(' #s')\"/>", f"<path style=\"clip-path:url(' {K}')\"/>"),
    ("<style>p{filter:url( '#s') url(' #s')}</style>", f"<style>p{{filter:url( '#s') url(' {K}')}}</style>"),
]
IN_TREES = {  # how a tree is made, and written
    "html.parser": (lambda page: BeautifulSoup(page, "html.parser"), str),
    "lxml": (lxml.html.document_fromstring, partial(etree.tostring, encoding="unicode")),
}


@pytest.mark.rows(("before", "after"), BEHIND_WHITE_SPACE)
def test_a_fragment_behind_white_space_is_relative_to_the_base(before: str, after: str) -> None:
    """CSS Values 4, 4.5.1: only a URL that begins with "#" is local; the same holds for SVG in Chromium."""
    page, base = f"<p></p><svg>{before}</svg>", '<base href="http://k/d/"/>'
    remove = partial(absolutize.rewrite, base_element="remove")
    assert remove(base + page, URL) == page.replace(before, after)
    assert remove(f"{base}{page}".encode(), URL) == page.replace(before, after).encode()
    xml = f"<html xmlns='http://www.w3.org/1999/xhtml'>{base}<svg xmlns='http://www.w3.org/2000/svg'>{before}"
    assert remove(xml, URL, media_type="application/xhtml+xml") == xml.replace(base, "").replace(
        before, after
    )
    for make, write in IN_TREES.values():
        assert targets_in(write(remove(make(base + page), URL))) == targets_in(f"<svg>{after}</svg>")
    for bare in (page, base + page):  # the document is its own base, or the base stays
        assert absolutize.rewrite(bare, URL) == bare
        assert absolutize.rewrite(bare, "http://k/d/", same_document="resolve") == bare


def targets_in(page: str) -> list[tuple[str, str | None]]:
    return [(link.reference, link.target) for link in absolutize.links(page, URL)]


@pytest.mark.rows("page", ["<img usemap=' #m'>", "<object usemap='&#10;#m'>", "<table datasrc=' #m'>"])
def test_a_hash_name_is_in_the_document_whatever_is_before_it(page: str) -> None:
    """HTML 2.3.8: what is before the "#" does not matter."""
    assert absolutize.rewrite(f"<base href=/x/>{page}", URL, base_element="remove") == page


BASES = [
    # policy, before, after
    ("absolute", b"<base href=s/ target=_top>", b"<base href=http://h/a/b/s/ target=_top>"),
    ("keep", b"<base href=s/ target=_top>", b"<base href=s/ target=_top>"),
    ("empty", b"<base href=s/ target=_top>", b'<base href="" target=_top>'),
    ("empty", b"<base href='s/'>", b"<base href=''>"),
    ("empty", b"<base href>", b"<base href>"),
    ("remove", b"<base href=s/ target=_top>", b"<base target=_top>"),
    ("remove", b"<base target='_top' href='s/' />", b"<base target='_top' />"),
    ("remove", b"x<base href=s/ href=t/>y", b"xy"),
    ("remove", b"<base href=s/><base href=t/>", b""),
    ("absolute", b"<base href=s/><base href=t/>", b"<base href=http://h/a/b/s/><base href=http://h/a/b/t/>"),
    ("remove", b"<<base href=s/>a href=x>", b"<<base>a href=x>"),
    ("remove", b"&<base href=s/>amp;", b"&<base>amp;"),
    ("remove", b"<!--[if IE]>--<base href=s/>>x<![endif]-->", b"<!--[if IE]>--<base>>x<![endif]-->"),
    ("remove", b"<!--[if IE]>--!<base href=s/>>x<![endif]-->", b"<!--[if IE]>--!<base>>x<![endif]-->"),
    ("remove", b"<base id href=s/ =y>", b"<base id / =y>"),
    ("remove", b"<base id='y'href=s/ href=t/ =y>", b"<base id='y' / =y>"),
    ("absolute", b"<base href=''>", b"<base href=''>"),
    ("absolute", b"<base href='data:,x'>", b"<base href='data:,x'>"),
]


@pytest.mark.rows(("policy", "page", "expected"), BASES)
def test_each_base_element_by_policy(policy: str, page: bytes, expected: bytes) -> None:
    assert rewrite(page, base_element=policy) == expected


NEED_BASE = [
    # options, the page; one reference has to stay relative
    pytest.param({"url": None}, "<base href=s/><a href=x>", id="no-base"),
    pytest.param({"url": None}, "<base href=s/><a href='#x'>", id="no-base for a fragment"),
    pytest.param({}, "<base href=x:y><a href=x><a href='#y'>", id="base-not-hierarchical"),
    pytest.param({}, "<base href=x:><a href=x><a href='#y'>", id="a base that is a scheme alone"),
]


@pytest.mark.rows("policy", ["empty", "remove"])
@pytest.mark.rows(("options", "page"), NEED_BASE)
def test_a_base_that_references_need_is_kept(policy: str, options: dict[str, Any], page: str) -> None:
    given = {"url": URL, "base_element": policy, **options}
    assert next(link.code for link in absolutize.links(page, **given)) == "base-kept"
    soup = BeautifulSoup(page, "html.parser")
    for after in (absolutize.rewrite(page, **given), str(absolutize.rewrite(soup, **given))):
        assert re.search('<base href="?(s/|x:y|x:)"?/?>', after)


@pytest.mark.rows("policy", ["empty", "remove"])
@pytest.mark.rows(
    ("options", "page"),
    [
        ({"overflow": "avoid"}, "<base href=s/><a href=../../../../x><a href=y>"),
        ({}, "<base href=s/><a href={{x}}><a href=y>"),
        ({}, "<base href=s/><iframe srcdoc='<a href={{x}}>'></iframe><a href=y>"),
        ({}, "<base href=s/><script type=importmap>{</script><a href=y>"),
    ],
)
def test_a_base_that_references_need_is_absolute(policy: str, options: dict[str, Any], page: str) -> None:
    """The base stays and is absolute, so the other references keep their targets in a moved document."""
    given = {"url": URL, "base_element": policy, **options}
    after = page.replace("href=s/", "href=http://h/a/b/s/").replace("href=y", "href=http://h/a/b/s/y")
    assert next(link.code for link in absolutize.links(page, **given)) == "rewritten"
    assert absolutize.rewrite(page, **given) == after
    assert absolutize.rewrite(after, **{**given, "url": "http://elsewhere/"}) == after


def test_a_base_that_none_needs_goes() -> None:
    page = b"<base href=s/><a href='//[x'><a href=y>"
    assert rewrite(page, base_element="remove") == b"<a href='//[x'><a href=http://h/a/b/s/y>"


def test_a_base_holds_no_nul() -> None:
    """No document can contain NUL: a browser would read U+FFFD."""
    assert absolutize.rewrite("<a href=g>", "http://h/\0/x") == "<a href=http://h/%00/g>"


def test_the_query_of_a_base_is_in_utf_8() -> None:
    page = "<meta charset=windows-1252><base href='/b?\xe9'><a href='#s'>".encode("windows-1252")
    base = absolutize.BaseURI("http://h/b?%C3%A9", "embedded")
    assert absolutize.base_uri(page, URL) == base
    assert rewrite(page, base_element="remove").endswith(b"<a href='http://h/b?%C3%A9#s'>")
    assert absolutize.base_uri(BeautifulSoup(page, "html.parser"), URL) == base


IN_WINDOWS_1252 = "<meta charset=windows-1252>"
KEPT_QUERIES = [  # the markup, the rules
    *product(
        [
            "<p style='b:url(HTTP:x?\xe9)'>",
            "<svg mask='url(HTTP:x?\xe9#s)'>",
            "<style>@import 'HTTP:x?\xe9';p{b:url(HTTP:x?\xe9)}</style>",
            "<style>p{b:url(HTTP:x?\\416 )}</style>",
        ],
        ["rfc2396bis-00", "whatwg"],
    ),
    *product(["<a href='HTTP:x?\xe9 ?&#x416;#s'>", "<img srcset='HTTP:x?\xe9 2x'>"], ["rfc2396bis-00"]),
]


@pytest.mark.rows(("markup", "rules"), KEPT_QUERIES)
def test_a_query_is_kept_where_only_the_path_is_read_otherwise(markup: str, rules: str) -> None:
    """Browsers send it in UTF-8 or in the encoding of the document, in CSS not all of them in the same."""
    page = f"{IN_WINDOWS_1252}{markup}".encode("windows-1252")
    assert rewrite(page, rules=rules) == page.replace(b"HTTP:", b"http://h/a/b/")


FEED = '<?xml version="1.0" encoding="windows-1252"?><feed xmlns="http://www.w3.org/2005/Atom"'
IRI, PARSED, OF_THE_PAGE = "http://h/b?\xe9", "http://h/b?%C3%A9", "http://h/b?%E9"
QUERIES_OF_BASES = {  # the page, the options, the URL to which a fragment is appended
    "the document's URL": (IN_WINDOWS_1252, {"url": IRI}, PARSED),
    "an encapsulating entity's": (IN_WINDOWS_1252, {"encapsulating": IRI}, PARSED),
    "the default": (IN_WINDOWS_1252, {"default": IRI}, PARSED),
    "a canonical link, which the page spells": (
        f"{IN_WINDOWS_1252}<link rel=canonical href={IRI}>",
        {"url_from": ("canonical",)},
        OF_THE_PAGE,
    ),
    "xml:base": (f'{FEED} xml:base="?\xe9"><link href="#s"/></feed>', {"url": "http://h/b"}, PARSED),
    "a URL whose scheme is not special": (IN_WINDOWS_1252, {"url": "x://h/b?\xe9"}, "x://h/b?%C3%A9"),
}


@pytest.mark.parametrize(("page", "given", "base"), QUERIES_OF_BASES.values(), ids=QUERIES_OF_BASES)
def test_a_base_is_parsed_already(page: str, given: dict[str, Any], base: str) -> None:
    """Only references are read in the document's encoding (URL Standard 4.4), not the URL that it has."""
    document = (page if "#s" in page else f'{page}<a href="#s"></a>').encode("windows-1252")
    after = absolutize.rewrite(document, same_document="resolve", **given).decode("windows-1252")
    assert f'href="{base}#s"' in after
    assert absolutize.base_uri(document, **given).uri == base
    link = list(absolutize.links(document, same_document="resolve", **given))[-1]
    assert (link.target, link.code) == (f"{base}#s", "rewritten")


def test_an_empty_scheme_leads_to_the_document_as_well() -> None:
    page = f"{IN_WINDOWS_1252}<a href='http:'>".encode()
    assert absolutize.rewrite(page, IRI).endswith(f"<a href='{PARSED}'>".encode())


def browser(reference: str, base: str | None = None) -> str:
    """Ask ada-url, an independent library, where a browser goes."""
    return str(ada_url.URL(reference, base=base).href if base else ada_url.URL(reference).href)


@pytest.mark.rows("reference", ["http:", "http:?x", "https:#s", "http:/"])
def test_what_may_be_relative_stays_where_no_base_is_known(reference: str) -> None:
    for page in (f"<a href='{reference}'>", f"<base href='{reference}'>"):
        assert absolutize.rewrite(page, rules="whatwg") == page
        assert [link.code for link in absolutize.links(page, rules="whatwg")] == ["no-base"]


NOWHERE = [
    # reference, base, what is written
    ("https:", URL, "https://"),
    ("https:?x", URL, "https://?x"),
    ("https:#s", URL, "https://#s"),
    ("https:%", URL, "https://%"),
    ("https:\\", URL, "https://"),
    ("ws:", URL, "ws://"),
    ("http:/", "https://h/", "http://"),
    ("http:", "mailto:x", "http://"),
    ("HTTP:?x", "file:///d/", "HTTP://?x"),
]


@pytest.mark.rows(("reference", "base", "written"), NOWHERE)
def test_what_no_browser_reads_is_not_said_to_be_read_otherwise(
    reference: str, base: str, written: str
) -> None:
    with pytest.raises(ValueError, match="Invalid"):
        browser(reference, base)
    document = f'<a href="{reference}">'
    assert [(link.code, link.target) for link in absolutize.links(document, base)] == [
        ("rewritten-invalid", written)
    ]
    assert absolutize.rewrite(document, base) == f'<a href="{written}">'
    faults = absolutize.check(document, base, select=["relative", "invalid-reference"])
    assert [fault.code for fault in faults] == ["relative", "invalid-reference"]
    with pytest.raises(ValueError, match="Invalid"):
        browser(written, f"{reference.partition(':')[0]}://moved.invalid/")


GUARDED = [
    # reference, base, code
    ("a\\b", URL, "rewritten"),
    ("\\\\k\\x", URL, "rewritten-browser"),
    ("/\\k/x", URL, "rewritten-browser"),
    ("\\x", URL, "rewritten-browser"),
    ("http:x", URL, "rewritten"),
    ("https:\\x", URL, "rewritten-browser"),
    ("file:a\\b", URL, "rewritten-browser"),
    ("HTTP:x", URL, "rewritten-browser"),
    ("http:", URL, "rewritten-browser"),
    ("http:/x", URL, "rewritten"),
    ("%2e%2e/x", URL, "rewritten"),
    ("x/%2e%2e/../y", URL, "rewritten-browser"),
    ("///k/x", URL, "rewritten"),
    ("1:2", URL, "rewritten"),
    ("xy:y/../z", "xy:/p/q", "absolute"),
    ("..//a", "xy:/p/q", "rewritten-browser"),
    ("g", "http://H:80/a/../b", "rewritten"),
    ("?", URL, "rewritten"),
    ("x#", URL, "rewritten"),
    ("g//h", URL, "rewritten"),
    ("C|/x", "file:///d/e", "rewritten-browser"),
    ("/\\", "file:///d/e", "rewritten-browser"),
    ("\\http:/x", "file:///d/e", "rewritten-browser"),
    ("/.//x", "file:///d/e", "rewritten"),
    ("..//x", "file:///d/e/f", "rewritten"),
    ("?x", "file:///d//e", "rewritten"),
]


@pytest.mark.rows(("reference", "base", "code"), GUARDED)
def test_the_guard_takes_links_where_browsers_go(reference: str, base: str, code: str) -> None:
    """Checked with ada-url, which implements the URL Standard, for a file that is moved."""
    page = f'<a href="{reference}">'
    (link,) = absolutize.links(page, base)
    assert link.code == code
    (after,) = absolutize.links(absolutize.rewrite(page, base), "http://moved/far/away")
    assert browser(after.reference, "http://moved/far/away") == browser(reference, base)


HOSTS_ALONE = [
    # reference, target below file:, where Chromium reads no URL if a path is added
    ("//h?q", "file://h?q"),
    ("//h#f", "file://h#f"),
    ("//H?q/r", "file://H?q/r"),
    ("//?q", "file://?q"),
    ("\\\\h?q", "file://h?q"),
    ("//h/?q", "file://h/?q"),
    ("a//b?q", "file:///d/a//b?q"),
    ("a//#f", "file:///d/a//#f"),
]


@pytest.mark.rows(("reference", "target"), HOSTS_ALONE)
@pytest.mark.rows("rules", absolutize.RULE_SETS)
def test_a_host_alone_below_file_gets_no_path(reference: str, target: str, rules: str) -> None:
    (link,) = absolutize.links(f"<a href='{reference}'>", "file:///d/p", rules=rules, guard=True)
    assert link.target == target


LOOKS_LIKE_MARKUP = [  # the reference, the base, what is written
    ("x\ny", "http://h/<b>/", "http://h/<b>/xy"),
    ("?x\ty", "http://h/<b>", "http://h/<b>?xy"),
    (" x\r\ny\\z ", "http://h/<b>/c", " http://h/<b>/xy\\z "),
    ("\nxy\n", "http://h/<b>/", "\nhttp://h/<b>/xy\n"),
    ("x\n<y", "http://h/<b>/", "http://h/<b>/x\n<y"),
    ("xy", "http://h/<b>/", "http://h/<b>/xy"),
]


@pytest.mark.rows(("reference", "base", "written"), LOOKS_LIKE_MARKUP)
def test_no_target_looks_like_markup_behind_an_open_quote(reference: str, base: str, written: str) -> None:
    """Chromium requests nothing at a URL that is written with ``<`` and a tab or line end in it."""
    assert rewrite(f"<img src='{reference}'>".encode(), url=base) == f"<img src='{written}'>".encode()


@pytest.mark.rows("reference", ["//[x", "//h:99999/", "//", "http:\\\\[y"])
def test_what_no_browser_can_read_stays(reference: str) -> None:
    page = f"<a href='{reference}'>"
    (link,) = absolutize.links(page, URL)
    assert (link.code, link.target) in {("invalid-reference", None), ("absolute", reference)}
    assert absolutize.rewrite(page, URL) == page


def test_without_the_guard_the_document_answers() -> None:
    """Without the guard, or under another rule set, the answer is the specification's, not the browser's."""
    assert rewrite(b"<a href='\\x'>", guard=False) == b"<a href='http://h/a/b/\\x'>"
    assert rewrite(b"<a href='?y'>", rules="rfc2396") == b"<a href='http://h/a/b/?y'>"
    assert rewrite(b"<a href='?y'>", rules="rfc2396", guard=True) == b"<a href='http://h/a/b/c?y'>"
    assert rewrite(b"<a href='/x y'>", rules="whatwg") == b"<a href='http://h/x%20y'>"
    assert rewrite(b"<a href='HTTP://K'>", rules="whatwg") == b"<a href='HTTP://K'>"
    assert rewrite(b"<a href='http:g'>", same_scheme="strict", guard=False) == b"<a href='http:g'>"
    assert rewrite(b"<a href='../../../g'>", overflow="retain") == b"<a href='http://h/../g'>"
    assert rewrite(b"<a href='../../../g'>", overflow="avoid") == b"<a href='../../../g'>"


ABSOLUTE = [
    "https:///h/x/../y",
    "HTTPS://h/a/./b",
    "mailto:a/../b",
    "data:a/../b",
    "tel:x/../y",
    "tel:./1",
    "javascript:f(a/../b)",
    "blob:http://h/a/../b",
    "about:./x",
    "urn:a/../b",
    "foo:../x",
    "foo:/..//x",
    "foo://H/a/../b",
    "http://h/x/../y",
    "http://H/a/../b?\xe9",
    "file:////x/../y",
]


@pytest.mark.rows("reference", ABSOLUTE)
@pytest.mark.rows("rules", absolutize.RULE_SETS)
@pytest.mark.parametrize("guard", [True, False])
def test_absolute_references_stay_by_every_rule_set(guard: bool, rules: str, reference: str) -> None:
    """RFC 3986 removes dot segments from absolute references, too: `resolve` does, a rewrite does not."""
    for form in ("<a href='%s'>", "<style>a{b:url('%s')}</style>", "<iframe srcdoc=\"<a href='%s'>\">"):
        page = form % reference
        (link,) = absolutize.links(page, URL, rules=rules, guard=guard)
        assert link.code == "absolute"
        assert browser(link.target or "") == browser(reference)
        assert absolutize.rewrite(page, URL, rules=rules, guard=guard) == page
    soup = BeautifulSoup(f"<a href='{reference}'></a>", "html.parser")
    assert absolutize.rewrite(soup, URL, rules=rules, guard=guard).a["href"] == reference
    element = lxml.html.fromstring(f"<a href='{reference}'></a>")
    assert absolutize.rewrite(element, URL, rules=rules, guard=guard).get("href") == reference


def test_a_bad_link_leaves_the_others_alone() -> None:
    page = b"<a href='//[x'><a href=y><a href='http://[z'><a href=w>"
    assert (
        rewrite(page) == b"<a href='//[x'><a href=http://h/a/b/y><a href='http://[z'><a href=http://h/a/b/w>"
    )


LINK = absolutize.Link(
    "a", "href", 0, 10, 18, 2, 8, "../\xe9&amp;", "../\xe9&", "http://h/a/\xe9&", "rewritten", "navigation"
)


@pytest.mark.parametrize(
    ("page", "link"),
    [
        pytest.param("\xe9\xe9\n<a href=../\xe9&amp;>", LINK._replace(start=11 - 0, stop=20), id="text"),
        pytest.param(
            "\xe9\xe9\n<a href=../\xe9&amp;>".encode(), LINK._replace(start=13, stop=23), id="utf-8"
        ),
    ],
)
def test_spans_are_offsets_in_the_document_as_given(page: bytes | str, link: absolutize.Link) -> None:
    """Offsets count characters in text and bytes in bytes; columns count characters."""
    (found,) = absolutize.links(page, URL, charset="utf-8")
    assert found == link._replace(column=9)
    assert page[found.start : found.stop] in {"../\xe9&amp;", "../\xe9&amp;".encode()}


def test_lines_end_as_html_ends_them() -> None:
    page = b"<a href=1>\r\n<a href=2>\r<a href=3>\n\n  <a href=4><a href=5>"
    assert [(x.line, x.column) for x in absolutize.links(page)] == [(1, 9), (2, 9), (3, 9), (5, 11), (5, 21)]


def test_what_is_no_document_is_refused() -> None:
    with pytest.raises(
        TypeError, match=r"^cannot read links in 'dict': give bytes, str, a BeautifulSoup or an lxml"
    ):
        absolutize.rewrite({}, URL)  # type: ignore[type-var]
    with pytest.raises(TypeError, match=r"^url must be a str, not bytes$"):
        absolutize.rewrite(b"", b"http://h/")  # type: ignore[arg-type]
    with pytest.raises(
        ValueError, match=r"^base_element must be one of absolute, keep, empty, remove, not 'x'$"
    ):
        absolutize.rewrite(b"", URL, base_element="x")  # type: ignore[typeddict-item]
    with pytest.raises(TypeError, match=r"^same_document must be a str, not int$"):
        absolutize.links("", URL, same_document=1)  # type: ignore[typeddict-item]
