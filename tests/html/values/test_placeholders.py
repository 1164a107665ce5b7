"""Placeholders of templates: a reference is made absolute if what is before the placeholder allows it."""

import re
from inspect import signature
from itertools import product
from types import FunctionType
from typing import Any
from xml.sax.saxutils import escape

import ada_url
import pytest

import absolutize
from absolutize.html.values import placeholders
from absolutize.html.values.syntaxes import AS_WRITTEN, SYNTAXES
from tests.support.extent import extent
from tests.trees.test_structured_trees import BUILDERS

URL = "http://h/d/e/p.html"
ELSEWHERE = "http://elsewhere.example/m/o/v/e/d.html"

REWRITTEN = [
    ("/s?{{q}}", "http://h/s?{{q}}"),
    ("//c.example/x.js?u={{U}}", "http://c.example/x.js?u={{U}}"),
    ("/a/${i}/", "http://h/a/${i}/"),
    ("/search?<?php echo 1 ?>", "http://h/search?<?php echo 1 ?>"),
    ("a/{% b %}/../c", "http://h/d/e/a/{% b %}/../c"),
    ("a/{# b #}/../c", "http://h/d/e/a/{# b #}/../c"),
    ("a/<% b %>/../c", "http://h/d/e/a/<% b %>/../c"),
    ("a/<?b?>/../c", "http://h/d/e/a/<?b?>/../c"),
    ("a/${b}/../c", "http://h/d/e/a/${b}/../c"),
    ("a/#{b}/../c", "http://h/d/e/a/#{b}/../c"),
    ("a/*|b|*/../c", "http://h/d/e/a/*|b|*/../c"),
    ("//c/{{x}}", "http://c/{{x}}"),
    ("/a{{x}}", "http://h/a{{x}}"),
    ("/a/../{{x}}", "http://h/a/../{{x}}"),
    ("a/{{x}}", "http://h/d/e/a/{{x}}"),
    ("a/.{{x}}", "http://h/d/e/a/.{{x}}"),
    ("./{{x}}", "http://h/d/e/{{x}}"),
    ("../../a/{{x}}", "http://h/a/{{x}}"),
    ("../..{{x}}", "http://h/d/..{{x}}"),
    ("p?a={{ x }}&b", "http://h/d/e/p?a={{ x }}&b"),
    ("p#a{{x}}", "http://h/d/e/p#a{{x}}"),
    ("p?a:b={{x}}", "http://h/d/e/p?a:b={{x}}"),
    ("?a:b={{x}}", "http://h/d/e/p.html?a:b={{x}}"),
    ("p#a:{{x}}", "http://h/d/e/p#a:{{x}}"),
    ("p/a:{{x}}", "http://h/d/e/p/a:{{x}}"),
    ("?{{x}}", "http://h/d/e/p.html?{{x}}"),
    ("/a/{{ x\n | y }}.png ", "http://h/a/{{ x\n | y }}.png "),
    ("/a/{{x", "http://h/a/{{x"),
    ("/\u00e9/{{\u00e9}}", "http://h/\u00e9/{{\u00e9}}"),
    ("/a&amp;b/{{x}}&#123;{y}}", "http://h/a&amp;b/{{x}}&#123;{y}}"),
    ("/{{x}}", "http://h/{{x}}"),
    ("\\{{x}}", "http://h/{{x}}"),
    ("/../a/{{x}}", "http://h/../a/{{x}}"),
    ("//{{h}}/x", "http://{{h}}/x"),
    ("//h{{h}}/x", "http://h{{h}}/x"),
    ("//h.{{h}}/x", "http://h.{{h}}/x"),
    ("//1.2.3.{{h}}/x", "http://1.2.3.{{h}}/x"),
    ("//u@{{h}}/x", "http://u@{{h}}/x"),
    ("//h:{{p}}/x", "http://h:{{p}}/x"),
    ("\\\\h/{{x}}", "http://h/{{x}}"),
    ("a{{x}}", "http://h/d/e/a{{x}}"),
    ("a.{{x}}/y", "http://h/d/e/a.{{x}}/y"),
    ("a#{{x}}", "http://h/d/e/a#{{x}}"),
    ("a#{x}", "http://h/d/e/a#{x}"),
    ("a/../{{x}}", "http://h/d/e/a/../{{x}}"),
    ("a/b/../..{{x}}", "http://h/d/e/a/b/../..{{x}}"),
    ("..{{x}}", "http://h/d/e/..{{x}}"),
    ("..\\{{x}}", "http://h/d/e/..\\{{x}}"),
    ("%{{x}}", "http://h/d/e/%{{x}}"),
    ("a b{{x}}", "http://h/d/e/a b{{x}}"),
    ("1:a{{x}}", "http://h/d/e/1:a{{x}}"),
    ("http:a{{x}}", "http://h/d/e/a{{x}}"),
    ("http:../{{x}}", "http://h/d/{{x}}"),
    ("http:?{{x}}", "http://h/d/e/p.html?{{x}}"),
    ("https:a/{{x}}", "https://a/{{x}}"),
    ("a/{{ 'b:c' }}", "http://h/d/e/a/{{ 'b:c' }}"),
    ("a{{ 'b:c' }}", "http://h/d/e/a{{ 'b:c' }}"),
]
LEFT = [
    "{{x}}",
    " {{x}}",
    "{{x}}/y",
    "#{x}",
    "#{{x}}",  # a fragment of this document
    "#a{{x}}",
    "http{{s}}://h/x",  # a scheme
    "http{% if s %}s{% endif %}://h/x",
    "http<?= s ?>:<?= x ?>",
    "a{{x}}:b",
    "a{{x:b",
    "http:{{x}}",  # a host may follow
    "http:/{{x}}",
    "1:{{x}}",
    "http://h/{{x}}",
    "http://{{x}}",
    "mailto:{{x}}",
    "javascript:f({{x}})",
]


@pytest.mark.rows(("before", "after"), REWRITTEN)
def test_a_decisive_beginning_is_made_absolute(before: str, after: str) -> None:
    page = f'<a href="{before}">'
    assert [link.code for link in absolutize.links(page, URL)] == ["rewritten-placeholder"]
    assert absolutize.rewrite(page, URL) == f'<a href="{after}">'
    assert absolutize.rewrite(f'<a href="{after}">', URL) == f'<a href="{after}">'


DRIVES = [  # below file:, a drive letter takes the place of that of the base
    ("/a/{{x}}", "file:///C:/a/{{x}}"),
    ("a/{{x}}", "file:///C:/d/a/{{x}}"),
    ("/D:/{{x}}", "/D:/{{x}}"),
    ("/D|/{{x}}", "/D|/{{x}}"),
    ("D|/{{x}}", "D|/{{x}}"),
]


@pytest.mark.rows(("before", "after"), DRIVES)
def test_a_drive_letter_before_a_placeholder(before: str, after: str) -> None:
    assert absolutize.rewrite(f'<a href="{before}">', "file:///C:/d/p") == f'<a href="{after}">'


@pytest.mark.rows("reference", LEFT)
def test_any_other_stays(reference: str) -> None:
    page = f'<a href="{reference}">'
    assert [link.code for link in absolutize.links(page, URL)] == ["placeholder"]
    assert absolutize.rewrite(page, URL) == page


INSIDE = [
    ('<img srcset="{{ x }} 1x, /b/{{ y, z }} 2x">', '<img srcset="{{ x }} 1x, http://h/b/{{ y, z }} 2x">'),
    ('<a ping="/b/{{ x }} c">', '<a ping="http://h/b/{{ x }} http://h/d/e/c">'),
    ("<p style='a:url(\"../{{ x }}\")'>", "<p style='a:url(\"http://h/d/{{ x }}\")'>"),
    (
        '<script type=importmap>{"imports":{"a":".\\/b/{{ \\"x\\" }}"}}</script>',
        '<script type=importmap>{"imports":{"a":"http://h/d/e/b/{{ \\"x\\" }}"}}</script>',
    ),
    (
        "<meta http-equiv=refresh content=\"0; url='/a?{{ 1 }}'\">",
        "<meta http-equiv=refresh content=\"0; url='http://h/a?{{ 1 }}'\">",
    ),
    ("<iframe srcdoc='<a href=/a/{{x}}>'>", "<iframe srcdoc='<a href=http://h/a/{{x}}>'>"),
    ("<base href=/b/{{x}}/><a href=y>", "<base href=http://h/b/{{x}}/><a href=y>"),
    ("<base href=/{{x}}/><a href=y>", "<base href=http://h/{{x}}/><a href=y>"),
    ("<base href=b{{x}}/><a href=y{{z}}>", "<base href=http://h/d/e/b{{x}}/><a href=y{{z}}>"),
    ("<base href={{x}}/><a href=/y{{z}}>", "<base href={{x}}/><a href=/y{{z}}>"),
    ("<meta property=article:author content='by {{ post.author }}'>",) * 2,
    ("<meta property=article:author content='@{{ post.author }}'>",) * 2,
    (
        "<meta property=article:author content='/by/{{ x y }}'>",
        "<meta property=article:author content='http://h/by/{{ x y }}'>",
    ),
    ('<script type=importmap>{"imports":{"a{{x}}":"b{{x}}"}}</script>',) * 2,  # names, no URLs
]


@pytest.mark.rows(("before", "after"), INSIDE)
@pytest.mark.rows("base_element", ["absolute", "remove"])
def test_inside_of_values(before: str, after: str, base_element: Any) -> None:
    assert absolutize.rewrite(before, URL, base_element=base_element) == after


def test_a_fragment_goes_where_the_removed_base_took_it() -> None:
    page = "<base href=http://b/c><a href=#a{{x}}>"
    assert absolutize.rewrite(page, URL) == page
    assert absolutize.rewrite(page, URL, base_element="remove") == "<a href=http://b/c#a{{x}}>"
    assert absolutize.rewrite("<a href=#{{x}}>", URL, same_document="resolve") == f"<a href={URL}#{{{{x}}}}>"


@pytest.mark.rows("builder", BUILDERS)
def test_in_trees(builder: str) -> None:
    tree = BUILDERS[builder]('<a href=" ../a/{{ x\n}} "></a><a href="{{ x }}"></a><a href="/{{ x }}"></a>')
    absolutize.rewrite(tree, URL)
    found = [link.raw.strip() for link in absolutize.links(tree, URL)]  # only trees of lxml lose the blanks
    assert found == [
        "http://h/d/a/{{ x\n}}",
        "{{ x }}",
        "http://h/{{ x }}",
    ]


URLS_OF_CSS = [  # in url() without quotes, which CSS alone would read as a bad url: before and after
    ("a/{{ n }}.png", "http://h/b/a/{{ n }}.png"),
    ("../<?= $x ?>.png", "http://h/<?= $x ?>.png"),
    ("/a/{% if (x) %}y{% endif %}", "http://h/a/{% if (x) %}y{% endif %}"),
    (" a/{{ url_for('x', y) }} ", " http://h/b/a/{{ url_for('x', y) }} "),
    ("{{ x }}/y", "{{ x }}/y"),
    ("//o/{{ x }}", "http://o/{{ x }}"),
    ("data:{{ url(x) }}", "data:{{ url(x) }}"),
    ("a b{{ x }}", "a b{{ x }}"),
]
WITH_CSS = {
    "a style attribute": '<div style="background:url(%s)">',
    "a style attribute with an escape": '<div style="\\62 ackground:url(%s);a:url()">',
    "a style attribute with another URL": '<div style="a:url(http://o/);b:url(%s)">',
    "a style element": "<style>a{b:url(%s)}</style>",
    "a style element with other URLs": "<style>@import 'http://o/';a{b:url(http://o/) url(%s)}</style>",
    "a style element beyond ASCII": "<style>a{c:'\u00e9';b:url(%s)}</style>",
    "a style element with a custom property": "<style>a{--c:url(%s);b:var(--c)}</style>",
    "an image-set": "<style>a{b:image-set(url(%s) 1x)}</style>",
    "SVG": '<svg><rect fill="url(%s)"/></svg>',
}


@pytest.mark.rows(("before", "after"), URLS_OF_CSS)
@pytest.mark.rows("page", WITH_CSS.values(), ids=WITH_CSS)
def test_a_url_of_css_is_read_with_its_placeholder(page: str, before: str, after: str) -> None:
    document, written = f"<base href=/b/>{page % before}", page % after
    base = "<base href=http://h/b/>" if before.startswith(("{{", "data:")) else ""  # the URL may need it
    for source in (document, document.encode()):
        result = absolutize.rewrite(source, URL, base_element="remove")
        assert (result if isinstance(result, str) else result.decode()) == f"{base}{written}"
        kept = absolutize.rewrite(source, URL)
        assert (kept if isinstance(kept, str) else kept.decode()) == f"<base href=http://h/b/>{written}"
    as_css = absolutize.rewrite(document, URL, base_element="remove", placeholders="resolve")
    assert as_css == page % before


@pytest.mark.rows(("before", "after"), URLS_OF_CSS)
@pytest.mark.rows("builder", BUILDERS)
def test_a_url_of_css_in_trees(builder: str, before: str, after: str) -> None:
    for page in (WITH_CSS["a style attribute"], WITH_CSS["a style element"]):
        tree = BUILDERS[builder](f"<base href=/b/>{page % before}<p>t")
        expected = [link.raw for link in absolutize.links(f"<base href=/b/>{page % after}", URL)][1:]
        absolutize.rewrite(tree, URL)
        assert [link.raw for link in absolutize.links(tree, URL)][1:] == expected
        tree = BUILDERS[builder](f"{page % before}<p>t")
        assert list(absolutize.links(tree, URL, placeholders="resolve")) == []


@pytest.mark.rows(("before", "after"), URLS_OF_CSS)
def test_a_url_of_a_style_sheet(before: str, after: str) -> None:
    sheet, written = f"a{{b:url({before})}}", f"a{{b:url({after})}}"
    assert absolutize.rewrite(sheet.encode(), "http://h/b/", media_type="text/css") == written.encode()
    assert absolutize.rewrite(sheet, "http://h/b/", read_as="css") == written
    assert absolutize.rewrite(sheet, "http://h/b/", read_as="css", placeholders="resolve") == sheet
    xhtml = f'<p xmlns="http://www.w3.org/1999/xhtml" style="{escape(sheet[2:-1])}"/>'
    after_xhtml = f'<p xmlns="http://www.w3.org/1999/xhtml" style="{escape(written[2:-1])}"/>'
    assert absolutize.rewrite(xhtml, "http://h/b/", media_type="application/xhtml+xml") == after_xhtml


DELAY = "<meta http-equiv=refresh content='{{ n }}; url=login'>"


def test_a_refresh_behind_a_placeholder() -> None:
    page, after = f"<base href=/x/>{DELAY}", DELAY.replace("login", "http://h/x/login")
    assert absolutize.rewrite(page, URL, base_element="remove") == after
    assert absolutize.rewrite(page.encode(), URL, base_element="remove") == after.encode()
    assert absolutize.rewrite(page, URL, base_element="remove", placeholders="resolve") == DELAY


@pytest.mark.rows("builder", BUILDERS)
def test_a_refresh_behind_a_placeholder_in_trees(builder: str) -> None:
    tree = BUILDERS[builder](DELAY)
    absolutize.rewrite(tree, URL)
    assert [link.raw for link in absolutize.links(tree, URL)] == ["http://h/d/e/login"]


def test_an_apostrophe_of_the_base_leaves_a_placeholder_between_apostrophes() -> None:
    page = "<meta http-equiv=refresh content=\"0; url='a/{{ x }}'\">"
    assert absolutize.rewrite(page, "http://h/it's/p") == page


XSI = '<?xml version="1.0"?><r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
BEFORE_URLS = [
    ('<img srcset="{{ x }}.png 1x, b 2x">', '<img srcset="http://h/d/e/{{ x }}.png 1x, http://h/d/e/b 2x">'),
    ('<a ping="{{ u }} y">', '<a ping="http://h/d/e/{{ http://h/d/e/u http://h/d/e/}} http://h/d/e/y">'),
    (
        f'{XSI} xsi:schemaLocation="n {{{{ x }}}}.xsd"/>',
        f'{XSI} xsi:schemaLocation="n http://h/d/e/{{{{ x http://h/d/e/}}}}.xsd"/>',
    ),
]


@pytest.mark.parametrize(("before", "after"), BEFORE_URLS)
def test_what_is_resolved_is_divided_as_browsers_do(before: str, after: str) -> None:
    assert absolutize.rewrite(before, URL, placeholders="resolve") == after


def test_every_syntax_that_hides_placeholders_can_be_read_as_written() -> None:
    """Each has a second row, so that no syntax hides placeholders that are resolved."""
    splitters = {name: getattr(split, "__self__", split) for name, split in SYNTAXES.items()}
    # some remember their answers
    asked = {name: getattr(split, "_answer", split) for name, split in splitters.items()}
    functions = {name: split for name, split in asked.items() if isinstance(split, FunctionType)}
    hiding = {
        name for name in functions if {"mask", "placeholders"} & {*signature(functions[name]).parameters}
    }
    assert {name for name in SYNTAXES if AS_WRITTEN[name] is not SYNTAXES[name]} == hiding


# --- whatever a template engine writes for a placeholder -------------------------------------

PIECES = ("/", "\\", "//", "..", ".", "a", "h", "?", "#", ":", "%2e", "@", " ", "C", "\u00e9")
EXPANSIONS = (
    *(
        "",
        "x",
        "/",
        "/x",
        "//x",
        "\\x",
        "//x/y",
        "..",
        "../x",
        "./x",
        "../../../x",
        ".",
        "/..",
        "/../x",
        "%2e%2e/x",
    ),
    *(
        ":",
        "://x/y",
        ":x",
        ":/y",
        "?x",
        "#x",
        " ",
        "\t/x",
        "@x/y",
        ".x",
        "x:y",
        "|/x",
        "\u00e9?\u00e9",
        "http://x/y",
    ),
)
BASES = (
    "http://h/d/e/p.html?q#f",
    "https://h",
    "file:///D:/d/p",
    "foo://h/d/e/p",
    "foo:/p",
    "http://h/d//e/../p",
    "http://h/C:/p",
)


def destination(reference: str, base: str) -> str | None:
    try:
        return str(ada_url.URL(reference, base).href)
    except ValueError:
        return None


def beginnings(length: int) -> list[str]:
    return sorted(
        {"".join(pieces) for count in range(length + 1) for pieces in product(PIECES, repeat=count)}
    )


_SHAPE = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*:)?(//)?")
_DRIVE = re.compile(r"(?:\A|/)[A-Za-z][:|](?=/|\Z)")


def shape(reference: str) -> tuple[bool, bool, bool]:
    """Whether browsers read a scheme, a host and a drive letter in a reference."""
    read = re.sub("[\t\n]", "", reference).strip(" ").replace("\\", "/")
    match = _SHAPE.match(read)
    assert match is not None
    return match[1] is not None, match[2] is not None, bool(_DRIVE.search(re.split("[?#]", read)[0]))


def stays_in_its_part(beginning: str, expansion: str, rest: str) -> bool:
    """Whether an expansion keeps the assumption that a placeholder adds no scheme, host or drive letter."""
    return shape(f"{beginning}{expansion}{rest}") == shape(f"{beginning}x{rest}")


def assert_any_expansion_goes_where_it_went(
    beginning: str, base: str, rest: str = "y", **options: Any
) -> bool:
    """Check every expansion of the placeholder; return whether the reference was made absolute."""
    page, end = f'<a href="{beginning}{{{{x}}}}{rest}">', f'{{{{x}}}}{rest}">'
    after = absolutize.rewrite(page, base, **options)
    assert after.endswith(end)
    reference = after.removeprefix('<a href="').removesuffix(end)
    if reference == beginning:
        return False
    assert absolutize.rewrite(after, ELSEWHERE, **options) == after
    for expansion in (each for each in EXPANSIONS if stays_in_its_part(beginning, each, rest)):
        there = destination(f"{reference}{expansion}{rest}", ELSEWHERE)
        assert there == destination(f"{beginning}{expansion}{rest}", base), (beginning, expansion, reference)
    return True


@pytest.mark.rows("base", BASES)
def test_any_expansion_goes_where_it_went(base: str) -> None:
    made = [assert_any_expansion_goes_where_it_went(beginning, base) for beginning in beginnings(2)]
    least = 0.2 if base == "foo:/p" else 0.8
    assert len(made) * least < sum(made) < len(made)


# what may follow a placeholder: dot segments that remove it or more, other components, a second placeholder
RESTS = ("", "/..", "/../../../y", "..", "/.", "%2e", "?y", "#y", "/y:z", ":80/y", "y/{{z}}/../w", "/${z}/")


@pytest.mark.parametrize("rest", RESTS)
def test_whatever_follows_it(rest: str) -> None:
    made = [assert_any_expansion_goes_where_it_went(each, BASES[0], rest) for each in beginnings(1)]
    least = 3 if rest.startswith(":") else len(made) / 2  # the colon may end a scheme
    assert sum(made) > least


@pytest.mark.rows("rules", absolutize.RULE_SETS)
def test_under_every_rule_set(rules: Any) -> None:
    for beginning in beginnings(2):
        assert_any_expansion_goes_where_it_went(beginning, BASES[0], rules=rules, guard=True)


# elements around a reference: with each, something else decides what is before a placeholder
AROUND = (
    '<a href="{}"></a>',
    '<p style="a:url({})"></p>',
    "<style>a{{b:url('{}')}}</style>",
    '<img srcset="{} 2x">',
    '<object codebase="/c/" data="{}"></object>',
    '<object codebase="http://o/" data="{}"></object>',
    '<meta http-equiv=refresh content="0;url={}">',
    "<iframe srcdoc='<base href=/i/><a href=\"{}\"></a>'></iframe>",
    '<script type=speculationrules>{{"prefetch":[{{"urls":["{}"]}}]}}</script>',
)


def test_each_reference_is_decided_as_if_it_were_alone() -> None:
    long = f"{'d/' * 3000}{{{{x}}}}"
    references = [
        f"{each}{{{{x}}}}" for each in beginnings(extent(1, 2)) if not {" ", "\\"}.intersection(each)
    ]
    elements = [around.format(each) for each in [*references, long, long] for around in AROUND]
    assert len(elements) > 100
    alone = [absolutize.rewrite(each, URL) for each in elements]
    assert sum(map(str.__ne__, elements, alone)) > len(elements) / 2
    assert absolutize.rewrite("\n".join(elements * 2), URL) == "\n".join(alone * 2)
    assert absolutize.rewrite("\n".join(elements[::-1]), URL) == "\n".join(alone[::-1])


# "{%" and "<%" before two hexadecimal digits are escapes in a URL, unless what they begin has an end
ESCAPES = {
    "{%22a%22:1}": "/d/{%22a%22:1}",
    "{%20a%20}.png": "/d/{%20a%20}.png",
    "{%E2%82%AC}.html": "/d/{%E2%82%AC}.html",
    "<%22a": "/d/<%22a",
    "a?q={%22k%22:{%22l%22:1}}": "/d/a?q={%22k%22:{%22l%22:1}}",
    "http://h/x?q={%22k%22:1}": "/x?q={%22k%22:1}",
    "{%22a%}": None,  # a placeholder
    "{%cache%}": None,
    "{%22a{{x}}": "/d/{%22a{{x}}",  # before a placeholder
    "<%22a{%22b%}": "/d/<%22a{%22b%}",
    "{%22a<%22b%>": "/d/{%22a<%22b%>",
    "{% x": None,  # a quote in it may have ended the value
    "{%2x": None,
    "{{22": None,
}


@pytest.mark.rows(("reference", "path"), ESCAPES.items(), ids=ESCAPES)
def test_an_escape_behind_a_brace_begins_no_placeholder(reference: str, path: str | None) -> None:
    (link,) = absolutize.links(f"<a href='{reference}'>", "http://h/d/p")
    assert link.target == (None if path is None else f"http://h{path}")
    if path is not None and "{{" not in reference and "%}" not in reference and "%>" not in reference:
        assert ada_url.URL(link.target).href == ada_url.URL(reference, "http://h/d/p").href


def test_very_many_escapes_behind_braces_take_linear_time() -> None:
    for unit in ("{%22", "<%22", "{%22<%22"):
        assert not placeholders.has_placeholder(unit * 100_000)


DECISIVE = [
    ("{{x}}", None),
    ("a{{x}}", ""),
    ("a{{x}}:b", None),  # a scheme, perhaps
    ("a{{x}}b", ""),
    ("/{{x}}", "/"),
    ("/{{x}}:b", "/"),
    ("//{{x}}", "//"),
    ("\\/{{x}}", "\\/"),
    ("a:{{x}}", None),
    ("a:b{{x}}", "a:"),
    ("a:/b{{x}}", "a:/"),
    ("a:.{{x}}", "a:"),
    ("..{{x}}", ""),
    ("..{{x}}:", None),
    ("../{{x}}", "../"),
    (".././../{{x}}:", ".././../"),
    ("../a/../{{x}}", "../"),
    ("?{{x}}", "?"),
    ("#a{{x}}:", "#"),
    ("a{{x}}{{y}}:", None),
    ("a{{x:y}}b", ""),
]


@pytest.mark.rows(("text", "decisive"), DECISIVE)
def test_what_decides_before_a_placeholder(text: str, decisive: str | None) -> None:
    assert placeholders.decisive(text) == decisive


def test_masked_is_as_long() -> None:
    text = "a {{ b }} <?c {% d %} e"
    assert placeholders.mask_placeholders(text) == f"a {'x' * 7} <?c {'x' * 7} e"
