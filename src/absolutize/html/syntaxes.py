"""The syntaxes that a value of `links.LINKS` can have, each with its splitter."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from absolutize.html import css, lists, metadata, refresh, scripts, sheets
from absolutize.html.notation import Piece

MARKUP = "markup"
"""The one syntax without a splitter: a document in a value, scanned like any other."""


def url(text: str) -> list[Piece]:
    """One URL: the value as it stands."""
    return [Piece(0, len(text))]


Splitter = Callable[[str], Iterable[Piece] | None]

SYNTAXES: Mapping[str, Splitter] = {
    "url": url,
    "urls": lists.urls,
    "comma-urls": lists.comma_urls,
    "semicolon-urls": lists.semicolon_urls,
    "srcset": lists.srcset,
    "curie": lists.curie,
    "refresh": refresh.refresh,
    "report-uri": refresh.security_policy,
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
"""Where the references of a value stand, character references decoded; ``None``: it cannot be read.

A placeholder of a template is never cut in two.
"""

AS_WRITTEN: Mapping[str, Splitter] = {
    **SYNTAXES,
    "urls": partial(lists.urls, mask=str),
    "comma-urls": partial(lists.comma_urls, mask=str),
    "semicolon-urls": partial(lists.semicolon_urls, mask=str),
    "srcset": partial(lists.srcset, mask=str),
    "pinned-site": partial(metadata.pinned_site, mask=str),
    "url-or-name": partial(metadata.url_or_name, mask=str),
}
"""The same for browsers, to which a placeholder is text like any other."""

JSON = frozenset({"import-map", "speculation-rules", "json-ld"})
"""Those whose references are read in UTF-8, whatever the document is in."""

CSS = frozenset({"declarations", "stylesheet"})
"""Those whose references all stand behind a parenthesis or an ``@import``."""
