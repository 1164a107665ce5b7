"""Findings as SARIF 2.1.0 (OASIS), which code forges and editors read."""

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

from absolutize.checks import CHECKS, Fault
from absolutize.cli.printing import FAILED, Run
from absolutize.findings import FINDINGS
from absolutize.version import version

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ORDER = {code: number for number, code in enumerate(CHECKS)}
Json = dict[str, Any]


def sarif(rows: Iterable[tuple[str, Fault]], run: Run) -> Iterator[bytes]:
    """Write one log of one run."""
    results = [_result(path, fault) for path, fault in rows]
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": _driver()},
                "columnKind": "unicodeCodePoints",
                "invocations": [{"executionSuccessful": run.status < FAILED}],
                "results": results,
            }
        ],
    }
    yield json.dumps(log, indent=1).encode() + b"\n"


def _driver() -> Json:
    by_code = {finding.code: finding for finding in FINDINGS}
    rules = [_rule(*by_code[code][:4]) for code in ORDER]
    return {"name": "absolutize", "rules": rules, "version": version()}


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
    place = {"artifactLocation": {"uri": quote(os.fsencode(path))}, "region": region}
    return {
        "ruleId": fault.code,
        "ruleIndex": ORDER[fault.code],
        "level": "warning",
        "message": {"text": fault.message},
        "locations": [{"physicalLocation": place}],
    }
