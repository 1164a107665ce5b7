"""A run of the command line as a row of a table."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Case(NamedTuple):
    """A run in a table: the arguments as typed, and all that must come of it.

    ``before`` are files that are there besides the fixtures; ``after`` files that the run makes or
    changes (``None``: a directory). Everything else must be as it was.
    """

    id: str
    arguments: str
    out: str | bytes = b""
    err: str = ""
    status: int = 0
    stdin: str | bytes = b""
    before: Mapping[str, str | bytes] = NOTHING
    after: Mapping[str, bytes | None] = NOTHING
    defect: str = ""  # why it is expected to fail
