"""Checks what is left after runs are killed, disks are full, or files cannot be read.

    python benchmarks/interruptions.py [--times 100] [--pages 300]

Runs of the command are killed (SIGKILL) at random moments. With `--in-place` over a directory, each file
must then be either unchanged or completely rewritten. With `-o` and `--resume` over a directory and a WARC
file, nothing may have the output's name until it is complete, and a last run must make the same bytes as an
undisturbed run. (Unfinished files, whose names begin with ".absolutize-", may be left; no run reads them.)
Then the size of files is limited (RLIMIT_FSIZE) at random below that of the outputs, as on a full disk, and
files are made unreadable. Violations are counted, and the exit status is 1 if there are any.
"""

from __future__ import annotations

import ctypes
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import click
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from madepages import made_pages

Files = Mapping[str, bytes]
ROOT = "--root", "http://h.example/", "--quiet"
UNREAD = 2  # exit status
OWN = ".absolutize-"  # the prefix of unfinished files


def site(directory: Path, pages: int) -> None:
    """Make a directory of pages, and a WARC file of them."""
    (directory / "site").mkdir(parents=True)
    with (directory / "crawl.warc.gz").open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for number, (page, _) in enumerate(islice(cycle(made_pages()), pages)):
            path = directory / "site" / f"{number}.html"
            path.write_text(page, encoding="utf-8")
            head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
            url = f"http://h.example/{number}.html"
            with path.open("rb") as body:
                writer.write_record(writer.create_warc_record(url, "response", body, http_headers=head))


def contents(path: Path) -> Files:
    """Read a file, or all files of a directory except unfinished ones."""
    if path.is_file():
        return {"": path.read_bytes()}
    found = (each for each in path.rglob("*") if each.is_file() and not each.name.startswith(OWN))
    return {str(each.relative_to(path)): each.read_bytes() for each in found}


def command(*arguments: object) -> list[str]:
    """Make the command line of a run."""
    return [sys.executable, "-m", "absolutize", "rewrite", *map(str, arguments)]


def run(arguments: list[str], before: Callable[[], None] | None = None) -> tuple[int, str]:
    """Run to the end; return the exit status and the messages."""
    ran = subprocess.run(arguments, capture_output=True, text=True, check=False, preexec_fn=before)  # noqa: S603
    return ran.returncode, ran.stderr


def killed(arguments: list[str], longest: float, chance: random.Random) -> bool:
    """Start a run, and kill it at a random moment if it has not ended by then."""
    process = subprocess.Popen(arguments, stderr=subprocess.DEVNULL, start_new_session=True)  # noqa: S603
    time.sleep(chance.uniform(0, 1.1) * longest)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def kills_in_place(directory: Path, whole: Files, times: int, longest: float) -> tuple[int, int]:
    """Kill runs in place; count the killed ones, and those after which a file was neither old nor new."""
    chance, before, bad, done = random.Random(1), contents(directory / "site"), 0, 0
    while done < times:
        copy = directory / "copy"
        shutil.copytree(directory / "site", copy)
        done += killed(command(copy, "--in-place", *ROOT), longest, chance)
        after = contents(copy)
        bad += after.keys() != before.keys() or any(
            after[name] not in {before[name], whole[name]} for name in before
        )
        run(command(copy, "--in-place", *ROOT))
        bad += contents(copy) != whole
        shutil.rmtree(copy)
    return done, bad


def kills_with_resume(
    source: Path, whole: Files, times: int, longest: float, options: tuple[str, ...]
) -> tuple[int, int]:
    """Kill runs that resume; count the killed ones, and how often there was an incomplete output."""
    chance, bad, done = random.Random(2), 0, 0
    output = source.with_name(f"resumed-{source.name}")
    arguments = command(source, "-o", output, "--resume", *options)
    while done < times:
        done += killed(arguments, longest, chance)
        if output.exists():
            bad += contents(output) != whole
            shutil.rmtree(output) if output.is_dir() else output.unlink()
    run(arguments)
    bad += contents(output) != whole
    return done, bad


def full_disks(source: Path, whole: Files, times: int, options: tuple[str, ...]) -> tuple[int, int]:
    """Limit the size of files; count the runs that failed, and those that left a part or reported nothing."""
    chance, bad, failed = random.Random(3), 0, 0
    output = source.with_name(f"limited-{source.name}")
    for _ in range(times):
        limit = chance.randrange(max(map(len, whole.values())))
        there = set(source.parent.iterdir())
        limited = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (limit, limit))
        status, said = run(command(source, "-o", output, *options), limited)
        failed += status != 0
        bad += set(source.parent.iterdir()) != there or (status, "File too large" in said) != (2, True)
        shutil.rmtree(output, ignore_errors=True)
    return failed, bad


def without_privileges() -> None:
    """Drop the capabilities that let root read any file: CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""
    drop = 24  # PR_CAPBSET_DROP of prctl(2)
    for capability in (1, 2):
        ctypes.CDLL(None).prctl(drop, capability)


def unreadable(directory: Path, whole: Files) -> tuple[int, int]:
    """Make files unreadable; count them, and the runs that do not report them or leave a partial output."""
    copy, output = directory / "unreadable", directory / "output"
    shutil.copytree(directory / "site", copy)
    names = sorted(whole)[::10]
    for name in names:
        (copy / name).chmod(0)
    bad = 0
    for result, options in ((copy, ("--in-place",)), (output, ("-o", output))):
        status, said = run(command(copy, *options, *ROOT), without_privileges)
        expected = {name: data for name, data in whole.items() if name not in names}
        left = {name for name in names if f"{name}: cannot be read; left out (Permission denied)" in said}
        bad += status != UNREAD or left != set(names)
        for name in names:
            (result / name).unlink(missing_ok=result != copy)
        bad += contents(result) != expected
        shutil.copytree(directory / "site", copy, dirs_exist_ok=True)
        for name in names:
            (copy / name).chmod(0)
    return len(names), bad


@click.command()
@click.option("--times", default=100, show_default=True)
@click.option("--pages", default=300, show_default=True)
def main(times: int, pages: int) -> None:
    """Interrupt runs, and print what was left."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        site(directory, pages)
        tree, crawl = directory / "site", directory / "crawl.warc.gz"
        wholes, seconds = {}, {}
        for source, options in ((tree, ROOT), (crawl, ("--quiet",))):
            begun, output = time.monotonic(), directory / f"whole-{source.name}"
            run(command(source, "-o", output, *options))
            wholes[source], seconds[source] = contents(output), time.monotonic() - begun
        rows = {
            "killed, --in-place": kills_in_place(directory, wholes[tree], times, seconds[tree]),
            "killed, -o DIR --resume": kills_with_resume(tree, wholes[tree], times, seconds[tree], ROOT),
            "killed, -o FILE --resume": kills_with_resume(
                crawl, wholes[crawl], times, seconds[crawl], ("--quiet",)
            ),
            "full disk, -o FILE": full_disks(crawl, wholes[crawl], times, ("--quiet",)),
            "full disk, -o DIR": full_disks(tree, wholes[tree], times, ROOT),
            "unreadable files": unreadable(directory, wholes[tree]),
        }
    for what, (count, bad) in rows.items():
        click.echo(f"{what}: {count} times, {bad} wrong")
    sys.exit(any(bad for _, bad in rows.values()))


if __name__ == "__main__":
    main()
