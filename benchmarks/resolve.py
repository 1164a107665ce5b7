"""Measures how fast this library and its peers resolve references, in one process.

    python benchmarks/resolve.py [--rounds 5] [--sample 40000] [--only NAME]...

The references are those of the corpus pages, each with its page's URL as base, or a
built-in mix of all shapes where the corpus is absent. Work that a contender can do once
for each base is done before the clock starts, except in the row that says otherwise.
Rounds of all contenders are interleaved; the table shows medians.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import unescape
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import urljoin

import click
from rich.console import Console
from rich.table import Table

from throughput import (
    CORPUS,
    Page,
    Raised,
    Timing,
    chosen,
    corpus_pages,
    counted,
    grid,
    installed,
    interleave,
)

Join = Callable[[str], object]

SEED = 2396
WRITTEN = re.compile(r"""\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
TYPICAL_BASE = "http://example.com/dir{n}/sub/page.html?q=1"
TYPICAL = """
/ # #top{n} #s-{n} ?page={n} ?a=1&b={n}#c
page{n}.html page{n}.html#s page{n}.html?x=1 dir{n}/ dir/a/b/page{n}.html ./page{n}.html
./dir/page{n}.html ../page{n}.html ../../img/{n}.png ../../../../above{n}.html
a/../b{n}.html a/./b{n}.html ./ ../ .. dir/./../page{n}.html?x=../y
/index{n}.html /news/2019/11/20/story-{n}/ /news/{n}?utm_source=rss&x=feed#comments
/a/../b/{n} /static/js/app.{n}.js /static/css/main.{n}.css?v=12
//cdn.example.net/lib{n}.js //cdn.example.net/font?family=Sans:400,700&n={n}
http://example.com/ http://example.com/item/{n} https://www.example.org/a/b/c?id={n}
https://www.example.org/a/b/c/{n}.html#section-2 HTTP://EXAMPLE.COM/{n}
https://example.net:8080/login?next=%2Faccount%2F{n} http://example.com
mailto:user{n}@example.com javascript:void(0) tel:+1555{n}
data:image/gif;base64,R0lGODlh{n}
caf%C3%A9{n}.html na\u00efve{n}.html a:b/{n}
"""


class Group(NamedTuple):
    """The references of one page, and its URL."""

    base: str
    references: list[str]


class Contender(NamedTuple):
    """One resolver: how it prepares a base, and whether the preparation is timed."""

    name: str
    prepare: Callable[[str], Join]
    package: str
    digest_counted: bool = False


class Task(NamedTuple):
    """A contender with its bases prepared, if that is not timed."""

    name: str
    package: str
    pairs: list[tuple[Callable[[], Join], list[str]]]


# -- the references ------------------------------------------------------------


def corpus_groups(sample: int) -> list[Group]:
    """A sample of the corpus pages' references, the same one every time."""
    pairs = [pair for page in corpus_pages() for pair in written(page)]
    kept = random.Random(SEED).sample(range(len(pairs)), min(sample, len(pairs)))
    picked = groupby((pairs[i] for i in sorted(kept)), key=itemgetter(0))
    return [Group(base, [reference for _, reference in group]) for base, group in picked]


def written(page: Page) -> Iterator[tuple[str, str]]:
    """The page's URL, and the values of href and src as a program would read them."""
    for match in WRITTEN.finditer(page.text):
        yield page.url, unescape(match[1] or match[2] or "").strip()


def typical_groups(sample: int) -> list[Group]:
    """The built-in mix, numbered so that no contender profits from its cache."""
    shapes = TYPICAL.split()
    return [
        Group(TYPICAL_BASE.format(n=n), [shape.format(n=n) for shape in shapes])
        for n in range(max(1, sample // len(shapes)))
    ]


# -- the contenders (imports inside functions, as peers may not be installed) ------


def ours(base: str) -> Join:
    """This library, with the rules of browsers."""
    import absolutize

    rules = absolutize.RULE_SETS["rfc2396bis-00"]
    return rules.resolver(base, same_scheme="lenient", overflow="remove")


def standard_library(base: str) -> Join:
    """What nearly every Python program uses."""
    return partial(urljoin, base)


def yarl(base: str) -> Join:
    """aiohttp's URLs; the base is parsed once."""
    from yarl import URL  # type: ignore[import-not-found,unused-ignore]

    parsed = URL(base)
    return lambda reference: str(parsed.join(URL(reference)))


def ada_url(base: str) -> Join:
    """The URL Standard in C++; it parses the base again for each reference."""
    from ada_url import URL

    return lambda reference: URL(reference, base).href


def ada_join(base: str) -> Join:
    """The same library, through its function."""
    from ada_url import join_url

    return partial(join_url, base)


def can_ada(base: str) -> Join:
    """The same library with another binding; the base is parsed once."""
    from can_ada import parse

    parsed = parse(base)
    return lambda reference: (parsed + reference).href


CONTENDERS = [
    Contender("absolutize, base digested", ours, "absolutize"),
    Contender("absolutize, digest counted", ours, "absolutize", digest_counted=True),
    Contender("urllib.parse.urljoin", standard_library, "urllib.parse"),
    Contender("yarl URL.join", yarl, "yarl"),
    Contender("ada_url.URL", ada_url, "ada_url"),
    Contender("ada_url.join_url", ada_join, "ada_url"),
    Contender("can_ada parse(base) + reference", can_ada, "can_ada"),
]
REFERENCE = CONTENDERS[0].name


# -- timing --------------------------------------------------------------------


def task(contender: Contender, groups: Sequence[Group]) -> Task:
    """The contender's resolver for each base, made now or while the clock runs."""
    makers = [maker(contender, base) for base, _ in groups]
    pairs = list(zip(makers, [group.references for group in groups], strict=True))
    return Task(contender.name, contender.package, pairs)


def maker(contender: Contender, base: str) -> Callable[[], Join]:
    """A function that returns the resolver for the base."""
    if contender.digest_counted:
        return partial(digest, contender, base)
    join = digest(contender, base)
    return lambda: join


def digest(contender: Contender, base: str) -> Join:
    """The contender's resolver for the base; if it refuses the base, a resolver that always raises."""
    try:
        return contender.prepare(base)
    except Exception as error:
        return partial(refuse, error)


def refuse(error: Exception, reference: str) -> object:
    """Raise the base's exception again, so that it is counted for each of its references."""
    raise error.with_traceback(None)


def process(task: Task) -> Raised:
    """Resolve every reference against its base, and count the exceptions."""
    raised: Raised = Counter()
    for make, references in task.pairs:
        join = make()
        for reference in references:
            try:
                join(reference)
            except Exception as error:
                raised[type(error).__name__] += 1
    return raised


# -- the report ----------------------------------------------------------------


def report(contenders: Sequence[Contender], timings: dict[str, Timing], total: int) -> Table:
    """Make the table: contender, ns per reference, ratio to ours, exceptions."""
    costs = {name: cost(timing, total) for name, timing in timings.items()}
    table = grid("ns/reference", f"ratio: contender / {REFERENCE}")
    for contender in contenders:
        table.add_row(contender.name, *cells(contender.name, costs, timings))
    return table


def cost(timing: Timing, total: int) -> float | None:
    """The ns per reference; None for a contender that could not resolve any."""
    done = timing.raised.total() < total
    return timing.seconds / total * 1e9 if done else None


def cells(name: str, costs: dict[str, float | None], timings: dict[str, Timing]) -> tuple[str, str, str]:
    """One contender's figures as they are printed."""
    if name not in timings:
        return "-", "-", "not installed"
    own, reference = costs[name], costs.get(REFERENCE)
    figure = f"{own:,.0f}" if own else "-"
    ratio = f"{own / reference:.2f}" if own and reference else "-"
    return figure, ratio, counted(timings[name].raised)


@click.command()
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(min=1))
@click.option("--sample", default=40_000, show_default=True, type=click.IntRange(min=1))
@click.option("--only", multiple=True, help="Part of a contender's name; repeatable.")
def main(rounds: int, sample: int, only: Sequence[str]) -> None:
    """Time every resolver on the references of the corpus, or on a built-in mix."""
    contenders = chosen(CONTENDERS, only)
    real = (CORPUS / "pages.jsonl").is_file()
    groups = corpus_groups(sample) if real else typical_groups(sample)
    total = sum(len(group.references) for group in groups)
    tasks = [task(c, groups) for c in contenders if installed(c)]
    timings = interleave(tasks, process, rounds, Console(stderr=True))
    console = Console()
    source = "of the corpus" if real else "of the built-in mix (the corpus is absent)"
    console.print(f"{total:,} references {source}, {len(groups):,} bases")
    console.print(report(contenders, timings, total))


if __name__ == "__main__":
    main()
