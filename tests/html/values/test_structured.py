"""Values with a special syntax: for each row of LINKS and of presets, a document before and after."""

from importlib.util import find_spec
from typing import NamedTuple

import pytest

import absolutize
from absolutize.html.link_table.extra_rows import PRESETS
from absolutize.html.link_table.rows import LINKS, Row
from absolutize.options import BaseElement

URL = "http://h/d/p"
WHOLE = {"url", "urls", "curie"}


class Value(NamedTuple):
    """A value before and after rewriting, and its references."""

    before: str
    after: str
    references: list[str]


VALUES: dict[str, list[Value]] = {
    "url": [Value("x", "http://h/d/x", ["x"]), Value("http://o/", "http://o/", ["http://o/"])],
    "comma-urls": [
        Value("a.jar, b.jar", "http://h/d/a.jar, http://h/d/b.jar", ["a.jar", "b.jar"]),
        Value("\u00e9 [\\b,c", "http://h/d/\u00e9%20[\\b,http://h/d/c", ["\u00e9 [\\b", "c"]),
    ],
    "semicolon-urls": [
        Value("a; /b ;#c;;http://o/", "http://h/d/a; http://h/b ;#c;;http://o/", ["a", "/b", "#c", "http://o/"]),
        Value("a,b c", "http://h/d/a,b%20c", ["a,b c"]),
    ],
    "srcset": [
        Value("a.png", "http://h/d/a.png", ["a.png"]),
        Value(" a,b.png 1x ,\n/c 2x", " http://h/d/a,b.png 1x ,\nhttp://h/c 2x", ["a,b.png", "/c"]),
        Value("data:,a 1x, b 2x", "data:,a 1x, http://h/d/b 2x", ["data:,a", "b"]),
        Value("http://o/a 1x, http://o/b 2x", "http://o/a 1x, http://o/b 2x", ["http://o/a", "http://o/b"]),
        Value("http://o/a 1x, b 2x", "http://o/a 1x, http://h/d/b 2x", ["http://o/a", "b"]),
        Value("", "", []),
    ],
    "declarations": [
        Value("a:url(x)", "a:url(http://h/d/x)", ["x"]),
        Value("a:url( 'x' ) url(y)", "a:url( 'http://h/d/x' ) url(http://h/d/y)", ["x", "y"]),
        Value("a:url(#x)", "a:url(#x)", ["#x"]),
        Value("a:url()", "a:url()", [""]),
        Value("a:url(data:,x)/*url(y)*/", "a:url(data:,x)/*url(y)*/", ["data:,x"]),
        Value("a:b", "a:b", []),
        Value("a:url&#40;x)", "a:url&#40;http://h/d/x)", ["x"]),
        Value("a:url(&#39;x&#39;)", "a:url(&#39;http://h/d/x&#39;)", ["x"]),
        Value("a:url(\\78)", "a:url(http://h/d/\\78)", ["x"]),
    ],
    "url-or-css": [
        Value("img.png", "http://h/d/img.png", ["img.png"]),
        Value("url(img.png)", "url(http://h/d/img.png)", ["img.png"]),
        Value(
            " URL( 'a b' ), url(&quot;/c&quot;)", " URL( 'http://h/d/a b' ), url(&quot;http://h/c&quot;)",
            ["a b", "/c"],
        ),
        Value("linear-gradient(red, blue), url(x)", "linear-gradient(red, blue), url(http://h/d/x)", ["x"]),
        Value("image-set('x' 1x)", "image-set('http://h/d/x' 1x)", ["x"]),
        Value("a/url(x).png", "http://h/d/a/url(x).png", ["a/url(x).png"]),
        Value("url(http://o/)", "url(http://o/)", ["http://o/"]),
        Value("", "", [""]),
    ],
    "stylesheet": [
        Value('@import "x";', '@import "http://h/d/x";', ["x"]),
        Value("a{b:url(x)}", "a{b:url(http://h/d/x)}", ["x"]),
        Value("a{b:image-set('x' 1x)}", "a{b:image-set('http://h/d/x' 1x)}", ["x"]),
        Value("<!-- a{b:url(x)} -->", "<!-- a{b:url(http://h/d/x)} -->", ["x"]),
        Value("a{b:url(&#39;x)}", "a{b:url(http://h/d/&#39;x)}", ["&#39;x"]),
        Value("a{}", "a{}", []),
    ],
    "refresh": [
        Value("0;url=x", "0;url=http://h/d/x", ["x"]),
        Value("3; URL = 'x y'z", "3; URL = 'http://h/d/x y'z", ["x y"]),
        Value("0,x", "0,http://h/d/x", ["x"]),
        Value("5", "5", []),
    ],
    "report-uri": [
        Value(
            "default-src 'self' x; report-uri /r q", "default-src 'self' x; report-uri http://h/r http://h/d/q",
            ["'self'", "/r", "q"],  # the first stays, code policy-self
        ),
        Value("report-uri /r", "report-uri http://h/r", ["/r"]),
    ],
    "pinned-site": [
        Value(
            "name=Go; x;action-uri=./a;icon-uri= /i.ico ;window-type=tab",
            "name=Go; x;action-uri=http://h/d/a;icon-uri= http://h/i.ico ;window-type=tab",
            ["./a", "/i.ico"],
        ),
        Value(
            "frequency=30;polling-uri=http://o/;Polling-URI2=b c",
            "frequency=30;polling-uri=http://o/;Polling-URI2=http://h/d/b c",
            ["http://o/", "b c"],
        ),
        Value("polling-uri=", "polling-uri=", [""]),
        Value("name=action-uri=x;frequency=1", "name=action-uri=x;frequency=1", []),
    ],
    "url-or-none": [
        Value("none", "none", ["none"]),
        Value(" NONE ", " NONE ", ["NONE"]),
        Value("none.xml", "http://h/d/none.xml", ["none.xml"]),
        Value("", "", [""]),
    ],
    "url-or-name": [
        Value("John Smith", "John Smith", ["John Smith"]),
        Value("John", "John", ["John"]),
        Value("\u00e9", "\u00e9", ["\u00e9"]),
        Value("by /staff", "by /staff", ["by /staff"]),
        Value("/john", "http://h/john", ["/john"]),
        Value("../john", "http://h/john", ["../john"]),
        Value("john.html", "http://h/d/john.html", ["john.html"]),
        Value("?a", "http://h/d/p?a", ["?a"]),
        Value("#me", "#me", ["#me"]),
        Value("//o/", "http://o/", ["//o/"]),
        Value("http://o/", "http://o/", ["http://o/"]),
        Value("{{ a b }}", "{{ a b }}", ["{{ a b }}"]),
        Value("", "", [""]),
        Value(" ", " ", [""]),
    ],
    "import-map": [
        Value(
            '{"imports":{"a":"./b.js","./c":"/d","e":"f"},"scopes":{"s/":{"g":"../h"}}}',
            '{"imports":{"a":"http://h/d/b.js","http://h/d/c":"http://h/d","e":"f"},'
            '"scopes":{"http://h/d/s/":{"g":"http://h/h"}}}',
            ["./b.js", "./c", "/d", "s/", "../h"],
        ),
        Value('{"imports":{"a":"\\u002fb"}}', '{"imports":{"a":"http://h\\u002fb"}}', ["/b"]),
    ],
    "speculation-rules": [
        Value(
            '{"prefetch":[{"urls":["x"]}],"prerender":[{"where":{"href_matches":"/y/*"}}]}',
            '{"prefetch":[{"urls":["http://h/d/x"]}],"prerender":[{"where":{"href_matches":"http://h/y/*"}}]}',
            ["x", "/y/"],
        ),
    ],
    "web-bundle": [
        Value(
            '{"source":"x.wbn","scopes":["./s/","","../t"],"resources":["/y?z","http://o/"]}',
            '{"source":"http://h/d/x.wbn","scopes":["http://h/d/s/","","http://h/t"],'
            '"resources":["http://h/y?z","http://o/"]}',
            ["x.wbn", "./s/", "../t", "/y?z", "http://o/"],
        ),
    ],
    "module": [
        Value("import r from 'r'; x('./a')", "import r from 'r'; x('./a')", []),
        *([Value("import './a'", "import 'http://h/d/a'", ["./a"])] if find_spec("tree_sitter") else []),
    ],
    "json-ld": [Value('{"@id":"x","url":["/y","http://o/"]}', '{"@id":"http://h/d/x","url":["http://h/y","http://o/"]}',
                      ["x", "/y", "http://o/"])],
    "markup": [
        Value("<a href=x>", "<a href=http://h/d/x>", ["x"]),
        Value("<img srcset='a 1x'>", "<img srcset='http://h/d/a 1x'>", ["a"]),
    ],
}  # fmt: skip

ROWS = [row for row in LINKS if row.syntax not in WHOLE or row.when is not None]
PRESET_ROWS = [(name, row) for name, rows in PRESETS.items() for row in rows]


def document(row: Row, value: str) -> str:
    """Write a document with the value in the element and attribute of a row."""
    condition = "" if row.when is None else f' {row.when.attribute}="{max(row.when.values)}"'
    if row.element == "!--":
        return f"<!--[if lt IE 9]>{value}<![endif]-->"
    element = {"*": "p", "svg *": "path"}.get(row.element, row.element.removeprefix("svg "))
    before = "<svg>" if row.element.startswith("svg ") else ""
    if not row.attribute:
        return f"{before}<{element}{condition}>{value}</{element}>"
    return f'{before}<{element} id=i {row.attribute}="{value}"{condition}>'


def ids(row: Row) -> str:
    return f"{row.element} {row.attribute} {row.when.attribute if row.when else ''} {row.syntax}"


CASES = [
    pytest.param(row, value, presets, id=f"{' '.join(presets)} {ids(row)}-{value.before}")
    for presets, row in (*(((), row) for row in ROWS), *(((name,), row) for name, row in PRESET_ROWS))
    for value in VALUES[row.syntax]
    if not (row.is_parsed_text and any(sign in value.before for sign in "&<"))  # in svg, these are markup
]
each = pytest.mark.rows(("row", "value", "presets"), CASES)


@each
def test_a_row_is_rewritten(row: Row, value: Value, presets: tuple[str, ...]) -> None:
    before, after = document(row, value.before), document(row, value.after)
    assert absolutize.rewrite(before, URL, presets=presets) == after
    assert absolutize.rewrite(after, URL, presets=presets) == after
    assert absolutize.rewrite(before.encode(), URL, presets=presets) == after.encode()
    assert absolutize.rewrite(after.encode(), URL, presets=presets) == after.encode()


@each
def test_a_row_is_listed(row: Row, value: Value, presets: tuple[str, ...]) -> None:
    html = document(row, value.before)
    links = list(absolutize.links(html, URL, presets=presets))
    assert [link.reference for link in links] == value.references
    assert [html[link.start : link.stop] for link in links] == [link.raw for link in links]
    if row.syntax != "markup":
        assert {link.attribute for link in links} <= {row.attribute}


@pytest.mark.rows(
    ("name", "row"), [pytest.param(*each, id=f"{each[0]}: {ids(each[1])}") for each in PRESET_ROWS]
)
def test_a_preset_has_to_be_asked_for(name: str, row: Row) -> None:
    del name
    html = document(row, VALUES[row.syntax][0].before)
    assert absolutize.rewrite(html, URL) == html


NOT_MET = [
    "<svg><rect><animate attributeName=width from=1 to=x values='1;2' /></rect></svg>",
    "<svg><rect><set to=x /></rect></svg>",
    "<meta name=description content=x>",
    "<meta content=x>",
    "<meta http-equiv=content-type content='0;url=x'>",
    "<script type=module>{'imports':{'a':'/b'}}</script>",
    "<script>{'imports':{'a':'/b'}}</script>",
    "<style type=text/less>a{b:url(x)}</style>",
    "<style type='text/css '>a{b:url(x)}</style>",
    "<meta http-equiv='x refresh' content='0;url=x'>",
    "<param value=x>",
    "<param valuetype=data value=x>",
    "<p fill='url(x)'>",
    "<!-- [if IE]><a href=x><![endif]-->",
    "<!--[if IE]><a href=x>-->",
    "<textarea><style>a{b:url(x)}</style></textarea>",
    "<p resource='[a:b]' about='_:x'>",
]


@pytest.mark.rows("html", NOT_MET)
def test_a_condition_that_is_not_met(html: str) -> None:
    assert absolutize.rewrite(html, URL) == html


CONDITIONS = [
    "<svg><image><set attributeName=href to={} /></image></svg>",
    "<svg><image><set to={} attributeName='xlink:href' /></image></svg>",
    "<svg><g><animate attributeName='href' values='{}' /></g></svg>",
    "<svg><g><animate attributeName=mask from='url({})'></animate></g></svg>",
    "<meta content={} name=x property='og:title og:image'>",
    "<meta PROPERTY=' OG:Image ' content={}>",
    "<meta property='og:image' itemid=http://o/ content={}>",
    "<meta name='twitter:image' content={}>",
    "<meta itemprop='name url' content={}>",
    "<meta property='&#111;g:image' name=og:image content={}>",
    "<param name=movie VALUETYPE=ref value={}>",
    "<svg><path d=''/><style>a{{b:url({})}}</style></svg>",
    "<style type=''>a{{b:url({})}}</style>",
    "<style type=text/css>a{{b:url({})}}</style>",
    "<style type=' title='>x</style><style type='Text/CSS'>a{{b:url({})}}</style>",
    "<svg><style type='Text/CSS'>a{{b:url({})}}</style></svg>",
]


@pytest.mark.rows("html", CONDITIONS)
def test_a_condition_that_is_met(html: str) -> None:
    assert absolutize.rewrite(html.format("x"), URL) == html.format("http://h/d/x")


WITHOUT_SEMICOLONS = [
    # a value with a character reference without semicolon before the URL; the base; the value rewritten
    ('<p style="background:url(&quot/x&quot)">', URL, '<p style="background:url(&quot;http://h/x&quot)">'),
    ('<p style="background:url(&#x22/x&#x22)">', URL, '<p style="background:url(&#x22http://h/x&#x22)">'),
    ('<p style="background:url(&#x22/x)">', "file:///", '<p style="background:url(&#x22;file:///x)">'),
    ('<img srcset="a 1x,&#32/x">', "file:///", '<img srcset="file:///a 1x,&#32file:///x">'),
    ('<img srcset="a 1x,&#x20/x">', "file:///", '<img srcset="file:///a 1x,&#x20;file:///x">'),
    (
        '<meta http-equiv=refresh content="0;&quot/x">',
        URL,
        '<meta http-equiv=refresh content="0;&quot;http://h/x">',
    ),
    ('<object archive="&#xAx">', "ftp://h/", '<object archive="&#xA;ftp://h/x">'),
    ("<svg><style>a{b:url(&#x22/x)}</style></svg>", "file:///", "<svg><style>a{b:url(&#x22;file:///x)}</style></svg>"),
    ('<iframe srcdoc="<a href=&quot/x&quot>">', URL, '<iframe srcdoc="<a href=&quot;http://h/x&quot>">'),
    (
        '<iframe srcdoc="<iframe srcdoc=\'<a href=&amp;quot/x&amp;quot>\'>">',
        URL,
        '<iframe srcdoc="<iframe srcdoc=\'<a href=&amp;quot;http://h/x&amp;quot>\'>">',
    ),
    (
        '<iframe srcdoc="<iframe srcdoc=&#39<a href=&amp;#39./x&amp;#39>&#39>">',
        URL,
        '<iframe srcdoc="<iframe srcdoc=&#39<a href=&amp;#39http://h/d/x&amp;#39>&#39>">',
    ),
]  # fmt: skip


@pytest.mark.rows(("before", "url", "after"), WITHOUT_SEMICOLONS)
@pytest.mark.rows("kind", [str.encode, str])
def test_a_reference_without_its_semicolon_stays_one(before: str, url: str, after: str, kind: type) -> None:
    """HTML Standard 13.2.5.73-80: what is written after the character reference could become part of it."""
    assert absolutize.rewrite(kind(before), url) == kind(after)
    assert absolutize.rewrite(kind(after), "http://moved/") == kind(after)


@pytest.mark.parametrize("page", ['<iframe srcdoc="<p title=&quot<base href=/q/>x>">'])
def test_nor_does_it_grow_where_something_is_removed(page: str) -> None:
    after = absolutize.rewrite(page.replace("title=&quot", "&quot>&quot"), URL, base_element="remove")
    assert after == '<iframe srcdoc="<p &quot>&quot;x>">'


NAMES = [
    # a document, and the codes of its references
    ("<meta property=article:author content='John Smith'>", ["no-reference"]),
    ("<meta property='article:author x' content=John>", ["no-reference"]),
    ("<meta name=music:musician content=Prince>", ["no-reference"]),
    ("<meta property=article:author content='{{ author }}'>", ["placeholder"]),
    ("<meta property=article:author content=''>", ["empty"]),
    ("<meta property=article:author content=' '>", ["empty"]),
    ("<meta property=article:author content=' \x01 '>", ["no-reference"]),
    ("<meta property=article:author content=&#11;>", ["no-reference"]),
    ("<meta property=article:author content=/john>", ["rewritten"]),
    ("<meta property=article:author content=http://o/>", ["absolute"]),
    ("<meta itemprop=license content='CC BY'>", ["no-reference"]),
    ("<meta name=msapplication-config content=none>", ["no-reference"]),
]


@pytest.mark.rows(("html", "codes"), NAMES)
def test_a_name_is_no_reference(html: str, codes: list[str]) -> None:
    assert [link.code for link in absolutize.links(html, URL)] == codes
    page = f"<base href=/b/>{html}"
    if codes == ["no-reference"]:
        assert absolutize.rewrite(page, URL, base_element="remove") == html
        assert list(absolutize.check(html.replace("John", " John "), URL)) == []


# to Chromium and Firefox, the second pattern begins with an absolute path, and the host is that of the base
@pytest.mark.parametrize("pattern", ['{"pathname":"/a"}', '"{/:lang(en|fr)}?/docs/*"', '"{/x}*"'])
def test_a_pattern_in_parts_is_listed_and_keeps_base(pattern: str) -> None:
    rules = f'{{"prefetch":[{{"where":{{"href_matches":["x/*",{pattern}]}}}}]}}'
    page = f"<base href=http://o/><script type=speculationrules>{rules}</script>"
    codes = [link.code for link in absolutize.links(page, URL, base_element="remove")]
    assert codes == ["base-kept", "rewritten", "pattern-in-parts"]
    after = page.replace("x/*", "http://o/x/*")
    assert absolutize.rewrite(page, URL, base_element="remove") == after
    assert absolutize.rewrite(page, URL) == after


PLACEHOLDERS = [
    "{{ x }}",
    "{{x}}/y",
    "{% url x %}",
    "<?php echo 1 ?>",
    "<%= x %>",
    "${x}",
    "#{x}",
    "*|URL|*",
]


@pytest.mark.rows("reference", PLACEHOLDERS)
@pytest.mark.rows("html", ["<a href='{}'>", "<p style='a:url(\"{}\")'>", "<object archive='a {}'>"])
def test_a_placeholder_is_left_alone(reference: str, html: str) -> None:
    page = html.replace("{}", reference)
    codes = {link.reference: link.code for link in absolutize.links(page, URL)}
    assert codes[reference] == "placeholder"
    assert reference in absolutize.rewrite(page, URL)
    resolved = {link.code for link in absolutize.links(page, URL, placeholders="resolve")}
    assert "placeholder" not in resolved


WHOLE = [
    # white space and commas within a placeholder do not divide the list
    ('<a ping="{{ u }} y">', '<a ping="{{ u }} http://h/d/y">'),
    ('<img srcset="<?php echo a, b ?> 1x, c 2x">', '<img srcset="<?php echo a, b ?> 1x, http://h/d/c 2x">'),
    ('<img srcset="{{ a | f: x, y }} 2x, b 1x">', '<img srcset="{{ a | f: x, y }} 2x, http://h/d/b 1x">'),
    ('<applet archive="{{ a, b }}, c">', '<applet archive="{{ a, b }}, http://h/d/c">'),
    ('<a ping="{{ u y">', '<a ping="{{ http://h/d/u http://h/d/y">'),
    ('<base href="{{ b }}/"><a href=x>', '<base href="{{ b }}/"><a href=x>'),
    ('<iframe srcdoc="<base href={{b}}><a href=x>">', '<iframe srcdoc="<base href={{b}}><a href=x>">'),
]


@pytest.mark.rows(("before", "after"), WHOLE)
@pytest.mark.rows("policy", ["absolute", "remove"])
def test_a_placeholder_is_left_whole(before: str, after: str, policy: BaseElement) -> None:
    assert absolutize.rewrite(before, URL, base_element=policy) == after


def test_rows_whose_condition_is_met_go_before_a_user_s() -> None:
    page = "<meta http-equiv=refresh content='0;url=x'><meta content=y>"
    after = "<meta http-equiv=refresh content='0;url=http://h/d/x'><meta content=http://h/d/y>"
    assert absolutize.rewrite(page, URL, attributes=["meta[content]=url"]) == after


ENCODED = [
    # the second byte of a character can be a backslash or a parenthesis
    ("shift_jis", "<p style='a:\"\u8868\";b:url(x)'>"),
    ("gbk", '<style>a{b:"\u8a60\u8aa0";c:url(x)}</style>'),
    ("big5", '<script type=importmap>{"imports":{"\u529f":"./x"}}</script>'),
    ("iso-2022-jp", "<p style='a:\"\u8868\";b:url(x)'>"),
    ("utf-8", "<p style='a:url(x\u8868)'>"),
    ("windows-1252", "<p style='a:url(x\u00e9)'>"),
]  # fmt: skip


@pytest.mark.rows(("label", "html"), ENCODED)
def test_an_encoding_does_not_confuse_a_syntax(label: str, html: str) -> None:
    written = html.replace("./x", "http://h/d/x").replace("url(x", "url(http://h/d/x")
    before, after = (text.encode(label) for text in (html, written))
    assert absolutize.rewrite(before, URL, charset=label) == after


ASKED_FOR = [
    ("img[data-x]", "<img data-x=a>", "<img data-x=http://h/d/a>"),
    ("IMG[Data-X]=url", "<img DATA-X=a>", "<img DATA-X=http://h/d/a>"),
    ("*[data-x]=srcset", "<p data-x='a 1x, b 2x'>", "<p data-x='http://h/d/a 1x, http://h/d/b 2x'>"),
    ("x-y[z]=declarations", "<x-y z='a:url(b)'>", "<x-y z='a:url(http://h/d/b)'>"),
    ("p[title]=markup", "<p title='<a href=x>'>", "<p title='<a href=http://h/d/x>'>"),
    ("img[data-x]", "<p data-x=a>", "<p data-x=a>"),
    ("meta[content]", "<meta content=x>", "<meta content=http://h/d/x>"),
    ("a[type]", "<a type=x>", "<a type=http://h/d/x>"),
]


@pytest.mark.rows(("asked", "before", "after"), ASKED_FOR)
def test_attributes_that_are_asked_for(asked: str, before: str, after: str) -> None:
    assert absolutize.rewrite(before, URL, attributes=[asked]) == after
    if "data-x=a" in before:
        assert absolutize.rewrite(before, URL) == before


SYNTAX_NAMES = (
    "url, urls, comma-urls, semicolon-urls, srcset, curie, refresh, report-uri, pinned-site, url-or-none,"
    " url-or-name, declarations, stylesheet, url-or-css, import-map, speculation-rules, web-bundle, json-ld,"
    " module, markup"
)
REFUSED = [
    ({"attributes": ["img"]}, "attributes: 'img' is not of the form element[attribute]=syntax"),
    (
        {"attributes": ["Base[href]=urls"]},
        "attributes: 'Base[href]=urls': the href of BASE is one URL, and has no other syntax",
    ),
    ({"attributes": ["img[a]=x"]}, f"attributes: 'x' is not a syntax; choose from {SYNTAX_NAMES}"),
    ({"presets": ["lazy"]}, "presets: 'lazy' is not a preset; choose from lazy-loading, json-ld, flash, amp"),
    ({"placeholders": "x"}, "placeholders must be one of keep, resolve, not 'x'"),
]


@pytest.mark.rows(("options", "message"), REFUSED)
def test_what_cannot_be_asked_for(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError) as raised:  # noqa: PT011 -- the message is asserted
        absolutize.rewrite("", URL, **options)  # type: ignore[arg-type]
    assert str(raised.value) == message


def test_a_url_where_a_name_may_be_is_written_without_white_space() -> None:
    page = "<base href='/a /'><meta name=music:musician content=./x>"
    written = absolutize.rewrite(page, "http://h/")
    assert written == "<base href='http://h/a /'><meta name=music:musician content=http://h/a%20/x>"
    assert absolutize.rewrite(written, "http://o/") == written


def test_conditional_comments_can_be_left_alone() -> None:
    page = "<!--[if IE]><a href=x><![endif]--><a href=y>"
    assert absolutize.rewrite(page, URL, conditional_comments=False) == page.replace("y", "http://h/d/y")
    assert [link.reference for link in absolutize.links(page, URL, conditional_comments=False)] == ["y"]


def test_a_conditional_comment_ends_with_the_last_end_of_a_condition() -> None:
    page = "<!--[if mso]><![if vml]><a href={0}x><![endif]><a href={0}y><![endif]><a href=z>--><a href={0}z>"
    assert absolutize.rewrite(page.format(""), URL) == page.format("http://h/d/")


IN_FOREIGN_CONTENT = [
    "<svg><g><!--[if IE]><a href=x><![endif]--></g></svg>",
    "<svg><desc><!--[if IE]><a href=x><![endif]--></desc></svg>",
    "<svg><script><!--[if IE]><a href=x><![endif]--></script></svg>",
    "<template></template><col><svg><g><!--[if IE]><a href=x><![endif]--></g></svg>",  # read as a tree
    "<template></template><col><svg><desc></desc><!--[if IE]><a href=x><![endif]--></svg>",
]


@pytest.mark.rows("page", IN_FOREIGN_CONTENT)
def test_a_conditional_comment_in_foreign_content_is_none(page: str) -> None:
    behind = f"{page}<!--[if IE]><a href=y><![endif]-->"
    assert [link.reference for link in absolutize.links(behind, URL)] == ["y"]


def test_a_base_in_a_conditional_comment_governs_the_comment() -> None:
    page = "<!--[if IE]><base href=/i/><a href=x><![endif]--><a href=y>"
    after = "<!--[if IE]><base href=http://h/i/><a href=http://h/i/x><![endif]--><a href=http://h/d/y>"
    assert absolutize.rewrite(page, URL) == after
