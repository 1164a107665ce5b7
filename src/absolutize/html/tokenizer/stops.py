"""At which attributes the scan stops, and on what condition: patterns of their names and values.

Where base-independent values are passed over, these patterns recognize them. This module does not know the
pattern of the scan, nor what a value means. Used by `html.tokenizer.patterns` and
`html.tokenizer.simple_comment`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from absolutize.html.grammar.base_independent import BASE_INDEPENDENT
from absolutize.html.grammar.productions import (
    AMPERSAND,
    APOSTROPHE,
    ATTRIBUTE,
    ATTRIBUTE_NAME,
    ATTRIBUTE_NAME_END,
    IS,
    SKIP,
    WHITE_SPACE,
    one_of,
)
from absolutize.html.link_table.rows import Row

# A character reference that stands for no white space, comma or parenthesis, or "&" before a parameter, which
# begins none (13.2.5.73). SharePoint spells every colon so: on 273 of its pages, not used to choose this,
# `rewrite` takes 34 % less, `links` 10 %
HARMLESS_CHARACTER_REFERENCE = f"(?:&(?:amp;|quot;|#58;|(?=[A-Za-z0-9]++=))|{APOSTROPHE})"
# In CSS no reference is outside of parentheses; "&" may hide a parenthesis. Names of fonts often have quotes
# by character references: on 39 mails and pages with three of these or more, that were not used to choose
# this, `links` takes 40 % less.
_NO_PARENTHESIS = "|".join(
    (
        *(f"{each}[^{each}(&]*+(?:{HARMLESS_CHARACTER_REFERENCE}[^{each}(&]*+)*+{each}" for each in "\"'"),
        r"""(?!["'])[^ \t\n\f\r>(&]*+(?=[ \t\n\f\r>])""",
    )
)
# No reference that may change is in the parentheses of another function, or is base-independent
_IN_URL_CALL = r"(?<=[uU][rR][lL]\()"
_URL_CALL = rf"""{_IN_URL_CALL}(?:"|'|&quot;|{APOSTROPHE})?+{BASE_INDEPENDENT}"""
# What ends in "rl(", "rc(" and "et(" are url, src and image-set
NO_CALL = r"(?<![rR][lLcC]\()(?<![eE][tT]\()"
_BASE_INDEPENDENT_CALL = rf"\((?:{_URL_CALL}|{NO_CALL})"
# Next.js puts an image into a string, with `url(%23b)` in it: there `rewrite` takes half of the time. Behind
# other strings, or comments, it might begin in one of them, and end where its own string begins
_URL_IN_STRING = (
    rf"""[^"'(&*\\]*+\({_IN_URL_CALL}&quot;{BASE_INDEPENDENT}"""
    rf'(?:[^"&\\\n\r\f]++|&amp;|{APOSTROPHE})*+&quot;'
)
_BASE_INDEPENDENT_CSS = (
    rf'"(?:{_URL_IN_STRING})?+'
    rf'(?:[^"(&\\]++|{_BASE_INDEPENDENT_CALL}|{HARMLESS_CHARACTER_REFERENCE})*+"'
)
# The same where absolute references count. For speed: on 552 pages that were not used to choose this, `links`
# takes 7 % less, since many a style has `var()`
_CSS_WITHOUT_CALL = rf'"(?:[^"(&\\]++|\({NO_CALL}|{HARMLESS_CHARACTER_REFERENCE})*+"'
# HTML Standard 4.8.4.3.10: commas at the end of a URL part the candidates, those within it do not
_ABSOLUTE_CANDIDATE = (
    rf'{WHITE_SPACE}*+(?:https?+://|data:)(?:[^ \t\n\f\r"&]++|{HARMLESS_CHARACTER_REFERENCE})++'
    rf'(?:(?<=,)|(?:{WHITE_SPACE}++[0-9.]++[wx])?+{WHITE_SPACE}*+(?:,|(?=")))'
)
# Without quotes there is one. For speed: on 4 pages of a minifier that were not used to choose this,
# `rewrite` takes 26 % less
_ONE_CANDIDATE = r"""(?:https?+://|data:)[^ \t\n\f\r>&"']++(?=[ \t\n\f\r>])"""
ABSOLUTE_CANDIDATES = rf'(?:"(?:{_ABSOLUTE_CANDIDATE})*+{WHITE_SPACE}*+"|{_ONE_CANDIDATE})'
SRCSET_STOP = f"(?!{IS}{ABSOLUTE_CANDIDATES})"
CSS_STOP = f"(?={IS})(?!{IS}(?:{_NO_PARENTHESIS}))"
# Some templates escape all but letters and digits. For speed: on 6 pages with five such URLs or more, that
# were not used to choose this, `rewrite` takes 5 % less
_ESCAPED_ABSOLUTE = "https?+&#(?:58;//|[xX]3[aA];(?:&#[xX]2[fF];){2})"
# Where base-independent values are passed over, empty ones are, too: they stay as they are (RFC 2396 4.2)
URL_STOP = f"""(?={IS}(?!["']?+(?:{BASE_INDEPENDENT}|{_ESCAPED_ABSOLUTE})|""|''|>))"""
# A value that may have a word behind few others; "&" may hide one, and a long list is not searched
_OTHER_WORDS = [f"{quote}(?:[^{quote}& \\t\\n\\f\\r]*+{WHITE_SPACE}++)" for quote in "\"'"]
_TO_WORD = f"(?:{'|'.join(f'{others}{{0,2}}?' for others in _OTHER_WORDS)}|)"
_HIDDEN = """(?:"[^"&]*+|'[^'&]*+|[^"'& \\t\\n\\f\\r>]*+)&"""
_MAY_HIDE_WORD = f"(?:{'|'.join([_HIDDEN, *(f'{others}{{3}}' for others in _OTHER_WORDS)])})"


@lru_cache(maxsize=32)
def stops_of(rows: tuple[Row, ...], element: str = "", *, include_absolute: bool) -> Mapping[str, str]:
    """List the attributes at which to stop, each with a pattern that has to follow its name.

    They are those of one ``element``; with ``""`` those of all elements of HTML, with ``"svg *"`` those of
    all elements of HTML and svg.
    """
    stops: dict[str, str] = {}
    for row in rows:
        if row.attribute and row.when is None and _may_be_of(row.element, element):
            stop = _stop(row, include_absolute=include_absolute)
            stops[row.attribute] = stop if stops.get(row.attribute, stop) == stop else ""
    return stops


def _may_be_of(element: str, asked: str) -> bool:
    """Whether the element of a row is among the elements that are asked for."""
    if asked in {"", "svg *"}:
        return bool(asked) or not element.startswith("svg ")
    return element in {asked, "*"}


def _stop(row: Row, *, include_absolute: bool) -> str:
    if row.syntax == "declarations":
        return f"{CSS_STOP}(?!{IS}{_CSS_WITHOUT_CALL if include_absolute else _BASE_INDEPENDENT_CSS})"
    if row.syntax == "srcset" and not include_absolute:
        return SRCSET_STOP
    return URL_STOP if row.syntax == "url" and not include_absolute else ""


def conditional_elements(rows: Iterable[Row]) -> set[str]:
    """Collect the elements on which an attribute decides about others."""
    return {row.element_name for row in rows if row.when is not None}


def conditions_of(
    stops: Mapping[str, str], rows: Iterable[Row], elements: Collection[str], *more: str
) -> dict[str, str]:
    """List the attributes that decide about others, each with a pattern of a word that matters in them.

    At such an attribute that has a row itself, the scan always stops. ``more`` are further words.
    """
    whens = [row.when for row in rows if row.when is not None and row.element in elements]
    says = _says(one_of(set(more).union(*(when.values for when in whens)))) if whens else ""
    return {when.attribute: "" if when.attribute in stops else says for when in whens}


def _says(words: str) -> str:
    """Match a value that may have one of the words."""
    return f"(?={IS}(?:{_TO_WORD}{words}[ \\t\\n\\f\\r\"'>]|{_MAY_HIDE_WORD}))"


def attributes_without(stops: Mapping[str, str], more: Mapping[str, str] | None = None) -> str:
    """Match attributes up to one of those to stop at; ``more`` are a few further ones of some elements."""
    further = "".join(f"{each}|" for each in names_with_conditions(more or {}))
    return f"{SKIP}(?:(?!{further}{_one_to_stop_at(stops)}){ATTRIBUTE}{SKIP})*+"


def _one_to_stop_at(stops: Mapping[str, str]) -> str:
    """Match the name of an attribute to stop at, and its condition; most attributes have no such name."""
    common, rare = _common_and_rare(stops)
    others = (
        f"(?!{one_of(rare, ATTRIBUTE_NAME_END)}){ATTRIBUTE_NAME}{common}"
        if rare
        else f"{ATTRIBUTE_NAME}{common}"
    )
    conditions = "|".join([*names_with_conditions(rare), others])
    return f"(?={one_of(stops, ATTRIBUTE_NAME_END)})(?:{conditions})"


def _common_and_rare(stops: Mapping[str, str]) -> tuple[str, Mapping[str, str]]:
    conditions = list(stops.values())
    common = max(dict.fromkeys(conditions), key=conditions.count)
    return common, {name: stop for name, stop in stops.items() if stop != common}


def repeated_of(stops: Mapping[str, str]) -> Iterator[str]:
    """List the fragments that the patterns for these attributes have several times."""
    yield from (AMPERSAND, APOSTROPHE, ATTRIBUTE, BASE_INDEPENDENT, URL_STOP, CSS_STOP)
    yield from (ABSOLUTE_CANDIDATES, _BASE_INDEPENDENT_CSS, HARMLESS_CHARACTER_REFERENCE, _TO_WORD)
    yield from (
        _MAY_HIDE_WORD,
        attributes_without(stops),
        _one_to_stop_at(stops),
        one_of(stops, ATTRIBUTE_NAME_END),
    )


def names_with_conditions(stops: Mapping[str, str]) -> Iterator[str]:
    """Match the names that share a condition, and the condition."""
    for condition in dict.fromkeys(stops.values()):
        yield one_of([name for name in stops if stops[name] == condition], ATTRIBUTE_NAME_END) + condition
