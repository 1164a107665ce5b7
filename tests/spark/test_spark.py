"""Rows and archives from a real Spark equal those of one machine, with any content."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

parquet = pytest.importorskip("pyarrow.parquet")

from pyspark.sql import SparkSession  # noqa: E402

from absolutize import arrow, spark  # noqa: E402
from absolutize.spark import job, notes  # noqa: E402
from tests.arrow.test_arrow import rows  # noqa: E402
from tests.spark.conftest import PAGES  # noqa: E402
from tests.support.archives import PAGE, URL, gz, http, record, response  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # warnings of Spark itself, of sockets and deprecations
TYPE = "Content-Type: application/http; msgtype=response"
OPTIONS = {"text": True, "request_url": True}


def single(paths: list[str], function: Any = arrow.links, **options: Any) -> list[dict[str, Any]]:
    """Make a table in one process."""
    return rows(function(arrow.archive_batches(paths, split_bytes=0), **options))


def collected(frame: Any) -> list[dict[str, Any]]:
    return [each.asDict() for each in frame.collect()]


@pytest.mark.parametrize("split_bytes", [0, 40_000])
def test_links_are_those_of_one_machine(session: SparkSession, inputs: list[str], split_bytes: int) -> None:
    frame = spark.archives(session, inputs, split_bytes=split_bytes)
    assert frame.rdd.getNumPartitions() >= len(inputs) + 2 * (split_bytes > 0)
    assert collected(spark.links(frame, **OPTIONS)) == single(inputs, **OPTIONS)


def test_findings_and_documents_are_those_of_one_machine(session: SparkSession, inputs: list[str]) -> None:
    frame = spark.archives(session, inputs)
    assert collected(spark.check(frame, ignore=["relative"])) == single(
        inputs, arrow.check, ignore=["relative"]
    )
    written = [
        {**row, "content": row["content"] and bytes(row["content"])}
        for row in collected(spark.rewrite(frame))
    ]
    assert written == single(inputs, arrow.rewrite)


def test_documents_are_read_and_then_listed(session: SparkSession, inputs: list[str], tmp_path: Path) -> None:
    """The table of documents may also be written to Parquet in between."""
    read = spark.read_documents(spark.archives(session, inputs[:2]))
    expected = single(inputs[:2])
    assert collected(spark.links(read)) == expected
    read.write.parquet(str(tmp_path / "documents"))
    again = spark.links(session.read.parquet(str(tmp_path / "documents")))
    assert sorted(map(str, collected(again))) == sorted(map(str, expected))


def test_documents_of_a_table(session: SparkSession) -> None:
    given = [(bytearray(PAGE), URL, {"Content-Type": "text/html"}), (None, "http://h/gone", None)]
    frame = session.createDataFrame(given, "content binary, url string, headers map<string, string>")
    found = collected(spark.links(frame))
    assert [(row["url"], row["target"], row["failure"]) for row in found] == [
        (URL, "http://h/d/x", None),
        (None, None, "no-content"),
    ]


def poisoned() -> bytes:
    """Make an archive of good records and hostile ones: 300 MB, a gzip bomb, invalid chunked coding."""
    large = record("response", http(b"<a href=x>" + b" " * 300_000_000), TYPE, uri="http://h/large")
    bomb = gzip.compress(b"<a href=x>" + b" " * 300_000_000, 1)
    good = [response(PAGE, uri=f"http://h/{number}/", number=number) for number in range(3)]
    return gz(
        good[0],
        large,
        record("response", http(bomb, "Content-Encoding: gzip"), TYPE, uri="http://h/bomb"),
        good[1],
        record(
            "response", http(b"2\r\nab\r\nxyz\r\n", "Transfer-Encoding: chunked"), TYPE, uri="http://h/chunks"
        ),
        good[2],
    )


def test_poisoned_records_are_failures(session: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "poisoned.warc.gz"
    path.write_bytes(poisoned())
    found = collected(spark.links(spark.archives(session, [str(path), str(tmp_path / "none.warc.gz")])))
    failures = [(row["path"].rpartition("!")[0] != "", row["failure"]) for row in found if row["failure"]]
    assert failures == [
        (True, "too-large"),
        (True, "damaged-message"),
        (True, "damaged-message"),
        (False, "no-access"),
    ]
    good = {f"http://h/{number}/" for number in range(3)}
    assert {row["url"] for row in found if not row["failure"]} - {"http://h/bomb"} == good


def test_wrong_options_are_refused_at_the_call(session: SparkSession) -> None:
    frame = spark.archives(session, ["a.warc"], split_bytes=0)
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'txt'; did you mean 'text'\?"):
        spark.links(frame, txt=True)  # type: ignore[call-arg]
    with pytest.raises(
        ValueError, match=r"^there is no column 'content' or 'path' or 'archive', only: start$"
    ):
        spark.links(frame.select("start"))
    with pytest.raises(TypeError, match=r"^column 'start' must be a whole number, not string$"):
        spark.links(frame.selectExpr("path", "string(start) AS start"))
    with pytest.raises(TypeError, match=r"^column 'url' must be text, not array<int>$"):
        spark.links(session.sql("SELECT 'x' AS content, array(1) AS url"))
    with pytest.raises(TypeError, match=r"^frame must be a DataFrame of Spark, not list$"):
        spark.links([])  # type: ignore[arg-type]


FRAMES = {
    "text that is no UTF-8": "SELECT x'3c6120687265663d78ff3e' AS content, string(x'68ff') AS url",
    "a map": "SELECT '<a href=x>' AS content, map('Content-Type', 'text/html') AS headers",
    "pairs": "SELECT '<a href=x>' AS content, array(array('a', 'b'), array('c')) AS headers",
    "structs": "SELECT '<a href=x>' AS content, array(struct('a' AS n, 'b' AS v)) AS headers",
    "nothing known": "SELECT '<a href=x>' AS content, null AS url, null AS charset, null AS headers",
}


@pytest.mark.parametrize("name", FRAMES)
def test_a_frame_of_another_form_is_read(name: str, session: SparkSession) -> None:
    found = collected(spark.links(session.sql(FRAMES[name])))
    assert [(row["code"], row["failure"]) for row in found] == [("no-base", None)]


NAMES = "SELECT '<a href=x>' AS {}, 'http://h/d/' AS {}"


def test_names_of_columns_are_compared_as_spark_compares_them(session: SparkSession) -> None:
    frame = session.sql(NAMES.format("Content, 'a page' AS Path", "URL"))
    assert [(row["path"], row["target"]) for row in collected(spark.links(frame))] == [
        ("a page", "http://h/d/x")
    ]
    session.conf.set("spark.sql.caseSensitive", "true")
    try:
        mixed = session.sql(NAMES.format("content", "URL"))
        assert [(row["code"], row["target"]) for row in collected(spark.links(mixed))] == [("no-base", None)]
        both = session.sql(NAMES.format("content", "url") + ", 5 AS URL")
        assert [row["target"] for row in collected(spark.links(both))] == ["http://h/d/x"]
    finally:
        session.conf.unset("spark.sql.caseSensitive")
    with pytest.raises(ValueError, match=r"^there are 2 columns 'url'$"):
        spark.links(session.sql(NAMES.format("content", "url") + ", 'http://h/' AS URL"))


def test_batches_of_any_size_and_empty_partitions(session: SparkSession) -> None:
    """Rows are the same for batches of one row and of many, in more partitions than there are rows."""
    frame = session.range(40).selectExpr("concat('<a href=', id, '>') AS content", "'http://h/d/' AS url")
    found = []
    for rows_in_a_batch, partitions in ((1, 3), (7, 60), (10_000, 1)):
        session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(rows_in_a_batch))
        found.append(sorted(row["target"] for row in collected(spark.links(frame.repartition(partitions)))))
    session.conf.unset("spark.sql.execution.arrow.maxRecordsPerBatch")
    assert found[0] == found[1] == found[2] == sorted(f"http://h/d/{n}" for n in range(40))
    assert collected(spark.links(frame.limit(0))) == []


def test_parquet_whose_schema_grew(session: SparkSession, tmp_path: Path) -> None:
    """Files with and without a column are read together; what is missing is null."""
    old = session.sql("SELECT '<a href=x>' AS content, 'http://h/1/' AS url")
    old.write.parquet(str(tmp_path / "pages/crawl=1"))
    new = session.sql(
        "SELECT x'3c6120687265663db13e' AS content, 'http://h/2/' AS url, 'iso-8859-2' AS charset"
    )
    new.selectExpr("string(content) AS content", "url", "charset").write.parquet(
        str(tmp_path / "pages/crawl=2")
    )
    frame = session.read.option("mergeSchema", "true").parquet(f"file://{tmp_path}/pages")
    found = {row["url"]: row["target"] for row in collected(spark.links(frame))}
    assert found["http://h/1/"] == "http://h/1/x"
    assert found.keys() == {"http://h/1/", "http://h/2/"}


# the job


def outputs(directory: Path) -> dict[str, bytes]:
    files = (path for path in directory.rglob("*") if path.is_file() and path.suffix != ".crc")
    return {
        str(path.relative_to(directory)): path.read_bytes() for path in files if "_reports" not in path.parts
    }


def job_rows(directory: Path, paths: list[str]) -> list[dict[str, Any]]:
    """Read the tables of a job in the order of its inputs."""
    parts = [part for p in paths for part in sorted((directory / f"links/input={Path(p).name}").iterdir())]
    return [row for part in parts for row in parquet.ParquetFile(part).read().to_pylist()]


def run_here(
    session: SparkSession, *arguments: str, monkeypatch: Any, capsys: Any
) -> tuple[int, dict[str, Any], str]:
    """Run the job in the existing session, which stays open."""
    monkeypatch.setattr(type(session), "stop", lambda _: None)
    status = job.run_job(arguments)
    out, err = capsys.readouterr()
    return status, json.loads(out), err


def test_a_job_goes_on_where_it_was(
    session: SparkSession, some: list[str], tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    out = tmp_path / "out"
    arguments = ("--output", str(out), "--write", "findings")
    missing = str(tmp_path / "late.warc.gz")
    here = {"monkeypatch": monkeypatch, "capsys": capsys}
    status, first, err = run_here(session, *some[:2], missing, *arguments, **here)
    assert (status, first["units"], first["not_done"], first["failures"]) == (1, 3, 1, {"no-access": 1})
    assert err == f"absolutize: {missing}: No such file or directory\n"
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    shutil.copy(some[3], missing)
    status, second, err = run_here(session, *some[:2], missing, *arguments, **here)
    assert (status, second["done_before"], second["not_done"], err) == (0, 2, 0, "")
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert second["rows"] == len(single([*some[:2], missing], arrow.check))
    assert second["documents"] == 3 * PAGES
    assert outputs(out).keys() == {
        "_inputs.json",
        "_job.json",
        *(f"findings/input={Path(path).name}/part-{0:014}.parquet" for path in (*some[:2], missing)),
    }


REFUSED = {
    "no input": ([], "error: no archive to read: name it as PATH, or in a list with --from FILE\n"),
    "other options": (["a.warc", "--options", '{"ignore": ["relative"]}'], "was begun with other options: "),
    "no such option": (["a.warc", "--options", '{"ignored": []}'], "unexpected keyword argument 'ignored'"),
    "no object": (["a.warc", "--options", "[]"], "--options: must be an object, not list"),
    "one name": (["x/a.warc", "y/a.warc"], "x/a.warc and y/a.warc would have the same output, a.warc"),
    "no JSON": (
        ["a.warc", "--options", '{"a":'],
        "error: --options: not JSON: Expecting value: line 1 column 6",
    ),
    "JSON too deep": (
        ["a.warc", "--options", "[" * 200_000],
        "error: --options: not JSON: maximum recursion",
    ),
    "a wrong option": (
        ["a.warc", "--options", '{"select": 5}'],
        "--options: select must be a sequence of str",
    ),
    "no list": (["--from", "/nowhere/warc.paths"], "--from /nowhere/warc.paths: No such file or directory"),
    "a file system without its package": (["--from", "gs://a/paths"], "--from gs://a/paths: ImportError: "),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_job_that_cannot_be_is_refused(name: str, tmp_path: Path, capsys: Any) -> None:
    arguments, message = REFUSED[name]
    notes.begin_output(str(tmp_path / "out"), ["0", "findings", job.SPLIT_BYTES, {}])
    with pytest.raises(SystemExit) as ended:
        job.run_job([*arguments, "--write", "findings", "--output", str(tmp_path / "out")])
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
