"""The kind of each link, such as image or navigation: what a program that follows links wants to know.

This module is data and two look-ups in it. It does not know URIs. Used by many layers.
"""

from collections.abc import Iterator, Mapping

from absolutize.answer_cache import AnswerCache
from absolutize.html.link_table.rows import WORD, Row
from absolutize.readonly import ReadOnly

KINDS: Mapping[str, str] = ReadOnly(
    {
        # where people go
        "navigation": "a@* area@* *@href *@xlink:href",
        "form": "form@* button@formaction input@formaction isindex@action",
        # what is shown or played as a part of the document
        "frame": "frame@src iframe@* portal@src layer@* ilayer@* amp-video-iframe@src",
        "image": (
            "img@* image@* input@* source@srcset link@imagesrcset video@poster body@background"
            " table@background tbody@background td@background tfoot@background th@background thead@background"
            " tr@background col@background colgroup@background ilayer@background layer@background"
            " command@icon menuitem@icon fig@* overlay@* h1@*"
            " h2@* h3@* h4@* h5@* h6@* hr@* li@* note@* select@* ul@* math@altimg mglyph@* model@poster"
            " model@environmentmap animate@* animatecolor@* animatemotion@* animatetransform@* altglyph@*"
            " cursor@* discard@* feimage@* filter@* glyphref@* hatch@* lineargradient@* mesh@* meshgradient@*"
            " mpath@* pattern@* radialgradient@* set@* textpath@* tref@* use@* amp-anim@src amp-img@src"
        ),
        "media": (
            "audio@* video@* source@* track@* bgsound@* model@* img@dynsrc image@dynsrc input@dynsrc"
            " amp-audio@src amp-video@src"
        ),
        "object": "object@* embed@* applet@* app@* param@* img@vrml image@vrml input@vrml",
        # what the document is made with
        "script": "script@* form@script",
        "style": "color-profile@* definition-src@* font-face-uri@*",
        # what is said about the document, or about what it holds
        "metadata": (
            "link@href meta@content head@profile html@manifest blockquote@cite q@cite ins@cite del@cite"
            " img@longdesc image@longdesc frame@longdesc iframe@longdesc embed@pluginspage embed@pluginurl"
            " math@cdgroup math@macros *@itemid *@vocab *@about *@resource *@definitionurl *@xlink:role"
            " *@xlink:arcrole *@datasrc"
        ),
        "base": "applet@codebase embed@codebase object@codebase",
        "map": "img@usemap image@usemap input@usemap object@usemap fig@imagemap overlay@imagemap",
        "report": "*@ping *@attributionsrc",
        "hint": "",
        "other": "*@*",
    }
)
"""Each kind, and the keys (``element@attribute``) of its references; ``*`` is any other."""

SYNTAX_KINDS: Mapping[str, str] = {
    "declarations": "style",
    "stylesheet": "style",
    "refresh": "navigation",
    "report-uri": "report",
    "import-map": "script",
    "module": "script",
    "speculation-rules": "hint",
    "web-bundle": "object",
    "json-ld": "metadata",
}
"""The kinds of references in values of these syntaxes, wherever they are."""

LINK_TYPES: Mapping[str, str] = {
    "stylesheet": "style",
    "icon": "image",
    "apple-touch-icon": "image",
    "apple-touch-icon-precomposed": "image",
    "apple-touch-startup-image": "image",
    "fluid-icon": "image",
    "image_src": "image",
    "mask-icon": "image",
    "dns-prefetch": "hint",
    "modulepreload": "hint",
    "preconnect": "hint",
    "prefetch": "hint",
    "preload": "hint",
    "prerender": "hint",
}
"""The kinds of ``link`` elements by the words of their ``rel``; any other is metadata (HTML 4.6.8)."""


ELEMENTS_WITH_REL = frozenset({"a", "area", "form", "link"})  # HTML 4.6.8: the elements with a rel


def words(rel: str) -> str:
    """Spell the words of a rel attribute as they are compared: in lower case, a space between."""
    return " ".join(WORD.findall(rel.lower()))


_KINDS_BY_KEY = {
    (element, attribute): kind
    for kind, keys in KINDS.items()
    for element, _, attribute in (key.partition("@") for key in keys.split())
}


def _kind_of_key(key: tuple[str, str]) -> str:
    return next(_KINDS_BY_KEY[each] for each in _lookup_keys(*key) if each in _KINDS_BY_KEY)


_KINDS_OF_KEYS = AnswerCache(_kind_of_key, 4096)
_LAST_RESORT = frozenset({"href", "xlink:href"})


def _lookup_keys(element: str, attribute: str) -> Iterator[tuple[str, str]]:
    """List the keys by which a kind is looked up, the most specific first."""
    yield element, attribute
    if attribute not in _LAST_RESORT:
        yield "*", attribute
    yield element, "*"
    yield "*", attribute
    yield "*", "*"


def kind_of(element: str, row: Row, rel: str = "") -> str:
    """Give the kind of a reference: ``element`` is the element that has it, ``rel`` that element's rel."""
    if row.kind:
        return row.kind
    if row.is_base:  # a base element of svg or math has another row
        return "base"
    if row.syntax in SYNTAX_KINDS:
        return SYNTAX_KINDS[row.syntax]
    if element == "link" and row.attribute == "href":
        return next((LINK_TYPES[word] for word in rel.split(" ") if word in LINK_TYPES), "metadata")
    return _KINDS_OF_KEYS[element, row.attribute]
