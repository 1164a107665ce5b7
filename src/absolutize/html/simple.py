"""The common icon: an svg element of shapes alone, passed in one piece. For speed alone."""

from absolutize.html.grammar import COMMENT, TAG_NAME_END, one_of

# The common icon: an svg of shapes alone, nothing in it carrying a reference, passed in one piece.
SHAPES = (
    "animate animatetransform circle clippath defs ellipse filter g line lineargradient marker mask path"
    " pattern polygon polyline radialgradient rect stop symbol text tspan use"
)


def simple_svg(attributes: str) -> str:
    """Match a whole svg element of plain shapes; ``attributes`` matches those without links."""
    shape = f"/?+{one_of(SHAPES.split())}(?={TAG_NAME_END}){attributes}>"
    named = f"{one_of(['title', 'desc'])}>[^<]*+</{one_of(['title', 'desc'])}>"
    inside = f"[^<]++|<(?:{shape}|{named}|{COMMENT})"
    end = f"</{one_of(['svg'])}[ \t\n\f\r]*+>"
    return f"{one_of(['svg'])}(?={TAG_NAME_END}){attributes}(?<!/)>(?:{inside})*+{end}"
