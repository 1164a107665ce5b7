"""Which base element counts (HTML Standard 4.2.3), wherever it is in the document."""

from typing import Any

import pytest

import absolutize
from absolutize.html.document.base_element import base_that_counts
from absolutize.html.tokenizer.scanner import scan
from tests.corpus import judge

DOCUMENTS = pytest.mark.rows(
    ("html", "href"),
    [
        pytest.param(b"<base href=x>", b"x", id="alone"),
        pytest.param(b"<a href=y>", None, id="none"),
        pytest.param(b"<a href=y><p><base href=x>", b"x", id="behind the links it governs"),
        pytest.param(b"<html><body></body></html><base href=x>", b"x", id="behind everything"),
        pytest.param(b"<base href=x><base href=y>", b"x", id="the first counts"),
        pytest.param(b"<base target=y><base href=x>", b"x", id="the first with an href"),
        pytest.param(b"<base href=''><base href=y>", b"", id="an empty href is one"),
        pytest.param(b"<base href><base href=y>", b"", id="no value is an empty one"),
        pytest.param(b"<base href='http://['><base href=y>", b"http://[", id="one that is no URL counts"),
        pytest.param(b"<BASE TARGET=y HREF=x>", b"x", id="uppercase"),
        pytest.param(b"<base href=x href=y>", b"x", id="duplicate href"),
        pytest.param(b"<base href=http://x/>", b"http://x/", id="absolute"),
        pytest.param(b"<base/href='x'/>", b"x", id="slashes"),
        pytest.param(b"<basefont href=y><base-x href=y>", None, id="longer names"),
        pytest.param(b"<base xml:href=y><base data-href=y>", None, id="other attributes"),
        pytest.param(b"<!-- <base href=y> --><base href=x>", b"x", id="comment"),
        pytest.param(b"<? <base href=y>", None, id="bogus comment"),
        pytest.param(b"<title><base href=y></title><base href=x>", b"x", id="title"),
        pytest.param(b"<textarea><base href=y></textarea><base href=x>", b"x", id="textarea"),
        pytest.param(b"<script>'<base href=y>'</script><base href=x>", b"x", id="script"),
        pytest.param(b"<iframe><base href=y></iframe>", None, id="iframe"),
        pytest.param(b"<a title='<base href=y>'><base href=x>", b"x", id="attribute value"),
        pytest.param(b"</p title='><base href=y>'><base href=x>", b"x", id="attribute value of an end tag"),
        pytest.param(b"<base href=y", None, id="cut off"),
        pytest.param(b"<svg><base href=y></svg><base href=x>", b"x", id="svg"),
        pytest.param(b"<math><base href=y></math><base href=x>", b"x", id="math"),
        pytest.param(b"<svg><foreignObject><base href=x>", b"x", id="HTML in foreignObject"),
        pytest.param(b"<svg><p><base href=x>", b"x", id="broken out of svg"),
        pytest.param(b"<template><base href=y></template><base href=x>", b"x", id="template"),
        pytest.param(b"<template><template></template><base href=y></template><base href=x>", b"x",
                     id="template in a template"),
        pytest.param(b"<TEMPLATE id=t><base href=y></Template ><base href=x>", b"x", id="TEMPLATE"),
        pytest.param(b"<template><base href=y>", None, id="template never closed"),
        pytest.param(b"<base href=x><template><base href=y></template>", b"x", id="before a template"),
        pytest.param(b"</template><base href=x>", b"x", id="end tag of no template"),
        pytest.param(b"<template></template></template><base href=x>", b"x", id="end tag too many"),
        pytest.param(b"<!-- <template> --><base href=x>", b"x", id="template in a comment"),
        pytest.param(b"<textarea><template></textarea><base href=x>", b"x", id="template in a textarea"),
        pytest.param(b"<a title='<template>'><base href=x>", b"x", id="template in an attribute value"),
        pytest.param(b"<p y='</p><template>'></p y='<template>'><base href=x>", b"x",
                     id="template in an end tag's attribute"),
        pytest.param(b"<templates><base href=x></templates>", b"x", id="longer name than template"),
        pytest.param(b"<svg><template></svg><base href=x>", b"x", id="template in svg is none"),
        pytest.param(b"<svg><![CDATA[<template>]]></svg><base href=x>", b"x", id="template in CDATA"),
        pytest.param(b"<noscript><base href=y></noscript><base href=x>", b"x", id="noscript"),
        pytest.param(b"<noscript><base href=y>", None, id="noscript never closed"),
        pytest.param(b"<noscript><noscript></noscript><base href=x>", b"x", id="noscript does not nest"),
        pytest.param(b"<noscript><template></noscript><base href=x>", b"x", id="template in noscript"),
        pytest.param(b"<template><noscript></template></noscript><base href=y></template><base href=x>", b"x",
                     id="noscript in a template hides its end"),
        *(pytest.param(b"<%s><base href=y></%s></svg></math><base href=x>" % (opened, closed), b"x",
                       id=f"{opened.decode()} in foreign content")
          for opened, closed in (
              (b"svg><foreignObject><template", b"template></foreignObject"),
              (b"svg><title><template", b"template></title"),
              (b"math><mtext><template", b"template></mtext"),
              (b"svg><desc><noscript", b"noscript></desc"),
          )),
        pytest.param(b"<template><svg></template></svg><base href=x>", b"x", id="template's end in svg"),
        pytest.param(b"<template><svg><desc><template></template></desc></svg><base href=y></template>",
                     None, id="template in svg in a template"),
        pytest.param(b"<span><button><svg></span><base href=y></svg></button></span><base href=x>", b"x",
                     id="span cannot be closed from the button in it"),
        pytest.param(b"<frameset><base href=y></frameset>", None, id="frameset"),
        pytest.param(b"<frameset><frame></frameset><base href=y>", None, id="behind a frameset"),
        pytest.param(b"<base href=x><frameset></frameset>", b"x", id="before a frameset"),
        pytest.param(b"<head><title>y</title></head> <p><frameset><base href=y>", None,
                     id="frameset behind p"),
        pytest.param(b"<base href=x><p><base href=y></p><frameset>", b"x", id="in a body replaced"),
        pytest.param(b"<p><base href=y></p><frameset>", None, id="only in a body replaced"),
        pytest.param(b"</body><base href=y><frameset>", None, id="behind the end of a body replaced"),
        pytest.param(b"y<frameset><base href=x>", b"x", id="frameset behind text"),
        pytest.param(b"<img><frameset></frameset><frameset><base href=x>", b"x", id="frameset behind img"),
    ],
)  # fmt: skip


@DOCUMENTS
def test_embedded_base(html: bytes, href: bytes | None) -> None:
    """HTML Standard 4.2.3: the first base element with an href in the document, scripting on."""
    for include_absolute in (True, False):
        base = base_that_counts(html, scan(html, include_absolute=include_absolute))
        assert (None if base is None else html[base.start : base.stop]) == href


@DOCUMENTS
def test_html5lib_agrees(html: bytes, href: bytes | None) -> None:
    """html5lib, which also judges the corpus, finds the same base."""
    assert judge.read(html, "utf-8").base_href == (None if href is None else href.decode())


XHTML = '<html xmlns="http://www.w3.org/1999/xhtml"><body>{}<a href="x"/></body></html>'
IN_XHTML = [  # where noscript is an element like any other (HTML Standard 4.12.2), and what counts
    ('<noscript><base href="q/"/></noscript>', "q/"),
    ('<noscript><base href="q/"/></noscript><base href="r/"/>', "q/"),
    ('<template><base href="q/"/></template><base href="r/"/>', "r/"),
    ('<svg xmlns="http://www.w3.org/2000/svg"><base href="q/"/></svg><base href="r/"/>', "r/"),
    ('<p/><base target="t"/><base href="q/"/>', "q/"),
]


@pytest.mark.rows(("body", "href"), IN_XHTML)
def test_in_xhtml(body: str, href: str) -> None:
    options: Any = {"media_type": "application/xhtml+xml"}
    assert absolutize.base_uri(XHTML.format(body), "http://h/", **options).uri == f"http://h/{href}"
    several = absolutize.check(XHTML.format(body), "http://h/", select=["base-several"], **options)
    assert len(list(several)) == (body.count("noscript") > 0 and body.count("<base") > 1)


@pytest.mark.rows("name", ["base", "BASE", "Base", "bASE"])
@pytest.mark.rows("space", [*" \t\n\f\r/"], ids=repr)
def test_however_it_is_written(name: str, space: str) -> None:
    page = f"<{name}{space}href=http://h/d/><a href=x>"
    for form in (page, page.encode()):
        assert absolutize.rewrite(form, base_element="remove") in {
            "<a href=http://h/d/x>",
            b"<a href=http://h/d/x>",
        }


OPAQUE = "<base href='x-y: x1'>"
IN_LISTS = [
    # a space would end a URL in a list, and in an opaque path "%20" does not mean a space
    ("<img srcset='#f 2x'>", {"same_document": "resolve"}, ["base-not-hierarchical"]),
    ("<img srcset='a 1x, #f 2x'>", {}, ["base-not-hierarchical", "same-document"]),
    ("<img srcset='a 1x, #f 2x'>", {"same_document": "resolve"}, ["base-not-hierarchical"] * 2),
    ("<a ping='#f a'>", {"same_document": "resolve"}, ["base-not-hierarchical"] * 2),
    ("<a ping='#f'>", {"base_element": "remove"}, ["base-not-hierarchical"]),
]


@pytest.mark.rows(("html", "options", "codes"), IN_LISTS)
def test_a_space_in_an_opaque_base_is_not_written_into_a_list(
    html: str, options: Any, codes: list[str]
) -> None:
    page = OPAQUE + html
    assert absolutize.rewrite(page, "http://h/d/p", **options) == page
    assert [link.code for link in absolutize.links(page, "http://h/d/p", **options)][1:] == codes


@pytest.mark.rows("html", ["<img srcset='a 1x'>", "<a ping='a'>"])
def test_a_space_in_a_path_is_escaped_in_a_list(html: str) -> None:
    page = f"<base href='x-y:/d x/'>{html}"
    assert absolutize.rewrite(page, "http://h/") == page.replace("'a", "'x-y:/d%20x/a")


@pytest.mark.rows("options", [{"same_document": "resolve"}, {"base_element": "remove"}])
def test_it_is_written_where_it_ends_nothing(options: Any) -> None:
    page = f"{OPAQUE}<a href='#f'><a href=x>"
    assert absolutize.rewrite(page, "http://h/d/p", **options) == f"{OPAQUE}<a href='x-y: x1#f'><a href=x>"


# Chromium appends relative references to the query or fragment of these bases: references that other
# browsers resolve otherwise are left alone

WITHOUT_PATH = ["tel:#f", "tel:?q", "mailto:?q#f", "x://h#f", "X://h?q", "x://?", "about:#f"]
WITH_PATH = ["x://h", "x://h/#f", "x:///?q", "http://h2#f", "http://h2?q"]


@pytest.mark.rows("href", WITHOUT_PATH)
@pytest.mark.rows("options", [{}, {"base_element": "remove"}, {"same_document": "resolve"}])
@pytest.mark.rows("reference", ["#g", "", "?q", "x", "/x", "//h/x"])
def test_below_a_base_without_a_path_nothing_is_decided(href: str, reference: str, options: Any) -> None:
    page = f"<base href='{href}'><a href='{reference}'>"
    assert absolutize.rewrite(page, "http://h/d/p", **options) == page


@pytest.mark.rows("href", WITH_PATH)
def test_below_others_references_are_made_absolute(href: str) -> None:
    page = f"<base href='{href}'><a href='x'>"
    assert absolutize.rewrite(page, "http://h/d/p") != page


@pytest.mark.rows("href", ["https:", "https:/", "https:?q", "https:#f", "HTTPS:/", "ftp:", "ws:/"])
def test_one_of_another_scheme_without_a_host_becomes_one_nowhere(href: str) -> None:
    """``https:/`` is invalid on an http page; on an https page a browser reads it as the root of its host."""
    page = "<base href='{}'><a href='#f'></a><a href=''></a>"
    rest = href.partition(":")[2].lstrip("/")
    after = page.format(f"{href.partition(':')[0]}://{rest}")
    assert absolutize.rewrite(page.format(href), "http://h/d/p") == after
    for moved in ("http://m/x/y", "https://m/x/y", "ftp://m/x/y", "ws://m/x/y"):
        assert absolutize.rewrite(after, moved) == after
        assert absolutize.base_uri(after, moved).uri == moved


def test_without_the_guard_the_rule_set_decides() -> None:
    page = "<base href='x://h#f'><a href='x'>"
    assert absolutize.rewrite(page, "http://h/d/p", guard=False) == "<base href='x://h#f'><a href='x://h/x'>"


def test_a_document_in_a_value_below_such_a_base() -> None:
    page = """<base href='x://h'><iframe srcdoc="<base href='?q'><a href=x>">"""
    once = """<base href='x://h'><iframe srcdoc="<base href='x://h?q'><a href=x>">"""
    assert absolutize.rewrite(page, "http://h/d/p") == absolutize.rewrite(once, "http://h/d/p") == once
