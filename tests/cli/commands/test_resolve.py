"""resolve."""

from __future__ import annotations

import pytest

from tests.support.cases import Case
from tests.support.commandline import Runner, check, laid_out, params

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
    Case("an opaque base", "resolve g http://x '#s' --base mailto:x", "http://x\n#s\n", OPAQUE, status=1),
    Case(
        "an opaque base, whatwg",
        "resolve g --base mailto:x --rules whatwg",
        err="absolutize: cannot resolve 'g': the URL parser fails on it with the base 'mailto:x'\n",
        status=1,
    ),
    Case(
        "an opaque base, rfc2396",
        "resolve g '#s' --base mailto:x --rules rfc2396",
        "#s\n",
        OPAQUE,
        status=1,
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
        status=1,
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
        "http://a/g\\x1b[1mh\n",
    ),
    Case(
        "line ends",
        "resolve 'g\nh' 'g\rh' x --base http://a/b",
        "http://a/g\\nh\nhttp://a/g\\rh\nhttp://a/x\n",
    ),
    Case(
        "line ends as JSON",
        "resolve 'g\nh' --base http://a/b --format jsonl",
        '{"reference": "g\\nh", "base": "http://a/b", "rules": "rfc2396bis-00", "target": "http://a/g\\nh",'
        ' "error": null}\n',
    ),
    Case(
        "explain",
        "resolve '?y' --base http://a/b --explain --rules rfc2396",
        laid_out("""
'?y' against 'http://a/b' by rfc2396 (RFC 2396, August 1998):
step  what it does                                                         value
1     the reference is parsed into its components                          scheme undefined, authority undefined, path "", query "y", fragment undefined
2     it is none to the current document; query and fragment are as found  query "y", fragment undefined
3     the scheme is inherited from the base                                "http"
4     the authority is inherited from the base                             "a"
5     the path does not begin with a slash: a relative-path                ""
6a    all but the last segment of the base's path                          "/"
6b    the reference's path is appended                                     "/"
6c    every "./" is removed                                                "/"
6d    a final "." is removed                                               "/"
6f    a final "<segment>/.." is removed                                    "/"
6h    the remaining buffer is the path                                     "/"
7     the components are recombined                                        http://a/?y

"""),  # noqa: E501
    ),
    Case(
        "explain what has no answer, as JSON",
        "resolve g --base mailto:x --explain --rules rfc3986 --format jsonl",
        '{"reference": "g", "base": "mailto:x", "rules": "rfc3986", "target": "mailto:g", "error": null, '
        '"steps": ['
        '{"name": "parse(R)", "action": "the reference is parsed into its components", "value": '
        '"scheme undefined, authority undefined, path \\"g\\", query undefined, fragment undefined"}, '
        '{"name": "(not strict) and (R.scheme == Base.scheme)", "action": "no", "value": "undefined"}, '
        '{"name": "defined(R.scheme)", "action": "no", "value": "undefined"}, '
        '{"name": "defined(R.authority)", "action": "no", "value": "undefined"}, '
        '{"name": "R.path == \\"\\"", "action": "no", "value": "\\"g\\""}, '
        '{"name": "R.path starts-with \\"/\\"", "action": "no", "value": "\\"g\\""}, '
        '{"name": "merge(Base.path, R.path)", "action": '
        '"R.path behind all but the last segment of the base\'s path", "value": "\\"g\\""}, '
        '{"name": "remove_dot_segments 1", "action": "the input buffer is the path", '
        '"value": "output \\"\\", input \\"g\\""}, '
        '{"name": "remove_dot_segments 2E", "action": "the first segment is moved to the output", '
        '"value": "output \\"g\\", input \\"\\""}, '
        '{"name": "remove_dot_segments 3", "action": "the output buffer is the result", "value": '
        '"\\"g\\""}, '
        '{"name": "T.authority = Base.authority", "action": "inherited", "value": "undefined"}, '
        '{"name": "T.scheme = Base.scheme", "action": "inherited", "value": "\\"mailto\\""}, '
        '{"name": "5.3", "action": "the components are recomposed", "value": "mailto:g"}]}\n',
    ),
    Case(
        "explain a request that has no answer",
        "resolve '' g --base mailto:x --explain --request --rules rfc2396",
        laid_out("""
'' against 'mailto:x' by rfc2396 (RFC 2396, August 1998):
step  what it does                                                   value
1     the reference is parsed into its components                    scheme undefined, authority undefined, path "", query undefined, fragment undefined
2     it is a reference to the current document, and we are done
4.2   in a context that makes a request, it stands for the base URI  mailto:x

'g' against 'mailto:x' by rfc2396 (RFC 2396, August 1998):
step  what it does                                                            value
1     the reference is parsed into its components                             scheme undefined, authority undefined, path "g", query undefined, fragment undefined
2     it is none to the current document; query and fragment are as found     query undefined, fragment undefined
3     the scheme is undefined, and there is no suitable base URI (section 5)  no answer

"""),  # noqa: E501
        "absolutize: cannot resolve 'g': the base 'mailto:x' is not hierarchical\n",
        status=1,
    ),
    Case(
        "all rules",
        "resolve /../g '' '#s' ///x --base http://a/b --all-rules",
        laid_out("""
rule set       /../g          (empty)             #s                    ///x
www-uri-00     http://a/../g  http://a/           http://a/#s           no answer
rfc1630        http://a/../g  http://a/           http://a/#s           no answer
uri-syntax-02  http://a/../g  (current document)  (current document)#s  http:///x
uri-syntax-03  http://a/../g  (current document)  (current document)#s  http:///x
rfc2396        http://a/../g  (current document)  (current document)#s  http:///x
rfc2396bis-00  http://a/../g  (current document)  (current document)#s  http:///x
rfc3986        http://a/g     http://a/b          http://a/b#s          http:///x
whatwg         http://a/g     http://a/b          http://a/b#s          http://x/
"""),
    ),
    Case(
        "all rules, control characters",
        "resolve '\x1b[1mx' --base a:b --all-rules",
        laid_out("""
rule set       \\x1b[1mx
www-uri-00     a:\\x1b[1mx
rfc1630        a:\\x1b[1mx
uri-syntax-02  a:\\x1b[1mx
uri-syntax-03  no answer
rfc2396        no answer
rfc2396bis-00  no answer
rfc3986        a:\\x1b[1mx
whatwg         no answer
"""),
    ),
    Case(
        "partial-form literal",
        "resolve ../../g --base http://a/b/c --partial-form literal --rules rfc1630",
        "http://g\n",
    ),
    Case(
        "partial-form guarded",
        "resolve ../../g --base http://a/b/c --partial-form guarded --rules rfc1630",
        "http://a/../g\n",
    ),
    Case(
        "slash-run no-greater",
        "resolve /g --base magic://a/b/c//d/e/f --slash-run no-greater --rules rfc1630",
        "magic://a/b/c//d/g\n",
    ),
    Case(
        "slash-run first",
        "resolve /g --base magic://a/b/c//d/e/f --slash-run first --rules rfc1630",
        "magic://a/g\n",
    ),
    Case("request", "resolve '' --base http://a/b?c#d --request", "http://a/b?c\n"),
    Case(
        "an error as JSON",
        "resolve x --base mailto:y --format jsonl",
        '{"reference": "x", "base": "mailto:y", "rules": "rfc2396bis-00", "target": null, "error": {'
        '"code": "base-not-hierarchical", "message": '
        "\"cannot resolve 'x': the base 'mailto:y' is not hierarchical\"}}\n",
        "absolutize: cannot resolve 'x': the base 'mailto:y' is not hierarchical\n",
        status=1,
    ),
)


@pytest.mark.parametrize("case", params(RESOLVE))
def test_resolve_prints(case: Case, run: Runner) -> None:
    check(case, run)


def test_steps_of_a_long_reference_fit_a_table(run: Runner) -> None:
    """As text, long values are shortened in the middle; as JSON they are complete."""
    asked = ("resolve", "a/../" * 5_000 + "x", "--base", "http://a/b", "--explain", "--rules", "rfc2396")
    shown = run(*asked)
    assert (shown.status, shown.err) == (0, "")
    assert max(map(len, shown.out.splitlines())) < 1000
    assert b'"/a/../a/' in shown.out
    assert b"..[... 24803 characters ...]" in shown.out
    assert shown.out.endswith(b" http://a/x\n\n")
    assert len(run(*asked, "--format", "jsonl").out) > 16 * 24_803
