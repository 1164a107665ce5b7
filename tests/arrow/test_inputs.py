"""Tables from other programs: wrong types are refused by name, and a problem in a row is in its row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.archives import URL, gz, response

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'absolutize[arrow]'")
parquet = pytest.importorskip("pyarrow.parquet")
from absolutize import arrow  # noqa: E402
from absolutize.arrow import inputs  # noqa: E402

PAGE = b"<a href=x>x</a>"
TARGET = "http://h/d/x"


def listed(**columns: Any) -> list[dict[str, Any]]:
    batches = pa.table(columns).to_batches()
    return [row for batch in arrow.links(batches) for row in batch.to_pylist()]


def invalid(data: bytes) -> Any:
    """Make a column of text with invalid UTF-8, as casts in Spark can make."""
    offsets = pa.py_buffer((0).to_bytes(4, "little") + len(data).to_bytes(4, "little"))
    return pa.Array.from_buffers(pa.string(), 1, [None, offsets, pa.py_buffer(data)])


REFUSED = {
    "a number as a URL": ({"url": [5]}, "column 'url' must be text, not int64"),
    "a number as a charset": ({"charset": [8]}, "column 'charset' must be text, not int64"),
    "a list as content": ({"content": [[1]]}, "column 'content' must be text or binary, not list<"),
    "numbers as headers": ({"headers": [7]}, "column 'headers' must be a map, a list or text, not int64"),
    "a number as a path": ({"path": [3]}, "column 'path' must be text, not int64"),
    "a text as an offset": ({"start": ["a"]}, "column 'start' must be a whole number, not string"),
    "a number of pandas": ({"stop": [5.0]}, "column 'stop' must be a whole number, not double"),
    "a text as an archive": ({"archive": ["x"]}, "column 'archive' must be binary, not string"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_column_of_a_wrong_type_is_refused(name: str) -> None:
    columns, message = REFUSED[name]
    with pytest.raises(TypeError) as refused:
        listed(**{"content": [PAGE], **columns})
    assert str(refused.value).startswith(message)


def test_a_column_twice_is_refused() -> None:
    batch = pa.RecordBatch.from_arrays([pa.array([PAGE])] * 2, names=["content", "content"])
    with pytest.raises(ValueError, match=r"^there are 2 columns 'content'$"):
        list(arrow.links([batch]))


LISTS = pa.map_(pa.string(), pa.list_(pa.string()))
TAKEN = {
    "text": {"content": [PAGE.decode()]},
    "a dictionary": {"content": pa.array([PAGE.decode()]).dictionary_encode()},
    "large binary": {"content": pa.array([PAGE], pa.large_binary())},
    "binary view": {"content": pa.array([PAGE], pa.binary_view())},
    "a URL as bytes": {"url": [URL.encode()]},
    "a charset as bytes": {"charset": [b"utf-8"]},
    "a media type with capitals": {"media_type": ["Text/HTML"]},
    "a whole Content-Type as the media type": {"media_type": ["Text/HTML; charset=UTF-8"]},
    "an unknown charset": {"charset": ["klingon-8"]},
    "a null as charset": {"charset": pa.array([None], pa.null())},
    "headers as lines": {"headers": [["Content-Type: text/html", "a: b"]]},
    "headers as bytes": {"headers": [b"Content-Type: text/html"]},
    "a null among headers": {"headers": [[None]]},
    "a field without a value": {"headers": [[["Content-Type", None]]]},
    "values in lists": {"headers": pa.array([[("Content-Type", ["text/html"]), ("a", ["b", None])]], LISTS)},
    "values in a struct of lists": {"headers": [{"Content-Type": ["text/html", "x"]}]},
    "numbers as values": {"headers": pa.array([[("Content-Length", 5)]], pa.map_(pa.string(), pa.int32()))},
    "a field of three": {"headers": [[["a", "b", "c"]]]},
    "headers as a struct of all": {"headers": [{"Content-Type": "text/html", "Vary": None}]},
    "a column that is not read": {"index": [7]},
    "no UTF-8 in lines": {"headers": pa.ListArray.from_arrays([0, 1], invalid(b"a: \xff"))},
    "no UTF-8 in a map": {"headers": pa.MapArray.from_arrays([0, 1], pa.array(["a"]), invalid(b"\xff"))},
    "no UTF-8 in a struct": {"headers": pa.StructArray.from_arrays([invalid(b"\xff")], ["a"])},
    "no UTF-8 in a dictionary": {"charset": pa.DictionaryArray.from_arrays(pa.array([0]), invalid(b"\xff"))},
}


@pytest.mark.parametrize("name", TAKEN)
def test_a_column_of_another_form_is_read(name: str) -> None:
    found = listed(**{"content": [PAGE], "url": [URL], **TAKEN[name]})
    assert [(row["target"], row["failure"]) for row in found] == [(TARGET, None)]


NO_BASE = {
    "null": (pa.array([None], pa.string()), None),
    "of type null": (pa.array([None], pa.null()), None),
    "no URL": (["not a url"], "not a url"),
    "no host": (["http://[::1/"], "http://[::1/"),
    "empty": ([""], None),
    "no UTF-8": (invalid(b"h\xff"), "h\ufffd"),
}


@pytest.mark.parametrize("name", NO_BASE)
def test_a_url_that_is_none_gives_rows_without_targets(name: str) -> None:
    url, shown = NO_BASE[name]
    found = listed(content=[PAGE], url=url)
    assert [(row["url"], row["target"], row["failure"]) for row in found] == [(shown, None, None)]


FAILED = {
    "content of null": ({"content": pa.array([None], pa.binary())}, "no-content", "the content is null"),
    "an archive of null": ({"archive": pa.array([None], pa.binary())}, "no-content", "the content is null"),
    "a path of null": ({"path": pa.array([None], pa.string())}, "no-access", "the path is null"),
    "a directory": ({"path": ["/"]}, "no-access", "Is a directory"),
    "a path with NUL": ({"path": ["a\0b"]}, "no-access", "ValueError: embedded null byte"),
    "an offset below 0": ({"path": ["/etc/passwd"], "start": [-1]}, "no-access", "Invalid argument"),
    "failed before": (
        {"content": pa.array([None], pa.binary()), "failure": ["f"], "message": ["m"]},
        "f",
        "m",
    ),
}


@pytest.mark.parametrize("name", FAILED)
def test_what_cannot_be_read_is_a_row_with_a_failure(name: str) -> None:
    columns, failure, message = FAILED[name]
    assert [(row["failure"], row["message"]) for row in listed(**columns)] == [(failure, message)]


def test_an_error_in_a_row_ends_no_job(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Any) -> Any:
        raise RuntimeError("broken")

    monkeypatch.setattr(inputs, "_fields", broken)
    found = listed(content=[PAGE], path=["p"])
    assert [(row["path"], row["failure"], row["message"]) for row in found] == [
        ("p", "internal-error", "RuntimeError: broken")
    ]


def test_no_rows_give_no_rows() -> None:
    assert listed(content=pa.array([], pa.binary())) == []


def test_a_table_of_archives() -> None:
    """Archives as values, next to documents; one that is no archive is read as a document."""
    whole = gz(response(PAGE, uri="http://h/1/"), response(PAGE, uri="http://h/2/"))
    found = listed(
        path=["a", "b", "c"], archive=[whole, PAGE, None], content=[None, None, PAGE], url=[None, None, URL]
    )
    assert [(row["path"].partition("!")[0], row["target"]) for row in found] == [
        ("a", "http://h/1/x"),
        ("a", "http://h/2/x"),
        ("b", None),
        ("c", TARGET),
    ]


NO_DOCUMENT = ["image/png", "Image/PNG; a=b", "html", "*/*"]


@pytest.mark.parametrize("media", NO_DOCUMENT)
def test_a_content_of_another_media_type_has_no_links(media: str) -> None:
    assert listed(content=[PAGE], url=[URL], media_type=[media]) == []


def test_every_value_of_a_header_field_counts() -> None:
    """The charset is that of the first value that has one, as where each value is on a separate line."""
    headers = pa.array([[("Content-Type", ["text/html", "text/html;charset=koi8-r"])]], LISTS)
    (found,) = listed(content=[b"<a href='?\xc1'>"], url=[URL], headers=headers)
    (lines,) = listed(
        content=[b"<a href='?\xc1'>"],
        url=[URL],
        headers=["Content-Type: text/html\r\nContent-Type: text/html;charset=koi8-r"],
    )
    assert found == lines


def parquet_file(path: Path, columns: dict[str, Any]) -> list[dict[str, Any]]:
    parquet.write_table(pa.table(columns), path)
    batches = arrow.archive_batches([str(path)])
    return [row for batch in arrow.links(batches) for row in batch.to_pylist()]


def test_a_parquet_file_is_read_by_its_path(tmp_path: Path) -> None:
    """The file has documents, in the same columns as a table."""
    columns = {"content": [PAGE, None], "url": [URL, "http://h/gone"]}
    assert parquet_file(tmp_path / "a.parquet", columns) == listed(**columns)


NO_DOCUMENTS = "a Parquet file is read whose documents are in a column 'content' or 'archive'"
REFUSED_FILES = {
    "of other columns": ("a.parquet", {"path": ["x"]}, "no-content", NO_DOCUMENTS),
    "of another name": (
        "a",
        {"content": [PAGE]},
        "no-access",
        "ValueError: a file of Parquet: rename it so that its name ends with .parquet",
    ),
}


@pytest.mark.parametrize("name", REFUSED_FILES)
def test_a_parquet_file_that_cannot_be_read_is_a_failure(name: str, tmp_path: Path) -> None:
    called, columns, failure, message = REFUSED_FILES[name]
    found = parquet_file(tmp_path / called, columns)
    assert [(row["failure"], row["message"]) for row in found] == [(failure, message)]


def test_a_damaged_parquet_file_is_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1 and nothing else")
    (found,) = (row for each in arrow.links(arrow.archive_batches([str(path)])) for row in each.to_pylist())
    assert found["failure"] == "no-access"
    assert found["message"].startswith("ArrowInvalid: ")


WRONG_SPLITS = {
    "negative": (-5, ValueError, "split_bytes must be at least 0, not -5"),
    "a text": ("5000", TypeError, "split_bytes must be an int, not str"),
    "no whole number": (5000.5, TypeError, "split_bytes must be an int, not float"),
}


@pytest.mark.parametrize("name", WRONG_SPLITS)
def test_a_wrong_size_of_pieces_is_refused(name: str) -> None:
    size, error, message = WRONG_SPLITS[name]
    with pytest.raises(error) as refused:
        arrow.archive_batches(["a.warc"], split_bytes=size)
    assert str(refused.value) == message


@pytest.mark.parametrize("stop", [0, 10])
def test_a_piece_may_have_no_start(stop: int, tmp_path: Path) -> None:
    """It begins with the file, and has the records that begin before its stop."""
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gz(*(response(PAGE, uri=f"http://h/{number}/") for number in range(3))))
    found = listed(path=[str(path)], start=pa.array([None], pa.int64()), stop=[stop])
    assert [row["target"] for row in found] == ["http://h/0/x"][: stop > 0]


def grown(base: int, count: int) -> bytes:
    return b"<base href=http://h/" + b"b" * base + b"/>" + b"<a href=x>" * count


def test_a_document_that_would_become_too_large_is_a_failure() -> None:
    batches = pa.table({"content": [grown(1000, 1000), grown(10, 10)]}).to_batches()
    found = [row for each in arrow.rewrite(batches, max_bytes=100_000) for row in each.to_pylist()]
    assert [(row["failure"], row["message"]) for row in found] == [
        ("too-large", "too large to be read (would become over 100000 bytes): skipped"),
        (None, None),
    ]
    assert len(found[1]["content"]) == len(grown(10, 10)) + 10 * len("http://h/bbbbbbbbbb/")


LIMITED = {  # a document, the most bytes it may have, and whether it becomes too large
    "UTF-16, which grows by two bytes a character": (
        ("\ufeff<base href='http://e.com/" + "a" * 300 + "/'><a href=x>").encode("utf-16-le"),
        1000,
        True,
    ),
    "UTF-16, which UTF-8 would need more bytes for": (
        ("\ufeff<a href=x>" + "\u6f22" * 300).encode("utf-16-le"),
        800,
        False,
    ),
    "as many bytes as there may be": (PAGE, len(PAGE) + len("http://h/d/"), False),
    "one more": (PAGE, len(PAGE) + len("http://h/d/") - 1, True),
}


@pytest.mark.parametrize("name", LIMITED)
def test_what_a_document_becomes_is_measured_as_it_is_written(name: str) -> None:
    document, largest, is_too_large = LIMITED[name]
    batches = pa.table({"content": [document], "url": [URL]}).to_batches()
    (found,) = (row for each in arrow.rewrite(batches, max_bytes=largest) for row in each.to_pylist())
    assert found["failure"] == ("too-large" if is_too_large else None)


def test_other_columns_of_a_parquet_file_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    class File(parquet.ParquetFile):  # type: ignore[misc] # pyarrow has no types
        def iter_batches(self, size: int, columns: list[str]) -> Any:
            asked.append((size, columns))
            return super().iter_batches(size, columns=columns)

    monkeypatch.setattr(inputs, "ParquetFile", File)
    found = parquet_file(tmp_path / "a.parquet", {"raw": [b"x"], "content": [PAGE], "url": [URL]})
    assert [row["target"] for row in found] == [TARGET]
    assert asked == [(1, ["content", "url"])]
