"""The html5lib encoding cases, compared with the encoding that the library determines."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from absolutize.html.document import encoding_sniffing

from .pages import absence, folder

# Cases that differ, id -> reason. A listed one that passes fails.
EXCEPTIONS = dict.fromkeys(
    ("tests1 54", "tests1 55", "tests1 56"),
    "Chromium prescans tokens: what is in a script or style sheet is no meta element",
)
CASES = 82  # what the corpus holds at least

_CASE = re.compile(rb"^#data\n(.*?)\n#encoding\n(\S+)", re.DOTALL | re.MULTILINE)


class Case(NamedTuple):
    """A document and the encoding that browsers read it in."""

    id: str
    data: bytes
    encoding: str


def cases() -> list[Case]:
    """The cases of every file, except those with scripts; none if the corpus is absent."""
    paths = sorted((folder() / "html5lib" / "encoding").glob("*.dat"))
    return [
        Case(f"{path.stem} {number}", match[1], match[2].decode("ascii").lower())
        for path in paths
        for number, match in enumerate(_CASE.finditer(path.read_bytes()))
    ]


corpus = pytest.mark.skipif(absence() is not None, reason=str(absence()))


@pytest.mark.rows(
    "case",
    [pytest.param(case, id=case.id) for case in cases()] or [pytest.param(None, marks=corpus)],
)
def test_encoding(case: Case) -> None:
    """13.2.3.2: mark, prescan, default."""
    found = encoding_sniffing.determine(case.data).name
    if case.id in EXCEPTIONS:
        assert found != case.encoding, f"listed exception that passes ({EXCEPTIONS[case.id]})"
    else:
        assert found == case.encoding, f"{case.data[:200]!r}"


@corpus
def test_every_case_is_run() -> None:
    """All cases of all files, and no exception that names none of them."""
    ids = {case.id for case in cases()}
    assert len(ids) >= CASES
    assert set(EXCEPTIONS) <= ids, "an exception names no case"
