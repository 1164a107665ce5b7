"""Mailboxes: messages behind "From " lines (mbox, RFC 4155), or between lines of control characters (MMDF).

It finds where messages begin and end; `containers.mail.message` reads a message. Used by `containers`.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from absolutize.containers.mail.header import EOL
from absolutize.containers.mail.message import Message, rewrite_entities
from absolutize.containers.mail.recognition import is_mmdf, start_of_message
from absolutize.containers.session import MAX_DOCUMENT, FinishedItem, Session
from absolutize.containers.source import (
    HEAD_BYTES,
    Checkpoint,
    ContainerSource,
    Problem,
    SeekableFile,
    WithFindings,
    seekable,
)
from absolutize.patterns import compile_regex
from absolutize.storage.files import CHUNK

_NEXT_OF_MMDF = compile_regex(rb"\n()(?=\x01{4}\r?\n)")
_NEXT = compile_regex(rb"[\r\n]From (?![ \t]*:)([^\r\n]{1,900}+)%b" % EOL)
_TIME = compile_regex(rb"[0-9]:[0-9][0-9]")
_DATE = compile_regex(rb"[0-9]:[0-9][0-9].*\b[0-9]{4}\b|\b[0-9]{4}\b.*[0-9]:[0-9][0-9]")
_SENDER = compile_regex(rb"[^ \t]++[ \t]*+\Z|[^ \t@]++@")
_FIELD = compile_regex(rb">?(?:From |[!-9;-~]{1,80}+[ \t]{0,9}+:)")
_TELLING = compile_regex(
    rb"(?:return-path|received|from|to|date|subject|message-id|mime-version|content-[a-z]+|delivered-to|status"
    rb"|x-[a-z-]{1,80})[ \t]{0,9}+:",
    re.IGNORECASE,
)
_HEAD = compile_regex(rb"(?:From [^\r\n]*+%b)?(?:(?!From )[^\r\n]++%b)*+%b" % (EOL, EOL, EOL))
_LENGTH = compile_regex(rb"[\r\n]content-length[ \t]*+:[ \t]*+([0-9]{1,9})[ \t]*+[\r\n]", re.IGNORECASE)
_END = compile_regex(rb"(?:(?<=[\r\n])|(?=[\r\n]))%b{0,4}+" % EOL)
_EMPTY_LINES = (b"\n\n", b"\n\r\n", b"\r\r")  # behind the end of a line
LONGEST_SEPARATOR = 1024  # bytes of a line that begins a message


class MailboxMessage(NamedTuple):
    """A message in a mailbox: the mailbox's name, its offset, its bytes, and whether these are complete.

    ``base`` is the base of the mailbox; ``is_last`` is whether no further piece of the message follows.
    """

    mailbox: str
    offset: int
    data: bytes
    whole: bool
    base: str | None = None
    is_last: bool = True

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return len(self.data)

    @property
    def is_parallel(self) -> bool:
        """Whether it is worth another process."""
        return self.whole


def rewrite_mbox(source: ContainerSource, session: Session, state: dict[str, Any] | None) -> Iterator[Any]:
    """Make the links in the HTML of all messages absolute."""
    offset = 0 if state is None else state["offset"]
    if offset:
        source = seekable(source)
        source.file.seek(offset)
    for each in session.map(rewrite_mailbox_message, messages(source, offset)):
        if not isinstance(each, FinishedItem):
            yield each
            continue
        yield each.result
        if each.item.is_last:
            yield Checkpoint({"offset": each.item.offset + len(each.item.data)})


def rewrite_mailbox_message(message: MailboxMessage, session: Session) -> WithFindings[bytes]:
    """Make the links in the HTML of a message absolute; copy a message that is too large."""
    place = f"{message.mailbox}!{message.offset}"
    if message.whole:
        start = start_of_message(message.data)
        content = Message(place, message.data[start:], message.base)
        return message.data[:start] + (yield from rewrite_entities(content, session))
    yield Problem(place, "too-large", f"over {MAX_DOCUMENT} bytes")
    return message.data


def messages(source: ContainerSource, offset: int = 0) -> Iterator[MailboxMessage]:
    """Read messages from an offset on; give a message that is too large in pieces."""
    buffer = MessageBuffer(source.file)
    whole = True
    while buffer.reach(HEAD_BYTES):
        size = (buffer.count() if whole else None) or buffer.search()
        whole = whole and size.whole
        data = buffer.take(size.octets)
        yield MailboxMessage(source.name, offset, data, whole, source.base, size.whole)
        offset += len(data)
        whole = size.whole


class Size(NamedTuple):
    """How many bytes a message has, or a piece of a message that is not ``whole``."""

    octets: int
    whole: bool


class MessageBuffer:
    """The bytes of a mailbox from a message on, as far as they were needed so far."""

    def __init__(self, file: SeekableFile) -> None:
        self._file, self._data, self._ended = file, bytearray(), False

    @cached_property
    def _is_mmdf(self) -> bool:
        """Whether messages are those of MMDF; it is asked first where a message begins."""
        return is_mmdf(self._data)

    def reach(self, count: int) -> bool:
        """Read until there are ``count`` bytes, or to the end; return whether there are any bytes."""
        while not self._ended and len(self._data) < count:
            chunk = self._file.read(CHUNK)
            self._data += chunk
            self._ended = not chunk
        return bool(self._data)

    def take(self, count: int) -> bytes:
        """Remove bytes from the beginning, and give them."""
        data = bytes(memoryview(self._data)[:count])
        del self._data[:count]
        return data

    def count(self) -> Size | None:
        """Give a message's size by its Content-Length, if a message begins there, or the mailbox ends."""
        start = start_of_message(self._data)
        head = _HEAD.match(self._data, start)
        length = None if head is None else _LENGTH.search(self._data, start, head.end())
        if head is None or length is None or self._is_mmdf:
            return None
        stop = head.end() + int(length[1])
        if stop > MAX_DOCUMENT:
            return None
        self.reach(stop + LONGEST_SEPARATOR)
        end = _END.match(self._data, stop)
        if stop > len(self._data) or end is None:
            return Size(stop, whole=True) if stop == len(self._data) else None
        if end.end() == len(self._data):
            return Size(end.end(), whole=True)
        match = _NEXT.match(self._data, end.end() - 1)
        return None if match is None or not self._begins(match) else Size(end.end(), whole=True)

    def search(self) -> Size:
        """Find a message's size by the beginning of the next one."""
        position = start_of_message(self._data)
        pattern = _NEXT_OF_MMDF if self._is_mmdf else _NEXT
        while True:
            next_start = self._find_next(pattern, position)
            if next_start is not None:
                return Size(next_start, whole=True)
            if self._ended:
                return Size(len(self._data), whole=True)
            position = max(len(self._data) - 2 * LONGEST_SEPARATOR, 0)
            if len(self._data) > MAX_DOCUMENT:
                return Size(max(position, 1), whole=False)
            self.reach(len(self._data) + 1)

    def _find_next(self, pattern: re.Pattern[bytes], position: int) -> int | None:
        """Find the beginning of the next message; near the end of the buffer, more bytes are needed first."""
        limit = len(self._data) if self._ended else len(self._data) - LONGEST_SEPARATOR
        matches = pattern.finditer(self._data, position, max(limit, 0))
        return next((match.start() + 1 for match in matches if self._begins(match)), None)

    def _begins(self, match: re.Match[bytes]) -> bool:
        """Whether a "From " line begins a message.

        Behind an empty line it does if it has a time, or if it has a sender and is followed by a field that
        messages begin with. Elsewhere it needs a whole date, and a field must follow.
        """
        line, data = match[1], self._data
        if not line:  # a line of MMDF
            return True
        before = bytes(data[max(match.start() - 2, 0) : match.start() + 1])
        if not before.endswith(_EMPTY_LINES):
            return _DATE.search(line) is not None and _FIELD.match(data, match.end()) is not None
        return _TIME.search(line) is not None or (
            _SENDER.match(line) is not None and _TELLING.match(data, match.end()) is not None
        )
