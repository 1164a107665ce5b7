"""The pattern of the scanner, composed of fragments of the tokenizer and the names in the rows.

Each match passes everything without references, and stops at the next attribute with one, or where other
rules apply. What most pages consist of is tried first, for speed only. It does not know URIs. Used by
`engine.plain` and `html.tokenizer.scanner`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from absolutize.html.grammar import productions, simple_svg
from absolutize.html.grammar.base_independent import BASE_INDEPENDENT
from absolutize.html.grammar.productions import (
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
from absolutize.html.link_table.index import Rows
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer import noscript
from absolutize.html.values.syntaxes import CSS

# The groups of the pattern; behind the attribute's name come the three forms of its value.
ELEMENT, EVENT, ATTRIBUTE = 1, 2, 3
# ... and of the one for the fast path: what is passed, and the beginning of the value.
PASSED, BEGINNING = 1, 4

# Start tags at which the fast scan hands over: foreign content and framesets are read by other rules,
# BASE is wanted even where absolute references are passed over, a style sheet is read for itself, what
# is in noscript is read alone where it is not simple, in some templates tags are ignored, and rarer raw
# text would only bloat the pattern.
FAST_CONTENT = ("script", "title", "iframe")
HANDOVER_TAGS = (
    "svg",
    "math",
    "base",
    "frameset",
    "noscript",
    "template",
    *(name for name in CONTENT if name not in FAST_CONTENT),
)
# An HTML element that is called like a shape can be closed by an end tag in an svg.
VALUE_SHAPES = tuple(name for name in simple_svg.SHAPES.split() if name not in CONTENT)
CONDITIONAL_START = r"!--\[[iI][fF]"  # the beginning of a conditional comment

# What most tags on most pages are made of, spelled as it mostly is.
COMMON_ELEMENTS = (
    "a abbr address article aside audio b blockquote body br button caption center cite code col dd div dl dt"
    " em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i img input ins"
    " label legend li link main meta nav nobr ol option p picture pre section select small source"
    " span strong sub sup table tbody td tfoot th thead time tr u ul video"
)
COMMON_ATTRIBUTES = (
    "align alt as async autocomplete bgcolor border cellpadding cellspacing charset class color colspan"
    " content crossorigin datetime defer dir draggable for height hreflang http-equiv id itemprop itemscope"
    " itemtype lang layout loading maxlength media method mode name placeholder property rel role rowspan"
    " scope size sizes style tabindex target title type valign value width"
)
COMMON_FAMILIES = ("_ng", "aria-", "data-", "on")
COMMON_LINKS = ("href", "src", "action", "poster")
FAST_ATTRIBUTES = ("href", "src")
COMMON_BASE_INDEPENDENT = "(?:https?+://|#|data:|javascript:|mailto:|tel:)"

# What of a meta element declares an encoding (HTML Standard 13.2.3.2).
_DECLARING = (("charset", ""), ("http-equiv", ""))
_NOT_BASE_INDEPENDENT = f"""(?!{IS}["']?+{BASE_INDEPENDENT})"""

# In CSS no reference stands outside a parenthesis; "&" may hide one.
_NO_PARENTHESIS = r"""(?:"[^"(&]*+"|'[^'(&]*+'|(?!["'])[^ \t\n\f\r>(&]*+(?=[ \t\n\f\r>]))"""
# A character reference that is no white space, comma or parenthesis; a parameter is none (13.2.5.73)
_HARMLESS = "&(?:amp;|quot;|#0?39;|(?=[A-Za-z0-9]++=))"
# Nor does one stand in the parenthesis of another function, or behind what no base changes
_URL_CALL = rf"""(?<=[uU][rR][lL]\()(?:"|'|&quot;|&#0?39;)?+{BASE_INDEPENDENT}"""
_BASE_INDEPENDENT_CALL = rf"\((?:{_URL_CALL}|(?<![rR][lLcC]\()(?<![eE][tT]\())"
_BASE_INDEPENDENT_CSS = rf'"(?:[^"(&\\]++|{_BASE_INDEPENDENT_CALL}|{_HARMLESS})*+"'
# HTML Standard 4.8.4.2.1: commas at the end of a URL part the candidates, those within it do not
_ABSOLUTE_CANDIDATE = (
    rf'{WHITE_SPACE}*+(?:https?+://|data:)(?:[^ \t\n\f\r"&]++|{_HARMLESS})++'
    rf"(?:(?<=,)|(?:{WHITE_SPACE}++[0-9.]++[wx])?+{WHITE_SPACE}*+(?:,|(?=\")))"
)
_ABSOLUTE_CANDIDATES = rf'"(?:{_ABSOLUTE_CANDIDATE})*+{WHITE_SPACE}*+"'


def compose(rows: tuple[Row, ...], *, include_absolute: bool, icons: bool) -> bytes:
    """Compose the pattern for some rows.

    Without ``include_absolute``, values that no base changes are passed over where that can be seen; with
    ``icons``, simple svg elements are passed in one piece.
    """
    tag = _tag(rows, include_absolute=include_absolute)
    common = _tag(_rows_on(rows, ()), include_absolute=include_absolute).common
    comment = f"(?!{CONDITIONAL_START}){productions.MARKUP_DECLARATION}"
    no_start_tag = f"(?![A-Za-z])(?:{productions.END_TAG}|{comment}|{productions.NO_TAG})"
    common_element = exactly_one_of(_common_elements(rows))
    common_tag = (
        f"/[a-z1-6]++>|{common_element}{common} ?+/?+>|meta{tag.common} ?+/?+>|{noscript.START_OF_SIMPLE}"
    )
    icon = f"|{_icon(rows, include_absolute=include_absolute)}" if icons else ""
    raw = _raw(rows, include_absolute=include_absolute)
    text = f"[^<]*+(?:<(?:{common_tag}|{no_start_tag}|{raw}{icon})[^<]*+)*+"
    names = (*HANDOVER_TAGS, *(VALUE_SHAPES if icons else ()))
    event = f"{one_of(names, f'(?={TAG_NAME_END})')}|{CONDITIONAL_START}"
    # where an event begins, or another tag that is left at a link, there is no ">" to go on behind
    start_tag = f"(?!{common_element}[ >])(?={event})|(?=[A-Za-z])({TAG_NAME}){tag.up_to_link}"
    to_tag = rf"(?:(?!\A){tag.up_to_link})?+(?:(?:\A|>){text}<(?:{start_tag}))*+"
    return rf"{to_tag}(?:(?<=<)({event})|(?!\A){SKIP}({tag.link}){productions.VALUE_GROUPS})".encode()


class ValuePattern(NamedTuple):
    """The pattern of a value, in double quotes or in none, that needs no second look: beginning and rest."""

    beginning: str
    rest: str


def compose_bulk(rows: tuple[Row, ...], value: ValuePattern, *, icons: bool, declaring: bool) -> bytes:
    """Compose the pattern of what is passed up to a link with such a value, for all matches in turn.

    The groups: what is passed; the tag up to the attribute's name; the mark of a script; the beginning of
    the value, with ``=`` and its quote; the mark of that; the rest of it and of the tag (and the script).
    Where something else has to be looked at, none but the first is filled, and the match takes all that
    is left. With ``declaring``, a meta element that may declare an encoding is such.
    """
    plain = _tag(_rows_on(rows, ()), include_absolute=False, empties=True)
    unlinked = _tag(_rows_on(rows, ()), include_absolute=True)
    script = _tag(_rows_on(rows, ("script",)), include_absolute=True)
    more = _DECLARING if declaring else ()
    meta = _tag(_rows_on(rows, ("meta",)), include_absolute=False, empties=True, more=more)
    common_element, linked = map(exactly_one_of, (_common_elements(rows), _linked(rows)))
    names = "|".join(FAST_ATTRIBUTES)
    common = f"{unlinked.common}{WHITE_SPACE}++"
    form = f"|form{common}action" if _is_plain_form(rows) else ""
    common_link = f"(?:{linked}{common}(?:{names}){form})(?==)"
    others = {*HANDOVER_TAGS, *CONTENT, *(VALUE_SHAPES if icons else ()), *_decided(rows), "meta"} - {"*"}
    event = f"{one_of(others, f'(?={TAG_NAME_END})')}|{CONDITIONAL_START}"
    passed = (
        f"(?![A-Za-z])(?:{productions.END_TAG}|(?!{CONDITIONAL_START}){productions.MARKUP_DECLARATION}|{productions.NO_TAG})",
        f"{one_of(['meta'])}(?={TAG_NAME_END}){meta.passed}>",
        _raw(rows, include_absolute=False),
        *([_icon(rows, include_absolute=False)] if icons else []),
        f"(?:(?={common_element}[ >])|(?!{event})){TAG_NAME}{plain.passed}>",
    )
    text = (
        f"[^<]*+(?:<(?:/[a-z1-6]++>|{common_element}{plain.common} ?+/?+>|{noscript.START_OF_SIMPLE}"
        f"|(?!{common_link}=[\"']?+(?!{BASE_INDEPENDENT}))(?:{'|'.join(passed)}))[^<]*+)*+"
    )
    element = f"(?={linked} ){TAG_NAME}{unlinked.passed}(?:{names})(?==)"
    script_link = f"(?=script )()script{script.passed}src(?==)"
    rest_of_script = _tag(_rows_on(rows, ("script",)), include_absolute=False, empties=True).passed
    beginning = f'=(?:"()|){value.beginning}'
    quote = r'(?(5)"|(?=[ \t\n\f\r>]))'
    end = f"{quote}(?(3){rest_of_script}>{CONTENT['script']}<{productions.END_TAG}|{plain.passed}>)"
    link = f"(<(?:{common_link}|{element}|{script_link}))({beginning})({value.rest}{end})"
    return f"({text})(?:{link}|(?s:.+)|)".encode()


def _rows_on(rows: tuple[Row, ...], elements: Collection[str]) -> tuple[Row, ...]:
    """Leave out the rows with conditions, but for those of these elements and of any."""
    return tuple(row for row in rows if row.when is None or row.element in {"*", *elements})


def _decided(rows: Iterable[Row]) -> set[str]:
    """Collect the elements on which an attribute decides about others."""
    return {row.element.removeprefix("svg ") for row in rows if row.when is not None}


def _common_elements(rows: tuple[Row, ...]) -> list[str]:
    decided = _decided(rows)
    return [name for name in COMMON_ELEMENTS.split() if name not in decided]


def _linked(rows: tuple[Row, ...]) -> list[str]:
    """List the common elements whose links are single URLs, whatever other attributes they have."""
    table, any_decides = Rows(rows), "*" in _decided(rows)
    singles = (
        name
        for name in _common_elements(rows)
        if all(_is_single(table.of(name, link)) for link in FAST_ATTRIBUTES)
    )
    return [] if any_decides else list(singles)


def _raw(rows: tuple[Row, ...], *, include_absolute: bool) -> str:
    """Match an element of frequent raw text."""
    tags = {
        name: _tag(_rows_on(rows, (name,)), include_absolute=include_absolute).passed for name in FAST_CONTENT
    }
    return one_of_each({name: f"(?={TAG_NAME_END}){tags[name]}>{CONTENT[name]}" for name in FAST_CONTENT})


def _icon(rows: tuple[Row, ...], *, include_absolute: bool) -> str:
    return simple_svg.simple_svg(
        _tag(_rows_on(rows, (*VALUE_SHAPES, "svg *")), include_absolute=include_absolute).passed
    )


def _is_plain_form(rows: tuple[Row, ...]) -> bool:
    """Whether the action of a form is a single URL, whatever other attributes it has."""
    return not _decided(rows) & {"form", "*"} and _is_single(Rows(rows).of("form", "action"))


def _is_single(rows: Sequence[Row]) -> bool:
    return len(rows) == 1 and rows[0].syntax == "url" and not rows[0].against


def compose_script(rows: tuple[Row, ...], *, include_absolute: bool) -> bytes:
    """Compose the pattern of what is left of a script without more links, up to the end of its end tag."""
    passed = _tag(_rows_on(rows, ("script",)), include_absolute=include_absolute).passed
    return f"{passed}>{CONTENT['script']}<{productions.END_TAG}".encode()


def compose_base_independent(rows: tuple[Row, ...]) -> bytes:
    """Compose the pattern of markup of common tags alone, in which no base changes anything."""
    common = _tag(_rows_on(rows, ()), include_absolute=False).common
    script = f"script{_tag(_rows_on(rows, ('script',)), include_absolute=False).common}>[^<]*+</script>"
    tag = f"/[a-z1-6]++>|{exactly_one_of(_common_elements(rows))}{common} ?+/?+>|{script}"
    return f"[^<]*+(?:<(?:{tag})[^<]*+)*+".encode()


def compose_sheet(rows: tuple[Row, ...], *, include_absolute: bool) -> bytes:
    """Compose the pattern of the start tag of a style sheet in CSS, without links, from behind its name."""
    stops = _any_of(_stops(rows, include_absolute=include_absolute) | {"type": f"(?={ATTRIBUTE_NAME_END})"})
    attribute = f'(?:type="text/css"|(?!{stops}){productions.ATTRIBUTE})'
    return f"(?:{SKIP}{attribute})*+{SKIP}>".encode()


class _Tag:
    """The attributes of a start tag: ``common`` ones, all that are ``passed``, those ``up_to_link``.

    With ``empties``, empty links are among those that no base changes.
    """

    def __init__(
        self,
        rows: tuple[Row, ...],
        *,
        include_absolute: bool,
        empties: bool = False,
        more: tuple[tuple[str, str], ...] = (),
    ) -> None:
        stops = {**_stops(rows, include_absolute=include_absolute), **dict(more)}
        links = [
            name for name in COMMON_LINKS if stops.get(name) == _url_stop(include_absolute=include_absolute)
        ]
        rest = f"{SKIP}(?:(?!{_any_of(stops)}){productions.ATTRIBUTE}{SKIP})*+"
        relative = "" if include_absolute else f"(?!{BASE_INDEPENDENT})"
        at_link = f'(?={WHITE_SPACE}++(?:{"|".join(links)})="{relative})|' if links else ""
        self.common = _common_attributes(rows, stops, () if include_absolute else links, empties=empties)
        self.passed = self.common + rest
        self.up_to_link = f"{self.common}(?:(?=>)|{at_link}{rest})"
        names = one_of(stops, f"(?={ATTRIBUTE_NAME_END})")
        self.link = f'(?:{"|".join(links)})(?==")|{names}' if links else names


_tag = cache(_Tag)  # some stand in several places


def _any_of(stops: Mapping[str, str]) -> str:
    """Match one of the names and its end; an end that many share is spelled once."""
    ends = dict.fromkeys(stops.values())
    return "|".join(one_of([name for name in stops if stops[name] == end]) + end for end in ends)


def _stops(rows: Iterable[Row], *, include_absolute: bool) -> dict[str, str]:
    """List the attributes at which to stop, each with what must follow its name."""
    stops: dict[str, str] = {}
    for row in rows:
        if row.attribute and row.when is None:
            stop = _stop(row, include_absolute=include_absolute)
            stops[row.attribute] = stop if stops.get(row.attribute, stop) == stop else ""
    for name, says in _conditions(rows).items():
        is_met = f"(?={IS}{_any_form(says)})"
        stops[name] = (
            "" if name in stops else is_met + ("" if include_absolute else _before_absolute_content(name))
        )
    return {name: f"(?={ATTRIBUTE_NAME_END}){stop}" for name, stop in stops.items()}


def _url_stop(*, include_absolute: bool) -> str:
    return f"(?={ATTRIBUTE_NAME_END})" + ("" if include_absolute else _NOT_BASE_INDEPENDENT)


def _stop(row: Row, *, include_absolute: bool) -> str:
    if row.syntax in CSS:
        return f"(?={IS})(?!{IS}{_NO_PARENTHESIS})" + (
            "" if include_absolute else f"(?!{IS}{_BASE_INDEPENDENT_CSS})"
        )
    if row.syntax == "srcset" and not include_absolute:
        return f"(?!{IS}{_ABSOLUTE_CANDIDATES})"
    return _NOT_BASE_INDEPENDENT if row.syntax == "url" and not include_absolute else ""


def _before_absolute_content(name: str) -> str:
    """Pass the first attribute of a meta element where its content follows, and no base changes that."""
    return rf"""(?!(?<=<meta {name})="[^"]*+"{WHITE_SPACE}++content="https?+://(?:[^";&]++|{_HARMLESS})*+")"""


def _conditions(rows: Iterable[Row]) -> dict[str, str]:
    """List the attributes that decide about others, each with the words in their values that matter."""
    values: dict[str, set[str]] = {}
    for row in rows:
        if row.when is not None and row.element.removeprefix("svg ") not in HANDOVER_TAGS:
            values.setdefault(row.when.attribute, set()).update(row.when.values)
    return {name: one_of(each) for name, each in values.items()}


def _any_form(says: str) -> str:
    """Match a value that may meet a condition, in any of its three forms."""
    unquoted = f"(?![\"'])(?:{says}[ \t\n\f\r>]|[^ \t\n\f\r>&]*+&)"
    return f"""(?:"{_quoted(says, '"')}|'{_quoted(says, "'")}|{unquoted})"""


def _quoted(says: str, quote: str) -> str:
    """Match what is behind a quote if a condition may be met; "&" may hide one."""
    before = rf"{WHITE_SPACE}*+(?:[^{quote}& \t\n\f\r]++{WHITE_SPACE}++)*?"
    return rf"(?:{before}{says}[ \t\n\f\r{quote}]|[^{quote}&]*+&)"


def _common_attributes(
    rows: tuple[Row, ...], stops: Mapping[str, str], links: Iterable[str], *, empties: bool
) -> str:
    """Match common attributes that are no links, and ``links`` where no base changes them, or empty ones."""
    families = [name for name in COMMON_FAMILIES if not any(stop.startswith(name) for stop in stops)]
    empty = '|"(?=")' if empties else ""
    names = dict.fromkeys((name for name in COMMON_ATTRIBUTES.split() if name not in stops), "")
    names |= {
        name: f'(?=="(?!{_quoted(says, chr(34))}))' for name, says in _conditions(rows).items() if stops[name]
    }
    names |= {row.attribute: '(?=="[^"(&]*+")' for row in rows if row.attribute in {"style", "fill"}}
    names |= dict.fromkeys(links, f'(?==(?:"?+{COMMON_BASE_INDEPENDENT}{empty}))')
    names |= dict.fromkeys(families, r"[a-z0-9\-]++")
    value = r"""(?:"[^"]*+"|'[^']*+'|[A-Za-z0-9_\-./:#]++(?=[ >]))"""
    return f"(?:{WHITE_SPACE}++{exactly_one_of_each(names)}={value})*+"
