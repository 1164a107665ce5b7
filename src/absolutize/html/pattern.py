"""The scanner's pattern, composed of the tokenizer's fragments and of the names in the rows.

Anchored and matched in a loop: each match starts inside a tag, passes everything that carries no
reference (attributes, text, comments, whole raw-text elements, whole start tags) and stops at the
next link-bearing attribute, or at an event, where other rules have to be asked.
"""

from collections.abc import Iterable, Mapping

from absolutize.html import grammar, simple
from absolutize.html.grammar import (
    ATTRIBUTE_NAME_END,
    CONTENT,
    IS,
    SKIP,
    TAG_NAME,
    TAG_NAME_END,
    WHITE_SPACE,
    exactly_one_of,
    exactly_one_of_each,
    one_of,
    one_of_each,
)
from absolutize.html.links import Row
from absolutize.html.syntaxes import CSS

# The groups of the pattern; behind the attribute's name come the three forms of its value.
EVENT, ELEMENT, ATTRIBUTE = 1, 2, 3

# Start tags at which the fast scan hands over: foreign content and framesets are read by other rules,
# BASE is wanted even where absolute references are passed over, a style sheet is read for itself, and
# rarer raw text would only bloat the pattern.
FAST_CONTENT = ("script", "title")
EVENTS = ("svg", "math", "base", "frameset", *(name for name in CONTENT if name not in FAST_CONTENT))
# An HTML element that is called like a shape can be closed by an end tag in an svg.
SHAPES = tuple(name for name in simple.SHAPES.split() if name not in CONTENT)
CONDITIONAL = r"!--\[[iI][fF]"  # the beginning of a conditional comment

# What most tags on most pages are made of, spelled as it mostly is: passed at a glance before the
# general rules are tried. For speed alone; what is passed here the rules would pass as well.
COMMON_ELEMENTS = (
    "a article aside b body br button center dd div dl dt em figure font footer form h1 h2 h3 h4 h5 h6 head"
    " header hr html i img input label li link main meta nav noscript ol option p picture section select"
    " small source span strong sub sup table tbody td tfoot th thead time tr ul"
)
COMMON_ATTRIBUTES = (
    "align alt as autocomplete border charset class content crossorigin datetime for height hreflang"
    " http-equiv id itemprop itemscope lang maxlength media method name onclick placeholder property rel"
    " role sizes style tabindex target title type value width"
)

OPAQUE = ("data", "javascript", "mailto", "tel")
# What no decision changes: a fragment alone, and what is absolute whatever the base.
SETTLED = f"(?:#|{one_of_each(dict.fromkeys(('http', 'https'), '://') | dict.fromkeys(OPAQUE, ':'))})"

# In CSS no reference stands outside a parenthesis; "&" may hide one.
_NO_PARENTHESIS = r"""(?:"[^"(&]*+"|'[^'(&]*+'|(?!["'])[^ \t\n\f\r>(&]*+(?=[ \t\n\f\r>]))"""
_SETTLED_CANDIDATE = rf'{WHITE_SPACE}*+https?+://[^ \t\n\f\r",(&]++(?:{WHITE_SPACE}++[0-9.]++[wx])?+'
_SETTLED_CANDIDATES = rf'"(?:{_SETTLED_CANDIDATE}(?:,|(?={WHITE_SPACE}*+")))++{WHITE_SPACE}*+"'


def compose(rows: tuple[Row, ...], *, settled: bool, icons: bool) -> bytes:
    """Compose the pattern for some rows.

    Without ``settled``, values that no base changes are passed over where that can be seen; with
    ``icons``, simple svg elements are passed in one piece.
    """
    stops = _stops(rows, settled=settled)
    common = _common_attributes(rows, stops, settled=settled)
    other = _other(rows, settled=settled)
    raw = one_of_each({name: f"(?={TAG_NAME_END}){other}>{CONTENT[name]}" for name in FAST_CONTENT})
    comment = f"(?!{CONDITIONAL}){grammar.MARKUP_DECLARATION}"
    no_start_tag = f"(?![A-Za-z])(?:{grammar.END_TAG}|{comment}|{grammar.NO_TAG})"
    common_tag = f"/[a-z1-6]++>|{exactly_one_of(COMMON_ELEMENTS.split())}{common} ?+/?+>"
    icon = f"|{simple.simple_svg(other)}" if icons else ""
    text = f"[^<]*+(?:<(?:{common_tag}|{no_start_tag}|{raw}{icon})[^<]*+)*+"
    events = one_of((*EVENTS, *(SHAPES if icons else ())), f"(?={TAG_NAME_END})")
    element = f"(?:({events}|{CONDITIONAL})|({TAG_NAME}))"
    # an event ends the match: the conditional lets no further tag in
    to_element = rf"(?({EVENT})(?!)|(?:\A|(?!\A){other}>){text}<{element})"
    link = one_of(stops, f"(?={ATTRIBUTE_NAME_END})")
    pattern = rf"(?:{to_element})*+(?({EVENT})|(?!\A){other}({link}){grammar.VALUE_GROUPS})"
    return pattern.encode()


def compose_script(rows: tuple[Row, ...], *, settled: bool) -> bytes:
    """Compose the pattern of what is left of a script without more links, up to the end of its end tag."""
    return f"{_other(rows, settled=settled)}>{CONTENT['script']}<{grammar.END_TAG}".encode()


def compose_sheet(rows: tuple[Row, ...], *, settled: bool) -> bytes:
    """Compose the pattern of a style element of CSS without links, behind its name: group 1 is its text."""
    stops = one_of_each(_stops(rows, settled=settled) | {"type": f"(?={ATTRIBUTE_NAME_END})"})
    attribute = f'(?:type="text/css"|(?!{stops}){grammar.ATTRIBUTE})'
    return f"(?:{SKIP}{attribute})*+{SKIP}>({CONTENT['style']})<{grammar.END_TAG}".encode()


def _other(rows: tuple[Row, ...], *, settled: bool) -> str:
    """Match all of a tag's attributes that are no links."""
    stops = _stops(rows, settled=settled)
    common = _common_attributes(rows, stops, settled=settled)
    return f"{common}{SKIP}(?:(?!{one_of_each(stops)}){grammar.ATTRIBUTE}{SKIP})*+"


def _stops(rows: Iterable[Row], *, settled: bool) -> dict[str, str]:
    """List the attributes at which to stop, each with what must follow its name."""
    stops: dict[str, str] = {}
    for row in rows:
        if row.attribute and row.when is None:
            stop = _stop(row, settled=settled)
            stops[row.attribute] = stop if stops.get(row.attribute, stop) == stop else ""
    for name, says in _conditions(rows).items():
        is_met = rf"""(?={IS}["']?+{says})"""
        beside = "" if settled else rf'(?!{IS}"[^"]*+"{WHITE_SPACE}++content="https?+://)'
        stops[name] = "" if name in stops else is_met + beside
    return {name: f"(?={ATTRIBUTE_NAME_END}){stop}" for name, stop in stops.items()}


def _stop(row: Row, *, settled: bool) -> str:
    if row.syntax in CSS:
        return f"(?={IS})(?!{IS}{_NO_PARENTHESIS})"
    if row.syntax == "srcset" and not settled:
        return f"(?!{IS}{_SETTLED_CANDIDATES})"
    return f"""(?!{IS}["']?+{SETTLED})""" if row.syntax == "url" and not settled else ""


def _conditions(rows: Iterable[Row]) -> dict[str, str]:
    """List the attributes that decide about others, each with what in their values matters."""
    values: dict[str, set[str]] = {}
    for row in rows:
        if row.when is not None and row.element.removeprefix("svg ") not in EVENTS:
            values.setdefault(row.when.attribute, set()).update(row.when.values)
    end = r"""(?:[ \t\n\f\r"'>]|\Z)"""
    before = rf"""{WHITE_SPACE}*+(?:[^"'> \t\n\f\r]++{WHITE_SPACE}++)*?"""
    return {name: f"{before}{one_of(each, end)}" for name, each in values.items()}


def _common_attributes(rows: tuple[Row, ...], stops: Mapping[str, str], *, settled: bool) -> str:
    values = {name: '="' for name in COMMON_ATTRIBUTES.split() if name not in stops}
    values |= {name: f'="(?!{says})' for name, says in _conditions(rows).items() if stops[name]}
    values |= {row.attribute: '="[^"(&]*+(?=")' for row in rows if row.attribute in {"style", "fill"}}
    values |= {family: '[a-z0-9\\-]++="' for family in ("aria-", "data-") if not _any_begins(stops, family)}
    if not settled:
        values |= dict.fromkeys(("href", "src"), '="(?:https?+://|#)')
    return f'(?:{WHITE_SPACE}++{exactly_one_of_each(values)}[^"]*+")*+'


def _any_begins(names: Iterable[str], beginning: str) -> bool:
    return any(name.startswith(beginning) for name in names)
