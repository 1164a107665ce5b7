"""The class of findings: a finding is a row of the tables in this folder.

It does not know any code. Used by `findings`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from absolutize.readonly import ReadOnly

NOTHING: Mapping[str, Any] = ReadOnly({})


class Example(NamedTuple):
    """A document in which a code occurs, and how to call `links` or `check` to get it.

    Attributes:
        document: The HTML, as text.
        url: The URI that it was retrieved from. Default: "http://h/d/p".
        options: The options of the call, by name. Default: none.
    """

    document: str
    url: str | None = "http://h/d/p"
    options: Mapping[str, Any] = NOTHING


class Finding(NamedTuple):
    """The meaning of one code: a row of `FINDINGS`, which `absolutize explain` prints.

    Attributes:
        code: Its name, such as "relative": lower case, with hyphens.
        message: What it means, in less than a line and without a full stop.
        citation: The specification and section on which it is based, such as "RFC 2396 5.2".
        explanation: The meaning in several sentences.
        example: A document in which this code occurs and no other; for codes about archives, a description.
    """

    code: str
    message: str
    citation: str
    explanation: str
    example: Example
