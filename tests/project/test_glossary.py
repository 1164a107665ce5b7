"""Plain words: those that the project does not use are in no name, comment, docstring, message or page.

They are ordinary words that say too little of what is meant, or have many meanings: what is "told" is
reported, detected or described, what is "settled" is base-independent.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
HERE = Path(__file__)  # has the words that are not used: its list and its cases
TESTS = [path for path in sorted((ROOT / "tests").rglob("*.py")) if path != HERE]
BENCHMARKS = sorted((ROOT / "benchmarks").glob("*.py"))
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "tests/golden").iterdir()),
    *sorted((ROOT / "tests").rglob("*.js")),
    ROOT / ".ci" / "run",
]
MODULES = [*SOURCES, *TESTS, *BENCHMARKS]
NOT_USED = (
    "told",
    "tells? of",
    "at a glance",
    "settled",
    "apart",
    "aside",
    "held",
    "beside",
    "so many",
    "of its own",
    "stand(?:s|ing)?(?! for)",
    "stood",
)
PHRASES = re.compile(rf"(?i)(?<![\w<])(?:{'|'.join(NOT_USED)})(?!\w)".replace(" ", r"[\s#*>]+"))
NAME_WORDS = {"told", "untold", "settled", "unsettled", "apart", "aside", "held", "beside", "glance"}
PARTICIPLES = {"found", "rewritten", "mirrored", "known_of"}  # anywhere in a name
WHOLE_NAMES = {"said", "shown", "listed", "decided", "examined", "moved"}  # but `is_shown` is a question
ELEMENTS = re.compile(
    r"\b(?:address|area) article (?:area )?aside\b|\baddress article aside\b|\barticle aside\b"
)


def not_used(text: str) -> list[str]:
    """Name the words that are not used; the names of HTML's elements are no words."""
    return PHRASES.findall(ELEMENTS.sub("", text))


@pytest.mark.rows("path", [*MODULES, *PAGES], ids=lambda path: str(path.relative_to(ROOT)))
def test_words_are_plain(path: Path) -> None:
    """A phrase may go over the end of a line, also of a comment."""
    assert not_used(path.read_text("utf-8")) == []


def names_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def test_names_have_plain_words() -> None:
    names = {(path.stem, name) for path in MODULES for name in names_in(path)}
    assert {(module, name) for module, name in names if NAME_WORDS & {*name.lower().split("_")}} == set()


def test_names_have_plain_phrases() -> None:
    """A name is a phrase with underscores, that of a test a sentence."""
    names = {(path.stem, name) for path in MODULES for name in names_in(path)}
    assert {(module, name) for module, name in names if not_used(name.replace("_", " "))} == set()


def is_participle(name: str) -> bool:
    """Whether a name is a participle, also that of a class; codes, in capitals, say what was done."""
    plain = name.strip("_")
    if plain.isupper() and len(plain) > 1:
        return False
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", plain).lower()
    return bool(PARTICIPLES & {words, *words.split("_")}) or words in WHOLE_NAMES


def test_no_name_is_a_participle() -> None:
    """A thing is called what it is."""
    names = {(path.stem, name) for path in SOURCES for name in names_in(path)}
    assert {(module, name) for module, name in names if is_participle(name)} == set()


def test_a_participle_is_recognized() -> None:
    names = [
        "Found",
        "LinkFound",
        "_said",
        "rewritten_page",
        "_Moved",
        "FOUND",
        "is_shown",
        "Finding",
        "founder",
    ]
    assert list(filter(is_participle, names)) == ["Found", "LinkFound", "_said", "rewritten_page", "_Moved"]


def test_a_word_that_is_not_used_is_found() -> None:
    text = "It is told at a\n# glance, <aside> or Beside; what stands for it stands there. Tell\n    of it."
    assert not_used(text) == ["told", "at a\n# glance", "Beside", "stands", "Tell\n    of"]
