"""The scanner's patterns, composed of the tokenizer's fragments and of the names in the rows.

They pass everything that carries no reference (attributes, text, comments, whole raw-text elements,
whole start tags) and stop at a link-bearing attribute, or at an event, where other rules have to be
asked. What most pages are made of is tried first, literally; that is for speed alone, the general
rules would read it alike.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

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

# The groups of the pattern; behind the attribute's name come the three forms of its value.
ELEMENT, EVENT, ATTRIBUTE = 1, 2, 3
# ... and of the one for a glance: how many, and which of them, counted from 0, begins the value.
GROUPS, BEGINNING = 6, 3

# Start tags at which the fast scan hands over: foreign content is read by other rules, BASE is
# wanted even where absolute references are passed over, and rarer raw text would only bloat the
# pattern.
FAST_CONTENT = ("script", "style", "title")
EVENTS = ("svg", "math", "base", "frameset", *(name for name in CONTENT if name not in FAST_CONTENT))
# An HTML element that is called like a shape can be closed by an end tag in an svg.
SHAPES = tuple(name for name in simple.SHAPES.split() if name not in FAST_CONTENT)

# What most tags on most pages are made of, spelled as it mostly is.
COMMON_ELEMENTS = (
    "a abbr address article aside b blockquote body br button caption center cite code col dd div dl dt em"
    " fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i img input ins label"
    " legend li link main meta nav nobr noscript ol option p picture pre section select small source span"
    " strong sub sup table tbody td tfoot th thead time tr u ul"
)
COMMON_ATTRIBUTES = (
    "align alt as async autocomplete bgcolor border cellpadding cellspacing charset class color colspan"
    " content crossorigin datetime defer dir draggable for height hreflang http-equiv id itemprop itemscope"
    " itemtype lang layout loading maxlength media method mode name placeholder property rel role rowspan"
    " scope size sizes style tabindex target title type valign value width"
)
COMMON_FAMILIES = ("_ng", "aria-", "data-", "on")
COMMON_LINKS = ("href", "src")

OPAQUE = ("data", "javascript", "mailto", "tel")
# What no decision changes: a fragment alone, and what is absolute whatever the base.
SETTLED = f"(?:#|{one_of_each(dict.fromkeys(('http', 'https'), '://') | dict.fromkeys(OPAQUE, ':'))})"
_COMMON_SETTLED = f"(?:https?+://|#|{'|'.join(f'{scheme}:' for scheme in OPAQUE)})"
# What of a meta element declares an encoding (HTML Standard 13.2.3.2).
_DECLARING = {"charset": "", "http-equiv": f"""(?={IS}["']?+[cC])"""}
_UNSETTLED = f"""(?!{IS}["']?+{SETTLED})"""


def compose(rows: tuple[Row, ...], *, settled: bool, icons: bool) -> bytes:
    """Compose the pattern for some rows, to be matched in a loop: each match starts inside a tag.

    Without ``settled``, single URLs that no base changes are passed over where that can be seen; with
    ``icons``, simple svg elements are passed in one piece.
    """
    tag = _Tag(rows, settled=settled)
    raw = one_of_each({name: f"(?={TAG_NAME_END}){tag.passed}>{CONTENT[name]}" for name in FAST_CONTENT})
    no_start_tag = f"(?![A-Za-z])(?:{grammar.END_TAG}|{grammar.MARKUP_DECLARATION}|{grammar.NO_TAG})"
    common_element = exactly_one_of(COMMON_ELEMENTS.split())
    common_tag = f"/[a-z1-6]++>|{common_element}{tag.common} ?+/?+>"
    icon = f"|{simple.simple_svg(tag.passed)}" if icons else ""
    text = f"[^<]*+(?:<(?:{common_tag}|{no_start_tag}|{raw}{icon})[^<]*+)*+"
    event = one_of((*EVENTS, *(SHAPES if icons else ())), f"(?={TAG_NAME_END})")
    # where an event begins, or another tag that is left at a link, there is no ">" to go on behind
    start_tag = f"(?!{common_element}[ >])(?={event})|(?=[A-Za-z])({TAG_NAME}){tag.up_to_link}"
    to_tag = rf"(?:(?!\A){tag.up_to_link})?+(?:(?:\A|>){text}<(?:{start_tag}))*+"
    return rf"{to_tag}(?:(?<=<)({event})|(?!\A){SKIP}({tag.link}){grammar.VALUE_GROUPS})".encode()


class Value(NamedTuple):
    """The pattern of a value, in double quotes or in none, that needs no second look: beginning and rest."""

    beginning: str
    rest: str


def compose_glance(rows: tuple[Row, ...], value: Value, *, icons: bool) -> bytes:
    """Compose the pattern of what is passed up to a link with such a value, for all matches in turn.

    The groups: what is passed; the tag up to the attribute's name; the mark of a script; the beginning of
    the value, with ``=`` and its quote; the mark of that; the rest of it and of the tag (and the script).
    Where something else has to be looked at, none but the first is filled, and the match takes all that
    is left. A meta element that may declare an encoding is such.
    """
    tag, unlinked = _Tag(rows, settled=False, empties=True), _Tag(rows, settled=True)
    meta = _Tag(rows, settled=False, empties=True, more=_DECLARING)
    common_element = exactly_one_of(name for name in COMMON_ELEMENTS.split() if name != "meta")
    linked = exactly_one_of(_linked(rows))
    names = "|".join(COMMON_LINKS)
    common = f"{unlinked.common}{WHITE_SPACE}++"
    form = f"|form{common}action" if _is_plain_form(rows) else ""
    common_link = f"(?:{linked}{common}(?:{names}){form})(?==)"
    event = one_of((*EVENTS, *(SHAPES if icons else ()), *CONTENT, "meta"), f"(?={TAG_NAME_END})")
    passed = (
        f"(?![A-Za-z])(?:{grammar.END_TAG}|{grammar.MARKUP_DECLARATION}|{grammar.NO_TAG})",
        f"{one_of(['meta'])}(?={TAG_NAME_END}){meta.passed}>",
        one_of_each({name: f"(?={TAG_NAME_END}){tag.passed}>{CONTENT[name]}" for name in FAST_CONTENT}),
        *([simple.simple_svg(tag.passed)] if icons else []),
        f"(?:(?={common_element}[ >])|(?!{event})){TAG_NAME}{tag.passed}>",
    )
    text = (
        f"[^<]*+(?:<(?:/[a-z1-6]++>|{common_element}{tag.common} ?+/?+>"
        f"|(?!{common_link}=[\"']?+(?!{SETTLED}))(?:{'|'.join(passed)}))[^<]*+)*+"
    )
    element = f"(?={linked} ){TAG_NAME}{unlinked.passed}(?:{names})(?==)"
    script = f"(?=script )()script{unlinked.passed}src(?==)"
    beginning = f'=(?:"()|){value.beginning}'
    end = f'(?(5)"|(?=[ \t\n\f\r>])){tag.passed}>(?(3){CONTENT["script"]}<{grammar.END_TAG}|)'
    link = f"(<(?:{common_link}|{element}|{script}))({beginning})({value.rest}{end})"
    return f"({text})(?:{link}|(?s:.+)|)".encode()


def _linked(rows: Iterable[Row]) -> list[str]:
    """List the common elements whose links are single URLs."""
    others = {row.element for row in rows if row.attribute in COMMON_LINKS and not _is_single(row)}
    return [name for name in COMMON_ELEMENTS.split() if not others & {name, "*"}]


def _is_plain_form(rows: Iterable[Row]) -> bool:
    """Whether the action of a form is a single URL."""
    actions = [row for row in rows if row.attribute == "action" and row.element in {"form", "*"}]
    return len(actions) == 1 and _is_single(actions[0])


def _is_single(row: Row) -> bool:
    return row.syntax == "url" and not row.against


class _Tag:
    """The attributes of a start tag: ``common`` ones, all that are ``passed``, those ``up_to_link``.

    With ``empties``, empty links are among those that no base changes.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        *,
        settled: bool,
        empties: bool = False,
        more: Mapping[str, str] = {},
    ) -> None:
        stops = {**_stops(rows, settled=settled), **more}
        links = [name for name in COMMON_LINKS if stops.get(name) == _stop(settled=settled)]
        rest = f"{SKIP}(?:(?!{_any_of(stops)}){grammar.ATTRIBUTE}{SKIP})*+"
        unsettled = "" if settled else f"(?!{SETTLED})"
        at_link = f'(?={WHITE_SPACE}++(?:{"|".join(links)})="{unsettled})|' if links else ""
        self.common = _common_attributes(stops, () if settled else links, empties=empties)
        self.passed = self.common + rest
        self.up_to_link = f"{self.common}(?:(?=>)|{at_link}{rest})"
        names = one_of(stops, f"(?={ATTRIBUTE_NAME_END})")
        self.link = f'(?:{"|".join(links)})(?==")|{names}' if links else names


def _any_of(stops: Mapping[str, str]) -> str:
    """Match one of the names and its end; an end that many share is spelled once."""
    ends = dict.fromkeys(stops.values())
    return "|".join(one_of([name for name in stops if stops[name] == end]) + end for end in ends)


def _stops(rows: Iterable[Row], *, settled: bool) -> dict[str, str]:
    """List the attributes at which to stop, each with what must follow its name."""
    lists = {row.attribute for row in rows if row.syntax != "url"}
    return {row.attribute: _stop(settled=settled or row.attribute in lists) for row in rows}


def _stop(*, settled: bool) -> str:
    return f"(?={ATTRIBUTE_NAME_END})" + ("" if settled else _UNSETTLED)


def _common_attributes(names: Collection[str], links: Iterable[str], *, empties: bool) -> str:
    """Match common attributes that are no links, and ``links`` where no base changes them, or empty ones."""
    families = [family for family in COMMON_FAMILIES if not any(name.startswith(family) for name in names)]
    unquoted = r"[A-Za-z0-9_\-./:#]++(?=[ >])"
    values = {name: f'=(?:"[^"]*+"|{unquoted})' for name in COMMON_ATTRIBUTES.split() if name not in names}
    empty = '|(?=")' if empties else ""
    settled = f'=(?:"(?:{_COMMON_SETTLED}{empty})[^"]*+"|{_COMMON_SETTLED}[^"\'\\s>]*+(?=[ >]))'
    values |= dict.fromkeys(links, settled)
    values |= dict.fromkeys(families, f"""[a-z0-9\\-]++=(?:"[^"]*+"|'[^']*+'|{unquoted})""")
    return f"(?:{WHITE_SPACE}++{exactly_one_of_each(values)})*+"
