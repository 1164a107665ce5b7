"""How ``--help`` looks: options in sections, examples, and whole first lines in the list of commands.

The manual page and the reference are made of the same tables. It does not know how a command works. Used by
`cli` and `cli.commands`.
"""

from collections.abc import Iterator, Mapping, Sequence

import click

SECTIONS: Mapping[str, Sequence[str]] = {  # titles, and the options of each by their names in the code
    "Where the documents are from": (
        *("url", "url_from", "encapsulating", "default", "root", "map", "http_content_location", "base"),
        *("charset", "environment_charset", "media_type", "read_as"),
    ),
    "What of a directory or archive": ("exclude", "hidden", "gitignore", "style_sheets", "jobs"),
    "What of a document": (
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
OTHER_OPTIONS = "Others"  # the title of what is in no section

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
"""What may be typed, by the names of commands."""

Entries = list[tuple[str, str]]


class SectionedCommand(click.Command):
    """A command whose help has its options in sections, and examples below them."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, section by section."""
        for title, parameters in sections_of(self, ctx):
            entries = [record for each in parameters if (record := each.get_help_record(ctx)) is not None]
            with formatter.section(title):
                formatter.write_dl(entries)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        examples = COMMAND_EXAMPLES.get(self.name or "", ())
        if examples:
            with formatter.section("Examples"):
                formatter.write("".join(f"{'':{formatter.current_indent}}{line}\n" for line in examples))
        super().format_epilog(ctx, formatter)


def sections_of(
    command: click.Command, context: click.Context
) -> Iterator[tuple[str, list[click.Parameter]]]:
    """Give the sections that a command has, each with its options in the order of the table."""
    listed = (each for each in command.get_params(context) if isinstance(each, click.Option))
    options = {"help" if "--help" in each.opts else str(each.name): each for each in listed}
    for title, names in SECTIONS.items():
        chosen: list[click.Parameter] = [options.pop(name) for name in names if name in options]
        if chosen:
            yield title, chosen
    if options:
        yield OTHER_OPTIONS, list(options.values())


class ListedCommands(click.Group):
    """A group whose help has the whole first line of each command."""

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, in the order of the table."""
        entries: Entries = [(name, summary_line(command)) for name, command in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(entries)


def summary_line(command: click.Command) -> str:
    """Give the first paragraph of a command's help, without a full stop."""
    paragraph = (command.help or "").split("\n\n")[0]
    return " ".join(paragraph.split()).removesuffix(".")
