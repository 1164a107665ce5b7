"""The lines after a run: how many links were rewritten, how many were left and why, how to go on.

It only counts codes, and does not know how they were decided. Used by `cli.commands.rewrite`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from absolutize.cli.io.inputs import Summary
from absolutize.cli.io.resume import Interruption, how_to_go_on
from absolutize.cli.run import Run, describe_count
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


def describe_changes(documents: int, links: int) -> str:
    """Say how many links were made absolute in how many documents."""
    return f"{describe_count(documents, 'document')}, {describe_count(links, 'link')} made absolute"


def mention(path: str, summary: Summary, run: Run, *, strict: bool) -> None:
    """Report the problems with an input, how many links had to stay relative, and why."""
    summary.print_problems(path, run)
    if summary.is_container:
        failed = (
            f"; {describe_count(summary.unwritten, 'file')} could not be written" if summary.unwritten else ""
        )
        run.warn(f"{path}: {describe_changes(summary.parts, summary.changed)}{failed}")
    if late := summary.left["charset-late"]:
        run.warn(f"{path}: {late} charset-late: edited so that browsers read the same encoding")
    left = [(count, why) for count, why in _reasons(summary) if count]
    if left and strict:
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
