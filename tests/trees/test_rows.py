"""Every row of LINKS in trees; names and namespaces; references that are resolved against a codebase."""

from __future__ import annotations

from functools import partial

import lxml.html
import pytest
from bs4 import BeautifulSoup
from lxml import etree

import absolutize
from absolutize.html.link_table.rows import LINKS, Row
from tests.trees.builders import (
    HTML_TREES,
    SVG,
    URL,
    XHTML,
    XLINK,
    Make,
    Seen,
    attributes,
    elements,
    every_html_tree,
    every_tree,
    named,
    seen,
    targets,
    values,
)

# --- every row -----------------------------------------------------------------------------


@pytest.mark.rows("row", LINKS, ids=lambda row: f"{row.element}-{row.attribute}")
def test_a_row_is_decided_and_rewritten_as_in_bytes(row: Row) -> None:
    """Tests one tree for each row; tests/slow/test_trees.py tests every reference and tree."""
    element = "x-y" if row.element == "*" else row.element
    end = "" if element in {"html", "head", "body", "base"} else f"</{element}>"
    page = f'<{element} {row.attribute}="../r?q#f">{end}<base href="../c/">'
    tree = HTML_TREES["lxml-html"](page)
    assert sorted(seen(tree), key=str) == sorted(seen(page.encode()), key=str)
    written = absolutize.rewrite(page.encode(), URL)
    assert sorted(seen(absolutize.rewrite(tree, URL)), key=str) == sorted(seen(written), key=str)


COMMENT = "<!--[if IE]><a href={}><![endif]-->"
STYLE = "<style>a{{b:url({})}}</style>"
BROKEN_OUT = {  # an element of HTML in svg or math, what is before it, and what is behind it
    "style": f"<math><mi>x</mi>{STYLE.format(0)}<br>{STYLE.format(1)}</math>",
    "comment": f"<svg>{COMMENT.format(0)}<p>t</p>{COMMENT.format(1)}</svg>",
    "around": f"<svg><g><g><div>t</div></g></g>{COMMENT.format(1)}<g>{COMMENT.format(2)}</g></svg>",
    "nested": (
        f"<svg><desc><math><p>t</p>{STYLE.format(1)}</math>{STYLE.format(2)}</desc>{COMMENT.format(0)}</svg>"
    ),
    "again": f"<svg><b>t</b><svg>{COMMENT.format(0)}</svg>{COMMENT.format(1)}</svg>",
    "font": f'<svg><font face="f">t</font>{COMMENT.format(1)}</svg>',
    "font in svg": f'<svg><font id="f">t</font>{COMMENT.format(0)}</svg>',
    "part": f'<svg><p>t</p><g id="g">{COMMENT.format(1)}</g></svg>',
}


@pytest.mark.rows("kind", [kind for kind in HTML_TREES if kind not in {"soup-html5lib", "lxml-html5"}])
@pytest.mark.rows("body", BROKEN_OUT.values(), ids=BROKEN_OUT)
def test_what_is_behind_an_element_of_html_in_svg_is_html(kind: str, body: str) -> None:
    """HTML Standard 13.2.6.5: the element ends svg and math; builders without namespaces go on in them."""
    tree, numbers = HTML_TREES[kind](body), sorted(set("12") & set(body))
    assert [link.reference for link in seen(tree)] == [link.reference for link in seen(body)] == numbers
    if 'id="g"' in body:
        assert targets(named(tree, "g")) == ["http://h.example/a/b/1"]
    written = seen(absolutize.rewrite(body, URL))
    assert seen(absolutize.rewrite(tree, URL)) == written


WHOLE = {"url", "urls", "curie"}  # the other syntaxes: tests/trees/test_structured_trees.py


@pytest.mark.rows(
    "row",
    [row for row in LINKS if row.syntax in WHOLE and row.when is None],
    ids=lambda row: f"{row.element}-{row.attribute}",
)
def test_every_row_holds_in_xml_with_namespaces(row: Row) -> None:
    """With elements in XHTML's namespace and xlink:href in XLink's, the target is the same as in bytes."""
    name = "x-y" if row.element == "*" else row.element
    key = f"{{{XLINK}}}{row.attribute[6:]}" if row.attribute.startswith("xlink:") else row.attribute
    element = etree.Element(f"{{{XHTML}}}{name}", {key: "../r"})
    expected = seen(f'<{name} {row.attribute}="../r"></{name}>')
    assert len(expected) == 1
    assert seen(element) == expected
    assert absolutize.rewrite(element, URL).get(key) == expected[0].target


# --- names and namespaces ------------------------------------------------------------------

DRAWING = (
    f'<html><body><svg xmlns="{SVG}" xmlns:xlink="{XLINK}"><image xlink:href="y"></image>'
    '<linearGradient xlink:href="g.svg#x"></linearGradient><use xlink:href="#x"></use></svg></body></html>'
)


@every_tree
def test_xlink_is_found_in_every_form(make: Make) -> None:
    """A name with a colon, bs4's NamespacedAttribute and lxml's {namespace}name are listed as xlink:href."""
    assert seen(make(DRAWING)) == [
        Seen("image", "xlink:href", 0, "y", "http://h.example/a/b/y", "rewritten"),
        Seen("lineargradient", "xlink:href", 0, "g.svg#x", "http://h.example/a/b/g.svg#x", "rewritten"),
        Seen("use", "xlink:href", 0, "#x", None, "same-document"),
    ]


@every_tree
def test_xlink_is_written_in_the_form_it_was_found(make: Make) -> None:
    """No second attribute is added."""
    tree = make(DRAWING)
    keys = [list(attributes(element)) for element in elements(tree)]
    absolutize.rewrite(tree, URL)
    assert [list(attributes(element)) for element in elements(tree)] == keys
    assert values(tree) == ["http://h.example/a/b/y", "http://h.example/a/b/g.svg#x", "#x"]


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(etree.fromstring, id="lxml"),
        pytest.param(partial(BeautifulSoup, features="xml"), id="soup"),
    ],
)
def test_xlink_is_found_under_another_prefix(make: Make) -> None:
    """Namespaces in XML: an author may choose any prefix."""
    text = f'<svg xmlns="{SVG}" xmlns:l="{XLINK}"><image l:href="y"/></svg>'
    assert seen(make(text)) == [Seen("image", "xlink:href", 0, "y", "http://h.example/a/b/y", "rewritten")]


@pytest.mark.parametrize(
    "make", [etree.fromstring, partial(BeautifulSoup, features="xml")], ids=["lxml", "soup"]
)
def test_prefixed_elements_are_known_by_their_own_name(make: Make) -> None:
    """h:a is an a, h:object an object."""
    text = f'<h:r xmlns:h="{XHTML}"><h:a ping="x"/><h:object archive="y z"/></h:r>'
    assert [link[:4] for link in seen(make(text))] == [
        ("a", "ping", 0, "x"),
        ("object", "archive", 0, "y"),
        ("object", "archive", 1, "z"),
    ]


@pytest.mark.rows("kind", ["soup-html.parser", "soup-lxml", "soup-html5lib", "lxml-html"])
def test_a_colon_in_an_html_name_belongs_to_the_name(kind: str) -> None:
    """HTML has no prefixes: the name of the element is svg:image, as in bytes."""
    text = '<svg:image src="y"></svg:image><o:base href="/in/"></o:base>'
    assert seen(HTML_TREES[kind](text)) == seen(text)


@every_html_tree
def test_case_does_not_matter_in_html(make: Make) -> None:
    """HTML Standard 13.2.5: names are converted to lower case."""
    tree = make('<BASE HREF="/d/"><IMG SRC="x"><svg><LinearGradient XLINK:HREF="g"></LinearGradient></svg>')
    assert targets(tree) == ["http://h.example/d/", "http://h.example/d/x", "http://h.example/d/g"]


def test_names_and_attributes_may_be_any_users_make() -> None:
    """Tags made by hand can be in upper case, and have attributes that no builder would give."""
    soup = BeautifulSoup("", "html.parser")
    soup.append(soup.new_tag("IMG", attrs={"SRC": "x", "data-": "y"}))
    assert seen(soup) == [Seen("img", "src", 0, "x", "http://h.example/a/b/x", "rewritten")]
    assert attributes(absolutize.rewrite(soup, URL).IMG) == {"SRC": "http://h.example/a/b/x", "data-": "y"}


# --- codebase ------------------------------------------------------------------------------

CODEBASES = {
    "relative": ('codebase="cb/"', "http://h.example/a/c/cb/k"),
    "file": ('codebase="cb"', "http://h.example/a/c/k"),
    "absolute": ('codebase="http://o.example/cb/"', "http://o.example/cb/k"),
    "empty": ('codebase=""', "http://h.example/a/c/k"),
    "white-space": ('codebase=" cb/ "', "http://h.example/a/c/cb/k"),
    "unreadable": ('codebase="//[x"', "http://h.example/a/c/k"),
    "none": ("", "http://h.example/a/c/k"),
}


@every_tree
@pytest.mark.rows(("codebase", "target"), CODEBASES.values(), ids=CODEBASES)
def test_codebase_rows_resolve_against_the_codebase(make: Make, codebase: str, target: str) -> None:
    """HTML 4.01 13.3, 13.4: codebase is the base, itself relative to BASE, before and after rewriting."""
    for element, attribute in (
        ("object", "classid"),
        ("object", "archive"),
        ("applet", "code"),
    ):
        written = f'<{element} {codebase} {attribute}="k"></{element}>'
        text = f'<html><body><base href="../c/"/>{written}</body></html>'
        tree = make(text)
        assert seen(tree) == seen(text)
        assert [link.target for link in seen(tree) if link.attribute == attribute] == [target]
        assert targets(absolutize.rewrite(tree, URL))[-1] == target


def test_code_of_embed_is_not_resolved_against_the_codebase() -> None:
    """Chromium loads it as it loads src, and ignores codebase."""
    text = '<embed code="k" codebase="/cb/" type="text/html">'
    assert targets(text) == ["http://h.example/a/b/k", "http://h.example/cb/"]
    assert targets(lxml.html.fromstring(text)) == targets(text)


def test_data_is_not_resolved_against_the_codebase() -> None:
    """HTML 4.8.7: browsers resolve object data against the document's base."""
    tree = lxml.html.fromstring('<object codebase="/cb/" data="d" classid="c"></object>')
    assert targets(tree) == ["http://h.example/cb/", "http://h.example/a/b/d", "http://h.example/cb/c"]
