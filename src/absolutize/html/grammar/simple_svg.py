"""A pattern of the most common icon: an svg element of plain shapes, passed in one piece for speed.

It does not know links: the caller gives the pattern of attributes without any. Used by
`html.tokenizer.patterns` and `html.tree_construction.ancestors`.
"""

from absolutize.html.grammar.productions import COMMENT, TAG_NAME_END, one_of

# The common icon: an svg of shapes alone, nothing in it carrying a reference, passed in one piece.
SHAPES = (
    "animate animatetransform circle clippath defs ellipse filter g line lineargradient marker mask path"
    " pattern polygon polyline radialgradient rect stop symbol text tspan use"
)
# A style sheet without escapes of either kind, at-rules, and what may end "url(", "src(" or "image-set("
_NO_REFERENCE = r"(?:[^<(@\\&]++|\((?<![lLcCtT]\())*+"


def simple_svg(attributes: str) -> str:
    """Match a whole svg element of plain shapes; ``attributes`` matches those without links."""
    shape = f"/?+{one_of(SHAPES.split())}(?={TAG_NAME_END}){attributes}>"
    named = f"{one_of(['title', 'desc'])}>[^<]*+</{one_of(['title', 'desc'])}>"
    sheet = rf"{one_of(['style'])}(?: type=\"text/css\")?+>{_NO_REFERENCE}</{one_of(['style'])}>"
    inside = f"[^<]++|<(?:{shape}|{named}|{sheet}|{COMMENT})"
    end = f"</{one_of(['svg'])}[ \t\n\f\r]*+>"
    return f"{one_of(['svg'])}(?={TAG_NAME_END}){attributes}(?<!/)>(?:{inside})*+{end}"
