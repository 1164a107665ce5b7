"""Runs of the commands on URIs: what each prints, and its exit status."""

from collections.abc import Mapping
from pathlib import Path

from absolutize.uri import RULE_SETS
from tests.support.cases import Case

PAGES = Path(__file__).parents[3] / "docs" / "rules"


def laid_out(text: str) -> str:
    """Give the lines below the first."""
    return text.removeprefix("\n")


RESOLVE = (
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
        status=2,
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
        status=2,
    ),
)
PARSE = (
    Case(
        "a server, segments and parameters",
        "parse 'http://u@h:80/a;b?c' --rules rfc2396",
        laid_out("""
'http://u@h:80/a;b?c' by rfc2396 (RFC 2396, August 1998):
scheme      "http"
authority   "u@h:80"
  userinfo  "u"
  host      "h"
  port      "80"
  kind      hostname
path        "/a;b"
  segment   "a", parameter "b"
query       "c"
fragment    undefined
accepted

"""),
    ),
    Case(
        "one that is refused among others",
        "parse //a_b '//[x'",
        laid_out(
            """
'//a_b' by rfc2396bis-00 (draft-fielding-uri-rfc2396bis-00, October 2002):
scheme      undefined
authority   "a_b"
  registry  "a_b"
  kind      reg-name
path        ""
query       undefined
fragment    undefined
accepted

'//[x' by rfc2396bis-00 (draft-fielding-uri-rfc2396bis-00, October 2002):
scheme      undefined
authority   "[x"
  registry  "[x"
  kind      none: the grammar refuses it
path        ""
query       undefined
fragment    undefined
refused at 3: 'x' cannot be part of <IPv6address>
  //[x
     ^
  IPv6address = RULE

""".replace("RULE", " ".join(RULE_SETS["rfc2396bis-00"].grammar.rule("IPv6address").text.split()))
        ),
        status=1,
    ),
    Case(
        "control characters are shown, not sent",
        "parse 'a\x1b[31m\x9b' --format text",
        laid_out("""
'a\\x1b[31m\\x9b' by rfc2396bis-00 (draft-fielding-uri-rfc2396bis-00, October 2002):
scheme     undefined
authority  undefined
path       "a\\x1b[31m\\x9b"
  segment  "a\\x1b[31m\\x9b"
query      undefined
fragment   undefined
refused at 1: '\\x1b' cannot be part of <rel-segment>
  a\\x1b[31m\\x9b
   ^
  rel-segment = 1*( unreserved / escaped / ";" / "@" / "&" / "=" / "+" / "$" / "," )

"""),
        status=1,
    ),
    Case(
        "the fields of a scheme",
        "parse news:a.b --rules rfc1630 --format text",
        laid_out("""
'news:a.b' by rfc1630 (RFC 1630, June 1994):
scheme     "news"
authority  undefined
path       "a.b"
  segment  "a.b"
query      undefined
fragment   undefined
group      "a.b"
article    undefined
accepted

"""),
    ),
    Case(
        "a URL",
        "parse http://h/%zz x --rules whatwg --quiet",
        laid_out("""
'http://h/%zz' by whatwg (URL Standard):
scheme     "http"
authority  "h"
  host     "h"
  kind     host
path       "/%zz"
  segment  "%zz"
query      undefined
fragment   undefined
accepted

'x' by whatwg (URL Standard):
scheme     undefined
authority  undefined
path       "x"
query      undefined
fragment   undefined
refused at 0: 'x' cannot be part of <URL>
  x
  ^

"""),
        status=1,
    ),
    Case(
        "reading intended",
        "parse '?y' --rules rfc2396 --reading intended --format jsonl",
        '{"uri": "?y", "rules": "rfc2396", "scheme": null, "authority": null, "path": "", "query": "y", '
        '"fragment": null, "parts": null, "segments": [], "fields": {}, "refusal": null}\n',
    ),
    Case(
        "reading printed",
        "parse '//h?y z' --reading printed --format jsonl",
        '{"uri": "//h?y z", "rules": "rfc2396bis-00", "scheme": null, "authority": "h", "path": "", '
        '"query": "y z", "fragment": null, "parts": {"userinfo": null, "host": "h", "port": null, '
        '"registry": null, "kind": "hostname"}, "segments": [], "fields": {}, "refusal": {"text": '
        '"//h?y z", '
        '"position": 5, "character": " ", "production": "query", "message": '
        "\"at 5: ' ' cannot be part of <query>\"}}\n",
        status=1,
    ),
)
WRAPPED = 'See <http://a/b-\n c>,\r\nwww.x.y. Or "http://é".\n'
HEADER = "path,start,stop,line,column,raw,reference,alternative\r\n"
TEXT = (
    Case(
        "as JSON",
        "text - --format jsonl",
        '{"path": "-", "start": 5, "stop": 19, "line": 1, "column": 6, "raw": "http://a/b-\\n c", '
        '"reference": "http://a/b-c", "alternative": "http://a/bc"}\n'
        '{"path": "-", "start": 23, "stop": 30, "line": 3, "column": 1, "raw": "www.x.y", '
        '"reference": "http://www.x.y", "alternative": null}\n'
        '{"path": "-", "start": 36, "stop": 44, "line": 3, "column": 14, "raw": "http://é", '
        '"reference": "http://é", "alternative": null}\n',
        stdin=WRAPPED,
    ),
    Case(
        "hyphens dropped, a base",
        "text - --hyphen drop --base http://h/ --format csv",
        f'{HEADER}-,5,19,1,6,"http://a/b-\n c",http://a/bc,http://a/b-c\r\n'
        "-,36,44,3,14,http://é,http://é,\r\n",
        stdin=WRAPPED,
    ),
    Case(
        "hyphens kept, several files",
        "text none a.txt b.txt --hyphen keep --format table --charset latin1",
        laid_out("""
path   line  reference   alternative
a.txt  1:1   http://é
b.txt  2:2   http://a-b  http://ab
"""),
        "absolutize: none: No such file or directory\n",
        status=2,
        before={"a.txt": b"http://\xe9", "b.txt": b"\n<http://a-\nb>"},
    ),
    Case(
        "no alternatives, and no column of them",
        "text - --format table",
        laid_out("""
path  line  reference
-     1:1   http://a
"""),
        stdin=b"http://a",
    ),
    *(
        Case(
            f"a byte order mark of {name}",
            "text - --format csv",
            f"{HEADER}-,1,9,1,2,http://é,http://é,\r\n",
            stdin="\ufeff<http://é>".encode(name),
        )
        for name in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le")
    ),
    Case(
        "a base that is relative",
        "text - --base foo",
        err="absolutize: --base foo: not an absolute URI\n",
        status=2,
    ),
    Case(
        "an encoding that is none",
        "text - --charset nonsense --quiet",
        err="absolutize: --charset nonsense: not a label of the Encoding Standard\n",
        status=2,
    ),
)
RULES = (
    Case("all in Markdown", "rules --format markdown", (PAGES / "README.md").read_bytes()),
    Case("one in Markdown", "rules whatwg --format markdown", (PAGES / "whatwg.md").read_bytes()),
    Case(
        "one as text",
        "rules whatwg",
        laid_out("""
whatwg: URL Standard

Implemented
- resolution, parsing and serialising by ada-url, which implements the URL Standard
- the states of the basic URL parser, shown step by step
- equivalence by the serialised URL (4.6)
- relative forms, the inverse of resolution

Not implemented
- a grammar: the URL Standard has a parser only; a failure is placed at the beginning
- the document's encoding in queries, where no document is

Decided
- A base that is no URL counts as none.
  The standard's parser takes a parsed base; an absolute reference then has its answer.
- A lone surrogate is read as U+FFFD.
  The parser takes scalar value strings, to which Infra 4.6 converts.
"""),
    ),
    Case(
        "one as JSON",
        "rules whatwg --format jsonl",
        '{"rules": "whatwg", "document": "URL Standard", "Implemented": ["resolution, parsing and '
        "serialising "
        'by ada-url, which implements the URL Standard", "the states of the basic URL parser, shown step by '
        'step", "equivalence by the serialised URL (4.6)", "relative forms, the inverse of '
        'resolution"], "Not '
        'implemented": ["a grammar: the URL Standard has a parser only; a failure is placed at the '
        'beginning", '
        '"the document\'s encoding in queries, where no document is"], "Decided": [{"point": "A base '
        "that is "
        'no URL counts as none.", "why": "The standard\'s parser takes a parsed base; an absolute '
        "reference "
        'then has its answer."}, {"point": "A lone surrogate is read as U+FFFD.", "why": "The parser takes '
        'scalar value strings, to which Infra 4.6 converts."}], "Productions": []}\n',
    ),
    Case(
        "a name that is none",
        "rules rfc9999 --format text",
        err="absolutize: rules: invalid value for '[NAME]': 'rfc9999' is not one of 'www-uri-00', 'rfc1630', "
        "'uri-syntax-02', "
        "'uri-syntax-03', 'rfc2396', 'rfc2396bis-00', 'rfc3986', 'whatwg'; see `absolutize rules --help`\n",
        status=2,
    ),
)
OF_URIS: Mapping[str, tuple[Case, ...]] = {
    "resolve by rules": RESOLVE,
    "parse": PARSE,
    "text": TEXT,
    "rules": RULES,
}
