"""Arrow and Parquet tables with a row for each link, finding or document, from documents or archives.

`links`, `check`, `rewrite` and `read_documents` take record batches and give record batches, so that Spark,
Dask, Ray and plain pyarrow run the same functions. They need pyarrow (the extra ``arrow``), and do not decide
about a link. Used by `cli` and `spark`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Unpack

from absolutize import arguments
from absolutize.arrow import table_tasks
from absolutize.arrow.common_crawl import WatLink, wat_links
from absolutize.arrow.pieces import SPLIT_BYTES, checked_path, cut_at_records
from absolutize.arrow.table_tasks import TableOptions, TableTask, checked_split
from absolutize.arrow.tables import (
    ARCHIVE_COLUMNS,
    CONTENT_COLUMNS,
    DOCUMENT_COLUMNS,
    FINDING_COLUMNS,
    LINK_COLUMNS,
    Column,
)
from absolutize.arrow.wat_comparison import WatDifference, compare_wat

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
    "WatDifference",
    "WatLink",
    "archive_batches",
    "check",
    "compare_wat",
    "links",
    "parquet",
    "read_documents",
    "rewrite",
    "schema",
    "wat_links",
]


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

    A document or an archive that cannot be read gives a row with the failure.

    Args:
        batches: Record batches with a column ``content`` and others of `CONTENT_COLUMNS`, or with the columns
            of `ARCHIVE_COLUMNS`.
        text: Whether links get the text of their anchor, or the alt of the image. Default: False.
        request_url: Whether links get the URL that a browser requests. Default: False.
        canonical: Policy of `CANONICAL_POLICIES` by which links get a canonical URL. Default: None.
        kinds: Kinds of links to list, of `KINDS`. Default: () (all).
        **options: The options below, and those of `absolutize.rewrite`, by name.

    Keyword Args:
        max_bytes: Largest document that is read or made absolute, in bytes; a larger one is a failure.
            Default: 134217728.
        style_sheets: Whether to read style sheets (text/css, .css) in archives like documents; those in a
            column ``content`` are always read. Default: False.
        http_content_location: Whether WARC's HTTP Content-Base and Content-Location count (RFC 2068).
            Default: False.

    Returns:
        An iterator over record batches of at most 65,536 rows and about 16 MB.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or a batch has none of these columns.

    Source: RFC 2396 section 5; HTML Standard 2.4 and 4.2.3; ISO 28500; WACZ 1.1.1; RFC 2557.
    """
    task = table_tasks.links_table(
        text=text, request_url=request_url, canonical=canonical, kinds=kinds, **options
    )
    return table_batches(batches, task)


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
        select: Codes of `FINDINGS`, beginnings of codes, or "DEFAULT" (what the command `check` reports by
            default) or "ALL", to report. Default: () (all).
        ignore: Codes, beginnings of codes, or one of these sets, not to report. Default: ().
        against: Rule sets of `RULE_SETS` whose answers are compared with those of ``rules``. Default: ().
        **options: Any of the options of `links` (`TableOptions`) and `absolutize.rewrite`, by name.

    Returns:
        An iterator over record batches of at most 65,536 rows and about 16 MB.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or a batch has none of these columns.

    Source: the citation of each code in `FINDINGS`.
    """
    task = table_tasks.findings_table(select=select, ignore=ignore, against=against, **options)
    return table_batches(batches, task)


def rewrite(
    batches: "Iterable[pa.RecordBatch]", **options: Unpack[TableOptions]
) -> "Iterator[pa.RecordBatch]":
    """Make the links of documents absolute: a row of `DOCUMENT_COLUMNS` for each, with the new content.

    Args:
        batches: Record batches as for `links`.
        **options: Any of the options of `links` (`TableOptions`) and `absolutize.rewrite`, by name.

    Returns:
        An iterator over record batches of about 16 MB, or of one larger document.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or a batch has none of these columns.

    Source: RFC 2396 section 5; HTML Standard 2.4 and 4.2.3; ISO 28500; WACZ 1.1.1; RFC 2557.
    """
    return table_batches(batches, table_tasks.documents_table(**options))


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
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or a batch has none of these columns.

    Source: RFC 2396 section 5.1; ISO 28500; WACZ 1.1.1; RFC 2557.
    """
    return table_batches(batches, table_tasks.contents_table(**options))


def archive_batches(paths: Sequence[str], *, split_bytes: int = SPLIT_BYTES) -> "Iterator[pa.RecordBatch]":
    """Name archives to be read by `links`, `check`, `rewrite` and `read_documents`, each in pieces.

    Args:
        paths: Paths, or URLs that fsspec opens.
        split_bytes: Size of the pieces of WARC files, in bytes; 0: no file is cut. Default: 1073741824.

    Returns:
        An iterator over record batches with `ARCHIVE_COLUMNS`.

    Raises:
        ImportError: fsspec, or what it needs for a URL's kind, is not installed.
        OSError: A file cannot be read.
        TypeError: An argument has the wrong type.
        ValueError: ``split_bytes`` is negative, or no file can have a path.

    Source: ISO 28500; RFC 1952.
    """
    from absolutize.arrow.schemas import record_batches  # noqa: PLC0415 -- an extra

    named, split_bytes = arguments.checked_texts("paths", paths), checked_split(split_bytes)
    named = tuple(checked_path(f"paths[{place}]", path) for place, path in enumerate(named))
    return record_batches(
        ARCHIVE_COLUMNS, (piece for path in named for piece in cut_at_records(path, split_bytes))
    )


def schema(columns: Sequence[Column]) -> "pa.Schema":
    """Give the schema of a table.

    Args:
        columns: `LINK_COLUMNS`, `FINDING_COLUMNS`, `DOCUMENT_COLUMNS` or `ARCHIVE_COLUMNS`.

    Returns:
        The Arrow schema.

    Raises:
        KeyError: A column has a type that no column of the tables has.
        TypeError: ``columns`` is no sequence of `Column`.

    Source: the Arrow columnar format.
    """
    from absolutize.arrow.schemas import arrow_schema, checked_columns  # noqa: PLC0415 -- an extra

    return arrow_schema(checked_columns(columns))


def parquet(columns: Sequence[Column], batches: "Iterable[pa.RecordBatch]") -> Iterator[bytes]:
    """Write a table as Parquet: a row group for each batch.

    Args:
        columns: The columns of the table, e.g. `LINK_COLUMNS`.
        batches: Record batches, e.g. those of `links`.

    Returns:
        An iterator over the bytes of the file, piece by piece.

    Raises:
        KeyError: A column has a type that no column of the tables has.
        TypeError: An argument or an item of one has the wrong type.
        ValueError: A batch has other columns than these.

    Source: the Parquet file format; RFC 8878 (the compression of its pages).
    """
    from absolutize.arrow.parquet_file import parquet_pieces  # noqa: PLC0415 -- an extra
    from absolutize.arrow.schemas import checked_batches  # noqa: PLC0415

    return parquet_pieces(schema(columns), checked_batches(batches))


def table_batches(batches: "Iterable[pa.RecordBatch]", task: TableTask) -> "Iterator[pa.RecordBatch]":
    """Make a table of the documents in batches, or in the archives that the batches name.

    A document or an archive that cannot be read gives a row with the failure.
    """
    from absolutize.arrow.inputs import rows_of_batches  # noqa: PLC0415 -- an extra
    from absolutize.arrow.schemas import record_batches  # noqa: PLC0415

    return record_batches(task.rows.columns, rows_of_batches(batches, task.rows, task.archives))
