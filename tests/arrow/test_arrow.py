"""Tables of links, findings and documents have the same rows as the library lists, and rows for failures."""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import absolutize
from absolutize import archive
from absolutize.base import SOURCES, Source
from absolutize.findings import FINDINGS
from tests.arrow import tables
from tests.containers.test_containers import KINDS
from tests.support.archives import INFO, PAGE, PAGE_ABSOLUTE, PICTURE, URL, gz, http, record, response
from tests.support.commandline import Runner
from tests.support.examples import assert_program_gives_what_it_says
from tests.support.extent import extent

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'absolutize[arrow]'")
parquet = pytest.importorskip("pyarrow.parquet")
from absolutize import arrow  # noqa: E402
from absolutize.arrow.inputs import NO_CONTENT  # noqa: E402
from absolutize.arrow.rows import INTERNAL_ERROR  # noqa: E402
from absolutize.arrow.schemas import MAX_BYTES, record_batches  # noqa: E402

DOCS = Path(__file__).parents[2] / "docs"
Row = dict[str, Any]


def rows(batches: Iterator[Any]) -> list[Row]:
    return [row for batch in batches for row in batch.to_pylist()]


def documents(**columns: Sequence[Any]) -> list[Any]:
    return pa.table(columns).to_batches()


def archives(path: Path, split_bytes: int = 0) -> Iterator[Any]:
    return arrow.archive_batches([str(path)], split_bytes=split_bytes)


def listed(path: Path, **options: Any) -> list[Row]:
    """List the links of an archive by `absolutize.archive`, as rows of the table."""
    computed = {"request_url": lambda link: link.request_url, "text": lambda link: link.text}
    names = [column.name for column in arrow.LINK_COLUMNS]
    found = []
    for part, link in archive.links(path, text=True, **options):
        values = {"path": part.name, "url": part.url, **link._asdict()}
        values |= {name: read(link) for name, read in computed.items()}
        found.append({name: values.get(name) for name in names})
    return found


@pytest.mark.parametrize("kind", KINDS, ids=[kind.id for kind in KINDS])
def test_links_of_every_kind_of_archive(kind: Any, tmp_path: Path) -> None:
    path = tmp_path / kind.name
    path.write_bytes(kind.data)
    found = rows(arrow.links(archives(path), url=URL, text=True, request_url=True))
    assert [row for row in found if row["failure"] is None] == listed(path, url=URL)
    reading = archive.links(path, URL)
    list(reading)
    assert [row["failure"] for row in found if row["failure"]] == [p.code for p in reading.problems]


def crawl(count: int, seed: int = 0) -> list[bytes]:
    """Make records of many sizes."""
    chosen = random.Random(seed)
    records = [INFO]
    for number in range(count):
        count = chosen.choice((0, 3, 40, 900))
        links = [b"<a href=%d>%d</a>\n" % (chosen.getrandbits(40), n) for n in range(count)]
        body = b"<!DOCTYPE html>" + b"".join(links)
        records.append(response(body, uri=f"http://h/{number}/", number=number))
        if number % 7 == 0:
            records.append(response(chosen.randbytes(9000), media="image/png", number=number + 10_000))
    return records


@pytest.mark.parametrize("split_bytes", [500, 4_000, 30_000])
@pytest.mark.parametrize("join", [b"".join, lambda each: gz(*each)], ids=["plain", "gzip"])
def test_pieces_are_cut_at_records(join: Callable[[Any], bytes], split_bytes: int, tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(join(crawl(60)))
    pieces = rows(archives(path, split_bytes))
    assert len(pieces) > 3
    assert [piece["start"] for piece in pieces[1:]] == [piece["stop"] for piece in pieces[:-1]]
    assert (pieces[0]["start"], pieces[-1]["stop"]) == (0, path.stat().st_size)
    assert rows(arrow.links(archives(path, split_bytes), text=True, request_url=True)) == listed(path)


def test_a_record_within_a_record_is_no_place_to_cut(tmp_path: Path) -> None:
    """A gzip member without compression holds a WARC file, in which other members seem to begin."""
    inner = gz(*crawl(30))
    outer = gzip.compress(response(inner, media="application/warc"), compresslevel=0, mtime=0)
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gz(*crawl(20, 1)) + outer + gz(*crawl(20, 2)))
    pieces = rows(archives(path, 3000))
    assert 1 < len(pieces) < path.stat().st_size // 3000
    assert rows(arrow.links(archives(path, 3000), text=True, request_url=True)) == listed(path)


DAMAGES = {
    "in front of all": lambda records: [b"no record\r\n", *records],
    "between records": lambda records: [*records[:30], b"no record\r\n" * 99, *records[30:]],
    "behind all": lambda records: [*records, b"no record\r\n"],
    "a record that is cut": lambda records: [*records[:30], records[30][:-99], *records[31:]],
    "several": lambda records: [part for each in records for part in (each, b"no record\r\n")],
}


@pytest.mark.parametrize("split_bytes", [500, 4_000, 30_000])
@pytest.mark.parametrize("whole", [lambda each: each, gz], ids=["plain", "gzip"])
@pytest.mark.parametrize("name", DAMAGES)
def test_damage_between_pieces_costs_no_record(
    name: str, whole: Callable[[bytes], bytes], split_bytes: int, tmp_path: Path
) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(b"".join(DAMAGES[name](list(map(whole, crawl(60))))))
    in_pieces, at_once = (rows(arrow.links(archives(path, size))) for size in (split_bytes, 0))
    assert in_pieces == at_once


@pytest.mark.parametrize("kind", [k for k in KINDS if "warc" not in k.id.lower()], ids=lambda k: k.id)
def test_other_archives_are_one_piece(kind: Any, tmp_path: Path) -> None:
    path = tmp_path / kind.name
    path.write_bytes(kind.data)
    assert rows(archives(path, 10)) == [{"path": str(path), "start": None, "stop": None}]


BOMB = gzip.compress(b"<a href=x>" + b" " * (1 << 27))
POISON = {  # the block of a response record, and its failure
    "zip bomb": (http(BOMB, "Content-Encoding: gzip"), "damaged-message"),
    "broken chunking": (http(b"xyz\r\n" + PAGE, "Transfer-Encoding: chunked"), None),
    "broken second chunk": (http(b"5\r\n<p>a\n\r\nxyz\r\n", "Transfer-Encoding: chunked"), "damaged-message"),
    "no header": (b"<html><a href=x>", "no-head"),
    "large": (http(b"<a href=y>" + b" " * (1 << 26)), "too-large"),
}


@pytest.mark.parametrize("name", POISON)
def test_a_poisoned_record_is_a_row_with_a_failure(name: str, tmp_path: Path) -> None:
    block, failure = POISON[name]
    poisoned = record("response", block, "Content-Type: application/http; msgtype=response", uri="http://h/2")
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gz(response(PAGE), poisoned, response(PAGE, uri="http://h/d/3")))
    found = rows(arrow.links(archives(path)))
    failed = [row for row in found if row["failure"]]
    assert [row["failure"] for row in failed] == [failure or "not-coded"]
    assert {row["url"] for row in found} >= {URL, "http://h/d/3"}
    names = set(found[0]) - {"path", "failure", "message"}
    assert all(row[name] is None for row in failed for name in names)
    assert all(row["message"] for row in failed)


def test_documents_of_a_table() -> None:
    given = documents(
        content=[PAGE, PAGE, None, b"<a href=\xe9>"],
        url=[URL, None, "http://h/gone", URL],
        content_type=["text/html", None, None, "text/html; charset=iso-8859-2"],
    )
    found = rows(arrow.rewrite(given))
    assert [row["content"] for row in found] == [PAGE_ABSOLUTE, PAGE, None, b"<a href=http://h/d/\xe9>"]
    assert [row["failure"] for row in found] == [None, None, "no-content", None]
    assert [(row["base"], row["base_source"], row["changed"]) for row in found] == [
        (URL, "retrieval", 1),
        (None, None, 0),
        (None, None, None),
        (URL, "retrieval", 1),
    ]
    assert [row["charset"] for row in found] == [None, None, None, "iso-8859-2"]
    assert [row["target"] for row in rows(arrow.links(given))] == ["http://h/d/x", None, None, "http://h/d/é"]


OTHER_TYPES = {"content_type": ["application/json; charset=utf-8"]}, {"headers": ["Content-Type: image/png"]}


@pytest.mark.parametrize("stated", OTHER_TYPES, ids=["a column", "a header"])
def test_a_content_that_is_no_document_stays_as_it_is(stated: dict[str, Any]) -> None:
    given = documents(content=[PAGE], url=[URL], **stated)
    assert [row["content"] for row in rows(arrow.rewrite(given))] == [PAGE]
    assert [row["content"] for row in rows(arrow.read_documents(given))] == [PAGE]
    assert rows(arrow.links(given)) == rows(arrow.check(given)) == []
    (row,) = rows(arrow.rewrite(given, media_type="text/html"))
    assert row["content"] == PAGE_ABSOLUTE


HEADERS = {
    "a text": "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-2\r\nContent-Encoding: gzip\r\n",
    "fields alone": "Content-Type: text/html; charset=iso-8859-2\r\ncontent-encoding: gzip",
    "structs": [
        {"name": "Content-Type", "value": "text/html;charset=iso-8859-2"},
        {"name": "content-encoding", "value": "gzip"},
    ],
    "lists": [["Content-Type", "text/html;charset=iso-8859-2"], ["content-encoding", "gzip"]],
}


@pytest.mark.parametrize("name", HEADERS)
def test_headers_say_the_coding_and_the_charset(name: str) -> None:
    given = documents(content=[gzip.compress(b"<a href=\xb1>")], url=[URL], headers=[HEADERS[name]])
    assert [row["target"] for row in rows(arrow.links(given))] == ["http://h/d/ą"]


def test_headers_may_be_a_map() -> None:
    type_ = pa.map_(pa.string(), pa.string())
    headers = pa.array([[("Content-Type", "text/html"), ("Content-Encoding", "gzip")]], type_)
    given = documents(content=[gzip.compress(b"<a href=y>")], url=[URL], headers=headers)
    assert [row["target"] for row in rows(arrow.links(given))] == ["http://h/d/y"]


def test_a_damaged_content_is_read_as_far_as_can_be() -> None:
    broken = b"b\r\n<a href=ab>\r\nxyz\r\n"
    given = documents(content=[broken], path=["p"], url=[URL], headers=["Transfer-Encoding: chunked"])
    found = rows(arrow.links(given))
    assert [(row["failure"], row["target"]) for row in found] == [
        ("damaged-message", None),
        (None, "http://h/d/ab"),
    ]
    assert found[0]["message"].endswith(": read as far as possible")


def test_text_is_read_as_utf_8() -> None:
    given = documents(content=["<meta charset=iso-8859-1><a href=?é>"], url=[URL])
    assert [row["request_url"] for row in rows(arrow.links(given, request_url=True))] == [
        "http://h/d/p?%C3%A9"
    ]


def test_a_large_document_is_a_failure() -> None:
    given = documents(content=[b"<a href=x>" * 100, b"<a href=x>"], url=[URL, URL])
    found = rows(arrow.links(given, max_bytes=100))
    assert [row["failure"] for row in found] == ["too-large", None]
    assert found[0]["message"] == "too large to be read (over 100 bytes): skipped"


def test_an_error_in_a_document_ends_no_job(monkeypatch: pytest.MonkeyPatch) -> None:
    from absolutize.engine import lister

    def broken(document: bytes, *_: object, **__: object) -> Any:
        if b"x" in document:
            raise RecursionError("too deep")
        return iter(())

    monkeypatch.setattr(lister, "links_in", broken)
    found = rows(arrow.links(documents(content=[b"<a href=x>", b"<p>"], url=[URL, URL])))
    assert [(row["failure"], row["message"]) for row in found] == [
        ("internal-error", "RecursionError: too deep")
    ]


def test_a_file_that_is_not_there_is_a_failure() -> None:
    given = documents(path=["/nowhere/a.warc", "nosuch://b/c.warc"])
    found = rows(arrow.links(given))
    assert [row["failure"] for row in found] == ["no-access"] * 2
    assert found[0]["message"] == "No such file or directory"


def test_findings_are_those_of_check(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gz(response(b"<base href=b/><a href=x><a href='http://u:p@h/'>"), response(PICTURE)))
    found = rows(arrow.check(archives(path)))
    expected = [(part.name, fault.code, fault.message) for part, fault in archive.check(path)]
    assert [(r["path"], r["code"], r["message"]) for r in found if not r["failure"]] == expected
    assert {r["code"] for r in rows(arrow.check(archives(path), ignore=["relative"])) if r["code"]} < {
        code for _, code, _ in expected
    }
    assert [r["failure"] for r in found if r["failure"]] == ["not-html"]


def test_documents_are_read_and_then_listed(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gz(*crawl(20), response(PICTURE)))
    read = list(arrow.read_documents(archives(path)))
    assert rows(arrow.links(iter(read))) == rows(arrow.links(archives(path)))
    assert [row["content"] for row in rows(iter(read)) if not row["failure"]] == [
        part.document for part in archive.documents(path)
    ]


def test_a_lone_surrogate_is_escaped() -> None:
    batch = next(record_batches(arrow.ARCHIVE_COLUMNS, [("a\ud800b", 1, 2)]))
    assert batch.to_pylist() == [{"path": "a\\ud800b", "start": 1, "stop": 2}]


def test_kinds_and_canonical_urls() -> None:
    given = documents(content=[b"<img src=i><a href='?b=2&a=1'>"], url=[URL])
    found = rows(arrow.links(given, kinds=["navigation"], canonical="crawler"))
    assert [row["canonical_url"] for row in found] == ["http://h/d/p?a=1&b=2"]


# memory


def test_batches_are_given_on_before_more_is_read() -> None:
    page, most, read = b"<a href=x>" * 30_000, extent(20, 100), 0

    def given() -> Iterator[Any]:
        nonlocal read
        for _ in range(most):
            read += 1
            yield from documents(content=[page], url=[URL])

    for number, batch in enumerate(arrow.links(given()), 1):
        assert batch.num_rows <= 65_536
        assert read <= 3 * number
    assert read == most


def test_batches_have_few_bytes_in_any_script() -> None:
    page = "".join(f"<a href='{letter * 4000}'>" for letter in "x\u65e5" * 1000).encode()
    sizes = [batch.nbytes for batch in arrow.links(documents(content=[page], url=[URL], charset=["utf-8"]))]
    assert len(sizes) > 1
    assert max(sizes) < 1.5 * MAX_BYTES


def test_row_groups_are_small(tmp_path: Path) -> None:
    page = b"<a href=x>" * 200_000
    pieces = arrow.parquet(arrow.LINK_COLUMNS, arrow.links(documents(content=[page], url=[URL])))
    (tmp_path / "a.parquet").write_bytes(b"".join(pieces))
    read = parquet.ParquetFile(tmp_path / "a.parquet")
    assert read.metadata.num_rows == 200_000
    assert max(read.metadata.row_group(n).num_rows for n in range(read.num_row_groups)) <= 65_536
    assert read.schema_arrow.equals(arrow.schema(arrow.LINK_COLUMNS))


# the command line


def test_the_command_writes_the_same_rows(run: Runner) -> None:
    data = gz(*crawl(10), response(PICTURE), response(b"<base href=a><a href='x y'>"))
    run.write("a.warc.gz", data)
    ran = run("links", "a.warc.gz", "--format", "parquet", "-o", "l.parquet", "--text", "--request-url")
    assert (ran.status, ran.out, ran.err) == (1, b"", "")
    ran = run(
        "check", "a.warc.gz", "--format", "parquet", "--output", "c.parquet", "--select", "ALL", "--quiet"
    )
    assert (ran.status, ran.out, ran.err) == (1, b"", "")
    absolute = run.directory / "a.warc.gz"
    for name, made in (
        ("l.parquet", arrow.links(archives(absolute), text=True, request_url=True)),
        ("c.parquet", arrow.check(archives(absolute))),
    ):
        written = parquet.read_table(run.directory / name).to_pylist()
        expected = rows(made)
        for row in expected:
            row["path"] = row["path"].removeprefix(f"{run.directory}/")
        assert written == expected
        assert {row["failure"] for row in written} == {None, "not-html"}


def test_the_command_writes_to_standard_output(run: Runner) -> None:
    run.write("a.html", PAGE)
    ran = run("links", "a.html", "--url", URL, "--format", "parquet")
    assert (ran.status, ran.err) == (0, "")
    read = parquet.read_table(io.BytesIO(ran.out)).to_pylist()
    assert [(row["path"], row["target"]) for row in read] == [("a.html", "http://h/d/x")]


def test_the_command_reports_what_is_not_there(run: Runner) -> None:
    ran = run("links", "none.html", "--format", "parquet", "-o", "out")
    assert (ran.status, ran.err) == (2, "absolutize: none.html: No such file or directory\n")
    read = parquet.read_table(run.directory / "out").to_pylist()
    assert [(row["path"], row["failure"]) for row in read] == [("none.html", "no-access")]


def test_without_pyarrow_the_extra_is_named(run: Runner) -> None:
    run.write("a.html", PAGE)
    program = (
        "import importlib.util, sys\nfind = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *rest: None if name == 'pyarrow' else find(name, *rest)\n"
        "from absolutize.cli import main\nmain()\n"
    )
    ran = run.process([sys.executable, "-c", program, "links", "a.html", "--format", "parquet"])
    message = "absolutize: --format parquet needs pyarrow: pip install 'absolutize[arrow]'\n"
    assert (ran.status, ran.out, ran.err) == (2, b"", message)


# what is refused

REFUSED = (
    ({"text": 1}, TypeError, "text must be a bool, not int"),
    ({"kinds": ["picture"]}, ValueError, "kinds 'picture': there are navigation, form, frame,"),
    ({"canonical": 5}, TypeError, "canonical must be a str, not int"),
    ({"canonical": "x"}, ValueError, "no policy is named 'x'; there are standard, crawler"),
    ({"max_bytes": 0}, ValueError, "max_bytes must be from 1 to 134217728, not 0"),
    ({"max_bytes": "1"}, TypeError, "max_bytes must be an int, not str"),
    ({"url": "x"}, ValueError, "url 'x': "),
    ({"txt": True}, TypeError, "links() got an unexpected keyword argument 'txt'; did you mean 'text'?"),
)


@pytest.mark.parametrize(("options", "error", "message"), REFUSED, ids=[m for _, _, m in REFUSED])
def test_wrong_options_are_refused_at_the_call(options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        arrow.links([], **options)
    assert str(caught.value).startswith(message)


def test_a_table_without_documents_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"^there is no column 'content' or 'path' or 'archive', only: html, uri$"
    ):
        list(arrow.links(documents(html=[b""], uri=[""])))


TABLE = pa.table({"content": [b""]})
CONTENT = [column for column in arrow.CONTENT_COLUMNS if column.name == "content"]
NO_BATCHES: dict[str, tuple[Any, str]] = {
    "one batch": (TABLE.to_batches()[0], "batches must be an iterable of record batches, not RecordBatch"),
    "one table": (TABLE, "batches must be an iterable of record batches, not Table"),
    "a path": ("a.warc", "batches must be an iterable of record batches, not str"),
    "nothing": (None, "batches must be an iterable of record batches, not NoneType"),
    "dictionaries": ([{"content": b""}], "batches[0] must be a record batch, not dict"),
    "a document behind a table": ([TABLE, b""], "batches[1] must be a record batch, not bytes"),
}


@pytest.mark.parametrize(
    "function",
    [
        arrow.links,
        arrow.check,
        arrow.rewrite,
        arrow.read_documents,
        partial(arrow.parquet, CONTENT),
    ],
)
@pytest.mark.parametrize("case", NO_BATCHES.values(), ids=NO_BATCHES)
def test_what_is_no_batch_is_refused(case: tuple[Any, str], function: Callable[[Any], Any]) -> None:
    batches, message = case
    with pytest.raises(TypeError) as caught:
        list(function(batches))
    assert str(caught.value) == message


NO_COLUMNS: dict[str, tuple[Any, str]] = {
    "nothing": (None, "columns must be a sequence of Column, not NoneType"),
    "a name": ("url", "columns must be a sequence of Column, not str"),
    "names": (["url"], "columns[0] must be a Column, not str"),
    "a name behind a column": ([*arrow.LINK_COLUMNS[:1], 5], "columns[1] must be a Column, not int"),
}


@pytest.mark.parametrize("case", NO_COLUMNS.values(), ids=NO_COLUMNS)
@pytest.mark.parametrize(
    "function", [arrow.schema, partial(arrow.parquet, batches=[])], ids=["schema", "parquet"]
)
def test_what_is_no_column_is_refused(case: tuple[Any, str], function: Callable[[Any], Any]) -> None:
    columns, message = case
    with pytest.raises(TypeError) as caught:
        function(columns)
    assert str(caught.value) == message


# docs, and what is loaded


def test_the_tables_in_docs_are_these() -> None:
    assert tables.PAGE.read_text("utf-8").endswith(tables.MARK + tables.described())


@pytest.mark.filterwarnings("ignore:.*SpooledTemporaryFile")  # warcio's writer leaves its buffers open
def test_the_examples_in_docs_give_what_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("duckdb", "pandas"):
        pytest.importorskip(
            library, reason=f"{library} is not installed: pip install 'absolutize[test-scale]'"
        )
    monkeypatch.chdir(tmp_path)
    assert assert_program_gives_what_it_says(DOCS / "parquet.md") == 9


def test_nothing_is_loaded_before_it_is_needed() -> None:
    script = "import json, sys, absolutize.arrow, absolutize.cli\nprint(json.dumps(sorted(sys.modules)))"
    environment = {"PYTHONPATH": str(Path(absolutize.__file__).parents[1])}
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, env=environment)
    assert not {"pyarrow", "pyspark", "fsspec"} & set(json.loads(ran.stdout))


@pytest.mark.parametrize("code", [NO_CONTENT, INTERNAL_ERROR])
def test_a_failure_that_explain_does_not_know_is_on_the_page(code: str) -> None:
    assert code not in {finding.code for finding in FINDINGS}
    assert f"`{code}`: " in tables.PAGE.read_text("utf-8")


@pytest.mark.parametrize("source", SOURCES, ids=[source.name for source in SOURCES])
def test_each_source_of_a_base_is_named_where_the_column_is_described(source: Source) -> None:
    (column,) = (each for each in arrow.DOCUMENT_COLUMNS if each.name == "base_source")
    assert source.name in re.findall("[a-z]+", column.meaning)
