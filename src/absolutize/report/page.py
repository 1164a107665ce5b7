"""The report as an HTML page: the files in the folder ``page``, and the data of the documents.

The data are JSON in compressed pieces, which the page unpacks when it shows them; nothing from a document
ever becomes markup. It does not know how documents are summarized. Used by `report`.
"""

import gzip
import html
import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.resources import files
from string import Template
from typing import Any, NamedTuple

from absolutize.base import SOURCES
from absolutize.findings import FINDINGS
from absolutize.report.document import LONGEST_SOURCE, MOST_FAULTS, MOST_LINKS, DocumentSummary
from absolutize.report.forms import FORMS, GROUP_OF_CODE, GROUPS
from absolutize.report.totals import ReportTotals
from absolutize.version import version

SCRIPTS = ("dom", "data", "charts", "table", "overview", "source", "document", "documents", "main")
CHUNK_LENGTH = 256 * 1024  # characters of details that are compressed together
SHOWN_HOSTS = 1_000
INDEX_COLUMNS = ("name", "url", "base", "layer", "links", "rewritten", "left", "faults", "chunk", "place")
NO_CHUNK = -1


class InputTrouble(NamedTuple):
    """A problem with an input.

    Attributes:
        place: Where it is.
        code: Its code in `FINDINGS`.
        message: What is wrong, for people.
    """

    place: str
    code: str
    message: str


class PageLimits(NamedTuple):
    """Limits for the details of documents on the page; every document is counted.

    Attributes:
        documents: How many documents the table of documents lists, at most.
        size: How many bytes of the page links and sources may take, roughly; 0: none are shown.
    """

    documents: int
    size: int


_DATA = "<!-- the data -->"


def report_page(
    summaries: Iterable[DocumentSummary | InputTrouble],
    inputs: Iterable[str],
    limits: PageLimits,
    totals: ReportTotals,
) -> Iterator[bytes]:
    """Write the page while documents come in.

    Args:
        summaries: The results of `ReportTask` for the documents, and the problems with the inputs.
        inputs: Names of the inputs, for the title of the page.
        limits: Limits for the details of documents on the page.
        totals: Counts to which those of the documents are added; give new ones for each page.

    Returns:
        An iterator over the bytes of the page, in UTF-8, piece by piece.

    Raises:
        AttributeError: Something in ``summaries`` is neither a `DocumentSummary` nor an `InputTrouble`.
        TypeError: ``summaries`` or ``inputs`` cannot be iterated over, or a limit is no number.

    Source: RFC 2396 5.1 (sources of base URIs); `FINDINGS`.
    """
    names = list(inputs)
    before, _, behind = _framed(names).partition(_DATA)
    yield before.encode()
    index: dict[str, list[Any]] = {name: [] for name in INDEX_COLUMNS}
    for number, chunk in enumerate(_chunks(summaries, index, limits, totals)):
        yield _element(f"chunk-{number}", chunk)
    yield _element("index", _packed(_spelled(index)))
    yield _element("summary", _spelled(_summary(totals, index, names, limits)))
    yield behind.encode()


_USUAL_RATIO = 8  # estimated ratio of text to its compressed size


def _chunks(
    summaries: Iterable[DocumentSummary | InputTrouble],
    index: dict[str, list[Any]],
    limits: PageLimits,
    totals: ReportTotals,
) -> Iterator[str]:
    """Compress the details of documents, several together, and note in which chunk they are."""
    waiting, length, chunk, written = list[str](), 0, 0, 0
    for each in summaries:
        if isinstance(each, InputTrouble):
            totals.add_problem(*each)
            continue
        if totals.documents < limits.documents:
            is_room = written + length < limits.size
            _note(index, each, *((chunk, len(waiting)) if is_room else (NO_CHUNK, 0)))
            if is_room:
                waiting.append(each.details)
                length += len(each.details) // _USUAL_RATIO
        totals.add(each)
        if length * _USUAL_RATIO >= CHUNK_LENGTH:
            data = _packed(f"[{','.join(waiting)}]")
            yield data
            waiting, length, chunk, written = [], 0, chunk + 1, written + len(data)
    if waiting:
        yield _packed(f"[{','.join(waiting)}]")


def _note(index: dict[str, list[Any]], summary: DocumentSummary, chunk: int, place: int) -> None:
    """Add a document to the table of all documents."""
    base = 0 if summary.base == summary.url else summary.base
    counts = summary.links(), summary.links("rewritten"), summary.links("left"), summary.faults.total()
    row = summary.name, summary.url, base, summary.layer, *counts, chunk, place
    for name, value in zip(INDEX_COLUMNS, row, strict=True):
        index[name].append(value)


def _summary(
    totals: ReportTotals, index: dict[str, list[Any]], names: list[str], limits: PageLimits
) -> dict[str, Any]:
    """Make the data that the page shows first."""
    row_count = len(index["name"])
    hosts = totals.hosts.most_common(SHOWN_HOSTS)
    others = totals.hosts.total() - sum(links for _, links in hosts) + totals.other_hosts
    return {
        "version": version(),
        "inputs": names,
        "documents": totals.documents,
        "links": totals.counts.total(),
        "counted": [[*key, n] for key, n in sorted(totals.counts.items())],
        "groups": dict(GROUPS),
        "groupOf": dict(GROUP_OF_CODE),
        "forms": dict(FORMS),
        "layers": [
            [source.name, source.section, source.meaning, totals.layers[source.name]] for source in SOURCES
        ]
        + [[None, "", "no base URL is known", totals.layers[None]]],
        "faults": [
            [code, n, totals.documents_with[code], _examples(totals, code)]
            for code, n in sorted(totals.faults.items(), key=lambda item: (-item[1], item[0]))
        ],
        "codes": {f.code: [f.message, f.citation, f.explanation] for f in FINDINGS},
        "hosts": [[host, links, totals.hosts_of[host]] for host, links in hosts],
        "otherHosts": [len(totals.hosts) - len(hosts), others],
        "problems": totals.problems,
        "problemCount": totals.problem_count,
        "listed": row_count,
        "detailed": row_count - index["chunk"].count(NO_CHUNK),
        "limits": [limits.documents, limits.size, MOST_LINKS, MOST_FAULTS, LONGEST_SOURCE],
    }


def _examples(totals: ReportTotals, code: str) -> list[list[Any]]:
    return [[number, name, *example[1:]] for number, name, example in totals.examples.get(code, ())]


def _spelled(value: object) -> str:
    """Write JSON that can be in a script element, whatever its texts contain."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def _packed(text: str) -> str:
    """Compress JSON; the result is a JSON string in base64."""
    return f'"{b64encode(gzip.compress(text.encode(), 6, mtime=0)).decode()}"'


def _element(name: str, data: str) -> bytes:
    return f'<script type="application/json" id="{name}">{data}</script>\n'.encode()


def _framed(names: list[str]) -> str:
    """Put style and scripts into the page, and a Content-Security-Policy that allows no others."""
    folder = files(__package__) / "page"
    style = (folder / "page.css").read_text("utf-8")
    script = "".join((folder / f"{name}.js").read_text("utf-8") for name in SCRIPTS)
    script = f'"use strict";\n{script}'
    first, *more = names or ["no inputs"]
    title = f"{first} and {len(more)} more" if more else first
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )
    escaped = html.escape(title.encode("utf-8", "backslashreplace").decode())
    values = {"policy": policy, "style": style, "script": script, "title": escaped, "data": _DATA}
    return Template((folder / "page.html").read_text("utf-8")).substitute(values)


def _hash(text: str) -> str:
    """Give the hash by which a Content-Security-Policy allows a text (CSP 3 2.3.1)."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
