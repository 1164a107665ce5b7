"""The pattern of the scan, composed of fragments of the tokenizer and the names in the rows.

Each match passes everything without references, and stops at the next attribute with one, or where other
rules apply. It does not know URIs. Used by `engine.plain`, `html.document.reading`,
`html.tokenizer.scanner` and `html.tokenizer.tag_matches`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from absolutize.html.grammar import productions, simple_svg
from absolutize.html.grammar.base_independent import BASE_INDEPENDENT
from absolutize.html.grammar.productions import (
    ATTRIBUTE,
    ATTRIBUTE_NAME,
    ATTRIBUTE_NAME_END,
    ATTRIBUTES,
    CONTENT,
    IS,
    SKIP,
    TAG_NAME,
    TAG_NAME_END,
    UNQUOTED_VALUE,
    WHITE_SPACE,
    exactly_one_of,
    one_of,
    other_than,
)
from absolutize.html.link_table.index import Rows
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer import noscript
from absolutize.html.values.syntaxes import CSS

# The groups of the pattern: the name of the tag that a link is in (one of the first two; none, if the match
# begins in that tag), how the value of a simple link begins, or all of it; else the name of what other rules
# apply to, or of the attribute, its value, how that begins if it is plain, and the end of a script behind it.
SCRIPT, ELEMENT, SIMPLE, EVENT, OTHER_NAME, VALUE, PLAIN, END_OF_SCRIPT = 1, 2, 6, 7, 8, 11, 12, 13
_AT_HREF, _AT_SRC = 3, 4  # whether the value of a simple link may follow
_SIMPLE_QUOTE, _DOUBLE, _SINGLE = 5, 9, 10  # the quotes of the value

# Simple links: of these elements, in lower case, behind attributes that are no links. If their values are
# plain, nothing else has to be known of them: on 651 manuals that were not looked at, `rewrite` takes 13 %
# less by PCRE2, 7 % by `re`.
SIMPLE_LINKS = {"href": ("a", "link"), "src": ("img",)}

# Start tags at which the scan hands over: foreign content and framesets are read by other rules, BASE is
# wanted even where absolute references are passed over, a style sheet is read for itself, what is in noscript
# is read alone where it is not simple, in some templates tags are ignored, an HTML element that has the name
# of a shape can be closed by an end tag in an svg, and rarer raw text would only bloat the pattern.
VALUE_SHAPES = tuple(name for name in simple_svg.SHAPES.split() if name not in CONTENT)
_HANDOVER_TAGS = {"svg", "math", "base", "frameset", "noscript", "template", *CONTENT, *VALUE_SHAPES}
CONDITIONAL_START = r"!--\[[iI][fF]"  # the beginning of a conditional comment
# a tag name that looks like another behind "<"
_IN_NAME = "[A-Za-z]" + other_than(" \t\n\f\r/><") + "*+<" + other_than(" \t\n\f\r/>") + "*+"

# In CSS no reference is outside a parenthesis; "&" may hide one.
_NO_PARENTHESIS = r"""(?:"[^"(&]*+"|'[^'(&]*+'|(?!["'])[^ \t\n\f\r>(&]*+(?=[ \t\n\f\r>]))"""
# A character reference that is no white space, comma or parenthesis; a parameter is none (13.2.5.73)
_HARMLESS = "&(?:amp;|quot;|#0?39;|(?=[A-Za-z0-9]++=))"
# Nor is one in the parenthesis of another function, or behind what no base changes
_URL_CALL = rf"""(?<=[uU][rR][lL]\()(?:"|'|&quot;|&#0?39;)?+{BASE_INDEPENDENT}"""
_BASE_INDEPENDENT_CALL = rf"\((?:{_URL_CALL}|(?<![rR][lLcC]\()(?<![eE][tT]\())"
_BASE_INDEPENDENT_CSS = rf'"(?:[^"(&\\]++|{_BASE_INDEPENDENT_CALL}|{_HARMLESS})*+"'
# HTML Standard 4.8.4.2.1: commas at the end of a URL part the candidates, those within it do not
_ABSOLUTE_CANDIDATE = (
    rf'{WHITE_SPACE}*+(?:https?+://|data:)(?:[^ \t\n\f\r"&]++|{_HARMLESS})++'
    rf"(?:(?<=,)|(?:{WHITE_SPACE}++[0-9.]++[wx])?+{WHITE_SPACE}*+(?:,|(?=\")))"
)
_ABSOLUTE_CANDIDATES = rf'"(?:{_ABSOLUTE_CANDIDATE})*+{WHITE_SPACE}*+"'
_CSS_STOP = f"(?={IS})(?!{IS}{_NO_PARENTHESIS})"
_NOT_CSS = f"(?!{IS}[\"']text/css[\"'])"
_NAME_END = f"(?={ATTRIBUTE_NAME_END})"
_TAG_END = f"(?={TAG_NAME_END})"
_NOT_BASE_INDEPENDENT = f"""(?!{IS}["']?+{BASE_INDEPENDENT})"""
# Nor is one in a style sheet without functions of URLs, imports, and escapes that may hide them
_NO_CALL = r"(?<![lLcCtT]\()"
_BASE_INDEPENDENT_URL = rf"(?:{_NO_CALL}|(?<=[uU][rR][lL]\()[\"']?+{BASE_INDEPENDENT})"
_REST_OF_SHEET = r"[^<(@\\]++|@(?![iI\\])|\\(?![04-7G-Zg-z])"
# Nor in a meta element of an absolute content, whatever that is of
_NAMED = rf'(?:{WHITE_SPACE}++(?:name|property|itemprop|class|id|data-[a-z\-]++)="[^"]*+")*+'
_ABSOLUTE_META = (
    rf'{_NAMED}{WHITE_SPACE}++content="https?+://(?:[^";&]++|{_HARMLESS})*+"{_NAMED}{WHITE_SPACE}*+/?+(?=>)'
)
# For speed alone, and only for `re`: tags in lower case, whose attributes have none of the names that matter,
# are tried first. On 535 pages of manuals that were not used to choose them, `re` rewrites 6 to 10 % faster
# than with lists of common names, which they replace. Names with digits, as `data-v-7ba5bd90` of Vue, count:
# pages that are full of them take up to 40 % less, the others the same.
_SIMPLE_NAME = r"[a-z0-9_\-:.]++"
_SIMPLE_VALUE = r"""(?:"[^"]*+"|'[^']*+'|[A-Za-z0-9_\-./:#]++(?=[ >]))"""
_SIMPLE_BASE_INDEPENDENT = '(?==(?:"?+(?:https?+://|#|data:|javascript:|mailto:|tel:)))'
_SIMPLE_CSS = '(?=="[^"(&]*+")'
_MOST_LINKS = ("href", "src")
# What most scripts say behind their source; the others are read attribute by attribute
_MORE_OF_SCRIPT = rf'{WHITE_SPACE}++(?:async|defer|type="text/javascript")(?:="")?+(?=[ >])'
_END_OF_SCRIPT = f"(?:{_MORE_OF_SCRIPT})*+>{CONTENT['script']}</{TAG_NAME}{ATTRIBUTES}(?=>)()"


class ValuePattern(NamedTuple):
    """The pattern of a plain value, which no quotes are in: how it begins, and the rest."""

    beginning: str
    rest: str


NO_PLAIN_VALUE = ValuePattern("(?!)", "")
# Where no value is plain, of a simple link all of the value counts that no quotes or white space are in
_WHOLE_VALUE = ValuePattern(other_than(" \t\n\f\r\"'>") + "++", "")


def compose(
    rows: tuple[Row, ...],
    plain: ValuePattern,
    *,
    include_absolute: bool,
    icons: bool,
    declaring: bool,
    quick: bool,
) -> bytes:
    """Compose the pattern for some rows, for all matches of a document in turn: the last one takes the rest.

    Without ``include_absolute``, values that no base changes are passed over where that can be seen; with
    ``icons``, simple svg elements are passed in one piece; with ``declaring``, a meta element that may
    declare an encoding is handed over; with ``quick``, simple tags are tried first.
    """
    stops_of = partial(_stops, rows, include_absolute=include_absolute)
    simple = _simple_attributes(stops_of()) if quick else ""
    attributes = to_name = _attributes(stops_of())
    names = one_of(stops_of(), _NAME_END)
    of_script = _attributes({**stops_of("script"), **_deciding(rows, ["script"])})
    of_meta = {**stops_of("meta"), **_deciding(rows, ["meta"], *(["content-type"] if declaring else []))}
    meta = _attributes({**of_meta, **({"charset": ""} if declaring else {})})
    of_svg = _of_shapes(rows, include_absolute=include_absolute)
    sheet = f"(?:{_REST_OF_SHEET}|\\({_NO_CALL if include_absolute else _BASE_INDEPENDENT_URL})*+"
    comment = f"(?!{CONDITIONAL_START}){productions.MARKUP_DECLARATION}"
    passed = [
        *([f"/[a-z0-9\\-]++>|{_simple_element(rows)}{simple} ?+/?+>"] if quick else []),
        f"(?![A-Za-z])(?:{productions.END_TAG}|{comment}|{productions.NO_TAG})",
        f"title>{CONTENT['title']}",
        f"script(?={TAG_NAME_END}){of_script}>{CONTENT['script']}",
        f"style(?={TAG_NAME_END}){_attributes({**stops_of('style'), 'type': _NOT_CSS})}>{sheet}(?=</style>)",
        f"meta(?={TAG_NAME_END})(?:{meta if include_absolute else f'{_ABSOLUTE_META}|{meta}'})>",
        noscript.START_OF_SIMPLE,
        *([simple_svg.simple_svg(of_svg)] if icons else []),
    ]
    text = f"[^<]*+(?:<(?:{'|'.join(passed)})[^<]*+)*+<?+"
    event = f"{one_of(_HANDOVER_TAGS | _conditional_elements(rows), _TAG_END)}|{_IN_NAME}|{CONDITIONAL_START}"
    # a group that captures is behind all that could fail: see gh-101955
    script = f"(?=script(?={TAG_NAME_END}){of_script}src=)(script){of_script}"
    if quick:
        attributes, to_name, names = _likely_first(stops_of(), simple, attributes, names)
    simple_links = _to_simple_links(rows, stops_of())
    tag = f"(?<=<)(?:{script}|(?:(?!{event})(?=[A-Za-z]))({TAG_NAME}){simple_links}{to_name})"
    to_link = rf"(?:(?!\A){attributes})?+(?:(?:\A|>){text}(?:{tag})?+)*+"
    link = f"({names}){_value(plain)}(?({SCRIPT})(?:{_END_OF_SCRIPT})?+)"
    return f"{to_link}(?:{_simple_value(plain)}|(?<=<)({event})|{link}|(?s:.*+))".encode()


def _simple_element(rows: tuple[Row, ...]) -> str:
    """Match the name of an element to which no other rules apply."""
    others = {*_HANDOVER_TAGS, *_conditional_elements(rows), "meta"}
    return f"(?!{exactly_one_of(others)}{TAG_NAME_END})[a-z][a-z0-9\\-]*+"


def _simple_attributes(stops: Mapping[str, str]) -> str:
    """Match simple attributes without references."""
    names = exactly_one_of(stops)
    with_value = [f"(?!{names}=){_SIMPLE_NAME}"]
    independent = [name for name in _MOST_LINKS if stops.get(name) == _NOT_BASE_INDEPENDENT]
    with_value += [f"(?:{'|'.join(independent)}){_SIMPLE_BASE_INDEPENDENT}"] if independent else []
    with_value += [f"style{_SIMPLE_CSS}"] if stops.get("style", "").startswith(_CSS_STOP) else []
    without = rf"(?!{names}[ =>]){_SIMPLE_NAME}(?=>| [a-z/>])"  # white space may be before "="
    return f"(?:{WHITE_SPACE}++(?:(?:{'|'.join(with_value)})={_SIMPLE_VALUE}|{without}))*+"


def _likely_first(stops: Mapping[str, str], simple: str, attributes: str, names: str) -> tuple[str, str, str]:
    """Give attributes, those up to the name of a link, and the names; what most tags have is tried first."""
    most = "|".join(f"{name}(?==)" for name in _MOST_LINKS)
    at_most = "|".join(f"{name}(?==){stops[name]}" for name in _MOST_LINKS)
    to_name = f"{simple}(?:{WHITE_SPACE}++(?={at_most})|{attributes})"
    return f"(?!>){simple}{attributes}", to_name, f"{most}|{names}"


def _to_simple_links(rows: Sequence[Row], stops: Mapping[str, str]) -> str:
    """Match the attributes before a simple link, behind the name of its element; or nothing."""
    name = rf"(?!{exactly_one_of(stops)}[= \t\n\f\r/>]){_SIMPLE_NAME}"
    others = f"(?:{WHITE_SPACE}++{name}(?:={_SIMPLE_VALUE}|(?=[ >])(?! ++=)))*+"
    branches = []
    for attribute in SIMPLE_LINKS:
        elements = "|".join(f"(?<=<{element})" for element in _having_simple(rows, attribute, stops))
        link = f"{WHITE_SPACE}++(?={attribute}{stops.get(attribute)}=)"
        branches.append(f"(?:{elements}){others}(?:{link}())?+" if elements else "(?!)()")
    return f"(?:{'|'.join(branches)}|)"


def _having_simple(rows: Sequence[Row], attribute: str, stops: Mapping[str, str]) -> list[str]:
    """List the elements whose attribute of this name is a simple link under these rows."""
    if stops.get(attribute) not in {"", _NOT_BASE_INDEPENDENT}:
        return []
    first = {element: Rows(rows).of(element, attribute)[:1] for element in SIMPLE_LINKS[attribute]}
    return [
        element
        for element, element_rows in first.items()
        if any(row.syntax == "url" and not (row.against or row.when) for row in element_rows)
    ]


def _simple_value(plain: ValuePattern) -> str:
    """Match the attribute of a simple link, if its value is plain; where none is, all of the value."""
    value = _WHOLE_VALUE if plain == NO_PLAIN_VALUE else plain
    name = f"(?({_AT_HREF})href=|(?({_AT_SRC})src=|(?!)))"
    end = rf"(?({_SIMPLE_QUOTE})\{_SIMPLE_QUOTE}|(?=[ \t\n\f\r>]))"
    return rf"""{name}(?:(["'])|)({value.beginning}){value.rest}{end}"""


def _value(plain: ValuePattern) -> str:
    """Match the value behind the name of an attribute, if there is one (13.2.5.34-38)."""
    of_any = f"(?({_DOUBLE})[^\"]*+|(?({_SINGLE})[^']*+|(?:{UNQUOTED_VALUE})?+))"
    of_plain = f"({plain.beginning}){plain.rest}(?({_DOUBLE})(?=\")|(?({_SINGLE})(?=')|(?=[ \t\n\f\r>])))"
    end = rf"(?({_DOUBLE})(?:\"|\Z)|(?({_SINGLE})(?:'|\Z)))"
    return f"(?:{IS}(?:(\")|(')|)({of_plain}|{of_any}){end})?+"


def compose_sheet(rows: tuple[Row, ...], *, include_absolute: bool) -> bytes:
    """Compose the pattern of the start tag of a style sheet in CSS, without links, from behind its name."""
    stops = "|".join(_names_with_conditions({**_stops(rows, include_absolute=include_absolute), "type": ""}))
    attribute = f'(?:type="text/css"|(?!{stops}){ATTRIBUTE})'
    return f"(?:{SKIP}{attribute})*+{SKIP}>".encode()


def compose_shape_tag(rows: tuple[Row, ...], *, include_absolute: bool) -> bytes:
    """Compose the pattern of the next tag of a plain shape of svg, without links."""
    return simple_svg.shape_tag(_of_shapes(rows, include_absolute=include_absolute)).encode()


def _of_shapes(rows: tuple[Row, ...], *, include_absolute: bool) -> str:
    """Match the attributes of a shape of svg that are no links."""
    stops = _stops(rows, "svg *", include_absolute=include_absolute)
    return _attributes({**stops, **_deciding(rows, VALUE_SHAPES)})


def _attributes(stops: Mapping[str, str]) -> str:
    """Match attributes up to one of those to stop at: most are of no such name, whatever their value."""
    common = Counter(stops.values()).most_common(1)[0][0]
    rare = {name: stop for name, stop in stops.items() if stop != common}
    others = f"(?!{one_of(rare, _NAME_END)}){ATTRIBUTE_NAME}{common}" if rare else f"{ATTRIBUTE_NAME}{common}"
    conditions = "|".join([*_names_with_conditions(rare), others])
    return f"{SKIP}(?:(?!(?={one_of(stops, _NAME_END)})(?:{conditions})){ATTRIBUTE}{SKIP})*+"


def _names_with_conditions(stops: Mapping[str, str]) -> Iterator[str]:
    """Match the names that share a condition, and the condition."""
    for condition in dict.fromkeys(stops.values()):
        yield one_of([name for name in stops if stops[name] == condition], _NAME_END) + condition


def _stops(rows: Iterable[Row], element: str = "", *, include_absolute: bool) -> dict[str, str]:
    """List the attributes at which to stop, each on the condition that something follows its name.

    They are those of one element, or without one of all of HTML; of ``"svg *"``, of all of svg as well.
    """
    stops: dict[str, str] = {}
    for row in rows:
        if row.attribute and row.when is None and _may_be_of(row.element, element):
            stop = _stop(row, include_absolute=include_absolute)
            stops[row.attribute] = stop if stops.get(row.attribute, stop) == stop else ""
    return stops


def _may_be_of(element: str, asked: str) -> bool:
    """Whether an element of the table is one that is asked for."""
    if asked in {"", "svg *"}:
        return bool(asked) or not element.startswith("svg ")
    return element in {asked, "*"}


def _stop(row: Row, *, include_absolute: bool) -> str:
    if row.syntax in CSS:
        return _CSS_STOP + ("" if include_absolute else f"(?!{IS}{_BASE_INDEPENDENT_CSS})")
    if row.syntax == "srcset" and not include_absolute:
        return f"(?!{IS}{_ABSOLUTE_CANDIDATES})"
    return _NOT_BASE_INDEPENDENT if row.syntax == "url" and not include_absolute else ""


def _conditional_elements(rows: Iterable[Row]) -> set[str]:
    """Collect the elements on which an attribute decides about others."""
    return {row.element.removeprefix("svg ") for row in rows if row.when is not None}


def _deciding(rows: Iterable[Row], elements: Collection[str], *more: str) -> dict[str, str]:
    """List the attributes of elements that decide about others, if a word that matters is in them."""
    whens = [row.when for row in rows if row.when is not None and row.element in elements]
    says = _says(one_of(set(more).union(*(when.values for when in whens)))) if whens else ""
    return {when.attribute: says for when in whens}


def _says(words: str) -> str:
    """Match a value that may have one of the words; "&" may hide one, and a long list is not searched."""
    double, single = (f"{quote}(?:[^{quote}& \\t\\n\\f\\r]*+{WHITE_SPACE}++)" for quote in "\"'")
    one = f"(?:{double}{{0,2}}?|{single}{{0,2}}?|){words}[ \\t\\n\\f\\r\"'>]"
    hidden = """(?:"[^"&]*+|'[^'&]*+|[^"'& \\t\\n\\f\\r>]*+)&"""
    return f"(?={IS}(?:{one}|{hidden}|{double}{{3}}|{single}{{3}}))"
