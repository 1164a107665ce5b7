"""WARC 1.0 and 1.1 (ISO 28500) and ARC files, plain or compressed record by record.

It does not know how HTML is rewritten. Used by `containers`, `containers.warc.record_ranges` and
`containers.zip.wacz`.
"""

import sys
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from absolutize.containers.compression import CorruptData
from absolutize.containers.http.codings import decode
from absolutize.containers.session import FinishedItem, Session
from absolutize.containers.source import (
    RECORDS_SEEN,
    Checkpoint,
    ContainerSource,
    IncompleteOutput,
    Problem,
    SeekableFile,
    WithFindings,
    collect,
    seekable,
    source_of,
)
from absolutize.containers.warc import added_records, parallel_ranges
from absolutize.containers.warc.compressed_records import CompressedRecords, pack_record
from absolutize.containers.warc.conversion import ConversionLookahead, conversion_id, conversion_of
from absolutize.containers.warc.dictionaries import within_reach
from absolutize.containers.warc.framing import Frame, Records, WantedRecords
from absolutize.containers.warc.header import ARC, LONGEST_HEAD, WARC, RecordHead, arc_version, head_of
from absolutize.containers.warc.layout import RecordFileFormat, first_data, layout_of
from absolutize.containers.warc.parallel_ranges import ByteRange, RangeResult
from absolutize.containers.warc.payload import ChangedRecord, is_wanted, payload_of, rewrite_payload
from absolutize.containers.warc.revisits import Digest, Revisits, digests_of
from absolutize.storage.files import CHUNK, open_file

RATIO = 1100  # bytes that deflate makes of one byte at most


class FrameResult(NamedTuple):
    """The result for a frame: its new bytes (None: unchanged), new records behind it, changed digests.

    ``head`` is the header of the first record that changed. ``records`` are all records of the frame, with
    their offsets, if some are revisits. ``unresolved_revisits`` are the keys of payloads that are not known
    so far, by the places of the revisits.
    """

    raw: bytes | None
    conversions: tuple[bytes, ...] = ()
    head: bytes = b""
    digests: tuple[Digest, ...] = ()
    records: tuple[tuple[int, bytes], ...] = ()
    unresolved_revisits: Mapping[str, tuple[str, ...]] = {}


def rewrite_warc(source: ContainerSource, session: Session, state: dict[str, Any] | None) -> Iterator[Any]:
    """Make the HTML in the records absolute."""
    source = within_reach(source)
    layout = layout_of(source)
    if session.choices.asks_for_records:
        yield Problem(source.name, RECORDS_SEEN)
    if layout.arc and session.choices.conversion:
        raise IncompleteOutput("ARC has no conversion records")
    first = first_data(source.head())  # empty behind a long header of gzip
    version = arc_version(first) if layout.arc and first else b"1"
    if version != b"1":
        why = "it has no version block" if version is None else "only version 1 of ARC is"
        yield Problem(source.name, "unsupported-version", why)
        yield from source.rest()
        return
    if parallel_ranges.is_worth_ranges(source, session):
        yield from parallel_ranges.read_ranges(source, session, partial(read_range, layout))
        return
    if state is not None and state["offset"]:
        source = seekable(source)
        source.file.seek(state["offset"])
    reader = records_reader(layout, source.file, wanted_by(session))
    frames = frames_to_read(reader) if session.choices.reading else reader.frames()
    yield from _written(layout, frames, session, state)


def records_reader(
    layout: RecordFileFormat, file: SeekableFile, wanted: WantedRecords, stop: int = sys.maxsize
) -> Records | CompressedRecords:
    """Make a reader of the records that begin before ``stop``; ``wanted`` chooses those to look into."""
    if layout.compression is None:
        return Records(layout.form, file, layout.name, wanted, stop)
    return CompressedRecords(layout.form, layout.compression, file, layout.name, wanted, stop)


def wanted_by(session: Session) -> WantedRecords:
    """Give the function that chooses the records that a session looks into."""
    return partial(is_wanted, session.choices.style_sheets)


def read_range(
    layout: RecordFileFormat, byte_range: ByteRange, session: Session
) -> WithFindings[RangeResult]:
    """Read the records in a range of a file; the findings are in the result, which may be discarded."""
    yield from ()  # makes it a generator, as `Session.map` needs
    findings: list[Any] = []
    with open_file(byte_range.path, CHUNK) as file:
        file.seek(byte_range.start if byte_range.exact else byte_range.start - 1)
        reader = records_reader(layout, file, wanted_by(session), byte_range.stop)
        if not byte_range.exact:
            reader.skip()
        start, counted, weight = reader.position, 0, 0
        for frame in frames_to_read(reader):
            collect(rewrite_frame(layout, frame, session), findings)
            counted, weight = len(findings), weight + parallel_ranges.weight(findings[counted:])
            if weight > parallel_ranges.MOST_BYTES:
                reader.finish()
        return RangeResult(start, reader.position, findings)


def frames_to_read(reader: Records | CompressedRecords) -> Iterator[Frame]:
    """Give the frames of a reader without the raw bytes of compressed ones, needed only for a copy."""
    return (frame._replace(raw=b"") if frame.is_compressed else frame for frame in reader.frames())


def _written(
    layout: RecordFileFormat, frames: Iterator[Frame], session: Session, state: dict[str, Any] | None
) -> Iterator[Any]:
    """Write frames in order; before the first that changed, write a record that says what was done."""
    revisits = Revisits(layout.name, state)
    has_warcinfo = state is not None and state["has_warcinfo"]
    if session.choices.conversion:
        frames = ConversionLookahead(layout.compression).frames(frames)
    for each in session.map(partial(rewrite_frame, layout), frames):
        if not isinstance(each, FinishedItem):
            yield each
            continue
        frame: Frame = each.item
        result: FrameResult = each.result
        yield from revisits.learn(result.digests)
        if result.records:
            result = yield from _with_revisits(layout, frame, result, revisits)
        if frame.kind == "warcinfo":
            has_warcinfo = False
        if result.head and not has_warcinfo and not layout.arc:
            info = added_records.warcinfo(result.head, conversion=session.choices.conversion)
            yield pack_record(layout.compression, info)
            has_warcinfo = True
        yield frame.raw if result.raw is None else result.raw
        if result.conversions:
            yield b"".join(result.conversions)
        if frame.is_last:
            yield _checkpoint(frame, result, revisits.payloads_of(result.digests), has_warcinfo=has_warcinfo)


def _checkpoint(
    frame: Frame, result: FrameResult, known: dict[str, Any], *, has_warcinfo: bool
) -> Checkpoint:
    """Make a checkpoint; it has what an index needs: changed digests, unresolved revisits, added records."""
    state: dict[str, Any] = {"offset": frame.offset + len(frame.raw), "has_warcinfo": has_warcinfo}
    changed = None if result.raw is None else [(digest.old, digest.new) for digest in result.digests]
    state |= {"digests": known, "unresolved_revisits": result.unresolved_revisits}
    state["added"] = bool(result.conversions)
    return Checkpoint({**state, "changed": changed})


def _with_revisits(
    layout: RecordFileFormat, frame: Frame, result: FrameResult, revisits: Revisits
) -> WithFindings[FrameResult]:
    """Correct the digests and HTTP headers of the revisits in a frame."""
    records, changed, unresolved = list[bytes](), list(result.digests), dict[str, tuple[str, ...]]()
    for start, record in result.records:
        place = f"{frame.offset}!{start}" if start else f"{frame.offset}"
        corrected = yield from revisits.correct(record, place)
        records.append(record if corrected.record is None else corrected.record)
        changed += corrected.digests
        unresolved |= {place: corrected.unresolved} if corrected.unresolved else {}
    raw = result.raw
    if len(changed) > len(result.digests):
        raw = pack_record(layout.compression, b"".join(records), frame.raw[:LONGEST_HEAD])
    return result._replace(raw=raw, digests=tuple(changed), unresolved_revisits=unresolved)


def rewrite_frame(layout: RecordFileFormat, frame: Frame, session: Session) -> WithFindings[FrameResult]:
    """Make the links in the records of a frame absolute."""
    yield from frame.problems
    place = f"{layout.name}!{frame.offset}"
    if frame.data is None:
        if session.choices.reading and frame.truncated:
            yield from _read_truncated(layout, frame.truncated, place, session)
        return FrameResult(None)
    records: list[tuple[int, bytes]] = []
    changes: list[Change] = []
    has_revisits = False
    wanted = wanted_by(session)
    for inner in Records(layout.form, source_of(frame.data, "").file, place, wanted).frames():
        where = f"{place}!{inner.offset}" if inner.offset else place
        yield from (problem._replace(place=where) for problem in inner.problems)
        if session.choices.reading and inner.truncated:
            yield from _read_truncated(layout, inner.truncated, where, session)
        steps = _rewrite_record(layout, inner, where, session)
        steps = _without_repetition(steps, frame, where, session) if session.choices.conversion else steps
        record, change = yield from steps
        records.append((inner.offset, record))
        has_revisits = has_revisits or inner.kind == "revisit"
        changes += [] if change is None else [change]
    is_written = not (session.choices.reading or session.choices.conversion)
    to_correct = tuple(records) if has_revisits and is_written else ()
    if not changes:
        return FrameResult(None, records=to_correct)
    digests = tuple(each for head, _, changed in changes for each in digests_of(head, changed))
    first = changes[0][0].fields.head
    if session.choices.conversion:
        return FrameResult(
            frame.raw, tuple(conversion_of(*change, layout.compression) for change in changes), first
        )
    raw = pack_record(layout.compression, b"".join(record for _, record in records), frame.raw[:LONGEST_HEAD])
    return FrameResult(raw, (), first, digests, to_correct)


def _read_truncated(
    layout: RecordFileFormat, data: bytes, place: str, session: Session
) -> WithFindings[None]:
    """Read the existing part of the document in a truncated record."""
    head = head_of(layout.form, data[:LONGEST_HEAD])
    if head is not None:
        yield from rewrite_payload(head, data[head.size : head.size + head.length], place, session)


Change = tuple[RecordHead, bytes, ChangedRecord]
"""A record that changed: its old header and block, and the new record."""


def _rewrite_record(
    layout: RecordFileFormat, inner: Frame, place: str, session: Session
) -> WithFindings[tuple[bytes, Change | None]]:
    """Make the links of one record absolute; the second value is the change, or None."""
    head = None if inner.data is None else head_of(layout.form, inner.data[:LONGEST_HEAD])
    if head is None:
        return inner.raw, None
    stop = head.size + head.length
    block = inner.raw[head.size : stop]
    changed = yield from rewrite_payload(head, block, place, session)
    if changed is None:
        return inner.raw, None
    return changed.head + changed.block + inner.raw[stop:], (head, block, changed)


def _without_repetition(
    steps: WithFindings[tuple[bytes, Change | None]], frame: Frame, place: str, session: Session
) -> WithFindings[tuple[bytes, Change | None]]:
    """Count a record without changes if its conversion record is already in the file."""
    findings, again = list[Any](), list[Any]()
    record, change = collect(steps, findings)
    if change is None or conversion_id(change[0], change[2]) not in frame.conversions:
        yield from findings
        return record, change
    head, _, changed = change
    collect(rewrite_payload(head, changed.block, place, session), again)
    yield from (each for each in findings if isinstance(each, Problem))
    yield from (each for each in again if not isinstance(each, Problem))
    return record, None


def views(raw: bytes) -> tuple[bytes, ...]:
    """Give the data that a digest of a record may be of: raw, decompressed, its body with fewer codings.

    Without compression, programs leave out the line ends behind a record.
    """
    data = first_data(raw)
    head = head_of(WARC, data[:LONGEST_HEAD]) or head_of(ARC, data[:LONGEST_HEAD])
    if head is None:
        return raw, data
    stop = head.size + head.length
    payload = payload_of(head, data[head.size : stop])
    known = raw, data, data[:stop], payload.body
    try:
        message = decode(payload.fields, payload.body, len(raw) * RATIO)
    except (CorruptData, IncompleteOutput):
        return known
    return *known, message.coded, message.payload
