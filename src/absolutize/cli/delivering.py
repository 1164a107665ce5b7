"""Where results go: standard output, a file, a directory, or the place of the input."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from absolutize import files
from absolutize.cli.printing import stop
from absolutize.files import STANDARD, FileError


class Delivery(NamedTuple):
    """Where results go: ``place`` names the file for an input's path (``None``: standard output)."""

    place: Callable[[str], Path | None]
    in_place: bool = False

    def check(self, path: str) -> None:
        """Refuse an input that cannot be replaced and is to be."""
        if self.in_place:
            files.check_regular(path)

    def write(self, path: str, data: Iterator[bytes]) -> None:
        """Put what became of an input where it goes, whole or not at all."""
        place = self.place(path)
        if place is None:
            files.write_stdout(data)
        elif self.in_place:
            files.overwrite(place, data)
        else:
            files.create(place, data)


output_option = click.option(
    "-o",
    "--output",
    metavar="OUT",
    help="Write to this file, or into this directory (DIR/ is made); neither replaces a file.",
)
in_place_option = click.option(
    "--in-place",
    is_flag=True,
    help="Replace the inputs, each at once, by files of the same mode, owner and group "
    "(other hard links keep the old content).",
)


def delivery(paths: Sequence[str], output: str | None, *, in_place: bool, among: str = "") -> Delivery:
    """Choose where results go; refuse what does not fit together. ``among`` are other ways there are."""
    if in_place:
        if STANDARD in paths:
            stop("--in-place: standard input has no place")
        return Delivery(Path, in_place=True)
    if output == "":
        stop("-o: the name is empty")
    if output is None or output == STANDARD:
        if len(paths) > 1:
            stop(f"several inputs: give {among or '-o DIR or --in-place'}")
        return Delivery(lambda _: None)
    if len(paths) > 1 or files.is_directory(output):
        _make(Path(output), paths)
        return Delivery(lambda path: Path(output, Path(path).name))
    return Delivery(lambda _: Path(output))


def _make(directory: Path, paths: Sequence[str]) -> None:
    """Make the directory for files of the inputs' names."""
    if STANDARD in paths:
        stop(f"{directory}: standard input has no name to be written by in a directory")
    try:
        with files.reporting(str(directory)):
            directory.mkdir(parents=True, exist_ok=True)
    except FileError as error:
        stop(error)
