"""Values in trees: those that lxml refuses to set, those that users set, and any other."""

from __future__ import annotations

import html
from typing import Any

import lxml.html
import pytest
from bs4 import BeautifulSoup
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

import absolutize
from absolutize.findings import REWRITTEN_CODES
from absolutize.html.grammar import character_references
from tests.trees.builders import URL, Value, attributes, seen, targets, values

# --- values that trees cannot hold, and values of users ------------------------------------

CONTROL_KEPT = "\x01" in lxml.html.fromstring('<a href="a&#1;b">1</a>').get("href")
keeps_controls = pytest.mark.skipif(not CONTROL_KEPT, reason="this libxml2 drops control characters")


@keeps_controls
@pytest.mark.rows(
    ("value", "written"),
    [
        ("a\x01b", "http://h.example/a/b/a%01b"),
        ("a\x7f\x1fb?\x02c#\x03d", "http://h.example/a/b/a%7F%1Fb?%02c#%03d"),
        ("\x0ba\x0b", "http://h.example/a/b/a"),
        ("a\ufffeb", "http://h.example/a/b/a%EF%BF%BEb"),
        ("\\a\x01b", "http://h.example/a%01b"),
    ],
)
def test_what_lxml_does_not_take_is_written_as_browsers_spell_it(value: str, written: str) -> None:
    """lxml parses control characters but refuses to set them; the destination stays the same."""
    tree = lxml.html.fromstring(f'<a href="{value}" ping="x {value}">1</a>')
    absolutize.rewrite(tree, URL)
    assert tree.get("href") == written
    assert tree.get("ping") == f"http://h.example/a/b/x {written}"


CONTROLS_IN_LISTS = {
    # markup: what is written, without the control characters that browsers remove
    '<a ping="\x0bdata:x y">': "data:x http://h.example/a/b/y",
    '<a ping="http://o.example/a\x0bb y">': "http://o.example/a%0Bb http://h.example/a/b/y",
    '<object archive="\x01http://o.example/ y">': "http://o.example/ http://h.example/a/b/y",
    '<img srcset="\x0bhttp://o.example/ 1x, y 2x">': "http://o.example/ 1x, http://h.example/a/b/y 2x",
    '<img srcset="a,\x0b 1x, y 2x">': "http://h.example/a/b/a,# 1x, http://h.example/a/b/y 2x",
    '<img srcset="http://o.example/a,\x0b 1x, y">': "http://o.example/a,# 1x, http://h.example/a/b/y",
    '<img srcset="a#,\x0b 1x, y 2x">': "http://h.example/a/b/a#%2C 1x, http://h.example/a/b/y 2x",
    '<img srcset="a\x0bb 1x, y 2x">': "http://h.example/a/b/a%0Bb 1x, http://h.example/a/b/y 2x",
    '<p style="x:url(&quot;a\x0bb&quot;)">': 'x:url("http://h.example/a/b/a%0Bb")',
    '<img srcset="\x01 1x, y 2x">': "# 1x, http://h.example/a/b/y 2x",
    '<a ping="\x01{{x}} y">': "\x01{{x}} y",
}


@keeps_controls
@pytest.mark.rows(("markup", "written"), CONTROLS_IN_LISTS.items())
def test_what_lxml_does_not_take_in_a_list_goes_where_it_went(markup: str, written: str) -> None:
    tree = lxml.html.fromstring(f"<div>{markup}</div>")
    for _ in range(2):
        absolutize.rewrite(tree, URL)
        assert list(tree[0].attrib.values()) == [written]


FORM_FEEDS = {
    '<a ping="a\x0cb">': 'ping="http://h.example/a/b/a http://h.example/a/b/b"',
    '<object archive="a\x0cb">': 'archive="http://h.example/a/b/a http://h.example/a/b/b"',
    '<img srcset="x\x0c1x,\x0cy 2x">': 'srcset="http://h.example/a/b/x 1x, http://h.example/a/b/y 2x"',
    '<iframe srcdoc="\x0c&lt;a href=x&gt;">': 'srcdoc=" &lt;a href=http://h.example/a/b/x&gt;"',
}


@pytest.mark.rows(("markup", "written"), FORM_FEEDS.items())
def test_a_form_feed_between_references_becomes_a_space_in_lxml(markup: str, written: str) -> None:
    tree = lxml.html.fromstring(f"<div>{markup}</div>")
    for url in (URL, "http://o.example/"):
        absolutize.rewrite(tree, url)
        assert written in lxml.html.tostring(tree, encoding="unicode")


BETWEEN_REFERENCES = {
    # markup, {} in place of a control character: what is written, {} in place of the folder
    "image candidates": ('<img srcset="a 1x{}, b 2x">', 'srcset="{}a 1x\ufffd, {}b 2x"'),
    "declarations": ("<p style=\"c:'{}';background:url(x)\">", "style=\"c:'\x7f';background:url({}x)\""),
    "a style sheet": ("<style>a{{c:'{}';b:url(x)}}</style>", "<style>a{{c:'\x7f';b:url({}x)}}</style>"),
    "a refresh": ("<meta http-equiv=refresh content=\"0;url='x'{}\">", "content=\"0;url='{}x'\ufffd\""),
    "text in a document": ('<iframe srcdoc="<p>{}<a href=x>">', "&lt;p&gt;&amp;#11;&lt;a href={}x&gt;"),
    "an attribute in a document": ("<iframe srcdoc=\"<a href='x{}y'>\">", "&lt;a href='{}x&amp;#11;y'&gt;"),
    "a conditional comment": ("<!--[if IE]><a title='{}' href=x><![endif]-->", "<a title='&#11;' href={}x>"),
}


CONTROLS_IN_CSS = {  # a value, and what is written, {} in place of the folder
    "a form feed": ("b:\furl(x)", "b:\nurl({}x)"),
    "form feeds behind CR": ("b:\r\f\furl(x)", "b:\n\n\nurl({}x)"),
    "a bad string": ('b:url("x\f);c:url(y)', 'b:url("x\n);c:url({}y)'),
    "a bad string behind an escaped CR": ("b:'\\\r\f);c:url(y)", "b:'\\\n\n);c:url({}y)"),
    "a bad url": ("b:url(a\x01b) url(y)", "b:url(a\x7fb) url({}y)"),
    "before a url": ("b:\x01url(x)", "b:\x7furl({}x)"),
    "between urls": ("b:url(a) \x01url(x)", "b:url({}a) \x7furl({}x)"),
    "no control character": ("b:url(x) a\ufffe", "b:url({}x) a\ufffd"),
}


@keeps_controls
@pytest.mark.rows(("css", "written"), CONTROLS_IN_CSS.values(), ids=CONTROLS_IN_CSS)
def test_css_with_control_characters_keeps_its_tokens(css: str, written: str) -> None:
    """CSS Syntax 3.3 and 4.2: a form feed is a newline, and U+007F is a non-printable code point, too."""
    expected = written.replace("{}", "http://h.example/a/b/")
    tree = lxml.html.document_fromstring(f"<style>a{{{css}}}</style><p style='{html.escape(css)}'>")
    for url in (URL, "http://o.example/"):
        absolutize.rewrite(tree, url)
        assert tree.find(".//style").text == f"a{{{expected}}}"
        assert tree.find(".//p").get("style") == expected


ANIMATED = {  # a control character between two references: how all three are written
    "": ({}, "http://h.example/q/a;#;http://h.example/q/b"),
    "BASE is removed": (
        {"base_element": "remove"},
        "http://h.example/q/a;http://h.example/q/;http://h.example/q/b",
    ),
}


@keeps_controls
@pytest.mark.parametrize(("options", "values"), ANIMATED.values(), ids=ANIMATED)
def test_a_control_character_alone_is_the_base(options: dict[str, Any], values: str) -> None:
    page = '<base href="/q/"><svg><a><animate attributename="href" values="a;\x0b;b">'
    tree = lxml.html.document_fromstring(page)
    for url in (URL, "http://o.example/"):
        absolutize.rewrite(tree, url, **options)
        assert tree.xpath("//animate/@values") == [values]


@keeps_controls
@pytest.mark.parametrize(("markup", "written"), BETWEEN_REFERENCES.values(), ids=BETWEEN_REFERENCES)
@pytest.mark.parametrize("options", [{}, {"base_element": "remove"}], ids=["", "BASE is removed"])
def test_control_characters_between_references_are_spelled_as_xml_has_them(
    markup: str, written: str, options: dict[str, Any]
) -> None:
    base = '<base href="/q/">'
    tree = lxml.html.document_fromstring(f"<head>{base}</head><body>{markup.format(chr(11))}</body>")
    for url in (URL, "http://o.example/"):
        absolutize.rewrite(tree, url, **options)
        after = lxml.html.tostring(tree, encoding="unicode").replace("&#65533;", "\ufffd")
        assert written.format(*["http://h.example/q/"] * 2) in after
        assert ("<base" in after) == (not options)


REFUSED = {
    "a placeholder": '<a ping="{{a\x0b}} y">1</a>',
    "a script in a document": '<iframe srcdoc="<script>\x0b</script><a href=x>"></iframe>',
    "a style sheet in a document": "<iframe srcdoc=\"<style>a{b:url('x\x0b')}</style>\"></iframe>",
}


@keeps_controls
@pytest.mark.parametrize("markup", REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("base_element", ["remove", "empty"])
def test_base_is_kept_for_what_lxml_does_not_take(markup: str, base_element: Any) -> None:
    tree = lxml.html.document_fromstring(f'<head><base href="/q/"></head><body>{markup}</body>')
    before = values(tree)[1:]
    for url in (URL, "http://o.example/"):
        absolutize.rewrite(tree, url, base_element=base_element)
        assert values(tree) == ["http://h.example/q/", *before]


@keeps_controls
def test_a_form_feed_in_a_placeholder_stays() -> None:
    tree = lxml.html.fromstring('<a ping="{{a\x0cb}} y">1</a>')
    assert absolutize.rewrite(tree, URL).get("ping") == "{{a\x0cb}} y"


@keeps_controls
def test_the_profile_of_head_keeps_what_is_absolute() -> None:
    tree = lxml.html.document_fromstring('<head profile="\x0bdata:x y"><title>x</title>')
    for _ in range(2):
        absolutize.rewrite(tree, URL)
        assert tree.find("head").get("profile") == "data:x http://h.example/a/b/y"


@keeps_controls
@pytest.mark.parametrize("other", ["http://o.example/\x01", "//[\x01", "#\x01"])
def test_a_list_with_a_value_that_lxml_does_not_take_never_raises(other: str) -> None:
    """Contract: rewrite never raises for anything that a document contains."""
    tree = lxml.html.fromstring(f'<a href="y" ping="x {other}">1</a><a href="z">2</a>')
    absolutize.rewrite(tree, URL)
    assert values(tree)[-1] == "http://h.example/a/b/z"


@keeps_controls
def test_a_value_that_lxml_does_not_take_and_no_browser_reads_never_raises() -> None:
    """Without the guard, a base can be used that no URL parser reads."""
    tree = lxml.html.fromstring('<div><a href="a\x01b">1</a><a href="z">2</a></div>')
    absolutize.rewrite(tree, "http://h:99999/", guard=False)
    assert values(tree)[-1] == "http://h:99999/z"


def test_beautifulsoup_takes_any_character() -> None:
    """A soup can contain any character that bytes can, and has the same target."""
    text = '<a href="a\x01\x7f\ufffe">1</a>'
    soup = BeautifulSoup(text, "html.parser")
    assert seen(soup) == seen(text)
    assert absolutize.rewrite(soup, URL).a["href"] == "http://h.example/a/b/a\x01\x7f\ufffe"


WITH_NUL = (
    '<a href="x\0">1</a>',
    '<a href="\0x">1</a>',
    '<a href="\0">1</a>',
    '<img srcset="x\0 1x, y 2x">',
    '<meta content="1;url=x\0y" http-equiv="refresh">',
    '<base href="q\0/"><a href="x">1</a>',
    '<script type="importmap">{"imports": {"a": "./x\0"}}</script>',
    "<style>a{b:url(x\0)}</style>",
    '<!--[if IE]><a href="x\0">1</a><![endif]-->',
)


@pytest.mark.rows("text", WITH_NUL)
def test_nul_is_what_browsers_make_of_it(text: str) -> None:
    """html.parser keeps it: removed at either end of a URL, as other controls are, it changed the link."""
    soup = BeautifulSoup(text, "html.parser")
    assert seen(soup) == seen(text) == seen(text.replace("\0", "\ufffd"))
    written = str(absolutize.rewrite(soup, URL)).replace("\0", "\ufffd")
    assert seen(written, "http://moved.example/") == seen(absolutize.rewrite(text, URL))


def test_a_value_with_nul_that_does_not_change_stays() -> None:
    soup = BeautifulSoup('<a href="http://h/x\0" title="\0">1</a><a href="#\0">2</a>', "html.parser")
    before = str(soup)
    assert str(absolutize.rewrite(soup, URL)) == before


@pytest.mark.rows("value", [None, True, False, 5, 0.5, b"x", ("x", "y"), Ellipsis], ids=repr)
def test_values_that_are_no_text_are_left_alone(value: Value) -> None:
    """Users may set any value; only text and lists of text contain references."""
    soup = BeautifulSoup('<a href="x">1</a><a href="y">2</a>', "html.parser")
    soup.a["href"] = value
    assert targets(soup) == ["http://h.example/a/b/y"]
    absolutize.rewrite(soup, URL)
    assert values(soup) == [value, "http://h.example/a/b/y"]


@pytest.mark.rows("attribute", ["class", "archive"])
@pytest.mark.rows("value", [[None], ["x", None], [1, 2]], ids=repr)
def test_lists_of_what_is_no_text_are_left_alone(attribute: str, value: list[Any]) -> None:
    """Even a class attribute with numbers, which is no reference, must not make rewrite raise."""
    soup = BeautifulSoup('<object data="y"></object>', "html.parser")
    soup.object[attribute] = value
    absolutize.rewrite(soup, URL)
    assert attributes(soup.object) == {"data": "http://h.example/a/b/y", attribute: value}


# --- the same answers for any value --------------------------------------------------------

ANY_VALUE = st.text(
    alphabet=st.one_of(
        st.sampled_from("ab./?#:\\&=;%2e@[] \t\n'\"\0"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=24,
)


@given(ANY_VALUE)
@example("http:x")
@example(" \x85\u3000x ")
@example("x\x01")
@example("0<\n%")  # a placeholder to readers that follow browsers
@example("\0x")
def test_any_value_is_decided_as_in_text(value: str) -> None:
    """For one URL and for lists, reference, target and code equal those of links(str)."""
    written = html.escape(value)
    text = f'<base href="../c/"><a href="{written}" ping="{written}">1</a>'
    expected = seen(text)
    soup = BeautifulSoup("", "html.parser")
    for name, attrs in (("base", {"href": "../c/"}), ("a", {"href": value, "ping": value})):
        soup.append(soup.new_tag(name, attrs=attrs))
    assert seen(soup) == expected
    absolutize.rewrite(soup, URL)
    found = soup.a["href"]
    if expected[1].code.startswith("rewritten"):
        assert character_references.clean(found) == character_references.clean(expected[1].target or "")
    else:
        assert found == value


@given(ANY_VALUE)
@example("x\x01")
@example("\ufffe")
def test_any_value_that_lxml_holds_is_decided_as_in_text(value: str) -> None:
    """The same for lxml, with the values that lxml can hold."""
    element = etree.Element("a")
    try:
        element.set("href", value)
    except ValueError:
        return
    expected = seen(f'<a href="{html.escape(value)}">1</a>')
    assert seen(element) == expected
    assert seen(absolutize.rewrite(element, URL))[0].code not in REWRITTEN_CODES
