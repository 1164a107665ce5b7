"""Which custom properties of CSS a document uses: found by words alone, since a script may use them, too.

What is in a declaration of a custom property, or in the result of a custom function, is used if that is. It
does not know markup. Used by `html.document.document` and `trees.context`.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain

from absolutize.html.values.css import (
    ANY_STRING,
    CSS_COMMENT,
    CSS_GAP,
    CSS_NAME,
    ESCAPE,
    NAME_CHARACTER,
    decode_css,
)
from absolutize.html.values.custom_properties.property_values import masked_name
from absolutize.patterns import Match, compile_regex, find_matches

# Unlike CSS_GAP, its comments end and have no `/*` in them: what begins in one is not read to the end again
_GAP = r"(?:[ \t\n\r\f]|/\*(?:[^*/]++|\*(?!/)|/(?!\*(?!/)))*+\*/)*+"
# Where a statement of CSS or a script may begin, else it is a pattern of paths, as `image/*`; no element ends
# in it
_COMMENT = r"(?<=/)\*(?:(?<![^ \t\n\r\f;{}>]/\*)|(?<=\*//\*))(?:[^*<]++|\*(?!/)|<(?!/))*+(?:\*/)?+"
_DESCRIPTORS = rf"(?:[^{{}}\"'/\\]++|{ANY_STRING}|{CSS_COMMENT}|{ESCAPE}|[/\\])*+"


def _in_value(end: str, in_brackets: str) -> str:
    """Match what is in a value: no string that looks like the text between two attributes (`" class="`)."""
    strings = "|".join(rf"{quote}[^{quote}<>=\\\n\r\f]*+{quote}" for quote in "\"'")
    return rf"[^{end}{{}}<>\"'\\()]++|\\[^\n\r\f]|{strings}|\((?:{in_brackets})*+\)"


_IN_BRACKETS = "(?!)"
for _ in range(5):  # a value ends before deeper brackets
    _IN_BRACKETS = _in_value("", _IN_BRACKETS)
_VALUE = f"(?:{_in_value(';', _IN_BRACKETS)})*+"
# Names are captured without their first hyphen, at which most matches begin
_IS_NAME = r"(?<=-)(?<![\w\-\x80-\xff]-)"
_BEGINS_DECLARATION = r"(?<![^;{}\"'=(> \t\n\r\f/].)"
_NAME = f"-(-{CSS_NAME})"
_USE = rf"(?<=[vV][aA][rR]\(){_GAP}{_NAME}|{_IS_NAME}(-{CSS_NAME}\()"
_uses = cache(find_matches)  # compiled when it is first used
# Other names with an escape are passed as a whole, so that nothing is read again from within one
_ESCAPED_NAME = rf"-{NAME_CHARACTER}*+{ESCAPE}(?:{CSS_NAME})?+"
_PASSED = _IS_NAME + _ESCAPED_NAME
_IN_VALUE = rf"[\-(](?:{_USE}|{_PASSED})".encode()
_RULES = (
    rf"(?<=@)(?:(?ai:property){_GAP}{_NAME}{_GAP}\{{({_DESCRIPTORS})|(?ai:function){_GAP}{_NAME}"
    rf"|(?ai:property){_GAP}-{_ESCAPED_NAME})"
)
_SIGNS = r"-(?=-)|/(?=\*)|@(?=[fFpP])|\((?<=[rR]\()"


def _in_document(signs: str, result: str = "(?!)") -> bytes:
    """Match what may use a property: ``signs`` are how that begins, ``result`` is a descriptor."""
    declared = rf"{_BEGINS_DECLARATION}(?:(?<=-)(-{CSS_NAME})|{result}){_GAP}:({_VALUE})"
    return f"(?:{signs})(?:{_USE}|{declared}|{_PASSED}|{_COMMENT}|{_RULES})".encode()


# Nearly all documents define no function, and "r" is a common letter
_IN_DOCUMENT = _in_document(_SIGNS)
_BEHIND_FUNCTION = _in_document(f"{_SIGNS}|[rR](?=[eE])", "(?<=[rR])(?ai:esult)")
_NAMED = {"(": "|&lpar;", "@": "|&commat;"}


def _read_as(character: str) -> str:
    """Match a character of ASCII in either case, or a character reference that stands for it."""
    both = sorted({character, character.upper()})
    decimal, hexadecimal = ("|".join(format(ord(each), base) for each in both) for base in "dx")
    number = rf"&#(?:0*+(?:{decimal})(?![0-9])|[xX]0*+(?ai:{hexadecimal})(?![0-9A-Fa-f]));?+"
    return rf"(?:[{''.join(both)}]|{number}{_NAMED.get(character, '')})"


_WORDS = "|".join("".join(map(_read_as, word)) for word in ("var(", "@property"))
# What may be a use, some of it in character references, and some markup behind it: strings may have "<url>"
_MAY_BE_HIDDEN = rf"(?:{_WORDS})(?:[^<>]++|[<>]){{1,16}}+".encode()


def hidden_uses(data: bytes) -> Iterator[bytes]:
    """Give the pieces of a document in which character references may hide the use of a custom property."""
    return (match.group() for match in _uses(_MAY_BE_HIDDEN)(data, 0))


# What ends a comment, too; anything else does not, and `/*` was part of a URL, as in `style="b:url( /*)"`
_END_OF_TEXT = compile_regex(rb"</(?ai:script|style)")
_HYPHEN, _CUSTOM, _PARENTHESIS, _SLASH = b"-", b"--", b"(", b"/"
_DOCUMENT = b""  # in place of the name of a property: what the document uses itself
_Use = tuple[bytes, bytes]  # the property or function in whose value it is, and what is used


def used_in(data: bytes, hidden: Iterable[bytes] = ()) -> frozenset[str]:
    """List the custom properties and functions that a document uses, in an encoding that has ASCII's bytes.

    Chromium puts the value in place of ``var()`` as it is written, and resolves a URL in it against the style
    sheet that uses it. The URL of a property that is registered as ``<url>`` is relative to its declaration:
    this counts as a use. ``hidden`` are pieces without character references; they count for what is used
    nowhere else.
    """
    name_of = cache(_name)  # a property in whose value very many are used is named once
    uses = {(name_of(owner), name_of(name)) for owner, name in set(_uses_in(data))}
    visible = {name for _, name in uses}
    hidden_ones = chain.from_iterable(map(_uses_in, hidden))
    in_pieces = ((name_of(owner), name_of(name)) for owner, name in hidden_ones)
    uses.update(use for use in in_pieces if use[1] not in visible)
    within: dict[str, list[str]] = {}
    for owner, name in uses:
        within.setdefault(owner, []).append(name)
    used, waiting = set[str](), [name_of(_DOCUMENT)]
    while waiting:
        more = {*within.pop(waiting.pop(), ())} - used
        used |= more
        waiting += more
    return frozenset(used)


def _name(written: bytes) -> str:
    return masked_name(_HYPHEN + written)


def _uses_in(data: bytes) -> Iterator[_Use]:
    """List what is used; the result of a function is that of the last one in front of it.

    Groups are asked for by their numbers: for the last one, PCRE2 matches again, and may give up.
    """
    function, matches = _DOCUMENT, _uses(_IN_DOCUMENT)(data, 0)
    while (match := next(matches, None)) is not None:
        used, called, declared, value, registered, descriptors, defined = match.group(1, 2, 3, 4, 5, 6, 7)
        if name := used or called:
            yield _DOCUMENT, name
        elif value is not None:
            if _CUSTOM in value:
                yield from _uses_in_value(declared or function, value)
        elif registered is not None:
            if _is_url(descriptors):
                yield _DOCUMENT, registered
        elif defined is not None:
            if function == _DOCUMENT:
                matches = _uses(_BEHIND_FUNCTION)(data, match.end())
            function = defined + _PARENTHESIS
        elif _is_open_comment(match, data):
            yield from _uses_in_value(_DOCUMENT, match.group())


def _is_open_comment(match: Match, data: bytes) -> bool:
    """Whether a match is a comment that nothing ends."""
    is_comment = match.group().startswith(_SLASH) and not match.group().endswith(b"*/")
    return is_comment and _END_OF_TEXT.match(data, match.end()) is None


def _uses_in_value(owner: bytes, value: bytes) -> Iterator[_Use]:
    for match in _uses(_IN_VALUE)(value, 0):
        used, called = match.group(1, 2)
        if name := used or called:
            yield owner, name


_SYNTAX, _INHERITS, _INITIAL_VALUE = (
    compile_regex(rf"(?i:{name}){CSS_GAP}:{CSS_GAP}{value}")
    for name, value in (
        ("syntax", "[\"']([^\"']*)"),
        ("inherits", "(?i:true|false)"),
        ("initial-value", r"(?i:(url\(|src\())?"),
    )
)
_ALTERNATIVES = "|"


def _is_url(descriptors: bytes) -> bool:
    """Whether descriptors register a property as `<url>`.

    A rule without ``syntax``, ``inherits`` or ``initial-value`` registers nothing (Properties and Values 2).
    """
    text = decode_css(descriptors.decode("latin-1"))
    syntax, initial = _SYNTAX.search(text), _INITIAL_VALUE.search(text)
    if syntax is None or initial is None or _INHERITS.search(text) is None or "<url>" not in syntax[1]:
        return False
    return _ALTERNATIVES in syntax[1] or initial[1] is not None
