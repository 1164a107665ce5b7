"""House, "scan": the spans of the scanner are the attributes that html5lib's parser sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import absolutize

from . import judge
from .pages import Page, pages
from .verdicts import listed, nested_in, place, settle

# Known differences, page id -> reason. A listed page that passes fails its test.
KNOWN_LINKS: dict[str, str] = {}
KNOWN_ATTRIBUTES: dict[str, str] = {}


def test_links_are_those_of_html5lib(page: Page) -> None:
    """Element, attribute and decoded reference of every link, as multisets."""
    settle(page, different_links(page), KNOWN_LINKS)


def test_no_link_is_where_html5lib_sees_no_attribute(page: Page) -> None:
    """Links that the judge has no row for are at least in an attribute of that element."""
    settle(page, phantom_links(page), KNOWN_ATTRIBUTES)


def test_links_come_in_source_order(page: Page) -> None:
    """Contract, links(): an iterator over the document, so from its start to its end."""
    starts = [place(link) for link in listed(page)]
    assert starts == sorted(starts), f"{page.id}: spans are not in source order"


def test_known_differences_name_pages() -> None:
    """A list of known differences holds only pages that exist."""
    ids = {page.id for page in pages()}
    strangers = {name for name in (*KNOWN_LINKS, *KNOWN_ATTRIBUTES) if ids and name not in ids}
    assert not strangers, f"no such pages: {sorted(strangers)}"


def different_links(page: Page) -> Iterator[str]:
    """The links that only the scanner or only html5lib finds."""
    ours = Counter(named(link) for link in outside_comments(page) if judged(link))
    seen = judge.read(page.data, page.encoding).references
    theirs = Counter((f.element, f.attribute, judge.clean(f.text)) for f in seen)
    for link, times in (theirs - ours).items():
        yield f"missed {times} time(s): {link}"
    for link, times in (ours - theirs).items():
        yield f"invented {times} time(s): {link}"


def phantom_links(page: Page) -> Iterator[str]:
    """Links in attributes that occur on fewer start tags than the links claim."""
    seen = judge.read(page.data, page.encoding).attributes
    first = (link for link in outside_comments(page) if link.attribute and not link.index)
    claimed = Counter((link.element.lower(), link.attribute.lower()) for link in first)
    for where, times in claimed.items():
        if times > seen[where]:
            yield f"{times} links in {where}, which occurs {seen[where]} time(s)"


@cache
def outside_comments(page: Page) -> tuple[absolutize.Link, ...]:
    """The links that html5lib sees, too: conditional comments are comments to it, and documents text."""
    found = listed(page, conditional_comments=False)
    return tuple(link for link in found if link not in nested_in(page))


def judged(link: absolutize.Link) -> bool:
    """Whether the judge takes the attribute of this link for a link, too."""
    return judge.holds_url(link.element.lower(), (link.attribute or "").lower())


def named(link: absolutize.Link) -> tuple[str, str, str]:
    """A link by element, attribute and reference, as URL parsers read them."""
    return link.element.lower(), (link.attribute or "").lower(), judge.clean(link.reference)
