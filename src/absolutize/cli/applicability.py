"""Refuse or mention options that have no effect on the given inputs or rules, or would cost an input.

To ignore them silently would mislead users; but options of a configuration file are not refused, since they
are for other runs, too. The module does not know what the options do. Used by `cli.commands` and
`cli.io`.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from absolutize.cli.config import file_of_options, place_of
from absolutize.cli.options import is_given
from absolutize.cli.run import Run, stop
from absolutize.containers import ContainerOptions
from absolutize.storage import files
from absolutize.storage.files import STANDARD
from absolutize.uri import RULE_SETS

OF_DIRECTORIES = {  # options for directories, by their names in the code, as they are spelled
    "root": "--root",
    "map": "--map",
    "exclude": "--exclude",
    "hidden": "--hidden",
    "gitignore": "--no-gitignore",
    "hard_links": "--hard-links",
}
OF_OUTPUTS = {"resume": "--resume", "hard_links": "--hard-links"}
OF_FILES = {"map": "--map", "baseline": "--baseline"}  # options for files that are read
OF_RECORDS = {"conversion": "--conversion", "http_content_location": "--http-content-location"}
OF_RULES = {  # options that only some rule sets use
    "same_scheme": "--same-scheme",
    "overflow": "--overflow",
    "partial_form": "--partial-form",
    "slash_run": "--slash-run",
    "request": "--request",
}


def read_files(paths: Iterable[str], options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """List the files that a run reads, each after what it is called in messages."""
    by_options = {f"the file of {place_of(spelled)}": options.get(n) for n, spelled in OF_FILES.items()}
    named = {"the file of options": file_of_options(), **by_options}
    given = [(what, path) for what, path in named.items() if path is not None]
    return [*(("an input", path) for path in paths), *given]


def refuse_shared(read: Iterable[tuple[str, str]]) -> None:
    """Refuse standard input for two of the files that are read: the second one would be empty."""
    names = [what for what, path in read if path == STANDARD]
    if len(names) > 1:
        stop(f"{names[0]} and {names[1]} cannot both be standard input")


def refuse_overwriting(output: str | None, others: Iterable[tuple[str, str]], option: str = "-o") -> None:
    """Refuse an output that is also one of the other files of the run, which ``--force`` would replace."""
    if output is None or output == STANDARD or not os.path.isfile(output):  # noqa: PTH113 -- of any length
        return
    for what, path in others:
        if path != STANDARD and os.path.exists(path) and os.path.samefile(path, output):  # noqa: PTH110, PTH121
            stop(f"{option} {output}: is also {what}; choose another name")


def refuse_meaningless(paths: Sequence[str], options: Mapping[str, Any]) -> None:
    """Refuse options for directories without a directory, for new outputs without one, and of other rules.

    Also refuse standard input for two files.
    """
    refuse_shared(read_files(paths, options))
    refuse_ignored([options["rules"], *options.get("against", ())], options)
    if all(map(_is_no_directory, paths)):
        for name, spelled in OF_DIRECTORIES.items():
            if name in options and is_given(name):
                what = f"{paths[0]} is not one" if len(paths) == 1 else "none of the inputs is one"
                stop(f"{spelled} is for directories, and {what}")
    if options.get("output") in {None, STANDARD}:
        for name, spelled in OF_OUTPUTS.items():
            if options.get(name) and is_given(name):
                stop(f"{spelled} needs -o: it is for new output files")


def refuse_ignored(names: Iterable[str], options: Mapping[str, Any]) -> None:
    """Refuse options that all of the named rule sets ignore."""
    known = frozenset[str]().union(*(RULE_SETS[name].options for name in names))
    for option, spelled in OF_RULES.items():
        if options.get(option) and is_given(option) and option not in known:
            knowing = [name for name, rule_set in RULE_SETS.items() if option in rule_set.options]
            rules = f"{place_of('--rules')} {options['rules']}"
            stop(f"{spelled} means nothing with {rules}: it is for {', '.join(knowing)}")


def mention_unused(path: str, choices: ContainerOptions, run: Run, *, has_records: bool) -> None:
    """Report options for records if an input turned out to have no records."""
    for name, spelled in OF_RECORDS.items():
        if getattr(choices, name) and is_given(name) and not has_records:
            run.warn(f"{path}: {spelled} applies only to WARC records; none was found")


def _is_no_directory(path: str) -> bool:
    """Whether an input exists and is no directory."""
    return path == STANDARD or (os.path.exists(path) and not files.is_tree(path))  # noqa: PTH110 -- of any length
