"""Renames elements whose names SVG spells with capitals, to see whether these explain a difference."""

from __future__ import annotations

import re

from tests.browser.generator.document import Document

NAMES_WITH_CAPITALS = (
    b"altglyph animatecolor animatemotion animatetransform feimage foreignobject glyphref lineargradient"
    b" radialgradient textpath".split()
)
_POINT = b"foreignobject"  # an HTML integration point, as `desc` is; in HTML an ordinary element
_NAME = re.compile(
    rb"(?i)(?<=[</\0])(?:%s)(?![a-z0-9])"
    % b"|".join(b"\0?".join(map(bytes, zip(name))) for name in NAMES_WITH_CAPITALS)
)


def without_capitals(document: Document) -> Document:
    """Give these elements names that SVG does not change, in encodings of one or two bytes per character."""
    return document._replace(body=_NAME.sub(_renamed, document.body))


def _renamed(match: re.Match[bytes]) -> bytes:
    between = b"\0" if b"\0" in match[0] else b""
    name = match[0].replace(b"\0", b"").lower()
    return between.join(map(bytes, zip(b"desc" if name == _POINT else b"x-%s" % name[2:])))
