"""Values that are decided by the table give the same serialised tree as values decided one by one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import lxml.html
import pytest
from bs4 import BeautifulSoup
from hypothesis import assume, example, given
from hypothesis import strategies as st

import absolutize
from absolutize.html.link_table.rows import LINKS
from absolutize.options import Policies
from absolutize.trees import rewriter
from absolutize.trees.plain_values import WITHOUT_REFERENCE, PlainEdit, PlainValues
from absolutize.trees.protocol import CandidateNode, Tree
from tests.support.extent import sample
from tests.trees.builders import URL

BEGINNINGS = ("", "/", "//", "//o.example", "?", "#", "./", "../", "../../", "http://", "https://o.example/")
BEGINNINGS += ("#", "mailto:", "tel:", " https://o/", "https://o.example/\t")
BEGINNINGS += ("http:", "HTTP://o/", "data:", "javascript:", "\\", ".", "http://[", "/\\", "//127.1/", "a:")
ENDS = ("", "x", "x/../y", "a.b/c?d=e&f=%C3", "..", "x#y", "?q?", "{{x}}", "${x}", "é", " ", "x\ty", "%2e/x")
ENDS += ("x'y", "<%x%>", "*|x|*", "#{x}", "@i", "a,b", "/./x", "x;y=z", "image/png;base64,AA==", ".")
VALUES = [f"{beginning}{end}" for beginning, end in product(BEGINNINGS, ENDS)]
STYLES = [
    shape.replace("@", value)
    for value in (
        "x",
        "http://o.example/x",
        "http://o.example/?é",
        "data:x",
        "http:y",
        "{{x}}",
        "#s",
        "HTTP://o/../x",
        "",
    )
    for shape in (
        "url(@)",
        "url( '@')",
        'URL("@")',
        "image-set('@' 1x)",
        "u\\72l(@)",
        "rgb(1,2,3)",
        "src('@')",
    )
]
# escapes, some of which spell functions that fetch, and a function with a similar name
STYLES += [
    *("'\\f101\\2014\\0\\9'", "x\\9", "inset(1%)", "INSET(0) url(x)", "'\\00a0' url(http://o.example/x)"),
    *("\\75rl(x)", "ur\\6c(x)", "ur\\6c (x)", "ur\\00006c(x)", "ur\\000006c(x)", "ur\\l(x)", "\\u\\r\\l(x)"),
    *("im\\61ge-set('x' 1x)", "image\\2d set('x' 1x)", "i\\mage-set('x' 1x)", "image-s\\45t('x' 1x)"),
    *("image-se\\54 ('x' 1x)", "s\\72 c('x')", "sr\\43('x')", "\\73rc('x')"),
]
SHEETS = [
    *(f"a{{b:{style}}}" for style in STYLES),
    "@import 'x';",
    *("@\\69mport 'x';", "@\\import 'x';", "@\\0069mport 'x';", "@IM\\port 'x';", "@imp\\6frt 'x';"),
    "/* url(x) */",
    "@media a{}",
]
SETS = [
    *("http://o.example/x", "x 1x, http://o.example/y 2x", "http://o.example/x 1x, y", "http://o/a,b 1x"),
    *("http://o.example/x 1x, https://o.example/y 2.5x", "http://o/../x,", " http://o.example/x", "", ","),
    "http://o.example/?é 1x, http://o.example/y 2x",
]
PLACES = ("a href", "img src", "base href", "link href", "object data", "svg href", "div href", "input value")


def document() -> str:
    """Write all values in all places; the default sample has each value in two or three of eight places."""
    pieces = ["<!DOCTYPE html><html><body>"]
    for value, place in sample(product(VALUES, PLACES), 3):
        element, attribute = place.split()
        pieces.append(f'<{element} {attribute}="{escaped(value)}"></{element}>')
    pieces += (f'<p style="b:{escaped(style)}"></p><svg fill="{escaped(style)}"></svg>' for style in STYLES)
    pieces += (f"<style>{sheet}</style>" for sheet in SHEETS)
    for condition, hidden in product(("lt IE 9", "(IE 6)&(IE)"), COMMENTS):
        pieces.append(f"<!--[if {condition}]>{hidden}<![endif]-->")
    pieces += (f'<img srcset="{escaped(value)}">' for value in SETS)
    return "".join((*pieces, "</body></html>"))


def escaped(value: str) -> str:
    return value.replace("&", "&amp;").replace('"', "&quot;")


COMMENTS = [
    *('<script src="http://o.example/x"></script>', "<script src=x></script>", '<script src="//o/x">'),
    *("<p>a b", '<link rel="x" href="https://o.example/x?a=b">', '<link href=" http://o.example/../x">'),
    *('<a href="#s">', '<base href="http://o.example/">', "<BASE href=http://o.example/a/../>"),
    *('<img srcset="http://o/x 1x, y">', "<style>a{b:url(x)}</style>", "<style>@import 'x'</style>"),
    *("<style>a{b:\\75rl(x)}</style>", '<p style="a:url(x)">', '<p style="display: none">'),
    *("<p style='a:u\\72l(x)'>", '<p title="(x)">(y)'),
    '<script type="importmap">{"imports": {"a": "./b"}}</script>',
    *("<script type=module>import './x'</script>", '<script type="text/javascript">f(1)</script>'),
    *('<meta content="0;url=x">', '<p class="a>href=x ">', "<p title='\"> <a href=x>'>"),
    *("x class='<a href=x>'", "x alt=a<img/src=x>", '<img alt=\'" title="\' src=x ">', "<p id=a b=c href=x>"),
    *('<img src=\'http://o/" title="b\' alt=x longdesc=y ">', "<p class= href=x>", '<img class=a"b src=x>'),
    *('<img src=\'http://o/" title="b\' longdesc=x ">', '<img alt="a"src=x>', "<img class=a src=x>"),
    *("<p class=a/href=x>", '<a ping="http://o.example/ x">', "<p alt=a\fhref=x>"),
]


PARSERS = {
    "lxml": (lxml.html.document_fromstring, lxml.html.tostring),
    "soup": (lambda text: BeautifulSoup(text, "html.parser"), str),
}
POLICIES: list[dict[str, Any]] = [
    {},
    {"same_document": "resolve"},
    {"base_element": "remove"},
    {"guard": False},
    {"placeholders": "resolve"},
    {"overflow": "retain"},
    {"attributes": ["p[title]=url"]},
    {"charset": "windows-1252"},
]


BASES = (URL, None, "mailto:o@o.example", "file:///a/b", "data:text/html,x")


@pytest.mark.parametrize("kind", PARSERS)
@pytest.mark.parametrize("options", POLICIES, ids=lambda options: "-".join(options) or "none")
def test_the_table_gives_what_the_planner_gives(
    kind: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    parse, serialise = PARSERS[kind]
    edited: list[PlainEdit] = []
    divide = PlainValues.divide

    def noted(
        plain: PlainValues, tree: Tree, candidates: Iterable[CandidateNode]
    ) -> tuple[list[PlainEdit], list[CandidateNode]]:
        edits, rest = divide(plain, tree, candidates)
        edited.extend(edits)
        return edits, rest

    monkeypatch.setattr(PlainValues, "divide", noted)
    quick = serialise(absolutize.rewrite(parse(document()), URL, **options))
    assert len(edited) > 100
    one_by_one(monkeypatch)
    assert quick == serialise(absolutize.rewrite(parse(document()), URL, **options))


@pytest.mark.parametrize("kind", PARSERS)
@pytest.mark.parametrize("base", BASES, ids=str)
def test_what_is_left_out_stays_under_any_base(
    kind: str, base: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    parse, serialise = PARSERS[kind]
    quick = serialise(absolutize.rewrite(parse(document()), base))
    one_by_one(monkeypatch)
    assert quick == serialise(absolutize.rewrite(parse(document()), base))


@pytest.mark.parametrize("scheme", ["tel", "mailto", "javascript", "data"])
def test_without_the_guard_what_looks_absolute_may_be_relative(scheme: str) -> None:
    """RFC 2396 5.2, step 3: a parser may read ``tel:q`` as relative to a base with the same scheme."""
    page = '<img src="{0}"/><p style="a:url({0})"></p><style>a{{b:url({0})}}</style><img srcset="{0} 1x"/>'
    before, after, base = page.format(f"{scheme}:q"), page.format(f"{scheme}://h/q"), f"{scheme}://h/x"
    tree = BeautifulSoup(before, "html.parser")
    assert str(absolutize.rewrite(tree, base, guard=False)) == after
    assert absolutize.rewrite(before, base, guard=False) == after
    assert {link.target for link in absolutize.links(before, base, guard=False)} == {f"{scheme}://h/q"}


def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn off the table, so that the planner decides every reference."""
    monkeypatch.setattr(rewriter, "_plain_values", lambda _: None)
    monkeypatch.setattr(Policies, "keeps_absolute", property(lambda _: False))


def test_what_comments_are_passed_for_holds_no_reference() -> None:
    assert not {row.attribute for row in LINKS} & {*WITHOUT_REFERENCE}


def written_of(*pieces: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(pieces), max_size=14).map("".join)


def read(document: str) -> list[tuple[str, str]]:
    """Read the references of a document; a tree may write them with fewer escapes."""
    return [(link.element, link.reference) for link in absolutize.links(document)]


HIDDEN = written_of(
    *(
        " ",
        "\n",
        "=",
        '"',
        "'",
        "<",
        ">",
        "<a",
        "<img",
        "<base",
        "<p",
        "href=",
        "src=",
        "alt=",
        "class=",
        "x",
    ),
    *("style=", "type=", "text/css", "http://h/x", "#", "/", "//h/y", "data:x", "(", ")", "url(", "@import"),
    *("\\", "\\6c", "srcset=", "<script>", "</script>", "<style>", "</style>", "content=", "0;url=", "ping="),
    *("<meta http-equiv=refresh", "{", "}", "import", "importmap", "<svg>", "<iframe srcdoc=", "&quot;"),
)
CSS_PIECES = written_of(
    *(
        "url(",
        "URL(",
        "u",
        "r",
        "l",
        "(",
        ")",
        '"',
        "'",
        "x",
        "http://h/",
        "#",
        "@",
        "@import",
        "i",
        "\\",
        "c",
    ),
    *(
        "\\75",
        "\\6c",
        "\\06c ",
        "\\00006C",
        " ",
        "image-set(",
        "inset(",
        "im",
        "-",
        "set(",
        "src(",
        "s",
        "data:",
    ),
    *(
        "/*",
        "*/",
        ";",
        "{",
        "}",
        "\\72",
        "\\69",
        "mport",
        "\\l",
        "\\f101",
        "\\0",
        "5",
        "4",
        "\\000055",
        "rl(x)",
    ),
)


@given(HIDDEN)
def test_a_comment_is_left_as_that_of_bytes_is(hidden: str) -> None:
    document = f"<!--[if IE]>{hidden}<![endif]-->"
    soup = BeautifulSoup(document, "html.parser")
    assume(str(soup) == document)
    assert read(str(absolutize.rewrite(soup, URL))) == read(absolutize.rewrite(document, URL))


@given(CSS_PIECES)
@example("url(\\06c ")
def test_a_style_sheet_is_left_as_that_of_bytes_is(css: str) -> None:
    document = f"<style>{css}</style>"
    soup = BeautifulSoup(document, "html.parser")
    assume(str(soup) == document)
    assert read(str(absolutize.rewrite(soup, URL))) == read(absolutize.rewrite(document, URL))
