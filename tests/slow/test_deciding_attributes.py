"""Every link that is listed as rewritten is rewritten, for every attribute that affects the decision."""

from hypothesis import given, settings
from hypothesis import strategies as st

from absolutize.engine import rewriter
from absolutize.options import Context, Policies
from tests.html.link_table.test_deciding_attributes import (
    BASE_INDEPENDENT,
    CONDITIONED,
    URL,
    conditioned,
    rewritten_links,
)
from tests.html.tokenizer.test_scanner import FOREIGN, MARKUP
from tests.slow.test_fast_path import VALUES
from tests.support.extent import extent

PARTS = [
    *VALUES,
    *MARKUP,
    *FOREIGN,
    *BASE_INDEPENDENT.values(),
    *(conditioned(row, f"'{first(max(row.when.values))}'") for row in CONDITIONED if row.when
      for first in (lambda value: value, lambda value: f"&#{ord(value[0])};{value[1:]}")),
]  # fmt: skip


@settings(max_examples=extent(500, 5000), deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=14).map("".join))
def test_what_is_listed_as_rewritten_is_rewritten(markup: str) -> None:
    """There are as many edits as links listed as rewritten, and a second rewrite has none."""
    document = markup.encode()
    result = rewriter.rewrite_document(document, Context(URL), Policies())
    assert result.changes == len(rewritten_links(document))
    assert isinstance(result.document, bytes)
    assert rewriter.rewrite_document(result.document, Context(URL), Policies()).changes == 0
