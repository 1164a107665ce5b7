"""Section 5.1: which source defines the base URI, in every combination, and what BASE means."""

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from bs4 import BeautifulSoup
from lxml import html

import absolutize
from absolutize.base import SOURCES, establish, layers
from absolutize.options import STATED_SOURCES, BaseElement, Candidates
from tests.support.vectors import SAME_DOCUMENT, of_kind

NAMES = [source.name for source in SOURCES]
COMBINATIONS = list(itertools.product((False, True), repeat=len(NAMES)))


def combination_id(present: tuple[bool, ...]) -> str:
    return "+".join(name for name, there in zip(NAMES, present, strict=True) if there) or "nothing"


@pytest.mark.rows("present", COMBINATIONS, ids=combination_id)
def test_the_innermost_source_prevails(present: tuple[bool, ...]) -> None:
    """5.1: all combinations of the sources."""
    given = {name: f"http://{name}/" for name, there in zip(NAMES, present, strict=True) if there}
    first = next(iter(given), None)
    assert establish(Candidates(**given)) == (given.get(first or ""), first)


@pytest.mark.rows("present", COMBINATIONS, ids=combination_id)
def test_rewrite_goes_by_the_innermost_source(present: tuple[bool, ...]) -> None:
    """The same through the public functions, BASE being an element of the document."""
    given = {name: f"http://{name}/" for name, there in zip(NAMES, present, strict=True) if there}
    first = next(iter(given), None)
    inside = [(MARKUP[name], given.pop(name)) for name in MARKUP if name in given]
    before = "".join(markup.format(url, len(url)) for markup, url in inside)
    url, page = given.pop("retrieval", None), f"{before}<a href=x>"
    asked: Any = {**given, "url_from": STATED_SOURCES}
    assert absolutize.base_uri(page, url, **asked).source == first
    expected = f"{before}<a href={f'http://{first}/' if first else ''}x>"
    assert absolutize.rewrite(page, url, **asked) == expected
    assert {link.target for link in absolutize.links(page, url, **asked) if link.reference == "x"} == {
        f"http://{first}/x" if first else None
    }


MARKUP = {  # how a source is written in a document
    "saved": "<!-- saved from url=({1:04})http://saved/ -->",
    "embedded": '<base href="{0}">',
    "canonical": '<link rel="canonical" href="{0}">',
    "opengraph": '<meta property="og:url" content="{0}">',
}


@pytest.mark.rows(
    "row", [pytest.param(r, id=r["section"]) for r in of_kind("html-and-base", "base-selection")]
)
def test_every_row_of_base_selection(row: dict[str, Any]) -> None:
    """5.1.3: of a redirect chain the last URI counts."""
    retrieval = row["retrieval"][-1] if row["retrieval"] else None
    candidates = Candidates(row["embedded"], row["encapsulating"], retrieval, default=row["default"])
    found = establish(candidates)
    assert found.uri == row["expected"]


@pytest.mark.rows(
    "row", [pytest.param(r, id=r["html"][60:100]) for r in of_kind("html-and-base", "html-base")]
)
def test_every_row_of_appendix_d(row: dict[str, Any]) -> None:
    """Appendix D: BASE, whatever the context in which the document was obtained."""
    found = [link for link in absolutize.links(row["html"], row["retrieval"]) if link.raw == row["ref"]]
    assert [link.target for link in found] == [row["expected"]]
    assert (found[0].element, found[0].attribute) == (row["element"].lower(), row["attr"])


@pytest.mark.parametrize(
    "row",
    [pytest.param(r, id=f"{r['element']} {r['ref']!r}") for r in of_kind("html-and-base", "same-document")],
)
def test_every_row_of_same_document(row: dict[str, Any]) -> None:
    """4.2, as HTML has it: kept by default; a form's empty action is the document's URL when resolved."""
    page = f'<{row["element"]} {row["attr"]}="{row["ref"]}">'
    (kept,) = absolutize.links(page, row["base"])
    assert (kept.code, kept.target) == ("same-document", None)
    (resolved,) = absolutize.links(page, row["base"], same_document="resolve")
    expected = row["expected"].replace(SAME_DOCUMENT, row["base"])
    assert (resolved.code, resolved.target) == ("rewritten", expected)


URL = "http://h/dir/page.html"
EMBEDDED = [
    # what is in the document, the base URI, its source
    ("", URL, "retrieval"),
    ("<base>", URL, "retrieval"),
    ("<base target=_blank>", URL, "retrieval"),
    ("<base href=http://x/y>", "http://x/y", "embedded"),
    ("<BASE HREF='http://x/y'>", "http://x/y", "embedded"),
    ('<base/href="http://x/y"/>', "http://x/y", "embedded"),
    ("<base href='http://x/?a=1&amp;b=2'>", "http://x/?a=1&b=2", "embedded"),
    ("<base href=' \n http://x/y\t'>", "http://x/y", "embedded"),
    ("<base href=http://x/y#frag>", "http://x/y", "embedded"),
    ("<base href=sub/>", "http://h/dir/sub/", "embedded"),
    ("<base href=/sub>", "http://h/sub", "embedded"),
    ("<base href=//x/y>", "http://x/y", "embedded"),
    ("<base href=../../../up/>", "http://h/up/", "embedded"),
    ("<base href=''><base href=http://x/>", URL, "embedded"),
    ("<base href><base href=http://x/>", URL, "embedded"),
    ("<base href='#f'>", URL, "embedded"),
    ("<base href=http://x/><base href=http://y/>", "http://x/", "embedded"),
    ("<base target=a><base href=http://y/>", "http://y/", "embedded"),
    ("<base href=http://x/ href=http://y/>", "http://x/", "embedded"),
    ("<base href='data:,x'><base href=http://x/>", URL, "retrieval"),
    ("<base href='data:?q'>", URL, "retrieval"),
    ("<base href='data:#f'>", URL, "retrieval"),
    ("<base href=' javascript:x'><base href=http://x/>", URL, "retrieval"),
    ("<base href='http://[bad'><base href=http://x/>", URL, "retrieval"),
    ("<base href='http:'>", "http:", "retrieval"),
    ("<a href=x><p>text<base href=http://x/>", "http://x/", "embedded"),
    ("<a href=x>" * 900 + "<base href=http://x/>", "http://x/", "embedded"),
    ("<!-- <base href=http://x/> -->", URL, "retrieval"),
    ("<!-- <base href=http://x/>", URL, "retrieval"),
    ("<title><base href=http://x/></title>", URL, "retrieval"),
    ("<textarea><base href=http://x/></textarea>", URL, "retrieval"),
    ("<style><base href=http://x/></style>", URL, "retrieval"),
    ("<script><base href=http://x/></script>", URL, "retrieval"),
    ("<p title='<base href=http://x/>'>", URL, "retrieval"),
    ("<template><base href=http://x/></template>", URL, "retrieval"),
    ("<template><template></template><base href=http://x/></template>", URL, "retrieval"),
    ("<template></template><base href=http://x/>", "http://x/", "embedded"),
    ("<template><p></p></template><base href=http://x/><template></template>", "http://x/", "embedded"),
    ("<noscript><base href=http://x/></noscript>", URL, "retrieval"),
    ("<noscript><base href=http://x/></noscript><base href=http://y/>", "http://y/", "embedded"),
    ("<svg><base href=http://x/></svg>", URL, "retrieval"),
    ("<math><base href=http://x/></math>", URL, "retrieval"),
    ("<svg><foreignObject><base href=http://x/></foreignObject></svg>", "http://x/", "embedded"),
    ("<svg><p></svg><base href=http://x/>", "http://x/", "embedded"),
    ("<base href=http://x/", URL, "retrieval"),
]


@pytest.mark.rows(("page", "uri", "source"), [pytest.param(*row, id=row[0][:70]) for row in EMBEDDED])
def test_which_base_element_counts(page: str, uri: str, source: str) -> None:
    """HTML Standard 2.4.3 and 4.2.3: the frozen base URL of the first BASE with an href."""
    expected = (URL if uri == "http:" else uri, "embedded" if uri == "http:" else source)
    assert absolutize.base_uri(page.encode(), URL) == expected
    assert absolutize.base_uri(page, URL) == expected


CHOSEN: list[tuple[str, dict[str, Any], str | None]] = [
    # what is in the document, options, the base URI
    ("", {"url": "http://h/a/../b", "rules": "rfc3986"}, "http://h/a/../b"),
    ("<base href=''>", {"url": URL, "rules": "rfc2396"}, URL),
    ("<base href='#f'>", {"url": URL, "rules": "rfc2396"}, URL),
    ("<base href=../../../x/>", {"url": URL, "overflow": "avoid"}, "http://h/x/"),
    ("<base href=../../../x/>", {"url": URL, "overflow": "avoid", "guard": False}, URL),
    ("<base href='\x01ftp:sub/'>", {}, None),
    ("<base href=http:sub/>", {"rules": "rfc3986", "same_scheme": "strict"}, "http:sub/"),
    ("<base href=sub/é/>", {"url": URL}, "http://h/dir/sub/é/"),
    ("<base href=HTTP://X/a/../b>", {"url": URL}, "HTTP://X/a/../b"),
    ("", {"url": "x://H/a/../b"}, "x://H/a/../b"),
    ("<base href='data:?q'>", {"url": "http://h/é p/"}, "http://h/é p/"),
    ("", {"url": "file://"}, "file://"),
    ("<base href='sub/ #f'>", {"url": URL}, "http://h/dir/sub/%20"),
    ("<base href='http://x/y &#9; #f'>", {"url": URL}, "http://x/y%20%20"),
    ("<base href='http://x/y#f '>", {"url": URL}, "http://x/y"),
    ("", {"url": "http://x/y \t#f", "guard": False}, "http://x/y%20"),
]


@pytest.mark.rows(("page", "options", "uri"), CHOSEN)
def test_what_is_chosen_of_a_base(page: str, options: dict[str, Any], uri: str | None) -> None:
    """Spelled as it is written, without a fragment, and by the rule set where no browser is asked."""
    assert absolutize.base_uri(page, **options).uri == uri


def test_a_base_element_governs_the_links_before_it() -> None:
    assert absolutize.rewrite(b"<a href=a><base href=s/><a href=b>", URL) == (
        b"<a href=http://h/dir/s/a><base href=http://h/dir/s/><a href=http://h/dir/s/b>"
    )


NO_BASE = [
    # context, the base URI, the code of a relative link
    ({}, None, "no-base"),
    ({"url": "mailto:a@b"}, "mailto:a@b", "base-not-hierarchical"),
    ({"url": "urn:x:y", "default": "http://d/"}, "urn:x:y", "base-not-hierarchical"),
]


@pytest.mark.parametrize(("context", "uri", "code"), NO_BASE)
def test_no_usable_base_is_no_error(context: dict[str, str], uri: str | None, code: str) -> None:
    """Links stay as they are, each with its reason."""
    page = b"<a href=x><a href=http://y/><a href='#s'>"
    assert absolutize.rewrite(page, **context) == page
    assert absolutize.base_uri(page, **context).uri == uri
    assert [link.code for link in absolutize.links(page, **context)] == [code, "absolute", "same-document"]


def test_a_relative_base_element_without_any_other_base_is_none() -> None:
    page = b"<base href=s/><a href=x>"
    assert absolutize.rewrite(page) == page
    assert absolutize.base_uri(page) == (None, None)


NOT_KNOWN_TO_BE_ABSOLUTE = [
    # an href of BASE, rules and options: in a document at a URL of its scheme it is relative
    ("http:sub/", {}),
    ("https:/sub/", {}),
    ("file:sub/", {}),
    ("file:/sub/", {}),
    ("http:/\tsub/", {}),
    ("\x01http:sub/", {}),
    ("ht\ntp:sub/", {}),
    ("http:sub/", {"rules": "whatwg"}),
    ("http:sub/", {"rules": "whatwg", "guard": False}),
    ("http:sub/", {"rules": "rfc3986", "guard": True, "same_scheme": "strict"}),
    ("http:sub/", {"rules": "rfc3986"}),
    ("http:sub/", {"rules": "rfc2396"}),
    ("http:../sub/", {"rules": "rfc2396", "overflow": "avoid"}),
]


@pytest.mark.rows(("href", "options"), NOT_KNOWN_TO_BE_ABSOLUTE)
def test_a_base_without_slashes_is_relative_where_no_url_is_known(href: str, options: dict[str, Any]) -> None:
    page = f"<base href='{href}'><a href=y></a>"
    assert absolutize.base_uri(page, **options) == (None, None)
    assert absolutize.rewrite(page, **options) == page
    assert absolutize.rewrite(page, base_element="remove", **options) == page


ATOM = '<feed xmlns="http://www.w3.org/2005/Atom"{}><link href="x"/></feed>'
XHTML = '<html xmlns="http://www.w3.org/1999/xhtml"{}><head><base href="{}"/></head><a href="x"/></html>'
OF_LINKS = {  # a document, its options, its base (None: it has one that cannot be used)
    "a placeholder": ("<base href='https://cdn/{{v}}/'><a href=x>", {}, None),
    "a placeholder alone": ("<base href='<?php echo $b ?>'><a href=x>", {}, None),
    "a query without a path": ("<base href='foo://h?q'><a href=x>", {}, None),
    "a placeholder, removed": ("<base href='{{v}}'><a href=x>", {"base_element": "remove"}, None),
    "xml:base with a placeholder": (ATOM.format(' xml:base="http://b/{{v}}/"'), {}, None),
    "xml:base with an unknown entity": (ATOM.format(' xml:base="&b;"'), {}, None),
    "xml:base around a BASE": (
        XHTML.format(' xml:base="s/"', "http://b/"),
        {"xml_base": "follow", "media_type": "application/xhtml+xml"},
        "http://b/s/",
    ),
    "BASE with a placeholder": (XHTML.format("", "{{v}}/"), {"media_type": "application/xhtml+xml"}, None),
}


@pytest.mark.rows(("page", "options", "base"), OF_LINKS.values(), ids=OF_LINKS)
def test_a_document_has_the_base_that_its_links_have(
    page: str, options: dict[str, Any], base: str | None
) -> None:
    """If a document states one that cannot be used, it has none: links do not go by the next one outwards."""
    assert absolutize.base_uri(page, URL, **options).uri == base
    target = None if base is None else absolutize.resolve("x", base)
    link = list(absolutize.links(page, URL, **options))[-1]
    assert (link.reference, link.target) == ("x", target)


@pytest.mark.rows("build", [html.fromstring, partial(BeautifulSoup, features="html.parser")])
@pytest.mark.rows("href", ["https://cdn/{{v}}/", "foo://h?q"])
def test_so_has_a_tree(build: Callable[[str], Any], href: str) -> None:
    assert absolutize.base_uri(build(f"<base href='{href}'><a href=x>y</a>"), URL) == (None, None)


LAYERS = [
    # sources: embedded, encapsulating, retrieval, default; what each amounts to
    (
        ("s/", "../e/x", "http://r/a/b", "http://d/"),
        ["http://r/e/s/", "http://r/e/x", "http://r/a/b", "http://d/"],
    ),
    ((None, "part", None, "http://d/q/"), [None, "http://d/q/part", None, "http://d/q/"]),
    (("s/", None, None, None), [None, None, None, None]),
    (("a\\b", None, "http://r/", None), ["http://r/a/b", None, "http://r/", None]),
]


@pytest.mark.parametrize(("given", "uris"), LAYERS)
def test_a_relative_source_is_resolved_against_the_next_one_outwards(
    given: tuple[str | None, ...], uris: list[str | None]
) -> None:
    *nearer, default = given
    found = [layer.uri for layer in layers(Candidates(*nearer, default=default))]
    assert found == [*uris[:-1], *(None for _ in STATED_SOURCES), uris[-1]]


MISLEADING = [
    # a base as written, the same as browsers read it: no merging with the former is read alike
    ("http:/h/d/p", "http://h/d/p"),
    ("http:h/d/p", "http://h/d/p"),
    ("https:\\\\h\\d\\p", "https://h/d/p"),
    ("http:///h/d/p", "http://h/d/p"),
    ("file:/d/p", "file:///d/p"),
]


@pytest.mark.rows(("written", "read"), MISLEADING)
def test_a_base_is_spelled_as_browsers_read_it(written: str, read: str) -> None:
    page = "<a href=x>"
    assert absolutize.base_uri(page, written) == (read, "retrieval")
    once = absolutize.rewrite(page, written)
    assert once == f"<a href={read[:-1]}x>"
    assert absolutize.rewrite(once, written) == once


@pytest.mark.rows(("written", "read"), MISLEADING)
def test_so_is_that_of_a_base_element(written: str, read: str) -> None:
    page = f"<base href='{written}'><a href=x>"
    once = absolutize.rewrite(page, "ftp://elsewhere/")
    assert once.endswith(f"<a href={read[:-1]}x>")
    assert absolutize.rewrite(once, "ftp://elsewhere/") == once


REMOVED = [
    ('<base href="/x/">', ""),
    ('<base href="/x/" itemid="y"><p>', '<base itemid="http://h/x/y"><p>'),
    ('<base itemid=y href="/x/">', "<base itemid=http://h/x/y>"),
    ('<base itemid=y href="/x/"/>', "<base itemid=http://h/x/y />"),
    ('<base href="/x/"target=t>', "<base target=t>"),
    ("<base href=/x/ itemid=q HREF=z>", "<base itemid=http://h/x/q>"),
    ("<base href=/x/ itemid HREF=z>", '<base itemid="http://h/x/">'),
    ("<base  href = '/x/'\n\ttarget=t\n>", "<base\n\ttarget=t\n>"),
]


@pytest.mark.rows(("tag", "left"), REMOVED)
def test_a_base_element_is_removed_attribute_by_attribute(tag: str, left: str) -> None:
    page, after = f"{tag}<a href=b>", f"{left}<a href=http://h/x/b>"
    assert absolutize.rewrite(page, "http://h/", base_element="remove") == after


POLICIES = [  # what becomes of a BASE element, the code, and what is written
    ("absolute", "rewritten", "<base href=http://h/x/><a href=http://h/x/b>"),
    ("keep", "base-kept", "<base href=/x/><a href=http://h/x/b>"),
    ("empty", "base-emptied", '<base href=""><a href=http://h/x/b>'),
    ("remove", "base-removed", "<a href=http://h/x/b>"),
]


@pytest.mark.rows(("policy", "code", "after"), POLICIES)
def test_what_becomes_of_a_base_element(policy: BaseElement, code: str, after: str) -> None:
    page = "<base href=/x/><a href=b>"
    codes = [link.code for link in absolutize.links(page, "http://h/", base_element=policy)]
    assert codes == [code, "rewritten"]
    assert absolutize.rewrite(page, "http://h/", base_element=policy) == after


@pytest.mark.rows("policy", ["empty", "remove"])
@pytest.mark.rows("page", ["<base href='mailto:x'><a href=x>", "<base href='docs/'><a href=x>"])
def test_a_base_element_stays_where_its_links_have_to(policy: BaseElement, page: str) -> None:
    """Without BASE a dead link would go somewhere."""
    url = "http://h/" if "mailto" in page else None
    assert absolutize.rewrite(page, url, base_element=policy) == page
    assert next(absolutize.links(page, url, base_element=policy)).code == "base-kept"


@pytest.mark.rows("policy", ["remove", "empty"])
@pytest.mark.rows("href", ["#35", ""])
def test_a_base_that_means_the_document_stays_where_one_is_needed(policy: str, href: str) -> None:
    """Without it the BASE behind it would count."""
    page = f"<a href='#f'><base href='{href}'><svg><style><x></style></svg><base href='http://h/b/'>"
    codes = [
        link.code
        for link in absolutize.links(page, "http://h/d/e", base_element=policy)
        if link.element == "base"
    ]
    assert codes == ["base-kept", "base-kept"]
    assert absolutize.rewrite(page, "http://h/d/e", base_element=policy) == page
