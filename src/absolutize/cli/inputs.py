"""Inputs: documents and containers, opened by path, and what there is to say of them afterwards."""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

from absolutize import files
from absolutize.cli import mirrors
from absolutize.cli.printing import FOUND, Run, visible
from absolutize.cli.treating import Outcome
from absolutize.containers import (
    CONTAINERS,
    Checkpoint,
    Choices,
    Container,
    Given,
    Notice,
    NotWhole,
    Part,
    Source,
    Work,
    source_from,
)
from absolutize.containers.looks import is_binary
from absolutize.containers.parts import HEAD, Treat
from absolutize.files import FileError
from absolutize.findings import TROUBLES

MESSAGES = {finding.code: finding.message for finding in TROUBLES}
MOST_NOTICES = 100  # of one input that are told; the others are counted


def work_for(treat: Treat, options: dict[str, Any], *, reading: bool = True) -> Work:
    """Make what containers are given to work with."""
    names = Choices.__dataclass_fields__
    chosen = {name: options[name] for name in names if name in options}
    choices = Choices(places=mirrors.chosen(options), reading=reading, **chosen)
    return Work(Given(treat, CONTAINERS, choices), options["jobs"])


@contextmanager
def opened(path: str) -> Iterator[Source]:
    """Open an input."""
    with files.opened(path, HEAD) as file:
        yield source_from(file, path)


def size_of(source: Source) -> int | None:
    """Tell how many bytes a file has; None: it is not known."""
    return os.fstat(source.file.fileno()).st_size if source.file.seekable() else None


def pieces(
    source: Source, container: Container | None, work: Work, state: dict[str, Any] | None = None
) -> Iterator[bytes | Checkpoint]:
    """Give what becomes of an input; a document is read whole, a container is not."""
    with files.reporting(source.name):
        if container is not None:
            yield from container.rewritten(source, work, state)
        elif is_binary(source.head()):
            yield from work.document(source)
        else:
            yield work.rewrite(Part(source.name, source.file.read()))


def noted(path: str, work: Work, run: Run) -> Iterator[Any]:
    """Go through an input for what is told of its parts; report what is wrong with it."""
    tally = Tally()
    try:
        for _ in chain(_read(path, work, run), [b""]):
            for note in work.taken():
                if isinstance(note, Notice):
                    tally.noted(note)
                else:
                    yield note
    except (FileError, NotWhole) as error:
        run.fail(failure(path, error))
    tally.tell(path, run)


def _read(path: str, work: Work, run: Run) -> Iterator[object]:
    """Go through an input; what comes is of no interest, but what is noted meanwhile."""
    if files.is_tree(path):
        yield from mirrors.read(path, work, run)
        return
    with opened(path) as source:
        with files.reporting(path):
            container = work.container(source)
        yield from pieces(source, container, work)


def reason(notice: Notice) -> str:
    """Say what is wrong, in words."""
    return MESSAGES[notice.code] + (f" ({notice.detail})" if notice.detail else "")


def failure(path: str, error: FileError | NotWhole) -> str:
    """Say why there is no output."""
    if isinstance(error, FileError):
        return str(error)
    if isinstance(error.why, str):
        return f"{path}: {error.why}"
    return visible(f"{error.why.place}: cannot be written whole: {reason(error.why)}")


class Tally:
    """What came of one container: its parts, what was left and why, and what is wrong with it."""

    def __init__(self) -> None:
        self.parts = self.changed = 0
        self.left: Counter[str] = Counter()
        self.based = True
        self.notices: list[Notice] = []
        self.untold = 0
        self.is_container = False
        self.advice = "--url"  # what would help where there is no base

    def add(self, outcome: Outcome) -> None:
        """Count what came of a part."""
        self.parts += 1
        self.changed += outcome.changed
        self.left += outcome.left
        self.based &= outcome.based

    def kept(self) -> dict[str, Any]:
        """Give what was counted so far, as JSON can hold it."""
        return {**vars(self), "left": dict(self.left)}

    def restore(self, kept: dict[str, Any]) -> None:
        """Go on from what was counted so far."""
        vars(self).update(kept)
        self.left = Counter(kept["left"])
        self.notices = [Notice(*notice) for notice in kept["notices"]]

    def noted(self, notice: Notice) -> None:
        """Count what is wrong."""
        if len(self.notices) < MOST_NOTICES:
            self.notices.append(notice)
        else:
            self.untold += 1

    def tell(self, path: str, run: Run) -> None:
        """Report what is wrong with a container."""
        for notice in self.notices:
            run.fail(visible(f"{notice.place}: {reason(notice)}"), FOUND)
        if self.untold:
            run.fail(f"{path}: and {self.untold} more", FOUND)
