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


@pytest.mark.rows("encoding", ["utf-8", "windows-1252", "utf-16"])
def test_escapes_behind_other_characters_stay(encoding: str) -> None:
    page = '<a href="é/../&#120;&#121;">'
    after = absolutize.rewrite(page.encode(encoding), "http://h/d/p", charset=encoding)
    assert after.decode(encoding) == '<a href="http://h/d/&#120;&#121;">'


@pytest.mark.rows("text", ["&", "&am", "&AM", "&#", "&#3", "&#x2", "<", "a-", "a-!"])
def test_no_text_completes_what_is_before_a_tag_that_would_be_removed(text: str) -> None:
    page = f"{text}<base href=/q/>p;<a href=x>"
    after = absolutize.rewrite(page, "http://h/", base_element="remove")
    assert after == f"{text}<base>p;<a href=http://h/q/x>"


@pytest.mark.rows("space", ["", " ", "\t", "\n", "\f", "\r"], ids=repr)
def test_what_is_behind_a_removed_attribute_is_no_value(space: str) -> None:
    """HTML Standard 13.2.5.32: an equals sign before a name is a part of that."""
    page = f"<base id href='/q/'{space}=t><a href=x>"
    after = absolutize.rewrite(page, "http://h/", base_element="remove")
    assert after == f"<base id /{space}=t><a href=http://h/q/x>"


@pytest.mark.rows("before", ["=", "= ", "=\t", "=\n", "=\f", "=\r", "\r=\r\n"])
def test_quotes_are_put_around_a_value_where_it_is(before: str) -> None:
    page = f"<a href{before}x>"
    after = absolutize.rewrite(page, "http://h/a'b/")
    assert after == f'<a href{before}"http://h/a\'b/x">'


IN_NOSCRIPT = [  # a document, and what is written below a base that has "</noscript>" in it
    ("<img src='q'>", "<img src='{}&lt;/noscript><b>/q'>"),
    ('<img src="q">', '<img src="{}&lt;/noscript><b>/q">'),
    ("<img src=q>", '<img src="{}&lt;/noscript><b>/q">'),
    ("<a ping='q r'>", "<a ping='{0}&lt;/noscript><b>/q {0}&lt;/noscript><b>/r'>"),
    ("<img srcset='q 1x'>", "<img srcset='{}&lt;/noscript><b>/q 1x'>"),
    (
        "<meta http-equiv=refresh content='0;url=q'>",
        "<meta http-equiv=refresh content='0;url={}&lt;/noscript><b>/q'>",
    ),
    ("<a href='q{{x}}'>", "<a href='{}&lt;/noscript><b>/q{{x}}'>"),
    ("<style>a{b:url(q)}</style>", "<style>a{b:url({}\\3c /noscript>\\3c b>/q)}</style>"),
    (
        "<iframe srcdoc='<img src=\"q\">'></iframe>",
        "<iframe srcdoc='<img src=\"{}&amp;lt;/noscript><b>/q\">'></iframe>",
    ),
]


@pytest.mark.rows(("html", "written"), IN_NOSCRIPT)
def test_a_base_ends_no_noscript(html: str, written: str) -> None:
    """Where scripts run, it would end an element around it, and what is behind it would be markup."""
    page = f"<noscript>{html}</noscript><p>"
    after = written.replace("{0}", "http://h/").replace("{}", "http://h/")
    once = absolutize.rewrite(page, "http://h/</noscript><b>/x")
    assert once == f"<noscript>{after}</noscript><p>"
    assert absolutize.rewrite(once, "http://h/</noscript><b>/x") == once
    base = "<base href='/</noscript><b>/'>"
    assert absolutize.rewrite(f"{base}{page}", "http://h/x").endswith(once)
