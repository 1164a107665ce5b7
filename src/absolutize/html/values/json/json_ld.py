"""The references in JSON-LD 1.1, in the data block of a script element.

Only the values of properties that are known to be URLs, and strings that a context declares to be IRIs, are
references. It does not fetch a context or resolve anything. Used by `html.values.syntaxes`.
"""

from collections.abc import Iterable, Iterator, Mapping

from absolutize.html.grammar.character_references import clean
from absolutize.html.values.escaping import TextSpan
from absolutize.html.values.json.pieces import in_order, member_of, pieces_of, strings_in
from absolutize.html.values.json.strings import JsonValue, String, elements, members_of, objects, parse_json
from absolutize.patterns import compile_regex

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
_NOT_RELATIVE = compile_regex(r"[^/?#:]++:(?!//)|@[A-Za-z]++\Z")


def json_ld(text: str) -> Iterable[TextSpan] | None:
    """Find the IRIs of a JSON-LD document that are resolved against its base, and the absolute ones.

    IRIs that ``@base`` governs are left as they are; ``@base`` itself is found, so that they still lead to
    the same places.
    """
    parsed = parse_json(text)
    if parsed is None:
        return None
    terms = _terms(parsed)
    if terms is None:
        return []
    strings = _iris(parsed, terms)
    relative = (string for string in strings if not _NOT_RELATIVE.match(clean(string.text)))
    return in_order(text, pieces_of(relative))


def _contexts(value: JsonValue) -> list[JsonValue]:
    """List the contexts in the value of ``@context`` (JSON-LD 1.1 API 4.1.2)."""
    return elements(value) or [value]


def _terms(document: JsonValue) -> dict[str, bool] | None:
    """Say for each term that contexts define whether its strings are IRIs (4.2.2, type mapping).

    If two contexts disagree, they are not. ``None``: some term or type has a context with a base (JSON-LD 1.1
    4.1.8, scoped contexts).
    """
    terms: dict[str, bool] = {}
    for node in objects(document):
        for context in _contexts(node["@context"].value) if "@context" in node else ():
            for name, definition in ((name, member.value) for name, member in members_of(context).items()):
                scoped = member_of(members_of(definition), "@context")
                if scoped is not None and any("@base" in members_of(each) for each in _contexts(scoped)):
                    return None
                is_iri = _is_iri(definition)
                if is_iri is not None and not name.startswith("@"):
                    terms[name] = is_iri and terms.get(name, True)
    return terms


def _is_iri(definition: JsonValue) -> bool | None:
    """Tell whether a term definition makes IRIs of strings; ``None``: it does not say."""
    if isinstance(definition, String):
        return True if definition.text == "@id" else None
    kind, name = (member_of(members_of(definition), key) for key in ("@type", "@id"))
    if isinstance(name, String) and name.text == "@id":
        return True
    return kind.text == "@id" if isinstance(kind, String) else None


def _iris(document: JsonValue, terms: Mapping[str, bool]) -> Iterator[String]:
    """List the strings in places of IRIs that no ``@base`` governs; a value object has none."""
    waiting = [(document, False, False)]
    while waiting:
        value, is_iri, is_based = waiting.pop()
        if isinstance(value, String) and is_iri and not is_based:
            yield value
        waiting.extend((element, is_iri, is_based) for element in elements(value))
        node = members_of(value)
        if "@context" in node:
            yield from _of_context(node["@context"].value, is_based=is_based)
            is_based = is_based or any(
                "@base" in members_of(each) for each in _contexts(node["@context"].value)
            )
        for name in node.keys() - {"@context"} if "@value" not in node else ():
            inherits = is_iri and name in _TRANSPARENT
            waiting.append((node[name].value, inherits or terms.get(name, name in _HOLD_IRIS), is_based))


def _of_context(context: JsonValue, *, is_based: bool) -> Iterator[String]:
    """List the references of a context: to other contexts (4.1.2 step 5.2), and its first base (5.7)."""
    waiting = [context]
    while waiting:
        value = waiting.pop()
        waiting.extend(reversed(elements(value)))
        members = members_of(value)
        yield from strings_in([value, *(members[name].value for name in ("@import",) if name in members)])
        if "@base" in members and not is_based:
            is_based = True
            yield from strings_in([members["@base"].value])
        scoped = (member_of(members_of(member.value), "@context") for member in members.values())
        waiting.extend(each for each in scoped if each is not None)
