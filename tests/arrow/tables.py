"""The part of docs/parquet.md that describes the tables; ``python -m tests.arrow.tables`` writes it."""

from collections.abc import Sequence
from pathlib import Path

from absolutize import arrow

PAGE = Path(__file__).parents[2] / "docs" / "parquet.md"
MARK = "<!-- made of absolutize.arrow.tables by python -m tests.arrow.tables -->\n"
TABLES: dict[str, Sequence[arrow.Column]] = {
    "`LINK_COLUMNS`: a row for each link, and for each failure": arrow.LINK_COLUMNS,
    "`FINDING_COLUMNS`: a row for each finding, and for each failure": arrow.FINDING_COLUMNS,
    "`DOCUMENT_COLUMNS`: a row for each document, and for each failure": arrow.DOCUMENT_COLUMNS,
    "`ARCHIVE_COLUMNS`: a row for each archive to be read, or piece of one": arrow.ARCHIVE_COLUMNS,
    "`CONTENT_COLUMNS`: documents that are given; all but `content` may be missing": arrow.CONTENT_COLUMNS,
}


def described() -> str:
    return "".join(f"\n### {title}\n\n{table(columns)}" for title, columns in TABLES.items())


def table(columns: Sequence[arrow.Column]) -> str:
    rows = [f"| `{column.name}` | {column.type} | {column.meaning} |\n" for column in columns]
    return "".join(["| column | type | meaning |\n", "|---|---|---|\n", *rows])


if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    PAGE.write_text(text.partition(MARK)[0] + MARK + described(), "utf-8")
