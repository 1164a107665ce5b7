"""Edits that keep browsers reading the encoding that they read before: a declaration counts by its place.

Behind the head section, Chromium sees a meta element that begins in the first 1,024 bytes, and no other.
"""

from collections.abc import Iterable, Iterator

from absolutize.html import charset
from absolutize.html.body import Body, Edit, Edits
from absolutize.html.charset import PRESCAN


def may_be_at_stake(body: Body, first: int) -> bool:
    """Whether edits, none of them before ``first``, may push away a declaration that counts by its place."""
    _, source, start = body.charset
    return source == "meta" and first <= start < PRESCAN and charset.at_stake(body.source) is not None


def keeping_the_encoding(body: Body, edits: Edits) -> Edits:
    """Give the edits, in order, and with them one more where they would change the encoding."""
    if body.charset.source in {"bom", "transport", "xml"} or not edits:
        return edits
    declaration = charset.at_stake(body.source)
    if declaration is not None and declaration.start + _growth(edits, declaration.start) >= PRESCAN:
        return Edits((_repeated(body, declaration.encoding), *edits))
    return _not_nearer(body, edits) if any(map(_shrinks, edits)) else edits


def _repeated(body: Body, encoding: str) -> Edit:
    """Declare the encoding where nothing pushes the declaration away."""
    place = charset.early(body.source)
    return Edit(place, place, b"<meta charset=%s>" % encoding.encode())


def _growth(edits: Iterable[Edit], stop: int) -> int:
    before = (edit for edit in edits if edit.stop <= stop)
    return sum(len(edit.replacement) - (edit.stop - edit.start) for edit in before)


def _shrinks(edit: Edit) -> bool:
    return len(edit.replacement) < edit.stop - edit.start


def _not_nearer(body: Body, edits: Edits) -> Edits:
    """Put spaces where something was removed, if a declaration that was not seen would be."""
    start = charset.ignored(body.source)
    if start is None or (missing := PRESCAN - start - _growth(edits, start)) <= 0:
        return edits
    return Edits(_spaced(edits, b" " * missing))


def _spaced(edits: Iterable[Edit], spaces: bytes) -> Iterator[Edit]:
    for edit in edits:
        if spaces and _shrinks(edit):
            yield edit._replace(replacement=edit.replacement + spaces)
            spaces = b""
        else:
            yield edit
