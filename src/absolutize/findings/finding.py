"""What a finding is: a row of the tables of this folder."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from absolutize.readonly import ReadOnly

NOTHING: Mapping[str, Any] = ReadOnly({})


class Example(NamedTuple):
    """A document that yields a code: where it was retrieved from, and the options of `links` or `check`."""

    document: str
    url: str | None = "http://h/d/p"
    options: Mapping[str, Any] = NOTHING


class Finding(NamedTuple):
    """One code: its name, a message of one line, the section that it rests on, and the whole story.

    ``example`` is a document in which the code occurs, and no other; of what is wrong with archives and
    the like, it describes one.
    """

    code: str
    message: str
    citation: str
    explanation: str
    example: Example
