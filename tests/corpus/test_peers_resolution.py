"""The resolution cases of other projects' test suites, under the rule set that each row names."""

from typing import Any

import pytest

import absolutize
from tests.corpus.test_peers import parameters
from tests.support.vectors import SAME_DOCUMENT

# The rule set that a suite's own name of its rules stands for; RFC 1808, which is none of ours,
# was taken over by RFC 2396 but for the rows below.
RULES: dict[str, dict[str, Any]] = {
    "rfc2396": {"rules": "rfc2396"},
    "rfc2396 (?y as rfc2396bis)": {"rules": "rfc2396bis-00"},
    "rfc2396 (practice)": {"rules": "rfc3986", "same_scheme": "lenient"},
    "rfc3986": {"rules": "rfc3986"},
    "rfc3986 strict": {"rules": "rfc3986"},
    "rfc3986 non-strict": {"rules": "rfc3986", "same_scheme": "lenient"},
    "rfc1808": {"rules": "rfc2396"},
    "rfc1808 draft-06": {"rules": "rfc2396"},
    "rfc1808 (practice)": {"rules": "rfc3986", "same_scheme": "lenient"},
    "curl (flags 0)": {"rules": "whatwg"},
    "curl (flags CURLU_URLENCODE|CURLU_ALLOW_SPACE)": {"rules": "whatwg"},
    "mojo (differs from RFC for . and ..)": {"rules": "rfc1630"},
}

RFC1808_ALONE = {  # what RFC 2396 changed (its appendix G.4), and RFC 1808 says of the same reference
    "": "4: the entire base URL; since RFC 2396 4.2 the current document",
    "#s": "4: the base URL with the fragment; since RFC 2396 4.2 the current document",
    "?y": "4 step 5: the base URL's path is inherited; 'has been removed from the algorithm' (2396 G.4)",
    ";x": "4 step 5: params are a component of their own; part of a segment since RFC 2396 3.3",
    "g;x=1/./y": "2.1: params may hold a slash; not since RFC 2396 3.3",
    "g;x=1/../y": "2.1: params may hold a slash; not since RFC 2396 3.3",
}
REDIRECTING = "http://local.test?redirect=http://local.test:80?-321"
SAME_SCHEME = "RFC 3986 5.2.2: 'R.scheme == Base.scheme', and 3.1 leaves the comparison to the scheme's case"
DEFAULT_PORT = "URL Standard 4.5: a port that is the scheme's default is not serialised"
NOT_OF_THE_DOCUMENT = {  # (rules, base, reference): what the rule set says instead
    ("rfc1808 (practice)", "http://a/b/c/d;p?q#f", ""): "RFC 3986 5.2.2: T.fragment = R.fragment",
    ("rfc3986 non-strict", "", "http://a/./g"): "RFC 3986 5.2.2: T.path = remove_dot_segments(R.path)",
    ("rfc3986 non-strict", "http://a/b/c/d;p?q", "HTTP:g"): SAME_SCHEME,
    ("rfc3986 non-strict", "HTTP://a/b/c/d;p?q", "http:g"): SAME_SCHEME,
    ("rfc3986 non-strict", "g:h", "G:h"): SAME_SCHEME,
    ("curl (flags 0)", REDIRECTING, "http://local.test:80?-123"): DEFAULT_PORT,
    (
        "curl (flags CURLU_URLENCODE|CURLU_ALLOW_SPACE)",
        REDIRECTING,
        "http://local.test:80?-123",
    ): DEFAULT_PORT,
    (
        "mojo (differs from RFC for . and ..)",
        "http://a/b/c/d?q#f",
        "..",
    ): "RFC 1630: 'xxx/../' ends in a slash",
}


def believed_wrong(row: dict[str, Any]) -> bool:
    """Whether a row is listed as following another document, or none."""
    alone = row["rules"].startswith("rfc1808") and "practice" not in row["rules"]
    if alone and row["ref"] in RFC1808_ALONE:
        return True
    return (row["rules"], row["base"], row["ref"]) in NOT_OF_THE_DOCUMENT


def has_no_base(row: dict[str, Any]) -> bool:
    """Whether the base is relative: RFC 3986 5.1, "the base URI must be an absolute URI"."""
    return not row["base_absolute"] and absolutize.split(row["ref"]).scheme is None


@pytest.mark.rows("row", parameters("peers/resolve.jsonl", "ref"))
def test_other_projects_cases_of_resolution(row: dict[str, Any]) -> None:
    if has_no_base(row):
        with pytest.raises(absolutize.ResolutionError) as caught:
            absolutize.resolve(row["ref"], row["base"], **RULES[row["rules"]])
        assert caught.value.code == "no-base"
        return
    got = absolutize.resolve(row["ref"], row["base"], **RULES[row["rules"]])
    allowed = [row["expected"].replace(SAME_DOCUMENT, ""), *row.get("also_allowed", [])]
    assert (got in allowed) != believed_wrong(row), got
