"""The value of a Content-Type in HTTP, read as browsers read it (Fetch Standard, MIME Sniffing Standard 4.4).

In mail it has other rules: `containers.mail.header`. Used by `arguments`, `arrow.inputs`,
`containers.http.header_fields` and `containers.warc.payload`.
"""

import re

from absolutize.answer_cache import AnswerCache
from absolutize.patterns import compile_regex

_TEXT = r'(?:[^"\\]++|\\.)*+\\?+'  # in quotes; these may have no end (Fetch, collect an HTTP quoted string)
_ITEM = compile_regex(rf'(?:[^",]++|"{_TEXT}"?+)++', re.DOTALL)  # of a list, RFC 9110 5.6.1
_BEHIND_MEDIA = compile_regex(r"[ \t\r\n;(]")
# like Chromium, it skips white space in front of a value in quotes, too
_PARAMETER = compile_regex(
    rf';[ \t\r\n]*+([^;=]*+)(?:=[ \t\r\n]*+(?:"({_TEXT})[^;]*+|([^;"][^;]*+))?+)?+', re.DOTALL
)
_ESCAPED = compile_regex(r"\\(.)", re.DOTALL)


def media_type(value: str | None) -> tuple[str, str | None]:
    """Read a Content-Type: the media type in lower case, and the charset if there is one.

    Of a list the last value counts (Fetch, extract a MIME type). If it has no charset, that of an earlier
    value with the same type is kept; values without a type are skipped.
    """
    return _TYPES[value or ""]


def _media_type(value: str) -> tuple[str, str | None]:
    last: tuple[str, str | None] = "", None
    for item in _ITEM.findall(value):
        media = _BEHIND_MEDIA.split(item.strip(" \t\r\n"), 1)[0].lower()
        if "/" in media and media != "*/*":
            charset = _charset(item)
            last = media, last[1] if charset is None and media == last[0] else charset
    return last


_TYPES = AnswerCache(_media_type, 1024)


def _charset(value: str) -> str | None:
    """Give the first charset of a value; a parameter without a value does not count."""
    values = (
        _ESCAPED.sub(r"\1", match[2]) if match[3] is None else match[3].rstrip(" \t\r\n")
        for match in _PARAMETER.finditer(value)
        if match[1].lower() == "charset" and match.lastindex != 1
    )
    return next(values, None)
