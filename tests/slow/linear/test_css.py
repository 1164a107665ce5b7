"""Reading a style sheet takes time in proportion to its length."""

from __future__ import annotations

import pytest

import absolutize
from absolutize.html.values import css_bytes
from tests.html.values.test_css import read

HOSTILE = (
    *(
        "url(",
        "url( ",
        "url(\n",
        "url(a",
        "url(a b)",
        "url(\\",
        'url("',
        "url('\n",
        "src(",
        "src(/*",
        "src(/**/",
    ),
    *(
        "@import ",
        "@import/*",
        "@import/**/",
        "@import '",
        "@import\\",
        "@namespace ",
        "@namespace u\\72l(",
        "@",
    ),
    *(
        "image-set(",
        "image-set('",
        "image-set(url(",
        "supports(",
        "(",
        "]",
        "}",
        "'a'",
        "'",
        '"',
        "'\n",
        "\\\n'",
    ),
    *(
        "\\",
        "\\\\",
        "\\\n",
        "\\7",
        "\\75",
        "\\000075",
        "\\75 ",
        "/*",
        "/**/",
        "*",
        "/",
        "*/",
        "#",
        "u",
        "-",
        "0",
    ),
    *(
        "url({{ ",
        "{{ ",
        "url(<?",
        "url({{ )",
        " url( }}{{ )",
        "{{ }}",
        "<? {{ ",
        "*|",
        "${ ",
        "url({{ }} <? ",
    ),
    *("url", " ", "\n", "\r\n", "\0", "\x01", "\u00e9", "a:b;", "url(x)", "url('x')", "@import'x';"),
)


@pytest.mark.parametrize("before", ["url(a)", "url(", "image-set(", "@import ", "@namespace "])
def test_hostile_text_is_read_in_linear_time(before: str) -> None:
    """Time is not measured: with texts of this length a quadratic algorithm would not end."""
    for fragment in HOSTILE:
        text = before + fragment * (200_000 // len(fragment))
        assert len(list(css_bytes.sheet_in_text(text))) <= len(text)


@pytest.mark.parametrize("before", ["url(a);--x:", ""])
def test_a_hostile_style_sheet_is_rewritten_in_linear_time(before: str) -> None:
    for fragment in (
        *HOSTILE,
        "--a:",
        "--a:url(x);",
        "var(--a)",
        "@property --a{",
        "@property --a",
        "@property --a{syntax:'",
        "@function --a",
        "result:",
        "--a:(",
        "--a:'",
        "--a:\\",
        "--a(",
        "(--a:",
        "(--a:url(x)",
        ",--a:",
        "(/*",
        ",--a:url(x",
        "--a:((((((",
        " /*",
        " /*<",
        "{{",
        "<%",
    ):
        sheet = (before + fragment * (200_000 // len(fragment))).encode("utf-8", "replace")
        after = absolutize.rewrite(sheet, "http://h/", read_as="css")
        assert len(after) >= len(sheet)
        assert sum(1 for _ in absolutize.links(sheet, "http://h/", read_as="css")) <= len(sheet)


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_long_references_are_read_and_written(quote: str) -> None:
    for character in "a\\<'( \u00e9":
        start, stop, escaping = next(iter(css_bytes.sheet_in_text(f"url({quote}x{quote})")))
        text = f"url({quote}{escaping.encode(character * 200_000)}{quote})"
        assert (start, stop) == (4 + len(quote), 5 + len(quote))
        assert read(css_bytes.sheet_in_text, text) == [character * 200_000]
