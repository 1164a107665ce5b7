"""Read the specifications' own grammar notations: make expressions from the text of rules.

There are two: (A)BNF, as RFC 2396 1.6 ("that of [RFC822], except that "|" is used to designate alternatives")
and RFC 2234 have it, and the "BNF-like description" of RFC 1630. It does not know any rule. Used by
`uri.abnf`.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from absolutize.patterns import compile_regex


class Chars(NamedTuple):
    """One character out of a set."""

    characters: frozenset[str]


class Name(NamedTuple):
    """A reference to the rule of this name."""

    name: str


class Sequence(NamedTuple):
    """Expressions one after the other; without any, the empty text."""

    items: "tuple[Expression, ...]"


class Choice(NamedTuple):
    """One of several expressions."""

    items: "tuple[Expression, ...]"


class Repeat(NamedTuple):
    """An expression repeated: the least and the greatest number of times (``None``: no limit)."""

    item: "Expression"
    least: int
    most: int | None


Expression = Chars | Name | Sequence | Choice | Repeat


class Rule(NamedTuple):
    """A production: its name, its quoted text, and its expression."""

    name: str
    text: str
    expression: Expression


def key(name: str) -> str:
    """Fold a rule's name: "reg_name", "reg-name" and "REG-NAME" are one (RFC 822 2.1, RFC 2234 2.1)."""
    return name.lower().replace("_", "-")


def literal(text: str, *, any_case: bool) -> Expression:
    """Read a quoted string (in ABNF, "strings are case-insensitive")."""
    spellings = [{c.lower(), c.upper()} if any_case else {c} for c in text]
    items = tuple(Chars(frozenset(characters)) for characters in spellings)
    return items[0] if len(items) == 1 else Sequence(items)


class _Tokens:
    """The tokens of one rule's elements, from the left."""

    def __init__(self, tokens: Iterator[str], prose: Mapping[str, str]) -> None:
        self._tokens = list(tokens)
        self._next = 0
        self.prose = prose

    def peek(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def take(self) -> str:
        symbol = self.peek()
        self._next += 1
        return symbol


_ENDS = frozenset({"", ")", "]", "|", "/"})


def _alternation(tokens: _Tokens, read: "type[_Abnf | _Memo]") -> Expression:
    items = [_concatenation(tokens, read)]
    while tokens.peek() in read.ALTERNATIVE:
        tokens.take()
        items.append(_concatenation(tokens, read))
    return items[0] if len(items) == 1 else Choice(tuple(items))


def _concatenation(tokens: _Tokens, read: "type[_Abnf | _Memo]") -> Expression:
    items: list[Expression] = []
    while tokens.peek() not in read.ENDS:
        items.append(read.element(tokens))
    return items[0] if len(items) == 1 else Sequence(tuple(items))


def _bracketed(tokens: _Tokens, read: "type[_Abnf | _Memo]", *, optional: bool) -> Expression:
    item = _alternation(tokens, read)
    tokens.take()
    return Repeat(item, 0, 1) if optional else item


class _Abnf:
    """(A)BNF: quoted literals, ``<n>*<m>`` before an element, ``( )``, ``[ ]``."""

    ALTERNATIVE = frozenset({"|", "/"})
    ENDS = _ENDS
    RULE = compile_regex(r"(?m)^[ ]*([A-Za-z][\w-]*)[ ]+=[ ]")
    COMMENT = compile_regex(r'("[^"]*"|<[^>]*>)|;[^\n]*')
    TOKEN = compile_regex(r'"[^"]*"|<[^>]*>|%x[0-9A-F]+(?:-[0-9A-F]+)?|\d*\*\d*|\d+|[A-Za-z][\w-]*|\S')
    _REPEAT = compile_regex(r"(\d*)(\*?)(\d*)")

    @classmethod
    def element(cls, tokens: _Tokens) -> Expression:
        symbol = tokens.take()
        if symbol[0].isdigit() or symbol[0] == "*":
            return cls._repeated(symbol, tokens)
        if symbol in {"(", "["}:
            return _bracketed(tokens, cls, optional=symbol == "[")
        return cls._terminal(symbol, tokens.prose)

    @classmethod
    def _terminal(cls, symbol: str, prose: Mapping[str, str]) -> Expression:
        if symbol in prose:
            return Chars(frozenset(prose[symbol]))
        if symbol[0] == '"':
            return literal(symbol[1:-1], any_case="any case" in prose)
        if symbol[0] == "%":
            first, _, last = symbol[2:].partition("-")
            return Chars(frozenset(map(chr, range(int(first, 16), int(last or first, 16) + 1))))
        return Name(symbol)

    @classmethod
    def _repeated(cls, symbol: str, tokens: _Tokens) -> Expression:
        least, star, most = cls._REPEAT.fullmatch(symbol).groups()  # type: ignore[union-attr] # by the expression
        item = cls.element(tokens)
        if not star:
            return Repeat(item, int(least), int(least))
        return Repeat(item, int(least or 0), int(most) if most else None)


class _Memo:
    """RFC 1630: "Single letters stand for single letters. All words of more than one letter [...]"."""

    ALTERNATIVE = frozenset({"|"})
    ENDS = frozenset({"", "]", "|"})

    @classmethod
    def element(cls, tokens: _Tokens) -> Expression:
        symbol = tokens.take()
        if symbol == "[":
            return _bracketed(tokens, cls, optional=True)
        if symbol in tokens.prose:
            return Chars(frozenset(tokens.prose[symbol]))
        return Name(symbol) if len(symbol) > 1 else Chars(frozenset(symbol))


def rules_of(text: str, prose: Mapping[str, str]) -> dict[str, Rule]:
    """Read the rules of (A)BNF; the result has them by their folded names.

    ``prose`` has the characters that each prose value in angle brackets means; with an entry
    "any case", quoted strings match in any case.
    """
    uncommented = _Abnf.COMMENT.sub(lambda match: match[1] or "", text)
    parts = _Abnf.RULE.split(uncommented)
    quoted = _Abnf.RULE.split(text)
    rules = {}
    for index in range(1, len(parts), 2):
        tokens = _Tokens(iter(_Abnf.TOKEN.findall(parts[index + 1])), prose)
        name = parts[index]
        rules[key(name)] = Rule(name, quoted[index + 1].strip(), _alternation(tokens, _Abnf))
    return rules


BRACKETS = {"bracket": "[", "end-bracket": "]"}
_NAMES = {bracket: name for name, bracket in BRACKETS.items()}
_LONE_BRACKET = compile_regex(r"(?<=\| )[\[\]](?= \|)")  # the character itself as an alternative


def symbols_of(elements: str) -> list[str]:
    """Cut RFC 1630's elements into symbols; a bracket that is an alternative is replaced by its name."""
    return _LONE_BRACKET.sub(lambda bracket: _NAMES[bracket[0]], elements).split()


def memo_rules_of(text: str, prose: Mapping[str, str]) -> dict[str, Rule]:
    """Read rules in RFC 1630's notation; ``prose`` has the characters of "space", "vline" and the like."""
    from textwrap import dedent  # noqa: PLC0415 -- few programs ask for a grammar

    rules = {}
    for part in re.split(r"\n(?=\S)", dedent(text).strip("\n")):
        name, _, elements = part.partition(" ")
        tokens = _Tokens(iter(symbols_of(elements)), prose)
        rules[key(name)] = Rule(name, elements.strip(), _alternation(tokens, _Memo))
    return rules
