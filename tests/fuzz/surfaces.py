"""The surfaces to fuzz: each is a function that takes any bytes, and raises if an invariant is violated."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable
from contextlib import suppress
from html import escape
from pathlib import Path

from click.testing import CliRunner
from webencodings.labels import LABELS

from absolutize.cli import main
from absolutize.containers import CONTAINERS, ContainerTask, IncompleteOutput, Session, source_of
from absolutize.html.link_table.rows import LINKS
from absolutize.html.tokenizer.scanner import scan as scan_values
from absolutize.html.values import css_bytes, lists
from absolutize.html.values.meta_content import refresh as split_refresh
from absolutize.options import XHTML_TYPE
from tests.containers.test_containers import identity
from tests.fuzz.promises import keeps_promises, keeps_promises_as_style_sheet, keeps_promises_as_xml
from tests.html.values import test_css, test_lists, test_meta_content
from tests.html.values.json.test_strings import agrees
from tests.html.values.test_structured import document as document_of_row
from tests.support.archives import resolved, response

ENCODINGS = sorted(set(LABELS.values()))


def scan(data: bytes) -> None:
    """An HTML document: every value is inside it, in order, and the promises hold."""
    spans = [(found.start, found.stop) for found in scan_values(data)]
    assert spans == sorted(spans)
    assert all(0 <= start <= stop <= len(data) for start, stop in spans)
    keeps_promises(data)


def encodings(data: bytes) -> None:
    """A document in an encoding that the first byte chooses: passed as an option, and declared in a META."""
    name = ENCODINGS[data[0] % len(ENCODINGS)] if data else "utf-8"
    keeps_promises(data[1:], name)
    keeps_promises(b"<meta charset=%s>" % name.encode() + data[1:])


def values(data: bytes) -> None:
    """A value for a row of the link table, which the first two bytes choose, in a document for that row."""
    row = LINKS[int.from_bytes(data[:2]) % len(LINKS)]
    text = data[2:].decode("latin-1")
    keeps_promises(document_of_row(row, escape(text) if row.attribute else text).encode())


def css(data: bytes) -> None:
    """A style sheet: its references are those that tinycss2 finds, except for the listed differences."""
    text = data.decode("latin-1")
    if "\0" not in text and not any(re.search(each.where, text) for each in test_css.DIFFERENCES):
        assert test_css.read(css_bytes.sheet_in_text, text) == test_css.seen_by_tinycss2(text)
    keeps_promises(b"<style>" + data + b"</style><p style='" + escape(text).encode() + b"'>")


def style_sheet(data: bytes) -> None:
    """A style sheet as a document by itself."""
    keeps_promises_as_style_sheet(data)


def srcset(data: bytes) -> None:
    """Image candidates: the same as by the steps of the HTML Standard, which have no placeholders."""
    text = data.decode("latin-1")
    assert [span[:2] for span in lists.srcset(text, str)] == test_lists.by_the_steps(text)
    keeps_promises(f'<img srcset="{escape(text)}">'.encode())


def json(data: bytes) -> None:
    """JSON text: read as the standard library reads it, and in scripts of each JSON type that is edited."""
    agrees(data.decode("utf-8", "replace"))
    for kind in (b"importmap", b"speculationrules", b"webbundle", b"application/ld+json"):
        keeps_promises(b"<script type=" + kind + b">" + data + b"</script>", presets=("json-ld",))


def refresh(data: bytes) -> None:
    """The content of a refresh: its URL is the one that the steps of the HTML Standard find."""
    text = data.decode("latin-1")
    steps = test_meta_content.by_the_steps(text)
    assert [span[:2] for span in split_refresh(text)] == [place for place in (steps,) if place]
    keeps_promises(f'<meta http-equiv=refresh content="{escape(text)}">'.encode())


def xhtml(data: bytes) -> None:
    """An XHTML document, as browsers read it."""
    keeps_promises_as_xml(data, media_type=XHTML_TYPE)


def xml(data: bytes) -> None:
    """An XML document: a feed, SVG or any other, with the bases that it declares."""
    keeps_promises_as_xml(data, read_as="xml")


def container(data: bytes, name: str) -> None:
    """A container: without changes its bytes stay the same, and a second run changes nothing."""
    assert identity(data, name), "nothing changed is the same bytes"
    with suppress(IncompleteOutput):
        once = rewritten(data, name)
        assert rewritten(once, name) == once, "a second run"


def rewritten(data: bytes, name: str) -> bytes:
    session = Session(ContainerTask(resolved, CONTAINERS))
    return b"".join(
        piece for piece in session.rewrite_source(source_of(data, name)) if isinstance(piece, bytes)
    )


def http(data: bytes) -> None:
    """An HTTP message in a record: the first line is a header field, the rest the body."""
    field, _, body = data.partition(b"\n")
    name = field.decode("latin-1").replace("\r", "")
    container(response(body, *([name] if name else [])), "input.warc")


NUMBER = re.compile("[0-9]{3}")
HARMLESS = re.compile(r"(?!.*\.\.)[^/\\~]*")
OPTION_THAT_WRITES = re.compile("-[A-Za-z]*o|--(?:out|in|rec|res|hard)")  # -qo means -q -o
PAGE = b"<base href=b/><a href=x>x</a><p style='a:url(y)'>"


def command(data: bytes) -> None:
    """Arguments, one per line: the exit status is documented, no traceback, and only outputs are written."""
    text = data.decode("utf-8", "replace").replace("\0", "")
    arguments = text.split("\n")[:12]
    if all(HARMLESS.fullmatch(each.replace("http://", "")) for each in arguments) and not NUMBER.search(text):
        with tempfile.TemporaryDirectory() as directory:
            (Path(directory) / "p.html").write_bytes(PAGE)
            before = os.getcwd()  # noqa: PTH109 -- only a name
            os.chdir(directory)
            try:
                run(arguments)
            finally:
                os.chdir(before)


def run(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, arguments, input=PAGE)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code in {0, 1, 2}, result.exit_code
    assert result.exit_code != 2 or result.stderr, "an error without a message"
    if not any(OPTION_THAT_WRITES.match(each) for each in arguments):
        assert [path.name for path in Path().iterdir()] == ["p.html"]
        assert Path("p.html").read_bytes() == PAGE


SURFACES: dict[str, Callable[[bytes], None]] = {
    "scan": scan,
    "encodings": encodings,
    "values": values,
    "css": css,
    "style_sheet": style_sheet,
    "srcset": srcset,
    "json": json,
    "refresh": refresh,
    "xhtml": xhtml,
    "xml": xml,
    "mhtml": lambda data: container(data, "input.mhtml"),
    "warc": lambda data: container(data, "input.warc.gz"),
    "zip": lambda data: container(data, "input.zip"),
    "http": http,
    "command": command,
}
