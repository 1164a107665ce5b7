"""Where results go: standard output, a file, a directory, or the place of the input."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from absolutize import files
from absolutize.cli.printing import stop
from absolutize.files import STANDARD, FileError

Write = Callable[[str, bytes, bytes], None]  # the path, the document as it was, as it is now


class Delivery(NamedTuple):
    """How results go where they go: ``place`` names the file for a path (``None``: standard output)."""

    read: Callable[[str], bytes]
    place: Callable[[str], Path | None]
    write: Write


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
        return Delivery(files.read_regular, Path, _in_place)
    if output == "":
        stop("-o: the name is empty")
    if output is None or output == STANDARD:
        if len(paths) > 1:
            stop(f"several inputs: give {among or '-o DIR or --in-place'}")
        return Delivery(files.read, lambda _: None, lambda _path, _before, after: files.write_stdout([after]))
    if len(paths) > 1 or files.is_directory(output):
        _make(Path(output), paths)
        return _created(lambda path: Path(output, Path(path).name))
    return _created(lambda _: Path(output))


def _created(place: Callable[[str], Path]) -> Delivery:
    return Delivery(files.read, place, lambda path, _before, after: files.create(place(path), after))


def _in_place(path: str, before: bytes, after: bytes) -> None:
    if after != before:
        files.overwrite(Path(path), after)


def _make(directory: Path, paths: Sequence[str]) -> None:
    """Make the directory for files of the inputs' names."""
    if STANDARD in paths:
        stop(f"{directory}: standard input has no name to be written by in a directory")
    try:
        with files.reporting(str(directory)):
            directory.mkdir(parents=True, exist_ok=True)
    except FileError as error:
        stop(error)
