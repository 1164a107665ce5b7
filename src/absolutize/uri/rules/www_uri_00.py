"""The rule set of draft-www-uri-00, the earlier text of RFC 1630: its differences in the partial form (4.4).

It imports only the rule set of RFC 1630. Used by `uri`.
"""

from absolutize.uri.abnf.texts import wwwuri as grammar_text
from absolutize.uri.rules import rfc1630
from absolutize.uri.ruleset import ResolutionChoices, RuleSet


def _run_of(_choices: ResolutionChoices) -> rfc1630.FindRun:
    return rfc1630.first_run


# "everything from the context URI up to (but not including) the first occurrence of exactly the
# same number of consecutive slashes is taken to be the same": without the clause that RFC 1630
# adds, which makes the example /g = magic://a/g wrong that both texts print.
RULE_SET = RuleSet(
    "www-uri-00",
    "draft-www-uri-00, March 1994",
    rfc1630.PartialForms(_run_of).bind_base,
    grammar_text.read_grammar,
    rfc1630.scheme_of_context,
    rfc1630.OPTIONS,
)
