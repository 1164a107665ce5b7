"""Archives from remote sources: rows are the same by HTTP, S3, WebHDFS, and Spark's own file systems."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed: pip install 'absolutize[spark]'")

from pyspark.sql import SparkSession  # noqa: E402

from absolutize import arrow, spark  # noqa: E402
from tests.arrow.test_arrow import crawl, rows  # noqa: E402
from tests.spark.servers import Ranged, WebHDFS, Whole, serving  # noqa: E402
from tests.spark.test_spark import collected, run_here  # noqa: E402
from tests.support.archives import PAGE, gz, wacz  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # warnings of Spark itself, of sockets and deprecations
SPLIT = 10_000
BUCKET = "bucket"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("sources")
    (place / "a.warc.gz").write_bytes(gz(*crawl(30)))
    (place / "b.warc").write_bytes(b"".join(crawl(10, 1)))
    (place / "c.wacz").write_bytes(wacz(gz(*crawl(15, 2))))
    return place


@pytest.fixture(params=["file", "http", "s3", "webhdfs"])
def prefix(request: pytest.FixtureRequest, folder: Path, s3: Any) -> Iterator[str]:
    """The URL of the folder with the files, for each kind of source."""
    kind = request.param
    if kind == "file":
        yield f"file://{folder}/"
    elif kind == "s3":
        yield f"{filled_bucket(folder, s3)}/"
    else:
        server, address = {
            "http": (Ranged, "http://127.0.0.1:{}/"),
            "webhdfs": (WebHDFS, "webhdfs://127.0.0.1:{}/"),
        }[kind]
        pytest.importorskip("aiohttp", reason="aiohttp is not installed: pip install 'absolutize[http]'")
        with serving(server, folder) as (port, asked):
            yield address.format(port)
            assert len(asked) > 3


def filled_bucket(folder: Path, s3: Any) -> str:
    """Put the files in a bucket of a server of S3."""
    if s3 is None:
        pytest.skip("there is no server of S3: pip install 'moto[server,s3]'")
    pytest.importorskip("s3fs", reason="s3fs is not installed: pip install 's3fs'")
    system = fsspec.filesystem("s3")
    system.makedirs(BUCKET, exist_ok=True)
    for path in folder.iterdir():
        system.pipe_file(f"{BUCKET}/{path.name}", path.read_bytes())
    return f"s3://{BUCKET}"


@cache
def disk_links(folder: Path) -> list[dict[str, Any]]:
    """List the links in one process, from the disk."""
    return rows(arrow.links(arrow.archive_batches(names(f"{folder}/"), split_bytes=0)))


def local(folder: Path, prefix: str) -> list[dict[str, Any]]:
    """List the links in one process, with paths as if the files had come from elsewhere."""
    return [{**row, "path": row["path"].replace(f"{folder}/", prefix)} for row in disk_links(folder)]


def names(prefix: str) -> list[str]:
    return [f"{prefix}{name}" for name in ("a.warc.gz", "b.warc", "c.wacz")]


def test_rows_are_those_of_the_disk(prefix: str, folder: Path) -> None:
    batches = arrow.archive_batches(names(prefix), split_bytes=SPLIT)
    assert rows(arrow.links(batches)) == local(folder, prefix)


def test_spark_reads_them_in_its_workers(prefix: str, folder: Path, session: SparkSession) -> None:
    given = [*names(prefix), f"{prefix}none.warc.gz"]
    frame = spark.archives(session, given, split_bytes=SPLIT)
    assert frame.where("start IS NOT NULL").count() > 4
    found = collected(spark.links(frame))
    failed = found.pop()
    assert (failed["path"], failed["failure"]) == (given[-1], "no-access")
    assert found == local(folder, prefix)


def test_memory_of_fsspec(folder: Path) -> None:
    """In one process only: Spark's workers have a memory of their own."""
    memory = fsspec.filesystem("memory")
    for path in folder.iterdir():
        memory.pipe_file(f"/sources/{path.name}", path.read_bytes())
    batches = arrow.archive_batches(names("memory://sources/"), split_bytes=SPLIT)
    assert rows(arrow.links(batches)) == local(folder, "memory://sources/")


def test_a_server_without_ranges(
    folder: Path, tmp_path: Path, monkeypatch: Any, capsys: Any, session: Any
) -> None:
    """Its files cannot be read in pieces, and their size is unknown; each is read from the beginning."""
    with serving(Whole, folder) as (port, _):
        prefix = f"http://127.0.0.1:{port}/"
        paths = [f"{prefix}a.warc.gz", f"{prefix}b.warc"]
        found = collected(spark.links(spark.archives(session, paths, split_bytes=SPLIT)))
        assert found == [row for row in local(folder, prefix) if "c.wacz" not in row["path"]]
        status, counts, _ = run_here(
            session, *paths, "--output", str(tmp_path / "out"), monkeypatch=monkeypatch, capsys=capsys
        )
    assert (status, counts["not_done"], counts["rows"]) == (0, 0, len(found))
    assert counts["bytes_read"] == 0


@pytest.mark.parametrize("table", ["links", "archives"])
def test_a_job_from_a_bucket_into_a_bucket(
    table: str, folder: Path, s3: Any, session: Any, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    """It writes what a job from and to the disk writes, and a second run has nothing left to do."""
    bucket = filled_bucket(folder, s3)
    here = {"monkeypatch": monkeypatch, "capsys": capsys}
    options = ("--write", table, "--split-bytes", str(SPLIT))
    output = f"{bucket}/out-{table}"
    status, counts, err = run_here(session, *names(f"{bucket}/"), *options, "--output", output, **here)
    assert (status, counts["not_done"]) == (0, 0), err
    _, expected, _ = run_here(session, *names(f"{folder}/"), *options, "--output", str(tmp_path), **here)
    numbers = ("units", "documents", "links", "rows", "failures", "bytes_read")
    assert [counts[name] for name in numbers] == [expected[name] for name in numbers]
    system = fsspec.filesystem("s3")
    written = {
        name.partition(f"/out-{table}/")[2]: name for name in system.find(f"{BUCKET}/out-{table}/{table}")
    }
    on_disk = {
        str(path.relative_to(tmp_path)): path for path in (tmp_path / table).rglob("*") if path.is_file()
    }
    assert written.keys() == on_disk.keys()
    for name, path in on_disk.items():
        if table == "archives":
            assert system.cat_file(written[name]) == path.read_bytes()
        else:
            assert links_in(system.cat_file(written[name])) == links_in(path.read_bytes())
    _, again, _ = run_here(session, *names(f"{bucket}/"), *options, "--output", output, **here)
    assert again["done_before"] == again["units"]


def links_in(data: bytes) -> list[Any]:
    from pyarrow import parquet

    return [
        (row["url"], row["start"], row["target"]) for row in parquet.read_table(io.BytesIO(data)).to_pylist()
    ]


def test_archives_by_a_file_system_of_spark(folder: Path, session: SparkSession) -> None:
    """Spark's binaryFile reads by Hadoop's file systems; a column `archive` has whole archives."""
    read = session.read.format("binaryFile").load(f"file://{folder}").orderBy("path")
    frame = read.selectExpr("path", "content AS archive")
    found = collected(spark.links(frame))
    assert found == local(folder, f"file:{folder}/")


def test_documents_by_a_file_system_of_spark(session: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "p.html").write_bytes(PAGE)
    frame = session.read.format("binaryFile").load(f"file://{tmp_path}/*.html")
    found = collected(spark.links(frame, url="http://h/d/"))
    assert [(row["path"], row["target"]) for row in found] == [(f"file:{tmp_path}/p.html", "http://h/d/x")]
