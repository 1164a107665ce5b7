"""WAT is compared with the links of a document in time in proportion to the document."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import pytest

from absolutize.arrow.wat_comparison import compare_wat
from tests.support.archives import response
from tests.support.timing import assert_linear

DATA = "data:image/png;base64,"
PAGES = {
    "no comment": lambda number: (b"<a href=/%d>x</a>\n" % number, None),
    "comments": lambda number: (b"<!--[if IE]><a href=/%d><![endif]-->" % number, None),
    "data: URLs": lambda number: (b"<img src=%s%d>" % (DATA.encode(), number), ("IMG@/src", DATA)),
}


@pytest.mark.parametrize("name", PAGES)
def test_time_is_linear(name: str, tmp_path: Path) -> None:
    def compare(parts: Sequence[tuple[bytes, tuple[str, str] | None]]) -> None:
        page = b"<!DOCTYPE html>" + b"".join(markup for markup, _ in parts)
        listed = [{"path": link[0], "url": link[1]} for _, link in parts if link is not None]
        html = {"HTTP-Response-Metadata": {"HTML-Metadata": {"Links": listed}}}
        header = {"WARC-Target-URI": "http://h/"}
        envelope = {"WARC-Header-Metadata": header, "Payload-Metadata": html}
        (tmp_path / "a.warc").write_bytes(response(page, uri="http://h/"))
        (tmp_path / "a.wat").write_text(json.dumps({"Envelope": envelope}) + "\n", "utf-8")
        deque(compare_wat(str(tmp_path / "a.warc"), str(tmp_path / "a.wat")), 0)

    assert_linear(compare, lambda count: [PAGES[name](number) for number in range(count)])
