"""The command ``explain``: what a code of `links`, `check` or an archive means.

It prints `FINDINGS` and reads no input. Used by `cli` and `cli.commands.check`.
"""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import click

from absolutize.cli.completion import complete_codes
from absolutize.cli.formats.tables import wrapped_text
from absolutize.cli.help import SectionedCommand
from absolutize.cli.run import Run, print_lines
from absolutize.findings import FINDINGS, Example, Finding

BY_CODE = {finding.code: finding for finding in FINDINGS}
WIDTH = 80  # characters
LIKE = 3  # characters at the beginning of a wrong code by which codes are suggested; fewer are in most codes


@click.command("explain", cls=SectionedCommand)
@click.argument("codes", nargs=-1, metavar="[CODE]...", shell_complete=complete_codes)
def explain_command(codes: tuple[str, ...]) -> None:
    """Explain a code: its meaning, its source and an example; without a code, list all of them."""
    run = Run()
    if not codes:
        print_lines(_list_codes())
    codes = tuple(dict.fromkeys(codes))
    known = [BY_CODE[code] for code in codes if code in BY_CODE]
    print_lines("\n\n".join("\n".join(_explained(finding)) for finding in known).splitlines())
    for code in codes:
        if code not in BY_CODE:
            run.fail(unknown(code, list(BY_CODE)))
    run.finish()


def unknown(code: str, known: Sequence[str]) -> str:
    """Say that a code is not known, and which code may be meant."""
    begun = code[:LIKE]
    alike = [each for each in known if len(begun) == LIKE and begun in each]
    near = get_close_matches(code, known, cutoff=0.5) or alike
    meant = f": is it {' or '.join(near)}?" if near else " (`absolutize explain` lists them)"
    return f"no code is {code!r}{meant}"


def _spelled(options: Mapping[str, Any]) -> Iterator[str]:
    """Spell options of the library as those of the command line."""
    for name, value in options.items():
        for each in [value] if isinstance(value, str) else value:
            yield f"--{name.replace('_', '-')} {each}"


def _list_codes() -> Iterator[str]:
    width = max(map(len, BY_CODE))
    for finding in FINDINGS:
        yield from wrapped_text(finding.message, first=f"{finding.code:<{width}}  ", indent=" " * (width + 2))


def _explained(finding: Finding) -> Iterator[str]:
    document, url, options = finding.example
    yield f"{finding.code}: {finding.message}"
    yield ""
    yield from textwrap.wrap(finding.explanation, WIDTH, break_on_hyphens=False)
    yield ""
    yield f"See: {finding.citation}"
    yield f"Example: {document}"
    if url != Example("").url:
        yield "  without a URL" if url is None else f"  retrieved from {url}"
    yield from (f"  with {option}" for option in _spelled(options))
