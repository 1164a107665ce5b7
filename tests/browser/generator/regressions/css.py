"""CSS that once failed: escapes, custom properties."""

from __future__ import annotations

from tests.browser.generator.document import Document
from tests.browser.generator.regressions.documents import plain

CSS: dict[str, list[Document]] = {
    "what looks like the beginning of a comment, in a URL": plain(
        b"<s src='i'style=--x:u\\72l('&');URL(&#34;/*>var(--x",
        b"<td STYLE='--x:u\\72l(/'><s style=URL(&#34;/*>var(--x",
        b'<em STYLE=--x:u\\72&#32l(m><T style="url(;/./*">var(--x',
        b"<p style='--x:url(m);background:url( /*)'><p style='background:var(--x)'>",
    ),
    "what looks like a custom property in url()": plain(
        b"<p style='url(  --x:'>", b"<p style='--y:1;url( --x:)'>"
    ),
    "custom properties behind a url() with an escape in its name": plain(
        b"<base href='p://*'><p style='a:u\\72l(b);--x:url(\\'>",
        b"<p style='a:\\000055 \\52\n\\4c (x/*y);--x:url(b)'><p style='a:u\\72l(x//*y);--x:url(b*/)'>"
        b"<p style='color:var(--x)'>",
    ),
    "a custom property that is in a string": plain(
        b"<meta style='color:url(\"./p,); --x:url(\"?../)' content=x>"
        b"<p style='content:\"; --x:\";src:url(y)'>",
    ),
    "an asterisk in a custom property, which Chromium writes otherwise": plain(
        b"<form style='--N:\"\");url(*/..'>",
        b"<p style='\\2d-x:url(a*b/../c)'>",
    ),
    "an escaped quote in CSS stays escaped": plain(
        b'<style>p{background:url("a/../x\\");}body{background:url(//evil.test/?x);}/*")}</style>',
        b"""<p style='background:url("a/../x\\");}body{background:url(//evil.test/?x);}/*")'>""",
        b'<style>@import "a/../x\\");}body{background:url(//evil.test/?x)";p{color:red}</style>',
        b"<style>p{background:url(a/../x\\);}body{background:url(//evil.test/?x)}</style>",
        b"<svg><style>p{background:url(&quot;a/../x\\&quot;);}body{color:red}/*&quot;)}</style></svg>",
        b"""<svg><path fill='url("a/../x\\") red url(y)'></svg>""",
    ),
    "an escaped parenthesis in url() stays escaped": plain(
        b"<style>p{background:url(img/../b\\(1\\).png)}</style>",
        b"<p style='background:url(img/../b\\(1\\).png)'>",
        b"<p style='background:url(../b\\28 1\\29.png)'>",
    ),
    "CSS in attributes, escapes in references": plain(
        b"<p style=\"background:url('x\\22 &#92;22 y')\">",
        b"<p style=\"background:url('x\\22 &#92;')\">",
        b"<p style='background:url(\"a\\\r&#10;b\")'>",
    ),
    "a control character escaped in url()": plain(b"<style>p{background:url(a/../b\\\x7fc)}</style>"),
}
"""By what they show."""
