"""The header of a record or message: its first line and its fields, whose values are replaced in place.

It does not know what a field means, except for Content-Type and lengths. Used by `arrow.inputs`, `containers`
and `http`.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from absolutize.edits import Edit, apply_edits
from absolutize.html.encodings.content_type import media_type
from absolutize.patterns import compile_regex

BLANK_LINE = compile_regex(rb"\r?\n\r?\n")
# a field, and the lines into which it is folded (RFC 822 3.1.1), maybe at once; text without a colon is
# scanned once
_FIELD = compile_regex(
    rb"(?<![^:\r\n])([^:\r\n]++):[ \t]*+(?:\r?\n[ \t]++)*+([^\r\n]*+(?:\r?\n[ \t]++[^\r\n]*+)*+)"
)


NewValues = Mapping[bytes, Mapping[bytes | None, bytes | None]]
"""The new values of fields, by their names in lower case and their old values; None removes a field."""


class Field(NamedTuple):
    """A header field: its name in lower case, its value, where that is, and where the field begins and ends.

    The field may end with lines behind the value that have only spaces.
    """

    name: bytes
    value: bytes
    start: int
    stop: int
    line: int
    end: int


class HeaderFields:
    """The fields of a header, which is kept byte for byte."""

    def __init__(self, head: bytes) -> None:
        self.head = head
        first = head.find(b"\n") + 1
        self._fields = [_field(match) for match in _FIELD.finditer(head, first)]

    def __iter__(self) -> Iterator[Field]:
        """Give one field after the other."""
        return iter(self._fields)

    def get(self, name: bytes) -> bytes | None:
        """Get the value of the first field with a name in lower case; None if there is no such field."""
        return next((field.value for field in self._fields if field.name == name), None)

    def text(self, name: bytes) -> str | None:
        """Get a value as text: UTF-8, or else ISO 8859-1 as in HTTP; None if there is no such field."""
        value = self.get(name)
        return None if value is None else decoded_field(value)

    def all(self, name: bytes) -> list[bytes]:
        """Get the values of all fields of a name."""
        return [field.value for field in self._fields if field.name == name]

    def head_with_each(self, values: NewValues) -> bytes:
        """Give the header with new values, by the names and old values of fields; None removes a field.

        All fields with the same name and the same old value get the new value.
        """
        return apply_edits(self.head, self._edits(values))

    def _edits(self, values: NewValues) -> Iterator[Edit]:
        for field in self._fields:
            value = values.get(field.name, {}).get(field.value, field.value)
            if value is None:
                yield Edit(field.line, self.head.index(b"\n", field.end) + 1, b"")
            elif value != field.value:
                yield Edit(field.start, field.stop, value)


def _field(match: re.Match[bytes]) -> Field:
    name, value, start = match[1].strip(b" \t").lower(), match[2].rstrip(b" \t\r\n"), match.start(2)
    return Field(name, value, start, start + len(value), match.start(), match.end())


def decoded_field(value: bytes) -> str:
    """Decode a value: UTF-8, or else ISO 8859-1."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def head_length(data: bytes) -> int | None:
    """Give the length of the header at the beginning of data, with its blank line; None if it has no end."""
    match = BLANK_LINE.search(data)
    return None if match is None else match.end()


def media_type_of(fields: HeaderFields) -> tuple[str, str | None]:
    """Read all Content-Types of a message as one list, as browsers do: the media type and the charset."""
    return media_type(decoded_field(b",".join(fields.all(b"content-type"))))


LONGEST_LENGTH = 20  # digits


def is_length(value: bytes) -> bool:
    """Whether a value is a length that a file may have."""
    return value.isdigit() and len(value) < LONGEST_LENGTH
