"""Quoted-printable (RFC 2045 6.7): decoded leniently, and encoded again only where the text changed.

It does not know what the text is. Used by `containers.mail.message` and
`containers.mail.transfer_encoding`.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import accumulate, chain

from absolutize.containers.sequence_diff import ChangedRun, changes
from absolutize.edits import Replacement, apply_replacements, array_of_offsets
from absolutize.patterns import compile_regex

LONGEST_ENCODED_LINE = 76  # characters of a line, rule 5
NEAREST = 1 << 6  # bytes of two texts in which they are first looked at for where they agree again
COMPARED_AT_ONCE = 1 << 12  # bytes of two texts
_LINE = compile_regex(rb"[^\r\n]*+(?:\r\n|\r|\n)|[^\r\n]++")
_SOFT = compile_regex(rb"=[ \t]*+(?:\r\n|\r|\n|\Z)\Z")  # rule 5; at the end of the data, too
_ESCAPE = compile_regex(rb"=([0-9A-Fa-f]{2})")
_TOKEN = compile_regex(rb"=[0-9A-Fa-f]{2}|[^\r\n]")
_HARD = compile_regex(rb"(?:\r\n|\r|\n)\Z")
_WORD = compile_regex(rb"[^\s\"'<>]+|[\s\"'<>]")
_BETWEEN_WORDS = (*(b" ", b"\t", b"\n", b"\r", b"\f", b"\v"), b'"', b"'", b"<", b">")
BREAKS = (b"\r", b"\n")
SPACES = (b" ", b"\t")
TAB = 9
_SAFE = frozenset(range(0x20, 0x7F)) - {ord("=")} | {TAB}


class _LineEnd(bytes):
    """White space at the end of a line as the author has it: some decoders delete it (rule 3)."""


_LINE_ENDS = {space: _LineEnd(space) for space in SPACES}


def decode_quoted_printable(body: bytes) -> bytes:
    """Decode a body; a "=" that begins no escape is kept."""
    decoded = BytesIO()  # a list of all lines would take more memory than the body
    decoded.writelines(map(_decoded_line, _lines(body)))
    return decoded.getvalue()


def encode_quoted_printable(body: bytes, before: bytes, after: bytes, line_break: bytes) -> bytes:
    """Encode ``after`` in the way in which the body encodes ``before``: unchanged lines stay.

    In a line that changes, each unchanged byte keeps the author's spelling. ``line_break`` is that of the
    message, which a body of one line does not show.
    """
    ends = (match[0] for line in _lines(body) if (match := _HARD.search(line)))
    # other programs end no line at CR alone
    break_ = next((end for end in chain(ends, [line_break]) if end != b"\r"), b"\r\n")
    return apply_replacements(body, _replacements(body, _edits(before, after), before, after, break_))


def _lines(body: bytes) -> Iterator[bytes]:
    return (match[0] for match in _LINE.finditer(body))


def _replacements(
    body: bytes, edits: Iterator[ChangedRun], before: bytes, after: bytes, break_: bytes
) -> Iterator[Replacement]:
    """Write the lines anew that change; of the others only the offsets are kept, encoded and decoded."""
    starts = _sums(body, map(len, _lines(body)))
    offsets = _sums(body, (len(_decoded_line(line)) for line in _lines(body)))
    for first, last, group in _groups(offsets, before, edits):
        lines = [body[starts[number] : starts[number + 1]] for number in range(first, last)]
        in_front = body[starts[first - 1] : starts[first]] if first else b""
        spelled = [*_spelled(lines, offsets[first], group, after, break_)]
        yield starts[first], starts[last], _behind(in_front, spelled, break_)


def _sums(body: bytes, lengths: Iterable[int]) -> "array[int]":
    """Add up the lengths of lines; a body without lines has an empty one."""
    sums = array_of_offsets(len(body))
    sums.extend(accumulate(lengths, initial=0))
    return sums if len(sums) > 1 else sums * 2


def _behind(line: bytes, pieces: list[bytes], break_: bytes) -> list[bytes]:
    """Escape LF behind a soft line break that is CR alone: both together would be one line break."""
    if pieces[0] == b"\n" and line.endswith(b"\r") and _SOFT.search(line):
        return [b"=0A=" + break_, *pieces[1:]]
    return pieces


def _decoded_line(line: bytes) -> bytes:
    if b"=" not in line:
        return line
    return _ESCAPE.sub(_byte, _SOFT.sub(b"", line))


def _byte(match: re.Match[bytes]) -> bytes:
    return bytes((int(match[1], 16),))


def _edits(before: bytes, after: bytes) -> Iterator[ChangedRun]:
    """Find which bytes differ, word by word."""
    start = new_start = 0
    while True:
        same = _same(before, after, start, new_start)
        if start + same == len(before) and new_start + same == len(after):
            return
        same = max(start, *(before.rfind(mark, start, start + same) + 1 for mark in _BETWEEN_WORDS)) - start
        start, new_start = start + same, new_start + same  # where the word begins
        stop, new_stop = _meeting(before, after, start, new_start)
        run, new_run = before[start:stop], after[new_start:new_stop]
        same = _same(run, new_run)
        tail = _same(run[same:][::-1], new_run[same:][::-1])
        yield ChangedRun(start + same, stop - tail, new_start + same, new_stop - tail)
        start, new_start = stop, new_stop


def _meeting(before: bytes, after: bytes, start: int, new_start: int) -> tuple[int, int]:
    """Find where two texts that differ from two offsets on agree again; as few words as possible are read."""
    size = NEAREST
    while True:
        old, new = _words(before, start, size), _words(after, new_start, size)
        run = next(changes(old, new), ChangedRun(0, len(old), 0, len(new)))
        is_in_old = run.stop < len(old) or start + size >= len(before)
        if is_in_old and (run.new_stop < len(new) or new_start + size >= len(after)):
            return start + sum(map(len, old[: run.stop])), new_start + sum(map(len, new[: run.new_stop]))
        size *= 2


def _words(text: bytes, start: int, size: int) -> list[bytes]:
    """Give the words that begin and end in a span of ``size`` bytes, or of fewer at the end of the text."""
    words = _WORD.findall(text, start, start + size)
    return words if start + size >= len(text) else words[:-1]


def _same(one: bytes, other: bytes, start: int = 0, other_start: int = 0) -> int:
    """Count the bytes of the common beginning of two texts, from two offsets on."""
    count, size = 0, COMPARED_AT_ONCE
    while size:
        piece = one[start + count : start + count + size]
        if piece != other[other_start + count : other_start + count + len(piece)]:
            size //= 2
            continue
        count += len(piece)
        if len(piece) < size:
            break
    return count


def _groups(
    offsets: "array[int]", before: bytes, edits: Iterator[ChangedRun]
) -> Iterator[tuple[int, int, list[ChangedRun]]]:
    """Group edits that touch the same lines; yield the first line, the line behind the last, and the edits.

    If an edit removes the end of a line, the next line belongs to the group, too.
    """
    first = last = 0
    group: list[ChangedRun] = []
    for edit in edits:
        begin = _line_at(offsets, edit.start)
        joins = edit.start < edit.stop and before[edit.stop - 1 : edit.stop] in BREAKS
        end = max(_line_at(offsets, edit.stop - (not joins)), begin) + 1
        if group and begin < last:
            group.append(edit)
        else:
            if group:
                yield first, last, group
            first, group = begin, [edit]
        last = end
    if group:
        yield first, last, group


def _line_at(offsets: "array[int]", offset: int) -> int:
    """Give the number of the line that contains a byte; behind the last line, that of the last line."""
    return max(min(bisect_right(offsets, offset), len(offsets) - 1) - 1, 0)


def _spelled(
    lines: list[bytes], offset: int, edits: list[ChangedRun], after: bytes, break_: bytes
) -> Iterator[bytes]:
    """Write lines anew with their edits; ``offset`` is where they begin in the decoded text."""
    tokens, end = _tokens(lines)
    pieces: list[bytes] = []
    done = 0
    for start, stop, new_start, new_stop in edits:
        pieces += tokens[done : start - offset]
        pieces += _escaped(after[new_start:new_stop], break_)
        done = stop - offset
    yield from _folded(_with_ends([*pieces, *tokens[done:]], is_ended=not end), break_)
    yield end


def _tokens(lines: list[bytes]) -> tuple[list[bytes], bytes]:
    """Cut lines into the spellings of their bytes; a soft line break at the end is given separately."""
    tokens: list[bytes] = []
    for line in lines:
        soft = _SOFT.search(line)
        text = line if soft is None else line[: soft.start()]
        words = text.rstrip(b" \t\r\n") if soft is None else text
        tokens += (b"=3D" if token == b"=" else token for token in _TOKEN.findall(words))
        tokens += (_LINE_ENDS.get(token, token) for token in _split(text[len(words) :]))
    if soft is not None:
        return tokens, soft[0]
    return tokens, b""


def _split(data: bytes) -> list[bytes]:
    return [data[i : i + 1] for i in range(len(data))]


def _escaped(data: bytes, break_: bytes) -> list[bytes]:
    """Spell bytes; line breaks like those of the body are kept, others are escaped."""
    tokens: list[bytes] = []
    for number, line in enumerate(data.split(break_)):
        tokens += _split(break_) if number else ()
        tokens += (bytes((byte,)) if byte in _SAFE else b"=%02X" % byte for byte in line)
    return tokens


def _folded(tokens: list[bytes], break_: bytes) -> Iterator[bytes]:
    """Fold lines that are too long; escape beginnings of lines that other programs would misread."""
    length = 0
    for number, token in enumerate(tokens):
        if token in BREAKS:
            yield token
            length = 0
            continue
        if length + len(token) > LONGEST_ENCODED_LINE - 1 and not _ends(tokens, number, length + len(token)):
            yield b"=" + break_
            length = 0
        spelled = token if length else _guarded(tokens, number, token)
        yield spelled
        length += len(spelled)


def _with_ends(tokens: list[bytes], *, is_ended: bool) -> list[bytes]:
    """Escape white space that edits put at the ends of lines, where decoders delete it (rule 3).

    The author's stays as it is. ``is_ended`` is whether a line ends behind the last token.
    """
    for number in reversed(range(len(tokens))):
        token = tokens[number]
        if is_ended and token in SPACES and not isinstance(token, _LineEnd):
            tokens[number] = b"=%02X" % token[0]
        is_ended = token in BREAKS or (is_ended and isinstance(token, _LineEnd))
    return tokens


def _ends(tokens: list[bytes], number: int, length: int) -> bool:
    """Whether a token is the last one of a line that then has ``length`` characters and is not too long."""
    return length <= LONGEST_ENCODED_LINE and any(
        token in BREAKS for token in tokens[number + 1 : number + 2]
    )


def _guarded(tokens: list[bytes], number: int, token: bytes) -> bytes:
    """Escape the first character of a line that would look like a boundary or a "From " line."""
    begins = b"".join(tokens[number : number + 5])
    return b"=%02X" % token[0] if begins.startswith((b"--", b"From ")) else token
