"""Contract, "What a rewrite promises", on every page of the corpus, judged independently."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import absolutize
from absolutize.html.link_table.rows import LINKS

from . import judge, spans
from .pages import Page, pages
from .verdicts import MOVED, listed, nested_in, place, rewritten, settle

# Known differences, page id -> reason. A listed page that passes fails its test.
KNOWN_DESTINATIONS: dict[str, str] = {}
KNOWN_WITHOUT_CHARSET: dict[str, str] = {}
KNOWN_HOSTILE: dict[str, str] = {}
KNOWN_OUTSIDE: dict[str, str] = {}
KNOWN_SECOND_RUN: dict[str, str] = {}
KNOWN_TEXT: dict[str, str] = {}
KNOWN_LISTING: dict[str, str] = {}
KNOWN_POSITIONS: dict[str, str] = {}

HOSTILE = "http://h/it's/&amp;&copy=\"<b>`/a b/d;p?q='\"&lt#f"
STRUCTURED = {row.attribute for row in LINKS if row.syntax not in {"url", "urls"}}
PLACEHOLDER = re.compile(r"\{\{|\$\{|\{%|<%|<\?")
ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def test_every_link_goes_where_it_went(page: Page) -> None:
    """Promise 1: the moved output goes, link by link, where the input went in its place."""
    settle(page, moved_links(page, rewritten(page), page.url), KNOWN_DESTINATIONS)


def test_every_link_goes_where_it_went_without_the_charset(page: Page) -> None:
    """Promise 1 where nobody tells the charset of a page that does not declare it."""
    out = absolutize.rewrite(page.data, page.url)
    settle(page, moved_links(page, out, page.url), KNOWN_WITHOUT_CHARSET)


def test_a_hostile_base_stays_inside_its_attributes(page: Page) -> None:
    """Promise 5: quotes, tags and character references in the base change no link and no markup."""
    out = absolutize.rewrite(page.data, HOSTILE, charset=page.transport)
    settle(page, moved_links(page, out, HOSTILE), KNOWN_HOSTILE)


def test_nothing_changes_outside_the_spans(page: Page) -> None:
    """Promise 2: input and output differ in the spans that links() calls rewritten, and in each."""
    settle(page, changes_outside(page), KNOWN_OUTSIDE)


def test_a_second_run_changes_nothing(page: Page) -> None:
    """Promise 3: neither where the page was nor where it was moved to."""
    settle(page, second_run(page), KNOWN_SECOND_RUN)


def test_text_is_rewritten_like_bytes(page: Page) -> None:
    """Promise 4 and the signature: bytes give bytes, str gives str, UTF-8 the same links."""
    settle(page, text_differences(page), KNOWN_TEXT)


def test_the_listing_agrees_with_the_rewrite(page: Page) -> None:
    """Contract, Link: raw is what is in the span, a rewritten target is absolute and written."""
    settle(page, listing_differences(page), KNOWN_LISTING)


def test_lines_and_columns(page: Page) -> None:
    """Contract, Link: line and column of the start of the span, from 1."""
    settle(page, wrong_positions(page), KNOWN_POSITIONS)


def test_links_are_the_same_with_their_texts(page: Page) -> None:
    """The text of an anchor is added, and nothing else is another."""
    assert [link._replace(text=None) for link in listed(page, text=True)] == list(listed(page))


def test_known_differences_name_pages() -> None:
    """A list of known differences holds only pages that exist."""
    known = (KNOWN_DESTINATIONS, KNOWN_WITHOUT_CHARSET, KNOWN_HOSTILE, KNOWN_OUTSIDE,
             KNOWN_SECOND_RUN, KNOWN_TEXT, KNOWN_LISTING, KNOWN_POSITIONS)  # fmt: skip
    ids = {page.id for page in pages()}
    strangers = {name for table in known for name in table if ids and name not in ids}
    assert not strangers, f"no such pages: {sorted(strangers)}"


def moved_links(page: Page, out: bytes, url: str) -> Iterator[str]:
    """The links that go elsewhere once the output is at another place."""
    before = judge.read(page.data, page.encoding)
    after = judge.read(out, page.encoding)
    if len(before.references) != len(after.references):
        yield f"{len(before.references)} links became {len(after.references)}"
    was = judge.destinations(before, url)
    now = judge.destinations(after, MOVED)
    anchored = judge.has_base(before, url)
    for old, new, here, there in zip(before.references, after.references, was, now, strict=False):
        is_template = PLACEHOLDER.match(judge.clean(old.text)) is not None  # nobody knows what will be there
        stays = is_template or (judge.same_document(old.text) and not anchored)
        if stays and old != new:
            yield f"reference {old} became {new}"
        elif not stays and here != there:
            yield f"{old.text!r} -> {new.text!r}: {here} became {there}"


def changes_outside(page: Page) -> Iterator[str]:
    """Edits that were not reported, and reported ones that changed nothing."""
    chosen = [link for link in listed(page) if edited(link)]
    nested = nested_in(page)
    edits = [
        spans.Span(*place(link), link.index, link.attribute in STRUCTURED or link in nested)
        for link in chosen
    ]
    yield from overlaps(edits)
    try:
        texts = spans.replacements(page.data, rewritten(page), edits, page.encoding)
    except spans.OutsideSpansError as error:
        yield str(error)
        return
    for link, text in zip(chosen, texts, strict=True):
        before = page.data[link.start : link.stop].decode("latin-1")
        if text.strip(spans.QUOTES) == before:
            yield f"line {link.line}: {link.raw!r} is called rewritten and is as it was"


def edited(link: absolutize.Link) -> bool:
    """Whether the link is called rewritten, be it by the rules or by the guard."""
    return link.code == "rewritten" or link.code.startswith("rewritten-")


def overlaps(edits: list[spans.Span]) -> Iterator[str]:
    """Spans that do not follow one another."""
    for one, two in pairwise(edits):
        if one.stop > two.start:
            yield f"spans {one} and {two} overlap or are out of order"


def second_run(page: Page) -> Iterator[str]:
    """The places where running again on the output still changes something."""
    out = rewritten(page)
    for url in (page.url, MOVED):
        again = absolutize.rewrite(out, url, charset=page.transport)
        if again != out:
            yield f"a second run at {url} changes {first_difference(out, again)}"


def text_differences(page: Page) -> Iterator[str]:
    """Where a decoded page is treated otherwise than its bytes."""
    text = judge.decode(page.data, page.encoding)
    out = absolutize.rewrite(text, page.url)
    if type(out) is not str or type(rewritten(page)) is not bytes:
        yield f"str became {type(out)}, bytes became {type(rewritten(page))}"
        return
    if page.encoding != "utf-8" or not lossless(page.data):
        return
    expected = rewritten(page).decode("utf-8-sig")
    if out != expected:
        yield f"as text and as bytes: {first_difference(expected, out)}"
    yield from different_links(page, text)


def different_links(page: Page, text: str) -> Iterator[str]:
    """Links of the decoded page that are not those of its bytes, without regard to offsets."""
    as_bytes = [described(link) for link in listed(page)]
    as_text = [described(link) for link in absolutize.links(text, page.url)]
    if len(as_bytes) != len(as_text):
        yield f"{len(as_bytes)} links in bytes, {len(as_text)} in text"
    for one, two in zip(as_bytes, as_text, strict=False):
        if one != two:
            yield f"bytes {one}, text {two}"


def described(link: absolutize.Link) -> tuple[object, ...]:
    """All fields of a link but the offsets of its bytes."""
    return (link.element, link.attribute, link.index, link.line, link.column,
            link.raw, link.reference, link.target, link.code)  # fmt: skip


def listing_differences(page: Page) -> Iterator[str]:
    """Links whose fields contradict the input or the output."""
    for link in listed(page):
        raw = judge.decode(page.data[link.start : link.stop], page.encoding)
        if link.raw != raw:
            yield f"line {link.line}: raw is {link.raw!r}, the span holds {raw!r}"
        if edited(link) and not ABSOLUTE.match(link.target or ""):
            yield f"line {link.line}: rewritten to {link.target!r}, which is not absolute"
    yield from unwritten_targets(page)


def unwritten_targets(page: Page) -> Iterator[str]:
    """Rewritten links whose target is not what a browser reads in the output: it reads no comments."""
    after = judge.read(rewritten(page), page.encoding).references
    nested = nested_in(page)
    written = Counter((f.element, f.attribute, judge.clean(f.text)) for f in after)
    promised = Counter(
        (link.element.lower(), link.attribute.lower(), judge.clean(link.target or ""))
        for link in listed(page, conditional_comments=False)
        if edited(link) and judge.holds_url(link.element, link.attribute or "") and link not in nested
    )
    for missing, times in (promised - written).items():
        yield f"{missing} promised {times} time(s) more than written"


def wrong_positions(page: Page) -> Iterator[str]:
    """Links whose line and column are not those of their first byte."""
    ordered = sorted(listed(page), key=place)
    offsets = [place(link)[0] for link in ordered]
    true = spans.positions(page.data, offsets, page.encoding)
    for link, position in zip(ordered, true, strict=True):
        if (link.line, link.column) != position:
            yield f"{link.raw!r} at byte {link.start}: {(link.line, link.column)}, is {position}"


def lossless(data: bytes) -> bool:
    """Whether the bytes are UTF-8 without an error."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def first_difference(one: bytes | str, two: bytes | str) -> str:
    """Both, from a little before the first place where they differ."""
    same = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    near = slice(max(0, same - 40), same + 60)
    return f"{one[near]!r} to {two[near]!r}"
