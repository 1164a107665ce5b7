"""Structured values in the trees of every builder."""

from html import escape

import pytest
from bs4 import BeautifulSoup
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import absolutize
from absolutize.html.link_table.rows import Row
from tests.html.values import test_structured as structured
from tests.html.values.test_structured import URL, Value, document
from tests.trees.test_structured_trees import assert_alike, every_builder, listed


@every_builder
@structured.each
def test_a_row(builder: str, row: Row, value: Value, presets: tuple[str, ...]) -> None:
    assert_alike(builder, document(row, value.before), presets=presets)


PIECES = st.lists(
    st.sampled_from(
        [
            *(
                "x",
                "/y",
                "../z",
                "#s",
                "http://o/",
                "data:,a",
                "//h2/",
                "{{t}}",
                "\\w",
                "\u00e9",
                "a,b",
                "a b",
            ),
            *(
                "url(",
                ")",
                "'",
                '"',
                "\\",
                "/*",
                "*/",
                "src(",
                "image-set(",
                "@import ",
                ";",
                ":",
                "a{b:",
                "}",
            ),
            *(
                " ",
                "\n",
                "\t",
                ",",
                " 1x",
                "0;url=",
                "0;",
                "=",
                "&amp;",
                "&",
                "<",
                ">",
                "<a href=",
                "<p style=",
            ),
            *("report-uri ", "[", "]", "{", '{"imports":{"a":"', '"}}', "\\22 ", "\\u0022", "</a>", "&quot;"),
            *("<!--[if IE]>", "<![endif]-->", "<base href=", "<iframe srcdoc="),
        ]
    ),
    max_size=12,
).map("".join)

HOLDERS = [
    ("p", "style", {}),
    ("img", "srcset", {}),
    ("applet", "archive", {"codebase": "c/"}),
    ("meta", "content", {"http-equiv": "refresh"}),
    ("meta", "content", {"http-equiv": "Content-Security-Policy"}),
    ("meta", "content", {"property": "og:image"}),
    ("iframe", "srcdoc", {}),
    ("p", "resource", {}),
]


@pytest.mark.parametrize(("element", "attribute", "others"), HOLDERS, ids=str)
@settings(max_examples=150, deadline=None)
@given(value=PIECES)
def test_any_value_is_decided_as_in_text(
    element: str, attribute: str, others: dict[str, str], value: str
) -> None:
    """A tree has the same links as its markup, before and after a rewrite."""
    soup = BeautifulSoup("", "html.parser")
    soup.append(soup.new_tag(element, attrs={attribute: value, **others}))
    attributes = "".join(f' {name}="{escape(text)}"' for name, text in {attribute: value, **others}.items())
    page = f"<{element}{attributes}>"
    assert sorted(map(str, listed(soup))) == sorted(map(str, listed(page)))
    again = listed(absolutize.rewrite(page, URL), "http://moved.example/")
    assert sorted(map(str, listed(absolutize.rewrite(soup, URL), "http://moved.example/"))) == sorted(
        map(str, again)
    )


TEXTS = ["<style>{}</style>", "<script type=importmap>{}</script>", "<!--[if IE]>{}<![endif]-->"]


@pytest.mark.parametrize("holder", TEXTS)
@settings(max_examples=150, deadline=None)
@given(value=PIECES)
def test_any_text_is_decided_as_in_text(holder: str, value: str) -> None:
    """The same for the text of an element, and for the content of a conditional comment."""
    assume("-->" not in value)
    page = holder.replace("{}", value)
    soup = BeautifulSoup(page, "html.parser")
    assert listed(soup) == listed(page)
    again = listed(absolutize.rewrite(page, URL), "http://moved.example/")
    assert listed(absolutize.rewrite(soup, URL), "http://moved.example/") == again
