"""Every quotation of a document, in `docs/rules`, notes, docstrings and comments, is in that document.

The documents are next to the checkout, where there are any; white space, page breaks and line ends do
not count. A quotation of fewer than three words is an example or a name, and no sentence.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SEEDS = ROOT.parent / "shared" / "seeds"
CODE = sorted((ROOT / "src" / "absolutize" / "uri").rglob("*.py"))
PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))
pytestmark = pytest.mark.skipif(not SEEDS.is_dir(), reason="the documents are not next to this checkout")

# Documents that are no seeds: their quotations are not checked, but each is marked as theirs.
RFC_3986, RFC_2234 = "RFC 3986", "RFC 2234"
OF_NO_SEED = {
    "If a URI does not contain an authority component, then the path cannot begin with two slash characters "
    '("//")': RFC_3986,
    "the path cannot begin with two slash characters": RFC_3986,
    "a URI that uses the generic syntax for authority with an empty path should be normalized to a path of "
    '"/"': RFC_3986,
    "only the scheme component is required to be present in a base URI": RFC_3986,
    "A non-strict parser may ignore a scheme in the reference if it is identical to the base URI's "
    "scheme": RFC_3986,
    "If the base URI has a defined authority component and an empty path, then return a string consisting of "
    '"/" concatenated with the reference\'s path': RFC_3986,
    'excluding any characters after the right-most "/" in the base URI path, or excluding the entire '
    'base URI path if it does not contain any "/" characters': RFC_3986,
    'remove the last segment and its preceding "/" (if any)': RFC_3986,
    'replace that prefix with "/" in the input buffer': RFC_3986,
    "ABNF strings are case-insensitive": RFC_2234,
    "strings are case-insensitive": RFC_2234,
}

_PAGE_BREAK = re.compile(r"\n[^\n]*\[Page \d+\]\s*\n(?:\s*(?:RFC 1630|Internet-Draft)  [^\n]*\d{4}\s*\n)?")
_SHOWN = re.compile(r"\(((?:\\.|[^\\()])*)\)")  # a PostScript string
_OPENING = re.compile(r'(?:(?<=[\s(:])|^)"(?=[\w<\[("./])')
_CLOSING = re.compile(r'"(?=[\s,.;:)\]\'?]|$)')
NESTED = 12  # quotation marks within a quotation that are looked past


def squeezed(text: str) -> str:
    """Leave out white space, what marks a comment or escapes in Markdown, and the "=" of a rule."""
    return re.sub(r" = |[\s\\]|--(?= )", "", re.sub(r"\s+", " ", text)).lower()


def seed(path: Path) -> Iterator[str]:
    """Read a document, both sides of a diff one by one."""
    text = path.read_text("utf-8", "replace")
    if path.suffix == ".diff":
        for side, other in ("+-", "-+"):
            yield re.sub(rf"(?m)^[{side} ]", "", re.sub(rf"(?m)^[{other}].*\n", "", text))
    elif path.name.endswith(".ps.txt"):
        joined = re.sub(r"\n\d+[^!-~]+", "", text)
        yield "".join(string.replace("\\256", "fi") for string in _SHOWN.findall(joined))
    else:
        yield _PAGE_BREAK.sub("\n", text.replace("<hi>ier", "<hier"))


@cache
def seeds() -> str:
    paths = (path for path in sorted(SEEDS.iterdir()) if path.name != "README.md")
    return "\n".join(squeezed(text) for path in paths for text in seed(path))


def is_quoted(quotation: str) -> bool:
    """Whether a quotation is in a document, each piece between omissions."""
    pieces = (squeezed(piece.strip(" ,.;")) for piece in quotation.split("[...]"))
    return quotation.strip(" ,.;") in OF_NO_SEED or all(piece in seeds() for piece in pieces)


def wrong(text: str) -> Iterator[str]:
    """Give the quotations of a text that are in no document; one may hold quotation marks itself."""
    text, at = re.sub(r"\s+", " ", text), 0
    while (opening := _OPENING.search(text, at)) is not None:
        start = opening.end()
        ends = [found.start() for found in _CLOSING.finditer(text, start)][:NESTED]
        if not ends:
            return
        sentences = [end for end in ends if len(text[start:end].split()) > 2]
        quoted = [end for end in sentences if is_quoted(text[start:end])]
        if not quoted and ends[0] in sentences:
            yield text[start : ends[0]]
        at = max(quoted or ends[:1]) + 1


def texts_of(path: Path) -> Iterator[str]:
    """Give the strings and the comments of a module, or the lines of a page."""
    source = path.read_text("utf-8")
    if path.suffix == ".md":
        yield from source.replace("\\", "").splitlines()
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
    lines = dict(comments)
    yield from (
        " ".join(block)
        for block in (
            [lines[number].lstrip("# ") for number in range(start, start + 12) if _runs(lines, start, number)]
            for start, _ in comments
            if start - 1 not in lines
        )
    )


def _runs(lines: dict[int, str], start: int, number: int) -> bool:
    return all(line in lines for line in range(start, number + 1))


@pytest.mark.rows("path", [*CODE, *PAGES], ids=lambda path: str(path.relative_to(ROOT)))
def test_every_quotation_is_in_its_document(path: Path) -> None:
    assert [quotation for text in texts_of(path) for quotation in wrong(text)] == []


def test_a_wrong_quotation_is_found() -> None:
    """The first quotation was once in the project, but is in no document."""
    assert list(wrong('says "the percent sign is never used for anything but escapes".')) == [
        "the percent sign is never used for anything but escapes"
    ]
    assert list(wrong('"is never allowed for anything else", and "the ".." syntax cannot be used to"')) == []
