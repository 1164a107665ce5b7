"""What belongs to a link in its document: the attributes of its tag, and an anchor's text.

It does not know what was decided about the link. Used by `engine.lister` and `scrapy.reading`.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from absolutize.edits import array_of_offsets
from absolutize.html.document.document import SourceDocument
from absolutize.html.grammar.namespaces import SPECIAL
from absolutize.html.grammar.productions import MARKUP_DECLARATION, NO_TAG, TAG_NAME
from absolutize.html.grammar.start_tag import (
    Attribute,
    StartTag,
    attributes_of,
    end_of_raw_text,
    end_of_tag_name,
    first_of_each,
    start_tag,
)
from absolutize.html.link_table.kinds import ELEMENTS_WITH_REL, words
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.patterns import compile_regex

ELEMENTS_WITH_ALT = frozenset({"area", "img", "image", "input"})  # HTML 4.8.4.4: those with an alt

Anchor = tuple[SourceDocument, int]  # a document, and where in it a tag's name starts

_WANTED = frozenset({b"rel", b"alt"})
# Most tags, from the name on; the group has the words of rel, if they are spelled as they are compared
_ATTRIBUTE = rb"""[a-z_][a-z0-9_:\-]*+(?:=(?:"[^"]*+"|'[^']*+'|[^"'<>=`\s]++(?=[\s>])))?+"""

_OTHER = rb"(?:[ \t\n\r]++(?!rel\b)%b)*+" % _ATTRIBUTE
_WORDS = rb"(?:[a-z0-9_.,:\-]++(?: [a-z0-9_.,:\-]++)*+)?+"
_PLAIN_REL = compile_regex(rb"""[a-z]++%b(?:[ \t\n\r]++rel="(%b)"%b)?+\s*+/?+>""" % (_OTHER, _WORDS, _OTHER))


class Tags:
    """The tags of links, one after the other: each is read once, however many references it holds."""

    def __init__(self) -> None:
        self._anchor: Anchor | None = None
        self._attributes: dict[str, str] = {}
        self._text: str | None = None
        self._related: tuple[SourceDocument | None, int] = None, 0  # the last tag of which rel was asked for
        self._rel = ""

    def rel(self, document: SourceDocument, value: ValueSpan) -> str:
        """Give the words of the rel attribute, in lower case; only some elements have one."""
        return self.rel_attribute(document, value.tag) if value.element in ELEMENTS_WITH_REL else ""

    def rel_attribute(self, document: SourceDocument, tag: int) -> str:
        """Give the words of the rel attribute of any element, in lower case."""
        if self._related != (document, tag):
            self._related, self._rel = (document, tag), rel_of(document, tag)
        return self._rel

    def text(self, document: SourceDocument, value: ValueSpan, stop: int | None) -> str | None:
        """Give the text of an anchor, which ends at ``stop`` at the latest, or an image's alt, if any."""
        if value.element in ELEMENTS_WITH_ALT:
            self._read(document, value.tag)
            return self._attributes.get("alt")
        if value.element != "a":
            return None
        self._read(document, value.tag)
        if self._text is None:
            self._text = anchor_text(document, value.tag, stop)
        return self._text

    def _read(self, document: SourceDocument, tag: int) -> None:
        if self._anchor != (document, tag):
            self._anchor, self._text = (document, tag), None
            self._attributes = _wanted_attributes(document, tag)


def rel_of(document: SourceDocument, tag: int) -> str:
    """Give the words of the rel attribute of the tag whose name starts there, in lower case."""
    plain = _PLAIN_REL.match(document.scannable, tag)
    if plain is not None:
        return (plain[1] or b"").decode("ascii")
    return words(_wanted_attributes(document, tag).get("rel", ""))


def _wanted_attributes(document: SourceDocument, tag: int) -> dict[str, str]:
    return {
        a.name.decode("latin-1"): _value(document, 0, a)
        for a in attributes_of(document.scannable, tag)
        if a.name in _WANTED
    }


# Most anchors, from the name on; the group has the text
_PLAIN_ANCHOR = compile_regex(rb"[Aa](?:[ \t\n\r]++%b)*+[ \t\n\r]*+>([^<\0]*+)</[Aa]>" % _ATTRIBUTE)


class AnchorStops:
    """Where the anchors of documents end at the latest: where the next anchor of a document begins."""

    def __init__(self) -> None:
        self._tags: WeakKeyDictionary[SourceDocument, array[int]] = WeakKeyDictionary()

    def behind(self, document: SourceDocument, values: Iterable[ValueSpan], value: ValueSpan) -> int | None:
        """Give where the anchor of a value ends at the latest; ``None``: it is no anchor, or the last."""
        if value.element != "a":
            return None
        if document not in self._tags:
            tags = array_of_offsets(len(document.scannable))
            tags.extend(value.tag for value in values if value.element == "a")
            # in XML, the values are in order, and the tags may not be: some values are defaults of the DTD
            self._tags[document] = array(tags.typecode, sorted(tags)) if document.is_xml else tags
        tags = self._tags[document]
        after = bisect_right(tags, value.tag)
        return tags[after] - 1 if after < len(tags) else None


_PIECE = compile_regex(f"([^<]++)|<(?:(?:{MARKUP_DECLARATION}|{NO_TAG})|(/?)({TAG_NAME}))".encode())


def anchor_text(document: SourceDocument, tag: int, stop: int | None) -> str:
    """Read the text of an ``a`` element, white space collapsed; the alt of an image in it is text.

    ``stop`` is where it ends at the latest (`AnchorStops.behind`).
    """
    return " ".join("".join(_pieces(document, tag, stop, as_shown=True)).split())


def text_content(document: SourceDocument, tag: int, stop: int | None) -> str:
    """Read the text of an ``a`` element as the DOM has it (DOM 4.4, descendant text content).

    ``stop`` is where it ends at the latest (`AnchorStops.behind`).
    """
    plain = _PLAIN_ANCHOR.match(document.scannable, tag)
    if plain is not None:
        return document.reading.text_offsets(document.text(*plain.span(1)))[0]
    return "".join(_pieces(document, tag, stop, as_shown=False))


def _pieces(document: SourceDocument, tag: int, stop: int | None, *, as_shown: bool) -> Iterator[str]:
    """Give the text of an anchor; ``as_shown``: with the alt of images, and a space before blocks."""
    content = start_tag(document.scannable, end_of_tag_name(document.scannable, tag))
    if content is None or (document.is_xml and content.self_closing):
        return
    start = content.stop
    # cut out, so that nothing beyond its end is read again and again: there may be many anchors
    data = document.scannable[start:stop]
    position = depth_in_svg = 0
    while (match := _PIECE.match(data, position)) is not None:
        position = match.end()
        if match[1] is not None:
            yield document.reading.text_offsets(document.text(start + match.start(), start + position))[0]
        elif match[3] is None:
            yield "<" if match[0] == b"<" else ""
        else:
            element, inner_tag = match[3].lower(), start_tag(data, position)
            if element == b"a" or inner_tag is None:
                return
            if as_shown:
                yield from _text_of_tag(document, start, element, inner_tag)
            if element == b"svg":
                depth_in_svg += -1 if match[2] else not inner_tag.self_closing
            is_title = element == b"title" and depth_in_svg > 0  # in svg, it has markup; in HTML, text alone
            is_markup = match[2] or is_title or (document.is_xml and inner_tag.self_closing)
            position = inner_tag.stop if is_markup else end_of_raw_text(data, element, inner_tag.stop)
            if not as_shown and inner_tag.stop < position:
                yield _raw_text(document, element, start + inner_tag.stop, start + position)


def _raw_text(document: SourceDocument, element: bytes, start: int, stop: int) -> str:
    """Give the text of an element whose content is text alone; some have character references."""
    text = document.text(start, stop)
    return document.reading.text_offsets(text)[0] if element in {b"title", b"textarea"} else text


def _text_of_tag(document: SourceDocument, start: int, element: bytes, tag: StartTag) -> Iterator[str]:
    """Give what an element in an anchor shows before its text."""
    if element in SPECIAL:
        yield " "
    if element == b"img":
        yield from (
            f"{_value(document, start, a)} " for a in first_of_each(tag.attributes) if a.name == b"alt"
        )


def _value(document: SourceDocument, start: int, attribute: Attribute) -> str:
    return document.reading.attribute(document.text(start + attribute.start, start + attribute.stop))
