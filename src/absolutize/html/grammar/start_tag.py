"""Parse one start tag, attribute by attribute: the slow way, where the fast scan stops.

It does not know which attributes hold links. Used by `html`, `xml.scanner` and `xml.tokenizer`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from absolutize.answer_cache import AnswerCache
from absolutize.html.grammar.productions import (
    ATTRIBUTE_NAME,
    ATTRIBUTES,
    CONTENT,
    MARKUP_DECLARATION,
    NO_TAG,
    SKIP,
    TAG_NAME,
    TAG_NAME_END,
    VALUE_GROUPS,
    letters,
    raw_text,
)
from absolutize.patterns import compile_regex

# From a place in text: past everything that is no tag, and past an end tag (its name is group 1)
# or behind the name of a start tag (group 2).
TAG = compile_regex(
    f"(?:[^<]++|<(?:{MARKUP_DECLARATION}|{NO_TAG}))*+<(?:/({TAG_NAME}){ATTRIBUTES}>|({TAG_NAME}))".encode()
)
_new = tuple.__new__  # quicker than a constructor, for each of many attributes
# An attribute, the end of the tag, or the end of input: each match begins where the last one ended
_NEXT = compile_regex(rf"({SKIP})(?:({ATTRIBUTE_NAME}){VALUE_GROUPS}|>|\Z)".encode())


_CONTENT = {name.encode(): compile_regex(pattern.encode()) for name, pattern in CONTENT.items()}


def end_of_raw_text(data: bytes, element: bytes, position: int) -> int:
    """Find where the raw text behind an HTML start tag ends: right there, if the element has none."""
    content = _CONTENT.get(element)
    match = None if content is None else content.match(data, position)
    return position if match is None else match.end()


_UNREAD = {
    name.encode(): compile_regex(f"{content}(?:</{TAG_NAME}{ATTRIBUTES}>)?+".encode())
    for name, content in {**CONTENT, "noscript": raw_text("noscript")}.items()
}


def end_of_raw_text_element(data: bytes, element: bytes, position: int) -> int:
    """Find where markup goes on behind an HTML start tag: if raw text follows, behind the end tag.

    To browsers that run scripts, what is in a noscript element is raw text.
    """
    content = _UNREAD.get(element)
    match = None if content is None else content.match(data, position)
    return position if match is None else match.end()


# 13.2.5.14: an end tag of the same name ends raw text
_STYLE_ENDS = compile_regex(f"</{letters('style')}(?={TAG_NAME_END})".encode())
_TAG_NAME_ENDS = {bytes([byte]) for byte in b" \t\n\f\r/>"}  # 13.2.5.8
REST_OF_TAG = compile_regex(f"{ATTRIBUTES}>".encode())


def end_of_style(data: bytes, position: int) -> tuple[int, int] | None:
    """Find the span of a style element's end tag; ``None`` if the input ends before the tag does.

    The text is passed by looking for one byte, which is quick. An end tag that runs to the end of input
    holds all that could look like another one.
    """
    while (position := data.find(b"<", position)) >= 0:
        match = _STYLE_ENDS.match(data, position)
        if match is not None:
            rest = REST_OF_TAG.match(data, match.end())
            return None if rest is None else (position, rest.end())
        position += 1
    return None


def is_mere_text(data: bytes, position: int, element: bytes) -> bool:
    """Whether the text of an element has no ``<`` before its end tag; ``position`` is behind its name."""
    start = REST_OF_TAG.match(data, position)
    end = -1 if start is None else data.find(b"<", start.end())
    name_end = end + 2 + len(element)
    return (
        end >= 0
        and data[end + 1 : name_end].lower() == b"/" + element.lower()
        and data[name_end : name_end + 1] in _TAG_NAME_ENDS
    )


class Attribute(NamedTuple):
    """An attribute of a start tag: its name in lower case, where it starts, its value's span."""

    name: bytes
    position: int
    start: int
    stop: int


_NO_VALUE = 2  # the last group is that of the name
IN_LOWER_CASE = AnswerCache(bytes.lower, 1024)


class StartTag(NamedTuple):
    """A start tag's attributes, duplicates included, and where it ends (behind its ``>``)."""

    attributes: list[Attribute]
    stop: int
    self_closing: bool


def start_tag(data: bytes, position: int) -> StartTag | None:
    """Read a start tag from behind its name; ``None`` if the input ends before the tag does."""
    attributes: list[Attribute] = []
    for match in _NEXT.finditer(data, position):
        group, name = match.lastindex or 0, match[2]
        if name is None:
            skipped, last = match[1], match.end()
            is_cut_off = last == match.end(1)
            return None if is_cut_off else StartTag(attributes, last, skipped.endswith(b"/"))
        start, stop = (match.end(), match.end()) if group == _NO_VALUE else match.span(group)
        attributes.append(_new(Attribute, (IN_LOWER_CASE[name], match.start(2), start, stop)))
    return None


def first_of_each(attributes: list[Attribute]) -> Iterator[Attribute]:
    """Leave duplicates out: the first attribute of a name counts (13.2.5.33)."""
    seen = set()
    for attribute in attributes:
        if attribute.name not in seen:
            seen.add(attribute.name)
            yield attribute


_NAME = compile_regex(TAG_NAME.encode())


def end_of_tag_name(data: bytes, position: int) -> int:
    """Find where the tag name that starts at a position ends."""
    match = _NAME.match(data, position)
    return position if match is None else match.end()


def attributes_of(data: bytes, position: int) -> list[Attribute]:
    """List the attributes, without duplicates, of the start tag whose name starts at a position."""
    tag = start_tag(data, end_of_tag_name(data, position))
    return [] if tag is None else list(first_of_each(tag.attributes))


# 13.2.5.32-39: what may be before or behind a name, as a space
_AROUND_NAMES = bytes.maketrans(b"\t\n\f\r/>=\"'", b" " * 9)


def is_first(data: bytes, behind: int, attribute: bytes, position: int) -> bool:
    """Whether an attribute is the first of its name in its tag: no other counts."""
    if position <= behind + len(attribute):
        return True
    before = data[behind:position].lower()  # in which it may also be a part of a value
    if attribute not in before or b" %b " % attribute not in before.translate(_AROUND_NAMES):
        return True
    tag = start_tag(data, behind)
    return tag is None or next(a.position for a in tag.attributes if a.name == attribute) == position


# "&" may hide anything
_DECLARING = {
    b"charset": compile_regex(b""),
    b"http-equiv": compile_regex(rb"&|[cC][oO][nN][tT][eE][nN][tT]-[tT]"),
}


def may_declare(data: bytes, element: bytes, tag: StartTag) -> bool:
    """Whether a start tag may declare an encoding (13.2.3.2)."""
    if element.lower() != b"meta":
        return False
    declaring = (_DECLARING.get(a.name) for a in tag.attributes)
    spans = ((a.start, a.stop) for a in tag.attributes)
    return any(sign and sign.search(data, *span) for sign, span in zip(declaring, spans, strict=True))
