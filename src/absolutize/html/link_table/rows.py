"""LINKS: which attributes of which elements hold references, and which specification says so.

This module is data: it knows no bytes and no URIs. Names are as HTML tokenizes them, so that one row serves
HTML, SVG and MathML. Used by many layers.
"""

from typing import NamedTuple

from absolutize.html.link_table import meta_names
from absolutize.html.link_table.meta_names import ITEM_PROPERTIES, PINNED_SITE_NAMES, PRESENTATION, URL_NAMES
from absolutize.patterns import compile_regex

COMMENT_ELEMENT = "!--"  # what a row calls the element of a conditional comment
WORD_LISTS = frozenset({"itemprop", "property"})  # HTML 5.2.3; RDFa Core 1.1 5
WORD = compile_regex(r"[^ \t\n\f\r]++")  # HTML 2.3.7; other white space is a part of a word


class When(NamedTuple):
    """A condition: another attribute has one of the values, in lower case; ``""`` if it is missing.

    ``trimmed``: white space around the value is ignored.
    """

    attribute: str
    values: frozenset[str]
    trimmed: bool = False

    def is_met(self, value: str) -> bool:
        """Whether the value of that attribute, or a word in a list of words, is one of the values."""
        value = value.lower()
        if self.attribute in WORD_LISTS:
            return not self.values.isdisjoint(WORD.findall(value))
        return (value.strip(" \t\n\f\r") if self.trimmed else value) in self.values


class Row(NamedTuple):
    """One link-bearing attribute, and what a browser (or its specification) takes its value for.

    ``element``, ``attribute``: in lower case; the element ``"*"`` is any, ``"svg *"`` any of SVG's, and
    ``"svg x"`` x there, ``"!--"`` a comment; the attribute ``""`` is the text inside. ``syntax``: a key of
    `syntaxes.SYNTAXES`: ``"url"``, ``"urls"``, ...; or one without a splitter, such as ``"markup"``.
    ``citation``: the section that says so. ``kind``: that of its links. ``coding``: ``"base64"``, or none.
    ``empty``: what an empty value stands for: the document's ``"base"`` URL, the ``"document"``'s own URL, or
    ``"nothing"``, no reference (as of every image). ``fragment``: what ``#x`` alone stands for: resolved
    against the ``"base"`` like any other, or always in this ``"document"``, whatever BASE says; or
    ``"governed"``, in it if it is its own base. ``against``: ``""`` the document's base; ``"codebase"`` that
    attribute of the element, resolved against the base; ``"document"`` the base without any BASE element;
    ``"scope"`` the base of the element around it. ``is_base``: whether the value is a base itself.
    """

    element: str
    attribute: str
    syntax: str
    citation: str
    empty: str = "base"
    fragment: str = "base"
    against: str = ""
    when: When | None = None
    kind: str = ""
    coding: str = ""
    is_base: bool = False

    @property
    def element_name(self) -> str:
        """The name of the element alone, also of one of SVG."""
        return self.element.removeprefix("svg ")

    @property
    def is_comment(self) -> bool:
        """Whether the value is the contents of a conditional comment."""
        return self.element == COMMENT_ELEMENT

    @property
    def is_parsed_text(self) -> bool:
        """Whether the value is text that may have markup in it: that of an element of svg, or of XML."""
        return not self.attribute and " " in self.element

    @property
    def has_declarations(self) -> bool:
        """Whether the value is CSS that declares properties, custom ones too, and not a property's value."""
        return self.syntax == "stylesheet" or (self.syntax, self.attribute) == ("declarations", "style")


def of_script(type_: str) -> When:
    """Ask for the type of a script (HTML 4.12.1.1, prepare the script element)."""
    return When("type", frozenset({type_}), trimmed=True)


def _when(attribute: str, values: str) -> When:
    return When(attribute, frozenset(values.split(" ")))


_ANIMATED = "attributename"
_CSS = When("type", frozenset({"", "text/css"}))
_SCRIPTS = {"import-map": "HTML 8.1.5", "speculation-rules": "HTML 7.6.1.2", "module": "HTML 8.1.5",
            "web-bundle": "Subresource Loading, Web Bundles"}  # fmt: skip
_POLICY = _when("http-equiv", "content-security-policy content-security-policy-report-only")

# A row for an element comes before one for "*"; no two rows have the same element, attribute and condition.
# What "img" has, "image" has too
LINKS: tuple[Row, ...] = (
    # HTML: the HTML Standard. An empty img, script, link, iframe, media, ... reference fetches nothing.
    Row("a", "href", "url", "HTML 4.6.2"),
    Row("a", "ping", "urls", "HTML 4.6.7", empty="nothing"),
    Row("area", "href", "url", "HTML 4.6.2"),
    Row("area", "ping", "urls", "HTML 4.6.7", empty="nothing"),
    Row("audio", "src", "url", "HTML 4.8.11.2", empty="nothing"),
    Row("base", "href", "url", "HTML 4.2.3", "document", "document", against="document", is_base=True),
    Row("blockquote", "cite", "url", "HTML 4.4.4"),
    Row("body", "background", "url", "HTML 15.3.2", empty="nothing"),
    Row("button", "formaction", "url", "HTML 4.10.6", empty="document"),
    Row("col", "background", "url", "HTML 15.3.8, and Chromium", empty="nothing"),
    Row("colgroup", "background", "url", "HTML 15.3.8, and Chromium", empty="nothing"),
    Row("del", "cite", "url", "HTML 4.7.3"),
    Row("embed", "src", "url", "HTML 4.8.6", empty="nothing"),
    Row("form", "action", "url", "HTML 4.10.3", empty="document"),
    Row("frame", "src", "url", "HTML 16.3.2", empty="nothing"),
    Row("iframe", "src", "url", "HTML 4.8.5", empty="nothing"),
    Row("img", "lowsrc", "url", "HTML 16.3.3", empty="nothing"),
    Row("img", "src", "url", "HTML 4.8.3", empty="nothing"),
    Row("img", "usemap", "url", "HTML 4.8.14", empty="nothing", fragment="document"),
    Row("input", "formaction", "url", "HTML 4.10.5", empty="document"),
    Row("input", "src", "url", "HTML 4.10.5", empty="nothing"),
    Row("ins", "cite", "url", "HTML 4.7.3"),
    Row("link", "href", "url", "HTML 4.2.4", empty="nothing"),
    Row("object", "data", "url", "HTML 4.8.7", empty="nothing"),
    Row("q", "cite", "url", "HTML 4.5.7"),
    Row("script", "src", "url", "HTML 4.12.1", empty="nothing"),
    Row("source", "src", "url", "HTML 4.8.2", empty="nothing"),
    Row("table", "background", "url", "HTML 15.3.8", empty="nothing"),
    Row("tbody", "background", "url", "HTML 15.3.8", empty="nothing"),
    Row("td", "background", "url", "HTML 15.3.8", empty="nothing"),
    Row("tfoot", "background", "url", "HTML 15.3.8", empty="nothing"),
    Row("th", "background", "url", "HTML 15.3.8", empty="nothing"),
    Row("thead", "background", "url", "HTML 15.3.8", empty="nothing"),
    Row("tr", "background", "url", "HTML 15.3.8", empty="nothing"),
    Row("track", "src", "url", "HTML 4.8.10", empty="nothing"),
    Row("video", "poster", "url", "HTML 4.8.8", empty="nothing"),
    Row("video", "src", "url", "HTML 4.8.11.2", empty="nothing"),
    Row("*", "itemid", "url", "HTML 5.2.2"),
    Row("*", "datasrc", "url", "HTML 16.2; HTML 4.01 DTD, %reserved;", empty="nothing", fragment="document"),
    # HTML: the tree builder makes an img of <image>, so it has what img has (here and in the rows below).
    Row("image", "attributionsrc", "urls", "HTML 13.2.6.4.7", empty="nothing"),
    Row("image", "dynsrc", "url", "HTML 13.2.6.4.7", empty="nothing"),
    Row("image", "longdesc", "url", "HTML 13.2.6.4.7", empty="nothing"),
    Row("image", "lowsrc", "url", "HTML 13.2.6.4.7", empty="nothing"),
    Row("image", "src", "url", "HTML 13.2.6.4.7", empty="nothing"),
    Row("image", "usemap", "url", "HTML 13.2.6.4.7", empty="nothing", fragment="document"),
    Row("image", "vrml", "url", "HTML 13.2.6.4.7", empty="nothing"),
    # W3C HTML 5 and its drafts. A manifest is fetched before any BASE is seen, so BASE does not govern it.
    Row("command", "icon", "url", "HTML 5 (draft of 2011), the command element", empty="nothing"),
    Row("html", "manifest", "url", "HTML 5.0 4.1.1", empty="nothing", against="document"),
    Row("menuitem", "icon", "url", "HTML 5.1, the menuitem element", empty="nothing"),
    # Proposals that a browser has implemented: Attribution Reporting, Portals, model.
    Row("a", "attributionsrc", "urls", "Attribution Reporting, API for elements", empty="nothing"),
    Row("area", "attributionsrc", "urls", "Attribution Reporting, API for elements", empty="nothing"),
    Row("img", "attributionsrc", "urls", "Attribution Reporting, API for elements", empty="nothing"),
    Row("model", "environmentmap", "url", "The model element, environmentMap", empty="nothing"),
    Row("model", "poster", "url", "The model element, poster", empty="nothing"),
    Row("model", "src", "url", "The model element, src", empty="nothing"),
    Row("portal", "src", "url", "Portals, the portal element", empty="nothing"),
    Row("script", "attributionsrc", "urls", "Attribution Reporting, API for elements", empty="nothing"),
    # RDFa: what is an IRI and never a CURIE. An empty vocab resets the vocabulary.
    Row("*", "vocab", "url", "RDFa Core 1.1 5", empty="nothing"),
    # HTML 4.01. (HTML 3.2: the code of an applet cannot be absolute.)
    Row("applet", "code", "url", "HTML 4.01 13.4", empty="nothing", against="codebase"),
    Row("applet", "codebase", "url", "HTML 4.01 13.4"),
    Row("applet", "object", "url", "HTML 4.01 13.4", empty="nothing", against="codebase"),
    Row("frame", "longdesc", "url", "HTML 4.01 16.2.2", empty="nothing"),
    Row("head", "profile", "urls", "HTML 4.01 7.4.1", empty="nothing"),
    Row("iframe", "longdesc", "url", "HTML 4.01 16.5", empty="nothing"),
    Row("img", "longdesc", "url", "HTML 4.01 13.2", empty="nothing"),
    Row("input", "usemap", "url", "HTML 4.01 13.6.1", empty="nothing", fragment="document"),
    Row("object", "archive", "urls", "HTML 4.01 13.3", empty="nothing", against="codebase"),
    Row("object", "classid", "url", "HTML 4.01 13.3", empty="nothing", against="codebase"),
    Row("object", "codebase", "url", "HTML 4.01 13.3"),
    Row("object", "usemap", "url", "HTML 4.01 13.6.1", empty="nothing", fragment="document"),
    # HTML 3.0 (draft-ietf-html-specv3-00).
    Row("fig", "imagemap", "url", "HTML 3.0, FIG", empty="nothing"),
    Row("fig", "src", "url", "HTML 3.0, FIG", empty="nothing"),
    Row("form", "script", "url", "HTML 3.0, FORM", empty="nothing"),
    Row("h1", "src", "url", "HTML 3.0, headings", empty="nothing"),
    Row("h2", "src", "url", "HTML 3.0, headings", empty="nothing"),
    Row("h3", "src", "url", "HTML 3.0, headings", empty="nothing"),
    Row("h4", "src", "url", "HTML 3.0, headings", empty="nothing"),
    Row("h5", "src", "url", "HTML 3.0, headings", empty="nothing"),
    Row("h6", "src", "url", "HTML 3.0, headings", empty="nothing"),
    Row("hr", "src", "url", "HTML 3.0, HR", empty="nothing"),
    Row("isindex", "href", "url", "HTML 3.0, ISINDEX"),
    Row("li", "src", "url", "HTML 3.0, LI", empty="nothing"),
    Row("note", "src", "url", "HTML 3.0, NOTE", empty="nothing"),
    Row("overlay", "imagemap", "url", "HTML 3.0, OVERLAY", empty="nothing"),
    Row("overlay", "src", "url", "HTML 3.0, OVERLAY", empty="nothing"),
    Row("select", "src", "url", "HTML 3.0, SELECT", empty="nothing"),
    Row("ul", "src", "url", "HTML 3.0, UL", empty="nothing"),
    # Netscape, HotJava and the Java Plug-in.
    Row("app", "src", "url", "HotJava DTD, APP", empty="nothing"),
    Row("embed", "code", "url", "Java Plug-in, the EMBED tag", empty="nothing"),  # Chromium: not by codebase
    Row("embed", "codebase", "url", "Java Plug-in, the EMBED tag"),
    Row("embed", "pluginspage", "url", "Netscape 2.0, EMBED", empty="nothing"),
    Row("embed", "pluginurl", "url", "Netscape 4.0, EMBED", empty="nothing"),
    Row("ilayer", "background", "url", "Netscape 4.0, ILAYER", empty="nothing"),
    Row("ilayer", "src", "url", "Netscape 4.0, ILAYER", empty="nothing"),
    Row("isindex", "action", "url", "HTML 5.0 8.2.5.4.7", empty="document"),
    Row("layer", "background", "url", "Netscape 4.0, LAYER", empty="nothing"),
    Row("layer", "src", "url", "Netscape 4.0, LAYER", empty="nothing"),
    Row("script", "archive", "url", "Netscape 4.0, signed scripts", empty="nothing"),
    # Internet Explorer.
    Row("bgsound", "src", "url", "IE 2.0, BGSOUND", empty="nothing"),
    Row("img", "dynsrc", "url", "MS-HTML401E 2.3.1.26", empty="nothing"),
    Row("img", "vrml", "url", "MSDN, IHTMLImgElement3", empty="nothing"),
    Row("input", "dynsrc", "url", "MS-HTML401E 2.3.1.26", empty="nothing"),
    Row("input", "lowsrc", "url", "MSDN, IHTMLInputElement3", empty="nothing"),
    Row("input", "vrml", "url", "MSDN, IHTMLInputElement3", empty="nothing"),
    Row("object", "code", "url", "HTML 16.2; MSDN, code", empty="nothing", against="codebase"),
    Row("xml", "src", "url", "IE 5.0, XML data islands", empty="nothing"),
    # SVG: where an element of the same document can be meant, "#x" is one, whatever BASE says (SVG 2 16.1.7).
    Row("a", "xlink:href", "url", "SVG 2 16.2"),
    Row("altglyph", "href", "url", "SVG 1.1 DTD, by xlink:href", empty="nothing", fragment="document"),
    Row("altglyph", "xlink:href", "url", "SVG 1.1 DTD", empty="nothing", fragment="document"),
    Row("animate", "href", "url", "SVG Animations 2", empty="nothing", fragment="document"),
    Row("animate", "xlink:href", "url", "SVG 1.1 19.2", empty="nothing", fragment="document"),
    Row("animatecolor", "href", "url", "SVG 1.1 DTD, by xlink:href", empty="nothing", fragment="document"),
    Row("animatecolor", "xlink:href", "url", "SVG 1.1 19.2", empty="nothing", fragment="document"),
    Row("animatemotion", "href", "url", "SVG Animations 2", empty="nothing", fragment="document"),
    Row("animatemotion", "xlink:href", "url", "SVG 1.1 19.2", empty="nothing", fragment="document"),
    Row("animatetransform", "href", "url", "SVG Animations 2", empty="nothing", fragment="document"),
    Row("animatetransform", "xlink:href", "url", "SVG 1.1 19.2", empty="nothing", fragment="document"),
    Row("color-profile", "href", "url", "SVG 1.1 DTD, by xlink:href", empty="nothing"),
    Row("color-profile", "xlink:href", "url", "SVG 1.1 DTD", empty="nothing"),
    Row("cursor", "href", "url", "SVG 1.1 DTD, by xlink:href", empty="nothing", fragment="document"),
    Row("cursor", "xlink:href", "url", "SVG 1.1 DTD", empty="nothing", fragment="document"),
    Row("definition-src", "href", "url", "SVG 1.0 DTD, by xlink:href", empty="nothing", fragment="document"),
    Row("definition-src", "xlink:href", "url", "SVG 1.0 DTD", empty="nothing", fragment="document"),
    Row("discard", "href", "url", "SVG Animations 2", empty="nothing", fragment="document"),
    Row("discard", "xlink:href", "url", "SVG Tiny 1.2, discard", empty="nothing", fragment="document"),
    Row("feimage", "href", "url", "Filter Effects 1, feImage", empty="nothing", fragment="document"),
    Row("feimage", "xlink:href", "url", "SVG 1.1 DTD", empty="nothing", fragment="document"),
    Row("filter", "href", "url", "SVG 1.1 DTD, by xlink:href", empty="nothing", fragment="document"),
    Row("filter", "xlink:href", "url", "SVG 1.1 DTD", empty="nothing", fragment="document"),
    Row("font-face-uri", "href", "url", "SVG 1.1 DTD, by xlink:href", empty="nothing", fragment="document"),
    Row("font-face-uri", "xlink:href", "url", "SVG 1.1 DTD", empty="nothing", fragment="document"),
    Row("glyphref", "href", "url", "SVG 1.1 DTD, by xlink:href", empty="nothing", fragment="document"),
    Row("glyphref", "xlink:href", "url", "SVG 1.1 DTD", empty="nothing", fragment="document"),
    Row("hatch", "href", "url", "SVG 2 (CR of 2016)", empty="nothing", fragment="document"),
    Row("hatch", "xlink:href", "url", "SVG 2 (CR of 2016)", empty="nothing", fragment="document"),
    Row("image", "href", "url", "SVG 2 12.3", empty="nothing"),
    Row("image", "xlink:href", "url", "SVG 2 16.1.6", empty="nothing"),
    Row("lineargradient", "href", "url", "SVG 2 14.2.2", empty="nothing", fragment="document"),
    Row("lineargradient", "xlink:href", "url", "SVG 2 16.1.6", empty="nothing", fragment="document"),
    Row("mesh", "href", "url", "SVG 2 (draft of 2015)", empty="nothing", fragment="document"),
    Row("mesh", "xlink:href", "url", "SVG 2 (draft of 2015)", empty="nothing", fragment="document"),
    Row("meshgradient", "href", "url", "SVG 2 (CR of 2016)", empty="nothing", fragment="document"),
    Row("meshgradient", "xlink:href", "url", "SVG 2 (CR of 2016)", empty="nothing", fragment="document"),
    Row("mpath", "href", "url", "SVG Animations 2", empty="nothing", fragment="document"),
    Row("mpath", "xlink:href", "url", "SVG 1.1 19.2", empty="nothing", fragment="document"),
    Row("pattern", "href", "url", "SVG 2 14.3", empty="nothing", fragment="document"),
    Row("pattern", "xlink:href", "url", "SVG 2 16.1.6", empty="nothing", fragment="document"),
    Row("radialgradient", "href", "url", "SVG 2 14.2.3", empty="nothing", fragment="document"),
    Row("radialgradient", "xlink:href", "url", "SVG 2 16.1.6", empty="nothing", fragment="document"),
    Row("script", "href", "url", "SVG 2, script", empty="nothing"),
    Row("script", "xlink:href", "url", "SVG 2 16.1.6", empty="nothing"),
    Row("set", "href", "url", "SVG Animations 2", empty="nothing", fragment="document"),
    Row("set", "xlink:href", "url", "SVG 1.1 19.2", empty="nothing", fragment="document"),
    Row("textpath", "href", "url", "SVG 2 11.8.1", empty="nothing", fragment="document"),
    Row("textpath", "xlink:href", "url", "SVG 2 16.1.6", empty="nothing", fragment="document"),
    Row("tref", "href", "url", "SVG 1.1 DTD, by xlink:href", empty="nothing", fragment="document"),
    Row("tref", "xlink:href", "url", "SVG 1.1 DTD", empty="nothing", fragment="document"),
    Row("use", "href", "url", "SVG 2 5.5", empty="nothing", fragment="document"),
    Row("use", "xlink:href", "url", "SVG 2 16.1.6", empty="nothing", fragment="document"),
    # MathML. (The tokenizer lowers definitionURL; href is on any element, see below.)
    Row("annotation", "src", "url", "MathML 3, annotation", empty="nothing"),
    Row("annotation-xml", "src", "url", "MathML 3, annotation-xml", empty="nothing"),
    Row("math", "altimg", "url", "MathML 3 2.2.1", empty="nothing"),
    Row("math", "cdgroup", "url", "MathML 3 2.2.1", empty="nothing"),
    Row("math", "macros", "urls", "MathML 3 2.2.2", empty="nothing"),
    Row("mglyph", "src", "url", "MathML 3, mglyph", empty="nothing"),
    Row("share", "src", "url", "MathML 3, share", empty="nothing", fragment="document"),
    Row("*", "definitionurl", "url", "MathML 3, definitionURL", empty="nothing"),
    # XLink's identifiers of meaning, which SVG 1.1 allows wherever it allows xlink:href.
    Row("*", "xlink:arcrole", "url", "XLink 1.1, semantic attributes", empty="nothing"),
    Row("*", "xlink:role", "url", "XLink 1.1, semantic attributes", empty="nothing"),
    # The last resort: any other element, custom ones too.
    Row("*", "href", "url", "MathML 3 2.1.6; RDFa Core 1.1 5; custom elements, HTML 4.13"),
    Row("*", "src", "url", "RDFa Core 1.1 5; custom elements, HTML 4.13", empty="nothing"),
    Row("*", "xlink:href", "url", "XLink 1.1, the locator attribute"),
    # Values with a syntax of their own. An image candidate or a url() that is empty fetches nothing, and
    # url(#x) is a part of this document, whatever BASE says (CSS Values 4, 4.5.1).
    Row("img", "srcset", "srcset", "HTML 4.8.4.2.1", empty="nothing"),
    Row("image", "srcset", "srcset", "HTML 13.2.6.4.7", empty="nothing"),
    Row("source", "srcset", "srcset", "HTML 4.8.2", empty="nothing"),
    Row("link", "imagesrcset", "srcset", "HTML 4.2.4", empty="nothing"),
    Row("*", "style", "declarations", "HTML 3.2.6.5", empty="nothing", fragment="document"),
    Row("style", "", "stylesheet", "HTML 4.2.6", empty="nothing", fragment="document", when=_CSS),
    Row("svg style", "", "stylesheet", "SVG 2 6.2", empty="nothing", fragment="document", when=_CSS),
    Row("iframe", "srcdoc", "markup", "HTML 4.8.5"),
    Row(COMMENT_ELEMENT, "", "markup", "MSDN, About conditional comments"),
    *(
        Row(element, "", syntax, citation, when=of_script(syntax.replace("-", "")))
        for syntax, citation in _SCRIPTS.items()
        for element in ("script", "svg script")
    ),
    Row("meta", "content", "refresh", "HTML 4.2.5.3", when=_when("http-equiv", "refresh")),
    Row("meta", "content", "report-uri", "CSP 3, 3.3", empty="nothing", when=_POLICY),
    Row(
        "meta",
        "content",
        "url",
        "Open Graph protocol, ogp.me; Twitter Cards, markup",
        empty="nothing",
        when=_when("property", URL_NAMES),
    ),
    Row("meta", "content", "url", "HTML 4.2.5.1", empty="nothing", when=_when("name", URL_NAMES)),
    *(
        Row("meta", "content", "url-or-name", source, empty="nothing", when=_when(attribute, names))
        for attribute, names, source in (
            ("property", meta_names.URL_OR_NAME_NAMES, "Open Graph protocol, ogp.me"),
            ("name", meta_names.URL_OR_NAME_NAMES, "HTML 4.2.5.1"),
            ("itemprop", "license", "Schema.org 30.0"),
        )
    ),
    *(
        Row("meta", "content", syntax, "MSDN, pinned site metadata", "nothing", when=_when("name", names))
        for syntax, names in (("pinned-site", PINNED_SITE_NAMES), ("url-or-none", "msapplication-config"))
    ),
    Row("meta", "content", "url", "Schema.org 30.0", "nothing", when=_when("itemprop", ITEM_PROPERTIES)),
    Row("param", "value", "url", "HTML 4.01 13.3.2", empty="nothing", when=_when("valuetype", "ref")),
    Row("applet", "archive", "comma-urls", "HTML 4.01 13.4", empty="nothing", against="codebase"),
    Row("embed", "archive", "comma-urls", "Java Plug-in, the EMBED tag", empty="nothing", against="codebase"),
    # RDFa: an IRI or a CURIE.
    Row("*", "about", "curie", "RDFa Core 1.1 5"),
    Row("*", "resource", "curie", "RDFa Core 1.1 5"),
    # SVG presentation attributes, and what animates them.
    *(
        Row("svg *", name, "declarations", "SVG 2 6.6", empty="nothing", fragment="document")
        for name in PRESENTATION.split()
    ),
    *(
        Row(
            element, name, syntax, "SVG Animations 2 2.10", "nothing", "document", when=_when(_ANIMATED, text)
        )
        for element, attributes in (("animate", "from to by values"), ("set", "to"))
        for name in attributes.split()
        for text, syntax in (
            ("href xlink:href", "semicolon-urls" if name == "values" else "url"),
            (PRESENTATION, "declarations"),
        )
    ),
)
