"""The scanner, construct by construct, by the HTML Standard 13.2.5 (tokenization) and 13.2.6.

Every row of the table is scanned with and without what is base-independent, and html5lib's parser must
agree with what the row says, except for listed differences.
"""

import gc
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from absolutize.html.grammar import character_references
from absolutize.html.grammar.start_tag import end_of_tag_name, start_tag
from absolutize.html.link_table.extra_rows import row_of
from absolutize.html.link_table.rows import LINKS
from absolutize.html.tokenizer.collector import LinkTable
from absolutize.html.tokenizer.scanner import scan
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.xml.scanner import scan_xml
from tests.html.tokenizer.constructs import TABLE, Expected
from tests.support import html5lib_tags

each = pytest.mark.rows(("name", "html", "expected"), TABLE)

# Rows on which html5lib disagrees: the row's name -> the reason.
HTML5LIB = {
    "noscript, comment inside": "it reads it as browsers without scripts do, and what is behind it too",
    "noscript in math in noscript, text inside": "it ends the outer element where the inner one does",
    "frameset, all but frames ignored": "tags are listed as its tokenizer gives them, ignored or not",
    "frameset, behind a byte order mark": "given text, it takes the mark for text as well",
}


def attributes(html: bytes, *, include_absolute: bool = True) -> list[ValueSpan]:
    """The links found in attributes; those in text have their own tests."""
    return [link for link in scan(html, include_absolute=include_absolute) if link.row.attribute]


def found(html: bytes, *, include_absolute: bool = True) -> list[Expected]:
    """The links of a document in attributes, by element, attribute and raw value."""
    return [
        (link.element, link.row.attribute, html[link.start : link.stop])
        for link in attributes(html, include_absolute=include_absolute)
    ]


@each
def test_scan(name: str, html: bytes, expected: list[Expected]) -> None:
    """The links that the HTML Standard sees, with the bytes of their values."""
    del name
    assert found(html) == expected


def test_the_body_that_a_frameset_replaces_is_gone() -> None:
    """HTML Standard 13.2.6.4.7, a start tag frameset: it replaces the body, but not the head."""
    page = b"<link href=x><p><a href=y></a></p><frameset><frame src=x>"
    assert found(page) == [("link", "href", b"x"), ("frame", "src", b"x")]


SYNTAX = {(link.element, link.attribute): link.syntax for link in LINKS}
ABSOLUTE = re.compile(rb"(?i)(?:https?://|data:|javascript:|mailto:|tel:|#)")


def syntax_of(element: str, attribute: str) -> str | None:
    """The syntax of an attribute, if it holds references."""
    return SYNTAX.get((element, attribute)) or SYNTAX.get(("*", attribute))


def is_base_independent(element: str, attribute: str, value: bytes) -> bool:
    """Whether a value is empty or one URL that no base changes; a BASE element never counts as such."""
    is_url = syntax_of(element, attribute) == "url" and element != "base"
    return is_url and (not value or ABSOLUTE.match(value) is not None)


@each
def test_scan_of_what_is_not_base_independent(name: str, html: bytes, expected: list[Expected]) -> None:
    """`include_absolute=False`: the same links, without those that no base changes."""
    del name
    assert found(html, include_absolute=False) == [
        link for link in expected if not is_base_independent(*link)
    ]


def as_tokenized(value: bytes) -> str:
    """A value as the tokenizer gives it: line ends normalised (13.2.3.5), then decoded."""
    return character_references.decode_attribute(re.sub("\r\n?", "\n", value.decode()))


def seen_by_html5lib(markup: str) -> list[tuple[str, str, str]]:
    """The links of a document, by html5lib's tree builder and the table of links."""
    return [
        (link.element, link.attribute, link.value)
        for link in html5lib_tags.attributes(markup)
        if holds_references(syntax_of(link.element, link.attribute), link.value)
    ]


def holds_references(syntax: str | None, value: str) -> bool:
    """Whether the scanner stops at a value; it stops at declarations only if they have a parenthesis."""
    return syntax is not None and (syntax != "declarations" or "(" in value)


@each
def test_html5lib_agrees(name: str, html: bytes, expected: list[Expected]) -> None:
    """html5lib's parser finds the expected links, except for listed differences."""
    ours = [(element, attribute, as_tokenized(value)) for element, attribute, value in expected]
    if name in HTML5LIB:
        assert seen_by_html5lib(html.decode()) != ours, f"listed difference that is none ({HTML5LIB[name]})"
    else:
        assert seen_by_html5lib(html.decode()) == ours


@each
def test_truncated_anywhere(name: str, html: bytes, expected: list[Expected]) -> None:
    """A document cut off anywhere has the links of the tags that end before the cut, and no others."""
    del name, expected
    for include_absolute in (True, False):
        links = [(link, tag_end(html, link)) for link in attributes(html, include_absolute=include_absolute)]
        for length in range(len(html)):
            whole = [link for link, end in links if end <= length]
            assert attributes(html[:length], include_absolute=include_absolute) == whole, (
                f"cut off behind {html[:length]!r}"
            )


def tag_end(html: bytes, link: ValueSpan) -> int:
    """Where the start tag of a link ends."""
    tag = start_tag(html, end_of_tag_name(html, link.tag))
    assert tag is not None, f"a link of a tag that is cut off: {link}"
    return tag.stop


# The parts of generated documents. The scanner follows the tree builder only as far as that
# changes how text is read, and not for markup that nobody writes. Left out are therefore select
# and frameset (html5lib ignores tags there), end tags of HTML elements that may be open around
# an svg, and paragraphs and list items, which close each other without end tags.
MARKUP = (
    "<a ", "<a href=d>", "<img src=f>", "<b>", "<div>", "<I ", "<noscript>", "<table>", "<br/>",
    '"', "'", "=", ">", "/", " ", "\n", "\f", "x", "-", "!", "<", "</", "</p>", "</p ", "</x ", "</>",
    "hidden", "hidden ", "title ", ' ="', "= '",
    'href="a"', "src=b", "HREF=c", "title='", 'title="', "href=http://y/", "href=#",
    "<!--", "-->", "--!>", "<!-->", "<!--->", "--", "<!", "<?", "<!doctype ", "<![CDATA[", "]]>", "]]",
    "<script>", "</script>", "</script ", "<SCRIPT>", "<script/", "<style>", "</style>", "<title>",
    "</title>", "<textarea>", "</textarea>", "<xmp>", "</xmp>", "<iframe ", "</iframe>", "<noembed>",
    "</noembed/", "<textarea class=x>", "</textarea-x>", "</iframes>",
    "<noframes>", "</noframes>", "<plaintext>", "<svg>", "<svg ", "</svg>", "<svg/>", "<math>", "</math>",
    "<svg><title>t</title><path d=''/></svg>", "<svg><desc>", "<math><mi>", "<font>", "<font size=1>",
    "<font/",
)  # fmt: skip
# Only whole tags, and foreign elements only in foreign content.
FOREIGN = (
    "<a href=d>", "<img src=f>", "<b>", "</p>", "</br>", "<font>", "<font size=1>",
    "<svg>", "</svg>", "<svg/>", "<math>", "</math>", "<math/>", "<svg><g>", "</g>", "<path/>",
    "<svg><desc>", "</desc>", "<svg><foreignObject>", "</foreignObject>", "<math><mi>", "</mi>",
    "<math><mi><mglyph>",
    "<math><annotation-xml>", "<math><annotation-xml encoding='text/html'>", "</annotation-xml>",
    "<svg><style>", "<script/>", "<style/>", "<use href=k />", "<image href=q>",
)  # fmt: skip
# Shapes of svg, some of which are passed over, and what may be among them (not title and desc: html5lib
# 1.1 does not treat them as special elements, so it reads end tags in them differently)
AMONG_SHAPES = (
    "<a href=d>", "</a>", "<g>", "</g>", "<g class='x'>", "<G ID=x>", "</G >", "</g x>", "<g/>", "<g /a>",
    "<path d='M0' />", "<path d=x/>", "<path d= />", '<path d=x"/>', "<path d=x'/>", "<path d=''/ >",
    "<path hidden/>", "</path>", "<rect/>", "<rect>",
    "<text>x</text>", "<text x=1>", "</text>", "<tspan>", "x", "&lt;", "<use href=k />", "<use href='#k'/>",
    "<circle style='a:url(u)'/>", "<circle style='a:b'>", "<linearGradient>", "</linearGradient>",
    "<foreignObject>", "</foreignObject>", "<svg>", "</svg>", "<!--<g>-->", "<![CDATA[</g>]]>", "<b>",
    "</p>", "<math>", "</math>", "<image href=q>",
)  # fmt: skip
# Elements of formulas (MathML), in the same way
AMONG_FORMULAS = (
    "<a href=d>", "</a>", "<mrow>", "</mrow>", "<mrow class='x'>", "<MROW ID=x>", "</mrow >", "<mrow/>",
    "<mi>x</mi>", "<mi class=y>x</mi >", "<mo>&lt;<!--<b>--></mo>", "<mi>x</mo>", "<mi>", "</mi>", "<mtext>",
    "</mtext>", "<mi/>", "<mi><b>x</b></mi>", "<mi href=q>x</mi>", "<mspace width='1'/>", "<msub href=q>",
    "</msub>", "<mstyle style='a:url(u)'>", "</mstyle>", "<semantics>", "</semantics>", "x", "<MI>y</MI>",
    "<annotation encoding='x'>y</annotation>", "<annotation-xml encoding='text/html'>", "</annotation-xml>",
    "<![CDATA[</mrow>]]>", "</p>", "<p>", "<math>", "</math>", "<svg>", "</svg>", "<img src=q>",
    '<mi class="y">x</mi>', "<mo>=<!--<b>--></mo>", '<mrow class="x">', '<mspace width="1"/>', "<mspace />",
    '<mstyle style="a:url(u)">', '<mstyle style="a:b">', '<mo href="q">x</mo>', '<mi data-a1="<b>">x</mi>',
    "</math><math>", '</math><math display="block">', "</math><svg><style>a{b:url(c)}</style></svg><math>",
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(MARKUP), max_size=16).map("".join))
def test_agrees_with_html5lib(markup: str) -> None:
    """In any sequence of markup, the links are those that html5lib's tree builder sees."""
    assert_agreement(markup)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(FOREIGN), max_size=16).map("".join))
def test_agrees_with_html5lib_in_foreign_content(markup: str) -> None:
    """The same for any nesting of svg, math and elements that break out of them."""
    assert_agreement("<svg><g>" + markup)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(AMONG_SHAPES), max_size=20).map("".join))
def test_agrees_with_html5lib_among_shapes(markup: str) -> None:
    """The same for shapes of svg, whether they are passed over or not, and whatever they contain."""
    assert_agreement("<svg><a href=d></a>" + markup)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["", "<mrow>", "<mi>", "<table>", "<select>", "<mrow><b>"]),
    st.sampled_from(["", "<a href=d></a>", "<mrow><a href=d></a>", "<mi>"]),
    st.lists(st.sampled_from(AMONG_FORMULAS), max_size=20).map("".join),
)
def test_agrees_with_html5lib_among_formulas(around: str, before: str, markup: str) -> None:
    """The same for elements of MathML, also in HTML elements of the same names."""
    assert_agreement(f"{around}<math>{before}{markup}")


def assert_agreement(markup: str) -> None:
    """The scanner finds the links that html5lib finds, and on request leaves out base-independent ones."""
    html = markup.encode()
    links = found(html)
    assert [(element, attribute, as_tokenized(value)) for element, attribute, value in links] == (
        seen_by_html5lib(markup)
    )
    assert found(html, include_absolute=False) == [link for link in links if not is_base_independent(*link)]


# the content of a conditional comment, and whether the comment is a value: in a scan for all links, and
# in a scan for those that may change
COMMENTS = {
    "": (False, False),
    "<div class='ie'>": (False, False),
    "<p>x": (False, False),
    "</video>": (False, False),
    "<script>document.write('<a href=x>')</script>": (False, False),
    "<a href=http://h/>": (True, False),
    "<a href='#f'>": (True, False),
    "<a href=x>": (True, True),
    "<base href=http://h/>": (True, True),
    "<meta name=x content=http://h/>": (False, False),
    "<style>p{a:url(x)}</style>": (True, True),
    "<svg><use href=x /></svg>": (True, True),
}


@pytest.mark.rows(("hidden", "expected"), [*COMMENTS.items()], ids=repr)
def test_a_conditional_comment_without_links_is_no_value(hidden: str, expected: tuple[bool, bool]) -> None:
    html = f"<!--[if IE]>{hidden}<![endif]-->".encode()
    are_values = tuple(any(scan(html, include_absolute=include)) for include in (True, False))
    assert are_values == expected


def tables() -> int:
    """Count the tables of rows that are in memory."""
    gc.collect()
    return sum(isinstance(each, LinkTable) for each in gc.get_objects())


def test_few_tables_are_kept_of_the_rows_that_callers_add(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program may be asked for other attributes with each document."""
    monkeypatch.setattr(
        "absolutize.html.tokenizer.compiled_table.find_matches", lambda *_: lambda *_: iter(())
    )
    before = tables()
    for number in range(200):
        more = (row_of(f"img[data-many-{number}]"),)
        scan(b"", extra_rows=more)
        scan_xml(b"<a/>", include_absolute=True, extra_rows=more)
    assert tables() - before < 150
