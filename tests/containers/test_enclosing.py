"""RFC 2396 5.1.2: what a container says of a part is relative to the entity that the container is in."""

import io
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from absolutize.cli import main

LINK = b"<a href=x>"
OUTER = ("--encapsulating", "http://e/d/f")
URL = ("--url", "http://u/d/f")


def zipped(name: str, data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, data)
    return out.getvalue()


def message(outer: str = "", part: str = "") -> bytes:
    """A multipart message of one part, with the fields of both heads."""
    return (
        f"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n{outer}\r\n"
        f"--b\r\nContent-Type: text/html\r\n{part}\r\n"
    ).encode() + b"<a href=x>\r\n--b--\r\n"


LOCATION, SNAPSHOT = "Content-Location: {}\r\n", "Snapshot-Content-Location: {}\r\n"
RELATIVE = message(part=LOCATION.format("p/q"))


class Row(NamedTuple):
    """A container, the options of the command line, and the target of its link (None: it stays relative)."""

    data: bytes
    options: tuple[str, ...]
    target: str | None


ROWS = {
    "a member": Row(zipped("p/q.html", LINK), OUTER, "http://e/d/p/x"),
    "a member, before the URL": Row(zipped("p/q.html", LINK), (*OUTER, *URL), "http://e/d/p/x"),
    "a member, by the URL alone": Row(zipped("p/q.html", LINK), URL, "http://u/d/p/x"),
    "a member, by the default": Row(
        zipped("p/q.html", LINK), ("--default", "http://f/d/f"), "http://f/d/p/x"
    ),
    "a member, without any": Row(zipped("p/q.html", LINK), (), None),
    "a member of a member": Row(zipped("a/b.zip", zipped("p/q.html", LINK)), OUTER, "http://e/d/a/p/x"),
    "a message in a member": Row(zipped("a/m.mht", RELATIVE), OUTER, "http://e/d/a/p/x"),
    "a relative location": Row(RELATIVE, OUTER, "http://e/d/p/x"),
    "a relative location, before the URL": Row(RELATIVE, (*OUTER, *URL), "http://e/d/p/x"),
    "a relative location, by the URL alone": Row(RELATIVE, URL, "http://u/d/p/x"),
    "a relative location, by the default": Row(RELATIVE, ("--default", "http://f/"), "http://f/p/x"),
    "a relative location, without any": Row(RELATIVE, (), None),
    "a relative location in a relative one": Row(
        message(LOCATION.format("m/n"), LOCATION.format("p/q")), OUTER, "http://e/d/m/p/x"
    ),
    "a relative base": Row(message(part="Content-Base: p/q\r\n"), OUTER, "http://e/d/p/x"),
    "a relative location before a snapshot's": Row(
        message(SNAPSHOT.format("http://s/d/f"), LOCATION.format("p/q")), OUTER, "http://e/d/p/x"
    ),
    "an absolute location": Row(message(part=LOCATION.format("http://p/q")), OUTER, "http://p/x"),
    "no location": Row(message(), OUTER, "http://e/d/x"),
}


def written(tmp_path: Path, row: Row, command: str = "rewrite") -> bytes:
    path = tmp_path / "input"
    path.write_bytes(row.data)
    ran = CliRunner().invoke(main, [command, str(path), *row.options])
    assert ran.exit_code == 0
    return ran.stdout_bytes


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_the_next_source_outwards(tmp_path: Path, row: Row) -> None:
    assert f'"target": "{row.target}"'.replace('"None"', "null") in written(tmp_path, row, "links").decode()
    if row.target is None:
        assert written(tmp_path, row) == row.data
    elif not row.data.startswith(b"PK"):
        assert f"<a href={row.target}>".encode() in written(tmp_path, row)


@pytest.mark.parametrize("options", [OUTER, URL, ("--default", "http://f/d/f")], ids=lambda pair: pair[0])
def test_the_location_of_a_part_is_made_absolute_with_its_links(
    tmp_path: Path, options: tuple[str, str]
) -> None:
    """RFC 2557 8.2: otherwise links that name the part would no longer find it."""
    data = message(part=LOCATION.format("p/q")).replace(b"href=x", b"href=q")
    after = written(tmp_path, Row(data, options, None))
    host = options[1].removesuffix("f")
    assert f"Content-Location: {host}p/q\r\n".encode() in after
    assert f"<a href={host}p/q>".encode() in after
    assert written(tmp_path, Row(after, options, None)) == after
