"""The rows for XML are well formed, and a document for each row is rewritten as the row says."""

from __future__ import annotations

import re
from collections import Counter
from html import escape

import pytest
from lxml import etree

import absolutize
from absolutize.html.link_table.kinds import KINDS
from absolutize.html.link_table.rows import Row
from absolutize.html.values.syntaxes import MARKUP, SYNTAXES
from absolutize.xml.feed_rows import INLINE_HTML
from absolutize.xml.link_rows import XML_LINKS
from absolutize.xml.rows import BASES, INSTRUCTIONS, XML_BASE
from absolutize.xml.vocabularies import NAMESPACES_OF, ROOT_ELEMENTS

URL, BASE = "http://h/d/e/p.xml", "http://b/u/v/"
PREFIXES = {
    "xlink": "http://www.w3.org/1999/xlink",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "epub": "http://www.idpf.org/2007/ops",
}
VOCABULARIES = {row.element.partition(" ")[0] for row in XML_LINKS}


def test_every_row_is_well_formed() -> None:
    for row in XML_LINKS:
        assert re.fullmatch(r"[a-z0-9-]+ (\*|[A-Za-z_.-][A-Za-z0-9_.-]*)", row.element), row
        assert re.fullmatch(r"((xlink|xml|rdf|xsi|epub):)?[A-Za-z-]*", row.attribute), row
        assert row.syntax in {*SYNTAXES, MARKUP}, row
        assert row.kind in KINDS or (row.kind, row.syntax) == ("", MARKUP), row
        assert row.coding in {"", "base64"}, row


def test_every_row_has_a_citation() -> None:
    """A citation names a work and a place in it: a section number, or the name of what it describes."""
    for row in (*XML_LINKS, *INSTRUCTIONS.values(), XML_BASE):
        assert re.search(r"[A-Z]", row.citation), row
        assert re.search(r"\d\.\d|, |\d \d", row.citation), row


def test_no_element_has_two_rows_for_an_attribute() -> None:
    counted = Counter((row.element, row.attribute, row.when) for row in XML_LINKS)
    assert [place for place, count in counted.items() if count > 1] == []


def test_every_vocabulary_of_a_row_is_one_of_namespaces_or_roots() -> None:
    known = {"xml", *NAMESPACES_OF, *ROOT_ELEMENTS.values()}
    assert known >= VOCABULARIES
    places = {row.element for row in XML_LINKS}
    assert {place for place in (*INLINE_HTML, *BASES) if place not in places} == set()


# by syntax, a value before and after rewriting
VALUES = {
    "url": ("../x/y.z?a&b", "http://b/u/x/y.z?a&b"),
    "text-url": ("../x/y.z?a&b", "http://b/u/x/y.z?a&b"),
    "urls": ("q ../x", "http://b/u/v/q http://b/u/x"),
    "srcset": ("q 2x, ../x", "http://b/u/v/q 2x, http://b/u/x"),
    "schema-locations": ("urn:n ../x.xsd", "urn:n http://b/u/x.xsd"),
    MARKUP: ("<a href='q?a&amp;b'>x</a>", "<a href='http://b/u/v/q?a&amp;b'>x</a>"),
}


def document(row: Row, value: str, *, section: bool = False) -> str:
    """Write a document with a value in the element or attribute of a row."""
    vocabulary, element = row.element.split(" ")
    uri = (NAMESPACES_OF.get(vocabulary) or "urn:x").split()[0]
    declared = "".join(f' xmlns:{prefix}="{uri}"' for prefix, uri in PREFIXES.items())
    condition = ""
    if row.when is not None:
        attribute = {"ispermalink": "isPermaLink"}.get(row.when.attribute, row.when.attribute)
        condition = "".join(f' {attribute}="{value}"' for value in sorted(row.when.values - {""})[:1])
    elif element == "link" and row.attribute and vocabulary in {"atom", "atom03", "rss"}:
        condition = ' rel="self"'
    name = "any" if element == "*" else element
    attribute = f' {row.attribute}="{escape(value)}"' if row.attribute else ""
    text = "" if row.attribute else f"<![CDATA[{value}]]>" if section else escape(value)
    tag = f"<v:{name}{condition}{attribute}>{text}</v:{name}>"
    root = next((root for root, known in ROOT_ELEMENTS.items() if known == vocabulary), "root")
    document = f'<v:{root} xmlns:v="{uri}" xml:base="{BASE}"{declared}>{tag}</v:{root}>'
    if vocabulary not in {"xml", *NAMESPACES_OF}:
        document = document.replace("v:", "")
    return f'<?xml version="1.0"?>{document}'


def in_base64(text: str) -> str:
    import base64

    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize("vocabulary", sorted(VOCABULARIES))
def test_a_document_for_each_row(vocabulary: str) -> None:
    rows = [row for row in XML_LINKS if row.element.split(" ")[0] == vocabulary]
    for row in rows:
        before, after = VALUES[row.syntax]
        if row.coding:
            before, after = in_base64(before), in_base64(after)
        for section in {False, not row.attribute}:
            given, expected = (document(row, value, section=section) for value in (before, after))
            etree.fromstring(given.encode())
            found = [link for link in absolutize.links(given, URL) if link.attribute != "xml:base"]
            assert absolutize.rewrite(given, URL) == expected, row
            assert absolutize.rewrite(expected, "http://elsewhere/") == expected, row
            assert {link.kind for link in found} == {row.kind or "navigation"}, row
            assert {link.code for link in found} <= {"rewritten", "absolute"}, row


IN_USE = [  # a namespace, an element with a reference
    ("http://search.yahoo.com/mrss/", "<v:copyright url='{}x'/>"),
    ("http://search.yahoo.com/mrss/", "<v:responses><v:response>{}x</v:response></v:responses>"),
    ("http://video.search.yahoo.com/mrss", "<v:content url='{}x'/>"),
    ("http://www.rssboard.org/media-rss/", "<v:content url='{}x'/>"),
    (
        "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md",
        "<v:transcript url='{}x'/>",
    ),
    ("http://www.itunes.com/DTDs/Podcast-1.0.dtd", "<v:image href='{}x'/>"),
    ("http://purl.org/rss/1.0/", "<v:link rel='self' href='{}x'/>"),
    ("http://www.w3.org/2005/Atom", "<v:link>{}x</v:link>"),
    ("http://www.w3.org/2005/Atom", "<v:link href='{}x'>Text</v:link>"),
    ("http://search.yahoo.com/mrss/", "<v:thumbnail>\n{}x </v:thumbnail>"),
    ("http://purl.org/atom/ns#", "<v:author><v:uri>{}x</v:uri></v:author>"),
    ("http://www.sitemaps.org/schemas/sitemap/0.9/", "<v:loc>{}x</v:loc>"),
    ("https://www.google.com/schemas/sitemap-image/1.1", "<v:loc>{}x</v:loc>"),
    ("https://www.google.com/schemas/sitemap-video/1.1", "<v:player_loc>{}x</v:player_loc>"),
    ("http://wordpress.org/export/1.1/", "<v:comment_content><![CDATA[<a href='{}x'>]]></v:comment_content>"),
    ("http://www.tei-c.org/ns/1.0", "<v:note target='#a {}b.xml#c'/>"),
    ("http://www.tei-c.org/ns/1.0", "<v:pb n='1' facs='{}x.png'/>"),
    ("http://www.w3.org/2003/XInclude", "<v:include href='{}x'/>"),
    ("http://www.w3.org/ns/wsdl", "<v:include location='{}x'/>"),
    ("http://www.w3.org/TR/REC-smil", "<v:img src='{}x'/>"),
    ("http://openebook.org/namespaces/oeb-package/1.0/", "<v:item href='{}x'/>"),
    ("urn:oasis:names:tc:entity:xmlns:xml:catalog", "<v:system systemId='y.dtd' uri='{}x.dtd'/>"),
    ("http://iptc.org/std/nar/2006-10-01/", "<v:remoteContent href='{}x' contenttype='a/b'/>"),
    ("http://earth.google.com/kml/2.0", "<v:Icon><v:href>{}x</v:href></v:Icon>"),
    ("http://www.opengis.net/kml/2.3", "<v:Icon><v:href>{}x</v:href></v:Icon>"),
    ("http://www.topografix.com/GPX/1/1", "<v:copyright><v:license>{}x</v:license></v:copyright>"),
    ("http://www.w3.org/ns/SMIL", "<v:prefetch src='{}x'/>"),
    ("http://www.w3.org/ns/SMIL", "<v:seq xmlns:o='http://www.idpf.org/2007/ops' o:textref='{}x'/>"),
]


@pytest.mark.rows(("namespace", "element"), IN_USE, ids=[" ".join(row) for row in IN_USE])
def test_what_documents_have(namespace: str, element: str) -> None:
    feed = f'<?xml version="1.0"?><rss xmlns:v="{namespace}"><channel>{element}</channel></rss>'
    assert absolutize.rewrite(feed.format(""), URL) == feed.format("http://h/d/e/")


NO_REFERENCES = [  # a namespace, an element whose value another document resolves
    ("http://www.w3.org/2001/XMLSchema", "<v:documentation source='Name'>The name</v:documentation>"),
    ("http://schemas.xmlsoap.org/wsdl/soap/", "<v:operation soapAction='x'/>"),
    ("urn:oasis:names:tc:entity:xmlns:xml:catalog", "<v:uri name='x.dtd'/>"),
    ("urn:oasis:names:tc:opendocument:xmlns:container", "<v:rootfile full-path='x.opf'/>"),
    ("http://www.opengis.net/kml/2.2", "<v:Alias><v:targetHref>../x.jpg</v:targetHref></v:Alias>"),
    ("http://www.opengis.net/kml/2.2", "<v:Alias><v:sourceHref>../x.jpg</v:sourceHref></v:Alias>"),
]


@pytest.mark.rows(("namespace", "element"), NO_REFERENCES, ids=[" ".join(row) for row in NO_REFERENCES])
def test_what_is_not_relative_to_the_document(namespace: str, element: str) -> None:
    document = f'<?xml version="1.0"?><root xmlns:v="{namespace}">{element}</root>'
    assert list(absolutize.links(document, URL)) == []


ROOTED = [  # a root element without a namespace, an element in it
    ("chapter", "<para><ulink url='{}x'/></para>"),
    ("article", "<mediaobject><imageobject><imagedata fileref='{}x'/></imageobject></mediaobject>"),
    ("browserconfig", "<msapplication><tile><square70x70logo src='{}x.png'/></tile></msapplication>"),
    ("opml", "<body><outline xmlurl='{}x' htmlurl='{}y'/></body>"),
    ("oembed", "<html>&lt;iframe src='{}x'/&gt;</html>"),
    ("refentry", "<graphic fileref='{}x'/>"),
    ("map", "<topicref href='{}a.dita'><topicref href='{}b.dita#b'/></topicref>"),
    ("bookmap", "<chapter href='{}x'/>"),
    ("concept", "<conbody><p conref='{}a.dita#a/b'/><image href='{}x'/></conbody>"),
    ("topic", "<body><object data='x' codebase='http://k/'/><object data='{}x'/></body>"),
    ("task", "<related-links><link href='{}x'/></related-links>"),
    ("dita", "<topic><body><xref href='#a'/><codeblock><coderef href='{}x'/></codeblock></body></topic>"),
]


@pytest.mark.rows(("root", "element"), ROOTED, ids=[" ".join(row) for row in ROOTED])
def test_what_documents_without_a_namespace_have(root: str, element: str) -> None:
    document = f'<?xml version="1.0"?><{root}><a href="x"/>{element}</{root}>'
    rewritten = absolutize.rewrite(document.replace("{}", ""), URL, media_type="application/xml")
    assert rewritten == document.replace("{}", "http://h/d/e/")


def test_an_identifier_of_tei_p4_is_no_reference() -> None:
    """TEI.2 is the root of P4, in which target is the ID of an element; P5 has a namespace."""
    document = (
        '<?xml version="1.0"?><TEI.2><text><ref target="n1"/><note target="r1" id="n1"/></text></TEI.2>'
    )
    assert list(absolutize.links(document, URL)) == []
