"""The pattern of the scan, composed of fragments of the tokenizer and the names in the rows.

Each match passes everything without references, and stops at the next attribute with one, or where other
rules apply. It does not know URIs. Used by `engine.plain`, `html.document.reading` and `html.tokenizer`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from absolutize.html.grammar import productions, simple_svg
from absolutize.html.grammar.base_independent import BASE_INDEPENDENT, INDEPENDENT_BEGINNINGS
from absolutize.html.grammar.productions import (
    ATTRIBUTE,
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
    in_bytes,
    letters,
    one_of,
    other_than,
)
from absolutize.html.grammar.simple_math import FORMULAS, attributes_of_formula, formula
from absolutize.html.grammar.simple_svg import SHAPES
from absolutize.html.link_table.index import Rows
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer import noscript
from absolutize.html.tokenizer.simple_comment import CONDITIONAL_START, simple_conditional
from absolutize.html.tokenizer.stops import (
    ABSOLUTE_CANDIDATES,
    CSS_STOP,
    HARMLESS_CHARACTER_REFERENCE,
    NO_CALL,
    SRCSET_STOP,
    URL_STOP,
    attributes_without,
    conditional_elements,
    conditions_of,
    names_with_conditions,
    repeated_of,
    stops_of,
)
from absolutize.html.values.css_bytes import ESCAPED_LETTER, IMPORT_SIGN

# The groups of the pattern. SCRIPT or ELEMENT is the name of the tag that a link is in; neither, if the match
# begins in that tag. SIMPLE is the value of a simple link, SIMPLE_PLAIN its beginning if it is plain. For
# others, HANDOVER is the name of what is handed over, or OTHER_NAME that of the attribute, VALUE its
# value, PLAIN the beginning of that if it is plain, and END_OF_SCRIPT the end of a script behind it.
SCRIPT, ELEMENT, SIMPLE, SIMPLE_PLAIN, HANDOVER = 1, 2, 6, 7, 8
OTHER_NAME, VALUE, PLAIN, END_OF_SCRIPT = 9, 12, 13, 14
_AT_HREF, _AT_SRC = 3, 4  # whether the value of a simple link may follow
_SIMPLE_QUOTE, _DOUBLE, _SINGLE = 5, 10, 11  # the quotes of the value

# Simple links: these attributes of these elements, behind attributes that are no links. If their values are
# plain, nothing else matters: on 651 manuals that were not looked at, `rewrite` takes 13 % less by PCRE2, 7 %
# by `re`. In either case: on 1,794 pages of which many are in capitals, not used to choose this, 15 and 12 %
SIMPLE_LINKS = {"href": ("a", "link"), "src": ("img",)}

# Hand-overs: the scan stops at these names, and a method of `scanner` reads the element. Foreign content and
# framesets are read by other rules, BASE is needed even where absolute references are passed over, style
# sheets are read by themselves, the content of noscript is scanned alone unless it is simple, in some
# templates tags are ignored, an HTML element that has the name of a shape can be closed by an end tag in an
# svg, and rarer raw text would only bloat the pattern.
_HANDOVER_TAGS = {"svg", "math", "base", "frameset", "noscript", "template", *CONTENT, *SHAPES}
# A tag name up to a "<" in it, since what is behind that looks like another tag; and the rest of the name
_IN_NAME, _REST_OF_NAME = "[A-Za-z]" + other_than(" \t\n\f\r/><") + "*+<", other_than(" \t\n\f\r/>") + "*+"

_TAG_END = f"(?={TAG_NAME_END})"
# A style sheet without functions of URLs, imports, and escapes that may hide them has no reference. It may
# have "<!--" in it, and tags in capitals, for speed: 69 and 48 pages of two sites, not used to choose this,
# take 14 and 17 % less
_BASE_INDEPENDENT_URL = rf"""(?:{NO_CALL}|(?<=[uU][rR][lL]\()["']?+{BASE_INDEPENDENT})"""
_REST_OF_SHEET = rf"[^<(@\\]++|<(?!/)|@(?!{IMPORT_SIGN})|\\(?!{ESCAPED_LETTER})"
# A meta element with an absolute or empty content has no reference that may change, if all its other
# attributes are among these
_OF_META = ("name", "property", "itemprop", "class", "id")
_ABSOLUTE_CONTENT = "|".join(
    rf"{quote}(?:https?+://(?:[^{quote};&]++|{HARMLESS_CHARACTER_REFERENCE})*+)?+{quote}" for quote in "\"'"
)
_QUOTED = "(?:\"[^\"]*+\"|'[^']*+')"
# For speed alone: tags in lower case, whose attributes have none of the names that matter, are tried first.
# On 1,044 pages that were not used to choose this, the scan takes 13 % less by PCRE2, `rewrite` 23 to 28 %
# less by `re`. Names with digits, as `data-v-7ba5bd90` of Vue, count: pages that are full of them take up to
# 40 % less by `re`.
_SIMPLE_NAME = r"[a-z0-9_\-:.]++"
_SIMPLE_VALUE = r"""(?:"[^"]*+"|'[^']*+'|[A-Za-z0-9_\-./:#]++(?=[ >]))"""
_SIMPLE_BASE_INDEPENDENT = f'(?==(?:""|"?+{exactly_one_of(INDEPENDENT_BEGINNINGS)}))'
_SIMPLE_FORMS = (  # attributes, where to stop at them, and in what form they are passed
    ("style", CSS_STOP, '(?=="[^"(&]*+")'),
    ("srcset", SRCSET_STOP, f"(?=={ABSOLUTE_CANDIDATES})"),
)
# The types of most scripts, also as Cloudflare's Rocket Loader writes them, and that of modules in a file of
# their own. For speed: on 33 pages with five or more of the latter two, not used to choose this, `rewrite`
# takes 17 % less. Behind a type, 16 attributes with quotes are read to see that there is no text: to read all
# of them behind each of very many types would take quadratic time
_OF_FILE = r"""(?=(?:[^<>"']++|"[^<>"]*+"){0,32}+></script>)"""
_OF_SCRIPTS = rf'type="(?:(?:[0-9a-f]++-)?+text/javascript"|module"{_OF_FILE})|noModule=""'


class ValuePattern(NamedTuple):
    """The pattern of a plain value, which has no quotes in it: of its beginning, and of the rest."""

    beginning: str
    rest: str


NO_PLAIN_VALUE = ValuePattern("(?!)", "")
# Where no value is plain, that of a simple link has no quotes or white space
_WHOLE_VALUE = other_than(" \t\n\f\r\"'>") + "++"


def compose(
    rows: tuple[Row, ...],
    plain: ValuePattern,
    *,
    include_absolute: bool,
    passes_svg: bool,
    declaring: bool,
    reads_comments: bool,
) -> bytes:
    """Compose the pattern for some rows; its matches cover a document, and the last one takes the rest.

    Without ``include_absolute``, values that are visibly base-independent are passed over; with
    ``passes_svg``, simple svg elements are passed in one piece; with ``declaring``, a meta element that may
    declare an encoding is handed over; with ``reads_comments``, links in simple conditional comments are
    found as those around them are.
    """
    stops_for = partial(stops_of, rows, include_absolute=include_absolute)
    stops, of_scripts = stops_for(), stops_for("script")
    conditions = _conditions_of_scripts(of_scripts, rows)
    # href and a second src are rare there: their forms would only bloat the pattern
    script_stops = {**of_scripts, **conditions, **dict.fromkeys(SIMPLE_LINKS, "")}
    attributes, names = attributes_without(stops), one_of(stops, ATTRIBUTE_NAME_END)
    passed = [
        _simple_tag(rows, stops),
        simple_conditional(stops, _handover_elements(rows), reads_comments=reads_comments),
        *_without_links(rows, include_absolute=include_absolute, declaring=declaring),
        *([_simple_svg(rows, include_absolute=include_absolute)] if passes_svg else []),
    ]
    text = f"[^<]*+(?:<(?:{'|'.join(passed)})[^<]*+)*+<?+"
    handover = f"{one_of(_handover_elements(rows), _TAG_END)}|{CONDITIONAL_START}|{_IN_NAME}"
    # a group that captures is behind all that could fail: see gh-101955
    of_script = _attributes_of_scripts(rows, stops)
    script = f"(?=script{_TAG_END}{of_script}src=)(script){of_script}"
    tag = f"(?<=<)(?:{script}|(?!{handover})(?=[A-Za-z])({TAG_NAME}){_to_link(rows, stops, attributes)})"
    to_link = rf"(?:(?!\A){attributes})?+(?:(?:\A|>){text}(?:{tag})?+)*+"
    link = f"({names}){_value(plain)}(?({SCRIPT})(?:{_end_of_script(script_stops)})?+)"
    return in_bytes(f"{to_link}(?:{_simple_value(plain)}|(?<=<)({handover}{_REST_OF_NAME})|{link}|(?s:.*+))")


def repeated_fragments(
    rows: tuple[Row, ...], plain: ValuePattern, *, include_absolute: bool
) -> Iterator[bytes]:
    """List fragments that the patterns for some rows have several times."""
    stops = stops_of(rows, include_absolute=include_absolute)
    of_scripts = _attributes_of_scripts(rows, stops)
    of_shapes = attributes_of_shapes(rows, include_absolute=include_absolute)
    texts = [plain.beginning, plain.rest, CONTENT["script"], of_scripts, of_shapes]
    texts += [one_of(names) for names in (SHAPES, _handover_elements(rows))]
    texts += [noscript.REST_OF_SIMPLE, exactly_one_of(stops), _OF_FILE, _others_of_meta(stops)]
    return map(in_bytes, filter(None, (*texts, *repeated_of(stops))))


def _without_links(rows: Sequence[Row], *, include_absolute: bool, declaring: bool) -> list[str]:
    """List patterns of what is passed behind "<": raw text, most meta and param elements, and no tags."""
    stops_for = partial(stops_of, rows, include_absolute=include_absolute)
    stops = stops_for()
    comment = f"(?!{CONDITIONAL_START}){productions.MARKUP_DECLARATION}"
    call = NO_CALL if include_absolute else _BASE_INDEPENDENT_URL
    sheet = f"(?:{_REST_OF_SHEET}|\\({call})*+"
    meta_stops = {**stops_for("meta"), **stops_for("param")}
    absolute = [] if include_absolute or "content" in meta_stops else [_absolute_meta(meta_stops)]
    says = conditions_of(stops, rows, ["meta", "param"], *(["content-type"] if declaring else []))
    of_meta = attributes_without(stops, says | ({"charset": ""} if declaring else {}))
    of_scripts = _attributes_of_scripts(rows, stops)
    # In either case, for speed: of pages not used to choose this, 656 of courts, a third with <SCRIPT>, take
    # 16 % less (by `re` 7 %), 260 with <TITLE> 6 %. With param, 34 and 31 with plug-ins take 13 and 9 % less
    return [
        f"(?![A-Za-z])(?:{productions.END_TAG}|{comment}|{productions.NO_TAG})",
        f"{letters('title')}>{CONTENT['title']}",
        f"{letters('script')}{_TAG_END}{of_scripts}>{CONTENT['script']}",
        f"{letters('style')}{_TAG_END}{attributes_without(stops)}>{sheet}(?=</{letters('style')}>)",
        f"{one_of(('meta', 'param'), _TAG_END)}(?:{'|'.join([*absolute, of_meta])})>",
        noscript.START_OF_SIMPLE,
    ]


def _attributes_of_scripts(rows: Iterable[Row], stops: Mapping[str, str]) -> str:
    """Match the attributes of a script that are no links, and do not say that its text has some."""
    return attributes_without(stops, _conditions_of_scripts(stops, rows))


def _conditions_of_scripts(stops: Mapping[str, str], rows: Iterable[Row]) -> dict[str, str]:
    """List the attributes that may say that the text of a script has links, as `conditions_of` does."""
    conditions = conditions_of(stops, rows, ["script"])
    if conditions.get("type"):
        conditions["type"] = f'(?!="module"{_OF_FILE}){conditions["type"]}'
    return conditions


def _absolute_meta(stops: Mapping[str, str]) -> str:
    """Match the attributes of a meta element with an absolute content, if the scan stops at none of them."""
    others = _others_of_meta(stops)
    return rf"{others}{WHITE_SPACE}++content=(?:{_ABSOLUTE_CONTENT}){others}{WHITE_SPACE}*+/?+(?=>)"


def _others_of_meta(stops: Mapping[str, str]) -> str:
    names = [name for name in _OF_META if name not in stops]
    names += [] if any(name.startswith("data-") for name in stops) else ["data-[a-z-]++"]
    return f"(?:{WHITE_SPACE}++(?:{'|'.join(names)})={_QUOTED})*+" if names else ""


def _handover_elements(rows: Iterable[Row]) -> set[str]:
    """Collect the elements that are handed over."""
    return _HANDOVER_TAGS | conditional_elements(rows)


def _simple_tag(rows: Iterable[Row], stops: Mapping[str, str]) -> str:
    """Match a simple tag without references."""
    others = exactly_one_of({*_handover_elements(rows), "meta"})
    start = rf"(?!{others}{TAG_NAME_END})[a-z][a-z0-9-]*+{_simple_attributes(stops)}"
    return rf"/[a-z0-9-]++>|{start} ?+/?+>"


def _simple_attributes(stops: Mapping[str, str], *first: str) -> str:
    """Match simple attributes without references; what is ``first`` is tried first."""
    independent = "|".join(name for name in SIMPLE_LINKS if stops.get(name) == URL_STOP)
    names = [f"(?:{independent}){_SIMPLE_BASE_INDEPENDENT}"] if independent else []
    names += [name + form for name, stop, form in _SIMPLE_FORMS if stops.get(name, "").startswith(stop)]
    names.append(f"(?!{exactly_one_of(stops)}[ =>]){_SIMPLE_NAME}")
    behind = f"(?:={_SIMPLE_VALUE}|(?=>| [a-z/>]))"  # without a value, no "=" may follow white space
    attribute = "|".join((*first, f"(?:{'|'.join(names)}){behind}"))
    return f"(?:{WHITE_SPACE}++(?:{attribute}))*+"


def _to_link(rows: Sequence[Row], stops: Mapping[str, str], attributes: str) -> str:
    """Match the attributes before a simple link, or by ``attributes`` before another."""
    name = rf"(?!{one_of(stops, ATTRIBUTE_NAME_END)})[A-Za-z0-9_\-:.]++"
    others = f"(?:{WHITE_SPACE}++{name}(?:={_SIMPLE_VALUE}|(?=[ >])(?! ++=)))*+"
    branches, table = [], Rows(rows)
    for attribute in SIMPLE_LINKS:
        elements = "|".join(f"(?<=<{letters(each)})" for each in _having_simple(table, attribute, stops))
        link = f"{WHITE_SPACE}++(?={letters(attribute)}{stops.get(attribute)}=)"
        branches.append(f"(?:{elements}){others}(?:{link}())?+" if elements else "(?!)()")
    return f"(?:{'|'.join(branches)}|)(?({_AT_HREF})|(?({_AT_SRC})|{attributes}))"


def _having_simple(table: Rows, attribute: str, stops: Mapping[str, str]) -> list[str]:
    """List the elements whose attribute of this name is a simple link under these rows."""
    if stops.get(attribute) not in {"", URL_STOP}:
        return []
    first = {element: table.of(element, attribute)[:1] for element in SIMPLE_LINKS[attribute]}
    return [
        element
        for element, element_rows in first.items()
        if any(row.syntax == "url" and not (row.against or row.when) for row in element_rows)
    ]


def _simple_value(plain: ValuePattern) -> str:
    """Match the attribute of a simple link, if its value is plain; if no value can be plain, any value."""
    value = f"({plain.beginning}){plain.rest}" + (f"|{_WHOLE_VALUE}" if plain == NO_PLAIN_VALUE else "")
    name = f"(?({_AT_HREF}){letters('href')}=|(?({_AT_SRC}){letters('src')}=|(?!)))"
    end = rf"(?({_SIMPLE_QUOTE})\{_SIMPLE_QUOTE}|(?=[ \t\n\f\r>]))"
    return rf"""{name}(?:(["'])|)({value}){end}"""


def _value(plain: ValuePattern) -> str:
    """Match the value behind the name of an attribute, if there is one (13.2.5.34-38)."""
    of_any = f"(?({_DOUBLE})[^\"]*+|(?({_SINGLE})[^']*+|(?:{UNQUOTED_VALUE})?+))"
    of_plain = f"({plain.beginning}){plain.rest}(?({_DOUBLE})(?=\")|(?({_SINGLE})(?=')|(?=[ \t\n\f\r>])))"
    end = rf"""(?({_DOUBLE})(?:"|\Z)|(?({_SINGLE})(?:'|\Z)))"""
    return f"(?:{IS}(?:(\")|(')|)({of_plain}|{of_any}){end})?+"


def _end_of_script(stops: Mapping[str, str]) -> str:
    """Match the rest of the tag of a script, the script, and its end tag; most have simple attributes."""
    simple = _simple_attributes(
        stops, *([_OF_SCRIPTS] if stops.get("type") and "nomodule" not in stops else [])
    )
    return f"{simple} ?+>{CONTENT['script']}</{TAG_NAME}{ATTRIBUTES}(?=>)()"


def compose_sheet(rows: tuple[Row, ...], *, include_absolute: bool) -> bytes:
    """Compose the pattern of the start tag of a style sheet in CSS, without links, from behind its name."""
    stops = stops_of(rows, include_absolute=include_absolute)
    css = "(?!)" if "type" in stops else 'type="text/css"'
    names = "|".join(names_with_conditions({**stops, "type": ""}))
    attribute = f"(?:{css}|(?!{names}){ATTRIBUTE})"
    return f"(?:{SKIP}{attribute})*+{SKIP}>".encode()


def _simple_svg(rows: tuple[Row, ...], *, include_absolute: bool) -> str:
    """Match an svg element of plain shapes without links."""
    attributes, titles = _attributes_in_svg(rows, include_absolute=include_absolute)
    return simple_svg.simple_svg(attributes, titles, fragments=not include_absolute)


def content_of_svg(rows: tuple[Row, ...], *, include_absolute: bool) -> str:
    """Match what has no links in an svg element of plain shapes."""
    attributes, titles = _attributes_in_svg(rows, include_absolute=include_absolute)
    return simple_svg.shapes_without_root(attributes, titles, fragments=not include_absolute)


def _attributes_in_svg(rows: tuple[Row, ...], *, include_absolute: bool) -> tuple[str, str]:
    """Match attributes without links: of shapes, and of titles and descriptions."""
    stops = stops_of(rows, "svg *", include_absolute=include_absolute)
    of_titles = "" if "id" in stops else f"(?:{WHITE_SPACE}++id=(?:\"[^\"]*+\"|'[^']*+'))?+"
    return attributes_of_shapes(rows, include_absolute=include_absolute), of_titles


def compose_shape_tag(rows: tuple[Row, ...], *, include_absolute: bool) -> bytes:
    """Compose the pattern of the next tag of a plain shape of svg, without links."""
    return in_bytes(simple_svg.shape_tag(attributes_of_shapes(rows, include_absolute=include_absolute)))


def compose_formula(rows: tuple[Row, ...], *, include_absolute: bool) -> tuple[bytes, Sequence[bytes]]:
    """Compose the pattern of a formula in MathML without links, and list what it has several times."""
    of_elements = [stops_of(rows, element, include_absolute=include_absolute) for element in FORMULAS]
    names = set().union(*of_elements, conditions_of({}, rows, FORMULAS))
    has_style = all(stops.get("style", "").startswith(CSS_STOP) for stops in of_elements)
    attributes = attributes_of_formula(names, has_style=has_style)
    return formula(attributes).encode(), [attributes.encode()]


def attributes_of_shapes(rows: tuple[Row, ...], *names: str, include_absolute: bool) -> str:
    """Match the attributes of a shape of svg that are no links, and have none of the names."""
    stops = stops_of(rows, include_absolute=include_absolute)
    of_svg = stops_of(rows, "svg *", include_absolute=include_absolute)
    more = {name: stop for name, stop in of_svg.items() if stops.get(name) != stop}
    more |= conditions_of(of_svg, rows, SHAPES) | dict.fromkeys(names, "")
    return attributes_without(stops, more)
