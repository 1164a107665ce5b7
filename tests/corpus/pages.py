"""The pages of the corpus: one `Page` for each row of the manifest, with its URL and encoding."""

from __future__ import annotations

import functools
import gzip
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import webencodings
from html5lib._inputstream import HTMLBinaryInputStream

ROOT = Path(__file__).resolve().parents[2]
FALLBACK_URL = "http://example.com/a/b/page.html"


def folder() -> Path:
    """ABSOLUTIZE_CORPUS names the corpus; else it is ../shared/corpus, next to the project."""
    named = os.environ.get("ABSOLUTIZE_CORPUS")
    return Path(named) if named else ROOT.parent / "shared" / "corpus"


def absence() -> str | None:
    """The reason why there are no pages to judge, or None if there are some."""
    if (folder() / "pages.jsonl").is_file():
        return None
    return "the corpus is absent: no pages.jsonl next to the project nor in $ABSOLUTIZE_CORPUS"


@dataclass(frozen=True)
class Page:
    """One page: where it lies, the URL it came from, the encoding a browser reads it in."""

    id: str
    path: Path
    url: str
    recorded: bool
    encoding: str
    marked: bool

    @property
    def data(self) -> bytes:
        """The bytes of the page, unpacked."""
        return _content(self.path)

    @property
    def transport(self) -> str | None:
        """The charset that the server has to declare, since the first 1,024 bytes do not."""
        is_declared = self.marked or _prescanned(self.data) == self.encoding
        return None if is_declared else self.encoding


@functools.cache
def pages() -> tuple[Page, ...]:
    """All pages of the manifest, in its order; none where the corpus is absent."""
    if absence():
        return ()
    lines = (folder() / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(_page(json.loads(line)) for line in lines)


def _page(row: dict[str, Any]) -> Page:
    """One row of the manifest as a page."""
    recorded = row["url_source"] == "recorded"
    return Page(
        id=_readable(row["path"]),
        path=folder() / row["path"],
        url=row["url"] if recorded else FALLBACK_URL,
        recorded=recorded,
        encoding=_browser_encoding(row),
        marked=row["declared_by"] == "bom",
    )


def _readable(path: str) -> str:
    """The path without the part that all paths share, and with its hash cut to eight digits."""
    directory, _, name = path.removeprefix("pages/").removesuffix(".gz").rpartition("/")
    hashed = re.fullmatch(r"([0-9a-f]{8})[0-9a-f]{56}\.html", name)
    return f"{directory}/{hashed[1] if hashed else name}"


def _browser_encoding(row: dict[str, Any]) -> str:
    """The declared encoding, else the one found to be true, else a browser's default."""
    label = row["encoding_declared"] or row["encoding_actual"]
    if label == "utf-32le":  # no encoding of the Web; its mark begins like that of UTF-16
        return "utf-16le"
    encoding = webencodings.lookup(label)
    return encoding.name if encoding else "windows-1252"


@functools.cache
def _prescanned(data: bytes) -> str:
    """The encoding that html5lib's prescan finds, or its default."""
    stream = HTMLBinaryInputStream(data, useChardet=False)
    return str(stream.charEncoding[0].name)


@functools.cache
def _content(path: Path) -> bytes:
    """The bytes of a file, decompressed if it is gzipped."""
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data
