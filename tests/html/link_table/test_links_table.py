"""For every row of LINKS, a generated document is read and rewritten as the row says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import html5lib
import pytest

import absolutize
from absolutize.html.link_table.rows import LINKS, Row

URL = "http://h/d/e/p.html"
BASE = "http://b/u/v/"

# What a reference resolves to, by what its row resolves it against: BASE, URL, or the codebase "code/"
# (which is http://b/u/v/code/). Worked out by hand.
TARGETS = {
    "": {"../x/y.z": "http://b/u/x/y.z", "q": "http://b/u/v/q", "#f": "http://b/u/v/#f", "": BASE},
    "document": {
        "../x/y.z": "http://h/d/x/y.z",
        "q": "http://h/d/e/q",
        "#f": "http://h/d/e/p.html#f",
        "": "http://h/d/e/p.html",
    },
    "codebase": {
        "../x/y.z": "http://b/u/v/x/y.z",
        "q": "http://b/u/v/code/q",
        "#f": "http://b/u/v/code/#f",
        "": "http://b/u/v/code/",
    },
}

# The start tags that must be before an element for browsers to see it.
SVG, MATH, TABLE = "<svg>", "<math>", "<table>"
SVG_ELEMENTS = (
    "altglyph animate animatecolor animatemotion animatetransform color-profile cursor definition-src discard"
    " feimage filter font-face-uri glyphref hatch lineargradient mesh meshgradient mpath pattern"
    " radialgradient set textpath tref use"
)
MATH_ELEMENTS = "annotation annotation-xml mglyph share"
BEFORE = {
    **dict.fromkeys(SVG_ELEMENTS.split(), SVG),
    **dict.fromkeys(MATH_ELEMENTS.split(), MATH),
    **dict.fromkeys(("col", "colgroup", "tbody", "tfoot", "thead", "tr"), TABLE),
    **dict.fromkeys(("td", "th"), f"{TABLE}<tr>"),
    "frame": "<frameset>",
}
ATTRIBUTES_OF_SVG = {("image", "href"), ("script", "href")}  # and every xlink:...
ABOVE_BASE = frozenset({"html", "head"})  # a BASE cannot be before these elements
ANY = {  # an element to use for "*", by the attribute
    "datasrc": "div",
    "definitionurl": "csymbol",
    "xlink:arcrole": "g",
    "xlink:href": "g",
    "xlink:role": "g",
}
CUSTOM = "x-any"

FORMS = {
    "double quotes": '{}="{}"',
    "single quotes": "{}='{}'",
    "unquoted": "{}={}",
    "spaced": '{}\n=\t"{}"',
    "after another": 'title=">" {}="{}"',
}


class Place(NamedTuple):
    """An element with an attribute, and their row of the table."""

    element: str
    attribute: str
    row: Row

    @property
    def before(self) -> str:
        """The markup between BASE and the tag."""
        element, attribute = self.element.lower(), self.attribute.lower()
        if attribute.startswith("xlink:") or (element, attribute) in ATTRIBUTES_OF_SVG:
            return SVG
        return MATH if attribute == "definitionurl" else BEFORE.get(element, "")

    def document(self, value: str, *, form: str = "double quotes", **known: str) -> str:
        """Write the document with a value; ``known`` gives other values for ``base`` and ``codebase``."""
        attribute = FORMS[form].format(self.attribute, value)
        sibling = f' codebase="{known.get("codebase", "code/")}"' if self.row.against == "codebase" else ""
        tag = f"<{self.element} {attribute}{sibling}>"
        if self.element.lower() == "base":
            return tag
        base = f'<base href="{known.get("base", BASE)}">'
        return f"{tag}{base}" if self.element.lower() in ABOVE_BASE else f"{base}{self.before}{tag}"

    def upper(self) -> Place:
        return Place(self.element.upper(), self.attribute.upper(), self.row)


def place_of(row: Row) -> Place:
    element = ANY.get(row.attribute, CUSTOM) if row.element == "*" else row.element
    return Place(element, row.attribute, row)


WHOLE = {"url", "urls", "curie"}  # the other syntaxes: tests/html/values/test_structured.py
PLACES = [place_of(row) for row in LINKS if row.attribute and row.when is None and row.syntax in WHOLE]
WITH_CODEBASE = [place for place in PLACES if place.row.against == "codebase"]
ABSOLUTE_CODEBASE = "http://b/u/v/code/"


def params(places: list[Place]) -> list[Any]:
    return [pytest.param(place, id=f"{place.element} {place.attribute}") for place in places]


def value_of(row: Row, form: str) -> str:
    """The value to rewrite: two references if the row takes a list and the form can hold it."""
    return "../x/y.z q" if row.syntax == "urls" and form != "unquoted" else "../x/y.z"


def target_of(row: Row, value: str) -> str:
    references = value.split(" ") if row.syntax == "urls" else [value]
    return " ".join(TARGETS[row.against][reference] for reference in references)


# the generated documents are valid tests: html5lib sees the element and the attribute

NOT_SEEN = {"isindex": "html5lib makes a form of it, as HTML did until 2016"}


def seen(document: str) -> Iterator[tuple[str, str, str]]:
    """List elements, attributes and values as html5lib sees them, in lower case."""
    tree = html5lib.parse(document, treebuilder="etree", namespaceHTMLElements=False)
    for element in tree.iter():
        name = str(element.tag).rpartition("}")[2].lower()
        for attribute, value in element.attrib.items():
            yield name, attribute.replace("{http://www.w3.org/1999/xlink}", "xlink:").lower(), value


@pytest.mark.parametrize("place", params(PLACES))
def test_the_document_has_the_attribute(place: Place) -> None:
    if place.element in NOT_SEEN:
        pytest.skip(NOT_SEEN[place.element])
    value = value_of(place.row, "double quotes")
    element = "img" if place.element == "image" and not place.before else place.element
    assert (element, place.attribute, value) in set(seen(place.document(value)))


# relative values


@pytest.mark.rows("place", params(PLACES))
def test_a_relative_value_is_resolved(place: Place) -> None:
    for form in FORMS:
        value = value_of(place.row, form)
        before = place.document(value, form=form)
        after = place.document(target_of(place.row, value), form=form, codebase=ABSOLUTE_CODEBASE)
        assert absolutize.rewrite(before.encode(), URL) == after.encode(), form
        assert absolutize.rewrite(before, URL) == after, form


@pytest.mark.rows("place", params(PLACES))
def test_names_in_capitals_are_the_same_names(place: Place) -> None:
    value = value_of(place.row, "double quotes")
    before = place.upper().document(value)
    after = place.upper().document(target_of(place.row, value), codebase=ABSOLUTE_CODEBASE)
    assert absolutize.rewrite(before.encode(), URL) == after.encode()
    assert absolutize.rewrite(before, URL) == after


@pytest.mark.rows("place", params(PLACES))
def test_links_tells_what_was_decided(place: Place) -> None:
    value = value_of(place.row, "double quotes")
    document = place.document(value)
    found = [link for link in absolutize.links(document, URL) if link.attribute == place.attribute]
    found = [link for link in found if link.raw != BASE]
    assert [(link.element, link.index, link.raw, link.code) for link in found] == [
        (place.element, index, reference, "rewritten") for index, reference in enumerate(value.split(" "))
    ]
    assert " ".join(link.target or "" for link in found) == target_of(place.row, value)


@pytest.mark.rows("place", params(WITH_CODEBASE))
def test_without_a_codebase_the_base_counts(place: Place) -> None:
    before = place.document("../x/y.z").replace(' codebase="code/"', "")
    assert "codebase" not in before
    assert absolutize.rewrite(before, URL) == before.replace("../x/y.z", "http://b/u/x/y.z")


@pytest.mark.rows(
    "codebase",
    ["//[", "http://[", "https://", "https://?q"],
)
@pytest.mark.rows("place", params(WITH_CODEBASE))
def test_a_codebase_that_is_no_url_does_not_count(place: Place, codebase: str) -> None:
    before = place.document("../x/y.z", codebase=codebase)
    after = place.document("http://b/u/x/y.z", codebase=codebase)
    assert absolutize.rewrite(before, URL) == after


@pytest.mark.rows("options", [{}, {"base_element": "remove"}, {"rules": "whatwg"}], ids=str)
@pytest.mark.rows(
    ("codebase", "written"),
    [("https:", "https://"), ("https:#f", "https://#f"), ("ftp:?q", "ftp://?q"), ("https:\\", "https://")],
)
@pytest.mark.rows("place", params(WITH_CODEBASE))
def test_a_codebase_that_is_no_url_counts_as_little_as_what_is_written_for_it(
    place: Place, codebase: str, written: str, options: dict[str, Any]
) -> None:
    once = absolutize.rewrite(place.document("../x/y.z", codebase=codebase), URL, **options)
    assert "http://b/u/x/y.z" in once
    assert f'"{written}"' in once
    assert absolutize.rewrite(once, URL, **options) == once


@pytest.mark.rows("place", params(WITH_CODEBASE))
def test_nobody_knows_a_codebase_that_a_template_will_give(place: Place) -> None:
    before = place.document("../x/y.z", codebase="{{x}}")
    assert absolutize.rewrite(before, URL) == before
    codes = {link.attribute: link.code for link in absolutize.links(before, URL)}
    assert (codes["codebase"], codes[place.attribute]) == ("placeholder", "no-base")
    assert absolutize.rewrite(before, URL, placeholders="resolve") != before


@pytest.mark.rows("place", params(PLACES))
def test_without_any_base_a_value_stays(place: Place) -> None:
    document = place.document("../x/y.z", base="y/")
    assert absolutize.rewrite(document) == document
    found = [link for link in absolutize.links(document) if link.attribute == place.attribute]
    assert {link.code for link in found} == {"no-base"}


# references that are only a fragment, or empty: the columns "fragment" and "empty"

NOT_BASE = [place for place in PLACES if place.element != "base"]


def rewritten(place: Place, value: str, **options: Any) -> str:
    return absolutize.rewrite(place.document(value), URL, **options)


@pytest.mark.rows("place", params(PLACES))
def test_a_same_document_reference_is_kept(place: Place) -> None:
    for value in ("#f", ""):
        assert rewritten(place, value) == place.document(value, codebase=ABSOLUTE_CODEBASE)


@pytest.mark.rows("place", params(NOT_BASE))
def test_a_fragment_is_resolved_on_demand(place: Place) -> None:
    row = place.row
    target = "#f" if row.fragment == "document" else TARGETS[row.against]["#f"]
    after = place.document(target, codebase=ABSOLUTE_CODEBASE)
    assert rewritten(place, "#f", same_document="resolve") == after


@pytest.mark.rows("place", params(PLACES))
def test_nothing_is_resolved_on_demand(place: Place) -> None:
    row = place.row
    targets = {"nothing": "", "base": TARGETS[row.against][""], "document": URL}
    after = place.document(targets[row.empty], codebase=ABSOLUTE_CODEBASE)
    assert rewritten(place, "", same_document="resolve") == after


def test_base_is_resolved_on_demand() -> None:
    """A fragment alone in BASE refers to the document itself."""
    (place,) = (place for place in PLACES if place.element == "base")
    assert rewritten(place, "#f", same_document="resolve") == place.document("http://h/d/e/p.html#f")


@pytest.mark.rows("place", params(NOT_BASE))
def test_a_fragment_that_would_leave_with_base_is_resolved(place: Place) -> None:
    """If a row does not depend on BASE, its fragment stays."""
    row = place.row
    stays = row.fragment == "document" or row.against == "document"
    after = place.document("#f" if stays else TARGETS[row.against]["#f"], codebase=ABSOLUTE_CODEBASE, base="")
    assert rewritten(place, "#f", base_element="empty") == after


@pytest.mark.rows("place", params(NOT_BASE))
def test_nothing_that_would_leave_with_base_is_resolved(place: Place) -> None:
    target = BASE if place.row.empty == "base" else ""
    after = place.document(target, codebase=ABSOLUTE_CODEBASE, base="")
    assert rewritten(place, "", base_element="empty") == after


@pytest.mark.rows("place", params(PLACES))
def test_links_tells_what_a_same_document_reference_is(place: Place) -> None:
    codes = {value: [link.code for link in links_there(place, value)] for value in ("#f", "")}
    nothing = (
        [] if place.row.syntax == "urls" else ["empty" if place.row.empty == "nothing" else "same-document"]
    )
    assert codes == {"#f": ["same-document"], "": nothing}


def links_there(place: Place, value: str) -> list[absolutize.Link]:
    found = absolutize.links(place.document(value), URL)
    return [link for link in found if (link.attribute, link.raw) == (place.attribute, value)]


# attributes without a row in the table hold no links

BOUND = sorted({row.attribute for row in LINKS} - {row.attribute for row in LINKS if row.element == "*"})
STRANGERS = [
    *((CUSTOM, attribute) for attribute in BOUND),
    ("p", "cite"),
    ("a", "src-x"),
    ("a", "data-href"),
    ("img", "alt"),
    ("input", "value"),
    ("div", "background"),
    ("link", "ping"),
    ("a", "action"),
    ("audio", "poster"),
    ("a", "xlink"),
    ("a", "xlink:title"),
    ("body", "hrefs"),
]


@pytest.mark.rows(("element", "attribute"), STRANGERS, ids=map(" ".join, STRANGERS))
def test_what_is_no_row_is_no_link(element: str, attribute: str) -> None:
    document = f'<{element} {attribute}="../x/y.z">'
    assert list(absolutize.links(document, URL)) == []
    assert absolutize.rewrite(document, URL) == document


# every attribute that similar libraries read as one URL or a list of URLs (no structured values)

PEERS = (
    "a href",
    "area href",
    "link href",
    "img src",
    "script src",
    "iframe src",
    "frame src",
    "embed src",
    "audio src",
    "video src",
    "source src",
    "track src",
    "input src",
    "video poster",
    "form action",
    "button formaction",
    "input formaction",
    "a ping",
    "area ping",
    "a attributionsrc",
    "area attributionsrc",
    "img attributionsrc",
    "script attributionsrc",
    "blockquote cite",
    "q cite",
    "ins cite",
    "del cite",
    "img longdesc",
    "frame longdesc",
    "iframe longdesc",
    "img usemap",
    "input usemap",
    "object usemap",
    "body background",
    "table background",
    "td background",
    "th background",
    "tr background",
    "tbody background",
    "object data",
    "object codebase",
    "applet codebase",
    "object classid",
    "object archive",
    "applet code",
    "img lowsrc",
    "img dynsrc",
    "input dynsrc",
    "html manifest",
    "head profile",
    "command icon",
    "menuitem icon",
    "div itemid",
    "a xlink:href",
    "use xlink:href",
    "image xlink:href",
    "script xlink:href",
    "image href",
    "use href",
    "feimage href",
    "lineargradient href",
    "textpath href",
    "script href",
    "mi href",
    "math altimg",
    "bgsound src",
    "fig src",
    "layer src",
    "overlay src",
    "embed href",
    "img href",
    "ref href",
    "div datasrc",
    "x-custom href",
    "x-custom src",
)


@pytest.mark.rows("peer", PEERS)
def test_what_peers_rewrite_is_rewritten(peer: str) -> None:
    element, attribute = peer.split()
    document = f'<{element} {attribute}="../x/y.z">'
    if (
        attribute.startswith("xlink:")
        or element in SVG_ELEMENTS.split()
        or (element, attribute) in ATTRIBUTES_OF_SVG
    ):
        document = SVG + document
    after = document.replace("../x/y.z", "http://h/d/x/y.z")
    assert absolutize.rewrite(document.encode(), URL) == after.encode()


def test_the_table_is_ahead_of_peers() -> None:
    rows = {(row.element, row.attribute) for row in LINKS}
    any_element = {row.attribute for row in LINKS if row.element == "*"}
    peers = {tuple(peer.split()) for peer in PEERS}
    assert {(e, a) for e, a in peers if (e, a) not in rows and a not in any_element} == set()
    assert len(rows - peers) > len(peers)


CODEBASES = [  # a codebase, and the target of what is below it: one that is no URL counts as none
    ("c/", "http://h/d/c/x"),
    ("http://i/c", "http://i/x"),
    *((codebase, "http://h/d/x") for codebase in ("", "#f", "//[c/", "http://i:99999/", "https:")),
    *((codebase, None) for codebase in ("mailto:c", "{{c}}", "c/{{d}}/")),
]


@pytest.mark.rows(("codebase", "target"), CODEBASES)
@pytest.mark.rows("element", ["<object codebase='{}' classid=x>", "<applet code=x codebase='{}'>"])
def test_what_is_below_a_codebase(element: str, codebase: str, target: str | None) -> None:
    links = absolutize.links(element.format(codebase), "http://h/d/p")
    assert [link.target for link in links if link.reference == "x"] == [target]
