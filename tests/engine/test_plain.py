"""What the table of prefixes says of plain values is what would be decided about them, in any encoding."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
import webencodings

import absolutize
from absolutize.arguments import document_settings
from absolutize.engine import plain, rewriter
from absolutize.engine.link import Link

PIECES = [
    *"ab./?#&=%:;,@x~_-+|\\ {}$!*()",
    *("../", "./", "//", "&amp;", "&eacute;", "&#233;", "%D0", "a:", "http:", "h/", "{{", "}}"),
    *(
        "\u00e9",
        "\u041c",
        "\u65e5",
        "\u3000",
        "\u00a0",
        "\ufeff",
        "\uff0e",
        "\uff0f",
        "\uff1f",
        "\uff03",
        "\u0130",
    ),
    *("\u200b", "\u2028", "\uff5b", "\U0001f600", "\ud800", "\udc00", "\ud7a3"),
]
ENCODINGS = [
    *("utf-8", "windows-1252", "windows-1251", "shift_jis", "gbk", "big5", "euc-kr", "gb18030", "koi8-r"),
    *("iso-2022-jp", "macintosh", "windows-874", "utf-16le"),
]
BASES = [
    "http://h.example/a/b/c.html",
    "https://h.example/?q",
    "http://h.example",
    "http://h/\u00e9/b",
    "urn:x",
]
BASE_ELEMENTS = ["", "", '<base href="//b.example/\u00e9/x/">']
OPTIONS: list[dict[str, Any]] = [
    {},
    {"rules": "whatwg"},
    {"same_document": "resolve"},
    {"base_element": "remove"},
]


def markup(seed: int, encoding: str) -> str:
    """Links in every kind of quotes, style sheets and lists."""
    draw = random.Random(seed)
    references = ["".join(draw.choices(PIECES, k=draw.randint(1, 7))) for _ in range(24)]
    html = "".join(f"<a href={mark}{each}{mark}>" for each in references for mark in ('"', "'"))
    html += "".join(f"<img src={each.replace(' ', '')}>" for each in references)
    html += "".join(f"<style>p{{a:url({each})}} q{{a:url('{each}')}}</style>" for each in references[:6])
    html += f'<img srcset="{", ".join(each.replace(",", "") for each in references[:4])}">'
    return f"<meta charset={encoding}>{draw.choice(BASE_ELEMENTS)}{html}"


def document(seed: int, encoding: str) -> bytes:
    """The same in an encoding, which may lack some of it."""
    html = markup(seed, encoding)
    if encoding == "utf-16le":
        return b"\xff\xfe" + html.encode("utf-16le", "surrogatepass")
    codec = webencodings.lookup(encoding).codec_info
    text = "".join(each if _is_in(each, codec.encode) else "\u00b7" for each in html)
    return bytes(codec.encode(text, "xmlcharrefreplace")[0]) + b"<a href=/\xff\x81><a href=\x81>"


def _is_in(character: str, encode: Callable[..., object]) -> bool:
    try:
        encode(character, "xmlcharrefreplace")
    except UnicodeEncodeError:
        return False
    return True


def never(*_: object) -> None:
    """Take nothing for plain."""


each = pytest.mark.rows(("encoding", "options"), [*product(ENCODINGS, OPTIONS)], ids=str)


@each
def test_what_is_passed_is_what_is_decided(encoding: str, options: dict[str, Any]) -> None:
    for seed, base in enumerate(BASES[1:]):
        html = document(seed, encoding)
        settings = document_settings("rewrite", {"url": base, **options})
        quick = rewriter.rewrite_document(html, *settings)
        assert quick._replace(edits=[]) == rewriter.rewrite_document(html, *settings, recorded=True)._replace(
            edits=[]
        )


@each
def test_the_table_says_what_is_decided(encoding: str, options: dict[str, Any]) -> None:
    settings = document_settings("rewrite", {"url": BASES[0], **options})
    documents = document(7, encoding), markup(8, encoding)

    def answers() -> list[tuple[list[Link], object]]:
        return [
            (
                list(absolutize.links(html, BASES[0], **options)),
                rewriter.rewrite_document(html, *settings, recorded=True),
            )
            for html in documents
        ]

    by_table = answers()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(plain.PrefixTable, "match_value", property(lambda _: never))
        patched.setattr(rewriter, "PLAIN_VALUE", type("Never", (), {"fullmatch": staticmethod(never)}))
        assert by_table == answers()


def test_what_is_beyond_ascii_is_passed() -> None:
    html = "<a href='/wiki/\u041c\u043e\u0441\u043a\u0432\u0430'>".encode("windows-1251")
    assert absolutize.rewrite(html, "http://h/x", charset="windows-1251") == html.replace(
        b"/wiki", b"http://h/wiki"
    )


@pytest.mark.rows(("written", "reference"), [("#\\}a", "#}a"), ("#a\\62", "#ab"), ("#\\\u00e9", "#\u00e9")])
def test_a_fragment_with_an_escape_of_css_is_read(written: str, reference: str) -> None:
    (link,) = absolutize.links(f'<style>p{{fill:url("{written}")}}</style>', "http://h/")
    assert (link.raw, link.reference, link.code) == (written, reference, "same-document")
