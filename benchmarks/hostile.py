"""Measures how long a megabyte of hostile input takes, as a reference and as a document.

    python benchmarks/hostile.py [--size 1000000] [--rules NAME]...

Each figure is the CPU time of the best of three runs, in seconds; for a reference, with the slowest rule set.
No reference should take a second. The tests assert that the time is linear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from time import process_time
from timeit import repeat

import click
from rich.console import Console
from rich.table import Table

import absolutize

BASE = "http://h/a/b?c"
TEXTS: Mapping[str, tuple[str, str, str]] = {  # before, unit, behind
    "steps up and down": ("http://h/", "a/../", ""),
    "steps up": ("http://h/", "../", ""),
    "dots": ("http://h/", "/.", ""),
    "labels": ("http://", "a.", ""),
    "labels, then refused": ("http://", "a.", "^"),
    "userinfo": ("http://", "@a", ""),
    "IPv6": ("http://[", "1:", ""),
    "escapes": ("x:", "%41", ""),
    "articles": ("news:", "@a", ""),
    "backslashes": ("", "\\", ""),
    "fragments": ("", "#", ""),
    "a scheme": ("", "a", ":"),
}
Call = Callable[[str, str], object]
CALLS: Mapping[str, Call] = {
    "parse": lambda text, rules: absolutize.parse(text, rules=rules),
    "normal_form": lambda text, rules: absolutize.normal_form(text, rules=rules),
    "resolve": lambda text, rules: absolutize.resolve(text, BASE, rules=rules),
    "as a base": lambda text, rules: absolutize.resolve("../g", text, rules=rules),
    "relativize": lambda text, rules: absolutize.relativize(text, BASE, rules=rules),
    "references_in": lambda text, _: list(absolutize.references_in(text)),
}


DOCUMENTS: Mapping[str, tuple[str, str]] = {  # before, unit
    "end tags of style that never end": ("<style>", "</style "),
    "the same, with a slash": ("<style>", "</style/"),
    "the same, with a quote": ("<style>", "</style a='"),
    "the same, with a name": ("<style>", "</style x"),
    "end tags in svg, behind text": ("x" * 100_000 + "<svg>", "</x>"),
    "end tags in svg, behind a comment": ("<!--" + "x" * 100_000 + "--><svg>", "</x>"),
    "desc and title in svg": ("<svg>", "<desc><title>"),
}
READ: Mapping[str, Callable[[bytes], object]] = {
    "rewrite": lambda document: absolutize.rewrite(document, BASE),
    "links": lambda document: list(absolutize.links(document, BASE)),
}


def text_of(name: str, size: int) -> str:
    """A hostile text of about ``size`` characters."""
    before, unit, behind = TEXTS[name]
    return before + unit * (size // len(unit)) + behind


def document_of(name: str, size: int) -> bytes:
    """A hostile document of about ``size`` bytes."""
    before, unit = DOCUMENTS[name]
    return (before + unit * (size // len(unit))).encode()


def slowest(call: Call, text: str, rule_sets: Iterable[str]) -> float:
    """The seconds of the slowest rule set."""
    runs = (partial(answer, call, text, rules) for rules in rule_sets)
    return max(map(fastest, runs))


def fastest(run: Callable[[], object]) -> float:
    """The seconds of the best of three runs."""
    return min(repeat(run, timer=process_time, number=1, repeat=3))


def answer(call: Call, text: str, rules: str) -> None:
    """Make a call; a refusal is a valid result, too."""
    with suppress(absolutize.ResolutionError):
        call(text, rules)


@click.command()
@click.option("--size", default=1_000_000, show_default=True, type=click.IntRange(min=1))
@click.option("--rules", multiple=True, type=click.Choice(list(absolutize.RULE_SETS)), help="All, if none.")
def main(size: int, rules: tuple[str, ...]) -> None:
    """Time every call on every hostile text."""
    rule_sets = rules or tuple(absolutize.RULE_SETS)
    table = Table(
        "", *CALLS, title=f"seconds for {size:,} characters, the slowest of {len(rule_sets)} rule sets"
    )
    for name in TEXTS:
        text = text_of(name, size)
        seconds = [f"{slowest(call, text, rule_sets):.3f}" for call in CALLS.values()]
        click.echo(f"{name}: {' '.join(seconds)}", err=True)
        table.add_row(name, *seconds)
    documents = Table("", *READ, title=f"seconds for {size:,} bytes")
    for name in DOCUMENTS:
        document = document_of(name, size)
        seconds = [f"{fastest(partial(read, document)):.3f}" for read in READ.values()]
        click.echo(f"{name}: {' '.join(seconds)}", err=True)
        documents.add_row(name, *seconds)
    console = Console()
    console.print(table)
    console.print(documents)


if __name__ == "__main__":
    main()
