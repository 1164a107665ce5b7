"""Random references, with every shape on which URL parsers disagree."""

from __future__ import annotations

from random import Random

RAW = 0xE000  # U+E000 + n means the byte n, whatever that is in the document's encoding
LETTERS = "abcdefxyzABCXYZ0159"
HARMLESS = ["a", "b", "x1", "img", "p.html", "i.png", "a-b_c~d", "Q", "0"]
ODD = list(" \t\n\r\f\v\0\x01\x1f\x7f\"'<>`\\^|[]();,:@&=+$!*#%?/.~-_")
PERCENT = [
    "%20",
    "%2F",
    "%2e",
    "%2E%2e",
    "%00",
    "%zz",
    "%",
    "%4",
    "%e4",
    "%C3%A4",
    "%22",
    "%27",
    "%3c",
    "%5C",
    "%25",
]
DOTS = [".", "..", "...", "%2e", ".%2E", "%2e%2e", "..;", "a/..", "./", "../", ".//"]
CHARACTERS = [
    "é",
    "ä",
    "ß",
    "я",
    "ж",
    "日",
    "本",
    "語",
    "한",
    "あ",
    "カ",
    "€",
    "…",
    "\xa0",
    "\xad",
    "ﬁ",
    "İ",
    "😀",
    "\u200b",
]
CHARACTERS += [
    "\x85",
    "\u2028",
    "\ufeff",
    "\ufffd",
    "‰",
    "„",
    "\xd7",
    "Ω",
    "ё",
    "ї",
    "ק",
    "ฟ",
    "š",
    "ő",
    "ţ",
    "\u3000",
]
BEGINNINGS = [
    "",
    "",
    "",
    "",
    "/",
    "//",
    "///",
    "\\",
    "\\\\",
    "/\\",
    "./",
    "../",
    "../../../../../",
    "?",
    "#",
    ";",
    ":",
]
SCHEMES = [
    "http",
    "http",
    "https",
    "HTTP",
    "hTTp",
    "ftp",
    "file",
    "ws",
    "wss",
    "javascript",
    "data",
    "mailto",
    "urn",
]
SCHEMES += [
    "about",
    "blob",
    "tel",
    "x-y",
    "a+b.c",
    "view-source",
    "h ttp",
    "1a",
    "é",
    "ht\ttp",
    "-a",
    "http\n",
]
AFTER_SCHEME = [
    "",
    "/",
    "//",
    "///",
    "\\",
    "\\\\",
    "//h.test/",
    "//h.test",
    "/\\h.test/",
    "x",
    "?q",
    "#f",
    "http:",
    " ",
]
HOSTS = [
    "h.test",
    "H.TEST",
    "h.test:80",
    "h.test:",
    "h.test:8080",
    "h.test:99999",
    "h.test:x",
    "u@h.test",
    "u:p@h.test",
]
HOSTS += [
    "127.0.0.1",
    "0x7f.1",
    "1.2.3",
    "999.1.1.1",
    "[::1]",
    "[::1",
    "[::ffff:1.2.3.4]",
    "[v1.x]",
    "h%2Etest",
    "h test",
]
HOSTS += [
    "bücher.test",
    "xn--bcher-kva.test",
    "h_.test",
    "h..test",
    "h.test.",
    "",
    "a@b@c",
    "%41",
    "h|x",
    "h<x",
    "h^x",
]
HOSTS += [
    "h\ttest",
    "faß.test",
    "☃.test",
    "h\xadx",
    "1e3",
    "0",
    "4294967296",
    "h,x",
    "h'x",
    'h"x',
    "*",
    "h%00",
    "u:@h",
    ":@h",
]


def percent_or_text(dice: Random) -> str:
    """Give a few characters of a segment."""
    roll = dice.random()
    if roll < 0.5:
        return dice.choice(HARMLESS)
    if roll < 0.65:
        return dice.choice(ODD)
    if roll < 0.75:
        return dice.choice(PERCENT)
    if roll < 0.87:
        return dice.choice(CHARACTERS)
    return raw(dice) if roll < 0.9 else "".join(dice.choices(LETTERS, k=dice.randint(1, 4)))


def raw(dice: Random) -> str:
    """Give bytes that may mean anything in the document's encoding, or nothing."""
    beyond = (chr(RAW + dice.randint(0x80, 0xFF)) for _ in range(dice.randint(1, 2)))
    trail = dice.choice(
        ["", "", chr(RAW + dice.randint(0x30, 0xFF)), "\x1b$B", "\x1b(J", "\x1b(I", "\x1b(B", "\x0e"]
    )
    return "".join(beyond) + trail


def segment(dice: Random) -> str:
    """Give a path segment."""
    if dice.random() < 0.25:
        return dice.choice(DOTS)
    return "".join(percent_or_text(dice) for _ in range(dice.choice((0, 1, 1, 1, 2, 3))))


def path(dice: Random) -> str:
    """Give a path, a query and a fragment."""
    separators = ["/", "/", "/", "/", "\\", "//"]
    text = segment(dice) + "".join(
        dice.choice(separators) + segment(dice) for _ in range(dice.choice((0, 0, 1, 1, 2, 4)))
    )
    for mark in "?#":
        if dice.random() < 0.25:
            text += (
                mark
                + segment(dice)
                + dice.choice(["", "", "=" + segment(dice), "/../" + segment(dice), "?#"])
            )
    return text


def reference(dice: Random) -> str:
    """Give a reference, with white space around it now and then."""
    text = _shapes(dice)
    if dice.random() < 0.08:
        text = dice.choice([" ", "\t", "\n", "\0", "\x0b", "\x1f", "  ", "\xa0"]) + text
    if dice.random() < 0.08:
        text += dice.choice([" ", "\t", "\n", "\0", "\x0b", "\x1f", "  ", "\xa0", ","])
    return text


def _shapes(dice: Random) -> str:
    roll = dice.random()
    if roll < 0.35:
        return "".join(dice.choices(["../", "./", "", "", "/"])) + dice.choice(HARMLESS)
    if roll < 0.75:
        return dice.choice(BEGINNINGS) + path(dice)
    if roll < 0.83:
        return "//" + dice.choice(HOSTS) + dice.choice(["", "/", "?", "#", "\\"]) + path(dice)
    if roll < 0.9:
        return f"{dice.choice(SCHEMES)}:{dice.choice(AFTER_SCHEME)}{path(dice)}"
    if roll < 0.96:
        return f"{dice.choice(['http', 'https', 'ftp', 'x'])}://{dice.choice(HOSTS)}/{path(dice)}"
    return dice.choice(
        ["", "#", "#f", "?", ".", "..", "/", " ", "#a b", "#é", "//", "http:", "http:?q", "http:#f"]
    )
