"""The progress of the work on an input, shown on a terminal.

It counts bytes, and does not know what is done to them. Used by `cli.commands.rewrite`,
`cli.io.directory_output` and `cli.io.stream`.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from absolutize.cli.run import visible

if TYPE_CHECKING:
    from rich.progress import Progress

LONG = 1.0  # seconds before anything is shown
Update = Callable[[int], None]


@contextmanager
def show_progress(path: str, size: int | None, *, quiet: bool) -> Iterator[Update]:
    """Show a bar with rate and remaining time; the function that it gives gets the bytes read so far."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield lambda _done: None
        return
    begun = time.monotonic()
    bars: list[Progress] = []  # empty until the work has taken `LONG` seconds

    def update(done: int) -> None:
        if not bars and time.monotonic() - begun > LONG:
            bars.append(_bar(path, size))
        for bar in bars:
            bar.update(bar.task_ids[0], completed=done)

    try:
        yield update
    finally:
        for bar in bars:
            bar.stop()


def _bar(path: str, size: int | None) -> "Progress":
    from rich import progress  # noqa: PLC0415 -- slow to import
    from rich.console import Console  # noqa: PLC0415

    bar = progress.Progress(
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.DownloadColumn(),
        progress.TransferSpeedColumn(),
        progress.TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task(visible(path), total=size)
    bar.start()
    return bar
