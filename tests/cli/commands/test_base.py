"""base: the layers of RFC 2396 5.1."""

from __future__ import annotations

import pytest

from tests.cli.commands.test_rewrite import HERE
from tests.support.cases import Case
from tests.support.commandline import (
    Runner,
    check,
    params,
)

NONE = "  5.1.1  embedded       -\n"
NONE_2 = "  5.1.2  encapsulating  -\n"
NONE_3 = "  5.1.3  retrieval      -\n"
NONE_4 = "  5.1.4  default        -\n"
URL_3 = "  5.1.3  retrieval      'http://h/d/p'\n"
WON_3 = "> 5.1.3  retrieval      'http://h/d/p'\n"
OUTER = "--encapsulating http://e/e/ --url http://h/d/p --default http://f/f/"
OUTER_3_4 = f"{URL_3}  5.1.4  default        'http://f/f/'\n"

BASE = (
    Case(
        "options from a file",
        "base p --config p.toml",
        f"{NONE}{NONE_2}{WON_3}{NONE_4}\nhttp://h/d/p\n",
        before={"p": "<p>", "p.toml": '[tool.absolutize]\nurl = "http://h/d/"\n'},
    ),
    Case(
        "no options from a file",
        f"base page.html {HERE} --no-config",
        f"{NONE}{NONE_2}{WON_3}{NONE_4}\nhttp://h/d/p\n",
    ),
    Case("none", "base page.html", f"{NONE}{NONE_2}{NONE_3}{NONE_4}\nno base URI\n"),
    Case(
        "default",
        "base page.html --default http://f/f/",
        f"{NONE}{NONE_2}{NONE_3}> 5.1.4  default        'http://f/f/'\n\nhttp://f/f/\n",
    ),
    Case("retrieval", f"base page.html {HERE}", f"{NONE}{NONE_2}{WON_3}{NONE_4}\nhttp://h/d/p\n"),
    Case(
        "what the page states",
        "base - --url-from opengraph --url-from canonical --url-from saved --default http://f/f/",
        f"{NONE}{NONE_2}{NONE_3}  5.1.3  saved          -\n> 5.1.3  canonical      'http://c/'\n"
        "  5.1.3  opengraph      'http://o/'\n  5.1.4  default        'http://f/f/'\n\nhttp://c/\n",
        stdin='<meta property="og:url" content=http://o/><link rel=canonical href=http://c/>',
    ),
    Case(
        "retrieval before what the page states",
        f"base - {HERE} --url-from saved",
        f"{NONE}{NONE_2}{WON_3}  5.1.3  saved          'http://s/'\n{NONE_4}\nhttp://h/d/p\n",
        stdin="<!-- saved from url=(0009)http://s/ -->",
    ),
    Case(
        "retrieval before default",
        f"base page.html {HERE} --default http://f/f/",
        f"{NONE}{NONE_2}{WON_3}  5.1.4  default        'http://f/f/'\n\nhttp://h/d/p\n",
    ),
    Case(
        "encapsulating before them",
        f"base page.html {OUTER}",
        f"{NONE}> 5.1.2  encapsulating  'http://e/e/'\n{OUTER_3_4}\nhttp://e/e/\n",
    ),
    Case(
        "embedded before all, relative to the next",
        f"base based.html {OUTER}",
        "> 5.1.1  embedded       'sub/' is http://e/e/sub/\n"
        f"  5.1.2  encapsulating  'http://e/e/'\n{OUTER_3_4}\nhttp://e/e/sub/\n",
    ),
    Case(
        "embedded, absolute",
        f"base - {HERE}",
        f"> 5.1.1  embedded       'http://b/b/'\n{NONE_2}{URL_3}{NONE_4}\nhttp://b/b/\n",
        stdin="<a href=x><base href=http://b/b/>",
    ),
    Case(
        "embedded, empty",
        f"base - {HERE}",
        f"> 5.1.1  embedded       '' is http://h/d/p\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/p\n",
        stdin="<base href>",
    ),
    Case(
        "embedded, relative to nothing",
        "base based.html",
        f"  5.1.1  embedded       'sub/' does not count\n{NONE_2}{NONE_3}{NONE_4}\nno base URI\n",
    ),
    Case(
        "embedded, data",
        f"base - {HERE}",
        f"  5.1.1  embedded       'data:x' does not count\n{NONE_2}{WON_3}{NONE_4}\nhttp://h/d/p\n",
        stdin="<base href=data:x><base href=http://no/>",
    ),
    Case(
        "embedded, unreadable",
        f"base - {HERE}",
        f"  5.1.1  embedded       'http://[' does not count\n{NONE_2}{WON_3}{NONE_4}\nhttp://h/d/p\n",
        stdin="<base href=http://[>",
    ),
    Case(
        "embedded, with a placeholder: nothing else counts",
        f"base - {HERE}",
        f"  5.1.1  embedded       'http://{{{{b}}}}/' does not count\n{NONE_2}"
        f"  5.1.3  retrieval      'http://h/d/p' does not count\n{NONE_4}\nno base URI\n",
        stdin="<base href='http://{{b}}/'><a href=x>",
    ),
    Case(
        "retrieval, opaque",
        "base based.html --url mailto:x",
        f"  5.1.1  embedded       'sub/' does not count\n{NONE_2}"
        f"> 5.1.3  retrieval      'mailto:x'\n{NONE_4}\nmailto:x\n",
    ),
    Case(
        "fragments are no part of it",
        "base - --url http://h/d/p#s",
        "> 5.1.1  embedded       'q#t' is http://h/d/q\n"
        f"{NONE_2}  5.1.3  retrieval      'http://h/d/p#s' is http://h/d/p\n{NONE_4}\nhttp://h/d/q\n",
        stdin="<base href=q#t>",
    ),
    Case(
        "rules",
        f"base - {HERE} --rules rfc2396",
        f"> 5.1.1  embedded       '?q' is http://h/d/?q\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/?q\n",
        stdin="<base href=?q>",
    ),
    Case(
        "guard",
        f"base - {HERE} --rules rfc2396 --guard",
        f"> 5.1.1  embedded       '?q' is http://h/d/p?q\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/p?q\n",
        stdin="<base href=?q>",
    ),
    Case(
        "no guard",
        f"base - {HERE} --no-guard",
        f"> 5.1.1  embedded       '\\\\q' is http://h/d/\\q\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/\\q\n",
        stdin="<base href=\\q>",
    ),
    Case(
        "no guard, and control characters",
        "base based.html --no-guard --url 'http://h/\n\x1b/'",
        "> 5.1.1  embedded       'sub/' is http://h/\\n\\x1b/sub/\n"
        f"{NONE_2}  5.1.3  retrieval      'http://h/\\n\\x1b/'\n{NONE_4}\nhttp://h/\\n\\x1b/sub/\n",
    ),
    Case(
        "media type",
        f"base - {HERE} --media-type application/xhtml+xml",
        f"> 5.1.1  embedded       'q/' is http://h/d/q/\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/q/\n",
        stdin="<html xmlns='http://www.w3.org/1999/xhtml'><title/><base href='q/'/></html>",
    ),
    Case(
        "a feed",
        f"base - {HERE} --as xml",
        f"> 5.1.1  embedded       'q/' is http://h/d/q/\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/q/\n",
        stdin="<rss xml:base='q/'><channel xml:base='x/'/></rss>",
    ),
    Case(
        "a style sheet",
        f"base - {HERE} --as css --environment-charset koi8-r",
        f"{NONE}{NONE_2}> {URL_3[2:]}{NONE_4}\nhttp://h/d/p\n",
        stdin="<base href=q/>",
    ),
    Case(
        "a directory with style sheets",
        "base site --style-sheets --root http://h/d/",
        f"site/s.css:\n{NONE}{NONE_2}> 5.1.3  retrieval      'http://h/d/s.css'\n{NONE_4}\nhttp://h/d/s.css\n",
        before={"site/s.css": b"p{}"},
    ),
    Case(
        "charset",
        f"base - {HERE} --charset utf-8",
        f"> 5.1.1  embedded       'é/' is http://h/d/é/\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/é/\n",
        stdin="<base href=é/>",
    ),
    Case(
        "same-scheme",
        f"base - {HERE} --quiet --same-scheme lenient",
        f"> 5.1.1  embedded       'http:q' is http://h/d/q\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/q\n",
        stdin="<base href=http:q>",
    ),
    Case(
        "overflow remove",
        f"base - {HERE} --no-guard --overflow remove",
        f"> 5.1.1  embedded       '../../q/' is http://h/q/\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/q/\n",
        stdin="<base href=../../q/>",
    ),
    Case(
        "overflow retain",
        f"base - {HERE} --no-guard --overflow retain",
        f"> 5.1.1  embedded       '../../q/' is http://h/../q/\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/../q/\n",
        stdin="<base href=../../q/>",
    ),
)


@pytest.mark.parametrize("case", params(BASE))
def test_base_shows_the_layers(case: Case, run: Runner) -> None:
    check(case, run)
