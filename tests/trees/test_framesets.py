"""Framesets in trees: a BASE after a frameset does not count; which framesets are ignored."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

import absolutize
from tests.trees.builders import HTML_TREES, URL, Make, every_html_tree, named, seen, targets, values
from tests.trees.test_bases import LINK

FRAME = '<frame src="x">'
EVIL = '<base href="http://evil.test/">'
IN_FRAMESET = {
    "in": f"<frameset>{EVIL}{FRAME}</frameset>",
    "in-behind-a-frame": f"<frameset>{FRAME}{EVIL}</frameset>",
    "behind": f"<frameset>{FRAME}</frameset>{EVIL}",
    "behind-html": f"<html><frameset>{FRAME}</frameset></html>{EVIL}",
    "in-a-body-behind": f"<frameset>{FRAME}</frameset><body><p>t{EVIL}</p></body>",
    "in-noframes": f"<frameset>{FRAME}<noframes><body>{EVIL}</body></noframes></frameset>",
    "nested": f"<frameset><frameset>{FRAME}</frameset>{EVIL}</frameset>",
    "behind-a-head": f"<head><title>t</title><style>s</style></head>\n<frameset>{EVIL}{FRAME}</frameset>",
    "behind-a-template": f"<head><template></template></head><frameset>{EVIL}{FRAME}</frameset>",
    "behind-noframes": f"<noframes>t{EVIL}<img></noframes><frameset>{EVIL}{FRAME}</frameset>",
    "behind-a-comment": f"<!--t--><frameset>{EVIL}{FRAME}</frameset>",
    "deep": "<frameset>" * 40 + EVIL + FRAME,
}
# the body has no start tag: in html.parser's trees one can see this, in lxml's one cannot
IN_PLACE_OF_THE_BODY = {
    "behind-a-paragraph": f"<p></p><frameset>{EVIL}{FRAME}</frameset>",
    "in-the-body-replaced": f"<p>{EVIL}</p><frameset>{FRAME}</frameset>",
    "behind-hidden-input": f'<input type="HIDDEN"><frameset>{EVIL}{FRAME}</frameset>',
    "behind-svg": f"<svg><image></image><input/></svg><frameset>{EVIL}{FRAME}</frameset>",
    "behind-stray-cells": f"<td></td><frameset>{EVIL}{FRAME}</frameset>",
    "in-an-integration-point": f"<svg><desc><frameset>{FRAME}{EVIL}</frameset></desc></svg>",
    "behind-noembed": f"<noembed>t</noembed>{EVIL}<frameset>{FRAME}</frameset>",
    "behind-a-link": f"<a href='x'></a><frameset>{FRAME}</frameset>{EVIL}",
}


@every_html_tree
@pytest.mark.rows("text", IN_FRAMESET.values(), ids=IN_FRAMESET)
def test_a_base_behind_a_frameset_does_not_count(make: Make, text: str) -> None:
    """HTML Standard 13.2.6.4.18-19: in and after a frameset, only frames are read."""
    tree = make(text)
    assert absolutize.base_uri(tree, URL) == (URL, "retrieval")
    assert {link.target for link in seen(tree) if link.element == "frame"} == {"http://h.example/a/b/x"}
    absolutize.rewrite(tree, URL)
    assert "http://h.example/a/b/x" in values(tree)


@pytest.mark.rows("kind", ["soup-html.parser", "soup-html5lib", "lxml-html5"])
@pytest.mark.rows("text", IN_PLACE_OF_THE_BODY.values(), ids=IN_PLACE_OF_THE_BODY)
def test_a_frameset_takes_the_place_of_a_body_without_content(kind: str, text: str) -> None:
    """HTML Standard 13.2.6.4.7, "frameset": the contents of that body, including BASE, are removed."""
    assert absolutize.base_uri(HTML_TREES[kind](text), URL) == (URL, "retrieval")


@every_html_tree
@pytest.mark.rows("before", ["", "<meta name='t'>", "<title>t</title>", "<base target='t'>"])
def test_a_base_in_the_head_of_a_frameset_document_counts(make: Make, before: str) -> None:
    """As elsewhere, the first BASE with an href counts."""
    tree = make(f"<html><head>{before}<base href='/ok/'></head><frameset>{EVIL}{FRAME}</frameset></html>")
    assert absolutize.base_uri(tree, URL) == ("http://h.example/ok/", "embedded")
    assert [link.target for link in seen(tree) if link.element == "frame"] == ["http://h.example/ok/x"]


CONTENT = {
    "text": "t",
    "text-in-a-paragraph": "<p>t</p>",
    "text-behind-a-comment": "<!--c-->t",
    "text-in-svg": "<svg>t</svg>",
    "body": "<body>",
    "img": "<img>",
    "image": "<image>",
    "br": "<br>",
    "hr": "<hr>",
    "table": "<table></table>",
    "li": "<li></li>",
    "input": "<input>",
    "textarea": "<textarea></textarea>",
    "iframe": "<iframe></iframe>",
    "object": "<object></object>",
    "deep": "<div><p><b><img></b></p></div>",
}


@pytest.mark.rows("kind", ["soup-html.parser", "soup-lxml", "lxml-html", "lxml-etree-html"])
@pytest.mark.rows("content", CONTENT.values(), ids=CONTENT)
def test_a_frameset_behind_content_ends_nothing(kind: str, content: str) -> None:
    """HTML Standard 13.2.6.4.7: the frameset-ok flag is "not ok", and the tag is ignored."""
    text = f"{content}<frameset><base href='/ok/'></frameset>{LINK}"
    for tree in (HTML_TREES[kind](text), HTML_TREES["soup-html5lib"](text)):
        assert absolutize.base_uri(tree, URL) == ("http://h.example/ok/", "embedded")


@pytest.mark.rows("kind", ["soup-html.parser", "lxml-html"])
@pytest.mark.rows("around", ["noframes", "noscript", "template", "svg"])
def test_a_frameset_that_is_none_ends_nothing(kind: str, around: str) -> None:
    """The frameset is in text, in another document, or an element of svg."""
    text = f"<{around}><frameset></frameset></{around}>t<base href='/ok/'>{LINK}"
    assert absolutize.base_uri(HTML_TREES[kind](text), URL).uri == "http://h.example/ok/"


def test_a_template_in_the_body_is_content() -> None:
    """HTML Standard 13.2.6.4.4: it sets the frameset-ok flag to "not ok", and the frameset is ignored."""
    text = f"<p></p><template></template><frameset>{FRAME}</frameset><base href='/ok/'>"
    assert absolutize.base_uri(BeautifulSoup(text, "html.parser"), URL).uri == "http://h.example/ok/"


@pytest.mark.parametrize("kind", ["soup-html.parser", "lxml-html"])
def test_a_part_knows_that_its_document_is_a_frameset(kind: str) -> None:
    """A part of a tree follows the frameset of its document, as it follows the BASE."""
    tree = HTML_TREES[kind](f'<frameset>{EVIL}<frame id="f" src="x"></frameset>')
    assert targets(named(tree, "f")) == ["http://h.example/a/b/x"]


@pytest.mark.parametrize("kind", ["soup-html.parser", "soup-lxml", "lxml-html"])
def test_conditional_comments_in_a_frameset_are_read_in_trees_alone(kind: str) -> None:
    """A known difference: the scan of bytes looks for nothing but frames there."""
    text = f"<frameset><!--[if IE]>{FRAME}<![endif]--><frame src='z'></frameset>"
    x, z = "http://h.example/a/b/x", "http://h.example/a/b/z"
    assert (targets(text), targets(HTML_TREES[kind](text))) == ([z], [x, z])
