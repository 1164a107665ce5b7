"""Write what was decided on a reference into the attribute value, or text, in which it is.

As little as possible is written: where the new text ends in the author's, only what is before it changes. It
decides nothing. Used by `engine.rewriter`.
"""

from collections.abc import Callable
from functools import partial
from itertools import accumulate

from absolutize.answer_cache import AnswerCache
from absolutize.edits import Edit
from absolutize.findings import REWRITTEN_CODES
from absolutize.html.document.document import SourceDocument
from absolutize.html.document.nested_document import QUOTES
from absolutize.html.document.references import ReferenceSpan
from absolutize.html.encodings.codec import in_url
from absolutize.html.encodings.encoding import Lacking
from absolutize.html.grammar.character_references import LONGEST_CHARACTER_REFERENCE, escape_attribute
from absolutize.html.grammar.start_tag import Attribute, end_of_tag_name, start_tag
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.html.values.escaping import NO_ESCAPING, decoded_through
from absolutize.html.values.minimal_edit import (
    NEEDS_QUOTES,
    MinimalEdit,
    minimal_edit,
    separate_open_character_reference,
    unescaped_edit,
)
from absolutize.html.values.syntaxes import CSS, CSS_REFERENCE, TEXT_URL
from absolutize.patterns import compile_regex

_WHITE_SPACE = b" \t\n\f\r"


def edits_of(
    document: SourceDocument, span: ReferenceSpan, raw: str, reference: str, code: str, target: str | None
) -> list[Edit]:
    """Make the edits for a decision, which is a code and a target, on a reference, as written and as read."""
    if code == "base-emptied":
        return _empty(document, span.value)
    if code == "base-removed":
        return _remove_attribute(document, span.value)
    if code not in REWRITTEN_CODES or target is None:
        return []
    edit = _unescaped(span, raw, target) if raw == reference else None
    if edit is None:
        write = _write if span.escaping.spelling(target) is span.escaping else _requote
        edit = write(document, span, target)
    start, stop, written = edit
    return [Edit(start, stop, separate_open_character_reference(document.source, start, stop, written))]


def _spelled(prefix: tuple[bytes, Callable[[str], str]]) -> bytes:
    text, encode = prefix
    return encode(text.decode("ascii")).encode("ascii")


_SPELLED = AnswerCache(_spelled, 1024)


def edit_of_beginning(data: bytes, span: ReferenceSpan, dropped: int, prefix: bytes) -> Edit:
    """Make the edit that puts a prefix in place of the first bytes of a plain reference."""
    start, escaping = span.start, span.escaping
    spelled = prefix if escaping is NO_ESCAPING else _SPELLED[prefix, escaping.encode]
    return Edit(
        start, start + dropped, separate_open_character_reference(data, start, start + dropped, spelled)
    )


def _unescaped(span: ReferenceSpan, raw: str, target: str) -> Edit | None:
    """Make the edit of a reference in which nothing is or has to be escaped."""
    changed = unescaped_edit(raw, target) if raw and len(raw) == span.stop - span.start else None
    if changed is None or span.escaping.encode(changed.text) != changed.text:
        return None
    start, stop, text = changed
    return Edit(span.start + start, span.start + stop, text.encode("ascii"))


def _write(document: SourceDocument, span: ReferenceSpan, target: str) -> Edit:
    value, escaping = span.value, span.escaping
    raw = document.text(span.start, span.stop)
    is_attribute = bool(value.row.attribute)
    if is_attribute:
        offsets = partial(decoded_through, document.reading.attribute_offsets, escaping.offsets)
        changed = minimal_edit(
            raw,
            target,
            offsets,
            lambda text: escape_attribute(escaping.encode(text), '"', xml=document.is_xml),
        )
    else:
        changed = minimal_edit(raw.replace("\0", "\ufffd"), target, escaping.offsets, escaping.encode)
    start, stop, text = _span_of_change(document, span, raw, changed, target)
    text = escaping.encode(text)
    if not is_attribute:
        return Edit(start, stop, document.encode(text, _lacking(value.row.syntax)))
    mark = QUOTES.get(document.source[value.start - 1 : value.start])
    if mark is not None:
        return Edit(start, stop, _escaped(document, text, mark))
    if value.start < value.stop and not NEEDS_QUOTES.search(text):
        return Edit(start, stop, _escaped(document, text, ""))
    if (span.start, span.stop) != (value.start, value.stop):  # one of several in an unquoted value
        return Edit(start, stop, _escaped(document, text, ""))
    return _quoted(document, value, Edit(start, stop, _escaped(document, text, '"')))


def _escaped(document: SourceDocument, text: str, quote: str) -> bytes:
    return document.encode(escape_attribute(text, quote, xml=document.is_xml))


_APOSTROPHE = rb"(?:'|&apos;|&#(?:0*+39|[xX]0*+27);?)"
_OPENING, _CLOSING = compile_regex(_APOSTROPHE + rb"\Z"), compile_regex(_APOSTROPHE)


def _requote(document: SourceDocument, span: ReferenceSpan, target: str) -> Edit:
    """Write a reference, and quotes in place of the apostrophes around it in the attribute value."""
    value = span.value
    opening = _OPENING.search(document.source, value.start, span.start)
    closing = _CLOSING.match(document.source, span.stop, value.stop)
    start = span.start if opening is None else opening.start()
    stop, end = (span.stop, "") if closing is None else (closing.end(), '"')
    text = f'"{span.escaping.spelling(target).encode(target)}{end}'
    quote = QUOTES.get(document.source[value.start - 1 : value.start], "")
    return Edit(start, stop, _escaped(document, text, quote))


def _span_of_change(
    document: SourceDocument, span: ReferenceSpan, raw: str, changed: MinimalEdit, target: str
) -> tuple[int, int, str]:
    """Give the span of a change in the document; if it cannot be found, all of the reference changes."""
    first, last, text = changed
    start = span.start + first
    stop = span.start + last if raw[:last].isascii() else span.stop - (len(raw) - last)
    if document.text(span.start, start) == raw[:first] and document.text(stop, span.stop) == raw[last:]:
        return start, stop, text
    return span.start, span.stop, target


def _lacking(syntax: str) -> Lacking:
    """Give how a syntax spells what an encoding lacks: in XML, where the text may be CDATA, as in a URL."""
    if syntax == TEXT_URL:
        return in_url
    return _in_css if syntax in CSS or syntax == CSS_REFERENCE else _in_json


def _in_json(character: str) -> bytes:
    import json  # noqa: PLC0415 -- hardly any document needs it

    return json.dumps(character)[1:-1].encode()


def _in_css(character: str) -> bytes:
    return b"\\%x " % ord(character)


def _quoted(document: SourceDocument, value: ValueSpan, edit: Edit) -> Edit:
    """Put quotes around a value that had none, and ``=`` before one that was missing."""
    before = document.source[value.start - 1 : value.start]
    equals = b"" if before in b"= \t\n\f\r" else b"="
    head = document.source[value.start : edit.start]
    rest = _without_quotes(document, edit.stop, value.stop)
    return Edit(value.start, value.stop, equals + b'"' + head + edit.replacement + rest + b'"')


def _without_quotes(document: SourceDocument, start: int, stop: int) -> bytes:
    """Escape the quotes in a part of the document, but not bytes that are a part of another character."""
    pieces = document.scannable[start:stop].split(b'"')
    ends = accumulate((len(piece) + 1 for piece in pieces), initial=start)
    return b"&quot;".join(
        document.source[end : end + len(piece)] for end, piece in zip(ends, pieces, strict=False)
    )


def _empty(document: SourceDocument, value: ValueSpan) -> list[Edit]:
    """Empty a value: ``href=""``."""
    if value.start == value.stop:
        return []
    quoted = document.source[value.start - 1 : value.start] in QUOTES
    return [Edit(value.start, value.stop, b"" if quoted else b'""')]


_HALF = compile_regex(rb"(?:<|&[#0-9A-Za-z]*+|-!?+)\Z")  # what the text behind a tag could complete


def _remove_attribute(document: SourceDocument, value: ValueSpan) -> list[Edit]:
    """Remove an attribute from its start tag, duplicates too, and the tag with its last one."""
    data = document.scannable
    tag = start_tag(data, end_of_tag_name(data, value.tag))
    if tag is None:
        return []
    name = value.row.attribute.encode()
    removed = [
        attribute
        for attribute in tag.attributes
        if attribute.name == name.lower()
        and (not document.is_xml or data.startswith(name, attribute.position))
    ]
    if not removed:  # the attribute is a default of the DTD, which stays
        return _empty(document, value)
    start = value.tag - 1
    is_last = len(removed) == len(tag.attributes) and (tag.self_closing or not document.is_xml)
    is_last = is_last and value.element == "base"
    if is_last and not _HALF.search(data, max(0, start - LONGEST_CHARACTER_REFERENCE), start):
        return [Edit(start, tag.stop, b"")]
    return [_without(data, attribute) for attribute in removed]


_IS = compile_regex(rb"[ \t\n\f\r]*+=")


def _without(data: bytes, attribute: Attribute) -> Edit:
    """Cut an attribute out, and the white space before it where some follows."""
    start, stop = (
        attribute.position,
        attribute.stop + (data[attribute.start - 1 : attribute.start] in QUOTES),
    )
    if _IS.match(data, stop):  # the rest would be the value of the attribute before
        return Edit(start, stop, b"/")
    while data[stop] in _WHITE_SPACE + b">" and data[start - 1] in _WHITE_SPACE:
        start -= 1
    return Edit(start, stop, b"")
