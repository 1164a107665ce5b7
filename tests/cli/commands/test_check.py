"""check: the findings, the selection of codes, and the destination of the report."""

from __future__ import annotations

import re

import pytest

from tests.cli.commands.test_rewrite import HERE
from tests.support.cases import Case
from tests.support.commandline import (
    AT,
    IN,
    Runner,
    check,
    check_summary,
    params,
)

RELATIVE = "-:1:9: [relative] relative link: 'x'\n"
DIFFERS = "-:1:9: [rules-differ] other rules resolve it differently: '?y' is"

KNOWN = (
    '{"version": 1, "findings": [\n{"path": "based.html", "code": "base-relative", "element": "base",'
    ' "attribute": "href", "reference": "sub/", "count": 1}\n]}\n'
)

FOUND = (
    Case(
        "a feed",
        f"check - {AT} --as xml --xml-base auto --format text --select ALL",
        "-:1:21: [relative] relative link: 'x'\n",
        status=1,
        stdin="<rss><channel><link>x</link></channel></rss>",
    ),
    Case(
        "a style sheet by its name",
        f"check s.css {AT} --environment-charset koi8-r --select ALL",
        "s.css:1:9: [relative] relative link: 'x'\n",
        status=1,
        before={"s.css": b"p{a:url(x)}"},
    ),
    Case(
        "a directory with style sheets",
        "check site --style-sheets --root http://h/d/ --select ALL",
        "site/s.css:1:9: [relative] relative link: 'x'\n",
        status=1,
        before={"site/s.css": b"p{a:url(x)}"},
    ),
    Case("nothing", f"check - {AT}", stdin="<a href=http://h/>"),
    Case("nothing, json", f"check - {AT} --format json", "[\n]\n", stdin="<a href=http://h/>"),
    Case(
        "several files, one of them missing",
        f"check other.html none.html based.html {IN} --format text --select ALL",
        "other.html:1:10: [relative] relative link: 'x'\n"
        "based.html:1:13: [relative] relative link: 'sub/'\n"
        "based.html:1:13: [base-relative] the href of BASE is not absolute: 'sub/'\n"
        "based.html:2:10: [relative] relative link: 'x'\n",
        "absolutize: none.html: No such file or directory\n",
        status=2,
    ),
    Case("found", f"check - {AT} --select ALL", RELATIVE, status=1, stdin="<a href=x>"),
    Case(
        "with the URL that the page states",
        "check - --url-from saved --select above-root",
        "-:1:48: [above-root] climbs above the root of the base URI: '../x'\n",
        status=1,
        stdin="<!-- saved from url=(0009)http://s/ --><a href=../x>",
    ),
    Case("found without a base", "check - --quiet --select ALL", RELATIVE, status=1, stdin="<a href=x>"),
    Case(
        "json",
        f"check - {AT} --format json --charset utf-8 --select ALL",
        '[\n{"path": "-", "code": "relative", "message": "relative link: \'é\'", "line": 1,'
        ' "column": 9, "start": 8, "stop": 10, "element": "a", "attribute": "href", "reference": "é"},\n'
        '{"path": "-", "code": "grammar", "message": "does not match the grammar of the rule set: \'é\' at 0:'
        ' \'é\' cannot be part of <URI-reference>", "line": 1, "column": 9, "start": 8, "stop": 10,'
        ' "element": "a", "attribute": "href", "reference": "é"}\n]\n',
        status=1,
        stdin="<a href=é>",
    ),
    Case(
        "select",
        f"check based.html {AT} --select base-",
        "based.html:1:13: [base-relative] the href of BASE is not absolute: 'sub/'\n",
        status=1,
    ),
    Case("select another", f"check based.html {AT} --select base-several --select base-late"),
    Case("select a list", f"check based.html {AT} --select base-several,base-late"),
    Case("ignore", f"check based.html {AT} --ignore base- --ignore relative"),
    Case("ignore a list", f"check based.html {AT} --ignore base-,,relative"),
    Case("ignoring prevails", f"check based.html {AT} --select base --ignore base-rel"),
    *(
        Case(
            f"against {name}",
            f"check - {HERE} --ignore relative --against {name}",
            found,
            status=1 if found else 0,
            stdin="<a href=?y>",
        )
        for name, found in (
            *(
                (
                    name,
                    f"{DIFFERS} 'http://h/d/p?y', and by {name} 'http://h/d/?y'\n",
                )
                for name in ("www-uri-00", "rfc1630", "uri-syntax-02", "uri-syntax-03", "rfc2396")
            ),
            *((name, "") for name in ("rfc2396bis-00", "rfc3986", "whatwg")),
        )
    ),
    Case(
        "encapsulating, default, rules and choices",
        "check - --encapsulating http://e/a/b --default http://d/ --rules rfc2396 --same-scheme strict"
        " --overflow retain --against rfc3986 --against whatwg --select rules-",
        "-:1:9: [rules-differ] other rules resolve it differently: '?y' is 'http://e/a/?y', and by rfc3986"
        " 'http://e/a/b?y'\n"
        "-:1:9: [rules-differ] other rules resolve it differently: '?y' is 'http://e/a/?y', and by whatwg"
        " 'http://e/a/b?y'\n",
        status=1,
        stdin="<a href=?y>",
    ),
    Case(
        "guard",
        f"check - {HERE} --rules rfc2396 --guard --against rfc2396bis-00 --select rules",
        stdin="<a href=?y>",
    ),
    Case(
        "no guard",
        f"check - {HERE} --no-guard --against whatwg --select rules",
        "-:1:9: [rules-differ] other rules resolve it differently: '\\\\y' is 'http://h/d/\\\\y', and by"
        " whatwg 'http://h/y'\n",
        status=1,
        stdin=r"<a href=\y>",
    ),
    Case("same-document keep", f"check - {HERE} --same-document keep", stdin="<a href=#s>"),
    Case(
        "same-document resolve",
        f"check - {HERE} --same-document resolve --select ALL",
        "-:1:9: [relative] relative link: '#s'\n",
        status=1,
        stdin="<a href=#s>",
    ),
    Case(
        "placeholders keep",
        f"check - {HERE} --placeholders keep --select ALL",
        "-:1:9: [placeholder] depends on what a template placeholder will become: '{{x}}'\n",
        status=1,
        stdin="<a href={{x}}>",
    ),
    Case(
        "placeholders resolve",
        f"check - {HERE} --placeholders resolve --ignore grammar --select ALL",
        "-:1:9: [relative] relative link: '{{x}}'\n",
        status=1,
        stdin="<a href={{x}}>",
    ),
    Case(
        "conditional comments",
        f"check - {HERE} --conditional-comments --select ALL",
        "-:1:21: [relative] relative link: 'x'\n",
        status=1,
        stdin="<!--[if IE]><a href=x><![endif]-->",
    ),
    Case(
        "no conditional comments",
        f"check - {HERE} --no-conditional-comments",
        stdin="<!--[if IE]><a href=x><![endif]-->",
    ),
    Case(
        "attribute and preset",
        f"check - {HERE} --attribute 'p[x]' --preset lazy-loading --select ALL",
        "-:1:6: [relative] relative link: 'y'\n-:1:22: [relative] relative link: 'z'\n",
        status=1,
        stdin="<p x=y><img data-src=z>",
    ),
    Case("an ordinary page with relative links", f"check page.html {AT}"),
    Case(
        "an ordinary site with relative links",
        "check site",
        before={
            "site/b.html": b"<link rel=stylesheet href=../s.css><a href=../index.html?q#f>a</a>"
            b"<img src=/i.png srcset='../i.png 1x, j.png 2x'><a href='?q'><a href='#f'>",
        },
    ),
    Case(
        "the default set, and one more code",
        f"check based.html {AT} --select DEFAULT,base-relative --no-config",
        "based.html:1:13: [base-relative] the href of BASE is not absolute: 'sub/'\n",
        status=1,
    ),
    Case(
        "without what is known",
        "check based.html --select base-relative --baseline known.json",
        before={"known.json": KNOWN},
    ),
    Case(
        "what is known, written",
        "check based.html --select base-relative --write-baseline known.json",
        err="absolutize: known.json: 1 known finding written\n",
        after={"known.json": KNOWN.encode()},
    ),
    *(
        Case(f"select, {name}", f"check - --select {given}", stdin="<a href=x>")
        for name, given in {"empty": "''", "commas alone": "' , '", "empty twice": "'' --select ,"}.items()
    ),
    Case(
        "select, a code after an empty one",
        "check - --select '' --select relative",
        RELATIVE,
        status=1,
        stdin="<a href=x>",
    ),
    Case(
        "select, empty in a file",
        "check - --config o/p.toml",
        stdin="<a href=x>",
        before={"o/p.toml": "[tool.absolutize.check]\nselect = []\n"},
    ),
    Case("ignore, empty", "check - --select relative --ignore ''", RELATIVE, status=1, stdin="<a href=x>"),
    *(
        Case(f"a text without a tag, {name}", f"check - --select ALL {options}", stdin="{% extends 'b' %}\n")
        for name, options in {
            "as it is": "",
            "read as HTML": "--as html",
            "said to be HTML": "--media-type text/html",
        }.items()
    ),
    Case("ignoring all", f"check based.html {AT} --ignore ALL"),
    Case("exit zero", "check - --select relative --exit-zero", RELATIVE, stdin="<a href=x>"),
    Case(
        "options from a file",
        "check - --config o/p.toml",
        RELATIVE,
        status=1,
        stdin="<a href=x>",
        before={"o/p.toml": '[tool.absolutize.check]\nselect = ["relative"]\n'},
    ),
    Case(
        "how many of each code",
        "check - --select ALL --statistics",
        "count  code      meaning\n2      relative  relative link\n"
        "1      empty     an empty value that fetches nothing\n",
        status=1,
        stdin="<a href=x><a href=y><img src>",
    ),
    Case("how many of each code, none", "check - --statistics", stdin="<p>"),
    Case(
        "how many of each code, as JSON",
        "check - --select ALL --statistics --format json",
        '[\n{"count": 1, "code": "relative", "meaning": "relative link"}\n]\n',
        status=1,
        stdin="<a href=x>",
    ),
    Case(
        "into a file",
        "check - --select relative -o report.txt",
        status=1,
        stdin="<a href=x>",
        after={"report.txt": RELATIVE.encode()},
    ),
    Case(
        "into a file that is there",
        "check - --select relative -o other.html --force",
        status=1,
        stdin="<a href=x>",
        after={"other.html": RELATIVE.encode()},
    ),
)


def summary_of(case: Case) -> str:
    """The summary of `check` for a case, whose report may be a file, or a table of counts."""
    if "baseline" in case.arguments:
        return "" if case.after else check_summary("").replace("\n", "; 1 known finding not shown\n")
    report = b"".join(filter(None, case.after.values())) or case.out
    if "--statistics" in case.arguments:
        counts = re.findall(r'(?m)^(\d+) +([a-z-]+)|"count": (\d+), "code": "([a-z-]+)"', str(report))
        report = "".join(f"x: [{a or b}] \n" * int(n or m) for n, a, m, b in counts)
    several = "none.html" in case.arguments
    return check_summary(report, 2 if several else 1, unread=int(several))


CHECK = tuple(
    case if "--quiet" in case.arguments else case._replace(err=case.err + summary_of(case)) for case in FOUND
)


@pytest.mark.parametrize("case", params(CHECK))
def test_check_finds(case: Case, run: Runner) -> None:
    check(case, run)
