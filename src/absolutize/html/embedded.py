"""Which BASE governs a document: the first with an href that is an element of its own tree."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache

from absolutize.html import grammar
from absolutize.html.foreign import Walker
from absolutize.html.found import Found
from absolutize.html.grammar import CONTENT, TAG_NAME, TAG_NAME_END, one_of
from absolutize.html.scanner import FOREIGN
from absolutize.html.surroundings import Surroundings


def embedded_base(data: bytes, found: Iterable[Found]) -> Found | None:
    """Find the BASE that counts: the first with an href, wherever it stands (HTML Standard 2.4.3)."""
    return next(bases(data, found), None)


def bases(data: bytes, found: Iterable[Found]) -> Iterator[Found]:
    """Give the BASE elements of the document's own tree that have an href.

    The contents of a template are another document, and those of noscript are text to every
    browser that runs scripts, though links in there are markup to this scanner.
    """
    own = [link for link in found if link.element == "base" and link.row.is_base]
    inert = _inert(data, own[-1].tag) if own else []
    for link in own:
        around = bisect_left(inert, (link.tag,)) - 1
        if around < 0 or inert[around][1] <= link.tag:
            yield link


def _inert(data: bytes, last: int) -> list[tuple[int, int]]:
    """List the spans of outermost template and of noscript elements, up to a ``last`` position."""
    spans: list[tuple[int, int]] = []
    if _MAY_BE_INERT.search(data) is None:
        return spans
    position, depth, start, surroundings = 0, 0, 0, Surroundings(data)
    while position <= last and (match := _next_inert().match(data, position)) is not None:
        is_end, name, position = bool(match[1]), match[2].lower(), match.end()
        if name.decode() in FOREIGN and not is_end:
            walker = Walker(data, match.start(2) - 1, surroundings)
            stop = walker.walk()
            if depth == 0:
                spans += [(tag.position - 1, tag.position + 1) for tag in walker.tags if tag.inert]
            position = len(data) if stop is None else max(walker.end, position)
        elif name == b"noscript" and not is_end:
            content = _NOSCRIPT.match(data, position)
            position = position if content is None else content.end()
            if depth == 0:
                spans.append((match.start(2), position))
        elif name == b"template":
            start = match.start(2) if depth == 0 else start
            depth = max(0, depth - 1) if is_end else depth + 1
            if is_end and depth == 0:
                spans.append((start, position))
    return [*spans, (start, len(data))] if depth else spans


_INERT_NAME = one_of(("template", "noscript", "svg", "math"), f"(?={TAG_NAME_END})")
_MAY_BE_INERT = re.compile(f"<{one_of(('template', 'noscript'), TAG_NAME_END)}".encode())
_NOSCRIPT = re.compile(grammar.raw_text("noscript").encode())


@cache
def _next_inert() -> re.Pattern[bytes]:
    """Match up to the next tag of a template, noscript, svg or math, past everything else."""
    raw = grammar.elements_of_text(CONTENT)
    tag = f"{TAG_NAME}{grammar.ATTRIBUTES}>"
    other = f"{raw}|{tag}|{grammar.END_TAG}|{grammar.MARKUP_DECLARATION}|{grammar.NO_TAG}"
    text = f"(?:[^<]++|<(?!/?{_INERT_NAME})(?:{other}))*+"
    return re.compile(f"{text}<(/?)({_INERT_NAME}){grammar.ATTRIBUTES}>".encode())
