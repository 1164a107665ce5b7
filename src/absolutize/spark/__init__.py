"""For Spark: the tables of `absolutize.arrow` as DataFrames, from documents in a DataFrame or from archives.

Each function lets Spark call the function of the same name in `absolutize.arrow` in Python workers; they need
Spark and Java (the extra ``spark``). They do not decide about a link. Programs import it, and no module
outside of its folder.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

from absolutize import arguments
from absolutize.arrow.pieces import SPLIT_BYTES
from absolutize.arrow.table_tasks import TABLE_TASKS, TableOptions, checked_split
from absolutize.arrow.tables import ARCHIVE_COLUMNS, Column, columns_to_read

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["archives", "check", "links", "read_documents", "rewrite"]

_SQL_TYPES = {"string": "string", "int32": "int", "int64": "bigint", "binary": "binary"}


def links(
    frame: "DataFrame",
    *,
    text: bool = False,
    request_url: bool = False,
    canonical: str | None = None,
    kinds: Sequence[str] = (),
    **options: Unpack[TableOptions],
) -> "DataFrame":
    """List the links of documents, or of all documents in archives, as rows of `LINK_COLUMNS`.

    A document or an archive that cannot be read gives a row with the failure, and does not end the job.

    Args:
        frame: DataFrame with a column ``content`` and others of `CONTENT_COLUMNS`, or one from `archives`.
        text: Whether links get the text of their anchor, or the alt of the image. Default: False.
        request_url: Whether links get the URL that a browser requests. Default: False.
        canonical: Policy of `CANONICAL_POLICIES` by which links get a canonical URL. Default: None.
        kinds: Kinds of links to list, of `KINDS`. Default: () (all).
        **options: Any of the options of `absolutize.arrow.links`, by name.

    Returns:
        A DataFrame with `LINK_COLUMNS`, which is computed when it is used.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or the DataFrame has none of these columns.

    Source: RFC 2396 section 5; HTML Standard 2.4 and 4.2.3; ISO 28500; WACZ 1.1.1; RFC 2557.
    """
    own = {"text": text, "request_url": request_url, "canonical": canonical, "kinds": kinds}
    return _table_of("links", frame, {**own, **options})


def check(
    frame: "DataFrame",
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    against: Sequence[str] = (),
    **options: Unpack[TableOptions],
) -> "DataFrame":
    """Report relative, malformed or risky links of documents, as rows of `FINDING_COLUMNS`.

    Args:
        frame: DataFrame as for `links`.
        select: Codes of `FINDINGS`, beginnings of codes, or "DEFAULT" (what the command `check` reports by
            default) or "ALL", to report. Default: () (all).
        ignore: Codes, beginnings of codes, or one of these sets, not to report. Default: ().
        against: Rule sets of `RULE_SETS` whose answers are compared with those of ``rules``. Default: ().
        **options: Any of the options of `absolutize.arrow.check`, by name.

    Returns:
        A DataFrame with `FINDING_COLUMNS`, which is computed when it is used.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or the DataFrame has none of these columns.

    Source: the citation of each code in `FINDINGS`.
    """
    return _table_of("findings", frame, {"select": select, "ignore": ignore, "against": against, **options})


def rewrite(frame: "DataFrame", **options: Unpack[TableOptions]) -> "DataFrame":
    """Make the links of documents absolute: a row of `DOCUMENT_COLUMNS` for each, with the new content.

    Args:
        frame: DataFrame as for `links`.
        **options: Any of the options of `absolutize.arrow.rewrite`, by name.

    Returns:
        A DataFrame with `DOCUMENT_COLUMNS`, which is computed when it is used.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or the DataFrame has none of these columns.

    Source: RFC 2396 section 5; HTML Standard 2.4 and 4.2.3; ISO 28500; WACZ 1.1.1; RFC 2557.
    """
    return _table_of("documents", frame, options)


def read_documents(frame: "DataFrame", **options: Unpack[TableOptions]) -> "DataFrame":
    """Give the HTML documents in archives, without the codings of HTTP, mail and zip files.

    Args:
        frame: DataFrame from `archives`.
        **options: Any of the options of `absolutize.arrow.read_documents`, by name.

    Returns:
        A DataFrame with `DOCUMENT_COLUMNS`, which `links`, `check` and `rewrite` take.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or the DataFrame has none of these columns.

    Source: RFC 2396 section 5.1; ISO 28500; WACZ 1.1.1; RFC 2557.
    """
    return _table_of("contents", frame, options)


def archives(session: "SparkSession", paths: Sequence[str], *, split_bytes: int = SPLIT_BYTES) -> "DataFrame":
    """Name archives to be read by the other functions, each in a partition; large WARC files in several.

    To cut a file at records, Spark reads its records once, in parallel.

    Args:
        session: Session of Spark.
        paths: Paths, or URLs that fsspec opens, as Spark's workers see them.
        split_bytes: Size of the pieces of WARC files, in bytes; 0: no file is cut. Default: 1073741824.

    Returns:
        A DataFrame with `ARCHIVE_COLUMNS`.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: ``split_bytes`` is negative.

    Source: ISO 28500; RFC 1952.
    """
    from absolutize.spark.splitting import all_pieces  # noqa: PLC0415 -- with the session

    pieces = all_pieces(session, arguments.checked_texts("paths", paths), checked_split(split_bytes))
    rows = session.sparkContext.parallelize([tuple(piece) for piece in pieces], max(len(pieces), 1))
    return session.createDataFrame(rows, spark_schema(ARCHIVE_COLUMNS))


def spark_schema(columns: Iterable[Column]) -> str:
    """Write the schema of a table in Spark's SQL."""
    return ", ".join(f"`{column.name}` {_SQL_TYPES[column.type]}" for column in columns)


def _table_of(table: str, frame: "DataFrame", options: Any) -> "DataFrame":  # noqa: ANN401 -- checked here
    """Let Spark make a table; options are checked here, and not in a worker."""
    columns = TABLE_TASKS[table](**options).rows.columns
    if not hasattr(frame, "mapInArrow"):
        message = f"frame must be a DataFrame of Spark, not {type(frame).__name__}"
        raise TypeError(message)
    names = columns_to_read(_named_as_spark_compares(frame))
    return frame.select(*names).mapInArrow(partial(make_table, table, options), spark_schema(columns))


def _named_as_spark_compares(frame: "DataFrame") -> list[tuple[str, str]]:
    """List the columns with their types, in lower case if Spark ignores case, as it does by default."""
    is_exact = frame.sparkSession.conf.get("spark.sql.caseSensitive") == "true"
    return [(name if is_exact else name.lower(), type_) for name, type_ in frame.dtypes]


def make_table(table: str, options: Any, batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":  # noqa: ANN401
    """Make a table from batches, in a worker of Spark.

    A document or an archive that cannot be read gives a row with the failure, and does not end the job.
    """
    from absolutize.arrow import table_batches  # noqa: PLC0415 -- in a worker

    return table_batches(batches, TABLE_TASKS[table](**options))
