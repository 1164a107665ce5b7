"""Random encodings: how a document declares one, and bytes that are valid in it or not."""

from __future__ import annotations

import codecs
from random import Random

from tests.browser.generator.random_documents.references import RAW

# labels, and the Python codecs to encode such text; other characters become character references
CODECS = {
    "utf-8": "utf-8",
    "UTF8": "utf-8",
    "windows-1252": "cp1252",
    "iso-8859-1": "cp1252",
    **{
        f"windows-{number}": f"cp{number}" for number in (1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258, 874)
    },
    **{f"iso-8859-{number}": f"iso-8859-{number}" for number in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
    "iso-8859-8-i": "iso-8859-8",
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
    "macintosh": "mac-roman",
    "x-mac-cyrillic": "mac-cyrillic",
    "ibm866": "cp866",
    "big5": "big5hkscs",
    "gbk": "gbk",
    "gb18030": "gb18030",
    "euc-jp": "euc-jp",
    "shift_jis": "cp932",
    "iso-2022-jp": "iso-2022-jp",
    "euc-kr": "cp949",
    "x-user-defined": "ascii",
    "replacement": "ascii",
    "hz-gb-2312": "ascii",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
    "utf-16": "utf-16-le",
}
WIDE = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
FILLER = "<!-- " + "x" * 1010 + " -->"


def declared(dice: Random) -> tuple[str | None, str, str, str]:
    """Give a document's HTTP label, the META that begins it, its codec, and its byte order mark."""
    label = "utf-8" if dice.random() < 0.4 else dice.choice([*CODECS])
    codec = CODECS[label]
    roll = dice.random()
    if codec in WIDE:
        return (label, "", codec, "") if roll < 0.4 else (None, "", codec, "\ufeff")
    if roll < 0.3:
        return label, dice.choice(["", "", "<meta charset=koi8-r>"]), codec, ""
    if roll < 0.4 and codec == "utf-8":
        return dice.choice([None, "big5"]), "", codec, "\ufeff"
    if roll < 0.5:
        return None, "", "cp1252", ""
    label = dice.choice([label, label, label.upper(), f" {label} "])
    meta = dice.choice(
        [
            '<meta charset="{}">',
            "<meta charset='{}'/>",
            '<meta http-equiv=content-type content="text/html; charset={}">',
        ]
    )
    beginning = dice.choice(
        [""] * 20 + [FILLER, "<!-- <meta charset=big5> -->", "<title><meta charset=koi8-r></title>"]
    )
    return None, beginning + meta.format(label), codec, ""


def encoded(text: str, codec: str) -> bytes:
    """Encode a text with a codec; U+E000 and the code points after it mean raw bytes."""
    if codec in WIDE:
        return "".join(_unit(c) for c in text).encode(codec, "surrogatepass")
    return b"".join(_bytes(c, codec) for c in text)


def _unit(character: str) -> str:
    return chr(ord(character) - RAW + 0xD7C0) if RAW <= ord(character) < RAW + 256 else character


def _bytes(character: str, codec: str) -> bytes:
    if RAW <= ord(character) < RAW + 256:
        return bytes([ord(character) - RAW])
    return character.encode("ascii" if character < "\x80" else codec, "xmlcharrefreplace")
