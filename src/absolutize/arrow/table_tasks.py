"""The options of a table are checked here; they give the task for its rows, and how archives are read.

Wrong values are refused with the messages of `absolutize.rewrite`. It does not import pyarrow. Used by
`arrow` and `spark`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Unpack

from absolutize import arguments
from absolutize.api import Options
from absolutize.arrow import rows
from absolutize.arrow.rows import RowTask
from absolutize.calls import beginning_of
from absolutize.containers import ContainerOptions
from absolutize.containers.session import MAX_DOCUMENT
from absolutize.engine.checks import SelectedCodes
from absolutize.engine.link import computed_fields
from absolutize.html.link_table.kinds import KINDS
from absolutize.options import Context, Policies
from absolutize.uri.canonical import check_policy


class TableOptions(Options, total=False):
    """The types of the options that the functions for tables share; all are optional."""

    max_bytes: int
    style_sheets: bool
    http_content_location: bool


class TableTask(NamedTuple):
    """The task that makes the rows of a table, and how archives are read for it."""

    rows: RowTask
    archives: ContainerOptions


class TableChoices(NamedTuple):
    """The checked options for documents and archives."""

    context: Context
    policies: Policies
    max_bytes: int
    archives: ContainerOptions


def links_table(
    *,
    text: bool = False,
    request_url: bool = False,
    canonical: str | None = None,
    kinds: Sequence[str] = (),
    **options: Unpack[TableOptions],
) -> TableTask:
    """Choose a table of links."""
    chosen = chosen_of("links", options, ("text", "request_url", "canonical", "kinds"))
    if canonical is not None:
        check_policy(arguments.checked_text("canonical", canonical))
    wanted = arguments.checked_texts("kinds", kinds)
    _refuse_unknown_kinds(wanted)
    computed = computed_fields(
        text=arguments.checked_bool("text", text),
        request_url=arguments.checked_bool("request_url", request_url),
        canonical=canonical,
    )
    task = rows.listing_task(chosen.context, chosen.policies, computed, chosen.max_bytes, wanted)
    return TableTask(task, chosen.archives)


def findings_table(
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    against: Sequence[str] = (),
    **options: Unpack[TableOptions],
) -> TableTask:
    """Choose a table of findings."""
    codes = {"select": select, "ignore": ignore, "against": against}
    chosen = chosen_of("check", options, tuple(codes))
    wanted = SelectedCodes.of(*(arguments.checked_texts(name, value) for name, value in codes.items()))
    task = rows.checking_task(chosen.context, chosen.policies, wanted, chosen.max_bytes)
    return TableTask(task, chosen.archives)


def documents_table(**options: Unpack[TableOptions]) -> TableTask:
    """Choose a table of documents with absolute links."""
    chosen = chosen_of("rewrite", options)
    return TableTask(rows.rewriting_task(chosen.context, chosen.policies, chosen.max_bytes), chosen.archives)


def contents_table(**options: Unpack[TableOptions]) -> TableTask:
    """Choose a table of documents as they are."""
    chosen = chosen_of("read_documents", options)
    return TableTask(rows.reading_task(chosen.context, chosen.policies, chosen.max_bytes), chosen.archives)


TABLE_TASKS: Mapping[str, Callable[..., TableTask]] = {
    "links": links_table,
    "findings": findings_table,
    "documents": documents_table,
    "contents": contents_table,
}
"""The tables that engines make, by their names."""


_SWITCHES = ("style_sheets", "http_content_location")


def chosen_of(
    function: str, options: Mapping[str, Any], own: Sequence[str] = (), *, reading: bool = True
) -> TableChoices:
    """Check the options of a function; ``own`` are the names of its further options."""
    given = dict(options)
    max_bytes = _checked_size(given.pop("max_bytes", MAX_DOCUMENT))
    switches = {name: arguments.checked_bool(name, given.pop(name, False)) for name in _SWITCHES}
    context, policies = arguments.document_settings(function, given, (*own, "max_bytes", *switches))
    archives = ContainerOptions(
        url=context.url,
        encapsulating=context.encapsulating,
        default=context.default,
        reading=reading,
        style_sheets=switches["style_sheets"],
        http_content_location=switches["http_content_location"],
        is_document=context.is_said_to_be_document,
    )
    return TableChoices(context, policies, max_bytes, archives)


def _checked_size(max_bytes: object) -> int:
    """Check the size of the largest document: at most as large as any document that is read."""
    size = _checked_int("max_bytes", max_bytes)
    if not 0 < size <= MAX_DOCUMENT:
        message = f"max_bytes must be from 1 to {MAX_DOCUMENT}, not {size}"
        raise ValueError(message)
    return size


def checked_split(split_bytes: object) -> int:
    """Check the number of bytes at which a file is cut."""
    size = _checked_int("split_bytes", split_bytes)
    if size < 0:
        message = f"split_bytes must be at least 0, not {size}"
        raise ValueError(message)
    return size


def _checked_int(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        message = f"{name} must be an int, not {type(value).__name__}"
        raise TypeError(message)
    return value


def _refuse_unknown_kinds(given: Iterable[str]) -> None:
    for name in given:
        if name not in KINDS:
            message = f"kinds {beginning_of(name)!r}: there are {', '.join(KINDS)}"
            raise ValueError(message)
