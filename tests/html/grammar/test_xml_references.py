"""Attribute values of XML documents are read as expat, an independent XML parser, reads them."""

from __future__ import annotations

from random import Random
from xml.parsers import expat

import pytest

import absolutize
from absolutize.html.grammar.internal_subset import internal_subset, may_declare_base
from absolutize.html.grammar.xml_references import LONGEST_ENTITY, XmlReading, xml_reading
from absolutize.options import XHTML_TYPE
from absolutize.xml.tokenizer import XmlTokenizer

DECLARED = """
<!ENTITY name "one"><!ENTITY name 'two'> <!-- <!ENTITY no "no"> --> <?x <!ENTITY no "no"> ?>
<!ENTITY white "a\tb\nc  d&#9;e"><!ENTITY escaped "&#38;#10;&#38;amp;&#x26;lt;&amp;">
<!ENTITY inner "[&name;&white;&escaped;]"><!ENTITY empty ""><!ENTITY é "no">
<!ATTLIST a c CDATA "&inner;&#65;" t NMTOKENS " x&name;  y " e (p|q) 'q' n NOTATION (gif) #IMPLIED>
<!ATTLIST a f CDATA #FIXED "f">
<!ATTLIST a c CDATA "no" i ID #IMPLIED r CDATA #REQUIRED>
<!ENTITY amp "&#38;#38;"><!NOTATION gif SYSTEM "g">
"""
PIECES = [
    *("&name;", "&white;", "&escaped;", "&inner;", "&empty;", "&amp;", "&lt;", "&gt;", "&quot;", "&apos;"),
    *("&#9;", "&#xA;", "&#13;", "&#128;", "&#x9f;", "&#x1F600;", "&#32;", "&#0065;"),
    *("\t", "\n", "\r", "\r\n", " ", "  ", "x", ";", "#", "é", "/"),
]


def attributes(document: str) -> dict[str, str]:
    """Read the attributes of the last element with expat."""
    seen: list[dict[str, str]] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda _, given: seen.append(given)
    parser.Parse(document.encode(), True)  # noqa: FBT003 -- as the library has it
    return seen[-1]


def reading_of(document: str) -> XmlReading:
    data = document.encode()
    return xml_reading(internal_subset(data), lambda start, stop: data[start:stop].decode())


def read(document: str) -> dict[str, str]:
    data, reading = document.encode(), reading_of(document).reading
    tokenizer = XmlTokenizer(data)
    *_, last = map(tokenizer.read, tokenizer.tokens())
    return {
        attribute.name.decode(): reading.attribute(data[attribute.start : attribute.stop].decode())
        for attribute in last.tag.attributes
    }


@pytest.mark.parametrize("seed", range(5))
def test_values_are_those_of_expat(seed: int) -> None:
    random = Random(seed)
    for _ in range(100):
        value = "".join(random.choices(PIECES, k=8))
        document = f'<!DOCTYPE a [{DECLARED}]><a href="{value}"/>'
        expected, found = attributes(document), read(document)
        assert found.pop("t").split() == expected.pop("t").split()  # tokens are not collapsed
        assert found == expected


@pytest.mark.parametrize("seed", range(5))
def test_every_character_has_a_place(seed: int) -> None:
    """A written value, cut at its places, reads as the corresponding pieces of the decoded value."""
    random = Random(seed)
    reading = reading_of(f"<!DOCTYPE a [{DECLARED}]>").reading
    for _ in range(50):
        value = "".join(random.choices(PIECES, k=8))
        text, places = reading.attribute_offsets(value)
        assert text == reading.attribute(value)
        assert len(places) == len(text) + 1
        cuts = [i for i in range(1, len(text)) if places[i] not in {places[i - 1], places[i] + 1}]
        for cut in cuts:
            assert reading.attribute(value[: places[cut]]) == text[:cut]
            assert reading.attribute(value[places[cut] :]) == text[cut:]


UNREADABLE = {
    "nobody declares it": ("", "&x;"),
    "it is in another file": ('<!ENTITY x SYSTEM "x">', "&x;"),
    "it may be declared before": ('<!ENTITY % p SYSTEM "p"> %p; <!ENTITY x "x">', "&x;"),
    "it is in itself": ('<!ENTITY x "&y;"><!ENTITY y "&x;">', "&x;"),
    "it is markup": ('<!ENTITY x "&#60;b/>">', "&x;"),
    "it is long": (f'<!ENTITY x "{"y" * (LONGEST_ENTITY + 1)}">', "&x;"),
    "it becomes long": ('<!ENTITY x "&y;&y;"><!ENTITY y "&z;&z;"><!ENTITY z "%s">' % ("z" * 100), "&x;"),
    "there are many": (f'<!ENTITY x "{"y" * 200}">', "&x;" * 20),
    "it is in itself, deeply": ("".join(f'<!ENTITY x{i} "&x{(i + 1) % 99};">' for i in range(99)), "&x7;"),
    "its name is of no document type with names": ("", "&eacute;"),
}


@pytest.mark.parametrize(("declared", "value"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_said(declared: str, value: str) -> None:
    known = reading_of(f"<!DOCTYPE a [{declared}]>")
    assert not known.is_readable(f"a&amp;{value}b")
    assert known.is_readable("a&amp;&lt;&#1234;b")


DEEP = "".join(f'<!ENTITY x{i} "&x{i + 1};">' for i in range(2000)) + '<!ENTITY x2000 "//k/">'


@pytest.mark.parametrize("value", ["&x0;", "&x1999;", "&x1000;&x0;", "&x0;&x1000;"])
def test_entities_in_entities_are_read_in_any_order(value: str) -> None:
    known = reading_of(f"<!DOCTYPE a [{DEEP}]>")
    assert known.is_readable(value)
    assert known.reading.attribute(value) == "//k/" * value.count("&")


def test_what_text_refers_to_does_not_change_a_link() -> None:
    """Here the text is read for custom properties that it may use, before the link is."""
    link = '<a href="&x1990;y"/>'
    page = f'<!DOCTYPE a [{DEEP}]><a><b>&x0;</b><b style="--x:url(a)"/>{link}</a>'
    assert absolutize.rewrite(page, "http://h/", media_type=XHTML_TYPE).endswith(
        '<a href="http:&x1990;y"/></a>'
    )


@pytest.mark.parametrize(
    ("identifier", "is_known"),
    [("-//W3C//DTD XHTML 1.0 Strict//EN", True), ("-//W3C//DTD XHTML 2.0//EN", False)],
)
def test_the_names_of_html_are_those_of_some_document_types(identifier: str, *, is_known: bool) -> None:
    known = reading_of(f"<!DOCTYPE html PUBLIC '{identifier}' \"x\">")
    assert known.is_readable("&eacute;&AMP;") == is_known
    assert known.reading.attribute("&eacute;&eacute") == ("é&eacute" if is_known else "&eacute;&eacute")
    assert not known.is_readable("&nothing;")


def test_a_base_in_an_entity_is_not_read() -> None:
    document = (
        """<!DOCTYPE a [<!ENTITY x '<base href="q/"/>'>]><a href="x" xmlns="http://www.w3.org/1999/xhtml"/>"""
    )
    assert may_declare_base(document.encode())
    assert not may_declare_base(document.replace("<base", "<p").encode())
    codes = [link.code for link in absolutize.links(document, "http://h/", media_type=XHTML_TYPE)]
    assert codes == ["unreadable", "no-base"]
