"""The options that commands share, and what is made of them."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

import click

from absolutize.cli.printing import stop
from absolutize.html.charset import lookup
from absolutize.html.selectors import PRESETS
from absolutize.options import BaseElement, Context, Placeholders, Policies, SameDocument
from absolutize.uri import DEFAULT, RULE_SETS, whatwg
from absolutize.uri.reference import split
from absolutize.uri.ruleset import Overflow, SameScheme

Command = Callable[..., Any]


def _all(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Apply several options, in the order of `--help`."""

    def apply(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return apply


quiet_option = click.option("--quiet", is_flag=True, help="Only report errors.")
choice_options = _all(
    click.option(
        "--rules",
        type=click.Choice(list(RULE_SETS)),
        default=DEFAULT,
        show_default=True,
        help="The rule set.",
    ),
    click.option(
        "--same-scheme",
        type=click.Choice(get_args(SameScheme)),
        help="The reading of a repeated scheme (http:g).",
    ),
    click.option(
        "--overflow", type=click.Choice(get_args(Overflow)), help='What becomes of ".." above the root.'
    ),
)
context_options = _all(
    click.option("--url", metavar="URI", help="The URI that the document was retrieved from (5.1.3)."),
    click.option("--encapsulating", metavar="URI", help="The base URI of the enclosing entity (5.1.2)."),
    click.option("--default", metavar="URI", help="The base URI if nothing else defines one (5.1.4)."),
    click.option("--charset", metavar="LABEL", help="The encoding that came with the document."),
    choice_options,
    click.option(
        "--guard/--no-guard", default=None, help="Compare with what browsers do (on with the default rules)."
    ),
    quiet_option,
)
reading_options = _all(
    click.option(
        "--same-document",
        type=click.Choice(get_args(SameDocument)),
        default="keep",
        show_default=True,
        help="What becomes of #fragments and empty references.",
    ),
    click.option(
        "--placeholders",
        type=click.Choice(get_args(Placeholders)),
        default="keep",
        show_default=True,
        help="What becomes of references that a template will fill in ({{x}}, ${x}).",
    ),
    click.option(
        "--conditional-comments/--no-conditional-comments",
        default=True,
        show_default=True,
        help="Read what comments hide from all but Internet Explorer.",
    ),
    click.option(
        "--attribute",
        "attributes",
        multiple=True,
        metavar="ELEMENT[NAME]=SYNTAX",
        help="One more attribute that holds references, as img[data-src]=url; several times.",
    ),
    click.option(
        "--preset",
        "presets",
        multiple=True,
        type=click.Choice(list(PRESETS)),
        help="More places in common use that hold references; several times.",
    ),
)
policy_options = _all(
    reading_options,
    click.option(
        "--base-element",
        type=click.Choice(get_args(BaseElement)),
        default="absolute",
        show_default=True,
        help="What becomes of BASE.",
    ),
)


def settings(options: Mapping[str, Any]) -> tuple[Context, Policies]:
    """Make the context and the policies of the options given."""
    for name in ("url", "encapsulating", "default"):
        if options[name] is not None:
            check_base(f"--{name}", options[name], read=_special(options[name]))
    label = options["charset"]
    if label is not None and lookup(label) is None:
        stop(f"--charset {label}: not a label of the Encoding Standard")
    context = Context(**{name: options[name] for name in Context._fields})
    names = Policies.__dataclass_fields__
    try:
        policies = Policies(**{n: v for n, v in options.items() if n in names and v is not None})
    except ValueError as error:  # what is no choice of click's: --attribute
        stop(f"--attribute: {error}")
    return context, policies


def check_base(option: str, uri: str, *, read: bool) -> None:
    """Refuse a base that is not absolute, or that no browser reads though it would be ``read`` by one."""
    try:
        uri.encode()
    except UnicodeEncodeError:
        stop(f"{option} {uri}: not UTF-8")
    if split(uri).scheme is None:
        stop(f"{option} {uri}: not an absolute URI")
    if read and whatwg.parse(uri) is None:
        stop(f"{option} {uri}: no browser reads it as a URL")


def _special(uri: str) -> bool:
    """Whether a URI is of a scheme whose spelling the URL Standard rules."""
    scheme = split(uri).scheme
    return scheme is not None and scheme.lower() in whatwg.SPECIAL
