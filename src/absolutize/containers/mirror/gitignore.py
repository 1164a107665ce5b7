"""Which paths of a tree its .gitignore files list, as git reads them (gitignore(5)).

A .gitignore file applies to its directory and everything below; if two files decide on a path, the deeper one
prevails. Bytes are compared, as git does; the module does not know what is in other files. Used by
`containers.mirror.walk`.
"""

import os
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

from absolutize.containers.source import Problem
from absolutize.patterns import compile_regex
from absolutize.storage import files

FILE_NAME = ".gitignore"
LARGEST = 1 << 20  # bytes of a file that is read
# What pathspec writes for a star in a name, for two stars that are a whole name, and for two at the beginning
STAR, STARS, FIRST_STARS = "[^/]*", "(?:/.+)?", "^(?:.+/)?"
DIRECTORY = "(?P<ps_d>/)"  # ... and for the slash behind the name of a directory

# pathspec knows neither classes nor escapes in a set of characters, which is in brackets, and drops all white
# space at both ends of a line, where git drops spaces at its end only. In their place it gets a mark: a
# character that no text has which was decoded
_MARK = "\ud800"
_PLAIN = compile_regex(r"(?:\\[ \S]|\\(?=\s|\Z)|[^\\\[\s]|(?<=.) | +\Z)*+", re.DOTALL)
# what may be in a set (wildmatch.c in git): a class, a range, a character
_IN_SET = compile_regex(
    r"\[:(?P<name>[^\]]*+)(?<=:)\]|(?P<first>\\.|[^\\])-(?P<last>\\.|[^\\\]])|(?P<one>\\.|[^\\])", re.DOTALL
)
_CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": " \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\t-\r ",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}

Pattern = tuple[re.Pattern[str], bool]  # a regular expression for whole paths, and whether it lists them


class IgnoreFiles:
    """The .gitignore files from the root of a tree down to the directory in which a walk is.

    Files above the tree do not count: a user who names a directory wants its content.
    """

    def __init__(self) -> None:
        self._files: list[tuple[str, list[Pattern]]] = []

    def enter(self, root: Path, name: str, path: str) -> Iterator[Problem]:
        """Read the file of a directory, if it exists; drop the files of directories that were left.

        A symbolic link is not followed. A file that is too large is reported, and not obeyed.
        """
        self._files = [each for each in self._files if f"{path}/".startswith(each[0])]
        data = _read(root / path / FILE_NAME)
        if len(data) > LARGEST:
            yield Problem(str(Path(name, path, FILE_NAME)), "too-large", f"over {LARGEST} bytes")
        elif data:
            self._files.append((f"{path}/" if path else "", _patterns(_lines(data))))

    def lists(self, path: str, *, is_directory: bool) -> bool:
        """Whether a path is listed, by the last pattern that matches it, in the deepest file that has one.

        A pattern that only matches a directory around it does not count: that directory is not listed, since
        a walk does not enter those that are.
        """
        for place, patterns in reversed(self._files):
            if path.startswith(place):
                name = _as_bytes(path[len(place) :]) + "/" * is_directory
                for regex, is_listed in reversed(patterns):
                    if regex.fullmatch(name):
                        return is_listed
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


def _as_bytes(path: str) -> str:
    """Write the bytes of a path as characters."""
    return os.fsencode(path).decode("latin-1")


def _lines(data: bytes) -> Iterator[str]:
    """Split a file into lines where git does, without a byte order mark."""
    for line in data.removeprefix(BOM_UTF8).decode("latin-1").split("\n"):
        yield line.removesuffix("\r")


def _patterns(lines: Iterable[str]) -> list[Pattern]:
    """Read the lines of a file; an invalid line matches nothing."""
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 -- only where there is such a file

    patterns = list[Pattern]()
    for line in lines:
        with suppress(ValueError, re.error):
            text, marked = _marked(line)
            for pattern in GitIgnoreSpec.from_lines([_with_last_name(text)]).patterns:
                if pattern.regex is not None and pattern.include is not None:
                    regex = _of_whole_path(_linear(pattern.regex.pattern))
                    pieces = zip(regex.split(_MARK), [*marked, ""], strict=True)
                    whole = compile_regex("".join(chain.from_iterable(pieces)), re.DOTALL)
                    patterns.append((whole, pattern.include))
    return patterns


def _marked(line: str) -> tuple[str, list[str]]:
    """Put marks for the sets and the white space of a line, and give these as regular expressions.

    A slash in a set matches nothing, but ties the pattern to the directory of the file, as any other does.
    `ValueError` is raised if a set has no end: then the line matches nothing.
    """
    text, marked, place, is_tied = "", list[str](), 0, False
    while (plain := _PLAIN.match(line, place)) is not None:
        text, place = text + plain[0], plain.end()
        if place == len(line):
            break
        start, one = place, (re.escape(line[place]), place + 1)
        regex, place = _set_at(line, place + 1) if line[place] == "[" else one
        is_tied = is_tied or "/" in line[start:place]
        text += _MARK
        marked.append(regex)
    return _tied(text) if is_tied else text, marked


def _tied(text: str) -> str:
    """Tie a pattern to the directory of its file, unless it is a comment."""
    negation = "!" * text.startswith("!")
    rest = text.removeprefix(negation)
    return text if rest.startswith("/") or text.startswith("#") else f"{negation}/{rest}"


def _set_at(line: str, place: int) -> tuple[str, int]:
    """Read the set behind a bracket: a regular expression, and where the set ends; never a slash is in it."""
    negation = "^" if line.startswith(("!", "^"), place) else ""
    start = place = place + len(negation)
    inside = ""
    while place == start or not line.startswith("]", place):
        match = _IN_SET.match(line, place)
        if match is None:
            raise ValueError(line)
        inside += _in_set(match)
        place = match.end()
    return f"(?!/)[{negation}{inside}]", place + 1


def _in_set(match: re.Match[str]) -> str:
    """Write a class, a range or a character as in a regular expression; of an empty range, its beginning."""
    if match["name"] is not None:
        if match["name"][:-1] not in _CLASSES:
            raise ValueError(match["name"])
        return _CLASSES[match["name"][:-1]]
    if match["one"] is not None:
        return re.escape(match["one"][-1])
    first, last = match["first"][-1], match["last"][-1]
    return f"{re.escape(first)}-{re.escape(last)}" if first <= last else re.escape(first)


def _with_last_name(line: str) -> str:
    """Write a pattern for all directories below another one as pathspec reads it."""
    return f"{line}*/" if line.endswith("/**/") else line


def _of_whole_path(regex: str) -> str:
    """Change pathspec's regular expression so that it matches a whole path, but nothing that is below one."""
    if regex in {".", DIRECTORY}:  # of pathspec 1, for a star: any path, any directory
        return f".*{regex}"
    regex = regex.replace(f"{DIRECTORY}.*", DIRECTORY)  # of pathspec 0.12
    inside = regex.removesuffix(".*$")
    return f"{inside}.+" if inside.endswith("/") else regex


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
