"""Which paths of a tree its .gitignore files list, as git reads them (gitignore(5)).

A .gitignore file applies to its directory and everything below; if two files decide on a path, the deeper one
prevails. The module does not know what is in other files. Used by `containers.mirror.walk`.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from absolutize.containers.source import Problem
from absolutize.patterns import compile_regex
from absolutize.storage import files

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

FILE_NAME = ".gitignore"
LARGEST = 1 << 20  # bytes of a file that is read
# What pathspec writes for a star in a name, for two stars that are a whole name, and for two at the beginning
STAR, STARS, FIRST_STARS = "[^/]*", "(?:/.+)?", "^(?:.+/)?"


class IgnoreFiles:
    """The .gitignore files from the root of a tree down to the directory in which a walk is.

    Files above the tree do not count: a user who names a directory wants its content.
    """

    def __init__(self) -> None:
        self._specs: list[tuple[str, GitIgnoreSpec]] = []

    def enter(self, root: Path, name: str, path: str) -> Iterator[Problem]:
        """Read the file of a directory, if it exists; drop the files of directories that were left.

        A symbolic link is not followed. A file that is too large is reported, and not obeyed.
        """
        self._specs = [(place, spec) for place, spec in self._specs if f"{path}/".startswith(place)]
        data = _read(root / path / FILE_NAME)
        if len(data) > LARGEST:
            yield Problem(str(Path(name, path, FILE_NAME)), "too-large", f"over {LARGEST} bytes")
        elif data:
            self._specs.append((f"{path}/" if path else "", _spec_of(_lines(data))))

    def lists(self, path: str, *, is_directory: bool) -> bool:
        """Whether a path is listed, by the deepest file that decides on it."""
        for place, spec in reversed(self._specs):
            if path.startswith(place):
                verdict = spec.check_file(path[len(place) :] + "/" * is_directory).include
                if verdict is not None:
                    return verdict
        return False


def _read(path: Path) -> bytes:
    """Read a file, at most one byte too many; empty if it cannot be read, or is no regular file."""
    try:
        if not files.is_regular(path):
            return b""
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError:
        return b""


def _lines(data: bytes) -> Iterator[str]:
    """Split a file into lines where git does, without a byte order mark."""
    for line in data.decode("utf-8-sig", "surrogateescape").split("\n"):
        yield line.removesuffix("\r")


def _spec_of(lines: Iterable[str]) -> "GitIgnoreSpec":
    """Read the lines of a file; an invalid line matches nothing."""
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 -- only where there is such a file

    patterns = list[Any]()
    for line in lines:
        with suppress(ValueError, re.error):
            patterns += GitIgnoreSpec.from_lines([line]).patterns
    for pattern in patterns:
        if pattern.regex is not None:
            pattern.regex = compile_regex(_linear(pattern.regex.pattern))
    return GitIgnoreSpec(patterns)


def _linear(regex: str) -> str:
    """Change pathspec's regular expression so that its time is not exponential in the number of stars.

    The text between two stars is looked for only once, at its first occurrence: if the rest of the pattern
    does not match behind that, it does not match behind a later one, either.
    """
    first, *others = map(_linear_names, regex.split(STARS))
    if not others:
        return first
    *middle, last = others
    if first.startswith(FIRST_STARS):
        first = f"^(?>(?:.+?/)??{first.removeprefix(FIRST_STARS)}(?=/))"
    return first + "".join(f"(?>(?:/.+?)??{names}(?=/))" for names in middle) + STARS + last


def _linear_names(regex: str) -> str:
    """Do the same for the text between stars in one name."""
    first, *others = regex.split(STAR)
    for each in others[:-1]:
        first += STAR + each if "/" in each.replace("[^/]", "") else f"(?>{STAR}?{each})"
    return first + "".join(STAR + each for each in others[-1:])
