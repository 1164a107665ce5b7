"""Findings as lines for people, a table that counts them by code, and the line with the summary.

It colours lines if they go to a terminal that shows colours. It does not know the checks. Used by
`cli.check_formats.table`, `cli.commands.check` and `cli.io.baseline`.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from absolutize.cli.check_formats.rows import CheckedInput, CheckRow, all_rows
from absolutize.cli.formats.tables import render_table
from absolutize.cli.run import Run, describe_count, encode_output, visible
from absolutize.findings import MESSAGES
from absolutize.storage import files
from absolutize.uri.security import mask_place

STYLES = {"path": "bold", "place": "cyan", "code": "bold red"}
Paint = Callable[[str, str], str]
"""Gives a text the style of a name in `STYLES`."""


def text(checked: Iterable[CheckedInput], _run: Run) -> Iterator[bytes]:
    """Write a line for each finding; the reason why an input is not read is on standard error."""
    return (encode_output(_line(row)) for row in all_rows(checked) if not row.fatal)


def text_with_colours(checked: Iterable[CheckedInput], _run: Run) -> Iterator[bytes]:
    """Write the same lines with a terminal's colours, and no other control characters."""
    paint = _paint()
    return (encode_output(_line(row, paint)) for row in all_rows(checked) if not row.fatal)


def _plain(_style: str, words: str) -> str:
    return words


def _line(row: CheckRow, paint: Paint = _plain) -> str:
    place = "" if row.link is None else f"{row.link.line}:{row.link.column}:"
    where = f"{paint('path', visible(mask_place(row.path)))}:{place and paint('place', place)}"
    return f"{where} {paint('code', f'[{row.code}]')} {visible(row.message)}\n"


def _paint() -> Paint:
    from rich.color import ColorSystem  # noqa: PLC0415 -- slow to import
    from rich.style import Style  # noqa: PLC0415

    styles = {name: Style.parse(style) for name, style in STYLES.items()}
    return lambda style, words: styles[style].render(words, color_system=ColorSystem.STANDARD)


def shows_colours(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether standard output shows colours: https://no-color.org and https://force-color.org."""
    if environment.get("NO_COLOR"):
        return False
    dumb = environment.get("TERM", "dumb") in {"dumb", "unknown"}
    return bool(environment.get("FORCE_COLOR")) or (files.is_terminal() and not dumb)


def statistics(checked: Iterable[CheckedInput], _run: Run) -> Iterator[bytes]:
    """Write how many findings each code has, the most frequent code first."""
    rows = [(str(count), code, MESSAGES[code]) for code, count in _counts(checked)]
    yield from render_table(("count", "code", "meaning"), rows) if rows else ()


def statistics_as_json(checked: Iterable[CheckedInput], _run: Run) -> Iterator[bytes]:
    """Write the same as a JSON array."""
    rows = [{"count": count, "code": code, "meaning": MESSAGES[code]} for code, count in _counts(checked)]
    lines = ",".join(f"\n{json.dumps(row)}" for row in rows)
    yield encode_output(f"[{lines}\n]\n")


def _counts(checked: Iterable[CheckedInput]) -> list[tuple[str, int]]:
    """Count each code; codes with the same count are in alphabetical order."""
    counts = Counter(row.code for row in all_rows(checked))
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


class CheckSummary:
    """Counts the findings, and the documents that were checked."""

    def __init__(self) -> None:
        self.documents = self.known = 0
        self.codes = Counter[str]()
        self.unread = set[str]()  # paths of inputs, and of files in directories

    def count(self, checked: Iterable[CheckedInput]) -> Iterator[CheckedInput]:
        """Count documents and findings while they are written."""
        for each in checked:
            self.documents += each.is_document
            self.codes.update(row.code for row in each.rows if not row.fatal)
            self.unread |= {row.path for row in each.rows if row.fatal}
            yield each

    def mention(self, run: Run) -> None:
        """Print the counts, if anything was read."""
        if self.documents or self.codes or not self.unread:
            run.warn(self._line())

    def _line(self) -> str:
        of_all = describe_count(self.documents, "document")
        if self.codes:
            codes = sorted(self.codes.items(), key=lambda item: (-item[1], item[0]))
            counts = ", ".join(f"{count} {code}" for code, count in codes)
            summary = f"{describe_count(self.codes.total(), 'finding')} in {of_all}: {counts}"
        else:
            summary = f"no findings in {of_all}"
        known = f"; {describe_count(self.known, 'known finding')} not shown" if self.known else ""
        unread = f"; {describe_count(len(self.unread), 'path')} not read" if self.unread else ""
        return f"{summary}{known}{unread}"
