"""What the pattern of the scan passes over, and where it stops, by each matcher.

`re` is given another pattern than PCRE2: likely tags are tried first. All find the same.
"""

import re

import pytest

from absolutize.engine.plain import PLAIN_IN_TAG, PLAIN_PARTS
from absolutize.html.tokenizer.scanner import Scanner
from tests.fuzz.matchers import assert_matchers_agree, scanners

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
    "script, JavaScript": (b'<script type="text/javascript">x</script><a href=x>', [b"x"]),
    "script, an import map": (b'<script type="importmap">{}</script>', [b"{}"]),
    "script, an import map in another case": (b'<script type="ImportMap">{}</script>', [b"{}"]),
    "script, a type behind its source": (b"<script src=x type=speculationrules>{}</script>", [b"x", b"{}"]),
    "script, a type before its source": (b"<script type=speculationrules src=x>{}</script>", [b"x", b"{}"]),
    "script, another link": (b'<script async="" archive="x">y</script>', [b"x"]),
    "script, an absolute source": (b'<script defer src="http://h/">"<a href=y>"</script><a href=x>', [b"x"]),
    "sheet, functions without URLs": (b"<style>a:not(b){c:calc(1px);d:linear-gradient(e)}</style>", []),
    "sheet, a URL behind them": (b"<style>a:not(b){c:url(x)}</style>", [b"x"]),
    "sheet, an image set": (b"<style>a{b:image-set('x' 1x)}</style>", [b"a{b:image-set('x' 1x)}"]),
    "sheet, an absolute URL": (b"<style>a{b:url( 'http://h/')}</style>", []),
    "sheet, an escape": (b"<style>a{b:u\\72l(x)}</style>", [b"a{b:u\\72l(x)}"]),
    "sheet, markup": (b"<style><!-- a{b:c} --></style>", []),
    "sheet, a long one": (b"<style>" + b"a{b:c}" * 200 + b"</style>", []),
    "sheet, a long one with a URL": (b"<style>" + b"a{b:c}" * 900 + b"d{e:url(x)}</style>", [
        b"a{b:c}" * 900 + b"d{e:url(x)}"]),
    "image, absolute candidates": (b'<img srcset="http://h/a 1x, http://h/b 2x" class="y">', []),
    "image, one of them relative": (b'<img srcset="http://h/a 1x, x 2x">', [b"x"]),
    "image, candidates behind its source": (b'<img src="x" srcset="http://h/a">', [b"x"]),
    "link, a name that begins like class": (b'<a classid="y" class="" href="x">', [b"x"]),
    "link, class without a value": (b"<a class href=x><a class/href=x>", [b"x", b"x"]),
}  # fmt: skip


_WORD = re.compile(rb"[^\"' >),]*")


def passed_or_found(scanner: Scanner, html: bytes) -> list[bytes]:
    """List the values that may change under a base: plain ones, whose beginnings are known, and others."""
    bulk = scanner.bulk_scan(html, PLAIN_IN_TAG, PLAIN_PARTS, declaring=True)
    assert bulk is not None
    values = {start: match[0] for start in bulk.beginnings[::2] if (match := _WORD.match(html, start))}
    values |= {value.start: html[value.start : value.stop] for value in bulk.values}
    return [values[start] for start in sorted(values)]


@pytest.mark.rows(("html", "expected"), [*DOCUMENTS.values()], ids=DOCUMENTS)
def test_what_is_found(html: bytes, expected: list[bytes]) -> None:
    for scanner in scanners(include_absolute=False):
        assert passed_or_found(scanner, html) == expected
    assert_matchers_agree(html)
