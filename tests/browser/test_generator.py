"""Generated documents, and those that once failed: Chromium sees the same before and after a rewrite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.chromium import executable
from tests.browser.generator.document import Document
from tests.browser.generator.judge.browser import Judge
from tests.browser.generator.judge.known import KNOWN, Known, explains, reasons
from tests.browser.generator.judge.known_differences import CDATA_IN_POINTS, WHATWG
from tests.browser.generator.judge.verdict import judged
from tests.browser.generator.random_documents.pages import SMALL
from tests.browser.generator.regressions import REGRESSIONS
from tests.browser.generator.run import described, run
from tests.browser.versions import version
from tests.support.extent import extent

SEED = 20


@pytest.fixture(scope="module", autouse=True)
def _browser() -> None:
    if executable() is None:
        pytest.skip("there is no Chromium here (apt-get install chromium)")


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge() as judge:
        yield judge


# For each case, the last version of Chromium known to differ from the HTML Standard, which we follow
LAST_VERSIONS = {
    "CDATA in integration points": 150,  # Chromium takes such a section for a comment
}

# For each known difference that newer versions do not have, the last version known to have it
LAST_DIFFERENT = {
    CDATA_IN_POINTS: 150,
}


def case(name: str, documents: list[Any]) -> Any:
    """Make a parameter for a case, which is expected to fail in the listed versions."""
    is_known = 0 < version(executable()) <= LAST_VERSIONS.get(name, 0)
    reason = f"Chromium {version(executable())} does not read this as the HTML Standard says"
    known = pytest.mark.xfail(reason=reason, strict=True, raises=AssertionError)
    return pytest.param(documents, id=name, marks=[known] if is_known else [])


@pytest.mark.parametrize("documents", [case(*each) for each in REGRESSIONS.items()])
def test_what_went_wrong_once_goes_right(documents: list[Any], judge: Judge) -> None:
    wrong = [described(verdict) for verdict in judged(judge, documents) if verdict.differences]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("known", [pytest.param(known, id=known.name) for known in KNOWN])
def test_a_known_difference_is_still_there(known: Known, judge: Judge) -> None:
    if version(executable()) > LAST_DIFFERENT.get(known.name, version(executable())):
        pytest.skip(f"Chromium {version(executable())} reads this as the HTML Standard says")
    (verdict,) = judged(judge, [known.example])
    assert verdict.differences
    assert None not in reasons(verdict, judge)
    assert any(explains(known, verdict.document, difference, judge) for difference in verdict.differences)


ALSO_KNOWN = {  # documents that the known differences once failed to explain
    "a custom property with a block, and more behind it": Document(
        b"<a style='--y:{url(a)}&semi src:url(b)'>", options={"base_element": "remove"}
    ),
    "the end of an HTML element that svg would spell with capitals": Document(
        b"<foreignObject><svg></foreignObject><title><a href=x></title>"
    ),
    "such an end, behind which is a BASE": Document(
        "<lineargradient><svg></lineargradient><title><base href=/b/></title><a href=x>".encode("utf-16-be"),
        "utf-16be",
    ),
    "a pattern under a scheme that is not special, whose URL has no path": Document(
        b"<base href=x://><script type=speculationrules>"
        b'{"prefetch":[{"where":{"href_matches":"{}"}}]}</script>'
    ),
    "a pattern under such a scheme, whose URL has a port": Document(
        b"<base href='x://h:8/.'><script type=speculationrules>"
        b'{"prefetch":[{"where":{"href_matches":["?"]}}]}</script>'
    ),
    "a comma in the query of ws:": Document(
        b"<meta charset=iso-8859-6><img srcset='ws:h/?a,b&#12354; 1x, ws:h/?&#12354;,x 2x'>",
        options=dict(WHATWG),
    ),
    "a comma in a query below a BASE of ws:": Document(
        b"<meta charset=iso-8859-6><base href='ws://h/'><img srcset='?a,b&#12354; 1x, ?&#12354;,x 2x'>",
        options=dict(WHATWG),
    ),
    "a character of three bytes in EUC-JP that a byte beyond ASCII cuts off": Document(
        b"\x8f\xac\x93<svg><definition-src href=\xa1\xdf>", "euc-jp", options=dict(WHATWG)
    ),
    "half of a character behind one of three bytes in EUC-JP": Document(
        b"\x8f\xe7<a attributionsrc=?\xa1\xdf>", "euc-jp", options=dict(WHATWG)
    ),
    "a custom property in a srcdoc before a BASE that is no URL": Document(
        b"<iframe srcdoc='<svg><image xlink:href=< style=--x:url(\\>'></iframe><base href=//>", "big5"
    ),
    "a declaration behind one in such a srcdoc": Document(
        b"<iframe srcdoc='<img style=&quot;--x:url(7);url(t&quot;>'></iframe><base href=//>", "big5"
    ),
    "a base of math under a BASE that is no URL": Document(
        b"<base href='//['><math><base href='//x&#xfffd;/'><a href=y>", options={"base_element": "empty"}
    ),
    "a block in a custom property that nothing uses": Document(b"<p style='--x:{;url(a)'>"),
    "a drive letter that is escaped in CSS": Document(
        b"<base href=file:x\\><svg><rect marker='url(\\51|\\2'>", options={"placeholders": "resolve"}
    ),
    "a drive letter of which the line is escaped": Document(
        b"<base href='file:///x/y'><p style='background:url(q\\7c /z)'><a href='q|?x'><img srcset='q|,q| 1x'>"
    ),
    "a character in a host that is escaped in CSS": Document(
        b"<base href=x:/><p style='background:url(//\\D55C )'>"
    ),
    "an address in brackets that are escaped in CSS": Document(
        b"<base href='https:/h/'><p style='background:url(//\\5b ::1]\\feff )'>",
        options={"base_element": "remove"},
    ),
    "a drive letter of an image candidate": Document(b"<svg><source srcset='file:x|'>"),
    "a pattern whose scheme has a colon": Document(
        b'<script type=speculationrules>{"prefetch":[{"where":{"href_matches":"t:h:"}}]}</script>'
    ),
    "a BASE behind svg that noscript leaves open": Document(
        b"<embed src=.><noscript><p><svg></noscript><base href=/b/>"
    ),
    "a BASE behind a tag that noscript leaves open": Document(
        b"<script src=x></script><noscript><math/</noscript><base href=file:>"
    ),
    "a BASE behind a style element that noscript leaves open": Document(
        b"<math definitionurl=d><b><noscript><style></noscript><base href=/>"
    ),
    "a form under a scheme that is not special": Document(
        b"<meta charset=utf8><form action=//\xed\x95\x9c><base href=x:/>"
    ),
    "a query behind a quote in the host of such a base": Document(
        b"<base href='x://\"'><svg><pattern href=?&#652>", "windows-1252", options=dict(WHATWG)
    ),
    "a query with a comma under such a base": Document(
        b"<base href=s:/><img srcset=?,&#321>", "iso-8859-1", scripts=True, options=dict(WHATWG)
    ),
}


@pytest.mark.parametrize("name", ALSO_KNOWN)
def test_a_known_difference_explains_more(name: str, judge: Judge) -> None:
    (verdict,) = judged(judge, [ALSO_KNOWN[name]])
    assert verdict.differences
    assert None not in reasons(verdict, judge)


@pytest.mark.parametrize(
    ("size", "documents"), [(SMALL, extent(120, 240)), (60, extent(24, 48))], ids=["small", "large"]
)
def test_generated_documents_are_the_same_to_a_browser(size: int, documents: int) -> None:
    tally = run(SEED, size=size, documents=documents, shrinks=False)  # the command line shrinks
    assert tally.documents == documents
    assert tally.references > size * documents * 3 // 4
    assert tally.unexplained == {}
