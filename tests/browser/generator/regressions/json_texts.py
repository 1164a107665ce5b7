"""JSON that once failed: import maps and speculation rules."""

from __future__ import annotations

from tests.browser.generator.document import Document
from tests.browser.generator.regressions.documents import WHATWG, plain

JSON_TEXTS: dict[str, list[Document]] = {
    "a URL pattern that is a fragment": [
        Document(
            b"%s<script type=speculationrules>" % base
            + b'{"prefetch":[{"where":{"href_matches":["#","#a"]}}]}</script>',
            options=options,
        )
        for base in (b"", b"<base href=/b/>")
        for options in ({}, {"same_document": "resolve"})
    ],
    "a JSON text in svg that the end of the document cuts off behind </": plain(
        b'<svg><script type=importmap>{"imports":{"a":"./b"}}</',
        b'<svg><script type="speculationrules">{"prefetch":[{"where":{"href_matches":""}}]}</',
    ),
    "a URL pattern under a base with escaped dot segments": plain(
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
    "a URL pattern under a host of dots": plain(
        *(
            b"<base href='%s'><script type=speculationrules>" % base
            + b'{"prefetch":[{"where":{"href_matches":["/:id","*","x","?x","#f",""]}}]}</script>'
            for base in (b"//%2e", b"//%2e%2e", b"//h%2e/%2e/x", b"//%2E/%2e%2e/x")
        )
    ),
    "a name in an import map that is a host alone below file:": plain(
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
    "escapes in JSON stay escapes": plain(
        b'<script type=importmap>{"imports":{"a":".\\/m.js","b":".\\/x\\"y"}}</script>',
        b'<script type=importmap>{"imports":{"a":"./a/../\\u0022,\\"b\\":\\"c"}}</script>',
        b'<script type=speculationrules>{"prefetch":[{"urls":[".\\/a\\/..\\/x\\\\\\"y"]}]}</script>',
    ),
    "of two equal keys in an import map the last counts": plain(
        b'<script type=importmap>{"imports":{"a":"./x","a":"./y"}}</script>',
        b'<script type=importmap>{"imports":{"./a":"./x","http://a.example/z":"./y"},"imports":{"./b":"./c"}}</script>',
        b'<base href=http://h/d/><script type=importmap>{"imports":{"./h":"./1","http://h/d/h":"./2","./h":"./3"}}</script>',
        b'<base href=http://h/d/><script type=importmap>{"imports":{"http://h/d/h":"./1","./h":"./2","http://h/d/h":"./3"}}'
        b"</script>",
    ),
    "names of one URL in an import map that begin with slashes": plain(
        b'<script type=importmap>{"imports":{"/x":"./1","//a.example/x":"./2","/x":"./3"}}</script>',
        b'<script type=importmap>{"imports":{"http://a.example/x":"./1","/x":"./2","http://a.example/x":"./3"}}</script>',
        b'<script type=importmap>{"imports":{"\\/d/x":"./1","//a.example/d/x":"./2","/d/x":"./3"}}</script>',
        b'<script type=importmap>{"imports":{"http://h/.":"./1","./x/ ":"./2"}}</script>',
    ),
    "a URL pattern under an IPv6 host": plain(
        b"<base href='http://[::ffff:1.2.3.4]/x/'><script type=speculationrules>"
        b'{"prefetch":[{"where":{"href_matches":"/y/*"}}]}</script>',
    ),
    "a URL pattern under a default port": plain(
        b"<base href='HTTP://H.TEST:80/./x/../y/'><script type=speculationrules>"
        b'{"prefetch":[{"where":{"href_matches":"/*\\u005C\\\\?*"}}]}</script>',
    ),
    "a URL pattern under a host with a user of nothing": plain(
        b"<base href='http://:@h/x/'><script type=speculationrules>"
        b'{"prefetch":[{"where":{"href_matches":"(.*)"}}]}</script>',
    ),
    "a key of an import map that ends in a slash only once it is absolute": plain(
        b'<script type=importmap>{"imports":{"../\\u001f":"./x"}}</script>',
        b'<script type=importmap>{"imports":{"/%2e":"./x"}}</script>',
        b'<script type=importmap>{"imports":{"./.":"./x","./..":"./y","../x/.":"./z/"}}</script>',
        b'<script type=importmap>{"scopes":{"./.":{"./.":"./x"}},"integrity":{"./.":"x"}}</script>',
    ),
    "names of one URL in an import map, with many slashes or under other schemes": plain(
        b'<script type=importmap>{"imports":{"////[::1]#":"/c","a-b":"/"}}</script>',
        b'<script type=importmap>{"imports":{"\\/\\u002F\\/127.0.0.1?x":"/c","//127.0.0.1?x":"/d"}}</script>',
        b'<script type=importmap>{"imports":{"//h?":"/1","http:\\\\\\\\h?":"/1","http://h/./?":"/2"}}</script>',
        *(
            b"<base href='%s/x/'><script type=importmap>" % base
            + b'{"imports":{"./a":"/1","%s/x/./a":"/2","././a":"/3"}}</script>' % base
            for base in (b"HTTP://H", b"x://h", b"x:", b"file://", b"file://h")
        ),
    ),
    "the query of a URL in JSON is UTF-8": plain(
        b'<script type=importmap>{"imports":{"a":"./x?\xcf\x88"}}</script>', **WHATWG
    ),
    "such a key under the URL Standard": plain(
        b'<script type=importmap>{"imports":{"//u":"/u","/x/%2e":"/x"}}</script>', **WHATWG
    ),
    "a URL pattern under a drive letter": plain(
        b"<base href='file:///C:/x/'><script type=speculationrules>"
        b'{"prefetch":[{"where":{"href_matches":"/y/*"}},{"where":{"href_matches":"/C"}}]}</script>',
    ),
    "a URL pattern under a scheme with a plus sign": plain(
        b"<base href=a+b.c://h:8/d/><script type=speculationrules>"
        b'{"prefetch":[{"where":{"href_matches":["","x","/*","#f","a+b.c://h/y/*","a\\\\+b.c://h/y/*"]}}]}'
        b"</script>",
    ),
    "a name in a URL pattern that is not of ASCII": plain(
        '<meta charset=utf-8><script type=speculationrules>{"prefetch":[{"where":{"href_matches":'
        '[":\xe9","x:\u30a2"]}}]}</script>'.encode()
    ),
    "a URL pattern with what looks like a placeholder under a user": [
        document
        for placeholders in ("keep", "resolve")
        for document in plain(
            b"<base href='http://u@h/'><script type=speculationrules>"
            b'{"prefetch":[{"where":{"href_matches":["/y/{{x}}*","y{{x}}","{{x}}/y","?{{x}}*"]}}]}</script>',
            placeholders=placeholders,
        )
    ],
}
"""By what they show."""
