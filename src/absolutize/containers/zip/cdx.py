"""Lines of a CDX index, whose fields a header names by letters, and of the index of its blocks.

It does not know where records are. Used by `containers.zip.cdxj`.
"""

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

from absolutize.html.values.json.strings import String
from absolutize.patterns import compile_regex

LETTERS: Mapping[str, str] = {
    "g": "filename",
    "V": "offset",
    "S": "length",
    "k": "digest",
    "c": "recordDigest",
}
"""The CDXJ names of CDX's letters for the file, the place and the digests of a record."""
NOT_CORRECTED = "vn"  # the offset in the uncompressed file, and the length of the document
_HEADER = compile_regex(r"([ \t|])CDX((?:\1[A-Za-z#])++)[ \t]*+\r?\n?")


class _Format(NamedTuple):
    """The delimiter between two fields, and the letters of the fields."""

    delimiter: str
    letters: str


_USUAL_FORMATS: Mapping[tuple[str, int], _Format] = {  # of an index without a header, by the number of fields
    (each.delimiter, len(each.letters)): each
    for each in (
        _Format(" ", "NbamskrVg"),
        _Format(" ", "NbamskrMVg"),
        _Format(" ", "NbamskrMSVg"),
        _Format("\t", "NgVS"),  # of blocks
        _Format("\t", "NgVS#"),
    )
}


class CdxReader:
    """Reads the lines of one index."""

    def __init__(self) -> None:
        self._format: _Format | None = None

    def members(self, line: str) -> dict[str, String] | None:
        """Give the values of a line by the names of CDXJ; values that are not corrected, by their letters.

        The result is empty if the line describes no record. It is None if the line does not have the fields
        that the header names, or not those by which its record is found.
        """
        header = _HEADER.fullmatch(line)
        if header is not None:
            self._format = _Format(header[1], header[2].replace(header[1], ""))
        if header is not None or not line.strip():
            return {}
        form = self._format or _usual_format(line)
        values = {} if form is None else dict(_values(form, line))
        if "filename" in values and "offset" in values and values["offset"].text.isdecimal():
            return values
        return {} if self._format is None or _says_nothing(self._format, line, values) else None


def _usual_format(line: str) -> _Format | None:
    counts = ((delimiter, line.count(delimiter) + 1) for delimiter in "\t ")
    return next((_USUAL_FORMATS[count] for count in counts if count in _USUAL_FORMATS), None)


def _says_nothing(form: _Format, line: str, values: Mapping[str, String]) -> bool:
    """Whether a line has all fields, and no value that would have to be corrected."""
    return line.count(form.delimiter) + 1 >= len(form.letters) and values.keys() <= {"filename"}


def _values(form: _Format, line: str) -> Iterator[tuple[str, String]]:
    """Give the values of a line with their spans; the last field goes to the end of the line."""
    fields = line.rstrip("\r\n").split(form.delimiter, len(form.letters) - 1)
    starts = accumulate((len(field) + 1 for field in fields), initial=0)
    for letter, field, start in zip(form.letters, fields, starts, strict=False):
        if field != "-" and (letter in LETTERS or letter in NOT_CORRECTED):
            yield LETTERS.get(letter, letter), String(start, start + len(field), field)
