"""Documents that went wrong once, each judged like a generated one; why those that still do, do."""

from __future__ import annotations

from tests.browser.generator.document import Document

IMAGES = b"".join(b"<img src=i%d.png alt='a picture'>" % number for number in range(40))
WHATWG = {"rules": "whatwg"}


def _plain(*bodies: bytes, scripts: bool = False, **options: object) -> list[Document]:
    return [Document(body, scripts=scripts, options=options) for body in bodies]


def _declared(charset: bytes, *bodies: bytes) -> list[Document]:
    return [Document(b"<meta charset=%s>%s" % (charset, body)) for body in bodies]


def _bytes_of(*values: int) -> bytes:
    return b"".join(b"<a href='x/%c?%c'>" % (value, value) for value in values)


C1 = _bytes_of(*range(0x80, 0xA0))  # what HTML would read otherwise, if it were a character reference
HIGH = _bytes_of(*range(0xA0, 0x100))

REGRESSIONS: dict[str, list[Document]] = {
    "a JSON text in svg that the end of the document cuts off behind </": _plain(
        b'<svg><script type=importmap>{"imports":{"a":"./b"}}</',
        b'<svg><script type="speculationrules">{"prefetch":[{"where":{"href_matches":""}}]}</',
    ),
    "a URL pattern under a base with escaped dot segments": _plain(
        b"<base href=%2e%2e/><script type=speculationrules>"
        b'{"prefetch":[{"where":{"href_matches":"*"}}]}</script>',
        b"<base href=x/.%2E/y/%2e/z><script type=speculationrules>"
        b'{"prefetch":[{"where":{"or":[{"href_matches":"a/*"},{"href_matches":"?x"},'
        b'{"href_matches":"/a"}]}}]}</script>',
    ),
    "a URL pattern that is a fragment alone": [
        Document(
            element + b'<script type=speculationrules>{"prefetch":[{"where":{"href_matches":["#f","#","#*",'
            b'"\\\\#:x","#{{x}}"]}}]}</script>',
            options=options,
            query=query,
        )
        for element in (b"", b"<base href='/q/r?s#t'>", b"<base href=tel:x>", b"<base href='x://h#f'>")
        for options in ({}, WHATWG, {"base_element": "remove"}, {"same_document": "resolve"})
        for query in ("", "?q=1", "?")
    ],
    "a URL pattern under a host of dots": _plain(
        *(
            b"<base href='%s'><script type=speculationrules>" % base
            + b'{"prefetch":[{"where":{"href_matches":["/:id","*","x","?x","#f",""]}}]}</script>'
            for base in (b"//%2e", b"//%2e%2e", b"//h%2e/%2e/x", b"//%2E/%2e%2e/x")
        )
    ),
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
    "what is no scheme, under a base whose host has a space": _plain(
        b"<base href='http://h test/x/'><a href='h ttp: Q//img'><a href='h ttp://Q/x'><a href='x y: Q Q'>"
        b"<a href='x:y Q'><a href='h\tttp://Q q/x'><a href='HTTP://Q q/X'>",
    ),
    "white space alone as a form's action": _plain(
        b"<base href=x><form action=' '><button formaction=' '>",
        base_element="remove",
        same_document="resolve",
    ),
    "a name in an import map that is a host alone below file:": _plain(
        *(
            b"<base href='file:///x/y'><script type=importmap>"
            b'{"imports":{"%s":"./x"},"scopes":{"./s":{"%s":"./z"}},"integrity":{"%s":"x"}}</script>'
            % (name, name, name)
            for name in (
                b"//%2e#x",
                b"//h?x",
                b"//#",
                b"/\\\\h?x",
                b"\\t//h?x",
                b"file://h?x",
                b"//h",
                b"//h/?x",
            )
        )
    ),
    "line ends and character references that follow each other, in a document in a value": _plain(
        *(
            b"<iframe srcdoc=\"<p style='offset-path:url(&amp;#39;.%s/a&amp;#39;)'>"
            b'<style>p{background:url(.%s/a)}</style>"></iframe>' % (between, between)
            for between in (
                b"\\2e\r&#10;",
                b"\\2e\r\r&#10;",
                b"\\2e&#13;\r\n",
                b"\\2e&#13;\r\r\n",
                b"\\2e&#13;\n",
                b"\\2e\r&amp;#10;",
                b"\\2e&#13;&amp;#10;",
                b"\\\r&#10;",
                b"\\\r\n&#10;",
            )
        )
    ),
    "custom properties behind a url() with an escape in its name": _plain(
        b"<base href='p://*'><p style='a:u\\72l(b);--x:url(\\'>",
        b"<p style='a:\\000055 \\52\n\\4c (x/*y);--x:url(b)'><p style='a:u\\72l(x//*y);--x:url(b*/)'>"
        b"<p style='color:var(--x)'>",
    ),
    "a custom property that is in a string": _plain(
        b"<meta style='color:url(\"./p,); --x:url(\"?../)' content=x>"
        b"<p style='content:\"; --x:\";src:url(y)'>",
    ),
    "a frame under a BASE with a fragment alone": _plain(
        b"<base href=#><svg><SCRIPT type=importmap>&<h5><iframe srcdoc='<base href=&>'></iframe>",
        b"<base href='#f'><iframe srcdoc='<base href=y><img src=x>'></iframe><a href='?{{x}}'>",
        base_element="empty",
    ),
    "text in noscript that looks like a tag": [
        Document(body, scripts=scripts)
        for scripts in (False, True)
        for body in (
            b"g<noscript>&lta href=x></noscript>",
            b"<template><noscript><a href=x></noscript></template>",
            b"<svg><foreignObject><noscript>&lta href=x></noscript>",
        )
    ],
    "slashes behind file:, of which Chromium reads three": [
        Document(b"<base href='file:///q/r'><a href='%s'>" % reference, options=options)
        for reference in (b"///.//", b"////.//a", b"\\\\//.//", b"file:////x//../y", b"/..//", b".//x//..//")
        for options in ({}, WHATWG)
    ],
    "a repeated scheme under a base whose host has a space": _plain(
        b"<base href='http:// g'><a href='http: H'><a href='http:/ H/X'><a href='//h H'>",
    ),
    "a BASE that means the document, and one behind it": _plain(
        b"<a href='#f'><base href='#35'><svg><style><x></style></svg><base href=/b/>", base_element="remove"
    ),
    "what breaks out of svg ends a script and a style there": _plain(
        b'<svg><script type=speculationrules>{"prefetch":[{"urls":["a"]}]}<S>',
        b"<svg><style>@import 'a';<p><a href=b>",
        b"<svg><style>@import 'a';<IMG src=b></style><a href=c>",
    ),
    "a script in the style of svg": _plain(
        b'<template><svg><style><script type="IMPORTMAP">{"imports":{"0":"/"}}</script>'
    ),
    "an asterisk in a custom property, which Chromium writes otherwise": _plain(
        b"<form style='--N:\"\");url(*/..'>",
        b"<p style='\\2d-x:url(a*b/../c)'>",
    ),
    "the action of a form in srcdoc is about:srcdoc if it is empty, whatever the option": _plain(
        b'<iframe srcdoc=\'<form action=""><button formaction="">\'>',
        b"<iframe srcdoc='<base href=x><form action=\"\">'>",
        b"<base href=/q/><form action=''><button formaction=''><input formaction=''><isindex action=''>",
        same_document="resolve",
    ),
    "an escaped quote in CSS stays escaped": _plain(
        b'<style>p{background:url("a/../x\\");}body{background:url(//evil.test/?x);}/*")}</style>',
        b"""<p style='background:url("a/../x\\");}body{background:url(//evil.test/?x);}/*")'>""",
        b'<style>@import "a/../x\\");}body{background:url(//evil.test/?x)";p{color:red}</style>',
        b"<style>p{background:url(a/../x\\);}body{background:url(//evil.test/?x)}</style>",
        b"<svg><style>p{background:url(&quot;a/../x\\&quot;);}body{color:red}/*&quot;)}</style></svg>",
        b"""<svg><path fill='url("a/../x\\") red url(y)'></svg>""",
    ),
    "an escaped parenthesis in url() stays escaped": _plain(
        b"<style>p{background:url(img/../b\\(1\\).png)}</style>",
        b"<p style='background:url(img/../b\\(1\\).png)'>",
        b"<p style='background:url(../b\\28 1\\29.png)'>",
    ),
    "CSS in attributes, escapes in references": _plain(
        b"<p style=\"background:url('x\\22 &#92;22 y')\">",
        b"<p style=\"background:url('x\\22 &#92;')\">",
        b"<p style='background:url(\"a\\\r&#10;b\")'>",
    ),
    "escapes in JSON stay escapes": _plain(
        b'<script type=importmap>{"imports":{"a":".\\/m.js","b":".\\/x\\"y"}}</script>',
        b'<script type=importmap>{"imports":{"a":"./a/../\\u0022,\\"b\\":\\"c"}}</script>',
        b'<script type=speculationrules>{"prefetch":[{"urls":[".\\/a\\/..\\/x\\\\\\"y"]}]}</script>',
    ),
    "of two equal keys in an import map the last counts": _plain(
        b'<script type=importmap>{"imports":{"a":"./x","a":"./y"}}</script>',
        b'<script type=importmap>{"imports":{"./a":"./x","http://a.example/z":"./y"},"imports":{"./b":"./c"}}</script>',
        b'<base href=http://h/d/><script type=importmap>{"imports":{"./h":"./1","http://h/d/h":"./2","./h":"./3"}}</script>',
        b'<base href=http://h/d/><script type=importmap>{"imports":{"http://h/d/h":"./1","./h":"./2","http://h/d/h":"./3"}}'
        b"</script>",
    ),
    "names of one URL in an import map that begin with slashes": _plain(
        b'<script type=importmap>{"imports":{"/x":"./1","//a.example/x":"./2","/x":"./3"}}</script>',
        b'<script type=importmap>{"imports":{"http://a.example/x":"./1","/x":"./2","http://a.example/x":"./3"}}</script>',
        b'<script type=importmap>{"imports":{"\\/d/x":"./1","//a.example/d/x":"./2","/d/x":"./3"}}</script>',
        b'<script type=importmap>{"imports":{"http://h/.":"./1","./x/ ":"./2"}}</script>',
    ),
    "a URL where a name may be has no white space": _plain(
        b"<base href='& /'><meta content='.' name=article:publisher>",
    ),
    "a conditional comment in foreign content is none": _plain(
        b"<template><f<col><svg><SCRIPT><!--[if]><r\nhref=.><![endif]",
        b"<template></template><col><svg><desc></desc><!--[if IE]><a href=x><![endif]--></svg><a href=y>",
    ),
    "a style element in svg that is cut off by a tag": _plain(b'<svg><style>/**/h{mask:url(")<x'),
    "a frameset that is cut off": _plain(b"<a href=1><frameset cols="),
    "what closes foreign content and what does not": _plain(
        b"<form><svg></form><style><a href=x>",
        b"<table><tr><svg></tr><style><a href=x>",
        b"<tr><svg></tr><style><a href=x>",
        b"<svg><title><td></title><style><a href=x>",
        b"<table><caption><a href=1></a><svg></caption><base href=/b/>",
        b"<caption><a href=1></a><svg></caption><base href=/b/>",
    ),
    "the attributes of a second html tag": _plain(
        b"<div><html style='background:url(i.png)'><frameset><frame>",
    ),
    "noscript with something unclosed in it": _plain(
        b"<noscript><iframe src='//g.test/ns.html' height=0 /></noscript><img src=i1.png>",
        b"<noscript><!-- x </noscript><img src=i1.png>",
        b"<noscript><style>.a{}</noscript><img src=i1.png>",
        b"<noscript><textarea></noscript><img src=i1.png>",
        b'<noscript><img src="a.png></noscript><img src=i1.png>',
        b"<noscript><iframe></noscript><img src=i1.png></iframe><img src=i2.png>",
        scripts=True,
    ),
    "a tag that the end of noscript cuts off": [
        Document(b"<noscript>%s</noscript><img src=i1.png>" % tag, scripts=scripts)
        for scripts in (False, True)
        for tag in (
            b"<img src=a.png ",
            b'<img src="a.png" ',
            b"<img src='a.png'",
            b"<img srcset='a.png 1x, b.png 2x' ",
            b"<p style='background:url(x)' ",
            b"<svg><image href=a.png ",
        )
    ],
    "what is in noscript, without scripts": _plain(
        b"<noscript><a href=x><img src=i1.png></noscript><img src=i2.png>",
        b"<noscript><!-- x --><style>p{background:url(x)}</style></noscript><img src=i1.png>",
        b"<p><noscript><iframe src=x></iframe></noscript><img src=i1.png>",
    ),
    "a meta charset that is pushed past 1,024 bytes": _plain(
        b"<body>" + IMAGES[:900] + b"<meta charset=utf-8><a href='?\xc3\xa9'>\xc3\xa9",
        b"<!doctype html><body>" + IMAGES[:940] + b"<meta charset=koi8-r><a href='\xc3\xa9?\xc3\xa9'>",
    ),
    "bytes that are no character references": [
        document
        for charset in b"windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1257"
        b" windows-1258 windows-874 windows-1252 iso-8859-2 iso-8859-15 koi8-u x-user-defined".split()
        for document in _declared(charset, C1, HIGH)
    ],
    "bytes that Python decodes otherwise": [
        *_declared(
            b"big5", b"<a href='../\x87\x7a?\x87\x7a'>", b"<a href='a/../\xa1\x45\x8e\x40\xc7\xe5?\xa1\x5a'>"
        ),
        *_declared(b"iso-2022-jp", b"<a href='../\x1b(I0\x1b(B?\x1b(I1\x1b(B'>"),
        *_declared(b"euc-jp", b"<a href='../\x8f\xa2\xaf\x8f\xf5\xa1?\xad\xa1'>"),
        *_declared(b"gbk", b"<a href='../\xa2\xe3\x80\xa6\xd9?\x81\x30\x81\x30'>"),
        *_declared(b"shift_jis", b"<a href='../\x81\x60\xf0\x40?\x81\x5f\xa0'>"),
        *_declared(b"euc-kr", b"<a href='../\xa2\xe6\x81\x41?\xc9\xa1'>"),
    ],
    "digits behind half a character": [
        document
        for charset in (b"gbk", b"gb18030")
        for document in _declared(
            charset,
            b"<a href='a/../x\xcd8'><a href=\xcd8><a href='x\x813\x81'><a href='?\xcd8'><a href='\x8134x'>",
            b"<img srcset='x\xcd8 1x, y\xcd8'><p style='background:url(\xcd8)'><style>@import '\xcd8'",
            b'<script type=importmap>{"imports":{"./\xcd8":"./\xcd8","p":"./\x813\x81"}}</script>',
        )
    ],
    "controls that ISO-2022-JP has no use for": [
        Document(body, "iso-2022-jp")
        for body in (
            b"<svg><path fill='url(\x1b)'></svg><p style='background:url(\x0e)'>",
            b"<style>p{background:url(a\x1b)}</style><style>p{background:url(a\x0f)}</style>",
            b'<script type=importmap>{"imports":{"a":"./\x1b"}}</script>',
        )
    ],
    "half a character in a document in a value": [
        Document(
            "<!--[if IE]><a href='\\\ud800'></a><![endif]-->"
            "<iframe srcdoc=\"<a href=\\\udc00></a><iframe srcdoc='<a href=\\\ud800y>'>\"></iframe>".encode(
                "utf-16-le", "surrogatepass"
            ),
            "utf-16le",
        )
    ],
    "labels of replacement": [
        *_declared(b"hz-gb-2312", b'<iframe srcdoc="&eacute;"></iframe><a href=x>'),
        *_declared(b"replacement", b'<iframe srcdoc="&eacute;"></iframe><a href=&eacute;>'),
        Document(b"<a href=&eacute;>", "replacement"),
        *(
            document
            for label in (b"csiso2022kr", b"iso-2022-cn", b"iso-2022-cn-ext", b"iso-2022-kr")
            for document in _declared(label, b'<iframe srcdoc="&eacute;"></iframe><a href=&eacute;>')
        ),
    ],
    "a label with an entity": _plain(b'<meta charset="&#107;oi8-r"><a href="?\xc1">'),
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
        for document in _plain(
            b"<base href='%s'><a href='?q'><a href=x><a href='#f'><a href='//h x/y'><a href=//h/y>" % base,
            **(options | {"placeholders": "resolve"}),
        )
    ],
    "a host with a space": _plain(b"<a href='//h x/y'><img src='http://h x/y'><a href='//h\tx/y'>"),
    "srcset with a vertical tab": _plain(
        b"<img srcset='http:a,\x0b 1x, b 2x'>",
        b"<img srcset='a,\x0b, b 2x, ,c,'>",
        b"<img srcset='{{a b}} 1x, c 2x'>",
        placeholders="resolve",
    ),
    "a refresh with quotes": _plain(
        b"""<base href="http://h/a'b/"><meta http-equiv=refresh content="0;url='x'">""",
        b"""<base href="http://h/a'b/"><meta http-equiv=refresh content="0;url=x'y">""",
    ),
    "other rule sets": [
        *_plain(b"<a href='HTTP:{x'><a href='https:/x/../y'>", **WHATWG, placeholders="resolve"),
        *_plain(b"<base href='https://h.test/d/e'><a href='HTTP:{x'><a href='HTTP:x'>", **WHATWG),
        *_plain(b"<base href='https://h.test/d/e'><a href='HTTP:{x'>", **WHATWG, placeholders="resolve"),
        *_plain(b"<a href='https:/x/../y'>", rules="rfc3986", guard=True),
        *_plain(b"<a href='///h/b'>", rules="rfc1630", guard=True),
    ],
    "a condition with character references": _plain(
        b'<script type=\'specu&#x6c;ationrules\'>{"prefetch":[{"urls":["./y"]}]}</script>',
        b'<script type=\'&#x69;mportmap\'>{"imports":{"a":"./y"}}</script>',
        b"<meta property='o&#x67;:image' content='x'>",
        b"<svg><animate attributename='hre&#x66;' to='x'></svg>",
        b"<meta http-equiv='&#x72;efresh' content='0;url=x'>",
        b"<style type='&#x74;ext/css'>p{background:url(x)}</style>",
    ),
    "a URL pattern under an IPv6 host": _plain(
        b"<base href='http://[::ffff:1.2.3.4]/x/'><script type=speculationrules>"
        b'{"prefetch":[{"where":{"href_matches":"/y/*"}}]}</script>',
    ),
    "a URL pattern under a default port": _plain(
        b"<base href='HTTP://H.TEST:80/./x/../y/'><script type=speculationrules>"
        b'{"prefetch":[{"where":{"href_matches":"/*\\u005C\\\\?*"}}]}</script>',
    ),
    "a URL pattern under a host with a user of nothing": _plain(
        b"<base href='http://:@h/x/'><script type=speculationrules>"
        b'{"prefetch":[{"where":{"href_matches":"(.*)"}}]}</script>',
    ),
    "a key of an import map that ends in a slash only once it is absolute": _plain(
        b'<script type=importmap>{"imports":{"../\\u001f":"./x"}}</script>',
        b'<script type=importmap>{"imports":{"/%2e":"./x"}}</script>',
        b'<script type=importmap>{"imports":{"./.":"./x","./..":"./y","../x/.":"./z/"}}</script>',
        b'<script type=importmap>{"scopes":{"./.":{"./.":"./x"}},"integrity":{"./.":"x"}}</script>',
    ),
    "names of one URL in an import map, with many slashes or under other schemes": _plain(
        b'<script type=importmap>{"imports":{"////[::1]#":"/c","a-b":"/"}}</script>',
        b'<script type=importmap>{"imports":{"\\/\\u002F\\/127.0.0.1?x":"/c","//127.0.0.1?x":"/d"}}</script>',
        b'<script type=importmap>{"imports":{"//h?":"/1","http:\\\\\\\\h?":"/1","http://h/./?":"/2"}}</script>',
        *(
            b"<base href='%s/x/'><script type=importmap>" % base
            + b'{"imports":{"./a":"/1","%s/x/./a":"/2","././a":"/3"}}</script>' % base
            for base in (b"HTTP://H", b"x://h", b"x:", b"file://", b"file://h")
        ),
    ),
    "what the encoding lacks, in documents in values": [
        Document(body.encode(codec), label)
        for label, codec in (("windows-1252", "cp1252"), ("shift_jis", "cp932"), ("koi8-r", "koi8-r"))
        for body in (
            r"""<iframe srcdoc="<p style=&quot;background:url('\\\\&#321;x/y')&quot;><a href='?&#1511;'>">""",
            r"""<iframe srcdoc="<style>a{background:url('\\\\&#321;x/y') }</style>">""",
            """<iframe srcdoc='<script type=importmap>{"imports":{"&#1511;":"./&#1511;"}}</script>'>""",
            """<iframe srcdoc="<a href='&#1511;/?&eacute;#&#12354;'><style>p{background:url(&#1511;)}">""",
        )
    ],
    "CDATA in integration points": _plain(
        b'<svg><desc><img><![CDATA[><script type=importmap>{"imports":{"a":"/"}}</script>',
        b"<math><mi><![CDATA[><a href=1>]]><a href=2>",
        b"<math><annotation-xml encoding=text/html><![CDATA[><a href=1>]]><a href=2>",
        b"<math><annotation-xml><![CDATA[><a href=1>]]><a href=2>",
        b"<svg><foreignObject>x<p></p><![CDATA[><a href=1>]]></foreignObject><![CDATA[><a href=3>]]>",
    ),
    "a noscript element in math or svg": [
        Document(body, scripts=scripts)
        for scripts in (False, True)
        for body in (
            b"<noscript><math><mi><noscript><x-y/SRC=0>",
            b"<noscript><math><mi><b><noscript><svg></b><img src=0></noscript></mi></math><img src=1>",
            b"<noscript><svg><desc><noscript><style><a href=x></noscript></style></desc></svg><a href=x>",
            b"<svg><title><a><noscript><!--[if IE]><form script=.><![endif]--></noscript><a href=x>",
            b"<noscript><svg><desc><!--[if IE]><form script=.><![endif]-->",
        )
    ],
    "the query of a URL in JSON is UTF-8": _plain(
        b'<script type=importmap>{"imports":{"a":"./x?\xcf\x88"}}</script>', **WHATWG
    ),
    "a control character escaped in url()": _plain(b"<style>p{background:url(a/../b\\\x7fc)}</style>"),
    "a table in a row of a template": _plain(
        b"<template><tr><table><svg></x>",
        b"<template><tr><math><mi><table>",
        b"<template><tr><table><math><annotation-xml><s><a href=x>",
    ),
    "such a key under the URL Standard": _plain(
        b'<script type=importmap>{"imports":{"//u":"/u","/x/%2e":"/x"}}</script>', **WHATWG
    ),
    "slashes behind file:": _plain(
        b"<base href='file:///x/y'><a href='..//a/b'><a href='/.//a'><a href='////a'><a href='///a'>"
        b"<a href='x/.././\\'><a href='x/..\\/a'><a href='\\\\//a'><a href='/\\//'>",
        b"<a href='file:/\\//'><a href='file:\\///x'>",
        b"<p style='background:url(file:/\\\\//x)'><a href='file:////'>",
        b"<base href='file:///x/y'><a href='file:..//a'><a href='file:.////a'><a href='/x/..//a'>",
    ),
    "a URL pattern under a drive letter": _plain(
        b"<base href='file:///C:/x/'><script type=speculationrules>"
        b'{"prefetch":[{"where":{"href_matches":"/y/*"}},{"where":{"href_matches":"/C"}}]}</script>',
    ),
    "a URL pattern with what looks like a placeholder under a user": [
        document
        for placeholders in ("keep", "resolve")
        for document in _plain(
            b"<base href='http://u@h/'><script type=speculationrules>"
            b'{"prefetch":[{"where":{"href_matches":["/y/{{x}}*","y{{x}}","{{x}}/y","?{{x}}*"]}}]}</script>',
            placeholders=placeholders,
        )
    ],
    "NUL is U+FFFD": _plain(
        b'<script type=importmap>{"imports":{"x":"./B\0"}}</script>',
        b'<script type=importmap>{"imports":{"x\0":"./B","./\0/../y":"./../\0y"}}</script>',
        b'<script type=importmap>{"imports":\0{"x":"./B"}}</script>',
        b'<script type=speculationrules>{"prefetch":[{"urls":["./B\0","../\0/x"]}]}</script>',
        b'<script type=speculationrules>{"pre\0fetch":[{"urls":["a"]}],"prefetch":[{"urls":["c"]}]}</script>',
        b'<svg><script type=speculationrules>{"pre\0fetch":[],"prefetch":[{"urls":["c\0"]}]}</script>',
        b"<style>p{background:url(x\0y)}</style><p style='background:url(x\0y)'>",
        b'<meta http-equiv=content-security-policy content="report-uri x\0y">',
        b'<meta http-equiv=content-security-policy content="img-src *\0; report-uri xy">',
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
    "the query of BASE is UTF-8 in Chromium": _plain(
        b"<meta charset=iso-8859-6><base href='q?\0'><a href=x>", **WHATWG
    ),
}
"""By what they show."""
