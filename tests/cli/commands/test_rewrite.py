"""rewrite: the destination of the result, and the effects of the options."""

from __future__ import annotations

import hashlib

import pytest

from tests.support.cases import Case
from tests.support.commandline import (
    AT,
    IN,
    OTHER,
    PAGE,
    PAGE_ABSOLUTE,
    Runner,
    check,
    params,
    total,
)

RECORD_OF_OTHER = (  # of a rewrite with the URL http://h/d/
    '{"input": "other.html", "output": "other.html",'
    f' "original": "{hashlib.sha256(OTHER).hexdigest()}",'
    ' "result": "04c3c0d1", "changes": [{"start": 9, "stop": 9, "old": "", "new": "http://h/d/"}]}\n'
).replace("04c3c0d1", hashlib.sha256(b'<a href="http://h/d/x">x</a>\n').hexdigest())

WHERE = (
    Case("one file to stdout", f"rewrite page.html {AT}", PAGE_ABSOLUTE),
    Case("stdin to stdout", f"rewrite - {AT}", PAGE_ABSOLUTE, stdin=PAGE),
    Case(
        "with options from a file",
        "rewrite page.html --config p.toml",
        PAGE_ABSOLUTE,
        before={"p.toml": '[tool.absolutize]\nurl = "http://h/d/"\n'},
    ),
    Case(
        "with options from no file",
        f"rewrite page.html {AT} --no-config",
        PAGE_ABSOLUTE,
        before={"pyproject.toml": "[tool.absolutize]\nno = 1\n"},
    ),
    *(
        Case(
            f"XHTML by its name, {name} {options}",
            f"rewrite {name} {AT} {options}".strip(),
            b'<script src="http://h/d/x"/><a href="%s"/>' % link,
            before={name: b'<script src="x"/><a href="x"/>'},
        )
        for name, options, link in (
            ("new.xhtml", "", b"http://h/d/x"),
            ("new.XHT", "", b"http://h/d/x"),
            ("new.xhtml", "--media-type text/html", b"x"),
            ("new.html", "", b"x"),
            ("new.html", "--media-type application/xhtml+xml", b"http://h/d/x"),
        )
    ),
    Case("stdout by name", f"rewrite page.html {AT} -o -", PAGE_ABSOLUTE),
    Case("an empty document", f"rewrite - {AT}"),
    Case("nothing to change", f"rewrite page.absolute.html {AT}", PAGE_ABSOLUTE),
    Case("into a new file", f"rewrite page.html {AT} -o new.html", after={"new.html": PAGE_ABSOLUTE}),
    Case(
        "into a file that is there",
        f"rewrite page.html {AT} -o other.html --force",
        after={"other.html": PAGE_ABSOLUTE},
    ),
    Case(
        "into the input", f"rewrite page.html {AT} -o page.html --force", after={"page.html": PAGE_ABSOLUTE}
    ),
    Case("stdin into a new file", f"rewrite - {AT} -o n.html", stdin=PAGE, after={"n.html": PAGE_ABSOLUTE}),
    Case("into a device", f"rewrite page.html {AT} --output /dev/null"),
    Case(
        "one file into a directory that is there",
        f"rewrite other.html {AT} -o nested",
        after={"nested/other.html": b'<a href="http://h/d/x">x</a>\n'},
    ),
    Case(
        "one file into a new directory",
        f"rewrite page.html {AT} -o new/",
        after={"new": None, "new/page.html": PAGE_ABSOLUTE},
    ),
    Case(
        "one file into a directory that is there, with a slash",
        f"rewrite other.html {AT} -o nested/",
        after={"nested/other.html": b'<a href="http://h/d/x">x</a>\n'},
    ),
    Case(
        "several files into a new directory",
        f"rewrite page.html other.html {IN} -o a/b",
        err=total(2, 3),
        after={
            "a": None,
            "a/b": None,
            "a/b/page.html": PAGE_ABSOLUTE,
            "a/b/other.html": b'<a href="http://h/d/x">x</a>\n',
        },
    ),
    Case(
        "in place",
        f"rewrite --in-place page.html other.html page.absolute.html {IN}",
        err=total(3, 3),
        after={"page.html": PAGE_ABSOLUTE, "other.html": b'<a href="http://h/d/x">x</a>\n'},
    ),
    Case(
        "a path that is not ASCII",
        f"rewrite café.html {AT} -o naïve",
        before={"café.html": PAGE},
        after={"naïve": PAGE_ABSOLUTE},
    ),
    Case(
        "in place, a path that is not ASCII",
        f"rewrite café.html {AT} --in-place",
        before={"café.html": PAGE},
        after={"café.html": PAGE_ABSOLUTE},
    ),
)

HERE = "--url http://h/d/p"
LEFT = (
    Case(
        "no base",
        "rewrite -",
        "<a href=x><a href=y>",
        "absolutize: -: 2 links left relative: no base URL known (pass --url)\n",
        stdin="<a href=x><a href=y>",
    ),
    Case(
        "no base, strict",
        "rewrite --strict other.html",
        OTHER,
        "absolutize: other.html: 1 link left relative: no base URL known (pass --url)\n",
        status=1,
    ),
    *(
        Case(
            f"no base, {name}",
            f"rewrite - {given}",
            page,
            "absolutize: -: 1 link left relative: the base URL in the document cannot be used\n",
            stdin=page,
        )
        for name, given, page in (
            ("and no URL would help", HERE, "<base href='{{b}}'><a href=x>"),
            ("nor would a default", "--default http://h/", "<base href='x:?q'><a href=x>"),
        )
    ),
    Case("no base, quiet", "rewrite --quiet other.html", OTHER),
    Case("no base, quiet and strict", "rewrite --quiet --strict other.html", OTHER, status=1),
    Case("everything resolved, strict", f"rewrite --strict page.html {AT}", PAGE_ABSOLUTE),
    Case(
        "nothing relative, strict",
        "rewrite --strict -",
        "<a href=http://h/ ping=''><a href=#s><a href>",
        stdin="<a href=http://h/ ping=''><a href=#s><a href>",
    ),
    *(
        Case(f"{code} does not count, strict", f"rewrite --strict - {AT}", page, stdin=page)
        for code, page in (
            ("placeholder", "<a href='{{x}}'>"),
            ("unreadable", "<rss><channel><link>a<!-- c -->b.html</link></channel></rss>"),
            ("custom-property", "<style>:root{--x:url(a.png)}</style>"),
        )
    ),
    Case(
        "a script that nobody can read",
        f"rewrite - {AT}",
        "<script type=module>import './x.js'; )</script>",
        "absolutize: -: 1 link left relative: in module scripts: computed there, or not read\n",
        stdin="<script type=module>import './x.js'; )</script>",
    ),
    Case(
        "several reasons, strict",
        f"rewrite - --strict --overflow avoid {AT}",
        '<a href="../../x"><a href="//["><a href="../../y"><a href="http://h/d/z">',
        "absolutize: -: 2 links left relative: more .. than the base URL has levels\n"
        "absolutize: -: 1 link left relative: no browser can read them\n",
        status=1,
        stdin='<a href="../../x"><a href="//["><a href="../../y"><a href="z">',
    ),
    Case(
        "an opaque base",
        "rewrite --url mailto:x other.html",
        OTHER,
        "absolutize: other.html: 1 link left relative: the base URL has no levels\n",
    ),
    Case(
        "an encoding that cannot be edited",
        f"rewrite - {AT}",
        "<meta charset=hz-gb-2312><a href=x>",
        "absolutize: -: 1 link left relative: in an encoding that cannot be edited\n",
        stdin="<meta charset=hz-gb-2312><a href=x>",
    ),
    Case(
        "in place, strict, nothing resolved",
        "rewrite --in-place --strict other.html",
        err="absolutize: other.html: 1 link left relative: no base URL known (pass --url)\n",
        status=1,
    ),
    Case(
        "an error weighs more than a reference left",
        "rewrite --diff --strict other.html none.html",
        err=(
            "absolutize: other.html: 1 link left relative: no base URL known (pass --url)\n"
            "absolutize: none.html: No such file or directory\n"
        ),
        status=2,
    ),
)

BASED = '<base href="sub/"><a href="x"><a href="#s">'

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xml:base="b/"><image href="{}i"/></svg>'
FEED = '<rss xml:base="{}b/"><channel><link>{}</link></channel></rss>'
POLICIES = (
    Case(
        "the URL that the page states",
        "rewrite - --url-from saved --quiet",
        "<!-- saved from url=(0009)http://s/ --><a href=http://s/x>",
        stdin="<!-- saved from url=(0009)http://s/ --><a href=x>",
    ),
    Case(
        "a feed",
        f"rewrite - {HERE}",
        FEED.format("http://h/d/", "http://h/d/b/x"),
        stdin=FEED.format("", "x"),
    ),
    Case("a feed as html", f"rewrite - {HERE} --as html", FEED.format("", "x"), stdin=FEED.format("", "x")),
    Case(
        "a style sheet",
        f"rewrite - {AT} --as css --environment-charset koi8-r",
        "p{a:url(http://h/d/x)}",
        stdin="p{a:url(x)}",
    ),
    *(
        Case(
            f"a style sheet, {options or 'by its name'}",
            f"rewrite s.css {AT} {options}".strip(),
            b"p{a:url(%s)}" % link,
            before={"s.css": b"p{a:url(x)}"},
        )
        for options, link in (
            ("", b"http://h/d/x"),
            ("--media-type text/css;charset=utf-8", b"http://h/d/x"),
            ("--media-type text/html", b"x"),
            ("--as html", b"x"),
        )
    ),
    Case(
        "a directory with style sheets",
        "rewrite site -o out --style-sheets --root http://h/d/",
        before={"site/s.css": b"p{a:url(x)}"},
        err="absolutize: site: 1 document, 1 link made absolute\n",
        after={"out": None, "out/s.css": b"p{a:url(http://h/d/x)}"},
    ),
    Case(
        "a directory whose style sheets stay",
        "rewrite site -o out --root http://h/d/",
        before={"site/s.css": b"p{a:url(x)}"},
        err="absolutize: site: 0 documents, 0 links made absolute\n",
        after={"out": None, "out/s.css": b"p{a:url(x)}"},
    ),
    Case(
        "svg as xml",
        f"rewrite - {HERE} --as xml --xml-base auto",
        SVG.format("http://h/d/"),
        stdin=SVG.format(""),
    ),
    Case(
        "svg whose xml:base is followed",
        f"rewrite - {HERE} --as xml --xml-base follow",
        SVG.replace('"b/"', '"http://h/d/b/"').format("http://h/d/b/"),
        stdin=SVG.format(""),
    ),
    Case(
        "a feed whose xml:base is ignored",
        f"rewrite - {HERE} --xml-base ignore",
        FEED.format("", "http://h/d/x"),
        stdin=FEED.format("", "x"),
    ),
    Case(
        "same-document keep",
        f"rewrite - {HERE} --same-document keep",
        '<a href="#s"><a href="">',
        stdin='<a href="#s"><a href="">',
    ),
    Case(
        "same-document resolve",
        f"rewrite - {HERE} --same-document resolve",
        '<a href="http://h/d/p#s"><a href="http://h/d/p">',
        stdin='<a href="#s"><a href="">',
    ),
    Case(
        "base-element by default",
        f"rewrite - {HERE}",
        '<base href="http://h/d/sub/"><a href="http://h/d/sub/x"><a href="#s">',
        stdin=BASED,
    ),
    Case(
        "base-element absolute",
        f"rewrite - {HERE} --base-element absolute",
        '<base href="http://h/d/sub/"><a href="http://h/d/sub/x"><a href="#s">',
        stdin=BASED,
    ),
    Case(
        "base-element keep",
        f"rewrite - {HERE} --base-element keep",
        '<base href="sub/"><a href="http://h/d/sub/x"><a href="#s">',
        stdin=BASED,
    ),
    Case(
        "base-element empty",
        f"rewrite - {HERE} --base-element empty",
        '<base href=""><a href="http://h/d/sub/x"><a href="http://h/d/sub/#s">',
        stdin=BASED,
    ),
    Case(
        "base-element remove",
        f"rewrite - {HERE} --base-element remove",
        '<a href="http://h/d/sub/x"><a href="http://h/d/sub/#s">',
        stdin=BASED,
    ),
    Case(
        "base-element remove, other attributes stay",
        f"rewrite - {HERE} --base-element remove",
        '<base target="_top"><a href="http://h/d/sub/x">',
        stdin='<base target="_top" href="sub/"><a href="x">',
    ),
    *(
        Case(name, f"rewrite - {HERE} {options}", '<a href="{{x}}">', stdin='<a href="{{x}}">')
        for name, options in (("placeholders by default", ""), ("placeholders keep", "--placeholders keep"))
    ),
    Case(
        "placeholders resolve",
        f"rewrite - {HERE} --placeholders resolve",
        '<a href="http://h/d/{{x}}">',
        stdin='<a href="{{x}}">',
    ),
    *(
        Case(
            name,
            f"rewrite - {HERE} {options}",
            '<!--[if IE]><a href="http://h/d/x"><![endif]-->',
            stdin='<!--[if IE]><a href="x"><![endif]-->',
        )
        for name, options in (
            ("conditional comments by default", ""),
            ("conditional comments", "--conditional-comments"),
        )
    ),
    Case(
        "no conditional comments",
        f"rewrite - {HERE} --no-conditional-comments",
        '<!--[if IE]><a href="x"><![endif]-->',
        stdin='<!--[if IE]><a href="x"><![endif]-->',
    ),
    Case(
        "attributes",
        f"rewrite - {HERE} --attribute 'img[data-src]' --attribute '*[data-set]=srcset'",
        '<img data-src="http://h/d/x" data-set="http://h/d/a 1x, http://h/d/b 2x">',
        stdin='<img data-src="x" data-set="a 1x, b 2x">',
    ),
    Case(
        "presets",
        f"rewrite - {HERE} --preset lazy-loading --preset flash --preset json-ld",
        '<img data-src="http://h/d/x"><param name="movie" value="http://h/d/y">',
        stdin='<img data-src="x"><param name="movie" value="y">',
    ),
    Case("guard by default", f"rewrite - {HERE}", r'<a href="http://h/x">', stdin=r'<a href="\x">'),
    Case("guard", f"rewrite - {HERE} --guard", r'<a href="http://h/x">', stdin=r'<a href="\x">'),
    Case("no guard", f"rewrite - {HERE} --no-guard", r'<a href="http://h/d/\x">', stdin=r'<a href="\x">'),
    Case("rules by default", f"rewrite - {HERE}", '<a href="http://h/d/p?y">', stdin='<a href="?y">'),
    Case(
        "rules rfc2396bis-00",
        f"rewrite - {HERE} --rules rfc2396bis-00",
        '<a href="http://h/d/p?y">',
        stdin='<a href="?y">',
    ),
    Case(
        "rules rfc2396 is without guard",
        f"rewrite - {HERE} --rules rfc2396",
        '<a href="http://h/d/?y">',
        stdin='<a href="?y">',
    ),
    Case(
        "rules rfc2396 with guard",
        f"rewrite - {HERE} --rules rfc2396 --guard",
        '<a href="http://h/d/p?y">',
        stdin='<a href="?y">',
    ),
    Case(
        "rules whatwg",
        f"rewrite - {HERE} --rules whatwg",
        '<a href="http://h/d/a%20b?y">',
        stdin='<a href="./c/../a b?y">',
    ),
    Case("same-scheme by default", f"rewrite - {HERE}", '<a href="http://h/d/g">', stdin='<a href="http:g">'),
    Case(
        "same-scheme lenient",
        f"rewrite - {HERE} --no-guard --same-scheme lenient",
        '<a href="http://h/d/g">',
        stdin='<a href="http:g">',
    ),
    Case(
        "same-scheme strict",
        f"rewrite - {HERE} --no-guard --same-scheme strict",
        '<a href="http:g">',
        stdin='<a href="http:g">',
    ),
    Case("overflow by default", f"rewrite - {HERE}", '<a href="http://h/g">', stdin='<a href="../../g">'),
    Case(
        "overflow remove",
        f"rewrite - {HERE} --no-guard --overflow remove",
        '<a href="http://h/g">',
        stdin='<a href="../../g">',
    ),
    Case(
        "overflow retain",
        f"rewrite - {HERE} --no-guard --overflow retain",
        '<a href="http://h/../g">',
        stdin='<a href="../../g">',
    ),
    Case(
        "overflow avoid",
        f"rewrite - {HERE} --overflow avoid --quiet",
        '<a href="../../g">',
        stdin='<a href="../../g">',
    ),
    Case(
        "charset by default",
        "rewrite - --url http://h/é/",
        b"<a href=http://h/\xe9/x>",
        stdin="<a href=x>",
    ),
    Case(
        "charset utf-8",
        "rewrite - --url http://h/é/ --charset utf-8",
        "<a href=http://h/é/x>",
        stdin="<a href=x>",
    ),
    Case("a reference that is not ASCII", f"rewrite - {HERE}", "<a href=http://h/d/é>", stdin="<a href=é>"),
    Case("encapsulating", "rewrite - --encapsulating http://e/", "<a href=http://e/x>", stdin="<a href=x>"),
    Case(
        "encapsulating before url",
        "rewrite - --url http://u/ --encapsulating http://e/",
        "<a href=http://e/x>",
        stdin="<a href=x>",
    ),
    Case("default", "rewrite - --default http://d/", "<a href=http://d/x>", stdin="<a href=x>"),
    Case(
        "url before default",
        "rewrite - --default http://d/ --url http://u/",
        "<a href=http://u/x>",
        stdin="<a href=x>",
    ),
    *(
        Case(f"preset {name}", f"rewrite - {HERE} --preset {name}", after, stdin=before)
        for name, before, after in (
            ("lazy-loading", "<img data-src=x>", "<img data-src=http://h/d/x>"),
            (
                "json-ld",
                '<script type="application/ld+json">{"@id": "x"}</script>',
                '<script type="application/ld+json">{"@id": "http://h/d/x"}</script>',
            ),
            ("flash", "<param name=movie value=x>", "<param name=movie value=http://h/d/x>"),
            ("amp", "<form action-xhr=x>", "<form action-xhr=http://h/d/x>"),
        )
    ),
    Case(
        "presets, several",
        f"rewrite - {HERE} --preset flash --preset lazy-loading",
        "<img data-src=http://h/d/x><param name=movie value=http://h/d/x>",
        stdin="<img data-src=x><param name=movie value=x>",
    ),
    Case(
        "a quote in the base",
        "rewrite - --url 'http://h/\"/&copy'",
        '<a href="http://h/&quot;/x">',
        stdin='<a href="x">',
    ),
)


@pytest.mark.parametrize("case", params(WHERE))
def test_rewrite_writes_to_the_place_that_was_given(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(LEFT))
def test_what_stays_is_reported(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(POLICIES))
def test_rewrite_does_as_its_options_say(case: Case, run: Runner) -> None:
    check(case, run)
