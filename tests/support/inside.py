"""Runs the library's own functions on containers, without the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from absolutize.archive.part_tasks import Rewriting
from absolutize.containers import (
    CONTAINERS,
    ContainerOptions,
    ContainerTask,
    DocumentPart,
    Problem,
    Session,
    source_of,
)
from absolutize.containers.source import bytes_among
from absolutize.options import Context, Policies


class Came(NamedTuple):
    """The result of rewriting a container: its kind, the new bytes, its parts, and the problems."""

    kind: str | None
    data: bytes
    parts: list[DocumentPart]
    notices: list[Problem]

    @property
    def troubles(self) -> list[tuple[str, str]]:
        return [(notice.place, notice.code) for notice in self.notices]


def through(
    data: bytes, name: str, change: Callable[[DocumentPart], bytes] = lambda part: part.body, **choices: Any
) -> Came:
    """Rewrite a container, and apply `change` to each of its parts (by default, change nothing)."""
    given = ContainerTask(lambda part: (change(part), part), CONTAINERS, ContainerOptions(**choices))
    with Session(given) as session:
        source = source_of(data, name)
        kind = session.container(source)
        notes: list[Any] = []
        after = b"".join(bytes_among(session.rewrite_source(source), notes))
    parts = [note for note in notes if isinstance(note, DocumentPart)]
    return Came(
        None if kind is None else kind.name, after, parts, [n for n in notes if isinstance(n, Problem)]
    )


def absolute(data: bytes, name: str, url: str | None = None) -> bytes:
    """Make a container absolute as the command line does."""
    task = Rewriting(Context(url), Policies())
    return through(data, name, lambda part: task(part)[0], url=url).data


def bases(data: bytes, name: str, url: str | None = None) -> list[str | None]:
    """Find the base URI of each part as the command line does."""
    from absolutize.archive.part_tasks import part_context
    from absolutize.engine import rewriter

    parts = through(data, name, url=url).parts
    return [
        rewriter.base_of_document(part.body, *part_context(part, Context(url), Policies())).uri
        for part in parts
    ]
