"""An undo record is written, and applied, in time in proportion to the document."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import pytest

from absolutize.storage import undo_record
from absolutize.storage.hashing import sha256_hex
from absolutize.storage.undo_record import Record, RecordError, RecordIndex
from tests.storage.test_undo_record import recorded, through_json
from tests.support.timing import assert_linear


def test_time_is_linear() -> None:
    def undo(document: bytes) -> None:
        after, record = recorded(document)
        assert undo_record.restore_original(after, through_json(record)) == document

    assert_linear(undo, lambda count: b"<a href=x>" * count)
    assert_linear(undo, lambda count: "\ufeff".encode("utf-16") + "<a href=x>".encode("utf-16-le") * count)


DOCUMENTS = {
    "changed": lambda number: (b"before %d" % number, b"after %d" % number, b"after %d" % number),
    "restored already": lambda number: (b"before %d" % number, b"after %d" % number, b"before %d" % number),
    "all the same": lambda _: (b"before", b"after", b"after"),
    "of several originals": lambda number: (b"before %d" % number, b"after", b"after"),
    "edited since": lambda number: (b"before %d" % number, b"after %d" % number, b"edited"),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_time_is_linear_in_the_number_of_documents(name: str) -> None:
    """As many documents are looked for as are in the record."""

    def found(documents: Sequence[tuple[bytes, bytes, bytes]]) -> None:
        index = RecordIndex(
            Record(f"{number}.html", f"{number}.html", sha256_hex(before), sha256_hex(after), ())
            for number, (before, after, _) in enumerate(documents)
        )
        for number, (_, _, now) in enumerate(documents):
            with suppress(RecordError):
                index.find(f"{number}.html", now)

    assert_linear(found, lambda count: [DOCUMENTS[name](number) for number in range(count)])
