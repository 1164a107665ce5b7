"""Whether a document is read as XML: by its media type, or by its first tag.

It does not read the document beyond that, nor detect its encoding. Used by `arguments`, `containers` and
`options`.
"""

import re

from absolutize.html.grammar.namespaces import BREAKOUT, SPECIAL
from absolutize.html.grammar.productions import CLOSED_XML_COMMENT, CLOSED_XML_INSTRUCTION
from absolutize.patterns import compile_regex
from absolutize.xml.vocabularies import (
    SHOWN_BY_BROWSERS,
    TEMPLATE_VERSION,
    UNKNOWN_VOCABULARY,
    VOCABULARIES,
)

XML_TYPES = frozenset({"text/xml", "application/xml", "text/x-opml", "text/xsl"})
_LOOKED_AT = 8192  # bytes in which the first tag is looked for; in more, where comments or a DTD go on

_BLANK = r"[ \t\n\r]*+"
_LITERAL = r"""(?:"[^"]*+"|'[^']*+')"""
_NO_ELEMENT = f"{CLOSED_XML_COMMENT}|{CLOSED_XML_INSTRUCTION}"
# XML 1.0, 2.8, in which a comment or an instruction may have brackets and single quotation marks
_SUBSET = rf"""\[(?:[^\]"'<]++|{_LITERAL}|{_NO_ELEMENT}|<(?!!--|\?))*+\]"""
_DOCTYPE = rf"""<!DOCTYPE(?:[^>\["']++|{_LITERAL}|{_SUBSET})*+>"""
_BEFORE_ROOT = compile_regex(
    rf"(?:\xEF\xBB\xBF|\xFE\xFF|\xFF\xFE)?+{_BLANK}(?P<declaration><\?xml(?=[ \t\n\r]))?+"
    rf"(?:(?<=<\?xml)(?:[^?]++|\?(?!>))*+\?>)?+(?:{_BLANK}(?:{_NO_ELEMENT}|{_DOCTYPE}))*+{_BLANK}".encode(
        "latin-1"
    )
)
_NAME = rb"[A-Za-z_\x80-\xff][A-Za-z0-9_.\x80-\xff\-]*+"
_ROOT = compile_regex(rb"""<(?:(%b):)?+(%b)((?:[^<>"']++|"[^"]*+"|'[^']*+')*+)""" % (_NAME, _NAME))
#     a namespace, or the value of another attribute, in which no namespace is looked for
_DECLARED = compile_regex(
    rb"""(?<![^ \t\n\r"'])xmlns(?::([^ \t\n\r=]++))?+[ \t\n\r]*+=[ \t\n\r]*+(?:"([^"]*+)"|'([^']*+)')"""
    rb"""|"[^"]*+"|'[^']*+'"""
)
_HTML_NAMES = SPECIAL | BREAKOUT | {b"a", b"abbr", b"audio", b"button", b"canvas", b"label", b"q", b"video"}
_XSLT_URI, _VERSION = (each.encode() for each in TEMPLATE_VERSION)
_UNMISTAKABLE = frozenset({b"rss", b"opml", b"urlset", b"sitemapindex"})  # roots, also without a namespace


def is_xml_type(media_type: str) -> bool:
    """Whether a media type is XML's (RFC 7303 4; MIME Sniffing 4.6)."""
    return media_type in XML_TYPES or media_type.endswith("+xml")


def begins_as_xml(document: bytes | str) -> bool:
    """Whether a document without a known media type is XML that is not to be read as HTML.

    It is if an XML declaration is followed by an element that is not HTML's, or if the first element is of a
    vocabulary that browsers do not show, such as ``rss`` or Atom's ``feed``.
    """
    start, root = _start_and_root(document)
    if start is None or root is None:
        return False
    if root[2].lower() == b"html":
        return _XSLT_URI in root[3] and _is_template(root)
    vocabulary = _vocabulary(root)
    if start["declaration"] is not None:
        return vocabulary is not None or root[2].lower() not in _HTML_NAMES
    is_shown = vocabulary in SHOWN_BY_BROWSERS or vocabulary == UNKNOWN_VOCABULARY
    return root[2] in _UNMISTAKABLE if vocabulary is None else not is_shown


_MARKUP = (b"", b"<")


def _start_and_root(document: bytes | str) -> tuple[re.Match[bytes] | None, re.Match[bytes] | None]:
    """Match what is before the first tag, and the tag; read more if markup before it goes on."""
    looked_at = _LOOKED_AT
    while True:
        data = _beginning(document, looked_at)
        start = _BEFORE_ROOT.match(data)
        root = None if start is None else _ROOT.match(data, start.end())
        goes_on = start is not None and root is None and data[start.end() : start.end() + 1] in _MARKUP
        if not goes_on or looked_at >= len(document):
            return start, root
        looked_at *= 16


def _beginning(document: bytes | str, looked_at: int) -> bytes:
    """Give the first bytes; in UTF-16 and UTF-32, without zeros, so that ASCII can be read."""
    head = document[:looked_at]
    data = head.encode("utf-8", "replace") if isinstance(head, str) else head
    return data.replace(b"\0", b"") if b"\0" in data[:4] else data


def _is_template(root: re.Match[bytes]) -> bool:
    """Whether a root element of HTML is a style sheet of XSLT, with a version of it."""
    prefixes = (prefix for prefix, uri in _namespaces(root).items() if uri == _XSLT_URI and prefix)
    return any(b"%b:%b" % (prefix, _VERSION) in root[3] for prefix in prefixes)


def _vocabulary(root: re.Match[bytes]) -> str | None:
    """Give the vocabulary of the root element; ``None``: it has no namespace."""
    uri = _namespaces(root).get(root[1], b"").decode("latin-1")
    return VOCABULARIES.get(uri, UNKNOWN_VOCABULARY) if uri else None


def _namespaces(root: re.Match[bytes]) -> dict[bytes | None, bytes]:
    """List the namespaces that the root element declares, by their prefixes."""
    declared = (match for match in _DECLARED.finditer(root[3]) if match.lastindex)
    return {match[1]: match[match.lastindex or 0] for match in declared}
