"""A case for each row of LINKS: how a browser reveals the reference's target, or why it cannot."""

from __future__ import annotations

from absolutize.html.link_table.rows import LINKS, Row
from tests.browser.cases import CLICK, NOWHERE, Case, asks, hides, shows, style
from tests.html.link_table.test_links_table import place_of

BACKGROUND = style("background-image")
_PATH = "<svg><path id=i d='M0 0L9 9' {}='url(../x#f)'></svg>"

_EXPOSED = [  # the row's element, attribute, and condition if it has one
    shows("a href", "<a id=i href=../x>", "e.href"),
    asks("a ping", f"<a id=i ping=../x href={NOWHERE}>x</a>", CLICK),
    asks("a xlink:href", "<svg><a id=i xlink:href=../x><text>x</text></a></svg>", CLICK),
    *(
        asks(
            f"{element} {attribute} attributename=href",
            f"<svg><image width=9 height=9><{element} attributeName=href {values} dur=9s /></image></svg>",
        )
        for element, attribute, values in (
            ("animate", "from", "from=../x to=../x"),
            ("animate", "to", "from=../x to=../x"),
            ("animate", "values", "values='../x;../x'"),
            ("set", "to", "to=../x"),
        )
    ),
    shows("area href", "<map><area id=i href=../x></map>", "e.href"),
    asks("area ping", f"<map><area id=i ping=../x href={NOWHERE}></map>", CLICK),
    shows("audio src", "<audio id=i src=../x></audio>", "e.src + ' ' + e.currentSrc"),
    shows("base href", "<base id=i href=../x>", "e.href + ' ' + d.baseURI"),
    shows("blockquote cite", "<blockquote id=i cite=../x></blockquote>", "e.cite"),
    shows("body background", "<body id=i background=../x>", BACKGROUND),
    shows("button formaction", "<button id=i formaction=../x></button>", "e.formAction"),
    shows("del cite", "<del id=i cite=../x></del>", "e.cite"),
    asks("embed code", "<embed code=../x codebase=/c/ type=text/html>"),  # Chromium ignores codebase
    shows("embed src", "<embed id=i src=../x>", "e.src"),
    asks(
        "feimage href",
        "<svg><filter id=f><feImage href=../x /></filter><rect filter=url(#f) width=9 height=9></svg>",
    ),
    asks("feimage xlink:href", "<svg><filter id=f><feImage xlink:href=../x /></filter></svg>"),
    shows("form action", "<form id=i action=../x></form>", "e.action"),
    shows("frame longdesc", "<frameset><frame id=i longdesc=../x></frameset>", "e.longDesc"),
    shows("frame src", "<frameset><frame id=i src=../x></frameset>", "e.src"),
    shows("iframe longdesc", "<iframe id=i longdesc=../x></iframe>", "e.longDesc"),
    shows("iframe src", "<iframe id=i src=../x></iframe>", "e.src"),
    shows(
        "iframe srcdoc", "<iframe id=i srcdoc='<a href=../x>'></iframe>", "e.contentDocument.links[0].href"
    ),
    asks("image href", "<svg><image href=../x /></svg>"),
    shows("image longdesc", "<image id=i longdesc=../x>", "e.longDesc"),
    shows("image lowsrc", "<image id=i lowsrc=../x>", "e.lowsrc"),
    shows("image src", "<image id=i src=../x>", "e.src + ' ' + e.currentSrc"),
    shows("image srcset", "<image id=i srcset='../x 1x'>", "e.currentSrc"),
    asks("image xlink:href", "<svg><image xlink:href=../x /></svg>"),
    shows("img longdesc", "<img id=i longdesc=../x>", "e.longDesc"),
    shows("img lowsrc", "<img id=i lowsrc=../x>", "e.lowsrc"),
    shows("img src", "<img id=i src=../x>", "e.src + ' ' + e.currentSrc"),
    shows("img srcset", "<img id=i srcset='../x 1x'>", "e.currentSrc"),
    shows("input formaction", "<input type=submit id=i formaction=../x>", "e.formAction"),
    shows("input src", "<input type=image id=i src=../x>", "e.src"),
    shows("ins cite", "<ins id=i cite=../x></ins>", "e.cite"),
    shows("link href", "<link rel=next id=i href=../x>", "e.href"),
    asks("link imagesrcset", "<link rel=preload as=image imagesrcset='../x 1x'>"),
    asks("meta content http-equiv=refresh", "<meta http-equiv=refresh content='0; url=../x'>"),
    shows("object codebase", "<object id=i codebase=../x></object>", "e.codeBase"),
    shows("object data", "<object id=i data=../x></object>", "e.data"),
    shows("q cite", "<q id=i cite=../x></q>", "e.cite"),
    asks("script href", "<svg><script href=../x></script></svg>"),
    shows("script src", "<script id=i src=../x></script>", "e.src"),
    asks("script xlink:href", "<svg><script xlink:href=../x></script></svg>"),
    shows(
        "script  type=importmap",
        """<script type=importmap>{"imports": {"k": "../x"}}</script>
        <script type=module>document.k = import.meta.resolve("k")</script>""",
        "d.k",
    ),
    asks(
        "script  type=speculationrules",
        """<script type=speculationrules>
        {"prefetch": [{"urls": ["../x"], "eagerness": "immediate"}]}</script>""",
        is_page=True,
        same_origin=True,
    ),
    shows(
        "svg script  type=importmap",
        """<svg><script type=importmap>{&quot;imports": {"k": "..&#47;x"}}</script></svg>
        <script type=module>document.k = import.meta.resolve("k")</script>""",
        "d.k",
    ),
    asks(
        "svg script  type=speculationrules",
        """<svg><script type=speculationrules>
        <![CDATA[{"prefetch": [{"urls": ["../x"], "eagerness": "immediate"}]}]]></script></svg>""",
        is_page=True,
        same_origin=True,
    ),
    asks("script  type=webbundle", """<script type=webbundle>{"source": "../x"}</script>"""),
    asks(
        "svg script  type=webbundle",
        "<svg><script type=webbundle>{&quot;source&quot;: &quot;../x&quot;}</script>",
    ),
    asks("script  type=module", "<script type=module>import '../x'</script>"),
    asks("svg script  type=module", "<svg><script type=module>import &quot;../x&quot;</script></svg>"),
    shows("source src", "<video><source id=i src=../x></video>", "e.src"),
    shows("source srcset", "<picture><source srcset='../x 1x'><img id=i></picture>", "e.currentSrc"),
    shows("style  type=", "<style>#i {background: url(../x)}</style><p id=i>", BACKGROUND),
    shows(
        "svg style  type=",
        "<svg><style>#i {background: ur&#108;(../x)}</style></svg><p id=i>",
        BACKGROUND,
    ),
    shows("table background", "<table id=i background=../x></table>", BACKGROUND),
    *(
        shows(f"{part} background", f"<table><{part} id=i background=../x></table>", BACKGROUND)
        for part in ("col", "colgroup", "tbody", "tfoot", "thead", "tr")
    ),
    *(
        shows(f"{cell} background", f"<table><tr><{cell} id=i background=../x></table>", BACKGROUND)
        for cell in ("td", "th")
    ),
    shows("track src", "<video><track id=i src=../x></video>", "e.src"),
    asks("use href", "<svg><use href=../x#f /></svg>", same_origin=True),
    asks("use xlink:href", "<svg><use xlink:href=../x#f /></svg>", same_origin=True),
    shows("video poster", "<video id=i poster=../x></video>", "e.poster"),
    shows("video src", "<video id=i src=../x></video>", "e.src + ' ' + e.currentSrc"),
    shows("* style", "<p id=i style='background: url(../x)'>", BACKGROUND),
    *(
        shows(f"svg * {name}", _PATH.format(name), style(name))
        for name in (
            "clip-path",
            "fill",
            "filter",
            "marker-end",
            "marker-mid",
            "marker-start",
            "mask",
            "stroke",
        )
    ),
    shows("svg * cursor", "<svg><path id=i cursor='url(../x), auto'></svg>", style("cursor")),
]

NOT_SHOWN = "Chromium gives the attribute as a string, and asks for nothing"
NO_FLAG = "asked for only where a user has switched the measurement of advertisements on"
GONE = "browsers have dropped it"
OTHERS = "an element that only Internet Explorer, Netscape or HotJava knew"
HTML3 = "HTML 3.0 was never implemented"
PLUGINS = "browsers have no plug-ins any more"
DRAFT = "a draft that Chromium does not implement"
OLD_SVG = "an element or attribute that Chromium has dropped or never had"
FRAGMENT = "Chromium looks for an element of the same document only, and asks for no other"
MEANING = "it names a meaning: nothing is loaded from it"
METADATA = "it speaks to crawlers: browsers load nothing from it"
MATHML = "MathML Core has no such attribute"

_HIDDEN: dict[str, str] = {
    "a attributionsrc": NO_FLAG,
    "altglyph href": OLD_SVG,
    "altglyph xlink:href": OLD_SVG,
    **{
        f"{place} attributename=clip-path": "no style is computed before a frame is drawn"
        for place in ("animate by", "animate from", "animate to", "animate values", "set to")
    },
    "animate by attributename=href": "a URL cannot be added to",
    "animate href": FRAGMENT,
    "animate xlink:href": FRAGMENT,
    "animatecolor href": OLD_SVG,
    "animatecolor xlink:href": OLD_SVG,
    "animatemotion href": FRAGMENT,
    "animatemotion xlink:href": FRAGMENT,
    "animatetransform href": FRAGMENT,
    "animatetransform xlink:href": FRAGMENT,
    "annotation src": MATHML,
    "annotation-xml src": MATHML,
    "app src": OTHERS,
    "applet archive": PLUGINS,
    "applet code": PLUGINS,
    "applet codebase": PLUGINS,
    "applet object": PLUGINS,
    "area attributionsrc": NO_FLAG,
    "bgsound src": OTHERS,
    "color-profile href": OLD_SVG,
    "color-profile xlink:href": OLD_SVG,
    "command icon": GONE,
    "cursor href": OLD_SVG,
    "cursor xlink:href": OLD_SVG,
    "definition-src href": OLD_SVG,
    "definition-src xlink:href": OLD_SVG,
    "discard href": FRAGMENT,
    "discard xlink:href": FRAGMENT,
    "embed archive": PLUGINS,
    "embed codebase": PLUGINS,
    "embed pluginspage": PLUGINS,
    "embed pluginurl": PLUGINS,
    "fig imagemap": HTML3,
    "fig src": HTML3,
    "filter href": OLD_SVG,
    "filter xlink:href": OLD_SVG,
    "font-face-uri href": OLD_SVG,
    "font-face-uri xlink:href": OLD_SVG,
    "form script": HTML3,
    "glyphref href": OLD_SVG,
    "glyphref xlink:href": OLD_SVG,
    **dict.fromkeys((f"h{level} src" for level in range(1, 7)), HTML3),
    "hatch href": DRAFT,
    "hatch xlink:href": DRAFT,
    "head profile": GONE,
    "hr src": HTML3,
    "html manifest": GONE,
    "ilayer background": OTHERS,
    "ilayer src": OTHERS,
    "image attributionsrc": NO_FLAG,
    "image dynsrc": OTHERS,
    "image usemap": NOT_SHOWN,
    "image vrml": OTHERS,
    "img attributionsrc": NO_FLAG,
    "img dynsrc": OTHERS,
    "img usemap": NOT_SHOWN,
    "img vrml": OTHERS,
    "input dynsrc": OTHERS,
    "input lowsrc": OTHERS,
    "input usemap": NOT_SHOWN,
    "input vrml": OTHERS,
    "isindex action": GONE,
    "isindex href": HTML3,
    "layer background": OTHERS,
    "layer src": OTHERS,
    "li src": HTML3,
    "lineargradient href": FRAGMENT,
    "lineargradient xlink:href": FRAGMENT,
    "math altimg": MATHML,
    "math cdgroup": MATHML,
    "math macros": MATHML,
    "menuitem icon": GONE,
    "mesh href": DRAFT,
    "mesh xlink:href": DRAFT,
    "meshgradient href": DRAFT,
    "meshgradient xlink:href": DRAFT,
    "meta content http-equiv=content-security-policy": "CSP 3, 3.3: report-uri counts for nothing in a META",
    "meta content itemprop=contenturl": METADATA,
    "meta content itemprop=license": METADATA,
    "meta content name=al:web:url": METADATA,
    "meta content name=article:author": METADATA,
    "meta content name=msapplication-badge": "it speaks to Windows and Internet Explorer",
    "meta content name=msapplication-config": "it speaks to Windows and Internet Explorer",
    "meta content property=al:web:url": METADATA,
    "meta content property=article:author": METADATA,
    "mglyph src": MATHML,
    "model environmentmap": DRAFT,
    "model poster": DRAFT,
    "model src": DRAFT,
    "mpath href": FRAGMENT,
    "mpath xlink:href": FRAGMENT,
    "note src": HTML3,
    "object archive": NOT_SHOWN,
    "object classid": PLUGINS,
    "object code": NOT_SHOWN,
    "object usemap": NOT_SHOWN,
    "overlay imagemap": HTML3,
    "overlay src": HTML3,
    "param value valuetype=ref": PLUGINS,
    "pattern href": FRAGMENT,
    "pattern xlink:href": FRAGMENT,
    "portal src": GONE,
    "radialgradient href": FRAGMENT,
    "radialgradient xlink:href": FRAGMENT,
    "script archive": OTHERS,
    "script attributionsrc": NO_FLAG,
    "select src": HTML3,
    "set href": FRAGMENT,
    "set xlink:href": FRAGMENT,
    "share src": MATHML,
    "svg * color-profile": OLD_SVG,
    "svg * marker": "a shorthand, and no presentation attribute to Chromium",
    "textpath href": FRAGMENT,
    "textpath xlink:href": FRAGMENT,
    "tref href": OLD_SVG,
    "tref xlink:href": OLD_SVG,
    "ul src": HTML3,
    "xml src": OTHERS,
    "!-- ": "no browser of today looks into a conditional comment",
    "* about": METADATA,
    "* datasrc": OTHERS,
    "* definitionurl": MATHML,
    "* href": "no browser knows what it means on any element",
    "* itemid": "browsers have dropped the interface of microdata",
    "* resource": METADATA,
    "* src": "no browser knows what it means on any element",
    "* vocab": METADATA,
    "* xlink:arcrole": MEANING,
    "* xlink:href": "no browser knows what it means on any element",
    "* xlink:role": MEANING,
}

_VALUES = {
    "declarations": "url(../x#f)",
    "report-uri": "report-uri ../x",
    "pinned-site": "polling-uri=../x",
    "markup": "<a href=../x>",
}


def key(row: Row) -> str:
    """Name a row."""
    condition = f" {row.when.attribute}={min(row.when.values)}" if row.when else ""
    return f"{row.element} {row.attribute}{condition}"


def _hidden(row: Row) -> Case:
    """Make a case for a row whose target cannot be observed in any browser."""
    name, value = key(row), _VALUES.get(row.syntax, "../x")
    if row.element == "!--":
        return hides(name, f"<!--[if IE]>{value}<![endif]-->", _HIDDEN[name])
    place = place_of(row)
    element = "path" if row.element == "svg *" else place.element
    condition = f" {row.when.attribute}='{min(row.when.values)}'" if row.when else ""
    html = f"{place.before or '<svg>' * (element == 'path')}<{element} {row.attribute}='{value}'{condition}>"
    return hides(name, html, _HIDDEN[name], target="d/x#f" if value.endswith("#f)") else "d/x")


EXPOSED = {case.name: case for case in _EXPOSED}
ROWS: dict[str, Case | None] = {
    key(row): EXPOSED.get(key(row)) or (_hidden(row) if key(row) in _HIDDEN else None) for row in LINKS
}
"""What is known of every row; ``None``: nothing."""

NOT_UNDER_BASE = frozenset({"base href", "html manifest"})
UNDER_BASE = [case.under_base() for name, case in ROWS.items() if case and name not in NOT_UNDER_BASE]

UNKNOWN = (EXPOSED.keys() | _HIDDEN.keys()) - ROWS.keys()
"""What is known of rows that there are not."""
