"""Findings as SARIF 2.1.0 (OASIS), which code hosting sites and editors read.

It finds nothing itself, and does not know what kind of input a finding is from. Used by `cli.commands.check`.
"""

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

from absolutize.archive.results import PartFault
from absolutize.cli.io.inputs import InputProblem
from absolutize.cli.run import FAILED, Run
from absolutize.engine.checks import CHECKS, Fault
from absolutize.findings import FINDINGS
from absolutize.version import version

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ORDER = {code: number for number, code in enumerate(CHECKS)}
Json = dict[str, Any]


def sarif(rows: Iterable[PartFault | InputProblem], run: Run) -> Iterator[bytes]:
    """Write one log of one run."""
    results, problems = list[Json](), list[InputProblem]()
    for row in rows:
        if isinstance(row, InputProblem):
            problems.append(row)
        else:
            results.append(_result(row.part.name, row.fault))
    invocation: Json = {"executionSuccessful": run.status < FAILED}
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


def _driver(problems: Iterable[InputProblem]) -> Json:
    by_code = {finding.code: finding for finding in FINDINGS}
    rules = [_rule(*by_code[code][:4]) for code in ORDER]
    driver = {"name": "absolutize", "rules": rules, "version": version()}
    codes = sorted({problem.code for problem in problems})
    return driver | ({"notifications": [_rule(*by_code[code][:4]) for code in codes]} if codes else {})


def _notification(problem: InputProblem) -> Json:
    """Say what is wrong with an input (3.20.21, 3.58)."""
    return {
        "descriptor": {"id": problem.code},
        "level": "error" if problem.fatal else "warning",
        "message": {"text": problem.message},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(problem.path)}}}],
    }


def _uri(path: str) -> str:
    """Make a URI of a path: relative, or of the scheme file (3.4.3)."""
    text = quote(os.fsencode(path.replace(os.sep, "/")))
    return f"file://{text}" if text.startswith("/") else text


def _rule(code: str, message: str, citation: str, explanation: str) -> Json:
    return {
        "id": code,
        "shortDescription": {"text": message},
        "fullDescription": {"text": explanation},
        "help": {"text": f"{explanation} ({citation})"},
    }


def _result(path: str, fault: Fault) -> Json:
    link = fault.link
    start, stop = link.start or 0, link.stop or 0
    region = {"startLine": link.line, "startColumn": link.column}
    region |= {"byteOffset": start, "byteLength": stop - start}
    place = {"artifactLocation": {"uri": _uri(path)}, "region": region}
    return {
        "ruleId": fault.code,
        "ruleIndex": ORDER[fault.code],
        "level": "warning",
        "message": {"text": fault.message},
        "locations": [{"physicalLocation": place}],
    }
