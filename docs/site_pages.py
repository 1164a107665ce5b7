"""What the site has beyond the pages in this folder: pages made of the program itself, and links out of it.

The reference of commands is their `--help`, that of codes is `FINDINGS`, and that of Python is made of
docstrings (mkdocstrings). mkdocs calls the functions, by their names.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from mkdocs.structure.files import File, Files

from absolutize.cli import COMMANDS, main
from absolutize.findings import FINDINGS
from absolutize.findings.specifications import specification_url

ROOT = Path(__file__).parents[1]
WIDTH = 80  # characters
OUTSIDE = {  # links that lead out of the folder, in the repository, and what the site has instead
    "../README.md#what-can-be-chosen": "reference/python.md",
    "../README.md#where-does-it-go": "where-does-it-go.md",
    "../README.md": "index.md",
    "../../README.md#every-decision-has-a-name": "../reference/codes.md",
    "man/absolutize.1": "reference/commands.md",
}


def on_files(files: Files, config: Any) -> Files:  # noqa: ANN401 -- mkdocs's own
    """Add the pages that are made."""
    made = {
        "reference/commands.md": commands_page(),
        "reference/codes.md": codes_page(),
        "where-does-it-go.md": where_it_goes_page(),
        "changelog.md": re.sub(r"\(?docs/rules\)?", "", (ROOT / "CHANGELOG.md").read_text("utf-8")),
    }
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:  # noqa: ANN401, ARG001
    """Have links that lead out of the folder lead to pages of the site."""
    for target, instead in OUTSIDE.items():
        markdown = markdown.replace(f"]({target})", f"]({instead})")
    return re.sub(r"\]\(rules\)", "](rules/README.md)", markdown)


def where_it_goes_page() -> str:
    """Show what to touch for a change, as the README does."""
    readme = (ROOT / "README.md").read_text("utf-8")
    section = re.search(r"^## Where does it go\?\n.*?(?=^MIT licence)", readme, re.MULTILINE | re.DOTALL)
    if section is None:
        raise ValueError('README.md has no section "Where does it go?"')
    return re.sub(r"\]\(docs/", "](", section[0].removeprefix("#"))


def commands_page() -> str:
    """Show the help of each command, as the program prints it."""
    return "\n".join(_commands()) + "\n"


def _commands() -> Iterator[str]:
    yield from ("# Commands", "", "What `--help` prints.", "", *_help(main, "absolutize"))
    group = click.Context(main, info_name="absolutize")
    for name, command in COMMANDS.items():
        yield from (f"## absolutize {name}", "", *_help(command, name, group))


def _help(command: click.Command, name: str, parent: click.Context | None = None) -> Iterator[str]:
    context = click.Context(
        command, parent, info_name=name, terminal_width=WIDTH, help_option_names=["-h", "--help"]
    )
    yield from ("```text", command.get_help(context), "```", "")


def codes_page() -> str:
    """Explain each code, as `absolutize explain` does."""
    return "\n".join(_codes()) + "\n"


def _codes() -> Iterator[str]:
    yield from ("# Codes", "", "Of `links`, `check` and archives, as `absolutize explain` explains them.", "")
    for code, message, citation, explanation, _ in FINDINGS:
        yield from (
            f"## {code}",
            "",
            f"**{_plain(message)}** ([{citation}]({specification_url(citation)}))",
            "",
        )
        yield from (_plain(explanation), "")


def _plain(text: str) -> str:
    """Keep marks from being read as Markdown, but for code in backticks."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else re.sub(r"([\\*_<>\[\]{}])", r"\\\1", part) for part in parts
    )
