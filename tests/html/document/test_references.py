"""Values become one stream of references, read in the encoding of their document."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import absolutize
from absolutize.engine.plain import PLAIN_PATTERNS
from absolutize.html.document.document import document_of
from absolutize.html.document.references import Division, ReadReference, find_references
from absolutize.html.tokenizer.scanner import scan

URL = "http://h/d/p"
XHTML: dict[str, Any] = {"media_type": "application/xhtml+xml"}
SPELLINGS = [
    ("utf-8", "é"),
    ("windows-1252", "é"),
    ("utf-16", "é"),
    ("shift_jis", "表"),
    ("iso-2022-jp", "表"),
]
SCRIPT = "<script type='importmap'>%s</script>"


def keys_of_imports(document: str) -> list[str]:
    """List the keys of an import map, including repeated ones."""
    found = re.search(r"\{.*\}", document)
    assert found is not None
    return [key for key, _ in dict(json.loads(found[0], object_pairs_hook=list))["imports"]]


@pytest.mark.parametrize(("encoding", "letter"), SPELLINGS, ids=[encoding for encoding, _ in SPELLINGS])
@pytest.mark.parametrize(("around", "options"), [("%s", {}), ("<svg>%s</svg>", {}), ("%s", XHTML)])
def test_a_name_is_the_same_in_two_spellings(
    encoding: str, letter: str, around: str, options: dict[str, Any]
) -> None:
    """An overridden name is spelled like the name that overrides it, and unlike others for the same URL."""
    names = f"./{letter}", f"./\\u{ord(letter):04x}", f"http://h/d/{letter}"
    imports = '{"imports":{' + ",".join(f'"{name}":"./a"' for name in names) + "}}"
    document = around.replace("%s", SCRIPT % imports).encode(encoding)
    after = absolutize.rewrite(document, URL, charset=encoding, **options)
    first, second, third = keys_of_imports(after.decode(encoding))
    assert first == second != third
    assert absolutize.rewrite(after, URL, charset=encoding, **options) == after


HALVES = {
    "an address": r'{"imports":{"a":"./\ud800","b":"~./b"}}',
    "a key": r'{"imports":{"./\ud800":"~./b"}}',
    "two halves in the wrong order": r'{"imports":{"a":"./\udc00\ud800","b":"~./b"}}',
    "dots that would take it away": r'{"imports":{"a":"./\ud800/../b","b":"~./b"}}',
}


@pytest.mark.parametrize("imports", HALVES.values(), ids=HALVES)
def test_a_string_with_half_a_character_stays(imports: str) -> None:
    """Chromium refuses the whole import map; other browsers read the remaining strings."""
    document = SCRIPT % imports
    after = absolutize.rewrite(document.replace("~", ""), "http://h/")
    assert after == document.replace("~./", "http://h/")
    assert [link.code for link in absolutize.links(after, "http://h/")].count("unreadable") == 1


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252", "utf-16"])
def test_a_custom_property_is_the_same_in_two_spellings(encoding: str) -> None:
    sheet = r"<style>p{--\e9:url(%sx);--no:url(x);b:var(--é)}q{--ß:url(%sx);c:var(--\df)}</style>"
    before, after = (sheet.replace("%s", base).encode(encoding) for base in ("", "http://h/d/"))
    assert absolutize.rewrite(before, URL, charset=encoding) == after


NAMES_OF_URL = ["url", "URL", "u\\72l", "\\75rl", "ur\\l", "\\u\\r\\l", "\\000055 \\52\n\\4c ", "\\55r\\6C\t"]


@pytest.mark.parametrize("name", NAMES_OF_URL)
@pytest.mark.parametrize("reference", ["x/*y", "*/../", "b;c"])
def test_a_custom_property_behind_a_url_whose_name_has_escapes(name: str, reference: str) -> None:
    """A URL contains no comments, even if it looks so: the declaration after it still counts."""
    page = f"<base href='p://*'><p style='a:{name}({reference});--x:url(z)'>"
    once = absolutize.rewrite(page, URL)
    assert absolutize.rewrite(once, URL) == once
    codes = [[link.code for link in absolutize.links(text, URL)][1:] for text in (page, once)]
    assert codes == [["rewritten", "custom-property"], ["absolute", "custom-property"]]


WORDS = ["foo-url", "1url", "#url", "@url", "\\66 url", "\\66\\75rl", "f\\75rl", "\u00e9url", "--url"]


@pytest.mark.parametrize("word", WORDS)
def test_a_custom_property_behind_a_word_that_ends_like_url(word: str) -> None:
    """After such a word a string is a string: a parenthesis in it ends nothing."""
    page = f'<style>a{{b:{word}(k ")" );--y:url(z)}} c{{d:"x"}}</style>'
    assert [(link.raw, link.code) for link in absolutize.links(page, URL)] == [("z", "custom-property")]
    assert absolutize.rewrite(page, URL) == page


REGISTERED = "inherits:true;initial-value:url(http://k/)"
HIDDEN = [
    "var&#40;--\u00e9)",
    "va&#114;(--\u00e9)",
    "&#x0056;AR&lpar;--\u00e9)",
    "v&#00065;r(--\u00e9)",
    "var(&#45;-&eacute;)",
    "var(--&#xe9;)",
    f"&commat;property --\u00e9{{syntax:&#34;&lt;url&gt;&#34;;{REGISTERED}}}",
    f"@pr&#x4F;perty --\u00e9{{syntax:&#34;&lt;url&gt;&#34;;{REGISTERED}}}",
    f"@property --\u00e9{{syntax:&#34;<url>&#34;;{REGISTERED}}}",
    "&#118;ar(/*>*/--\u00e9)",
]


@pytest.mark.parametrize("use", HIDDEN)
@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252"])
def test_a_use_that_character_references_hide_is_one(use: str, encoding: str) -> None:
    page = f"<p style='--\u00e9:url(x);a:{use}'>".encode(encoding)
    assert absolutize.rewrite(page, "http://h/", charset=encoding) == page.replace(b"(x)", b"(http://h/x)")
    unused = page.replace(use.encode(encoding), b"b")
    assert absolutize.rewrite(unused, "http://h/", charset=encoding) == unused


VALUES = [
    "if(style(--b:1): url(x); else: url(x))",
    "(url(x);b:url(x))",
    "(url('x');b:url(x))",
    "(url( 'x' k);b:url(x))",
    "{url(x)};--b:{url(x)}",
]


@pytest.mark.parametrize("value", VALUES)
def test_the_value_of_a_custom_property_ends_behind_its_brackets(value: str) -> None:
    page = f"<style>p{{--a:{value};c:url(y)}}</style>"
    codes = ["custom-property", "custom-property", "rewritten"]
    assert [link.code for link in absolutize.links(page, URL)] == codes


DIVIDED = """
<a href=x><img srcset="a 1x, b 2x, #c 3x"><applet codebase=d archive="e,f"></applet>
<iframe srcdoc="<a href=y>"></iframe><!--[if IE]><a href=z><![endif]--><script type=importmap>[</script>
"""
IN_ORDER = [
    ("href", 0, "x", "plain", None),
    ("srcset", 0, "a", "plain", None),
    ("srcset", 1, "b", "plain", None),
    ("srcset", 2, "#c", "read", None),
    ("codebase", 0, "d", "plain", None),
    ("archive", 0, "e", "read", "d"),
    ("archive", 1, "f", "read", "d"),
    ("srcdoc", 0, "<a href=y>", "document", None),
    ("", 0, "<a href=z>", "document", None),
    ("", 0, "", "read", None),
]


def how(read: object) -> str:
    """Name how a reference was read."""
    return "read" if isinstance(read, ReadReference) else "document" if read is None else "plain"


LEFT_OUT: dict[str, tuple[Division, bool, list[int]]] = {
    "nothing": (Division(), True, []),
    "what no base changes": (Division(), False, [3]),
    "comments": (Division(reads_comments=False), True, [8]),
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_the_references_of_a_document_are_one_stream(name: str) -> None:
    division, include_absolute, left_out = LEFT_OUT[name]
    document = document_of(DIVIDED, "utf-8")
    values = scan(document.scannable)
    spans = find_references(
        document, values, division, PLAIN_PATTERNS[True].value.fullmatch, include_absolute=include_absolute
    )
    listed = [
        (
            span.value.row.attribute,
            span.number,
            document.text(span.start, span.stop),
            how(read),
            span.codebase,
        )
        for span, read in spans
    ]
    assert listed == [each for number, each in enumerate(IN_ORDER) if number not in left_out]


def test_documents_that_are_not_read_are_unreadable() -> None:
    document = document_of("<iframe srcdoc='<a href=y>'></iframe>", "utf-8")
    ((span, _),) = find_references(document, scan(document.scannable), Division(reads_documents=False))
    assert (span.start, span.stop, span.escaping.code) == (16, 16, "unreadable")
