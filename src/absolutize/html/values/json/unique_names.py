"""Different spellings of one URL, made with dot segments that mean nothing, for keys that must differ.

It does not judge a URL. Used by `engine.planner` and `html.values.json.import_map`.
"""

from collections.abc import Iterable, Iterator
from itertools import count

from absolutize.html.values.escaping import Escaping
from absolutize.patterns import compiled

_ORIGIN = r"\A(?:https?|ftp|wss?)://[^/?#]*+/"
_HOST = compiled(_ORIGIN)
_SPELLED = compiled(rf"{_ORIGIN}((?:\./|%2e/)++)")
# Absolute, and not of plain host and path: there may be dot segments, a default port, upper case
_DOTS = r"(?:\.|%2[eE]){1,2}+(?![^/?#])"
_USUAL = rf"[a-z]++://[a-z0-9.\-]++(?::(?!(?:80|443|21)/)[0-9]++)?+(?:/(?!{_DOTS})[^/\\?#\s]*+)*+(?:[?#]|\Z)"
# Relative, and with characters that one author may escape, or leave out, and another does not
_SPECIAL_CHARACTER = r"(?=[./])[A-Za-z0-9\-._~/?#!$&'()*+,;=:@]*+(?!\Z)"
_UNUSUAL = compiled(rf"(?!{_USUAL})(?i:https?|ftp|wss?|file):|{_SPECIAL_CHARACTER}")


def is_unusual(name: str) -> bool:
    """Whether a name may be spelled unlike what another reference to the same URL becomes."""
    return _UNUSUAL.match(name) is not None


def unique_spellings(notation: Escaping, texts: Iterable[str]) -> Iterator[Escaping]:
    """Give notations without end, each of which spells a URL as no other one, and as none of the texts is."""
    taken = {match[1] for text in texts if (match := _SPELLED.match(text)) is not None}
    every = map(_segments, count(1))
    return (notation._replace(segments=segments) for segments in every if segments not in taken)


def _segments(number: int) -> str:
    return "".join("./" if digit == "0" else "%2e/" for digit in f"{number:b}")


def with_segments(url: str, segments: str) -> str:
    """Put dot segments behind the host of a URL, if it has a host."""
    return _HOST.sub(lambda origin: origin[0] + segments, url) if segments else url
