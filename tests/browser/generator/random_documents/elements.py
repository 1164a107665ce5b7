"""Random elements, each with an attribute for which the link table has a row."""

from __future__ import annotations

from random import Random

from absolutize.html.link_table.rows import COMMENT_ELEMENT, LINKS, Row
from tests.browser.generator.random_documents.escapes import attribute, marked_up
from tests.browser.generator.random_documents.references import reference
from tests.browser.generator.random_documents.values import SYNTAXES, declarations
from tests.html.link_table.test_links_table import place_of

# No property of an element reveals them: tests.browser.rows has these
_HIDDEN = {"module", "web-bundle"}
ROWS = [row for row in LINKS if row.element not in {"base", "html", "frame"} and row.syntax not in _HIDDEN]
COMMON = [
    row
    for row in ROWS
    if row.element in {"a", "img", "link", "form", "style", "script", "source", "area", "*"}
]
RAW_TEXT = {
    "script",
    "style",
    "iframe",
    "xml",
    "textarea",
    "title",
    "noembed",
    "noframes",
    "xmp",
    "select",
    "object",
}
ANY = [
    "p",
    "div",
    "span",
    "x-y",
    "b",
    "li",
    "td",
    "section",
    "path",
    "g",
    "mi",
    "svg",
    "math",
    "pre",
    "em",
    "option",
]
OTHERS = [
    ("class", "a b"),
    ("id", "i"),
    ("title", "x\">'"),
    ("data-src", "../x"),
    ("alt", "<a href=x>"),
    ("hidden", ""),
]
TEXT = ["x", " ", "text ", "&amp;", "&lt;a href=x>", "a&b", "]]>", "é", "<", "</", "<3", "&#0;", "\n"]


def element(dice: Random, depth: int = 0) -> str:
    """Give an element with a link."""
    row = dice.choice(dice.choice((ROWS, COMMON)))
    if row.element == COMMENT_ELEMENT:
        return _comment(dice, depth)
    if row.syntax == "markup":
        return _srcdoc(dice, depth) if dice.random() < 0.3 else element(dice, depth)
    before = place_of(row).before if dice.random() < 0.85 else ""
    if row.element.startswith("svg "):
        before = "<svg>"
    return before + _tag(dice, row) + _end(dice, before)


def _name(dice: Random, row: Row) -> str:
    if row.element == "svg *":
        return dice.choice(["path", "rect", "g", "text", "tspan", "circle"])
    if row.element == "*":
        return dice.choice(ANY)
    return row.element_name


def _tag(dice: Random, row: Row) -> str:
    name = _name(dice, row)
    attributes = []
    value = SYNTAXES[row.syntax](dice)
    if row.attribute:
        attributes.append(attribute(dice, row.attribute, value))
    if row.when:
        said = dice.choice(sorted(row.when.values))
        said = dice.choice([said, said, said.upper(), f" {said} "])
        quoted = f' {row.when.attribute}="{said}"'
        attributes.append(dice.choice([quoted, quoted, attribute(dice, row.when.attribute, said)]))
    if row.against == "codebase":
        attributes.append(
            attribute(dice, "codebase", dice.choice(["c/", "../c/d", "http://c.test/", reference(dice)]))
        )
    if dice.random() < 0.15:
        attributes.append(attribute(dice, *dice.choice(OTHERS)))
    if dice.random() < 0.08:
        attributes.append(attribute(dice, "style", declarations(dice)))
    if dice.random() < 0.05:
        attributes.append(attribute(dice, row.attribute or "type", reference(dice)))
    dice.shuffle(attributes)
    name = dice.choice((name, name, name, name.upper()))
    close = dice.choice((">",) * 10 + (" >", "/>", " />", "\n>", "/ >"))
    tag = f"<{name}{''.join(attributes)}{close}"
    if row.attribute:
        return tag + (
            f"</{row.element}>" if row.element in RAW_TEXT else dice.choice(["", "", f"</{name}>", "x"])
        )
    inside = marked_up(dice, value, "&<") if row.element.startswith("svg ") else value.replace("</", "<\\/")
    return f"{tag}{inside}</{name}{dice.choice(['>', '>', '>', ' >', '/>', ' x>'])}"


def _end(dice: Random, before: str) -> str:
    if not before or dice.random() < 0.1:
        return ""
    return {"<svg>": "</svg>", "<math>": "</math>"}.get(before, "</table>")


def _comment(dice: Random, depth: int) -> str:
    inside = " ".join(element(dice, depth + 1) for _ in range(dice.randint(1, 2))).replace("--", "")
    return f"<!--[if {dice.choice(['IE', 'lt IE 9', 'gte mso 9'])}]>{inside}<![endif]-->"


def _srcdoc(dice: Random, depth: int) -> str:
    if depth > 2:
        return ""
    base = dice.choice(
        ["", "", "<base href=../q/>", "<!doctype html>", f"<base{attribute(dice, 'href', reference(dice))}>"]
    )
    inside = base + "".join(element(dice, depth + 1) for _ in range(dice.randint(1, 3)))
    return f"<iframe{attribute(dice, 'srcdoc', inside.replace('&', '&amp;'))}></iframe>"


def text(dice: Random) -> str:
    """Give text."""
    return dice.choice(TEXT)
