"""feedparser's test cases for relative links and xml:base (tests/wellformed, July 2026), rewritten as data.

Each case has the name of its file in feedparser. Where feedparser checks a base, we check a link under it.
"""

from __future__ import annotations

from base64 import b64encode
from typing import NamedTuple

URL = "http://site.example/feeds/news.xml"
LOCATION = "http://content.example/"  # the Content-Location of cases that have it in their names
XHTML, ATOM03, ATOM = (
    "http://www.w3.org/1999/xhtml",
    "http://purl.org/atom/ns#",
    "http://www.w3.org/2005/Atom",
)
XML_BASE = "xml:base"


class Case(NamedTuple):
    """A feed, the targets of its links except xml:base, and how it is read."""

    feed: str
    targets: list[str]
    location: str | None = None
    same_document: str = "keep"
    is_xml: bool = False  # by its media type, if the root element does not show it


def atom03(content: str, base: str | None = None, *, in_entry: bool = True) -> str:
    body = f"<entry>{content}</entry>" if in_entry else content
    return f'<feed xmlns="{ATOM03}" version="0.3"{attribute(base)}>{body}</feed>'


def attribute(base: str | None) -> str:
    return "" if base is None else f' {XML_BASE}="{base}"'


def inline(element: str, base: str | None = None, link: str = "page.html") -> str:
    body = f'<div xmlns="{XHTML}">See <a href="{link}">it</a>.</div>'
    return f'<{element} type="application/xhtml+xml"{attribute(base)}>{body}</{element}>'


def xml_bases() -> dict[str, Case]:
    """Cases of an element with its own xml:base, the feed's, both, or after an element with another."""
    own, outer, before = "http://own.example/t/", "http://outer.example/p/", "http://before.example/i/"
    cases: dict[str, Case] = {}
    elements = {"entry": ("content", "summary", "title"), "feed": ("copyright", "info", "tagline", "title")}
    for where, names in elements.items():
        for name in names:
            other = inline("summary" if name != "summary" else "title", before, "other.html")
            variants = {
                "": ([inline(name, own)], None, [own]),
                "_inherit": ([inline(name)], own, [own]),
                "_inherit_2": ([inline(name, own)], outer, [own]),
                "_inherit_3": ([other, inline(name, own)], outer, [before, own]),
                "_inherit_4": ([other, inline(name)], outer, [before, outer]),
            }
            for suffix, (content, base, bases) in variants.items():
                feed = atom03("".join(content), base, in_entry=where == "entry")
                pages = ["page.html"] if len(bases) == 1 else ["other.html", "page.html"]
                targets = [f"{base}{page}" for base, page in zip(bases, pages, strict=True)]
                cases[f"base/{where}_{name}_xml_base{suffix}"] = Case(feed, targets)
    return cases


HTML = '<p><a href="/way/to">it</a></p>'
ESCAPED = HTML.replace("<", "&lt;")
FORMS = {
    "": '<{0} type="text/html" mode="escaped">' + ESCAPED + "</{0}>",
    "_base64": '<{0} type="text/html" mode="base64">\n' + b64encode(HTML.encode()).decode() + "\n</{0}>",
    "_inline": '<{0} type="application/xhtml+xml" mode="xml">'
    f'<p xmlns="{XHTML}"><a href="/way/to">it</a></p></{{0}}>',
}
RSS_MODULES = (
    'xmlns:content="http://purl.org/rss/1.0/modules/content/"'
    ' xmlns:wfw="http://wellformedweb.org/CommentAPI/"'
)


def rss(content: str, *, in_item: bool = True) -> str:
    body = f"<item>{content}</item>" if in_item else content
    return f'<rss version="2.0" {RSS_MODULES}><channel>{body}</channel></rss>'


def bodies() -> dict[str, str]:
    """Feeds with one link, by the part of their names that does not describe the base."""
    found: dict[str, str] = {}
    for form, text in FORMS.items():
        for name in ("content", "summary", "title"):
            found[f"entry_{name}{form}"] = atom03(text.format(name))
        for name in ("copyright", "info", "tagline", "title"):
            found[f"feed_{name}{form}"] = atom03(text.format(name), in_entry=False)
    for where in ("entry", "feed"):
        in_entry = where == "entry"
        for person in ("author", "contributor"):
            found[f"{where}_{person}_url"] = atom03(
                f"<{person}><url>/way/to</url></{person}>", in_entry=in_entry
            )
        found[f"{where}_id"] = atom03("<id>/way/to</id>", in_entry=in_entry)
        found[f"{where}_link"] = atom03('<link rel="alternate" href="/way/to"/>', in_entry=in_entry)
    found["feed_generator_url"] = atom03('<generator url="/way/to">x</generator>', in_entry=False)
    for name in ("docs", "link"):
        found[f"channel_{name}"] = rss(f"<{name}>/way/to</{name}>", in_item=False)
    for name in ("comments", "link", "wfw:comment", "wfw:commentRSS"):
        found[f"item_{name.replace(':', '_')}"] = rss(f"<{name}>/way/to</{name}>")
    for name in ("description", "fullitem", "content:encoded"):
        found[f"item_{name.replace(':', '_')}"] = rss(f"<{name}>{ESCAPED}</{name}>")
    found["item_body"] = rss('<body><a href="/way/to">it</a></body>')
    found["item_xhtml_body"] = rss(f'<body xmlns="{XHTML}"><a href="/way/to">it</a></body>')
    return found


def outer_bases() -> dict[str, Case]:
    """Cases of each body with the document's URL as its base, and with Content-Location."""
    cases: dict[str, Case] = {}
    for name, feed in bodies().items():
        cases[f"base/http_{name}_base_docuri"] = Case(feed, ["http://site.example/way/to"])
        cases[f"base/http_{name}_base_content_location"] = Case(feed, [f"{LOCATION}way/to"], LOCATION)
    return cases


def nested(*bases: str | None, location: str | None = None, target: str) -> Case:
    outer, entry, title = bases
    feed = atom03(f"<entry{attribute(entry)}>{inline('title', title)}</entry>", outer, in_entry=False)
    return Case(feed, [target], location)


def relative_uri(namespace: str, type_: str) -> dict[str, Case]:
    def feed(outer: str | None, own: str | None) -> str:
        title = f'<div xmlns="{XHTML}"><a href="p.html">it</a></div>'
        return (
            f'<feed xmlns="{namespace}"{attribute(outer)}>'
            f'<title type="{type_}"{attribute(own)}>{title}</title></feed>'
        )

    own, outer = "http://own.example/t/", "http://outer.example/p/"
    return {
        "": Case(feed(None, own), [f"{own}p.html"]),
        "_inherit": Case(feed(own, None), [f"{own}p.html"]),
        "_inherit_2": Case(feed(outer, own), [f"{own}p.html"]),
    }


CASES: dict[str, Case] = {
    **xml_bases(),
    **outer_bases(),
    **{
        f"atom/relative_uri{name}": case
        for name, case in relative_uri(ATOM03, "application/xhtml+xml").items()
    },
    **{f"atom10/relative_uri{name}": case for name, case in relative_uri(ATOM, "xhtml").items()},
    "base/http_item_description_spaces": Case(
        rss('<description>&lt;a href=" /way/to ">it&lt;/a></description>'), ["http://site.example/way/to"]
    ),
    "base/relative_xml_base": nested(
        None, "http://own.example/", "t/", target="http://own.example/t/page.html"
    ),
    "base/relative_xml_base_2": nested(
        "http://own.example/", "t/entry/", "../", target="http://own.example/t/page.html"
    ),
    "base/http_relative_xml_base": nested(
        "feed/", "entry/", "title/", location=LOCATION, target=f"{LOCATION}feed/entry/title/page.html"
    ),
    "base/http_relative_xml_base_2": nested(
        "feed/base/", "/entry/base/", "../", location=LOCATION, target=f"{LOCATION}entry/page.html"
    ),
    "base/malformed_base": nested(
        None, "http://own.example/", "http:///own.example/t/", target="http://own.example/t/page.html"
    ),
    "base/unsafe_base": nested(
        None, "http://own.example/", "javascript:alert(1)", target="http://own.example/page.html"
    ),
    "base/feed_link_xml_base_iri": Case(
        f'<feed xmlns="{ATOM}" xml:base="http://www.詹姆斯.example/feed"><link rel="self" href=""/></feed>',
        ["http://www.詹姆斯.example/feed"],
        same_document="resolve",
    ),
    "base/rel_uri_with_unicode_character": Case(
        '<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xml:base="http://any.example/"><channel>'
        "<item><content:encoded>&lt;a href=&quot;&#192;&quot;&gt;it&lt;/a&gt;</content:encoded></item>"
        "</channel></rss>",
        ["http://any.example/\u00c0"],
    ),
    "base/cdf_item_abstract_xml_base": Case(
        '<CHANNEL HREF="http://chan.example/" BASE="http://own.example/"><ITEM HREF="/item/1"/></CHANNEL>',
        ["http://chan.example/", "http://own.example/item/1"],
        is_xml=True,
    ),
    "http/headers_content_location-relative": Case(
        f'<feed xmlns="{ATOM}"><link rel="alternate" href="rel"/></feed>',
        ["http://site.example/feed/rel"],
        "/feed/pg.cgi",
    ),
    "rss/item_guid_not_permalink_not_url": Case(
        '<rss version="2.0" xml:base="http://own.example/"><channel>'
        '<item><guid isPermaLink="false">abc</guid></item></channel></rss>',
        [],
    ),
    "rss/item_guid_isPermaLink_ValueError": Case(
        '<rss xml:base="http://own.example/"><channel><item><guid isPermaLink="true">http://b.c[o.example/</guid>'
        "</item></channel></rss>",
        ["http://b.c[o.example/"],
    ),
    "sanitize/acceptable_attribute_poster": Case(
        f'<feed xmlns="{ATOM}" xml:base="http://own.example/"><entry><content type="html">'
        '&lt;video poster="p.jpeg"&gt;&lt;/video&gt;</content></entry></feed>',
        ["http://own.example/p.jpeg"],
    ),
}

# tests/test_make_safe_absolute_uri.py: reference, feedparser's result
URIS = {
    "absolute uri": ("https://s.example/", "https://s.example/"),
    "relative uri": ("/new", "http://d.example/new"),
    "unacceptable uri protocol": ("x://bad.example/", ""),
    "magnet uri": ("magnet:?xt=a", "magnet:?xt=a"),
    "corrupt uri": ("http://bad]test/", ""),
}
URI_BASE = "http://d.example/d/f.ext"

WRONG = {  # feedparser's result, and why it is wrong
    "unacceptable uri protocol": "a scheme that a feed reader does not open is no reason to lose the link",
    "corrupt uri": "what nobody can read stays as its author wrote it: an empty link would mean the feed",
}
