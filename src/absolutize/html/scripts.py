"""The data blocks of script elements: import maps, speculation rules, JSON-LD.

Each splitter takes the text of a script element and finds the strings that are references to be
resolved against the document's base URL; ``None`` where the text is no JSON. Strings whose
meaning no base changes (bare specifiers, compact IRIs) are left out; absolute URLs are given.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import repeat

from absolutize.html.jsontext import (
    JSON,
    Object,
    String,
    Value,
    elements,
    members,
    objects,
    offset,
    read,
)
from absolutize.html.notation import Notation, Piece, decoded_by, decoded_through
from absolutize.html.uniquely import is_unusual, unique_spellings
from absolutize.html.values import clean
from absolutize.patterns import compiled


def _pieces(strings: Iterable[String]) -> list[Piece]:
    """Make a piece of each string, whole, in the order of the text."""
    return _in_order(_piece(string, JSON) for string in strings)


def _piece(string: String, notation: Notation) -> Piece:
    return Piece(string.start, string.stop, notation)


def _in_order(pieces: Iterable[Piece]) -> list[Piece]:
    return sorted(set(pieces), key=lambda piece: piece.start)


def _strings(values: Iterable[Value]) -> Iterator[String]:
    return (value for value in values if isinstance(value, String))


# Import maps: HTML Standard 8.1.5

# A special scheme without slashes is read against a base of the same scheme (URL Standard 4.4); a
# specifier never is, so where the two differ it is left alone.
_ABSOLUTE = compiled(r"(?!(?i:file|ftp|https?|wss?):(?![/\\]{2}))[A-Za-z][A-Za-z0-9+.\-]*+:")


def import_map(text: str) -> list[Piece] | None:
    """Find the references of an import map ("parse an import map string")."""
    parsed = read(text)
    if parsed is None:
        return None
    named = members(parsed)
    sections = {name: named[name].value for name in ("imports", "scopes", "integrity") if name in named}
    scopes = members(sections.get("scopes"))
    maps = [scope.value for scope in scopes.values()]
    if not all(isinstance(value, dict) for value in (*sections.values(), *maps)):
        return []  # "then throw a TypeError": there is no import map
    specifier_maps = [members(value) for value in (sections.get("imports"), *maps)]
    addresses = (address for each in specifier_maps for address in _addresses(each))
    written = [
        *_names(scopes, JSON),  # any URL, "URL parsing scopePrefix with baseURL"
        *filter(_is_url_like, _names(members(sections.get("integrity")), JSON)),
        *filter(_is_url_like, ((address, JSON) for address in addresses)),
        *filter(_is_url_like, (name for each in specifier_maps for name in _names(each, _KEY))),
    ]
    return _in_order(_piece(*each) for each in written)


# Such a key that ends in a slash is a prefix, and its address has to end in one ("sort and normalize ...")
_KEY = JSON._replace(is_key=True)


def _addresses(specifier_map: Object) -> Iterator[String]:
    """List addresses ("sort and normalize a module specifier map"); an empty key has no entry."""
    yield from _strings(member.value for key, member in specifier_map.items() if key)


Written = tuple[String, Notation]


def _names(value: Object, notation: Notation) -> Iterator[Written]:
    """List the names of members, of overridden ones too: respelled like theirs, they stay overridden.

    A repeated name keeps its first place and gets its last value. Of the names that mean one URL it is
    the last place that counts, so where names are repeated, or an absolute one is spelled unlike
    what others may become, no other name may become the same.
    """
    matters = any(member.overridden or is_unusual(name) for name, member in value.items())
    spellings = unique_spellings(notation, value) if matters and len(value) > 1 else repeat(notation)
    for member, own in zip(value.values(), spellings, strict=False):
        yield from ((name, own) for name in (*member.overridden, member.name))


def _is_url_like(written: Written) -> bool:
    """Tell a URL from a bare specifier ("resolve a URL-like module specifier")."""
    text = written[0].text
    return text.startswith(("/", "./", "../")) or _ABSOLUTE.match(clean(text)) is not None


# Speculation rules: HTML Standard 7.6.1.2

# The last two are Chromium's. A rule of which a browser knows not all keys is ignored by that browser,
# but it is walked here: another one may know them.
_ACTIONS = ("prefetch", "prerender", "prefetch_with_subresources", "prerender_until_script")


def speculation_rules(text: str) -> list[Piece] | None:
    """Find the references of a set of speculation rules ("parse a speculation rule set string")."""
    parsed = read(text)
    if parsed is None:
        return None
    pieces: list[Piece] = []
    for action in _ACTIONS:
        for rule in map(members, elements(_member(members(parsed), action))):
            if _is_against_base(rule):
                pieces += _pieces(_strings(elements(_member(rule, "urls"))))
            for name, pattern in _patterns(_member(rule, "where")):
                pieces += _pattern(text, pattern) if isinstance(pattern, String) else _in_parts(name, pattern)
    return _in_order(pieces)


def _member(value: Object, name: str) -> Value | None:
    return value[name].value if name in value else None


def _is_against_base(value: Object) -> bool:
    """Tell whether ``relative_to`` lets a rule, or a predicate, be read against the document's base URL.

    It does with either of its values: the base URL of rules in a document is the document's.
    """
    base = _member(value, "relative_to")
    return base is None or (isinstance(base, String) and base.text in {"ruleset", "document"})


def _patterns(where: Value | None) -> Iterator[tuple[String, Value]]:
    """List the URL patterns of a predicate ("parse a document rule predicate"), each with its name."""
    waiting = [where]
    while waiting:
        predicate = members(waiting.pop())
        nested = [predicate["not"].value] if "not" in predicate else []
        waiting += [*nested, *elements(_member(predicate, "and")), *elements(_member(predicate, "or"))]
        matches = predicate.get("href_matches")
        if matches is not None and _is_against_base(predicate):
            patterns = matches.value if isinstance(matches.value, list) else [matches.value]
            yield from ((matches.name, pattern) for pattern in patterns)


# URL patterns: URL Pattern Standard 1.6, 2.1, 3.2

_GROUP = r"\((?:[^()\\]++|\\.|\(\?(?:[^()\\]++|\\.)*+\))*+\)"  # "(regular expression)", not nested deeper
_BRACES = rf"\{{(?:[^}}\\(]++|\\.|{_GROUP})*+(?:\}}|\Z)"
# no "protocol suffix", that is a ":", even an escaped one, that begins no ":name" and is in no braces
_RELATIVE = compiled(rf"(?:[^:\\({{]++|\\[^:]|:[^\x00-#%-@\[-\^`{{-\x7f]|{_GROUP}|{_BRACES})*+\Z", re.DOTALL)
# The beginning that is read as any reference is, as far as it is plain. Of a pattern "../*" that is
# nothing: the standard puts the base's directory in front of it as it stands, and so do we.
_PLAIN = r"(?:[A-Za-z0-9_~\-][A-Za-z0-9_.~\-]*+/?+)*+"
_BEGINNING = compiled(rf"(?!\{{/)(?:\\?+[/?#])?+{_PLAIN}")
_ABSOLUTE_BEGINNING = compiled(rf"[A-Za-z][A-Za-z0-9+.\-]*+://[A-Za-z0-9.\-]++(?::[0-9]++)?+/{_PLAIN}")


def _pattern(text: str, pattern: String) -> list[Piece]:
    """Find the reference that a URL pattern begins with ("parse a constructor string").

    A pattern with ``:`` or ``*`` and the like is no reference, but "process a URLPatternInit" joins it
    to the base like one: what is put in front of it is escaped, and nothing in it changes.
    """
    form = _BEGINNING if _RELATIVE.match(pattern.text) else _ABSOLUTE_BEGINNING
    match = form.match(pattern.text)
    if match is None:
        return []
    stop = offset(text, pattern, match.end())
    return [Piece(pattern.start, stop, _PATTERN if match[0] else _BEFORE_PATTERN)]


_SAFE = r"[A-Za-z][A-Za-z0-9+.\-]*+://(?:[A-Za-z0-9.\-]*+(?::[0-9]++)?+(?=/|\Z))?+"
_SPECIAL = compiled(rf"(\A{_SAFE})|([+*?:{{}}()\\])")
_ESCAPED = compiled(r"\\(.)", re.DOTALL)


def _escape(text: str) -> str:
    """Escape text for a URL pattern ("escape a pattern string"); scheme, host and port read well as is."""
    return JSON.encode(_SPECIAL.sub(lambda match: match[1] or rf"\{match[2]}", text))


def _unescape_once(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)


def _unescape(written: str) -> str:
    return _unescape_once(JSON.decode(written))


_offsets = partial(decoded_through, JSON.offsets, partial(decoded_by, _ESCAPED, _unescape_once))
_PATTERN = Notation(_unescape, _escape, offsets=_offsets, is_pattern=True)
# "Let new pathname be the code point substring from 0 to slash index + 1": the base's directory, unwritten
_BEFORE_PATTERN = _PATTERN._replace(decode=lambda written: _unescape(written) or ".")


_IN_PARTS = JSON._replace(code="pattern-in-parts")


def _in_parts(name: String, pattern: Value) -> list[Piece]:
    """Find a pattern in parts that takes what it lacks from the base ("process a URLPatternInit").

    It has no place for a base but a member of its own, so that it is told of and left alone: by
    the first of its strings, or else by its name.
    """
    parts = members(pattern)
    texts = list(_strings(member.value for member in parts.values()))
    if not isinstance(pattern, dict) or len(texts) < len(parts):
        return []  # no pattern at all
    path = _member(parts, "pathname")
    is_absolute = not isinstance(path, String) or _ABSOLUTE_PATH.match(path.text) is not None
    if "baseURL" in parts or ("protocol" in parts and is_absolute):
        return []
    told = texts[0] if texts else name
    return [Piece(told.start, told.stop, _IN_PARTS)]


_ABSOLUTE_PATH = compiled(r"[\\{]?/")


# JSON-LD: JSON-LD 1.1, JSON-LD 1.1 API 5.2 (IRI expansion)

# schema.org 30.0: a string in these is a URL. Their range has URL and neither Text nor what has a name
# (Person, Place, DefinedTerm, ...), since names are written as strings. "target" is left out: it holds
# templates. "item" is a Thing, but breadcrumbs have a URL there.
# fmt: off
_URL_PROPERTIES = frozenset({
    "acquireLicensePage", "actionableFeedbackPolicy", "afterMedia", "archivedAt", "beforeMedia",
    "benefitsSummaryUrl", "codeRepository", "colorSwatch", "contentUrl", "correctionsPolicy",
    "discussionUrl", "diseasePreventionInfo", "diseaseSpreadStatistics", "diversityPolicy",
    "diversityStaffingReport", "documentation", "downloadUrl", "duringMedia", "embedUrl", "ethicsPolicy",
    "gettingTestedInfo", "hasGS1DigitalLink", "hasMap", "healthPlanMarketingUrl", "image", "installUrl",
    "isBasedOn", "isBasedOnUrl", "isPartOf", "item", "labelDetails", "layoutImage", "license", "logo",
    "mainEntityOfPage", "map", "maps", "masthead", "merchantReturnLink", "missionCoveragePrioritiesPolicy",
    "newsUpdatesAndGuidelines", "noBylinesPolicy", "originalMediaLink", "paymentUrl", "prescribingInfo",
    "productReturnLink", "publicTransportClosuresInfo", "publishingPrinciples", "quarantineGuidelines",
    "relatedLink", "replyToUrl", "sameAs", "schoolClosuresInfo", "screenshot", "sdLicense", "serviceUrl",
    "shippingSettingsLink", "significantLink", "significantLinks", "speakable", "targetUrl", "thumbnailUrl",
    "tourBookingPage", "trackingUrl", "travelBans", "unnamedSourcesPolicy", "url", "usageInfo",
    "verificationFactCheckingPolicy", "webFeed",
})
# fmt: on
_HOLD_IRIS = _URL_PROPERTIES | {"@id"}
_TRANSPARENT = frozenset({"@list", "@set"})  # they hold what their property holds

# 5.2, 6.1-6.5: a prefix or a scheme and no "//" is a compact IRI, a blank node or some absolute IRI; "@word"
# has the form of a keyword. None of them is relative.
_NOT_RELATIVE = compiled(r"[^/?#:]++:(?!//)|@[A-Za-z]++\Z")


def json_ld(text: str) -> list[Piece] | None:
    """Find the IRIs of a JSON-LD document that are resolved against its base, and the absolute ones.

    What ``@base`` governs is left as it is, and goes where it went: ``@base`` itself is found.
    """
    parsed = read(text)
    if parsed is None:
        return None
    terms = _terms(parsed)
    if terms is None:
        return []
    strings = _iris(parsed, terms)
    return _pieces(string for string in strings if not _NOT_RELATIVE.match(clean(string.text)))


def _contexts(value: Value) -> list[Value]:
    """List the contexts in the value of ``@context`` (JSON-LD 1.1 API 4.1.2)."""
    return elements(value) or [value]


def _terms(document: Value) -> dict[str, bool] | None:
    """Tell of the terms that contexts define whether their strings are IRIs (4.2.2, type mapping).

    Where two contexts say otherwise they are none. ``None``: some term or type brings a base with it
    (JSON-LD 1.1 4.1.8, scoped contexts).
    """
    terms: dict[str, bool] = {}
    for node in objects(document):
        for context in _contexts(node["@context"].value) if "@context" in node else ():
            for name, definition in ((name, member.value) for name, member in members(context).items()):
                scoped = _member(members(definition), "@context")
                if scoped is not None and any("@base" in members(each) for each in _contexts(scoped)):
                    return None
                is_iri = _is_iri(definition)
                if is_iri is not None and not name.startswith("@"):
                    terms[name] = is_iri and terms.get(name, True)
    return terms


def _is_iri(definition: Value) -> bool | None:
    """Tell whether a term definition makes IRIs of strings; ``None``: it does not say."""
    if isinstance(definition, String):
        return True if definition.text == "@id" else None
    kind, name = (_member(members(definition), key) for key in ("@type", "@id"))
    if isinstance(name, String) and name.text == "@id":
        return True
    return kind.text == "@id" if isinstance(kind, String) else None


def _iris(document: Value, terms: Mapping[str, bool]) -> Iterator[String]:
    """List the strings that stand where IRIs stand, and no ``@base`` governs; a value object holds none."""
    waiting = [(document, False, False)]
    while waiting:
        value, is_iri, is_based = waiting.pop()
        if isinstance(value, String) and is_iri and not is_based:
            yield value
        waiting.extend((element, is_iri, is_based) for element in elements(value))
        node = members(value)
        if "@context" in node:
            yield from _of_context(node["@context"].value, is_based=is_based)
            is_based = is_based or any("@base" in members(each) for each in _contexts(node["@context"].value))
        for name in node.keys() - {"@context"} if "@value" not in node else ():
            inherits = is_iri and name in _TRANSPARENT
            waiting.append((node[name].value, inherits or terms.get(name, name in _HOLD_IRIS), is_based))


def _of_context(context: Value, *, is_based: bool) -> Iterator[String]:
    """List what a context refers to: other contexts (4.1.2 step 5.2), and the first base (5.7)."""
    waiting = [context]
    while waiting:
        value = waiting.pop()
        waiting.extend(reversed(elements(value)))
        held = members(value)
        yield from _strings([value, *(held[name].value for name in ("@import",) if name in held)])
        if "@base" in held and not is_based:
            is_based = True
            yield from _strings([held["@base"].value])
        scoped = (_member(members(member.value), "@context") for member in held.values())
        waiting.extend(each for each in scoped if each is not None)
