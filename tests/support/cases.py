"""A run of the command line as a row of a table."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Case(NamedTuple):
    """One row: the arguments of a run as typed, and its expected output, files and exit status.

    ``before`` are files that exist in addition to the fixtures; ``after`` are the files that the run
    creates or changes (``None``: a directory). All other files must stay unchanged.
    """

    id: str
    arguments: str
    out: str | bytes = b""
    err: str = ""
    status: int = 0
    stdin: str | bytes = b""
    before: Mapping[str, str | bytes] = NOTHING
    after: Mapping[str, bytes | None] = NOTHING
    defect: str = ""  # why the run is expected to fail this test
