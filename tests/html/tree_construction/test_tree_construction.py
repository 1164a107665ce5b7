"""Tree construction, as far as it decides how text is read (HTML Standard 13.2.6).

html5lib must agree with each row, except for listed differences; tests/browser asks Chromium.
"""

import pytest

import absolutize
from absolutize.html.tokenizer.scanner import scan
from absolutize.html.tree_construction.ancestors import TreeReader
from tests.html.tree_construction.nestings import (
    COLUMNS,
    FRAMESETS,
    NESTINGS,
    PROBE,
    RAW_TEXT,
    Nesting,
    Place,
)
from tests.support import html5lib_tags

each = pytest.mark.rows("row", NESTINGS, ids=[row.name for row in NESTINGS])

# Rows on which html5lib disagrees: the row's name -> the reason.
HTML5LIB = {
    **dict.fromkeys(
        (
            "<div><template><svg></div>",
            "<template><form><svg></form>",
            "<template><tr><td><svg></td>",
            "<template><td><svg></td>",
            "<template><tr><svg></table>",
            "<template><tr><table><svg></tr>",
            "<template><tr><math><mi><table></mi>",
        ),
        "html5lib 1.1 knows no template elements",
    ),
    "<select><option><svg></option>": "html5lib 1.1 lets nothing but options into a select element",
}


def is_read_by_html5lib(place: Place) -> bool:
    """Whether html5lib 1.1 reads a place as browsers do: it differs in templates, </br> and noscript."""
    return not any(each in place.before for each in ("<template>", "</br>", "<noscript>"))


def sees_probe(html: str) -> bool:
    document = (html + PROBE).encode()
    return any(document[link.start : link.stop] == b"probe" for link in scan(document))


@each
def test_foreign_content_is_open_or_closed(row: Nesting) -> None:
    assert sees_probe(row.html) == row.is_foreign


@each
def test_html5lib_agrees(row: Nesting) -> None:
    seen = any(tag.value == "probe" for tag in html5lib_tags.attributes(row.html + PROBE))
    assert (seen == row.is_foreign) == (row.name not in HTML5LIB), HTML5LIB.get(row.name)


URL = "http://h/p.html"


def seen_in(html: str) -> set[str]:
    """List the numbered URLs that the scanner finds."""
    return {html[link.start : link.stop] for link in scan(html.encode())}


@pytest.mark.rows("place", [*COLUMNS, *FRAMESETS], ids=lambda place: place.name)
def test_raw_text_is_read_as_markup_where_its_start_tag_is_ignored(place: Place) -> None:
    documents = [place.frames(element) for element in RAW_TEXT]
    assert [(html, seen_in(html) & {"u1z", "u2z"}) for html, _ in documents] == documents


@pytest.mark.rows("place", [*filter(is_read_by_html5lib, FRAMESETS)], ids=lambda place: place.name)
def test_html5lib_reads_framesets_so(place: Place) -> None:
    documents = [place.frames(element) for element in RAW_TEXT if element != "noscript"]
    read = [
        (html, {tag.value for tag in html5lib_tags.attributes(html)} & {"u1z", "u2z"})
        for html, _ in documents
    ]
    assert read == documents


@pytest.mark.rows("place", COLUMNS, ids=lambda place: place.name)
def test_a_base_behind_a_template_counts_as_the_template_ends(place: Place) -> None:
    documents = [place.bases(element) for element in RAW_TEXT]
    found = [(html, absolutize.base_uri(html.encode(), URL).uri) for html, _ in documents]
    assert found == [(html, f"http://h/{base}") for html, base in documents]


MANY = {  # content of svg that is repeated very often: all foreign, or with HTML in it
    "all foreign": "<g a><a HREF=x></A></g><style>a{b:url(x)}</style>",
    "HTML in it": "<a href=x><desc><p href=y><img src=x><template><a href=x></template></desc></a>",
}


@pytest.mark.parametrize("unit", MANY.values(), ids=MANY)
def test_very_many_elements_are_read_as_a_few(unit: str) -> None:
    """For many elements only the places are stored, and the elements are read again."""

    def listed(count: int) -> list[tuple[str, str]]:
        return [(link.element, link.attribute) for link in absolutize.links(f"<svg>{unit * count}</svg>")]

    few = listed(1)
    assert len(few) > 1
    assert listed(3_000) == few * 3_000


class CountingOffset(int):
    """A place in a document that counts how often it is compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        CountingOffset.compared += 1
        return int(self) == other

    __hash__ = int.__hash__


def test_whether_a_frameset_keeps_a_tag_takes_few_steps() -> None:
    """There may be very many html tags whose attributes stay, and very many links."""
    document = b"<p>" + b"<html>" * 1000 + b"<frameset>"
    replaced = TreeReader(document).frameset(len(document) - len("<frameset>"))
    assert replaced is not None
    assert replaced.keeps(CountingOffset(len("<p><")))
    assert not replaced.keeps(CountingOffset(len("<p>")))
    assert CountingOffset.compared <= 2
