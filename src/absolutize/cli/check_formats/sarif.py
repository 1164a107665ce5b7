"""Findings as SARIF 2.1.0 (OASIS), which code hosting sites and editors read.

It finds nothing itself, and does not know what kind of input a finding is from. Used by
`cli.check_formats.table`.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from absolutize.cli.check_formats.rows import (
    STANDARD_NAME,
    CheckedInput,
    CheckRow,
    Fingerprints,
    all_rows,
    path_as_uri,
    shared_path,
)
from absolutize.cli.run import FAILURE_STATUS, Run
from absolutize.engine.checks import CHECKS
from absolutize.engine.link import Link
from absolutize.findings import FINDINGS
from absolutize.findings.specifications import specification_url
from absolutize.patterns import compile_regex
from absolutize.uri.security import CAUTIONS
from absolutize.version import version

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ORDER = {code: number for number, code in enumerate((*CHECKS, *CAUTIONS))}
Json = dict[str, Any]
_IN_LINKS = compile_regex(r"[\\\[\]]")  # escaped where they might be those of a link
_LINE_END = compile_regex("\r\n|\r|\n")


def sarif(checked: Iterable[CheckedInput], run: Run) -> Iterator[bytes]:
    """Write a SARIF log with one run."""
    results, problems, fingerprints = list[Json](), list[CheckRow](), Fingerprints()
    for row in all_rows(checked):
        if row.link is None:
            problems.append(row)
        else:
            results.append(_result(row, row.link, fingerprints.of(row)))
    invocation: Json = {"executionSuccessful": run.status < FAILURE_STATUS}
    if problems:
        invocation["toolExecutionNotifications"] = list(map(_notification, problems))
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": _driver(problems)},
                "columnKind": "unicodeCodePoints",
                "invocations": [invocation],
                "results": results,
            }
        ],
    }
    yield json.dumps(log, indent=1).encode() + b"\n"


def _driver(problems: Iterable[CheckRow]) -> Json:
    by_code = {finding.code: finding for finding in FINDINGS}
    rules = [_rule(*by_code[code][:4]) for code in ORDER]
    driver = {"name": "absolutize", "rules": rules, "version": version()} | _information()
    codes = sorted({problem.code for problem in problems})
    return driver | ({"notifications": [_rule(*by_code[code][:4]) for code in codes]} if codes else {})


def _information() -> Json:
    """Give the URL of the package's source (3.19.17), if its metadata have one."""
    from importlib import metadata  # noqa: PLC0415 -- slow to import

    urls = dict(each.split(", ", 1) for each in metadata.metadata("absolutize").get_all("Project-URL", ()))
    return {"informationUri": urls["Source"]} if "Source" in urls else {}


def _text(message: str) -> Json:
    """Write a plain text in which nothing is a placeholder (3.11.5) or a link (3.11.6)."""
    written = message.replace("{", "{{").replace("}", "}}")
    return {"text": _IN_LINKS.sub(r"\\\g<0>", written) if "](" in written else written}


def _notification(problem: CheckRow) -> Json:
    """Describe a problem with an input (3.20.21, 3.58)."""
    return {
        "descriptor": {"id": problem.code},
        "level": "error" if problem.fatal else "warning",
        "message": _text(problem.message),
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(problem.path)}}],
    }


def _artifact(path: str) -> Json:
    """Give the location of a document (3.4): a relative URI or a file: URI; standard input is described."""
    location: Json = {"uri": path_as_uri(path)}
    is_standard = shared_path(path) == STANDARD_NAME
    return location | ({"description": {"text": "standard input"}} if is_standard else {})


def _rule(code: str, message: str, citation: str, explanation: str) -> Json:
    return {
        "id": code,
        "shortDescription": _text(message),
        "fullDescription": _text(explanation),
        "help": _text(f"{explanation} ({citation})"),
        "helpUri": specification_url(citation),
    }


def _region(link: Link) -> Json:
    """Give the place of a reference, as text and as bytes (3.30): both have to be the whole reference."""
    line, column, start, stop = link.line or 1, link.column or 1, link.start or 0, link.stop or 0
    *before, last = _LINE_END.split(link.raw)
    end = {"endLine": line + len(before), "endColumn": len(last) + (1 if before else column)}
    return {"startLine": line, "startColumn": column, **end, "byteOffset": start, "byteLength": stop - start}


def _result(row: CheckRow, link: Link, fingerprint: str) -> Json:
    place = {"artifactLocation": _artifact(row.path), "region": _region(link)}
    return {
        "ruleId": row.code,
        "ruleIndex": ORDER[row.code],
        "level": "warning",
        "message": _text(row.message),
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"finding/v1": fingerprint},
    }
