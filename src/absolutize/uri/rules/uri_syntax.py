"""The rule sets of draft-fielding-uri-syntax-02 and -03: their differences from RFC 2396.

RFC 2396 took the text of -03; -02 has no work-around for a repeated scheme, and any absolute URI can be its
base. It imports only the rule set of RFC 2396. Used by `uri`.
"""

from absolutize.uri.abnf.texts import urisyntax as grammar_text
from absolutize.uri.fast_resolver import SpecificationRules
from absolutize.uri.reference import Reference
from absolutize.uri.rules import rfc2396
from absolutize.uri.ruleset import ResolutionChoices, RuleSet


def transform_02(reference: Reference, base: Reference, choices: ResolutionChoices) -> Reference:
    """Section 5.2 of -02: step 3 ends with "absolute URI and we are done", for any scheme."""
    return rfc2396.transform(reference, base, choices._replace(same_scheme="strict"))


# C.2 of -02 prints ``http:g`` alone; "generic-URI = scheme ":" relativeURI", and relativeURI may be a
# rel_path
SPECIFICATION_02 = SpecificationRules(transform_02, any_base=True)
RULE_SET_02 = RuleSet(
    "uri-syntax-02",
    "draft-fielding-uri-syntax-02, March 1998",
    SPECIFICATION_02.bind_base,
    grammar_text.grammar_02,
    options=rfc2396.OPTIONS - {"same_scheme"},
)

# "Implementations are now allowed to work around misformed relative references that are prefixed
# by the same scheme as the base URI" (-03, G.4), and "a document that has an unsuitable base URI"
# is one without hier_part (5): both as in RFC 2396.
SPECIFICATION_03 = SpecificationRules(rfc2396.transform)
RULE_SET_03 = RuleSet(
    "uri-syntax-03",
    "draft-fielding-uri-syntax-03, June 1998",
    SPECIFICATION_03.bind_base,
    grammar_text.grammar_03,
    options=rfc2396.OPTIONS,
)
