"""A rewrite and its restoration give the original bytes of every page, also with the record as JSON."""

from __future__ import annotations

import pytest

from absolutize.engine import rewriter
from absolutize.options import Context, Policies
from absolutize.storage import undo_record

from .pages import Page

POLICIES = {
    "as it comes": Policies(),
    "all that can be": Policies(
        same_document="resolve",
        base_element="remove",
        placeholders="resolve",
        presets=("lazy-loading", "json-ld", "flash", "amp"),
    ),
}


@pytest.mark.parametrize("policies", POLICIES.values(), ids=POLICIES)
def test_rewrite_and_restore_is_the_identity(page: Page, policies: Policies) -> None:
    before = page.data
    result = rewriter.rewrite_document(
        before, Context(page.url, charset=page.transport), policies, recorded=True
    )
    assert isinstance(result.document, bytes)
    record = undo_record.record_of(page.id, None, before, result.document, result.edits)
    assert len(record.changes) == len(result.edits)
    (read,) = undo_record.read_records(undo_record.record_line(record))
    assert read == record
    assert undo_record.restore_original(result.document, read) == before
