"""Cases for constructs that need more than the one attribute of a row in `rows.ROWS`."""

from __future__ import annotations

from tests.browser.markup import DOCUMENTS, FETCHED, LATE, MARKUP
from tests.browser.references import BASES, REFERENCES
from tests.browser.values import CANDIDATES, DECLARATIONS, REFRESHES, SCRIPTS, STYLE_SHEETS

CONSTRUCTS = [
    *REFERENCES,
    *BASES,
    *MARKUP,
    *DOCUMENTS,
    *FETCHED,
    *LATE,
    *CANDIDATES,
    *REFRESHES,
    *DECLARATIONS,
    *STYLE_SHEETS,
    *SCRIPTS,
]
