"""Measures how fast this library and its peers make documents absolute, in one process.

    python benchmarks/throughput.py [FOLDER] [--half odd|even] [--rounds 5] [--limit N] [--small]
        [--only NAME]...

Every round runs every contender once over the same pages, so that a busy moment of
the machine affects all of them; the table shows medians over the rounds. The figures
are only for comparisons between contenders. Without FOLDER the pages are those of the
corpus, or small generated ones where it is absent. Code is tuned on the even pages;
the reported figures are measured on the odd ones. A contender that uses `re` runs in
another process, since one process uses either `re` or PCRE2.
"""

from __future__ import annotations

import gc
import gzip
import json
import os
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib import import_module
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol, TypeVar
from urllib.parse import urljoin

import click
from rich.console import Console
from rich.table import Table

from madepages import made_pages

if TYPE_CHECKING:
    import lolhtml
    from turbohtml.rewrite import Element as TurboElement

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
UNKNOWN_URL = "http://example.com/dir/page.html"
SUFFIXES = (".html", ".htm", ".html.gz", ".htm.gz")
LINKED = ("href", "src")

Raised = Counter[str]


class Page(NamedTuple):
    """One document: its bytes, the same as text, and the URL it was fetched from."""

    data: bytes
    text: str
    url: str


class Contender(NamedTuple):
    """One way to do the job, and the module that it needs."""

    name: str
    function: Callable[[bytes, str, str], object]
    package: str
    by_re: bool = False  # whether it uses `re`, in another process


class Selection(NamedTuple):
    """Which pages to run over."""

    folder: Path | None = None
    half: str | None = None
    limit: int | None = None
    small: bool = False


class Timing(NamedTuple):
    """The median seconds of a round, and the exceptions of the last round."""

    seconds: float
    raised: Raised


class Candidate(Protocol):
    """The fields of a contender that selecting and timing need."""

    @property
    def name(self) -> str: ...

    @property
    def package(self) -> str: ...


C = TypeVar("C", bound=Candidate)


# -- the pages ---------------------------------------------------------------


def pages_at_hand() -> Iterator[Page]:
    """The corpus's pages, or generated ones where it is absent (in a clone)."""
    if (CORPUS / "pages.jsonl").is_file():
        return corpus_pages()
    return (Page(text.encode(), text, url) for text, url in made_pages())


def corpus_pages(corpus: Path = CORPUS) -> Iterator[Page]:
    """The manifest's real pages, each with its recorded URL if there is one."""
    for line in (corpus / "pages.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        if entry["url"] or entry["kind"].startswith("page"):
            data = read(corpus / entry["path"])
            text = decode(data, entry["encoding_actual"])
            yield Page(data, text, entry["url"] or UNKNOWN_URL)


def folder_pages(folder: Path) -> Iterator[Page]:
    """Every HTML file below the folder, in the order of their paths."""
    for path in sorted(folder.rglob("*")):
        if path.name.lower().endswith(SUFFIXES) and path.is_file():
            data = read(path)
            url = "http://example.com/" + path.relative_to(folder).as_posix()
            yield Page(data, decode(data, "utf-8"), url)


def read(path: Path) -> bytes:
    """The file's bytes, decompressed if they are gzip data."""
    data = path.read_bytes()
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data


def decode(data: bytes, encoding: str | None) -> str:
    """The bytes as text, decoded as UTF-8 if the encoding is unknown."""
    try:
        return data.decode(encoding or "utf-8", "replace")
    except LookupError:
        return data.decode("utf-8", "replace")


# -- the contenders (imports inside functions, as peers may not be installed) ------


def ours(data: bytes, text: str, url: str) -> object:
    """The whole job, bytes in and bytes out."""
    import absolutize

    return absolutize.rewrite(data, url)


def ours_text(data: bytes, text: str, url: str) -> object:
    """The whole job on text."""
    import absolutize

    return absolutize.rewrite(text, url)


def ours_links(data: bytes, text: str, url: str) -> object:
    """Find and resolve every link, without a rewrite."""
    import absolutize

    return [link.target for link in absolutize.links(data, url)]


def ours_scan(data: bytes, text: str, url: str) -> object:
    """Find every link, without resolving it."""
    from absolutize.html.tokenizer.scanner import scan

    spans: deque[object] = deque(scan(data), maxlen=0)
    return spans


def beautifulsoup(data: bytes, text: str, url: str) -> object:
    """The recipe of most tutorials."""
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(data, "lxml")
    for name in LINKED:
        for tag in soup.find_all(None, {name: True}):
            tag[name] = urljoin(url, str(tag[name]))
    return soup.encode()


def lxml_links(data: bytes, text: str, url: str) -> object:
    """lxml's own function for the job."""
    from lxml import html

    document: Any = html.document_fromstring(data)
    document.make_links_absolute(url, handle_failures="ignore")
    return html.tostring(document)


def lxml_iterlinks(data: bytes, text: str, url: str) -> object:
    """List the links with lxml, and make each absolute."""
    from lxml import html

    document: Any = html.document_fromstring(data)
    document.make_links_absolute(url, handle_failures="ignore")
    return [link for _, _, link, _ in document.iterlinks()]


def beautifulsoup_links(data: bytes, text: str, url: str) -> object:
    """List the links with BeautifulSoup, as tutorials do."""
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(data, "lxml")
    return [urljoin(url, str(tag[name])) for name in LINKED for tag in soup.find_all(None, {name: True})]


def selectolax_listed(data: bytes, text: str, url: str) -> object:
    """List the links with Lexbor."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(data)
    values = [node.attrs.get(name) for name in LINKED for node in tree.css(f"[{name}]")]
    return [urljoin(url, value) for value in values if value is not None]


def lxml_parse(data: bytes, text: str, url: str) -> object:
    """Parse with lxml, which every program built on it has to do first."""
    from lxml import html

    return html.document_fromstring(data)


def lolhtml_links(data: bytes, text: str, url: str) -> object:
    """A Rust rewriter that calls Python for each link."""
    return lolhtml_run(data, {f"[{name}]": LolJoin(name, url) for name in LINKED})


def lolhtml_nothing(data: bytes, text: str, url: str) -> object:
    """The same rewriter without calls to Python."""
    return lolhtml_run(data, {"no-such-element": LolJoin("href", url)})


def lolhtml_run(data: bytes, callbacks: dict[str, LolJoin]) -> bytes:
    """Send the page through lol-html with one callback for each selector."""
    import lolhtml

    chunks: list[Any] = []
    rewriter = lolhtml.HTMLRewriter(chunks.append)
    for selector, callback in callbacks.items():
        rewriter.on(selector, callback)
    rewriter.write(data)
    rewriter.end()
    return b"".join(chunks)


class LolJoin:
    """lol-html's callback: it takes an object with a method, not a function."""

    def __init__(self, name: str, url: str) -> None:
        self.name = name
        self.url = url

    def element(self, element: lolhtml.Element) -> None:
        value = element.get_attribute(self.name) or ""
        element.set_attribute(self.name, urljoin(self.url, value))


def selectolax_links(data: bytes, text: str, url: str) -> object:
    """Lexbor's tree, walked from Python."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(data)
    for name in LINKED:
        for node in tree.css(f"[{name}]"):
            attributes = node.attrs
            value = attributes.get(name)
            if value is not None:  # [href] also finds the xlink:href of an svg
                attributes[name] = urljoin(url, value)
    return tree.html


def turbohtml_parse(data: bytes, text: str, url: str) -> object:
    """Parse with turbohtml, which every program built on it has to do first."""
    import turbohtml

    return turbohtml.parse(data, positions=False)


def turbohtml_parse_text(data: bytes, text: str, url: str) -> object:
    """The same on text."""
    import turbohtml

    return turbohtml.parse(text, positions=False)


def turbohtml_links(data: bytes, text: str, url: str) -> object:
    """turbohtml's own method for the job, all of it in C."""
    import turbohtml

    document = turbohtml.parse(data, positions=False)
    document.resolve_links(url)
    return document.encode()


def turbohtml_links_text(data: bytes, text: str, url: str) -> object:
    """The same on text."""
    import turbohtml

    document = turbohtml.parse(text, positions=False)
    document.resolve_links(url)
    return document.serialize()


def turbohtml_rewrite(data: bytes, text: str, url: str) -> object:
    """A C rewriter that calls Python for each link; it takes text only."""
    from turbohtml.rewrite import rewrite

    callbacks = [(f"[{name}]", turbohtml_join(name, url)) for name in LINKED]
    return rewrite(text, elements=callbacks)


def turbohtml_join(name: str, url: str) -> Callable[[TurboElement], None]:
    """turbohtml's callback for one attribute."""

    def join(element: TurboElement, /) -> None:
        element.set_attribute(name, urljoin(url, element.get(name) or ""))

    return join


def floor(data: bytes, text: str, url: str) -> object:
    """Split at every `<`, a lower bound for the cost of a scan in CPython."""
    return data.split(b"<")


CONTENDERS = [
    Contender("absolutize rewrite", ours, "absolutize"),
    Contender("absolutize rewrite (str)", ours_text, "absolutize"),
    Contender("absolutize rewrite, by re", ours, "absolutize", by_re=True),
    Contender("absolutize links", ours_links, "absolutize"),
    Contender("absolutize links, by re", ours_links, "absolutize", by_re=True),
    Contender("absolutize scan only", ours_scan, "absolutize.html.tokenizer.scanner"),
    Contender("lxml links: make_links_absolute + iterlinks", lxml_iterlinks, "lxml.html"),
    Contender("selectolax links: css + urljoin", selectolax_listed, "selectolax.lexbor"),
    Contender("BeautifulSoup(lxml) links: find_all + urljoin", beautifulsoup_links, "bs4"),
    Contender("BeautifulSoup(lxml) + urljoin + encode", beautifulsoup, "bs4"),
    Contender("lxml make_links_absolute + tostring", lxml_links, "lxml.html"),
    Contender("lxml parse only", lxml_parse, "lxml.html"),
    Contender("turbohtml.rewrite (str) + urljoin", turbohtml_rewrite, "turbohtml"),
    Contender("lol-html + urljoin", lolhtml_links, "lolhtml"),
    Contender("lol-html, selector without a match", lolhtml_nothing, "lolhtml"),
    Contender("selectolax + urljoin + html", selectolax_links, "selectolax.lexbor"),
    Contender("turbohtml parse, resolve_links, encode", turbohtml_links, "turbohtml"),
    Contender("turbohtml the same, serialize (str)", turbohtml_links_text, "turbohtml"),
    Contender("turbohtml parse only", turbohtml_parse, "turbohtml"),
    Contender("turbohtml parse only (str)", turbohtml_parse_text, "turbohtml"),
    Contender('memchr floor: split(b"<")', floor, "builtins"),
]
REFERENCE = CONTENDERS[0].name


# -- selecting and timing ------------------------------------------------------


def chosen(contenders: Sequence[C], only: Sequence[str]) -> list[C]:
    """The contenders whose name contains one of the texts; all contenders if there are no texts."""
    wanted = [text.casefold() for text in only] or [""]
    found = [c for c in contenders if any(w in c.name.casefold() for w in wanted)]
    if not found:
        names = ", ".join(c.name for c in contenders)
        raise click.UsageError(f"no contender is called so. There are: {names}")
    return found


def installed(contender: Candidate) -> bool:
    """Whether the module that the contender needs can be imported."""
    try:
        import_module(contender.package)
    except ImportError:
        return False
    return True


def interleave(
    contenders: Sequence[C], run: Callable[[C], Raised], rounds: int, log: Console
) -> dict[str, Timing]:
    """Run all contenders round after round; return the median of each by name."""
    seconds: dict[str, list[float]] = {c.name: [] for c in contenders}
    raised: dict[str, Raised] = {}
    for number in range(1, rounds + 1):
        log.print(f"round {number} of {rounds}", style="dim")
        for contender in contenders:
            elapsed, raised[contender.name] = timed(run, contender)
            log.print(f"  {contender.name}: {elapsed:.2f} s", style="dim")
            seconds[contender.name].append(elapsed)
    return {name: Timing(median(seconds[name]), raised[name]) for name in raised}


def timed(run: Callable[[C], Raised], contender: C) -> tuple[float, Raised]:
    """The seconds of one run, after a garbage collection, and the exceptions in it."""
    gc.collect()
    started = perf_counter()
    raised = run(contender)
    return perf_counter() - started, raised


def process(contender: Contender, pages: Sequence[Page]) -> Raised:
    """Run the contender over all pages, and count the exceptions."""
    raised: Raised = Counter()
    function = contender.function
    for data, text, url in pages:
        try:
            function(data, text, url)
        except Exception as error:
            raised[type(error).__name__] += 1
    return raised


# -- the report ----------------------------------------------------------------


def report(contenders: Sequence[Contender], timings: dict[str, Timing], pages: Sequence[Page]) -> Table:
    """Make the table: contender, MB/s, how many times as fast ours is, pages with exceptions."""
    size = sum(len(page.data) for page in pages)
    speeds = {n: speed(t, size, len(pages)) for n, t in timings.items()}
    table = grid("MB/s", f"ratio: {REFERENCE} / contender")
    table.title = f"{len(pages)} pages, {size / 1e6:.1f} MB"
    for contender in contenders:
        table.add_row(contender.name, *cells(contender.name, speeds, timings))
    return table


def grid(unit: str, caption: str) -> Table:
    """Make the empty table: contender, figure, ratio, exceptions."""
    table = Table(caption=caption)
    table.add_column("contender", no_wrap=True)
    for heading in (unit, "ratio", "raised"):
        table.add_column(heading, justify="right")
    return table


def speed(timing: Timing, size: int, pages: int) -> float | None:
    """The MB/s; None for a contender that failed on every page."""
    done = timing.raised.total() < pages
    return size / timing.seconds / 1e6 if done else None


def cells(name: str, speeds: dict[str, float | None], timings: dict[str, Timing]) -> tuple[str, str, str]:
    """One contender's figures as they are printed."""
    if name not in timings:
        return "-", "-", "not installed"
    own, reference = speeds[name], speeds.get(REFERENCE)
    rate = f"{own:,.0f}" if own else "-"
    ratio = f"{reference / own:.2f}" if own and reference else "-"
    return rate, ratio, counted(timings[name].raised)


def counted(raised: Raised) -> str:
    """Format the exceptions, such as `2 ValueError`; empty if there were none."""
    return ", ".join(f"{count} {name}" for name, count in sorted(raised.items()))


@cache
def load(selection: Selection) -> list[Page]:
    """Load the pages to run over; a usage error (exit status 2) if there are none."""
    folder, half, limit, small = selection
    pages: Iterable[Page] = pages_at_hand() if folder is None else folder_pages(folder)
    if small:
        pages = (page for page in pages if len(page.data) <= SMALL)
    if half is not None:
        pages = islice(pages, half == "odd", None, 2)
    return list(islice(pages, limit)) or no_pages()


SMALL = 32768  # bytes


def match_by_re() -> None:
    """Prepare a process that uses `re`."""
    warnings.simplefilter("ignore")
    os.environ["ABSOLUTIZE_MATCHER"] = "re"


def process_by_re(name: str, selection: Selection) -> Raised:
    """Run `process` in that process."""
    return process(next(c for c in CONTENDERS if c.name == name), load(selection))


def run_over(selection: Selection, other: ProcessPoolExecutor) -> Callable[[Contender], Raised]:
    """Make a function that runs a contender over the pages, here or in the process that uses `re`."""

    def run(contender: Contender) -> Raised:
        if contender.by_re:
            return other.submit(process_by_re, contender.name, selection).result()
        return process(contender, load(selection))

    return run


def no_pages() -> NoReturn:
    """The usage error for a folder without a single page."""
    raise click.UsageError(f"no pages there (looked for {', '.join(SUFFIXES)})")


@click.command()
@click.argument(
    "folder",
    required=False,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option("--half", type=click.Choice(["odd", "even"]), help="Only every other page.")
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(min=1))
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N pages.")
@click.option("--small", is_flag=True, help=f"Only pages of at most {SMALL} bytes.")
@click.option("--only", multiple=True, help="Part of a contender's name; repeatable.")
def main(
    folder: Path | None,
    half: str | None,
    rounds: int,
    limit: int | None,
    small: bool,  # noqa: FBT001 -- an option
    only: Sequence[str],
) -> None:
    """Time every contender on the pages of FOLDER, or on the corpus without it."""
    warnings.simplefilter("ignore")  # BeautifulSoup warns if a page resembles something else
    selection = Selection(folder, half, limit, small)
    contenders = chosen(CONTENDERS, only)
    timings = measured(contenders, selection, rounds, Console(stderr=True))
    Console(width=110).print(report(contenders, timings, load(selection)))


def measured(
    contenders: Sequence[Contender], selection: Selection, rounds: int, log: Console
) -> dict[str, Timing]:
    """Time the installed contenders."""
    ready = [c for c in contenders if installed(c)]
    with ProcessPoolExecutor(1, get_context("spawn"), match_by_re) as other:
        run = run_over(selection, other)
        for contender in ready:
            run(contender) if contender.by_re else process(
                contender, load(selection)[:1]
            )  # imports should not be timed
        return interleave(ready, run, rounds, log)


if __name__ == "__main__":
    main()
