"""parse."""

from __future__ import annotations

import pytest

from absolutize.uri import RULE_SETS
from tests.support.cases import Case
from tests.support.commandline import Runner, check, laid_out, params

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


@pytest.mark.parametrize("case", params(PARSE))
def test_parse_prints(case: Case, run: Runner) -> None:
    check(case, run)
