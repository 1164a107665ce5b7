"""XML documents: what is rewritten, under which base, and that every other byte stays."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

import absolutize
from absolutize.engine.rewriter import rewrite_document
from absolutize.engine.scoped_plan import DEEPEST_BASE
from absolutize.findings import EDITED_CODES
from absolutize.options import Context, Policies

URL = "http://h/d/p.xml"
ATOM, SVG, XHTML = "http://www.w3.org/2005/Atom", "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"
XLINK, XSL = "http://www.w3.org/1999/xlink", "http://www.w3.org/1999/XSL/Transform"
MATH, RDF = "http://www.w3.org/1998/Math/MathML", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
DECLARED = '<?xml version="1.0"?>'


def rss(item: str) -> str:
    return f'<rss version="2.0"><channel><item>{item}</item></channel></rss>'


def atom(content: str, attributes: str = "") -> str:
    return f'<feed xmlns="{ATOM}"{attributes}>{content}</feed>'


B = "http://b/c/"
BASES = {  # before and after
    "of the root": (
        atom('<link href="x"/>', f' xml:base="{B}"'),
        atom(f'<link href="{B}x"/>', f' xml:base="{B}"'),
    ),
    "a relative one": (
        atom('<link href="x"/>', ' xml:base="q/"'),
        atom('<link href="http://h/d/q/x"/>', ' xml:base="http://h/d/q/"'),
    ),
    "one with a fragment": (
        atom('<link href="x"/>', f' xml:base="{B}#f"'),
        atom(f'<link href="{B}x"/>', f' xml:base="{B}#f"'),
    ),
    "nested ones": (
        atom('<entry xml:base="q/"><link href="x"/></entry><link href="x"/>', f' xml:base="{B}"'),
        atom(f'<entry xml:base="{B}q/"><link href="{B}q/x"/></entry><link href="{B}x"/>', f' xml:base="{B}"'),
    ),
    "one that is a reference to the root": (
        atom('<link href="x" xml:base="/q"/>', f' xml:base="{B}"'),
        atom('<link href="http://b/x" xml:base="http://b/q"/>', f' xml:base="{B}"'),
    ),
    "behind the reference": (
        atom(f'<link href="x" xml:base="{B}" title="&lt;"/><link href="x"/>'),
        atom(f'<link href="{B}x" xml:base="{B}" title="&lt;"/><link href="http://h/d/x"/>'),
    ),
    "of an element without content": (
        atom(f'<author xml:base="{B}"/><link href="x"/>'),
        atom(f'<author xml:base="{B}"/><link href="http://h/d/x"/>'),
    ),
    "of a closed element": (
        rss(f'<a xml:base="{B}"><link>x</link></a><link>x</link>'),
        rss(f'<a xml:base="{B}"><link>{B}x</link></a><link>http://h/d/x</link>'),
    ),
    "one that is none": (
        atom('<link href="x" xml:base="data:,x"/><link href="x" xml:base="http://["/>'),
        atom('<link href="http://h/d/x" xml:base="data:,x"/><link href="http://h/d/x" xml:base="http://["/>'),
    ),
    "an empty one": (
        atom('<entry xml:base=""><link href="x"/></entry>', f' xml:base="{B}"'),
        atom(f'<entry xml:base=""><link href="{B}x"/></entry>', f' xml:base="{B}"'),
    ),
    "of HTML in content": (
        atom(f'<content><div xmlns="{XHTML}" xml:base="{B}"><a href="x"/></div></content>'),
        atom(f'<content><div xmlns="{XHTML}" xml:base="{B}"><a href="{B}x"/></div></content>'),
    ),
    "of escaped HTML, BASE in it": (
        rss(f'<description xml:base="{B}">&lt;base href="q/">&lt;a href="x"></description>'),
        rss(f'<description xml:base="{B}">&lt;base href="{B}q/">&lt;a href="{B}q/x"></description>'),
    ),
    "by default": (
        f'<!DOCTYPE rss [<!ATTLIST channel xml:base CDATA "{B}">]>' + rss("<link>x</link>"),
        f'<!DOCTYPE rss [<!ATTLIST channel xml:base CDATA "{B}">]>' + rss(f"<link>{B}x</link>"),
    ),
    "a default of several elements": (
        f'<!DOCTYPE feed [<!ATTLIST entry xml:base CDATA "{B}">]>'
        + atom(
            '<link href="x"/><entry><link href="x"/></entry><link href="x"/><entry><link href="x"/></entry>'
        ),
        f'<!DOCTYPE feed [<!ATTLIST entry xml:base CDATA "{B}">]>'
        + atom(
            f'<link href="http://h/d/x"/><entry><link href="{B}x"/></entry>'
            f'<link href="http://h/d/x"/><entry><link href="{B}x"/></entry>'
        ),
    ),
    "unreadable": (atom('<link href="x"/>', ' xml:base="&e;"'), atom('<link href="x"/>', ' xml:base="&e;"')),
    "a placeholder": (atom('<link href="x"/>', ' xml:base="{{x}}"'),) * 2,
    "BASE governs no feed": (
        atom(f'<content><div xmlns="{XHTML}"><base href="q/"/><a href="x"/></div></content>'),
        atom(
            f'<content><div xmlns="{XHTML}"><base href="http://h/d/q/"/><a href="http://h/d/x"/></div></content>'
        ),
    ),
}


def xhtml(body: str, before: str = "", behind: str = "") -> str:
    return f'{before}<html xmlns="{XHTML}"><head><base href="http://h/q/"/></head><body>{body}</body></html>{behind}'


BASE_ELEMENTS = {  # before and after
    "governs an instruction behind the root": (
        xhtml("", behind='<?xml-stylesheet href="s"?>'),
        xhtml("", behind='<?xml-stylesheet href="http://h/q/s"?>'),
    ),
    "governs no instruction before the root": (
        xhtml('<a href="x"/>', '<?xml-stylesheet href="s"?><?xml-model href="m"?>'),
        xhtml(
            '<a href="http://h/q/x"/>',
            '<?xml-stylesheet href="http://h/d/s"?><?xml-model href="http://h/d/m"?>',
        ),
    ),
    **{
        f"governs {name}": (document.format(before, ""), document.format(after, "http://h/d/q/"))
        for before, after in [(f'<base xmlns="{XHTML}" href="{href}"/>' for href in ("q/", "http://h/d/q/"))]
        for name, document in {
            "svg": f'<svg xmlns="{SVG}"><image href="{{1}}x"/>{{0}}</svg>',
            "svg around a foreignObject": f'<svg xmlns="{SVG}"><foreignObject>{{0}}</foreignObject>'
            '<image href="{1}x"/></svg>',
            "svg without a namespace": '<svg>{0}<image href="{1}x"/></svg>',
            "math": f'<math xmlns="{MATH}"><mi href="{{1}}x"/>{{0}}</math>',
            "an unknown vocabulary": f'<r xmlns="urn:r">{{0}}<h:img xmlns:h="{XHTML}" src="{{1}}x"/></r>',
        }.items()
    },
    **{
        f"governs nothing {name}": (document.format(""), document.format("http://h/d/"))
        for name, document in {
            "in a template": f'<svg xmlns="{SVG}"><template xmlns="{XHTML}"><base href="{{0}}q/"/></template>'
            '<image href="{0}x"/></svg>',
            "of svg": f'<svg xmlns="{SVG}"><base href="{{0}}q/"/><image href="{{0}}x"/></svg>',
            "of no namespace": f'<r><base href="q/"/><h:img xmlns:h="{XHTML}" src="{{0}}x"/></r>',
            "in a book": f'<book xmlns="http://docbook.org/ns/docbook"><ulink url="{{0}}x"/>'
            f'<base xmlns="{XHTML}" href="{{0}}q/"/></book>',
        }.items()
    },
}

# {} is where "http://h/d/" is written
REWRITTEN = {
    # text
    "white space around": rss("<link>\n  {}x\n</link>"),
    "a section": rss("<link><![CDATA[{}x?a&b]]></link>"),
    "a section with space around": rss("<link> <![CDATA[{}x]]>\n</link>"),
    "a section with space in it": rss("<link><![CDATA[ {}x ]]></link>"),
    "a comment before": rss("<link><!-- x -->{}x</link>"),
    "an instruction before": rss("<link><?x > ?>{}x</link>"),
    "references": rss("<link>{}x?a&amp;b&#38;c</link>"),
    "no link with elements in it": rss("<link>x<b/></link>"),
    "an empty one ": rss("<link></link><link/><link> </link>"),
    # HTML in text
    "escaped": rss('<description>a &lt;a href="{}x?a&amp;amp;b"&gt;b&lt;/a></description>'),
    "in a section ": rss('<description><![CDATA[a <a href="{}x?a&amp;b">b</a>]]></description>'),
    "in several nodes": rss(
        "<description>&lt;a <![CDATA[href='{}x']]>><!-- c --><![CDATA[<img src={}y>]]></description>"
    ),
    "with a srcset": rss('<description>&lt;img srcset="{}a 1x, {}b 2x"&gt;</description>'),
    "with a style": rss("<description><![CDATA[<p style='a:url({}b)'>]]></description>"),
    "with names of HTML": rss('<description>&lt;a title="&nbsp;" href="{}x?&amp;eacute;"></description>'),
    "quotes in there": rss("<description>&lt;a href=&quot;{}x&quot; id=&#39;&apos;></description>"),
    "elements of no namespace are HTML's": rss('<body><a href="{}x"/></body><a href="x"/>'),
    "elements that say so are HTML's, too": rss(
        '<body><p xmlns=""><a href="{}x"/></p></body><a xmlns="" href="x"/>'
    ),
    "in a feed that has a namespace": '<rss xmlns="http://backend.userland.com/rss2"><description>'
    '<p xmlns=""><a href="{}x"/></p><a href="x"/></description></rss>',
    "svg that says that it has no namespace": f'{DECLARED}<svg><g xmlns=""><image href="{{}}x"/></g></svg>',
    "behind a part that has them, too": rss('<body><body><a href="{}x"/></body><a href="{}y"/></body>'),
    "behind one that closes itself": rss('<body/><a href="x"/>'),
    "text is no HTML": atom('<title>&lt;a href="x"></title><title type="text">&lt;a href="x"></title>'),
    "a document in there": rss("<description>&lt;iframe srcdoc=\"&amp;lt;a href='{}x'>\"></description>"),
    # other vocabularies
    "svg": f'{DECLARED}<svg xmlns="{SVG}" xmlns:l="{XLINK}"><image l:href="{{}}x"/><style>a{{{{b:url({{}}x)}}}}</style></svg>',  # noqa: E501
    "svg in a feed": atom(
        f'<content type="image/svg+xml"><svg xmlns="{SVG}"><a href="{{}}x"/></svg></content>'
    ),
    "math": f'{DECLARED}<math xmlns="{MATH}"><mi href="{{}}x"/></math>',
    "a prefix of another name": f'<a:feed xmlns:a="{ATOM}"><a:icon>{{}}x</a:icon></a:feed>',
    "no prefix of a feed": f'<feed xmlns="{ATOM}" xmlns:x="urn:x"><x:link href="x"/><x:icon>x</x:icon></feed>',  # noqa: E501
    "unknown XML": f'{DECLARED}<r xmlns:l="{XLINK}" href="x" src="x"><l l:href="{{}}x"/></r>',
    "a template of HTML": f'<xsl:stylesheet xmlns:xsl="{XSL}" xmlns="{XHTML}"><xsl:import href="{{}}x"/>'
    '<xsl:template match="/"><a href="x"><img src="y"/></a></xsl:template></xsl:stylesheet>',
    "a template of feeds": f'<xsl:stylesheet xmlns:xsl="{XSL}" xmlns:a="{ATOM}" xmlns:l="{XLINK}">'
    '<xsl:include href="{}x"/><xsl:template match="/"><a:feed xml:base="b/"><a:link href="x"/>'
    '<a:icon>x</a:icon><a:link href="{{@x}}"/><x l:href="x" xml:base="{{@b}}"/></a:feed>'
    "</xsl:template></xsl:stylesheet>",
    "a template of a sitemap": f'<xsl:transform xmlns:xsl="{XSL}"><xsl:template match="/">'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>x</loc></url></urlset>'
    '</xsl:template></xsl:transform><?xml-stylesheet href="{}x"?>',
    "a page that is a template": f'<?xml-stylesheet href="{{}}x"?><html x:version="1.0" xmlns:x="{XSL}">'
    f'<a href="x"/><a href="{{{{@x}}}}"/><base xmlns="{XHTML}" href="x"/></html>',
    "a feed that is a template": f'<feed xmlns="{ATOM}" xmlns:xsl="{XSL}" xsl:version="1.0">'
    '<link href="x"/></feed>',
    "a feed with a version of another namespace": f'<feed xmlns="{ATOM}" xmlns:xsl="{XSL}" version="1.0">'
    '<link href="{}x"/></feed>',
    "a style sheet of it": f'<?xml-stylesheet href="{{}}x" type="text/css"?>{atom("")}',
    "one with quotes": f"<?xml-stylesheet type='x' href='{{}}x&amp;y'?><?xml-model href=\"{{}}y\"?>{atom('')}",  # noqa: E501
    "one in a comment": f'<!-- <?xml-stylesheet href="x"?> -->{atom("")}',
    "one in the root": atom('<?xml-stylesheet href="x"?>'),
    "one behind the root": f'{atom("")}<!-- <?xml-stylesheet href="x"?> --><?xml-stylesheet href="{{}}x"?>\n',
    "one behind a root with a base": '<rss xml:base="http://b/"></rss> <?xml-stylesheet href="{}x"?>',
    "one behind an empty root": f'{DECLARED}<r/><?xml-model href="x"?><?xml-stylesheet href="{{}}x"?>',
    "one behind each of two roots": '<rss/><?xml-stylesheet href="{}x"?><rss><a/></rss>'
    '<?xml-stylesheet href="{}y"?>',
    "one in a root that is cut off": '<?xml-stylesheet href="{}x"?><rss><a/><?xml-stylesheet href="x"?>',
    "one behind a document type": f'<!DOCTYPE feed [<!ENTITY a "<b>">]><?xml-stylesheet href="{{}}x"?>{atom("")}',  # noqa: E501
    "in a document type": '<!DOCTYPE feed [<?xml-stylesheet href="{}x"?>'
    '<!-- \' <?xml-stylesheet href="x"?> -->'
    f"<!ENTITY a \"<?xml-stylesheet href='x'?>\"><?x \"?>\n<?xml-model href='{{}}y'?>]>{atom('')}",
    "a document type without any": f'<!DOCTYPE a PUBLIC "<?xml-stylesheet href=\'x\'?>" "y">{atom("")}',
    "opml": '<opml version="2.0"><body><outline xmlUrl="{}x" text="x" htmlUrl="{}y"/></body></opml>',
    "a sitemap": '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>{}x</loc></url></urlset>',
    "rdf as RSS 1.0 has it": f'<r:RDF xmlns:r="{RDF}" xmlns="http://purl.org/rss/1.0/"><channel><items><r:Seq>'
    '<r:li resource="{}x"/></r:Seq></items></channel><item r:about="{}x"/><li resource="x"/></r:RDF>',
    # elements that contain no text
    "a comment alone": rss("<guid><!-- c --></guid><link> <!----> </link><link>{}x</link>"),
    "an instruction alone": atom("<icon><?c d?></icon><logo>{}x</logo>"),
    "a comment next to a url": rss("<link><!-- c -->{}x<?d?></link>"),
    # entities
    "a declared one": '<!DOCTYPE rss [<!ENTITY e "x">]>' + rss("<link>{}&e;</link><link>{}y&e;</link>"),
    "an unknown one": rss("<link>a&e;</link><link>{}b</link>"),
    "one in HTML": rss(
        "<description>&lt;a href='x'>&e;</description><description>&lt;a href='{}x'></description>"
    ),
    "an external one": '<!DOCTYPE rss [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    + rss("<link>&e;</link><link>{}x</link>"),
    # malformed
    "cut off": "<rss><channel><link>{}x</link><link>y",
    "cut off in a tag": '<rss><channel><link>{}x</link><a href="x',
    "ends in disorder": rss("</link></x><link>{}x</link></y>"),
    "a stray sign": rss("<link>{}x?a&b=c</link>"),
}


def test_an_element_stays_where_its_xml_base_is_removed() -> None:
    page = atom('<author xml:base="q/"/><entry xml:base="q/"><link href="x"/></entry>')
    after = atom('<author /><entry><link href="http://h/d/q/x"/></entry>')
    assert absolutize.rewrite(page, URL, base_element="remove") == after


DEPTHS = [  # the xml:base of elements in each other, and the base of what is in all of them
    (["a/"] * DEEPEST_BASE, "http://h/d/" + "a/" * DEEPEST_BASE),
    (["a/"] * (DEEPEST_BASE + 1), None),
    (["a/"] * DEEPEST_BASE + ["http://i/"] + ["b/"] * DEEPEST_BASE, "http://i/" + "b/" * DEEPEST_BASE),
    (["a/"] * (DEEPEST_BASE + 9) + ["http://i/", "b/"], "http://i/b/"),
    (["http://i/"] * (DEEPEST_BASE + 1) + ["b/c:d/"], "http://i/b/c:d/"),
    (["a/b:c/"] * (DEEPEST_BASE + 1), None),
]


@pytest.mark.rows(("bases", "base"), DEPTHS, ids=lambda value: str(value)[-30:])
def test_bases_within_each_other(bases: list[str], base: str | None) -> None:
    """A relative one makes the base longer, so that there may not be any number of them."""
    around = "".join(f'<entry xml:base="{each}">' for each in bases)
    (*_, link) = absolutize.links(atom(f'{around}<link href="x"/>'), URL)
    assert link.target == (base and f"{base}x")


MARKED = "http://h/a<b>&c]]>/"
IN_TEXTS = {  # texts, and the URLs in them that are read under the base with marks
    "x": f"{MARKED}x",
    " x?a&amp;b ": f" {MARKED}x?a&b ",
    "x/{{a}}": f"{MARKED}x/{{{{a}}}}",
    "<![CDATA[x]]>": "http://h/a<b%3E&c]]%3E/x",
}


@pytest.mark.rows("text", IN_TEXTS)
def test_marks_of_a_base_are_escaped_in_a_text(text: str) -> None:
    after = absolutize.rewrite(rss(f"<link>{text}</link>"), MARKED)
    assert etree.fromstring(after).findtext(".//link") == IN_TEXTS[text]
    (link,) = absolutize.links(rss(f"<link>{text}</link>"), MARKED)
    assert link.target == IN_TEXTS[text].strip()


@pytest.mark.rows("name", REWRITTEN)
def test_what_is_rewritten(name: str) -> None:
    before, after = (REWRITTEN[name].format(*[base] * 3) for base in ("", "http://h/d/"))
    assert absolutize.rewrite(before, URL) == after
    assert absolutize.rewrite(before.encode(), URL).decode() == after
    assert absolutize.rewrite(after, URL) == after


WITHOUT_TEXT = {
    name: f'<rss xml:base="http://b/q/"><channel><link>{text}</link></channel></rss>'
    for name, text in {
        "nothing": "",
        "white space": " \n",
        "an empty section": "<![CDATA[]]>",
        "a section of white space": " <![CDATA[\t]]>",
        "a comment": "<!-- -->",
        "a comment behind white space": " <!-- -->",
        "a reference to white space": "&#32;",
    }.items()
}


@pytest.mark.rows("name", WITHOUT_TEXT)
def test_an_element_without_text_has_no_url(name: str) -> None:
    before = WITHOUT_TEXT[name]
    after = before.replace(' xml:base="http://b/q/"', "")
    assert absolutize.rewrite(before, URL, base_element="remove") == after
    assert list(absolutize.links(after, URL)) == []


PARTED = {
    "by a comment": rss("<link>a/<!-- c -->b</link>"),
    "by an instruction": rss("<link>a/<?c?>b</link>"),
    "at a section": rss("<link>a/<![CDATA[b]]></link>"),
}


@pytest.mark.rows("name", PARTED)
def test_a_url_in_pieces_is_listed_and_stays(name: str) -> None:
    assert [(link.element, link.code) for link in absolutize.links(PARTED[name], URL)] == [
        ("link", "unreadable")
    ]
    assert absolutize.rewrite(PARTED[name], URL) == PARTED[name]


@pytest.mark.rows("name", BASES)
def test_which_base_governs(name: str) -> None:
    before, after = BASES[name]
    assert absolutize.rewrite(before, URL) == after
    assert absolutize.rewrite(after, "http://moved/") == after


@pytest.mark.rows("name", BASE_ELEMENTS)
def test_what_a_base_element_governs(name: str) -> None:
    before, after = BASE_ELEMENTS[name]
    assert absolutize.rewrite(before, URL, read_as="xml") == after
    assert absolutize.rewrite(after, "http://moved/", read_as="xml") == after


@pytest.mark.parametrize(("policy", "href"), [("keep", "/q/"), ("empty", ""), ("remove", None)])
def test_an_instruction_before_the_root_needs_no_base_element(policy: Any, href: str | None) -> None:
    before, after = (
        f'<?xml-stylesheet href="{url}"?><html xmlns="{XHTML}">{base}</html>'
        for url, base in (
            ("s", '<base href="/q/"/>'),
            ("http://h/d/s", "" if href is None else f'<base href="{href}"/>'),
        )
    )
    assert absolutize.rewrite(before, URL, read_as="xml", base_element=policy) == after


def test_a_base_element_of_svg_is_embedded_and_may_be_removed() -> None:
    document = f'<svg xmlns="{SVG}" xmlns:h="{XHTML}"><h:base href="/q/"/><image href="{{}}"/></svg>'
    before = document.format("x")
    options: dict[str, Any] = {"media_type": "image/svg+xml", "base_element": "remove"}
    assert absolutize.base_uri(before, URL, **options) == absolutize.BaseURI("http://h/q/", "embedded")
    assert absolutize.rewrite(before, URL, **options) == document.format("http://h/q/x").replace(
        '<h:base href="/q/"/>', ""
    )


ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "iso-8859-5", "koi8-r", "windows-1251", "utf-32")


@pytest.mark.rows("encoding", ENCODINGS)
def test_the_encoding_stays(encoding: str) -> None:
    declared = "" if encoding.startswith("utf-") else f' encoding="{encoding}"'
    text = f'<?xml version="1.0"{declared}?>' + rss(
        '<link>{}я</link><description>&lt;a href="{}я&#1103;">я&#8364;</description><guid><![CDATA[{}ю]]></guid>'  # noqa: E501
    )
    before, after = (text.format(*[base] * 3).encode(encoding) for base in ("", "http://h/d/"))
    assert absolutize.rewrite(before, URL) == after
    assert [link.reference for link in absolutize.links(before, URL)] == ["я", "яя", "ю"]


def test_the_transport_prevails_over_the_declaration() -> None:
    document = ('<?xml version="1.0" encoding="koi8-r"?>' + rss("<link>я</link>")).encode("windows-1251")
    [link] = absolutize.links(document, URL, charset="application/rss+xml; charset=windows-1251")
    assert link.reference == "я"


def test_what_an_encoding_lacks_is_written_as_a_url_has_it() -> None:
    """Text could use a character reference, but CDATA sections have none, so both are percent-encoded."""
    before = rss("<link>x</link><guid><![CDATA[x]]></guid>")
    after = absolutize.rewrite(
        f'<?xml version="1.0" encoding="us-ascii"?>{before}'.encode(),
        "http://h/",
        encapsulating="http://h/\u4e2d/",
    )
    assert after.decode("ascii").count("http://h/%E4%B8%AD/x") == 2


BASE_ELEMENT = {
    "keep": '<feed xmlns="{}" xml:base="b/"><link xml:base="c/" href="http://h/d/b/c/x"/></feed>',
    "absolute": '<feed xmlns="{}" xml:base="http://h/d/b/"><link xml:base="http://h/d/b/c/" href="http://h/d/b/c/x"/></feed>',
    "empty": '<feed xmlns="{}" xml:base=""><link xml:base="" href="http://h/d/b/c/x"/></feed>',
    "remove": '<feed xmlns="{}"><link href="http://h/d/b/c/x"/></feed>',
}


@pytest.mark.parametrize("policy", BASE_ELEMENT)
def test_what_becomes_of_an_xml_base(policy: Any) -> None:
    before = f'<feed xmlns="{ATOM}" xml:base="b/"><link xml:base="c/" href="x"/></feed>'
    assert absolutize.rewrite(before, URL, base_element=policy) == BASE_ELEMENT[policy].format(ATOM)


@pytest.mark.parametrize("policy", ["empty", "remove"])
def test_a_base_that_a_link_needs_is_kept(policy: Any) -> None:
    before = atom('<link href="mailto:x"/><link href="../../../x"/>', ' xml:base="b/"')
    after = absolutize.rewrite(before, URL, base_element=policy, overflow="avoid")
    assert after == before.replace('"b/"', '"http://h/d/b/"')
    alone = atom('<link xml:base="b/"/>')
    assert absolutize.rewrite(alone, URL, base_element="remove") == atom("<link />")


NEEDY = "<link>../../../../x</link>", "<item><description>&lt;a href='../../../../x'></description></item>"


@pytest.mark.parametrize("policy", ["empty", "remove"])
def test_all_bases_are_kept_wherever_the_link_is_that_needs_one(policy: Any) -> None:
    document = "<rss xml:base='{0}b/'>{1}<a xml:base='{0}b/c/'>{2}</a><a xml:base='{0}b/d/'>{3}</a></rss>"
    for needy in NEEDY:
        for places in ((needy, "", ""), ("", needy, ""), ("", "", needy)):
            before, after = (document.format(start, *places) for start in ("/d/", "http://h/d/"))
            assert absolutize.rewrite(before, URL, base_element=policy, overflow="avoid") == after


KEPT_FOR_VALUES = {  # URL and rule set, and a reference that would go elsewhere without the base
    "readable only below file": ({"url": "file:///x/y"}, "//"),
    "relative to the URL": ({"url": "https://h/d/", "rules": "rfc3986"}, "https:x"),
}


@pytest.mark.parametrize("name", KEPT_FOR_VALUES)
def test_a_base_is_kept_for_a_document_in_a_value(name: str) -> None:
    options: dict[str, Any]
    options, reference = KEPT_FOR_VALUES[name]
    before = (
        '<rss version="2.0" xml:base="http://e/"><channel><item>'
        f"<description>&lt;a href='{reference}'></description></item></channel></rss>"
    )
    assert absolutize.rewrite(before, **options, base_element="remove") == before


def stylesheet(base: str, body: str) -> str:
    return (
        f'<xsl:stylesheet version="1.0" xmlns:xsl="{XSL}"{base}><xsl:import href="http://h/d/i"/>'
        f'<xsl:template match="/">{body}</xsl:template></xsl:stylesheet>'
    )


READ_BY_EXPRESSIONS = (
    "<xsl:value-of select=\"document('d.xml')\"/>",
    '<xsl:copy-of select="document( $file )/x"/>',
    "<xsl:if test=\"fn:doc ('d.xml')\"/>",
    "<o a=\"{unparsed-text('d.txt')}\"/>",
    f"<a xmlns='{XHTML}' title=\"{{doc('d.xml')}}\"/>",
    "<xsl:for-each select=\"collection('d')\" xml:base='c/'/>",
    "<o xml:base='../'><xsl:copy-of select=\"doc('d.xml')\" xml:base='./b/c/'/></o>",
)


@pytest.mark.parametrize("policy", ["empty", "remove"])
@pytest.mark.parametrize("body", READ_BY_EXPRESSIONS)
def test_a_base_that_an_expression_needs_is_kept(policy: Any, body: str) -> None:
    before = stylesheet(' xml:base="b/"', body)
    inner = body.replace("'c/'", "'http://h/d/b/c/'").replace("'./b/c/'", "'http://h/d/b/c/'")
    after = stylesheet(' xml:base="http://h/d/b/"', inner)
    assert absolutize.rewrite(before, URL, base_element=policy) == after
    codes = [link.code for link in absolutize.links(after, URL, base_element=policy) if link.kind == "object"]
    assert codes == ["placeholder"]


@pytest.mark.parametrize(
    "body",
    [
        "<xsl:value-of select=\"document('http://k/d.xml')\"/>",
        '<xsl:value-of select="my-document(x)"/><xsl:value-of select="document"/>',
        "<xsl:include href='http://h/document('/>",
    ],
)
def test_other_expressions_need_no_base(body: str) -> None:
    before = stylesheet(' xml:base="b/"', body)
    assert absolutize.rewrite(before, URL, base_element="remove") == stylesheet("", body)
    assert "placeholder" not in {link.code for link in absolutize.links(before, URL)}


def test_a_style_sheet_of_xslt_reads_what_it_read(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "d.xml").write_text("<o>outer</o>")
    (tmp_path / "b" / "d.xml").write_text("<o>inner</o>")
    text = stylesheet(' xml:base="b/"', "<xsl:copy-of select=\"document('d.xml')\"/>")
    text = text.replace('<xsl:import href="http://h/d/i"/>', "")
    url = (tmp_path / "p.xsl").as_uri()
    for sheet in (text, absolutize.rewrite(text, url, base_element="remove")):
        transform = etree.XSLT(etree.fromstring(sheet, base_url=url))
        assert etree.tostring(transform(etree.fromstring("<x/>"))) == b"<o>inner</o>"


WITHOUT_A_URL = {  # with base_element="remove"
    "an absolute one": (atom("<icon>x</icon>", f' xml:base="{B}"'), atom(f"<icon>{B}x</icon>")),
    "a relative one in it": (
        atom('<entry xml:base="q/"><icon>x</icon></entry>', f' xml:base="{B}"'),
        atom(f"<entry><icon>{B}q/x</icon></entry>"),
    ),
    "a relative one": (atom("<icon>x</icon>", ' xml:base="q/"'),) * 2,
    "one that a link needs": (atom("<icon>{{x}}</icon>", f' xml:base="{B}"'),) * 2,
}


@pytest.mark.parametrize("name", WITHOUT_A_URL)
def test_without_a_url_an_absolute_base_is_enough(name: str) -> None:
    before, after = WITHOUT_A_URL[name]
    assert absolutize.rewrite(before, base_element="remove") == after


SHOWN = {
    "svg": f'<svg xmlns="{SVG}" xml:base="{{}}"><image href="{{}}x"/></svg>',
    "xhtml": f'<html xmlns="{XHTML}" xml:base="{{}}"><body><a href="{{}}x"/></body></html>',
    "math": f'<math xmlns="{MATH}" xml:base="{{}}"><mi href="{{}}x"/></math>',
}


@pytest.mark.parametrize("name", SHOWN)
def test_where_browsers_ignore_a_base_it_is_ignored(name: str) -> None:
    document, options = (
        SHOWN[name],
        {"media_type": "application/xhtml+xml" if name == "xhtml" else "text/xml"},
    )
    for choice, base, given in (("auto", "", "b/"), ("ignore", "", "b/"), ("follow", "b/", "http://h/d/b/")):
        after = document.format(given, f"http://h/d/{base}")
        assert absolutize.rewrite(document.format("b/", ""), URL, xml_base=choice, **options) == after  # type: ignore[misc, arg-type]
    codes = [link.code for link in absolutize.links(document.format("b/", ""), URL, **options)]  # type: ignore[arg-type]
    assert codes == ["xml-base-ignored", "rewritten"]


IN_ORDER = {  # in the first two, browsers ignore xml:base
    "xhtml": f'<html xmlns="{XHTML}"><p>\u00e9<a href="x" xml:base="y/"/><a href="z"/></p></html>',
    "svg": f'<svg xmlns="{SVG}">\u00e9<a href="x" xml:base="y/"/><a href="z"/></svg>',
    "feed": atom('\u00e9<link href="x" xml:base="y/"/><icon>z</icon>'),
}


@pytest.mark.parametrize("name", IN_ORDER)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_links_are_in_the_order_of_the_source(name: str, encoding: str) -> None:
    """An xml:base that is ignored came first: in text and UTF-16, all offsets behind it were wrong."""
    text = IN_ORDER[name]
    options: Any = {"media_type": "application/xhtml+xml" if name == "xhtml" else "text/xml"}
    data = text.encode(encoding)
    listed, checked = absolutize.links(data, URL, **options), absolutize.check(data, URL, **options)
    for links in (listed, (fault.link for fault in checked)):
        found = [data[link.start : link.stop] for link in links]
        assert found == [each.encode(encoding)[2 * (encoding == "utf-16") :] for each in ("x", "y/", "z")]
    found = [text[link.start : link.stop] for link in absolutize.links(text, URL, **options)]
    assert found == ["x", "y/", "z"]


def test_the_base_of_the_root_is_embedded() -> None:
    document = atom('<entry xml:base="x/"/>', ' xml:base="b/"')
    assert absolutize.base_uri(document, URL) == absolutize.BaseURI("http://h/d/b/", "embedded")
    assert absolutize.base_uri(atom(""), URL) == absolutize.BaseURI(URL, "retrieval")
    assert absolutize.base_uri(atom("", f' xml:base="{B}"')) == absolutize.BaseURI(B, "embedded")


def test_links_have_their_places_and_kinds() -> None:
    document = rss("<link>x</link>\n<enclosure url='y'/>\n<description>&lt;a\nhref=z></description>")
    found = [
        (link.element, link.kind, link.line, link.column, link.raw)
        for link in absolutize.links(document, URL)
    ]
    assert found == [
        ("link", "navigation", 1, 41, "x"),
        ("enclosure", "media", 2, 17, "y"),
        ("a", "navigation", 4, 6, "z"),
    ]


def test_hostile_bases_break_nothing() -> None:
    """What is written into text or a CDATA section does not end it."""
    hostile = "http://h/]]>&<'\"/"
    for text in (
        "<link>x</link>",
        "<link><![CDATA[x]]></link>",
        "<description><![CDATA[<a href=x>]]></description>",
    ):
        after = absolutize.rewrite(rss(text), hostile, guard=False)
        root = etree.fromstring(after.encode())
        assert len(root[0][0]) == 1
        assert absolutize.rewrite(after, "http://moved/", guard=False) == after


def test_base64_is_in_utf_8() -> None:
    feed = '<feed xmlns="http://purl.org/atom/ns#"><content mode="base64">{}</content></feed>'
    before, after = (f"<a href='{prefix}я?é'>" for prefix in ("", "http://h/d/"))
    page = feed.format(base64.b64encode(before.encode()).decode())
    (link,) = absolutize.links(page, URL)
    assert (link.reference, link.target, link.encoding) == ("я?é", "http://h/d/я?é", "utf-8")
    assert absolutize.rewrite(page, URL) == feed.format(base64.b64encode(after.encode()).decode())


def test_base64_keeps_its_lines() -> None:
    html = b"<p>" + b"x" * 90 + b"<a href='y'>"
    feed = '<feed xmlns="http://purl.org/atom/ns#"><content mode="base64">{}</content></feed>'
    before = feed.format(base64.encodebytes(html).decode())
    after = feed.format(base64.encodebytes(html.replace(b"'y'", b"'http://h/d/y'")).decode())
    assert absolutize.rewrite(before, URL) == after
    [link] = absolutize.links(before, URL)
    assert (link.reference, link.target) == ("y", "http://h/d/y")


FIRST, REST = "PGEgaHJlZj14PmFiY2Rl", "ZmdoaWprbDwvYT4="  # <a href=x>abcde, fghijkl</a>
CHANGED = "PGEgaHJlZj1odHRwOi8vaC9kL3g+YWJjZGVmZ2hpamtsPC9hPg=="  # http://h/d/x instead of x
LINES = CHANGED[:20], CHANGED[20:40], CHANGED[40:]
NODES_OF_BASE64 = {  # XML 1.0, 2.4, 2.5, 2.6, 2.7 and 4.1
    "one line": (FIRST + REST, CHANGED),
    "a line break": (f"{FIRST}\n{REST}", "\n".join(LINES)),
    "a line break of two characters": (f"{FIRST}\r\n{REST}", "\r\n".join(LINES)),
    "a line break with a character reference": (f"{FIRST}&#xD;\n{REST}", "&#xD;\n".join(LINES)),
    "white space at the ends": (f"&#10;\t{FIRST}{REST}&#xD;\n\n", f"&#10;\t{CHANGED}&#xD;\n\n"),
    "a digit as a character reference": (f"{FIRST}{REST[:-1]}&#x3D;", CHANGED),
    "a comment": (f"{FIRST}<!-- & -->{REST}", f"{CHANGED}<!-- & -->"),
    "an instruction": (f"{FIRST}<?a b?>\n{REST}", "\n".join(LINES) + "<?a b?>"),
    "a section": (f"\n<![CDATA[\n{FIRST}{REST}\n]]>\n", f"\n<![CDATA[\n{CHANGED}\n]]>\n"),
    "two sections": (f"\n<![CDATA[{FIRST}]]><![CDATA[{REST}]]>", f"\n<![CDATA[{CHANGED}]]><![CDATA[]]>"),
    "a section, and a line break behind it": (
        f"<![CDATA[{FIRST}]]>&#xD;\n{REST}",
        "<![CDATA[" + "\n".join(LINES) + "]]>",
    ),
}


@pytest.mark.rows(("before", "after"), NODES_OF_BASE64.values(), ids=NODES_OF_BASE64)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-2022-jp"])
def test_base64_may_be_several_nodes(before: str, after: str, encoding: str) -> None:
    feed = '<?xml version="1.0" encoding="{}"?><feed xmlns="http://purl.org/atom/ns#">'
    feed = feed.format(encoding) + '<content mode="base64">{}</content></feed>'
    made = absolutize.rewrite(feed.format(before).encode(encoding), URL)
    assert made.decode(encoding) == feed.format(after)
    assert absolutize.rewrite(made, "http://moved/") == made
    [link] = absolutize.links(feed.format(before), URL)
    assert (link.reference, link.target) == ("x", "http://h/d/x")
    assert feed.format(before)[link.start : link.stop] == "14"


NO_BASE64 = {
    "other characters": "no base64!",
    "a digit is missing": "PGEgaHJlZj14P",
    "digits behind the padding": "PGEgaHJlZj14Pg==PGEg",
    "a character reference to no digit": "PGEg&lt;",
    "a character beyond ASCII": "PGEg\xe9",
    "what would be a character reference outside a section": "<![CDATA[PGEg&#xD;]]>",
}


@pytest.mark.rows("text", NO_BASE64.values(), ids=NO_BASE64)
def test_text_that_is_no_base64_stays(text: str) -> None:
    feed = f'<feed xmlns="http://purl.org/atom/ns#"><content mode="base64">{text}</content></feed>'
    assert absolutize.rewrite(feed, URL) == feed
    links = absolutize.links(feed, URL)
    assert [(link.element, link.code, link.target) for link in links] == [("content", "unreadable", None)]


CODED = base64.b64encode(b"<a href=x><a href=y><a href=http://h/>").decode()
COUNTED = {  # the number of links made absolute, which can differ from the number of edits
    f'<feed xmlns="http://purl.org/atom/ns#"><content mode="base64">{CODED}</content></feed>': 2,
    rss("<description>&lt;a href=`b<?c?>d>&lt;a href=`<!-- e -->f></description>"): 2,
    rss("<description>&lt;a href=x>&lt;iframe srcdoc='&amp;lt;a href=`y>'></description><link>z</link>"): 3,
    "<base href=a href=b><a href=c>": 2,
}


@pytest.mark.rows("document", COUNTED)
@pytest.mark.rows("policy", ["absolute", "remove"])
def test_links_are_counted_not_edits(document: str, policy: Any) -> None:
    result = rewrite_document(document, Context(URL), Policies(base_element=policy))
    assert result.changes == COUNTED[document]
    links = absolutize.links(document, URL, base_element=policy)
    assert sum(link.code in EDITED_CODES for link in links) == COUNTED[document]


@pytest.mark.parametrize(
    "before",
    [
        f"<!--{'x' * 9000}-->",
        " " * 9000,
        "<!DOCTYPE rss [" + '<!ENTITY a "b">' * 9000 + "]>",
        "<?x y?>" * 40_000,
    ],
    ids=["comment", "blank", "entities", "instructions"],
)
def test_the_root_may_be_far_behind(before: str) -> None:
    feed = f'<?xml version="1.0"?>{before}<rss><channel xml:base="q/"><link>x</link></channel></rss>'
    expected = feed.replace(">x<", ">http://h/d/q/x<").replace('"q/"', '"http://h/d/q/"')
    assert absolutize.rewrite(feed, "http://h/d/") == expected
    assert absolutize.rewrite(feed.encode(), "http://h/d/") == expected.encode()


CHANNEL_BASES = {
    "absolute": '<CHANNEL BASE="http://h/d/q/" base="z"><ITEM HREF="http://h/d/q/y"/></CHANNEL>',
    "empty": '<CHANNEL BASE="" base="z"><ITEM HREF="http://h/d/q/y"/></CHANNEL>',
    "remove": '<CHANNEL base="z"><ITEM HREF="http://h/d/q/y"/></CHANNEL>',
}


@pytest.mark.parametrize("policy", CHANNEL_BASES)
def test_the_base_of_a_channel_has_its_own_name(policy: Any) -> None:
    document = '<CHANNEL BASE="q/" base="z"><ITEM HREF="y"/></CHANNEL>'
    options: dict[str, Any] = {"read_as": "xml", "base_element": policy}
    assert absolutize.rewrite(document, URL, **options) == CHANNEL_BASES[policy]
    links = absolutize.links(document, URL, **options)
    assert [(link.element, link.attribute) for link in links] == [("CHANNEL", "BASE"), ("ITEM", "HREF")]
