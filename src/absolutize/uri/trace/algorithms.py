"""The table of algorithms that resolve step by step, one for each rule set.

It is imported only where steps are asked for. Used by `uri`.
"""

from collections.abc import Callable, Iterator, Mapping

from absolutize.findings import ResolutionError
from absolutize.uri.relative_form import request_uri
from absolutize.uri.ruleset import ResolutionChoices
from absolutize.uri.trace import rfc1630, rfc2396, rfc2396bis, rfc3986, whatwg
from absolutize.uri.trace.step import Step

STEPS: Mapping[str, Callable[[str, str | None, ResolutionChoices], Iterator[Step]]] = {
    "www-uri-00": rfc1630.steps_of_the_draft,
    "rfc1630": rfc1630.steps,
    "uri-syntax-02": rfc2396.steps_02,
    "uri-syntax-03": rfc2396.steps,
    "rfc2396": rfc2396.steps,
    "rfc2396bis-00": rfc2396bis.steps,
    "rfc3986": rfc3986.steps,
    "whatwg": whatwg.steps,
}
"""The steps of every rule set, by its name."""


def add_request_step(
    steps: Iterator[Step], base: str | None, scheme_of: Callable[[str], str | None]
) -> Iterator[Step]:
    """Add the step of RFC 2396 4.2 for an empty reference in a request."""
    yield from steps
    try:
        value: str | None = request_uri(base, scheme_of)
    except ResolutionError:
        value = None
    yield Step("4.2", "in a context that makes a request, it stands for the base URI", value)
