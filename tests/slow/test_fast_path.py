"""The fast path gives the same result as processing value by value."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import absolutize
from absolutize.base import BaseURI
from absolutize.engine import rewriter
from absolutize.engine.rewriter import DocumentRewrite
from absolutize.findings import EDITED_CODES, UNRESOLVED_CODES
from absolutize.options import Context, Policies
from tests.html.tokenizer.test_scanner import FOREIGN, MARKUP
from tests.support.extent import extent

URL = "http://a.example/b/c/d?q"

VALUES = (
    '<a href="/x">', '<a href="x">', '<a href="../../x/">', '<a href="./x#f">', '<a href="?q=1&amp;r=2">',
    '<a href="//h/x">', '<a href="">', '<a href="#f">', '<a href="/..">', '<a href="x/./y">',
    '<a href="x:y">',
    '<a href="http:x">', '<a href="http://y/z">', '<a href="/a b">', '<a href="/&eacute;">',
    '<a href="/%2e">',
    '<a class="<a href=" href="/x" id="i">', '<a href="/x" href="/y">', '<a href="http://y/" href="/x">',
    '<a HREF="/x">', "<a href='/x'>", "<a href=/x>", '<a href="/x"', '<a href="/x',
    '<a data-x=\'"\' href="/x">',
    '<img src="a.png" lowsrc="b.png">', '<img lowsrc="b.png" src="a.png">', '<link rel=x href="y">',
    '<script src="s.js"></script>', '<script async src="s.js">"<a href=x>"</script>', '<script src="s.js">',
    '<script src="s.js"><!--<script></script>--></script>', '<base href="/base/">', '<base href="http://o/">',
    '<form action="f"><input src="i">', '<q cite="c">', "<circle r=1>", "<template>", "</template>",
    '<svg><circle r="1"/></svg>', '<svg><a href="h"/></svg>', '<frameset><frame src="f">',
    '<meta charset="windows-1251">', "<meta http-equiv=content-type content='text/html;charset=koi8-r'>",
    '<img src="a.png" srcset="b 1x, c 2x">', '<img src="http://y/a" srcset="b">',
    '<a itemprop="url" href="/x">',
    '<meta itemprop="url" content="/x">', '<meta name="twitter:image" content="i.png">',
    '<meta http-equiv="refresh" content="0;url=r">', '<p style="background:url(b.png)">', '<p style="x:y">',
    "<style>a{b:url(c.png)}</style>", "<style>a{b:c}</style>", "<!--[if IE]><a href=x><![endif]-->",
    "<!--[if lt IE 9]><base href=/ie/><![endif]-->", '<iframe srcdoc="<a href=x>"></iframe>',
    '<script type="importmap">{"imports":{"./a":"./b"}}</script>',
    '<script type="importmap" src="x"></script>',
    '<a href="/{{x}}">', '<a href="{{x}}">', '<object codebase="c/" data="d"></object>',
    "<a href=x/>", "<a href=x/ >", "<a href=/x id=i>", "<a href=x'y>", "<a href=x>y>", "<a href==x>",
    "<a href=?x=y>", "<a href=../x/..>", "<a href=//h/x>", "<a id=i href=x>", "<a href= x>", "<a href=`x`>",
    "<a href=x", "<a href=#x>", "<a class=x href=http://y/>", "<script src=s.js></script>",
    "<img src=a.png alt=>", "<meta name=viewport content=x>",
    # values that are recognized as base-independent, and values that only look so
    *(f'<img srcset="{value}">' for value in (
        "http://y/a", "http://y/a 1x, http://y/b 2x", "http://y/a,b 1x,c 2x", "http://y/a, b",
        "http://y/a,, b",
        "http://y/a 1x,b", "http://y/a (,b", "http://y/a 1x (,) ,b", "http://y/a&amp;b 1x",
        "http://y/a&#32;1x,b",
        "http://y/a&comma; b", "http://y/a&Tab;1x,b", "http://y/a&x=1 2x, b 3x", "data:x,y 1x, b 2x",
        "data:x, b",
        "", " ", ",b", "b,http://y/a", "http://y/a\t1x,\nhttp://y/b\t2x", "http://y/a 1x",
        "http://y/a 1.5e1x,b",
    )),
    *(f'<p style="{value}">' for value in (
        "a:url(http://y/a)", "a:url('http://y/a'),url(b)", "a:url(&quot;http://y/a&quot;)", "a:url(#f)",
        "a:url(&quot;b&quot;)", "a:url(data:x,y);b:url(c)", "a:rgba(1,2,3,0)", "a:f(url(b))", "a:src('b')",
        "a:image-set('b' 1x)", "a:format('b')", "a:u\\72l(b)", "a:url( http://y/a )", "a:url&lpar;b)",
        "a:/*url(b)*/url(http://y/a)", "a:'url(b)'", "a:URL(http://y/a) URL(b)", "a:xurl(b)",
        "a:url(http://y/a",
        "a:curl(b)", "a:translate(1px)", "a:url(\\62)", "a:url(&#104;ttp://y/a)", "a:url(http&colon;//y/a)",
    )),
    *(f"<style>{value}</style>" for value in (
        "a{b:url(http://y/a)}c{d:url(e)}", "a{b:url( 'http://y/a' )}@import 'i';", "@import url(http://y/a);",
        "a{b:url(http://y/a b)}c{d:url(e)}", "a{b:url(http://y/a'b)}c{d:url(e)}'",
        "a{b:url(http://y/\\)url(e))}",
        "/*url(http://y/a*/b{c:url(e)}", "a{b:url('http://y/a)}c{d:url(e)}",
        "a{b:url(data:x,<p>)}c{d:url(e)}",
        "a{b:xurl(http://y/*)}c{d:url(e)}*/", "a{b:url(#f)url(e)}", "a{b:url(http://y/a", "</style",
        "</STYLE x>",
        "</stylex>a{b:url(e)}", "a{b:url('http://y/a\n');c:url(e)}", "<!--a{b:url(e)}-->",
    )),
    "<style>a{b:url(e)}</sTyLe\n><a href=x>", "<style>a{b:url(e)}", "<style>a{b:url(e)}</style",
    "<meta http-equiv=refresh content='1;url=x'>", "<iframe src=x><a href=y></iframe>",
        "<iframe src='http://y/'>",
    "<iframe></iframe x='>'><a href=x>", "<video poster=x><source src=y></video>", "<audio src='x'></audio>",
    '<meta\ncontent="charset=x">', "\u0438", '<a href="/?\u0438">',
    # simple links, and markup that only looks like one
    "<p<img src=x>", "<a<b href=x>", "<img<img src=x srcset='y 1x'>", "<a b =href href=x>", "<a b= href=x>",
    "<a b\t=href href=x>", "<a b\n= c href=x>", '<a href="x" href="y" ping="z">', '<a href=x"y>',
    "<a b=c/href=x>", "<a\thref=x\nstyle='b:url(c)'>", "<a b='c'href=x>", '<a href="x"style="b:url(c)">',
    "<a href=x src=y>", "<link src=x href=y>", "<img href=x src=y>", '<img src="x" src="y" srcset="z">',
    "<img src=x", "<link href='x'", "<a ping href=x>", "<a/href=x>", "<a / href=x>", '<a href="x" "href=y>',
    "<A href=x>", "<area href=x>", "<a href=http://y/ href=x>", "<a b href=x/><link href=y />",
)  # fmt: skip


@settings(max_examples=extent(500, 5000), deadline=None)
@given(st.lists(st.sampled_from((*VALUES, *MARKUP, *FOREIGN)), max_size=14).map("".join), st.booleans())
def test_is_as_value_by_value(markup: str, as_text: bool) -> None:
    """The documents are random sequences of pieces, so that any of them may be neighbours."""
    document = markup if as_text else markup.encode()
    assert reported(rewriter.rewrite_document(document, Context(URL), Policies())) == reported(
        value_by_value(document)
    )


@settings(max_examples=extent(500, 5000), deadline=None)
@given(st.lists(st.sampled_from((*VALUES, *MARKUP, *FOREIGN)), max_size=14).map("".join), st.booleans())
def test_links_are_listed_as_outcome_by_outcome(markup: str, as_text: bool) -> None:
    """``text=True`` takes the way outcome by outcome: but for the texts, the links are the same."""
    document = markup if as_text else markup.encode()
    named = [link._replace(text=None) for link in absolutize.links(document, URL, text=True)]
    assert list(absolutize.links(document, URL)) == named


@settings(max_examples=extent(500, 5000), deadline=None)
@given(st.lists(st.sampled_from(VALUES), max_size=5).map("".join), st.booleans())
def test_nothing_is_passed_that_would_change(markup: str, as_text: bool) -> None:
    """Values recognized as base-independent are skipped; the result is the same if they are examined."""
    document = markup if as_text else markup.encode()
    result = rewriter.rewrite_document(document, Context(URL), Policies())
    assert (result.document, result.base) == everything_looked_at(document)


@pytest.mark.rows("value", VALUES)
def test_each_alone_is_as_with_everything_looked_at(value: str) -> None:
    """The same for each value alone."""
    result = rewriter.rewrite_document(value, Context(URL), Policies())
    assert (result.document, result.base) == everything_looked_at(value)


@pytest.mark.rows("value", VALUES)
def test_each_alone_is_as_value_by_value(value: str) -> None:
    """The value is at the beginning of a document, and behind the bytes searched for an encoding."""
    for document in (value.encode(), b" " * 2000 + value.encode()):
        assert reported(rewriter.rewrite_document(document, Context(URL), Policies())) == reported(
            value_by_value(document)
        )


@pytest.mark.parametrize(
    "declaring",
    [
        "<meta charset=koi8-r>",
        "<META HTTP-EQUIV='Content-Type' CONTENT='text/html; charset=koi8-r'>",
        "<div><meta\ncharset = 'koi8-r' ></div>",
        "<svg><foreignObject><meta charset=koi8-r></foreignObject></svg>",
        "<svg><meta charset=koi8-r></svg>",
        "<!-- <meta charset=koi8-r> -->",
        "<noscript><meta charset=koi8-r></noscript>",
    ],
)
def test_a_declaration_far_behind_is_known(declaring: str) -> None:
    """Both ways encode queries in the same encoding, also if it is declared behind the first bytes."""
    document = (" " * 2000 + declaring + r'<a href="http:x?&#1080;">').encode()
    assert reported(rewriter.rewrite_document(document, Context(URL), Policies())) == reported(
        value_by_value(document)
    )


CUT_OFF = (
    "",
    '"',
    "'",
    "</noscript ",
    "</noscript>",
    '</noscript>">',
    "</noscript><img src=z>",
    "</noscript a='>'>",
)
IN_NOSCRIPT = [
    *(
        "<img src='x'",
        "<img src='x' alt=\"",
        "<img src=x <",
        "<img src=x><img src='y' a='",
        "<img src=x alt= ",
    ),
    *("<!-- <img src=x>", "<style>@import 'x';", "<textarea><img src=x>", "<iframe src=x>", "<img src='x"),
    *(
        "</style><img src='x' alt=\"",
        "<svg><image href=x a='",
        "<!--[if IE]><img src=x>",
        "<noscript><img src='x'",
    ),
]


@pytest.mark.rows("end", CUT_OFF)
@pytest.mark.rows("content", IN_NOSCRIPT)
def test_what_a_noscript_element_cuts_off_is_counted_as_it_is_rewritten(content: str, end: str) -> None:
    document = f"<noscript>{content}{end}".encode()
    result = rewriter.rewrite_document(document, Context(URL), Policies())
    assert reported(result) == reported(value_by_value(document))
    assert result.changes == sum(link.code in EDITED_CODES for link in absolutize.links(document, URL))


def reported(result: DocumentRewrite) -> tuple[bytes | str, BaseURI, int, dict[str, int]]:
    """What both ways must agree on: each may skip other links that need no edit."""
    left = {code: count for code, count in result.unchanged_codes.items() if code in UNRESOLVED_CODES}
    return result.document, result.base, result.changes, left


def everything_looked_at(document: bytes | str) -> tuple[bytes | str, BaseURI]:
    """Rewrite a document without skipping base-independent values."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Policies, "keeps_fragments", property(lambda _: False))
        result = rewriter.rewrite_document(document, Context(URL), Policies())
    return result.document, result.base


def value_by_value(document: bytes | str) -> DocumentRewrite:
    """Rewrite a document without the fast path."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rewriter, "_rewrite_by_fast_path", lambda *_: None)
        return rewriter.rewrite_document(document, Context(URL), Policies())
