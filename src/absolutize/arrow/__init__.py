"""Tables of Arrow and Parquet: links, findings and documents as rows, of documents or of archives.

`links`, `check`, `rewrite` and `read_documents` take record batches and give record batches, so that Spark,
Dask, Ray and plain pyarrow run the same functions. A document or an archive that cannot be read is a row that
says so. They need pyarrow: ``pip install 'absolutize[arrow]'``. They do not decide about a link. Used by
`cli`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Unpack

from absolutize import arguments
from absolutize.api import Options
from absolutize.arrow import rows
from absolutize.arrow.pieces import SPLIT_BYTES, cut_at_records
from absolutize.arrow.rows import RowTask
from absolutize.arrow.tables import (
    ARCHIVE_COLUMNS,
    CONTENT_COLUMNS,
    DOCUMENT_COLUMNS,
    FINDING_COLUMNS,
    LINK_COLUMNS,
    Column,
)
from absolutize.containers import ContainerOptions
from absolutize.containers.session import MAX_DOCUMENT
from absolutize.engine.checks import SelectedCodes
from absolutize.engine.link import computed_fields
from absolutize.html.link_table.kinds import KINDS
from absolutize.options import Context, Policies
from absolutize.uri.canonical import CANONICAL_POLICIES

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "ARCHIVE_COLUMNS",
    "CONTENT_COLUMNS",
    "DOCUMENT_COLUMNS",
    "FINDING_COLUMNS",
    "LINK_COLUMNS",
    "Column",
    "TableOptions",
    "archive_batches",
    "check",
    "links",
    "parquet",
    "read_documents",
    "rewrite",
    "schema",
]


class TableOptions(Options, total=False):
    """The types of the options that the functions for tables share; all can be left out."""

    max_bytes: int
    style_sheets: bool
    http_content_location: bool


def links(
    batches: "Iterable[pa.RecordBatch]",
    *,
    text: bool = False,
    request_url: bool = False,
    canonical: str | None = None,
    kinds: Sequence[str] = (),
    **options: Unpack[TableOptions],
) -> "Iterator[pa.RecordBatch]":
    """List the links of documents, or of all documents in archives, as rows of `LINK_COLUMNS`.

    Args:
        batches: Record batches with a column ``content`` and others of `CONTENT_COLUMNS`, or with the columns
            of `ARCHIVE_COLUMNS`.
        text: Whether links get the text of their anchor, or the alt of the image. Default: False.
        request_url: Whether links get the URL that a browser requests. Default: False.
        canonical: Policy of `CANONICAL_POLICIES` by which links get a canonical URL. Default: None.
        kinds: Kinds of links to list, of `KINDS`. Default: () (all).
        **options: Any of the options below, and of those of `absolutize.rewrite`, by name.

    Keyword Args:
        max_bytes: Largest document that is read, in bytes; a larger one is a failure. Default: 134217728.
        style_sheets: Whether to read style sheets (text/css, .css) like documents. Default: False.
        http_content_location: Whether WARC's HTTP Content-Base and Content-Location count (RFC 2068).
            Default: False.

    Returns:
        An iterator over record batches of at most 65,536 rows and about 16 MB.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or a batch has none of these columns.
    """
    chosen = _chosen("links", options, ("text", "request_url", "canonical", "kinds"))
    _refuse_unknown("canonical", [] if canonical is None else [canonical], CANONICAL_POLICIES)
    listed = arguments.texts("kinds", kinds)
    _refuse_unknown("kinds", listed, KINDS)
    computed = computed_fields(
        text=arguments.switch("text", text),
        request_url=arguments.switch("request_url", request_url),
        canonical=canonical,
    )
    task = rows.listing_task(chosen.context, chosen.policies, computed, chosen.max_bytes, listed)
    return _table_batches(batches, task, chosen)


def check(
    batches: "Iterable[pa.RecordBatch]",
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    against: Sequence[str] = (),
    **options: Unpack[TableOptions],
) -> "Iterator[pa.RecordBatch]":
    """Report relative, malformed or risky links of documents, as rows of `FINDING_COLUMNS`.

    Args:
        batches: Record batches as for `links`.
        select: Codes of `FINDINGS`, or beginnings of codes, to report. Default: () (all).
        ignore: Codes, or beginnings of codes, not to report. Default: ().
        against: Rule sets of `RULE_SETS` whose answers are compared with those of ``rules``. Default: ().
        **options: Any of the options of `links` (`TableOptions`) and `absolutize.rewrite`, by name.

    Returns:
        An iterator over record batches of at most 65,536 rows and about 16 MB.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or a batch has none of these columns.
    """
    codes = {"select": select, "ignore": ignore, "against": against}
    chosen = _chosen("check", options, tuple(codes))
    wanted = SelectedCodes.of(*(arguments.texts(name, value) for name, value in codes.items()))
    task = rows.checking_task(chosen.context, chosen.policies, wanted, chosen.max_bytes)
    return _table_batches(batches, task, chosen)


def rewrite(
    batches: "Iterable[pa.RecordBatch]", **options: Unpack[TableOptions]
) -> "Iterator[pa.RecordBatch]":
    """Make documents absolute: a row of `DOCUMENT_COLUMNS` for each, with its new content and its base.

    Args:
        batches: Record batches as for `links`.
        **options: Any of the options of `links` (`TableOptions`) and `absolutize.rewrite`, by name.

    Returns:
        An iterator over record batches of about 16 MB, or of one larger document.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or a batch has none of these columns.
    """
    chosen = _chosen("rewrite", options)
    task = rows.rewriting_task(chosen.context, chosen.policies, chosen.max_bytes)
    return _table_batches(batches, task, chosen)


def read_documents(
    batches: "Iterable[pa.RecordBatch]", **options: Unpack[TableOptions]
) -> "Iterator[pa.RecordBatch]":
    """Give the HTML documents in archives, without the codings of HTTP, mail and zip files.

    Args:
        batches: Record batches as for `links`.
        **options: Any of the options of `links` (`TableOptions`) and `absolutize.rewrite`, by name.

    Returns:
        An iterator over record batches with `DOCUMENT_COLUMNS`, which `links`, `check` and `rewrite` take.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: A batch has none of these columns.
    """
    chosen = _chosen("read_documents", options)
    return _table_batches(
        batches, rows.reading_task(chosen.context, chosen.policies, chosen.max_bytes), chosen
    )


def archive_batches(paths: Sequence[str], *, split_bytes: int = SPLIT_BYTES) -> "Iterator[pa.RecordBatch]":
    """Name archives to be read by `links`, `check`, `rewrite` and `read_documents`, each in pieces.

    Args:
        paths: Paths, or URLs that fsspec opens.
        split_bytes: Size of the pieces of WARC files, in bytes; 0: each file is one. Default: 1073741824.

    Returns:
        An iterator over record batches with `ARCHIVE_COLUMNS`.

    Raises:
        OSError: A file cannot be read.
    """
    from absolutize.arrow.schemas import record_batches  # noqa: PLC0415 -- an extra

    named = arguments.texts("paths", paths)
    return record_batches(
        ARCHIVE_COLUMNS, (piece for path in named for piece in cut_at_records(path, split_bytes))
    )


def schema(columns: Sequence[Column]) -> "pa.Schema":
    """Give the schema of a table.

    Args:
        columns: `LINK_COLUMNS`, `FINDING_COLUMNS`, `DOCUMENT_COLUMNS` or `ARCHIVE_COLUMNS`.

    Returns:
        The schema of Arrow.
    """
    from absolutize.arrow.schemas import arrow_schema  # noqa: PLC0415 -- an extra

    return arrow_schema(columns)


def parquet(columns: Sequence[Column], batches: "Iterable[pa.RecordBatch]") -> Iterator[bytes]:
    """Write a table as Parquet: a row group for each batch.

    Args:
        columns: The columns of the table, e.g. `LINK_COLUMNS`.
        batches: Record batches, e.g. those of `links`.

    Returns:
        An iterator over the bytes of the file, piece by piece.
    """
    from absolutize.arrow.parquet_file import parquet_pieces  # noqa: PLC0415 -- an extra

    return parquet_pieces(schema(columns), batches)


class _Chosen(NamedTuple):
    """What a caller chose for documents and archives, checked."""

    context: Context
    policies: Policies
    max_bytes: int
    archives: ContainerOptions


def _chosen(function: str, options: TableOptions, own: Sequence[str] = ()) -> _Chosen:
    """Check the options of a function that also takes those named ``own``."""
    given = dict(options)
    max_bytes = _checked_size(given.pop("max_bytes", MAX_DOCUMENT))
    switches = {name: arguments.switch(name, given.pop(name, False)) for name in _SWITCHES}
    context, policies = arguments.document_settings(function, given, (*own, "max_bytes", *switches))
    archives = ContainerOptions(
        url=context.url,
        encapsulating=context.encapsulating,
        default=context.default,
        reading=True,
        style_sheets=switches["style_sheets"],
        http_content_location=switches["http_content_location"],
    )
    return _Chosen(context, policies, max_bytes, archives)


_SWITCHES = ("style_sheets", "http_content_location")


def _table_batches(
    batches: "Iterable[pa.RecordBatch]", task: RowTask, chosen: _Chosen
) -> "Iterator[pa.RecordBatch]":
    from absolutize.arrow.inputs import rows_of_batches  # noqa: PLC0415 -- an extra
    from absolutize.arrow.schemas import record_batches  # noqa: PLC0415

    return record_batches(task.columns, rows_of_batches(batches, task, chosen.archives))


def _checked_size(max_bytes: object) -> int:
    """Refuse what is no number of bytes, or more than is ever read."""
    if not isinstance(max_bytes, int) or isinstance(max_bytes, bool):
        message = f"max_bytes must be an int, not {type(max_bytes).__name__}"
        raise TypeError(message)
    if not 0 < max_bytes <= MAX_DOCUMENT:
        message = f"max_bytes {max_bytes}: at least 1, at most {MAX_DOCUMENT}"
        raise ValueError(message)
    return max_bytes


def _refuse_unknown(option: str, given: Iterable[str], known: Iterable[str]) -> None:
    for name in given:
        if name not in known:
            message = f"{option} {name!r}: there are {', '.join(known)}"
            raise ValueError(message)
