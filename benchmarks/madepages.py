"""Makes small pages for a clone without the corpus, the same ones every time."""

from __future__ import annotations

import random
from collections.abc import Iterator

PAGES = 60
REFERENCES = (
    *("a{n}.html", "../b/{n}.html", "/c/{n}?page={n}&s=1", "#s{n}", "?q={n}", "./{n}", "//o.example/{n}.png"),
    *("http://h.example/{n}", "https://o.example/a/{n}.html#s", "mailto:a{n}@h.example", "img/{n}.jpg"),
)
PIECES = (
    '<p class="text p{n}">Some words of a page &amp; more of them, {n} <a href="{r}" title="t">link</a>.</p>',
    '<li id=i{n}><a rel="nofollow" href=\'{r}\'><img src="{r}" alt="" width=5 srcset="{r} 1x, {r} 2x"></a>',
    '<div style="background:url({r})" data-n="{n}"><form action="{r}"><input name=q></form></div>',
    '<script>var a{n} = "<a href=x>";</script><!-- a comment, {n} -->',
)
HEAD = '<!DOCTYPE html><html><head><meta charset=utf-8><title>{n}</title><link rel=stylesheet href="s.css">'


def made_pages() -> Iterator[tuple[str, str]]:
    """Give the text of each page, and its URL."""
    chance = random.Random(2396)
    for number in range(PAGES):
        pieces = [piece(chance) for _ in range(chance.randint(40, 400))]
        yield "\n".join([HEAD.format(n=number), "<body>", *pieces]), f"http://h.example/d/p{number}.html"


def piece(chance: random.Random) -> str:
    """Make one piece of a page."""
    number = chance.randrange(1000)
    return chance.choice(PIECES).format(n=number, r=chance.choice(REFERENCES).format(n=number))
