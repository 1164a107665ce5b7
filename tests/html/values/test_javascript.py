"""Module specifiers in inline module scripts: which strings they are, and how they are rewritten."""

import tomllib

import pytest

import absolutize
from absolutize.html.values import javascript
from absolutize.html.values.javascript import LONGEST_SCRIPT, NO_PARSER, module_script
from tests.support.commandline import ROOT

URL = "http://h/d/p.html"

READ: dict[str, list[str]] = {
    "import a from './a.js'": ["./a.js"],
    'import "../b.js"; import{c}from"/c.js"': ["../b.js", "/c.js"],
    "import d, * as e from './d.js'": ["./d.js"],
    "export * from './a'; export {x} from './b'; export * as y from './c'": ["./a", "./b", "./c"],
    "import j from './j.json' with { type: './no.json' }": ["./j.json"],
    "import('./a'); await import(\"./b\", {with: {type: 'json'}})": ["./a", "./b"],
    "import(/* webpackChunkName: './no' */ './a')": ["./a"],
    "if (x) { f(() => import('./deep')) }": ["./deep"],
    "import(`./t.js`)": ["./t.js"],
    "import 'https://o/x.js'; import 'data:text/javascript,1'": ["https://o/x.js", "data:text/javascript,1"],
    r"import '\x2e/a'; import '\u002fb'; import '\u{2f}c'": [r"\x2e/a", r"\u002fb", r"\u{2f}c"],
    # bare specifiers, and what is no specifier
    "import r from 'react'; import 'lodash/x.js'; import('#internal')": [],
    "import(name); import(); import(name + './a'); import(`${name}/a`); import(new URL('./a', b))": [],
    "const s = \"import './a'\"; // import './b'": [],
    "/* import './a' */ const from = ''; const x = `import './a'`": [],
    "x.from('./a'); y.import('./b'); fetch('./c')": [],
    "const r = /import '.\\/a'/; import.meta.resolve('./b')": [],
    "": [],
}
COMPUTED: dict[str, list[str]] = {  # specifiers that begin with a relative string
    "import('./a' + name)": ["./a"],
    "import('../' + a + '/b' + c, {})": ["../"],
    "import(`./${name}.js`)": ["./${name}.js"],
    "import(a ? './b' : c ?? '/d')": ["./b", "/d"],
    "import(('./a'))": ["./a"],
    "import(/* './x' */ (a || '\\x2e/b'))": ["\\x2e/b"],
    "import('./p/'.concat(name, '.js')); import('./q'.trim().concat(x)); import(f('./no'))": ["./p/", "./q"],
    "import(['./', name].join('')); import([name, './no'].join('/'))": ["./"],
    "import((0, './a')); import(('./no', name)); import(x = './b'); import(await './c')": [
        "./a",
        "./b",
        "./c",
    ],
    "import(`${'./a'}.js`); import(`a${'./no'}`); import(`${x}./no`); import(`${a ? './b' : x}`)": [
        "./a",
        "./b",
    ],
    "import(String.raw`./${name}`); import('./a'[0]); import('./b'?.c)": ["./${name}", "./a", "./b"],
    "import('.' + '/a'); import('..' + name); import('' + name)": [".", ".."],
    "import('http://o/' + name); import('pack' + name); import('' + name)": [],
}
UNDERSTOOD_BY_NONE = [
    *("import.defer('./a.js')", "import . source (/* x */ './a.js')", "import defer * as x from './a.js'"),
    "import source x from './a.js'",
    *("import './a'; )", "import './a' {{ x }}", "import defer * from './a' from './b'"),
]
POSSIBLE = {
    "string": ("import './a'", "./a"),
    "no space": ("import{x}from'./a'", "./a"),
    "call": ("import ( './a' )", "./a"),
    "comment": ("import /* x */ ( /* y */ './a')", "./a"),
    "line": ("import(// x\n'./a')", "./a"),
    "template": ("import(`./${x}`)", "./${x}"),
    "phase": ("import.defer('./a')", "./a"),
    "escape": (r"import '\x2e/a'", r"\x2e/a"),
    "absolute": ("import 'http://o/'", "http://o/"),
    "long comment": (f"import(/*{'x' * 600}*/ './a')", ""),
    "16 comments": (f"import({' /**/ ' * 16} './a')", "./a"),
    "many comments": (f"import({'/**/' * 17} './a')", ""),
    "many comments before a parenthesis": (f"import {'/**/ ' * 17} ('./a')", ""),
    "many comments before a phase": (f"import . {'/**/ ' * 17} defer('./a')", ""),
}


@pytest.fixture
def parser() -> None:
    pytest.importorskip("tree_sitter_javascript", reason="pip install 'absolutize[javascript]'")


@pytest.fixture
def no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behave as if the extra were not installed."""
    monkeypatch.setattr(javascript, "_grammar", lambda: None)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    ("version", "is_read"),
    [
        ("0.24.0", False),
        ("0.25.2", False),
        ("0.26.0", False),
        ("0.26.1", True),
        ("0.27.0rc1", True),
        ("1.0", True),
    ],
)
def test_a_parser_that_would_end_the_process_is_not_used(
    monkeypatch: pytest.MonkeyPatch, version: str, is_read: bool
) -> None:
    monkeypatch.setattr("importlib.metadata.version", {"tree-sitter": version}.__getitem__)
    assert (javascript._grammar.__wrapped__() is not None) == is_read


def test_the_extra_asks_for_a_parser_that_is_used() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    oldest = ".".join(map(str, javascript.OLDEST_PARSER))
    assert extras["javascript"][0].startswith(f"tree-sitter>={oldest},")


@pytest.mark.usefixtures("parser")
@pytest.mark.rows("text", READ)
def test_specifiers_are_found(text: str) -> None:
    pieces = module_script(text)
    assert [text[piece.start : piece.stop] for piece in pieces] == READ[text]
    assert {piece.escaping.code for piece in pieces} <= {""}


@pytest.mark.usefixtures("parser")
@pytest.mark.rows("text", COMPUTED)
def test_what_a_computed_specifier_begins_with_is_marked(text: str) -> None:
    pieces = [(text[start:stop], escaping.code) for start, stop, escaping in module_script(text)]
    assert pieces == [(specifier, NO_PARSER) for specifier in COMPUTED[text]]


@pytest.mark.usefixtures("parser")
def test_base_is_kept_for_a_computed_specifier() -> None:
    document = f"<base href='http://b/q/'>{of('import(`./${x}.js`)')}<a href=x>"
    expected = document.replace("href=x", "href=http://b/q/x")
    assert absolutize.rewrite(document, URL, base_element="remove") == expected


@pytest.mark.usefixtures("parser")
@pytest.mark.rows("text", UNDERSTOOD_BY_NONE)
def test_a_script_that_is_not_understood_is_marked(text: str) -> None:
    assert {piece.escaping.code for piece in module_script(text)} == {NO_PARSER}


@pytest.mark.usefixtures("no_parser")
@pytest.mark.rows("name", POSSIBLE)
def test_without_a_parser_all_that_may_be_a_specifier_is_marked(name: str) -> None:
    text, specifier = POSSIBLE[name]
    pieces = [(text[start:stop], escaping.code) for start, stop, escaping in module_script(text)]
    assert pieces == [(specifier, NO_PARSER)]


@pytest.mark.usefixtures("no_parser")
def test_a_script_that_neither_imports_nor_exports_has_no_specifier() -> None:
    assert module_script('x = Array.from "./a.js"; y = {from: "./b.js"}; z(from "./c.js")') == []


@pytest.mark.usefixtures("no_parser")
@pytest.mark.rows("text", [text for text in READ if READ[text]])
def test_the_search_misses_no_script(text: str) -> None:
    assert module_script(text) != []


def of(script: str, before: str = "") -> str:
    return f"{before}<script type=module>{script}</script>"


WRITTEN = {
    "string": ("import './a'", "import 'http://h/d/a'"),
    "above": ('import "../a"', 'import "http://h/a"'),
    "quote of the base": ("import './a\\'b'", "import 'http://h/d/a\\'b'"),
    "backslash": (r"import './a\\b'", r"import 'http://h/d/a\\b'"),
    "template": ("import(`./a\\`$b`)", "import(`http://h/d/a\\`$b`)"),
    "escapes stay": (r"import './\u0061'", r"import 'http://h/d/\u0061'"),
    "not ASCII": ("import './\u65e5?\U0001f600'", "import 'http://h/d/\u65e5?\U0001f600'"),
    "bare": ("import 'react'", "import 'react'"),
}


@pytest.mark.usefixtures("parser")
@pytest.mark.rows("name", WRITTEN)
def test_specifiers_become_absolute(name: str) -> None:
    before, after = map(of, WRITTEN[name])
    assert absolutize.rewrite(before, URL) == after
    assert absolutize.rewrite(before.encode(), URL, charset="utf-8").decode() == after
    assert absolutize.rewrite(after, URL) == after


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("encoding", ["windows-1252", "shift_jis", "utf-16"])
def test_a_script_is_read_in_every_encoding(encoding: str) -> None:
    text = {"windows-1252": "\u00e9", "shift_jis": "\u8868", "utf-16": "\u65e5"}[encoding]
    page = of(f"const s = '{text}'; import './a'; // {text}")
    after = page.replace("./a", "http://h/d/a")
    assert absolutize.rewrite(page.encode(encoding), URL, charset=encoding).decode(encoding) == after


@pytest.mark.usefixtures("parser")
def test_a_base_that_would_end_the_script_does_not() -> None:
    page = of("import './a'", '<base href="http://h/\'</script>`${x}/">')
    target = next(link.target for link in absolutize.links(page, URL) if link.element == "script")
    after = absolutize.rewrite(page, URL)
    assert after.count("</script>") == page.count("</script>")
    assert [link.target for link in absolutize.links(after, URL)][1:] == [target]


@pytest.mark.usefixtures("parser")
def test_queries_are_in_utf_8() -> None:
    """To resolve a module specifier, the URL parser (URL Standard 4.4) is called without an encoding."""
    page = of("import './a?\u00e9'", "<meta charset=latin1>").encode("latin-1")
    (link,) = absolutize.links(page, URL)
    assert link.request_url == "http://h/d/a?%C3%A9"


SCRIPTS_BEYOND_ASCII = [
    "import a\u3042 from './x\u3042.js'",
    "import \u3042 from './x.js'; import '\u3042'; import './\u3042\u3042/y'",
    "let v\u2550 = 1; import './x'",
    "import \u00e01 from './x'",
    "import\u3000'./x'",
]


@pytest.mark.usefixtures("parser")
@pytest.mark.rows("script", SCRIPTS_BEYOND_ASCII, ids=ascii)
@pytest.mark.rows("encoding", ["utf-8", "windows-1252", "shift_jis", "koi8-r", "utf-16le"])
def test_scripts_are_read_in_the_encoding_of_their_document(script: str, encoding: str) -> None:
    codec = "utf-16-le" if encoding == "utf-16le" else encoding
    try:
        page = of(script).encode(codec)
    except UnicodeEncodeError:
        return
    expected = of(script.replace("./", "http://h/d/")).encode(codec)
    assert absolutize.rewrite(page, URL, charset=encoding) == expected


@pytest.mark.usefixtures("parser")
def test_base_is_removed_where_specifiers_are_read() -> None:
    page = of("import './a'", "<base href=/x/>")
    assert absolutize.rewrite(page, URL, base_element="remove") == of("import 'http://h/x/a'")


@pytest.mark.usefixtures("no_parser")
def test_base_is_kept_where_they_are_not() -> None:
    page = of("import './a'", "<base href=/x/>")
    kept = page.replace("/x/", "http://h/x/")
    for base_element in ("remove", "empty"):
        assert absolutize.rewrite(page, URL, base_element=base_element) == kept
    assert [(link.code, link.kind) for link in absolutize.links(page, URL)] == [
        ("rewritten", "base"),
        (NO_PARSER, "script"),
    ]
    without = of("import 'react'", "<base href=/x/>")
    assert absolutize.rewrite(without, URL, base_element="remove") == of("import 'react'")


@pytest.mark.usefixtures("no_parser")
def test_check_reports_what_stays_relative() -> None:
    assert [fault.code for fault in absolutize.check(of("import './a'"), URL)] == ["relative"]


def test_other_scripts_are_not_read() -> None:
    for kind in ("", " type=text/javascript", " type=text/plain"):
        assert list(absolutize.links(f"<script{kind}>import('./a')</script>", URL)) == []


@pytest.mark.usefixtures("parser")
@pytest.mark.rows("unit", ["/[ ", '"a\n', "a<b ", "import(", "`${", "(a,b)=>", "{", "import './a'/*"])
def test_hostile_scripts_take_few_steps(unit: str) -> None:
    """Without a limit of steps, the parser would take minutes for the first of these."""
    assert isinstance(module_script(f"import './a';{unit * 8000}"), list)


def test_no_script_is_read_that_is_too_long() -> None:
    pieces = module_script(f"import './a'{' ' * LONGEST_SCRIPT}")
    assert [piece.escaping.code for piece in pieces] == [NO_PARSER]
