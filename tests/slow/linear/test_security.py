"""Cautions are found in time in proportion to the reference."""

from collections.abc import Callable

import pytest

import absolutize
from absolutize.uri.security import mask_password, mask_passwords, mask_written, read_authority
from tests.support.timing import Make, assert_linear, repeated

HOSTILE = {
    "escapes": repeated("http://h/", "%0D"),
    "userinfo": repeated("http://", "a:"),
    "words": repeated("http://", "a", "@h/"),
    "labels": repeated("http://", "a.", "@h/"),
    "at signs": repeated("http://", "@"),
    "ports": repeated("http://h:", "1"),
    "numbers": repeated("http://", "0x1."),
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
def test_cautions_are_found_in_linear_time(rules: str, make: Make[str]) -> None:
    assert_linear(lambda text: absolutize.cautions(text, rules=rules), make)


URLS = (
    *("/", "\\", "//", "//a", "//a:", "//a:b@c", "http:", "http:a:", "http:/", "ws:\\", "?"),
    *("a:", "@", ":@", "a@", "http", "https:/u:s@", "\\a", "\\\\a", "a/", "'"),
    *("\t", "/\t", "h\t", "ht\n", "w\ts", "http\t"),
)


@pytest.mark.parametrize("function", [mask_password, mask_passwords])
@pytest.mark.parametrize("before", ["", "http:", "//"])
def test_passwords_are_masked_in_linear_time(function: Callable[[str], str], before: str) -> None:
    for unit in URLS:
        assert_linear(function, repeated(before, unit, "@"))


def test_a_reference_as_it_is_written_is_masked_in_linear_time() -> None:
    def make(count: int) -> str:
        return "".join(f"//u:{number}@h" for number in range(count // 8))

    assert_linear(lambda text: mask_written(text, text), make)


@pytest.mark.parametrize("unit", ["/", "\\", "a", "+", "a:"])
def test_an_authority_is_read_in_linear_time(unit: str) -> None:
    assert_linear(lambda text: read_authority(text, "http://b/"), repeated("", unit))
