"""The fields of an HTTP message that describe its body: lengths and digests, corrected if they were true.

It does not know what is in the body. Used by `containers.warc`.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from absolutize.containers import digests
from absolutize.containers.http.header_fields import HeaderFields, NewValues, is_length
from absolutize.patterns import compile_regex

MD5_FIELD = b"content-md5"  # RFC 1864
NAMING_FIELDS = (b"digest", b"content-digest", b"repr-digest")  # name algorithms: RFC 3230, 9530
LENGTH = b"content-length"
_LENGTHS = compile_regex(rb"[ \t\r\n]*+([0-9]++)(?:[ \t]*+,[ \t]*+\1)*[ \t\r\n]*+")  # RFC 9110 8.6
_ALGORITHM = compile_regex(rb"(?:\A|,)\s*+([\w.*-]++)\s*+=")
_USUAL_ALGORITHMS = ("md5", "sha1", "sha256", "sha512")


class FieldChange(NamedTuple):
    """A field that was corrected: its name, and its old and new value, decoded as ISO 8859-1."""

    name: str
    old: str
    new: str


class NewFields(NamedTuple):
    """The header of a message whose body changed, what changed in it, and the unknown algorithms.

    Digests by unknown algorithms were kept.
    """

    head: bytes
    changes: tuple[FieldChange, ...]
    kept: tuple[str, ...]


class _Lengths(NamedTuple):
    """The lengths that were true before (``least``: without white space at the end), and what to add."""

    least: int
    most: int
    growth: int


def correct_fields(fields: HeaderFields, subjects: digests.DigestSubjects) -> NewFields:
    """Correct lengths and digests in fields, if they were true of the old data of one of the subjects."""
    old = {name: fields.all(name) for name in (MD5_FIELD, *NAMING_FIELDS)}
    algorithms = [each for name in NAMING_FIELDS for value in old[name] for each in _algorithms(value)]
    names = (*_USUAL_ALGORITHMS, *algorithms) if any(old.values()) else ()
    changes = digests.digest_changes(subjects, names)
    values: dict[bytes, dict[bytes | None, bytes | None]] = {
        name: {value: digests.replace_digests(value, changes) for value in old[name]} for name in old
    }
    lengths = [_Lengths(len(was.rstrip()), len(was), len(now) - len(was)) for was, now in subjects]
    values[LENGTH] = {value: _correct_lengths(value, lengths) for value in fields.all(LENGTH)}
    kept = (name for name in dict.fromkeys(algorithms) if not digests.is_known(name))
    return NewFields(fields.head_with_each(values), tuple(_changes(values)), tuple(kept))


def _changes(values: NewValues) -> Iterator[FieldChange]:
    """List the fields whose values become others."""
    for name, news in values.items():
        for old, new in news.items():
            if old is not None and new is not None and new != old:
                yield FieldChange(*(each.decode("latin-1") for each in (name, old, new)))


def repeat_changes(fields: HeaderFields, changes: Iterable[FieldChange]) -> bytes:
    """Give the header of a message with the same body, whose fields are corrected in the same way."""
    values = dict[bytes, dict[bytes | None, bytes | None]]()
    for change in changes:
        name, old, new = (each.encode("latin-1") for each in change)
        values.setdefault(name, {})[old] = new
    return fields.head_with_each(values)


def _correct_lengths(value: bytes, subjects: Iterable[_Lengths]) -> bytes:
    """Correct a length; the value may be folded, or a list of the same length repeated (RFC 9110 8.6)."""
    match = _LENGTHS.fullmatch(value)
    if match is None or not is_length(match[1]):
        return value
    length = int(match[1])
    growth = next((each.growth for each in subjects if each.least <= length <= each.most), 0)
    return value.replace(match[1], b"%d" % (length + growth)) if growth else value


def _algorithms(value: bytes) -> Iterator[str]:
    """Name the algorithms of the digests in a value."""
    return (match[1].decode("latin-1") for match in _ALGORITHM.finditer(value))
