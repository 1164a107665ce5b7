"""What libraries and crawlers that rewrite or resolve links do wrong."""

from __future__ import annotations

from tests.api.peers.defect import Defect, kept

DEEP = "<div>" * 100_000
LONG = "x/" * 1_100
FAR = "<!-- " + "-" * 5_000 + " -->"

LXML = [
    Defect(
        "lxml",
        "the last BASE wins",
        "<base href=/a/><base href=/b/><a href=x>",
        "<base href=http://h/a/><base href=http://h/b/><a href=http://h/a/x>",
    ),
    Defect(
        "lxml",
        "BASE is read in a template",
        "<template><base href=/t/></template><a href=x>",
        "<template><base href=http://h/t/></template><a href=http://h/d/x>",
    ),
    Defect(
        "lxml",
        "BASE is read in an svg",
        "<svg><base href=/t/></svg><a href=x>",
        "<svg><base href=http://h/t/></svg><a href=http://h/d/x>",
    ),
    Defect(
        "lxml",
        "BASE is read in a noscript",
        "<noscript><base href=/t/></noscript><a href=x>",
        "<noscript><base href=http://h/t/></noscript><a href=http://h/d/x>",
    ),
    Defect(
        "lxml",
        "a relative BASE is resolved in two passes: /a/x",
        "<base href=s/><a href=../../x>",
        "<base href=http://h/a/s/><a href=http://h/x>",
        url="http://h/a/p",
    ),
    Defect(
        "lxml",
        "a BASE above the root is resolved in two passes: /a/up/x",
        "<base href=../../../up/><a href=x>",
        "<base href=http://h/up/><a href=http://h/up/x>",
        url="http://h/a/p",
    ),
    Defect(
        "lxml", "BASE is removed", "<base href=/a/><a href=x>", "<base href=http://h/a/><a href=http://h/a/x>"
    ),
    Defect(
        "lxml",
        "quotes, case, line ends and optional tags change",
        "<!DOCTYPE html>\r\n<P>a<BR/>b<A HREF='x'  Title=\"&copy;\">&eacute;\r\n",
        "<!DOCTYPE html>\r\n<P>a<BR/>b<A HREF='http://h/d/x'  Title=\"&copy;\">&eacute;\r\n",
    ),
    Defect(
        "lxml",
        "text becomes numeric references",
        "<p>\u00e9\u4e2d<a href=x>",
        "<p>\u00e9\u4e2d<a href=http://h/d/x>",
    ),
    Defect(
        "lxml",
        "a host is percent-encoded: another host",
        "<a href='//m\u00fcnchen.de/x'>",
        "<a href='http://m\u00fcnchen.de/x'>",
    ),
    kept("lxml", "an absolute host is percent-encoded", "<a href='http://m\u00fcnchen.de/'>"),
    kept("lxml", "placeholders are percent-encoded", "<a href='{{ url }}'><img src='{% static x %}'>"),
    kept("lxml", "data: is percent-encoded", "<img src='data:image/svg+xml,<svg a=\"b\"> </svg>'>"),
    Defect("lxml", "a space becomes %20", "<a href='a b'>", "<a href='http://h/d/a b'>"),
    Defect(
        "lxml", "a trailing no-break space is lost", "<a href='x\u00a0'>", "<a href='http://h/d/x\u00a0'>"
    ),
    Defect(
        "lxml", "a link below 100,000 elements is lost", f"{DEEP}<a href=x>", f"{DEEP}<a href=http://h/d/x>"
    ),
    kept("lxml", "fragments and nothing become absolute", "<a href=#f></a><a href=''></a><a href>"),
    Defect(
        "lxml",
        "ValueError for a bad IPv6 address",
        "<a href='http://[bad'><a href=x>",
        "<a href='http://[bad'><a href=http://h/d/x>",
    ),
    Defect(
        "lxml",
        "ValueError for a bad address in a document with BASE",
        "<base href=/a/><a href='//[x'><a href=x>",
        "<base href=http://h/a/><a href='//[x'><a href=http://h/a/x>",
    ),
    Defect(
        "lxml",
        "ValueError for a bad BASE",
        "<base href='http://['><a href=x>",
        "<base href='http://['><a href=http://h/d/x>",
    ),
    Defect(
        "lxml",
        "an archive of several URLs is spliced",
        "<object archive='a.jar b.jar c.jar'>",
        "<object archive='http://h/d/a.jar http://h/d/b.jar http://h/d/c.jar'>",
    ),
    Defect(
        "lxml",
        "usemap of an object is missed",
        "<object usemap='m.html#m'>",
        "<object usemap='http://h/d/m.html#m'>",
    ),
    Defect(
        "lxml",
        "srcset is missed",
        "<img srcset='a 1x, b 2x'>",
        "<img srcset='http://h/d/a 1x, http://h/d/b 2x'>",
    ),
    Defect(
        "lxml",
        "poster, ping and imagesrcset are missed",
        "<video poster=x></video><a ping='x y'><link imagesrcset=x>",
        "<video poster=http://h/d/x></video><a ping='http://h/d/x http://h/d/y'><link imagesrcset=http://h/d/x>",
    ),
    Defect(
        "lxml",
        "@import in single quotes is missed",
        "<style>@import 'x';</style>",
        "<style>@import 'http://h/d/x';</style>",
    ),
]

TURBOHTML = [
    Defect(
        "turbohtml",
        "links are resolved without BASE",
        "<base href=b/><a href=x>",
        "<base href=http://h/d/b/><a href=http://h/d/b/x>",
    ),
    Defect(
        "turbohtml",
        "the end of line behind the doctype is lost",
        "<!doctype html>\n<a href=x>",
        "<!doctype html>\n<a href=http://h/d/x>",
    ),
    Defect("turbohtml", "CRLF becomes LF", "<p>\r\n<a href=x>\r\n", "<p>\r\n<a href=http://h/d/x>\r\n"),
    kept("turbohtml", "CRLF becomes LF where nothing is edited", "<p>\r\n<a href=http://h/x>\r\n"),
    Defect(
        "turbohtml",
        "references in text are decoded",
        "&eacute;&amp;&nbsp;<a href=x>",
        "&eacute;&amp;&nbsp;<a href=http://h/d/x>",
    ),
    Defect(
        "turbohtml",
        "implied tags are inserted",
        "<table><tr><td><a href=x>",
        "<table><tr><td><a href=http://h/d/x>",
    ),
    Defect(
        "turbohtml",
        "the other attributes of an edited tag are rebuilt",
        "<A CLASS = 'a&amp;b'  title=&quot;  HREF=x>",
        "<A CLASS = 'a&amp;b'  title=&quot;  HREF=http://h/d/x>",
    ),
    Defect("turbohtml", "a slash of g//h is lost", "<a href=g//h>", "<a href=http://h/d/g//h>"),
    Defect(
        "turbohtml",
        "ValueError for //[x leaves the document half rewritten",
        "<a href=x><a href='//[x'><a href=y>",
        "<a href=http://h/d/x><a href='//[x'><a href=http://h/d/y>",
    ),
    Defect(
        "turbohtml",
        "shadow roots are not walked",
        "<p><template shadowrootmode=open><a href=x></template>",
        "<p><template shadowrootmode=open><a href=http://h/d/x></template>",
    ),
    Defect(
        "turbohtml",
        "bytes become str, whatever their META says",
        "<meta charset=windows-1252><a href=\u00e9>",
        "<meta charset=windows-1252><a href=http://h/d/\u00e9>",
        charset="windows-1252",
    ),
    Defect(
        "turbohtml",
        "codebase, classid and profile are missed",
        "<head profile=x><object codebase=c/ classid=x>",
        "<head profile=http://h/d/x><object codebase=http://h/d/c/ classid=http://h/d/c/x>",
    ),
]

W3LIB = [
    Defect(
        "w3lib",
        "BASE is read in a textarea",
        "<textarea><base href=/t/></textarea><a href=x>",
        "<textarea><base href=/t/></textarea><a href=http://h/d/x>",
    ),
    Defect(
        "w3lib",
        "references in BASE are not decoded",
        "<base href='/a&amp;b/&eacute;/'><a href=x>",
        "<base href='http://h/a&amp;b/&eacute;/'><a href=http://h/a&amp;b/\u00e9/x>",
    ),
    Defect(
        "w3lib",
        "data: is a base",
        "<base href=data:,x><a href=x>",
        "<base href=data:,x><a href=http://h/d/x>",
    ),
    Defect(
        "w3lib",
        "javascript: is a base",
        "<base href=javascript:x><a href=x>",
        "<base href=javascript:x><a href=http://h/d/x>",
    ),
    Defect(
        "w3lib",
        "ValueError for a bad BASE",
        "<base href='//['><a href=x>",
        "<base href='//['><a href=http://h/d/x>",
    ),
    Defect(
        "w3lib",
        "BASE counts in the first 4,096 characters only",
        f"{FAR}<base href=/b/><a href=x>",
        f"{FAR}<base href=http://h/b/><a href=http://h/b/x>",
    ),
    Defect(
        "w3lib",
        "BASE was read in comments and scripts",
        "<!--<base href=/b/>--><script>'<base href=/b/>'</script><a href=x>",
        "<!--<base href=/b/>--><script>'<base href=/b/>'</script><a href=http://h/d/x>",
    ),
    Defect(
        "w3lib",
        "an empty BASE ends the search",
        "<base><base href=/b/><a href=x>",
        "<base><base href=http://h/b/><a href=http://h/b/x>",
    ),
]

OTHERS = [
    Defect(
        "nh3",
        "a link that cannot be parsed is dropped",
        "<a href='http://o:x/'><a href=x>",
        "<a href='http://o:x/'><a href=http://h/d/x>",
    ),
    Defect("nh3", "http:g stays", "<a href=http:g>", "<a href=http://h/d/g>"),
    Defect(
        "nh3", "BASE is not read", "<base href=/b/><a href=x>", "<base href=http://h/b/><a href=http://h/b/x>"
    ),
    Defect(
        "nh3",
        "a document is sanitized",
        "<script>x()</script><a onclick=x() href=x>",
        "<script>x()</script><a onclick=x() href=http://h/d/x>",
    ),
    kept("feedparser", "slashes of scheme://// are lost", "<a href='x-y:////a'>"),
    kept("premailer", "braces are percent-encoded", "<a href='{{x}}'><a href='cid:a@b'><a href='tel:+1-2'>"),
    Defect(
        "premailer",
        "srcset, action and style are missed",
        "<form action=x><img srcset=x><p style='a:url(x)'>",
        "<form action=http://h/d/x><img srcset=http://h/d/x><p style='a:url(http://h/d/x)'>",
    ),
    Defect(
        "Heritrix",
        "codebase is resolved without BASE",
        "<base href=/b/><object codebase=c/ classid=x>",
        "<base href=http://h/b/><object codebase=http://h/b/c/ classid=http://h/b/c/x>",
    ),
    Defect(
        "Heritrix",
        "values of more than 2,048 characters are skipped",
        f"<a href={LONG}>",
        f"<a href=http://h/d/{LONG}>",
    ),
    Defect(
        "cc-pyspark",
        "the last BASE wins",
        "<base href=/a/><a href=x></a><base href=/b/>",
        "<base href=http://h/a/><a href=http://h/a/x></a><base href=http://h/b/>",
    ),
    Defect(
        "Nutch",
        "BASE is read in the head only",
        "<body><base href=/b/><a href=x>",
        "<body><base href=http://h/b/><a href=http://h/b/x>",
    ),
    Defect(
        "Nutch",
        "POST forms and nofollow are left out",
        "<form method=post action=x><a rel=nofollow href=x>",
        "<form method=post action=http://h/d/x><a rel=nofollow href=http://h/d/x>",
    ),
    Defect(
        "lol-html",
        "a changed value gets double quotes",
        "<a href='x' id=\"y\">",
        "<a href='http://h/d/x' id=\"y\">",
    ),
    Defect(
        "lol-html",
        "UTF-16 is not supported",
        "<a href=\u00e9>",
        "<a href=http://h/d/\u00e9>",
        charset="utf-16le",
    ),
    Defect(
        "lol-html",
        "references are handed over undecoded",
        "<a href='&#47;&#120;'>",
        "<a href='http://h&#47;&#120;'>",
    ),
    Defect(
        "jsoup",
        "BASE is lost behind a late META charset",
        "<base href=/b/><title>\u00e9</title><meta charset=windows-1252><a href=x>",
        "<base href=http://h/b/><title>\u00e9</title><meta charset=windows-1252><a href=http://h/b/x>",
        charset="windows-1252",
    ),
    Defect(
        "requests-html",
        "?page=2 is resolved a level too high",
        "<a href='?page=2'>",
        "<a href='http://h/d/p.html?page=2'>",
    ),
    Defect("markdownify", "a link keeps its line end", "<a href='\n x \n'>", "<a href='\n http://h/d/x \n'>"),
]

URLJOIN = [
    Defect("urljoin", "empty segments are removed", "<a href=g//h///i>", "<a href=http://h/d/g//h///i>"),
    Defect(
        "urljoin",
        "an empty query is dropped",
        "<a href='?'><a href='g?'>",
        "<a href='http://h/d/p.html?'><a href='http://h/d/g?'>",
    ),
    Defect("urljoin", "an empty fragment is dropped", "<a href='g#'>", "<a href='http://h/d/g#'>"),
    Defect(
        "urljoin",
        "a base of an unknown scheme gives the reference back",
        "<a href=x>",
        "<a href=foo://h/p/x>",
        url="foo://h/p/q",
    ),
    Defect("urljoin", "dots above the root stay", "<a href=../../../g>", "<a href=http://h/g>"),
    Defect(
        "urljoin",
        "the dots of /./g and /../g are removed",
        "<a href=/./g><a href=/../g>",
        "<a href=http://h/./g><a href=http://h/../g>",
    ),
    Defect(
        "urljoin",
        "ValueError for brackets",
        "<a href='//a]b/'><a href=x>",
        "<a href='//a]b/'><a href=http://h/d/x>",
    ),
]
