"""Patterns mean the same on every interpreter: possessive groups, natively and as they are mended."""

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from threading import Barrier
from types import ModuleType
from typing import Any

import pytest

from absolutize import patterns

PATTERNS = (
    *(
        "(?:ab?c)++",
        "(?:ab?c)*+",
        "(?:ab?c)?+",
        "(?:ab?c){2,3}+",
        "(?:ab?c){2}+",
        "(?:a|bc)*+d",
        "x(?:ab?c)++y",
    ),
    *("(?:.(?!D))*+", "(?:(?:ab?c)++d?)*+", "(?:(?=(a))ab?c)?+", "[ab]*+c", "(?i:ab?c)*+", "(?s).*+"),
)
TEXTS = ("", "a", "aca", "abcac", "acacacac", "acab", "ABCDE", "bcad", "xacacy", "acdacab", "ACab", "a\nb")


@pytest.mark.rows("text", TEXTS)
@pytest.mark.rows("pattern", PATTERNS)
def test_possessive_groups_are_atomic(pattern: str, text: str) -> None:
    """Python's documentation: `x*+` is the same as `(?>x*)`, which every interpreter matches rightly."""
    atomic = re.match(atomically(pattern), text)
    for compile_pattern in (patterns.compile_regex, patterns._with_alternatives):
        found = compile_pattern(pattern).match(text)
        assert (found and found.span()) == (atomic and atomic.span()), compile_pattern


def atomically(pattern: str) -> str:
    """Spell the possessive quantifiers of a pattern of ours otherwise: `X*+` is `(?>X*)`."""
    unit = r"(\[[^]]*+\]|\((?:[^()]|\((?:[^()]|\([^()]*+\))*\))*\)|\.)"
    spelled = re.sub(rf"{unit}([*+?]|\{{[0-9,]+\}})\+(?!\+)", r"(?>\1\2)", pattern)
    return spelled if spelled == pattern else atomically(spelled)


def test_a_repetition_that_fails_takes_nothing() -> None:
    """CPython 3.11.2, that of Debian 12: `re.match("(?:ab?c)++", "aca")` takes "aca"."""
    found = patterns.compile_regex("(?:ab?c)++").match("aca")
    assert found
    assert found[0] == "ac"


needs_native = pytest.mark.skipif(
    patterns._COMPILE is not re.compile, reason="this interpreter matches possessive groups wrongly"
)


QUANTIFIERS = ("", "", "*+", "++", "?+", "{1,2}+", "{2}+", "{2,}+", "*", "?", "+")
GROUPS = ("(?:", "(?:", "(?:", "(?=", "(?!", "(?>")


def alternatives(drawn: random.Random, depth: int) -> str:
    return "|".join("".join(pieces(drawn, depth)) for _ in range(drawn.randint(1, 3)))


def pieces(drawn: random.Random, depth: int) -> Iterator[str]:
    for _ in range(drawn.randint(1, 3)):
        in_group = depth and drawn.random() < 0.6
        group = (
            f"{drawn.choice(GROUPS)}{alternatives(drawn, depth - 1)})" if in_group else drawn.choice("abc.")
        )
        yield group + drawn.choice(QUANTIFIERS)


def test_an_interpreter_that_cannot_be_mended_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_PROBES", (("(?:ab?c)++", "aca", 9),))
    with pytest.raises(ImportError) as refused:
        patterns._chosen()
    assert str(refused.value) == (
        "this Python matches possessive groups of patterns wrongly: use CPython 3.11.5 or newer"
    )


def test_the_interpreter_decides_how_patterns_are_compiled() -> None:
    if sys.version_info >= (3, 11, 5):
        assert patterns._COMPILE is re.compile
    else:
        assert patterns._COMPILE is patterns._with_alternatives


# gh-101955: where a group that captures is in a possessive one that is repeated, and fails behind its
# beginning, its span of before is broken, and SystemError raised (up to CPython 3.13.0 at least)

RECORDED = """
import gc, importlib, json, pkgutil, re
native, texts = re.compile, set()

def record(pattern, flags=0):
    texts.add((pattern if isinstance(pattern, str) else pattern.decode("latin-1"), int(flags)))
    return native(pattern, flags)

re.compile = record
import absolutize
for module in pkgutil.walk_packages(absolutize.__path__, "absolutize."):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as missing:  # what an edge is for is not installed
            assert not missing.name.startswith("absolutize"), missing
for each in gc.get_objects():
    if type(each) is absolutize.patterns._Uncompiled:
        each.pattern  # compiles it
page = b"<link rel=icon href=x><svg><script href=x></script><style>a{b:url(x)}</style></svg>"
for document in (page, page.decode()):
    list(absolutize.links(document, "http://h/"))
print(json.dumps(list(texts)))
"""


@needs_native
def test_no_possessive_group_that_is_repeated_captures() -> None:
    ran = subprocess.run([sys.executable, "-c", RECORDED], capture_output=True, text=True, check=True)
    texts = json.loads(ran.stdout)
    parse = __import__("re._parser")._parser.parse
    assert len(texts) > 200
    found = [pattern for pattern, flags in texts if captures_repeatedly(parse(pattern, flags))]
    assert [pattern for pattern in found if not pattern.startswith(OF_THE_SCANNER)] == []


OF_THE_SCANNER = r"(?:(?!\A)"  # the name of a start tag, which is there: nothing of it and behind it can fail


def captures_repeatedly(tree: Any, *, repeated: bool = False) -> bool:
    for operation, argument in tree:
        if repeated and str(operation) == "SUBPATTERN" and argument[0] is not None:
            return True
        again = str(operation) == "POSSESSIVE_REPEAT" and argument[1] != 1
        if any(
            captures_repeatedly(each, repeated=repeated or again) for each in patterns._trees_in(argument)
        ):
            return True
    return False


def test_captures_in_repeated_groups_are_seen() -> None:
    parse = __import__("re._parser")._parser.parse
    found = [
        captures_repeatedly(parse(p)) for p in ("(?:(x)|y)*+", "(?:(?:(x)|y)*)++", "(?:(x))?+", "((?:x)*+)")
    ]
    assert found == [True, True, False, False]


# what the pattern of whole documents is matched by

has_pcre2 = find_spec("pcre") is not None
needs_pcre2 = pytest.mark.skipif(not has_pcre2, reason="PyPcre is not installed: absolutize[fast]")


def ask(matcher: str, code: str = "print(absolutize.patterns.matcher())") -> subprocess.CompletedProcess[str]:
    """Run code where the variable says what matches."""
    program = [sys.executable, "-c", f"import absolutize, absolutize.patterns\n{code}"]
    environment = {**os.environ, patterns.MATCHER_VARIABLE: matcher}
    return subprocess.run(program, capture_output=True, text=True, env=environment, check=False)


def test_the_variable_chooses_what_matches() -> None:
    assert ask("re").stdout == "re\n"
    assert ask("").stdout == ("pcre2\n" if has_pcre2 else "re\n")


def test_a_matcher_that_does_not_exist_is_refused() -> None:
    assert (
        ask("sre").stderr.splitlines()[-1]
        == "ImportError: ABSOLUTIZE_MATCHER is 'sre'; it may be re or pcre2"
    )


@pytest.mark.skipif(has_pcre2, reason="PyPcre is installed")
def test_pcre2_that_is_missing_is_said() -> None:
    message = "ABSOLUTIZE_MATCHER is 'pcre2', and PyPcre is not installed: pip install 'absolutize[fast]'"
    assert ask("pcre2").stderr.splitlines()[-1] == f"ImportError: {message}"


@needs_pcre2
def test_pcre2_is_used_where_it_is_asked_for() -> None:
    assert ask("pcre2").stdout == "pcre2\n"


BROKEN = """import sys
class Broken:
    def find_spec(name, path=None, target=None):
        if name == "pcre_ext_c": raise ImportError("libpcre2-8.so.0: cannot open shared object file")
sys.meta_path.insert(0, Broken)
"""
MATCHED = "print(absolutize.patterns.matcher(), absolutize.rewrite('<a href=b>', 'http://h/'))"


@needs_pcre2
def test_where_pypcre_does_not_load_re_matches() -> None:
    assert ask("", BROKEN + MATCHED).stdout == "re <a href=http://h/b>\n"
    why = "ABSOLUTIZE_MATCHER is 'pcre2', and PyPcre cannot be imported: libpcre2-8.so.0: cannot open"
    assert ask("pcre2", BROKEN + MATCHED).stderr.splitlines()[-1].startswith(f"ImportError: {why}")


BEFORE_JIT = {"interpreted": 1000, "machine code": 0}  # bytes


@pytest.fixture(params=BEFORE_JIT.values(), ids=BEFORE_JIT)
def before_jit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """PCRE2 interprets patterns, or runs machine code from the first byte on."""
    monkeypatch.setattr(patterns, "_BEFORE_JIT", request.param)


@needs_pcre2
def test_where_pcre2_gives_up_re_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that takes more steps than PCRE2 allows: none of the matches before it is given twice."""
    monkeypatch.setattr(patterns, "_BEFORE_JIT", 0)
    find = patterns._finder(import_module("pcre_ext_c"), rb"(?:x|(?:a?){22}a{22}b|.)", ())
    data = b"xx" + b"a" * 22 + b"x"
    spans = [match.span() for match in find(data, 0)]
    assert spans == [(at, at + 1) for at in range(len(data))]


@needs_pcre2
@pytest.mark.usefixtures("before_jit")
def test_a_pattern_too_large_for_pcre2_is_left_to_re() -> None:
    pattern = b"|".join(b"%06d" % number for number in range(20_000))
    find = patterns._finder(import_module("pcre_ext_c"), pattern, ())
    assert [match.span() for match in find(b"019999 000007", 0)] == [(0, 6), (7, 13)]


class PCRE2(ModuleType):
    """What stands for PCRE2: `re`. It lists what it compiled to machine code, which may be ``forbidden``."""

    PcreError = ValueError

    def __init__(self, *, forbidden: bool = False) -> None:
        super().__init__("pcre_ext_c")
        self.compiled: list[bool] = []
        self._forbidden = forbidden

    def compile(self, pattern: bytes, *, jit: bool) -> re.Pattern[bytes]:
        """Compile a pattern."""
        self.compiled.append(jit)
        if jit and self._forbidden:
            raise self.PcreError
        return re.compile(pattern.replace(rb"\G", b"").replace(rb"\z", rb"\Z"))


def read_by_finder(pcre: PCRE2, size: int) -> Callable[[], object]:
    find = patterns._finder(pcre, b"a", ())
    return lambda: list(find(b"a" * size, 0))


def read_by_matcher(pcre: PCRE2, size: int) -> Callable[[], object]:
    match = patterns._matcher(pcre, b"a*+")
    return lambda: match(b"a" * size)


reading = pytest.mark.parametrize("read", [read_by_finder, read_by_matcher])
LIMIT = patterns._BEFORE_JIT


@reading
@pytest.mark.parametrize(
    ("size", "compiled"),
    [
        (LIMIT + 1, [[True], [True], [True]]),
        (LIMIT // 2, [[False], [False], [False, True]]),
        (LIMIT // 3, [[False], [False], [False]]),
        (0, [[False], [False], [False]]),
    ],
    ids=["large", "half of it", "a third of it", "empty"],
)
def test_a_pattern_is_compiled_to_machine_code_before_it_reads_much(
    read: Callable[[PCRE2, int], Callable[[], object]], size: int, compiled: list[list[bool]]
) -> None:
    again = read(pcre := PCRE2(), size)
    assert [(again(), [*pcre.compiled])[1] for _ in compiled] == compiled


@reading
def test_where_machine_code_is_not_to_be_had_re_matches(
    read: Callable[[PCRE2, int], Callable[[], object]],
) -> None:
    again = read(pcre := PCRE2(forbidden=True), LIMIT + 1)
    assert again()
    assert again()
    assert pcre.compiled == [True]


def test_threads_may_compile_a_pattern_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each compiles to machine code, since it has read enough, and waits there for the other."""
    both, compile_alone = Barrier(2, timeout=60), PCRE2.compile

    def compile_together(pcre: PCRE2, pattern: bytes, *, jit: bool) -> re.Pattern[bytes]:
        both.wait()
        return compile_alone(pcre, pattern, jit=jit)

    monkeypatch.setattr(PCRE2, "compile", compile_together)
    match = patterns._matcher(PCRE2(), b"a++")
    with ThreadPoolExecutor(2) as threads:
        matches = [threads.submit(match, b"a" * (LIMIT + 1)) for _ in range(2)]
    assert [each.result().end() for each in matches] == [LIMIT + 1, LIMIT + 1]


def test_what_is_read_of_a_document_counts_and_not_what_is_left() -> None:
    find = patterns._finder(pcre := PCRE2(), b"a", ())
    data = b"a" * LIMIT
    for position in range(0, 1000, 10):
        assert next(find(data, position)).end() == position + 1
    assert pcre.compiled == [False]


matched_by_pcre2 = pytest.mark.skipif(patterns.matcher() != "pcre2", reason="PCRE2 does not match")

NOTHING_ELSE = b"(?!)" * patterns._LONG  # so that PCRE2 compiles it


@matched_by_pcre2
@pytest.mark.usefixtures("before_jit")
@pytest.mark.parametrize("method", ["match", "fullmatch"])
def test_where_pcre2_gives_up_on_one_match_re_matches(method: str) -> None:
    long = patterns.compile_regex(rb"(?:(?:a?){24}a{24}b|a*+(x))(?:|%b)" % NOTHING_ELSE)
    match = getattr(long, method)(b"-" + b"a" * 24 + b"x", 1)
    assert type(match) is re.Match
    assert match.span(1) == (25, 26)
    assert getattr(long, method)(b"x", 0).span() == (0, 1)


@matched_by_pcre2
def test_where_pcre2_gives_up_on_matches_of_a_value_that_is_said() -> None:
    find = patterns.find_or_give_up(rb"x|(?:a?){22}a{22}b|.")
    assert [match.span() for match in find(b"x.")] == [(0, 1), (1, 2)]
    with pytest.raises(patterns.given_up()):
        list(find(b"a" * 22 + b"x"))


LONG = ("(a)|b*+(?P<end>c?)", "(?P<all>[ab]*+)c", "a(?=(b))|(?<=a)b")


@matched_by_pcre2
@pytest.mark.rows("text", (*TEXTS, "abc", "bbbc"))
@pytest.mark.rows("pattern", LONG)
@pytest.mark.rows("limit", BEFORE_JIT.values(), ids=BEFORE_JIT)
def test_pcre2_matches_long_patterns_as_re_does(pattern: str, text: str, limit: int) -> None:
    long = patterns.compile_regex(b"(?:%b)(?:|%b)" % (pattern.encode(), NOTHING_ELSE))
    by_re = re.compile(pattern.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patterns, "_BEFORE_JIT", limit)
        for start in range(len(text) + 1):
            for stop in range(start, len(text) + 1):
                for method in ("match", "fullmatch"):
                    matches = [getattr(each, method)(text.encode(), start, stop) for each in (long, by_re)]
                    seen = [match and (match.span(), match.groups(), match.lastgroup) for match in matches]
                    assert seen[0] == seen[1], (method, start, stop)


def test_a_fragment_that_is_repeated_is_spelled_once_for_pcre2() -> None:
    spelled = patterns.with_subroutines(
        b"x(?:ab)*+|y(?:ab)*+z|(?:abc)", [b"(?:ab)*+", b"(?:abc)", b"(?:ab)*+"]
    )
    assert spelled == b"(?:x(?&a)|y(?&a)z|(?:abc))(?(DEFINE)(?<a>(?:ab)*+))"
    pcre = pytest.importorskip("pcre_ext_c", reason="PyPcre is not installed")
    assert [match.group() for match in pcre.compile(spelled).finditer(b"xabab yz ab abc")] == [
        b"xabab", b"yz", b"abc"
    ]  # fmt: skip
