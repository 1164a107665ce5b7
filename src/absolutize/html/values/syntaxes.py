"""The table of syntaxes that a value can have, each with the function that finds its references.

It does not know which attribute has which syntax: that is in `link_table.rows.LINKS`. Used by
`engine.lister`, `engine.planner`, `html`, `trees` and `xml`.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from absolutize.answer_cache import AnswerCache
from absolutize.html.values import css, css_bytes, javascript, lists, meta_content
from absolutize.html.values.escaping import Escaping, TextSpan
from absolutize.html.values.json import import_map, json_ld, speculation_rules, web_bundle

# Syntaxes without a splitter
MARKUP = "markup"
"""The syntax of a document in a value, which is scanned like any other."""
UNREADABLE_SYNTAX = "unreadable"
"""The syntax of a value that cannot be read, as for an unknown entity."""
CSS_REFERENCE = "css-reference"
"""The syntax of one reference of a style sheet, as it is spelled between its quotes."""

TEXT_URL = "text-url"
"""The syntax of one URL in the text of an element of XML, with white space around it."""


def url(text: str) -> list[TextSpan]:
    """One URL: the value as it is."""
    return [TextSpan(0, len(text))]


XML_SPACE = " \t\n\r"  # XML 1.0, 2.3


def _url_in_text(text: str) -> list[TextSpan]:
    """One URL, without the white space around it; if there is nothing else, none."""
    kept = text.strip(XML_SPACE)
    start = text.find(kept)
    return [TextSpan(start, start + len(kept))] if kept else []


_IGNORED = Escaping(str, str, code="xml-base-ignored")


def _ignored_base(text: str) -> list[TextSpan]:
    """One URL of an xml:base that gives no base, as browsers ignore it in such a document."""
    return [TextSpan(0, len(text), _IGNORED)]


_COMPUTED = Escaping(str, str, code="placeholder")


def expression(text: str) -> list[TextSpan]:
    """All of an expression that reads another document: which one is known when it is evaluated."""
    return [TextSpan(0, len(text), _COMPUTED)]


SyntaxSplitter = Callable[[str], Iterable[TextSpan] | None]


def _remembering(split: SyntaxSplitter) -> SyntaxSplitter:
    """Remember the references of the latest texts: the pages of a site often have the same ones."""
    return AnswerCache(split, 64, longest=1 << 10).__getitem__


SYNTAXES: Mapping[str, SyntaxSplitter] = {
    "url": url,
    "urls": lists.urls,
    "comma-urls": lists.comma_urls,
    "semicolon-urls": lists.semicolon_urls,
    "srcset": lists.srcset,
    "curie": lists.curie,
    "refresh": meta_content.refresh,
    "report-uri": meta_content.security_policy,  # with each 'self'
    "pinned-site": meta_content.pinned_site,
    "url-or-none": meta_content.url_or_none,
    "url-or-name": meta_content.url_or_name,
    "declarations": css.declarations,
    "stylesheet": css_bytes.sheet_in_text,
    "url-or-css": css.url_or_css,
    "import-map": _remembering(import_map.import_map),
    "speculation-rules": _remembering(speculation_rules.speculation_rules),
    "web-bundle": web_bundle.web_bundle,
    "json-ld": json_ld.json_ld,
    "module": javascript.module_script,
    TEXT_URL: _url_in_text,
    "schema-locations": lists.schema_locations,
    "ignored-base": _ignored_base,
    "expression": expression,
}
"""The splitters, which list the references in a decoded value; ``None``: it cannot be read.

A placeholder of a template is never cut in two.
"""

AS_WRITTEN: Mapping[str, SyntaxSplitter] = {
    **SYNTAXES,
    "urls": partial(lists.urls, mask=str),
    "comma-urls": partial(lists.comma_urls, mask=str),
    "semicolon-urls": partial(lists.semicolon_urls, mask=str),
    "srcset": partial(lists.srcset, mask=str),
    "refresh": partial(meta_content.refresh, placeholders=False),
    "pinned-site": partial(meta_content.pinned_site, mask=str),
    "url-or-name": partial(meta_content.url_or_name, mask=str),
    "declarations": partial(css.declarations, placeholders=False),
    "stylesheet": partial(css_bytes.sheet_in_text, placeholders=False),
    "url-or-css": partial(css.url_or_css, placeholders=False),
    "speculation-rules": partial(speculation_rules.speculation_rules, placeholders=False),
    "schema-locations": partial(lists.schema_locations, mask=str),
}
"""The same for browsers, to which a placeholder is text like any other."""

JSON = frozenset({"import-map", "speculation-rules", "web-bundle", "json-ld"})
"""Syntaxes of data blocks, which are JSON."""

READ_IN_UTF_8 = JSON | {"module"}
"""Syntaxes that are decoded before they are split, as characters are compared; their queries are in UTF-8."""

QUERIES_IN_UTF_8 = READ_IN_UTF_8 | {"declarations"}
"""Syntaxes whose queries are in UTF-8, whatever the document's encoding: also those of CSS in attributes."""

CSS = frozenset({"declarations", "stylesheet"})
"""Syntaxes whose references are all behind a parenthesis or an ``@import``."""

INTERNAL_SYNTAXES = frozenset({TEXT_URL, "schema-locations", "ignored-base", "expression"})
"""Syntaxes that only the rows of this project have: a caller cannot ask for them."""
