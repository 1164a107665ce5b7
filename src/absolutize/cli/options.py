"""The options that commands share, and what is made of them."""

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

import click

from absolutize import arguments
from absolutize.cli.printing import stop
from absolutize.html.charset import lookup
from absolutize.html.selectors import PRESETS, row_of
from absolutize.options import BaseElement, Context, Placeholders, Policies, SameDocument
from absolutize.uri import DEFAULT, RULE_SETS
from absolutize.uri.ruleset import Overflow, SameScheme

Command = Callable[..., Any]


def _all(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Apply several options, in the order of `--help`."""

    def apply(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return apply


def cores() -> int:
    """Count the cores that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


quiet_option = click.option("--quiet", is_flag=True, help="Only report errors.")
rules_option = click.option(
    "--rules", type=click.Choice(list(RULE_SETS)), default=DEFAULT, show_default=True, help="The rule set."
)
choice_options = _all(
    rules_option,
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
    click.option(
        "--media-type",
        metavar="TYPE",
        help="The media type: text/html, or application/xhtml+xml (that of files named .xhtml and .xht).",
    ),
    choice_options,
    click.option(
        "--guard/--no-guard",
        default=None,
        help="Compare with what browsers do (on with the default rules and whatwg).",
    ),
    quiet_option,
)
same_document_option = click.option(
    "--same-document",
    type=click.Choice(get_args(SameDocument)),
    default="keep",
    show_default=True,
    help="What becomes of #fragments and empty references.",
)
reading_options = _all(
    click.option(
        "--placeholders",
        type=click.Choice(get_args(Placeholders)),
        default="keep",
        show_default=True,
        help="What becomes of {{x}}, {% x %}, <?x?> and the like.",
    ),
    click.option(
        "--conditional-comments/--no-conditional-comments",
        default=True,
        show_default=True,
        help="Read the markup that comments show to Internet Explorer alone.",
    ),
    click.option(
        "--attribute",
        "attributes",
        multiple=True,
        metavar="ELEMENT[NAME]=SYNTAX",
        help="One more attribute that holds references (img[data-src]=url); repeatable.",
    ),
    click.option(
        "--preset",
        "presets",
        multiple=True,
        type=click.Choice(list(PRESETS)),
        help="More of them, in common use; repeatable.",
    ),
)
policy_options = _all(
    same_document_option,
    click.option(
        "--base-element",
        type=click.Choice(get_args(BaseElement)),
        default="absolute",
        show_default=True,
        help="What becomes of BASE.",
    ),
    reading_options,
)


archive_options = _all(
    click.option(
        "--jobs",
        type=click.IntRange(min=1),
        default=cores,
        metavar="N",
        help="How many processes work on an archive (all cores).",
    ),
    click.option(
        "--root", metavar="URI", help="The URI that a directory was retrieved from, with all that is in it."
    ),
    click.option(
        "--map",
        metavar="FILE",
        help="The URIs of files in a directory: CSV of path and url, or lines of JSON with both.",
    ),
    click.option(
        "--exclude",
        multiple=True,
        metavar="PATTERN",
        help="Leave out what matches in a directory, by name or path (drafts/, *.bak, a/*.html); repeatable.",
    ),
    click.option(
        "--hidden", is_flag=True, help="Read hidden directories (.git) and node_modules in a directory, too."
    ),
    click.option(
        "--http-content-location",
        is_flag=True,
        help="Take HTTP's Content-Base and Content-Location for bases, as RFC 2068 did.",
    ),
)


def settings(options: Mapping[str, Any]) -> tuple[Context, Policies]:
    """Make the context and the policies of the options given."""
    context = Context(**{name: options[name] for name in Context._fields})
    for name in ("url", "encapsulating", "default"):
        if options[name] is not None:
            _refuse_undecodable(f"--{name}", options[name])
            _refuse(f"--{name}", options[name], arguments.why_no_source(name, context))
    if context.charset is not None:
        context = context._replace(charset=_label(context.charset))
    if context.media_type is not None:
        context = context._replace(media_type=_media_type(context.media_type))
    for specified in options.get("attributes", ()):
        _check_attribute(specified)
    names = Policies.__dataclass_fields__
    return context, Policies(**{n: v for n, v in options.items() if n in names and v is not None})


def _check_attribute(specified: str) -> None:
    try:
        row_of(specified)
    except ValueError as error:
        stop(f"--attribute {error}")


def _label(charset: str) -> str | None:
    """Refuse what is neither a label nor a Content-Type; give the label."""
    try:
        return arguments.label_of(charset)
    except ValueError:
        stop(f"--charset {charset}: {arguments.NO_LABEL}")


def _media_type(given: str) -> str:
    """Refuse what is read neither as HTML nor as XHTML; give the type of a Content-Type."""
    try:
        return arguments.media_type_of(given)
    except ValueError:
        stop(f"--media-type {given}: {arguments.NO_MEDIA_TYPE}")


def check_charset(charset: str) -> str | None:
    """Refuse what is neither a label nor a Content-Type; give the name of the encoding, if it tells one."""
    label = _label(charset)
    return None if label is None else lookup(label)


def check_base(option: str, uri: str, *, read: bool, rules: Iterable[str] = (DEFAULT,)) -> None:
    """Refuse a base that is absolute by none of the rule sets, or that no browser reads though one would."""
    _refuse_undecodable(option, uri)
    _refuse(option, uri, arguments.why_no_base(uri, read=read, rules=rules))


def _refuse(option: str, uri: str, reason: str | None) -> None:
    if reason is not None:
        stop(f"{option} {uri}: {reason}")


def _refuse_undecodable(option: str, uri: str) -> None:
    try:
        uri.encode()
    except UnicodeEncodeError:
        stop(f"{option} {uri}: not UTF-8")
