"""Which encoding a document is in (HTML Standard 13.2.3, Encoding Standard 4.2)."""

import re
import sys
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import webencodings

from absolutize.html.grammar import (
    ATTRIBUTES,
    CONTENT,
    END_TAG,
    MARKUP_DECLARATION,
    NO_TAG,
    TAG_NAME,
    TAG_NAME_END,
    elements_of_text,
    letters,
    raw_text,
)
from absolutize.html.tags import StartTag, start_tag

PRESCAN = 1024  # bytes; 13.2.3.2
DEFAULT = "windows-1252"  # 13.2.3.2, the table's "all other locales"

# Encoding Standard 6, "BOM sniff". UTF-32 is not in it: browsers read such a document as UTF-16
# and find no markup; here it is read as it was meant. Its little-endian mark begins like UTF-16's,
# and is taken for one where what follows would be no character of UTF-32.
BYTE_ORDER_MARKS: tuple[tuple[bytes, str], ...] = (
    (b"\xff\xfe\x00\x00", "utf-32le"),
    (b"\x00\x00\xfe\xff", "utf-32be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xfe\xff", "utf-16be"),
    (b"\xff\xfe", "utf-16le"),
)
WIDE = frozenset({"utf-16le", "utf-16be", "utf-32le", "utf-32be"})
# 13.2.3.2, "prescan a byte stream": an XML declaration in 16 bits
WIDE_XML = ((b"<\x00?\x00x\x00", "utf-16le"), (b"\x00<\x00?\x00x", "utf-16be"))


class Charset(NamedTuple):
    """An encoding by its name in the Encoding Standard, and what declared it."""

    name: str
    source: str  # "bom", "transport", "meta", "default"


def determine(data: bytes, transport: str | None = None, *, late: bool = True) -> Charset:
    """Determine a document's encoding (13.2.3.2): mark, transport, meta, default, in that order.

    ``transport`` is the label that came with the document (``Content-Type``); one that the
    Encoding Standard does not know is ignored, as browsers do. Without ``late``, no meta behind the
    first `PRESCAN` bytes is looked for.
    """
    if (found := byte_order_mark(data)) is not None:
        return Charset(found[1], "bom")
    if transport and (name := lookup(transport)) is not None:
        return Charset(name, "transport")
    declared = prescan(data[:PRESCAN]) or (_late(data) if late else None)
    return Charset(DEFAULT, "default") if declared is None else Charset(declared, "meta")


def byte_order_mark(data: bytes) -> tuple[bytes, str] | None:
    """Get the mark that data begins with, and the encoding that it is the mark of."""
    for mark, marked in BYTE_ORDER_MARKS:
        if data.startswith(mark) and (marked != "utf-32le" or _is_character(data[4:8])):
            return mark, marked
    return None


def _is_character(unit: bytes) -> bool:
    return int.from_bytes(unit, "little") <= sys.maxunicode


def lookup(label: str) -> str | None:
    """Get an encoding's name from a label (Encoding Standard 4.2)."""
    encoding = webencodings.lookup(label)
    return None if encoding is None else str(encoding.name)


def prescan(data: bytes) -> str | None:
    """Prescan a byte stream to determine its encoding (13.2.3.2)."""
    for beginning, name in WIDE_XML:
        if data.startswith(beginning):
            return name
    return _declared_by(_META, data) or _xml_declaration(data)


MANY = 64


def may_declare(data: bytes, element: bytes, tag: StartTag) -> bool:
    """Whether a start tag may declare an encoding (13.2.3.2)."""
    if element.lower() != b"meta":
        return False
    declaring = (_DECLARING.get(a.name) for a in tag.attributes)
    spans = ((a.start, a.stop) for a in tag.attributes)
    return any(sign and sign.search(data, *span) for sign, span in zip(declaring, spans, strict=True))


# "&" may hide anything
_DECLARING = {b"charset": re.compile(b""), b"http-equiv": re.compile(rb"&|[cC][oO][nN][tT][eE][nN][tT]-[tT]")}


def _late(data: bytes) -> str | None:
    """Find a meta element that declares another encoding: "change the encoding" (13.2.3.5)."""
    return _declared_by(_meta_element(), data) if _looks_declared(data) else None


def _looks_declared(data: bytes) -> bool:
    """Whether anything that looks like a meta element declares an encoding; many are not looked at."""
    for count, beginning in enumerate(_LIKE_META.finditer(data)):
        rest = None if count == MANY else _REST.match(data, beginning.end())
        if count == MANY or (rest is not None and _CHARSET.search(rest[0])):
            return True
    return False


_META_TAG = f"{letters('meta')}[ \t\n\f\r/]"
_LIKE_META = re.compile(f"<{_META_TAG}".encode())
_REST = re.compile(f"{ATTRIBUTES}>".encode())  # of a tag, from behind its name
_CHARSET = re.compile(letters("charset").encode())


def _up_to_meta(raw_text: str) -> re.Pattern[bytes]:
    """Match up to behind the next ``<meta``; ``raw_text`` matches elements that hold none."""
    other = f"(?!{_META_TAG}){TAG_NAME}{ATTRIBUTES}>"
    passed = "|".join((MARKUP_DECLARATION, NO_TAG, END_TAG, *((raw_text,) if raw_text else ()), other))
    return re.compile(f"(?:[^<]++|<(?:{passed}))*+<{letters('meta')}(?={TAG_NAME_END})".encode())


_META = _up_to_meta("")  # the prescan knows no elements


@cache
def _meta_element() -> re.Pattern[bytes]:
    """Match up to the next meta as the tree builder sees it: noscript is text where scripts run."""
    return _up_to_meta(elements_of_text({**CONTENT, "noscript": raw_text("noscript")}))


def _declared_by(up_to_meta: re.Pattern[bytes], data: bytes) -> str | None:
    """Get the encoding that the first declaring meta tag declares."""
    position = 0
    while (match := up_to_meta.match(data, position)) is not None:
        rest = _REST.match(data, match.end())
        if rest is None:
            return None
        position = rest.end()
        encoding = declared(_attributes(data, match.end())) if _CHARSET.search(rest[0]) else None
        if encoding is not None:
            return encoding
    return None


def _attributes(data: bytes, position: int) -> dict[bytes, bytes]:
    """Read the attributes of a start tag from behind its name; the first of a name counts."""
    tag = start_tag(data, position)
    attributes = [] if tag is None else tag.attributes
    return {a.name: data[a.start : a.stop] for a in reversed(attributes)}


def declared(values: Mapping[bytes, bytes]) -> str | None:
    """Get the encoding that a meta element's attributes declare (13.2.3.2, steps for "<meta")."""
    label: bytes | None = values.get(b"charset")
    if label is None and values.get(b"http-equiv", b"").lower() == b"content-type":
        label = extract(values.get(b"content", b""))
    return None if label is None else _as_declared(label)


_EXTRACT = re.compile(
    rb"""(?is)charset[ \t\n\f\r]*=[ \t\n\f\r]*(?:"([^"]*)"|'([^']*)'|(?!["'])([^ \t\n\f\r;]+))"""
)


def extract(content: bytes) -> bytes | None:
    """Extract a character encoding from a meta element's content (HTML Standard 2.4.4)."""
    match = _EXTRACT.search(content)
    return None if match is None else match[match.lastindex or 0]


def _as_declared(label: bytes) -> str | None:
    """Look a declared label up: a document that could be read so far is not in UTF-16."""
    name = lookup(label.decode("latin-1"))
    if name in WIDE:
        return "utf-8"
    return "windows-1252" if name == "x-user-defined" else name


_XML = re.compile(rb"""<\?xml[^>]*?encoding[\x00-\x20]*=[\x00-\x20]*(?:"([^">]*)"|'([^'>]*)')""")


def _xml_declaration(data: bytes) -> str | None:
    """Get an XML encoding (13.2.3.4)."""
    match = _XML.match(data)
    return None if match is None else _as_declared(match[match.lastindex or 0])
