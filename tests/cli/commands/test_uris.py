"""The commands on URIs: resolve, parse, normalize and the others."""

from __future__ import annotations

import pytest

from tests.cli.commands.uricases import OF_URIS
from tests.support.cases import Case
from tests.support.commandline import (
    Runner,
    check,
    params,
)

ALL_KINDS = "resolve g ../../../../g http:g //g '#s' '' '?y' ./ 'g;x=1/../y' --base 'http://a/b/c/d;p?q'"
FIVE_KINDS = "resolve g ../../g . '?y' /./g --base http://a/b/c"
OPAQUE = "absolutize: cannot resolve 'g': the base 'mailto:x' is not hierarchical\n"

RESOLVE = (
    Case(
        "resolve, --base is absolute by RFC 1630 alone",
        "resolve g --base 'a$b:/c/d' --rules rfc1630",
        "a$b:/c/g\n",
    ),
    Case("resolve, --base with white space", "resolve g --base ' http://a/ ' --rules whatwg", "http://a/g\n"),
    Case("one reference", "resolve ../c.png --base http://h/d/p", "http://h/c.png\n"),
    Case(
        "several references",
        ALL_KINDS,
        "http://a/b/c/g\nhttp://a/../../g\nhttp:g\nhttp://g\n#s\n\nhttp://a/b/c/d;p?y\nhttp://a/b/c/\n"
        "http://a/b/c/y\n",
    ),
    Case(
        "rules rfc2396bis-00",
        "resolve '?y' g --base http://a --rules rfc2396bis-00",
        "http://a?y\nhttp://a/g\n",
    ),
    Case(
        "rules rfc2396",
        f"{ALL_KINDS} --rules rfc2396",
        "http://a/b/c/g\nhttp://a/../../g\nhttp:g\nhttp://g\n#s\n\nhttp://a/b/c/?y\nhttp://a/b/c/\n"
        "http://a/b/c/y\n",
    ),
    Case(
        "rules www-uri-00",
        f"{FIVE_KINDS} --rules www-uri-00",
        "http://a/b/g\nhttp://g\nhttp://a/b\nhttp://a/b/?y\nhttp://a/./g\n",
    ),
    Case(
        "rules rfc1630",
        f"{FIVE_KINDS} --rules rfc1630",
        "http://a/b/g\nhttp://g\nhttp://a/b\nhttp://a/b/?y\nhttp://a/./g\n",
    ),
    Case(
        "rules uri-syntax-02",
        f"{FIVE_KINDS} --rules uri-syntax-02",
        "http://a/b/g\nhttp://a/../g\nhttp://a/b/\nhttp://a/b/?y\nhttp://a/./g\n",
    ),
    Case(
        "rules uri-syntax-03",
        f"{FIVE_KINDS} --rules uri-syntax-03",
        "http://a/b/g\nhttp://a/../g\nhttp://a/b/\nhttp://a/b/?y\nhttp://a/./g\n",
    ),
    Case(
        "rules rfc3986",
        f"{FIVE_KINDS} --rules rfc3986",
        "http://a/b/g\nhttp://a/g\nhttp://a/b/\nhttp://a/b/c?y\nhttp://a/g\n",
    ),
    Case(
        "rules whatwg",
        f"{ALL_KINDS} --rules whatwg",
        "http://a/b/c/g\nhttp://a/g\nhttp://a/b/c/g\nhttp://g/\nhttp://a/b/c/d;p?q#s\nhttp://a/b/c/d;p?q\n"
        "http://a/b/c/d;p?y\nhttp://a/b/c/\nhttp://a/b/c/y\n",
    ),
    Case(
        "same-scheme strict",
        "resolve http:g HTTP:g --base http://a/b --same-scheme strict",
        "http:g\nHTTP:g\n",
    ),
    Case("same-scheme lenient", "resolve http:g --base http://a/b --same-scheme lenient", "http://a/g\n"),
    Case("overflow retain", "resolve ../../g --base http://a/b/c --overflow retain", "http://a/../g\n"),
    Case("overflow remove", "resolve ../../g --base http://a/b/c --overflow remove", "http://a/g\n"),
    Case(
        "overflow avoid",
        "resolve ../../g g --base http://a/b/c --overflow avoid",
        "http://a/b/g\n",
        "absolutize: cannot resolve '../../g': it climbs above the root of the base URI\n",
        status=1,
    ),
    Case("an opaque base", "resolve g http://x '#s' --base mailto:x", "http://x\n#s\n", OPAQUE, status=2),
    Case(
        "an opaque base, whatwg",
        "resolve g --base mailto:x --rules whatwg",
        err="absolutize: cannot resolve 'g': the URL parser fails on it with the base 'mailto:x'\n",
        status=2,
    ),
    Case(
        "an opaque base, rfc2396",
        "resolve g '#s' --base mailto:x --rules rfc2396",
        "#s\n",
        OPAQUE,
        status=2,
    ),
    Case(
        "a base that is opaque by its spelling alone, whatwg",
        "resolve g http://[ --base http:x --rules whatwg",
        "http://x/g\n",
        "absolutize: cannot resolve 'http://[': the URL parser fails on it with the base 'http:x'\n",
        status=1,
    ),
    Case(
        "errors are not quiet",
        "resolve g --base mailto:x --quiet",
        err=OPAQUE,
        status=2,
    ),
    Case(
        "a reference that is no URL",
        "resolve http://[ g --base http://a/b --rules whatwg",
        "http://a/g\n",
        "absolutize: cannot resolve 'http://[': the URL parser fails on it with the base 'http://a/b'\n",
        status=1,
    ),
    Case("a reference like an option", "resolve --base http://a/b -- --g", "http://a/--g\n"),
    Case("not ASCII", "resolve é?ü --base http://h/ö/", "http://h/ö/é?ü\n"),
    Case(
        "control characters",
        "resolve 'g\x1b[1mh' --base http://a/b",
        "http://a/g\x1b[1mh\n",
    ),
)


@pytest.mark.parametrize("case", params(RESOLVE))
def test_resolve_prints(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(tuple(case for table in OF_URIS.values() for case in table)))
def test_commands_on_uris_print(case: Case, run: Runner) -> None:
    check(case, run)


def test_steps_of_a_long_reference_fit_a_table(run: Runner) -> None:
    """As text, what is long is shortened in its middle; as JSON it is whole."""
    asked = ("resolve", "a/../" * 5_000 + "x", "--base", "http://a/b", "--explain", "--rules", "rfc2396")
    shown = run(*asked)
    assert (shown.status, shown.err) == (0, "")
    assert max(map(len, shown.out.splitlines())) < 1000
    assert b'"/a/../a/' in shown.out
    assert b"..[... 24803 characters ...]" in shown.out
    assert shown.out.endswith(b" http://a/x\n\n")
    assert len(run(*asked, "--format", "jsonl").out) > 16 * 24_803
