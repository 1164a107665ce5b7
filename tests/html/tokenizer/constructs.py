"""The constructs of the HTML Standard: documents, and the links that a browser sees in them.

One row a construct: its name, a document, and of each link the element, the attribute and the
value as written. Most links that a construct hides are named "y", and links outside it "x".
"""

import pytest

Expected = tuple[str, str, bytes]
X = ("a", "href", b"x")


def row(name: str, html: bytes, *found: Expected) -> object:
    """One construct: its name, a document, the element, attribute and raw value of each link."""
    return pytest.param(name, html, list(found), id=name)


COMMENTS = [
    row("comment", b"<!-- <a href=y> --><a href=x>", X),
    row("comment, empty", b"<!----><a href=x>", X),
    row("comment, abrupt closing", b"<!--><a href=x>", X),
    row("comment, abrupt closing with a dash", b"<!---><a href=x>", X),
    row("comment, incorrectly closed", b"<!--y--!><a href=x>", X),
    row("comment, incorrectly closed at once", b"<!----!><a href=x>", X),
    row("comment, many dashes", b"<!---<a href=y>-----><a href=x>", X),
    row("comment, dashes and ! inside", b"<!-- - -- -! --! <a href=y> ---><a href=x>", X),
    row("comment, dash-dash-! twice", b"<!----!--!><a href=x>", X),
    row("comment, nested", b"<!-- <!-- <a href=y> --><a href=x> -->", X),
    row("comment, opened again at its end", b"<!-- <!--><a href=x>", X),
    row("comment, space in its end", b"<!-- -- ><a href=y>--><a href=x>", X),
    row("comment, > inside", b"<!-- > <a href=y> -> <a href=y> --><a href=x>", X),
    row("comment, conditional", b"<!--[if IE]><a href=y><![endif]--><a href=x>", X),
    row("conditional, revealed", b"<![if IE]><a href=x><![endif]>", X),
    row("conditional, revealed to all", b"<!--[if IE]><!--><a href=x><!--<![endif]-->", X),
    row("bogus comment, <!", b"<!y href='><a href=x>'", X),
    row("bogus comment, <!-", b"<!-y><a href=x>", X),
    row("bogus comment, <!>", b"<!><a href=x>", X),
    row("bogus comment, <?", b"<?php y='<a href=y>'?><a href=x>", X),
    row("bogus comment, </ and no letter", b"</ y <a href=y><a href=x>", X),
    row("bogus comment, </ and a quote", b"</'><a href=x>'>", X),
    row("bogus comment, CDATA in HTML", b"<![CDATA[ <a href=y>]]><a href=x>", X),
    row("bogus comment, CDATA in HTML ends at >", b"<![CDATA[>]<a href=x>]]>", X),
    row("doctype", b"<!DOCTYPE html><a href=x>", X),
    row("doctype, > inside quotes", b"<!DOCTYPE html PUBLIC '><a href=x>'>", X),
    row("doctype, quotes", b'<!doctype html SYSTEM "<a href=y"><a href=x>', X),
    row("doctype, internal subset", b"<!DOCTYPE html [<!ENTITY y 'y'>]><a href=x>", X),
]

SIMPLE = [  # tags that a scan may pass over in one match, and similar ones that it may not
    row("white space before =", b'<a title ="a>b" href=x>', X),
    row("white space before =, another tag", b'<b title\n="<a href=y>"><a href=x>', X),
    row("names without values", b"<b hidden x-y><a hidden download href=x>", X),
    row("a name without a value, then =", b"<b hidden ='><a href=y>'><a href=x>", X),
    row("a link's name without a value", b"<img src ='x'>", ("img", "src", b"x")),
    row("two spaces before =", b"<b title  ='><a href=y>'><a href=x>", X),
    row("a slash behind a name", b"<b hidden /><a href=x>", X),
    row("an unquoted value with a quote", b"<b title=a'><a href=x>'>", X),
    row("quoted values without a space between", b"<b title='a'id=\"<a href=y>\"><a href=x>", X),
]

TEXT = [
    row("text, < and a space", b"a < b <a href=x>", X),
    row("text, < and a digit", b"<1a href=y><a href=x>", X),
    row("text, < twice", b"<<a href=x>", X),
    row("text, < at the end", b"<a href=x><", X),
    row("text, </>", b"</><a href=x>", X),
    row("text, a letter beyond ASCII", b"<\xc3\xa9 href=y><a href=x>", X),
    row("text, quotes", b'it\'s <a href=x> "y"', X),
    row("text, character references", b"&lt;a href=y&gt;<a href=x>", X),
    row("text, byte order mark", b"\xef\xbb\xbf<a href=x>", X),
    row("end tag, attributes", b"</a href=y><a href=x>", X),
    row("end tag, > inside quotes", b"</p y='><a href=y>'><a href=x>", X),
    row("end tag, quotes without =", b"</p 'y'><a href=x>", X),
    row("end tag, self-closing", b"</p/><a href=x>", X),
    row("end tag, missing space", b"</p\"'><a href=x>", X),
]

ATTRIBUTES = [
    row("value, double quotes", b'<a href="x">', X),
    row("value, single quotes", b"<a href='x'>", X),
    row("value, unquoted", b"<a href=x>", X),
    row("value, > in double quotes", b'<a href="x>y">', ("a", "href", b"x>y")),
    row("value, > in single quotes", b"<a href='x>y'>", ("a", "href", b"x>y")),
    row("value, < in quotes", b'<a title="<a href=y>" href="x">', X),
    row("value, other quotes inside", b"<a href=\"'x'\">", ("a", "href", b"'x'")),
    row("value, unquoted with quotes inside", b"<a href=x'\"y>", ("a", "href", b"x'\"y")),
    row("value, unquoted with <, = and `", b"<a href=x<=`y>", ("a", "href", b"x<=`y")),
    row("value, unquoted with a slash at its end", b"<a href=x/>", ("a", "href", b"x/")),
    row("value, unquoted slash", b"<a href=/>", ("a", "href", b"/")),
    row("value, unquoted, slash behind a space", b"<a href=x />", X),
    row("value, empty quotes", b"<a href=''>", ("a", "href", b"")),
    row("value, missing behind =", b"<a href=>", ("a", "href", b"")),
    row("value, missing behind = and a space", b"<a href= >", ("a", "href", b"")),
    row("value, none", b"<a href>", ("a", "href", b"")),
    row("value, none before a slash", b"<a href/>", ("a", "href", b"")),
    row("value, none before another attribute", b"<a href title=y>", ("a", "href", b"")),
    row("value, what follows = is one", b"<a href= title=y>", ("a", "href", b"title=y")),
    row("value, spaces around =", b"<a href \t\n= \f\r'x'>", X),
    row("value, line ends inside", b"<a href='x\r\n y'>", ("a", "href", b"x\r\n y")),
    row("value, edge spaces", b"<a href=' x '>", ("a", "href", b" x ")),
    row("value, character references", b"<a href='&amp;&copy=&#39;'>", ("a", "href", b"&amp;&copy=&#39;")),
    row("value, NUL", b"<a href='x\0y'>", ("a", "href", b"x\0y")),
    row("value, bytes beyond ASCII", b"<a href=x\xc3\xa9\xc2\xa0y>", ("a", "href", b"x\xc3\xa9\xc2\xa0y")),
    row("value, two equals signs", b"<a href==x>", ("a", "href", b"=x")),
    row("name, uppercase", b"<A HREF=x>", X),
    row("name, mixed case", b"<iMg sRC=x>", ("img", "src", b"x")),
    row("name, begins with =", b"<a =href=y href=x>", X),
    row("name, = behind a slash", b"<a /=href=y href=x>", X),
    row("name, holds a quote", b"<a y' href=x>'", X),
    row("name, a quote before it", b"<a 'href=y' href=x>", X),
    row("name, holds <", b"<a <b href=x>", X),
    row("name, longer", b"<a hrefs=y data-href=y xhref=y href=x>", X),
    row("name, NUL behind it", b"<a href\0=y href=x>", X),
    row("name, NUL before it", b"<a \0href=y href=x>", X),
    row("name, NUL inside", b"<a hr\0ef=y href=x>", X),
    row("name, of no link on this element", b"<p action=y poster=y><a href=x>", X),
    row("space, missing behind a quote", b"<a title='y'href='x'>", X),
    row("space, missing around slashes", b"<a/href=x>", X),
    row("space, every kind", b"<a\t\n\f\r href=x>", X),
    row("space, vertical tab is none", b"<a\x0bhref=y><a href=x>", X),
    row("space, no-break space is none", b"<a\xc2\xa0href=y><a href=x>", X),
    row("slashes between attributes", b"<a / // href=x / title=y //>", X),
    row("duplicate", b"<a href=x href=y>", X),
    row("duplicate, other case", b"<a HREF=x href=y Href=y>", X),
    row("duplicate, first empty", b"<a href='' href=y>", ("a", "href", b"")),
    row("duplicate, first valueless", b"<a href href=y>", ("a", "href", b"")),
    row("duplicate, others between", b"<a href=x title=t href=y>", X),
    row("duplicate, first base-independent", b"<a href='http://x/' href=y>", ("a", "href", b"http://x/")),
    row("duplicate, first a fragment", b"<a href=#x title=t href=y>", ("a", "href", b"#x")),
    row("duplicate, second base-independent", b"<a href=x href=http://y/>", X),
    row("duplicate, first a style without references", b"<p style='a:b' style='a:url(y)'>"),
    row("duplicate, first a style without value", b"<p style style='a:url(y)'>"),
    row("duplicate, of another tag", b"<a href=x><a href=x>", X, X),
    row("several", b"<img src=x longdesc=z><a ping=p href=x>",
        ("img", "src", b"x"), ("img", "longdesc", b"z"), ("a", "ping", b"p"), X),
    row("element, any", b"<y-z href=x src=w>", ("y-z", "href", b"x"), ("y-z", "src", b"w")),
    row("element, NUL in its name", b"<y\0z href=x>", ("y\ufffdz", "href", b"x")),
    row("element, a letter beyond ASCII", b"<y\xc3\x89 href=x>", ("y\u00c9", "href", b"x")),
    row("element, quotes in its name", b"<a'href=y'><y\"'z href=x>", ("y\"'z", "href", b"x")),
    row("element, < in its name", b"<y<a href=x>", ("y<a", "href", b"x")),
    row("element, equals sign in its name", b"<a=y href=x>", ("a=y", "href", b"x")),
    row("element, longer than a raw text one", b"<scripts><titles><styled><a href=x>", X),
    row("element, image", b"<image src=x>", ("image", "src", b"x")),
]  # fmt: skip

BASE_INDEPENDENT = [
    row("base-independent, scheme in any case", b"<a href=HTTPS://x/><a href=x>",
        ("a", "href", b"HTTPS://x/"), X),
    row("base-independent, quoted", b"<a href=\"http://y/\"><a href='http://y/'><a href=x>",
        ("a", "href", b"http://y/"), ("a", "href", b"http://y/"), X),
    row("base-independent, fragment", b"<a href=#y><a href=x>", ("a", "href", b"#y"), X),
    row("base-independent, empty fragment", b"<a href='#'><a href=x>", ("a", "href", b"#"), X),
    *(row(f"base-independent, {scheme}", f"<a href={scheme}y><img src='{scheme}y'><a href=x>".encode(),
          ("a", "href", f"{scheme}y".encode()), ("img", "src", f"{scheme}y".encode()), X)
      for scheme in ("mailto:", "DATA:", "javascript:", "tel:")),
    row("not base-independent, same scheme", b"<a href=http:x>", ("a", "href", b"http:x")),
    row("not base-independent, one slash", b"<a href=http:/x>", ("a", "href", b"http:/x")),
    row("not base-independent, edge space", b"<a href=' http://x/'>", ("a", "href", b" http://x/")),
    row("not base-independent, a list", b"<a ping='http://x/ y'>", ("a", "ping", b"http://x/ y")),
    row("not base-independent, BASE", b"<base href=http://x/>", ("base", "href", b"http://x/")),
    *(row(f"empty, {name}", b"<a %b>" % tag, ("a", "href", b""))
      for name, tag in {"quotes": b'href=""', "apostrophes": b"href=''", "no quotes": b"href= ",
                        "no value": b"href", "upper case": b'HREF = ""'}.items()),
    row("empty BASE", b"<base href=''>", ("base", "href", b"")),
    row("empty, and another of its name", b"<a href='' href=x><img src=x>", ("a", "href", b""),
        ("img", "src", b"x")),
    row("base-independent among others", b"<img src=http://y/ longdesc=x>",
        ("img", "src", b"http://y/"), ("img", "longdesc", b"x")),
    row("base-independent in svg", b"<svg><use href=#y /><image href=http://y/ /><a href=x>",
        ("use", "href", b"#y"), ("image", "href", b"http://y/"), X),
]  # fmt: skip

RAW_TEXT_NAMES = ("title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script")
RAW_TEXT = [
    *(row(name, f"<{name}><a href=y></{name}><a href=x>".encode(), X) for name in RAW_TEXT_NAMES),
    *(row(f"{name}, end tags of longer names",
          f"<{name}></{name}s></{name}\x0b></{name}<a href=y></{name}/><a href=x>".encode(), X)
      for name in RAW_TEXT_NAMES),
    row("raw text, uppercase", b"<STYLE><a href=y></sTyLe><a href=x>", X),
    row("raw text, end tag of another", b"<style></title><a href=y></script></style><a href=x>", X),
    row("raw text, end tag with attributes", b"<style><a href=y></style y='><a href=y>'><a href=x>", X),
    row("raw text, end tag with a space", b"<title></ title><a href=y></title\n><a href=x>", X),
    row("raw text, a comment does not hide the end", b"<style><!--</style><a href=x>-->", X),
    row("raw text, self-closing start tag", b"<title/><a href=y></title><a href=x>", X),
    row("raw text, never closed", b"<a href=x><style><a href=y>", X),
    row("raw text, never closed, at the start", b"<style>><a href=y>"),
    row("RCDATA, never closed, at the start", b"<title>><a href=y>"),
    row("raw text, end tag cut off", b"<a href=x><xmp></xmp <a href=y", X),
    row("raw text, links on its own tag", b"<script src=x><a href=y></script>", ("script", "src", b"x")),
    row("raw text, links on a rarer tag", b"<iframe src=x><a href=y></iframe>", ("iframe", "src", b"x")),
    row("raw text, only text", b"<iframe class=y src=x style='a:url(x)'>y</iframe><a href=x>",
        ("iframe", "src", b"x"), ("iframe", "style", b"a:url(x)"), X),
    row("raw text, only text, uppercase", b"<IFRAME SRC=x>y</iFrame><a href=x>", ("iframe", "src", b"x"), X),
    row("raw text, only text, two of a name", b"<iframe src=x src=y></iframe>", ("iframe", "src", b"x")),
    row("raw text, only text, cut off", b"<a href=x><iframe src=y", X),
    *(row(f"{name}, an end tag of a longer name behind text",
          f"<{name} class=y>z</{name}{more}><a href=y></{name}><a href=x>".encode(), X)
      for name in RAW_TEXT_NAMES for more in ("x", "-x", "\0", ":")),
    row("raw text, another end tag", b"<textarea class=y></p><a href=y></textarea><a href=x>", X),
    row("RCDATA, attributes", b"<title class=y style='a:url(x)'>y</title><a href=x>",
        ("title", "style", b"a:url(x)"), X),
    row("script, attributes behind its source", b"""<script src=x id="y" data-y='>'>"<a href=y>"</script>""",
        ("script", "src", b"x")),
    row("script, two sources", b"<script src=x src=y></script><a href=x>", ("script", "src", b"x"), X),
    row("script, another link behind its source", b"<script src=x archive=x></script><a href=x>",
        ("script", "src", b"x"), ("script", "archive", b"x"), X),
    row("script, a slash behind its source", b"<script src=x async/><a href=y></script><a href=x>",
        ("script", "src", b"x"), X),
    row("script, white space around =", b"<script src=x type\n=\fy><a href=y></script><a href=x>",
        ("script", "src", b"x"), X),
    row("script, cut off behind its source", b"<a href=x><script src=y async", X),
    row("raw text, nested names", b"<textarea><textarea></textarea><a href=x></textarea>", X),
    row("plaintext", b"<a href=x><plaintext></plaintext><a href=y>", X),
    row("noscript is markup", b"<noscript><a href=x></noscript>", X),
    row("noscript, its end tag cuts a tag off", b"<noscript><a href=x </noscript><a href=x>", X, X),
    row("noscript, its end tag behind a quote", b"<noscript><a href='x'</noscript><a href=x>", X, X),
    row("noscript, its end tag behind a name", b"<noscript><a href</noscript><a href=x>", X),
    row("noscript, its end tag cuts off what decides", b"<noscript><input src=x type=image </noscript>",
        ("input", "src", b"x")),
    row("noscript, its end tag cuts off a tag of svg", b"<noscript><svg><image href=x </noscript>",
        ("image", "href", b"x")),
    row("noscript, comment inside", b"<noscript><!--</noscript><a href=x>--><a href=x>", X, X),
    row("noscript in math in noscript",
        b"<noscript><math><mi><noscript><a href=x></noscript></mi></math>", X),
    row("noscript in math in noscript, text inside",
        b"<noscript><math><mi><noscript><style></noscript><a href=x></style></mi></math>", X),
    row("noscript in svg in noscript, formatting",
        b"<noscript><svg><desc><b><noscript><a href=x></b></noscript><a href=x></desc></svg>", X, X),
    row("pre and listing are markup", b"<pre><a href=x></pre><listing><a href=x></listing>", X, X),
    row("template is markup", b"<template><a href=x></template>", X),
    row("template, its own attributes", b"<template style='a:url(x)' hidden><a href=x></template>",
        ("template", "style", b"a:url(x)"), X),
    row("template, only the first of a name", b"<template style='a:url(x)' style='a:url(y)'>",
        ("template", "style", b"a:url(x)")),
    row("template, cut off", b"<a href=x><template style='a:url(y)'", X),
    row("script, a comment", b"<script><!-- </script><a href=x>", X),
    row("escaped", b"<script><!-- <a href=y> </script><a href=x>", X),
    row("double escaped", b"<script><!-- <script> </script><a href=y> --> </script><a href=x>", X),
    row("double escaped, closed inside", b"<script><!--<script></script></script><a href=x>", X),
    row("double escaped, ended by -->", b"<script><!--<script>--></script><a href=x>", X),
    row("double escaped, ended by --->", b"<script><!--<script>---></script><a href=x>", X),
    row("double escaped, longer end tag", b"<script><!--<script></scripts></script></script><a href=x>", X),
    row("not double escaped by a longer name", b"<script><!--<scripts></script><a href=x>", X),
    row("not double escaped without an end", b"<script><!--<script</script><a href=x>", X),
    row("double escaped by a slash", b"<script><!--<script/</script><a href=y></script><a href=x>", X),
    row("double escaped again", b"<script><!--<script></script/<script></script></script><a href=x>", X),
    row("double escaped only behind <!--", b"<script><script></script><a href=x></script>", X),
    row("escape abruptly closed", b"<script><!--><script></script><a href=x>", X),
    row("escape abruptly closed with a dash", b"<script><!---><script></script><a href=x>", X),
    row("escape not closed by --!>", b"<script><!----!><script></script><a href=y></script><a href=x>", X),
    row("escape never closed", b"<a href=x><script><!--<script></script><a href=y>", X),
    row("script, <!- is no escape", b"<script><!-<script></script><a href=x>", X),
    row("script, uppercase escape", b"<script><!--<SCRIPT></SCRIPT></script><a href=x>", X),
]  # fmt: skip

# Read as HTML, the style is text and hides a link; as SVG or MathML, it contains an element with a link.
STYLE = b"<style><x href=y></style><a href=x>"
Y = ("x", "href", b"y")


def html(name: str, before: bytes) -> object:
    """A document whose end is read by the rules for HTML."""
    return row(f"{name}: HTML", before + STYLE, X)


def foreign(name: str, before: bytes) -> object:
    """A document whose end is read by the rules for foreign content."""
    return row(f"{name}: foreign", before + STYLE, Y, X)


MARKUP_IN_FOREIGN = [
    row(f"{root}, {name} is markup", f"<{root}><{name}><x href=y></{name}></{root}><a href=x>".encode(), Y, X)
    for root in ("svg", "math")
    for name in (*RAW_TEXT_NAMES, "plaintext")
]
CDATA = [
    row("svg, CDATA", b"<svg><![CDATA[ <a href=y> > ]]><a href=x>", X),
    row("svg, CDATA, brackets at its end", b"<svg><![CDATA[ ]] > ]]]><a href=x>", X),
    row("svg, CDATA in lower case is a comment", b"<svg><![cdata[><a href=x>]]>", X),
    row("svg, CDATA never closed", b"<a href=x><svg><![CDATA[ <a href=y> ]>", X),
    row("math, CDATA", b"<math><![CDATA[ <a href=y> > ]]><a href=x>", X),
    row(
        "svg, shapes around a link",
        b"<svg><g><path d=''/><a href=x><text>x</text></a></g></svg><a href=x>",
        X,
        X,
    ),
    row("svg, a shape with a link", b"<svg><a href=x><g><rect/><use href=y /></g>", X, ("use", "href", b"y")),
    row(
        "svg, shapes with a style",
        b"<svg><a href=x><circle style='fill:url(y)'/>",
        X,
        ("circle", "style", b"fill:url(y)"),
    ),
    row("svg, a slash in the value of a shape", b"<svg><a href=x></a><path d=x/></svg><a href=x>", X, X),
    row(
        "svg, the end of a shape that HTML opened",
        b"<g><svg><a href=x></a></g><a href=x></svg><a href=x>",
        X,
        X,
        X,
    ),
    *(
        row(
            f"svg, a slash that is {said}",
            b"<svg><a href=q></a><a></a><a></a><path><desc><svg><path d=%b></path></svg></desc>"
            b"<style><a href=x></style></svg>" % tag,
            ("a", "href", b"q"),
            X,
        )
        for said, tag in {"a value": b" /", "behind a quote": b'x"/', "behind an apostrophe": b"x'/"}.items()
    ),
    row("svg, CDATA among shapes", b"<svg><path d=''/><![CDATA[ > <a href=y>]]></svg><a href=x>", X),
    row("svg, CDATA in an integration point", b"<svg><desc><![CDATA[ > <a href=y>]]><a href=x>", X),
    row("svg, CDATA in one behind HTML", b"<svg><desc><p></p><img><![CDATA[ > <a href=y>]]><a href=x>", X),
    row("math, CDATA in an integration point", b"<math><mi><![CDATA[ > <a href=y>]]><a href=x>", X),
    row("math, CDATA in what is none", b"<math><annotation-xml><![CDATA[ > <a href=y>]]><a href=x>", X),
    row(
        "svg, CDATA behind an integration point", b"<svg><desc></desc><![CDATA[ > <a href=y>]]><a href=x>", X
    ),
    row("svg, no CDATA in HTML inside", b"<svg><desc><b><![CDATA[ > <a href=x>]]>", X),
    row("svg, no CDATA behind it", b"<svg></svg><![CDATA[ > <a href=x>]]>", X),
]
OPEN_AND_CLOSED = [
    row("svg, comment", b"<svg><!-- <a href=y> --><a href=x>", X),
    foreign("svg", b"<svg>"),
    foreign("svg, uppercase", b"<SVG>"),
    foreign("svg, a slash in a value closes nothing", b"<svg a=b/>"),
    foreign("svg in svg, closed", b"<svg><svg></svg>"),
    foreign("math", b"<math>"),
    html("svg, self-closing", b"<svg/>"),
    html("svg, self-closing with attributes", b"<svg a=b />"),
    html("math, self-closing", b"<math/>"),
    html("svg in svg, both closed", b"<svg><svg></svg></svg>"),
    html("svg, plain shapes", b"<svg viewBox='0 0 1 1'><title>t</title><g><path d='M0'/></g></svg>"),
    html("svg, end tag with a space", b"<svg></svg >"),
    html("svg, end tags in any case", b"<svg><linearGradient></LINEARGRADIENT></SVG>"),
    html("svg, longer name", b"<svgs>"),
    foreign("svg, end tags of no open element", b"<svg></foo></style></title>"),
    html("svg, closed by what is around it", b"<div><svg><g></div>"),
    html("svg, closed by an unknown element around it", b"<y-z><svg></y-z>"),
    foreign("svg, not closed by what is not open", b"<svg></b>"),
    foreign("svg, not closed from a special element", b"<span><div><svg></span>"),
    foreign("svg, not closed by what was implied to end", b"<p><ul><li>a</ul><svg></li>"),
    foreign("svg, not closed by what is out of scope", b"<div><table><tr><td><svg></div>"),
    html("svg, closed by a cell around it", b"<table><tr><td><svg></td>"),
    html("svg, closed by a heading of another rank", b"<h1><svg></h2>"),
    html("svg, closed through an element that is not special", b"<div><y-z><svg></div>"),
    html("svg, shape closed by an HTML element of its name", b"<g><svg></g>"),
    row("svg, self-closing style", b"<svg><style/><a href=x>", X),
    row("svg, links", b"<svg href=x><use xlink:href=x /><image href=x></svg>",
        ("svg", "href", b"x"), ("use", "xlink:href", b"x"), ("image", "href", b"x")),
    row("svg, base is no BASE", b"<svg><base href=x>", ("base", "href", b"x")),
]  # fmt: skip
INTEGRATION_POINTS = [
    *(html(f"svg, {name}", f"<svg><{name}>".encode()) for name in ("foreignObject", "DESC", "title")),
    *(html(f"math, {name}", f"<math><{name}>".encode()) for name in ("mi", "mo", "mn", "ms", "mtext")),
    foreign("svg, behind foreignObject", b"<svg><foreignObject></foreignObject>"),
    foreign("svg, foreignObject, self-closing", b"<svg><foreignObject/>"),
    foreign("math, behind mi", b"<math><mi></mi>"),
    foreign("svg, svg in foreignObject", b"<svg><foreignObject><svg>"),
    html("svg, behind svg in foreignObject", b"<svg><foreignObject><svg></svg>"),
    html("svg, </svg> with HTML open in foreignObject", b"<svg><foreignObject><b></svg>"),
    html("svg, </desc> with HTML open in it", b"<svg><desc><b></desc>"),
    row("svg, HTML end tags stop at special elements", b"<svg><desc><x><li></x><![CDATA[><a href=x>]]>", X),
    foreign("math, mglyph in mi", b"<math><mi><mglyph>"),
    foreign("math, malignmark in mtext", b"<math><mtext><malignmark>"),
    html("math, mglyph in mi, self-closing", b"<math><mi><mglyph/>"),
    foreign("math, svg in mtext", b"<math><mtext><svg>"),
    foreign("math, annotation-xml", b"<math><annotation-xml>"),
    foreign("math, svg in annotation-xml", b"<math><annotation-xml><svg>"),
    html("math, foreignObject of svg in annotation-xml", b"<math><annotation-xml><svg><foreignObject>"),
    *(html(f"math, annotation-xml, {encoding}", f'<math><annotation-xml encoding="{encoding}">'.encode())
      for encoding in ("text/html", "APPLICATION/xhtml+XML", "text&#47;html")),
    *(foreign(f"math, annotation-xml, '{encoding}'", f'<math><annotation-xml encoding="{encoding}">'.encode())
      for encoding in (" text/html", "text/html;", "image/svg+xml", "")),
    foreign("math, annotation-xml, first encoding", b"<math><annotation-xml encoding=y encoding=text/html>"),
    foreign("svg, annotation-xml", b"<svg><annotation-xml encoding=text/html>"),
    foreign("svg, mi", b"<svg><mi>"),
    foreign("math, foreignObject", b"<math><foreignObject>"),
]  # fmt: skip
BREAKOUTS = [
    *(html(f"break-out, {name}", f"<svg><{name}>".encode())
      for name in ("p", "div", "b", "ruby", "h6", "img", "table", "body", "var", "meta", "small")),
    *(html(f"break-out, font {name}", f"<svg><font {name}>".encode())
      for name in ("color=y", "FACE=y", "size")),
    html("break-out of math, uppercase", b"<math><DIV>"),
    html("break-out to the integration point", b"<svg><desc><svg><p>"),
    html("break-out from deep inside", b"<svg><g><g><p></g>"),
    html("break-out, </p>", b"<svg></p>"),
    html("break-out, </br>", b"<math></br>"),
    foreign("no break-out, font", b"<svg><font>"),
    foreign("no break-out, font with another attribute", b"<svg><font colour=y>"),
    foreign("no break-out, others", b"<svg><a><use><form><input><section>"),
]  # fmt: skip
FOREIGN = [*MARKUP_IN_FOREIGN, *CDATA, *OPEN_AND_CLOSED, *INTEGRATION_POINTS, *BREAKOUTS]

FRAME = ("frame", "src", b"x")
FRAMESETS = [
    row("frameset", b"<frameset><frame src=x><frameset><frame src=x></frameset></frameset>", FRAME, FRAME),
    row(
        "frameset, all but frames ignored", b"<frameset><a href=y><frame src=x><img src=y></frameset>", FRAME
    ),
    row("frameset, no raw text in it", b"<frameset><title>y<style><frame src=x></frameset>", FRAME),
    row("frameset, noframes", b"<frameset><noframes><frame src=y></noframes><frame src=x>", FRAME),
    row(
        "frameset, behind a head",
        b"<head><title>y</title><script>y</script></head> <frameset><frame src=x>",
        FRAME,
    ),
    row("frameset, behind the body", b"<p>text<frameset><a href=x>", X),
    row("frameset, behind text alone", b"text<frameset><a href=x>", X),
    row("frameset, behind br", b"</br><frameset><a href=x>", X),
    *(
        row(f"frameset, behind {name}", before + b"<frameset><title>y<style><frame src=x>", FRAME)
        for name, before in {
            "a byte order mark": b"\xef\xbb\xbf",
            "noscript with another": b"<noscript><frameset></noscript>",
            "an svg of shapes": b"<svg><g/></svg>",
            "math that holds nothing": b"<p><math></math>",
            "hidden input": b"<input type='hidden' name=y>",
            "references to white space": b"&#32;&#x20;&Tab;&#10",
        }.items()
    ),
    *(
        row(f"frameset, not behind {name}", before + b"<frameset><a href=x>", X)
        for name, before in {
            "an svg of text": b"<svg>y</svg>",
            "an svg broken out of": b"<svg><img></svg>",
            "CDATA in svg": b"<svg><![CDATA[y]]></svg>",
            "input": b"<input type=hiddens>",
            "a reference to a letter": b"&#321",
        }.items()
    ),
    row("frameset, in noscript", b"<noscript><frameset></noscript><a href=x>", X),
    row("frameset, in svg", b"<svg><frameset></svg><a href=x>", X),
    row("frameset, twice behind the body", b"<img><frameset><frameset><a href=x>", X),
]

TRUNCATED = [
    row(f"truncated, {name}", b"<a href=x>" + html, X)
    for name, html in {
        "tag open": b"<",
        "tag name": b"<a",
        "behind the tag name": b"<a ",
        "attribute name": b"<a href",
        "behind the attribute name": b"<a href ",
        "behind =": b"<a href=",
        "value, double quotes": b'<a href="y',
        "value, double quotes, > inside": b'<a href="y>',
        "value, single quotes": b"<a href='y>",
        "value, unquoted": b"<a href=y",
        "behind a value": b"<a href='y'",
        "behind an unquoted value": b"<a href=y ",
        "self-closing": b"<a href=y /",
        "second link": b"<img src=y longdesc=y",
        "duplicate": b"<a href=y href=",
        "end tag open": b"</",
        "end tag name": b"</a",
        "end tag attributes": b"</a href='",
        "markup declaration": b"<!",
        "comment start": b"<!-",
        "comment": b"<!-- <a href=y>",
        "comment end": b"<!-- <a href=y> --",
        "doctype": b"<!doctype html '",
        "bogus comment": b"<?y <a href=y",
        "raw text start tag": b"<style href=y",
        "svg": b"<svg><a href=y",
        "svg's own tag": b"<svg href=y",
        "base": b"<base href=y",
        "CDATA": b"<svg><![CDATA[<a href=y>",
    }.items()
] + [
    row("truncated, nothing", b""),
    row("truncated, only a comment", b"<!-- > <a href=y>"),
    row("truncated, only an end tag", b"</a y='> <a href=y>"),
]

TABLE = [
    *COMMENTS,
    *SIMPLE,
    *TEXT,
    *ATTRIBUTES,
    *BASE_INDEPENDENT,
    *RAW_TEXT,
    *FOREIGN,
    *FRAMESETS,
    *TRUNCATED,
]
