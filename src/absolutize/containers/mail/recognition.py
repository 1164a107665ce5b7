"""How messages and mailboxes are recognized, by their first bytes and their names.

It does not read them, so that little is loaded where there is no mail. Used by `containers`,
`containers.mail.mbox` and `containers.mirror.detection`.
"""

from absolutize.containers.mail.header import first_line, head_at
from absolutize.containers.sniffing import MBOX_SUFFIXES, MESSAGE_SUFFIXES
from absolutize.patterns import compile_regex

# fields of which one shows that it is a message, and fields of which two are needed
_TELLING = frozenset({b"mime-version", b"content-type", b"message-id", b"received", b"return-path"})
_USUAL = frozenset({b"from", b"to", b"subject", b"date", b"sender", b"cc", b"reply-to"})
_FIELD = compile_regex(rb"(?:\xef\xbb\xbf)?[\r\n]*+[!-9;-~]++[ \t]*+:(?!//)")

_BEFORE = compile_regex(rb"(?:\xef\xbb\xbf)?(?:[\r\n]|\x01{4}\r?\n)*+")  # a message of a mailbox
_FIRST = compile_regex(rb"From (?![ \t]*:)[^\r\n]*(?:\r\n|\r|\n)>?(?:From |[!-9;-~]+[ \t]*:)")
_MMDF = compile_regex(rb"[\r\n]*+\x01{4}\r?\n")

_COUNT = compile_regex(rb"[0-9]{1,9}+[ \t]*+\r?\n")  # spaces fill it up to ten characters


def recognizes_message(head: bytes, name: str) -> bool:
    """Recognize a message by the fields at its beginning; by its name if it begins with something else."""
    named = name.lower().endswith(MESSAGE_SUFFIXES)
    if _FIELD.match(head) is None:
        return named and head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in {b"", b"<"}
    fields = head_at(head, first_line(head), len(head)).fields.keys()
    return named or bool(fields & _TELLING) or len(fields & _USUAL) > 1


def recognizes_mbox(head: bytes, name: str) -> bool:
    """Recognize a mailbox by its first lines; by its name if it begins with something else."""
    start = start_of_message(head)
    if _FIRST.match(head, start) is not None or is_mmdf(head):
        return True
    return name.lower().endswith(MBOX_SUFFIXES) and head[start : start + 1] not in {b"", b"<"}


def start_of_message(data: bytes | bytearray) -> int:
    """Skip a byte order mark, empty lines and lines of MMDF: give the offset of the message."""
    match = _BEFORE.match(data)
    return 0 if match is None else match.end()


def is_mmdf(data: bytes | bytearray) -> bool:
    """Whether a mailbox begins with a line of control characters, between which MMDF has its messages."""
    return _MMDF.match(data) is not None


def recognizes_emlx(head: bytes, name: str) -> bool:
    """Recognize a file of Apple Mail: a number, and the fields of a message in the next line."""
    count = _COUNT.match(head)
    return count is not None and recognizes_message(head[count.end() :], name)
