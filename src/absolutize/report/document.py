"""The part of the report about one document: counts, base, links before and after, and source.

The task may run in another process, and gives text that is ready to be written. It uses the functions behind
`links`, `check` and `base`, and decides nothing itself. Used by `report`.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from absolutize.archive.part_tasks import Checking, part_context
from absolutize.containers import DocumentPart
from absolutize.engine import lister, rewriter
from absolutize.engine.checks import Fault, SelectedCodes
from absolutize.engine.document_plan import read_document
from absolutize.engine.link import Link
from absolutize.engine.lister import DecidedDocument
from absolutize.html.document.document import SourceDocument
from absolutize.options import Context, Policies
from absolutize.patterns import compile_regex
from absolutize.report.forms import GROUP_OF_CODE, GROUPS, form_of, host_of
from absolutize.uri.security import mask_cut, mask_password, mask_passwords, mask_place, mask_written

LONGEST_SOURCE = 1024 * 1024  # bytes of a document whose source is shown
MOST_LINKS = 5_000  # links of a document that are listed; all are counted
MOST_FAULTS = 500  # findings of a document that are listed; all are counted
LONGEST_TEXT = 2_000  # characters of a reference, a target or a message
EXAMPLE_MARGIN = 80  # characters before and behind an example
EXAMPLE_BYTES = EXAMPLE_MARGIN * 4  # of a margin, in every encoding
EXAMPLES = 2  # examples of a code from one document

CodeCounts = Counter[tuple[str, str, str]]
"""How often each kind, form and code of `DECISIONS` occur together."""


class FaultExample(NamedTuple):
    """A finding of `check` in a document, with the text before it and behind it.

    Attributes:
        code: Its code in `FINDINGS`.
        message: What is wrong, for people.
        line: Line in which the reference begins, from 1; ``None`` if it has no place.
        column: Column in which it begins, in characters from 1; ``None`` if it has no place.
        before: The text before the reference, 80 characters at most.
        text: The reference as written; 2,000 characters at most.
        behind: The text behind the reference, 80 characters at most.
    """

    code: str
    message: str
    line: int | None
    column: int | None
    before: str
    text: str
    behind: str


class DocumentSummary(NamedTuple):
    """The part of the report about one document. It has no password, and cuts URLs at 2,000 characters.

    Attributes:
        name: Where the document is, like the ``name`` of an `absolutize.archive.Part`.
        url: URL that it was downloaded from; ``None`` if that is not known.
        base: Its base URI; ``None`` if no source gives a usable one.
        layer: The source of the base URI, by its name in `SOURCES`; ``None`` if there is no base.
        counts: How many links have each combination of kind, form and code.
        faults: How often each code of `check` was found.
        hosts: How many links lead to each host.
        examples: The first two findings of each code, with the text around them.
        details: Sources of the base, links with their counts, findings and source text, as JSON; the page may
            leave them out.
    """

    name: str
    url: str | None
    base: str | None
    layer: str | None
    counts: CodeCounts
    faults: Counter[str]
    hosts: Counter[str]
    examples: list[FaultExample]
    details: str

    def links(self, group: str = "") -> int:
        """Count the links, or those of one group.

        Args:
            group: A key of `GROUPS`, such as "rewritten"; with "" all links are counted. Default: "".

        Returns:
            The number of links; 0 if there is no such group.
        """
        return _in_group(self.counts, group) if group else self.counts.total()


def _in_group(counts: CodeCounts, group: str) -> int:
    """Count the links of one group."""
    return sum(n for (_, _, code), n in counts.items() if GROUP_OF_CODE[code] == group)


@dataclass(frozen=True, slots=True)
class ReportTask:
    """The task that makes the summary of a document; it has the same fields as `Checking`.

    Attributes:
        context: The facts that hold for every document unless its container gives others.
        policies: The options by which links are decided on.
        codes: The codes of `check` that are looked for.
    """

    context: Context
    policies: Policies
    codes: SelectedCodes

    def __call__(self, part: DocumentPart) -> tuple[bytes, DocumentSummary]:
        """Summarize a document.

        Args:
            part: The document, and what its container knows about it.

        Returns:
            Its bytes, unchanged; and its summary.
        """
        _, checked = Checking(self.context, self.policies, self.codes)(part)
        context, policies = part_context(part, self.context, self.policies)
        return part.body, _summary(part, context, policies, [part_fault.fault for part_fault in checked])


def _summary(
    part: DocumentPart, context: Context, policies: Policies, faults: list[Fault]
) -> DocumentSummary:
    layers = rewriter.base_layers(part.body, context, policies)
    base = next((layer for layer in layers if layer.uri is not None), None)
    source, links = _links(part.body, context, policies)
    counted, hosts, first_links, masked = CodeCounts(), Counter[str](), list[Link](), list[MaskedSpan]()
    for link in links:
        counted[link.kind, form_of(link.reference, link.code), link.code] += 1
        if link.target is not None:
            hosts[host_of(link.target)] += 1
        if len(first_links) < MOST_LINKS:
            first_links.append(link)
        if mask_password(link.reference) != link.reference:
            masked.append((link.start or 0, link.stop or 0, mask_written(link.raw, link.reference)))
    details = {
        "layers": [
            [layer.source.name, layer.source.section, _cut(layer.given), _cut(layer.uri)] for layer in layers
        ],
        # of all links, also those that are not listed
        "groups": {group: _in_group(counted, group) for group in GROUPS},
        "links": list(map(_row, first_links)),
        "faults": [
            [fault.code, _shortened(fault.message), fault.link.line, fault.link.column]
            for fault in islice(faults, MOST_FAULTS)
        ],
        "source": _source(source) if source and len(first_links) == counted.total() else None,
    }
    return DocumentSummary(
        mask_place(part.name),
        _cut(context.url),
        None if base is None else _cut(base.uri),
        None if base is None else base.source.name,
        counted,
        Counter(fault.code for fault in faults),
        hosts,
        list(_examples(part.body, context, faults, masked)),
        json.dumps(details, separators=(",", ":")),
    )


def _links(
    document: bytes, context: Context, policies: Policies
) -> tuple[DecidedDocument | None, Iterable[Link]]:
    """List the links; also give the document, if its source is shown."""
    if len(document) > LONGEST_SOURCE:
        return None, lister.links_in(document, context, policies)
    source = lister.decide_document(document, context, policies)
    return source, lister.links_of(source)


def _row(link: Link) -> list[Any]:
    """Put a link into a row; a text that is the same as the one before it is written as 0."""
    raw = _shortened(mask_written(link.raw, link.reference))
    reference, target = _cut(link.reference), _cut(link.target)
    return [
        link.line,
        link.column,
        link.element,
        link.attribute,
        link.kind,
        form_of(link.reference, link.code),
        raw,
        0 if reference == raw else reference,
        0 if target == reference else target,
        link.code,
        link.rel,
    ]


def _cut(text: str | None) -> str | None:
    """Mask the password of a URL, and cut it if it is too long."""
    return text and _shortened(mask_password(text))


def _shortened(text: str) -> str:
    """Cut a text that is too long, and say how much."""
    if len(text) <= LONGEST_TEXT:
        return text
    return f"{text[:LONGEST_TEXT]}… ({len(text) - LONGEST_TEXT:,} more characters)"


def _source(source: DecidedDocument) -> dict[str, Any]:
    """Cut the source at its links: text and link in turns, and the numbers of the links."""
    document, _, outcomes = source
    pieces, numbers, position = list[str](), list[int](), 0
    placed = sorted((outcome.span.start, outcome.span.stop, i) for i, outcome in enumerate(outcomes))
    for start, stop, number in placed:
        if start >= position:  # otherwise the link is within another one
            pieces += (
                document.text(position, start),
                mask_written(document.text(start, stop), outcomes[number].reference),
            )
            numbers.append(number)
            position = stop
    return {
        "pieces": list(map(mask_passwords, [*pieces, document.text(position, len(document.source))])),
        "links": numbers,
    }


MaskedSpan = tuple[int, int, str]
"""Where a link with a password starts and stops in its document, and the text to show in its place."""


def _examples(
    document: bytes, context: Context, faults: Iterable[Fault], masked: Sequence[MaskedSpan]
) -> Iterator[FaultExample]:
    """Show the first findings of each code in the text around them."""
    seen, source = Counter[str](), None
    for fault in faults:
        seen[fault.code] += 1
        if seen[fault.code] <= EXAMPLES:
            source = source or _MaskedText(document, read_document(document, context), masked)
            yield _example(source, fault)


_SPACE = compile_regex(r"\s+")


def _joined(text: str) -> str:
    return _SPACE.sub(" ", text)


class _MaskedText(NamedTuple):
    """The text of a document, without the passwords in its links."""

    source: bytes
    document: SourceDocument
    masked: Sequence[MaskedSpan]

    def before(self, stop: int) -> str:
        """Give the end of the text that ends at a place."""
        start = max(0, stop - EXAMPLE_BYTES)
        return _joined(mask_cut(self._of(start, stop), at_start=start > 0, at_end=False))[-EXAMPLE_MARGIN:]

    def behind(self, start: int) -> str:
        """Give the beginning of the text that begins at a place."""
        stop = start + EXAMPLE_BYTES
        is_cut = stop < len(self.source)
        return _joined(mask_cut(self._of(start, stop), at_start=False, at_end=is_cut))[:EXAMPLE_MARGIN]

    def _of(self, start: int, stop: int) -> str:
        """Give the text of a span, which may begin or end within a character."""
        texts, position = list[str](), start
        for first, last, text in self.masked:
            if position < last and first < stop:
                texts += self._decoded(position, first), text
                position = last
        return "".join([*texts, self._decoded(position, stop)]).strip("\ufffd")

    def _decoded(self, start: int, stop: int) -> str:
        if start >= stop:
            return ""
        if self.document.source is self.source:
            return self.document.text(start, min(stop, len(self.source)))
        # the scanner reads UTF-16 and UTF-32 in another form
        return self.source[start:stop].decode(self.document.charset.name, "replace")


def _example(source: _MaskedText, fault: Fault) -> FaultExample:
    link = fault.link
    first, last = link.start or 0, link.stop or 0
    before, behind = source.before(first), source.behind(last)
    message, written = _shortened(fault.message), _shortened(mask_written(link.raw, link.reference))
    return FaultExample(fault.code, message, link.line, link.column, before, written, behind)
