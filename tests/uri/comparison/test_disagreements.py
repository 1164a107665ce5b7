"""Texts on which two specifications disagree: -02 and -03 (E), RFC 2396 and bis-00 (F), and
draft-www-uri-00 and RFC 1630 (W). Each row is tested under both, and fails if they agree.
"""

from collections.abc import Mapping
from typing import Any

import pytest

import absolutize
from tests.uri.checklist.asked import Row, derives, parted, same, segments, target, valid, warned

PAIRS = {
    "E": ("uri-syntax-02", "uri-syntax-03"),
    "F": ("rfc2396", "rfc2396bis-00"),
    "W": ("www-uri-00", "rfc1630"),
}
LENIENT = {"same_scheme": "lenient"}


def printed(production: str, text: str, rules: str) -> bool:
    """Whether a production, as printed with its misprints, derives a text."""
    return absolutize.RULE_SETS[rules].matches(production, text, reading="printed")


POINTS: Mapping[str, tuple[tuple[Any, ...], ...]] = {  # a function, its arguments, and the two answers
    "E1 http:g": ((target, "http:g", "http://a/b/c/d", LENIENT, "http:g", "http://a/b/c/g"),),
    "E4 an empty scheme-specific part": (
        *((derives, "absoluteURI", text, True, False) for text in ("http:", "DAV:", "about:")),
    ),
    "E5 a relative path": (
        (derives, "rel_path", "", True, False),
        (derives, "rel_path", "a:b", True, False),
        (printed, "relativeURI", "?y", True, False),
        (derives, "rel_path", "a/b:c", True, True),
    ),
    "E6 parts of what is opaque": ((segments, "foo:a/b;c", [("a",), ("b", "c")], []),),
    "F1 IPv6": (
        (valid, "http://[::1]/", False, True),
        (valid, "mailto:[a]", False, True),
        (valid, "http://h/[a]", False, False),
    ),
    "F2 octets": (
        (derives, "IPv4address", "256.1.1.1", True, False),
        (derives, "IPv4address", "01.2.3.4", True, False),
        (derives, "IPv4address", "255.1.1.1", True, True),
    ),
    "F3 the last label": (
        *((printed, "hostname", text, False, True) for text in ("1.2.3", "1a", "a.1")),
        (printed, "hostname", "localhost.", True, False),
        (printed, "hostname", "a" * 64, True, False),
        (printed, "hostname", "a" * 63, True, True),
    ),
    "F6 an empty scheme-specific part": tuple((valid, text, False, True) for text in ("DAV:", "about:")),
    "F4 IPv6, as it is printed": (
        *((printed, "IPv6address", text, None, True) for text in ("::1", "1:2:3:4:5:6:7:8", "::1:")),
        *((printed, "IPv6address", text, None, False) for text in ("1:2:3:4:5:6:7::", "1:2:3:4:5:6::8")),
    ),
    "F7 a query alone": ((printed, "URI-reference", "?y", False, True),),
    "F9 no host": (
        (same, "file:///a", "file://localhost/a", False, True),
        (warned, "http:///a", [], ["no-host"]),
    ),
    "W1 runs of slashes": (
        (target, "/g", "magic://a/b/c//d/e/f", "magic://a/g", "magic://a/g"),
        (
            target,
            "/g",
            "magic://a/b/c//d/e/f",
            {"slash_run": "no-greater"},
            "magic://a/g",
            "magic://a/b/c//d/g",
        ),
    ),
    "W3 extra characters": (
        *((derives, "extra", text, True, False) for text in ":;"),
        *((derives, "extra", text, True, True) for text in "!*\"'(),"),
        *((derives, "reserved", text, None, True) for text in "=;/#?: "),
    ),
    "W4 a user": (
        (derives, "user", "a%20b", True, False),
        (derives, "user", "a$b", True, False),
        (derives, "user", "a-_.+1", True, True),
    ),
    "W6 ftp": (
        (valid, "ftp://h/a;type=I", False, True),
        (valid, "ftp://h/a", True, True),
    ),
    "W8 wais": ((derives, "wpath", "1=a;", None, True),),
    "W10 file": ((same, "file:///x", "file://localhost/x", False, True),),
}


def answer(row: Row, rules: str) -> Any:
    """Get the answer of a specification; None if it does not have the production."""
    ask, asked, options = parted(row)
    try:
        return ask(*asked, rules=rules, **options)
    except ValueError:
        return None


ROWS = [
    pytest.param(row, rules, expected, id=f"{point} {number} {rules}")
    for point, rows in POINTS.items()
    for number, row in enumerate(rows, 1)
    for rules, expected in zip(PAIRS[point[0]], row[-2:], strict=True)
]


@pytest.mark.rows(("row", "rules", "expected"), ROWS)
def test_a_point_of_difference(row: Row, rules: str, expected: object) -> None:
    assert answer(row[:-1], rules) == expected
