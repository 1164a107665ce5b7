"""The notes of a job in its output directory: its options, and each input with its pieces.

A run that goes on reads the same inputs in the same pieces, even if servers give other answers meanwhile;
outputs of another job or another input are not overwritten. It does not know what is made from a piece. Used
by `spark.job`.
"""

import hashlib
import json
import os
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from fsspec.core import url_to_fs

from absolutize.arrow.pieces import Piece
from absolutize.patterns import compile_regex
from absolutize.spark.units import REPORTS, TEMPORARY, move_output, output_name

OPTIONS_NAME = "_job.json"
INPUTS_NAME = "_inputs.json"
LONGEST_NAME = 200  # bytes, so that file systems accept it together with prefix and suffix

_BEFORE_QUERY = compile_regex("[^?#]*+")

NotedInputs = dict[str, list[Piece]]
"""The pieces of each input, by its name in the output."""


def unit_names(paths: Iterable[str]) -> dict[str, str]:
    """Name each archive in the output like its file; raises `ValueError` if two have the same name."""
    names = dict[str, str]()
    for path in paths:
        is_web = path.startswith(("http://", "https://"))  # whose queries may have slashes
        file = _BEFORE_QUERY.match(path) if is_web else None
        name = _shortened((file[0] if file else path).rstrip("/").rpartition("/")[2])
        other = names.setdefault(name, path)
        if other != path:
            raise ValueError(_same_output(other, path, name))
    return {path: name for name, path in names.items()}


def _shortened(name: str) -> str:
    written = os.fsencode(name)
    if len(written) <= LONGEST_NAME:
        return name
    digest = hashlib.blake2b(written, digest_size=8).hexdigest()
    return f"{written[: LONGEST_NAME - len(digest) - 1].decode(errors='ignore')}-{digest}"


def _same_output(other: str, path: str, name: str) -> str:
    return f"{other} and {path} would have the same output, {name}; write them to two directories"


def begin_output(output: str, plan: list[Any]) -> None:
    """Note the options of a job in its output; raises `ValueError` if another job began the output."""
    known = _read(output, OPTIONS_NAME)
    if known is None and _read(output, INPUTS_NAME) is not None:
        message = f"{output} has {INPUTS_NAME} and no {OPTIONS_NAME}: nobody knows its options"
        raise ValueError(message)
    if known is None:
        _write(output, OPTIONS_NAME, plan)
    elif known != json.loads(json.dumps(plan)):
        message = f"{output} was begun with other options: {json.dumps(known)}"
        raise ValueError(message)


def known_inputs(output: str, names: Mapping[str, str], table: str) -> NotedInputs:
    """Read the noted inputs; raises `ValueError` if an output would be of two inputs, or is of no job.

    An input without an output is noted anew, since it could not be read before: it may be another file now,
    or be cut in another way. The same holds for an input that was not cut and is not done.
    """
    kept = _read(output, INPUTS_NAME) or {}
    noted = {name: [Piece(*piece) for piece in pieces] for name, pieces in kept.items() if pieces}
    there = _names_below(f"{output.rstrip('/')}/{table}")
    done = _names_below(f"{output.rstrip('/')}/{REPORTS}/{table}")
    for path, name in names.items():
        target = f"{output.rstrip('/')}/{table}/{output_name(table, name)}"
        if _place_of(path) == _place_of(target):
            message = f"{path} would be written over itself: write to another directory"
            raise ValueError(message)
        if output_name(table, name) not in there:
            noted.pop(name, None)
        elif name not in noted:
            message = f"{target} is there already, and not of this job"
            raise ValueError(message)
        elif noted[name][0].path != path:
            raise ValueError(_same_output(noted[name][0].path, path, name))
        elif noted[name][0].start is None and f"{name}.json" not in done:
            del noted[name]
    return noted


def _place_of(path: str) -> tuple[str, str]:
    system, place = url_to_fs(path)
    return str(system.protocol), place


def note_inputs(output: str, noted: NotedInputs) -> None:
    """Note all inputs with their pieces."""
    _write(output, INPUTS_NAME, noted)


def _names_below(directory: str) -> set[str]:
    system, root = url_to_fs(directory)
    if not system.exists(root):
        return set()
    return {path.rstrip("/").rpartition("/")[2] for path in system.ls(root, detail=False)}


def _read(output: str, name: str) -> Any:  # noqa: ANN401 -- what is in JSON
    system, root = url_to_fs(output)
    path = f"{root}/{name}"
    if not system.exists(path):
        return None
    try:
        return json.loads(system.cat_file(path))
    except ValueError as error:
        message = f"{output}/{name} cannot be read: {error}"
        raise ValueError(message) from error


def _write(output: str, name: str, value: Any) -> None:  # noqa: ANN401
    """Write a file under a temporary name, and rename it when it is complete."""
    system, root = url_to_fs(output)
    system.makedirs(f"{root}/{TEMPORARY}", exist_ok=True)
    temporary = f"{root}/{TEMPORARY}/{uuid.uuid4().hex}"
    system.pipe_file(temporary, json.dumps(value, sort_keys=True).encode())
    move_output(system, temporary, f"{root}/{name}")
