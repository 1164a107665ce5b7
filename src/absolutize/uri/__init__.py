"""URI references by themselves: the table of rule sets, and the public functions that take one by name.

It does not know HTML, documents or files. The functions check their arguments, and leave the work to the
modules of this folder. Used by many layers.
"""

from collections.abc import Iterator, Mapping

from absolutize.calls import UrlObject, as_text, beginning_of, check_calls
from absolutize.readonly import ReadOnly
from absolutize.uri import (
    components,
    equivalence,
    escaping,
    reference,
    relative_form,
    security,
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
"""Every rule set by its name, in the order of their specifications."""

split = check_calls(reference.split, __name__)
recompose = check_calls(reference.recompose, __name__)
is_same_document = check_calls(reference.is_same_document, __name__)

DEFAULT_RULES = rfc2396bis_00.RULE_SET.name


def rule_set(name: str) -> RuleSet:
    """Look up a rule set by its name; a `ValueError` lists the known names."""
    try:
        return RULE_SETS[name]
    except KeyError:
        message = f"no rule set is named {beginning_of(name)!r}; there are {', '.join(RULE_SETS)}"
        raise ValueError(message) from None


@check_calls
def resolve(
    reference: str | UrlObject,
    base: str | UrlObject | None,
    *,
    rules: str = DEFAULT_RULES,
    same_scheme: SameScheme = "strict",
    overflow: Overflow = "retain",
    partial_form: PartialForm = "literal",
    slash_run: SlashRun = "first",
    request: bool = False,
) -> str:
    """Resolve a reference to its absolute form, exactly as a specification does.

    The defaults give the results in the specifications' tables of examples; the defaults of `rewrite` are the
    browsers' choices. If a specification leaves no choice, the option is ignored (see `RuleSet.options`).

    Args:
        reference: The URI reference, without white space around it.
        base: Absolute URI to resolve against; ``None`` if there is none.
        rules: Name of a rule set of `RULE_SETS`. Default: "rfc2396bis-00".
        same_scheme: "strict" takes ``http:g`` for absolute, "lenient" for relative (5.2). Default: "strict".
        overflow: "retain" or "remove" ``..`` above the root, or "avoid" it (an error). Default: "retain".
        partial_form: "literal" lets ``..`` remove the host by RFC 1630, "guarded" not. Default: "literal".
        slash_run: "no-greater" adds a clause to RFC 1630's rule of slashes, "first" not. Default: "first".
        request: Whether an empty reference means the base URI, as in a new request (4.2). Default: False.

    Returns:
        The absolute form; a same-document reference (4.2) unchanged, if the specification has that notion.

    Raises:
        ResolutionError: By the rule set there is no answer.
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value.

    Source: RFC 2396 section 5.2, and the section of each rule set on resolution.
    """
    chosen = rule_set(rules)
    choices = ResolutionChoices(same_scheme, overflow, partial_form, slash_run)
    resolver = chosen.bind_base(as_text(base), choices.check())
    if request and not reference and "request" in chosen.options:
        return relative_form.request_uri(as_text(base), chosen.scheme_of)
    return resolver(as_text(reference))


@check_calls
def explain(
    reference: str | UrlObject,
    base: str | UrlObject | None,
    *,
    rules: str = DEFAULT_RULES,
    same_scheme: SameScheme = "strict",
    overflow: Overflow = "retain",
    partial_form: PartialForm = "literal",
    slash_run: SlashRun = "first",
    request: bool = False,
) -> Iterator[Step]:
    """Show how a reference is resolved: each step of the specification's own algorithm.

    Long loops are shortened: the first turns are shown, the last one, and how many are between.

    Args:
        reference: The URI reference, without white space around it.
        base: Absolute URI to resolve against; ``None`` if there is none.
        rules: Name of a rule set of `RULE_SETS`. Default: "rfc2396bis-00".
        same_scheme: "strict" takes ``http:g`` for absolute, "lenient" for relative (5.2). Default: "strict".
        overflow: "retain" or "remove" ``..`` above the root, or "avoid" it (an error). Default: "retain".
        partial_form: "literal" lets ``..`` remove the host by RFC 1630, "guarded" not. Default: "literal".
        slash_run: "no-greater" adds a clause to RFC 1630's rule of slashes, "first" not. Default: "first".
        request: Whether an empty reference means the base URI, as in a new request (4.2). Default: False.

    Returns:
        The steps; the last value is the result of `resolve`, or ``None`` if that raises `ResolutionError`.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value.

    Source: RFC 2396 section 5.2, and the section of each rule set on resolution.
    """
    from absolutize.uri.trace import algorithms  # noqa: PLC0415 -- nothing else needs them

    chosen = rule_set(rules)
    choices = ResolutionChoices(same_scheme, overflow, partial_form, slash_run).check()
    taken = algorithms.STEPS[chosen.name](as_text(reference), as_text(base), choices)
    if request and not reference and "request" in chosen.options:
        return algorithms.add_request_step(taken, as_text(base), chosen.scheme_of)
    return taken


@check_calls
def parse(text: str, *, rules: str = DEFAULT_RULES, reading: Reading = "printed") -> Components:
    """Parse a URI reference into components, and find where the specification's grammar refuses it.

    Args:
        text: The URI reference; any text is parsed.
        rules: Name of a rule set of `RULE_SETS`. Default: "rfc2396bis-00".
        reading: Productions as "printed", or as "intended" by the specification. Default: "printed".

    Returns:
        The components; their ``refusal`` is ``None`` if the grammar derives the text.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: There is no rule set or no reading of that name.

    Source: RFC 2396 section 3 and appendix A, and the same of each rule set.
    """
    return components.parse_components(text, rule_set(rules), reading=reading)


@check_calls
def normal_form(uri: str | UrlObject, *, rules: str = DEFAULT_RULES) -> str:
    """Bring a URI to its normal form, which is the same for all URIs that the specification calls equivalent.

    Args:
        uri: The URI, or a URI reference.
        rules: Name of a rule set of `RULE_SETS`. Default: "rfc2396bis-00".

    Returns:
        The normal form. Only differences that the specification calls insignificant are removed.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: There is no rule set of that name.

    Source: RFC 2396 section 6; RFC 3986 section 6.2; RFC 1630, "Reduced or increased safe character sets".
    """
    return equivalence.normalize(as_text(uri), rule_set(rules))


@check_calls
def equivalent(first: str | UrlObject, second: str | UrlObject, *, rules: str = DEFAULT_RULES) -> bool:
    """Whether two URIs are equivalent: whether they have the same normal form.

    Args:
        first: One URI, or URI reference.
        second: The other one.
        rules: Name of a rule set of `RULE_SETS`. Default: "rfc2396bis-00".

    Returns:
        ``True`` if the normal forms are equal.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: There is no rule set of that name.

    Source: RFC 2396 section 6; RFC 3986 section 6.
    """
    return normal_form(first, rules=rules) == normal_form(second, rules=rules)


@check_calls
def relativize(
    uri: str | UrlObject,
    base: str | UrlObject,
    *,
    rules: str = DEFAULT_RULES,
    same_scheme: SameScheme = "strict",
    overflow: Overflow = "retain",
    partial_form: PartialForm = "literal",
    slash_run: SlashRun = "first",
) -> str:
    """Write a URI relative to a base: the inverse of `resolve` with the same options.

    The result always resolves to the same URI as ``uri``. If the specification's grammar derives ``uri``, it
    derives the result, too.

    Args:
        uri: The URI to write relative.
        base: Absolute URI that it will be resolved against.
        rules: Name of a rule set of `RULE_SETS`. Default: "rfc2396bis-00".
        same_scheme: "strict" takes ``http:g`` for absolute, "lenient" for relative (5.2). Default: "strict".
        overflow: "retain" or "remove" ``..`` above the root, or "avoid" it (an error). Default: "retain".
        partial_form: "literal" lets ``..`` remove the host by RFC 1630, "guarded" not. Default: "literal".
        slash_run: "no-greater" adds a clause to RFC 1630's rule of slashes, "first" not. Default: "first".

    Returns:
        The first of these that leads there: a fragment or a query alone, a relative path, an absolute path,
        a network path; else ``uri``.

    Raises:
        ResolutionError: By the rule set there is no answer.
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value.

    Source: RFC 2396 section 5.
    """
    chosen = rule_set(rules)
    choices = ResolutionChoices(same_scheme, overflow, partial_form, slash_run)
    resolver = chosen.bind_base(as_text(base), choices.check())
    return relative_form.relative_form(as_text(uri), as_text(base), resolver, chosen.accepts)


@check_calls
def cautions(
    text: str, base: str | UrlObject | None = None, *, rules: str = DEFAULT_RULES
) -> tuple[Caution, ...]:
    """List the cautions of a specification for a reference: passwords, unusual ports, misleading names.

    Args:
        text: The URI reference.
        base: URI of its context, for warnings about relative forms. Default: None.
        rules: Name of a rule set of `RULE_SETS`. Default: "rfc2396bis-00".

    Returns:
        The cautions, in the order of the text; `CAUTIONS` explains their codes.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: There is no rule set of that name.

    Source: RFC 2396 section 7; RFC 3986 section 7.
    """
    return security.cautions_of(text, rule_set(rules), as_text(base))


@check_calls
def escape(
    text: str,
    component: escaping.Component = "segment",
    *,
    rules: str = DEFAULT_RULES,
    encoding: str | None = None,
) -> str:
    """Percent-encode data so that they can be a component of a URI, or a part of one.

    Characters that the component cannot contain, or that are reserved there, are escaped; so is "%".

    Args:
        text: The data; already escaped text is escaped again.
        component: "userinfo", "reg_name", "segment", "param", "query" or "fragment". Default: "segment".
        rules: Name of a rule set of `RULE_SETS`. Default: "rfc2396bis-00".
        encoding: Python's name of a character encoding. Default: None (UTF-8; ISO 8859-1 by RFC 1630).

    Returns:
        The escaped text.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: There is no such component, rule set or encoding; or a character cannot be encoded.

    Source: RFC 2396 section 2.4.2; RFC 1630, "Conventional URI encoding scheme".
    """
    return escaping.escape_component(text, component, rule_set(rules), encoding)


@check_calls
def unescape(text: str, *, rules: str = DEFAULT_RULES, encoding: str | None = None) -> str:
    """Decode the percent-encoded characters of a component, once: the inverse of `escape`.

    Separate a URI into components first, and never unescape the same text twice.

    Args:
        text: The component. A percent sign that begins no escape is kept.
        rules: Name of a rule set of `RULE_SETS`. Default: "rfc2396bis-00".
        encoding: Python's name of a character encoding. Default: None (UTF-8; ISO 8859-1 by RFC 1630).

    Returns:
        The data.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: There is no such rule set or encoding; or the octets cannot be decoded.

    Source: RFC 2396 section 2.4.2.
    """
    return escaping.unescape_component(text, rule_set(rules), encoding)
