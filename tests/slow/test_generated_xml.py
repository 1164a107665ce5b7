"""Generated documents of XML keep what is promised: namespaces, bases, entities and HTML in any order.

In CI 4,000 documents, with ``--full`` a million. `tests.fuzz` varies bytes; here elements are put together.
"""

from __future__ import annotations

from random import Random

from absolutize.options import XHTML_TYPE
from tests.fuzz.promises import keeps_promises_as_xml
from tests.support.extent import extent

DOCUMENTS = extent(4_000, 1_000_000)

REFERENCES = [
    *("a", "../b?c", "#f", "?q", "", "//h/x", "http:x", "http://o/", "HTTP:/y", "./", "..", "mailto:x"),
    *("&e;", "&f;", "&lt;/", "x&#32;y", "&#x22;", "a b", "{{x}}", "\t", "\xe9", "\\", "%", "x,y", "["),
]
PREFIXES = ["xlink", "h", "xi", "content", "xsl", "media"]
NAMESPACES = [
    *("http://www.w3.org/2005/Atom", "http://backend.userland.com/rss2", ""),
    *("http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"),
    *("http://www.w3.org/1999/xlink", "http://www.w3.org/2001/XInclude", "http://search.yahoo.com/mrss/"),
    *("http://www.w3.org/1999/XSL/Transform", "http://purl.org/rss/1.0/modules/content/"),
    "http://www.sitemaps.org/schemas/sitemap/0.9",
]
ELEMENTS = [
    *("feed", "entry", "link", "icon", "content", "summary", "id", "rss", "channel", "item", "description"),
    *("guid", "content:encoded", "enclosure", "media:content", "url", "loc", "outline", "docs"),
    *("html", "body", "a", "base", "img", "p", "iframe", "form", "object", "template", "noscript", "meta"),
    *("style", "script", "h:a", "h:base", "h:style", "svg", "g", "use", "image", "title", "foreignObject"),
    *("math", "mi", "xi:include", "xsl:include", "xsl:template"),
]
ATTRIBUTES = [
    *(
        "href",
        "src",
        "xlink:href",
        "h:href",
        "HREF",
        "xml:base",
        "url",
        "htmlUrl",
        "type",
        "rel",
        "isPermaLink",
    ),
    *("srcset", "style", "fill", "cite", "data", "codebase", "ping", "srcdoc", "http-equiv", "content"),
    *("background", "manifest", "from", "attributeName", "values", "action"),
]
WORDS = ["html", "text", "xhtml", "refresh", "false", "href", "importmap", "text/css", "alternate"]
VALUES = [
    "{0}",
    "{0}",
    "{0}",
    "a:url({0})",
    "{0} 1x, {1} 2x",
    "1;url={0}",
    "&lt;a href={0}>x&lt;base href={1}>",
]
TEXTS = [
    *("x", " ", "", "{0}", "<!-- {0} -->", "<?xml-stylesheet href='{0}'?>", "&lt;a href='{0}'&gt;"),
    *(
        "@import '{0}'; a{{b:url({1})}}",
        '{{"imports":{{"a":"./{0}"}}}}',
        '{{"prefetch":[{{"urls":["{0}"]}}]}}',
    ),
    *("<![CDATA[{0}]]>", "<![CDATA[<img srcset='{0} 1x'><base href=q>]]>", "<![CDATA[a{{b:url({0})}}]]>"),
]
ROOTS = {
    "feed": "http://www.w3.org/2005/Atom",
    "svg": "http://www.w3.org/2000/svg",
    "html": "http://www.w3.org/1999/xhtml",
    "urlset": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "rss": "",
    "opml": "",
    "r": "",
}
READINGS = [{"read_as": "xml"}, {"media_type": XHTML_TYPE}, {"read_as": "xml", "charset": "windows-1252"}]
DEEPEST = 5


def test_generated_documents_keep_what_is_promised() -> None:
    for number in range(DOCUMENTS):
        dice = Random(f"{number}")
        written = document(dice).encode()
        try:
            keeps_promises_as_xml(written, **dice.choice(READINGS))
        except Exception as error:
            error.add_note(f"{number}: {written!r}")
            raise


def document(dice: Random) -> str:
    name, namespace = dice.choice([*ROOTS.items()])
    declared = f" xmlns='{namespace}'" if namespace else ""
    content = "".join(element(dice, 1) for _ in range(dice.randint(1, 4)))
    start = "<?xml version='1.0'?>" if dice.random() < 0.4 else ""
    if dice.random() < 0.3:
        entities = f"<!ENTITY e '{dice.choice(REFERENCES)}'><!ENTITY f '<a href=\"q\"/>'>"
        default = f"<!ATTLIST {dice.choice(ELEMENTS)} {dice.choice(ATTRIBUTES)} CDATA '../g'>"
        start += f"<!DOCTYPE {name} [{entities}{default}]>"
    return f"{start}<{name}{declared}{attributes(dice)}>{content}</{name}>"


def element(dice: Random, depth: int) -> str:
    name = dice.choice(ELEMENTS)
    if depth > DEEPEST or dice.random() < 0.25:
        return f"<{name}{attributes(dice)}/>"
    count = dice.choice((0, 1, 1, 2, 3))
    parts = (drawn(dice, TEXTS) if dice.random() < 0.5 else element(dice, depth + 1) for _ in range(count))
    end = f"</{name}>" if dice.random() < 0.96 else ""
    return f"<{name}{attributes(dice)}>{''.join(parts)}{end}"


def attributes(dice: Random) -> str:
    written = []
    for _ in range(dice.choice((0, 0, 1, 1, 2, 3))):
        quote = dice.choice(("'", '"', '"', ""))
        value = dice.choice(WORDS) if dice.random() < 0.15 else drawn(dice, VALUES)
        value = value.replace(quote, "") if quote else value.partition(" ")[0] or "x"
        written.append(f" {dice.choice(ATTRIBUTES)}{dice.choice(('=', ' = '))}{quote}{value}{quote}")
    if dice.random() < 0.25:
        prefix = dice.choice(("", *(f":{each}" for each in PREFIXES)))
        written.append(f" xmlns{prefix}='{dice.choice(NAMESPACES)}'")
    return "".join(written)


def drawn(dice: Random, forms: list[str]) -> str:
    return dice.choice(forms).format(dice.choice(REFERENCES), dice.choice(REFERENCES))
