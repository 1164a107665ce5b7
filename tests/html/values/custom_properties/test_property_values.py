"""The references in the values of custom properties: which of them are marked, as nothing uses them."""

from __future__ import annotations

import pytest

from absolutize.html.values import css_bytes
from absolutize.html.values.custom_properties.property_values import without_unused

VALUES = {  # a style sheet that uses --u and --f() alone, its references that count, and those that do not
    "a declaration": ("p{--a:url(x);--u:url(y);b:url(z)}", "y z", "x"),
    "the first": ("--a:url(x);b:url(y)", "y", "x"),
    # style() compares a value with the declaration, which stays
    "a query": ("@container style(--a:url(x)){p{b:url(y)}}", "y", "x"),
    "a query of what is used": ("@container style(--u:url(x)){p{b:url(y)}}", "x y", ""),
    "a query of a condition": ("b:if(style(--a:url(x)):url(y);else:url(z))", "y z", "x"),
    "spaces and comments": ("b:if(style( /*(*/ --a /*:*/ : url(x) ):url(y))", "y", "x"),
    "two": ("b:if(style((--a:url(x)) and (not (--u:url('y')))):url(z))", "y z", "x"),
    "brackets within": ("b:if(style(--a:[(url(x);url('y')]):url(z))", "", "x y z"),
    "brackets that end": ("b:if(style(--a:[(url(x);url('y'))]):url(z))", "z", "x y"),
    "in a declaration that is used": ("--u:if(style(--a:url(x)):url(y);else:url(z));b:url(c)", "y z c", "x"),
    "in one that is not": ("--a:if(style(--u:url(x)):url(y);else:url(z));b:url(c)", "x c", "y z"),
    "of another property": ("@container style(b:url(x)){p{b:url(y)}}", "x y", ""),
    "in a string": ("b:'style(--a:' url(x)", "x", ""),
    "in a comment": ("b:/*style(--a:*/url(x)", "x", ""),
    "an escaped name": ("@container style(--\\61:url(x)) and style(--\\75:url(y)){}", "y", "x"),
    # what makes them invalid ends them, whether a reference is before it or not
    "a surplus parenthesis": ("--a:1) url(x);b:url(y)", "x y", ""),
    "one behind a reference": ("--a:url(x)) url(y);b:url(z)", "y z", "x"),
    "one in a sheet with a reference": ("--a:url(x);--b:1)(;b:url(y)", "y", "x"),
    "a semicolon in a query": ("@container style(--a:1;url(x)){}", "x", ""),
    "one behind a reference in it": ("@container style(--a:url(x);url(y)){}", "y", "x"),
    "a brace in a query": ("@container style(--a:url(x)} url(y)){}", "y", "x"),
    # descriptors of rules
    "the initial value of a property": ("@property --a{initial-value:url(x)} p{b:url(y)}", "y", "x"),
    "that of one that is used": ("@property --u{Initial-Value:url(x)} p{b:url(y)}", "x y", ""),
    "several rules": ("@property --u{}@PROPERTY/**/--a{}@property/**/--b{initial-value :url(x)}", "", "x"),
    "the result of a function": ("@function --u(){result:url(x);b:url(y)}", "y", "x"),
    "its result in a rule": ("@function --u(){@media c{a:b;Result:url(x)}} p{b:url(y)}", "y", "x"),
    "the result of one that is used": ("@function --f(){result:url(x)}", "x", ""),
    "the result of none": ("p{result:url(x);initial-value:url(y)}", "x y", ""),
    "rules in comments and strings": (
        "@property --a{c:'@property --u' /*@function --f(*/;initial-value:url(x)}",
        "",
        "x",
    ),
    "a name with an escape": ("@function --a\\@property--u(){result:url(x)}", "", "x"),
    # parameters of functions
    "a parameter": ("@function --f(--u:url(x)){b:url(y)}", "x y", ""),
    "parameters": ("@function --f(--u:url(x),--a:url(y), --b : url(z)){b:url(c)}", "x c", "y z"),
    # references that mean the same under any base
    "an absolute URL": ("--a:url(http://h/x);--b:url('HTTPS://h/y')", "http://h/x HTTPS://h/y", ""),
    "a fragment": ("--a:url('#x');--b:url(y)", "#x", "y"),
    "data": ("--a:url(data:,x);--b:url(y)", "data:,x", "y"),
    "with escapes": (r"--a:url(\68ttp://h/x);--b:url(\23x)", r"\68ttp://h/x \23x", ""),
    "another scheme": ("--a:url(app://x/y);--b:url('blob:x')", "app://x/y blob:x", ""),
    "with the scheme alone": ("--a:url(http:x);--b:url(//h/x)", "", "http:x //h/x"),
    "names that declare nothing": ("p{a:--u,--u,--a;--a:url(x)}", "", "x"),
    # what a value may have before a reference, and what only looks like a declaration
    "a string": ("--b:'s';--a:\"s\" url(x);b:url(y)", "y", "x"),
    "a string with an escaped quote": (r"--b:'\';--a:';--a:url(x)", "", "x"),
    "comments": ("--b:var(--c,/*!*/ /*!*/) 1px/2;--a:/*;*/url(x);b:url(y)", "y", "x"),
    "a string in brackets": ("--a:image-set('x');b:url(y)", "y", "x"),
    "an import": ("--a:@import 'x';b:url(y)", "y", "x"),
    "a URL behind a fragment": ("--a:url(#x) url(y)", "#x", "y"),
    "a declaration in a string": ("b:'s --a: t';--a:url(x);b:';' url(y)", "y", "x"),
    "a declaration in a comment": ("b:c/* --a: '*/;--a:url(x);b:';' url(y)", "y", "x"),
    "a declaration in a fragment": ("--b:url('#;--a:');--a:url(x);b:';' url(y)", "#;--a: y", "x"),
    "a fragment in a comment": ("/*;--a:url(#*/;--a:/*);*/url(x);b:url(y)", "y", "x"),
    "a comment in a function": ("--a:curl(#/*);*/url(x));--b:-url(#/*);*/url(y));b:url(z)", "z", "x y"),
    "a comment behind a hash": ("--a:#url(#/*);*/url(x));--b:1URL(#/*);*/url(y));b:url(z)", "z", "x y"),
    "a comment in a string": ("b:'s --a: /*';--a:url(x);b:'*/;' url(y)", "y", "x"),
    "a color": ("--b:hsl(var(--c),1%,2%);--a:hsl(1 2 3) url(x);--d:hsl(url(y);b:url(z)", "", "x y z"),
    "a version in a string": (
        "b:'x-v1 initial-value:y';--a:url('http://h/x-v1');--b:url(y)",
        "http://h/x-v1",
        "y",
    ),
    "many brackets": ("--b:a((b(c(d(e(f(1)))))));--a:a((b(c(d(e(url(x))))));b:url(y)", "", "x y"),
    "commas that part none": ("@function --f(--a:url(x),url(y)){b:url(z)}", "z", "x y"),
}


@pytest.mark.rows(("sheet", "counted", "left"), VALUES.values(), ids=VALUES)
def test_which_references_count(sheet: str, counted: str, left: str) -> None:
    codes: dict[str, list[str]] = {"": [], "custom-property": []}
    for start, stop, escaping in without_unused(
        sheet.encode(), css_bytes.sheet_in_text(sheet), lambda: {"--u", "--f("}
    ):
        codes[escaping.code].append(sheet[start:stop])
    assert codes == {"": counted.split(), "custom-property": left.split()}
