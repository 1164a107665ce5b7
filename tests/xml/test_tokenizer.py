"""XHTML is read as XML if its media type or file name says so; the browser suite asks Chromium."""

from __future__ import annotations

import io
import zipfile
from random import Random
from typing import Any
from xml.parsers import expat

import pytest

import absolutize
from absolutize.archive.part_tasks import part_context
from absolutize.containers import DocumentPart
from absolutize.html.grammar.internal_subset import MOST_DEFAULT_BYTES
from absolutize.html.grammar.productions import CONTENT
from absolutize.options import XHTML_TYPE, Context, Policies
from tests.support.archives import response
from tests.support.inside import absolute

URL = "http://h/d/p"
ROOT = '<html xmlns="http://www.w3.org/1999/xhtml">{}</html>'
XHTML, SVG = "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
MATHML = "http://www.w3.org/1998/Math/MathML"


def rewritten(document: str, **options: Any) -> str:
    return absolutize.rewrite(document.encode(), URL, media_type=XHTML_TYPE, **options).decode()


# {} is where "http://h/d/" is written
UNKNOWN_ELEMENTS = {
    "an element in upper case": '<A href="x"/><Img src="x" srcset="x"/><a href="{}x"/><IMG src="x"/>',
    "an element in upper case, attributes of any": f'<A xmlns:l="{XLINK}" href="x" itemid="{{}}x" l:href="{{}}x"/>',  # noqa: E501
    "an element in upper case with a style": '<A href="x" style="b:url({}x)"/>',
    "an element in upper case of a prefix": f'<h:A xmlns:h="{XHTML}" href="x"/><a href="{{}}x"/>',
    "an element in upper case that has a condition": '<META http-equiv="refresh" content="0;url=x"/>',
    "an element in upper case that holds HTML": '<IFRAME srcdoc="&lt;a href=x>"/><BASE href="x/"/>',
    "an element of svg in another case": f'<svg xmlns="{SVG}"><A href="x"/><FEImage href="x"/><USE fill="url({{}}x)"/></svg>',  # noqa: E501
    "an element of svg with capitals": f'<svg xmlns="{SVG}"><feImage href="{{}}x"/></svg>',
    "another namespace": '<x:base xmlns:x="urn:x" href="x"/><a href="{}x"/>',
    "another namespace without a prefix": '<a xmlns="urn:x" href="x" ping="x" itemid="{}x"/>',
    "no namespace": '<x xmlns=""><a href="x"/><img src="x"/></x><a href="{}x"/>',
    "another namespace with XLink": f'<a xmlns="urn:x" xmlns:l="{XLINK}" href="x" l:href="{{}}x"/>',
}
REWRITTEN = {
    **{f"{name} closes itself": f'<{name}/><a href="{{}}x"/>' for name in (*CONTENT, "noscript")},
    **{f"{name} holds markup": f'<{name}><a href="{{}}x"/></{name}>' for name in (*CONTENT, "noscript")},
    "with attributes": '<script src="{}a.js" type="x" /><iframe src="{}b"\n/><a href="{}x"/>',
    "nothing is simple": '<noscript><p></noscript><a href="{}x"/>',
    "a section": '<![CDATA[<a href="x">]]><a href="{}x"/>',
    "a section without an end": '<a href="{}x"/><![CDATA[<a href="x"/>',
    "a comment": '<!--> <a href="x"/> -->--><a href="{}x"/>',
    "a conditional comment": '<!--[if IE]><a href="x"/><![endif]--><a href="{}x"/>',
    "an instruction": '<?x > <a href="x"/> ?><a href="{}x"/>',
    "an internal subset": """<!DOCTYPE a [<!ENTITY b "<a href='x'/>]"><!-- ' --><?x "?>]><a href="{}x"/>""",
    "no tag": 'i<n;i++ <1 < <a<b <a href="{}x"/>',
    "half a tag": '<a href="x <a href="{}x"/>',
    "cut off": '<a href="{}x"/><a href="x"',
    "upper case": '<A HREF="x"/><a HREF="x"/><a HREF="x" href="{}x"/>',
    "upper case in svg": f'<svg xmlns="{SVG}"><a HREF="x"/><a HREF="x" href="{{}}x"/></svg>',
    "a property in upper case in svg": f'<svg xmlns="{SVG}"><a FILL="url(x)"/></svg>',
    "upper case in math": f'<math xmlns="{MATHML}"><mi HREF="x"/><mi href="{{}}x"/></math>',
    "capitals in svg": f'<svg xmlns="{SVG}"><animate attributeName="fill" to="url({{}}x)"/></svg>',
    "no capitals in svg": f'<svg xmlns="{SVG}"><animate attributename="fill" to="url(x)"/></svg>',
    "capitals in math": f'<math xmlns="{MATHML}"><csymbol definitionURL="{{}}x"/></math>',
    **UNKNOWN_ELEMENTS,
    "prefixes that differ in case": f'<h:a xmlns:h="{XHTML}" xmlns:H="urn:x" href="{{}}x"/>',
    "a prefix that is declared in another case": f'<h:a xmlns:H="{XHTML}" href="x"/>',
    "a namespace in upper case": '<a XMLNS="urn:x" href="{}x"/>',
    "a prefix": '<h:a xmlns:h="http://www.w3.org/1999/xhtml" href="{}x"/>',
    "a prefix of svg": f'<s:image xmlns:s="{SVG}" xmlns:l="{XLINK}" l:href="{{}}x"/>',
    "an unclosed element": f'<svg xmlns="{SVG}"><p></svg><style>a{{{{b:url({{}}x)}}}}</style>',
    "style": '<style>@import "{}x&amp;y";</style>',
    "style in sections": "<style>/*<![CDATA[*/a{{b:url({}x)}}/*</style>]]>*/</style>",
    "style of a prefix": f'<x:style xmlns:x="{XHTML}">a{{{{b:url({{}}x)}}}}</x:style>',
    "style of a prefix of svg": f'<x:style xmlns:x="{SVG}">a{{{{b:url({{}}x)}}}}</x:style>',
    "style in upper case in svg": f'<svg xmlns="{SVG}"><STYLE>a{{{{b:url(x)}}}}</STYLE></svg>',
    "script of a prefix": f'<x:script xmlns:x="{XHTML}" type="speculationrules">{{{{"prefetch":[{{{{"urls":["{{}}x"]}}}}]}}}}</x:script>',  # noqa: E501
    "style around elements": "<style>a{{b:url({}x)}}<b>c{{d:url(y)}}<i>e</i><i/></b>f{{g:url({}z)}}</style>",
    "style with a rule around an element": "<style>a{{b:<b/>url({}x)</style>",
    "style around an element in a URL": "<style>a{{b:url(x<b/>y)}}c{{d:url(z)}}</style>",
    "style around an element with a link": "<style>a{{b:url(x)}}<b><a href='{}y'/></b>c{{d:url(z)}}</style>",
    "style around an absolute link": "<style>a{{b:url(x)}}<a href='http://q/'/>c{{d:url(z)}}</style>",
    "style around another": "<style>a{{b:url(x)}}<b><style>c{{d:url({}y)}}</style></b>e{{f:url(z)}}</style>",
    "style around another of a prefix": f'<style>a{{{{b:url(x)}}}}<x:style xmlns:x="{SVG}">c{{{{d:url({{}}y)}}}}</x:style></style>',  # noqa: E501
    "style that ends in upper case": "<style>a{{b:url(x)}}</STYLE>",
    "style with an end tag of another element": "<style>a{{b:url(x)}}</b></style>",
    "style around an element that does not end": "<style>a{{b:url(x)}}<b></style>",
    "rules around an element": '<script type="speculationrules">{{"prefetch":<b>no</b>[{{"urls":["{}x"]}}]}}</script>',  # noqa: E501
    "style in a comment": "<style><!-- a{{b:url(x)}} --></style>",
    "srcdoc is HTML": '<iframe srcdoc="&lt;title/>&lt;a href=x>&lt;/title>&lt;a href={}x>"/>',
    "white space is a space": '<a href="{}a\tb"/><a href="{}ht\ntp://h/x"/><a href="ht&#10;tp://h/x"/>',
    "white space in CSS": "<p style=\"background:url('{}a\nb');c:url('a&#10;b')\"/>",
    "white space in srcdoc": "<iframe srcdoc='&lt;p style=&quot;b:url(&#38;quot;{}a\nb&#38;quot;)&quot;>'/>",
    "no namespace": '<a xmlns="" href="x"/><p xmlns=""><a href="x"/></p><a href="{}x"/>',
    "a namespace with references": '<h:a xmlns:h="http:&#47;/www.w3.org/1999/xhtml" href="{}x"/>',
}


@pytest.mark.rows("document", REWRITTEN.values(), ids=REWRITTEN)
@pytest.mark.rows("root", ["{}", ROOT], ids=["alone", "in html"])
def test_what_is_rewritten(document: str, root: str) -> None:
    before, after = (root.format(document.format(*[base] * 3)) for base in ("", "http://h/d/"))
    assert rewritten(before) == after
    assert rewritten(after) == after
    assert absolutize.rewrite(before, URL, media_type=XHTML_TYPE) == after


def test_an_element_that_nobody_knows_is_listed_as_it_is_written() -> None:
    document = ROOT.format('<A href="x" style="b:url(y)"/><Img src="x" itemid="z"/>')
    links = absolutize.links(document, URL, media_type=XHTML_TYPE)
    assert [(link.element, link.attribute, link.kind) for link in links] == [
        ("A", "style", "style"),
        ("Img", "itemid", "metadata"),
    ]


OF_A_CALLER = {
    "of an element": ("a[data-x]=url", '<A data-x="{}x"/><b data-x="x"/>'),
    "of any element": ("*[href]=url", '<A href="{}x"/><b:b xmlns:b="urn:b" href="{}x"/>'),
    "whose name has no local part": ("*[data:]=url", '<p data:="{}x"/><A data:="{}x"/>'),
    "of an element of another namespace": ("b:b[href]=url", '<A href="x"/><b:b xmlns:b="urn:b" href="{}x"/>'),
}


@pytest.mark.parametrize(("attribute", "body"), OF_A_CALLER.values(), ids=OF_A_CALLER)
def test_what_a_caller_asks_for_is_read_in_elements_that_nobody_knows(attribute: str, body: str) -> None:
    before, after = (ROOT.format(body.format(*[base] * 2)) for base in ("", "http://h/d/"))
    assert rewritten(before, attributes=[attribute]) == after


@pytest.mark.parametrize("media", ["text/html", "Text/HTML; charset=utf-8", None])
def test_html_is_read_as_html_whatever_its_declaration(media: str | None) -> None:
    document = '<?xml version="1.0"?><title/><a href="x"/></title><a href="{}x"/>'
    given = {} if media is None else {"media_type": media}
    after = absolutize.rewrite(document.format("").encode(), URL, **given)  # type: ignore[arg-type]
    assert after.decode() == document.format("http://h/d/")


BASES = {
    "behind what closes itself": '<title/><base href="q/"/>',
    "in noscript": '<noscript><base href="q/"/></noscript>',
    "behind one in a template": '<template><base href="no/"/></template><base href="q/"/>',
    "behind a template that closes itself": '<template/><base href="q/"/>',
    "behind one in upper case": '<BASE href="no/"/><base HREF="no/"/><base href="q/"/>',
    "behind one of svg": f'<svg xmlns="{SVG}"><base href="no/"/></svg><base href="q/"/>',
    "behind one of no namespace": '<x xmlns=""><base href="no/"/></x><base href="q/"/>',
    "behind one of no namespace at all": '<base xmlns="" href="no/"/><base href="q/"/>',
    "of a namespace with references": '<b:base xmlns:b="&#104;ttp://www.w3.org/1999/xhtml" href="q/"/>',
    "with white space": '<base href="q/\n"/>',
    "behind a frameset": '<frameset><p/></frameset><base href="q/"/>',
}


@pytest.mark.rows("document", BASES.values(), ids=BASES)
def test_which_base_counts(document: str) -> None:
    assert absolutize.base_uri(ROOT.format(document), URL, media_type=XHTML_TYPE).uri == "http://h/d/q/"


# {} is the prefix that makes a link absolute
FILLING = "x" * (MOST_DEFAULT_BYTES - len("href"))  # the longest default of one attribute
ENTITY_NAMES = ("a-b", "a.b", "a_b", "_b", "a:b", ":b", "\xe9", "\u3042")  # none of HTML
DECLARED = {
    "an entity": ('<!ENTITY e "y">', '<a href="{}&e;/x"/><a href="{}x?&e;"/>'),
    "an entity that is absolute": ('<!ENTITY e "http://h/">', '<a href="&e;x"/><a href="{}x/&e;x"/>'),
    **{
        f"an entity called {name}": (
            f'<!ENTITY {name} "http://h/">',
            f'<a href="&{name};x"/><a href="{{}}x/&{name};"/>',
        )
        for name in ENTITY_NAMES
    },
    "a namespace": (f'<!ENTITY e "{SVG}">', '<s xmlns="&e;"><style>a{{b:url({}x)}}</style></s>'),
    "a condition": ('<!ENTITY e "refresh">', '<meta http-equiv="&e;" content="0;url={}x"/>'),
    "an entity in a list": ('<!ENTITY e "b">', '<img srcset="{}a&e; 1x, {}&e;/c 2x"/>'),
    "a list in an entity": ('<!ENTITY e "a 1x, b">', '<img srcset="&e; 2x"/>'),
    "an entity that ends a reference": ('<!ENTITY e "b, ">', '<img srcset="a&e;c"/>'),
    "an entity in a style": ('<!ENTITY e "x.png">', "<style>a{{b:url({}&e;)}}</style>"),
    "a style in an entity": ('<!ENTITY e "url(x)">', "<style>a{{b:&e;}}</style>"),
    "an entity before and in a reference": ('<!ENTITY e "url(x">', "<style>a{{b:&e;y)}}</style>"),
    "an entity in and behind a reference": ('<!ENTITY e "y)">', "<style>a{{b:url(x&e;}}</style>"),
    "an entity of another file": ('<!ENTITY e SYSTEM "e">', '<a href="&e;x"/><style>a{{b:url(&e;)}}</style>'),
    "an entity of nobody": ("", '<a href="&e;x"/><a href="{}x"/>'),
    "a default": ('<!ATTLIST a href CDATA "{}x">', '<a/><a href="{}y"/><a/>'),
    "a default that is not too long": (f'<!ATTLIST a href CDATA "{{}}{FILLING}">', "<a/>"),
    "a default that is too long": (
        f'<!ATTLIST a href CDATA "x{FILLING}">',
        '<a/><a href="{}y"/>',
    ),
    "a name that is too long": (
        f'<!ATTLIST a xhref{FILLING} CDATA "x" href CDATA "{{}}x">',
        "<a/>",
    ),
    "a default condition": ('<!ATTLIST meta http-equiv CDATA "refresh">', '<meta content="0;url={}x"/>'),
    "a default BASE": ('<!ATTLIST base href CDATA "{}r/">', '<base/><base href="{}q/"/>'),
    "tokens": ("<!ATTLIST a href NMTOKENS #IMPLIED>", '<a href=" {}x y "/><a href="x  y"/>'),
}


@pytest.mark.parametrize(("declared", "body"), DECLARED.values(), ids=DECLARED)
def test_what_a_document_declares_is_read(declared: str, body: str) -> None:
    whole = f"<!DOCTYPE html [{declared}]>{ROOT.format(body)}"
    before, after = (whole.format(*[base] * 3) for base in ("", "http://h/d/"))
    assert rewritten(before) == after
    assert rewritten(after) == after


@pytest.mark.rows("name", ENTITY_NAMES)
def test_entities_of_any_name_are_expanded_in_targets(name: str) -> None:
    document = f'<!DOCTYPE html [<!ENTITY {name} "http://h/">]>' + ROOT.format(f'<a href="&{name};x"/>')
    (link,) = absolutize.links(document, URL, media_type=XHTML_TYPE)
    assert (link.target, link.code) == ("http://h/x", "absolute")


UNKNOWN_BASES = {
    "an entity of another file": ('<!ENTITY e SYSTEM "e">', '<base href="&e;"/>'),
    "spaces that collapse": ("<!ATTLIST base href NMTOKENS #IMPLIED>", '<base href="x  y/"/>'),
    "a default that is too long": (f"<!ATTLIST base href CDATA '{FILLING}/'>", "<base/>"),
    "an element in an entity": ("""<!ENTITY e '<base href="q/"/>'>""", "&e;"),
    "an element of a prefix": ("""<!ENTITY e '<b:base href="q/"/>'>""", "&e;"),
    "an element of references": ("""<!ENTITY e '&#60;b&#x61;se href="q/"/>'>""", "&e;"),
}


@pytest.mark.parametrize(("declared", "base"), UNKNOWN_BASES.values(), ids=UNKNOWN_BASES)
@pytest.mark.parametrize("options", [{}, {"base_element": "remove"}, {"base_element": "empty"}])
def test_nothing_is_resolved_against_a_base_that_cannot_be_read(
    declared: str, base: str, options: dict[str, Any]
) -> None:
    links = '<a href="x"/><iframe srcdoc="&lt;a href=x>"/>'
    document = f"<!DOCTYPE html [{declared}]>{ROOT.format(base + links)}"
    assert rewritten(document, **options) == document
    codes = [link.code for link in absolutize.links(document, URL, media_type=XHTML_TYPE, **options)]
    assert codes == ["unreadable", "no-base", "no-base"]
    assert absolutize.base_uri(document, URL, media_type=XHTML_TYPE) == (None, None)


NO_REFERENCE = {  # around a style sheet, and whether it is read: "&" begins a reference only in text
    "a section": ("<![CDATA[@import url(https://f/?a=b&c;d);", "]]>", True),
    "a section before": ("<![CDATA[/*&e;*/]]>", "", True),
    "a section behind": ("", "<![CDATA[/*&e;*/]]>", True),
    "a comment": ("<!-- &e; -->", "", True),
    "an instruction": ("<?x &e;?>", "", True),
    "text": ("/*&e;*/", "", False),
    "text behind a section": ("<![CDATA[/*&e;*/]]>/*&e;*/", "", False),
    "text between sections": ("<![CDATA[/*&e;*/]]>/*&e;*/<![CDATA[", "]]>", False),
}


@pytest.mark.parametrize(("before", "behind", "is_read"), NO_REFERENCE.values(), ids=NO_REFERENCE)
def test_a_reference_to_an_unknown_entity_is_one_in_text_alone(
    before: str, behind: str, is_read: bool
) -> None:
    style = f"<style>{before}a{{b:url(%sy)}}{behind}</style>"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{style}</svg>'
    for document, media in ((ROOT.format(style), XHTML_TYPE), (svg, "image/svg+xml")):
        after = absolutize.rewrite(document % "", URL, media_type=media)
        assert after == document % ("http://h/d/" if is_read else "")
        codes = [link.code for link in absolutize.links(document % "", URL, media_type=media)]
        assert codes[-1:] == ["rewritten" if is_read else "unreadable"]


ENTITIES = {  # an entity, and whether its elements are reported: in XHTML, and in a feed
    "a link": ("<a href='x'/>", True, True),
    "a style sheet": ("<style>a{b:url(x)}</style>", True, True),
    "a script of a prefix": ("<h:script/>", True, True),
    "no attribute": ("<b>bold</b> a=b", False, True),
    "a word": ("<b>database</b>", False, True),
    "text": ("a < base= b", False, False),
    "a less-than sign": ("&#38;#60;a href='x'/>", False, False),
    "an element of references": ("&#60;a href='x'/>", True, True),
    "numbers beyond everything": ("&#99999999999999999999;&#x0000000000000000000000061;", False, False),
}


@pytest.mark.parametrize(("entity", "in_xhtml", "in_feed"), ENTITIES.values(), ids=ENTITIES)
def test_elements_in_an_entity_are_reported(entity: str, in_xhtml: bool, in_feed: bool) -> None:
    declared = f'<?xml-stylesheet href="#s"?><!DOCTYPE x [<!ENTITY e "{entity}">]><?xml-model href="#m"?>'
    roots = ROOT.format('&e;<a href="#y"/>'), '<rss>&e;<enclosure url="#y"/></rss>'
    xhtml, feed = (declared + root for root in roots)
    for document, media, is_reported in ((xhtml, XHTML_TYPE, in_xhtml), (feed, "text/xml", in_feed)):
        before, after = (document.replace('="#', f'="{base}').encode() for base in ("", "http://h/d/"))
        assert absolutize.rewrite(before, URL, media_type=media) == after
        found = [(link.element, link.code) for link in absolutize.links(before, URL, media_type=media)]
        known = {"?xml-stylesheet", "?xml-model", "a", "enclosure"}
        assert found == [
            ("?xml-stylesheet", "rewritten"),
            *[("!ENTITY", "unreadable")] * is_reported,
            *[(element, "rewritten") for element, _ in found if element in known][1:],
        ]
        assert len(found) == 3 + is_reported


def test_base_stays_for_what_is_in_an_entity() -> None:
    document = """<!DOCTYPE html [<!ENTITY e '<a href="x"/>'>]>""" + ROOT.format('<base href="{}q/"/>&e;')
    for choice in ("remove", "empty"):
        assert rewritten(document.format(""), base_element=choice) == document.format("http://h/d/")


def test_a_base_that_is_a_default_is_not_removed_but_emptied() -> None:
    document = '<!DOCTYPE html [<!ATTLIST base href CDATA "{}">]>' + ROOT.format('<base/><a href="{}x"/>')
    after = rewritten(document.format("q/", ""), base_element="remove")
    assert after == document.format("", "http://h/d/q/")


ENCODINGS = {
    "none": (b"", "utf-8"),
    "meta": (b'<meta charset="koi8-r"/>', "utf-8"),
    "declaration": (b'<?xml version="1.0" encoding="koi8-r"?><meta charset="utf-8"/>', "koi8-r"),
    "a mark": (b'\xef\xbb\xbf<?xml version="1.0" encoding="koi8-r"?>', "utf-8"),
}


def test_of_declarations_only_that_of_meta_makes_another_encoding_of_x_user_defined() -> None:
    """So HTML has it (13.2.3.2), and Chromium, in documents of XML and of HTML."""
    declaration, link = b"<?xml version='1.0' encoding='x-user-defined'?>", b"<a href='x\xe9?\xe9'/>"
    for media in (XHTML_TYPE, "text/html"):
        [found] = absolutize.links(declaration + link, URL, media_type=media)
        assert (found.reference, found.request_url) == ("x\uf7e9?\uf7e9", "http://h/d/x%EF%9F%A9?%E9")
        after = absolutize.rewrite(declaration + link, URL, media_type=media)
        assert after == declaration + b"<a href='http://h/d/x\xe9?\xe9'/>"
    [found] = absolutize.links(b"<meta charset='x-user-defined'/>" + link, URL)
    assert found.request_url == "http://h/d/x%C3%A9?%E9"


@pytest.mark.rows(("before", "encoding"), ENCODINGS.values(), ids=ENCODINGS)
def test_the_encoding_is_that_of_xml(before: bytes, encoding: str) -> None:
    document = before + '<a href="ф"/>'.encode(encoding)
    [link] = absolutize.links(document, URL, media_type=XHTML_TYPE)
    assert link.reference == "ф"
    assert absolutize.rewrite(document, URL, media_type=XHTML_TYPE).endswith('/d/ф"/>'.encode(encoding))


def test_no_declaration_is_repeated() -> None:
    document = ROOT.format('<body>%s<meta charset="koi8-r"/></body>' % ('<a href="x"/>' * 70))
    assert rewritten(document) == document.replace('"x"', '"http://h/d/x"')


WRITTEN = {
    "a less-than sign": ('<a href="x/../&lt;b"/>', '<a href="http://h/d/&lt;b"/>', {}),
    "an import map": (
        '<script type="importmap"><![CDATA[{"imports":{"a":"./x"}}]]></script>',
        '<script type="importmap"><![CDATA[{"imports":{"a":"http://h/d/x"}}]]></script>',
        {},
    ),
    "the end of a section in a style": (
        '<base href="]]>/"/><style>a{b:url(x)}</style>',
        "<style>a{b:url(http://h/d/]]&gt;/x)}</style>",
        {},
    ),
    "the end of a section in an import map": (
        '<base href="]]>/"/><script type="importmap">{"imports":{"a":"./x"}}</script>',
        '<script type="importmap">{"imports":{"a":"http://h/d/]]&gt;/x"}}</script>',
        {},
    ),
    "a BASE that closes itself": ('<base href="q/"/><a href="x"/>', '<a href="http://h/d/q/x"/>', {}),
    "a BASE with an end tag": ('<base href="q/"></base>', "<base></base>", {}),
}


@pytest.mark.rows(("before", "after", "options"), WRITTEN.values(), ids=WRITTEN)
def test_the_result_is_well_formed(before: str, after: str, options: dict[str, Any]) -> None:
    before, after = ROOT.format(before), ROOT.format(after)
    assert rewritten(before, base_element="remove", **options) == after
    expat.ParserCreate().Parse(after, True)  # noqa: FBT003 -- as the library has it


def test_the_text_of_an_anchor_is_read_as_xml() -> None:
    document = '<a href="x"/>no<a href="y">a<title/>b</a>'
    links = absolutize.links(document, URL, media_type=XHTML_TYPE, text=True)
    assert [link.text for link in links] == ["", "a b"]


def test_check_finds_several_bases_as_xml_has_them() -> None:
    document = ROOT.format('<base href="/"/><noscript><base href="/"/></noscript><title/><base href="/"/>')
    found = absolutize.check(document, URL, media_type=XHTML_TYPE, select=["base-several"])
    assert len(list(found)) == 2


# containers give the media type of XHTML

PAGE = b'<script src="x"/><a href="x"/>'
DONE = b'<script src="http://h/d/x"/><a href="http://h/d/x"/>'


@pytest.mark.parametrize(
    ("media", "uri", "after"),
    [
        ("application/xhtml+xml; charset=utf-8", URL, DONE),
        ("text/html", "http://h/d/p.xhtml", DONE.replace(b'href="http://h/d/', b'href="')),
    ],
)
def test_a_record_says_what_it_is(media: str, uri: str, after: bytes) -> None:
    assert after in absolute(response(PAGE, media=media, uri=uri), "x.warc")


def test_a_part_of_a_message_says_what_it_is() -> None:
    head = b'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\n'
    fields = b"Content-Type: application/xhtml+xml\r\nContent-Location: http://h/d/p\r\n\r\n"
    message = head + fields + b"%s\r\n--b--\r\n"
    assert absolute(message % PAGE, "x.mht") == message % DONE


@pytest.mark.parametrize(("name", "is_xml"), [("p.xhtml", True), ("p.xht", True), ("p.html", False)])
def test_the_name_of_a_member_says_what_it_is(name: str, is_xml: bool) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, PAGE)
    after = absolute(file.getvalue(), "x.zip", "http://h/d/")
    with zipfile.ZipFile(io.BytesIO(after)) as archive:
        assert archive.read(name).count(b"http://") == 1 + is_xml


@pytest.mark.parametrize(
    ("name", "media", "given", "is_xml"),
    [
        ("p.xhtml", None, None, True),
        ("p.XHT.gz", None, None, True),
        ("p.xhtml", None, "text/html", False),
        ("p.html", None, None, False),
        ("p.html", None, XHTML_TYPE, True),
        ("p.xhtml", "text/html", None, False),
        ("p.html", XHTML_TYPE, "text/html", True),
    ],
)
def test_the_container_is_asked_first_then_the_caller_then_the_name(
    name: str,
    media: str | None,
    given: str | None,
    is_xml: bool,
) -> None:
    context, _ = part_context(DocumentPart(name, b"", media=media), Context(media_type=given), Policies())
    assert (context.syntax_of(b"") == "xml") == is_xml


# promise 4

HOSTILE = {
    "tags": b"<a>",
    "values": b"<a b='\" ",
    "quotes": b"<a b=\"'",
    "ends": b"</a ",
    "sections": b"<![CDATA[",
    "comments": b"<!--",
    "instructions": b"<?",
    "subsets": b"<!DOCTYPE [",
    "literals": b"<!DOCTYPE '\"",
    "styles": b"<style>",
    "styles with sections": b"<style><![CDATA[",
    "styles in what is no end tag": b"</<style>",
    "scripts in what is no end tag": b"</<script type=importmap>",
    "styles in what is no tag": b"<1<style>",
    "styles in a declaration": b"<!<style>",
    "styles with values": b"<style>'<a b='",
    "styles around elements": b"<style><b>",
    "styles in upper case": b"<svg xmlns='http://www.w3.org/2000/svg'><STYLE>",
    "elements and ends": b"<a><b></a>",
    "entities": b"<!DOCTYPE a [<!ENTITY a '&a;'>",
    "references": b"<!DOCTYPE a [<!ENTITY a 'b'>]><a href='&a;",
    "defaults": b"<!DOCTYPE a [<!ATTLIST a b CDATA '' c (d) #FIXED '\"",
}


@pytest.mark.rows("seed", range(10))
def test_nothing_raises(seed: int) -> None:
    random = Random(seed)
    pieces = [
        *HOSTILE.values(),
        b"<",
        b">",
        b"/",
        b"'",
        b'"',
        b"=",
        b"xmlns:",
        b":",
        b"\xff",
        b" ",
        b"href=x",
    ]
    for _ in range(30):
        document = b"".join(random.choices(pieces, k=60))
        after = absolutize.rewrite(document, URL, media_type=XHTML_TYPE)
        assert absolutize.rewrite(after, URL, media_type=XHTML_TYPE) == after, document
