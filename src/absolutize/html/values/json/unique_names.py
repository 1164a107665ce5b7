"""Different spellings of one URL, made with dot segments that mean nothing, for keys that must differ.

It does not judge a URL. Used by `engine.planner`, `engine.resolver` and `html.values.json.import_map`.
"""

from collections.abc import Iterable, Iterator
from itertools import count

from absolutize.html.grammar.base_independent import INDEPENDENT_SCHEME
from absolutize.html.values.escaping import Escaping
from absolutize.patterns import compile_regex

# What is before the path of a URL that has one: browsers add the slash where it is missing
_SPECIAL = r"(?i:https?|ftp|wss?):[/\\]*+[^/\\?#]++[/\\]?+"
_FILE = r"(?i:file):(?:[/\\]{2}[^/\\?#]++)?+[/\\]++"
_HOSTLESS_FILE = compile_regex(r"(?i:file):[/\\]{1,2}")
_OTHER = rf"{INDEPENDENT_SCHEME}(?://[^/?#]*+)?+/"
_BEFORE_PATH = rf"\A(?:{_SPECIAL}|{_FILE}|{_OTHER})"
_ORIGIN = compile_regex(_BEFORE_PATH)
_SPELLED = compile_regex(rf"{_BEFORE_PATH}((?:\./|%2e/)++)")
# URLs that every author spells alike, and resolution keeps: without dot or empty segments and default ports
_DOTS = r"(?:\.|%2[eE]){1,2}+(?![^/?#])"
_CHARACTER = r"[A-Za-z0-9\-._~!$&'()*+,;=:@]"
_SEGMENT = rf"(?!{_DOTS}){_CHARACTER}++"
_PATH = rf"(?:{_SEGMENT}(?:/{_SEGMENT})*+/?+)?+"
_QUERY, _FRAGMENT = (rf"(?:{mark}(?:{_CHARACTER}|[/?])*+)?+" for mark in (r"\?", "#"))
_HOST = r"//[a-z0-9.\-]++(?::(?!(?:80|443|21)/)[0-9]++)?+"
_USUAL = compile_regex(rf"((?:[a-z]++:)?+{_HOST}/|(?:\./|(?:\.\./)++|/)?+){_PATH}{_QUERY}{_FRAGMENT}\Z")
_OPAQUE = compile_regex(f"{INDEPENDENT_SCHEME}(?!/)")


_COLLIDING = 3  # names: two, and the third between them


def may_collide(names: Iterable[str]) -> bool:
    """Whether two of the names may become one text, while a third name of the same URL becomes another.

    Names that are spelled as usual and have one beginning differ in the rest of the path. If none has a host,
    all names of one URL become one text.
    """
    beginnings = set[str]()
    for name in names:
        if _OPAQUE.match(name) is None:
            match = _USUAL.match(name)
            if match is None:
                return True
            beginnings.add(match[1])
    relative = [beginning for beginning in beginnings if beginning[:1] in "./"]
    has_host = any("//" in beginning for beginning in beginnings)
    return has_host and len(relative) > 1 and len(beginnings) >= _COLLIDING


def unique_spellings(escaping: Escaping, texts: Iterable[str]) -> Iterator[Escaping]:
    """Give escapings without end; each spells a URL unlike all others, and unlike the texts."""
    taken = {match[1] for text in texts if (match := _SPELLED.match(text)) is not None}
    every = map(_segments, count(1))
    return (escaping._replace(segments=segments) for segments in every if segments not in taken)


def _segments(number: int) -> str:
    return "".join("./" if digit == "0" else "%2e/" for digit in f"{number:b}")


def with_segments(url: str, segments: str) -> str:
    """Put dot segments at the beginning of a URL's path, if it has one."""
    return _ORIGIN.sub(lambda origin: with_slash(origin[0]) + segments, url) if segments else url


def with_slash(origin: str) -> str:
    """End what is before the path in the slash that begins it, which is the third one behind ``file:``."""
    if _HOSTLESS_FILE.fullmatch(origin) is not None:
        return f"{origin[: len('file:')]}///"  # behind two slashes would be a host
    return origin if origin.endswith(("/", "\\")) else f"{origin}/"
