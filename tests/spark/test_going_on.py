"""A job that resumes uses the same inputs in the same pieces, and overwrites only its own files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow.parquet")

import pyarrow as pa
from pyarrow import parquet
from pyspark.sql import SparkSession

from absolutize.arrow import pieces
from absolutize.spark import job, notes, splitting, units
from absolutize.spark.units import JobPlan, WorkUnit
from tests.arrow.test_arrow import crawl
from tests.spark.test_spark import job_rows, run_here, single
from tests.support.archives import PAGE, gz, response

pytestmark = pytest.mark.filterwarnings("ignore")


def written(path: Path, *records: bytes) -> str:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_bytes(gz(*(records or [response(PAGE)])))
    return str(path)


def refused(capsys: Any, *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        job.run_job(arguments)
    assert ended.value.code == 2
    return str(capsys.readouterr().err).strip().rpartition("error: ")[2]


def test_another_input_of_the_same_name_is_refused(
    session: SparkSession, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    """It is refused even in a later run that does not name the first input."""
    first, second, out = tmp_path / "x/a.warc.gz", tmp_path / "y/a.warc.gz", str(tmp_path / "out")
    here = {"monkeypatch": monkeypatch, "capsys": capsys}
    assert run_here(session, written(first), "--output", out, **here)[0] == 0
    assert refused(capsys, written(second), "--output", out) == (
        f"{first} and {second} would have the same output, a.warc.gz; write them to two directories"
    )


def test_an_archive_is_not_written_over_itself(tmp_path: Path, capsys: Any) -> None:
    path = written(tmp_path / "crawl/archives/c.warc.gz")
    before = Path(path).read_bytes()
    out = str(tmp_path / "crawl")
    assert refused(capsys, path, "--write", "archives", "--output", out) == (
        f"{path} would be written over itself: write to another directory"
    )
    assert Path(path).read_bytes() == before


def test_an_output_that_cannot_be_written_is_named(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "file"
    file.touch()
    assert refused(capsys, "a.warc.gz", "--output", str(file / "out")) == f"{file}/out: Not a directory"


def test_a_path_that_was_wrong_can_be_mended(
    session: SparkSession, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    """Nothing was written for the wrong path, so another input may have the same file name."""
    out = str(tmp_path / "out")
    here = {"monkeypatch": monkeypatch, "capsys": capsys}
    assert run_here(session, str(tmp_path / "typo/a.warc.gz"), "--output", out, **here)[0] == 1
    right = written(tmp_path / "right/a.warc.gz")
    assert run_here(session, right, "--output", out, **here)[0] == 0
    assert job_rows(Path(out), [right]) == single([right])


def test_what_is_of_no_job_is_not_written_over(tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "out"
    (out / "links" / "input=a.warc.gz").mkdir(parents=True)
    assert refused(capsys, written(tmp_path / "a.warc.gz"), "--output", str(out)) == (
        f"{out}/links/input=a.warc.gz is there already, and not of this job"
    )


def test_an_input_that_changes_is_an_error(
    session: SparkSession, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    path, out = tmp_path / "a.warc.gz", str(tmp_path / "out")
    here = {"monkeypatch": monkeypatch, "capsys": capsys}
    assert run_here(session, written(path), "--output", out, **here)[0] == 0
    before = path.stat().st_size
    written(path, *crawl(5))
    status, counts, err = run_here(session, str(path), "--output", out, **here)
    assert (status, counts["not_done"]) == (1, 1)
    assert err == (
        f"absolutize: {path}: it has {path.stat().st_size} bytes, and had {before} when the job was begun: "
        "write to another directory\n"
    )


def test_a_server_that_fails_for_a_moment_changes_no_pieces(
    session: SparkSession, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    """The pieces are those of the first run, so no row is written twice."""
    path, out = written(tmp_path / "a.warc.gz", *crawl(60)), tmp_path / "out"
    arguments = (path, "--output", str(out), "--split-bytes", "40000")
    here = {"monkeypatch": monkeypatch, "capsys": capsys}
    status, first, _ = run_here(session, *arguments, **here)
    assert (status, first["units"] > 2) == (0, True)
    for report in sorted(out.glob("_reports/links/*"))[1:3]:  # as if these units were not done yet
        report.unlink()

    def unreachable(*_: object) -> Any:
        raise OSError(503, "Service Unavailable")

    monkeypatch.setattr(job, "all_pieces", unreachable)
    status, second, _ = run_here(session, *arguments, **here)
    assert (status, second["units"], second["done_before"]) == (0, first["units"], first["units"] - 2)
    assert job_rows(out, [path]) == single([path])


def test_what_cannot_be_cut_is_one_piece(monkeypatch: Any, tmp_path: Path) -> None:
    path = written(tmp_path / "a.warc.gz", *crawl(60))
    ranges = splitting.ranges_or_whole(40_000, path)
    walked = [splitting.walked_range(each) for each in ranges]
    assert splitting._joined(path, walked) == pieces.cut_at_records(path, 40_000)
    assert len(splitting._joined(path, walked)) > 1

    def unreadable(*_: object) -> Any:
        raise OSError(503, "Service Unavailable")

    monkeypatch.setattr(splitting, "range_at_records", unreadable)
    assert splitting._joined(path, [*walked[1:], splitting.walked_range(ranges[0])]) == [pieces.Piece(path)]


LONG = f"{'é' * 120}.warc.gz"


def test_a_long_name_is_shortened(
    session: SparkSession, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    path, out = written(tmp_path / LONG), tmp_path / "out"
    here = {"monkeypatch": monkeypatch, "capsys": capsys}
    for table in ("links", "archives"):
        assert run_here(session, path, "--write", table, "--output", f"{out}-{table}", **here)[0] == 0
    (name,) = notes.unit_names([path]).values()
    assert len(name.encode()) <= notes.LONGEST_NAME
    assert name.startswith("é" * 90)
    assert notes.unit_names([f"{path}x"])[f"{path}x"] != name
    assert job_rows(Path(f"{out}-links"), [name]) == single([path])


DAMAGED = {"empty": b"", "cut": b'["0.1'}


@pytest.mark.parametrize("name", DAMAGED)
@pytest.mark.parametrize("file", [notes.OPTIONS_NAME, notes.INPUTS_NAME])
def test_damaged_notes_are_named(name: str, file: str, tmp_path: Path, capsys: Any) -> None:
    path, out = written(tmp_path / "a.warc.gz"), tmp_path / "out"
    out.mkdir()
    (out / file).write_bytes(DAMAGED[name])
    assert refused(capsys, path, "--output", str(out)).startswith(f"{out}/{file} cannot be read: ")


def test_notes_are_written_at_once(tmp_path: Path, monkeypatch: Any) -> None:
    """A job that is killed leaves none half written."""
    out = str(tmp_path)
    notes.begin_output(out, ["old"])

    def killed(*_: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(notes, "move_output", killed)
    with pytest.raises(KeyboardInterrupt):
        notes.note_inputs(out, {"a": [pieces.Piece("a")]})
    assert notes.known_inputs(out, {}, "links") == {}
    assert json.loads((tmp_path / notes.OPTIONS_NAME).read_text()) == ["old"]


def grown(base: int, count: int) -> bytes:
    return b"<base href=http://h/" + b"b" * base + b"/>" + b"<a href=x>" * count


@pytest.mark.parametrize("table", ["documents", "archives"])
def test_a_document_that_would_become_huge_is_a_failure(table: str, tmp_path: Path) -> None:
    """With a base of 2,000 bytes, 1 MB would become 200 MB; the other page of the file is made absolute."""
    path = written(tmp_path / "a.warc.gz", response(grown(2000, 100_000), number=1), response(PAGE, number=2))
    plan = JobPlan(str(tmp_path / "out"), table, {"max_bytes": 20_000_000})
    report = units.do_unit(plan, WorkUnit(pieces.Piece(path), "a.warc.gz"))
    assert (report.documents, report.failures, report.error) == (
        2 - (table == "archives"),
        {"too-large": 1},
        None,
    )


def test_an_error_in_an_output_is_that_of_its_unit(tmp_path: Path, monkeypatch: Any) -> None:
    def broken(*_: object) -> Any:
        raise MemoryError("malloc of size 1010002048 failed")

    monkeypatch.setattr(units, "record_batches", broken)
    path = written(tmp_path / "a.warc.gz")
    report = units.do_unit(JobPlan(str(tmp_path / "out"), "links", {}), WorkUnit(pieces.Piece(path), "a"))
    assert (report.error, report.failures) == (
        "MemoryError: malloc of size 1010002048 failed",
        {"internal-error": 1},
    )
    assert not list(tmp_path.glob("out/links/*"))


def done_twice(
    tmp_path: Path, between: Any, data: bytes | None = None
) -> tuple[units.UnitReport, units.UnitReport]:
    """Process a unit, and process it again after something happened to its files."""
    path = Path(written(tmp_path / "a.warc.gz")) if data is None else tmp_path / "a.warc.gz"
    if data is not None:
        path.write_bytes(data)
    plan, unit = JobPlan(str(tmp_path / "out"), "links", {}), WorkUnit(pieces.Piece(str(path)), path.name)
    first = units.do_unit(plan, unit)
    between(path, tmp_path / "out")
    return first, units.do_unit(plan, unit)


def remove_output(_: Path, out: Path) -> None:
    for each in out.glob("links/*/*"):
        each.unlink()


def cut_report(_: Path, out: Path) -> None:
    for each in out.glob("_reports/links/*"):
        each.write_bytes(each.read_bytes()[:20])


@pytest.mark.parametrize("between", [remove_output, cut_report])
def test_what_is_lost_is_done_again(between: Any, tmp_path: Path) -> None:
    first, again = done_twice(tmp_path, between)
    assert (again.was_done, again.error, again.rows) == (False, None, first.rows)
    assert len(list(tmp_path.glob("out/links/*/*"))) == 1


def test_an_empty_input_that_is_filled_is_an_error(tmp_path: Path) -> None:
    _, again = done_twice(tmp_path, lambda path, _: written(path), data=b"")
    assert (again.error or "").startswith("it has ")
    assert " and had 0 when the job was begun" in (again.error or "")


def test_a_size_that_cannot_be_asked_for_ends_no_job(tmp_path: Path, monkeypatch: Any) -> None:
    def unreachable(*_: object) -> Any:
        raise OSError(503, "Service Unavailable")

    monkeypatch.setattr(units, "size_of_file", unreachable)
    first, again = done_twice(tmp_path, lambda *_: None)
    assert (first.error, first.rows, again.was_done, again.error) == (None, again.rows, True, None)


def test_a_parquet_file_is_no_archive(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1<a href=x>PAR1")
    plan = JobPlan(str(tmp_path / "out"), "archives", {})
    report = units.do_unit(plan, WorkUnit(pieces.Piece(str(path)), path.name))
    assert report.error == "a Parquet file is no archive: write its documents"
    assert not list(tmp_path.glob("out/archives/*"))


@pytest.mark.parametrize("table", ["links", "findings", "documents"])
def test_a_parquet_file_may_name_other_files_that_could_not_be_read(table: str, tmp_path: Path) -> None:
    """Such a failure was read with the document next to it, and is passed on."""
    path, failed = tmp_path / "a.parquet", {"path": "gone", "failure": "no-access", "message": "not found"}
    parquet.write_table(pa.Table.from_pylist([{"content": PAGE, "url": "http://h/"} | failed, failed]), path)
    plan, unit = JobPlan(str(tmp_path / "out"), table, {}), WorkUnit(pieces.Piece(str(path)), path.name)
    report = units.do_unit(plan, unit)
    assert (report.error, report.documents, report.failures) == (None, 1, {"no-access": 1})
    rows = parquet.ParquetFile(tmp_path / "out" / unit.target(table)).read().to_pylist()
    assert [(row["path"], row["message"]) for row in rows if row["failure"]] == [("gone", "not found")]
    assert units.do_unit(plan, unit).was_done


def test_the_name_of_a_url_is_that_of_its_file() -> None:
    paths = [
        "https://h/d/a.warc.gz?X-Credential=k/2026/s3&X=1",
        "https://h/d/b.warc.gz?X-Credential=k/2026/s3&X=1",
        "http://h/c.warc.gz#d/e",
        "s3://h/d?/e.warc",
        "/x?y/f.warc",
    ]
    names = ["a.warc.gz", "b.warc.gz", "c.warc.gz", "e.warc", "f.warc"]
    assert list(notes.unit_names(paths).values()) == names


def test_names_that_are_no_utf_8_are_names() -> None:
    path = os.fsdecode(b"/x/caf\xe9.warc.gz")
    assert notes.unit_names([path]) == {path: path.rpartition("/")[2]}


def test_inputs_without_options_are_refused(tmp_path: Path) -> None:
    notes.note_inputs(str(tmp_path), {"a": [pieces.Piece("a")]})
    with pytest.raises(ValueError, match=r"has _inputs\.json and no _job\.json: nobody knows its options$"):
        notes.begin_output(str(tmp_path), ["new"])
