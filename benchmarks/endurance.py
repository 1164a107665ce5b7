"""Measures whether memory grows in a long run, with calls from threads and from long-lived processes.

    python benchmarks/endurance.py [--minutes 60] [--threads 2] [--processes 2]
    python benchmarks/endurance.py --rounds 12000 [--threads 2]

Each worker calls `rewrite`, `links`, `check` and `base_uri` on documents that are all different (generated
pages, random bytes, hostile constructs), and the functions of `absolutize.archive` on intact and damaged
archives. The resident memory of each process is read every few seconds. It may grow in the first quarter,
while caches fill; later growth is printed, in MB, and the exit status is 1 if it exceeds `--allowed`.
With `--rounds` the threads of one process make that many rounds of calls. After each quarter, when no call
is running, the memory in use is printed: Python's blocks, the C allocator's bytes, and the bytes that the C
allocator has free but keeps. The memory in use may not grow in the second half. The free memory may, through
fragmentation, and this is the only reason for which resident memory grows.
"""

from __future__ import annotations

import ctypes
import gc
import gzip
import io
import multiprocessing
import os
import random
import sys
import threading
import time
import zipfile
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any, NamedTuple

import click

import absolutize
from absolutize import archive
from absolutize.answer_cache import AnswerCache

PIECES = (
    *(
        '<a href="{n}.html">',
        "<img src=/i/{n}.png srcset='{n}.png 1x, {n}@2x.png 2x'>",
        "<base href='http://b{n}/'>",
    ),
    *(
        "<p style='background:url(b{n}.png)'>",
        "<style>@import '{n}.css';</style>",
        "<iframe srcdoc='<a href=x{n}>'>",
    ),
    *("<svg><a xlink:href=#{n}><desc>", "</svg>", "<!-- {n} -->", "<!--[if IE]><a href={n}><![endif]-->"),
    *(
        '<script type=importmap>{{"imports":{{"a{n}":"./b{n}"}}}}</script>',
        "text {n} \u65e5\u672c ",
        "<table><b><i>",
    ),
    *(
        "<a href='http:x{n}'>",
        "<a href='//[{n}'>",
        "<a href='{{{{x{n}}}}}'>",
        "<meta charset=koi8-r>",
        "<a href=?{n}>",
    ),
)
# the growth that is allowed, less than if every round kept anything
BLOCKS_A_ROUND, BYTES_A_ROUND = 0.25, 30
ENCODINGS = ("utf-8", "utf-16-le", "shift_jis", "iso2022_jp", "windows-1251")


def page(chance: random.Random) -> bytes:
    """Make a document unlike all others; one in ten consists of random bytes."""
    if chance.random() < 0.1:  # noqa: PLR2004
        return chance.randbytes(chance.randrange(2000))
    text = "".join(
        chance.choice(PIECES).format(n=chance.randrange(10**9)) for _ in range(chance.randrange(80))
    )
    return text.encode(chance.choice(ENCODINGS), "xmlcharrefreplace")


def container(chance: random.Random) -> bytes:
    """Make a zip file or a gzip file of documents; half of them are damaged."""
    written = io.BytesIO()
    if chance.random() < 0.5:  # noqa: PLR2004
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as file:
            for number in range(chance.randrange(1, 5)):
                file.writestr(f"{number}.html", page(chance))
        data = bytearray(written.getvalue())
    else:
        data = bytearray(gzip.compress(page(chance)))
    if chance.random() < 0.5:  # noqa: PLR2004
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def one(chance: random.Random) -> None:
    """Call every function once, each on a new document."""
    url = f"http://h{chance.randrange(10**6)}/d/p{chance.randrange(10**6)}.html"
    absolutize.rewrite(page(chance), url)
    document = page(chance)
    for _ in absolutize.links(document, url, text=True):
        pass
    for _ in absolutize.check(document, url):
        pass
    absolutize.base_uri(document, url)
    absolutize.join(url, f"../{chance.randrange(10**9)}?x#y")
    if chance.random() < 0.1:  # noqa: PLR2004
        data = container(chance)
        for _ in archive.links(data):
            pass
        archive.rewrite(data, io.BytesIO())


def work(seed: int, until: float, calls: Any) -> None:  # noqa: ANN401 -- a number shared with others
    """Make rounds of calls until the time is over, and count them."""
    chance = random.Random(seed)
    while time.monotonic() < until:
        for _ in range(20):
            one(chance)
        with calls.get_lock():
            calls.value += 20


def resident(process: int) -> float:
    """Read the resident memory of a process, in MB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


@click.command()
@click.option("--minutes", default=60.0, show_default=True)
@click.option("--threads", default=2, show_default=True)
@click.option("--processes", default=2, show_default=True)
@click.option(
    "--allowed", default=8.0, show_default=True, metavar="MB", help="Growth behind the first quarter."
)
@click.option("--rounds", default=0, help="Instead, count what is in use during that many rounds.")
def main(minutes: float, threads: int, processes: int, allowed: float, rounds: int) -> None:
    """Call for a while, and print what the memory of each process did."""
    if rounds:
        sys.exit(count_in_use(rounds, threads))
    start = time.monotonic()
    until = start + minutes * 60
    forking = multiprocessing.get_context("spawn")
    calls: Synchronized[int] = forking.Value("L", 0)
    workers: list[Any] = [
        forking.Process(target=work, args=(seed, until, calls)) for seed in range(processes)
    ]
    workers += [threading.Thread(target=work, args=(100 + seed, until, calls)) for seed in range(threads)]
    for worker in workers:
        worker.start()
    watched: dict[str, int] = {"the process of the threads": os.getpid()}
    watched |= {f"process {number}": worker.pid for number, worker in enumerate(workers[:processes], 1)}
    seen: dict[str, list[float]] = {name: [] for name in watched}
    while time.monotonic() < until - 1:
        time.sleep(min(5.0, minutes * 60 / 20))
        for name, process in watched.items() if time.monotonic() < until else ():
            seen[name].append(resident(process))
    for worker in workers:
        worker.join()
    failed = any(getattr(worker, "exitcode", 0) for worker in workers)
    click.echo(f"{calls.value:,} rounds of 5 calls in {minutes:g} minutes")
    grown = [report(name, values) for name, values in seen.items()]
    sys.exit(failed or max(grown) > allowed)


class InUse(NamedTuple):
    """Memory: Python's blocks in use, C's bytes in use, and the bytes that C has free but keeps."""

    blocks: int
    bytes: int
    free: int

    def __str__(self) -> str:
        """Format the amounts."""
        of_c = f"{self.bytes / 1e6:.3f} MB in use by C, {self.free / 1e6:.2f} MB free in it"
        return f"{self.blocks:,} blocks of Python, {of_c}"


FIGURES = ["arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks"]
FIGURES += ["keepcost"]


class Mallinfo2(ctypes.Structure):
    """The statistics of the GNU C library's allocator (mallinfo(3))."""

    _fields_ = tuple((name, ctypes.c_size_t) for name in FIGURES)


def in_use() -> InUse:
    """Count the memory in use; for C only with the GNU C library.

    The caches of short texts are cleared first, since each grows to a limit and is then emptied.
    """
    for each in gc.get_objects():
        if type(each) is AnswerCache:
            each.clear()
    gc.collect()
    mallinfo2 = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if mallinfo2 is None:
        return InUse(sys.getallocatedblocks(), 0, 0)
    mallinfo2.restype = Mallinfo2
    usage = mallinfo2()
    return InUse(sys.getallocatedblocks(), usage.uordblks + usage.hblkhd, usage.fordblks)


def count_in_use(rounds: int, threads: int) -> bool:
    """Print the memory in use after each quarter of the rounds; return whether it grew in the second half."""
    dice = [random.Random(2396 + number) for number in range(threads)]
    seen: list[InUse] = []
    for quarter in range(1, 5):
        workers = [
            threading.Thread(target=make_rounds, args=(chance, rounds // 4 // threads)) for chance in dice
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        seen.append(in_use())
        shown = f"{seen[-1]}, {resident(os.getpid()):.1f} MB resident"
        click.echo(f"after {rounds * quarter // 4:,} rounds: {shown}")
    if (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)
        click.echo(f"what is free given back to the system: {resident(os.getpid()):.1f} MB resident")
    blocks, in_c = seen[3].blocks - seen[1].blocks, seen[3].bytes - seen[1].bytes
    return blocks > BLOCKS_A_ROUND * rounds / 2 or in_c > BYTES_A_ROUND * rounds / 2


def make_rounds(chance: random.Random, rounds: int) -> None:
    """Make a number of rounds of calls."""
    for _ in range(rounds):
        one(chance)


def report(name: str, values: list[float]) -> float:
    """Print the memory of a process; return its growth after the first quarter."""
    quarters = [values[len(values) * part // 4 : len(values) * (part + 1) // 4] for part in range(4)]
    peaks = [max(quarter) for quarter in quarters]
    shown = ", ".join(f"{peak:.1f}" for peak in peaks)
    click.echo(f"{name}: at most {shown} MB in each quarter of the time; {peaks[3] - peaks[0]:+.1f} MB")
    return peaks[3] - peaks[0]


if __name__ == "__main__":
    main()
