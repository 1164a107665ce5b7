"""The options that several commands share, and the settings that are made from them.

Wrong values are refused with the name of the option. The module does not know the commands, nor how an option
is carried out. Used by `cli.applicability`, `cli.commands`, `cli.io.inputs` and
`cli.io.outputs`.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, get_args

import click
from click.core import ParameterSource

from absolutize import arguments
from absolutize.cli.completion import complete_lists
from absolutize.cli.config import config_options, place_of
from absolutize.cli.file_names import FileName
from absolutize.cli.run import parameter_name, stop
from absolutize.cli.whole_numbers import WholeNumber
from absolutize.html.document.encoding_sniffing import DocumentSyntax, lookup
from absolutize.html.link_table.extra_rows import PRESETS, row_of
from absolutize.options import (
    CONTEXT_NAMES,
    STATED_SOURCES,
    BaseElement,
    Context,
    Placeholders,
    Policies,
    SameDocument,
)
from absolutize.uri import DEFAULT_RULES, RULE_SETS
from absolutize.uri.ruleset import Overflow, SameScheme
from absolutize.xml.bases import XmlBase

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


FILE = FileName(allow_dash=True, readable=False)  # an unreadable file is reported when it is read


def read_typed(context: click.Context, parameter: click.Parameter, given: Any) -> Any:  # noqa: ANN401
    """Read URLs on the command line as UTF-8, whatever the locale; those of a file are text already."""
    is_typed = context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
    if context.resilient_parsing or not is_typed:
        return given
    place = parameter_name(parameter)
    return tuple(_typed(place, each) for each in given) if isinstance(given, tuple) else _typed(place, given)


def _typed(place: str, given: str) -> str:
    typed = os.fsencode(given)
    try:
        return typed.decode()
    except UnicodeDecodeError:
        stop(f"{place} {typed.decode('utf-8', 'surrogateescape')!r}: not UTF-8")


INSTEAD_OF = {"url": ("root", "map", "url_from"), "read_as": ("media_type",)}


def _prevail(context: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    """Read an option; others on the command line that say the same thing override one in a file."""
    name = str(parameter.name)
    is_overridden = not is_given(name) and any(map(is_given, INSTEAD_OF[name]))
    return None if is_overridden else read_typed(context, parameter, given)


url_option = partial(click.option, callback=read_typed, metavar="URL")
quiet_option = click.option("-q", "--quiet", is_flag=True, help="Report errors only.")


def _rules_option(meaning: str) -> Callable[[Command], Command]:
    return click.option(
        "--rules",
        type=click.Choice(list(RULE_SETS)),
        metavar="NAME",
        default=DEFAULT_RULES,
        show_default=True,
        help=f"{meaning}  `absolutize rules` lists them.",
    )


rules_option = _rules_option("URL rules to follow.")
resolution_options = _all(
    click.option(
        "--same-scheme",
        type=click.Choice(get_args(SameScheme)),
        help="Read http:g as an absolute URL (strict), or as relative to an http base (lenient).",
    ),
    click.option(
        "--overflow",
        type=click.Choice(get_args(Overflow)),
        help='Keep ".." above the root (retain), remove it, or leave such links relative (avoid).',
    ),
)
choice_options = _all(rules_option, resolution_options)
context_options = _all(
    config_options,
    url_option(
        "--url",
        callback=_prevail,
        help="URL the page was downloaded from, e.g. https://example.com/a.html.",
    ),
    url_option(
        "--encapsulating",
        help="Base URL of the message or archive that contains the page (RFC 2396, 5.1.2).",
    ),
    click.option(
        "--url-from",
        multiple=True,
        type=click.Choice(STATED_SOURCES),
        help="Without --url, take the URL that the page states: in the comment of the program that saved"
        " it, as canonical, or as og:url (opengraph); repeatable, in this order of trust.",
    ),
    url_option("--default", help="Base URL if nothing else gives one (RFC 2396, 5.1.4)."),
    click.option("--charset", metavar="LABEL", help="Encoding that the server gave, e.g. utf-8."),
    click.option(
        "--media-type",
        metavar="TYPE",
        help="Media type that the server gave, e.g. application/rss+xml; by default that of the file's name.",
    ),
    click.option(
        "--as",
        "read_as",
        callback=_prevail,
        type=click.Choice(get_args(DocumentSyntax)),
        help="Read every document as HTML, XML or a style sheet, whatever its type, name or first element.",
    ),
    click.option(
        "--environment-charset",
        metavar="LABEL",
        help="Encoding of the page that refers to a style sheet, if neither server nor sheet gives one.",
    ),
    _rules_option("URL rules to follow; the default is adjusted to what browsers do."),
    resolution_options,
    click.option(
        "--guard/--no-guard",
        default=None,
        help="Where browsers differ from the rules, follow browsers (on with the default rules and whatwg).",
    ),
    quiet_option,
)
same_document_option = click.option(
    "--same-document",
    type=click.Choice(get_args(SameDocument)),
    default="keep",
    show_default=True,
    help="Keep #fragments and empty references, or make them absolute.",
)
reading_options = _all(
    click.option(
        "--placeholders",
        type=click.Choice(get_args(Placeholders)),
        default="keep",
        show_default=True,
        help="Keep template placeholders ({{x}}, {% x %}, <?x?>), or read them as plain text.",
    ),
    click.option(
        "--conditional-comments/--no-conditional-comments",
        default=True,
        show_default=True,
        help="Also read links in conditional comments (<!--[if IE]>).",
    ),
    click.option(
        "--xml-base",
        type=click.Choice(get_args(XmlBase)),
        default="auto",
        show_default=True,
        help="Follow xml:base, ignore it, or (auto) ignore it where browsers do: in XHTML, SVG and MathML.",
    ),
    click.option(
        "--attribute",
        "attributes",
        multiple=True,
        metavar="ELEMENT[NAME]=SYNTAX",
        help="Also read this attribute, e.g. img[data-src]=url; repeatable.",
    ),
    click.option(
        "--preset",
        "presets",
        multiple=True,
        type=click.Choice(list(PRESETS)),
        help="Also read a set of such attributes; repeatable.",
    ),
)
policy_options = _all(
    same_document_option,
    click.option(
        "--base-element",
        type=click.Choice(get_args(BaseElement)),
        default="absolute",
        show_default=True,
        help="Make the href of BASE absolute, keep it, empty it, or remove it.",
    ),
    reading_options,
)


archive_options = _all(
    click.option(
        "-j",
        "--jobs",
        type=WholeNumber(min=1),
        default=cores,
        metavar="N",
        help="Number of processes for archives and directories.  [default: all cores]",
    ),
    url_option(
        "--root", help="URL that a directory was downloaded from; of several inputs, that of their directory."
    ),
    click.option(
        "--map",
        type=FILE,
        metavar="FILE",
        help="URLs of files and directories in a directory: CSV with path and url, or JSON lines with both.",
    ),
    click.option(
        "--exclude",
        multiple=True,
        metavar="PATTERN",
        help="Skip matching files of a directory, by name or path (drafts/, *.bak, a/*.html); repeatable.",
    ),
    click.option(
        "--hidden", is_flag=True, help="Also read hidden directories (.git) and node_modules of a directory."
    ),
    click.option(
        "--gitignore/--no-gitignore",
        default=True,
        show_default=True,
        help="Leave out files that .gitignore files in the directory list.",
    ),
    click.option(
        "--http-content-location",
        is_flag=True,
        help="In WARC, use HTTP's Content-Base and Content-Location as base URLs (RFC 2068).",
    ),
    click.option(
        "--style-sheets",
        is_flag=True,
        help="Also read the style sheets (text/css, .css) in archives and directories.",
    ),
)

code_options = _all(
    click.option(
        "--against",
        multiple=True,
        type=click.Choice(list(RULE_SETS)),
        metavar="NAME",
        help="Also report links that these rules resolve differently; repeatable.",
    ),
    click.option(
        "--select",
        multiple=True,
        default=("DEFAULT",),
        show_default=True,
        metavar="CODES",
        shell_complete=complete_lists,
        help="Report only codes that begin with one of these (a,b); repeatable. ALL means every code,"
        " DEFAULT leaves out those that any ordinary page with relative links has.",
    ),
    click.option(
        "--ignore",
        multiple=True,
        metavar="CODES",
        shell_complete=complete_lists,
        help="Do not report codes that begin with one of these (a,b); repeatable.",
    ),
)


def given_settings(options: Mapping[str, Any]) -> tuple[Context, Policies]:
    """Make the context and the policies from the given options."""
    context = Context(**{name: options[name] for name in CONTEXT_NAMES})
    for name in ("url", "encapsulating", "default"):
        if options[name] is not None:
            _refuse(f"--{name}", options[name], arguments.why_no_source(name, context, spelling="--{}"))
    if context.charset is not None:
        context = context._replace(charset=_label(context.charset))
    if context.environment_charset is not None:
        around = _label(context.environment_charset, "--environment-charset")
        context = context._replace(environment_charset=around)
    if context.media_type is not None:
        context = context._replace(media_type=_media_type(context.media_type))
    for specified in options.get("attributes", ()):
        _check_attribute(specified)
    names = Policies._fields
    return context, Policies(**{n: v for n, v in options.items() if n in names and v is not None})


def is_given(option: str) -> bool:
    """Whether an option of the running command is on the command line, even with its default value."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE


def _check_attribute(specified: str) -> None:
    try:
        row_of(specified)
    except ValueError as error:
        stop(f"{place_of('--attribute')} {error}")


def _label(charset: str, option: str = "--charset") -> str | None:
    """Give the label; stop if the value is neither an encoding label nor a Content-Type."""
    try:
        return arguments.label_of(charset)
    except ValueError:
        stop(f"{place_of(option)} {charset!r}: {arguments.NO_LABEL}")


def _media_type(given: str) -> str:
    """Give the media type of a value or a Content-Type; stop if it is not HTML's, XML's or CSS's."""
    try:
        return arguments.checked_media_type(given)
    except ValueError:
        stop(f"{place_of('--media-type')} {given!r}: {arguments.NO_MEDIA_TYPE}")


def check_charset(charset: str) -> str | None:
    """Give the name of the encoding, if any; stop if the value is no encoding label and no Content-Type."""
    label = _label(charset)
    return None if label is None else lookup(label)


def check_base(uri: str, *, read: bool, rules: Iterable[str] = (DEFAULT_RULES,)) -> None:
    """Refuse a `--base` that is absolute in no rule set or, with ``read``, that browsers cannot read."""
    _refuse("--base", uri, arguments.why_no_base(uri, read=read, rules=rules))


def _refuse(option: str, uri: str, reason: str | None) -> None:
    if reason is not None:
        stop(f"{place_of(option)} {uri!r}: {reason}")
