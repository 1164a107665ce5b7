"""The pattern of a formula in MathML without links: it is passed over for speed.

It does not know links: the caller names the attributes that may be links. Used by `html.tokenizer`.
"""

# For speed: on two pages of formulas that were not used to choose this, `rewrite` takes 56 and 63 % less than
# tag by tag, by `re` 52 and 58 %

from collections.abc import Collection

from absolutize.html.grammar.productions import COMMENT, TAG_NAME_END, WHITE_SPACE, exactly_one_of
from absolutize.patterns import compile_regex

# Elements that may hold HTML (13.2.6): they are passed over as a whole, if they hold text alone
_TEXTS = ("mi", "mn", "mo", "ms", "mtext")
_NAMES_OF_OTHERS = (
    "annotation maction maligngroup menclose merror mfenced mfrac mlabeledtr mlongdiv mmultiscripts mover"
    " mpadded mphantom mprescripts mroot mrow mscarries mscarry msgroup msline mspace msqrt msrow mstack"
    " mstyle msub msubsup msup mtable mtd mtr munder munderover none semantics"
)
_OTHERS = tuple(_NAMES_OF_OTHERS.split())
FORMULAS = ("math", *_TEXTS, *_OTHERS)
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

    Whether the tags are in pairs is for `is_nested` to say.
    """
    text = f"(?:[^<]++|<{COMMENT})*+"
    texts = "|".join(f"{name}{attributes}>{text}</{name}>" for name in _TEXTS)
    others = exactly_one_of(_OTHERS)
    tags = f"/{others}>|{others}{attributes}/?+>|{texts}|{COMMENT}"
    return f"math(?={TAG_NAME_END}){attributes}>(?:[^<]++|<(?:{tags}))*+</math>"


_LONGEST = 1 << 16  # bytes
_NAME = exactly_one_of(_TEXTS)
_TEXT = rf'{_NAME}(?={TAG_NAME_END})(?:[^">]++|"[^"]*+")*+>[^<]*+</{_NAME}>'
# The next tag other than of such texts: the slash of an end tag, the name, the slash of a self-closing tag
_TAG = compile_regex(
    rf'(?:[^<]++|<(?:{COMMENT}|{_TEXT}))*+<(/?+)([a-z]++)(?:[^">/]++|"[^"]*+"|/(?!>))*+(/?+)>'.encode()
)


def is_nested(data: bytes, start: int, stop: int) -> bool:
    """Whether the tags of a formula are in pairs: else, an end tag may close an element around it.

    A very long formula, whose tags would take memory, counts as not nested.
    """
    if stop - start > _LONGEST:
        return False
    opened: list[bytes] = []
    for ends, name, closes in _TAG.findall(data, start, stop):
        if ends:
            if not opened or opened.pop() != name:
                return False
        elif not closes:
            opened.append(name)
    return not opened
