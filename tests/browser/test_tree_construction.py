"""The scanner finds the same links, namespaces and BASE as Chromium's tree builder with scripts on.

A link that only the scanner finds must not be in text: it is in a tag that the tree builder ignores, or
in a noscript element, where browsers without scripts find it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

import absolutize
from absolutize.html.tokenizer.scanner import scan
from tests.browser.chromium import Chromium, executable
from tests.browser.server import Server
from tests.browser.trees import URL, Tree, TreeBuilder, number_in
from tests.html.tree_construction.nestings import (
    COLUMNS,
    FRAMESETS,
    MIXTURES,
    NESTINGS,
    PROBE,
    RAW_TEXT,
    Nesting,
    Place,
    nesting,
)
from tests.html.values.test_svg_text import CUT_OFF_TAGS
from tests.support.extent import extent, sample

DOCUMENTS = extent(120, 240)  # of each mixture
AT_ONCE = 100

FOSTER = "a BASE right in a table is moved before it, and before those in its cells"
CASE = "Chromium spells end tags in svg in its case, so that none closes an HTML element of that name"
KNOWN = {
    "<table><td><base href=u1z></td><base href=u2z></table>": FOSTER,
    "<foreignObject><svg></foreignObject><style><a href=u1z></style>": CASE,
}
BASE_INDEPENDENT = {
    "BASE in a frameset in svg": "<svg><title><base href=u1z><frameset>",
    "BASE in a frameset behind a template": "<template></template><frameset><base href=u1z>",
    "frame in svg's title": "<svg><g><title><frame></title></g><title><html style='background:url(u1z)'>",
    "cut off": "<a href=u1z><frameset cols=",
    "html behind a body": "<div><html style='background:url(u1z)'><frameset><frame src=u2z>",
    "html in a frameset": "<frameset><html style='background:url(u1z)'><frame src=u2z>",
    "html in svg": "<svg><html style='background:url(u1z)'></svg><frameset><frame src=u2z>",
    "BASE in svg in a caption": "<caption><a href=u1z></a><svg></caption><base href=u2z>",
    "BASE in noscript in svg": "<svg><desc><noscript><base href=u1z></noscript></desc></svg><base href=u2z>",
    "noscript never closed": "<noscript><img src=u1z><frameset><frame src=u2z>",
    "iframe in noscript": "<noscript><iframe src=u1z height=0 /></noscript><img src=u2z>",
    "comment in noscript": "<noscript><!-- x </noscript><img src=u1z>",
    "style in noscript": "<noscript><style>.a{}</noscript><img src=u1z>",
    "textarea in noscript": "<noscript><textarea></noscript><img src=u1z>",
    "title in noscript": "<head><noscript><title></noscript><link href=u1z>",
    "quote in noscript": "<noscript><img src='u1z></noscript><img src=u2z title=' '>",
    "svg in noscript": "<noscript><svg></noscript><style><a href=u1z></style>",
    "noscript in svg": "<svg><noscript><style></noscript><a href=u1z></style></svg><a href=u2z>",
    "noscript in select": "<select><noscript><style></noscript><option></select><a href=u1z>",
    "noscript in a template": "<template><noscript><!-- </noscript><a href=u1z></template><a href=u2z>",
    "noscript in a frameset": "<frameset><noscript><frame src=u1z></noscript><frame src=u2z>",
    "quoted marks in the end tag of noscript": "<noscript><p></noscript a='>'><a href=u1z>'><a href=u2z>",
    "an end tag of noscript that is cut off": "<noscript><a href=u1z></noscript a='><a href=u2z>",
    "noscript in noscript": "<noscript><noscript><style></noscript><a href=u1z></noscript>",
}


@pytest.fixture(scope="module")
def trees() -> Iterator[TreeBuilder]:
    program = executable()
    if program is None:
        pytest.skip("there is no Chromium here (apt-get install chromium)")
    with Server() as server, Chromium(program, server.port) as browser:
        yield TreeBuilder(browser, server)


def differences(html: str, tree: Tree) -> list[str]:
    """List the differences between what the scanner and the browser see."""
    document = html.encode()
    links = [link for link in scan(document) if link.row.attribute]
    found = {number_in(html[link.start : link.stop]): link.element for link in links}
    base = absolutize.base_uri(document, URL).uri
    return [
        *(
            f"{number} of {name} is missed"
            for number, name in tree.marked.items()
            if found.get(number) != name
        ),
        *(
            f"{number} is text"
            for number in found
            if number not in tree.marked and number and number in tree.text
        ),
        *([f"BASE is {base}"] if base != tree.base else []),
    ]


@pytest.mark.rows("row", NESTINGS, ids=[row.name for row in NESTINGS])
def test_foreign_content_is_open_or_closed(row: Nesting, trees: TreeBuilder) -> None:
    [tree] = trees([row.html + PROBE])
    assert any(value == "probe" for *_, value in tree.attributes) == row.is_foreign


@pytest.mark.rows("html", BASE_INDEPENDENT.values(), ids=BASE_INDEPENDENT)
def test_a_document_is_read_as_chromium_reads_it(html: str, trees: TreeBuilder) -> None:
    [tree] = trees([html])
    assert differences(html, tree) == []


@pytest.mark.parametrize("rest", CUT_OFF_TAGS)
def test_a_tag_that_is_cut_off_ends_a_style_in_svg(rest: str, trees: TreeBuilder) -> None:
    html = f"<svg><style>p{{list-style:url(x)}}{rest}"
    [found], [tree] = scan(html.encode()), trees([html])
    assert html[found.start : found.stop] == tree.text


IGNORED = [
    pytest.param(place, sample(RAW_TEXT, 3, number % 3), id=place.name)
    for number, place in enumerate([*COLUMNS, *FRAMESETS])
]
"""In CI a third of the elements in each place, other ones than in the place before it."""


@pytest.mark.rows(("place", "elements"), IGNORED)
def test_raw_text_is_read_as_markup_where_its_start_tag_is_ignored(
    place: Place, elements: Sequence[str], trees: TreeBuilder
) -> None:
    puts = (place.frames, *([place.bases] if place in COLUMNS else []))
    documents = [html for put in puts for html, _ in map(put, elements)]
    built = zip(documents, trees(documents), strict=True)
    assert [(html, seen) for html, tree in built if (seen := differences(html, tree))] == []


@pytest.mark.parametrize("html", KNOWN)
def test_a_known_difference_is_one(html: str, trees: TreeBuilder) -> None:
    [tree] = trees([html])
    assert differences(html, tree), f"listed difference that is none ({KNOWN[html]})"


@pytest.mark.parametrize("kinds", MIXTURES, ids="+".join)
def test_generated_nestings_are_read_as_chromium_reads_them(
    kinds: tuple[str, ...], trees: TreeBuilder
) -> None:
    choice = Random(0)
    documents = [nesting(choice, kinds) for _ in range(DOCUMENTS)]
    built = (
        tree for start in range(0, DOCUMENTS, AT_ONCE) for tree in trees(documents[start : start + AT_ONCE])
    )
    assert [
        (html, seen) for html, tree in zip(documents, built, strict=True) if (seen := differences(html, tree))
    ] == []
