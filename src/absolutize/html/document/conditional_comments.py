"""The conditions of conditional comments: which versions of Internet Explorer read their contents.

They are evaluated as MSDN says (About conditional comments), in linear time however deep they are nested. The
contents of the comments are not read here. Used by `engine`, `html.document` and `trees`.
"""

import operator
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from absolutize.answer_cache import AnswerCache
from absolutize.patterns import compile_regex

VERSIONS = ((5, 0), (5, 5), (6, 0), (7, 0), (8, 0), (9, 0))
"""The versions that read conditional comments; version 10 ignores them."""

IEVersions = frozenset[tuple[int, int]]
_ALL, _NONE = IEVersions(VERSIONS), IEVersions()


class HiddenBase(NamedTuple):
    """A BASE in a conditional comment: the versions that read the comment, and the href."""

    ie_versions: IEVersions
    href: str


_COMPARISONS: Mapping[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    "": operator.eq,
    "lt": operator.lt,
    "lte": operator.le,
    "gt": operator.gt,
    "gte": operator.ge,
}
# Version vectors, comparisons, and the operators "!", "&", "|" and parentheses
_CONDITION = compile_regex(r"[^\[]*+\[if(?P<expression>[^\]]*+)\]", re.IGNORECASE)
_TOKEN = compile_regex(
    r"\s*+(?:(?P<operator>[!&|()])|(?:(?P<comparison>lte?|gte?)\s++)?"
    r"(?P<feature>[a-z]++)(?:\s++(?P<major>[0-9]{1,9})(?:\.(?P<minor>[0-9])[0-9]*+)?+)?+)",
    re.IGNORECASE,
)
_RANK = {"!": 3, "&": 2, "|": 1, "(": 0}


def _ie_versions(written: str) -> IEVersions:
    match = _CONDITION.match(written)
    try:
        return _NONE if match is None else _evaluated(match["expression"])
    except (IndexError, ValueError):
        return _NONE


_IE_VERSIONS = AnswerCache(_ie_versions, 256)


def ie_versions(written: str) -> IEVersions:
    """Tell which versions read the contents behind ``[if ...]>``; none if the condition is malformed."""
    return _IE_VERSIONS[written]


def _evaluated(expression: str) -> IEVersions:
    """Evaluate a condition from left to right; operators that bind more tightly are applied first."""
    values: list[IEVersions] = []
    waiting: list[str] = []
    position, expression = 0, expression.rstrip()
    while position < len(expression):
        token = _TOKEN.match(expression, position)
        if token is None:
            return _NONE
        position = token.end()
        sign = token["operator"]
        if sign is None:
            values.append(_compared(token))
        elif sign in "!(":
            waiting.append(sign)
        else:
            _apply(values, waiting, _RANK.get(sign, 1))
            if sign != ")":
                waiting.append(sign)
            elif waiting.pop() != "(":
                return _NONE
    _apply(values, waiting, 1)
    (value,) = values
    return _NONE if waiting else value


def _apply(values: list[IEVersions], waiting: list[str], rank: int) -> None:
    """Apply the waiting operators that bind as tightly as ``rank``, or more."""
    while waiting and _RANK[waiting[-1]] >= rank:
        sign, last = waiting.pop(), values.pop()
        if sign == "!":
            values.append(_ALL - last)
        else:
            first = values.pop()
            values.append(first & last if sign == "&" else first | last)


def _compared(token: re.Match[str]) -> IEVersions:
    """Compare the given parts of the version: 5 equals 5.5, too. An unknown feature is false."""
    feature = token["feature"].lower()
    if feature in {"true", "vml"}:
        return _ALL
    if feature != "ie":
        return _NONE
    if token["major"] is None:
        return _ALL
    given = tuple(int(part) for part in token.group("major", "minor") if part is not None)
    compare = _COMPARISONS[(token["comparison"] or "").lower()]
    return frozenset(version for version in VERSIONS if compare(version[: len(given)], given))
