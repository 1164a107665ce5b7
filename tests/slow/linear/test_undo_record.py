"""An undo record is written, and applied, in time in proportion to the document."""

from __future__ import annotations

from absolutize.storage import undo_record
from tests.storage.test_undo_record import recorded, through_json
from tests.support.timing import assert_linear


def test_time_is_linear() -> None:
    def undo(document: bytes) -> None:
        after, record = recorded(document)
        assert undo_record.restore_original(after, through_json(record)) == document

    assert_linear(undo, lambda count: b"<a href=x>" * count)
    assert_linear(undo, lambda count: "\ufeff".encode("utf-16") + "<a href=x>".encode("utf-16-le") * count)
