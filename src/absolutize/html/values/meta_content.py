"""References in the content of META: of a refresh, and of a Content Security Policy.

It knows what the two pragmas mean, and does not know which META has them. Used by `html.values.syntaxes` and
`http.header_links`.
"""

import re
from collections.abc import Callable

from absolutize.html.grammar.character_references import clean, reference_in
from absolutize.html.grammar.productions import IS, WHITE_SPACE, letters
from absolutize.html.values.escaping import NO_ESCAPING, Escaping, TextSpan
from absolutize.html.values.lists import ENTRY, percent_encoding
from absolutize.html.values.placeholders import (
    OPENING,
    PLACEHOLDER,
    before_placeholder,
    mask_placeholders,
)
from absolutize.patterns import compile_regex

# HTML Standard 4.2.5.3, the shared declarative refresh steps, by their numbers

_TIMES = {  # 3 to 8, by whether a placeholder may be in the place of digits
    True: rf"{WHITE_SPACE}*+(?:[0-9]++|(?=\.|{OPENING}))(?:[0-9.]++|{PLACEHOLDER})*+",
    False: rf"{WHITE_SPACE}*+(?:[0-9]++|(?=\.))[0-9.]*+",
}
_SEPARATOR = rf"(?=[ \t\n\f\r;,]){WHITE_SPACE}*+[;,]?+{WHITE_SPACE}*+(?!\Z)"  # 10: behind it is something
_NAME = f"(?:[Uu][Rr][Ll]{IS})?+"  # 11.2 to 11.7: what only begins like it belongs to the URL
_URL = r"""(?:"([^"]*+)|'([^']*+)|(.*+))"""  # 11.8 to 11.10: up to the same quote, or to the end
_REFRESH = {
    placeholders: compile_regex(f"{time}{_SEPARATOR}{_NAME}{_URL}", re.DOTALL)
    for placeholders, time in _TIMES.items()
}

_BEGINNING = rf"""\A[ \t\n\f\r;,"']|\A[Uu](?=[Rr][Ll]{IS})"""  # what would not begin a URL without quotes
_IN_QUOTES = percent_encoding('"')  # every URL parser encodes it, but not an apostrophe
_IN_APOSTROPHES = percent_encoding("'")._replace(requoted=_IN_QUOTES)
_ESCAPINGS = (_IN_QUOTES, _IN_APOSTROPHES, percent_encoding(_BEGINNING))


def refresh(text: str, *, placeholders: bool = True) -> list[TextSpan]:
    """Find the URL that a refresh goes to (HTML Standard 4.2.5.3); a time alone has none.

    It needs no ``url=``. It may be empty, which is the document's base: ``0; url=``. With ``placeholders``, a
    placeholder of a template may be the time.
    """
    match = _REFRESH[placeholders].match(text)
    if match is None or match.lastindex is None:
        return []
    return [TextSpan(*match.span(match.lastindex), _ESCAPINGS[match.lastindex - 1])]


# Content Security Policy Level 3, 2.2 and 6.5.1: a directive that holds more than ASCII counts for nothing

_REPORT_URI = compile_regex(
    rf"(?<![^;,]){WHITE_SPACE}*+report-uri(?={WHITE_SPACE})(?P<value>[\0-+\--:<-\x7f]*+)(?![^;,])",
    re.ASCII | re.IGNORECASE,
)
_SELF = compile_regex(r"(?<=[ \t\n\f\r])'self'(?![^ \t\n\f\r;,])", re.IGNORECASE)
_ORIGIN = Escaping(str, str, "policy-self")
_IN_DIRECTIVE = percent_encoding(r"[ \t\n\f\r;,]|[^\0-\x7f]")


def security_policy(text: str) -> list[TextSpan]:
    """List the URLs of ``report-uri``, and each ``'self'``, which is the origin of the document."""
    urls = report_uri(text)
    starts = {url.start for url in urls}
    origins = (TextSpan(*each.span(), _ORIGIN) for each in _SELF.finditer(text) if each.start() not in starts)
    return sorted([*urls, *origins], key=lambda piece: piece.start)


def report_uri(text: str) -> list[TextSpan]:
    """List the URLs of every ``report-uri`` directive, policies separated by commas (CSP 3, 2.2, 6.5.1).

    Any other directive holds sources, names or tokens, and no reference.
    """
    return [
        TextSpan(*url.span(), _IN_DIRECTIVE)
        for directive in _REPORT_URI.finditer(text)
        for url in ENTRY.finditer(text, *directive.span("value"))
    ]


_URL_NAME = rf"(?:{letters('action')}|{letters('icon')}|{letters('polling')})-{letters('uri')}[2-5]?+"
_PAIR = compile_regex(
    rf"(?<![^;])[ \t\n\f\r]*+{_URL_NAME}{IS}"
    rf"([^ \t\n\f\r;]*+(?:{WHITE_SPACE}++[^ \t\n\f\r;]++)*+)"
)
_IN_PAIR = percent_encoding(r"\A[ \t\n\f\r]|[ \t\n\f\r]\Z|;")


def pinned_site(text: str, mask: Callable[[str], str] = mask_placeholders) -> list[TextSpan]:
    """List the URLs of a task, a badge or a notification: ``action-uri``, ``icon-uri``, ``polling-uri``."""
    return [TextSpan(*match.span(1), _IN_PAIR) for match in _PAIR.finditer(mask(text))]


_NO_REFERENCE = Escaping(str, str, "no-reference")


def url_or_none(text: str) -> list[TextSpan]:
    """One URL, or the word ``none`` (MSDN, msapplication-config)."""
    is_reference = clean(text).lower() != "none"
    return [TextSpan(0, len(text), NO_ESCAPING if is_reference else _NO_REFERENCE)]


_IN_WORDS = compile_regex(r"[^ \t\n\f\r][ \t\n\f\r]++[^ \t\n\f\r]")
_OF_A_URL = compile_regex("[/:.#?]")

_UNLIKE_A_NAME = percent_encoding(WHITE_SPACE)


def url_or_name(text: str, mask: Callable[[str], str] = mask_placeholders) -> list[TextSpan]:
    """One URL, or a name: a text with white space in it, or without a character that only URLs have.

    Open Graph wants the URLs of profiles, and most pages write names. A text that begins with a placeholder
    may be either. Control characters alone are a name: they are no empty value.
    """
    masked_text = mask(text)
    is_name = _IN_WORDS.search(masked_text) is not None or _OF_A_URL.search(masked_text) is None
    begins_with_one = masked_text != text and not before_placeholder(clean(text))
    is_reference = not is_name or not reference_in(text) or begins_with_one
    return [TextSpan(0, len(text), _UNLIKE_A_NAME if is_reference else _NO_REFERENCE)]
