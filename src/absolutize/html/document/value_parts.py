"""What stands in a value: its pieces, or a document, with the way back to the bytes around it.

A value is seen through its character references; every place in what is seen is a place in the
bytes that were scanned.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from absolutize.edits import Edit
from absolutize.html.document import minimal_edit
from absolutize.html.document.document import SourceDocument
from absolutize.html.grammar import character_references
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.html.values import css_bytes, svg_text
from absolutize.html.values.custom_properties import without_unused
from absolutize.html.values.escaping import UNESCAPED, Escaping, TextSpan
from absolutize.html.values.syntaxes import CSS, SYNTAXES, SyntaxSplitter

QUOTES = {b'"': '"', b"'": "'"}


class ReferenceSpan(NamedTuple):
    """One reference of a value: the span of its bytes, and how its syntax spells it."""

    start: int
    stop: int
    notation: Escaping = UNESCAPED


def parts(
    body: SourceDocument,
    found: ValueSpan,
    splitters: Mapping[str, SyntaxSplitter] = SYNTAXES,
    *,
    include_absolute: bool = True,
) -> Iterable[ReferenceSpan] | None:
    """Cut a value into its references; ``None`` if it cannot be read in its syntax.

    Without ``include_absolute``, those that visibly no base changes may be left out.
    """
    _, _, row, start, stop = found
    if row.syntax == "url":
        return [ReferenceSpan(start, stop)]
    structure = body.ascii_view(start, stop)
    if row.is_markup:
        return _parts_of_content(body, row.syntax, _characters(structure), start)
    places: Sequence[int]
    pieces: Iterable[TextSpan] | None
    if row.attribute:
        text, places = character_references.decoded_with_places(_characters(structure))
        pieces = splitters[row.syntax](text)
        if pieces is not None and row.syntax in CSS:
            pieces = without_unused(text, list(pieces), body.used_properties)
    else:
        pieces, places = (
            _pieces_of_content(body, row.syntax, structure, include_absolute=include_absolute),
            range(len(structure) + 1),
        )
    if pieces is None:
        return None
    return (
        ReferenceSpan(start + places[first], start + places[last], notation)
        for first, last, notation in pieces
    )


def _pieces_of_content(
    body: SourceDocument, syntax: str, structure: bytes, *, include_absolute: bool
) -> Iterable[TextSpan] | None:
    """Cut the raw text of an element."""
    if syntax == "stylesheet":
        pieces = css_bytes.in_bytes(structure, include_absolute=include_absolute)
        if not pieces or b"--" not in structure:
            return pieces
        return without_unused(structure.decode("latin-1"), pieces, body.used_properties)
    return SYNTAXES[syntax](_characters(structure))


def _characters(structure: bytes) -> str:
    """Read bytes that were scanned, each as a character; NUL becomes U+FFFD (HTML Standard 13.2.5.4, 36)."""
    return structure.decode("latin-1").replace("\0", "\ufffd")


def _parts_of_content(
    body: SourceDocument, syntax: str, written: str, start: int
) -> Iterable[ReferenceSpan] | None:
    """Cut the text of an element with markup in it."""
    content = svg_text.content(written)
    if content is None:
        return None
    text, nodes = content
    pieces = SYNTAXES[syntax](text)
    if pieces is not None and syntax in CSS:
        pieces = without_unused(text, list(pieces), body.used_properties)
    written_pieces = None if pieces is None else svg_text.pieces_in(nodes, pieces)
    if written_pieces is None:
        return None
    return (ReferenceSpan(start + first, start + last, notation) for first, last, notation in written_pieces)


def read_reference(body: SourceDocument, found: ValueSpan, part: ReferenceSpan) -> tuple[str, str]:
    """Read a part: as it is written, and what it says, white space handled as URLs have it."""
    raw = body.text(part.start, part.stop)
    written = (
        character_references.decode_attribute(raw) if found.row.attribute else raw.replace("\0", "\ufffd")
    )
    return raw, character_references.clean(part.notation.decode(written))


class Inner(NamedTuple):
    """A document in a value: its body, and where each of its bytes comes from."""

    body: SourceDocument
    places: Sequence[int]
    quote: str | None  # what stands around the value; ``None``: it is no attribute's
    around: SourceDocument  # the document that the places are in

    def outer(self, edit: Edit) -> Edit:
        """Turn an edit of the inner document into one of the outer."""
        written = edit.replacement
        start, stop = self.places[edit.start], self.places[edit.stop]
        if self.quote is None:
            return Edit(start, stop, in_comment(written))
        escaped = _escaped(written, self.quote, xml=self.around.is_xml)
        return Edit(
            start, stop, minimal_edit.separate_open_reference(self.around.source, start, stop, escaped)
        )


@lru_cache(maxsize=1024)
def _escaped(written: bytes, quote: str, *, xml: bool) -> bytes:
    return character_references.escape_attribute(written.decode("latin-1"), quote, xml=xml).encode("latin-1")


def in_comment(written: bytes) -> bytes:
    """Spell what is written into a comment: nothing in it ends the comment."""
    return written.replace(b"->", b"-%3E").replace(b"!>", b"!%3E")


def inner(body: SourceDocument, found: ValueSpan) -> Inner:
    """See a value as a document."""
    start, stop = found.start, found.stop
    raw = body.source[start:stop]
    if not found.row.attribute:
        return Inner(body.inner(raw), range(start, stop + 1), None, body)
    data, offsets = character_references.inner_bytes(raw, body.encode)
    quote = QUOTES.get(body.source[start - 1 : start], "")
    return Inner(body.inner(data), offsets.shifted(start), quote, body)
