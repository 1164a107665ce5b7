"""JSON text of any depth, and hostile JSON text."""

import pytest

from absolutize.html.values.json.strings import (
    objects,
    parse_json,
)

M = 10**6

HOSTILE = [
    "[" * M,
    "]" * M,
    '{"a":' * (M // 5),
    "[{" * (M // 2),
    '"' * M,
    '"' + "\\" * M,
    '"' + "\\\\" * (M // 2),
    '"' + '\\"' * (M // 2),
    '"' + "\\u" * (M // 2),
    " " * M,
    "[" + " " * M,
    " \n" * (M // 2) + "[]" + "\r\t" * (M // 2) + "x",
    "1" * M + "x",
    "-" * M,
    "[" + "1," * (M // 2),
    '"a" ' * (M // 4),
    '"a"' + " " * M + ":",
    '["' + "a" * M,
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:6]))
def test_hostile_texts_are_refused(text: str) -> None:
    assert parse_json(text) is None


def test_depth_is_no_obstacle() -> None:
    value = parse_json("[" * M + "]" * M)
    assert value is not None
    value = parse_json('{"a":' * (M // 10) + "1" + "}" * (M // 10))
    assert value is not None
    assert sum(1 for _ in objects(value)) == M // 10
