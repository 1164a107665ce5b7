"""The references of a tree as they are written, each with its span, and how new ones are spelled.

It resolves nothing, and does not know which library built the tree. Used by `lxml` and `trees.rewriter`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from absolutize.edits import TextEdit, apply_text_edits
from absolutize.findings import REWRITTEN_CODES
from absolutize.html.grammar import character_references
from absolutize.html.grammar.offsets import read_verbatim
from absolutize.html.values import css
from absolutize.html.values.escaping import Escaping
from absolutize.html.values.lists import LAST_COMMA
from absolutize.html.values.minimal_edit import minimal_edit
from absolutize.html.values.syntaxes import MARKUP, SYNTAXES
from absolutize.trees.protocol import Tree
from absolutize.trees.values import TreeValue, survey_of, tree_values
from absolutize.xml import xml_text


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


def _edit(old: TreeReference, new: str | None) -> TextEdit | None:
    """Make the edit that writes a new reference; ``None`` if it is the old one."""
    if new is None or new == old.reference:
        return None
    spelling = old.escaping.spelling(new)
    if spelling is old.escaping:
        return old.start, old.stop, spelling.encode(new)
    return _in_quotation_marks(old.value.value, old.start, old.stop, spelling.encode(new))


def _in_quotation_marks(value: str, start: int, stop: int, text: str) -> TextEdit:
    """Make the edit that writes text in quotation marks, which replace the quotes around the old text."""
    end = '"' if value[stop : stop + 1] == value[start - 1] else ""
    return start - 1, stop + len(end), f'"{text}{end}'


def _write(tree: Tree, place: TreeValue, value: str) -> None:
    if value != place.value:
        place.write(tree, value)


class TreeOutcome(NamedTuple):
    """What was decided about one reference of a value: its span, and how the value spells it."""

    start: int
    stop: int
    escaping: Escaping
    raw: str
    reference: str
    code: str
    target: str | None


def spell_value(value: str, outcomes: Iterable[TreeOutcome], spell: Callable[[TreeOutcome], str]) -> str:
    """Replace the references of a value by what ``spell`` gives for their outcomes; return the value."""
    return apply_text_edits(value, (_edit_for_outcome(value, each, spell) for each in outcomes))


def _edit_for_outcome(value: str, outcome: TreeOutcome, spell: Callable[[TreeOutcome], str]) -> TextEdit:
    start, stop, escaping, *_, target = outcome
    if target is None or escaping.spelling(target) is escaping:
        return start, stop, spell(outcome)
    text = escaping.spelling(target).encode(xml_text.percent_encoded(target))
    return _in_quotation_marks(value, start, stop, text)


_BLANKS = " \t\n\r"


def spell_outcome(outcome: TreeOutcome, *, cleaned: bool) -> str:
    """Spell the text for an outcome; what does not have to change stays as it was written.

    ``cleaned``: a URL loses the white space that a browser removes, but for blanks in front of it: the
    serialiser would escape it, and the link would go elsewhere.
    """
    _, _, escaping, raw, reference, code, target = outcome
    if code == "base-emptied":
        return ""
    if code not in REWRITTEN_CODES or target is None:
        kept = raw.strip(character_references.EDGE) if code == "placeholder" else reference
        return raw[: len(raw) - len(raw.lstrip(_BLANKS))] + kept if cleaned else raw
    if code == "rewritten-placeholder":  # in which white space may mean something
        raw = raw.strip(character_references.EDGE) if cleaned else raw
    elif cleaned or (_is_itself(raw, escaping) and escaping.encode(target) == target):
        return target
    start, stop, text = minimal_edit(raw, target, escaping.offsets, escaping.encode)
    return apply_text_edits(raw, [(start, stop, escaping.encode(text))])


_OF_CSS = frozenset(css.CSS_ESCAPINGS.values())  # each escapes character by character
_NOT_ESCAPED = frozenset({"placeholder", "no-reference", "unreadable"})


def _is_itself(raw: str, escaping: Escaping) -> bool:
    """Whether text has no escapes, and nothing that the URL parser removes: it may be replaced as a whole."""
    has_escapes = escaping.offsets is not read_verbatim and (escaping not in _OF_CSS or "\\" in raw)
    return not has_escapes and character_references.clean(raw) == raw


def spell_for_xml(outcome: TreeOutcome) -> str:
    """Spell a reference without characters that XML excludes: browsers remove some, others are escaped."""
    _, _, escaping, raw, reference, code, target = outcome
    if code in _NOT_ESCAPED:
        return raw
    text = target if code in REWRITTEN_CODES and target is not None else character_references.clean(reference)
    if escaping is LAST_COMMA:
        text = _without_last_comma(text)
    return escaping.encode(xml_text.percent_encoded(text)) or ("#" if xml_text.is_refused(raw) else raw)


def _without_last_comma(url: str) -> str:
    """Respell a candidate's URL that ends in a comma: an empty fragment behind it keeps the image."""
    if not url.endswith(","):
        return url
    return f"{url.removesuffix(',')}%2C" if "#" in url else f"{url}#"
