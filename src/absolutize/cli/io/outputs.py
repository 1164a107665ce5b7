"""Where a result is written: to standard output, a file, a directory, or over the input.

It overwrites files only on request. It does not know how the output was made. Used by `cli.commands` and
`cli.io`.
"""

import errno
import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import click

from absolutize.cli.file_names import FileName, advice_for_url
from absolutize.cli.io.output_names import looks_like_a_file, refuse_collisions, relative_names
from absolutize.cli.options import is_given
from absolutize.cli.run import Run, stop
from absolutize.containers.sniffing import is_page, is_text
from absolutize.storage import files
from absolutize.storage.batch import Batch, write_changed, write_new
from absolutize.storage.files import STANDARD, FileError
from absolutize.storage.folders import NewDirectories


class Delivery(NamedTuple):
    """Where results go: ``place`` gives the file for an input's path (``None``: standard output).

    ``batch`` has the files until they get their names; ``first`` is called before anything is written.
    ``directory`` is the output directory, if any, in which missing directories are made; the run has made
    ``new_directories``. ``reported_sidecars`` are the places of those that were reported.
    """

    place: Callable[[str], Path | None]
    batch: Batch
    first: Callable[[], None]
    new_directories: NewDirectories
    reported_sidecars: set[str]
    directory: Path | None = None
    in_place: bool = False
    force: bool = False

    def check(self, path: str) -> None:
        """Refuse an input that should be replaced but cannot be."""
        if self.in_place:
            files.check_regular(path)

    def write(self, path: str, data: Iterator[bytes]) -> bool:
        """Write the result to the output, completely or not at all; say whether it replaces the input."""
        place = self.place(path)
        if place is None:
            data = _refuse_binary_on_terminal(path, data)
            self.first()
            files.write_stdout(data)
        elif self.in_place:
            changed = write_changed(place, data, announce=self.batch.announce)
            self.batch.add(changed)
            return changed is not None
        elif files.is_device(place):
            data = chain([next(data, b"")], data)
            self.first()
            files.write_special(place, data)
        else:
            self.make_parent(place)
            self.batch.add(write_new(place, data, force=self.force, announce=self.batch.announce))
        return False

    def make_parent(self, place: Path) -> None:
        """Make the directory for a file in the output directory."""
        if self.directory is not None:
            self.new_directories.make(place.parent)


class OutputChoice(NamedTuple):
    """The user's choice for these inputs: ``output`` or ``in_place``; ``among`` names all choices.

    With ``force``, existing files are replaced.
    """

    paths: Sequence[str]
    output: str | None
    in_place: bool
    among: str = "-o DIR or --in-place"
    force: bool = False


output_option = click.option(
    "-o",
    "--output",
    type=FileName(),
    metavar="OUT",
    help="Write to this file or directory (DIR/ is created), in which inputs keep their relative paths; "
    "no file is overwritten without --force.",
)
force_option = click.option("--force", is_flag=True, help="Overwrite the file that -o names.")
in_place_option = click.option(
    "--in-place",
    is_flag=True,
    help="Overwrite the files, each atomically; mode, owner and group stay "
    "(other hard links keep the old content).",
)


def delivery(wanted: OutputChoice, run: Run, first: Callable[[], None] = lambda: None) -> Delivery:
    """Choose where results go; refuse contradicting options. ``first`` is called before any output."""
    made = click.get_current_context().with_resource(NewDirectories())
    place, directory = _place(wanted, made)
    batch = Batch(run.fail, first)
    return Delivery(place, batch, first, made, set(), directory, wanted.in_place, wanted.force)


def _place(wanted: OutputChoice, made: NewDirectories) -> tuple[Callable[[str], Path | None], Path | None]:
    paths, output, in_place, among, force = wanted
    refuse_force(output, force=force)
    if in_place:
        if STANDARD in paths:
            stop("--in-place: standard input is not a file")
        return Path, None
    if output is None or output == STANDARD:
        if len(paths) > 1:
            _refuse_several(paths, among)
        return lambda _: None, None
    if len(paths) > 1 or files.names_directory(output):
        return _in_directory(output, paths, made), Path(output)
    return lambda _: Path(output), None


def _refuse_several(paths: Sequence[str], among: str) -> NoReturn:
    """Refuse several inputs without an output for each; one may be a URL that is meant as the other's."""
    for path in paths:
        advice = advice_for_url(path)
        if advice and not os.path.exists(path):  # noqa: PTH110 -- text
            stop(f"{path}: {os.strerror(errno.ENOENT)}{advice}")
    stop(f"several inputs: pass {among}")


def _in_directory(output: str, paths: Sequence[str], made: NewDirectories) -> Callable[[str], Path]:
    """Make the output directory for files with the inputs' names."""
    if STANDARD in paths:
        stop(f"{output.rstrip('/')}: standard input has no file name for an output in a directory")
    if looks_like_a_file(output):
        stop(f"-o {output}: {len(paths)} inputs need a directory; pass {output}/ to name a directory")
    names = relative_names(paths)
    refuse_collisions(output, names)
    try:
        made.make(Path(output))
    except FileError as error:
        stop(error)
    return lambda path: Path(output, names[path])


def refuse_force(output: str | None, *, force: bool) -> None:
    """Refuse ``--force`` without an output file that it could replace."""
    if force and output in {None, STANDARD}:
        stop("--force needs -o: it overwrites an existing file")


def refuse_own_page(paths: Iterable[str], options: Mapping[str, Any]) -> None:
    """Refuse to replace a page of a directory that is read: the report would be about the one before it."""
    output, trees = options["output"], list(filter(files.names_directory, paths))
    if not trees or output is None or output == STANDARD or not os.path.isfile(output):  # noqa: PTH113
        return
    page = Path(output).resolve()
    for path in trees:
        name = _name_in(Path(path).resolve(), page, options)
        if name is not None and _holds_documents(page):
            stop(f"-o {output}: is a file of {path}; choose another name, or pass --exclude {name}")


def _name_in(root: Path, file: Path, options: Mapping[str, Any]) -> str | None:
    """Give the path of a file in a tree; None if it is elsewhere, or left out by the options."""
    from absolutize.containers.mirror.walk import Selection, is_read  # noqa: PLC0415 -- only for directories

    if not file.is_relative_to(root):
        return None
    name = file.relative_to(root).as_posix()
    selection = Selection(options["exclude"], options["hidden"], options["gitignore"])
    return name if is_read(root, name, selection) else None


def _holds_documents(file: Path) -> bool:
    """Whether a file of a directory is a page or has pages in it; also if that cannot be determined."""
    from absolutize.containers.mirror.detection import bytes_to_see, is_container  # noqa: PLC0415

    try:
        with file.open("rb") as data:
            head = data.read(bytes_to_see(file.name))
    except OSError:
        return True
    return is_page(file.name, head, style_sheets=True) or is_container(file.name, head, style_sheets=True)


def refuse_binary(output: str | None, form: str) -> None:
    """Refuse to write a binary format to a terminal, which would execute control sequences in it."""
    if output in {None, STANDARD} and files.is_terminal():
        stop(f"--format {form}: binary output is not written to a terminal; pass -o FILE")


def mention_other_format(output: str | None, form: str, forms: Container[str], run: Run) -> None:
    """Report an output whose name ends like that of another format, if none was chosen."""
    ending = os.path.splitext(output or "")[1][1:]  # noqa: PTH122 -- text
    if ending != form and ending in forms and not is_given("form"):
        run.warn(f"{output}: written as {form}; pass --format {ending} to write {ending}")


def write_report(output: str | None, data: Iterator[bytes], run: Run, *, force: bool) -> None:
    """Write a report to a file, completely or not at all; without a file, to standard output."""
    if output is None or output == STANDARD:
        files.write_stdout(data)
        return
    try:
        if files.is_device(Path(output)):
            files.write_special(Path(output), data)
            return
        with Batch(run.fail) as batch:
            batch.add(write_new(Path(output), data, force=force, announce=batch.announce))
    except FileError as error:
        stop(error)


def _refuse_binary_on_terminal(path: str, data: Iterator[bytes]) -> Iterator[bytes]:
    """Refuse to write binary data to a terminal, which would execute control sequences in them."""
    begun = next(data, b"")
    if files.is_terminal() and not is_text(begun):
        raise FileError(path, "binary output is not written to a terminal; pass -o FILE")
    return chain([begun], data)
