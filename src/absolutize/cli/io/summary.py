"""The result of each input, and the lines after a run: what was rewritten, what was left, how to go on.

It only counts codes, and does not know how they were decided. Used by `cli.commands.rewrite` and `cli.io`.
"""

import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from absolutize.archive.part_tasks import PartOutcome
from absolutize.archive.results import report_text
from absolutize.cli.io.resume import Interruption, how_to_go_on
from absolutize.cli.run import FAILURE_STATUS, FINDINGS_STATUS, Run, describe_count
from absolutize.containers.source import (
    GIT_IGNORED,
    NO_ACCESS,
    RECORDS_SEEN,
    SKIPPED_DIRECTORY,
    UNREAD_ZIP,
    Problem,
)
from absolutize.findings import UNRESOLVED_CODES
from absolutize.html.values.javascript import NO_PARSER, has_parser
from absolutize.storage import files

WHY_LEFT: Mapping[str, str] = {  # why links were left relative, by their codes
    "no-base": "no base URL known",
    "base-not-hierarchical": "the base URL has no levels",
    "above-root": "more .. than the base URL has levels",
    "no-such-level": "slashes that the base URL does not have",
    "invalid-reference": "no browser can read them",
    "pattern-in-parts": "URL patterns in parts",
    "module-script": "in module scripts: computed there, or not read",
    "unsuitable-encoding": "in an encoding that cannot be edited",
}


_COUNTED = "parts", "changed", "unusable", "zips"
SHOWN_NAMES = 5  # names of directories that were skipped
MOST_PROBLEMS = 100  # problems of one input that are printed; the others are counted


class Summary:
    """The result of one input: counts of its parts, of links that were left and why, and its problems.

    ``advice`` is the option that would help if there is no base.
    """

    def __init__(self, *, is_container: bool = False, advice: str = "--url") -> None:
        self.parts = self.changed = 0
        self.unwritten = 0  # files of a directory
        self.left: Counter[str] = Counter()
        self.unusable = 0  # links whose base in the document cannot be used
        self.problems: list[Problem] = []
        self.omitted = self.omitted_unread = 0
        self.is_container, self.has_records = is_container, False
        self.skipped: dict[str, int] = {}  # names of directories that were not read
        self.ignored = 0  # paths that .gitignore files list
        self.first_ignored: list[str] = []
        self.zips = 0  # in a directory
        self.is_whole = True  # whether everything in it could be read
        self.advice = advice

    def add(self, outcome: PartOutcome) -> None:
        """Count the outcome of a part."""
        self.parts += 1
        self.changed += outcome.changes
        self.left += outcome.left
        self.unusable += outcome.unusable

    def counts(self) -> Counter[str]:
        """Give the counts so far that are sums over all files, with those of links that were left."""
        return Counter({name: getattr(self, name) for name in _COUNTED}) + self.left

    def subtract(self, counts: Counter[str], places: Collection[str]) -> None:
        """Take back the counts of files that are done again, and the problems with them."""
        for name in _COUNTED:
            setattr(self, name, getattr(self, name) - counts.pop(name, 0))
        self.left -= counts
        self.problems = [each for each in self.problems if each.place.partition("!")[0] not in places]

    def take_back_unwritten(self, parts: int, changed: int) -> None:
        """Take back the counts of a file of a directory that could not be written, and count that."""
        self.parts -= parts
        self.changed -= changed
        self.unwritten += 1

    def state(self) -> dict[str, Any]:
        """Give the counts so far, as values of JSON."""
        copied = {"left": dict(self.left), "problems": list(self.problems), "skipped": dict(self.skipped)}
        return {**vars(self), **copied, "first_ignored": list(self.first_ignored)}

    def restore(self, kept: dict[str, Any]) -> None:
        """Go on from the counts of an earlier run, without what it could not read: that is tried again."""
        vars(self).update(kept)
        self.left = Counter(kept["left"])
        problems = (Problem(*problem) for problem in kept["problems"])
        self.problems = [problem for problem in problems if problem.code != NO_ACCESS]
        self.omitted -= self.omitted_unread
        self.omitted_unread, self.is_whole = 0, True

    def add_problem(self, problem: Problem) -> None:
        """Keep or count a problem; count skipped paths; note what cannot be read, and WARC records."""
        self.is_whole &= problem.code != NO_ACCESS
        if problem.code == SKIPPED_DIRECTORY:
            name = os.path.basename(problem.place)  # noqa: PTH119 -- many, and text
            self.skipped[name] = self.skipped.get(name, 0) + 1
        elif problem.code == GIT_IGNORED:
            self.ignored += 1
            self.first_ignored += [problem.place][: SHOWN_NAMES - len(self.first_ignored)]
        elif problem.code == UNREAD_ZIP:
            self.zips += 1
        elif problem.code == RECORDS_SEEN:
            self.has_records = True
        elif len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)
        else:
            self.omitted += 1
            self.omitted_unread += problem.code == NO_ACCESS

    def print_problems(self, path: str, run: Run, *, reading: bool = False) -> None:
        """Print the problems with an input, and the skipped paths."""
        status = FINDINGS_STATUS if self.is_whole else FAILURE_STATUS
        for problem in self.problems:
            run.fail(f"{problem.place}: {report_text(problem, reading=reading)}", status)
        if self.omitted:
            run.fail(f"{path}: and {self.omitted} more", status)
        if self.skipped:
            run.warn(f"{path}: skipped {self._skipped()}; pass --hidden to include them")
        if self.ignored:
            paths = (
                f"{describe_count(self.ignored, 'path')} listed in .gitignore ({self._first_ignored(path)})"
            )
            run.warn(f"{path}: skipped {paths}; pass --no-gitignore to include them")
        if self.zips:
            zips, them = ("1 zip file", "it") if self.zips == 1 else (f"{self.zips} zip files", "them")
            run.warn(f"{path}: skipped {zips}; name {them} to have the pages in {them} read")

    def _first_ignored(self, path: str) -> str:
        """Name the first paths that were skipped, by where they are in the directory."""
        names = [place.removeprefix(path).lstrip("/") for place in self.first_ignored]
        return ", ".join([*names, "..."] if self.ignored > len(names) else names)

    def _skipped(self) -> str:
        """Name the directories that were skipped, each name once."""
        names = [name if count == 1 else f"{name} ({count} times)" for name, count in self.skipped.items()]
        more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
        return ", ".join(names[:SHOWN_NAMES]) + more


class Totals:
    """The totals of all inputs: how many are done and how many failed, their documents and links."""

    def __init__(self, inputs: int) -> None:
        self.inputs = inputs
        self.done = self.failed = self.documents = self.links = 0

    def add(self, summary: Summary) -> None:
        """Add the counts of an input."""
        self.done += 1
        self.documents += summary.parts
        self.links += summary.changed

    def mention(self, run: Run, options: Mapping[str, Any]) -> None:
        """Report the totals, if there are several inputs."""
        if self.inputs > 1 and not options["diff"]:
            run.warn(describe_changes(self.documents, self.links) + self._failures(options))

    def _failures(self, options: Mapping[str, Any]) -> str:
        """Say how many inputs failed; what was done is in the record, which no other run may write."""
        if not self.failed:
            return ""
        is_recorded = options["record"] is not None and self.done
        again = " (run them again with another --record)" if is_recorded else ""
        return f"; {self.failed} of {self.inputs} inputs failed{again}"


def describe_changes(documents: int, links: int, *, is_written: bool = True) -> str:
    """Say how many links were made absolute in how many documents, or would be."""
    what = "made absolute" if is_written else "would be made absolute"
    return f"{describe_count(documents, 'document')}, {describe_count(links, 'link')} {what}"


def mention(path: str, summary: Summary, run: Run, options: Mapping[str, Any]) -> None:
    """Report the problems with an input, how many links had to stay relative, and why."""
    summary.print_problems(path, run)
    if summary.is_container:
        failed = (
            f"; {describe_count(summary.unwritten, 'file')} could not be written" if summary.unwritten else ""
        )
        changes = describe_changes(summary.parts, summary.changed, is_written=not options["diff"])
        run.warn(f"{path}: {changes}{failed}")
    if late := summary.left["charset-late"]:
        run.warn(f"{path}: {late} charset-late: edited so that browsers read the same encoding")
    left = [(count, why) for count, why in _reasons(summary) if count]
    if left and options["strict"]:
        run.note_finding()
    for count, why in left:
        run.warn(f"{path}: {describe_count(count, 'link')} left relative: {why}")


_UNUSABLE = "the base URL in the document cannot be used"


def _reasons(summary: Summary) -> Iterator[tuple[int, str]]:
    """Give how many links were left relative, and why."""
    for code, count in sorted(summary.left.items()):
        if code == "no-base":
            yield count - summary.unusable, f"{WHY_LEFT[code]} (pass {summary.advice})"
            yield summary.unusable, _UNUSABLE
        elif code in UNRESOLVED_CODES:
            is_parsed = code != NO_PARSER or has_parser()
            yield count, WHY_LEFT[code] + ("" if is_parsed else " (pip install 'absolutize[javascript]')")


def mention_interruption(
    interrupt: KeyboardInterrupt, totals: Totals, run: Run, options: Mapping[str, Any]
) -> None:
    """Explain how to continue an interrupted run that wrote files."""
    if options["in_place"]:
        again = " (with another --record)" if options["record"] is not None else ""
        run.warn(f"interrupted; no file is half written: run the same command again{again} to go on")
    elif options["output"] is not None and _goes_out_at_once(options["output"]):
        run.warn("interrupted; the output is not complete")
    elif isinstance(interrupt, Interruption):
        run.warn(f"interrupted; {how_to_go_on(interrupt)}")
    elif totals.done and options["output"] is not None:
        run.warn("interrupted; run the same command with --resume to go on")
    elif options["output"] is not None:
        run.warn("interrupted; nothing was written")


def _goes_out_at_once(output: str) -> bool:
    """Whether an output is written while it is made, and not first to a temporary file."""
    return output == files.STANDARD or (files.is_device(Path(output)) and not files.is_tree(output))
