"""The links in a header: those of the fields Link, Refresh and Location.

They are resolved against the URL of the response, by the same planner as the links of documents. The module
does not know which library the response is from. Used by `http`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from absolutize.arguments import document_settings
from absolutize.engine.link import Link
from absolutize.engine.planner import Planner
from absolutize.html.grammar.character_references import clean
from absolutize.html.link_table.kinds import kind_of, words
from absolutize.html.link_table.rows import Row
from absolutize.html.values.meta_content import refresh
from absolutize.patterns import compile_regex


class HeaderReference(NamedTuple):
    """A reference in a header field, the words of its rel, and its kind, a key of `KINDS`.

    ``anchor`` refers to the resource that has the link; ``None`` means the document.
    """

    text: str
    rel: str
    kind: str
    anchor: str | None = None


STATUSES: Mapping[str, frozenset[int]] = {
    "location": frozenset({201, 301, 302, 303, 307, 308}),  # RFC 9110 10.2.2; Fetch 2.2.3, redirect status
}
"""The fields that have a meaning only with some status codes, and these."""


def header_links(
    header: Iterable[tuple[str, str]],
    url: str | None,
    options: Mapping[str, Any],
    status: int | None = None,
) -> Iterator[Link]:
    """List the links of header fields, given by their names in lower case and their values.

    ``status`` is that of the response: with most, a Location means nothing. ``None``: it is not known.

    The base is the URL of the response, and not a base in the document (RFC 8288 3.2). A fragment alone and
    an empty reference are resolved against that URL, too.
    """
    own = {"url": url, "encapsulating": None, "same_document": "resolve"}
    context, policies = document_settings("links", {**options, **own})
    planner = Planner.of(None, context, policies, "utf-8")
    for name, value in header:
        is_meant = status is None or status in STATUSES.get(name, {status})
        if not is_meant or name not in LINK_FIELDS:
            continue
        row = Row("", name, "url", "RFC 9110 6.3")
        for index, (raw, rel, kind, anchor) in enumerate(LINK_FIELDS[name](value)):
            reference = clean(raw)
            code, target = planner.decide(row, reference)
            context_url = None if anchor is None else planner.decide(row, clean(anchor)).target
            where = index, None, None, None, None
            link = Link("", name, *where, raw, reference, target, code, kind, rel)
            yield link._replace(context=context_url)


# RFC 8288 appendix B.2: <URI-Reference>; name=value; name="quoted \" value", ... A name may be empty (B.3)
_NAME = r"[^\s=;,]*+"
_QUOTED = r'"(?:[^"\\]++|\\.)*+"?+'
_VALUE = rf"\s*+=\s*+(?:{_QUOTED}|[^\s;,]*+)"
_PARAMETER = rf"\s*+;\s*+{_NAME}(?:{_VALUE})?+"
_LINK_VALUE = compile_regex(rf"(?s)[\s,]*+<([^>]*+)>((?:{_PARAMETER})*+)[^,]*+")
_NAMED = compile_regex(rf"(?s);\s*+({_NAME})(?:\s*+=\s*+({_QUOTED}|[^\s;,]*+))?+")
_LINK_ELEMENT = Row("link", "href", "url", "HTML 4.2.4.4")


def _of_link(value: str) -> Iterator[HeaderReference]:
    """List the links of a Link field (RFC 8288 3); invalid text ends the list, as in appendix B.2."""
    position = 0
    while (match := _LINK_VALUE.match(value, position)) is not None:
        parameters = _parameters(match[2])
        rel = words(parameters.get("rel", ""))
        kind = kind_of("link", _LINK_ELEMENT, rel)
        yield HeaderReference(match[1], rel, kind, parameters.get("anchor"))
        position = match.end()


def _parameters(written: str) -> dict[str, str]:
    """Read the parameters of a link; the first one with a name counts (RFC 8288 3.3, B.2)."""
    named = [(match[1].lower(), match[2] or "") for match in _NAMED.finditer(written)]
    return {name: _unquoted(value) for name, value in reversed(named)}


_ESCAPED = compile_regex(r"(?s)\\(.)")


def _unquoted(value: str) -> str:
    return _ESCAPED.sub(r"\1", value[1:].removesuffix('"')) if value.startswith('"') else value


def _of_refresh(value: str) -> Iterator[HeaderReference]:
    """Find the URL in a Refresh (HTML Standard 4.2.5.3, shared declarative refresh steps)."""
    for start, stop, _ in refresh(value):
        yield HeaderReference(value[start:stop], "", "navigation")


def _of_location(value: str) -> Iterator[HeaderReference]:
    """Give the URL of a Location, which is the whole value (RFC 9110 10.2.2)."""
    yield HeaderReference(value, "", "navigation")


LINK_FIELDS: Mapping[str, Callable[[str], Iterator[HeaderReference]]] = {
    "link": _of_link,
    "location": _of_location,
    "refresh": _of_refresh,
}
"""The fields that have references, each with the function that finds them in a value."""
