"""Mailboxes of the mbox kind (RFC 4155): messages one behind the other, each behind a line "From "."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from absolutize.containers.mhtml import Letter, letter_rewritten
from absolutize.containers.parts import Checkpoint, Source, at_will
from absolutize.containers.work import LARGEST, Work
from absolutize.files import CHUNK

_FIRST = re.compile(rb"From (?![ \t]*:)[^\r\n]*(?:\r\n|\r|\n)>?(?:From |[!-9;-~]+[ \t]*:)")
# a line behind an empty one, and that has a time in it: not each line of a letter that begins so
_NEXT = re.compile(rb"\r?\n(?:\r\n|\n)(?=(From [^\r\n]{1,900}+)\r?\n)")
_TIME = re.compile(rb"[0-9]:[0-9][0-9]")
LONGEST_LINE = 1024  # of those that begin a message


class Message(NamedTuple):
    """A message in a mailbox: the name of that, its offset, its bytes, and whether they are all of it.

    ``base`` is that of the mailbox.
    """

    mailbox: str
    offset: int
    data: bytes
    whole: bool
    base: str | None = None

    @property
    def size(self) -> int:
        """How many bytes it holds."""
        return len(self.data)

    @property
    def apart(self) -> bool:
        """Whether it is worth another process."""
        return self.whole


def recognizes(head: bytes, _name: str) -> bool:
    """Tell a mailbox by its first lines."""
    return _FIRST.match(head) is not None


def rewritten(source: Source, work: Work, state: dict[str, Any] | None) -> Iterator[bytes | Checkpoint]:
    """Make the HTML of all messages absolute."""
    offset = 0 if state is None else state["offset"]
    if offset:
        source = at_will(source)
        source.file.seek(offset)
    for message, data in work.map(message_rewritten, messages(source, offset)):
        yield data
        yield Checkpoint({"offset": message.offset + len(message.data)})


def message_rewritten(message: Message, work: Work) -> bytes:
    """Make the HTML of a message absolute; one that is too large is copied."""
    place = f"{message.mailbox}!{message.offset}"
    if message.whole:
        return letter_rewritten(Letter(place, message.data, message.base), work)
    work.note(place, "too-large", f"over {LARGEST} bytes")
    return message.data


def messages(source: Source, offset: int = 0) -> Iterator[Message]:
    """Read messages from an offset on; of one that is too large, pieces."""
    held = bytearray()
    searched, whole = 0, True
    while chunk := source.file.read(CHUNK):
        held += chunk
        start = 0
        for match in _NEXT.finditer(held, searched):
            if _TIME.search(match[1]) is None:
                continue
            yield Message(source.name, offset + start, bytes(held[start : match.end()]), whole, source.base)
            start, whole = match.end(), True
        if len(held) - start > LARGEST:
            whole = False
            stop = len(held) - LONGEST_LINE
            yield Message(source.name, offset + start, bytes(held[start:stop]), whole, source.base)
            start = stop
        del held[:start]
        offset += start
        searched = max(len(held) - LONGEST_LINE, 0)
    if held:
        yield Message(source.name, offset, bytes(held), whole, source.base)
