"""What the pattern of the scan passes over, and where it stops, with each matcher.

The pattern for `re` differs from PCRE2's: it tries likely tags first. Both must find the same values.
"""

import re
from itertools import product

import pytest

import absolutize
from absolutize.engine.plain import PLAIN_DIVIDERS, PLAIN_IN_TAG, PLAIN_OR_ABSOLUTE_IN_TAG
from absolutize.html.link_table.extra_rows import rows_of
from absolutize.html.link_table.rows import LINKS, Row
from absolutize.html.tokenizer.compiled_table import CompiledTable
from absolutize.html.tokenizer.patterns import ValuePattern, compose, repeated_fragments
from absolutize.html.tokenizer.scanner import _Scan
from absolutize.patterns import _of_pcre2, _spelled_for_pcre2, with_subroutines
from tests.fuzz.matchers import assert_matchers_agree, found, tables
from tests.support.extent import sample

DOCUMENTS: dict[str, tuple[bytes, list[bytes]]] = {  # name: (a document, the values that are found)
    "meta, a name that decides nothing": (b'<meta name="og:title" content="x">', []),
    "meta, a name that decides": (b'<meta name="og:image" content="x">', [b"x"]),
    "meta, in upper case": (b'<META NAME="OG:IMAGE" CONTENT="x">', [b"x"]),
    "meta, in mixed case": (b'<meta name="og:Image" content="x">', [b"x"]),
    "meta, one of several words": (b'<meta property="dc og:image" content="x">', [b"x"]),
    "meta, a longer name": (b'<meta name="og:image:alt" content="x">', []),
    "meta, a name behind its content": (b'<meta content="x" class="y" property="og:url">', [b"x"]),
    "meta, a name in another attribute": (b'<meta class="og:image" name="y" content="x">', []),
    "meta, a character reference": (b'<meta name="og&#58;image" content="x">', [b"x"]),
    "meta, the second of two names": (b'<meta name="y" name="og:image" content="x">', []),
    "meta, refresh": (b'<meta http-equiv="refresh" content="0;url=x">', [b"0;url=x"]),
    "meta, an attribute of any element": (b'<meta name="y" itemid="x" content="z">', [b"x"]),
    "meta, nothing between attributes": (b'<meta name="y"property="og:image"content="x">', [b"x"]),
    "meta, an absolute URL": (b'<meta property="og:image" content="http://h/?a&amp;b">', []),
    "meta, an absolute URL in single quotes": (b"<meta content='http://h/' property='og:url'/>", []),
    "meta, several URLs": (b"<meta name='msapplication-task' content='http://h/;action-uri=x'>", [
        b"http://h/;action-uri=x"]),
    "meta, nothing": (b'<meta name="msapplication-square70x70logo" content=""/>', []),
    "script, JavaScript": (b'<script type="text/javascript">x</script><a href=x>', [b"x"]),
    "script, an import map": (b'<script type="importmap">?</script>', [b"?"]),
    "script, an import map in another case": (b'<script type="ImportMap">?</script>', [b"?"]),
    "script, a type behind its source": (b"<script src=x type=speculationrules>?</script>", [b"x", b"?"]),
    "script, a type before its source": (b"<script type=speculationrules src=x>?</script>", [b"x", b"?"]),
    "script, another link": (b'<script async="" archive="x">y</script>', [b"x"]),
    "script, an absolute source": (b'<script defer src="http://h/">"<a href=y>"</script><a href=x>', [b"x"]),
    "script, a module in a file": (b'<script type="module" src="x" async></script><a href=y>', [b"x", b"y"]),
    "script, its type behind": (b'<script src=x type="module"></script><a href=y>', [b"x", b"y"]),
    "script, a module with a text": (b'<script type="module" src="x">import "./y"</script>', [
        b"x", b'import "./y"']),
    "script, a module with a text, its type behind": (
        b'<script src="x" type="module">import "./y"</script>', [b"x", b'import "./y"']),
    "script, a module whose tag seems to end": (
        b"""<script src="x" type="module" a='></script>'>import "./y"</script>""", [b"x", b'import "./y"']),
    "script, a module with very many attributes": (
        b'<script type="module" %b></script><script type="module" %b>import "./y"</script>'
        % (b'a="" ' * 99, b'a="" ' * 99), [b'import "./y"']),
    "script, a module before the one of a file": (
        b'<script type="module">import "./y"</script><script type="module" src=x></script>', [
            b'import "./y"', b"x"]),
    "script, of a loader": (b'<script src=x type="0a-text/javascript"></script><a href=y>', [b"x", b"y"]),
    "script, in upper case": (b"<SCRIPT>a<a href=y></SCRIPT><a href=x>", [b"x"]),
    "script, in upper case, with a type": (b"<SCRIPT TYPE=importmap>y</SCRIPT><a href=x>", [b"y", b"x"]),
    "script, in upper case, in a file": (b"<SCRIPT ID=a SRC=y></Script><a href=x>", [b"y", b"x"]),
    "script, for old browsers": (b'<script src="x" noModule=""></script><a href=y>', [b"x", b"y"]),
    "sheet, functions without URLs": (b"<style>a:not(b){c:calc(1px);d:linear-gradient(e)}</style>", []),
    "sheet, a URL behind them": (b"<style>a:not(b){c:url(x)}</style>", [b"x"]),
    "sheet, an image set": (b"<style>a{b:image-set('x' 1x)}</style>", [b"a{b:image-set('x' 1x)}"]),
    "sheet, an absolute URL": (b"<style>a{b:url( 'http://h/')}</style>", []),
    "sheet, an escape": (b"<style>a{b:u\\72l(x)}</style>", [b"a{b:u\\72l(x)}"]),
    "sheet, markup": (b"<style><!-- a{b:c} --></style>", []),
    "sheet, a URL in markup": (b"<style><!-- a{b:url(x)} --></style>", [b"x"]),
    "sheet, a link in it": (b"<style><!-- <a href=x></b><a href=x></style><a href=y>", [b"y"]),
    "sheet, in capitals": (b"<STYLE TYPE=a><!-- a{b:c} --></Style ><a href=y>", [b"y"]),
    "sheet, in capitals, a URL": (b"<STYLE>a{b:URL(x)}</STYLE><a href=y>", [b"x", b"y"]),
    "sheet, another end tag": (b"<style>a{b:c}</styles><a href=x></STYLE><a href=y>", [b"y"]),
    "sheet, a long one": (b"<style>" + b"a{b:c}" * 200 + b"</style>", []),
    "sheet, a long one with a URL": (b"<style>" + b"a{b:c}" * 180_000 + b"d{e:url(x)}</style>", [
        b"a{b:c}" * 180_000 + b"d{e:url(x)}"]),
    "image, absolute candidates": (b'<img srcset="http://h/a 1x, http://h/b 2x" class="y">', []),
    "image, one without quotes": (b"<img srcset=http://h/a,b,><img srcset=data:,1w src=x>", [b"x"]),
    "image, a relative one without quotes": (b"<img srcset=x><img srcset=http:x>", [b"x", b"http:x"]),
    "image, one of them relative": (b'<img srcset="http://h/a 1x, x 2x">', [b"x"]),
    "image, candidates behind its source": (b'<img src="x" srcset="http://h/a">', [b"x"]),
    "link, a name that begins like class": (b'<a classid="y" class="" href="x">', [b"x"]),
    "icon": (b'<svg class=i><use xlink:href="x#y"></use></svg><a href=z>', [b"x#y", b"z"]),
    "icon, no end tag of use": (b"<svg><use fill=none href='x' /> </svg ><path><a href=z>", [b"x", b"z"]),
    "icon, two names": (b'<svg><use href="x" xlink:href="y"/></svg>', [b"x", b"y"]),
    "icon, the first of a name counts": (b'<svg><use href="#x" href="y"/></svg><a href=z>', [b"z"]),
    "icon, no plain URL": (b'<svg><use href="x y.svg"/></svg>', [b"x y.svg"]),
    "icon, two of them": (b'<svg><use href="x"/><use href="y"/></svg><a href=z>', [b"x", b"y", b"z"]),
    "icon, shapes": (b'<svg><path d=""/><use href="x"/></svg><a href=z>', [b"x", b"z"]),
    "icon, a title": (b"<svg><title id='a'>b</title><use href='x'/></svg><a href=z>", [b"x", b"z"]),
    "icon, in text": (b'<svg>a<!-- <use href="y"> --><use href="x"/>b</svg>c<a href=z>', [b"x", b"z"]),
    "icon, a sheet": (b'<svg><style>a{b:c}</style><use href="x"/></svg><a href=z>', [b"x", b"z"]),
    "icon, in another": (b'<svg><use href="x"/><svg><use href="y"/></svg></svg>', [b"x", b"y"]),
    "icon, behind a link": (b'<svg><use href="x"/><a href="y"></a></svg><a href=z>', [b"x", b"y", b"z"]),
    "icon, broken out of": (b'<svg><use href="x"/><p><style><a href=y></style></svg>', [b"x"]),
    "icon, not closed": (b'<p><svg><use href="x"></p><style><a href=z></style>', [b"x"]),
    "icon, a background": (b'<svg><use href="x" style="a:url(y)"/></svg>', [b"x", b"a:url(y)"]),
    "icon, in an element called use": (b'<use><svg><use href="x"></use></svg></use><a href=z>', [b"x", b"z"]),
    "svg, filters": (b"<svg><filter id=a><feColorMatrix/><feFuncR/></filter></svg><a href=x>", [b"x"]),
    "svg, an image of a filter": (b'<svg><filter><feImage href="x"/></filter></svg>', [b"x"]),
    "svg, a title with an identifier": (b'<svg><title id="a">b</title><g/></svg><a href=x>', [b"x"]),
    "svg, the end tag of a description": (b"<svg><title>b</desc><style><a href=x></style></svg>", []),
    "svg, a sheet with a fragment": (b"<svg><style>a{b:url(#c)}</style></svg><a href=x>", [b"x"]),
    "svg, a sheet with a URL": (b"<svg><style>a{b:url(x#c)}</style></svg>", [b"a{b:url(x#c)}"]),
    "formula": (b'<math display="block"><mi>a</mi></math><a href=z>', [b"z"]),
    "formula, a link": (b'<math><mi href="x">a</mi><mrow></mrow></math><a href=z>', [b"x", b"z"]),
    "formula, an image of all of it": (b'<math altimg="x"><mi>a</mi></math>', [b"x"]),
    "formula, a style": (b'<math><mo style="b:url(x)">+</mo></math><a href=z>', [b"b:url(x)", b"z"]),
    "formula, text that looks like markup": (b'<math><mi data-b="<a href=x>">c</mi></math>', []),
    "formula, markup in it": (b"<math><mtext><a href=x></a></mtext></math><a href=z>", [b"x", b"z"]),
    "formula, CDATA": (b"<math><mrow><![CDATA[</math><a href=x>]]></mrow></math><a href=z>", [b"z"]),
    "formula, in an element of the same name": (b"<mrow><math><mi>a</mi></mrow></math><a href=z>", [b"z"]),
    "formula, an end tag of an element around it": (
        b"<mrow><math></mrow><!--[if IE]><a href=x></a><![endif]--></math>", [b"x"]),
    "formula, an end tag of an element around it, before svg": (
        b"t<br><mrow><math></mrow></math><svg><g></mrow><title><a href=x></a></title></svg>", [b"x"]),
    "formula, a start tag behind its end": (
        b"t<br><mrow><math></mrow><mtd></math><svg><g></mtd><title><a href=x></a></title></svg>", []),
    "formula, not closed": (b"<math><mrow><mi>a</mi><style><a href=x></style>", [b"x"]),
    "link, an escaped absolute URL": (b'<a href="https&#x3A;&#x2F;&#x2f;h&#x2F;a">', []),
    "link, an escaped absolute URL without quotes": (b"<a href=http&#X3a;&#x2f;&#x2f;h>", []),
    "link, an escaped path": (b'<a href="&#x2F;a">', [b"&#x2F;a"]),
    "link, an escaped scheme and path": (b'<a href="http&#x3A;&#x2F;a">', [b"http&#x3A;&#x2F;a"]),
    "link, no scheme": (b'<a href="http&#x3B;&#x2F;&#x2F;a">', [b"http&#x3B;&#x2F;&#x2F;a"]),
    "style, escaped quotes": (b"""<b style="font:&#x27;a b&#x27;;c:url(&#x27;http://h/&#x27;)">""", []),
    "style, escaped quotes of a URL": (b'<b style="c:url(&#x27;x&#x27;)">', [b"c:url(&#x27;x&#x27;)"]),
    "style, a string with a URL in it": (b'<b style="c:url(&quot;data:d,url(%23e)&#x27;&amp;&quot;)">', []),
    "style, a URL behind such a string": (b'<b style="c:url(&quot;data:d&quot;),url(x)">', [b"x"]),
    "style, a string with an escape": (b'<b style="c:url(&quot;data:\\22),url(x)&quot;)">', [
        b"c:url(&quot;data:\\22),url(x)&quot;)"]),
    "style, a string that is in none": (b'<b style="--c:&quot;url(&quot;#d url(x)&quot;&quot;">', [
        b"--c:&quot;url(&quot;#d url(x)&quot;&quot;"]),
    "style, a comment before a string": (b'<b style="/*url(&quot;#*/c:url(x)/*&quot;*/">', [b"x"]),
    "style, an escaped parenthesis": (b'<b style="c:url&#x28;x)">', [b"c:url&#x28;x)"]),
    "link, class without a value": (b"<a class href=x><a class/href=x>", [b"x", b"x"]),
}  # fmt: skip


_WORD = re.compile(rb"[^\"' >),]*")


def passed_or_found(table: CompiledTable, html: bytes) -> list[bytes]:
    """List the values that a base may change: plain ones, of which only the start is recorded, and others."""
    bulk = _Scan(table, html, PLAIN_IN_TAG, PLAIN_DIVIDERS, declaring=True, reads_comments=True)
    others = {value.start: html[value.start : value.stop] for value in bulk.run()}
    values = {start: match[0] for start in bulk.beginnings[::2] if (match := _WORD.match(html, start))}
    values |= others
    return [values[start] for start in sorted(values)]


@pytest.mark.rows(("html", "expected"), [*DOCUMENTS.values()], ids=DOCUMENTS)
def test_what_is_found(html: bytes, expected: list[bytes]) -> None:
    for table in tables(include_absolute=False):
        assert passed_or_found(table, html) == expected
    assert_matchers_agree(html)


@pytest.mark.rows(
    "html",
    [
        b"<script>a</script>",
        b"<SCRIPT LANGUAGE='JavaScript'>a<!-- b --></SCRIPT>",
        b"<meta name=a content=b>",
        b'<META NAME="a" CONTENT="b">',
        b"<title>a</title>",
        b"<TD VALIGN=top onClick='a(\"b\")'><FONT SIZE=+1>",
    ],
    ids=ascii,
)
def test_what_needs_no_match_alone(html: bytes) -> None:
    matches = CompiledTable(include_absolute=False).matches(
        PLAIN_IN_TAG, passes_svg=True, declaring=True, reads_comments=True
    )
    starts = [match.start() for match in matches(html + b"<a href=x>", 0)]
    assert starts == [0, len(html) + len(b"<a href=x"), len(html) + len(b"<a href=x>")]


FORMULAS = {  # of each, whether it is passed over as a whole
    "math>": True,
    "math><mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow>": True,
    "math display='block'>": False,
    'math display="block"><mtext>x<!-- y --></mtext>': True,
    'math\nxmlns="http://www.w3.org/1998/Math/MathML"\n><mspace width="1em" /><none/>': True,
    'math><semantics><msup></msup><annotation encoding="x">x^2</annotation></semantics>': True,
    "math><mrow></msub>": False,
    "math><mrow>": False,
    "math></mrow>": False,
    "math><mrow><msub></mrow></msub>": False,
    'math title="</mrow>"><mrow title="<mrow>"><!-- <mrow> --></mrow><mspace title="/"/>': True,
    "math><mi>x</mo>": False,
    "math><mi><mrow></mrow></mi>": False,
    "math><math></math>": False,
    "math><annotation-xml></annotation-xml>": False,
    "math><mglyph/>": False,
    'math><mo style="color:red">=</mo>': True,
    'math><mo style="a:url(b)">=</mo>': False,
    'math><mo style="a:u\\72l(b)">=</mo>': False,
    'math><mo style="a:url&#40;b)">=</mo>': False,
    'math><mo class="href" data-mjx-1="">=</mo>': True,
    'math><mo href="b">=</mo>': False,
    'math><mstyle xlink:href="b"></mstyle>': False,
    'math><annotation src="b"></annotation>': False,
    "mathx>": False,
    "math>" + "<mrow></mrow>" * 5_000: True,
    "math>" + "<mrow></mrow>" * 6_000: False,  # it would take memory
}


@pytest.mark.parametrize("markup", FORMULAS, ids=lambda markup: markup[:80])
def test_formulas_that_are_passed_over(markup: str) -> None:
    data = f"<{markup}</math><a>".encode()
    for table in tables(include_absolute=False):
        end = table.end_of_formula(data, 1)
        assert (end is not None and data[end:] == b"<a>") == FORMULAS[markup]


def test_attributes_that_a_caller_adds_count_in_formulas() -> None:
    rows = rows_of(("mrow[data-x]=url", "mi[style]=url"), ())
    table = CompiledTable((*rows, *LINKS))
    assert table.end_of_formula(b'<math><mrow data-y="a"></mrow></math>', 1) is not None
    assert table.end_of_formula(b'<math><mrow data-x="a"></mrow></math>', 1) is None
    assert table.end_of_formula(b'<math><mi style="a"></mi></math>', 1) is None


NAMES = (
    *("class", "id", "type", "nomodule", "name", "property"),
    *("http-equiv", "content", "data-x", "charset", "async"),
)
TAGS = [
    *('<p ~="x">', '<a ~="x" href="y">', '<a href="y" ~="x">', '<img ~="x" src="y">'),
    *('<script ~="x">z</script>', '<script src="y" ~="x">z</script>', '<script ~="x" src="y">z</script>'),
    *('<meta ~="x">', '<meta itemprop="image" ~="x">', '<meta ~="x" itemprop="image">'),
    *('<meta ~="x" itemid="y" title="http://h/">', '<meta title="z" ~="x" data-y="http://h/">'),
    *('<style ~="x">a{b:c}</style>', '<style title=z ~="x"></style>', '<iframe ~="x"></iframe>'),
    *(
        '<svg><title ~="x">y</title></svg>',
        '<svg><use ~="x" href="y"/></svg>',
        '<svg ~="x"><use href="y"/></svg>',
    ),
    *('<svg><path ~="x"/></svg>', '<svg ~="x"><g/></svg>', '<template ~="x">', '<img ~="x" srcset="y">'),
]


# the default sample has each name with two or three of the tags, and each tag
@pytest.mark.rows(("name", "tag"), sample(product(NAMES, TAGS), 9), ids=str)
def test_a_row_of_the_caller_counts_whatever_it_is_called(name: str, tag: str) -> None:
    """Many names are skipped without a check, but not those that the caller asks for."""
    element = tag[1:5] if name == "content" else "*"  # for content, meta has rows already
    row, html = f"{element if element == 'meta' else '*'}[{name}]=url", tag.replace("~", name)
    expected = html.replace('"x"', '"http://h/x"').replace('"y"', '"http://h/y"')
    assert absolutize.rewrite(html, "http://h/", attributes=[row]) == expected
    rows = (*rows_of((row,), ()), *LINKS)
    for include_absolute in (True, False):
        first, *others = (
            found(table, html.encode()) for table in tables(include_absolute=include_absolute, rows=rows)
        )
        assert all(other == first for other in others)


def test_absolute_content_is_passed_unless_the_caller_asks_for_it() -> None:
    html = '<meta id="x" content="http://i/ y">'
    for attributes in (["*[id]=url", "meta[content]=urls"], ["meta[content]=urls", "*[id]=url"]):
        assert (
            absolutize.rewrite(html, "http://h/", attributes=attributes)
            == '<meta id="http://h/x" content="http://i/ http://h/y">'
        )
    param = '<param id="x" content="http://i/"><PARAM value="y">'
    assert absolutize.rewrite(param, "http://h/", attributes=["param[id]"]) == param.replace(
        "x", "http://h/x"
    )
    assert absolutize.rewrite(param, "http://h/", attributes=["param[value]"]) == param.replace(
        "y", "http://h/y"
    )


@pytest.mark.parametrize("count", [0, 500])
def test_the_pattern_of_many_rows_is_not_too_large(count: int) -> None:
    """If it were, `re` would have to match instead, and is slower."""
    pcre = pytest.importorskip("pcre_ext_c", reason="PyPcre is not installed")
    more = tuple(Row("*", f"data-link-{number}", "url", "test") for number in range(count))
    for include_absolute, plain in ((True, PLAIN_OR_ABSOLUTE_IN_TAG), (False, PLAIN_IN_TAG)):
        rows = (*more, *LINKS)
        pattern = compose(
            rows,
            plain,
            include_absolute=include_absolute,
            passes_svg=True,
            declaring=True,
            reads_comments=True,
        )
        repeated = repeated_fragments(rows, plain, include_absolute=include_absolute)
        assert _of_pcre2(pcre, _spelled_for_pcre2(pattern, repeated), jit=True) is not None


@pytest.mark.parametrize("declaring", [True, False])
@pytest.mark.parametrize("passes_svg", [True, False])
@pytest.mark.parametrize(
    ("include_absolute", "plain"), [(True, PLAIN_OR_ABSOLUTE_IN_TAG), (False, PLAIN_IN_TAG)]
)
def test_the_pattern_of_the_scan_is_shorter_than_12_kb_for_pcre2(
    include_absolute: bool, plain: ValuePattern, passes_svg: bool, declaring: bool
) -> None:
    choices = {"include_absolute": include_absolute, "passes_svg": passes_svg, "declaring": declaring}
    pattern = compose(LINKS, plain, reads_comments=True, **choices)
    repeated = repeated_fragments(LINKS, plain, include_absolute=include_absolute)
    assert len(with_subroutines(pattern, repeated)) < 12_000
