"""Edits so that browsers still detect the same encoding: a declaration may count only by its position.

Behind the head section, Chromium sees only a meta element that begins in the first 1,024 bytes. This module
does not know what the other edits are for. Used by `engine.rewriter`.
"""

from collections.abc import Iterable
from heapq import merge
from operator import attrgetter

from absolutize.edits import Edit, Edits
from absolutize.html.document import encoding_sniffing
from absolutize.html.document.document import SourceDocument
from absolutize.html.document.encoding_sniffing import PRESCAN
from absolutize.html.grammar.start_tag import TAG


def keeping_the_encoding(document: SourceDocument, edits: Edits) -> Edits:
    """Give the edits, in order; and one more if they would change the encoding that browsers detect."""
    if document.syntax == "css" or document.charset.source in {"bom", "transport", "xml"} or not edits:
        return edits
    declaration = encoding_sniffing.declaration_at_risk(document.source)
    if declaration is not None and declaration.start + _growth(edits, declaration.start) >= PRESCAN:
        return _with_edit(document, edits, _repeated(document, declaration.encoding))
    return _not_nearer(document, edits) if any(map(_shrinks, edits)) else edits


def _repeated(document: SourceDocument, encoding: str) -> Edit:
    """Make an edit that declares the encoding at the start of the head, where no edit pushes it away."""
    start = encoding_sniffing.insertion_point(document.source)
    return Edit(start, start, b"<meta charset=%s>" % encoding.encode())


def _growth(edits: Iterable[Edit], stop: int) -> int:
    before = (edit for edit in edits if edit.stop <= stop)
    return sum(len(edit.replacement) - (edit.stop - edit.start) for edit in before)


def _shrinks(edit: Edit) -> bool:
    return len(edit.replacement) < edit.stop - edit.start


def _not_nearer(document: SourceDocument, edits: Edits) -> Edits:
    """Add spaces if edits would move a declaration into the bytes that browsers prescan."""
    start = encoding_sniffing.unseen_declaration(document.source)
    if start is None or (missing := PRESCAN - start - _growth(edits, start)) <= 0:
        return edits
    place = _place_of_spaces(document.scannable, edits, start)
    return _with_edit(document, edits, Edit(place, place, b" " * missing))


def _with_edit(document: SourceDocument, edits: Edits, edit: Edit) -> Edits:
    """Add an edit in its place: comments before it may have edits."""
    return Edits(merge([edit], edits, key=attrgetter("start")), len(document.source))


def _place_of_spaces(data: bytes, edits: Iterable[Edit], declaration: int) -> int:
    """Choose where spaces mean nothing: behind the name of the first start tag, or else in the text."""
    place = 0
    while (match := TAG.match(data, place)) is not None and match[2] is None:
        place = match.end()
    place = declaration if match is None else min(match.end(), declaration)
    return next((edit.stop for edit in edits if edit.start < place < edit.stop), place)
