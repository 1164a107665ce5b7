"""Svg elements of plain shapes that have plain references, such as icons of a sprite and rows of stars.

They are read by one pattern, without a walk through the svg element. It does not know URIs. Used by
`html.tokenizer.compiled_table` and `html.tokenizer.scanner`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from absolutize.html.grammar.namespaces import SVG
from absolutize.html.grammar.productions import IS, TAG_NAME_END, WHITE_SPACE, in_bytes, letters, one_of
from absolutize.html.grammar.simple_svg import SHAPES
from absolutize.html.link_table.index import Rows
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.patterns import ValuePattern, attributes_of_shapes, content_of_svg
from absolutize.html.tokenizer.value_span import ValueSpans
from absolutize.patterns import Match, MatchAt

# For speed: on 57 pages with icons that were not used to choose this, `rewrite` takes 26 % less; on 552 pages
# of recipes, many of them with rows of stars, `links` takes 12 % less

# The groups: the names of a tag and of its attribute, the reference, its beginning, the end of the element
_TAG, _HREF, _VALUE, _BEGINNING, _END = 1, 2, 4, 5, 6
_QUOTE = 3
_NAMES = ("href", "xlink:href")
_MOST_REFERENCES = 1 << 10  # whose matches take memory: an element with more is walked through
_NEAR = 1 << 12  # bytes in which the first reference is


def compose_svg_reference(rows: tuple[Row, ...], plain: ValuePattern, *, include_absolute: bool) -> bytes:
    """Compose the pattern of all up to behind the next reference in an svg element, and of its end.

    It begins at the name of the svg element, and after that behind the last match.
    """
    table = Rows(rows)
    elements = [name for name in SHAPES if all(_is_simple(table.of(name, each, SVG)) for each in _NAMES)]
    if not elements:
        return b"(?!)"
    attributes = attributes_of_shapes(rows, include_absolute=include_absolute)
    root = f"(?:(?<!<)|{letters('svg')}(?={TAG_NAME_END}){attributes}(?<!/)>)"
    content = content_of_svg(rows, include_absolute=include_absolute)
    href = rf"({'|'.join(_NAMES)}){IS}([\"'])(({plain.beginning}){plain.rest})\{_QUOTE}"
    # without other references, since the first attribute of a name counts
    others = attributes_of_shapes(rows, *_NAMES, include_absolute=include_absolute)
    tag = f"<({one_of(elements)})(?={TAG_NAME_END}){others}{href}{others}>"
    behind = f"[^<]*+(?:</{one_of(elements)}>[^<]*+)?+"
    end = f"/{letters('svg')}{WHITE_SPACE}*+>"
    return in_bytes(f"{root}{content}(?:{tag}{behind}|(?=<{end}))(?:<({end}))?+")


def _is_simple(rows: Sequence[Row]) -> bool:
    """Whether a value is one URL, whatever else the tag says."""
    return bool(rows) and rows[0].syntax == "url" and not (rows[0].against or rows[0].when)


def has_near_href(data: bytes, name_start: int) -> bool:
    """Whether an svg element may have a reference: if not, the pattern need not be compiled."""
    end = data.find(b"</svg", name_start, name_start + _NEAR)
    return data.find(b"href", name_start, name_start + _NEAR if end < 0 else end) >= 0


def matches_in(match_next: MatchAt, data: bytes, name_start: int) -> tuple[list[Match], int | None]:
    """List the references in an svg element, and give where it ends; ``None``: it is not of plain shapes."""
    matches: list[Match] = []
    position = name_start
    while len(matches) < _MOST_REFERENCES and (match := match_next(data, position)) is not None:
        position = match.end()
        if match.start(_TAG) >= 0:
            matches.append(match)
        if match.start(_END) >= 0:
            return matches, position
    return [], None


def beginnings_of(matches: Iterable[Match]) -> Iterator[int]:
    """Give where the beginning of each reference starts and stops."""
    return chain.from_iterable(match.span(_BEGINNING) for match in matches)


def add_values(
    values: ValueSpans,
    matches: Iterable[Match],
    rows_of: Mapping[tuple[bytes, bytes, str], tuple[str, Sequence[Row]]],
) -> None:
    """Add the references to values; ``rows_of`` gives an element's name, and the rows for an attribute."""
    for match in matches:
        element, (row, *_) = rows_of[*match.group(_TAG, _HREF), SVG]
        start, stop = match.span(_VALUE)
        values.extend(
            (match.start(_TAG), values.row_number(element, row), start, stop, match.end(_BEGINNING))
        )
