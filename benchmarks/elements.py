"""Measures the time that one element of each kind takes, with this library and with the fastest peer.

    python benchmarks/elements.py [--each 500]

Each page consists of many elements of one kind, each followed by a paragraph. The first row shows the
microseconds of the paragraph, which are subtracted from the other rows. The fastest of several runs counts.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import click
from rich.console import Console
from rich.table import Table

import absolutize
from throughput import turbohtml_links

URL = "http://h.example/d/p.html"
RUNS = 5
PARAGRAPH = "<p>Some words of a page, <b>more</b> of them.</p>\n"
USE = '<use xlink:href="/s.svg#s" x="4"/>'
ELEMENTS = {  # "~" becomes a different number in each element
    "a paragraph, no link": "",
    "an absolute link": '<a class="x" href="https://o.example/a~">x</a>',
    "a link": '<a class="x" href="/a~">x</a>',
    "a link behind four attributes": '<a class="x" id="a~" title="t" target="_blank" href="/a">x</a>',
    "a link in single quotes": "<a href='/a~' class='x'>x</a>",
    "a link without quotes": "<a href=/a~ class=x>x</a>",
    "a link in capitals": '<A HREF="/a~" CLASS="x">x</A>',
    "a link beyond ASCII": '<a href="/wiki/\u041c\u043e\u0441\u043a\u0432\u0430~">x</a>',
    "a link with a space": '<a href="/a b~">x</a>',
    "a link with a placeholder": '<a href="/a/{{x}}/~">x</a>',
    "an empty link": '<a href="">x~</a>',
    "a script of javascript:": '<a href="javascript:f(~)">x</a>',
    "an image": '<img alt="x" src="/a~.png">',
    "an image with srcset": '<img src="/a.png" srcset="/a~.png 1x, /b.png 2x, /c.png 3x" alt="x">',
    "a picture": '<picture><source srcset="/a~.webp" type="image/webp"><img src="/a.jpg"></picture>',
    "an image in noscript": '<noscript><img src="/a~.png" alt="x"></noscript>',
    "a background": '<div style="background-image:url(/a~.png)">x</div>',
    "a style sheet": "<style>.a~{background:url(/x.png)}</style>",
    "an icon of a sprite": '<svg class="i"><use xlink:href="/s.svg#a~"></use></svg>',
    "five stars of a sprite": f'<svg class="i"><defs><path id="s~" d="M0 0"/></defs>{USE * 5}</svg>',
    "an svg of shapes": '<svg class="i"><g><path d="M0 ~"/><rect x="1"/></g></svg>',
    "an external script": '<script src="/a~.js" async></script>',
    "a script": "<script>f(~)</script>",
    "a style sheet's link": '<link rel="stylesheet" href="/a~.css">',
    "og:image": '<meta property="og:image" content="/a~.png">',
    "an iframe": '<iframe src="/e~" width=1></iframe>',
    "a video": '<video poster="/a~.png" controls><source src="/b.mp4" type="video/mp4"></video>',
    "a form": '<form action="/s~" method=post><button formaction="/x">x</button></form>',
    "a template": '<template id="t~"><a href="/a">x</a></template>',
    "speculation rules": (
        r'<script type="speculationrules">{"prefetch":[{"source":"document","where":{"and":['
        r'{"href_matches":"\/~*"},{"not":{"href_matches":["\/wp-*.php","\/wp-admin\/*","\/*\\?(.+)"]}}'
        r"]}}]}</script>"
    ),
    "a conditional comment": '<!--[if mso]><table><tr><td width="~"><![endif]-->',
}


def least(run: Callable[[], object]) -> float:
    """Measure the CPU time of the fastest run, in seconds."""
    seconds = []
    for _ in range(RUNS):
        started = process_time()
        run()
        seconds.append(process_time() - started)
    return min(seconds)


def costs(element: str, each: int) -> tuple[float, float]:
    """The microseconds for one element with its paragraph, by `rewrite` and by the peer."""
    pieces = (element.replace("~", str(number)) + PARAGRAPH for number in range(each))
    text = f"<!DOCTYPE html><meta charset=utf-8>{''.join(pieces)}"
    data = text.encode()
    ours = least(lambda: absolutize.rewrite(data, URL))
    theirs = least(lambda: turbohtml_links(data, text, URL))
    return ours / each * 1e6, theirs / each * 1e6


@click.command()
@click.option("--each", default=500, show_default=True, help="How many of each are on a page.")
def main(each: int) -> None:
    """Print what one element of each kind costs."""
    table = Table(title=f"{each} of each on a page")
    table.add_column("element", no_wrap=True)
    for heading in ("rewrite, \u00b5s", "turbohtml, \u00b5s"):
        table.add_column(heading, justify="right")
    paragraph = 0.0, 0.0
    for name, element in ELEMENTS.items():
        ours, theirs = costs(element, each)
        table.add_row(name, f"{ours - paragraph[0]:.1f}", f"{theirs - paragraph[1]:.1f}")
        paragraph = paragraph if element else (ours, theirs)
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
