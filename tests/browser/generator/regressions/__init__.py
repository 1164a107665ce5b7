"""Documents that once failed, each judged like a generated one."""

from __future__ import annotations

from tests.browser.generator.document import Document
from tests.browser.generator.regressions.css import CSS
from tests.browser.generator.regressions.encodings import ENCODINGS
from tests.browser.generator.regressions.json_texts import JSON_TEXTS
from tests.browser.generator.regressions.trees import TREES
from tests.browser.generator.regressions.urls import URLS

REGRESSIONS: dict[str, list[Document]] = {**URLS, **TREES, **CSS, **JSON_TEXTS, **ENCODINGS}
"""By what they show."""
