"""Parquet as a stream of bytes: each batch becomes a row group, and is given on before the next is made.

It does not know where the bytes go, nor what is in a table. Used by `arrow`.
"""

import io
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
from pyarrow.parquet import ParquetWriter

PAGE_COMPRESSION = "zstd"


class PieceBuffer(io.RawIOBase):
    """A file in memory that is emptied as it is written."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._position = 0

    def writable(self) -> bool:
        """Tell that it can be written."""
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401 -- as in the base class
        """Take bytes over."""
        piece = bytes(data)
        self._pieces.append(piece)
        self._position += len(piece)
        return len(piece)

    def tell(self) -> int:
        """Tell how many bytes were written."""
        return self._position

    def take(self) -> bytes:
        """Give what was written since the last time."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def parquet_pieces(schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
    """Write a Parquet file of batches; give its bytes piece by piece."""
    buffer = PieceBuffer()
    with ParquetWriter(buffer, schema, compression=PAGE_COMPRESSION) as writer:
        for batch in batches:
            writer.write_batch(batch)
            yield buffer.take()
    yield buffer.take()
