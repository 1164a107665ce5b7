"""Text for lxml, which refuses some characters: in their place, what browsers read alike.

It does not know references. Used by `scrapy.reading`, `trees.references` and `trees.rewriter`.
"""

from absolutize.html.link_table.rows import Row
from absolutize.html.values import lists, placeholders
from absolutize.html.values.syntaxes import CSS, MARKUP
from absolutize.patterns import compile_regex

# XML 1.0, production 2, Char: what it leaves out
_REFUSED = compile_regex("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# ... or discourages
_NOT_XML = compile_regex("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WITH_CSS = CSS | {"url-or-css"}
# Elements in which character references are not decoded
_RAW_TEXT = compile_regex(r"(?i:<(?:!--|script|style|xmp|iframe|no(?:embed|frames|script)|plaintext))")


def is_refused(value: str) -> bool:
    """Whether lxml refuses a value."""
    return _REFUSED.search(value) is not None


def percent_encoded(reference: str) -> str:
    """Percent-encode the characters that XML does not allow, or discourages."""
    return _NOT_XML.sub(lists.percent_encode, reference)


_FORM_FEED = compile_regex(r"\r*+\f")  # with the line ends that a line feed behind them would be joined to


def outside_references(value: str, row: Row) -> str:
    """Replace the characters that lxml refuses in a value, whose references hold none of them.

    In CSS, tokens stay what they are: a form feed becomes a line feed, another control character U+007F.
    Elsewhere a form feed becomes a space; any other a character reference in a document, or else the
    replacement character. A value with a placeholder stays, and so does a document with raw text in it.
    """
    if placeholders.has_placeholder(value):
        return value
    if row.syntax in _WITH_CSS:
        value = _FORM_FEED.sub(lambda match: "\n" * len(match[0]), value)
        return _REFUSED.sub(lambda match: "\x7f" if "\0" < match[0] < " " else "\ufffd", value)
    value = value.replace("\f", " ")
    if row.syntax != MARKUP:
        return _REFUSED.sub("\ufffd", value)
    if _RAW_TEXT.search(value):
        return value
    return _REFUSED.sub(lambda match: f"&#{ord(match[0])};", value)
