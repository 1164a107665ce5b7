"""The content of noscript: raw text where scripts run, markup elsewhere (HTML Standard 4.12.2).

Both readings agree on what is behind it if all that it opens is closed in it; otherwise its content is read
as markup, and what is behind it as where scripts run. It does not know links. Used by
`html.document.base_element`, `html.tokenizer.patterns` and `html.tokenizer.scanner`.
"""

from absolutize.html.grammar.productions import CONTENT, TAG_NAME_END, WHITE_SPACE, letters, one_of, raw_text
from absolutize.patterns import compile_regex

_NAME = "noscript"
_VALUE = r"""(?:"[^"<]*+"|'[^'<]*+'|[^ \t\n\f\r"'<>=`]++)"""
_ATTRIBUTE = rf"{WHITE_SPACE}++[^ \t\n\f\r\"'<>/=]++(?:={_VALUE})?+"
REST_OF_SIMPLE = rf"(?:{_ATTRIBUTE})*+{WHITE_SPACE}*+/?+>"
"""The rest of a start tag in which nothing looks like the end tag of noscript."""

_TEXT = "|".join(f"{letters(name)}{REST_OF_SIMPLE}[^<]*+</{letters(name)}>" for name in ("iframe", "style"))
_OTHERS = one_of((*CONTENT, _NAME, "svg", "math", "frameset"), TAG_NAME_END)
_TAG = f"/?+(?!{_OTHERS})[A-Za-z][A-Za-z0-9:-]*+{REST_OF_SIMPLE}"
_COMMENT = r"!--(?:[^<>\-]++|-(?!-))*+-->"
START_OF_SIMPLE = f"{letters(_NAME)}>(?=[^<]*+(?:<(?:{_TEXT}|{_TAG}|{_COMMENT})[^<]*+)*+</{letters(_NAME)}>)"
"""A noscript start tag whose content closes all that it opens, as markup and as text."""

_CONTENT = compile_regex(raw_text(_NAME).encode())
# What follows in a tag that is open at the end of the content: the end tag, and quotes to close any value
_CLOSING = b"</noscript>\"'>"


def end_of_content(data: bytes, position: int) -> int:
    """Find where the content of a noscript element ends if scripts run."""
    match = _CONTENT.match(data, position)
    return position if match is None else match.end()


def content_of(data: bytes, first: int, last: int) -> bytes:
    """Give the content of a noscript element, and behind it what closes a tag that its end tag cuts off.

    Browsers without scripts read on in such a tag. A tag that the end of input cuts off is no tag to any
    browser.
    """
    return data[first:last] + (_CLOSING if last < len(data) else b"")
