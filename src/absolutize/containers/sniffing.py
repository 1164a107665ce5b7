"""Whether a file is a page or a style sheet, by its first bytes (MIME Sniffing Standard) and its name.

It does not read the page, nor detect its encoding. Used by `archive.part_tasks`, `cli.io` and
`containers`.
"""

import io
import re
from collections.abc import Mapping

from absolutize.html.tokenizer.style_sheet import CSS_TYPE
from absolutize.html.values.json.strings import is_json_text
from absolutize.patterns import compile_regex
from absolutize.xml.detection import begins_as_xml, is_xml_type

SNIFFED_BYTES = 1445  # bytes of a body that show what it is (MIME Sniffing 5.2, resource header)
BINARY = (
    *(b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"\0\0\1\0", b"RIFF", b"wOF", b"%PDF-", b"\xd0\xcf\x11\xe0"),
    *(b"PK\x03\x04", b"\x1f\x8b", b"BZh91AY", b"\xfd7zXZ\0", b"7z\xbc\xaf", b"Rar!\x1a\x07", b"!<arch>\n"),
    *(b"bplist0", b"SQLite format 3\0", b"ITSF", b"\x7fELF"),
    *(b"\0\0\0<", b"<\0\0\0", b"\x4c\x6f\xa7\x94"),  # XML 1.0, F.1: in UTF-32 without a mark, in EBCDIC
)
TAR, TAR_AT = b"ustar", 257  # POSIX.1-2017, pax, ustar Interchange Format
HTML_SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".xht", ".shtml"})
XML_NAMES: Mapping[str, str] = {
    ".xhtml": "application/xhtml+xml",
    ".xht": "application/xhtml+xml",
    ".xml": "application/xml",
    ".svg": "image/svg+xml",
    ".rss": "application/rss+xml",
    ".atom": "application/atom+xml",
    ".rdf": "application/rdf+xml",
    ".opml": "text/x-opml",
    ".xsl": "application/xslt+xml",
    ".xslt": "application/xslt+xml",
    ".xspf": "application/xspf+xml",
}
"""The media types that servers send for these endings of XML files."""
PROGRAM_ENDINGS = (  # of programs that make pages
    *("action", "asp", "aspx", "cfm", "cgi", "do", "fcgi", "jsp", "jspx"),
    *("php", "php3", "php4", "php5", "phtml", "pl", "py"),
)
# endings that do not show what a server sent
UNINFORMATIVE_SUFFIXES = frozenset({"", *(f".{end}" for end in PROGRAM_ENDINGS)})
PAGE_SUFFIXES = (HTML_SUFFIXES | UNINFORMATIVE_SUFFIXES) - {""}  # of pages, and of programs that make them
CSS_SUFFIX = ".css"
SCRIPT_SUFFIXES = frozenset({".cjs", ".js", ".mjs"})
SUFFIXES_OF_NO_PAGE = frozenset(  # endings that pages never have
    {
        ".avif",
        ".bmp",
        CSS_SUFFIX,
        ".csv",
        ".eot",
        ".gif",
        ".ico",
        ".jpeg",
        ".jpg",
        ".json",
        ".m4a",
        ".md",
    }
    | SCRIPT_SUFFIXES
    | {".mov", ".mp3", ".mp4", ".ogg", ".otf", ".pdf", ".png", ".tar", ".tgz", ".ttf", ".txt"}
    | {".wasm", ".wav", ".webm", ".webp", ".woff", ".woff2"}
)
_KNOWN_SUFFIXES = PAGE_SUFFIXES | XML_NAMES.keys() | SUFFIXES_OF_NO_PAGE
_WINDOWS_QUERY = compile_regex(r"[^@?]++(?=@[^@=?]++=)")  # what is in front of a query
MBOX_SUFFIXES = (".mbox", ".mbx")
MESSAGE_SUFFIXES = (".mht", ".mhtml", ".eml", ".emlx")
ARCHIVE_SUFFIXES = frozenset({".arc", ".wacz", ".warc"})
ZIP_SUFFIXES = frozenset({".epub", ".maff", ".zip"})  # of zip files of pages
# endings of containers of pages
CONTAINER_SUFFIXES = ARCHIVE_SUFFIXES.union(MBOX_SUFFIXES, MESSAGE_SUFFIXES)
COMPRESSED_SUFFIXES = {".gz": "gzip", ".zst": "zstd", ".br": "br"}  # and the coding that each says
_COMPRESSED_NAMES = {**dict.fromkeys(COMPRESSED_SUFFIXES, ""), ".svgz": ".svg"}
_CODINGS = {**COMPRESSED_SUFFIXES, ".svgz": "gzip"}
_BEGINNING = rb"\A(?:\xef\xbb\xbf)?[ \t\r\n\f]*(?:<\?xml\b[^>]*>(?:[ \t\r\n\f]|<!--.*?-->)*)?"
_PAGE = compile_regex(
    _BEGINNING + rb"<(?:!doctype html|html|head|body|title|frameset)\b", re.IGNORECASE | re.DOTALL
)
_HTML = compile_regex(  # 7.1, "text/html"
    rb"\A(?:\xef\xbb\xbf)?[ \t\r\n\f]*<"
    rb"(?:!--|(?:script|iframe|h1|div|font|table|a|style|b|br|p)[ \t\r\n\f>])",
    re.IGNORECASE,
)

_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"<", b"\0<")  # the last two, of UTF-16 without a mark
_NO_TEXT = compile_regex(rb"[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]")  # 3, binary data byte


def is_binary(body: bytes) -> bool:
    """Whether a body begins like a picture, a font, a database, an archive, or markup that is never read."""
    return body.startswith(BINARY) or body.startswith(TAR, TAR_AT)


def is_text(body: bytes) -> bool:
    """Whether a body begins like text or markup (MIME Sniffing 7.2), in any encoding."""
    return body.lstrip().startswith(_MARKS) or _NO_TEXT.search(body[:SNIFFED_BYTES]) is None


# the first two tokens of an object or array, which no page begins with, nor a template ("{{", "{%")
_JSON = compile_regex(rb'(?:\xef\xbb\xbf)?[ \t\r\n]*+(?=\{[ \t\r\n]*+["}]|\[[ \t\r\n]*+["\]\[{tfn0-9-])')


def is_json(body: bytes) -> bool:
    """Whether a whole body is an object or array of JSON (RFC 8259), or several, each on a line."""
    match = _JSON.match(body)
    if match is None:
        return False
    text = body[match.end() :].decode("latin-1")  # bytes beyond ASCII are in strings
    return is_json_text(text) or all(is_json_text(line) for line in io.StringIO(text) if line.strip())


def is_script(path: str, body: bytes) -> bool:
    """Whether a file is a script by its name; not if a server sent a page in its place."""
    return suffix(path) in SCRIPT_SUFFIXES and not looks_like_document(body)


def begins_as_page(body: bytes) -> bool:
    """Whether a body begins in a way in which only pages begin."""
    return _PAGE.match(body[:SNIFFED_BYTES]) is not None


def looks_like_html(body: bytes) -> bool:
    """Whether a browser takes a body without a media type for HTML (MIME Sniffing 7.1)."""
    return begins_as_page(body) or _HTML.match(body[:SNIFFED_BYTES]) is not None


def looks_like_document(body: bytes) -> bool:
    """Whether a body without a media type looks like HTML, or begins like XML that is read."""
    return looks_like_html(body) or begins_as_xml(body)


def suffix(path: str) -> str:
    """Give the ending of a file's name in lower case, without a query; of ``a.php?b.html``, ``.html``.

    In names for Windows, wget writes ``@`` before a query (``a.css@v=1``), and may add an ending behind it
    (``a.php@v=1.css``). ``a.zip!b`` is the member ``b`` of an archive; ``Yahoo!.html`` is one name.
    """
    name = path.rstrip("/").rpartition("/")[2].lower()
    member = name.rpartition("!")[2]
    name = name if member.startswith(".") else member
    end = _ending(name)
    if end in HTML_SUFFIXES:
        return end
    end, before = _ending(name.partition("?")[0]), _WINDOWS_QUERY.match(name)
    if before is None or end == CSS_SUFFIX or end in XML_NAMES:
        return end
    in_front = _ending(before[0])
    return in_front if in_front in _KNOWN_SUFFIXES else end


def _ending(name: str) -> str:
    """Give the ending of a file's name; `pathlib` is not used, since some versions keep every name."""
    place = name.rfind(".")
    return name[place:] if 0 < place < len(name) - 1 else ""


def xml_type_of(path: str) -> str | None:
    """Give the XML media type of a file by its name; None if the name is not one of XML."""
    return XML_NAMES.get(suffix(uncompressed_name(path)))


def type_of(path: str) -> str | None:
    """Give the media type of a file by its name, if it is an XML file or a style sheet; else None."""
    return CSS_TYPE if is_style_sheet(uncompressed_name(path)) else xml_type_of(path)


def is_style_sheet(path: str) -> bool:
    """Whether a name is a style sheet's."""
    return suffix(path) == CSS_SUFFIX


def is_page_type(media: str, *, style_sheets: bool = False) -> bool:
    """Whether documents of a media type are read: HTML, XML, and style sheets on request."""
    return media == "text/html" or is_xml_type(media) or (style_sheets and media == CSS_TYPE)


def uncompressed_name(path: str) -> str:
    """Give the name of a file without the ending of its compression, such as ``.gz``."""
    lower = path.lower()
    names = (path[: -len(end)] + other for end, other in _COMPRESSED_NAMES.items() if lower.endswith(end))
    return next(names, path)


def coding_named(path: str) -> str | None:
    """Give the coding with which a file is compressed by its name."""
    lower = path.lower()
    return next((coding for end, coding in _CODINGS.items() if lower.endswith(end)), None)


def holds_pages(path: str, *, style_sheets: bool = False) -> bool:
    """Whether a name is that of a container of pages, or of a compressed page."""
    inner = uncompressed_name(path)
    is_said = is_said_to_be_html(inner) or xml_type_of(inner) is not None
    is_said = is_said or (style_sheets and is_style_sheet(inner))
    return suffix(inner) in CONTAINER_SUFFIXES or (inner != path and is_said)


def is_said_to_be_html(path: str) -> bool:
    """Whether a name has the ending of an HTML page."""
    return suffix(path) in HTML_SUFFIXES


def may_be_page(path: str, *, style_sheets: bool = False) -> bool:
    """Whether a file may be a page by its name: the name has no ending that pages never have."""
    return suffix(path) not in SUFFIXES_OF_NO_PAGE or (style_sheets and is_style_sheet(path))


def says_what_it_is(path: str) -> bool:
    """Whether a name says what a file is: it has an ending of pages, or one that pages never have."""
    return is_said_to_be_html(path) or xml_type_of(path) is not None or not may_be_page(path)


def is_page(path: str, body: bytes, *, style_sheets: bool = False) -> bool:
    """Whether a file is a page, or a style sheet if these are read, by its name and its first bytes."""
    if is_binary(body) or not may_be_page(path, style_sheets=style_sheets):
        return False
    if is_said_to_be_html(path) or is_style_sheet(path):
        return True
    if xml_type_of(path) is not None:
        return body.lstrip().startswith(_MARKS)
    return looks_like_document(body) if suffix(path) in UNINFORMATIVE_SUFFIXES else begins_as_page(body)
