"""Parquet as a stream of bytes: each batch becomes a row group, which is passed on before the next is made.

It does not know where the bytes go, nor what is in a table. Used by `arrow`.
"""

import io
from collections.abc import Iterable, Iterator
from typing import Any

from absolutize.calls import of_extra

with of_extra("arrow", "absolutize.arrow"):
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

PAGE_COMPRESSION = "zstd"


class PieceBuffer(io.RawIOBase):
    """A file in memory whose bytes are taken out while it is written."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._position = 0

    def writable(self) -> bool:
        """Say that it can be written."""
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401 -- as in the base class
        """Keep bytes until they are taken."""
        piece = bytes(data)
        self._pieces.append(piece)
        self._position += len(piece)
        return len(piece)

    def tell(self) -> int:
        """Count the bytes that were written."""
        return self._position

    def take(self) -> bytes:
        """Give the bytes that were written since the last call."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def parquet_pieces(schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
    """Write batches as a Parquet file; give its bytes piece by piece."""
    buffer = PieceBuffer()
    with ParquetWriter(buffer, schema, compression=PAGE_COMPRESSION) as writer:
        for batch in batches:
            writer.write(batch)
            yield buffer.take()
    yield buffer.take()
