"""Tree construction, as far as it decides how text is read (HTML Standard 13.2.6).

Each row is judged by html5lib too, but for listed differences, and in tests/browser by Chromium.
"""

from collections.abc import Sequence
from random import Random

import pytest

from absolutize.html.scanner import scan
from tests import html5lib_tags
from tests.nestings import MIXTURES, NESTINGS, PROBE, Nesting, nesting

each = pytest.mark.parametrize("row", NESTINGS, ids=[row.name for row in NESTINGS])

# Where html5lib is of another mind: the row's name -> the reason.
HTML5LIB = {
    **dict.fromkeys(
        (
            "<div><template><svg></div>",
            "<template><form><svg></form>",
            "<template><tr><td><svg></td>",
            "<template><td><svg></td>",
            "<template><tr><svg></table>",
            "<template><tr><table><svg></tr>",
            "<template><col><table><svg></col>",
            "<template><tr><math><mi><table></mi>",
        ),
        "html5lib 1.1 knows no template elements",
    ),
    "<select><option><svg></option>": "html5lib 1.1 lets nothing but options into a select element",
}


def sees_probe(html: str) -> bool:
    document = (html + PROBE).encode()
    return any(document[link.start : link.stop] == b"probe" for link in scan(document))


@each
def test_foreign_content_is_open_or_closed(row: Nesting) -> None:
    assert sees_probe(row.html) == row.is_foreign


@each
def test_html5lib_agrees(row: Nesting) -> None:
    seen = any(tag.value == "probe" for tag in html5lib_tags.attributes(row.html + PROBE))
    assert (seen == row.is_foreign) == (row.name not in HTML5LIB), HTML5LIB.get(row.name)


@pytest.mark.parametrize("kinds", MIXTURES, ids="+".join)
def test_no_nesting_raises(kinds: Sequence[str]) -> None:
    choice = Random(1)
    for _ in range(3000):
        scan(nesting(choice, kinds).encode())
