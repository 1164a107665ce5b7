"""URL patterns of speculation rules: patterns that are only a fragment, and patterns below odd hosts."""

import json
from typing import Any

import pytest

import absolutize
from tests.fuzz.promises import same_url
from tests.html.values.json.test_scripts import rules

URL = "http://h/d/p.html?q=1"


def page(pattern: str, base: str | None = None) -> str:
    element = "" if base is None else f"<base href='{base}'>"
    return f"{element}<script type=speculationrules>{rules(pattern)}</script>"


def pattern_in(text: Any) -> Any:
    return json.loads(text[text.index("{") : text.rindex("}") + 1])["prefetch"][0]["where"]["href_matches"][0]


# A fragment alone takes the path and the query of the base: a pattern is no link to the same document

FRAGMENTS = [
    # a pattern, the BASE, and the rewritten pattern
    ("#f", None, "http://h/d/p.html\\?q=1#f"),
    ("#", None, "http://h/d/p.html\\?q=1#"),
    ("#*", None, "http://h/d/p.html\\?q=1#*"),
    ("#:x", None, "http://h/d/p.html\\?q=1#:x"),
    ("\\#f", None, "http://h/d/p.html\\?q=1\\#f"),
    ("#{{x}}", None, "http://h/d/p.html\\?q=1#{{x}}"),
    ("#f", "/q/r?s#t", "http://h/q/r\\?s#f"),
    ("#f", "(x)*", "http://h/d/\\(x\\)\\*#f"),
    ("#f", "/x/%2e%2e", "http://h/#f"),
    ("#f", "http://u@h2/x", "http://h2/x#f"),
    ("#f", "data:,x", "http://h/d/p.html\\?q=1#f"),
    ("#f", "a+b.c://h:8/x", "a\\+b.c://h:8/x#f"),
    ("#f", "a+b.c://u@h:8/x", "a\\+b.c://h:8/x#f"),
    ("#f", "foo:/d/p", "foo\\:/d/p#f"),
    ("#f", "tel:x", "#f"),
    ("#f", "x://h#f", "#f"),
]
PLACEHOLDERS = [
    # a pattern, how it is written if placeholders are kept, and if they are text
    ("{{ site.url }}/*", "{{ site.url }}/*", "http://h/d/{{ site.url }}/*"),
    ("<%= url %>/x", "<%= url %>/x", "http://h/d/<%= url %>/x"),
    ("${x}/y", "${x}/y", "http://h/d/${x}/y"),
    ("/{{x}}/*", "http://h/{{x}}/*", "http://h/{{x}}/*"),
    ("x{{y}}?z", "http://h/d/x{{y}}?z", "http://h/d/x{{y}}?z"),
    ("//{{x}}/y", "http://h//{{x}}/y", "http://h//{{x}}/y"),
]


@pytest.mark.rows(("pattern", "kept", "as_text"), PLACEHOLDERS)
def test_one_with_a_placeholder(pattern: str, kept: str, as_text: str) -> None:
    before = page(pattern)
    once = absolutize.rewrite(before, URL)
    assert pattern_in(once) == kept
    assert absolutize.rewrite(once, URL) == once
    codes = [link.code for link in absolutize.links(before, URL)]
    assert codes == ["placeholder" if kept == pattern else "rewritten"]
    assert pattern_in(absolutize.rewrite(before, URL, placeholders="resolve")) == as_text
    with_base = page(pattern, "/b/")
    assert ("<base" in absolutize.rewrite(with_base, URL, base_element="remove")) == (kept == pattern)


OPTIONS = [{}, {"base_element": "keep"}, {"same_document": "resolve"}, {"rules": "whatwg"}]


@pytest.mark.rows(("pattern", "base", "expected"), FRAGMENTS)
@pytest.mark.rows("options", OPTIONS)
def test_a_fragment_alone(pattern: str, base: str | None, expected: str, options: Any) -> None:
    once = absolutize.rewrite(page(pattern, base), URL, **options)
    assert pattern_in(once) == expected
    assert absolutize.rewrite(once, URL, **options) == once


def test_one_that_only_an_opaque_base_explains_keeps_it() -> None:
    before = page("#f", "tel:x")
    assert absolutize.rewrite(before, URL, base_element="remove") == before
    codes = [link.code for link in absolutize.links(before, URL) if link.element == "script"]
    assert codes == ["base-not-hierarchical"]


def test_without_a_base_it_stays() -> None:
    assert absolutize.rewrite(page("#f")) == page("#f")
    assert [link.code for link in absolutize.links(page("#f"))] == ["no-base"]


# Dot segments of the base are removed, but a host that looks like a dot segment stays

DOTS = [
    ("//%2e", "/:id", "http://./:id"),
    ("//%2e/", "/:id", "http://./:id"),
    ("//%2e%2e", "*", "http://../*"),
    ("//h%2e/%2e/x", "y*", "http://h./y*"),
    ("//%2E/%2e%2e/x", "/:id", "http://./:id"),
    ("x://%2e", "/:id", "x://%2e/:id"),
]


@pytest.mark.rows(("base", "pattern", "expected"), DOTS)
def test_a_host_of_dots(base: str, pattern: str, expected: str) -> None:
    assert pattern_in(absolutize.rewrite(page(pattern, base), URL)) == expected


# A pattern that begins with a slash takes no drive letter from its base

DRIVES = [("/:id", "file:///:id"), ("*", "file:///C\\:/d/*"), ("?x", "file:///C\\:/d/p?x")]


@pytest.mark.rows(("pattern", "expected"), DRIVES)
def test_a_drive_letter(pattern: str, expected: str) -> None:
    assert pattern_in(absolutize.rewrite(page(pattern), "file:///C:/d/p")) == expected


# A colon before the first character of an identifier begins a name; before anything else it ends a scheme

COLONS = [(":\xe9", True), ("x:\u30a2", True), (":\ufffd", False), (":\xb2", False), ("x:\u2003y", False)]


@pytest.mark.rows(("pattern", "is_relative"), COLONS)
def test_a_name_beyond_ascii(pattern: str, is_relative: bool) -> None:
    expected = f"http://h/d/{pattern}" if is_relative else pattern
    assert pattern_in(absolutize.rewrite(page(pattern), URL)) == expected


# The directory of the base ends in a slash, whatever "." resolves to under a rule set


@pytest.mark.rows("rules", sorted(absolutize.RULE_SETS))
@pytest.mark.rows(("base", "directory"), [("http://h", "http://h/"), ("http://h/d/p?q", "http://h/d/")])
def test_the_directory_of_the_base(base: str, directory: str, rules: str) -> None:
    assert pattern_in(absolutize.rewrite(page("*"), base, rules=rules)) == f"{directory}*"


# A pattern lists the same target before and after it is made absolute

BASES = [
    "http://h/d/p.html?q",
    "http://h?q?r",
    "http://h/a;b/c,d/p?x=1&y=(2)",
    "http://h/a%20b/~c/!d/p",
    "http://[::1]:81/x/p?a:b",
    "http://h_x/d/",
    "file:///d/p",
    "x:///d/p",
    "x://h/p?q",
    "a+b.c://h:8/x?y",
    "http://h/a(b)/c+d*/p",
]
LISTED = [
    "#c*",
    "#c",
    "*",
    "c;d*",
    "c=d,e",
    "?x=1*",
    "?x=1#y*",
    "\\?x=1\\?2#*",
    "/",
    "\\/x",
    "/a@b/:id",
    "a\\+b(.*)",
]


@pytest.mark.rows("base", BASES)
@pytest.mark.rows("pattern", LISTED)
def test_what_is_listed_of_a_pattern(base: str, pattern: str) -> None:
    once = absolutize.rewrite(page(pattern), base)
    (before,) = absolutize.links(page(pattern), base)
    (after,) = absolutize.links(once, "http://moved/")
    assert (before.code, after.code) == ("rewritten", "absolute")
    assert same_url(before.target, after.target)
