"""Generates documents of a BASE and links with unusual URLs, and finds links that a rewrite misdirects.

A judge (a library that implements the URL Standard, or a browser) resolves each reference. A link must
resolve to the same URL before and after the rewrite, also if the rewritten document has moved.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Any, NamedTuple

import ada_url
import html5lib

import absolutize

Pair = tuple[str, str | None]  # a reference and its base URL
Answers = dict[Pair, str | None]
Judge = Callable[[list[Pair]], Answers]

SCHEMES = [
    *[""] * 12,
    *("http:", "https:", "HTTP:", "hTTps:", "ftp:", "ws:", "urn:", "mailto:", "data:", "javascript:"),
    *("file:", "foo:", "x-y:", "1:", "ht tp:", "http", "a:b:", "\\http:"),
]
SLASHES = [
    *[""] * 8,
    *("/", "/", "//", "//", "///", "////", "\\", "\\\\", "/\\", "\\/", "//\\", "./", "../", "../../../", "."),
    *("..", "%2e/", "%2E%2e/", ".%2e/", "/./", "/../", "/.//", ".//", "..//"),
]
HOSTS = [
    *[""] * 4,
    *(
        "h",
        "H.Example",
        "h x",
        "h%20x",
        "h:80",
        "h:443",
        "h:0080",
        "h:99999",
        "u:p@h",
        "u@",
        "@h",
        "[::1]",
        "[",
    ),
    *(
        "1.2",
        "0x7f.1",
        "xn--a",
        "h|",
        "{h",
        "h^",
        "ü.de",
        "h.",
        "a..b",
        "h:",
        "h\u00ad",
        "%68",
        "h%",
        "{{h}}",
    ),
    *("C:", "C|", "h\\p", "<h>", "u'v@h"),
]
PATHS = [
    *[""] * 2,
    *(
        "p",
        "p/",
        "/p",
        "/p/../q",
        "/./",
        "/..",
        "a b",
        "a\\b",
        "a\\..\\b",
        "%",
        "%zz",
        "%2e%2e/x",
        "{x",
        "{{x}}",
    ),
    *("${x}", "<?x?>", "p;q=1", "c:d", "/C:/x", "/C|/x", "é", "😀", '"x', 'a"b', "a'b", "a`b", "a|b", "a^b"),
    *("[a]", "//x", "/.//x", "...", ".a", "..a", "a\tb", "a\nb", "\x01", "\x7f", "a\x00b", " a", "a ", "*x"),
]
QUERIES = [
    *[""] * 6,
    "?",
    "?q",
    "?a b",
    "?a\\b",
    "?é",
    "?{{x}}",
    "?'",
    '?"',
    "?a?b",
    "?//x",
    "?a/../b",
    "?q ",
    "?%",
]
FRAGMENTS = [*[""] * 6, "#", "#f", "#a b", "#é", "#{{x}}", "#a#b", '#"', "# "]
EDGES = [*[""] * 12, " ", "\t", "\n", "\x01", "\x0b", " \x00", "\r\n"]
PARTS = (EDGES, SCHEMES, SLASHES, HOSTS, PATHS, QUERIES, FRAGMENTS, EDGES)
BASES = [
    *[None] * 3,
    *(
        "http://h/b",
        "http://h",
        "http://h/",
        "https://h/d/e?q",
        "http://h/b #x",
        "http://h/b?a #x",
        "http://h/b#",
    ),
    *(
        "HTTP://H/b/../c",
        "http:x",
        "http:/x",
        "http:///x/y",
        "https:x/y",
        "//h2/x",
        "/r/",
        "r/s",
        "../u",
        "?bq",
    ),
    *(
        "#bf",
        "",
        "http://h/{{x}}/",
        "{{b}}",
        "urn:x",
        "urn:x?q",
        "data:text/html,x",
        "mailto:x",
        "javascript:x",
    ),
    *("about:blank", "foo:", "foo:/a/b", "foo://h/a/b", "foo://h", "foo:a/b", "file:///a/b", "file://h/x"),
    *(
        "ftp://h/a",
        "ws://h/x",
        "http://h x/a",
        "http://[",
        "http://h:99999/",
        "http://h\\a\\b",
        "http://u:p@h/x",
    ),
    *(
        "http://h:80/x",
        "http://h/a/./b/../c",
        "http://h/a//b",
        "http://h/é",
        "http://h/%zz",
        "http://h/a b/c",
    ),
    *("blob:http://h/1", "http://h/x\x00y", "http://1.2/", "http://h/%2e%2e/a", "\\\\h\\x", "http://h/a'b/"),
]
URLS = [
    *["http://a/d/e", "https://a/d/e?q", "http://a", "file:///d/e"] * 4,
    *(
        "http://a/b #x",
        "https://a/{{x}}/y",
        "urn:x",
        "data:text/html,x",
        "about:srcdoc",
        "foo://a/b",
        "mailto:x",
    ),
    *(None, "http://a/d//e", "http://u:p@a/", "ftp://a/b", "http://a/b c/d", "file:///C:/d/e", "foo:/x/y"),
]
CHOICES: dict[str, list[Any]] = {
    "base_element": ["absolute", "keep", "empty", "remove"],
    "same_document": ["keep", "resolve"],
    "placeholders": ["keep", "resolve"],
    "same_scheme": ["strict", "lenient"],
    "overflow": ["remove", "retain", "avoid"],
}
RULES: dict[str, dict[str, list[Any]]] = {
    "default": {},
    "whatwg": {"rules": ["whatwg"]},
    "guarded": {"rules": list(absolutize.RULE_SETS), "guard": [True]},
    "as-documented": {"rules": list(absolutize.RULE_SETS), "guard": [False]},
}
ELSEWHERE = "http://moved.invalid/m/n"
UNMOVED = ("rewritten", "rewritten-browser", "rewritten-invalid", "absolute", "invalid-reference")


SPACED = "http://h x/"  # a base that Chromium accepts, and the URL Standard does not


class Case(NamedTuple):
    """A document, its URL, and the options of its rewrite."""

    document: str
    url: str | None
    options: dict[str, Any]


def cases(seed: int, count: int, choices: dict[str, list[Any]]) -> Iterator[Case]:
    """Generate documents."""
    numbers = random.Random(seed)
    for _ in range(count):
        options = {name: numbers.choice(values) for name, values in choices.items()}
        chosen = {name: numbers.choice(values) for name, values in CHOICES.items() if numbers.random() < 0.4}
        base = numbers.choice(BASES)
        element = "" if base is None else f'<base href="{escape(base)}">'
        links = (f'<a href="{escape(_reference(numbers))}">' for _ in range(numbers.choice([1, 1, 2])))
        yield Case(element + "".join(links), numbers.choice(URLS), {**options, **chosen})


def _reference(numbers: random.Random) -> str:
    if numbers.random() < 0.8:
        return "".join(map(numbers.choice, PARTS))
    return "".join(numbers.choice(numbers.choice(PARTS)) for _ in range(numbers.randint(1, 5)))


class Page(NamedTuple):
    """The href of a document's BASE, and those of its links."""

    base: str | None
    links: list[str]


def page(document: str) -> Page:
    """Read a document with an independent parser."""
    tree = html5lib.parse(document, namespaceHTMLElements=False)
    bases = [base.get("href") for base in tree.iter("base")]
    return Page(bases[0] if bases else None, [link.get("href", "") for link in tree.iter("a")])


class Rewrite(NamedTuple):
    """A case and its rewrite; `pages` are the document parsed before and after."""

    case: Case
    after: str
    pages: tuple[Page, Page]
    codes: list[str]


def rewrites(generated: Iterable[Case]) -> Iterator[Rewrite]:
    """Rewrite documents, and assert that a second rewrite changes nothing."""
    for case in generated:
        document, url, options = case
        codes = [link.code for link in absolutize.links(document, url, **options) if link.element == "a"]
        after = absolutize.rewrite(document, url, **options)
        assert absolutize.rewrite(after, url, **options) == after, case
        yield Rewrite(case, after, (page(document), page(after)), codes)


class View(NamedTuple):
    """A page and the URL that it is read at: before the rewrite, after it, or after it and moved."""

    page: Page
    home: str | None


def astray(done: list[Rewrite], judge: Judge) -> Iterator[str]:
    """Yield the links that a rewrite misdirects, at the document's own URL or after it has moved."""
    urls = judge([(url, None) for url in {ELSEWHERE, *(each.case.url for each in done)} if url is not None])
    views = [list(_views(each, urls)) for each in done]
    everywhere = [view for group in views for view in group]
    bases = judge([(page.base, home) for page, home in everywhere if page.base is not None])
    answers = judge([pair for view in everywhere for pair in _pairs(view, bases)])
    for each, group in zip(done, views, strict=True):
        for code, *pairs in zip(each.codes, *(_pairs(view, bases) for view in group), strict=True):
            before, after, moved = map(answers.__getitem__, pairs)
            stays = each.case.url is not None and code in UNMOVED
            if (before != after or (stays and before != moved)) and not _is_unknown(each.case, pairs[0]):
                yield f"{each.case} {each.after!r} {code}: {before} {after} {moved}"


def _views(each: Rewrite, urls: Answers) -> Iterator[View]:
    before, after = each.pages
    home = None if each.case.url is None else urls[each.case.url, None]
    yield from (View(before, home), View(after, home), View(after, urls[ELSEWHERE, None]))


def _pairs(view: View, bases: Answers) -> list[Pair]:
    base = _base(*view, bases)
    return [(link, base) for link in view.page.links]


def _base(page: Page, home: str | None, bases: Answers) -> str | None:
    """Establish the base URL as browsers do (HTML Standard 4.2.3)."""
    url = None if page.base is None else bases[page.base, home]
    return home if url is None or url.startswith(("data:", "javascript:")) else url


def _is_unknown(case: Case, pair: Pair) -> bool:
    """Whether a link's target cannot be known: it has no base, or the base has a placeholder."""
    base = case.document.partition(">")[0] if case.document.startswith("<base") else ""
    return pair[1] is None or ("{{" in base and case.options.get("placeholders") != "resolve")


def standard(pairs: list[Pair]) -> Answers:
    """Resolve pairs with the library that implements the URL Standard."""
    return {pair: _standard(*pair) for pair in pairs}


def _standard(reference: str, base: str | None) -> str | None:
    try:
        return str(
            ada_url.join_url(base, reference) if base is not None else ada_url.normalize_url(reference)
        )
    except ValueError:
        return None
