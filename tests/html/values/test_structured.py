"""Values with a syntax of their own: one document per row of LINKS and preset, and what it becomes."""

from typing import Any, NamedTuple

import pytest

import absolutize
from absolutize.html.link_table.extra_rows import PRESETS
from absolutize.html.link_table.rows import LINKS, Row
from absolutize.options import BaseElement

URL = "http://h/d/p"
WHOLE = {"url", "urls", "curie"}


class Value(NamedTuple):
    """A value of a syntax, what it becomes, and its references."""

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
    """A document in which the value stands where a row says."""
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
    if not (row.is_markup and any(sign in value.before for sign in "&<"))  # in svg, that is markup
]
each = pytest.mark.parametrize(("row", "value", "presets"), CASES)


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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("html", NOT_MET)
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
]


@pytest.mark.parametrize("html", CONDITIONS)
def test_a_condition_that_is_met(html: str) -> None:
    assert absolutize.rewrite(html.format("x"), URL) == html.format("http://h/d/x")


WITHOUT_SEMICOLONS = [
    # a reference without its semicolon before what is written; the base; what becomes of it
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


@pytest.mark.parametrize(("before", "url", "after"), WITHOUT_SEMICOLONS)
@pytest.mark.parametrize("kind", [str.encode, str])
def test_a_reference_without_its_semicolon_stays_one(before: str, url: str, after: str, kind: type) -> None:
    """HTML Standard 13.2.5.73-80: what follows it could become a part of it."""
    assert absolutize.rewrite(kind(before), url) == kind(after)
    assert absolutize.rewrite(kind(after), "http://moved/") == kind(after)


@pytest.mark.parametrize("page", ['<iframe srcdoc="<p title=&quot<base href=/q/>x>">'])
def test_nor_does_it_grow_where_something_is_removed(page: str) -> None:
    after = absolutize.rewrite(page.replace("title=&quot", "&quot>&quot"), URL, base_element="remove")
    assert after == '<iframe srcdoc="<p &quot>&quot;x>">'


STYLES_OF_SVG = [
    # the content of a style element of svg, what it becomes, and its references
    Value("a{b:url&#40;x?a&amp;b)}", "a{b:url&#40;http://h/d/x?a&amp;b)}", ["x?a&b"]),
    Value("a{b:u&#114;l(x)}", "a{b:u&#114;l(http://h/d/x)}", ["x"]),
    Value("@import &quot;x&quot", "@import &quot;http://h/d/x&quot", ["x"]),
    Value("a{b:url(../x&notit;)}", "a{b:url(http://h/x&notit;)}", ["../x\u00acit;"]),
    Value("a{b:url(\\2e /x&amp;y;&z)}", "a{b:url(http://h/d/x&amp;y;&z)}", ["./x&y;&z"]),
    Value("<![CDATA[a{b:url(x)}]]>", "<![CDATA[a{b:url(http://h/d/x)}]]>", ["x"]),
    Value(
        "a{b:url(x)}<![CDATA[c{d:url(&lt;y)}]]> e{f:url(z)}",
        "a{b:url(http://h/d/x)}<![CDATA[c{d:url(http://h/d/&lt;y)}]]> e{f:url(http://h/d/z)}",
        ["x", "&lt;y", "z"],
    ),
    Value("a{b:url(<![CDATA[x]]>)}", "a{b:url(<![CDATA[http://h/d/x]]>)}", ["x"]),
    Value("a < b{c:url(x)}", "a < b{c:url(http://h/d/x)}", ["x"]),
    Value("<!-- a{b:url(x)} -->", "<!-- a{b:url(x)} -->", []),
    Value("a{b:url()}", "a{b:url()}", [""]),
    Value("<![CDATA[]]>", "<![CDATA[]]>", []),
]  # fmt: skip
IN_NODES = [
    # the same where bytes read more than the trees do
    Value("a<!-- -->{b:url(x)}", "a<!-- -->{b:url(http://h/d/x)}", ["x"]),
    Value("a{b:url(x)}<?x?>", "a{b:url(http://h/d/x)}<?x?>", ["x"]),
]
UNREADABLE_STYLES = [
    "a{b:url(x<!-- -->y)}",
    "a{b:url(x)}<g/>",
    "<g>a{b:url(x)}</g>",
]
CUT_OFF_TAGS = ["<a", "<a b='", "<a b", "</g", "</styl", "</style", "</style ", "</style a='>"]
IN_SVG = "<svg><style>{}</style></svg>"


@pytest.mark.parametrize("value", [*STYLES_OF_SVG, *IN_NODES], ids=lambda value: value.before)
@pytest.mark.parametrize("kind", [str.encode, str])
def test_style_in_svg_is_markup(value: Value, kind: type) -> None:
    """HTML Standard 13.2.6.5: it is no raw text there."""
    before, after = (kind(IN_SVG.replace("{}", text)) for text in value[:2])
    links = list(absolutize.links(before, URL, charset="utf-8"))
    assert [link.reference for link in links] == value.references
    assert [before[link.start : link.stop] for link in links] == [kind(link.raw) for link in links]
    assert absolutize.rewrite(before, URL) == after
    assert absolutize.rewrite(after, URL) == after


SCRIPTS_OF_SVG = [
    # the type of a script of svg, its content, what that becomes, and its references
    ("importmap", '{"imports":{&quot;a":"./x"}}', '{"imports":{&quot;a":"http://h/d/x"}}', ["./x"]),
    ("importmap", '{"imports":{"a":"/x&amp;y"}}', '{"imports":{"a":"http://h/x&amp;y"}}', ["/x&y"]),
    (
        "importmap",
        '<![CDATA[{"imports":{"a":"/x&amp;"}}]]>',
        '<![CDATA[{"imports":{"a":"http://h/x&amp;"}}]]>',
        ["/x&amp;"],
    ),
    (
        "speculationrules",
        '{"prefetch":[{"urls":["x"]},{"where":{"href_matches":{"search":"y"}}}]}',
        '{"prefetch":[{"urls":["http://h/d/x"]},{"where":{"href_matches":{"search":"y"}}}]}',
        ["x", "y"],
    ),
    ("application/ld+json", '{"@id":"x&amp;y"}', '{"@id":"http://h/d/x&amp;y"}', ["x&y"]),
    ("module", '{"imports":{"a":"/x"}}', '{"imports":{"a":"/x"}}', []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("type_", "text", "after", "references"), SCRIPTS_OF_SVG, ids=lambda value: str(value)[:60]
)
@pytest.mark.parametrize("kind", [str.encode, str])
def test_script_in_svg_is_markup(
    type_: str, text: str, after: str, references: list[str], kind: type
) -> None:
    """SVG 2, script: it is processed as HTML's; HTML Standard 13.2.6.5: it is no raw text."""
    page, expected = (kind(f"<svg><script type={type_}>{each}</script></svg>") for each in (text, after))
    links = list(absolutize.links(page, URL, presets=["json-ld"]))
    assert [link.reference for link in links] == references
    assert [page[link.start : link.stop] for link in links] == [kind(link.raw) for link in links]
    assert absolutize.rewrite(page, URL, presets=["json-ld"]) == expected
    assert absolutize.rewrite(expected, URL, presets=["json-ld"]) == expected


@pytest.mark.parametrize("text", ["{", '{"imports":{"a":"/x<!-- -->y"}}', '{"imports":{}}<g/>'])
def test_script_in_svg_that_cannot_be_read_is_listed(text: str) -> None:
    page = f"<svg><script type=importmap>{text}</script></svg>"
    assert [link.code for link in absolutize.links(page, URL)] == ["unreadable"]
    assert absolutize.rewrite(page, URL) == page


@pytest.mark.parametrize("style", UNREADABLE_STYLES)
def test_style_in_svg_that_cannot_be_read_is_listed_and_keeps_base(style: str) -> None:
    page = f"<base href=/b/>{IN_SVG.replace('{}', style)}<a href=y>"
    codes = [link.code for link in absolutize.links(page, URL, base_element="remove")]
    assert codes == ["rewritten", "unreadable", "rewritten"]
    after = page.replace("href=/b/", "href=http://h/b/").replace("href=y", "href=http://h/b/y")
    assert absolutize.rewrite(page, URL, base_element="remove") == after
    found = absolutize.check(page, URL, select=["unreadable"])
    assert [fault.code for fault in found] == ["unreadable"]


@pytest.mark.parametrize("rest", CUT_OFF_TAGS)
@pytest.mark.parametrize("text", [r"{}p{list-style:u\72l($", "p{list-style:url($)}"])
def test_a_tag_that_is_cut_off_ends_a_style_in_svg(text: str, rest: str) -> None:
    page = f"<svg><STYLE>{text}{rest}"
    assert absolutize.rewrite(page, URL) == page.replace("$", absolutize.resolve("$", URL))


@pytest.mark.parametrize("base", ["http://h/a]]>b&amp;<c>/", "http://h/&lt;/style>/"])
@pytest.mark.parametrize("style", ["<![CDATA[a{b:url('x')}]]>", "a{b:url('x')}", "a{b:url(x)}"])
def test_no_base_breaks_out_of_style_in_svg(style: str, base: str) -> None:
    page = IN_SVG.replace("{}", style) + "<a href=y>"
    before = [link.target for link in absolutize.links(page, base, guard=False)]
    after = list(absolutize.links(absolutize.rewrite(page, base, guard=False), URL, guard=False))
    assert [link.target for link in after] == before
    assert {link.code for link in after} == {"absolute"}


NAMES = [
    # a document, and the codes of its references
    ("<meta property=article:author content='John Smith'>", ["no-reference"]),
    ("<meta property='article:author x' content=John>", ["no-reference"]),
    ("<meta name=music:musician content=Prince>", ["no-reference"]),
    ("<meta property=article:author content='{{ author }}'>", ["placeholder"]),
    ("<meta property=article:author content=''>", ["empty"]),
    ("<meta property=article:author content=/john>", ["rewritten"]),
    ("<meta property=article:author content=http://o/>", ["absolute"]),
    ("<meta itemprop=license content='CC BY'>", ["no-reference"]),
    ("<meta name=msapplication-config content=none>", ["no-reference"]),
]


@pytest.mark.parametrize(("html", "codes"), NAMES)
def test_a_name_is_no_reference(html: str, codes: list[str]) -> None:
    assert [link.code for link in absolutize.links(html, URL)] == codes
    page = f"<base href=/b/>{html}"
    if codes == ["no-reference"]:
        assert absolutize.rewrite(page, URL, base_element="remove") == html
        assert list(absolutize.check(html.replace("John", " John "), URL)) == []


def test_a_pattern_in_parts_is_listed_and_keeps_base() -> None:
    rules = '{"prefetch":[{"where":{"href_matches":["x/*",{"pathname":"/a"}]}}]}'
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


@pytest.mark.parametrize("reference", PLACEHOLDERS)
@pytest.mark.parametrize("html", ["<a href='{}'>", "<p style='a:url(\"{}\")'>", "<object archive='a {}'>"])
def test_a_placeholder_is_left_alone(reference: str, html: str) -> None:
    page = html.replace("{}", reference)
    codes = {link.reference: link.code for link in absolutize.links(page, URL)}
    assert codes[reference] == "placeholder"
    assert reference in absolutize.rewrite(page, URL)
    resolved = {link.code for link in absolutize.links(page, URL, placeholders="resolve")}
    assert "placeholder" not in resolved


WHOLE = [
    # white space and commas within a placeholder divide nothing
    ('<a ping="{{ u }} y">', '<a ping="{{ u }} http://h/d/y">'),
    ('<img srcset="<?php echo a, b ?> 1x, c 2x">', '<img srcset="<?php echo a, b ?> 1x, http://h/d/c 2x">'),
    ('<img srcset="{{ a | f: x, y }} 2x, b 1x">', '<img srcset="{{ a | f: x, y }} 2x, http://h/d/b 1x">'),
    ('<applet archive="{{ a, b }}, c">', '<applet archive="{{ a, b }}, http://h/d/c">'),
    ('<a ping="{{ u y">', '<a ping="{{ http://h/d/u http://h/d/y">'),
    ('<base href="{{ b }}/"><a href=x>', '<base href="{{ b }}/"><a href=x>'),
    ('<iframe srcdoc="<base href={{b}}><a href=x>">', '<iframe srcdoc="<base href={{b}}><a href=x>">'),
]


@pytest.mark.parametrize(("before", "after"), WHOLE)
@pytest.mark.parametrize("policy", ["absolute", "remove"])
def test_a_placeholder_is_left_whole(before: str, after: str, policy: BaseElement) -> None:
    assert absolutize.rewrite(before, URL, base_element=policy) == after


def test_a_fragment_in_a_document_in_a_value_goes_where_the_removed_base_took_it() -> None:
    page = "<base href=http://x/><iframe srcdoc='<a href=#z>'></iframe>"
    after = "<iframe srcdoc='<a href=http://x/#z>'></iframe>"
    assert absolutize.rewrite(page, URL, base_element="remove") == after


def test_rows_whose_condition_is_met_go_before_a_user_s() -> None:
    page = "<meta http-equiv=refresh content='0;url=x'><meta content=y>"
    after = "<meta http-equiv=refresh content='0;url=http://h/d/x'><meta content=http://h/d/y>"
    assert absolutize.rewrite(page, URL, attributes=["meta[content]=url"]) == after


INNER = '<iframe srcdoc="{}">'
SRCDOCS = [
    # a document in an attribute, and what it becomes
    ("<a href=x>", "<a href=http://h/d/x>"),
    ("<a href=&quot;x&quot;>", "<a href=&quot;http://h/d/x&quot;>"),
    ("&lt;a href='x'&gt;", "&lt;a href='http://h/d/x'&gt;"),
    ("<a href=x?a&amp;amp;b>", "<a href=http://h/d/x?a&amp;amp;b>"),
    ("<base href=/b/><a href=x>", "<base href=http://h/b/><a href=http://h/b/x>"),
    ("<base href=b/><a href=x>", "<base href=http://h/d/b/><a href=http://h/d/b/x>"),
    ("<p style=&quot;a:url('x')&quot;>", "<p style=&quot;a:url('http://h/d/x')&quot;>"),
    ("<a href=#s>", "<a href=#s>"),
    (
        "<iframe srcdoc='&lt;a href=&amp;quot;x&amp;quot;>'>",
        "<iframe srcdoc='&lt;a href=&amp;quot;http://h/d/x&amp;quot;>'>",
    ),
    ("<title><a href=x></title>", "<title><a href=x></title>"),
]


@pytest.mark.parametrize(("before", "after"), SRCDOCS)
def test_a_document_in_an_attribute(before: str, after: str) -> None:
    assert absolutize.rewrite(INNER.format(before), URL) == INNER.format(after)


AS_WRITTEN = [
    # a document, and how its references are written in it
    (INNER.format("<a href=x?a&amp;amp;b>"), ["x?a&amp;amp;b"]),
    (INNER.format("<a href=&quot;&#120;&amp;eacute;&quot;>"), ["&#120;&amp;eacute;"]),
    (INNER.format("<p style=&quot;a:url(x&amp;amp;y)url(\\78)&quot;>"), ["x&amp;amp;y", "\\78"]),
    (INNER.format("<iframe srcdoc='<a href=x?a&amp;amp;amp;b>'>"), ["x?a&amp;amp;amp;b"]),
    ("<!--[if IE]><iframe srcdoc='<a href=&amp;lt>'><![endif]-->", ["&amp;lt"]),
    (INNER.format("<a href=&#233;é>"), ["&#233;é"]),
]


@pytest.mark.parametrize(("html", "written"), AS_WRITTEN)
@pytest.mark.parametrize("charset", ["utf-8", "utf-16le", "windows-1252"])
def test_a_reference_in_a_document_in_a_value_is_listed_as_written(
    html: str, written: list[str], charset: str
) -> None:
    links = list(absolutize.links(html, URL))
    assert [link.raw for link in links] == written == [html[link.start : link.stop] for link in links]
    data = html.encode(charset)
    links = list(absolutize.links(data, URL, charset=charset))
    assert [link.raw for link in links] == written
    assert [data[link.start : link.stop].decode(charset) for link in links] == written


def nested(depth: int) -> str:
    """A document in a value of a document in a value of ..."""
    page = "<a/href=x>"
    for _ in range(depth):
        page = f"<iframe/srcdoc={page.replace('&', '&amp;').replace('>', '&gt;')}>"
    return page


@pytest.mark.parametrize("depth", [2, 16])
def test_documents_are_nested(depth: int) -> None:
    assert absolutize.rewrite(nested(depth), URL) == nested(depth).replace("href=x", "href=http://h/d/x")
    assert [link.target for link in absolutize.links(nested(depth), URL)] == ["http://h/d/x"]


@pytest.mark.parametrize(("depth", "policy"), [(17, "absolute"), (17, "remove"), (200, "absolute")])
def test_documents_that_are_nested_too_deep_are_unreadable(depth: int, policy: Any) -> None:
    assert absolutize.rewrite(nested(depth), URL, base_element=policy) == nested(depth)
    codes = [link.code for link in absolutize.links(nested(depth), URL, base_element=policy)]
    assert codes == ["unreadable"]


def test_a_document_in_an_attribute_has_the_base_around_it() -> None:
    """HTML Standard 2.4.3, fallback base URL: that of the container document, BASE included (5.1.2)."""
    page = "<iframe srcdoc='<a href=x>'></iframe><base href=/b/>"
    after = "<iframe srcdoc='<a href=http://h/b/x>'></iframe><base href=http://h/b/>"
    assert absolutize.rewrite(page, URL) == after


def test_no_base_breaks_out_of_two_layers() -> None:
    base = "http://h/a'b\"c<d>e&amp;f\\(g) -->h/"
    for html in (
        INNER.format("<a href='x'><p style='a:url(x)'>"),
        "<style>a{b:url(x)}</style><p>",
        "<!--[if IE]><a href='x'><![endif]--><p>",
        '<script type=importmap>{"imports":{"a":"./b"}}</script>',
    ):
        before = [link.target for link in absolutize.links(html, base, guard=False)]
        after = absolutize.links(absolutize.rewrite(html, base, guard=False), base, guard=False)
        assert len(before) == len(list(after))


ENCODED = [
    # the second byte of a character can be a backslash or a parenthesis
    ("shift_jis", "<p style='a:\"\u8868\";b:url(x)'>"),
    ("gbk", '<style>a{b:"\u8a60\u8aa0";c:url(x)}</style>'),
    ("big5", '<script type=importmap>{"imports":{"\u529f":"./x"}}</script>'),
    ("iso-2022-jp", "<p style='a:\"\u8868\";b:url(x)'>"),
    ("utf-8", "<p style='a:url(x\u8868)'>"),
    ("windows-1252", "<p style='a:url(x\u00e9)'>"),
]  # fmt: skip


@pytest.mark.parametrize(("label", "html"), ENCODED)
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


@pytest.mark.parametrize(("asked", "before", "after"), ASKED_FOR)
def test_attributes_that_are_asked_for(asked: str, before: str, after: str) -> None:
    assert absolutize.rewrite(before, URL, attributes=[asked]) == after
    if "data-x=a" in before:
        assert absolutize.rewrite(before, URL) == before


SYNTAX_NAMES = (
    "url, urls, comma-urls, semicolon-urls, srcset, curie, refresh, report-uri, pinned-site, url-or-none,"
    " url-or-name, declarations, stylesheet, url-or-css, import-map, speculation-rules, json-ld, markup"
)
REFUSED = [
    ({"attributes": ["img"]}, "'img' is not of the form element[attribute]=syntax"),
    ({"attributes": ["img[a]=x"]}, f"'x' is not a syntax; choose from {SYNTAX_NAMES}"),
    ({"presets": ["lazy"]}, "'lazy' is not a preset; choose from lazy-loading, json-ld, flash"),
    ({"placeholders": "x"}, "placeholders must be one of keep, resolve, not 'x'"),
]


@pytest.mark.parametrize(("options", "message"), REFUSED)
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


IN_FOREIGN_CONTENT = [
    "<svg><g><!--[if IE]><a href=x><![endif]--></g></svg>",
    "<svg><desc><!--[if IE]><a href=x><![endif]--></desc></svg>",
    "<svg><script><!--[if IE]><a href=x><![endif]--></script></svg>",
    "<template></template><col><svg><g><!--[if IE]><a href=x><![endif]--></g></svg>",  # read as a tree
    "<template></template><col><svg><desc></desc><!--[if IE]><a href=x><![endif]--></svg>",
]


@pytest.mark.parametrize("page", IN_FOREIGN_CONTENT)
def test_a_conditional_comment_in_foreign_content_is_none(page: str) -> None:
    behind = f"{page}<!--[if IE]><a href=y><![endif]-->"
    assert [link.reference for link in absolutize.links(behind, URL)] == ["y"]


def test_a_base_in_a_conditional_comment_governs_the_comment() -> None:
    page = "<!--[if IE]><base href=/i/><a href=x><![endif]--><a href=y>"
    after = "<!--[if IE]><base href=http://h/i/><a href=http://h/i/x><![endif]--><a href=http://h/d/y>"
    assert absolutize.rewrite(page, URL) == after


@pytest.mark.parametrize(
    ("end", "target"),
    [("", b"http://h/b"), ("</x", b"http://h/b"), ("</", b"./b"), ("<", b"./b"), ("</></", b"./b")],
    ids=repr,
)
def test_what_is_text_at_the_end_of_a_document_is_part_of_a_json_text(end: str, target: bytes) -> None:
    """HTML 13.2.5.6 and 7: "<" and "</" are text where nothing follows, a tag that is cut off is not."""
    page = f'<svg><script type=importmap>{{"imports":{{"a":"./b"}}}}{end}'.encode()
    assert absolutize.rewrite(page, "http://h/") == page.replace(b"./b", target)
