"""The one place where regular expressions are compiled, so that possessive quantifiers work everywhere.

It does not know what a pattern is for. Used by `arguments`, `base`, `cli`, `containers`, `engine`, `html`,
`storage.files`, `trees` and `uri`.

CPython 3.11.0 to 3.11.4 match a possessive group wrongly (gh-106052): `(?:ab?c)*+` takes all of "aca", since
the repetition that failed leaves the position where it gave up. There it is compiled as `(?:ab?c|)*+`: an
alternative is always tried from where its group began. `(?>(?:ab?c)*)` would be right as well, and keeps a
record of every repetition until the group ends: memory, and a fifth more time.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any, AnyStr, Final

_PROBES = (  # a pattern with a possessive group, a text, and how much of it is matched
    ("(?:ab?c)++", "aca", 2),
    ("(?:ab?c)*+", "aca", 2),
    ("(?:ab?c)?+", "ab", 0),
    ("(?:ab?c){1,3}+", "aca", 2),
    ("(?:.(?!D))*+", "ABCDE", 2),  # gh-100061
)


@lru_cache(maxsize=512)
def _with_alternatives(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Compile what the pattern means, each possessive group with an empty alternative."""
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
    """Say whether nothing is to be mended: what is one character or none leaves no position behind."""
    return len(group) == 1 and str(group[0][0]) in {"LITERAL", "NOT_LITERAL", "IN", "ANY"}


def _trees_in(argument: Any) -> Iterator[Any]:  # noqa: ANN401
    if hasattr(argument, "data"):
        yield argument
    elif isinstance(argument, (list, tuple)):
        for each in argument:
            yield from _trees_in(each)


def _repetition(operation: Any, least: int, most: Any, group: Any) -> list[Any]:  # noqa: ANN401
    """Spell a possessive repetition: what must be there, then any more of it, or nothing."""
    constants, empty = import_module("re._constants"), type(group)(group.state, [])
    either = type(group)(group.state, [(constants.BRANCH, (None, [group, empty]))])
    more = most if most is constants.MAXREPEAT else most - least
    return [*[(constants.ATOMIC_GROUP, group)] * least, (operation, (0, more, either))]


def _matches_rightly(compile_pattern: Any) -> bool:  # noqa: ANN401 -- of str or bytes alike
    found = (compile_pattern(pattern).match(text) for pattern, text, _ in _PROBES)
    return [match and match.end() for match in found] == [end for *_, end in _PROBES]


def _chosen() -> Any:  # noqa: ANN401
    for compile_pattern in (re.compile, _with_alternatives):
        if _matches_rightly(compile_pattern):
            return compile_pattern
    message = "this Python matches possessive groups of patterns wrongly: use CPython 3.11.5 or newer"
    raise ImportError(message, name="absolutize")


_COMPILE: Final = _chosen()


def compiled(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Compile a pattern, as `re.compile` should: possessive groups mean what they say everywhere."""
    matcher: re.Pattern[AnyStr] = _COMPILE(pattern, flags)
    return matcher
