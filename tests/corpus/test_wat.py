"""The links of real pages compared with those that Common Crawl's own extractor finds in them."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.arrow.wat import extracted

pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'absolutize[arrow]'")
from absolutize import arrow

CLASS_PATH = os.environ.get("ABSOLUTIZE_WAT_CLASSPATH")
WARC = Path(__file__).parents[3] / "shared/corpus/warc/resiliparse/tests/data/warcfile.warc.gz"
pytestmark = [
    pytest.mark.skipif(
        CLASS_PATH is None, reason="ABSOLUTIZE_WAT_CLASSPATH names no extractor of Common Crawl"
    ),
    pytest.mark.skipif(not WARC.exists(), reason="the corpus is not here"),
]


def test_links_of_real_pages_differ_for_known_reasons(tmp_path: Path) -> None:
    assert CLASS_PATH is not None
    wat = tmp_path / "a.warc.wat"
    wat.write_bytes(extracted(WARC, CLASS_PATH))
    reasons = Counter(each.reason for each in arrow.compare_wat(str(WARC), str(wat)))
    links = sum(1 for _ in arrow.wat_links(str(wat)))
    assert links > 1000
    assert reasons["other"] < links / 100, reasons
    assert sum(reasons.values()) < links / 20, reasons
