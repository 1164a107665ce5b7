"""The URLs that a document states for itself: where it was saved from, its canonical URL, Open Graph's.

They are given as they are written. This module does not know which of them can be a base URI, or whether the
caller asked for them. Used by `engine.document_base` and `trees.context`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from absolutize.html.document.base_element import InertSpans
from absolutize.html.document.document import SourceDocument
from absolutize.html.grammar.character_references import clean
from absolutize.html.grammar.productions import (
    ATTRIBUTES,
    COMMENT,
    MARKUP_DECLARATION,
    NO_TAG,
    TAG_NAME,
    TAG_NAME_END,
    one_of,
)
from absolutize.html.grammar.start_tag import attributes_of
from absolutize.html.link_table.kinds import words
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.patterns import compile_regex


class ProgramComment(NamedTuple):
    """The comment of a program that saves pages; ``is_counted``: it says how long the URL is."""

    program: str
    pattern: str
    is_counted: bool = False


PROGRAM_COMMENTS = (
    # MSDN, Mark of the Web: the number is the length of the URL
    ProgramComment("Internet Explorer, Chromium", r"saved from url=\(([0-9]{4,6})\)(.*)", is_counted=True),
    ProgramComment("SingleFile", r"(?:Page saved with|Archive processed by) SingleFile\s+url: (\S+).*"),
    ProgramComment("monolith", r"Saved from (\S+) at \S+ using monolith.*"),
)
"""How programs say where they saved a page from."""

_PATTERNS = [(compile_regex(f"(?s){each.pattern}"), each.is_counted) for each in PROGRAM_COMMENTS]
_LONGEST_READ = 65536  # characters


def saved_url(comment: str) -> str | None:
    """Read the URL in the comment of a program, but not a URL that is not as long as the comment says."""
    text = comment[:_LONGEST_READ].strip()
    for pattern, is_counted in _PATTERNS:
        match = pattern.fullmatch(text)
        if match is not None and (not is_counted or int(match[1]) == len(match[2])):
            return match[match.lastindex or 0]
    return None


def stated_name(element: str, attributes: Mapping[str, str]) -> tuple[str, str] | None:
    """Read what an element of the head states, if anything: "canonical" or "opengraph", and the URL."""
    if element == "link" and "canonical" in words(attributes.get("rel", "")).split(" "):
        return "canonical", clean(attributes.get("href", ""))
    if element == "meta" and "og:url" in words(attributes.get("property", "")).split(" "):
        return "opengraph", clean(attributes.get("content", ""))
    return None


def stated_urls(document: SourceDocument, values: Iterable[ValueSpan]) -> Iterator[tuple[str, str]]:
    """List the URLs that a document states, with "saved", "canonical" or "opengraph"; the first counts.

    ``values`` are those of the document, absolute ones included. Elements in a template or noscript element,
    or of svg or math, state nothing, as no BASE counts there.
    """
    yield from (("saved", url) for comment in _comments(document) if (url := saved_url(comment)) is not None)
    elements = list(_of_elements(document, values))
    last = max((tag for tag, _ in elements), default=-1)
    inert = InertSpans(document.scannable, last, xml=document.is_xml, of_links=True)
    yield from (stated for tag, stated in elements if not inert.cover(tag))


def _of_elements(
    document: SourceDocument, values: Iterable[ValueSpan]
) -> Iterator[tuple[int, tuple[str, str]]]:
    """List the URLs that elements state, each with the offset of the name of its tag."""
    for value in values:
        if value.element in {"link", "meta"}:
            attributes = {
                each.name.decode("latin-1"): document.reading.attribute(document.text(each.start, each.stop))
                for each in reversed(attributes_of(document.scannable, value.tag))
            }
            stated = stated_name(value.element, attributes)
            if stated is not None:
                yield value.tag, stated


# what is before the head: declarations, comments, and the tag of html
_HTML_TAG = f"(?={one_of(('html',), TAG_NAME_END)}){TAG_NAME}{ATTRIBUTES}>"
_MARKUP = f"(?P<comment>{COMMENT})|{MARKUP_DECLARATION}|{NO_TAG}|{_HTML_TAG}"
_BEFORE_HEAD = compile_regex(f"(?:\\xEF\\xBB\\xBF)?+(?:[ \t\n\f\r]++|<(?:{_MARKUP}))".encode())


def _comments(document: SourceDocument) -> Iterator[str]:
    """Give the comments before the head, where programs write theirs."""
    position = 0
    while (match := _BEFORE_HEAD.match(document.scannable, position)) is not None and match.end() > position:
        position = match.end()
        if match["comment"] is not None:
            yield document.text(*match.span("comment"))[len("!--") :].removesuffix("-->")
