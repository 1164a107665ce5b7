"""`absolutize.archive` writes and finds the same as the command, in paths, files, bytes and streams."""

from __future__ import annotations

import errno
import io
import json
import os
import pickle
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import absolutize
from absolutize import archive
from absolutize.archive.results import report_text
from absolutize.containers.session import MAX_DOCUMENT
from tests.containers.test_containers import KINDS, RECORDS, Kind
from tests.support.archives import (
    CHECKED,
    PAGE,
    PAGE_ABSOLUTE,
    URL,
    arc,
    gz,
    http,
    mail,
    members_of,
    record,
    records_of,
    response,
    wacz,
    zipped,
)
from tests.support.commandline import Runner
from tests.support.examples import assert_program_gives_what_it_says

HOST = "http://h/d/"
MHTML = Kind("MHTML by its name", "mhtml", mail("base64"), list, "page.mhtml")
DOCUMENT = Kind("a document", "", PAGE, list, "page.html")
SOURCES = [*KINDS, MHTML, DOCUMENT]
kinds = pytest.mark.parametrize("kind", SOURCES, ids=[kind.id for kind in SOURCES])


class Stream:
    """A stream without seeking, which returns some bytes at a time."""

    def __init__(self, data: bytes, most: int = 1000) -> None:
        self._file, self._most = io.BytesIO(data), most

    def read(self, size: int) -> bytes:
        return self._file.read(min(size, self._most))


class SlowFile(io.BytesIO):
    """A file that gives few bytes at a time."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(min(size, 5) if size is not None and size >= 0 else 5)


def behind(data: bytes) -> io.BytesIO:
    """Make a file whose position is at the beginning of an archive within it."""
    file = io.BytesIO(b"read before" + data)
    file.seek(len(b"read before"))
    return file


GIVEN: dict[str, Callable[[bytes], Any]] = {
    "bytes": bytes,
    "a buffer": memoryview,
    "a file": io.BytesIO,
    "a file that was read from": behind,
    "a file that gives few bytes at a time": SlowFile,
    "a stream": Stream,
}


def rewritten_by_command(run: Runner, kind: Kind) -> bytes:
    run.write(kind.name, kind.data)
    assert run("rewrite", kind.name, "-o", "by-command", "--url", URL).status == 0
    return (run.directory / "by-command").read_bytes()


# rewrite


@kinds
def test_an_archive_is_rewritten_as_by_the_command(run: Runner, kind: Kind) -> None:
    expected = rewritten_by_command(run, kind)
    result = archive.rewrite(run.directory / kind.name, run.directory / "by-path", URL)
    assert (run.directory / "by-path").read_bytes() == expected != kind.data
    assert (result.kind or "", result.changed, result.links, result.left) == (kind.kind, 1, 1, {})
    assert (result.problems, result.complete, result.failure) == ([], True, None)
    for given in GIVEN.values():
        target = io.BytesIO()
        assert archive.rewrite(given(kind.data), target, URL, name=kind.name) == result
        assert target.getvalue() == expected


@pytest.mark.parametrize("kind", KINDS[:3], ids=[kind.id for kind in KINDS[:3]])
def test_several_processes_write_the_same(run: Runner, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("absolutize.containers.session.Session.__init__.__defaults__", (1, 0))
    target = io.BytesIO()
    archive.rewrite(kind.data, target, URL, jobs=2)
    assert target.getvalue() == rewritten_by_command(run, kind)


def test_the_counts_are_of_documents_and_links() -> None:
    pages = [response(b"<a href=a><a href=b><a href=http:>", number=1), response(CHECKED, number=2)]
    target = io.BytesIO()
    result = archive.rewrite(b"".join(pages), target)
    assert (result.documents, result.changed, result.links) == (2, 1, 3)
    assert [read.body for read in records_of(target.getvalue())][2] == CHECKED
    unknown = archive.rewrite(b"<a href=x>", io.BytesIO())
    assert (unknown.kind, unknown.documents, unknown.changed, unknown.left) == (None, 1, 0, {"no-base": 1})


def test_conversion_records_are_added(run: Runner) -> None:
    data = b"".join(RECORDS)
    run.write("a.warc", data)
    assert run("rewrite", "a.warc", "-o", "by-command", "--conversion").status == 0
    target = io.BytesIO()
    archive.rewrite(data, target, conversion=True)
    assert len(records_of(target.getvalue())) == len(records_of((run.directory / "by-command").read_bytes()))
    assert [read.kind for read in records_of(target.getvalue())].count("conversion") == 1


@pytest.mark.parametrize("together", [False, True])
def test_what_has_its_conversion_record_is_counted_without_changes(*, together: bool) -> None:
    data = gz(RECORDS[0], b"".join(RECORDS[1:])) if together else gz(*RECORDS)
    once, twice = io.BytesIO(), io.BytesIO()
    first = archive.rewrite(data, once, name="a.warc.gz", conversion=True)
    assert (first.documents, first.changed, first.links) == (2, 1, 1)
    second = archive.rewrite(once.getvalue(), twice, name="a.warc.gz", conversion=True)
    assert (second.documents, second.changed, second.links) == (2, 0, 0)
    assert second.problems == first.problems
    assert twice.getvalue() == once.getvalue()


def test_options_are_those_of_a_document() -> None:
    data = response(b"<base href=/b/><a href=x#s><img data-src=y>")
    target = io.BytesIO()
    archive.rewrite(data, target, base_element="remove", attributes=["img[data-src]=url"])
    expected = absolutize.rewrite(
        b"<base href=/b/><a href=x#s><img data-src=y>",
        URL,
        base_element="remove",
        attributes=["img[data-src]=url"],
    )
    assert records_of(target.getvalue())[-1].body == expected


# the target


def test_a_target_is_not_overwritten_unless_that_is_asked_for(tmp_path: Path) -> None:
    source, target = tmp_path / "a.html", tmp_path / "b.html"
    source.write_bytes(PAGE)
    target.write_bytes(b"old")
    with pytest.raises(FileExistsError, match=r"already exists; pass overwrite=True: '.*b\.html'"):
        archive.rewrite(source, target, URL)
    assert target.read_bytes() == b"old"
    archive.rewrite(source, target, URL, overwrite=True)
    archive.rewrite(str(source), source, URL, overwrite=True)
    assert target.read_bytes() == source.read_bytes() == PAGE_ABSOLUTE
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "b.html"]


BOMB = zipped([("../x.html", PAGE)])
CUT = gz(PAGE)[:-5]


@pytest.mark.parametrize(
    ("data", "code", "failure"),
    [
        (BOMB, "unsafe-name", "a: a member would be unpacked outside the target directory (../x.html)"),
        (CUT, "truncated-coding", f"a: the compressed data end too early (at byte {len(CUT)})"),
    ],
    ids=["a member that climbs out", "a page that is cut"],
)
def test_what_would_not_be_whole_is_not_written(tmp_path: Path, data: bytes, code: str, failure: str) -> None:
    result = archive.rewrite(data, tmp_path / "out", URL, name="a")
    assert (result.complete, result.failure, [p.code for p in result.problems]) == (False, failure, [code])
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        archive.rewrite(b"<a href=x>", tmp_path / "none" / "x.html")
    with pytest.raises(FileNotFoundError):
        archive.rewrite(tmp_path / "none", io.BytesIO())


@pytest.mark.parametrize("name", ["page.html", "site"])
def test_a_target_that_is_a_link_to_itself_is_an_error_of_the_file(tmp_path: Path, name: str) -> None:
    (tmp_path / "page.html").write_bytes(PAGE)
    (tmp_path / "site").mkdir()
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    with pytest.raises(
        OSError, match=rf"^\[Errno {errno.ELOOP}\] Too many levels of symbolic links: '.*loop'$"
    ):
        archive.rewrite(tmp_path / name, loop, URL if name == "page.html" else None, overwrite=True)
    assert loop.readlink() == Path("loop")


def test_a_target_that_cannot_be_written_is_a_permission_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError, match=r"^\[Errno 13\] Permission denied: '.*page.html'$"):
        archive.rewrite(path, path, URL, overwrite=True)
    assert path.read_bytes() == PAGE


def test_a_target_that_is_a_link_to_nothing_is_written_where_it_leads(tmp_path: Path) -> None:
    link = tmp_path / "link.html"
    link.symlink_to("new.html")
    with pytest.raises(FileExistsError, match="already exists; pass overwrite=True"):
        archive.rewrite(b"<a href=x>", link, "http://h/")
    archive.rewrite(b"<a href=x>", link, "http://h/", overwrite=True)
    assert (link.readlink(), (tmp_path / "new.html").read_bytes()) == (
        Path("new.html"),
        b"<a href=http://h/x>",
    )


# links, check, documents


def listed_by_command(run: Runner, *arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("links", *arguments, "--format", "jsonl").out.splitlines()]


@kinds
def test_links_are_those_that_the_command_lists(run: Runner, kind: Kind) -> None:
    run.write(kind.name, kind.data)
    expected = listed_by_command(run, kind.name, "--url", URL)
    assert expected
    for given in GIVEN.values():
        found = archive.links(given(kind.data), URL, name=kind.name)
        shown = [{"path": part.name, **link._asdict()} for part, link in found]
        assert [{**link, **row} for link, row in zip(shown, expected, strict=True)] == shown
        assert {link["text"] for link in shown} == {None}
        assert (found.kind or "", found.problems, found.complete) == (kind.kind, [], True)


@kinds
def test_faults_are_those_that_the_command_reports(run: Runner, kind: Kind) -> None:
    run.write(kind.name, kind.data)
    expected = json.loads(run("check", kind.name, "--url", URL, "--format", "json", "--select", "ALL").out)
    assert expected
    found = archive.check(kind.data, URL, name=kind.name)
    assert [(row["path"], row["code"], row["start"], row["message"]) for row in expected] == [
        (part.name, fault.code, fault.link.start, fault.message) for part, fault in found
    ]


@kinds
def test_documents_are_given_without_codings(kind: Kind) -> None:
    found = archive.documents(kind.data, URL, name=kind.name)
    assert PAGE in [document for _, document in found]
    assert found.documents >= 1


def test_a_part_is_described() -> None:
    page = b"<!DOCTYPE html><a href=x>\n"
    data = record(
        "response",
        http(page, media="text/html; charset=koi8-r"),
        "Content-Type: application/http; msgtype=response",
    )
    (found,) = archive.documents(data, name="c.warc")
    assert found == (archive.Part(f"c.warc!0!{URL}", URL, None, "koi8-r", "text/html"), page)
    (link,) = archive.links(zipped([("a/p.html", b"<a href=x>t</a>")]), HOST, name="c.zip", text=True)
    assert (link.part.name, link.part.encapsulating, link.link.text) == ("c.zip!a/p.html", "./a/p.html", "t")
    assert link.link.target == "http://h/d/a/x"
    assert pickle.loads(pickle.dumps(link)) == link  # noqa: S301 -- our own


def test_check_takes_codes() -> None:
    data = response(b"<a href=x><a href=//u:p@h/>")
    codes = [fault.code for _, fault in archive.check(data, select=["password", "relative"])]
    assert codes == ["relative", "relative", "password"]
    assert [fault.code for _, fault in archive.check(data, ignore=["p", "re"])] == []


@pytest.mark.parametrize("data", [b"just data \0 <a href=x>", b'{"json": "<a href=x>"}'])
def test_what_is_no_page_is_a_problem(data: bytes) -> None:
    problem = archive.Problem("x.bin", "not-html")
    for read in (archive.check, archive.links, archive.documents):
        found: archive.ArchiveReading[Any] = read(data, HOST, name="x.bin")
        assert (list(found), found.problems) == ([], [problem])
        assert list(read(data, HOST, name="x.bin", media_type="text/html")) != []
        assert list(read(data, HOST, name="x.html")) != []
    target = io.BytesIO()
    result = archive.rewrite(data, target, HOST, name="x.bin")
    assert (result.documents, result.problems, target.getvalue()) == (0, [problem], data)


def test_a_text_without_a_tag_is_a_page_without_links() -> None:
    found = archive.check(b"just text", name="x.bin")
    assert (list(found), found.problems) == ([], [])


# problems


def test_problems_are_values() -> None:
    data = b"junk\r\n" + response(b"<a href=x>") + response(PAGE, number=2)[:-30]
    readings = archive.links(data, name="a.warc"), archive.check(data, name="a.warc")
    for reading in (*readings, archive.documents(data, name="a.warc")):
        assert next(reading).part.name == f"a.warc!6!{URL}"
        list(reading)
        assert [problem.code for problem in reading.problems] == ["no-record", "truncated-record"]
        assert reading.problem_counts == {"no-record": 1, "truncated-record": 1}
    target = io.BytesIO()
    result = archive.rewrite(data, target, name="a.warc")
    assert [problem.code for problem in result.problems] == ["no-record", "truncated-record"]
    assert target.getvalue().startswith(b"junk\r\n")


TEXTS = {
    "a record that is cut": (
        gz(response(PAGE)[:-60]),
        "the record is shorter than its length says: read as far as possible",
        "the record is shorter than its length says: copied unchanged",
    ),
    "ARC of another version": (
        arc().replace(b"\n1 0", b"\n2 0"),
        "unsupported version (only version 1 of ARC is): skipped",
        "unsupported version (only version 1 of ARC is): copied unchanged",
    ),
    "ARC without a version block": (
        arc((URL, "text/html", http(PAGE)))[len(arc()) + 1 :],
        "unsupported version (it has no version block): skipped",
        "unsupported version (it has no version block): copied unchanged",
    ),
}


@pytest.mark.rows("name", TEXTS)
def test_problems_are_described(name: str) -> None:
    data, *texts = TEXTS[name]
    reading = archive.links(data, name="a.arc")
    list(reading)
    result = archive.rewrite(data, io.BytesIO(), name="a.arc")
    assert [
        [report_text(problem, reading=reads) for problem in problems]
        for problems, reads in ((reading.problems, True), (result.problems, False))
    ] == [[text] for text in texts]


def test_many_problems_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("absolutize.archive.results.MAX_PROBLEMS", 3)
    data = zipped((f"{n}.html", b"\x89PNG\r\n") for n in range(9))
    result = archive.rewrite(data, io.BytesIO(), name="a.zip")
    assert [problem.place for problem in result.problems] == ["a.zip!0.html", "a.zip!1.html", "a.zip!2.html"]
    assert result.problem_counts == {"not-html": 9}


# reading in steps


def test_a_source_is_read_as_far_as_it_is_asked_for() -> None:
    pages = b"".join(response(b"<a href=x>" + b" " * 50_000, number=number) for number in range(40))
    file = io.BytesIO(pages)
    with archive.links(file) as found:
        assert next(found).link.target == "http://h/d/x"
        assert file.tell() < len(pages) // 2
    assert list(found) == []
    assert not file.closed


def test_a_file_that_a_reading_opened_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(b"".join(RECORDS))
    found = archive.links(path)
    next(found)
    found.close()
    found.close()
    path.unlink()
    never_begun = archive.links(b"<a href=x>")
    never_begun.close()
    assert list(never_begun) == []


# arguments

CALLS: dict[str, Callable[..., Any]] = {
    "rewrite": lambda source, **options: archive.rewrite(source, io.BytesIO(), **options),
    "links": archive.links,
    "check": archive.check,
    "documents": archive.documents,
}
PORT = "not an absolute URI, but a host and a port; did you mean http://localhost:80?"
NO_DIRECTORY = "the URL of a directory has neither a query nor a fragment"
LONG, BEGINNING = "x" * 100_000, "x" * 100 + "..."
REFUSED: tuple[tuple[dict[str, Any], type[Exception], str], ...] = (
    ({"source": 5}, TypeError, "source must be a path, bytes or a binary file, not int"),
    ({"source": "a\0b"}, ValueError, r"source: no file can have the path 'a\x00b'"),
    ({"source": Path("\ud800")}, ValueError, r"source: no file can have the path '\ud800'"),
    ({"source": io.StringIO("x")}, TypeError, "source must be a path, bytes or a binary file, not StringIO"),
    ({"url": "x"}, ValueError, "url 'x': not an absolute URI"),
    ({"rules": "x"}, ValueError, "no rule set is named 'x'; there are www-uri-00"),
    ({"rule": "x"}, TypeError, "() got an unexpected keyword argument 'rule'; did you mean 'rules'?"),
    ({"gitignore": False}, ValueError, "gitignore is for directories, and the source is not one"),
    ({"hiden": 1}, TypeError, "() got an unexpected keyword argument 'hiden'; did you mean 'hidden'?"),
    ({"charset": "x"}, ValueError, "charset 'x': not a label of the Encoding Standard"),
    ({"jobs": 0}, ValueError, "jobs must be at least 1, not 0"),
    ({"jobs": "2"}, TypeError, "jobs must be an int, not str"),
    ({"name": 1}, TypeError, "name must be a str, not int"),
    ({"http_content_location": 1}, TypeError, "http_content_location must be a bool, not int"),
    ({"root": "http://h/"}, ValueError, "root is for directories, and the source is not one"),
    ({"exclude": ["a"]}, ValueError, "exclude is for directories, and the source is not one"),
    ({"source": Path(), "url": URL}, ValueError, "url: '.' is a directory; pass root instead"),
    ({"source": Path(), "root": "localhost:80"}, ValueError, f"root 'localhost:80': {PORT}"),
    ({"source": Path(), "root": "https:///"}, ValueError, "root 'https:///': no browser reads it as a URL"),
    ({"source": Path(), "root": "http://h/?x"}, ValueError, f"root 'http://h/?x': {NO_DIRECTORY}"),
    ({"source": Path(), "urls": ["a"]}, TypeError, "urls must be a mapping of paths to URLs, not list"),
    ({"source": Path(), "urls": {"a": "x"}}, ValueError, "urls['a'] 'x': not an absolute URI"),
    (
        {"source": Path(), "urls": {"a": "http://e:99999/"}},
        ValueError,
        "urls['a'] 'http://e:99999/': no browser reads it as a URL",
    ),
    ({"source": Path(), "urls": {"a": LONG}}, ValueError, f"urls['a'] {BEGINNING!r}: not an absolute URI"),
    ({"source": Path(), "root": LONG}, ValueError, f"root {BEGINNING!r}: not an absolute URI"),
    (
        {"source": Path(), "urls": {"a/b": "http://x/1", "./a/b": "http://x/2"}},
        ValueError,
        "urls['./a/b']: another URL than that of the same path, urls['a/b']",
    ),
    ({"source": Path(), "urls": {"a": 1}}, TypeError, "urls['a'] must be a str, not int"),
    (
        {"source": Path(), "urls": {"a/": "http://h/#f"}},
        ValueError,
        "urls['a/'] 'http://h/#f': the URL of a directory has neither a query nor a fragment",
    ),
    ({"source": Path(), "exclude": "a"}, TypeError, "exclude must be a sequence of str, not one"),
)


@pytest.mark.parametrize(("options", "error", "message"), REFUSED, ids=[row[2][:60] for row in REFUSED])
def test_wrong_arguments_are_refused_at_the_call(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    for name, call in CALLS.items():
        with pytest.raises(error) as raised:
            call(**{"source": b"<a href=x>", **options})
        assert (f"{name}{message}" if message.startswith("()") else message) in str(raised.value)


@pytest.mark.parametrize(
    ("target", "options", "message"),
    [
        ("a\0b", {}, r"target: no file can have the path 'a\x00b'"),
        (Path("\ud800"), {}, r"target: no file can have the path '\ud800'"),
        ("", {}, "target: the path is empty"),
        (5, {}, "target must be a path or a binary file, not int"),
        (io.StringIO(), {}, "target must be a path or a binary file, not StringIO"),
        (io.BytesIO(), {"overwrite": 1}, "overwrite must be a bool, not int"),
        (io.BytesIO(), {"conversion": None}, "conversion must be a bool, not NoneType"),
    ],
    ids=["NUL", "a lone surrogate", "an empty path", "a number", "a text file", "overwrite", "conversion"],
)
def test_wrong_targets_are_refused(target: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError)) as raised:
        archive.rewrite(b"<a href=x>", target, **options)
    assert str(raised.value) == message


def test_a_file_that_gives_no_bytes_is_refused() -> None:
    class Texts:
        def read(self, _size: int) -> str:
            return "x"

    with pytest.raises(TypeError, match=r"read\(\) of 'Texts' must give bytes, not str"):
        list(archive.links(Texts()))  # type: ignore[arg-type]


def test_a_wacz_keeps_its_index_true(tmp_path: Path) -> None:
    (tmp_path / "a.wacz").write_bytes(wacz(gz(*RECORDS)))
    archive.rewrite(tmp_path / "a.wacz", tmp_path / "b.wacz")
    before, after = (dict(members_of((tmp_path / name).read_bytes())) for name in ("a.wacz", "b.wacz"))
    changed = {name for name in before if before[name] != after[name]}
    assert {"archive/data.warc.gz", "indexes/index.cdxj", "datapackage.json"} <= changed


# the page in docs

PAGE_IN_DOCS = Path(__file__).parents[2] / "docs" / "archives.md"


@pytest.mark.filterwarnings("ignore:.*SpooledTemporaryFile")  # warcio's writer leaves its buffers open
def test_the_examples_in_docs_give_what_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert assert_program_gives_what_it_says(PAGE_IN_DOCS) == 9


@pytest.mark.parametrize("in_directory", [False, True], ids=["by itself", "in a directory"])
@kinds
def test_memory_is_taken_for_the_bytes_that_there_are(kind: Kind, in_directory: bool, tmp_path: Path) -> None:
    directory = tmp_path / "site"
    directory.mkdir()
    (directory / kind.name).write_bytes(kind.data)
    tracemalloc.start()
    try:
        archive.rewrite(directory if in_directory else directory / kind.name, tmp_path / "new")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MAX_DOCUMENT / 4
