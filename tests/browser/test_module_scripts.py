"""Generated module scripts: in Chromium, strings and resolved specifiers are the same before and after."""

from __future__ import annotations

import json
from random import Random

import pytest

import absolutize
from tests.browser.chromium import Chromium
from tests.browser.server import Server
from tests.support.spelling import CHARACTERS, FRAGMENTS
from tests.support.writtenback import ELSEWHERE, URLS

# Chromium runs each script with import() replaced by a function; `note` gets strings that are no specifiers
READ = """(([scripts, urls]) => scripts.map((script, at) => {
    const strings = [];
    const specifier = text => /^(\\/|\\.\\/|\\.\\.\\/)/.test(text)
        ? URL.parse(text, urls[at])?.href ?? text : URL.parse(text)?.href ?? text;
    try {
        const run = new Function('load', 'note', `'use strict'; ${script.replaceAll('import(', 'load(')}`);
        run(text => { strings.push(specifier(text)) }, text => { strings.push(`no specifier: ${text}`) });
    } catch (error) { strings.push(String(error)) }
    return strings;
}))(%s)"""
STATEMENTS = (
    "import({});",
    "import(/* './no' */ {});",
    "import( {} , {{with: {{type: './no'}}}} );",
    "[() => import({})].map(f => f());",
    "note({});",
    "note(`${{{}}}`); // import './no'",
)
TEXTS = (*FRAGMENTS, "${", "\u2028", "`", "*/")
SCRIPTS, AT_ONCE = 6, 100


def literal(chance: Random) -> str:
    """Generate a string or a template with every kind of escape; "<" is escaped, as "</script" ends it."""
    pieces = chance.choices(TEXTS, k=chance.randrange(4)) + chance.choices(CHARACTERS, k=chance.randrange(5))
    text = chance.choice(["./", "../", "/", "./a/../", "", "http:"]) + "".join(pieces)
    quote = chance.choice("'\"`")
    # HTML replaces NUL; a script with U+2028 in a string is left unchanged (`module-script`)
    needed = f"\\<\n\0\u2028{'$' if quote == '`' else ''}{quote}"
    spelled = (_escaped(chance, c) if c in needed or chance.random() < 0.15 else c for c in text)
    return quote + "".join(each + "\\\n" * (chance.random() < 0.02) for each in spelled) + quote


SHORT = {"\n": "\\n", "\t": "\\t", "\f": "\\f", "\v": "\\v", "'": "\\'", '"': '\\"', "\\": "\\\\", "`": "\\`"}


def _escaped(chance: Random, character: str) -> str:
    number = ord(character)
    spellings = [f"\\u{{{number:x}}}", f"\\u{{0{number:X}}}", *filter(None, [SHORT.get(character)])]
    if number < 0x10000:
        spellings.append(f"\\u{number:04x}")
    if number < 0x100:
        spellings.append(f"\\x{number:02X}")
    if number > 0x10000:
        units = character.encode("utf-16-be")
        spellings.append(f"\\u{units[:2].hex()}\\u{units[2:].hex()}")
    return chance.choice(spellings)


def script_of(chance: Random) -> str:
    """Generate a script."""
    return "\n".join(chance.choice(STATEMENTS).format(literal(chance)) for _ in range(chance.randint(1, 5)))


def rewritten(script: str, url: str) -> str:
    page = f"<script type=module>{script}</script>".encode()
    page = absolutize.rewrite(page, url, charset="utf-8", placeholders="resolve").decode()
    return page.removeprefix("<script type=module>").removesuffix("</script>")


@pytest.mark.parametrize("seed", range(SCRIPTS))
def test_strings_are_what_they_were(seed: int, browsing: tuple[Chromium, Server]) -> None:
    pytest.importorskip("tree_sitter_javascript", reason="pip install 'absolutize[javascript]'")
    browser, _ = browsing
    chance = Random(seed)
    scripts = [script_of(chance) for _ in range(AT_ONCE)]
    urls = chance.choices(URLS, k=AT_ONCE)
    results = [rewritten(*pair) for pair in zip(scripts, urls, strict=True)]
    session = browser.open("about:blank")
    before = browser.run(session, READ % json.dumps([scripts, urls]))
    after = browser.run(session, READ % json.dumps([results, [ELSEWHERE] * AT_ONCE]))
    assert [row for row in zip(scripts, results, before, after, strict=True) if row[2] != row[3]] == []
    assert not [each for strings in before for each in strings if "Error" in each]
    assert sum(pair[0] != pair[1] for pair in zip(scripts, results, strict=True)) > AT_ONCE // 2
    assert [rewritten(*pair) for pair in zip(results, urls, strict=True)] == results
