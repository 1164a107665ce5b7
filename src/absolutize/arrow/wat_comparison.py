"""Compare the links of a WAT file of Common Crawl with the table of links, and give each difference a reason.

The tables `WAT_ATTRIBUTES` and `WAT_REASONS` say what WAT reads. It does not know pyarrow. Used by `arrow`.
"""

from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from absolutize.archive.part_tasks import part_context
from absolutize.arrow.common_crawl import wat_documents
from absolutize.arrow.pieces import Piece, checked_path, piece_rows
from absolutize.arrow.rows import ArrowRow, RowTask
from absolutize.arrow.table_tasks import chosen_of
from absolutize.arrow.tables import Column
from absolutize.containers import DocumentPart
from absolutize.containers.source import NO_ACCESS
from absolutize.engine import lister
from absolutize.patterns import compile_regex

WAT_ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    "a": ("href",),
    "applet": ("codebase", "cdata"),
    "area": ("href",),
    "audio": ("src",),
    "base": ("href",),
    "blockquote": ("cite",),
    "button": ("formaction",),
    "del": ("cite",),
    "embed": ("src",),
    "form": ("action",),
    "frame": ("src",),
    "iframe": ("src",),
    "img": ("src", "longdesc"),
    "input": ("src", "formaction"),
    "ins": ("cite",),
    "link": ("href",),
    "menuitem": ("icon",),
    "object": ("codebase", "cdata", "data"),
    "q": ("cite",),
    "script": ("src",),
    "source": ("src",),
    "style": ("",),
    "track": ("src",),
    "video": ("src", "poster"),
}
"""The attributes that WAT reads, by ExtractingParseObserver of commoncrawl/ia-web-commons."""

_EVERYWHERE = ("background", "data-href", "data-uri")
WAT_REASONS: Mapping[str, str] = {
    "white-space": "WAT keeps white space around and in a reference",
    "data-url": "WAT cuts a data: URL behind its comma, or after 128 characters",
    "attribute": "one of the two does not read this attribute: WAT does not read srcset, style, ping, usemap,"
    " content of META and elements it does not know; the table does not read data-href, data-uri and onclick",
    "base": "WAT has only the last BASE, the table every BASE",
    "comment": "WAT does not read conditional comments",
    "anchor-without-end": "WAT lists an anchor where it ends",
    "style": "WAT looks for url() by a pattern, in comments of CSS too, and ends after 100,000 characters",
    "other": "markup that the two read differently",
}
"""The reasons of `compare_wat`, and what each means."""

_LONGEST_DATA = 128
_OPENING, _CLOSING = compile_regex(b"<!--"), compile_regex(b"-->")
_FAILURE = Column("failure", "string", "what went wrong"), Column("message", "string", "in words")
LinkKey = tuple[str, str, str]  # element, attribute, reference


class WatDifference(NamedTuple):
    """A link in which WAT and the table of links differ.

    Attributes:
        url: URL of the document.
        element: Name of the element, in lower case.
        attribute: Name of the attribute, in lower case; empty for the text of the element.
        reference: The reference as it is in WAT or in the table; if both have the link, as in the table.
        side: Where the link is: "wat", "table" or, spelled differently, "both".
        reason: The reason, a key of `WAT_REASONS`.
    """

    url: str
    element: str
    attribute: str
    reference: str
    side: str
    reason: str


class ListedDocument(NamedTuple):
    """The links of a document with their counts, and which of them are in comments."""

    url: str
    links: Counter[LinkKey]
    commented: frozenset[LinkKey]


def compare_wat(warc: str, wat: str) -> Iterator[WatDifference]:
    """Compare the links of a WAT file with those of its WARC file.

    Args:
        warc: Path of the WARC file, or a URL that fsspec opens.
        wat: Path of the WAT file that was made from it, or a URL.

    Returns:
        An iterator over the differences, document by document.

    Raises:
        EOFError: A compressed WAT file is cut off.
        ImportError: fsspec, or what it needs for the URL's kind, is not installed.
        OSError: A file cannot be read.
        TypeError: A path is no str.
        ValueError: The metadata are invalid JSON, nested too deep or not those of WAT files, or fsspec does
            not know the kind of URL; or no file can have the path.

    Source: WAT files of Common Crawl, which are lines of JSON in WARC (RFC 8259, ISO 28500).
    """
    pairs = _pairs(_list_documents(checked_path("warc", warc)), _counted(checked_path("wat", wat)))
    return (difference for pair in pairs for difference in _differences(*pair))


def _counted(wat: str) -> Iterator[tuple[str, Counter[LinkKey]]]:
    for links in wat_documents(wat):
        if links:
            yield links[0].url, Counter((link.element, link.attribute, link.reference) for link in links)


def _list_documents(warc: str) -> Iterator[ListedDocument]:
    chosen = chosen_of("links", {})

    def rows(part: DocumentPart) -> list[ArrowRow]:
        known, policies = part_context(part, chosen.context, chosen.policies)
        links, commented = Counter[LinkKey](), set[LinkKey]()
        marks = CommentMarks.of(part.body)
        for link in lister.links_in(part.body, known, policies, text=False):
            key = link.element, link.attribute, link.reference
            links[key] += 1
            if link.start is not None and marks.is_comment(link.start):
                commented.add(key)
        return [ListedDocument(known.url or "", links, frozenset(commented))]

    for row in piece_rows(Piece(warc), RowTask(_FAILURE, rows, chosen.max_bytes), chosen.archives):
        if isinstance(row, ListedDocument):
            yield row
        elif row[0] == NO_ACCESS:
            message = f"{warc}: {row[1]}"
            raise OSError(message)


class CommentMarks(NamedTuple):
    """Where the marks end that open comments in a document, and those that close them."""

    opening: list[int]
    closing: list[int]

    @classmethod
    def of(cls, body: bytes) -> "CommentMarks":
        """Find the marks; one that opens a comment may also close it (``<!-->``)."""
        return cls([m.end() for m in _OPENING.finditer(body)], [m.end() for m in _CLOSING.finditer(body)])

    def is_comment(self, offset: int) -> bool:
        """Whether an offset is in a comment: the last mark before it opens one."""
        opened, closed = bisect_right(self.opening, offset), bisect_right(self.closing, offset)
        last = self.closing[closed - 1] - len(b"-->") if closed else -1
        return opened > 0 and self.opening[opened - 1] - len(b"<!--") > last


def _pairs(
    documents: Iterator[ListedDocument], theirs: Iterator[tuple[str, Counter[LinkKey]]]
) -> Iterator[tuple[ListedDocument, Counter[LinkKey]]]:
    """Pair the links of each document; both files have the same order, but not always the same documents."""
    waiting = dict[str, deque[Counter[LinkKey]]]()
    for document in documents:
        while (
            document.links
            and not waiting.get(document.url)
            and (their_document := next(theirs, None)) is not None
        ):
            waiting.setdefault(their_document[0], deque()).append(their_document[1])
        queue = waiting.get(document.url)
        yield document, queue.popleft() if queue else Counter()
    left = ((url, keys) for url, queue in waiting.items() for keys in queue)
    for url, keys in chain(left, theirs):
        yield ListedDocument(url, Counter(), frozenset()), keys


def _differences(document: ListedDocument, theirs: Counter[LinkKey]) -> Iterator[WatDifference]:
    """Give the differences of a document: WAT's other spellings and links first, then the table's links."""
    ours, rest = document.links - theirs, theirs - document.links
    spelled = dict[LinkKey, deque[LinkKey]]()
    for key in ours:
        spelled.setdefault((*key[:2], cut_data(key[2])), deque()).append(key)
    for key in rest.elements():
        plain = without_white_space(key[2])
        known = spelled.get((*key[:2], plain)) or spelled.get((*key[:2], cut_data(plain))) or deque()
        while known and not ours[known[0]]:
            known.popleft()
        same = known[0] if known else None
        if same is None:
            yield WatDifference(document.url, *key, "wat", _reason_of_wat(key))
        else:
            ours[same] -= 1
            yield WatDifference(document.url, *same, "both", "data-url" if plain == key[2] else "white-space")
    for key in (+ours).elements():
        yield WatDifference(document.url, *key, "table", _reason_of_table(key, document))


def cut_data(reference: str) -> str:
    """Cut a data: URL in the way of WAT."""
    if not reference.startswith("data:"):
        return reference
    comma = reference.find(",", 5)
    return reference[:_LONGEST_DATA] if comma < 0 or comma > _LONGEST_DATA else reference[: comma + 1]


def without_white_space(reference: str) -> str:
    """Remove tabs and line ends, and spaces and form feeds around the reference."""
    return reference.translate({9: None, 10: None, 13: None}).strip(" \f")


def _reads(element: str, attribute: str) -> bool:
    return attribute in WAT_ATTRIBUTES.get(element, ()) or attribute in _EVERYWHERE


def _reason_of_wat(key: LinkKey) -> str:
    element, attribute, _ = key
    if attribute not in WAT_ATTRIBUTES.get(element, ()):
        return "attribute"
    return "style" if element == "style" else "other"


_REASONS_OF_ELEMENTS = {"a": "anchor-without-end", "base": "base", "style": "style"}


def _reason_of_table(key: LinkKey, document: ListedDocument) -> str:
    element, attribute, _ = key
    if not _reads(element, attribute):
        return "attribute"
    if key in document.commented:
        return "comment"
    return _REASONS_OF_ELEMENTS.get(element, "other")
