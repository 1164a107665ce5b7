"""Files of Apple Mail (.emlx): the number of a message's bytes on a line, the message, a property list.

`containers.mail.message` reads the message. Used by `containers`.
"""

from collections.abc import Iterator
from typing import Any

from absolutize.containers.mail.message import Message, rewrite_entities
from absolutize.containers.session import MAX_DOCUMENT, Session
from absolutize.containers.source import ContainerSource, Problem
from absolutize.patterns import compile_regex
from absolutize.storage.files import CHUNK

_BEHIND_MESSAGE = compile_regex(rb"\s*+(?:<\?xml|<!DOCTYPE|<plist|bplist|\Z)")


def rewrite_emlx(source: ContainerSource, session: Session, _state: dict[str, Any] | None) -> Iterator[Any]:
    """Make the links in the HTML of the message absolute, and correct the number of its bytes."""
    line = source.file.readline()
    size = int(line)
    message = after = source.at_most(min(size, MAX_DOCUMENT))
    properties = source.file.read(CHUNK)
    if size > MAX_DOCUMENT:
        yield Problem(source.name, "too-large", f"over {MAX_DOCUMENT} bytes")
    elif len(message) < size or _BEHIND_MESSAGE.match(properties) is None:
        yield Problem(source.name, "wrong-length")
    else:
        after = yield from rewrite_entities(Message(source.name, message, source.base), session)
    yield (line if after == message else _with_count(line, len(after))) + after + properties
    yield from source.rest()


def _with_count(line: bytes, count: int) -> bytes:
    """Give the first line another number, and its length if possible."""
    number = line.rstrip(b"\r\n")
    return (b"%d" % count).ljust(len(number)) + line[len(number) :]
