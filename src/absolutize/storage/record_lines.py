"""A new file to which lines are appended, each completely or not at all.

It does not know what the lines say. Used by `cli.commands.rewrite` and `cli.io.undo_option`.
"""

import os
from contextlib import AbstractContextManager
from pathlib import Path

from absolutize.storage.files import FileError, reporting, write_whole


class RecordFile(AbstractContextManager["RecordFile"]):
    """A new file to which lines are appended; `sync` flushes them to the disk.

    If the file exists, `FileError` is raised. At the end it is removed if nothing was appended, or neither
    `sync` nor `keep` was called.
    """

    def __init__(self, path: str) -> None:
        self._path, self._is_needed = path, False
        with reporting(path):
            try:
                self._file = Path(path).open("xb", buffering=0)  # noqa: SIM115 -- closed on exit
            except FileExistsError:
                why = "already exists; a record is never overwritten: choose another name"
                raise FileError(path, why) from None

    def __exit__(self, *_: object) -> None:
        """Close the file; remove one that is not needed, which would prevent the next run."""
        is_needed = self._is_needed and self._file.tell() > 0
        self._file.close()
        if not is_needed:
            with reporting(self._path):
                Path(self._path).unlink(missing_ok=True)

    def append(self, line: bytes) -> None:
        """Append a complete line, or nothing."""
        start = self._file.tell()
        with reporting(self._path):
            try:
                write_whole(self._file, line)
            except OSError:
                self._file.truncate(start)  # otherwise the next line would continue the incomplete one
                self._file.seek(start)
                raise

    def sync(self) -> None:
        """Wait until all lines are on the disk."""
        with reporting(self._path):
            os.fsync(self._file.fileno())
        self.keep()

    def keep(self) -> None:
        """Note that the lines are needed."""
        self._is_needed = True
