"""How a browser decodes bytes, and how it encodes the query of a URL, in every encoding."""

from __future__ import annotations

import itertools
import json
import re
from base64 import b64encode
from collections.abc import Iterator

import pytest
from webencodings.labels import LABELS

from absolutize.html.document.encoding_sniffing import lookup
from absolutize.html.encodings.codec import Codec
from absolutize.uri.rules.whatwg import encode_query
from tests.browser.chromium import Chromium, executable
from tests.browser.seeing import loaded
from tests.browser.server import Page, Server

SITE = "http://site.localhost"
NAMES = sorted(set(LABELS.values()) - {"replacement", "utf-16le", "utf-16be"})
FIRST = bytes(range(0x80, 0x100))
ABSENT = "there is no Chromium here (apt-get install chromium)"
Sessions = tuple[Chromium, dict[str, str]]  # and a tab for each encoding
DECODE = """(([label, data]) => {
    const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
    return data.map(text => new TextDecoder(label, {ignoreBOM: true}).decode(bytes(text)));
})(%s)"""
# "~" between the texts switches ISO-2022-JP back to ASCII, so that each is encoded independently
QUERY = """(numbers => {
    const a = document.createElement('a');
    const text = numbers.map(number => String.fromCodePoint(...[].concat(number))).join('~ ~');
    a.href = 'http://h/?' + text;
    return a.search.slice(1).split('~%%20~');
})(%s)"""


@pytest.fixture(scope="module")
def sessions() -> Iterator[Sessions]:
    program = executable()
    if program is None:
        pytest.skip(ABSENT)
    with Server() as server, Chromium(program, server.port) as browser:
        opened = {}
        for name in NAMES:
            server.pages[f"{SITE}/{name}"] = Page(b"<!doctype html>", name)
            opened[name] = browser.open(f"{SITE}/{name}")
            loaded(browser, opened[name])
        yield browser, opened


def several(name: str) -> Iterator[bytes]:
    """Every byte, every pair of bytes whose first is not ASCII, and longer sequences for some encodings."""
    yield from (bytes([byte]) for byte in range(0x100))
    yield from (bytes(pair) for pair in itertools.product(FIRST, range(0x100)))
    if name == "euc-jp":
        yield from (b"\x8f" + bytes(pair) for pair in itertools.product(range(0xA0, 0x100), range(0x100)))
    if name in {"gbk", "gb18030"}:
        yield from (four(pointer) for pointer in (*range(0, 40000, 7), *range(188000, 126 * 12600, 1009)))
        yield from (b"\x810\x81", b"\x810", b"\x810\x81a", b"\x810 ", b"\x810\xff", b"\x81\x30\x81\x30\x81")
    if name == "iso-2022-jp":
        pairs = map(bytes, itertools.product(range(0x1F, 0x82), repeat=2))
        yield from (escape + pair + b"\x1b(Bx" for pair in pairs for escape in (b"\x1b$B", b"\x1b$@"))
        yield from (b"\x1b(" + form + bytes([byte]) for form in (b"I", b"J", b"B") for byte in range(0x100))
        yield from STATES


NOTHING = re.compile(rb"(?!)")
MISREAD = {  # byte sequences for which this browser differs from the Encoding Standard
    "big5": re.compile(rb"\A\x88[\x62\x64\xa3\xa5]\Z"),  # two characters each: it adds up their code points
    "iso-2022-jp": re.compile(rb"\x1c"),  # a control character, which the browser treats as an error
}
STATES = (
    *(b"\x1b(B\x1b(B", b"\x1b(Ja\x1b(Bb", b"\x1b(J\\~\x1b(B\\~", b"\x1b$B%\x1b(Bx", b"\x1b$B%"),
    *(b"\x1b$B%\n%", b"\x1b", b"\x1b$", b"\x1b(", b"\x1b(Kx", b"a\x1b$Cx", b"\x1b$B\x1b(I1\x1b$@0!"),
    *(b"\x1b$B0!\x1b0!", b"\x0ex\x0f"),
)


def four(pointer: int) -> bytes:
    """Encode a pointer as four bytes of gb18030 (Encoding Standard 10.2.2)."""
    bases = (
        pointer // 12600 + 0x81,
        pointer // 1260 % 10 + 0x30,
        pointer // 10 % 126 + 0x81,
        pointer % 10 + 0x30,
    )
    return bytes(bases)


NAMED = """(labels => labels.map(label => {
    try { return new TextDecoder(label).encoding } catch (error) { return error.name }
}))(%s)"""
REFUSED = "RangeError"  # the error that a script gets for labels of the "replacement" encoding


def test_a_label_stands_for_the_encoding_that_it_is_to_a_browser(sessions: Sessions) -> None:
    browser, opened = sessions
    spelled = [
        *LABELS,
        *(label.upper() for label in LABELS),
        *(f" {label}\n" for label in LABELS),
        *(f"{label}\0" for label in LABELS),
        *(f"x{label}" for label in LABELS),
    ]
    there = browser.run(opened["utf-8"], NAMED % json.dumps(spelled))
    names = map(lookup, spelled)
    here = [REFUSED if name in {None, "replacement"} else name for name in names]
    assert [row for row in zip(spelled, there, here, strict=True) if row[1] != row[2]] == []


@pytest.mark.parametrize("name", NAMES)
def test_bytes_are_read_as_a_browser_reads_them(name: str, sessions: Sessions) -> None:
    browser, opened = sessions
    codec, differing = Codec(name), []
    for data in batches(several(name)):
        order = json.dumps([name, [b64encode(text).decode() for text in data]])
        there = browser.run(opened["utf-8"], DECODE % order)
        here = map(codec.decode, data)
        differing += [row for row in zip(data, there, here, strict=True) if row[1] != row[2]]
    assert [row for row in differing if not MISREAD.get(name, NOTHING).search(row[0])] == []


def batches(data: Iterator[bytes]) -> Iterator[tuple[bytes, ...]]:
    while batch := tuple(itertools.islice(data, 8192)):
        yield batch


CHARACTERS = (
    *range(0x21, 0xD800),
    *range(0xE000, 0x10000),
    *range(0x1F000, 0x20000),
    *range(0x20000, 0x30000, 5),
)
OTHERS = set(map(ord, r"#/\%&'"))  # these end a query, or are escaped only in some schemes
STRINGS = [
    *("\u65e5\u672c", "\u65e5\U0001f600\u672c", "a\xa5b\\c~\u203e", "\xa5\U0001f600\xa5"),
    *("\uff71\u65e5", "\u2212\uff0d", "\u65e5\x1b\u672c", "x\x0ey"),
]


@pytest.mark.parametrize("name", NAMES)
def test_a_query_is_encoded_as_a_browser_encodes_it(
    name: str, sessions: tuple[Chromium, dict[str, str]]
) -> None:
    browser, opened = sessions
    texts = [chr(number) for number in CHARACTERS if number not in OTHERS] + STRINGS
    order = json.dumps([[ord(character) for character in text] for text in texts])
    there = browser.run(opened[name], QUERY % order)
    here = encode_query("?" + "~ ~".join(texts), Codec(name).encode_query)[1:].split("~%20~")
    assert [(text, a, b) for text, a, b in zip(texts, there, here, strict=True) if a != b] == []
