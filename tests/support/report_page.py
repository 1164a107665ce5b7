"""Reads a report as a browser does: html5lib parses the page, and the data in it are unpacked."""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path
from typing import Any, NamedTuple

import html5lib

HTML = "{http://www.w3.org/1999/xhtml}"


class Report(NamedTuple):
    """The content of a report: the tree of the page, the summary, the rows of documents and their details."""

    tree: Any
    summary: dict[str, Any]
    index: dict[str, list[Any]]
    chunks: list[Any]

    def details(self, number: int) -> Any:
        """The details of a document, or None if they were left out."""
        chunk = self.index["chunk"][number]
        return None if chunk < 0 else self.chunks[chunk][self.index["place"][number]]

    def texts(self, name: str) -> list[str]:
        """The texts of all elements with this name."""
        return ["".join(element.itertext()) for element in self.tree.iter(f"{HTML}{name}")]


def read_report(page: bytes) -> Report:
    tree = html5lib.HTMLParser(strict=True).parse(page, transport_encoding="utf-8")
    data = {
        element.get("id"): json.loads(element.text)
        for element in tree.iter(f"{HTML}script")
        if element.get("type") == "application/json"
    }
    chunks = [unpacked(data[f"chunk-{number}"]) for number in range(len(data) - 2)]
    return Report(tree, data["summary"], unpacked(data["index"]), chunks)


def unpacked(text: str) -> Any:
    return json.loads(gzip.decompress(base64.b64decode(text)))


def read_report_at(path: Path) -> Report:
    return read_report(path.read_bytes())
