"""Findings as JUnit's XML, which CI servers show as failed tests: a suite for each document.

It does not know the checks. Used by `cli.check_formats.table`.
"""

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from absolutize.cli.check_formats.rows import CheckedInput, CheckRow, shared_path
from absolutize.cli.run import Run, visible
from absolutize.patterns import compile_regex

NO_FINDINGS = "no findings"
_NOT_IN_XML = compile_regex("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0 2.2


def junit(checked: Iterable[CheckedInput], _run: Run) -> Iterator[bytes]:
    """Write all suites as one XML document."""
    root = Element("testsuites", name="absolutize check")
    totals = {"tests": 0, "failures": 0, "errors": 0}
    for each in checked:
        for name, count in _add_suite(root, each).items():
            totals[name] += count
    root.attrib |= {name: str(count) for name, count in totals.items()}
    indent(root)
    yield tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _add_suite(root: Element, checked: CheckedInput) -> dict[str, int]:
    """Add the findings in a document as failed tests; if there are none, one test that passed."""
    name = _text(shared_path(checked.path))
    errors = sum(row.fatal for row in checked.rows)
    counts = {"tests": len(checked.rows) or 1, "failures": len(checked.rows) - errors, "errors": errors}
    written = {key: str(count) for key, count in counts.items()}
    suite = SubElement(root, "testsuite", {"name": name, **written})
    for row in checked.rows:
        _add_case(suite, name, row)
    if not checked.rows:
        SubElement(suite, "testcase", classname=name, name=NO_FINDINGS)
    return counts


def _add_case(suite: Element, path: str, row: CheckRow) -> None:
    place = "" if row.link is None else f" at {row.link.line}:{row.link.column}"
    case = SubElement(suite, "testcase", classname=path, name=f"{row.code}{place}")
    message = _text(row.message)
    outcome = SubElement(case, "error" if row.fatal else "failure", type=row.code, message=message)
    where = "" if row.link is None else f":{row.link.line}:{row.link.column}"
    outcome.text = f"{path}{where}: [{row.code}] {message}"


def _text(value: str) -> str:
    """Escape characters that XML cannot contain, in the way of Python."""
    return _NOT_IN_XML.sub(lambda match: repr(match[0])[1:-1], visible(value))
