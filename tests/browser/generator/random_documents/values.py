"""Random values of every value syntax in the link table."""

from __future__ import annotations

from random import Random

from tests.browser.generator.random_documents.escapes import css_escaped, json_escaped
from tests.browser.generator.random_documents.references import HARMLESS, percent_or_text, reference

SPACES = [" ", " ", " ", "  ", "\n", "\t", "\f", "\r\n", " \n "]
DESCRIPTORS = [
    "",
    "",
    " 1x",
    " 2x",
    " 100w",
    " 1.5x 2x",
    " (a,b)",
    " (a",
    " x",
    " 1x,",
    ",",
    " 1e3x",
    "\t2x",
    " 100w 50h",
]


def _sticky(text: str) -> str:
    """Remove white space, which would end an entry of a list."""
    return "".join(c for c in text if c not in " \t\n\r\f") or "x"


def urls(dice: Random) -> str:
    """Give a list of URLs."""
    return "".join(_sticky(reference(dice)) + dice.choice(SPACES) for _ in range(dice.randint(1, 3)))


def separated(mark: str, dice: Random) -> str:
    """Give a list with a separator between its entries."""
    return "".join(
        reference(dice) + dice.choice([mark, f" {mark} ", mark * 2]) for _ in range(dice.randint(1, 3))
    )


def srcset(dice: Random) -> str:
    """Give image candidates."""
    candidates = (
        dice.choice(["", "", " ", ",", "\n"])
        + _sticky(reference(dice))
        + dice.choice(DESCRIPTORS)
        + dice.choice([", ", ",", " , ", ""])
        for _ in range(dice.randint(1, 4))
    )
    return "".join(candidates)


def refresh(dice: Random) -> str:
    """Give the content of a refresh."""
    time = dice.choice(["0", "5", "1.5", " 9", ".", "0.", "", "a", "10.x", "-1"])
    separator = dice.choice([";", "; ", ",", " ; ", " ", ";;", "\n", ""])
    name = dice.choice(["url=", "URL=", "url =", "Url\t= ", "", "ur=", "url", "url==", "url=url="])
    quote = dice.choice(["", "", '"', "'"])
    behind = dice.choice(["", quote, f"{quote} x", f"{quote};x"])
    return f"{time}{separator}{name}{quote}{reference(dice)}{behind}"


def report_uri(dice: Random) -> str:
    """Give a Content Security Policy with a reference, mostly in report-uri."""
    directive = dice.choice(["report-uri", "report-uri", "Report-URI", "img-src", "report-to"])
    value = _sticky(reference(dice)).translate({ord(";"): "", ord(","): ""})
    before, behind = dice.choice(["", "img-src *;", " ; "]), dice.choice(["", ";", " x", ", img-src *"])
    return f"{before}{directive} {value}{behind}"


def pinned(dice: Random) -> str:
    """Give a start menu task."""
    pairs = (
        f"{name}={reference(dice)}"
        for name in dice.sample(["name", "action-uri", "icon-uri", "polling-uri2"], 2)
    )
    return dice.choice([";", "; ", ";;"]).join(pairs)


def curie(dice: Random) -> str:
    """Give a URL or a CURIE."""
    return dice.choice([reference(dice), reference(dice), "[p:x]", "_:b", "p:x", f"[{reference(dice)}]"])


def css_url(dice: Random) -> str:
    """Give a ``url()``."""
    quote = dice.choice(['"', "'", "", ""])
    text = reference(dice)
    needed = f"{quote}\\\n\r\f" if quote else " \t\n\r\f\"'()\\\0\x01\x0b\x1f\x7f"
    if dice.random() < 0.05:
        needed = ""
    inside = css_escaped(dice, text, needed)
    if quote and dice.random() < 0.05:
        inside = inside[:1] + "\\\n" + inside[1:]
    name = dice.choice(["url", "url", "url", "URL", "u\\72 l", "\\75rl", "ur\\l"])
    space = dice.choice(["", "", " ", "\n"])
    return f"{name}({space}{quote}{inside}{quote}{dice.choice(['', '', ' '])})"


PROPERTIES = [
    "background:{}",
    "background-image:{}",
    "list-style:{}",
    "cursor:{},auto",
    "border-image:{} 1",
    "--x:{}",
]
PROPERTIES += [
    "content:{}",
    "filter:{}",
    "background:image-set({} 1x)",
    "mask:{}",
    "background:red {} no-repeat",
    "color:{}",
]
PROPERTIES += [
    "background:{},{}",
    "BACKGROUND : {} !important",
    "src:{}",
    "-webkit-mask-image:{}",
    "offset-path:{}",
]
NOISE = [
    "color:red",
    "/* url(x) */",
    'content:"url(x)"',
    "content:'\\''",
    "x:y",
    "--y:{url(a)}",
    "--z:[(])",
    "}",
    "{",
    ";",
    "(",
    ")",
]
NOISE += [
    'content:"a\\\nb"',
    "\\",
    "color:\\",
    "<!--",
    "-->",
    "@x y",
    'content:"a',
    "/*",
    '"',
    "'",
    "content:')'",
    "a{b:c}",
]


def declarations(dice: Random) -> str:
    """Give declarations."""
    return dice.choice([";", "; ", ";\n"]).join(_declaration(dice) for _ in range(dice.randint(1, 3)))


def _declaration(dice: Random) -> str:
    if dice.random() < 0.12:
        return dice.choice(NOISE)
    return dice.choice(PROPERTIES).format(css_url(dice), css_url(dice))


RULES = [
    "p{{{}}}",
    "p{{{}}}",
    "p{{{}}}",
    "a:hover{{{}}}",
    "@media all{{p{{{}}}}}",
    "@supports (x:y){{p{{{}}}}}",
    ".x{{&:hover{{{}}}}}",
]
RULES += [
    "@font-face{{font-family:x;src:{url}}}",
    "@layer a{{p{{{}}}}}",
    "@page{{{}}}",
    "@keyframes k{{to{{{}}}}}",
    "p{{{}",
    "/*{}*/",
]
IMPORTS = [
    "@import {};",
    "@import {} screen;",
    "@IMPORT {} layer(x);",
    "@im\\port {};",
    "@import{};",
    "@import/**/{};",
    "@import {}",
]


def stylesheet(dice: Random) -> str:
    """Give a style sheet."""
    imports = (dice.choice(IMPORTS).format(_imported(dice)) for _ in range(dice.choice((0, 0, 1))))
    rules = (
        dice.choice(RULES).format(declarations(dice), url=css_url(dice)) for _ in range(dice.randint(1, 3))
    )
    namespace = ['@namespace url("http://www.w3.org/1999/xhtml");'] if dice.random() < 0.05 else []
    return dice.choice(["", "\n"]).join([*imports, *namespace, *rules])


def _imported(dice: Random) -> str:
    quote = dice.choice("\"'")
    string = (
        f"{quote}{css_escaped(dice, reference(dice), quote + chr(92) + chr(10) + chr(13) + chr(12))}{quote}"
    )
    return dice.choice([string, css_url(dice)])


def _json_string(dice: Random, text: str) -> str:
    return f'"{json_escaped(dice, text)}"'


def _specifier(dice: Random) -> str:
    return dice.choice(["", "./", "../", "/", "./", "../", "http:", ".\\"]) + reference(dice)


def import_map(dice: Random) -> str:
    """Give an import map."""

    def imports() -> str:
        keys = (
            dice.choice([dice.choice(HARMLESS), dice.choice(HARMLESS) + "/", _specifier(dice)])
            for _ in range(dice.randint(0, 3))
        )
        return "{" + ",".join(f"{_json_string(dice, key)}:{_address(dice)}" for key in keys) + "}"

    parts = [f'"imports":{imports()}']
    if dice.random() < 0.3:
        parts.append(f'"scopes":{{{_json_string(dice, _specifier(dice))}:{imports()}}}')
    if dice.random() < 0.15:
        parts.append(f'"integrity":{{{_json_string(dice, _specifier(dice))}:"sha256-x"}}')
    if dice.random() < 0.05:
        parts.append('"x":["./a"]')
    return _broken(dice, "{" + dice.choice([",", ", ", ",\n"]).join(parts) + "}")


def _address(dice: Random) -> str:
    return "null" if dice.random() < 0.05 else _json_string(dice, _specifier(dice) + dice.choice(["", "/"]))


def _broken(dice: Random, text: str) -> str:
    """Sometimes break a text: cut it, or insert something invalid."""
    if dice.random() > 0.06:
        return text
    at = dice.randrange(len(text))
    return text[:at] + dice.choice(["", "}", '"', ",", "\\", "\0"]) + text[at + dice.randint(0, 1) :]


PATTERNS = [
    "/x/*",
    "*",
    "./*?q",
    "/:id",
    "../{a}?",
    "(.*)",
    "/*\\\\?*",
    "https://h.test/*",
    "*#x",
    "?*",
    "./a/*#*",
]


def speculation_rules(dice: Random) -> str:
    """Give speculation rules."""
    listed = (
        f'{{"urls":[{",".join(_json_string(dice, reference(dice)) for _ in range(dice.randint(1, 3)))}]}}'
    )
    pattern = _json_string(dice, dice.choice([*PATTERNS, reference(dice)]))
    where = f'{{"where":{{"and":[{{"href_matches":{pattern}}},{{"not":{{"href_matches":[{pattern}]}}}}]}}}}'
    more = dice.choice(["", ',"prerender":[{"source":"list","urls":["./y"],"eagerness":"moderate"}]'])
    return _broken(dice, f'{{"prefetch":[{dice.choice([listed, listed, where])}]{more}}}')


def name_or_url(dice: Random) -> str:
    """Give a URL or a name."""
    return dice.choice([reference(dice), reference(dice), "none", "John Smith", "x", percent_or_text(dice)])


SYNTAXES = {
    "url": reference,
    "urls": urls,
    "comma-urls": lambda dice: separated(",", dice),
    "semicolon-urls": lambda dice: separated(";", dice),
    "srcset": srcset,
    "curie": curie,
    "refresh": refresh,
    "report-uri": report_uri,
    "pinned-site": pinned,
    "url-or-none": name_or_url,
    "url-or-name": name_or_url,
    "declarations": declarations,
    "stylesheet": stylesheet,
    "import-map": import_map,
    "speculation-rules": speculation_rules,
}
