"""URI references: the table of rule sets, and resolution by any of them."""

from collections.abc import Iterator, Mapping

from absolutize.calls import checked
from absolutize.readonly import ReadOnly
from absolutize.uri import (
    components,
    equivalence,
    escaping,
    reference,
    relative_form,
    security,
    trace,
)
from absolutize.uri.abnf.grammar import Reading
from absolutize.uri.components import Components
from absolutize.uri.rules import (
    rfc1630,
    rfc2396,
    rfc2396bis_00,
    rfc3986,
    uri_syntax,
    whatwg,
    www_uri_00,
)
from absolutize.uri.ruleset import Overflow, PartialForm, ResolutionChoices, RuleSet, SameScheme, SlashRun
from absolutize.uri.security import Caution
from absolutize.uri.trace.step import Step

RULE_SETS: Mapping[str, RuleSet] = ReadOnly(
    {
        rule_set.name: rule_set
        for rule_set in (
            www_uri_00.RULE_SET,
            rfc1630.RULE_SET,
            uri_syntax.RULE_SET_02,
            uri_syntax.RULE_SET_03,
            rfc2396.RULE_SET,
            rfc2396bis_00.RULE_SET,
            rfc3986.RULE_SET,
            whatwg.RULE_SET,
        )
    }
)
"""Every rule set by its name, in the order of their documents."""

split = checked(reference.split, __name__)
recompose = checked(reference.recompose, __name__)
is_same_document = checked(reference.is_same_document, __name__)

DEFAULT_RULES = rfc2396bis_00.RULE_SET.name


def rule_set(name: str) -> RuleSet:
    """Look a rule set up; `ValueError` names those there are."""
    try:
        return RULE_SETS[name]
    except KeyError:
        message = f"no rule set is named {name!r}; there are {', '.join(RULE_SETS)}"
        raise ValueError(message) from None


@checked
def resolve(
    reference: str,
    base: str | None,
    *,
    rules: str = DEFAULT_RULES,
    same_scheme: SameScheme = "strict",
    overflow: Overflow = "retain",
    partial_form: PartialForm = "literal",
    slash_run: SlashRun = "first",
    request: bool = False,
) -> str:
    """Resolve ``reference`` against ``base`` to absolute form as a document prints it.

    ``rules`` names a rule set of `RULE_SETS`. ``same_scheme`` is the reading of ``http:g``
    ("strict": absolute; "lenient": its scheme is ignored, RFC 2396 5.2 step 3), ``overflow`` what
    becomes of ``..`` above the root ("retain", "remove" or "avoid", step 6g), ``partial_form`` what
    the removal of "xxx/../" in RFC 1630 and its draft may take ("literal": anything, also the
    authority; "guarded": the authority is never lost), ``slash_run`` where RFC 1630's rule of slashes
    starts from ("first": from the first run of that length, as in all of its examples; "no-greater":
    with the clause that it adds). A document that leaves no choice ignores the option, so that all
    documents can be asked alike; `RuleSet.options` names those that it knows. A same-document
    reference (4.2) comes back as it stands where the document has that notion; with ``request``, for a
    context "that is always intended to result in a new request" (4.2), an empty one stands for the
    base URI. Raises `ResolutionError` where the rule set says that there is no answer, `ValueError` for
    an option that is none.
    """
    chosen = rule_set(rules)
    choices = ResolutionChoices(same_scheme, overflow, partial_form, slash_run)
    resolver = chosen.digest(base, choices.checked())
    if request and not reference and chosen.collected is not None:
        return relative_form.request_uri(base, chosen.scheme_of)
    return resolver(reference)


@checked
def explain(
    reference: str,
    base: str | None,
    *,
    rules: str = DEFAULT_RULES,
    same_scheme: SameScheme = "strict",
    overflow: Overflow = "retain",
    partial_form: PartialForm = "literal",
    slash_run: SlashRun = "first",
    request: bool = False,
) -> Iterator[Step]:
    """Go through a document's own algorithm of resolution step by step; the options are `resolve`'s.

    The last step's value is what `resolve` returns; it is ``None`` where `resolve` raises
    `ResolutionError`. Values are whole; of a loop the first turns and the last are shown, and how many
    there were between.
    """
    chosen = rule_set(rules)
    choices = ResolutionChoices(same_scheme, overflow, partial_form, slash_run).checked()
    taken = trace.STEPS[chosen.name](reference, base, choices)
    if request and not reference and chosen.collected is not None:
        return trace.requested(taken, base, chosen.scheme_of)
    return taken


@checked
def parse(text: str, *, rules: str = DEFAULT_RULES, reading: Reading = "printed") -> Components:
    """Parse a URI reference into a document's components, and tell where its grammar refuses it.

    The authority comes as userinfo, host and port or as a registry's name, the path as segments
    with their parameters, and under RFC 1630 the fields of the URI's scheme. ``reading`` is
    "printed" or "intended", for the productions that do not say what their document means.
    """
    return components.parse_components(text, rule_set(rules), reading=reading)


@checked
def normal_form(uri: str, *, rules: str = DEFAULT_RULES) -> str:
    """Bring a URI to a document's normal form: nothing that the document calls significant changes."""
    return equivalence.normalize(uri, rule_set(rules))


@checked
def equivalent(first: str, second: str, *, rules: str = DEFAULT_RULES) -> bool:
    """Whether two URIs are equivalent by a document: whether their normal forms are the same."""
    return normal_form(first, rules=rules) == normal_form(second, rules=rules)


@checked
def relativize(
    uri: str,
    base: str,
    *,
    rules: str = DEFAULT_RULES,
    same_scheme: SameScheme = "strict",
    overflow: Overflow = "retain",
    partial_form: PartialForm = "literal",
    slash_run: SlashRun = "first",
) -> str:
    """Write ``uri`` relative to ``base``: the inverse of `resolve` with the same options.

    A relative path where there is one, else an absolute or a network path, else ``uri``. Resolving
    the result always gives what resolving ``uri`` gives, and the document's grammar, as printed,
    derives it if it derives that; raises `ResolutionError` where there is no answer.
    """
    chosen = rule_set(rules)
    choices = ResolutionChoices(same_scheme, overflow, partial_form, slash_run)
    resolver = chosen.digest(base, choices.checked())
    return relative_form.relative_form(uri, base, resolver, chosen.accepts)


@checked
def cautions(text: str, base: str | None = None, *, rules: str = DEFAULT_RULES) -> tuple[Caution, ...]:
    """List what a document advises caution of in a reference, with its place: `uri.advice.CAUTIONS`.

    ``base`` is the URI of its context, for what is to be said of a relative form alone.
    """
    return security.cautions_of(text, rule_set(rules), base)


@checked
def escape(
    text: str,
    component: escaping.Component = "segment",
    *,
    rules: str = DEFAULT_RULES,
    encoding: str | None = None,
) -> str:
    """Escape data to be a component of a URI, or a part of one (RFC 2396 2.4.2; RFC 1630's encoding).

    ``component`` is "userinfo", "reg_name", "segment", "param", "query" or "fragment"; what it cannot
    hold or has reserved for a purpose is escaped, "%" above all. ``encoding`` is ISO 8859-1 under RFC
    1630 and its draft, UTF-8 elsewhere, if it is not given; `ValueError` for what it lacks.
    """
    return escaping.escape_component(text, component, rule_set(rules), encoding)


@checked
def unescape(text: str, *, rules: str = DEFAULT_RULES, encoding: str | None = None) -> str:
    """Unescape a component, once: the inverse of `escape`.

    To be done after a URI was separated into its components, and never twice (RFC 2396 2.4.2). A
    percent sign that begins no escape stays; `ValueError` for octets that are no text.
    """
    return escaping.unescape_component(text, rule_set(rules), encoding)
