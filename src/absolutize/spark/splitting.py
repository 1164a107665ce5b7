"""Cut archives at records in Spark's workers, since these can read the files.

It does not know what is done to a piece. Used by `spark`.
"""

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from absolutize.arrow.pieces import Piece, joined_pieces, range_at_records, ranges_to_cut
from absolutize.containers.warc.record_ranges import RecordRange

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PATHS_IN_A_TASK = 64  # files whose sizes one task finds


def all_pieces(session: "SparkSession", paths: Sequence[str], split_bytes: int) -> list[Piece]:
    """Cut archives that are larger than ``split_bytes`` at records; with 0, no archive is cut."""
    if not split_bytes or not paths:
        return [Piece(path) for path in paths]
    context = session.sparkContext
    tasks = -(-len(paths) // PATHS_IN_A_TASK)
    cut = context.parallelize(list(paths), tasks).map(partial(ranges_or_whole, split_bytes)).collect()
    ranges = [each for pieces in cut for each in pieces if each.start is not None]
    walked = context.parallelize(ranges, len(ranges)).map(walked_range).collect() if ranges else []
    joined = {path: _joined(path, list(group)) for path, group in groupby(walked, lambda each: each[0].path)}
    return [piece for path in paths for piece in joined.get(path, [Piece(path)])]


def ranges_or_whole(split_bytes: int, path: str) -> list[Piece]:
    """Cut a file at equal distances; if it cannot be read, that is reported when it is read later."""
    try:
        return ranges_to_cut(path, split_bytes)
    except Exception:  # noqa: BLE001 -- file systems raise what they like
        return [Piece(path)]


def walked_range(piece: Piece) -> tuple[Piece, RecordRange | None]:
    """Find the records of a range; ``None`` if it cannot be read."""
    try:
        return piece, range_at_records(piece)
    except Exception:  # noqa: BLE001 -- file systems raise what they like
        return piece, None


def _joined(path: str, walked: Sequence[tuple[Piece, RecordRange | None]]) -> list[Piece]:
    """Make pieces from ranges; the file is one piece if any range cannot be read."""
    ranges = [(piece, record_range) for piece, record_range in walked if record_range is not None]
    return joined_pieces(ranges) if len(ranges) == len(walked) else [Piece(path)]
