"""Random spellings of a text in an attribute's value, in CSS, and in JSON."""

from __future__ import annotations

import json
from random import Random

NAMED = {
    "&": "amp",
    "<": "lt",
    ">": "gt",
    '"': "quot",
    "\xa0": "nbsp",
    "é": "eacute",
    "\t": "Tab",
    "\n": "NewLine",
}
NAMED |= {
    "/": "sol",
    ":": "colon",
    "?": "quest",
    "#": "num",
    ".": "period",
    "(": "lpar",
    ")": "rpar",
    "\\": "bsol",
}
NAMED |= {
    ",": "comma",
    ";": "semi",
    "=": "equals",
    "%": "percnt",
    "\xd7": "times",
    "…": "hellip",
    "ﬁ": "fjlig",
    "'": "apos",
}
MISREAD = [
    "&copy",
    "&amp",
    "&notit;",
    "&#0;",
    "&#x80;",
    "&#150;",
    "&#xD800;",
    "&#x110000;",
    "&#",
    "&#x",
    "&lt",
    "&ampamp;",
]


def character_reference(dice: Random, character: str) -> str:
    """Write a character as a reference."""
    roll = dice.random()
    if character in NAMED and roll < 0.4:
        return f"&{NAMED[character]}{dice.choice([';', ';', ';', ''])}"
    number = dice.choice(
        [f"#{ord(character)}", f"#x{ord(character):x}", f"#X{ord(character):04X}", f"#00{ord(character)}"]
    )
    return f"&{number}{dice.choice([';', ';', ';', ''])}"


def is_raw(character: str) -> bool:
    """Whether a character means a raw byte."""
    return 0xE000 <= ord(character) <= 0xE0FF


def marked_up(dice: Random, text: str, needed: str) -> str:
    """Spell a text in markup: the ``needed`` characters, and some others, as character references."""
    share = dice.choice((0.0, 0.0, 0.0, 0.05, 0.5))
    written = "".join(
        character_reference(dice, c) if not is_raw(c) and (c in needed or dice.random() < share) else c
        for c in text
    )
    return written + dice.choice(MISREAD) if dice.random() < 0.02 else written


ATTRIBUTE_QUOTES = {'"': '"', "'": "'", "": " \t\n\r\f>"}


def attribute(dice: Random, name: str, value: str) -> str:
    """Write an attribute, preceded by a separator."""
    quote = dice.choice(('"', '"', '"', "'", "'", ""))
    if quote == "" and (value == "" or value[0] in "\"'"):
        quote = '"'
    needed = ATTRIBUTE_QUOTES[quote]
    if dice.random() < 0.3:
        needed += "&"
    equals = dice.choice(("=",) * 12 + (" = ", "\n=\t", "=\r\n", " ="))
    before = dice.choice((" ",) * 12 + ("\n", "/", " / ", "\t", "  ", "\f"))
    name = dice.choice((name, name, name, name, name.upper(), name.title()))
    return f"{before}{name}{equals}{quote}{marked_up(dice, value, needed)}{quote}"


def css_escaped(dice: Random, text: str, needed: str) -> str:
    """Spell a text in CSS."""
    share = dice.choice((0.0, 0.0, 0.1, 0.5))
    return "".join(
        _css_escape(dice, c) if not is_raw(c) and (c in needed or dice.random() < share) else c for c in text
    )


def _css_escape(dice: Random, character: str) -> str:
    if character in "\n\r\f" or character in "0123456789abcdefABCDEF" or dice.random() < 0.5:
        number = dice.choice([f"{ord(character):x}", f"{ord(character):06X}", f"{ord(character):04x}"])
        ending = (
            dice.choice([" ", " ", "\t", "\n", "\r\n", ""]) if len(number) < 6 else dice.choice(["", " "])
        )
        return f"\\{number}{ending}"
    return f"\\{character}"


JSON_SHORT = {
    '"': '\\"',
    "\\": "\\\\",
    "/": "\\/",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
}


def json_escaped(dice: Random, text: str) -> str:
    """Spell a string of JSON."""
    share = dice.choice((0.0, 0.0, 0.1, 0.5))
    return "".join(_json_escape(dice, c, share) for c in text)


def _json_escape(dice: Random, character: str, share: float) -> str:
    if is_raw(character) or not (ord(character) < 0x20 or character in '"\\<' or dice.random() < share):
        return character
    if character in JSON_SHORT and dice.random() < 0.6:
        return JSON_SHORT[character]
    if ord(character) > 0xFFFF:
        return json.dumps(character)[1:-1]  # two surrogates
    return f"\\u{ord(character):{dice.choice(('04x', '04X'))}}"
