"""What a scan gives: values that can carry references, and passages that need no look."""

from collections.abc import Mapping
from typing import NamedTuple

from absolutize.html.links import Row
from absolutize.html.pattern import BEGINNING, GROUPS


class Found(NamedTuple):
    """One value that can carry references: ``tag`` is where its tag's name starts.

    The span is an attribute's value without quotes (a missing one is empty, right behind the
    name), or the text of an element.
    """

    tag: int
    element: str
    row: Row
    start: int
    stop: int


class Passage(NamedTuple):
    """A span of a document that is passed at a glance, in pieces, as `pattern.compose_glance` matches."""

    start: int
    stop: int
    pieces: list[bytes]


class Glance(NamedTuple):
    """What is passed at a glance, and the values between that have to be looked at."""

    passages: list[Passage]
    found: list[Found]
    declares: bool  # whether a meta element may declare an encoding


def values_in(passage: Passage) -> int:
    """Count the values in a passage."""
    return len(list(filter(None, passage.pieces[BEGINNING::GROUPS])))


def written(pieces: list[bytes], beginnings: Mapping[bytes, bytes]) -> list[bytes]:
    """Put what stands for the beginning of each value into the pieces of a passage."""
    pieces[BEGINNING::GROUPS] = map(beginnings.__getitem__, pieces[BEGINNING::GROUPS])
    return pieces
