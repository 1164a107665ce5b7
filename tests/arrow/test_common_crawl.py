"""Common Crawl's forms: WAT compared with the table of links, the column index, lists of paths."""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.arrow.wat import wat
from tests.support.archives import gz, response
from tests.support.examples import assert_program_gives_what_it_says

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'absolutize[arrow]'")
from absolutize import arrow  # noqa: E402
from absolutize.arrow.common_crawl import read_paths  # noqa: E402

URL = "http://h.example/a/b.html"


class Difference(NamedTuple):
    """A page, and what the links of one have that those of the other do not."""

    page: str
    only_wat: tuple[tuple[str, str, str], ...] = ()
    only_here: tuple[tuple[str, str, str], ...] = ()


DIFFERENCES = {  # what docs/spark.md explains, and what both have alike
    "alike": Difference(
        "<base href=/d/><a href='?a&amp;b'>A <b>b</b></a><img src=i><link href=l><form action=f>"
        "<script src=s></script>"
    ),
    "white space": Difference("<a href=' x\n'></a>", (("a", "href", " x\n"),), (("a", "href", "x"),)),
    "srcset": Difference("<img srcset='a 1x, b 2x'>", (), (("img", "srcset", "a"), ("img", "srcset", "b"))),
    "style attribute": Difference("<p style='background:url(a)'>", (), (("p", "style", "a"),)),
    "meta refresh": Difference(
        "<meta http-equiv=refresh content='0;url=r'>", (), (("meta", "content", "r"),)
    ),
    "an anchor without an end": Difference("<a href=x>text", (), (("a", "href", "x"),)),
    "data attributes": Difference("<p data-href=x>", (("p", "data-href", "x"),)),
    "svg": Difference("<svg><use href=u></use></svg>", (), (("use", "href", "u"),)),
    "ping": Difference("<a href=x ping='p q'></a>", (), (("a", "ping", "p"), ("a", "ping", "q"))),
}


def of_wat(path: Path) -> Counter[tuple[str, str, str]]:
    return Counter((link.element, link.attribute, link.reference) for link in arrow.wat_links(str(path)))


def of_table(path: Path) -> list[dict[str, Any]]:
    batches = arrow.links(arrow.archive_batches([str(path)]), text=True)
    return [row for batch in batches for row in batch.to_pylist()]


@pytest.mark.parametrize("name", DIFFERENCES)
def test_links_are_those_of_wat_but_for_these(name: str, tmp_path: Path) -> None:
    page, only_wat, only_here = DIFFERENCES[name]
    (tmp_path / "a.warc.gz").write_bytes(gz(response(page.encode(), uri=URL)))
    (tmp_path / "a.warc.wat.gz").write_bytes(wat([(URL, page)]))
    theirs = of_wat(tmp_path / "a.warc.wat.gz")
    ours = Counter(
        (row["element"], row["attribute"], row["reference"]) for row in of_table(tmp_path / "a.warc.gz")
    )
    assert theirs - ours == Counter(only_wat)
    assert ours - theirs == Counter(only_here)


def test_texts_of_anchors_are_those_of_wat(tmp_path: Path) -> None:
    page = "<a href=x>one <b>two</b></a>"
    (tmp_path / "a.warc.wat.gz").write_bytes(wat([(URL, page), ("http://h/2", "<a href=y>three</a>")]))
    found = [(link.url, link.text) for link in arrow.wat_links(str(tmp_path / "a.warc.wat.gz"))]
    assert found == [(URL, "one two"), ("http://h/2", "three")]


def test_the_column_index_names_records(tmp_path: Path) -> None:
    """Each record is read by its range, also by a file system of fsspec."""
    fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed: pip install 'absolutize[spark]'")
    records = [gz(response(f"<a href={n}>".encode(), uri=f"http://h/{n}/", number=n)) for n in range(5)]
    data = b"".join(records)
    (tmp_path / "a.warc.gz").write_bytes(data)
    fsspec.filesystem("memory").pipe_file("/cc/a.warc.gz", data)
    offsets = [len(b"".join(records[:n])) for n in range(5)]
    wanted = [3, 1]
    for prefix in (f"{tmp_path}/", "memory://cc/"):
        index = pa.table(
            {
                "path": [f"{prefix}a.warc.gz"] * 2,
                "start": [offsets[n] for n in wanted],
                "stop": [offsets[n] + len(records[n]) for n in wanted],
            }
        )
        found = [row for batch in arrow.links(index.to_batches()) for row in batch.to_pylist()]
        assert [(row["path"], row["target"]) for row in found] == [
            (f"{prefix}a.warc.gz!{offsets[n]}!http://h/{n}/", f"http://h/{n}/{n}") for n in wanted
        ]
    whole = arrow.links(arrow.archive_batches(["memory://cc/a.warc.gz"], split_bytes=100))
    assert [row["target"] for batch in whole for row in batch.to_pylist()] == [
        f"http://h/{n}/{n}" for n in range(5)
    ]


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_lists_of_paths(compress: Any, tmp_path: Path) -> None:
    path = tmp_path / "warc.paths"
    path.write_bytes(compress(b"crawl-data/a.warc.gz\ncrawl-data/b.warc.gz\n\n"))
    assert read_paths(str(path), "s3://commoncrawl/") == [
        "s3://commoncrawl/crawl-data/a.warc.gz",
        "s3://commoncrawl/crawl-data/b.warc.gz",
    ]


def test_dask_runs_the_same_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("dask", reason="dask is not installed: pip install 'absolutize[test-scale]'")
    monkeypatch.chdir(tmp_path)
    page = Path(__file__).parents[2] / "docs" / "spark.md"
    assert assert_program_gives_what_it_says(page) == 1
