"""Links are like named tuples, but some of their fields are computed only when they are read."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Sequence
from typing import Any

import pytest

import absolutize

URL = "http://h/d/p"
PAGE = (
    "<p>\n<a rel='NoFollow  next' href='a'>\xe9<img src=/i></a>\r\n"
    "<link rel=icon href=b><script src=c></script>"
)
FIELDS = (
    "element attribute index start stop line column raw reference target code kind rel text encoding node"
    " context"
)
LISTED: list[tuple[object, ...]] = [
    ("a", "href", 0, 34, 35, 2, 31, "a", "a", "http://h/d/a", "rewritten", "navigation", "nofollow next"),
    ("img", "src", 0, 47, 49, 2, 44, "/i", "/i", "http://h/i", "rewritten", "image", ""),
    ("link", "href", 0, 76, 77, 3, 21, "b", "b", "http://h/d/b", "rewritten", "image", "icon"),
    ("script", "src", 0, 90, 91, 3, 35, "c", "c", "http://h/d/c", "rewritten", "script", ""),
]
REST = (None, "utf-8", None, None)


def listed() -> list[absolutize.Link]:
    return list(absolutize.links(PAGE, URL))


def test_links_have_their_fields_in_order() -> None:
    assert absolutize.Link._fields == tuple(FIELDS.split())
    assert [tuple(link) for link in listed()] == [(*row, *REST) for row in LISTED]


@pytest.mark.parametrize("field", FIELDS.split())
def test_a_field_is_the_same_whichever_is_read_first(field: str) -> None:
    place = FIELDS.split().index(field)
    assert [getattr(link, field) for link in reversed(listed())] == [(*row, *REST)[place] for row in LISTED][
        ::-1
    ]


@pytest.mark.parametrize("field", FIELDS.split())
def test_all_fields_are_the_same_after_one_was_read(field: str) -> None:
    links = listed()
    assert [getattr(link, field) for link in links] == [
        link[FIELDS.split().index(field)] for link in listed()
    ]
    assert [tuple(link) for link in links] == [(*row, *REST) for row in LISTED]


NAMES = {  # a document, and the names of an element and an attribute that are not written in lower case
    "HTML": ("<svg><feImage HREF=x />", ("feimage", "href")),
    "HTML, an element of HTML": ("<IMG SRC=x>", ("img", "src")),
    "SVG": (
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><feImage href="x"/></svg>',
        ("feimage", "href"),
    ),
    "MathML": (
        (
            '<?xml version="1.0"?><math xmlns="http://www.w3.org/1998/Math/MathML">'
            '<csymbol definitionURL="x"/></math>'
        ),
        ("csymbol", "definitionurl"),
    ),
    "OPML": ('<opml version="2.0"><body><outline xmlUrl="x"/></body></opml>', ("outline", "xmlUrl")),
    "OpenSearch": (
        (
            '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><Url template="x"/>'
            "</OpenSearchDescription>"
        ),
        ("Url", "template"),
    ),
}


@pytest.mark.rows("name", NAMES)
def test_names_of_html_svg_and_mathml_are_in_lower_case_and_others_as_written(name: str) -> None:
    document, expected = NAMES[name]
    (link,) = absolutize.links(document, URL)
    assert (link.element, link.attribute) == expected


def test_links_are_equal_if_their_fields_are() -> None:
    first, second = listed(), listed()
    assert first == second
    assert [hash(link) for link in first] == [hash(link) for link in second]
    assert first[0] != first[1]
    assert first[0] != tuple(first[0])
    assert len({*first, *second}) == len(LISTED)


@pytest.mark.rows("target", ["http://h/x", "mailto:a@b", None])
@pytest.mark.parametrize(
    ("policy", "error", "message"),
    [
        ("surt", ValueError, "no policy is named 'surt'; there are standard, crawler"),
        (None, TypeError, "policy must be a str, not NoneType"),
        (5, TypeError, "policy must be a str, not int"),
    ],
)
def test_a_policy_is_checked_whether_or_not_there_is_a_url(
    target: str | None, policy: Any, error: type[Exception], message: str
) -> None:
    link = listed()[0]._replace(target=target)
    with pytest.raises(error) as refused:
        link.canonical_url(policy)
    assert str(refused.value) == message


@pytest.mark.parametrize("field", ["target", "line", "rel", "other"])
def test_links_cannot_be_changed(field: str) -> None:
    (link, *_) = listed()
    with pytest.raises(AttributeError, match=r"^can't set attribute$"):
        setattr(link, field, None)


def test_a_copy_has_other_fields() -> None:
    (link, *_) = listed()
    copy = link._replace(line=7, rel="")
    assert (copy.line, copy.column, copy.rel, copy.kind) == (7, 31, "", "navigation")
    assert link.line == 2
    with pytest.raises(TypeError, match=r"^Link.__new__\(\) got an unexpected keyword argument 'other'$"):
        link._replace(other=1)


def test_a_link_is_a_sequence() -> None:
    (link, *_) = listed()
    assert isinstance(link, Sequence)
    assert len(link) == len(FIELDS.split())
    assert (link[0], link[-1], link[:2]) == ("a", None, ("a", "href"))
    assert link._asdict() == dict(zip(FIELDS.split(), link, strict=True))


def test_a_link_is_shown_with_all_its_fields() -> None:
    link = absolutize.Link("a", "href", 0, 1, 2, 3, 4, "r", "r", None, "no-base")
    assert repr(link) == (
        "Link(element='a', attribute='href', index=0, start=1, stop=2, line=3, column=4, raw='r',"
        " reference='r', target=None, code='no-base', kind='other', rel='', text=None, encoding='utf-8',"
        " node=None, context=None)"
    )


def test_a_link_is_pickled_without_its_document() -> None:
    (link, *_) = absolutize.links(PAGE + " " * 10**6, URL)
    data = pickle.dumps(link)
    assert len(data) < 1000
    assert pickle.loads(data) == link  # noqa: S301 -- our own


def test_a_copy_does_not_keep_the_document() -> None:
    """A link keeps its document, since fields may be read later; a copy of its fields does not."""
    (link, *_) = absolutize.links(PAGE, URL)
    kept: Any = pickle.loads(pickle.dumps(link))  # noqa: S301 -- our own
    assert [type(each).__name__ for each in gc.get_referents(link)].count("_LazyFields") == 1
    assert [type(each).__name__ for each in gc.get_referents(kept)].count("_LazyFields") == 0
