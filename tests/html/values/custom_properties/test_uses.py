"""Which custom properties of CSS a document uses, by words alone."""

from __future__ import annotations

import pytest

from absolutize.html.values.custom_properties.uses import used_in

REST = "inherits:true;initial-value:url(k)"

USES = {  # a document, and what it uses
    "a use": ("b:var(--a)", "--a"),
    "spelled otherwise": ("b:VAR( /*x*/\n--\\61 , c)", "--a"),
    "in a script": ("<script>e.style.background = 'var(--a)'</script>", "--a"),
    "a fallback": ("b:var(--a, var(--b))", "--a --b"),
    "none": ("b:var(a) calc(--a) avar --a", ""),
    # what is only passed on
    "passed on": ("--b:var(--a)", ""),
    "passed on, and used": ("--b:var(--a);c:var(--b)", "--a --b"),
    "used before it is passed on": ("c:var(--b);--b:var(--a)", "--a --b"),
    "passed on twice": ("--c:var(--b);--b:var(--a);d:var(--c)", "--a --b --c"),
    "passed on in a circle": ("--a:var(--b);--b:var(--a)", ""),
    "passed on, and used elsewhere": ("--b:var(--a)}p{c:var(--a)", "--a"),
    "in two attributes": ('<p style="--b:var(--a)"><p style="c:var(--a)">', "--a"),
    "in two attributes without quotes": ("<p style=--b:1><p style=c:var(--a)>", "--a"),
    "in two attributes of one element": ('<p style="--b:1" title="c:var(--a)">', "--a"),
    "in two scripts": ("a.style='--b:1';</script><script>c.style='d:var(--a)'", "--a"),
    "in the same script": ("""s = "--b:" + x + ";c:var(--a)";""", "--a"),
    "a word that ends like a declaration": (".c--b:hover,.d--b :var(--a)", "--a"),
    "a key of a script": ("{'--b': 'var(--a)'}", "--a"),
    "brackets": ("--b:if(style(--c:(1;2)):url(x;y);else:var(--a)) var(--d);e:var(--f)", "--f"),
    "an unclosed bracket": ("--b:(1;c:var(--a)", "--a"),
    "strings": ("""--b:"x;" 'y}' var(--a);c:var(--d)""", "--d"),
    "strings within brackets": ("""--b:f("x;)" g('}')) var(--a);c:var(--d)""", "--d"),
    "escapes": ("--b:\\; var(--a);c:var(--d)", "--d"),
    "an escaped name": ("--\\62 :var(--a);c:var(--b)", "--a --b"),
    "an escaped name that is neither declared nor called": ("--\\; var(--a) --b\\--c(1", "--a --b--c("),
    "a comment before the colon": ("--b/*x*/:var(--a)", ""),
    "a query": ("@container style(--b:var(--a)){c{d:var(--e)}}", "--e"),
    # custom functions
    "a function": ("b:--f(1)", "--f("),
    "its result": ("@function --f(){result:var(--a)}", ""),
    "the result of one that is used": ("@function --f(){result:var(--a)} p{b:--f()}", "--a --f("),
    "the result of another": ("@function --f(){} @function --g(){Result :var(--a)} p{b:--f()}", "--f("),
    "the result of none": ("{result:var(--a)}", "--a"),
    "a word that ends like a function": ("a--f(1) --g (1) --h", ""),
    # comments
    "a comment before a name": ("b:var(/*x*/ /**/ --a) c:var(/*/ */--d) e:var(/*x/*/--f)", "--a --d --f"),
    "asterisks in one": ("b:var(/* a*b */--a) c:var(/***/--d) e:VAR(/** x **/--f)", "--a --d --f"),
    "a slash and an asterisk in one": ("b:var(/* /* */--a)", ""),  # so that time is linear
    "one that is not closed": ("b:var(/*--a) c:var(--d)", "--d"),
    "asterisks in one before a colon": ("--b/* a*b */:var(--a)", ""),
    "a comment": ("b:1; /* var(--a) */ c:var(--d)", "--d"),
    "comments of a style element": ("<style>/* var(--a) *//* var(--b)*/ p{}/**/c{d:var(--e)}</style>", "--e"),
    "a comment that never ends": ("/* var(--a) </script><p style='b:var(--c)'>", "--c"),
    "a URL that looks like one": ("<p style='b:url( /*)'><p style='b:var(--a)'>", "--a"),
    "such a URL in character references": ("<s style=URL(&#34;/*>var(--a", "--a"),
    "such a URL at a semicolon": ("<s style='b:url(;/*'>var(--a)--f(1)", "--a --f("),
    "markup in a comment": ("/* <b> var(--a) */ var(--b)", "--b"),
    "many asterisks": ("/*** var(--a) ***/ var(--b)", "--b"),
    "a pattern of paths": ("<input accept='image/*'>'/*' '*/*' [/*] var(--a) '*/'", "--a"),
    "a regular expression": ("s.replace(/\\/*$/, '') + 'var(--a)'", "--a"),
    # registered as a URL, whose base is that of the declaration
    "registered": (f"@property --a{{syntax:'<url>';{REST}}}", "--a"),
    "registered in another order": (
        '@property --a{initial-value:url(k);inherits:FALSE;syntax:"<url>"',
        "--a",
    ),
    "registered, names": (f"@PROPERTY/**/--a/**/{{SYNTAX /**/: '<url>';{REST}}}", "--a"),
    "registered, an escape": (f"@property --a{{syntax:'<\\75rl>';{REST}}}", "--a"),
    "registered, several": (f"@property --a{{syntax:'<url>+';{REST}}}", "--a"),
    "registered, or another": ("@property --a{syntax:'<url>|none';inherits:true;initial-value:none}", "--a"),
    "registered behind a brace in a string": (
        f"@property --a{{x:'}}';y:\"}}\";/*}}*/syntax:'<url>';{REST}}}",
        "--a",
    ),
    "registered in a script": (f's = "@property --a{{syntax:\\"<url>\\";\\n{REST}}}"', "--a"),
    "registered as another": (f"@property --a{{syntax:'<image>';{REST}}}", ""),
    "registered as anything": ("@property --a{syntax:'*';inherits:true;initial-value:'<url>'}", ""),
    "registered, case": (f"@property --a{{syntax:'<URL>';{REST}}}", ""),
    "registered without inherits": ("@property --a{syntax:'<url>';initial-value:url(k)}", ""),
    "registered with another inherits": ("@property --a{syntax:'<url>';inherits:1;initial-value:url(k)}", ""),
    "registered without a value": ("@property --a{syntax:'<url>';inherits:true}", ""),
    "registered with another value": ("@property --a{syntax:'<url>';inherits:true;initial-value:none}", ""),
    "registered without a string": (f"@property --a{{syntax:<url>;{REST}}}", ""),
    "registered, two": (f"@property --a{{syntax:'*'}}@property --b{{syntax:'<url>';{REST}}}", "--b"),
    "registered in a comment": (f"/*@property --a{{syntax:'<url>';{REST}}}*/", ""),
}


@pytest.mark.rows(("document", "used"), USES.values(), ids=USES)
def test_what_is_used(document: str, used: str) -> None:
    assert used_in(document.encode()) == set(used.split())


HIDDEN = {  # pieces behind whose character references there is a use
    "what is used nowhere else": ("--b:1", "var(--a)", "--a"),
    "what is used elsewhere": ("--b:var(--a)", "var(--a)", ""),
}


@pytest.mark.rows(("document", "piece", "used"), HIDDEN.values(), ids=HIDDEN)
def test_hidden_uses(document: str, piece: str, used: str) -> None:
    assert used_in(document.encode(), [piece.encode()]) == set(used.split())


@pytest.mark.parametrize("unit", ["(x)", "'x'"])
def test_what_is_used_is_found_however_long_a_value_is(unit: str) -> None:
    """One match takes more than the ten million steps that PCRE2 allows."""
    assert used_in(f"--a:{unit * 4_000_000}var(--b)}}c{{d:var(--a)".encode()) == {"--a", "--b"}
