"""URLs that once failed, and the values that contain them."""

from __future__ import annotations

from tests.browser.generator.document import Document
from tests.browser.generator.regressions.documents import WHATWG, plain

CONTROL_CHARACTERS = [  # a reference that is a single control character, in values of each syntax
    b"<img src='%s'>",
    b"<img srcset='%s'>",
    b"<img srcset='%s 1x, i2.png 2x'>",
    b"<img srcset='%s,'>",
    b"<a href='%s'>",
    b"<a ping='%s' href=x>",
    b"<form action='%s'>",
    b"<button formaction='%s'>",
    b"<iframe src='%s'></iframe>",
    b"<link rel=stylesheet href='%s'>",
    b"<script src='%s'></script>",
    b"<video poster='%s'></video>",
    b"<object data='%s'></object>",
    b"<table background='%s'>",
    b"<blockquote cite='%s'>",
    b"<p style='background:url(\"%s\")'>",
    b"<style>p{background:url('%s')}</style>",
    b"<svg><image href='%s'/></svg>",
    b"<svg><animate attributename=href values='%s;x'/></svg>",
    b"<applet archive='%s, x'></applet>",
    b"<p about='%s'>",
    b"<meta property=article:author content='%s'>",
    b"<meta name=msapplication-config content='%s'>",
    b"<meta name=msapplication-task content='action-uri=%s;icon-uri=x'>",
    b"<meta http-equiv=content-security-policy content='report-uri %s x'>",
    b"<meta http-equiv=refresh content='99;url=%s'>",
]

URLS: dict[str, list[Document]] = {
    "a space between letters from right to left in a host": [
        Document(
            f"<meta charset=utf-8><base href='{base}'><a href='//{host}/'><img src='http://{host}/i'>".encode(),
            options=options,
        )
        for base in ("https:/b", "//\u05d0 \u05d1/")
        for host in (
            "\u05d0 \u05d1",
            "\u05d0 x",
            "x \u05d0",
            "x.\u05d0 \u05d1",
            "\u05d0 \u0661",
            "\u0627  \u0628",
        )
        for options in ({}, WHATWG, {"base_element": "remove"})
    ],
    "what follows the end of a condition in a comment": plain(
        b"<!--[if]><s xlink:role=a><![endif]<", b"<!--[if IE]><img src=i1.png><![endif] x -->"
    ),
    "control characters alone, which are the base and no empty reference": [
        Document(b"<base href='/b/c'>" + markup % control, options=options)
        for markup in CONTROL_CHARACTERS
        for control in (b"\x0b", b" \x01 ", b"&#x1f;")
        for options in (
            {},
            {"base_element": "remove"},
            {"same_document": "resolve"},
            {"base_element": "remove", **WHATWG},
        )
    ],
    "a fragment in svg behind white space, which is relative to the base": [
        Document(
            b"<base href=/b/x><svg><rect id=r width=9 height=9 /><use href='%s#r'/><use xlink:href='%s#r'/>"
            b"<path fill=\"url('%s#g')\" style=\"clip-path:url('%s#c')\" d='M0 0H9V9'/></svg>"
            b"<style>p{filter:url('%s#f')}</style><p>x" % ((white,) * 5),
            options=options,
        )
        for white in (b"", b" ", b"\t", b"\x01")
        for options in ({}, {"base_element": "remove"}, {"base_element": "remove", **WHATWG})
    ],
    "a path behind file: under a host with a space": plain(
        b"<base href='//h x/'><a href='file: Qa/B'><a href='file:///Q a/B'><a href='file:Qa'>",
        b"<base href='//h x/'><isindex href='file:&#x20;Qa\\Q&#13;/.%2E'>",
    ),
    "a host below file: without a path, by the rules of the URL Standard": [
        Document(document, options=options)
        for document in (
            b"<base href='file:///x'><a href='//?'><a href='//h.test#x'><a href='//*?x'><a href='//h/#x'>",
            b"<base href='file:///x'><p style='background:url(/\\2f \\3f )'>",
            (
                b"<base href=file:///x><script type=importmap>"
                b'{"integrity":{"//*..?\xef\xbb\xbf":"sha256-x"}}</script>'
            ),
        )
        for options in ({}, WHATWG)
    ],
    "a host below file: without a path": plain(
        b"<base href='file:&bsol;&bsol; &bsol;Z'><a href='//*#x'><a href='/&bsol;0?#?#'><a href='//1.2?q'>",
        b"<base href='file:///x'><a href='//*#x'><a href='/&bsol;0?#?#'><a href='//h#x'><a href='//*/#x'>",
    ),
    "a path below file: that begins with slashes": [
        Document(
            b"<base href='%s'><a href=Q><a href='../Q'><a href='/Q'><a href='?x'><a href='#f'><a href=''>"
            b"<a href='//h/Q'><a href='.//Q'><img srcset='Q 1x, ./Q 2x'><p style='background:url(Q)'>"
            b'<script type=importmap>{"imports":{"a":"./x","./x":"../q"}}</script>' % base,
            options=options,
        )
        for base in (
            b"file:.././/\\%e40/a!\\./",
            b"file:.//q/",
            b"file:.///q/r",
            b"file:////q/",
            b"file:///.//q/",
        )
        for options in ({}, WHATWG, {"base_element": "remove"}, {"same_document": "resolve"})
    ],
    "a base without a path whose scheme is not special": [
        Document(
            b"<base href='%s'><a href='#g'><a href=''><a href='?q'><a href=x><a href='/x'><img src='#g'>"
            b"<iframe srcdoc='<a href=x><a href=\"#g\">'></iframe>" % base,
            options=options,
        )
        for base in (b"tel:#f", b"tel:?q", b"mailto:?q#f", b"x://h#f", b"X://h?q", b"x://h", b"about:#f")
        for options in (
            {},
            {"same_document": "resolve"},
            {"base_element": "remove"},
            {"base_element": "empty"},
        )
    ],
    "a query below a file's host without a path": [
        Document(
            b"<base href='%s'><a href='?x'><a href='#f'><a href='//h'><a href=''>"
            b"<p style='background:url(?x)'>"
            b'<script type=importmap>{"imports":{"a":"./?x","./?x":"/?q"}}</script>' % base,
            options=options,
        )
        for base in (b"file://h.test", b"file://", b"file://h.test/")
        for options in (
            {},
            WHATWG,
            {"rules": "rfc3986", "guard": True},
            {"base_element": "remove"},
            {"same_document": "resolve"},
        )
    ],
    "what is no scheme, under a base whose host has a space": plain(
        b"<base href='http://h test/x/'><a href='h ttp: Q//img'><a href='h ttp://Q/x'><a href='x y: Q Q'>"
        b"<a href='x:y Q'><a href='h\tttp://Q q/x'><a href='HTTP://Q q/X'>",
    ),
    "white space alone as a form's action": plain(
        b"<base href=x><form action=' '><button formaction=' '>",
        base_element="remove",
        same_document="resolve",
    ),
    "slashes behind file:, of which Chromium reads three": [
        Document(b"<base href='file:///q/r'><a href='%s'>" % reference, options=options)
        for reference in (b"///.//", b"////.//a", b"\\\\//.//", b"file:////x//../y", b"/..//", b".//x//..//")
        for options in ({}, WHATWG)
    ],
    "a repeated scheme under a base whose host has a space": plain(
        b"<base href='http:// g'><a href='http: H'><a href='http:/ H/X'><a href='//h H'>",
    ),
    "a BASE that means the document, and one behind it": plain(
        b"<a href='#f'><base href='#35'><svg><style><x></style></svg><base href=/b/>", base_element="remove"
    ),
    "the action of a form in srcdoc is about:srcdoc if it is empty, whatever the option": plain(
        b'<iframe srcdoc=\'<form action=""><button formaction="">\'>',
        b"<iframe srcdoc='<base href=x><form action=\"\">'>",
        b"<base href=/q/><form action=''><button formaction=''><input formaction=''><isindex action=''>",
        same_document="resolve",
    ),
    "a URL where a name may be has no white space": plain(
        b"<base href='& /'><meta content='.' name=article:publisher>",
    ),
    "odd bases": [
        document
        for base in (
            b"http://h/b #x",
            b"http://h/{{x}}/",
            b"urn:x",
            b"data:text/html,x",
            b"http:x",
            b"mailto:x",
        )
        for options in ({}, WHATWG, WHATWG | {"base_element": "remove"}, {"base_element": "empty"})
        for document in plain(
            b"<base href='%s'><a href='?q'><a href=x><a href='#f'><a href='//h x/y'><a href=//h/y>" % base,
            **(options | {"placeholders": "resolve"}),
        )
    ],
    "escapes at the end of a host": [
        *plain(b"<base href=http://y%0d%20><a href=z>", b"<base href='//x%01%20'><a href=z>"),
        Document(b"<a href='//x%20%0A'><img src=/\\X&#12;%20>", options=WHATWG),
    ],
    "a host with a space": plain(b"<a href='//h x/y'><img src='http://h x/y'><a href='//h\tx/y'>"),
    "srcset with a vertical tab": plain(
        b"<img srcset='http:a,\x0b 1x, b 2x'>",
        b"<img srcset='a,\x0b, b 2x, ,c,'>",
        b"<img srcset='{{a b}} 1x, c 2x'>",
        placeholders="resolve",
    ),
    "a refresh with quotes": plain(
        b"""<base href="http://h/a'b/"><meta http-equiv=refresh content="0;url='x'">""",
        b"""<base href="http://h/a'b/"><meta http-equiv=refresh content="0;url=x'y">""",
    ),
    "other rule sets": [
        *plain(b"<a href='HTTP:{x'><a href='https:/x/../y'>", **WHATWG, placeholders="resolve"),
        *plain(b"<base href='https://h.test/d/e'><a href='HTTP:{x'><a href='HTTP:x'>", **WHATWG),
        *plain(b"<base href='https://h.test/d/e'><a href='HTTP:{x'>", **WHATWG, placeholders="resolve"),
        *plain(b"<a href='https:/x/../y'>", rules="rfc3986", guard=True),
        *plain(b"<a href='///h/b'>", rules="rfc1630", guard=True),
    ],
    "a condition with character references": plain(
        b'<script type=\'specu&#x6c;ationrules\'>{"prefetch":[{"urls":["./y"]}]}</script>',
        b'<script type=\'&#x69;mportmap\'>{"imports":{"a":"./y"}}</script>',
        b"<meta property='o&#x67;:image' content='x'>",
        b"<svg><animate attributename='hre&#x66;' to='x'></svg>",
        b"<meta http-equiv='&#x72;efresh' content='0;url=x'>",
        b"<style type='&#x74;ext/css'>p{background:url(x)}</style>",
    ),
    "slashes behind file:": plain(
        b"<base href='file:///x/y'><a href='..//a/b'><a href='/.//a'><a href='////a'><a href='///a'>"
        b"<a href='x/.././\\'><a href='x/..\\/a'><a href='\\\\//a'><a href='/\\//'>",
        b"<a href='file:/\\//'><a href='file:\\///x'>",
        b"<p style='background:url(file:/\\\\//x)'><a href='file:////'>",
        b"<base href='file:///x/y'><a href='file:..//a'><a href='file:.////a'><a href='/x/..//a'>",
    ),
    "white space in a host": [
        Document(
            f"<base href='{base}'><a href=y><a href='//h\u3000x/y'><a href='//h\u00a8x/y'>".encode(), "utf-8"
        )
        for base in (
            "//h\u00a0x/",
            "https://h \u00e9/",
            "https://xn--h%20-bja/",
            "https://\u00b4/",
            "https://\u00b4%2e\u02dbb/",
            "https://h%E3%80%80*/",
            "https://h/",
        )
    ],
    "labels of any kind in a host with letters from right to left": [
        Document(
            f"<base href='{base}'><a href=y>{links}".encode(),
            "utf-8",
            options={"placeholders": "resolve", **options},
        )
        for links in [
            "".join(
                f"<a href='https:{host}/y'><a href='//{host}/y'><p style='background:url(//{host}/y)'>"
                for host in (
                    *(
                        "&amp;.\u05c0&amp;3",
                        "\u05d0.-",
                        "_.\u0628",
                        "1.\u05d0",
                        "a.\u05d0",
                        "a1.\u05d0",
                        "A.\u05d0.b",
                    ),
                    *(
                        "\u05d0.\u06f3",
                        "\u05d0*",
                        "\u05d0*\u05d1",
                        " .\u05d0",
                        "a .\u05d0",
                        "xn--4db.&amp;",
                        "%d7%90._",
                    ),
                    *(
                        "\u05d0\u0661",
                        "\u05d01\u0661",
                        "a\u05d0",
                        "\u05d0a",
                        "..\u05d0",
                        "u@&amp;.\u05d0:80",
                        "x1/\u05d0",
                    ),
                )
            )
        ]
        for base in ("https:/b", "//a.\u05d0/", "//xn--4db.-/")
        for options in ({}, WHATWG, {"base_element": "remove"})
    ],
    "what looks like a host from right to left, and is a path": [
        Document(
            (
                f"<base href='//\u00fb&quot;'>"
                f"<a href='{scheme}:\u05d0'><a href='{scheme}:/\u05d0'><a href='/\u05d0'>"
            ).encode(),
            "utf-8",
        )
        for scheme in ("http", "https", "&#X68tt&#112&NewLine;")
    ],
    "a wide percent sign in a host": [
        Document(
            f"<base href='{base}'><a href=y>{links}".encode(),
            "utf-8",
            options={"placeholders": "resolve", **options},
        )
        for links in [
            "".join(
                f"<a href='//{host}/y'>"
                for host in (
                    *(
                        "\uff05",
                        "\uff0541",
                        "\uff05\uff12\uff10",
                        "\ufe6a41",
                        "%ef%bc%8541",
                        "\uff05e9",
                        "%2541",
                    ),
                    *(
                        "\uff0525",
                        "\uff052f",
                        "\uff052e",
                        "h\u3000\uff0541",
                        "h\uff0520 b",
                        "xn--\uff0541",
                        "\uff0541:80",
                    ),
                )
            )
        ]
        for base in ("https:/b", "//\uff0541/", "file:///x/y")
        for options in ({}, WHATWG, {"base_element": "remove"})
    ],
    "white space in a host that may be Punycode": [
        Document(
            "".join(
                f"<a href='//{host}/y'>"
                for host in (
                    "xn--\u3000",
                    "xn--\u3000-a",
                    "XN--a\u3000b",
                    "xn--a\u3000b-",
                    "xn--a\u3000b-kva",
                    "xn--a-\u3000-kva",
                    "xn--a b-kva",
                    "xn--a\u3000\xfc",
                    "\u3000xn--",
                )
            ).encode(),
            "utf-8",
        ),
        *plain(b"<meta charset='utf8'src=&#x2f/&#x78&#110-&#x2d\xe3\x80\x80'>"),
    ],
}
"""By what they show."""
