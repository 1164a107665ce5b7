"""Time grows linearly with WARC records and with lines of their indexes, however hostile they are."""

from collections import deque
from collections.abc import Callable
from functools import partial

import pytest

from absolutize.containers.source import from_chunks
from absolutize.containers.zip.cdxj import lines_of
from tests.slow.linear.test_pages import Make, assert_linear, runs
from tests.support.archives import PAGE, http, record, response, zst
from tests.support.inside import absolute

MESSAGE = "Content-Type: application/http; msgtype=response"
LINE_ENDS = b"\r\n\r\n"


def messages(block: Callable[[int], bytes]) -> Make:
    """A function that makes a file of one response, given the number of units in its block."""
    return lambda count: record("response", block(count), MESSAGE)


INPUTS: dict[str, Make] = {
    "a line without a colon": messages(lambda count: http(PAGE, "a" * count)),
    "a line without a colon, of words": messages(lambda count: http(PAGE, "a " * count)),
    "a line without a colon behind a colon": messages(lambda count: http(PAGE, ":" + "a" * count)),
    "lines without a colon": messages(lambda count: http(PAGE, "a\r\n" * count + "b")),
    "a line of colons": messages(lambda count: http(PAGE, ":" * count)),
    "a line of spaces": messages(lambda count: http(PAGE, " " * count)),
    "a field of spaces": messages(lambda count: http(PAGE, "a:" + " " * count)),
    "a field, folded": messages(lambda count: http(PAGE, "a:" + "\r\n b" * count)),
    "a line without a colon, and no HTML": messages(lambda count: http(PAGE, "a" * count, media="image/png")),
    "no blank line": messages(lambda count: http(b"a" * count).replace(LINE_ENDS, b"\r\n")),
    "no blank line, and words": messages(lambda count: http(b"a " * count).replace(LINE_ENDS, b"\r\n")),
    "no blank line, and lines": messages(lambda count: http(b"a\r\n" * count).replace(LINE_ENDS, b"\r\n")),
    "lengths": messages(lambda count: http(PAGE, *(f"Content-Length: {n}" for n in range(count // 20)))),
    "a list of lengths": messages(lambda count: http(PAGE, "Content-Length: 1" + ", 1" * count + "x")),
    "digests": messages(lambda count: http(PAGE, *(f"Digest: md5={n}, a" for n in range(count // 20)))),
    "algorithms": messages(
        lambda count: http(PAGE, "Digest:" + ",".join(f"a{n}=b" for n in range(count // 5)))
    ),
    "a digest of commas": messages(lambda count: http(PAGE, "Digest:" + " ," * count)),
    "spellings of an algorithm": messages(
        lambda count: http(PAGE, "Digest:" + ",-sha-2-5-6-=" * (count // 10))
    ),
    "digests of the record": lambda count: record(
        "response", http(PAGE), MESSAGE, *(f"WARC-Payload-Digest: sha1:{n}" for n in range(count // 30))
    ),
    **{
        f"a Content-Type of {unit!r}": messages(
            lambda count, unit=unit: http(PAGE, media="text/html" + unit * (count // len(unit)))
        )
        for unit in (
            ";",
            "; a=b",
            ';a="',
            ";charset=",
            ';charset="\\',
            ",",
            ", a/b",
            '"',
            "\\",
            " ;",
            "/",
            "=",
        )
    },
    "frames that are skipped": lambda count: zst(response(PAGE)) + b"P*M\x18\0\0\0\0" * (count // 8),
    "beginnings of frames": lambda count: zst(response(PAGE)) + b"x" + b"P*M\x18\0\0\0\1" * (count // 8),
    "a line without a colon in the head of the record": lambda count: record(
        "response", http(PAGE), MESSAGE, "a" * count
    ),
}


@pytest.mark.parametrize("make", INPUTS.values(), ids=INPUTS)
def test_time_grows_as_the_record_does(make: Make) -> None:
    assert_linear(lambda data: absolute(data, "x.warc", "http://u/"), make)


PIECE = 16  # bytes that are read at once

LINES: dict[str, Make] = {
    "one line": runs(b"a", b"{", b"}\n"),
    "one line that does not end": runs(b"a"),
    "lines": runs(b"a\n"),
    "line ends": runs(b"\n"),
    "returns": runs(b"\r"),
    "one line behind a return": runs(b"a", b"x" * (PIECE - 1) + b"\r"),
}


@pytest.mark.parametrize("make", LINES.values(), ids=LINES)
def test_time_grows_as_the_index_does(make: Make) -> None:
    def read(data: bytes) -> None:
        deque(lines_of(data[start : start + PIECE] for start in range(0, len(data), PIECE)), 0)

    assert_linear(read, make)


def test_time_grows_as_a_piece_of_a_stream_does() -> None:
    """Zstandard makes pieces of 32 MB, which are read through a small buffer."""

    def read(data: bytes) -> None:
        pieces = iter([data])
        deque(iter(partial(from_chunks(lambda: next(pieces, b""), "").file.read, PIECE << 10), b""), 0)

    assert_linear(read, lambda count: bytes(count << 13))
