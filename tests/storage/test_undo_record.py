"""What a rewrite changed is written down, and undone to the byte."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from absolutize.edits import Edit, apply_edits
from absolutize.engine import rewriter
from absolutize.options import Context, Policies
from absolutize.storage import undo_record
from absolutize.storage.hashing import sha256_hex
from absolutize.storage.undo_record import Record, RecordError, RecordIndex, UndoneSpan

URL = "http://h/d/p"


def recorded(
    before: bytes, path: str = "a", output: str | None = "b", **options: Any
) -> tuple[bytes, Record]:
    """Rewrite a document, and record it."""
    result = rewriter.rewrite_document(before, Context(URL), Policies(**options), recorded=True)
    assert isinstance(result.document, bytes)
    record = undo_record.record_of(path, output, before, result.document, result.edits)
    return result.document, record


def through_json(record: Record) -> Record:
    (read,) = undo_record.read_records(undo_record.record_line(record))
    return read


# what is written

REWRITES: dict[str, tuple[bytes, dict[str, Any], list[UndoneSpan]]] = {
    "nothing": (b"<a href=http://h/>", {}, []),
    "an insertion": (b"<a href=x>", {}, [UndoneSpan(8, 8, b"", b"http://h/d/")]),
    "dots": (b"<a href=../x>", {}, [UndoneSpan(8, 11, b"../", b"http://h/")]),
    "a quote": (b"<a href=>", {"same_document": "resolve"}, [UndoneSpan(8, 8, b"", b'"http://h/d/p"')]),
    "bytes beyond ASCII": (b"<a href='\\\xe9'>", {}, [UndoneSpan(9, 10, b"\\", b"http://h/")]),
    "BASE emptied": (b"<base href=x/>", {"base_element": "empty"}, [UndoneSpan(11, 13, b"x/", b'""')]),
    "BASE removed": (
        b"<p><base href=x>",
        {"base_element": "remove"},
        [UndoneSpan(3, 16, b"<base href=x>", b"")],
    ),
    "a list": (
        b"<a ping='x y'>",
        {},
        [UndoneSpan(9, 9, b"", b"http://h/d/"), UndoneSpan(11, 11, b"", b"http://h/d/")],
    ),
    "a document in a value": (
        b"<iframe srcdoc='<a href=x>'>",
        {},
        [UndoneSpan(24, 24, b"", b"http://h/d/")],
    ),
    "UTF-16": (
        "\ufeff\U0001f600<a href=x>".encode("utf-16-le"),
        {},
        [UndoneSpan(22, 22, b"", "http://h/d/".encode("utf-16-le"))],
    ),
    "UTF-32": (
        "\ufeff\U0001f600<a href=../x>".encode("utf-32-be"),
        {},
        [UndoneSpan(40, 52, "../".encode("utf-32-be"), "http://h/".encode("utf-32-be"))],
    ),
    "ISO-2022-JP": (
        b'<meta charset=iso-2022-jp>\x1b$B$"\x1b(B<a href=x>',
        {},
        [UndoneSpan(42, 42, b"", b"http://h/d/")],
    ),
}


@pytest.mark.rows("name", REWRITES)
def test_changes_are_spans_of_the_bytes_of_the_original(name: str) -> None:
    before, options, changes = REWRITES[name]
    after, record = recorded(before, **options)
    assert list(record.changes) == changes
    assert apply_edits(before, [Edit(start, stop, new) for start, stop, _, new in changes]) == after


@pytest.mark.rows("name", REWRITES)
def test_restored_is_the_original(name: str) -> None:
    before, options, _ = REWRITES[name]
    after, record = recorded(before, **options)
    assert through_json(record) == record
    assert undo_record.restore_original(after, through_json(record)) == before
    assert undo_record.restore_original(before, record) == before


def test_a_record_is_a_line_of_json() -> None:
    after, record = recorded(b"<a href='\\\xe9'>", "a\udcff", None)
    line = undo_record.record_line(record)
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert json.loads(line) == {
        "input": "a\udcff",
        "output": None,
        "result": sha256_hex(after),
        "changes": [{"start": 9, "stop": 10, "old": "\\", "new": "http://h/"}],
        "original": sha256_hex(b"<a href='\\\xe9'>"),
    }


def test_every_byte_has_a_spelling() -> None:
    every = bytes(range(256))
    record = Record("a", "b", "o", "r", (UndoneSpan(0, 1, every, every[::-1]),))
    assert through_json(record) == record


# what is no record

LINE = undo_record.record_line(Record("a", "b", "o", "r", (UndoneSpan(0, 0, b"", b"x"),))).decode()
BROKEN = {
    "no JSON": "{\n",
    "a list": "[]\n",
    "a number": "1\n",
    "no fields": "{}\n",
    "a field too many": LINE.replace("{", '{"x": 1, ', 1),
    "a field that is missing": LINE.replace('"output": "b", ', ""),
    "a change of text": LINE.replace('"start": 0', '"start": "x"'),
    "a change of no bytes": LINE.replace('"new": "x"', '"new": "\u20ac"'),
    "a change that is a list": LINE.replace('[{"start": 0, "stop": 0, "old": "", "new": "x"}]', "[[0, 0]]"),
    "an empty line": "\n",
    "an output that is no name": LINE.replace('"output": "b"', '"output": 7'),
    "an input that is none": LINE.replace('"input": "a"', '"input": null'),
    "a digest that is none": LINE.replace('"original": "o"', '"original": ["o"]'),
    "a place beyond all numbers": LINE.replace('"start": 0', '"start": 1e999'),
    "too deep": "[" * 100_000 + "\n",
}


@pytest.mark.rows("line", BROKEN.values(), ids=BROKEN)
def test_what_is_no_record_is_refused(line: str) -> None:
    with pytest.raises(RecordError, match=r"^line 2 is no record of a rewrite$"):
        undo_record.read_records((LINE + line + LINE).encode())


def test_a_line_that_was_cut_off_is_left_out() -> None:
    assert len(undo_record.read_records((LINE + LINE[:-9]).encode())) == 1
    assert undo_record.read_records(b"") == []


# which record is a document's

FIRST, FIRST_RECORD = recorded(b"<a href=x>", "first", "out/first")
TWIN, TWIN_RECORD = recorded(b"<a href=/d/x>", "twin", "out/twin")
OTHER, OTHER_RECORD = recorded(b"<a href=y>", "other", None)
KNOWN = [FIRST_RECORD, TWIN_RECORD, OTHER_RECORD]
FOUND: dict[str, tuple[str, bytes, Record]] = {
    "by its bytes": ("moved", OTHER, OTHER_RECORD),
    "the original": ("moved", b"<a href=y>", OTHER_RECORD),
    "of two by the name of the result": ("out/twin", TWIN, TWIN_RECORD),
    "of two by the name of the original": ("first", FIRST, FIRST_RECORD),
    "of two by another spelling of the name": ("./out/../first", FIRST, FIRST_RECORD),
}
BY_BYTES = (
    "neither a result nor an original of this record; a result that went to standard output is recognized"
    " only by its bytes: pass it unchanged"
)
LOST: dict[str, tuple[str, bytes, str]] = {
    "unknown": ("moved", b"", BY_BYTES),
    "edited": ("out/first", FIRST + b" ", "edited since it was rewritten"),
    "edited, from standard output": ("redirected", OTHER + b" ", BY_BYTES),
    "an original that was edited": ("other", b"<a href=y> ", BY_BYTES),
    "of two, by no name": (
        "moved",
        FIRST,
        "the result of several originals, and none of them has this name in the record",
    ),
}


def test_two_originals_have_one_result() -> None:
    assert FIRST == TWIN
    assert FIRST_RECORD.original != TWIN_RECORD.original


@pytest.mark.rows("name", FOUND)
def test_a_document_is_found(name: str) -> None:
    path, data, record = FOUND[name]
    assert RecordIndex(KNOWN).find(path, data) is record


def test_a_second_run_that_changed_nothing_is_no_other_original() -> None:
    again, record = recorded(OTHER, "other", "other")
    assert again == OTHER
    assert RecordIndex([OTHER_RECORD, record]).find("other", OTHER) is OTHER_RECORD


SAME, SAME_RECORD = recorded(FIRST, "same", "out/same")  # its original is the result of others
AGAIN_RECORD = recorded(FIRST, "out/first", "out/first")[1]  # of a second run
ORIGINALS: dict[str, tuple[str, list[Record], Record | None]] = {
    "the result": ("out/first", [FIRST_RECORD, SAME_RECORD], FIRST_RECORD),
    "the original": ("out/same", [FIRST_RECORD, SAME_RECORD], SAME_RECORD),
    "the original, before the result": ("same", [SAME_RECORD, FIRST_RECORD], SAME_RECORD),
    "the original, with two results": ("same", [FIRST_RECORD, TWIN_RECORD, SAME_RECORD], SAME_RECORD),
    "the result, rewritten again": ("first", [FIRST_RECORD, SAME_RECORD, AGAIN_RECORD], FIRST_RECORD),
    "either, moved": ("moved", [FIRST_RECORD, SAME_RECORD], None),
    "the result, rewritten again and moved": ("moved", [FIRST_RECORD, AGAIN_RECORD], FIRST_RECORD),
    "from standard output": ("redirected", [FIRST_RECORD._replace(output=None), SAME_RECORD], FIRST_RECORD),
}


@pytest.mark.rows("name", ORIGINALS)
def test_what_is_a_result_may_be_an_original_of_another_name(name: str) -> None:
    path, known, record = ORIGINALS[name]
    index = RecordIndex(known)
    if record is not None:
        assert index.find(path, SAME).original == record.original
        return
    with pytest.raises(RecordError, match=r"^the result of several originals"):
        index.find(path, SAME)


def test_a_document_is_not_in_a_record_that_names_all() -> None:
    with pytest.raises(RecordError) as raised:
        RecordIndex([FIRST_RECORD, TWIN_RECORD]).find("moved", b"")
    assert str(raised.value) == (
        "neither a result nor an original of this record (it was edited since, or the run did not reach it)"
    )


@pytest.mark.rows("name", LOST)
def test_a_document_is_not_found(name: str) -> None:
    path, data, why = LOST[name]
    with pytest.raises(RecordError) as raised:
        RecordIndex(KNOWN).find(path, data)
    assert str(raised.value) == why


@pytest.mark.parametrize(
    "change",
    [
        UndoneSpan(8, 8, b"", b"http://h/e/"),
        UndoneSpan(7, 8, b"", b"http://h/d/"),
        UndoneSpan(-5, 900, b"x", b""),
    ],
)
def test_a_record_that_leads_elsewhere_is_refused(change: UndoneSpan) -> None:
    record = FIRST_RECORD._replace(changes=(change, change))
    with pytest.raises(RecordError, match=r"^the record does not lead back to the original$"):
        undo_record.restore_original(FIRST, record)


# the command line: several inputs, in place and elsewhere

PAGES = {
    "a.html": b"<a href=x>\r\n\xff\xe9",
    "b.html": "\ufeff<a href=é>".encode("utf-16-le"),
    "c.html": b"<a href=http://h/>",
    "d e\n.html": b"<base href=y><a href=x>",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    directory = tmp_path / "site"
    directory.mkdir()
    for name, data in PAGES.items():
        (directory / name).write_bytes(data)
    return directory


def run(site: Path, *arguments: str) -> tuple[int, str]:
    """Run the command line in this process; give its status and what it said."""
    from click.testing import CliRunner

    from absolutize.cli import main

    ran = CliRunner().invoke(main, [part.replace("@", f"{site}/") for part in arguments])
    return ran.exit_code, ran.stderr


def content(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.name != "record"}


ALL = [f"@{name}" for name in PAGES]
AT = ("--url", "http://h/d/", "--record", "@record")
TOTAL = "absolutize: 4 documents, 4 links made absolute\n"


def test_in_place_and_back(site: Path) -> None:
    assert run(site, "rewrite", "--in-place", *ALL, *AT) == (0, TOTAL)
    assert content(site) != PAGES
    assert run(site, "restore", "--in-place", *ALL, "--record", "@record") == (0, "")
    assert content(site) == PAGES
    assert run(site, "restore", "--in-place", *ALL, "--record", "@record") == (0, "")
    assert content(site) == PAGES


def test_a_page_that_was_absolute_stays_next_to_one_with_that_result(site: Path) -> None:
    (site / "c2.html").write_bytes(b"<a href=/>")
    assert run(site, "rewrite", "--in-place", "@c2.html", "@c.html", *AT)[0] == 0
    assert (site / "c2.html").read_bytes() == PAGES["c.html"]
    assert run(site, "restore", "--in-place", "@c2.html", "@c.html", "--record", "@record") == (0, "")
    assert content(site) == PAGES | {"c2.html": b"<a href=/>"}


def test_elsewhere_and_back(site: Path) -> None:
    assert run(site, "rewrite", "-o", "@out", *ALL, *AT) == (0, TOTAL)
    moved = [f"@moved/{name}" for name in PAGES]
    shutil.move(site / "out", site / "moved")
    assert run(site, "restore", "-o", "@back", *moved, "--record", "@record") == (0, "")
    assert content(site / "back") == PAGES


def test_what_was_edited_since_is_left_and_the_others_are_restored(site: Path) -> None:
    run(site, "rewrite", "--in-place", *ALL, *AT)
    edited = (site / "a.html").read_bytes() + b" "
    (site / "a.html").write_bytes(edited)
    status, said = run(site, "restore", "--in-place", *ALL, "--record", "@record")
    assert (status, said) == (2, f"absolutize: {site}/a.html: edited since it was rewritten\n")
    assert content(site) == PAGES | {"a.html": edited}


def refuse_to_write(names: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Make files unwritable, also for root."""
    monkeypatch.setattr("os.access", lambda path, _: Path(path).name not in names)


DENIED = "Permission denied"


def test_a_record_of_nothing_does_not_prevent_the_next_run(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The changes were recorded, and then no file could be replaced."""
    with monkeypatch.context() as patched:
        refuse_to_write({*PAGES}, patched)
        ran = run(site, "rewrite", "--in-place", "@a.html", *AT)
    assert ran == (2, f"absolutize: {site}/a.html: {DENIED}\n")
    assert (content(site), (site / "record").exists()) == (PAGES, False)
    assert run(site, "rewrite", "--in-place", "@a.html", *AT) == (0, "")
    assert run(site, "restore", "--in-place", "@a.html", "--record", "@record") == (0, "")
    assert content(site) == PAGES


def test_a_record_of_what_was_done_stays_and_a_run_for_the_others_needs_another(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_to_write({"a.html"}, monkeypatch)
    again = "1 of 2 inputs failed (run them again with another --record)"
    assert run(site, "rewrite", "--in-place", "@a.html", "@b.html", *AT) == (
        2,
        f"absolutize: {site}/a.html: {DENIED}\nabsolutize: 1 document, 1 link made absolute; {again}\n",
    )
    assert content(site)["b.html"] != PAGES["b.html"]
    assert run(site, "restore", "--in-place", "@b.html", "--record", "@record") == (0, "")
    assert content(site) == PAGES


def test_a_record_of_documents_that_did_not_change_stays(site: Path) -> None:
    assert run(site, "rewrite", "--in-place", "@c.html", *AT) == (0, "")
    assert run(site, "restore", "--in-place", "@c.html", "--record", "@record") == (0, "")


def test_a_name_is_asked_for_only_where_digests_do_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are compared as absolute ones, which takes time for each."""

    def asked(*_: object) -> None:
        raise AssertionError

    known = [Record(f"{n}", f"{n}", sha256_hex(b"o%d" % n), sha256_hex(b"r%d" % n), ()) for n in (1, 2)]
    monkeypatch.setattr(undo_record, "_names", asked)
    index = RecordIndex(known)
    assert index.find("1", b"r1") is known[0]
    with pytest.raises(AssertionError):
        index.find("1", b"edited")


def test_what_could_not_be_read_is_not_recorded(site: Path) -> None:
    status, said = run(site, "rewrite", "--in-place", "@a.html", "@none", "@b.html", *AT)
    again = "1 of 3 inputs failed (run them again with another --record)"
    total = f"absolutize: 2 documents, 2 links made absolute; {again}\n"
    assert (status, said) == (2, f"absolutize: {site}/none: No such file or directory\n{total}")
    inputs = [record.input for record in undo_record.read_records((site / "record").read_bytes())]
    assert inputs == [f"{site}/a.html", f"{site}/b.html"]


REFUSED = {
    "an input that is missing": ("@none", "--in-place"),
    "a directory": ("@", "--in-place", "--root", "http://h/"),
    "no place": ("@a.html", "@b.html"),
    "an output that is there": ("@a.html", "-o", "@b.html"),
}


@pytest.mark.parametrize("given", REFUSED.values(), ids=REFUSED)
def test_a_run_that_recorded_nothing_leaves_no_record(site: Path, given: tuple[str, ...]) -> None:
    """Or it would be in the way of the run that is right."""
    recorded = site.with_name("record")
    at = (
        ("--record", str(recorded))
        if "--root" in given
        else ("--url", "http://h/d/", "--record", str(recorded))
    )
    assert run(site, "rewrite", *given, *at)[0] == 2
    assert not recorded.exists()
    recorded.write_bytes(b"")
    assert run(site, "rewrite", *given, *at)[0] == 2
    assert recorded.read_bytes() == b""  # it was there before


def test_nothing_is_rewritten_that_could_not_be_recorded(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record is on the disk before the file is replaced."""
    from absolutize.storage import files

    def full(handle: int) -> None:
        if os.path.samestat(os.fstat(handle), (site / "record").stat()):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    status, said = run(site, "rewrite", "--in-place", "@a.html", *AT)
    assert (status, said) == (2, f"absolutize: {site}/record: No space left on device\n")
    assert (content(site), (site / "record").exists()) == (PAGES, False)
