"""Generated style sheets have the same meaning in Chromium's CSS object model before and after a rewrite."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import absolutize
from tests.browser.cases import ELSEWHERE, SITE
from tests.browser.chromium import Chromium, executable
from tests.browser.seeing import loaded
from tests.browser.server import Page, Server
from tests.browser.sheets import sheet
from tests.support.extent import extent

SCRIPT = Path(__file__).with_name("cssom.js").read_text(encoding="utf-8")
HOME, AWAY = f"{SITE}/d/e/p.html", f"{ELSEWHERE}/m/o/v/e/d.html"
BEFORE, BEHIND = "<!-- var(--y) var(--z) --><style>", "</style>"
AT_ONCE, COUNT = 100, extent(3, 6)


@pytest.fixture(scope="module")
def browser() -> Iterator[tuple[Chromium, Server]]:
    program = executable()
    if program is None:
        pytest.skip("there is no Chromium here (apt-get install chromium)")
    with Server() as server, Chromium(program, server.port) as chromium:
        yield chromium, server


@pytest.fixture(scope="module")
def observer(browser: tuple[Chromium, Server]) -> str:
    chromium, server = browser
    url = f"{SITE}/cssom.html"
    server.pages[url] = Page(f"<!doctype html><body><script>{SCRIPT}</script>".encode(), "utf-8")
    session = chromium.open(url)
    loaded(chromium, session)
    return session


def rewritten(text: str) -> str:
    document = absolutize.rewrite(f"{BEFORE}{text}{BEHIND}", HOME, placeholders="resolve")
    return document.removeprefix(BEFORE).removesuffix(BEHIND)


@pytest.mark.parametrize("seed", range(COUNT))
def test_a_sheet_means_what_it_meant(seed: int, browser: tuple[Chromium, Server], observer: str) -> None:
    chance = random.Random(seed)
    sheets = [sheet(chance) for _ in range(AT_ONCE)]
    results = [rewritten(text) for text in sheets]
    before = browser[0].run(observer, f"look({json.dumps(sheets)}, {json.dumps(HOME)})")
    after = browser[0].run(observer, f"look({json.dumps(results)}, {json.dumps(AWAY)})")
    assert [each for each in zip(sheets, results, before, after, strict=True) if each[2] != each[3]] == []
    assert [rewritten(text) for text in results] == results


# --- custom properties -----------------------------------------------------------------------

DECLARED = "<style>#a {--a: url(x)} #b {--b: url('../x')} #c {--c: image-set('x' 1x)} #d {--d: url(x)}"
USED = " #a {background: var(--a)}#e {background: var(--e)}</style><style>#b {background: var( --b)}</style>"
ELEMENTS = "<p id=a><p id=b><p id=c><p id=d><p id=e style='--e: url(x)'><p id=f style='--f: url(x)'>"
SHEET = "#c {background: var(--c)} #d {background: var(--d)} #f {background: var(--f)}"
# without a doctype (quirks mode), since the server labels the sheet as HTML
DOCUMENT = f"<link rel=stylesheet href=../s/s.css>{DECLARED}{USED}{ELEMENTS}"


def test_a_custom_property_is_relative_to_the_sheet_that_uses_it(browser: tuple[Chromium, Server]) -> None:
    chromium, server = browser
    server.pages |= {
        f"{SITE}/d/s/s.css": Page(SHEET.encode(), "utf-8"),
        HOME: Page(DOCUMENT.encode(), "utf-8"),
        f"{SITE}/m/o/v/e/d.html": Page(absolutize.rewrite(DOCUMENT, HOME).encode(), "utf-8"),
    }
    images = [backgrounds(chromium, url) for url in (HOME, f"{SITE}/m/o/v/e/d.html")]
    assert images[0] == images[1]
    assert images[0] == [
        f'url("{SITE}/d/e/x")',
        f'url("{SITE}/d/x")',
        f'image-set(url("{SITE}/d/s/x") 1dppx)',
        f'url("{SITE}/d/s/x")',
        f'url("{SITE}/d/e/x")',
        f'url("{SITE}/d/s/x")',
    ]


# What a page declares of --N, and the style that uses it: of the page or of another sheet, which counts
DECLARED_AS = {
    "passed on": ("#N {--N: url(x); --N-: var(--N)}", "#N {background: var(--N-)}", "s"),
    "passed on, and used": ("#N {--N: url(x); --N-: var(--N); background: var(--N-)}", "", "e"),
    "the result of a function": ("@function --N() {result: url(x)}", "#N {background: --N()}", "s"),
    "the result of one that is used": ("@function --N() {result: url(x)} #N {background: --N()}", "", "e"),
    "an initial value": (
        "@property --N {syntax: '<image>'; inherits: true; initial-value: url(x)}",
        "#N {background: var(--N)}",
        "s",
    ),
    "an initial value that is used": (
        "@property --N {syntax: '*'; inherits: true; initial-value: url(x)} #N {background: var(--N)}",
        "",
        "e",
    ),
    "an initial value of a URL": (
        "@property --N {syntax: '<url>'; inherits: true; initial-value: url(x)}",
        "#N {background: var(--N)}",
        "e",
    ),
    "used by a function": (
        "#N {--N: url(x)} @function --N() {result: var(--N)}",
        "#N {background: --N()}",
        "s",
    ),
    "a query of what is not used": (
        "body {--N: url(x)} @container style(--N: url(x)) {#N {background: url(x)}}",
        "",
        "e",
    ),
    "a query of what is used": (
        "body {--N: url(x)} @container style(--N: url(x)) {#N {background: var(--N)}}",
        "",
        "e",
    ),
    "a query in a value": (
        "#N {--N: url(x); background: if(style(--N: url(x)): url(x); else: url(y))}",
        "",
        "e",
    ),
    "a query in another property": (
        "#N {--N: url(x); --N-: if(style(--N: url(x)): url(x); else: url(y)); background: var(--N-)}",
        "",
        "e",
    ),
    "parameters": (
        "@function --N(--p: url(y), --q: url(x)) {result: var(--q)} #N {background: --N()}",
        "",
        "e",
    ),
    "used in a comment": ("#N {--N: url(x) /* var(--N) */}", "#N {background: var(--N)}", "s"),
    **{
        f"registered, {name}": (
            f"@property --N {{{descriptors}}} #N {{--N: url(x)}}",
            "#N {background: var(--N)}",
            sheet,
        )
        for name, descriptors, sheet in (
            ("usual", "syntax: '<url>'; inherits: true; initial-value: url(/k)", "e"),
            ("an escape", "syntax: '<\\75rl>'; inherits: true; initial-value: url(/k)", "e"),
            ("or none", "syntax: '<url> | none'; inherits: true; initial-value: none", "e"),
            ("a brace", "inherits: '}'; inherits: true; initial-value: url(/k); syntax: '<url>'", "e"),
            ("another value", "syntax: '<url>'; inherits: true; initial-value: none", "s"),
            ("no value", "syntax: '<url>'; inherits: true", "s"),
            ("not inherits", "syntax: '<url>'; initial-value: url(/k)", "s"),
            ("another case", "syntax: '<URL>'; inherits: true; initial-value: url(/k)", "s"),
            ("no string", "syntax: <url>; inherits: true; initial-value: url(/k)", "s"),
            (
                "in a comment",
                "}/*@property --N{syntax:'<url>';inherits:true;initial-value:url(/k)}*/ a{",
                "s",
            ),
        )
    },
}


def test_where_a_custom_property_is_used(browser: tuple[Chromium, Server]) -> None:
    chromium, server = browser
    rows = {f"p{number}": row for number, row in enumerate(DECLARED_AS.values())}
    styles = "".join(own.replace("N", name) for name, (own, _, _) in rows.items())
    elements = "".join(f"<p id={name}></p>" for name in rows)
    document = f"<link rel=stylesheet href=../s/s.css><style>{styles}</style>{elements}"
    sheet = "".join(others.replace("N", name) for name, (_, others, _) in rows.items())
    away = f"{SITE}/m/o/v/e/d.html"
    server.pages |= {
        f"{SITE}/d/s/s.css": Page(sheet.encode(), "utf-8"),
        HOME: Page(document.encode(), "utf-8"),
        away: Page(absolutize.rewrite(document, HOME).encode(), "utf-8"),
    }
    expected = {
        name: f'url("{SITE}/d/{of}/x")' for name, (_, _, of) in zip(DECLARED_AS, rows.values(), strict=True)
    }
    for url in (HOME, away):
        assert dict(zip(DECLARED_AS, backgrounds(chromium, url), strict=True)) == expected


def backgrounds(chromium: Chromium, url: str) -> list[str]:
    session = chromium.open(url)
    loaded(chromium, session)
    script = "[...document.querySelectorAll('p')].map(e => getComputedStyle(e).backgroundImage)"
    time.sleep(0.1)
    return list(chromium.run(session, script))
