"""Establish the base URI of a document from the sources that may define one (RFC 2396 5.1).

It knows the sources and their order: those of section 5.1, and the URLs that a page states for itself. It
does not know HTML: its caller gives it the text of the href of BASE. Used by many layers.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple
from urllib.parse import quote

from absolutize.findings import ResolutionError
from absolutize.options import STATED_SOURCES, Candidates, Policies, StatedUrls
from absolutize.patterns import compile_regex
from absolutize.uri import rule_set
from absolutize.uri.plain_url import is_plain
from absolutize.uri.reference import is_same_document, split
from absolutize.uri.rules import whatwg


class Source(NamedTuple):
    """One of the ways in which a base URI can be established."""

    name: str
    section: str
    meaning: str


# "The order of precedence can be thought of in terms of layers, where the innermost defined base
# URI has the highest precedence." (5.1)
SOURCES: tuple[Source, ...] = (
    Source("embedded", "5.1.1", "base URI within the document's content"),
    Source("encapsulating", "5.1.2", "base URI of the encapsulating entity"),
    Source("retrieval", "5.1.3", "URI used to retrieve the entity"),
    # this URI as the page states it, in order of trust; used only if the caller asks for it
    Source("saved", "5.1.3", "URL in the comment of the program that saved the page"),
    Source("canonical", "5.1.3", "URL of its link with the rel canonical"),
    Source("opengraph", "5.1.3", "URL of its metadata og:url"),
    Source("default", "5.1.4", "default base URI of the application"),
)
_OUTERMOST_FIRST = SOURCES[::-1]

_NEVER_A_BASE = frozenset({"data", "javascript"})


class BaseURI(NamedTuple):
    """The base URI of a document, and the source that defined it.

    Attributes:
        uri: The absolute URI; ``None`` if there is no usable base.
        source: "embedded", "encapsulating", "retrieval" or "default" (5.1.1 to 5.1.4), one of those asked
            for by ``url_from`` ("saved", "canonical", "opengraph"), or ``None``.

    Source: RFC 2396 section 5.1.
    """

    uri: str | None
    source: str | None


class Layer(NamedTuple):
    """A source, the reference that it gave, and the absolute URI of that (``None``: no base)."""

    source: Source
    given: str | None
    uri: str | None


_DEFAULTS = Policies()


def layers(candidates: Candidates, policies: Policies = _DEFAULTS) -> list[Layer]:
    """List the layers of section 5.1, innermost first.

    A relative reference is resolved against the next outer layer by the rule set; with the guard, as browsers
    do where they differ from it.
    """
    outermost_first: list[Layer] = []
    outer: str | None = None
    for source, given in zip(_OUTERMOST_FIRST, reversed(candidates), strict=True):
        uri = None if given is None else _absolute(source, given, outer, policies)
        outermost_first.append(Layer(source, given, uri))
        outer = outer if uri is None else uri
    return outermost_first[::-1]


def establish(candidates: Candidates, policies: Policies = _DEFAULTS) -> BaseURI:
    """Establish the base URI of a document: that of the innermost layer that has one (5.1)."""
    uri = name = None
    for source, given in zip(_OUTERMOST_FIRST, reversed(candidates), strict=True):
        if given is not None and (absolute := _absolute(source, given, uri, policies)) is not None:
            uri, name = absolute, source.name
    return BaseURI(uri, name)


def establish_embedded(candidates: Candidates, outer: BaseURI, policies: Policies) -> BaseURI:
    """Establish the base URI of a document that may have a BASE element; ``outer`` is that without it."""
    given = candidates.embedded
    uri = None if given is None else _absolute(SOURCES[0], given, outer.uri, policies)
    return outer if uri is None else BaseURI(uri, SOURCES[0].name)


def usable_stated(stated: Iterable[tuple[str, str]], asked: Collection[str]) -> StatedUrls:
    """Choose from the URLs that a page states the first of each source that was asked for.

    They are in the order of `STATED_SOURCES`. Only URLs that can be fetched count: a page may also say that
    it was saved from ``about:internet``.
    """
    urls: dict[str, str] = {}
    for name, url in stated if asked else ():
        if name in asked and name not in urls and _is_fetched(url):
            urls[name] = url
    return tuple(map(urls.get, STATED_SOURCES))


def _is_fetched(url: str) -> bool:
    parsed = whatwg.parse_url(url)
    return parsed is not None and split(parsed).scheme in whatwg.REQUESTED_SCHEMES


def is_base(reference: str, outer: str | None) -> bool:
    """Whether the href of a BASE element counts (HTML Standard 4.2.3, set the frozen base URL)."""
    url = whatwg.browser_parse(reference, outer)
    return url is not None and split(url).scheme not in _NEVER_A_BASE


def is_misread(base: BaseURI, reference: str, outer: BaseURI) -> bool:
    """Whether Chromium resolves references against a BASE in another way than the standards."""
    if base.source != "embedded" or is_plain(base.uri or ""):
        return False
    return whatwg.appends_references(whatwg.browser_parse(reference, outer.uri) or "")


def _absolute(source: Source, given: str, outer: str | None, policies: Policies) -> str | None:
    """Make the reference that a source gave absolute; ``None`` if it is not usable as a base."""
    if (source.name != "embedded" or policies.resolves_plain) and is_plain(given):
        return given
    guard = policies.is_guarded
    if source.name != "embedded" and split(given).scheme is not None:
        return _without_fragment(_as_browsers(given, None) if guard else given)
    browser = whatwg.browser_parse(given, outer)
    if source.name == "embedded" and not is_known_base(given, outer, policies):
        return None
    if is_same_document(given):
        return outer
    try:
        resolved = rule_set(policies.rules).bind_base(outer, policies.choices)(given)
    except ResolutionError:
        return _without_fragment(browser) if guard and browser is not None else None
    return _without_fragment(_as_browsers(resolved, browser) if guard else resolved)


def is_known_base(reference: str, outer: str | None, policies: Policies) -> bool:
    """Whether the href of a BASE element counts; one that may be relative needs an outer base."""
    return is_base(reference, outer) and (outer is not None or _is_same_from_any_base(reference, policies))


def _is_same_from_any_base(reference: str, policies: Policies) -> bool:
    """Whether a reference with a scheme is absolute: ``http:x`` is relative to a base of its scheme.

    With the guard, browsers decide on that, without it the rule set.
    """
    near = whatwg.base_elsewhere(split(reference).scheme)
    if policies.is_guarded:
        return whatwg.browser_parse(reference, near) == whatwg.browser_parse(reference)
    bind = rule_set(policies.rules).bind_base
    try:
        return bind(near, policies.choices)(reference) == bind(None, policies.choices)(reference)
    except ResolutionError:
        return False


def _as_browsers(uri: str, browser: str | None) -> str:
    """Spell a base as browsers do, if they read it differently or its spelling is unlike that of the RFCs.

    ``browser`` is the URL that browsers read, if that is known.
    """
    spelled_unlike_rfc = whatwg.spelled_unlike_rfc(uri)
    if browser is None:
        return (spelled_unlike_rfc and whatwg.browser_parse(uri)) or uri
    return browser if spelled_unlike_rfc or whatwg.browser_parse(uri) != browser else uri


_REMOVED = compile_regex("[\t\n\r]")  # URL Standard 4.4, step 3


def _without_fragment(reference: str) -> str:
    """Leave the fragment identifier out: it "is not part of a URI" (4.1).

    White space before the fragment would now be at the end of the URI, where it is stripped: it is
    percent-encoded, as the URL parser does.
    """
    uri = reference.partition("#")[0]
    kept = uri.rstrip(whatwg.C0_OR_SPACE)
    if len(uri) in {len(kept), len(reference)}:
        return uri
    return kept + quote(_REMOVED.sub("", uri[len(kept) :]))
