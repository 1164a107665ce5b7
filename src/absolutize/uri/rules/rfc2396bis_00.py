"""The rule set of draft-fielding-uri-rfc2396bis-00: its differences from RFC 2396.

Appendix G.2: a reference that is only a query (``?y``) inherits the base's path, and a base without a path
gets a slash when a relative path is merged with it. This is the default rule set; it does not know what
browsers do.
Used by `uri`.
"""

from absolutize.uri.abnf.texts import rfc2396bis as grammar_text
from absolutize.uri.fast_resolver import SpecificationRules
from absolutize.uri.reference import Reference
from absolutize.uri.rules.rfc2396 import OPTIONS, remove_dot_segments
from absolutize.uri.ruleset import Overflow, ResolutionChoices, RuleSet


def transform(reference: Reference, base: Reference, choices: ResolutionChoices) -> Reference:
    """Section 5.2's pseudocode; for a reference to the current document, return only its fragment."""
    scheme, authority, path, query, fragment = reference
    # The pseudocode: "A non-validating parser may ignore a scheme in the reference if it is
    # identical to the base URI's scheme."
    if choices.same_scheme == "lenient" and scheme == base.scheme:
        scheme = None
    if scheme is not None:
        return reference
    if authority is None:
        if not path:
            if query is None:
                return Reference(fragment=fragment)  # "return (current-document, fragment)"
            path = base.path
        elif not path.startswith("/"):
            path = merge(base.path, path, choices.overflow)
        authority = base.authority
    return Reference(base.scheme, authority, path, query, fragment)


def merge(base_path: str, path: str, overflow: Overflow) -> str:
    """Section 5.2's merge routine: step 1 is new, steps 2 to 8 are RFC 2396's 6b to 6h."""
    # 1. "If the base URI's path component is the empty string, then a single slash character
    #    ("/") is copied to the buffer."
    directory = base_path[: base_path.rfind("/") + 1] if base_path else "/"
    return remove_dot_segments(directory + path, overflow)


SPECIFICATION = SpecificationRules(transform)
RULE_SET = RuleSet(
    "rfc2396bis-00",
    "draft-fielding-uri-rfc2396bis-00, October 2002",
    SPECIFICATION.bind_base,
    grammar_text.read_grammar,
    options=OPTIONS,
)
