"""Cases for the syntax around an attribute, for nested documents, and for a BASE that comes too late."""

from __future__ import annotations

from tests.browser.cases import CLICK, asks, hides, shows, style
from tests.browser.references import HREF
from tests.browser.rows import EXPOSED

AT_ONCE = "it is resolved as its tag is parsed, and BASE is behind it (HTML Standard 4.2.3 forbids that)"

# The syntax around an attribute.
MARKUP = [
    *(
        shows(f"markup, {name}", html, HREF)
        for name, html in {
            "no quotes": "<a id=i href=../x>",
            "single quotes": "<a id=i href='../x'>",
            "no quotes and a slash": "<a id=i href=../x/>",
            "spaces around =": "<a id=i href \n=\t'../x'>",
            "capitals": "<A ID=i HREF=../x>",
            "no space between": "<a id='i'href='../x'>",
            "slashes between": "<a/id='i'/href=../x>",
            "duplicate": "<a id=i href=../x href=y>",
            "behind a quote in a name": "<a ' id=i href=../x>",
            "NUL inside": "<a id=i href='../x\0y'>",
            "CRLF": "<a\r\nid=i\r\nhref='../x'\r\n>",
            "in a table": "<table><a id=i href=../x></table>",
            "in a select's option": "<p><a id=i href=../x>",
            "nested": "<a href=y><a id=i href=../x>",
            "in a heading": "<h1><a id=i href=../x></h1>",
            "behind a script": "<script>'<a href=y>'</script><a id=i href=../x>",
            "behind an escaped script": "<script><!--<script></script>--></script><a id=i href=../x>",
            "behind a comment": "<!-- > --!><a id=i href=../x>",
            "behind CDATA": "<![CDATA[ > ]]><a id=i href=../x>",
            "behind an instruction": "<?x ' ><a id=i href=../x>",
            "behind plaintext's name": "<plaintextual><a id=i href=../x>",
            "in foreignObject": "<svg><foreignObject><a id=i href=../x></a></foreignObject></svg>",
            "behind svg's CDATA": "<svg><![CDATA[<a href=y>]]></svg><a id=i href=../x>",
            "breaking out of svg": "<svg><p><a id=i href=../x>",
        }.items()
    ),
    *(
        shows(
            f"markup, import map, {name}",
            f"""<script {attributes}>{{"imports": {{"k": "../x"}}}}</script>
            <script type=module>document.k = import.meta.resolve("k")</script>""",
            "d.k",
        )
        for name, attributes in {
            "type by reference": "type='&#x69;mportmap'",
            "type by reference, no quotes": "type=&#105mportmap",
            "content of a script": "type=importmap content='http://h.localhost/'",
        }.items()
    ),
    asks(
        "markup, speculation rules, type by reference",
        """<script type='specu&#x6c;ationrules'>
        {"prefetch": [{"urls": ["../x"], "eagerness": "immediate"}]}</script>""",
        is_page=True,
        same_origin=True,
    ),
    asks("markup, refresh by reference", "<meta http-equiv='&#x72;efresh' content='0; url=../x'>"),
    shows(
        "markup, type of a style sheet by reference",
        "<style type='&#x74;ext/css'>#i {background: url(../x)}</style><p id=i>",
        style("background-image"),
    ),
    shows("markup, missing value and BASE", "<base href=/r/b/><a id=i href>", HREF),
    shows(
        "markup, template",
        "<template><a href=../x></template><p id=i>",
        "(e.append(d.querySelector('template').content.cloneNode(true)), e.firstChild.href)",
    ),
    shows(
        "markup, shadow root",
        "<p id=i><template shadowrootmode=open><a href=../x></template></p>",
        "e.shadowRoot.querySelector('a').href",
    ),
    shows("markup, noscript", "<noscript><a id=i href=../x></noscript>", HREF, without_scripts=True),
    shows(
        "markup, noscript's BASE where scripts do not run",
        "<noscript><a id=i href=../x></noscript><p>",
        HREF,
        without_scripts=True,
    ),
    shows("markup, noframes' text is none", "<noframes><a href=y></noframes><a id=i href=../x>", HREF),
    shows("markup, a custom element's child", "<x-y href=../z><a id=i href=../x></x-y>", HREF),
]

_INNER = "e.contentDocument.links[0].href"
_INNERMOST = "e.contentDocument.querySelector('iframe').contentDocument.links[0].href"
DOCUMENTS = [
    *(
        shows(f"srcdoc, {name}", html, _INNER)
        for name, html in {
            "references": "<iframe id=i srcdoc='&lt;a href=&quot;../x?a&amp;amp;b&quot;&gt;'></iframe>",
            "double quotes": "<iframe id=i srcdoc=\"<a href='../x'>\"></iframe>",
            "quotes without semicolons": '<iframe id=i srcdoc="<a href=&quot../x&quot>"></iframe>',
            "no quotes": "<iframe id=i srcdoc=&lt;a&#32;href=../x&gt;></iframe>",
            "its own BASE": "<iframe id=i srcdoc='<base href=q/><a href=../x>'></iframe>",
            "BASE around it": "<base href=q/><iframe id=i srcdoc='<a href=../x>'></iframe>",
            "both": "<base href=q/><iframe id=i srcdoc='<base href=r/><a href=../x>'></iframe>",
            "its own BASE is absolute": "<iframe id=i srcdoc='<base href=/r/q/><a href=../x>'></iframe>",
            "and src": "<iframe id=i srcdoc='<a href=../x>' src=../y></iframe>",
        }.items()
    ),
    shows(
        "srcdoc, style",
        "<iframe id=i srcdoc='<p style=\"background: url(../x)\">'></iframe>",
        style("background-image", "e.contentDocument.querySelector('p')"),
    ),
    shows(
        "srcdoc, srcset",
        "<iframe id=i srcdoc='<img srcset=\"../x 1x\">'></iframe>",
        "e.contentDocument.images[0].currentSrc",
    ),
    shows(
        "srcdoc in srcdoc",
        "<iframe id=i srcdoc='<iframe srcdoc=\"&lt;a href=../x>\"></iframe>'></iframe>",
        _INNERMOST,
    ),
    shows(
        "srcdoc in srcdoc, references twice",
        "<iframe id=i srcdoc='<iframe srcdoc=\"&amp;lt;a href=&amp;quot;../x&amp;quot;>\">'></iframe>",
        _INNERMOST,
    ),
    shows(
        "srcdoc in srcdoc, BASE in each",
        "<base href=q/><iframe id=i"
        " srcdoc='<base href=r/><iframe srcdoc=\"<base href=s/><a href=../x>\">'></iframe>",
        _INNERMOST,
    ),
    shows(
        "srcdoc, a fragment is its own",
        "<iframe id=i srcdoc='<a href=../x></a><a href=#f></a>'></iframe>",
        _INNER,
    ),
    hides(
        "conditional comment",
        "<p><!--[if lt IE 9]><a href=../x><![endif]-->",
        "no browser of today looks into it",
    ),
    hides(
        "conditional comment, of a sheet",
        "<!--[if IE]><style>a{b:url(../x)}</style><![endif]-->",
        "no browser of today looks into it",
    ),
    hides(
        "conditional comment, of an image",
        "<!--[if !mso]><img srcset='../x 1x'><![endif]-->",
        "no browser of today looks into it",
    ),
    shows("conditional comment, revealed", "<!--[if !IE]><!--><a id=i href=../x><!--<![endif]-->", HREF),
    shows("conditional comment, revealed by <!", "<![if !IE]><a id=i href=../x><![endif]>", HREF),
]


FETCHED = [  # elements request it, whatever scripts see
    asks(f"fetched, {name}", html)
    for name, html in {
        "img": "<img src=../x>",
        "script": "<script src=../x></script>",
        "sheet": "<link rel=stylesheet href=../x>",
        "iframe": "<iframe src=../x></iframe>",
        "object": "<object data=../x></object>",
        "embed": "<embed src=../x>",
        "video": "<video src=../x></video>",
        "poster": "<video poster=../x></video>",
        "audio": "<audio src=../x></audio>",
        "source": "<video><source src=../x></video>",
        "input": "<input type=image src=../x>",
        "frame": "<frameset><frame src=../x></frameset>",
        "background": "<body background=../x>",
        "module": "<script type=module src=../x></script>",
        "preload": "<link rel=preload as=script href=../x>",
        "prefetch": "<link rel=prefetch href=../x>",
        "image": "<image src=../x>",
        "style": "<p style='background: url(../x)'>x",
        "svg mask": "<svg><image href=../x /><image xlink:href=../y /></svg>",
        "presentation attribute": "<svg><rect width=9 height=9 mask='url(../x#m)'></svg>",
    }.items()
] + [
    asks("fetched, form", "<form id=i action=../x><input name=a></form>", "e.submit()"),
    asks("fetched, formaction", "<form action=../y><button id=i formaction=../x></form>", "e.click()"),
    asks("fetched, form and BASE", "<base href=q/><form action=../x id=i></form>", "e.submit()"),
    asks("fetched, track", "<video crossorigin><track default src=../x></video>"),
    asks("fetched, a", "<a id=i href=../x>x</a>", "e.click()"),
    asks("fetched, area", "<map name=m><area id=i href=../x></map><img usemap=#m>", "e.click()"),
    asks("fetched, svg a", "<svg><a id=i href=../x><text>x</text></a></svg>", CLICK),
]

_BEHIND = "<base href=q/>"
LATE = [
    *(
        case._replace(name=f"{case.name}, BASE behind it", html=f"{case.html}{_BEHIND}")
        for case in (
            EXPOSED[name]
            for name in (
                "a href",
                "a ping",
                "a xlink:href",
                "area href",
                "area ping",
                "blockquote cite",
                "button formaction",
                "form action",
                "object data",
                "embed src",
                "audio src",
                "video src",
                "iframe longdesc",
                "svg * fill",
                "body background",
            )
        )
    ),
    *(
        case._replace(name=f"{case.name}, BASE behind it", html=f"{case.html}{_BEHIND}", differs=AT_ONCE)
        for case in (
            EXPOSED[name]
            for name in (
                "feimage href",
                "iframe srcdoc",
                "link imagesrcset",
                "meta content http-equiv=refresh",
                "script href",
                "script  type=importmap",
                "style  type=",
                "* style",
            )
        )
    ),
    *(
        asks(f"{name}, BASE behind it", f"{html}{_BEHIND}", differs=AT_ONCE)
        for name, html in {
            "iframe src": "<iframe src=../x></iframe>",
            "script src": "<script src=../x></script>",
            "link href": "<link rel=stylesheet href=../x>",
        }.items()
    ),
]
