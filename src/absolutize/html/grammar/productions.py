"""Fragments of patterns over bytes: the tokenizer of the HTML Standard (13.2.5), and what is read of XML 1.0.

Constants are named after the states that they mean, with their section numbers. It does not know links.
Used by `engine.plain`, `html`, `trees.plain_values`, `trees.values` and `xml`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise


def other_than(excluded: str) -> str:
    """Match any byte but these: ``[^...]``, spelled so that the matcher looks it up in one bitmap."""
    stops = [-1, *sorted(excluded.encode()), 256]
    runs = ((before + 1, behind - 1) for before, behind in pairwise(stops) if behind - before > 1)
    spelled = (rf"\x{first:02x}" + (rf"-\x{last:02x}" if last > first else "") for first, last in runs)
    return f"[{''.join(spelled)}]"


# All quantifiers are possessive and every construct ends at the end of input as in the tokenizer, so that
# nothing is read twice and time is linear
WHITE_SPACE = "[ \t\n\f\r]"
TAG_NAME_END = "[ \t\n\f\r/>]"  # 13.2.5.8: the byte behind a tag name
ATTRIBUTE_NAME_END = r"(?![^ \t\n\f\r/>=])"  # 13.2.5.33: a look-ahead; the end of input is one, too

SKIP = "[ \t\n\f\r/]*+"  # 13.2.5.32 before attribute name, 13.2.5.40 self-closing start tag

_NAME = other_than(" \t\n\f\r/>")
TAG_NAME = f"[A-Za-z]{_NAME}*+"  # 13.2.5.6-8
ATTRIBUTE_NAME = _NAME + other_than(" \t\n\f\r/>=") + "*+"  # 13.2.5.33: a leading "=" belongs to it
UNQUOTED_VALUE = other_than(" \t\n\f\r>\"'") + other_than(" \t\n\f\r>") + "*+"  # 13.2.5.38
# 13.2.5.35-38: double-quoted, single-quoted, unquoted; nothing before ">"
ATTRIBUTE_VALUE = rf"""(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|{UNQUOTED_VALUE}|(?=>))"""
ATTRIBUTE_VALUE_GROUPS = rf"""(?:"([^"]*+)(?:"|\Z)|'([^']*+)(?:'|\Z)|({UNQUOTED_VALUE})|(?=>))"""
IS = f"{WHITE_SPACE}*+={WHITE_SPACE}*+"  # 13.2.5.34, 13.2.5.35
ATTRIBUTE = f"{ATTRIBUTE_NAME}(?:{IS}{ATTRIBUTE_VALUE})?+"
VALUE_GROUPS = f"(?:{IS}{ATTRIBUTE_VALUE_GROUPS})?+"
ATTRIBUTES = f"{SKIP}(?:{ATTRIBUTE}{SKIP})*+"
# 13.2.5.73: names that need no semicolon, unless "=" or an alphanumeric follows; and some other names
_SHORT_NAME = (
    "(?ai:[a-z]{0,2}(?:acute|circ|cute|edil|grave|lig|ring|slash|tilde|uml)|amp|brvbar|cent|copy|curren|deg"
    "|divide|eth|frac[13][24]|gt|i(?:excl|quest)|[lr]aquo|lt|macr|mi(?:cro|ddot)|n(?:bsp|ot)|ord[fm]|para"
    "|plusmn|pound|quot|reg|sect|shy|sup[1-3]|thorn|times|yen)"
)
# 13.2.5.72-80, character references in an attribute that are read as "&"
WRITTEN_AMPERSAND = "&(?:amp|#0?38);"
APOSTROPHE = "&#(?:0?39|[xX]27);"  # ... and those that are read as "'"
# "&" that visibly begins no character reference
_ALONE = "&(?:(?![A-Za-z0-9#])|(?=[A-Za-z0-9]++=))"
SIMPLE_AMPERSAND = f"(?:{WRITTEN_AMPERSAND}|{_ALONE})"
# ... or begins none by its name
AMPERSAND = f"(?:{WRITTEN_AMPERSAND}|{_ALONE}|&(?!{_SHORT_NAME}(?![A-Za-z0-9]))(?=[A-Za-z0-9]++(?!;)))"

COMMENT = r"!--(?:-?>|(?:[^-]++|-(?!-!?>))*+(?:--!?>)?+)"  # 13.2.5.43-52
BOGUS_COMMENT = r"[^>]*+(?:>|\Z)"  # 13.2.5.41, 13.2.5.53 (a doctype ends at the first ">" too)
MARKUP_DECLARATION = rf"(?:{COMMENT}|!{BOGUS_COMMENT})"  # 13.2.5.42
CDATA_SECTION = r"!\[CDATA\[(?:[^\]]++|\](?!\]>))*+(?:\]\]>)?+"  # 13.2.5.69-71, in foreign content only
_IN_XML_COMMENT, _IN_XML_INSTRUCTION = r"(?:[^\-]++|-(?!->))*+", r"(?:[^?]++|\?(?!>))*+"
XML_COMMENT = rf"!--{_IN_XML_COMMENT}(?:-->)?+"  # XML 1.0, 2.5
CLOSED_XML_COMMENT = f"<!--{_IN_XML_COMMENT}-->"
XML_INSTRUCTION = rf"\?{_IN_XML_INSTRUCTION}(?:\?>)?+"  # 2.6
CLOSED_XML_INSTRUCTION = rf"<\?{_IN_XML_INSTRUCTION}\?>"
NO_CHARACTER_DATA = f"{CDATA_SECTION}|{XML_COMMENT}|{XML_INSTRUCTION}"  # behind "<", in a text of XML: 2.4
XML_SPACES = "[ \t\n\r]*+"  # 2.3; in bytes, names are not checked beyond ASCII
XML_NAME = r"[A-Za-z_:\x80-\xff][A-Za-z0-9_:.\x80-\xff\-]*+"
_XML_EQUALS = f"{XML_SPACES}={XML_SPACES}"
_XML_VALUE = rf"""(?:{_XML_EQUALS}(?:"[^"<]*+"|'[^'<]*+'|[^ \t\n\r"'<>=]++))?+"""
XML_ATTRIBUTES = f"(?:{XML_SPACES}{XML_NAME}{_XML_VALUE})*+{XML_SPACES}"  # 3.1
# One of them: the part of its name behind the prefix
XML_LOCAL_NAME = f"{XML_SPACES}(?:[^ \t\n\r=:]*+:)*+([^ \t\n\r=:]*+){_XML_VALUE}"
# ... its name, and the group of its value, if it has one
XML_ATTRIBUTE = (
    rf"""{XML_SPACES}({XML_NAME})(?:{_XML_EQUALS}(?:"([^"]*+)"|'([^']*+)'|([^ \t\n\r"'<>=]++)))?+"""
)
XML_END_TAG = f"/({XML_NAME}){XML_SPACES}>"
XML_LITERAL = r"""(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))"""
_XML_SUBSET = rf"""\[(?:[^\]"'<]++|{XML_LITERAL}|<(?:{XML_COMMENT}|{XML_INSTRUCTION})?+)*+\]?+"""
XML_DECLARATION = rf"""!(?:[^>\["']++|"[^">]*+"?+|'[^'>]*+'?+|{_XML_SUBSET})*+>?+"""  # 2.8
# MSDN, downlevel-hidden: what is between "]>" and the last "<![endif]" in a comment is markup (group 1)
ENDIF = r"!\[(?ai:endif)\]"
_TO_ENDIF = f"(?:[^<]++|<(?!{ENDIF}))*+"
CONDITIONAL = rf"\[[iI][fF][^\]>]*+\]>({_TO_ENDIF}(?:<{ENDIF}{_TO_ENDIF})*)<{ENDIF}"
END_TAG = f"/{TAG_NAME}(?:>|{ATTRIBUTES}>)"  # 13.2.5.7: attributes are read, quotes and all
NO_TAG = rf"(?:\?{BOGUS_COMMENT}|/(?![A-Za-z]){BOGUS_COMMENT}|(?![A-Za-z/!?]))"  # 13.2.5.6-7


def in_bytes(pattern: str) -> bytes:
    """Encode a pattern: in bytes, either case is that of ASCII, so that the flag for that is not needed."""
    return pattern.encode().replace(b"(?ai:", b"(?i:")


def letters(word: str) -> str:
    """Spell a word so that either case of its ASCII letters matches."""
    return _letter(word[0]) + (f"(?ai:{re.escape(word[1:])})" if word[1:] else "")


def _letter(character: str) -> str:
    """Spell the first letter of a word, by which the matcher chooses a branch."""
    return f"[{character.lower()}{character.upper()}]" if character.isalpha() else re.escape(character)


def one_of(words: Iterable[str], end: str = "") -> str:
    """Match one of the words in either case, and ``end`` behind it."""
    return _one_of(frozenset(words)) + end


@lru_cache(maxsize=512)  # names are in a pattern several times: a tenth of the first rewrite
def _one_of(words: frozenset[str]) -> str:
    tails: dict[str, list[str]] = {}
    for word in words:
        tails.setdefault(word[0].lower(), []).append(word[1:])
    heads = "".join(head + head.upper() for head in sorted(tails))
    branches = [
        _letter(head) + (f"(?ai:{exactly_one_of(behind)})" if behind != [""] else "")
        for head, behind in sorted(tails.items())
    ]
    return branches[0] if len(branches) == 1 else f"(?=[{re.escape(heads)}])(?:{'|'.join(branches)})"


def one_of_each(words: Mapping[str, str]) -> str:
    """Match one of the words and its own end, by a tree of letters: no letter is tried twice."""
    first = sorted({word[0] for word in words})
    heads = "".join(head.lower() + head.upper() for head in first)
    return f"(?=[{re.escape(heads)}]){_tree(words, _each_letter)}"


def exactly_one_of(words: Iterable[str]) -> str:
    """Match one of the words as it is spelled."""
    return _exactly_one_of(frozenset(words))


@lru_cache(maxsize=512)
def _exactly_one_of(words: frozenset[str]) -> str:
    return _tree(dict.fromkeys(words, ""), re.escape)


def _each_letter(text: str) -> str:
    return "".join(map(_letter, text))


def _tree(words: Mapping[str, str], spell: Callable[[str], str]) -> str:
    return _branches(sorted(words.items()), spell, 0)


def _branches(words: Sequence[tuple[str, str]], spell: Callable[[str], str], start: int) -> str:
    """Spell words in their order from a letter on, each with its end: what all have, then its branches."""
    (word, end), (last, _) = words[0], words[-1]
    stop = len(word) if len(words) == 1 else start
    while stop < len(word) and word[stop] == last[stop]:
        stop += 1
    longer = words[1:] if stop == len(word) else words
    branches = [_branches([*group], spell, stop) for _, group in groupby(longer, lambda each: each[0][stop])]
    if stop == len(word):  # the shortest comes first
        branches.append(end)
    either = branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
    return spell(word[start:stop]) + either


def raw_text(element: str) -> str:
    """RCDATA and RAWTEXT, 13.2.5.2-3 and 9-14: up to the element's own end tag."""
    return f"(?:[^<]++|<(?!/{letters(element)}{TAG_NAME_END}))*+"


_PLAIN = other_than("<-")
_SCRIPT_TAG = f"{letters('script')}{TAG_NAME_END}"
# 13.2.5.27-31: script data double escaped, from "<script" to "</script" or before "-->"
_DOUBLE_ESCAPED = rf"<{_SCRIPT_TAG}(?:{_PLAIN}++|-(?!->)|<(?!/{_SCRIPT_TAG}))*+(?:</{_SCRIPT_TAG})?+"
# 13.2.5.18-26: script data escaped, from "<!--" to "-->" or before "</script"
_ESCAPED = rf"<!--(?:-*+>|(?:{_PLAIN}++|-(?!->)|<(?!/?+{_SCRIPT_TAG})|{_DOUBLE_ESCAPED})*+(?:-->)?+)"
SCRIPT_DATA = f"(?:[^<]++|{_ESCAPED}|<(?!/{_SCRIPT_TAG}|!--))*+"  # 13.2.5.4, 15-17
PLAINTEXT = r"[^<]*+(?:<[^<]*+)*+"  # 13.2.5.5

# What a start tag makes of the text that follows it (13.2.6.4: the tree builder switches the
# tokenizer); noscript is markup, as it is where scripting is disabled.
CONTENT: dict[str, str] = {
    **{name: raw_text(name) for name in ("title", "textarea")},
    **{name: raw_text(name) for name in ("style", "xmp", "iframe", "noembed", "noframes")},
    "script": SCRIPT_DATA,
    "plaintext": PLAINTEXT,
}


def elements_of_text(contents: Mapping[str, str]) -> str:
    """Match a whole start tag of one of the elements, and the raw text behind it."""
    starts = {name: f"(?={TAG_NAME_END}){ATTRIBUTES}>{content}" for name, content in contents.items()}
    return one_of_each(starts)
