"""The examples of docs/spark.md, run by a real Spark, with local folders in the place of buckets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

from pyspark.sql import SparkSession  # noqa: E402

from tests.support.archives import gz, response, wacz  # noqa: E402

PAGE = Path(__file__).parents[2] / "docs" / "spark.md"
INDEX = "cc-index/table/cc-main/warc/crawl=CC-MAIN-2025-30/subset=warc"
RECORDS = [gz(response(b"<a href=%d>" % number, uri="http://example.com/")) for number in range(3)]


@pytest.mark.filterwarnings("ignore")  # warnings of Spark itself, of sockets and deprecations
def test_the_examples_of_the_page_run(session: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "crawl").mkdir()
    for name in ("crawl.warc.gz", "crawl/a.warc.gz"):
        (tmp_path / name).write_bytes(b"".join(RECORDS))
    (tmp_path / "site.wacz").write_bytes(wacz(b"".join(RECORDS)))
    table(tmp_path / "pages", content=[b"<a href=x>"], url=["http://example.com/"])
    table(
        tmp_path / INDEX,
        url_host_registered_domain=["example.com", "other.example"],
        warc_filename=["crawl.warc.gz"] * 2,
        warc_record_offset=[len(RECORDS[0]), 0],
        warc_record_length=[len(RECORDS[1]), len(RECORDS[0])],
    )
    names: dict[str, Any] = {"session": session}
    found = {}
    for name, code in zip(("api", "files", "index"), blocks(), strict=True):
        local = re.sub(r"s3a?://(?:bucket|commoncrawl)/", f"{tmp_path}/", code)
        for relative in ("crawl.warc.gz", "pages/"):  # Java has another working directory
            local = local.replace(f'"{relative}"', f'"{tmp_path}/{relative}"')
        exec(local, names)  # noqa: S102
        found[name] = sorted(row["target"] for row in names["links"].collect())
    every = [f"http://example.com/{number}" for number in range(3)]
    assert found == {"api": sorted(every * 2), "files": every, "index": every[1:2]}
    assert names["faults"].collect() == []
    (row,) = names["absolute"].collect()
    assert bytes(row["content"]) == b"<a href=http://example.com/x>"


def blocks() -> list[str]:
    """The blocks about Spark alone, in the order of the page."""
    found = re.findall(r"(?ms)^```py\n(.*?)^```$", PAGE.read_text("utf-8"))
    return [code for code in found if "import ray" not in code]


def table(folder: Path, **columns: list[Any]) -> None:
    folder.mkdir(parents=True)
    parquet.write_table(pyarrow.table(columns), folder / "part.parquet")
