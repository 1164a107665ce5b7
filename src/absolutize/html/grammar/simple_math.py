"""The pattern of a formula in MathML without links: it is passed over for speed.

It does not know links: the caller names the attributes that may be links. Used by `html.tokenizer.patterns`.
"""

# For speed: on two pages of formulas that were not used to choose this, `rewrite` takes 73 and 80 % less than
# tag by tag, by `re` 67 and 73 %

from collections.abc import Collection

from absolutize.html.grammar.productions import COMMENT, TAG_NAME_END, WHITE_SPACE, exactly_one_of

# Elements that may hold HTML (13.2.6): they are passed over as a whole, if they hold text alone
_TEXTS = ("mi", "mn", "mo", "ms", "mtext")
_OTHERS = (
    "annotation maction menclose merror mfenced mfrac mmultiscripts mover mpadded mphantom mprescripts mroot"
    " mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtr munder munderover none semantics"
)
FORMULAS = ("math", *_TEXTS, *_OTHERS.split())
"""The elements that most formulas consist of."""


def attributes_of_formula(stops: Collection[str], *, has_style: bool) -> str:
    """Match the attributes of a tag in a formula; ``stops`` are the names of those that may be links.

    With ``has_style``, one of them is in CSS: without parentheses, it has no reference.
    """
    name = f"(?!{exactly_one_of(stops)}=)" if stops else ""
    style = r'style="[^"(&\\]*+"|' if has_style else ""
    return rf'(?:{WHITE_SPACE}++(?:{style}{name}[a-z0-9:\-]++="[^"]*+"))*+{WHITE_SPACE}*+'


def formula(attributes: str) -> str:
    """Match a formula from behind its ``<``; ``attributes`` matches those of its tags.

    Its tags need not be in pairs: the end tag of an element that is not open in it may close one around it,
    but what follows is text alone, however it is read.
    """
    text = f"(?:[^<]++|<{COMMENT})*+"
    texts = "|".join(f"{name}{attributes}>{text}</{name}>" for name in _TEXTS)
    others = exactly_one_of(_OTHERS.split())
    tags = f"/{others}>|{others}{attributes}/?+>|{texts}|{COMMENT}"
    return f"math(?={TAG_NAME_END}){attributes}>(?:[^<]++|<(?:{tags}))*+</math>"
