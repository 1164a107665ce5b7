"""Other implementations of the same specifications: uritools for RFC 3986, ada-url for the URL Standard."""

import ada_url
import pytest
import uritools
from hypothesis import given, settings
from hypothesis import strategies as st

import absolutize
from tests.uri.rules.test_resolve import strings

PIECES = st.sampled_from([*"./a:?#;=@", "..", "//", "http:", "b", "%2e", "é"])
TEXTS = st.lists(PIECES, max_size=10).map("".join)
BASES = st.sampled_from(
    ["http://a/b/c/d;p?q", "http://a", "foo:a/b", "foo:", "file:///a/./b", "http://a/b/../c"]
)


def has_a_scheme_to_both(text: str) -> bool:
    """Whether uritools, for which any text before a colon is a scheme, agrees with 3.1."""
    split = uritools.urisplit(text)
    return split.scheme == absolutize.split(text).scheme


@given(text=TEXTS)
def test_uritools_splits_alike(text: str) -> None:
    if has_a_scheme_to_both(text):
        assert tuple(uritools.urisplit(text)) == tuple(absolutize.split(text))


# uritools keeps ".." at the beginning of a path without a root, where 5.2.4 2C says "replace that
# prefix with "/" in the input buffer": test_resolve tests such paths with the string algorithm.
ROOTED = ("http://a/b/c/d;p?q", "http://a", "file:///a/./b", "http://a/b/../c", "foo:/a/b")


def is_rootless(text: str) -> bool:
    scheme, authority, path, *_ = absolutize.split(text)
    return scheme is not None and authority is None and not path.startswith("/")


@settings(max_examples=150)
@given(text=TEXTS, base=st.sampled_from(ROOTED), strict=st.booleans())
def test_uritools_joins_alike(text: str, base: str, strict: bool) -> None:
    if is_rootless(text) or not has_a_scheme_to_both(text):
        return
    same_scheme = "strict" if strict else "lenient"
    resolved = absolutize.resolve(text, base, rules="rfc3986", same_scheme=same_scheme)
    assert uritools.urijoin(base, text, strict=strict) == resolved


@pytest.mark.parametrize("base", ["http://a/b/c/d;p?q", "http://a"])
def test_uritools_joins_every_short_string_alike(base: str) -> None:
    resolve = absolutize.RULE_SETS["rfc3986"].resolver(base)
    for text in strings("./a?#", 5):
        assert uritools.urijoin(base, text, strict=True) == resolve(text), text


@given(text=TEXTS, base=BASES)
def test_the_url_parser_is_passed_what_it_is_given(text: str, base: str) -> None:
    """The rule set whatwg is ada-url's: both interfaces of ada-url give and refuse the same."""
    try:
        expected = str(ada_url.URL(text, base=base).href)
    except ValueError:
        with pytest.raises(absolutize.ResolutionError):
            absolutize.resolve(text, base, rules="whatwg")
    else:
        assert absolutize.resolve(text, base, rules="whatwg") == expected
