"""The references of a tree as they are written, each with its node and its span, and new ones for them.

It resolves nothing, and does not know which library built the tree. Used by `lxml`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from absolutize.edits import apply_text_edits
from absolutize.html.grammar import character_references
from absolutize.html.values.escaping import Escaping
from absolutize.html.values.syntaxes import MARKUP, SYNTAXES
from absolutize.trees.protocol import Tree
from absolutize.trees.values import TreeValue, survey_of, tree_values


class TreeReference(NamedTuple):
    """A reference in a value of a tree: where it begins and ends, as it is written and as it reads."""

    value: TreeValue
    start: int
    stop: int
    escaping: Escaping
    raw: str
    reference: str


def references_of(tree: Tree) -> Iterator[TreeReference]:
    """List the references of a tree, in each value from the last one on; not of documents in values."""
    survey = survey_of(tree)
    for value in tree_values(survey, survey.candidates, ()):
        if value.row.syntax == MARKUP or value.is_broken:
            continue
        for start, stop, escaping in reversed(list(SYNTAXES[value.row.syntax](value.value) or ())):
            raw = value.value[start:stop]
            reference = character_references.clean(escaping.decode(raw))
            if not escaping.code:
                yield TreeReference(value, start, stop, escaping, raw, reference)


def replace_references(tree: Tree, replace: Callable[[str], object]) -> None:
    """Replace each reference by what a function gives; ``None`` removes the attribute or the text."""
    removed: list[tuple[Any, Any]] = []
    for _, group in groupby(list(references_of(tree)), key=lambda each: id(each.value)):
        references = list(group)
        new = [_text(replace(each.reference), each.reference) for each in references]
        value = references[0].value
        if value.row.syntax == "srcset" and None not in new and "" in new:
            _write(tree, value, _remaining(references[::-1], new[::-1]))
        elif None not in new:
            edits = [edit for each, text in zip(references, new, strict=True) if (edit := _edit(each, text))]
            _write(tree, value, apply_text_edits(value.value, reversed(edits)))
        elif value.key is None:
            _write(tree, value, "")
        else:
            removed.append((value.element, value.key))
    remove_attributes(removed)


def _remaining(references: Sequence[TreeReference], new: Sequence[str | None]) -> str:
    """Leave out each image candidate whose URL is empty now: its descriptor would be read as a URL."""
    value, kept = references[0].value.value, list[str]()
    stops = [*(each.start for each in references[1:]), len(value)]
    for each, text, stop in zip(references, new, stops, strict=True):
        if text:
            _, end, url = _edit(each, text) or (each.start, each.stop, each.raw)
            kept.append(url + value[end:stop].rstrip(f"{character_references.EDGE},"))
    return ", ".join(kept)


def _text(given: object, reference: str) -> str | None:
    """Check what the function gave, and decode bytes, as lxml does."""
    if isinstance(given, bytes):
        return given.decode()
    if given is None or isinstance(given, str):
        return given
    message = f"the function gave {given!r} for the link {reference!r}; it may give a str, bytes or None"
    raise TypeError(message)


def remove_attributes(attributes: Iterable[tuple[Any, Any]]) -> None:
    """Remove attributes of lxml's elements by their keys; the elements stay."""
    for element, key in attributes:
        del element.attrib[key]


def _edit(old: TreeReference, new: str | None) -> tuple[int, int, str] | None:
    """Make the edit that writes a new reference; ``None`` if it is the old one."""
    if new is None or new == old.reference:
        return None
    spelling = old.escaping.spelling(new)
    start, stop, text = old.start, old.stop, spelling.encode(new)
    if spelling is old.escaping:
        return start, stop, text
    value = old.value.value
    end = '"' if value[stop : stop + 1] == value[start - 1] else ""
    return start - 1, stop + len(end), f'"{text}{end}'


def _write(tree: Tree, place: TreeValue, value: str) -> None:
    if value != place.value:
        place.write(tree, value)
