"""Generates random style sheets, with both valid parts and parts that break them."""

import random

VALUES = (
    *(
        "url(x)",
        "url('x')",
        'url("../x")',
        "url( x )",
        "url(\\78)",
        "url('\\78\\\nx')",
        "url(x\\)y)",
        "url(#f)",
    ),
    *(
        "url(",
        "url(}",
        "url(x",
        "url(x y)",
        "url(a(b)",
        "url('x'",
        'url("x\n")',
        "'url(x)'",
        "url()",
        "url('')",
    ),
    *("image-set('x' 1x)", "-webkit-image-set(url(x) 1x)", "image-set(url(x) 1x, 'y' 2x)", "src('x')"),
    *(
        "URL(x)",
        "\\75rl(x)",
        "linear-gradient(red, blue), url(x)",
        "var(--y)",
        "var(--y, url(x))",
        "red",
        "{url(x)}",
    ),
)
PROPERTIES = ("background-image", "--y", "--z", "src", "list-style-image", "cursor", "content", "background")
BETWEEN = (
    ";",
    "; ",
    ";<!--",
    "<!-- ",
    "--> ",
    ";-->",
    "/*x*/",
    "/*",
    ";;",
    "}",
    "{",
    ")",
    "(",
    "\\",
    "'",
    "!important;",
)
IMPORTS = (
    *(
        "'x'",
        '"../x"',
        "'\\78'",
        "'x\\\ny'",
        "'x\\'y'",
        "'\\22 x'",
        "url(x)",
        "url('x') screen",
        "url(x) layer(a)",
    ),
    *("'x", "'x\n'", "x", "/**/'x'", "'x' supports(background: url(y))", "url(x y)", "<!-- 'x'"),
)
SELECTORS = (
    "#i",
    "p",
    "#i, p",
    "@media all",
    "@supports (color: red)",
    "@font-face",
    "@layer a",
    "#i::before",
)
OUTSIDE = (
    "<!-- ",
    " -->",
    "<!--",
    "/* x */",
    "@charset 'utf-8';",
    "@namespace url(n);",
    "@layer b;",
    ";",
    "}",
    " ",
)


def declarations(chance: random.Random) -> str:
    """Generate declarations, and the text between them."""
    pieces: list[str] = []
    for _ in range(chance.randrange(1, 4)):
        between = ";" if chance.random() < 0.7 else chance.choice(BETWEEN)
        pieces += chance.choice(PROPERTIES), chance.choice((":", ": ", " : ")), chance.choice(VALUES), between
    return "".join(pieces)


def sheet(chance: random.Random) -> str:
    """Generate a style sheet that uses its custom properties at its end."""
    pieces = [f"@import {chance.choice(IMPORTS)};" for _ in range(chance.choice((0, 0, 1, 2)))]
    for _ in range(chance.randrange(1, 4)):
        body = declarations(chance)
        pieces.append(
            f"{chance.choice(SELECTORS)} {{{body if chance.random() < 0.8 else f'#i {{{body}}} {body}'}}}"
        )
        pieces.append(chance.choice(OUTSIDE) if chance.random() < 0.3 else "")
    if chance.random() < 0.1:
        chance.shuffle(pieces)
    return "".join(pieces)
