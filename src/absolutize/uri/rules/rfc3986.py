"""The rule set of RFC 3986: dot segments are removed everywhere, and any absolute URI can be a base (5.2).

It has no notion of a current document, and does not know what browsers do. Used by `uri` and
`uri.equivalence`.
"""

from absolutize.patterns import compile_regex
from absolutize.uri.abnf.texts import rfc3986 as grammar_text
from absolutize.uri.fast_resolver import SpecificationRules
from absolutize.uri.reference import Reference, is_same_document
from absolutize.uri.ruleset import ResolutionChoices, Resolver, RuleSet


def transform(reference: Reference, base: Reference, choices: ResolutionChoices) -> Reference:
    """Transform references by the pseudocode of section 5.2.2."""
    scheme, authority, path, query, fragment = reference
    # "A non-strict parser may ignore a scheme in the reference if it is identical to the base
    # URI's scheme."
    if choices.same_scheme == "lenient" and scheme == base.scheme:
        scheme = None
    if scheme is not None:
        return Reference(scheme, authority, remove_dot_segments(path), query, fragment)
    if authority is None:
        authority = base.authority
        if not path:
            path, query = base.path, base.query if query is None else query
        else:
            path = remove_dot_segments(path if path.startswith("/") else merge(base, path))
    else:
        path = remove_dot_segments(path)
    return Reference(base.scheme, authority, path, query, fragment)


def merge(base: Reference, path: str) -> str:
    """Merge paths (section 5.2.3)."""
    # "If the base URI has a defined authority component and an empty path, then return a string
    #  consisting of "/" concatenated with the reference's path"
    if base.authority is not None and not base.path:
        return f"/{path}"
    # "excluding any characters after the right-most "/" in the base URI path, or excluding the
    #  entire base URI path if it does not contain any "/" characters"
    return base.path[: base.path.rfind("/") + 1] + path


_LEADING_DOTS = compile_regex(r"(?:\.\.?/)*+(?:\.\.?\Z)?+")  # steps 2A and 2D
_SEGMENT = compile_regex(r"/?+[^/]*+")


def remove_dot_segments(path: str) -> str:
    """Remove dot segments (section 5.2.4), going through the input segment by segment."""
    start = 0
    if path.startswith("."):
        start = _LEADING_DOTS.match(path).end()  # type: ignore[union-attr] # it matches anything
    if "/." not in path:
        return path[start:]
    output: list[str] = []
    segments = [segment for segment in _SEGMENT.findall(path, start) if segment]
    for segment in segments:
        if segment == "/..":  # 2C: "remove the last segment and its preceding "/" (if any)"
            del output[-1:]
        elif segment != "/.":  # 2B, 2E
            output.append(segment)
    if segments and segments[-1] in {"/.", "/.."}:
        output.append("/")  # 2B, 2C: "replace that prefix with "/" in the input buffer"
    return "".join(output)


SPECIFICATION = SpecificationRules(transform, any_base=True, current=False)


def bind_base(base: str | None, choices: ResolutionChoices) -> Resolver:
    """Bind a base; the fast path is used if there are no dot segments and no same-document reference."""
    literal, fast = SPECIFICATION.by_algorithm(base, choices), SPECIFICATION.bind_base(base, choices)

    def resolve(reference: str) -> str:
        if "/." in reference or ":." in reference or is_same_document(reference):
            return literal(reference)
        return fast(reference)

    return resolve


RULE_SET = RuleSet(
    "rfc3986",
    "RFC 3986, January 2005",
    bind_base,
    grammar_text.read_grammar,
    options=frozenset({"same_scheme"}),
)
