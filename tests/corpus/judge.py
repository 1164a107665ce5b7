"""Finds the URLs that a browser requests: html5lib finds the links, and ada-url resolves them.

Nothing here is imported from the library that is judged. html5lib's tokenizer, steered by
its tree builder, gives every start tag in source order: no clones of the adoption agency,
and no tags lost that the tree builder ignores. Its tree serves only to find the BASE.
"""

from __future__ import annotations

import codecs
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import ada_url
import webencodings
from html5lib._tokenizer import HTMLTokenizer
from html5lib.constants import namespaces, tokenTypes
from html5lib.html5parser import HTMLParser
from html5lib.treebuilders import getTreeBuilder

HTML = namespaces["html"]
UNPARSABLE = "(no URL)"
EARLY = frozenset({("base", "href"), ("html", "manifest")})
LISTS = frozenset({"ping", "profile"})
TABLE_PARTS = frozenset({"body", "table", "thead", "tbody", "tfoot", "tr", "td", "th"})

# Attribute -> the elements on which it holds a URL (None: on any).
ATTRIBUTES: dict[str, frozenset[str] | None] = {
    "href": None,
    "src": None,
    "xlink:href": None,
    "itemid": None,
    "action": frozenset({"form"}),
    "formaction": frozenset({"button", "input"}),
    "data": frozenset({"object"}),
    "codebase": frozenset({"object", "applet"}),
    "cite": frozenset({"blockquote", "q", "ins", "del"}),
    "poster": frozenset({"video"}),
    "longdesc": frozenset({"img", "frame", "iframe"}),
    "background": TABLE_PARTS,
    "ping": frozenset({"a", "area"}),
    "usemap": frozenset({"img", "input", "object"}),
    "profile": frozenset({"head"}),
    "manifest": frozenset({"html"}),
    "lowsrc": frozenset({"img"}),
    "dynsrc": frozenset({"img"}),
    "icon": frozenset({"command", "menuitem"}),
}

_EDGE = "".join(map(chr, range(0x21)))  # C0 controls and space, as the URL parser strips them
_INSIDE = str.maketrans("", "", "\t\n\r")
_BLANKS = re.compile("[ \t\n\f\r]+")
_SPECIAL = frozenset({"http:", "https:", "ftp:", "file:"})  # ws and wss are always UTF-8
_QUERY_SET = frozenset([*range(0x21), *range(0x7F, 0x100), *b"\"#<>'"])
# Where an encoder of the Encoding Standard takes one character for another.
_MINUS = {0x2212: "\uff0d"}
_YEN = {0xA5: "\\", 0x203E: "~"}
_SAME_BYTES: dict[str, dict[int, str]] = {
    "shift_jis": _MINUS | _YEN,
    "euc-jp": _MINUS | _YEN,
    "iso-2022-jp": _MINUS | dict.fromkeys((0x0E, 0x0F, 0x1B), "\ufffd"),
}
_BASE_AND_NOSCRIPT = re.compile(r"(?i)<base[\s/]"), re.compile("(?i)<noscript")


class Found(NamedTuple):
    """One reference as the tokenizer gives it, with whether its tag is svg's or MathML's."""

    element: str
    attribute: str
    text: str
    foreign: bool


@dataclass(frozen=True)
class Document:
    """What a browser sees of a document: its references in source order, and its BASE."""

    references: tuple[Found, ...]
    base_href: str | None
    encoding: str
    attributes: Counter[tuple[str, str]]


def read(document: bytes | str, encoding: str) -> Document:
    """The links and the BASE of a document; the same document is parsed only once."""
    text = document if isinstance(document, str) else decode(document, encoding)
    key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(), encoding
    if key not in _SEEN:
        _SEEN[key] = _parse_document(text, encoding)
    return _SEEN[key]


def destinations(document: Document, url: str) -> list[tuple[str, str, str]]:
    """Element, attribute and the URL that a browser goes to, link by link."""
    base = base_url(document, url)
    own = _parse(url, None, "utf-8") or url
    return [
        (found.element, found.attribute, _destination(found, base, own, document.encoding))
        for found in document.references
    ]


def base_url(document: Document, url: str) -> str:
    """The document base URL: the frozen base URL of the first BASE, else the document's."""
    return _embedded(document, url) or _parse(url, None, "utf-8") or url


def has_base(document: Document, url: str) -> bool:
    """Whether a BASE counts, and is another URL than the document's own."""
    return _embedded(document, url) not in {None, _parse("", url, "utf-8")}


def same_document(text: str) -> bool:
    """Empty, or a fragment alone (RFC 2396 section 4.2), as a URL parser reads it."""
    return clean(text)[:1] in ("", "#")


def clean(text: str) -> str:
    """Drop what every URL parser drops: white space at the edges, tabs, line ends."""
    return text.strip(_EDGE).translate(_INSIDE)


def items(attribute: str, value: str) -> Iterable[str]:
    """The references of one attribute value."""
    return filter(None, _BLANKS.split(value)) if attribute in LISTS else (value,)


def holds_url(element: str, attribute: str) -> bool:
    """Whether the judge takes this attribute for a link."""
    elements = ATTRIBUTES.get(attribute, frozenset())
    return elements is None or element in elements


# --- encodings -----------------------------------------------------------------------------


def decode(data: bytes, encoding: str) -> str:
    """The text of a document in an encoding of the Web, without its byte order mark."""
    text = data.decode(_codec(encoding), _errors(encoding, "replace"))
    return text.removeprefix("\ufeff")


def percent_encode_query(reference: str, encoding: str) -> str:
    """The URL Standard's percent-encode after encoding, for the query of a reference."""
    head, question, rest = clean(reference).partition("?")
    if not question or "#" in head:
        return reference
    query, number, fragment = rest.partition("#")
    return head + question + _percent(_encode(query, encoding)) + number + fragment


def _encode(query: str, encoding: str) -> bytes:
    """Encode; what the encoding lacks becomes an escaped numeric character reference."""
    if encoding == "gbk":
        return b"".join(map(_gbk, query))
    same = query.translate(_SAME_BYTES.get(encoding, {}))
    return same.encode(_codec(encoding), _errors(encoding, "judge.reference"))


def _gbk(character: str) -> bytes:
    """Encode as gb18030 does, but the euro sign in one byte and nothing in four."""
    encoded = b"\x80" if character == "\u20ac" else character.encode("gb18030", "replace")
    return encoded if len(encoded) < 4 else f"%26%23{ord(character)}%3B".encode()


def _percent(data: bytes) -> str:
    """Percent-encode the special-query percent-encode set."""
    return "".join(f"%{byte:02X}" if byte in _QUERY_SET else chr(byte) for byte in data)


def _codec(encoding: str) -> str:
    """Python's codec that comes nearest to the encoding of the Web."""
    if encoding == "gbk":  # its decoder is that of gb18030
        return "gb18030"
    found = webencodings.lookup(encoding)
    return found.codec_info.name if found else encoding


def _errors(encoding: str, otherwise: str) -> str:
    """windows-1252 maps its five holes to themselves in the Encoding Standard."""
    return "judge.holes" if encoding == "windows-1252" else otherwise


def _numeric(error: UnicodeError) -> tuple[str, int]:
    """What cannot be encoded, as `&#n;` in percent-encoded form."""
    assert isinstance(error, UnicodeEncodeError)
    wrong = error.object[error.start : error.end]
    return "".join(f"%26%23{ord(character)}%3B" for character in wrong), error.end


def _holes(error: UnicodeError) -> tuple[str | bytes, int]:
    """0x81, 0x8D, 0x8F, 0x90 and 0x9D stand for the control characters of the same number."""
    if isinstance(error, UnicodeDecodeError):
        return error.object[error.start : error.end].decode("latin-1"), error.end
    assert isinstance(error, UnicodeEncodeError)
    if ord(error.object[error.start]) in (0x81, 0x8D, 0x8F, 0x90, 0x9D):
        return error.object[error.start].encode("latin-1"), error.start + 1
    return f"%26%23{ord(error.object[error.start])}%3B", error.start + 1


codecs.register_error("judge.reference", _numeric)
codecs.register_error("judge.holes", _holes)


# --- URLs ----------------------------------------------------------------------------------


def _destination(found: Found, base: str, own: str, encoding: str) -> str:
    """Resolve BASE, and what is fetched before any BASE is seen, against the document's URL."""
    early = (found.element, found.attribute) in EARLY and not found.foreign
    return _parse(found.text, own if early else base, encoding) or UNPARSABLE


def _embedded(document: Document, url: str) -> str | None:
    """The frozen base URL where it is the BASE's own, and None where it falls back."""
    if document.base_href is None:
        return None
    found = _parse(document.base_href, url, document.encoding)
    refused = found is None or found.startswith(("data:", "javascript:"))
    return None if refused else found


def _parse(reference: str, base: str | None, encoding: str) -> str | None:
    """Encoding-parse and serialise a URL (HTML Standard), or None where that fails."""
    text = reference.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    url = _ada(text, base)
    if url is None or text.isascii() or encoding.startswith("utf-"):
        return url.href if url else None
    if url.protocol in _SPECIAL:
        url = _ada(percent_encode_query(text, encoding), base)
    return url.href if url else None


def _ada(text: str, base: str | None) -> ada_url.URL | None:
    """ada's URL parser, with None for failure."""
    try:
        return ada_url.URL(text, base=base)
    except ValueError:
        return None


# --- markup --------------------------------------------------------------------------------


class _Tokens(HTMLTokenizer):
    """html5lib's tokenizer, noting every start tag before the tree builder changes it."""

    started: list[tuple[Any, dict[str, str]]]

    def __iter__(self) -> Iterator[Any]:
        """Yield the tokens, as ever."""
        self.started = []
        for token in super().__iter__():
            if token["type"] == tokenTypes["StartTag"]:
                self.started.append((token, {**cast("dict[str, str]", token["data"])}))
            yield token


class _Parser(HTMLParser):
    """html5lib's parser on that tokenizer; parse errors are not counted."""

    tokenizer: _Tokens

    def _parse(self, stream: Any, *_: object, scripting: bool = False, **__: object) -> None:
        """Do as html5lib does, but for the class of the tokenizer."""
        self.innerHTMLMode = False
        self.scripting = scripting
        self.tokenizer = _Tokens(stream, parser=self)
        self.reset()
        self.mainLoop()

    def parseError(self, *_: object, **__: object) -> None:  # noqa: N802
        """Nobody asks for parse errors, and their positions are dear."""


_SEEN: dict[tuple[bytes, str], Document] = {}


def _parse_document(text: str, encoding: str) -> Document:
    """Parse with scripting off, so that the images of noscript are links."""
    parser = _Parser(getTreeBuilder("etree"), namespaceHTMLElements=True)
    root = parser.parse(text)
    started = parser.tokenizer.started
    # in svg, the tree builder gives some elements capitals
    names = Counter((token["name"].lower(), name) for token, attributes in started for name in attributes)
    references = tuple(found for token, attributes in started for found in _found(token, attributes))
    return Document(references, _base_href(text, root), encoding, names)


def _found(token: dict[str, Any], attributes: dict[str, str]) -> Iterator[Found]:
    """The references of one start tag; its namespace is known once the tree builder saw it."""
    foreign = token.get("namespace", HTML) not in (None, HTML)
    element = token["name"].lower()
    for name, value in attributes.items():
        if holds_url(element, name):
            for text in items(name, value):
                yield Found(element, name, text, foreign)


def _base_href(text: str, root: Any) -> str | None:
    """The href of the first BASE in tree order, scripting on: noscript is text to a browser."""
    if all(tag.search(text) for tag in _BASE_AND_NOSCRIPT):
        parser = _Parser(getTreeBuilder("etree"), namespaceHTMLElements=True)
        root = parser.parse(text, scripting=True)
    return next(_bases(root), None)


def _bases(root: Any) -> Iterator[str]:
    """The hrefs of the BASE elements outside templates, in tree order."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.tag == f"{{{HTML}}}base" and "href" in node.attrib:
            yield node.attrib["href"]
        if node.tag != f"{{{HTML}}}template":
            waiting.extend(reversed(node))
