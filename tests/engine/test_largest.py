"""A document whose rewrite would be too large is refused before all the documents in its values are read."""

from __future__ import annotations

import pytest

from absolutize.edits import TooLargeError
from absolutize.engine import rewriter
from absolutize.html.document import reading
from absolutize.options import Context, Policies

HUNDREDFOLD = f"<base href=http://h/{'b' * 1000}/>{'<a href=x>' * 100}"  # becomes 100,000 bytes larger
FRAMES = f'<iframe srcdoc="{HUNDREDFOLD}"></iframe>' * 20
DOCUMENTS: dict[str, bytes | str] = {
    "bytes": FRAMES.encode(),
    "text": FRAMES,
    "UTF-16": f"\ufeff{FRAMES}".encode("utf-16-le"),
    "in one more": f"<iframe srcdoc='{FRAMES}'></iframe>".encode(),
}
ROOM = 350_000


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_more_is_read_once_a_document_is_too_large(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    document = DOCUMENTS[name]
    read: list[bytes] = []
    scan = reading.scan

    def scan_and_note(data: bytes, **options: object) -> object:
        read.extend([data] * data.startswith(b"<base"))
        return scan(data, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(reading, "scan", scan_and_note)
    context, policies = Context("http://h/"), Policies(largest=len(document) + ROOM)
    with pytest.raises(TooLargeError):
        rewriter.rewrite_document(document, context, policies)
    assert 0 < len(read) < len(FRAMES) / len(HUNDREDFOLD) / 2
    assert len(rewriter.rewrite_document(document, context, Policies()).document) > policies.largest
