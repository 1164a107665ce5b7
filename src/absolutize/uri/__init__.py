"""URI references: the table of rule sets, and resolution by any of them."""

from collections.abc import Mapping
from types import MappingProxyType

from absolutize.uri import rfc2396, rfc2396bis, whatwg
from absolutize.uri.ruleset import Overflow, RuleSet, SameScheme

RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        rule_set.name: rule_set
        for rule_set in (
            rfc2396.RULE_SET,
            rfc2396bis.RULE_SET,
            whatwg.RULE_SET,
        )
    }
)
"""Every rule set by its name."""

DEFAULT = rfc2396bis.RULE_SET.name


def rule_set(name: str) -> RuleSet:
    """Look a rule set up; `ValueError` names those there are."""
    try:
        return RULE_SETS[name]
    except KeyError:
        message = f"no rule set is named {name!r}; there are {', '.join(RULE_SETS)}"
        raise ValueError(message) from None


def resolve(
    reference: str,
    base: str | None,
    *,
    rules: str = DEFAULT,
    same_scheme: SameScheme = "strict",
    overflow: Overflow = "retain",
) -> str:
    """Resolve ``reference`` against ``base`` to absolute form as a document prints it.

    ``rules`` names a rule set of `RULE_SETS`. ``same_scheme`` is the reading of ``http:g``
    ("strict": absolute; "lenient": its scheme is ignored, RFC 2396 5.2 step 3), ``overflow`` what
    becomes of ``..`` above the root ("retain", "remove" or "avoid", step 6g). A same-document
    reference (4.2) comes back as it stands. Raises `ResolutionError` where the rule set says that
    there is no answer, `ValueError` for an option that is none.
    """
    return rule_set(rules).resolver(base, same_scheme=same_scheme, overflow=overflow)(reference)
