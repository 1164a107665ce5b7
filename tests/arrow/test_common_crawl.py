"""Common Crawl's formats: WAT, compared with the table of links; the columnar index; lists of paths."""

from __future__ import annotations

import gzip
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.arrow import wat
from tests.support.archives import gz, response, sha1
from tests.support.examples import assert_program_gives_what_it_says

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'absolutize[arrow]'")
from absolutize import arrow  # noqa: E402
from absolutize.arrow.common_crawl import read_paths  # noqa: E402
from absolutize.arrow.wat_comparison import WAT_REASONS, CommentMarks  # noqa: E402

DOCS = Path(__file__).parents[2] / "docs"


def described(warc_file: Path, wat_file: Path) -> dict[str, list[tuple[str, ...]]]:
    """List the differences of each document, by its URL."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for each in arrow.compare_wat(str(warc_file), str(wat_file)):
        row = each.side, each.reason, each.element, each.attribute, each.reference
        found.setdefault(each.url, []).append(row)
    return found


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[str, ...]]]:
    """Compare the WARC of `tests.arrow.wat` with its WAT file, compressed as at Common Crawl."""
    place = tmp_path_factory.mktemp("wat")
    (place / "made.warc.gz").write_bytes(wat.warc())
    (place / "made.wat.gz").write_bytes(gzip.compress(wat.MADE.read_bytes()))
    return described(place / "made.warc.gz", place / "made.wat.gz")


@pytest.mark.parametrize("name", wat.PAGES)
def test_links_are_those_of_wat_but_for_these(name: str, compared: dict[str, list[tuple[str, ...]]]) -> None:
    assert compared.pop(wat.url_of(name), []) == list(wat.PAGES[name].differences)


MARKS = {
    "none": (b"x", False),
    "a comment": (b"<!-- x -->", True),
    "behind a comment": (b"<!-- --> x", False),
    "in front of one": (b"x <!-- -->", False),
    "a comment without an end": (b"<!-- --> <!--x", True),
    "a comment that ends at once": (b"<!--> x", False),
    "half a mark": (b"<!-x-", False),
    "in a mark": (b"<!--->x", False),
    "an end in front of a comment": (b"--> <!-- x", True),
    "an end alone": (b"--> x", False),
}


@pytest.mark.parametrize("name", MARKS)
def test_an_offset_is_in_a_comment(name: str) -> None:
    body, expected = MARKS[name]
    assert CommentMarks.of(body).is_comment(body.index(b"x")) is expected


def test_the_wat_file_is_of_these_pages() -> None:
    lines = [json.loads(line) for line in wat.MADE.read_text("utf-8").splitlines() if line[:2] == '{"']
    read = {}
    for line in lines:
        envelope = line["Envelope"]
        payload = envelope["Payload-Metadata"]["HTTP-Response-Metadata"]
        read[envelope["WARC-Header-Metadata"]["WARC-Target-URI"]] = payload["Entity-Digest"]
    assert read == {wat.url_of(name): sha1(page.text.encode()) for name, page in wat.PAGES.items()}


def test_each_difference_has_a_page_and_is_explained() -> None:
    shown = {difference[1] for page in wat.PAGES.values() for difference in page.differences}
    assert shown == set(WAT_REASONS) - {"other"}
    page = (DOCS / "spark.md").read_text("utf-8")
    assert [reason for reason, why in WAT_REASONS.items() if f"| `{reason}` | {why} |" not in page] == []


def test_documents_of_one_side_only(tmp_path: Path) -> None:
    """A URL is in the WARC twice and in WAT once; other documents are in one of them, or have no links."""
    pages = {"same": "<a href=1></a>", "none": "<p>", "alike": wat.PAGES["alike"].text}
    url = wat.url_of("alike")
    records = [response(text.encode(), uri=url if name == "alike" else name) for name, text in pages.items()]
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gz(*records, response(b"<a href=2></a>", uri=url)))
    found = described(path, wat.MADE)
    assert found.pop("same") == [("table", "anchor-without-end", "a", "href", "1")]
    assert found.pop(url) == [("table", "anchor-without-end", "a", "href", "2")]
    rest = [row for rows in found.values() for row in rows]
    assert len(found) > 5
    assert {side for side, *_ in rest} == {"wat"}


def test_texts_of_anchors_are_cut_in_wat(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(wat.warc())
    batches = arrow.links(arrow.archive_batches([str(path)]), text=True)
    ours = {row["url"]: row["text"] for batch in batches for row in batch.to_pylist() if row["text"]}
    theirs = {link.url: link.text for link in arrow.wat_links(str(wat.MADE)) if link.text}
    long = wat.url_of("long text")
    assert (len(ours[long]), theirs[long]) == (149, ours[long][:128])
    assert theirs[wat.url_of("alike")] == ours[wat.url_of("alike")] == "A b"


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


OTHER_METADATA = "the metadata are not those of a WAT file"


def html_metadata(written: str) -> str:
    inner = f'{{"HTTP-Response-Metadata": {{"HTML-Metadata": {written}}}}}'
    return f'{{"Envelope": {{"Payload-Metadata": {inner}}}}}'


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"', "Unterminated string starting at: line 1 column 2 (char 1)"),
        ('{"x": ' + "[" * 100_000, "the metadata are nested too deep"),
        ('{"Envelope": null}', OTHER_METADATA),
        ('{"Envelope": {"Payload-Metadata": []}}', OTHER_METADATA),
        (html_metadata('{"Head": 1}'), OTHER_METADATA),
        (html_metadata('{"Links": 1}'), OTHER_METADATA),
        (html_metadata('{"Links": [{"path": 1, "url": "x"}]}'), OTHER_METADATA),
        (html_metadata('{"Links": [{"path": "A@/href", "url": ["x"]}]}'), OTHER_METADATA),
        (html_metadata('{"Head": {"Base": {}}}'), OTHER_METADATA),
        ('{"Envelope": {"WARC-Header-Metadata": {"WARC-Target-URI": ["x"]}}}', OTHER_METADATA),
    ],
    ids=[
        *("no JSON", "nested too deep", "null", "an array", "a number", "links: a number"),
        *("path: a number", "url: an array", "base: an object", "document: an array"),
    ],
)
def test_metadata_that_cannot_be_read_are_an_error(line: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "a.wat"
    path.write_text(line, "utf-8")
    with pytest.raises(ValueError, match=rf"^{re.escape(why)}$"):
        list(arrow.wat_links(str(path)))


COMPRESSED = gzip.compress(b"crawl-data/a.warc.gz\n" * 99)
DAMAGED = {
    "cut off": (COMPRESSED[:-9], EOFError),
    "another byte": (COMPRESSED[:12] + b"\xff" + COMPRESSED[13:], OSError),
    "another checksum": (COMPRESSED[:-8] + bytes(8), OSError),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_files_are_errors_that_are_documented(name: str, tmp_path: Path) -> None:
    data, error = DAMAGED[name]
    path = tmp_path / "a.gz"
    path.write_bytes(data)
    with pytest.raises(error):
        list(arrow.wat_links(str(path)))
    with pytest.raises(ValueError, match=f"^{re.escape(str(path))}: cannot be read as a list of paths: "):
        read_paths(str(path))


def test_a_url_without_fsspec_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(ImportError) as raised:
        list(arrow.wat_links("s3://bucket/a.wat"))
    assert str(raised.value) == "s3://bucket/a.wat: fsspec is needed to open URLs: pip install fsspec"


def test_a_warc_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """All links of the WAT file would be differences."""
    with pytest.raises(OSError, match=r"^\S+/a\.warc: No such file or directory$"):
        list(arrow.compare_wat(str(tmp_path / "a.warc"), str(wat.MADE)))


REFUSED: dict[str, tuple[Any, type[Exception], str]] = {
    "a number": (lambda: arrow.wat_links(5), TypeError, "path must be a str, not int"),  # type: ignore[arg-type]
    "half a character": (
        lambda: arrow.wat_links("\ud800"),
        ValueError,
        r"path: no file can have the path '\ud800'",
    ),
    "NUL": (lambda: arrow.compare_wat("\0", ""), ValueError, r"warc: no file can have the path '\x00'"),
    "NUL, behind": (
        lambda: arrow.compare_wat("", "\0"),
        ValueError,
        r"wat: no file can have the path '\x00'",
    ),
    "in a list": (
        lambda: arrow.archive_batches(["a", "\ud800"]),
        ValueError,
        r"paths[1]: no file can have the path '\ud800'",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_path_that_no_file_can_have_is_refused_at_the_call(name: str) -> None:
    call, error, message = REFUSED[name]
    with pytest.raises(error) as raised:
        call()
    assert str(raised.value) == message


def test_a_list_in_another_encoding_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "warc.paths"
    path.write_bytes(b"\xff")
    with pytest.raises(ValueError, match=f"^{re.escape(str(path))}: cannot be read as a list of paths: "):
        read_paths(str(path))


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_lists_of_paths(compress: Any, tmp_path: Path) -> None:
    path = tmp_path / "warc.paths"
    path.write_bytes(compress(b"crawl-data/a.warc.gz\ncrawl-data/b.warc.gz\n\n"))
    assert read_paths(str(path), "s3://commoncrawl/") == [
        "s3://commoncrawl/crawl-data/a.warc.gz",
        "s3://commoncrawl/crawl-data/b.warc.gz",
    ]


LISTS = {
    "CRLF": (b"a.warc\r\nb.warc\r\n", ["a.warc", "b.warc"]),
    "CR": (b"a.warc\rb.warc", ["a.warc", "b.warc"]),
    "white space": (b"  a b.warc\t\n \n", ["a b.warc"]),
    "a byte order mark": ("\ufeffa.warc\nb.warc".encode(), ["a.warc", "b.warc"]),
    "characters that end no line": ("a\x85b\u2028c\x0bd.warc".encode(), ["a\x85b\u2028c\x0bd.warc"]),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_path_is_a_line_of_a_list(name: str, tmp_path: Path) -> None:
    data, paths = LISTS[name]
    (tmp_path / "list").write_bytes(data)
    assert read_paths(str(tmp_path / "list")) == paths


def test_dask_runs_the_same_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("dask", reason="dask is not installed: pip install 'absolutize[test-scale]'")
    monkeypatch.chdir(tmp_path)
    assert assert_program_gives_what_it_says(DOCS / "spark.md") == 1
