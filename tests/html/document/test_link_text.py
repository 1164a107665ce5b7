"""The text of a link: the text of an anchor, or the alt of an image."""

from __future__ import annotations

import pytest

import absolutize

URL = "http://h/"

TEXTS: dict[str, tuple[str, list[str | None]]] = {
    "text": ("<a href=x>one two</a>three", ["one two"]),
    "nothing": ("<a href=x></a>", [""]),
    "white space": ("<a href=x>\n one\t\r\n two </a>", ["one two"]),
    "formatting": ("<a href=x>o<b>n</b>e <i>two</i></a>", ["one two"]),
    "blocks end words": (
        "<a href=x><p>one<p>two<br>three<div>four</div>five</a>",
        ["one two three four five"],
    ),
    "character references": ("<a href=x>&lt;&amp;&eacute;&#x21;&notit;</a>", ["<&é!¬it;"]),
    "comments": ("<a href=x>o<!-- no </a> -->ne<!x></a>", ["one"]),
    "no tags": ("<a href=x>1 < 2 <3 </></a>", ["1 < 2 <3"]),
    "scripts and styles": ("<a href=x>a<script>'</a>'</script><style></a></style>b</a>", ["a b"]),
    "titles and text areas": ("<a href=x>a<title></a></title><textarea></a></textarea>b</a>", ["a b"]),
    "a title of svg": ("<a href=x>a<svg><title>b<c>d</c></title></svg><title></a></title>e</a>", ["a bd e"]),
    "images": ('<a href=x>a<img src=i alt="&lt;b">c<img src=j></a>', ["a <b c", "<b", None]),
    "an image without alt": ("<img src=i>", [None]),
    "an empty alt": ("<img src=i alt>", [""]),
    "an area and a button": ("<area href=x alt=A><input type=image src=x alt=B>", ["A", "B"]),
    "what has no name": ("<link href=x title=t><form action=y>z</form>", [None, None]),
    "anchors in each other": ("<a href=x>one<a href=y>two</a>three</a>", ["one", "two"]),
    "an anchor without href": ("<a href=x>one<a name=y>two</a>", ["one"]),
    "never closed": ("<a href=x>one<p>two", ["one two"]),
    "a tag cut off": ("<a href=x>one<b two", ["one"]),
    "several references": ("<a href=x ping='y z'>one</a>", ["one"] * 3),
    "svg": ("<svg><a xlink:href=x><text>one</text></a></svg>", ["one"]),
    "quotes in a tag": ("<a href=x>a<b title='</a>'>b</b></a>", ["ab"]),
    "an end tag in capitals": ("<A HREF=x>one</A >two", ["one"]),
    "in a document in a value": ("<iframe srcdoc='<a href=x>&amp;lt;one</a>'></iframe>", ["<one"]),
    "in a conditional comment": ("<!--[if IE]><a href=x>one</a><![endif]-->", ["one"]),
}


@pytest.mark.rows("name", TEXTS)
def test_what_a_link_is_called(name: str) -> None:
    document, texts = TEXTS[name]
    assert [link.text for link in absolutize.links(document, URL, text=True)] == texts
    data = document.encode()
    assert [link.text for link in absolutize.links(data, URL, text=True, charset="utf-8")] == texts


IN_XML: dict[str, tuple[str, list[str | None]]] = {
    "an empty anchor": ("<a href='x'/>one", [""]),
    "an empty script": ("<a href='x'>one<script/>two</a>three", ["one two"]),
    "a title": ("<a href='x'>one<title>no</title></a>", ["one"]),
    "an image": ("<a href='x'>one<img alt='two'/>three</a>", ["one two three"]),
}


@pytest.mark.rows("name", IN_XML)
def test_what_a_link_is_called_in_xhtml(name: str) -> None:
    body, texts = IN_XML[name]
    document = f"<html xmlns='http://www.w3.org/1999/xhtml'>{body}</html>"
    links = absolutize.links(document, URL, text=True, media_type="application/xhtml+xml")
    assert [link.text for link in links] == texts


def test_a_default_of_the_document_type_has_the_text_of_the_first_anchor_with_it() -> None:
    document = "<!DOCTYPE html [<!ATTLIST a href CDATA 'y'>]><html><a href='x'>one</a><a>two</a></html>"
    links = absolutize.links(document, URL, text=True, media_type="application/xhtml+xml")
    assert [(link.reference, link.text) for link in links] == [("y", "two"), ("x", "one")]


@pytest.mark.rows("encoding", ["utf-16", "shift_jis", "iso-2022-jp", "windows-1251"])
def test_text_is_decoded(encoding: str) -> None:
    text = "Да" if encoding == "windows-1251" else "日本<表"
    document = f"<a href=x>{text.replace('<', '&lt;')}</a>".encode(encoding)
    (link,) = absolutize.links(document, URL, text=True, charset=encoding)
    assert link.text == text


def test_text_is_not_given_unless_it_is_asked_for() -> None:
    (link,) = absolutize.links("<a href=x>one</a>", URL)
    assert link.text is None
