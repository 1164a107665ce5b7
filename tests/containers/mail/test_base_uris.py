"""The base URIs of the parts of a message: RFC 2557 5, RFC 2110 5."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.containers.mail.test_mhtml import URL, lines, message
from tests.support.inside import absolute, bases

VECTORS = Path(__file__).parents[3] / "fixtures" / "vectors" / "html-and-base.jsonl"
LOCATION, BASE, SNAPSHOT = "Content-Location: {}\n", "Content-Base: {}\n", "Snapshot-Content-Location: {}\n"
HTML = "<a href=x>"


class Row(NamedTuple):
    """Fields of the message and of the part, a body, the URL it was retrieved from, and the base URI."""

    outer: str
    part: str
    body: str
    url: str | None
    base: str | None


PRECEDENCE = {
    "(a) BASE before all": Row(
        LOCATION.format("http://m/"),
        LOCATION.format("http://p/") + BASE.format("http://c/"),
        "<base href=http://e/>",
        URL,
        "http://e/",
    ),
    "Content-Base before Content-Location (RFC 2110)": Row(
        LOCATION.format("http://m/"),
        LOCATION.format("http://p/") + BASE.format("http://c/"),
        HTML,
        URL,
        "http://c/",
    ),
    "(b) the part's Content-Location": Row(
        LOCATION.format("http://m/"), LOCATION.format("http://p/d/"), HTML, URL, "http://p/d/"
    ),
    "(b) the part's relative one, by the message's": Row(
        LOCATION.format("http://m/d/e"), LOCATION.format("p/"), HTML, URL, "http://m/d/p/"
    ),
    "(b) the part's relative one, by the message's Content-Base": Row(
        LOCATION.format("http://m/d/e") + BASE.format("http://c/d/e"),
        LOCATION.format("p/"),
        HTML,
        URL,
        "http://c/d/p/",
    ),
    "(c) the message's Content-Location": Row(LOCATION.format("http://m/"), "", HTML, URL, "http://m/"),
    "(c) the message's Content-Base": Row(
        LOCATION.format("http://m/") + BASE.format("http://c/"), "", HTML, URL, "http://c/"
    ),
    "Snapshot-Content-Location": Row(SNAPSHOT.format("http://s/"), "", HTML, URL, "http://s/"),
    "Content-Location before Snapshot-Content-Location": Row(
        SNAPSHOT.format("http://s/"), LOCATION.format("http://p/"), HTML, URL, "http://p/"
    ),
    "a relative Content-Location, by Snapshot-Content-Location": Row(
        SNAPSHOT.format("http://s/d/e"), LOCATION.format("p"), HTML, URL, "http://s/d/p"
    ),
    "(d) the URL": Row("", "", HTML, URL, URL),
    "(d) a relative Content-Location, by the URL": Row("", LOCATION.format("p/"), HTML, URL, "http://url/p/"),
    "(d) two relative ones, by the URL": Row(
        LOCATION.format("m/"), LOCATION.format("p/"), HTML, URL, "http://url/m/p/"
    ),
    "(e) nothing": Row("", "", HTML, None, None),
    "(e) a relative Content-Location": Row("", LOCATION.format("p/"), HTML, None, None),
    "a relative BASE, by Content-Location": Row(
        "", LOCATION.format("http://p/d/"), "<base href=e/>", URL, "http://p/d/e/"
    ),
    "a relative Content-Base, by Content-Location": Row(
        "", LOCATION.format("http://p/d/") + BASE.format("c/"), HTML, URL, "http://p/d/c/"
    ),
    "a Content-Location that is empty": Row(
        LOCATION.format("http://m/"), LOCATION.format(""), HTML, URL, "http://m/"
    ),
    "a fragment is no part of a base": Row("", LOCATION.format("http://p/x#s"), HTML, URL, "http://p/x"),
    "folded": Row("", "Content-Location: http://p/d/\n  e/f\n", HTML, URL, "http://p/d/e/f"),
    "folded at once": Row("", "Content-Location:\n\thttp://p/\n", HTML, URL, "http://p/"),
    "an encoded word": Row("", LOCATION.format("=?utf-8?Q?http://p/=C3=A4/?="), HTML, URL, "http://p/ä/"),
    "an encoded word with a language": Row(
        "", LOCATION.format("=?utf-8*de?Q?http://p/=C3=A4/?="), HTML, URL, "http://p/ä/"
    ),
    "encoded words, folded": Row(
        "", LOCATION.format("=?us-ascii?Q?http:?=\n =?us-ascii?B?Ly9wLw==?="), HTML, URL, "http://p/"
    ),
    "an encoded word of no charset": Row(
        "", LOCATION.format("http://p/=?x-no?Q?a?="), HTML, URL, "http://p/=?x-no?Q?a?="
    ),
    "an encoded word of no base64": Row(
        "", LOCATION.format("http://p/=?utf-8?b?x?="), HTML, URL, "http://p/=?utf-8?b?x?="
    ),
    "an encoded word with half of a surrogate pair": Row(
        "", LOCATION.format("http://p/=?utf-7?Q?+2AA-?="), HTML, URL, "http://p/=?utf-7?Q?+2AA-?="
    ),
    "in angle brackets": Row("", LOCATION.format("<http://p/>"), HTML, URL, "http://p/"),
    "in quotes": Row("", LOCATION.format('"http://p/"'), HTML, URL, "http://p/"),
    "with a comment": Row("", LOCATION.format("http://p/(x) (the page)"), HTML, URL, "http://p/(x)"),
    "with a comment before": Row("", LOCATION.format("(the page) http://p/"), HTML, URL, "http://p/"),
    "thismessage:": Row("", LOCATION.format("thismessage:/d/p"), HTML, URL, "thismessage:d/p"),
    "in another case": Row("", "CONTENT-location : http://p/\n", HTML, URL, "http://p/"),
    "in UTF-8": Row("", LOCATION.format("http://p/ä/"), HTML, URL, "http://p/ä/"),
    "said twice": Row(
        "", LOCATION.format("http://p/") + LOCATION.format("http://q/"), HTML, URL, "http://p/"
    ),
    "an opaque one": Row(
        "", LOCATION.format("cid:frame-1@mhtml.blink"), HTML, URL, "cid:frame-1@mhtml.blink"
    ),
}
OF_MESSAGE = [
    # fields of the message and of the part
    ("", LOCATION.format("thismessage:/p.html")),
    (LOCATION.format("thismessage:/"), ""),
    ("", LOCATION.format("THISMESSAGE:///p.html")),
    (BASE.format("thismessage:/"), LOCATION.format("p/")),
]


@pytest.mark.rows(("outer", "part"), OF_MESSAGE)
@pytest.mark.rows("url", [None, URL])
@pytest.mark.rows("reference", ["x", "/x", "../x", "//x/", "?x", "#x", "thismessage:/x"])
def test_what_is_relative_to_the_message_stays(
    outer: str, part: str, url: str | None, reference: str
) -> None:
    data = message(outer, part, f"<a href={reference}>")
    assert absolute(data, "m.mht", url) == data


ALONE = {name: row for name, row in PRECEDENCE.items() if not (row.outer and row.part)}


@pytest.mark.rows("row", PRECEDENCE.values(), ids=PRECEDENCE)
@pytest.mark.rows("type_", ["multipart/related", "multipart/alternative", "multipart/mixed"])
def test_the_innermost_base_prevails(row: Row, type_: str) -> None:
    data = message(row.outer, row.part, row.body, type_)
    assert bases(data, "m.mht", row.url) == [row.base]


@pytest.mark.rows("row", ALONE.values(), ids=ALONE)
def test_the_base_of_a_message_without_parts(row: Row) -> None:
    head = f"MIME-Version: 1.0\nContent-Type: text/html\n{row.outer}{row.part}\n"
    assert bases(lines(head + row.body), "m.eml", row.url) == [row.base]


@pytest.mark.rows("levels", [1, 2, 7])
@pytest.mark.rows("type_", ["multipart/related", "multipart/mixed", "message/rfc822"])
def test_the_base_is_that_of_the_nearest_head_that_has_one(type_: str, levels: int) -> None:
    data = message("", LOCATION.format("p/"))
    for level in range(levels):
        inside = data.replace(b"boundary=b", b"boundary=b%d" % level).replace(b"--b", b"--b%d" % level)
        field = LOCATION.format(f"d{level}/") if level < levels - 1 else LOCATION.format("http://m/")
        if type_ == "message/rfc822":
            data = lines(f"Content-Type: message/rfc822\n{field}\n") + data
        else:
            head = f"Content-Type: {type_}; boundary=b\n{field}\n--b\n"
            data = lines(head) + inside + lines("\n--b--\n")
    directories = "".join(f"d{level}/" for level in reversed(range(levels - 1)))
    assert bases(data, "m.mht") == [f"http://m/{directories}p/"]


def encapsulated() -> Iterator[dict[str, Any]]:
    for line in VECTORS.read_text().splitlines():
        row = json.loads(line)
        if row["kind"] == "base-selection" and row["section"] != "5.1.4":  # no message has a default base
            yield row


@pytest.mark.parametrize("row", list(encapsulated()), ids=lambda row: row["section"])
def test_the_vectors_hold_for_messages(row: dict[str, Any]) -> None:
    """RFC 2396 5.1, with a message as the encapsulating entity."""
    body = f"<base href={row['embedded']}>" if row["embedded"] else HTML
    outer = LOCATION.format(row["encapsulating"]) if row["encapsulating"] else ""
    assert bases(message(outer, body=body), "m.mht", (row["retrieval"] or [None])[-1]) == [row["expected"]]


ROOTS = {
    # parameters of multipart/related, and which of the three parts is the root (RFC 2387 3.1, 3.2)
    "the first": ("", 0),
    "by start": ("; start=<2@x>", 1),
    "by start, quoted": ('; start="<3@x>"', 2),
    "by a start that names nothing": ('; start="<9@x>"', 0),
    "by type": ("; type=application/xhtml+xml", 2),
    "by start before type": ("; type=application/xhtml+xml; start=<2@x>", 1),
    "by a type that none has": ("; type=image/png", 0),
}


@pytest.mark.rows(("parameters", "root"), ROOTS.values(), ids=ROOTS)
def test_a_snapshot_is_of_the_root(parameters: str, root: int) -> None:
    """Snapshot-Content-Location, a field of Chromium, is the URL of the root only, and of no other part."""
    types = ("text/html", "text/html", "application/xhtml+xml")
    parts = "".join(
        f"--b\nContent-Type: {type_}\nContent-ID: <{number}@x>\n\n{HTML}\n"
        for number, type_ in enumerate(types, 1)
    )
    head = f"Content-Type: multipart/related; boundary=b{parameters}\n{SNAPSHOT.format('http://s/')}\n"
    data = lines(f"{head}{parts}--b--\n")
    assert bases(data, "m.mht") == ["http://s/" if index == root else None for index in range(3)]
    assert bases(data, "m.mht", URL) == ["http://s/" if index == root else URL for index in range(3)]
