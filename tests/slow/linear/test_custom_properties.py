"""Finding the uses and declarations of custom properties takes time in proportion to the text."""

from __future__ import annotations

import pytest

from absolutize.html.values import css_bytes
from absolutize.html.values.custom_properties.property_values import may_declare_references, without_unused
from absolutize.html.values.custom_properties.uses import used_in
from tests.support.timing import assert_linear, repeated

USES = {
    "a name that goes on behind escapes, declared nowhere": ("", ";--a\\", ""),
    "a name that goes on behind escapes, not called": ("", "\\--a", ""),
    "a name that goes on behind escapes, not registered": ("", "@property--a\\", ""),
    "the same in a value": ("--a:", "\\--a", ""),
    "comments in front of a name": ("@property", "/*@property*/", ""),
    "comments with asterisks in front of a name": ("var(", "/*var(***/", ""),
    "comments in comments in front of a name": ("var(", "/*var(/*x*/", ""),
    "the same behind a name": ("", "--a/*x/**/", ""),
    "comments that end where others begin": ("var(", "/*/var( ", ""),
    "comments with asterisks that never end": ("", "var(/* * ", ""),
    "comments behind a name": ("", "--a/**/", ""),
}


@pytest.mark.parametrize(("before", "unit", "behind"), USES.values(), ids=USES)
def test_uses_are_found_in_linear_time(before: str, unit: str, behind: str) -> None:
    assert_linear(used_in, lambda count: (before + unit * count + behind).encode())


def test_very_many_uses_in_the_value_of_a_long_name_take_linear_time() -> None:
    def document(count: int) -> bytes:
        uses = "".join(f"var(--{number})" for number in range(count))
        return f"--{'a' * 8 * count}:{uses}".encode()

    assert_linear(used_in, document)


def test_comments_behind_a_comment_with_very_many_uses_take_linear_time() -> None:
    """What is used in the first comment is not read to the last one."""
    assert_linear(used_in, lambda count: f"{'var(/*' * count}{'*/ /*' * count}*/".encode())


DECLARATIONS = (
    *(
        ",--a",
        ",--a ",
        ",--a:",
        ";--a",
        ";--a\\",
        ",--a\\",
        "(--a\\",
        "{--u",
        "--",
        "-",
        ",",
        "(",
        "u",
        "url(",
    ),
    *("(/*", ",/*", ";/*", "/*", "/**/", ";/**/", "@", "@property/*", "@function/*", "@property"),
    *(
        "@function--a\\",
        "@property--a\\",
        "@property--a",
        "@function--a(",
        "@function '",
        "result",
        ";result:",
    ),
    *("'", '"', "\\", "\\;", "initial-value:", ";initial-value:", "@function--a(){result:url(y)}"),
)


@pytest.mark.parametrize("unit", DECLARATIONS)
@pytest.mark.parametrize(("before", "behind"), [("--x:url(y);", ""), ("", ";--x:url(y)")])
def test_declarations_are_found_in_linear_time(before: str, unit: str, behind: str) -> None:
    """References are in front of what is hostile, or behind it."""

    def read(sheet: str) -> None:
        list(without_unused(sheet.encode(), css_bytes.sheet_in_text(sheet), lambda: ()))
        may_declare_references(sheet.encode())

    assert_linear(read, repeated(before, unit, behind))


def test_very_many_results_of_a_function_with_a_long_name_take_linear_time() -> None:
    def read(sheet: str) -> None:
        list(without_unused(sheet.encode(), css_bytes.sheet_in_text(sheet), lambda: ()))

    assert_linear(read, lambda count: f"@function --{'a' * 8 * count}(){{{'result:url(x);' * count}}}")
