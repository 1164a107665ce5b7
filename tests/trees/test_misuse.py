"""Trees that no parser makes, but that a user may build: none of them raises."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from lxml import etree

import absolutize
from tests.trees.builders import URL, Node, Value, seen, targets, values

SURROGATES = (
    "<meta charset=\ud800><a href=x>",
    "<meta \ud800=x><a href=x>",
    "<meta http-equiv=content-type content='text/html; charset=\ud800'><a href=x>",
    "<svg><a\ud800 href=x></a><base href=z></svg>",
    "<math><annotation-xml encoding=\ud800><base href=z></annotation-xml><a href=x></math>",
    "<a href=x><a href=\ud800><a href='?\udfff#\ud800'><a href='http://\ud800/'><a ping='\ud800 y'>",
    "<a href=x><base href='//\ud800/'><a href='\\\ud800'>",
    "<meta charset=windows-1252><a href=x><a href='\\x?\ud800'>",
    "<object codebase=\ud800 classid=x></object><a href=x>",
    "<frameset \ud800=x><\ud800a><base href=\ud800><frame src=x>",
)


def use_every_verb(tree: Node) -> None:
    """Call every function: none may raise, and a second rewrite changes nothing."""
    for options in ({}, {"rules": "whatwg"}, {"same_document": "resolve"}, {"base_element": "remove"}):
        list(absolutize.links(tree, URL, **options))
        absolutize.base_uri(tree, URL, **options)
    for options in ({}, {"base_element": "empty"}, {"base_element": "remove"}):
        assert absolutize.rewrite(tree, URL, **options) is tree


@pytest.mark.rows("text", SURROGATES)
def test_lone_surrogates_never_raise(text: str) -> None:
    """A str may contain lone surrogates, which no encoding has: in a name, a value or a label."""
    soup = BeautifulSoup(text, "html.parser")
    assert "http://h.example/a/b/x" in targets(soup)
    use_every_verb(soup)


HTML_AND_XML: list[tuple[Callable[[], Node], str]] = [
    (lambda: BeautifulSoup("<a href=x>", "html.parser"), "HTML"),
    (lambda: BeautifulSoup("<rss/>", "xml"), "XML"),
    (lambda: etree.HTML("<a href=x>"), "HTML"),
    (lambda: etree.XML("<rss/>"), "XML"),
]


@pytest.mark.parametrize(("make", "syntax"), HTML_AND_XML)
def test_a_tree_is_not_read_as_what_it_is_not(make: Callable[[], Node], syntax: str) -> None:
    for read_as in ("css", *(["xml"] if syntax == "HTML" else [])):
        message = f"^read_as '{read_as}': the tree was parsed as {syntax}$"
        for use in (
            absolutize.rewrite,
            absolutize.base_uri,
            lambda *of, **by: list(absolutize.links(*of, **by)),
        ):
            with pytest.raises(ValueError, match=message):
                use(make(), URL, read_as=read_as)


def misused(use: Callable[[BeautifulSoup], object]) -> BeautifulSoup:
    """Make a soup, and change it as a user might."""
    soup = BeautifulSoup('<meta name="n"><p><a id="i">1</a></p><i href="x">2</i>', "html.parser")
    use(soup)
    return soup


def a_user_sets(name: str, value: Value, element: str = "a") -> Callable[[BeautifulSoup], object]:
    return lambda soup: setattr(soup.find(element) if element else soup, name, value)


class Pair(list[str]):
    """A list class whose constructor takes two strings, not a list."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__([first, second])


MISUSES: dict[str, Callable[[BeautifulSoup], object]] = {
    **{f"key-{key!r}": lambda soup, key=key: soup.a.attrs.update({key: "y"}) for key in (5, None, ("href",))},
    "key-bytes": lambda soup: soup.a.attrs.update({b"href": "y"}),
    "meta-key": lambda soup: soup.meta.attrs.update({5: "y"}),
    **{f"name-{name!r}": a_user_sets("name", name) for name in (None, 5, b"a")},
    "name-of-the-document": a_user_sets("name", None, ""),
    "prefix": a_user_sets("prefix", 5),
    "namespace": a_user_sets("namespace", 5),
    "attributes-none": a_user_sets("attrs", None),
    "attributes-list": a_user_sets("attrs", [("href", "y")]),
    "encoding-number": a_user_sets("original_encoding", 5, ""),
    "encoding-bytes": a_user_sets("original_encoding", b"utf-8", ""),
    "encoding-surrogate": a_user_sets("original_encoding", "\ud800", ""),
    "encoding-unknown": a_user_sets("original_encoding", "\u00e9", ""),
    "decomposed-part": lambda soup: soup.a.decompose(),
    "cleared": lambda soup: soup.p.clear(decompose=True),
    "decomposed-and-put-back": lambda soup: (a := soup.a).decompose() or soup.append(a),
}


@pytest.mark.rows("use", MISUSES.values(), ids=MISUSES)
def test_whatever_users_make_of_a_soup_never_raises(use: Callable[[BeautifulSoup], object]) -> None:
    """The link next to the misuse is found."""
    soup = misused(use)
    assert "http://h.example/a/b/x" in targets(soup)
    use_every_verb(soup)


@pytest.mark.parametrize("whole", [True, False], ids=["document", "element"])
def test_what_was_decomposed_holds_nothing(whole: bool) -> None:
    """bs4 leaves an empty element."""
    soup = BeautifulSoup('<a href="x">1</a>', "html.parser")
    shell = soup if whole else soup.a
    shell.decompose()
    assert seen(shell) == []
    assert absolutize.base_uri(shell, URL) == (URL, "retrieval")
    use_every_verb(shell)


def test_a_list_of_a_users_own_class_stays_one() -> None:
    """This holds whatever its constructor takes; the user's original list is not changed."""
    soup = BeautifulSoup("<a>1</a>", "html.parser")
    soup.a["ping"] = before = Pair("x", "y")
    absolutize.rewrite(soup, URL)
    assert soup.a["ping"] == ["http://h.example/a/b/x", "http://h.example/a/b/y"]
    assert type(soup.a["ping"]) is Pair
    assert before == ["x", "y"]


def test_a_name_that_lxml_was_forced_to_read_never_raises() -> None:
    """A recovering XML parser keeps an undeclared prefix in the name; lxml refuses to set such a name."""
    root = etree.fromstring('<r><a xlink:href="x"/><a href="y"/></r>', etree.XMLParser(recover=True))
    use_every_verb(root)
    assert values(root) == ["x", "http://h.example/a/b/y"]


def test_an_entity_of_lxml_holds_nothing() -> None:
    """An entity is an lxml node without links."""
    use_every_verb(etree.Entity("e"))


def test_values_may_be_subclasses_of_str() -> None:
    """bs4's CharsetMetaAttributeValue and ContentMetaAttributeValue, and a class of a user."""

    class Text(str):
        __slots__ = ()

    soup = BeautifulSoup(
        '<meta charset="x"><meta http-equiv="Content-Type" content="text/html; charset=y">', "html.parser"
    )
    soup.append(soup.new_tag("a", href=Text("x")))
    assert targets(soup) == ["http://h.example/a/b/x"]


def test_empty_lists_hold_no_reference() -> None:
    """For example, an empty archive."""
    soup = BeautifulSoup("<object></object>", "html.parser")
    soup.object["archive"] = []
    assert seen(soup) == []
    assert absolutize.rewrite(soup, URL).object["archive"] == []
