"""Encodings that once failed: bytes, labels, characters that an encoding lacks, NUL, line ends."""

from __future__ import annotations

from tests.browser.generator.document import Document
from tests.browser.generator.regressions.documents import WHATWG, declared, plain

IMAGES = b"".join(b"<img src=i%d.png alt='a picture'>" % number for number in range(40))


def _bytes_of(*values: int) -> bytes:
    return b"".join(b"<a href='x/%c?%c'>" % (value, value) for value in values)


C1 = _bytes_of(*range(0x80, 0xA0))  # HTML maps these numbers of character references to others
HIGH = _bytes_of(*range(0xA0, 0x100))

ENCODINGS: dict[str, list[Document]] = {
    "queries in CSS, some in UTF-8, under a path that browsers read otherwise": [
        Document(page.encode("gbk"), "gbk", options=options)
        for page in (
            "<p style='background:url(HTTP:../x?\u8868)'><svg><rect fill='url(HTTP:../x?\u8868#s)'>",
            "<style>@import 'HTTP:../x?\u8868';p{background:url(HTTP:../x?\u8868)}</style>",
            "<a href='HTTP:?\u8868'><img srcset='HTTP:?\u8868,x'>",
            "<base href=..><style>@import url(?\u8868);</style><p style='--x:url(?\u8868);color:var(--x)'>",
        )
        for options in ({}, WHATWG, {"base_element": "remove"})
    ],
    "an escape sequence of ISO-2022-JP behind a backslash": [
        Document(page, "iso-2022-jp")
        for page in (
            b"<svg><set attributename=color-profile to='\\\x1b(B\\f\nurl(&'>",
            b"<p style='color:\\\x1b(B\\f url(a);background:url(b)'>",
            b"<style>p{color:\\\x1b(B\\f url(a);background:url(b)}</style>",
            b"<img srcset='a \x1b(B1x, b 2x'>",
        )
    ],
    "line ends and character references that follow each other, in a document in a value": plain(
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
    "a meta charset that is pushed past 1,024 bytes": plain(
        b"<body>" + IMAGES[:900] + b"<meta charset=utf-8><a href='?\xc3\xa9'>\xc3\xa9",
        b"<!doctype html><body>" + IMAGES[:940] + b"<meta charset=koi8-r><a href='\xc3\xa9?\xc3\xa9'>",
    ),
    "bytes that are no character references": [
        document
        for charset in b"windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1257"
        b" windows-1258 windows-874 windows-1252 iso-8859-2 iso-8859-15 koi8-u x-user-defined".split()
        for document in declared(charset, C1, HIGH)
    ],
    "bytes that Python decodes otherwise": [
        *declared(
            b"big5", b"<a href='../\x87\x7a?\x87\x7a'>", b"<a href='a/../\xa1\x45\x8e\x40\xc7\xe5?\xa1\x5a'>"
        ),
        *declared(b"iso-2022-jp", b"<a href='../\x1b(I0\x1b(B?\x1b(I1\x1b(B'>"),
        *declared(b"iso-2022-jp", b'<base href=//\'><a href=\x1b$B"\x1b(B><a href="\x1b$B"!\x1b(B">'),
        *declared(b"euc-jp", b"<a href='../\x8f\xa2\xaf\x8f\xf5\xa1?\xad\xa1'>"),
        *declared(b"gbk", b"<a href='../\xa2\xe3\x80\xa6\xd9?\x81\x30\x81\x30'>"),
        *declared(b"shift_jis", b"<a href='../\x81\x60\xf0\x40?\x81\x5f\xa0'>"),
        *declared(b"euc-kr", b"<a href='../\xa2\xe6\x81\x41?\xc9\xa1'>"),
    ],
    "digits behind half a character": [
        document
        for charset in (b"gbk", b"gb18030")
        for document in declared(
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
        *declared(b"hz-gb-2312", b'<iframe srcdoc="&eacute;"></iframe><a href=x>'),
        *declared(b"replacement", b'<iframe srcdoc="&eacute;"></iframe><a href=&eacute;>'),
        Document(b"<a href=&eacute;>", "replacement"),
        *(
            document
            for label in (b"csiso2022kr", b"iso-2022-cn", b"iso-2022-cn-ext", b"iso-2022-kr")
            for document in declared(label, b'<iframe srcdoc="&eacute;"></iframe><a href=&eacute;>')
        ),
    ],
    "a label with an entity": plain(b'<meta charset="&#107;oi8-r"><a href="?\xc1">'),
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
    "NUL is U+FFFD": plain(
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
    "the query of BASE is UTF-8 in Chromium": plain(
        b"<meta charset=iso-8859-6><base href='q?\0'><a href=x>", **WHATWG
    ),
}
"""By what they show."""
