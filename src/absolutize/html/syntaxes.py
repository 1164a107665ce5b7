"""The syntaxes that a value of `links.LINKS` can have, each with its splitter."""

from collections.abc import Callable, Mapping

from absolutize.html import css, lists, metadata, refresh, scripts, sheets
from absolutize.html.notation import Piece

MARKUP = "markup"
"""The one syntax without a splitter: a document in a value, scanned like any other."""


def url(text: str) -> list[Piece]:
    """One URL: the value as it stands."""
    return [Piece(0, len(text))]


SYNTAXES: Mapping[str, Callable[[str], list[Piece] | None]] = {
    "url": url,
    "urls": lists.urls,
    "comma-urls": lists.comma_urls,
    "semicolon-urls": lists.semicolon_urls,
    "srcset": lists.srcset,
    "curie": lists.curie,
    "refresh": refresh.refresh,
    "report-uri": refresh.report_uri,
    "pinned-site": metadata.pinned_site,
    "url-or-none": metadata.url_or_none,
    "url-or-name": metadata.url_or_name,
    "declarations": css.declarations,
    "stylesheet": sheets.stylesheet,
    "url-or-css": css.url_or_css,
    "import-map": scripts.import_map,
    "speculation-rules": scripts.speculation_rules,
    "json-ld": scripts.json_ld,
}
"""Where the references of a value stand, character references decoded; ``None``: it cannot be read."""

CSS = frozenset({"declarations", "stylesheet"})
"""Those whose references all stand behind a parenthesis or an ``@import``."""
