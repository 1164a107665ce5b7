"""check: faults as text, JSON and SARIF."""

from __future__ import annotations

import pytest

from tests.cli.test_rewrite import HERE
from tests.support.cases import Case
from tests.support.commandline import (
    AT,
    IN,
    Runner,
    check,
    params,
)

RELATIVE = "-:1:9: [relative] relative link: 'x'\n"
DIFFERS = "-:1:9: [rules-differ] other rules resolve it differently: '?y' is"

CHECK = (
    Case(
        "a feed",
        f"check - {AT} --as xml --xml-base auto --format text",
        "-:1:21: [relative] relative link: 'x'\n",
        status=1,
        stdin="<rss><channel><link>x</link></channel></rss>",
    ),
    Case(
        "a style sheet by its name",
        f"check s.css {AT} --environment-charset koi8-r",
        "s.css:1:9: [relative] relative link: 'x'\n",
        status=1,
        before={"s.css": b"p{a:url(x)}"},
    ),
    Case(
        "a directory with style sheets",
        "check site --style-sheets --root http://h/d/",
        "site/s.css:1:9: [relative] relative link: 'x'\n",
        status=1,
        before={"site/s.css": b"p{a:url(x)}"},
    ),
    Case("nothing", f"check - {AT}", stdin="<a href=http://h/>"),
    Case("nothing, json", f"check - {AT} --format json", "[\n]\n", stdin="<a href=http://h/>"),
    Case(
        "several files, one of them missing",
        f"check other.html none.html based.html {IN} --format text",
        "other.html:1:10: [relative] relative link: 'x'\n"
        "based.html:1:13: [relative] relative link: 'sub/'\n"
        "based.html:1:13: [base-relative] the href of BASE is not absolute: 'sub/'\n"
        "based.html:2:10: [relative] relative link: 'x'\n",
        "absolutize: none.html: No such file or directory\n",
        status=2,
    ),
    Case("found", f"check - {AT}", RELATIVE, status=1, stdin="<a href=x>"),
    Case(
        "with the URL that the page states",
        "check - --url-from saved --select above-root",
        "-:1:48: [above-root] climbs above the root of the base URI: '../x'\n",
        status=1,
        stdin="<!-- saved from url=(0009)http://s/ --><a href=../x>",
    ),
    Case("found without a base", "check - --quiet", RELATIVE, status=1, stdin="<a href=x>"),
    Case(
        "json",
        f"check - {AT} --format json --charset utf-8",
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
        f"check - {HERE} --same-document resolve",
        "-:1:9: [relative] relative link: '#s'\n",
        status=1,
        stdin="<a href=#s>",
    ),
    Case(
        "placeholders keep",
        f"check - {HERE} --placeholders keep",
        "-:1:9: [placeholder] depends on what a template placeholder will become: '{{x}}'\n",
        status=1,
        stdin="<a href={{x}}>",
    ),
    Case(
        "placeholders resolve",
        f"check - {HERE} --placeholders resolve --ignore grammar",
        "-:1:9: [relative] relative link: '{{x}}'\n",
        status=1,
        stdin="<a href={{x}}>",
    ),
    Case(
        "conditional comments",
        f"check - {HERE} --conditional-comments",
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
        f"check - {HERE} --attribute 'p[x]' --preset lazy-loading",
        "-:1:6: [relative] relative link: 'y'\n-:1:22: [relative] relative link: 'z'\n",
        status=1,
        stdin="<p x=y><img data-src=z>",
    ),
)


@pytest.mark.parametrize("case", params(CHECK))
def test_check_finds(case: Case, run: Runner) -> None:
    check(case, run)
