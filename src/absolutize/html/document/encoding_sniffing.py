"""Detect the encoding of a document (HTML Standard 13.2.3, CSS Syntax 3, 3.2, Encoding Standard 4.2).

It does not decode the document, and does not know links. Used by many layers.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Literal, NamedTuple

import webencodings

from absolutize.answer_cache import AnswerCache
from absolutize.html.encodings.codec import WIDE
from absolutize.html.grammar.character_references import decode_attribute
from absolutize.html.grammar.productions import (
    ATTRIBUTE,
    ATTRIBUTE_NAME_END,
    ATTRIBUTES,
    CONTENT,
    END_TAG,
    MARKUP_DECLARATION,
    NO_TAG,
    SKIP,
    TAG_NAME,
    TAG_NAME_END,
    elements_of_text,
    letters,
    one_of,
    raw_text,
)
from absolutize.html.grammar.start_tag import REST_OF_TAG, start_tag
from absolutize.patterns import FindMatches, MatchAt, compile_regex, find_matches, match_at

DocumentSyntax = Literal["html", "xml", "css"]
"""What a document is read as."""

PRESCAN = 1024  # bytes; 13.2.3.2
DEFAULT_ENCODING = "windows-1252"  # 13.2.3.2, the table's "all other locales"

# Encoding Standard 6, "BOM sniff". UTF-32 is not in it: browsers read such a document as UTF-16 and find no
# markup; here it is read as UTF-32. Its little-endian mark begins like UTF-16's, and is read as UTF-16's if
# the next four bytes are no character of UTF-32.
BYTE_ORDER_MARKS: tuple[tuple[bytes, str], ...] = (
    (b"\xff\xfe\x00\x00", "utf-32le"),
    (b"\x00\x00\xfe\xff", "utf-32be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xfe\xff", "utf-16be"),
    (b"\xff\xfe", "utf-16le"),
)
_FIRST_OF_MARKS = {mark[:1] for mark, _ in BYTE_ORDER_MARKS}
# 13.2.3.2, "prescan a byte stream": an XML declaration in 16 bits
_WIDE_XML = {b"<\x00?\x00x\x00": "utf-16le", b"\x00<\x00?\x00x": "utf-16be"}


class Charset(NamedTuple):
    """An encoding by its name in the Encoding Standard, and what declared it."""

    name: str
    source: str  # "bom", "transport", "meta", "xml", "css", "environment", "default"
    start: int = 0  # of the tag that declares it


def determine(
    data: bytes,
    transport: str | None = None,
    *,
    late: bool = True,
    syntax: DocumentSyntax = "html",
    environment: str | None = None,
) -> Charset:
    """Determine a document's encoding (13.2.3.2): mark, transport, meta, default, in that order.

    ``transport`` is the label that came with the document (``Content-Type``); one that the Encoding Standard
    does not know is ignored, as browsers do. Without ``late``, no meta behind the first `PRESCAN` bytes is
    looked for. In XML, the XML declaration counts, and without one the encoding is UTF-8 (XML 1.0, 4.3.3). In
    a style sheet, its ``@charset`` counts, or else ``environment``, the label of the document that refers to
    it (CSS Syntax 3, 3.2).
    """
    if (mark_and_encoding := byte_order_mark(data)) is not None:
        return Charset(mark_and_encoding[1], "bom")
    if transport and (name := lookup(transport)) is not None:
        return Charset(name, "transport")
    if syntax == "css":
        return _of_style_sheet(data, environment)
    if syntax == "xml":
        return Charset(_wide_xml(data) or _xml_declaration(data) or "utf-8", "xml")
    declared = prescan(data, late=late)
    if declared is None:
        return Charset(DEFAULT_ENCODING, "default")
    return Charset(declared.encoding, "meta", declared.start)


_AT_CHARSET = compile_regex(rb'@charset "([\x00-\x21\x23-\x7f]*+)";')


def _of_style_sheet(data: bytes, environment: str | None) -> Charset:
    """Determine the encoding of a style sheet that came without a label (CSS Syntax 3, 3.2)."""
    rule = _AT_CHARSET.match(data, 0, PRESCAN)
    name = None if rule is None else lookup(rule[1].decode("ascii"))
    if name is not None:
        return Charset("utf-8" if name in WIDE else name, "css")
    around = None if environment is None else lookup(environment)
    return Charset("utf-8", "default") if around is None else Charset(around, "environment")


def byte_order_mark(data: bytes) -> tuple[bytes, str] | None:
    """Get the byte order mark that data begins with, and its encoding; ``None``: there is none."""
    for mark, marked in BYTE_ORDER_MARKS if data[:1] in _FIRST_OF_MARKS else ():
        if data.startswith(mark) and (marked != "utf-32le" or _is_character(data[4:8])):
            return mark, marked
    return None


def _is_character(unit: bytes) -> bool:
    return int.from_bytes(unit, "little") <= sys.maxunicode


def _name(label: str) -> str | None:
    encoding = webencodings.lookup(label) if label.isascii() else None  # as all labels are
    return None if encoding is None else str(encoding.name)


_NAMES = AnswerCache(_name, 1024)


def lookup(label: str) -> str | None:
    """Get an encoding's name from a label (Encoding Standard 4.2); ``None``: it is no label."""
    return _NAMES[label]


def prescan(data: bytes, *, late: bool) -> "Declaration | None":
    """Prescan a byte stream to determine its encoding (13.2.3.2), in the way of Chromium, and as far.

    Chromium reads tokens, not bytes: a script holds no meta element, and character references are decoded. It
    goes on to the end of the head section, however long, and a meta element behind it may declare another
    encoding ("change the encoding", 13.2.3.4). Without ``late``, only the first `PRESCAN` bytes are read.
    ``None``: no encoding is declared.
    """
    if (wide := _wide_xml(data)) is not None:
        return Declaration(wide, 0)
    declaration = _early_declaration(data)
    late = late and declaration is None and _looks_declared(data)
    if late and (first := _first_declaration(data)) is not None and _is_in_head_section(data, first):
        return first
    if declaration is None and (xml := _xml_declaration(data)) is not None:
        return Declaration(xml, 0)
    return next(_declarations(_meta_element(), data, data, _PARSED), None) if late else declaration


def _wide_xml(data: bytes) -> str | None:
    return _WIDE_XML.get(data[:6])


class Declaration(NamedTuple):
    """An encoding that a meta element declares, and where its tag begins."""

    encoding: str
    start: int


def _is_in_head_section(data: bytes, declaration: Declaration) -> bool:
    """Whether a declaration is in the head section: then a browser prescans it, however far it is."""
    match = _in_head()(data, 0, declaration.start)
    return match is not None and match.end() == declaration.start


def _first_declaration(data: bytes) -> Declaration | None:
    """Find the first declaration of a document by the rules of the prescan, however far it is."""
    return next(_declarations(_meta(), data, data, _PRESCANNED), None)


def _early_declaration(data: bytes) -> Declaration | None:
    """Find the declaration that a browser prescans, in the tags that begin in the first `PRESCAN` bytes."""
    head = data[: PRESCAN + len("<meta")]
    return next(_declarations(_meta(), head, data, _PRESCANNED), None)


def declaration_at_risk(data: bytes) -> Declaration | None:
    """Find a declaration behind the head section: it counts only if it begins in the first bytes."""
    declaration = _early_declaration(data)
    return None if declaration is None or _is_in_head_section(data, declaration) else declaration


def unseen_declaration(data: bytes) -> int | None:
    """Find where a declaration begins that is too far from the start to be prescanned; ``None``: nowhere."""
    declaration = _first_declaration(data) if _looks_declared(data) else None
    if declaration is None or declaration.start < PRESCAN or _is_in_head_section(data, declaration):
        return None
    return declaration.start


def insertion_point(data: bytes) -> int:
    """Find where an inserted meta element is the first in the head, and changes nothing else."""
    match = _before_head()(data)
    return 0 if match is None else match.end()


_META_TAG = f"{letters('meta')}[ \t\n\f\r/]"
# The rest of the tag of a meta element that has no attribute to declare an encoding. For speed: on 187 pages
# that declare none early, not used to choose this, `rewrite` takes 9 % less
_DECLARING = one_of(("charset", "http-equiv"), ATTRIBUTE_NAME_END)
_NOT_DECLARING = f"{SKIP}(?:(?!{_DECLARING}){ATTRIBUTE}{SKIP})*+>"


@cache
def _like_meta() -> FindMatches:
    """Match what looks like a meta element that declares an encoding."""
    return find_matches(f"<{_META_TAG}(?!{_NOT_DECLARING})".encode())


def _looks_declared(data: bytes) -> bool:
    """Whether anything looks like a meta element that declares an encoding."""
    return next(_like_meta()(data, 0), None) is not None


def _up_to_meta(texts: str) -> MatchAt:
    """Match all up to and with the next declaring ``<meta``; ``texts`` matches what cannot hold one."""
    meta = f"{letters('meta')}(?={TAG_NAME_END}){_NOT_DECLARING}"
    other = f"{meta}|(?!{_META_TAG}){TAG_NAME}{ATTRIBUTES}>"
    passed = f"{MARKUP_DECLARATION}|{NO_TAG}|{END_TAG}|{texts}|{other}"
    return match_at(f"(?:[^<]++|<(?:{passed}))*+<{letters('meta')}(?={TAG_NAME_END})".encode())


@cache
def _meta() -> MatchAt:
    """Match up to the next meta, as Chromium's prescan does: noscript holds markup."""
    return _up_to_meta(elements_of_text(CONTENT))


# the tags of the head section in Chromium (HTMLMetaCharsetParser): other tags end it, text does not
_OF_HEAD = ("noscript", "link", "meta", "object", "base")
_OF_TEXT = ("script", "style", "title")


@cache
def _in_head() -> MatchAt:
    """Match the head section."""
    starts = one_of((*_OF_HEAD, "html", "head"), TAG_NAME_END)
    ends = one_of((*_OF_HEAD, *_OF_TEXT), TAG_NAME_END)
    texts = elements_of_text({name: CONTENT[name] for name in _OF_TEXT})
    tags = f"{texts}|(?={starts}){TAG_NAME}{ATTRIBUTES}>|/(?={ends}){TAG_NAME}{ATTRIBUTES}>"
    return match_at(f"(?:[^<]++|<(?:{MARKUP_DECLARATION}|{NO_TAG}|{tags}))*+".encode())


@cache
def _before_head() -> MatchAt:
    """Match what is before the first element of the head."""
    starts = one_of(("html", "head"), TAG_NAME_END)
    passed = f"{MARKUP_DECLARATION}|{NO_TAG}|(?={starts}){TAG_NAME}{ATTRIBUTES}>"
    return match_at(f"(?:\\xEF\\xBB\\xBF)?+(?:[ \t\n\f\r]++|<(?:{passed}))*+".encode())


@cache
def _meta_element() -> MatchAt:
    """Match up to the next meta, as the tree builder does: noscript holds text where scripts run."""
    return _up_to_meta(elements_of_text({**CONTENT, "noscript": raw_text("noscript")}))


Attributes = dict[bytes, bytes]
DeclaredEncodings = Mapping[bytes, str | None]
"""The encodings that meta elements declare, by their attributes as they are written."""


def _declarations(
    up_to_meta: MatchAt, head: bytes, data: bytes, encodings: DeclaredEncodings
) -> Iterator[Declaration]:
    """Find the declaring meta tags that begin in ``head``, the beginning of the data."""
    position = 0
    while (match := up_to_meta(head, position)) is not None:
        rest = REST_OF_TAG.match(data, match.end())
        if rest is None:
            return
        position = rest.end()
        encoding = encodings[rest[0]]
        if encoding is not None:
            yield Declaration(encoding, match.end() - len("<meta"))


def _encoding_in(read: Callable[[Attributes, bytes, bytes], None], rest: bytes) -> str | None:
    """Read the encoding that a meta element declares in the rest of its tag, from behind its name."""
    written, attributes = rest.lower(), Attributes()
    # most have neither name, and a description may have very many character references
    may_declare = b"charset" in written or b"http-equiv" in written
    tag = start_tag(rest, 0) if may_declare else None
    for attribute in () if tag is None else tag.attributes:
        value = decode_attribute(rest[attribute.start : attribute.stop].decode("latin-1"))
        read(attributes, attribute.name, value.encode("latin-1", "replace"))
    return declared_encoding(attributes)


def _as_parsed(attributes: Attributes, name: bytes, value: bytes) -> None:
    """Add an attribute as the tokenizer does: the first of a name counts (13.2.5.33)."""
    attributes.setdefault(name, value)


_CONTENT_TYPE = b"content-type"
_EXTRACT = compile_regex(
    rb"""(?is)charset[ \t\n\f\r]*=[ \t\n\f\r]*(?:"([^"]*)"|'([^']*)'|(?!["'])([^ \t\n\f\r;]*))?"""
)


def extract(content: bytes) -> bytes | None:
    """Extract a character encoding, if any, from a meta element's content (HTML Standard 2.5.3)."""
    match = _EXTRACT.search(content)
    return match[match.lastindex] if match is not None and match.lastindex else None


_SAYS: dict[bytes, Callable[[bytes], bool]] = {
    b"charset": lambda _: True,
    b"http-equiv": lambda value: value.lower() == _CONTENT_TYPE,
    b"content": lambda value: bool(extract(value)),
}


def _as_prescanned(attributes: Attributes, name: bytes, value: bytes) -> None:
    """Add an attribute as Chromium's prescan does: a later one of a name counts if its value matters."""
    if name not in attributes or _SAYS.get(name, bool)(value):
        attributes[name] = value


_PARSED: DeclaredEncodings = AnswerCache(partial(_encoding_in, _as_parsed), 1024)
_PRESCANNED: DeclaredEncodings = AnswerCache(partial(_encoding_in, _as_prescanned), 1024)


def declared_encoding(values: Mapping[bytes, bytes]) -> str | None:
    """Get the encoding, if any, that a meta element's attributes declare (13.2.3.2, steps for "<meta")."""
    label: bytes | None = values.get(b"charset")
    if label is None and values.get(b"http-equiv", b"").lower() == _CONTENT_TYPE:
        label = extract(values.get(b"content", b""))
    name = None if label is None else _as_declared(label)
    return "windows-1252" if name == "x-user-defined" else name


def _as_declared(label: bytes) -> str | None:
    """Look up a declared label; if it could be read as ASCII, the document is not in UTF-16."""
    name = lookup(label.decode("latin-1"))
    return "utf-8" if name in WIDE else name


_XML = compile_regex(rb"""<\?xml[^>]*?encoding[\x00-\x20]*=[\x00-\x20]*(?:"([^">]*)"|'([^'>]*)')""")


def _xml_declaration(data: bytes) -> str | None:
    """Get an XML encoding (13.2.3.2)."""
    match = _XML.match(data)
    return None if match is None else _as_declared(match[match.lastindex or 0])
