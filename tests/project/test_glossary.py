"""Plain words: those that the project does not use are in no name, comment, docstring, message or page.

They are ordinary words that say too little of what is meant, or have many meanings: what is "told" is
reported, detected or described, what is "settled" is base-independent.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.project.modules import needs_sources

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
READ = [*MODULES, *PAGES]
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
    "utils?",
    "misc",
    "helpers?",
    "managers?",
    "handlers?",
)
PHRASES = re.compile(rf"(?i)(?<![\w<])(?:{'|'.join(NOT_USED)})(?!\w)".replace(" ", r"[\s#*>]+"))
NAME = re.compile(r"[^\W\d]\w*")
NAME_WORDS = {
    *("told", "untold", "settled", "unsettled", "apart", "aside", "held", "beside", "glance"),
    *("util", "utils", "misc", "helper", "helpers", "manager", "managers", "handler", "handlers"),
}
PARTICIPLES = {"found", "rewritten", "mirrored", "known_of"}  # anywhere in a name
WHOLE_NAMES = {"said", "shown", "listed", "decided", "examined", "moved"}  # but `is_shown` is a question
IRREGULAR = (  # but not those that are verbs, too: "read", "split", "set", "put", "cut", "run"
    "begun|bent|born|bound|bought|brought|built|burnt|caught|dealt|done|drawn|dug|fed|felt|found|gone|grown|held|"
    "hung|kept|known|laid|led|left|lent|lost|made|meant|met|paid|said|sent|shown|slept|sold|sought|spent|sprung|"
    "spun|stood|struck|stuck|swept|sworn|taught|thought|thrown|told|torn|unbound|understood|unread|won|worn|wound"
)
PARTICIPLE = re.compile(rf"e[dn]$|^(?:{IRREGULAR})$")
NO_PARTICIPLES = re.compile(
    "between|bed|children|embed|feed|men|need|open|proceed|red|seed|speed|succeed|token|when"
)
KNOWN_PARTICIPLES = {  # public names that are participles, and why
    "STORED": "APPNOTE 4.4.5 calls the method of compression so",
    "DEFLATED": "APPNOTE 4.4.5 calls the method of compression so",
    "embedded": "the source of a base URI in section 5.1.1",
    "UNRESERVED_2396": "the production `unreserved` of RFC 2396",
    "UNRESERVED_3986": "the production `unreserved` of RFC 3986",
}
ELEMENTS = r"\b(?:address|area) article (?:area )?aside\b|\baddress article aside\b|\barticle aside\b"
FOREIGN = {  # what others call so, and who does; the tests use each
    ELEMENTS: "HTML's elements",
    r"\bimportlib\.util\b": "the standard library's module",
    r"\bscrapy\.utils(?:\.misc)?\b": "Scrapy's modules",
    r"\brequests\.utils\b": "a module of Requests",
    r"\burllib3\.util\b": "a package of urllib3",
    r"\btype: ignore\[misc\b": "a code of mypy",
}
FOREIGN_NAMES = {  # likewise, as names
    "AbstractContextManager": "contextlib",
    "PoolManager": "urllib3",
    "BaseHTTPRequestHandler": "http.server",
    "default_int_handler": "signal",
    "StartElementHandler": "pyexpat",
    "endTagHandler": "html5lib",
    "util": "importlib",
}


def not_used(text: str) -> list[str]:
    """Name the words that are not used, but not where they are what others call something."""
    return PHRASES.findall(re.sub("|".join(FOREIGN), "", text))


def words_of(name: str) -> list[str]:
    """Cut a name into its words, which underscores or capitals begin."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


@cache
def is_not_used(name: str) -> bool:
    """Whether a name has such a word, or, with spaces for underscores, such a phrase."""
    return bool(NAME_WORDS & {*words_of(name)} or not_used(name.replace("_", " ")))


@cache
def names_in(path: Path) -> frozenset[str]:
    """Collect the names that a module has: its own, those that it gives, and those that it reads."""
    return frozenset(names_of(path))


def names_of(path: Path) -> Iterator[str]:
    yield path.parent.name if path.stem in {"__init__", "__main__"} else path.stem
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.rpartition(".")[2]
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            yield node.name or ""


def not_used_in(path: Path) -> list[str]:
    """List the words of a file's text that are not used, and its names with such words.

    A module is only parsed for its names if its text has such a name, maybe in a comment: most have none.
    """
    text, names = path.read_text("utf-8"), set[str]()
    if path.suffix == ".py" and any(map(is_not_used, {*NAME.findall(text), path.stem, path.parent.name})):
        names = {name for name in names_in(path) if is_not_used(name)}
    return [*not_used(text), *sorted(names - FOREIGN_NAMES.keys())]


@pytest.mark.rows("path", READ, ids=lambda path: str(path.relative_to(ROOT)))
def test_words_are_plain(path: Path) -> None:
    """A phrase may go over the end of a line, also of a comment."""
    assert not_used_in(path) == []


ANOTHER_WORD = re.compile(r"(?i)\bfolders?\b")  # for what users see, "directory" is the word
PAGES_OF_NOW = [path for path in PAGES if path.name != "CHANGELOG.md"]


def texts_of(path: Path) -> list[str]:
    """List what users see of a file: a page as a whole, of a module its texts that are no docstrings."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return [text]
    nodes = list(ast.walk(ast.parse(text)))
    bare = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in bare)
    return [node.value for node in constants if isinstance(node.value, str)]


@pytest.mark.rows("path", [*SOURCES, *PAGES_OF_NOW], ids=lambda path: str(path.relative_to(ROOT)))
def test_a_directory_has_one_name_for_users(path: Path) -> None:
    assert [word for text in texts_of(path) for word in ANOTHER_WORD.findall(text)] == []


@needs_sources
def test_what_others_call_so_is_here() -> None:
    """Every exception is still needed."""
    text = "".join(path.read_text("utf-8") for path in READ)
    assert [name for name in FOREIGN if not re.search(name, text)] == []
    for name in FOREIGN_NAMES:
        paths = (path for path in MODULES if name in path.read_text("utf-8"))
        assert any(name in names_in(path) for path in paths), name


def test_names_of_every_kind_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("from d import e as f\nasync def g(h):\n    try: i.j = k\n    except l as m: pass\n")
    assert {*names_in(path)} == {*"afghijklm"}


def is_participle(name: str) -> bool:
    """Whether a name is a participle, also that of a class; codes, in capitals, say what was done."""
    plain = name.strip("_")
    if plain.isupper() and len(plain) > 1:
        return False
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", plain).lower()
    return bool(PARTICIPLES & {words, *words.split("_")}) or words in WHOLE_NAMES


def test_no_name_is_a_participle() -> None:
    """A name says what a thing is, not what was done to it."""
    names = {(path.stem, name) for path in SOURCES for name in names_in(path)}
    assert {(module, name) for module, name in names if is_participle(name)} == set()


def is_bare_participle(name: str) -> bool:
    """Whether a name is one word, and that a past participle: it does not say what was done to what."""
    match words_of(name):
        case [word]:
            return PARTICIPLE.search(word) is not None and NO_PARTICIPLES.fullmatch(word) is None
    return False


def test_a_bare_participle_is_recognized() -> None:
    names = [
        "Changed",
        "joined",
        "WRITTEN",
        "Kept",
        "unread",
        "rewritten_2",
        "token",
        "Feed",
        "read",
        "is_kept",
    ]
    assert list(filter(is_bare_participle, names)) == names[:6]


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
    assert not_used("import importlib.util, scrapy.utils.misc, html.utils.misc") == ["utils", "misc"]


def test_a_word_of_a_name_is_found() -> None:
    names = ["page_handler", "MiscTable", "HTTPManager", "_URL_UTILS2", "at_a_glance", "tell", "handle"]
    assert list(filter(is_not_used, names)) == names[:5]
