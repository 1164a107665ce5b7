"""The one place where regular expressions are compiled, so that possessive quantifiers work everywhere.

If PyPcre is installed, patterns for whole documents, and other long patterns for bytes, are compiled by
PCRE2; all others are compiled by `re`. This module does not know what a pattern is for. Used by many layers.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, AnyStr, Final, Protocol, cast

from absolutize.starting import refuse

_PROBES = (  # a pattern with a possessive group, a text, and how much of it is matched
    ("(?:ab?c)++", "aca", 2),
    ("(?:ab?c)*+", "aca", 2),
    ("(?:ab?c)?+", "ab", 0),
    ("(?:ab?c){1,3}+", "aca", 2),
    ("(?:.(?!D))*+", "ABCDE", 2),  # gh-100061
)


@lru_cache(maxsize=512)
def _with_alternatives(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Compile a pattern, with an empty alternative in each possessive group.

    CPython 3.11.0 to 3.11.4 match a possessive group wrongly (gh-106052): `(?:ab?c)*+` matches all of "aca",
    since a repetition that fails leaves the position where it failed. These versions match `(?:ab?c|)*+`
    rightly: an alternative is always tried from where its group began. `(?>(?:ab?c)*)` would be right as
    well, but it records every repetition until the group ends: this takes memory, and a fifth more time.
    """
    tree = import_module("re._parser").parse(pattern, flags)
    _respell(tree)
    compiled: re.Pattern[AnyStr] = import_module("re._compiler").compile(tree, flags)
    return compiled


def _respell(tree: Any) -> None:  # noqa: ANN401 -- a tree of re._parser has no types
    for index in reversed(range(len(tree))):
        operation, argument = tree.data[index]
        for within in _trees_in(argument):
            _respell(within)
        if str(operation) == "POSSESSIVE_REPEAT" and not _is_of_one_character(argument[2]):
            tree.data[index : index + 1] = _repetition(operation, *argument)


def _is_of_one_character(group: Any) -> bool:  # noqa: ANN401
    """Whether a group is one character: it cannot fail halfway, and needs no empty alternative."""
    return len(group) == 1 and str(group[0][0]) in {"LITERAL", "NOT_LITERAL", "IN", "ANY"}


def _trees_in(argument: Any) -> Iterator[Any]:  # noqa: ANN401
    if hasattr(argument, "data"):
        yield argument
    elif isinstance(argument, (list, tuple)):
        for each in argument:
            yield from _trees_in(each)


def _repetition(operation: Any, least: int, most: Any, group: Any) -> list[Any]:  # noqa: ANN401
    """Make a possessive repetition: the required ones, then further ones that may be empty."""
    constants, empty = import_module("re._constants"), type(group)(group.state, [])
    either = type(group)(group.state, [(constants.BRANCH, (None, [group, empty]))])
    more = most if most is constants.MAXREPEAT else most - least
    return [*[(constants.ATOMIC_GROUP, group)] * least, (operation, (0, more, either))]


def _matches_rightly(compile_pattern: Any) -> bool:  # noqa: ANN401 -- of str or bytes alike
    matches = (compile_pattern(pattern).match(text) for pattern, text, _ in _PROBES)
    return [match and match.end() for match in matches] == [end for *_, end in _PROBES]


def _chosen() -> Any:  # noqa: ANN401
    for compile_pattern in (re.compile, _with_alternatives):
        if _matches_rightly(compile_pattern):
            return compile_pattern
    return refuse("this Python matches possessive groups of patterns wrongly: use CPython 3.11.5 or newer")


_COMPILE: Final = _chosen()


class _Compiled:
    """A compiled pattern, with the attributes of `re.Pattern`."""

    __slots__ = (
        "_source",
        "findall",
        "finditer",
        "flags",
        "fullmatch",
        "groupindex",
        "groups",
        "match",
        "pattern",
        "search",
        "split",
        "sub",
        "subn",
    )


# Bytes of a pattern: `re` compiles 1,000 in a millisecond, PCRE2 in a tenth of that; both match as quickly
_LONG = 150


class _Uncompiled(_Compiled):
    """A pattern that is compiled when it is first used: a document needs a few of the package's 300."""

    __slots__ = ()

    def __init__(self, source: tuple[Any, int]) -> None:
        self._source = source

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        pattern, flags = self._source
        is_long = isinstance(pattern, bytes) and len(pattern) > _LONG
        if name in _BY_PCRE2 and is_long and not flags and (pcre := _pcre2()) is not None:
            setattr(self, name, _BY_PCRE2[name](pcre, pattern))
            return getattr(self, name)
        matcher = _COMPILE(pattern, flags)
        for each in _Compiled.__slots__[1:]:
            setattr(self, each, getattr(matcher, each))
        self.__class__ = _Compiled  # type: ignore[assignment] # without `__getattr__`, which is quicker
        return getattr(self, name)


def compile_regex(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Compile a pattern as `re.compile` does, but match possessive groups rightly in every Python."""
    return cast("re.Pattern[AnyStr]", _Uncompiled((pattern, flags)))


def _by_re(pattern: bytes) -> re.Pattern[bytes]:
    compiled: re.Pattern[bytes] = _COMPILE(pattern)
    return compiled


class Match(Protocol):
    """The attributes of a match that are used here: matches of `re` and of PCRE2 have them."""

    @property
    def group(self) -> Callable[..., Any]:
        """The method that gives the text of one group, or of several."""
        ...

    @property
    def lastindex(self) -> int | None:
        """The number of the last group that matched; ``None``: none did."""
        ...

    @property
    def lastgroup(self) -> str | None:
        """The name of the last group that matched; ``None``: none did, or it has no name."""
        ...

    def start(self, group: int = 0, /) -> int:
        """Give where a group starts; -1 if it is not part of the match."""
        ...

    def end(self, group: int = 0, /) -> int:
        """Give where a group ends."""
        ...

    def span(self, group: int = 0, /) -> tuple[int, int]:
        """Give where a group starts and ends."""
        ...


FindMatches = Callable[[bytes, int], Iterator[Match]]


class MatchAt(Protocol):
    """A function that matches a pattern at a position of a document."""

    def __call__(self, data: bytes, position: int = 0, stop: int = sys.maxsize, /) -> Match | None:
        """Match at the position, as if the document ended at ``stop``."""


MATCHER_VARIABLE = "ABSOLUTIZE_MATCHER"
MATCHERS = ("re", "pcre2")


# "re" never uses PCRE2, "pcre2" requires it
ASKED_FOR = os.environ.get(MATCHER_VARIABLE, "")
if ASKED_FOR not in {"", *MATCHERS}:
    refuse(f"{MATCHER_VARIABLE} is {ASKED_FOR!r}; it may be {' or '.join(MATCHERS)}")
if ASKED_FOR == "pcre2" and find_spec("pcre") is None:
    refuse(f"{MATCHER_VARIABLE} is 'pcre2', and PyPcre is not installed: pip install 'absolutize[fast]'")


@cache
def _pcre2() -> ModuleType | None:
    """Import PCRE2, if it is installed and works, and "re" was not asked for.

    Of PyPcre, only the extension module is imported: the package around it has threads, caches and flags that
    are not used here, and takes 12 ms to import.
    """
    if ASKED_FOR == "re" or find_spec("pcre") is None:
        return None
    try:
        return import_module("pcre_ext_c")
    except ImportError as error:  # it was built for another libpcre2
        if ASKED_FOR == "pcre2":
            refuse(f"{MATCHER_VARIABLE} is 'pcre2', and PyPcre cannot be imported: {error}")
        return None


def matcher() -> str:
    """Name the library that matches the patterns for whole documents: ``"re"`` or ``"pcre2"``."""
    return "re" if _pcre2() is None else "pcre2"


def find_matches(pattern: bytes, repeated: Iterable[bytes] = ()) -> FindMatches:
    """Compile a pattern; give the function that finds all its matches in a document from a position on.

    PCRE2 compiles it to machine code before it reads much. It is then 3 to 6 times as fast as `re`, and finds
    the same matches.

    Where PCRE2 gives up, since a match takes more steps than it allows, `re` goes on. A pattern that is too
    large for PCRE2 (of very many rows) is compiled by `re`. ``repeated`` are fragments without groups that
    the pattern may have several times: PCRE2 compiles each once.
    """
    pcre = _pcre2()
    return _by_re(pattern).finditer if pcre is None else _finder(pcre, pattern, repeated)


def find_or_give_up(pattern: bytes) -> Callable[[bytes], Iterator[Match]]:
    """Compile a pattern; give the function that finds all its matches in a value, or raises `given_up()`.

    In a value with few matches, it takes half of the time of `find_matches`.
    """
    pcre = _pcre2()
    expression = None if pcre is None else _of_pcre2(pcre, _spelled_for_pcre2(pattern, ()), jit=True)
    find: Callable[[bytes], Iterator[Match]] = (
        _by_re(pattern) if expression is None else expression
    ).finditer
    return find


def given_up() -> tuple[type[Exception], ...]:
    """Give the exceptions that PCRE2 raises if a match takes more steps than it allows; `re` raises none."""
    pcre = _pcre2()
    return () if pcre is None else (pcre.PcreError,)


def match_at(pattern: bytes, repeated: Iterable[bytes] = ()) -> MatchAt:
    """Compile a pattern, as `find_matches` does; give the function that matches it at a position."""
    pcre = _pcre2()
    return _by_re(pattern).match if pcre is None else _matcher(pcre, pattern, repeated)


# Bytes that a pattern reads before it is compiled to machine code, which takes three quarters of compiling,
# as long as reading 100,000 bytes without it: the first `rewrite` of 12 pages of 2 to 20 KB takes 15 % less
_BEFORE_JIT = 1 << 15


def _of_pcre2(pcre: ModuleType, pattern: bytes, *, jit: bool) -> Any | None:  # noqa: ANN401
    """Compile a pattern by PCRE2, with ``jit`` to machine code; ``None`` if it is too large."""
    try:
        return pcre.compile(pattern, jit=jit)
    except pcre.PcreError:
        return None


def _spelled_for_pcre2(pattern: bytes, repeated: Iterable[bytes]) -> bytes:
    # PCRE2 spells the end of a text differently; in bytes, it has no other letters than those of ASCII
    return with_subroutines(pattern, repeated).replace(rb"\Z", rb"\z").replace(b"(?ai:", b"(?i:")


def with_subroutines(pattern: bytes, repeated: Iterable[bytes]) -> bytes:
    """Make subroutines, which PCRE2 has, of the fragments that a pattern has several times.

    The pattern of the scan is then half as long, takes half the time to compile, and has room for many more
    rows; it matches as quickly.
    """
    spelled = b"(?:%b)" % pattern
    for name, fragment in enumerate(sorted(set(repeated), key=len, reverse=True), ord("a")):  # at most 26
        if spelled.count(fragment) > 1:
            once = spelled.replace(fragment, b"(?&%c)" % name)
            spelled = b"%b(?(DEFINE)(?<%c>%b))" % (once, name, fragment)
    return spelled


def _finder(pcre: ModuleType, pattern: bytes, repeated: Iterable[bytes]) -> FindMatches:
    spelled, left = _spelled_for_pcre2(pattern, repeated), _BEFORE_JIT

    @cache
    def expression(jit: bool) -> Any:  # noqa: ANN401, FBT001
        return _of_pcre2(pcre, spelled, jit=jit) or _by_re(pattern)

    def matches(data: bytes, position: int) -> Iterator[Match]:
        nonlocal left
        jit, last = left < len(data) - position, None
        try:
            for last in expression(jit).finditer(data, position):
                yield last
        except pcre.PcreError:
            yield from _by_re(pattern).finditer(data, position if last is None else last.end())
        finally:
            left = -1 if jit else left - ((len(data) if last is None else last.end()) - position)

    return matches


def _matcher(
    pcre: ModuleType, pattern: bytes, repeated: Iterable[bytes] = (), *, whole: bool = False
) -> MatchAt:
    """Compile a pattern that matches at a position; with ``whole``, it must match all from there to ``stop``.

    Both positions must be in the document, in this order: behind its end, `re` and PCRE2 differ.
    """
    anchored = (rb"\G(?:%s)\Z" if whole else rb"\G(?:%s)") % pattern
    spelled, left = _spelled_for_pcre2(anchored, repeated), _BEFORE_JIT

    def by_re() -> MatchAt:
        compiled = _by_re(pattern)
        return compiled.fullmatch if whole else compiled.match

    @cache
    def searching(jit: bool) -> MatchAt:  # noqa: FBT001
        expression = _of_pcre2(pcre, spelled, jit=jit)
        # `search`, with \G for where it begins, runs PCRE2's machine code; `match` does not
        return cast("MatchAt", by_re() if expression is None else expression.search)

    by_machine_code, error = cast("MatchAt | None", None), pcre.PcreError

    def matching(data: bytes, position: int = 0, stop: int = sys.maxsize, /) -> Match | None:
        nonlocal by_machine_code, left
        search = by_machine_code  # other threads may set it meanwhile
        if search is None:
            left -= min(len(data), stop) - position
            search = searching(jit := left < 0)
            by_machine_code = search if jit else None
        try:
            return search(data, position, stop)
        except error:
            return by_re()(data, position, stop)

    return matching


_BY_PCRE2: Final[Mapping[str, Callable[[ModuleType, bytes], Any]]] = {
    "match": _matcher,
    "fullmatch": partial(_matcher, whole=True),
}
