"""Patterns of svg elements of plain shapes, the most common icons, and of their tags: passed over for speed.

They do not know links: the caller gives the pattern of attributes without any. Used by
`html.document.base_element`, `html.tokenizer` and `html.tree_construction`.
"""

from absolutize.html.grammar.productions import COMMENT, TAG_NAME_END, WHITE_SPACE, letters, one_of

# The elements of which most icons consist, called shapes here
_NAMES_OF_SHAPES = (
    "animate animatetransform circle clippath defs ellipse feblend fecolormatrix fecomponenttransfer"
    " fecomposite feflood fefunca fefuncb fefuncg fefuncr fegaussianblur femerge femergenode feoffset filter"
    " g line lineargradient marker mask path pattern polygon polyline radialgradient rect stop symbol text"
    " tspan use"
)
SHAPES = tuple(_NAMES_OF_SHAPES.split())
# A style sheet without escapes of either kind, at-rules, and what may end "url(", "src(" or "image-set("
_NO_REFERENCE = r"[^<(@\\&]++|\((?<![lLcCtT]\()"
_FRAGMENT = r"\(#[A-Za-z0-9_\-]++\)"


def shapes_without_root(attributes: str, of_titles: str = "", *, fragments: bool = False) -> str:
    """Match plain shapes, titles and style sheets in an svg element; see `simple_svg`."""
    shape = f"/?+{one_of(SHAPES)}(?={TAG_NAME_END}){attributes}>"
    named = "|".join(f"{letters(name)}{of_titles}>[^<]*+</{letters(name)}>" for name in ("title", "desc"))
    text = f"{_NO_REFERENCE}|{_FRAGMENT}" if fragments else _NO_REFERENCE
    sheet = rf"""{letters("style")}(?: type="text/css")?+>(?:{text})*+</{letters("style")}>"""
    return f"(?:[^<]++|<(?:{shape}|{named}|{sheet}|{COMMENT}))*+"


def simple_svg(attributes: str, of_titles: str = "", *, fragments: bool = False) -> str:
    """Match a whole svg element of plain shapes; ``attributes`` matches attributes without links.

    ``of_titles`` matches the attributes of titles and descriptions. With ``fragments``, style sheets may
    refer to fragments.
    """
    content = shapes_without_root(attributes, of_titles, fragments=fragments)
    end = f"</{letters('svg')}[ \t\n\f\r]*+>"
    return f"{letters('svg')}(?={TAG_NAME_END}){attributes}(?<!/)>{content}{end}"


END_TAG_NAME, START_TAG_NAME = 1, 2  # the groups

# The rest of a tag whose values all have quotes
_ALL_QUOTED = rf"""[^>=]*+(?:={WHITE_SPACE}*+(?:"[^"]*+"|'[^']*+')[^>=]*+)*+>"""


def shape_tag(attributes: str) -> str:
    """Match all up to the next tag of a plain shape, or an svg start tag, and the tag, whose name is a group.

    The match ends before any other tag, and has no group then. Self-closing tags are passed over, unless the
    slash may be part of a value without quotes. ``attributes`` matches attributes without links.
    """
    name = f"{one_of(SHAPES)}(?={TAG_NAME_END})"
    started = f"{one_of([*SHAPES, 'svg'])}(?={TAG_NAME_END})"
    closed = rf"{name}(?={_ALL_QUOTED}){attributes}(?<=/)>"
    before = rf"(?:[^<]++|<(?:{closed}|{COMMENT}))*+"
    return rf"{before}(?:<(?:/({name})[ \t\n\f\r]*+>|({started}){attributes}(?<!/)>)|)"
