"""The values of `test_structured` in trees: a rewritten tree equals the tree of the rewritten text."""

from functools import partial
from itertools import cycle
from typing import Any
from urllib.parse import unquote

import lxml.html
import pytest
from bs4 import BeautifulSoup, CData, Comment
from lxml import etree, objectify
from lxml.html import html5parser

import absolutize
from absolutize.html.link_table.rows import Row
from tests.html.values import test_srcdoc as srcdoc
from tests.html.values import test_structured as structured
from tests.html.values import test_svg_text as svg_text
from tests.html.values.test_structured import URL, Value, document
from tests.trees.builders import steps

BUILDERS = {
    "html.parser": partial(BeautifulSoup, features="html.parser"),
    "lxml": partial(BeautifulSoup, features="lxml"),
    "html5lib": partial(BeautifulSoup, features="html5lib"),
    "lxml.html": lambda text: lxml.html.document_fromstring(text).getroottree(),
    "html5parser": lambda text: html5parser.document_fromstring(text).getroottree(),
}
every_builder = pytest.mark.rows("builder", BUILDERS)


def serialised(tree: Any) -> str:
    """Serialise a tree, with its text and attributes as they are."""
    return str(tree) if isinstance(tree, BeautifulSoup) else etree.tostring(tree, encoding="unicode")


def listed(page: Any, url: str = URL, **options: Any) -> list[tuple[Any, ...]]:
    """The links of a document, without fields that only text has; image is an img in HTML (13.2.6.4.7)."""
    return [
        (
            link.element.replace("image", "img"),
            link.attribute,
            link.index,
            link.reference,
            link.target,
            link.code,
        )
        for link in absolutize.links(page, url, **options)
    ]


def assert_alike(builder: str, page: str, url: str = URL, **options: Any) -> None:
    """Check that a tree is listed and rewritten as its text is."""
    make, page = BUILDERS[builder], f"{page}<p>t"  # lxml.html needs an element to make a tree
    tree, text = make(page), serialised(make(page))
    assert listed(tree, url, **options) == listed(page, url, **options)
    assert serialised(tree) == text
    written = serialised(make(absolutize.rewrite(page, url, **options)))
    assert absolutize.rewrite(tree, url, **options) is tree
    assert serialised(tree) == written
    assert serialised(absolutize.rewrite(tree, "http://moved.example/", **options)) == written


@pytest.mark.rows(
    ("builder", "row", "value", "presets"),
    [(builder, *case.values) for builder, case in zip(cycle(BUILDERS), structured.CASES, strict=False)],
)
def test_a_row(builder: str, row: Row, value: Value, presets: tuple[str, ...]) -> None:
    """Tests each row with one builder; tests/slow/test_structured_trees.py tests it with every builder."""
    assert_alike(builder, document(row, value.before), presets=presets)


PAGES = [
    *(page for page in structured.NOT_MET if "<textarea>" not in page),
    *(page.format("x") for page in structured.CONDITIONS),
    *(srcdoc.INNER.format(before) for before, _ in srcdoc.SRCDOCS),
    "<iframe srcdoc='<a href=x>'></iframe><base href=/b/>",
    "<p><!--[if IE]><base href=/i/><a href=x><![endif]--><a href=y></a>",
    "<p><!--[if IE]><a href=x><![endif]--><base href=/b/>",
    "<p><!--[if IE]><img srcset='a 1x'><![endif]--><a href=y></a><!--[if IE]><a href=z><![endif]-->",
    "<p><!--[if IE]><iframe srcdoc='<a href=x>'><![endif]-->",
    "<object codebase=/c/ archive='a b'></object><applet codebase=/c/ archive='a,b'></applet>",
    "<script type=importmap>{</script><a href=x>",
    "<script type=importmap></script><style></style><a href=x>",
    "<style type=''>a{b:url(x)}</style><style media=print>a{b:url(y)}</style>",
    "<svg fill='url(x)'><path fill='url(y#z)'/><g><title><p fill='url(x)'></p></title></g></svg>",
    "<math fill='url(x)'><mi mask='url(y)'>t</mi></math>",
    "<p style='--a:url(x);--b:1'><p style='c:var(--a)'>",
    "<p style='--a:url(x);--b:var(--a)'><style>/* var(--a) */</style><p title='/* var(--b)'>",
    "<svg><style>a{b:url(x)}</style></svg>",
    "<svg><!--[if IE]><a href=x><![endif]--><desc><!--[if IE]><a href=x><![endif]--></desc></svg>",
]


@pytest.mark.rows("page", PAGES)
def test_a_page(page: str) -> None:
    for builder in BUILDERS:
        assert_alike(builder, page)


@every_builder
@pytest.mark.rows("page", [PAGES[0], "<p style='a:url(x)'><!--[if IE]><a href=y><![endif]--><a href=z></a>"])
@pytest.mark.rows(
    "options",
    [
        {"conditional_comments": False},
        {"placeholders": "resolve"},
        {"same_document": "resolve"},
        {"base_element": "remove"},
        {"rules": "whatwg"},
    ],
    ids=str,
)
def test_an_option(builder: str, page: str, options: dict[str, Any]) -> None:
    assert_alike(builder, f"{page}<a href='{{{{x}}}}'></a><a href=#s></a>", **options)


@pytest.mark.rows(
    ("builder", "asked", "before"),
    [
        (b, asked, before)
        for b, (asked, before, _) in zip(cycle(BUILDERS), structured.ASKED_FOR, strict=False)
    ],
)
def test_an_attribute_that_is_asked_for(builder: str, asked: str, before: str) -> None:
    assert_alike(builder, before, attributes=[asked])


@pytest.mark.rows("builder", ["html5lib", "html5parser"])
@pytest.mark.rows("value", svg_text.STYLES_OF_SVG, ids=lambda value: value.before)
def test_style_in_svg(builder: str, value: Value) -> None:
    """Only some builders read the style as markup."""
    assert_alike(builder, svg_text.IN_SVG.replace("{}", value.before))


@pytest.mark.rows("builder", ["html5lib", "html5parser"])
@pytest.mark.rows("style", [*svg_text.UNREADABLE_STYLES, "a<!-- -->{b:url(x)}"])
def test_style_in_svg_that_cannot_be_read(builder: str, style: str) -> None:
    page = f"<base href=/b/>{svg_text.IN_SVG.replace('{}', style)}<a href=y></a>"
    tree = BUILDERS[builder](page)
    assert [link[5] for link in listed(tree, base_element="remove")] == [
        "rewritten",
        "unreadable",
        "rewritten",
    ]
    absolutize.rewrite(tree, URL, base_element="remove")
    assert [link[3] for link in listed(tree)] == ["http://h/b/", "", "http://h/b/y"]


@every_builder
@pytest.mark.rows("reference", structured.PLACEHOLDERS)
def test_a_placeholder(builder: str, reference: str) -> None:
    page = f"<a href='{reference}'></a><p style='a:url(\"{reference}\")'>"
    assert_alike(builder, page)
    assert {link[-1] for link in listed(BUILDERS[builder](page))} == {"placeholder"}


@pytest.mark.rows("builder", ["html.parser", "lxml", "html5lib", "lxml.html"])
@pytest.mark.rows("base", ["http://h/a'b\"c<d>e&amp;f\\(g) -->h/", "http://h/--!>x/"])
def test_no_base_breaks_out(builder: str, base: str) -> None:
    for page in (
        "<a href='x'><p style='a:url(x) url(\"y\")'>",
        srcdoc.INNER.format("<a href='x'><p style='a:url(x)'>"),
        "<style>a{b:url(x)}</style><p>",
        "<p><!--[if IE]><a href='x'><![endif]-->",
        '<script type=importmap>{"imports":{"a":"./b"}}</script>',
    ):
        tree = absolutize.rewrite(BUILDERS[builder](page), base, guard=False)
        html = str(tree) if isinstance(tree, BeautifulSoup) else lxml.html.tostring(tree, encoding="unicode")
        expected = listed(absolutize.rewrite(page, base, guard=False))
        assert {link[5] for link in expected} == {"absolute"}
        assert [unquoted(link) for link in listed(html)] == [unquoted(link) for link in expected]


def unquoted(link: tuple[Any, ...]) -> tuple[Any, ...]:
    """A link with its URL unescaped: lxml's serialiser escapes spaces and more."""
    return (*link[:3], unquote(link[3]))


# properties that only trees have


def test_the_text_of_an_element_keeps_its_kind() -> None:
    """bs4 has classes for the texts of style and script, and they decide how the text is serialised."""
    soup = BeautifulSoup("<style>a{b:url(x)}</style><!--[if IE]><a href=x><![endif]-->", "html.parser")
    kinds = [type(soup.style.contents[0]), type(soup.contents[1])]
    assert kinds[1] is Comment
    absolutize.rewrite(soup, URL)
    assert [type(soup.style.contents[0]), type(soup.contents[1])] == kinds


@pytest.mark.parametrize(
    "make", [etree.fromstring, partial(BeautifulSoup, features="xml")], ids=["lxml", "soup"]
)
def test_text_that_is_not_alone_is_left_alone(make: Any) -> None:
    """In XML a style element can contain any markup; text in a comment there is no style sheet."""
    for inside in ("a{b:url(x)}<i/>", "<!--a{b:url(x)}-->", "<i/>a{b:url(x)}"):
        tree = make(f"<r><style>{inside}</style></r>")
        assert listed(tree) == []
        assert listed(absolutize.rewrite(tree, URL)) == []


def test_a_section_of_character_data_is_text() -> None:
    """A style sheet may be in a CDATA section."""
    parser = etree.XMLParser(strip_cdata=False)
    root = etree.fromstring("<r><style><![CDATA[a{b:url(x)}]]></style></r>", parser)
    assert absolutize.rewrite(root, URL)[0].text == "a{b:url(http://h/d/x)}"
    soup = BeautifulSoup("<style></style>", "html.parser")
    soup.style.append(CData("a{b:url(x)}"))
    assert str(absolutize.rewrite(soup, URL)) == "<style><![CDATA[a{b:url(http://h/d/x)}]]></style>"


def test_a_tree_of_objectify_takes_text() -> None:
    root = objectify.fromstring("<r><style>a{b:url(x)}</style><style>c{d:url(y)}</style></r>")
    absolutize.rewrite(root, URL)
    assert [style.text for style in root.style] == ["a{b:url(http://h/d/x)}", "c{d:url(http://h/d/y)}"]


def test_text_that_lxml_does_not_take_is_spelled_otherwise() -> None:
    """lxml parses control characters but refuses to set them: in CSS they become U+007F."""
    root = lxml.html.document_fromstring(
        "<style>a{b:url(x);c:'\x01'}</style><p style='a:url(x);b:\x01'><a href=y>"
    )
    before = root.find(".//style").text
    absolutize.rewrite(root, URL)
    if "\x01" in before:
        assert root.find(".//style").text == "a{b:url(http://h/d/x);c:'\x7f'}"
    assert root.find(".//a").get("href") == "http://h/d/y"


TOP = "<!--[if IE]><a href=x><![endif]--><html><body><p>t</p></body></html><!--[if IE]><a href=y><![endif]-->"


def test_comments_that_are_siblings_of_the_root_are_a_part_of_the_tree_alone() -> None:
    """They are part of an lxml ElementTree, but not of its root element."""
    root = lxml.html.document_fromstring(TOP)
    assert [link[3] for link in listed(root.getroottree())] == ["x", "y"]
    assert listed(root) == []
    absolutize.rewrite(root.getroottree(), URL)
    assert [link[4] for link in listed(root.getroottree())] == ["http://h/d/x", "http://h/d/y"]


def test_a_comment_alone_is_a_tree_of_lxml() -> None:
    comment = etree.Comment("[if IE]><a href=x><![endif]")
    assert absolutize.rewrite(comment, URL).text == "[if IE]><a href=http://h/d/x><![endif]"


@every_builder
@pytest.mark.rows("depth", [2, 16, 17, 100])
def test_documents_are_nested(builder: str, depth: int) -> None:
    assert_alike(builder, srcdoc.nested(depth))


def test_many_comments_take_time_in_proportion() -> None:
    """bs4 searches all siblings to find the place of one, so each place may be looked up only once."""
    make = partial(BeautifulSoup, features="html.parser")
    once, twice = (steps(make("<!--[if IE]><a href=x><![endif]-->" * number)) for number in (50, 100))
    assert twice < 2.2 * once


def test_an_unreadable_value_is_listed() -> None:
    tree = BeautifulSoup("<script type=importmap>{</script>", "html.parser")
    assert listed(tree) == [("script", "", 0, "", None, "unreadable")]
    assert str(absolutize.rewrite(tree, URL)) == '<script type="importmap">{</script>'


def test_namespaces_tell_what_is_svg() -> None:
    """In XML, the namespace counts, with any prefix."""
    svg, xhtml = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"
    root = etree.fromstring(
        f'<h:r xmlns:h="{xhtml}" xmlns:s="{svg}"><s:path fill="url(x)"/><h:path fill="url(x)"/>'
        '<path fill="url(x)"/></h:r>'
    )
    assert [link[0] for link in listed(root)] == ["path"]
    absolutize.rewrite(root, URL)
    assert [element.get("fill") for element in root] == ["url(http://h/d/x)", "url(x)", "url(x)"]
