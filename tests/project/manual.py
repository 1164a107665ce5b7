"""The manual page, made of the commands as `--help` is: ``python -m tests.project.manual`` writes it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

import click

from absolutize.cli import COMMANDS, main
from absolutize.cli.config import CONFIG_NAME
from absolutize.cli.help import COMMAND_EXAMPLES, COMMAND_SUMMARIES, sections_of
from absolutize.version import version
from tests.project.modules import ROOT

WIDTH = 78  # characters of a line
PAGE = ROOT / "docs" / "man" / "absolutize.1"
STATUS = (
    ("0", "All well."),
    (
        "1",
        (
            "Something was found: by check, parse, --diff or --strict; or resolve found no target; or damage"
            " in an archive; or a file of a directory was left out, such as a pipe, or a symbolic link that"
            " leads out of it."
        ),
    ),
    ("2", "Wrong arguments, or a file that could not be read or written, also one in a directory."),
)
ENVIRONMENT = (
    ("NO_COLOR, FORCE_COLOR", "Whether check colours what it writes; by default, on terminals."),
    ("ABSOLUTIZE_MATCHER", "What matches patterns: re or pcre2."),
)
FILES = ((CONFIG_NAME, "Options, in the table [tool.absolutize]."),)


def manual() -> str:
    """Write the page in the man macros of troff."""
    return "\n".join(_lines()) + "\n"


def released() -> str:
    """Give the date of the version in the changelog; "" while it is not released."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    found = re.search(rf"(?m)^## {re.escape(version())} - (\d{{4}}-\d\d-\d\d)$", text)
    return found[1] if found else ""


def _lines() -> Iterator[str]:
    yield f'.TH ABSOLUTIZE 1 "{released()}" "absolutize {version()}" "User Commands"'
    yield from (".SH NAME", r"absolutize \- make every link in HTML absolute")
    yield from (".SH SYNOPSIS", r".B absolutize", r"\fICOMMAND\fR [\fIOPTIONS\fR] [\fIARGUMENTS\fR]")
    yield from (".SH DESCRIPTION", escaped(main.help or ""))
    yield ".SH COMMANDS"
    for name, summary in COMMAND_SUMMARIES.items():
        yield from _entry(name, f"{summary}.")
    for name, command in COMMANDS.items():
        yield from _command(name, command)
    for title, entries in (("EXIT STATUS", STATUS), ("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)):
        yield f".SH {title}"
        for term, text in entries:
            yield from _entry(term, text)


def _command(name: str, command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=name, help_option_names=["-h", "--help"])
    yield f".SH {name.upper()}"
    yield rf"\fBabsolutize {name}\fR {escaped(' '.join(command.collect_usage_pieces(context)))}"
    for paragraph in (command.help or "").split("\n\n"):
        yield from (".PP", escaped(" ".join(paragraph.split())))
    for title, options in sections_of(command, context):
        yield f".SS {title}"
        for option in options:
            spelled, text = option.get_help_record(context) or ("", "")
            yield from _entry(spelled, text)
    yield from (".SS Examples", ".nf", *map(escaped, COMMAND_EXAMPLES[name]), ".fi")


def _entry(term: str, text: str) -> Iterator[str]:
    bold = escaped(term).replace("\n", " ")
    yield from (".TP", rf"\fB{bold}\fR", escaped(text))


def escaped(text: str) -> str:
    """Escape what troff reads otherwise: backslashes, hyphens, quotes, and a dot that begins a line."""
    plain = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga")
    lines = textwrap.wrap(plain, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join(rf"\&{line}" if line.startswith(".") else line for line in lines)


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(manual(), "utf-8")
