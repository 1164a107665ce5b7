"""Icons of a sprite: an svg element that has one use element alone, whose reference is plain.

They are read by one pattern, without a walk through the svg element. It does not know URIs. Used by
`html.tokenizer.compiled_table` and `html.tokenizer.scanner`.
"""

# For speed: on 57 pages with icons that were not used to choose this, `rewrite` takes 26 % less

from collections.abc import Sequence

from absolutize.html.grammar.namespaces import SVG
from absolutize.html.grammar.productions import IS, TAG_NAME_END, WHITE_SPACE, letters
from absolutize.html.link_table.index import Rows
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.patterns import ValuePattern, attributes_of_shapes
from absolutize.patterns import compile_regex

# The groups: the names of the use element and of its attribute, the reference, and its beginning
USE_TAG, HREF, HREF_VALUE, HREF_BEGINNING = 1, 2, 4, 5
_QUOTE = 3
_NAMES = ("href", "xlink:href")
# What every icon looks like, but for its attributes: without it, the pattern need not be compiled
LIKE_ICON = compile_regex(rb"[^<]++<[uU][sS][eE][ \t\n\f\r/][^<]++(?:</[uU][sS][eE]>[^<]*+)?+</[sS][vV][gG]")


def compose_icon(rows: tuple[Row, ...], plain: ValuePattern, *, include_absolute: bool) -> bytes:
    """Compose the pattern of an icon, from the name of its svg element on."""
    if not all(_is_simple(Rows(rows).of("use", name, SVG)) for name in _NAMES):
        return b"(?!)"
    attributes = attributes_of_shapes(rows, *_NAMES, include_absolute=include_absolute)
    svg, use = (f"{letters(name)}(?={TAG_NAME_END}){attributes}" for name in ("svg", "use"))
    link = rf"({'|'.join(_NAMES)}){IS}([\"'])(({plain.beginning}){plain.rest})\{_QUOTE}{attributes}>"
    end = f"(?:</{letters('use')}>[^<]*+)?+</{letters('svg')}{WHITE_SPACE}*+>"
    return rf"{svg}(?<!/)>[^<]*+<(?=({letters('use')})){use}{link}[^<]*+{end}".encode()


def _is_simple(rows: Sequence[Row]) -> bool:
    """Whether a value is one URL, whatever else the tag says."""
    return bool(rows) and rows[0].syntax == "url" and not (rows[0].against or rows[0].when)
