"""Options from a file: the table ``[tool.absolutize]`` of ``pyproject.toml``.

Options of the command line override those of the file. It does not know what options mean. Used by
`cli.applicability`, `cli.commands.check`, `cli.io` and `cli.options`.
"""

import os
from collections.abc import Mapping
from itertools import accumulate
from typing import Any

import click
from click.core import ParameterSource

from absolutize.cli.file_names import FileName, current_folder
from absolutize.cli.run import stop
from absolutize.storage import files
from absolutize.storage.files import FileError

CONFIG_NAME = "pyproject.toml"
# Its keys are spelled like the options, and are for all commands that have these options; a table in it with
# the name of a command, such as [tool.absolutize.check], is for that command
TABLE = "tool.absolutize"
ONLY_TYPED = frozenset(  # options of a single run, which a file must not choose
    {"config", "no_config", "output", "force", "in_place", "diff", "record", "resume", "write_baseline"}
)
OF_PATHS = frozenset({"map", "baseline"})  # relative to the folder of the file
_NOT_READ = "absolutize: no configuration"  # keys of click's context
_PLACES = "absolutize: places in the configuration"
_FILE = "absolutize: the file of the configuration"
CONTRADICTION = "pass only one of --config and --no-config"

ConfigTable = dict[str, Any]


def _refrain(context: click.Context, _parameter: object, given: bool) -> None:  # noqa: FBT001 -- as click calls it
    if given and context.meta.get(_FILE) is not None:
        stop(CONTRADICTION)
    context.meta[_NOT_READ] = given


def _read(context: click.Context, _parameter: object, path: str | None) -> None:
    """Take options that are not on the command line from a file."""
    is_unread = context.meta.get(_NOT_READ, False)
    if context.resilient_parsing or (is_unread and path is None):
        return
    if is_unread:
        stop(CONTRADICTION)
    file_path = nearest_file(current_folder()) if path is None else path
    context.meta[_FILE] = file_path
    table = None if file_path is None else _table(file_path, required=path is not None)
    if file_path is not None and table is not None:
        context.default_map = _settings(context, os.path.relpath(file_path) if path is None else path, table)


def config_options(command: Any) -> Any:  # noqa: ANN401 -- whatever click decorates
    """Give a command the options that choose the file to read."""
    for option in (
        click.option(
            "--no-config",
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_refrain,
            help="Read no file of options.",
        ),
        click.option(
            "--config",
            type=FileName(),
            metavar="FILE",
            is_eager=True,
            expose_value=False,
            callback=_read,
            help=f"Read options from [{TABLE}] of this file; by default of the nearest {CONFIG_NAME}.",
        ),
    ):
        command = option(command)
    return command


def nearest_file(folder: str | None) -> str | None:
    """Find the file in a folder or above it, up to the top of the repository."""
    while folder is not None:
        path = os.path.join(folder, CONFIG_NAME)  # noqa: PTH118 -- text
        if os.path.isfile(path) and _table(path, required=False) is not None:  # noqa: PTH113
            return path
        parent = os.path.dirname(folder)  # noqa: PTH120
        if parent == folder or os.path.exists(os.path.join(folder, ".git")):  # noqa: PTH110, PTH118
            return None
        folder = parent
    return None


def _table(path: str, *, required: bool) -> ConfigTable | None:
    """Read the table of a file; None if there is no such table. End the run if the file cannot be read."""
    printed_path = path if required else os.path.relpath(path)
    try:
        data = files.read_file(path)
    except FileError as error:
        stop(error)
    if not required and b"absolutize" not in data:
        return None
    import tomllib  # noqa: PLC0415 -- only here

    try:
        table = _inner_table(tomllib.loads(data.decode("utf-8-sig")), printed_path)
    except ValueError as error:  # also if it is not UTF-8
        stop(f"{printed_path}: not TOML: {error}")
    except RecursionError:
        stop(f"{printed_path}: TOML that is nested too deep")
    if table is None and required:
        stop(f"{printed_path}: no [{TABLE}]")
    return table


def _inner_table(outer: ConfigTable, path: str) -> ConfigTable | None:
    """Find the table in those of a file; end the run if it, or the one around it, is another value."""
    table: ConfigTable | None = outer
    for name in accumulate(TABLE.split("."), "{}.{}".format):
        table = None if table is None else table.get(name.rpartition(".")[2])
        if table is not None and not isinstance(table, dict):
            stop(f"{path}: {name} is not a table")
    return table


def _settings(context: click.Context, path: str, table: ConfigTable) -> dict[str, Any]:
    """Select the settings for the command that runs; refuse keys that no command has."""
    commands = _commands(context)
    everywhere = {key: option for options in commands.values() for key, option in options.items()}
    for key, value in table.items():
        is_table = isinstance(value, dict)
        if key in commands and not is_table:
            stop(f"{path}: {TABLE}.{key} is not a table")
        if key not in everywhere:
            _refuse_unknown(f"{path}: [{TABLE}]", key, commands if is_table else everywhere, {})
        elif is_table and key not in commands:  # refused, also if the option is one of other commands
            _value(f"{path}: [{TABLE}] {key}", everywhere[key], value, context, path)
        for inner in value if key in commands else ():
            _refuse_unknown(f"{path}: [{TABLE}.{key}]", inner, commands[key], commands)
    name = context.command.name or ""
    chosen: dict[str, Any] = {}
    places: dict[str, tuple[str, str]] = context.meta.setdefault(_PLACES, {})
    for place, given in ((TABLE, table), (f"{TABLE}.{name}", table.get(name, {}))):
        for key, value in given.items():
            if key in commands[name]:
                option = commands[name][key]
                spelled = f"{path}: [{place}] {key}"
                places[f"--{key}"] = str(option.name), spelled
                chosen[str(option.name)] = _value(spelled, option, value, context, path)
    return chosen


def place_of(option: str) -> str:
    """Give the place in the file that set an option of the running command; else the option itself."""
    context = click.get_current_context()
    name, place = context.meta.get(_PLACES, {}).get(option, ("", option))
    return place if context.get_parameter_source(name) is ParameterSource.DEFAULT_MAP else option


def file_of_options() -> str | None:
    """Give the path of the file whose options count for the running command; None if there is none."""
    path: str | None = click.get_current_context().meta.get(_FILE)
    return path


def folder_of(option: str) -> str | None:
    """Give the folder of that file if the file set an option of the running command; None otherwise."""
    path = file_of_options()
    return None if path is None or place_of(option) == option else os.path.dirname(path) or os.curdir  # noqa: PTH120


def _commands(context: click.Context) -> dict[str, dict[str, click.Option]]:
    """Give the commands whose options a file may set, by name, each with these options."""
    group = context.find_root().command
    commands = group.commands.values() if isinstance(group, click.Group) else [context.command]
    return {
        str(command.name): _options(command)
        for command in commands
        if any(parameter.name == "config" for parameter in command.params)
    }


def _options(command: click.Command) -> dict[str, click.Option]:
    """Give the options that a file may set, by their spelled names."""
    settable = (
        each for each in command.params if isinstance(each, click.Option) and each.name not in ONLY_TYPED
    )
    return {next(name for name in each.opts if name.startswith("--"))[2:]: each for each in settable}


def _refuse_unknown(
    place: str, key: str, known: Mapping[str, object], others: Mapping[str, Mapping[str, object]]
) -> None:
    """Refuse a key that is not known; name the other commands that have it, or else a key like it."""
    if key not in known:
        from difflib import get_close_matches  # noqa: PLC0415 -- only where it is needed

        having = ", ".join(name for name, options in others.items() if key in options)
        near = "" if having else next(iter(get_close_matches(key, known, n=1)), "")
        why = f": it is for {having}" if having else f": is it {near!r}?" if near else ""
        if key.replace("-", "_") in ONLY_TYPED:
            why = ": it is an option of a single run, for the command line"
        stop(f"{place} has no key {key!r}{why}")


_KINDS = {
    (bool, False): "true or false",
    (int, False): "a number",
    (str, False): "a text",
    (str, True): "a list of texts",
}


def _value(place: str, option: click.Option, value: Any, context: click.Context, path: str) -> object:  # noqa: ANN401
    """Check a value: its type, and whether the option allows it."""
    kind = bool if option.is_flag else int if isinstance(option.type, click.IntRange) else str
    values = list(value) if option.multiple and isinstance(value, list) else [value]
    if (option.multiple and not isinstance(value, list)) or any(type(each) is not kind for each in values):
        stop(f"{place}: {value!r} is not {_KINDS[kind, option.multiple]}")
    try:
        for each in values:
            option.type(each, option, context)
    except click.BadParameter as error:
        stop(f"{place}: {error.message}")
    if option.name in OF_PATHS and value != files.STANDARD:
        return os.path.normpath(os.path.join(os.path.dirname(path), str(value)))  # noqa: PTH118, PTH120
    return value
