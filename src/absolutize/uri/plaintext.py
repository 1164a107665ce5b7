"""Find URI references in running text (RFC 2396, appendices E and F).

Delimiters are angle brackets, double quotes and white space; letters of all scripts count as part of a URI.
It does not know rule sets, and searches a text only once. Used by `absolutize` and `cli.commands.text`.
"""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from absolutize.calls import UrlObject, check_calls
from absolutize.patterns import compile_regex
from absolutize.uri.reference import SCHEME


class TextReference(NamedTuple):
    """A reference that was found in running text.

    Attributes:
        start: Offset of its first character in the text, from 0, without delimiters and "URL:".
        stop: Offset behind its last character.
        raw: The text between the two offsets.
        reference: The same without white space that broke it, and with "http://" if it was abbreviated.
        alternative: The reference without a hyphen at the end of a line, if it had one there. Default: None.

    Source: RFC 2396 appendices E and F.
    """

    start: int
    stop: int
    raw: str
    reference: str
    alternative: str | None = None


NAMED_SCHEMES = ("mailto", "news", "nntp", "mid", "cid", "urn")
"""The schemes whose references need no "//" to be found; with other schemes "//" is needed.

In angle brackets any absolute URI is found, if no white space breaks it.
"""

# E: "The prefix "URL:" (with or without a trailing space)"
_PREFIX = r"(?i:URL:\s?)?+"
_WORD = r"(?<![A-Za-z0-9+.\-])"
_OPAQUE = rf"(?i:{'|'.join(NAMED_SCHEMES)}):(?=\S)"
_SCHEME = SCHEME.replace("*", "*+")
_NAME = rf"(?:{_SCHEME}://|{_OPAQUE}|(?i:file):(?=/))"
_BROKEN_NAME = rf"(?:{_SCHEME}:\s*+//|{_OPAQUE})"
_HOST = r"(?i:www)\.[A-Za-z0-9\-]++(?:\.[A-Za-z0-9\-]++)++"
# In brackets or quotes, white space may break a reference; outside of them it ends at the first character
# that no URI has, except for a line break behind a hyphen
_WHOLE = rf'{_SCHEME}:[^<>"\s]++\s*+>'
_BRACKETED = (
    rf"<\s*+(?:(?P<forced>(?i:URL:)\s*+)|(?={_BROKEN_NAME}|{_HOST}|{_WHOLE}))"
    r'(?P<bracketed>[^<>"]++)>'
)
_OPENING = r'(?<![\w.,;:!?)\]])"'  # behind text or punctuation, a quote is a closing one
_QUOTED = rf'{_OPENING}\s*+{_PREFIX}(?={_BROKEN_NAME}|{_HOST})(?P<quoted>[^<>"]++)"'
_CHARACTER = r"(?!\]\()[\w;/?:@&=+$,\-.!~*'()%#\[\]]"  # "](" is between text and link in Markdown
_ENDS = r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"  # line ends, as in `str.splitlines`
_BLANK = rf"[^\S{_ENDS}]*+"
_BROKEN = rf"(?<=-){_BLANK}(?:\r\n|[{_ENDS}]){_BLANK}(?!{_NAME}|{_HOST})(?=[\w/])(?:{_CHARACTER})++"
_BEHIND_HOST = rf"(?=[/?#:.,;!)\]]|(?!{_CHARACTER}))"
# A scheme begins with a letter, so that "+http://a" is a plus and a reference
_FREE = (
    rf"{_WORD}[0-9+.\-]*+{_PREFIX}"
    rf"(?P<free>(?:{_NAME}|{_WORD}{_HOST}{_BEHIND_HOST})(?:{_CHARACTER})*+(?:{_BROKEN})*+)"
)
_REFERENCE = compile_regex(f"{_BRACKETED}|{_QUOTED}|{_FREE}")
_ABBREVIATED = compile_regex(_HOST)

# E speaks of "punctuation marks that might be mistaken for part of the URI".
_PUNCTUATION = ".,;:!?'"
_CLOSING = {")": "(", "]": "["}
_SPACE = compile_regex(r"\s++")
_BROKEN_AFTER_HYPHEN = compile_regex(rf"-{_BLANK}[{_ENDS}]\s*+")


@check_calls
def references_in(text: str, base: str | UrlObject | None = None) -> Iterator[TextReference]:
    """Find the URI references in running text, such as a message.

    Args:
        text: The text.
        base: URI of the context; if given, "www.w3.org/x" is a relative path and not found. Default: None.

    Returns:
        An iterator over the references, in the order of the text.

    Raises:
        TypeError: An argument has the wrong type.

    Source: RFC 2396 appendices E and F.
    """
    for match in _REFERENCE.finditer(text):
        group = match.lastgroup or ""
        raw = match[group].rstrip() if group != "free" else _without_emphasis(match)
        abbreviated = _ABBREVIATED.match(raw) is not None
        if abbreviated and base is not None and not match["forced"]:
            continue
        start = match.start(group)
        completed = "http://" if abbreviated and base is None else ""
        yield TextReference(
            start, start + len(raw), raw, completed + _joined(raw), _alternative(raw, completed)
        )


def _joined(raw: str) -> str:
    """E: "The whitespace should be ignored when extracting the URI"; a hyphen at a line's end stays."""
    return _SPACE.sub("", raw)


def _alternative(raw: str, completed: str) -> str | None:
    """E: "should be aware that the hyphen may or may not actually be part of the URI"."""
    without = _BROKEN_AFTER_HYPHEN.sub("", raw)
    return None if without == raw else completed + _joined(without)


def without_punctuation(raw: str) -> str:
    """Leave off punctuation that ends the sentence; a closing bracket only if it was not opened within."""
    stop = len(raw)
    surplus = {closing: raw.count(closing) - raw.count(opening) for closing, opening in _CLOSING.items()}
    while stop:
        last = raw[stop - 1]
        if last in _CLOSING and surplus[last] > 0:
            surplus[last] -= 1
        elif last not in _PUNCTUATION:
            break
        stop -= 1
    return raw[:stop]


_EMPHASIS = "*_~"


def _without_emphasis(match: re.Match[str]) -> str:
    """Leave off punctuation, and marks of emphasis that are also in front: ``*http://a/*``."""
    raw = without_punctuation(match["free"])
    marks = takewhile(_EMPHASIS.__contains__, reversed(raw))
    before = map(match.string.__getitem__, range(match.start() - 1, -1, -1))
    count = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(marks, before, strict=False)))
    return without_punctuation(raw[: len(raw) - count]) if count else raw


_TYPED_PREFIX = compile_regex(rf"\s*+{_PREFIX}")


@check_calls
def unwrap(typed: str) -> str:
    """Remove delimiters, the prefix "URL:" and white space from a URI that a user typed.

    Args:
        typed: The text, such as ``<URL: http://a/ b>``.

    Returns:
        The URI reference in it.

    Raises:
        TypeError: The argument is not a str.

    Source: RFC 2396 appendix E.
    """
    inner = typed.strip()
    if (inner[:1], inner[-1:]) in {("<", ">"), ('"', '"')} and len(inner) > 1:
        inner = inner[1:-1]
    return _joined(_TYPED_PREFIX.sub("", inner, count=1))
