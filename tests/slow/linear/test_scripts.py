"""Dividing scripts, and finding specifiers in them, or that a file is JSON, takes linear time."""

import json

import pytest

from absolutize.containers.sniffing import is_json
from absolutize.html.values.javascript import module_script
from tests.html.values.json.test_scripts import SPLITTERS, rules
from tests.support.timing import Make, assert_linear, repeated

HOSTILE: dict[str, Make[str]] = {
    **{
        f"pattern of {bit}": lambda count, bit=bit: rules(bit * count)
        for bit in ("{", "(", "(?", "/", ":", "a/", "\\", "{(", "a:b", "*?", "a.")
    },
    "patterns": lambda count: rules(*["/*"] * count),
    "not": lambda count: '{"prefetch":[{"where":' + '{"not":' * count + "{}" + "}" * count + "}]}",
    "and, cut off": lambda count: '{"prefetch":[{"where":' + '{"and":[' * count + "]}" * count + "}]}",
    "imports": lambda count: json.dumps({"imports": {"a" * count: "a" * count, "./" * count: "a:" * count}}),
    "ids": lambda count: json.dumps({"@id": "a" * count, "url": ["@" + "a" * count, "a" * count + ":"]}),
    "contexts": lambda count: '{"@context":{"a":' * count + "1" + "}}" * count,
    "contexts in nodes": lambda count: '{"@context":{"x":{"@type":"@id"}},"x":' * count + "1" + "}" * count,
    "arrays": lambda count: '{"url":' + "[" * count + "]" * count + "}",
    "objects": lambda count: '{"@id":"/a","x":' * count + "1" + "}" * count,
}


def split_all_ways(text: str) -> None:
    """Split a text with every splitter, whatever it contains."""
    for splitter in SPLITTERS:
        assert splitter(text) is not None


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_are_split_in_linear_time(make: Make[str]) -> None:
    assert_linear(split_all_ways, make)


MODULES = (
    "//from\n",
    "//import\n",
    "//import(\n",
    "import.//import\n",
    "/**/from",
    "from /**/",
    "/*from",
    "from/*",
)


@pytest.mark.parametrize("unit", MODULES)
@pytest.mark.parametrize("behind", ["", "'./a'"])
def test_specifiers_are_looked_for_in_linear_time(unit: str, behind: str) -> None:
    assert_linear(module_script, repeated("", unit, behind))


FILES: dict[str, Make[bytes]] = {
    unit: lambda count, unit=unit: unit.encode() * (count // len(unit))
    for unit in ("[", "[]", "[\n", "[]\n", '{"a":', '{"a":1}\n', '["a",\n', "[ ", "[0", "{}\n{\n")
}


@pytest.mark.parametrize("make", FILES.values(), ids=map(repr, FILES))
def test_whether_a_file_is_json_is_known_in_linear_time(make: Make[bytes]) -> None:
    assert_linear(is_json, make)
