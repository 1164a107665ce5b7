"""Edits of values: the quick way to one is only quicker."""

import random

import pytest

import absolutize
from absolutize.html.document import value_edits
from tests.support.extent import extent
from tests.support.spelling import PLACES, as_it_is, document
from tests.support.writtenback import URLS

ENCODINGS = ("utf-8", "utf-8", "windows-1252", "shift_jis", "iso-2022-jp", "utf-16le")


def none(*_: object) -> None:
    """Find no edit."""


@pytest.mark.rows("name", PLACES)
def test_the_quick_way_writes_the_same(name: str) -> None:
    chance, place = random.Random(name), PLACES[name]
    unescaped = place._replace(spellings=tuple(as_it_is for _ in place.spellings))
    for each in (place, unescaped) * extent(1, 60):
        encoding, url = chance.choice(ENCODINGS), chance.choice(URLS)
        page = document(chance, each).encode(encoding, "xmlcharrefreplace")
        quick = absolutize.rewrite(page, url, charset=encoding, presets=place.presets)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(value_edits, "unescaped_edit", none)
            assert quick == absolutize.rewrite(page, url, charset=encoding, presets=place.presets)


TAKEN = [
    '<a href="{}">',
    "<style>a{{b:url({})}}</style>",
    "<p style='a:url(\"{}\")'>",
    "<style>@import '{}';</style>",
    '<script type=importmap>{{"imports":{{"a":"{}"}}}}</script>',
    '<meta http-equiv=refresh content="0;url={}">',
]


@pytest.mark.rows("page", TAKEN)
def test_the_quick_way_is_taken_in_every_syntax(page: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(value_edits, "_write", none)
        assert absolutize.rewrite(page.format("//h/a/../b"), "http://h/d/p") == page.format("http://h/a/../b")


KEPT = [  # a page, and a reference with escapes, all of which stays as it is
    ('<a href="{}">', "&#x2F;x"),
    ("<a href={}>", "&#x2F;x"),
    ("<style>a{{b:url({})}}</style>", r"\/x"),
    ('<script type=speculationrules>{{"prefetch":[{{"urls":["{}"]}}]}}</script>', r"\/x"),
    (
        '<script type=speculationrules>{{"prefetch":[{{"where":{{"href_matches":"{}*"}}}}]}}</script>',
        r"\/x\/",
    ),
]


@pytest.mark.rows(("page", "reference"), KEPT)
def test_escapes_behind_what_is_written_stay(page: str, reference: str) -> None:
    assert absolutize.rewrite(page.format(reference), "http://h/d/p") == page.format(f"http://h{reference}")
