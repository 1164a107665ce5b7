"""References that are not compared with what browsers do: the comparison would change nothing.

And what is decided where browsers read no URL.
"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from absolutize.engine import resolver
from absolutize.engine.resolver import Decision, Resolution, is_about_document
from absolutize.html.encodings.codec import Codec
from absolutize.options import Policies
from absolutize.uri.ruleset import Overflow

BASES = (
    *("http://h", "http://h/", "http://h?q", "http://h/a/b", "https://h.x:81/a//b/", "http://h/a//"),
    *(
        "http://h/a/b/c?d/e",
        "http://h/%7e/x y",
        "http://h/a/b&c=\u00e9?x",
        "http://h/A/./B",
        "http://h/..a/b/",
    ),
)
PIECES = (
    "/",
    "//",
    ".",
    "..",
    "../",
    "./",
    "/../",
    "/./",
    "a",
    "b.c",
    "..a",
    "%2e",
    "?",
    "#",
    ":",
    ";",
    "-",
    " ",
)
REFERENCES = st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join)


@pytest.mark.parametrize("overflow", ["remove", "retain"])
@given(st.sampled_from(BASES), REFERENCES.filter(lambda reference: not is_about_document(reference)))
def test_dot_segments_are_read_as_browsers_do(overflow: Overflow, base: str, reference: str) -> None:
    policies, codec = Policies(overflow=overflow), Codec("utf-8")
    decided = Resolution(base, policies, codec).decide(reference)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resolver, "_DOT_SEGMENT", re.compile("(?!)"))
        assert Resolution(base, policies, codec).decide(reference) == decided


# a record in an archive may have such a URL; callers cannot give one
@pytest.mark.parametrize("base", ["http://h:99999/d/p", "http://[h/d/p", "http://h%zz/d/p"])
@pytest.mark.parametrize("reference", ["x", "/x", "?q", "//i/x", "http:x"])
def test_nothing_is_relative_to_a_base_that_no_browser_reads(base: str, reference: str) -> None:
    assert Resolution(base, Policies(), Codec("utf-8")).decide(reference) == Decision("no-base")
    assert Resolution(base, Policies(), Codec("utf-8")).decide("http://i/x").code == "absolute"


@pytest.mark.parametrize(("base", "code"), [("http://h/d/p", "rewritten-invalid"), (None, "no-base")])
@pytest.mark.parametrize("reference", ["https:", "https:?x", "ws:"])
@pytest.mark.parametrize("guard", [True, False])
def test_a_scheme_alone_may_be_relative_where_no_base_is_known(
    reference: str, base: str | None, code: str, guard: bool
) -> None:
    """Below another scheme it is a URL without a host, which no browser reads."""
    resolution = Resolution(base, Policies(rules="whatwg", guard=guard), Codec("utf-8"))
    assert resolution.decide(reference).code == code
