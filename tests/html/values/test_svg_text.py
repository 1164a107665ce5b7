"""The text of style and script in svg is markup: character references in it are read and written."""

import pytest

import absolutize
from tests.html.values.test_structured import URL, Value

STYLES_OF_SVG = [
    # the content of a style element of svg, before and after, and its references
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
    # values of which only bytes, and not trees, are read
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


@pytest.mark.rows("value", [*STYLES_OF_SVG, *IN_NODES], ids=lambda value: value.before)
@pytest.mark.rows("kind", [str.encode, str])
def test_style_in_svg_is_markup(value: Value, kind: type) -> None:
    """HTML Standard 13.2.6.5: style in svg is no raw text."""
    before, after = (kind(IN_SVG.replace("{}", text)) for text in value[:2])
    links = list(absolutize.links(before, URL, charset="utf-8"))
    assert [link.reference for link in links] == value.references
    assert [before[link.start : link.stop] for link in links] == [kind(link.raw) for link in links]
    assert absolutize.rewrite(before, URL) == after
    assert absolutize.rewrite(after, URL) == after


SCRIPTS_OF_SVG = [
    # the type of a script of svg, its content before and after, and its references
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
    ("webbundle", '{"source":"x&amp;y"}', '{"source":"http://h/d/x&amp;y"}', ["x&y"]),
    ("application/ld+json", '{"@id":"x&amp;y"}', '{"@id":"http://h/d/x&amp;y"}', ["x&y"]),
    ("module", '{"imports":{"a":"/x"}}', '{"imports":{"a":"/x"}}', []),
]  # fmt: skip


@pytest.mark.rows(("type_", "text", "after", "references"), SCRIPTS_OF_SVG, ids=lambda value: str(value)[:60])
@pytest.mark.rows("kind", [str.encode, str])
def test_script_in_svg_is_markup(
    type_: str, text: str, after: str, references: list[str], kind: type
) -> None:
    """SVG 2, script: svg scripts are processed as in HTML. HTML Standard 13.2.6.5: they are no raw text."""
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


@pytest.mark.rows("rest", CUT_OFF_TAGS)
@pytest.mark.rows("text", [r"{}p{list-style:u\72l($", "p{list-style:url($)}"])
def test_a_tag_that_is_cut_off_ends_a_style_in_svg(text: str, rest: str) -> None:
    page = f"<svg><STYLE>{text}{rest}"
    assert absolutize.rewrite(page, URL) == page.replace("$", absolutize.resolve("$", URL))


@pytest.mark.rows("base", ["http://h/a]]>b&amp;<c>/", "http://h/&lt;/style>/"])
@pytest.mark.rows("style", ["<![CDATA[a{b:url('x')}]]>", "a{b:url('x')}", "a{b:url(x)}"])
def test_no_base_breaks_out_of_style_in_svg(style: str, base: str) -> None:
    page = IN_SVG.replace("{}", style) + "<a href=y>"
    before = [link.target for link in absolutize.links(page, base, guard=False)]
    after = list(absolutize.links(absolutize.rewrite(page, base, guard=False), URL, guard=False))
    assert [link.target for link in after] == before
    assert {link.code for link in after} == {"absolute"}


@pytest.mark.rows(
    ("end", "target"),
    [("", b"http://h/b"), ("</x", b"http://h/b"), ("</", b"./b"), ("<", b"./b"), ("</></", b"./b")],
    ids=repr,
)
def test_what_is_text_at_the_end_of_a_document_is_part_of_a_json_text(end: str, target: bytes) -> None:
    """HTML 13.2.5.6 and 7: at the end, "<" and "</" are text, but a tag that is cut off is not."""
    page = f'<svg><script type=importmap>{{"imports":{{"a":"./b"}}}}{end}'.encode()
    assert absolutize.rewrite(page, "http://h/") == page.replace(b"./b", target)
