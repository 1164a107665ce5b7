"""Differences that are known, each with its reason and a document that shows it."""

from __future__ import annotations

import re
from typing import NamedTuple

import absolutize
from tests.browser.generator.document import Document
from tests.browser.generator.verdict import Difference, Verdict


class Known(NamedTuple):
    """A difference that there is for a reason.

    ``before``, ``kind``, ``after``, ``place``: patterns for those of a `Difference`; ``body``: one
    for something in the document that causes it; ``code``: that of a link in it; ``scripts``:
    whether they are on (``None``: either); ``example``: the smallest document, which a test shows
    to differ still.
    """

    name: str
    reason: str
    example: Document
    before: str = ""
    kind: str = ""
    after: str = ""
    place: str = ""
    body: bytes = b""
    code: str = ""
    scripts: bool | None = None

    def explains(self, verdict: Verdict) -> bool:
        """Whether this is why a document differs."""
        difference = verdict.difference
        assert difference is not None
        return bool(
            re.search(self.before, difference.before)
            and re.match(self.kind, difference.kind)
            and re.match(self.place, difference.place)
            and re.search(self.after, difference.after)
            and re.search(self.body, verdict.document.body.replace(b"\0", b""))
            and (not self.code or self.code in _codes(verdict))
            and self.scripts in {None, verdict.document.scripts}
        )


NOT_SPECIAL = r"(?!(?:https?|ftp|file|wss?):)\b[a-z][a-z0-9+.-]*:/"

KNOWN: tuple[Known, ...] = (
    Known(
        "BASE is no URL",
        "for HTML (4.2.3) such a BASE counts for nothing, for Chromium every reference goes nowhere",
        Document(b"<base href='//['><a href=x>", options={"base_element": "remove"}),
        before="nowhere",
    ),
    Known(
        "a backslash under a BASE whose scheme is not special",
        "it is a slash to Chromium, in the reference or the path of the base; to the URL Standard it is none",
        Document(b"<base href=x://h/a/b><a href='\\c'>"),
        before=NOT_SPECIAL,
        body=rb"\\|&bsol|&#0*92|&#[xX]0*5[cC]",
    ),
    Known(
        "the BASE element is gone",
        "what stands behind it stands in another place of the tree, where it was the first element",
        Document(b"<base href=x><!-- x --><p>", options={"base_element": "remove"}),
        kind="structure",
        place="(html|head|body)? |base|head #",
        body=b"(?i)<base",
    ),
    Known(
        "an encoding whose documents are not edited",
        'ISO-2022-JP in which ASCII bytes mean something else, and the encodings of "replacement"',
        Document(b"<meta charset=iso-2022-jp><a href='x\x1b(J\\\x1b(B'>"),
        code="unsuitable-encoding",
    ),
    Known(
        "without scripts, what noscript leaves unclosed",
        "what stands behind </noscript> is read as with scripts; to others it is text, or a comment",
        Document(b"<noscript><!-- x </noscript><img src=i1.png>"),
        place=r".*[#!]$",
        body=rb"(?i)<noscript",
        scripts=False,
    ),
    Known(
        "a custom property that nothing uses",
        "docs/decisions.md: it is relative to the style sheet that uses it",
        Document(b"<p style='--x:url(a)'>"),
        after="b.example",
        code="custom-property",
    ),
    Known(
        "white space in a host",
        "U+00A0 and U+3000 are a space, which Chromium takes into a host; the URL Standard does not",
        Document("<base href='//h\xa0x/'><a href=y>".encode(), "utf-8"),
        before=r"://[^/]*%20",
    ),
    Known(
        "the query of ws: and wss: without slashes",
        "UTF-8 in the URL Standard, in Chromium only where the slashes are written",
        Document(b"<meta charset=iso-8859-6><a href='ws:h/?&#12354;'>"),
        before=r"wss?://[^#]*\?",
    ),
    Known(
        "a BASE whose scheme is not special and that has backslashes for a path",
        "Chromium finds no path that a reference could be relative to",
        Document(b"<base href='a:\\\\'><img longdesc='#'>", options={"same_document": "resolve"}),
        before="invalid",
        after=r"[a-z]:\\",
    ),
    Known(
        "without scripts, a BASE in noscript",
        "the document is read as with scripts, where it is none",
        Document(b"<form action=x><noscript><base href='/'>"),
        body=rb"(?is)<noscript(?:(?!</noscript).)*<base",
        scripts=False,
    ),
    Known(
        "a BASE behind a document in srcdoc",
        "a frame keeps the base that its parent had when it was loaded",
        Document(b"<iframe srcdoc='<a href=x>'></iframe><base href=/b/>"),
        body=rb"(?is)srcdoc.*<base",
    ),
    Known(
        "a conditional comment where none is read",
        "in a frameset document, and in foreign content; no browser of today reads any",
        Document(b"<m><frameset><!--[if IE]><img src=x><![endif]-->"),
        after="b.example",
        body=rb"<!--\[if",
    ),
    Known(
        "slashes behind file:",
        "Chromium makes `file:///.//a` of `..//a`, reads that as `file:////a`, and that as `file:///a`",
        Document(b"<base href='file:///x/y'><a href='..//a/b'>"),
        before=r"file:///\.?/",
    ),
    Known(
        "a URLPattern under a host with a space",
        "Chromium reads `http://h test/` as a URL, and the pattern with that host as none",
        Document(
            b"<base href='http://h test/x/'><script type=speculationrules>"
            b'{"prefetch":[{"where":{"href_matches":"/x/*"}}]}</script>'
        ),
        before="%20",
        after="invalid",
        place="(svg )?script",
    ),
)


def _codes(verdict: Verdict) -> set[str]:
    """Give the codes of a document's links."""
    document, _, difference = verdict
    if difference is not None and difference.kind == "exception":
        return set()
    return {link.code for link in absolutize.links(document.body, document.home(1), **document.settings)}


def reason(verdict: Verdict) -> str | None:
    """Name the known difference that a document shows, if it is one."""
    return next((known.name for known in KNOWN if known.explains(verdict)), None)


__all__ = ["KNOWN", "Difference", "Known", "reason"]
