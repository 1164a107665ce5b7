"""Random nestings, which put elements in places that tree builders treat specially."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

NAMES = (
    "div p form table ul select b a button svg math template pre h1 nobr center marquee object applet"
    " head body html title details"
)
WRAPPINGS = [
    *((f"<{name}>", f"</{name}>") for name in NAMES.split()),
    ("<table><tr><td>", "</table>"),
    ("<table><caption>", "</caption></table>"),
    ("<table><tr>", "</table>"),
    ("<table><colgroup>", "</table>"),
    ("<select><option>", "</select>"),
    ("<select><optgroup>", "</select>"),
    ("<svg><foreignObject>", "</foreignObject></svg>"),
    ("<svg><desc>", "</desc></svg>"),
    ("<svg><title>", "</title></svg>"),
    ("<svg><g>", "</g></svg>"),
    ("<svg><style>", "</style></svg>"),
    ("<math><mi>", "</mi></math>"),
    ("<math><mtext>", "</mtext></math>"),
    ("<math><annotation-xml encoding=text/html>", "</annotation-xml></math>"),
    ("<math><annotation-xml>", "</annotation-xml></math>"),
    ("<math><mi><svg>", "</svg></mi></math>"),
    ("<noscript>", "</noscript>"),
    ("<noscript><p>", "</noscript>"),
    ("<noscript><!--", "--></noscript>"),
    ("<template><tr>", "</tr></template>"),
    ("<frameset>", "</frameset>"),
    ("<noframes>", "</noframes>"),
    ("<noembed>", "</noembed>"),
    ("<iframe>", "</iframe>"),
    ("<xmp>", "</xmp>"),
    ("<textarea>", "</textarea>"),
    ("<title>", "</title>"),
    ("<style>", "</style>"),
    ("<script>", "</script>"),
    ("<script><!--<script>", "</script>--></script>"),
    ("<!--", "-->"),
    ("<!--", "--!>"),
    ("<!-->", "<!--->"),
    ("<![CDATA[", "]]>"),
    ("<svg><![CDATA[", "]]></svg>"),
    ("<svg><script>", "</script></svg>"),
    ("<?x ", "?>"),
    ("</x ", ">"),
    ("<!x ", ">"),
    ("<plaintext>", ""),
    ("<x title='", "'>"),
    ('<x title="', '">'),
]
COMMON = [
    pair
    for pair in WRAPPINGS
    if pair[0].startswith(("<div", "<p>", "<table", "<svg", "<math", "<form", "<temp"))
]
STRAY = [
    "p",
    "br",
    "form",
    "svg",
    "table",
    "template",
    "select",
    "noscript",
    "head",
    "body",
    "html",
    "tr",
    "td",
    "style",
    "script",
    "frameset",
    "math",
    "title",
    "foreignObject",
]
STRAY_STARTS = [
    "<svg>",
    "<math>",
    "<table>",
    "<form>",
    "<p>",
    "<tr>",
    "<td>",
    "<caption>",
    "<frameset>",
    "<select>",
    "<body>",
]
STRAY_STARTS += [
    "<html>",
    "<head>",
    "<b>",
    "<a>",
    "<template>",
    "<noscript>",
    "<foreignObject>",
    "<br>",
    "<font color=x>",
]
STRAY_STARTS += [
    "<font>",
    "<desc>",
    "<mi>",
    "<option>",
    "<input>",
    "<image>",
    "<isindex>",
    "<svg/>",
    "<math/>",
    "<style/>",
]


def nested(dice: Random, pieces: Sequence[str]) -> str:
    """Nest pieces in each other, and put them between stray tags."""
    written: list[str] = []
    open_: list[str] = []
    for piece in pieces:
        roll = dice.random()
        if roll < 0.3:
            start, end = dice.choice(WRAPPINGS if dice.random() < 0.4 else COMMON)
            written.append(start)
            open_.append(end)
        elif roll < 0.36:
            written.append(f"</{dice.choice(STRAY)}{dice.choice(['>', '>', '>', ' >', '/>', ' x=y>'])}")
        elif roll < 0.4:
            written.append(dice.choice(STRAY_STARTS))
        written.append(piece)
        while open_ and dice.random() < 0.5:
            end = open_.pop()
            written.append(end if dice.random() < 0.93 else "")
    return "".join(written + open_[::-1] * (dice.random() < 0.7))
