"""The layout of ``--help``: options in sections, examples, and a list of commands with full summaries.

The manual page and the reference are made from the same tables. It does not know how a command works. Used by
`cli` and `cli.commands`.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

import click
from click.shell_completion import CompletionItem

from absolutize.cli.run import print_lines

SECTIONS: Mapping[str, Sequence[str]] = {  # titles, each with its options by their names in the code
    "Where the documents are from": (
        *("url", "url_from", "encapsulating", "default", "root", "map", "http_content_location", "base"),
        *("charset", "environment_charset", "media_type", "read_as"),
    ),
    "Which files are read": ("exclude", "hidden", "gitignore", "style_sheets", "jobs"),
    "Which links of a document": (
        *("attributes", "presets", "placeholders", "conditional_comments", "xml_base", "same_document"),
        *("base_element", "kinds", "hyphen"),
    ),
    "Which rules": (
        *("rules", "all_rules", "same_scheme", "overflow", "guard", "partial_form", "slash_run", "request"),
        "reading",
    ),
    "What is reported": (
        *("select", "ignore", "against", "baseline", "write_baseline", "exit_zero", "strict", "explain"),
        *("text", "request_url", "canonical"),
    ),
    "What is written": (
        *("output", "force", "in_place", "diff", "record", "resume", "hard_links", "conversion"),
        *("form", "counting", "max_size"),
    ),
    "General": ("config", "no_config", "quiet", "help"),
}
OTHER_OPTIONS = "Others"  # the title for options that are in no section

COMMAND_SUMMARIES: Mapping[str, str] = {
    "rewrite": (
        'Make every link absolute in documents (HTML, XML, CSS) and archives of them ("-" is standard input)'
    ),
    "restore": "Restore the original bytes of rewritten documents; refuse documents that were edited since",
    "links": "List every link: where it is, its kind, its absolute URL, and what was decided about it",
    "check": "Report malformed or risky links, and relative ones on request; exit with 1 if there are any",
    "base": "Show which base URL applies, and where it comes from (RFC 2396, section 5.1)",
    "report": (
        "Write a report as one HTML page: bases, links by kind and form, hosts, findings, every document"
    ),
    "resolve": "Resolve references against a base URL, exactly as the chosen specification says",
    "parse": "Show the components of URLs and check their grammar; exit with 1 if it refuses one",
    "text": 'Find URLs in plain text, with their positions in characters ("-" is standard input)',
    "rules": "Show the rule sets and where they differ, or the decisions about one of them",
    "explain": "Explain a code: its meaning, its source and an example; without a code, list all of them",
}
"""The first line of each command's help, by its name; so no command is imported to list them."""

COMMAND_EXAMPLES: Mapping[str, Sequence[str]] = {
    "rewrite": (
        "absolutize rewrite page.html --url https://example.com/page.html",
        "absolutize rewrite crawl.warc.gz -o absolute.warc.gz",
        "absolutize rewrite mirror/ -o absolute/ --root https://example.com/",
        "absolutize rewrite site/ --in-place --root https://example.com/",
    ),
    "restore": ("absolutize restore page.html --record undo.jsonl --in-place",),
    "links": (
        "absolutize links page.html --url https://example.com/ --format table",
        "absolutize links crawl.warc.gz --kind image --format csv",
    ),
    "check": (
        "absolutize check site/",
        "absolutize check mail.html --select relative",
        "absolutize check site/ --format github",
        "absolutize check site/ --write-baseline known.json",
    ),
    "report": (
        "absolutize report site/ -o report.html",
        "absolutize report crawl.warc.gz -o report.html --select ALL",
    ),
    "base": ("absolutize base page.html --url https://example.com/",),
    "resolve": (
        "absolutize resolve ../g --base http://a/b/c/d",
        "absolutize resolve '?y' --base http://a/b/c/d --all-rules",
    ),
    "parse": ("absolutize parse 'http://u@h:80/a;b?c#d' --rules rfc2396",),
    "text": ("absolutize text notes.txt --format table",),
    "rules": ("absolutize rules", "absolutize rules rfc2396"),
    "explain": ("absolutize explain base-late no-base",),
}
"""Examples of command lines, by the names of commands."""

FIRST_EXAMPLES = tuple(COMMAND_EXAMPLES[name][0] for name in ("rewrite", "links", "check", "report"))
"""Examples of command lines in the help of the program."""


def _print_help(context: click.Context, _option: click.Parameter, asked: bool) -> None:  # noqa: FBT001
    """Print the help as all results are printed: click does not say if standard output is closed."""
    if asked and not context.resilient_parsing:
        print_lines([context.get_help()])
        context.exit()


class _WithHelp(click.Command):
    """A command with the option `--help`."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Make the option."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _print_help
        return option

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; an error about one says which command it was for, which click leaves out.

        If a file has the name of an option that does not exist, it says how to write it.
        """
        given = [*args]  # reading removes them
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            name = _file_like(error.option_name, given) if isinstance(error, click.NoSuchOption) else None
            if name is not None:
                message = f"{error.message.removesuffix('.')} (for the file write ./{name})"
                raise click.UsageError(message, error.ctx) from None
            raise


def _file_like(option: str, arguments: Iterable[str]) -> str | None:
    """Give the argument in which click saw an option, if there is a file of that name."""
    letters = option.lstrip("-")
    named = (each for each in arguments if each.startswith("-") and letters in each)
    return next(filter(os.path.isfile, named), None)


class SectionedCommand(_WithHelp):
    """A command whose help has options in sections, and examples below them."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, section by section."""
        for title, parameters in sections_of(self, ctx):
            entries = [record for each in parameters if (record := each.get_help_record(ctx)) is not None]
            with formatter.section(title):
                formatter.write_dl(entries)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        _write_examples(COMMAND_EXAMPLES.get(self.name or "", ()), formatter)
        super().format_epilog(ctx, formatter)


def _write_examples(examples: Sequence[str], formatter: click.HelpFormatter) -> None:
    if examples:
        with formatter.section("Examples"):
            formatter.write("".join(f"{'':{formatter.current_indent}}{line}\n" for line in examples))


def sections_of(
    command: click.Command, context: click.Context
) -> Iterator[tuple[str, list[click.Parameter]]]:
    """Give the sections that a command has, each with its options in the order of the table."""
    parameters = (each for each in command.get_params(context) if isinstance(each, click.Option))
    options = {"help" if "--help" in each.opts else str(each.name): each for each in parameters}
    for title, names in SECTIONS.items():
        chosen: list[click.Parameter] = [options.pop(name) for name in names if name in options]
        if chosen:
            yield title, chosen
    if options:
        yield OTHER_OPTIONS, list(options.values())


class ListedCommands(_WithHelp, click.Group):
    """A group whose help has the full summary of each command, also in completion, and examples."""

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, in the order of the table."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMAND_SUMMARIES.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        _write_examples(FIRST_EXAMPLES, formatter)
        super().format_epilog(ctx, formatter)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete options and names of commands, without importing a command."""
        names = sorted(name for name in COMMAND_SUMMARIES if name.startswith(incomplete))
        commands = [CompletionItem(name, help=COMMAND_SUMMARIES[name]) for name in names]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]
