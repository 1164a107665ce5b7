"""The abnf package, given the rules as the documents print them, accepts the same generated strings.

Each document's notation is translated mechanically to that of abnf: "|" to "/", "_" to "-", a literal of
letters to its character codes where case counts, and RFC 1630's single letters to literals.
"""

import random
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from abnf import ParseError, Rule
from hypothesis import given, settings
from hypothesis import strategies as st

import absolutize
from absolutize.uri.abnf.abnf_parser import Rule as Quoted
from absolutize.uri.abnf.abnf_parser import memo_rules_of, rules_of, symbols_of
from absolutize.uri.abnf.grammar import Reading
from absolutize.uri.abnf.texts import rfc1630, rfc2396bis

GRAMMARS = list(
    {rules.read_grammar: name for name, rules in absolutize.RULE_SETS.items() if rules.read_grammar}.values()
)
MEMO = ("www-uri-00", "rfc1630")
OF_BNF = ("uri-syntax-02", "rfc2396")
PROSE = {
    "<US-ASCII coded characters 00-1F and 7F hexadecimal>": "(%x00-1F / %x7F)",
    "<US-ASCII coded character 20 hexadecimal>": "%x20",
    '<">': "%x22",
    "0<pchar>": '""',
}
TOKEN = re.compile(r'<US[^>]*>|<">|0<pchar>|"[^"]*"|;[^\n]*|%x[0-9A-F-]+|[A-Za-z][\w-]*|\||\s+|.')


def codes(text: str) -> str:
    """Write a literal by its character codes, so that case counts."""
    return "%x" + ".".join(f"{ord(character):02X}" for character in text) if text else '""'


def name_of(production: str) -> str:
    """Name a rule so that it cannot be one of abnf's own (ALPHA, DIGIT)."""
    return "x-" + production.replace("_", "-").lower()


def translated(text: str, *, any_case: bool) -> str:
    """Translate the elements of a rule of RFC 2396 1.6 or of RFC 2234."""

    def token(found: re.Match[str]) -> str:
        symbol = found[0]
        if symbol in PROSE:
            return PROSE[symbol]
        if symbol[0] == '"':
            return symbol if any_case or not re.search("[A-Za-z]", symbol) else codes(symbol[1:-1])
        if symbol[0] == ";" or symbol.isspace():
            return " "
        if symbol[0].isalpha():
            return name_of(symbol)
        return "/" if symbol == "|" else symbol

    return TOKEN.sub(token, text)


def translated_memo(text: str) -> str:
    """Translate the elements of a rule of RFC 1630."""

    def symbol(word: str) -> str:
        if word in {"[", "]"}:
            return word
        if word == "|":
            return "/"
        if len(word) == 1 or word in rfc1630.PROSE:
            return codes(rfc1630.PROSE.get(word, word))
        return name_of(word)

    return " ".join(map(symbol, symbols_of(text))) or '""'


def read_as(rules: str, section: str, reading: str) -> Mapping[str, Quoted]:
    """Give the rules of a section as printed, or, if the intended reading is asked for, corrected."""
    grammar = absolutize.RULE_SETS[rules].grammar
    return {
        **grammar.sections[section],
        **(grammar.corrections.get(section, {}) if reading == "intended" else {}),
    }


@cache
def oracle(rules: str, section: str, reading: str) -> type[Rule]:
    """Define the rules of a section in abnf."""
    fed: type[Rule] = type(f"Fed{GRAMMARS.index(rules)}{section}{reading}", (Rule,), {})
    translate: Callable[[Quoted], str] = (
        (lambda rule: translated_memo(rule.text))
        if rules in MEMO
        else (lambda rule: translated(rule.text, any_case=rules not in OF_BNF))
    )
    for rule in read_as(rules, section, reading).values():
        fed.create(f"{name_of(rule.name)} = {' '.join(translate(rule).split())}")
    return fed


def matches(fed: type[Rule], production: str, text: str) -> bool:
    """Whether abnf can match the whole text in any way."""
    try:
        return any(match.start == len(text) for match in fed(name_of(production)).lparse(text, 0))
    except ParseError:
        return False


PRODUCTIONS = [
    (rules, section, rule.name, reading)
    for rules in GRAMMARS
    for reading in get_args(Reading)
    for section, rules_of_section in absolutize.RULE_SETS[rules].grammar.sections.items()
    for rule in rules_of_section.values()
    if reading == "printed" or absolutize.RULE_SETS[rules].grammar.corrections
]
LONGEST = 8  # characters: abnf tries every way to match, and some rules have very many
OTHERS = "aAfz09.:/?#[]@%;-+_~= |<\x7f"


def walked(rules: str, production: str, reading: Reading, chance: random.Random) -> str:
    """Generate a text by a random walk through a production's automaton, up to `LONGEST` characters."""
    node = absolutize.RULE_SETS[rules].grammar._automaton(production, reading).start
    text = ""
    while len(text) < LONGEST and not (node.accepting and chance.random() < 0.2):
        waiting = sorted({"".join(sorted(state.characters or ())) for state in node.states})
        if not waiting:
            break
        text += chance.choice(chance.choice(waiting))
        node = node[text[-1]]
    return text


def changed(text: str, chance: random.Random) -> str:
    """Insert, replace or remove a character at random, or change nothing."""
    position = chance.randrange(len(text) + 1)
    kind = chance.randrange(4)
    put = chance.choice(OTHERS) if kind < 2 else ""
    return text if kind == 3 else text[:position] + put + text[position + (kind > 0) :]


@pytest.mark.parametrize(("rules", "section", "production", "reading"), PRODUCTIONS)
@settings(max_examples=15, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_abnf_agrees(
    rules: str, section: str, production: str, reading: Reading, chance: random.Random
) -> None:
    named = f"{section}:{production}"
    text = changed(walked(rules, named, reading, chance), chance)
    expected = matches(oracle(rules, section, reading), production, text)
    assert absolutize.RULE_SETS[rules].matches(named, text, reading=reading) == expected


PAGES = sorted((Path(__file__).parents[2] / "fixtures" / "grammars").glob("*.txt"))
READ: Mapping[str, Callable[[str], Mapping[str, Quoted]]] = {
    "rfc1630": lambda text: memo_rules_of(text, rfc1630.PROSE),
    "rfc2396bis-00": lambda text: rules_of(text, rfc2396bis.PROSE),
}
ELSEWHERE = {"addr-spec", "content-identifier", "alpha", "digit", "hexdig"}  # RFC 822, 1521 and 2234
ELSEWHERE |= {"delims", "unwise", "dquote"}  # bis-00 2.4.3, RFC 2234
ELSEWHERE |= {"reference", "partialform", "partialpath"}  # added by this project


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_rules_are_what_the_document_prints(page: Path) -> None:
    """A section has exactly the rules that its document prints, but for white space and `ELSEWHERE`."""
    rules, _, section = page.stem.rpartition("-")
    printed = READ[rules](page.read_text("utf-8"))
    ours = absolutize.RULE_SETS[rules].grammar.sections[section]
    assert {name: "".join(rule.text.split()) for name, rule in printed.items()} == {
        name: "".join(rule.text.split()) for name, rule in ours.items() if name in printed
    }
    assert set(ours) - set(printed) <= ELSEWHERE


def test_walks_reach_what_is_accepted() -> None:
    """Otherwise `test_abnf_agrees` would compare only refusals."""
    chance = random.Random(2396)
    rule_set = absolutize.RULE_SETS["rfc2396"]
    texts = [walked("rfc2396", "A:URI-reference", "printed", chance) for _ in range(200)]
    accepted = [text for text in texts if rule_set.matches("URI-reference", text)]
    assert len(accepted) > 100
    assert matches(oracle("rfc2396", "A", "printed"), "URI-reference", "http://a/b;c?d#e")
    assert matches(oracle("rfc1630", "url", "printed"), "newsaddress", "news:a.b")
