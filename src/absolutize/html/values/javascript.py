"""The module specifiers in JavaScript that are references: those of import, export ... from and import().

A parser reads the script, where it is installed (the extra ``javascript``); where it cannot, a search finds
what may be a specifier, and marks it. It does not resolve anything. Used by `cli.io.summary` and
`html.values.syntaxes`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from absolutize.html.grammar.offsets import decoded_by
from absolutize.html.values.escaping import Escaping, TextSpan, replacing
from absolutize.html.values.json.import_map import RELATIVE_BEGINNINGS, is_url_like
from absolutize.html.values.json.strings import SURROGATE_PAIR, join_surrogates
from absolutize.patterns import compile_regex

NO_PARSER = "module-script"
"""The code of a string that may be a specifier, in a script that is not parsed."""

LONGEST_SCRIPT = 1 << 20  # characters; longer scripts are not parsed
_CHUNK = 1 << 10  # bytes that the parser gets at a time

# ECMA-262 12.9.4 (string literals) and 12.9.6 (templates), in strict code: there are no octal escapes
_ONE = r"\\(?:u\{[0-9A-Fa-f]++\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|\r\n|[\s\S])"
_ESCAPE = compile_regex(rf"{SURROGATE_PAIR}|{_ONE}")
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
_SHORT.update(dict.fromkeys(("\n", "\r", "\r\n", "\u2028", "\u2029"), ""))  # a line that goes on
_LAST = 0x10FFFF
_DOTS = frozenset({".", ".."})  # how a relative specifier that is put together may begin

# What may be a specifier: a string behind a word, and perhaps a parenthesis; comments may be between, of
# which a long one, or one behind many, counts as a candidate itself
_SPACE = r"[\s\xa0\xc2\ufeff]"
_MOST_COMMENTS = 16  # all are read again behind each word in one of them

_COMMENT = r"/\*(?:[^*]|\*(?!/)){0,500}+\*/|//[^\n\r]{0,500}+(?=[\n\r])"
_GAP = rf"{_SPACE}*+(?:(?:{_COMMENT}){_SPACE}*+){{0,{_MOST_COMMENTS}}}+"
_PHASE = rf"(?:\.{_GAP}(?:defer|source){_GAP})?+"  # two proposals of TC39, which Chromium has in part
_CANDIDATE = compile_regex(
    rf"(?<![\w$])(?:from{_GAP}|import{_GAP}{_PHASE}(?:\({_GAP})?+)"
    r"(?:(?P<quote>[\"'`])(?P<text>(?=[./\\]|[A-Za-z][A-Za-z0-9+.\-]{0,30}+:)(?:(?!(?P=quote))[^\\\n]|\\[\s\S])*+)"
    rf"|(?=(?:\.{_GAP})?+/[*/]))"
)
# A specifier is in a statement or a call that begins so: keywords have no escapes (ECMA-262 12.7.1). For
# speed: on 9 pages with modules that were not used to choose this, `rewrite` takes 15 % less
_STATEMENTS = "import", "export"
_DYNAMIC = compile_regex(rf"(?<![\w$])import{_GAP}{_PHASE}\(")


def module_script(text: str) -> list[TextSpan]:
    """List the references of a module: the specifiers that are URLs, or may be.

    It is not known whether they are if there is no parser (tree-sitter), or if it does not understand the
    script or would take too long.
    """
    if not any(word in text for word in _STATEMENTS):
        return []
    candidates = list(_CANDIDATE.finditer(text))
    if not candidates and _DYNAMIC.search(text) is None:
        return []
    strings = _specifiers(text)
    if strings is None:
        return [TextSpan(*match.span("text"), _MARKED) for match in candidates]
    return [
        piece
        for piece in strings
        if piece.escaping is _MARKED or is_url_like(piece.escaping.decode(text[piece.start : piece.stop]))
    ]


def _specifiers(text: str) -> list[TextSpan] | None:
    """List the specifiers that are literals, or begin with one; ``None``: the script is not parsed."""
    source = None if len(text) > LONGEST_SCRIPT else _bytes_of(text)
    nodes = None if source is None else _strings_in(source)
    if source is None or nodes is None:
        return None
    return [piece for node in sorted(nodes) if (piece := _piece(text, *node)) is not None]


class _String(NamedTuple):
    """A string in a script, with its quotes: whether it is the whole specifier, or only how one may begin."""

    start: int
    stop: int
    is_whole: bool


def _piece(text: str, start: int, stop: int, is_whole: bool) -> TextSpan | None:  # noqa: FBT001 -- a field
    """Give the span of a string's text; a mere beginning counts if it is relative, and is marked."""
    if is_whole:
        return TextSpan(start + 1, stop - 1, _ESCAPINGS[text[start]])
    content = _decode(text[start + 1 : stop - 1])
    is_relative = content in _DOTS or content.startswith(RELATIVE_BEGINNINGS)
    return TextSpan(start + 1, stop - 1, _MARKED) if is_relative else None


_NOT_ASCII = compile_regex("[^\0-\x7f]")
# ECMA-262 12.2 and 12.3: white space (with all of category Zs), and what ends a line
_SPACES = "\xa0\u1680\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
_INSTEAD = dict.fromkeys(_SPACES, " ") | {"\u2028": "\n", "\u2029": "\n"}


def _bytes_of(text: str) -> bytes:
    """Give bytes of which each stands for a character; UTF-8 where the characters are its bytes."""
    try:
        data = text.encode("latin-1")
        data.decode()
    except UnicodeError:
        return _NOT_ASCII.sub(lambda match: _INSTEAD.get(match[0], "_"), text).encode("ascii")
    return data


def _strings_in(source: bytes) -> list[_String] | None:
    """Find the strings of specifiers; ``None`` if there is no parser, or it does not understand the text."""
    grammar = _grammar()
    tree = None if grammar is None else _parsed(source, grammar)
    if grammar is None or tree is None or tree.has_error:
        return None
    _, _, find = grammar
    captures = find(tree)
    imported = [_String(node.start_byte, node.end_byte, is_whole=True) for node in captures.get("from", ())]
    return imported + [each for node in captures.get("arguments", ()) for each in _first_argument(node)]


_LITERALS = frozenset({"string", "template_string"})


def _first_argument(arguments: Any) -> Iterator[_String]:  # noqa: ANN401 -- a node of a package that may be absent
    """Give the first argument of a call, if it is literal, or else the strings that it may begin with."""
    first = next((node for node in arguments.named_children if node.type != "comment"), None)
    waiting = [] if first is None else [first]
    while waiting:
        node = waiting.pop()
        if node.type in _LITERALS:
            is_computed = any(each.type == "template_substitution" for each in node.named_children)
            yield _String(node.start_byte, node.end_byte, is_whole=node == first and not is_computed)
        waiting += _beginnings(node)


_EITHER = frozenset({"||", "??", "&&"})
_BEGINNINGS: Mapping[
    str, tuple[str, ...]
] = {  # of each kind of node, the fields with which its text may begin
    "binary_expression": ("left",),
    "ternary_expression": ("consequence", "alternative"),
    "assignment_expression": ("right",),
    "call_expression": ("function", "arguments"),  # "./".concat(name); the latter, of String.raw`./${name}`
    "member_expression": ("object",),
    "subscript_expression": ("object",),
}
_CHILDREN = {  # or which of its parts they are
    "parenthesized_expression": slice(None),
    "await_expression": slice(None),
    "array": slice(1),  # ["./", name].join("")
    "sequence_expression": slice(-1, None),
    "template_substitution": slice(-1, None),
}


def _beginnings(node: Any) -> list[Any]:  # noqa: ANN401
    """Give the parts of an expression with one of which its text begins."""
    if node.type in _CHILDREN:
        return list(node.named_children[_CHILDREN[node.type]])
    if node.type == "template_string":  # `${"./a"}.js`
        return [part for part in node.named_children[:1] if part.start_byte == node.start_byte + 1]
    names = _BEGINNINGS.get(node.type, ())
    if node.type == "binary_expression" and node.child_by_field_name("operator").type in _EITHER:
        names = "left", "right"
    return [part for name in names if (part := node.child_by_field_name(name)) is not None]


_NUMBER = compile_regex("[0-9]+")
_QUERY = """
(import_statement source: (string) @from)
(export_statement source: (string) @from)
(call_expression function: (import) arguments: (arguments) @arguments)
"""


OLDEST_PARSER = 0, 26, 1
"""The first version of tree-sitter that reports progress; those before end the process instead."""


@cache
def _grammar() -> tuple[Any, Any, Any] | None:
    """Give the parser's class, the language, and what finds specifiers; ``None``: there is none."""
    from importlib.metadata import version  # noqa: PLC0415 -- only where a script has specifiers

    try:
        if tuple(map(int, _NUMBER.findall(version("tree-sitter")))) < OLDEST_PARSER:
            return None
        import tree_sitter  # noqa: PLC0415 -- an extra
        import tree_sitter_javascript  # noqa: PLC0415
    except ImportError:
        return None
    language = tree_sitter.Language(tree_sitter_javascript.language())
    query = tree_sitter.Query(language, _QUERY)

    def find(root: Any) -> Any:  # noqa: ANN401
        return tree_sitter.QueryCursor(query).captures(root)

    return tree_sitter.Parser, language, find


def has_parser() -> bool:
    """Whether there is a parser for scripts."""
    return _grammar() is not None


def _parsed(source: bytes, grammar: tuple[Any, Any, Any]) -> Any | None:  # noqa: ANN401
    """Parse a script; ``None`` if that takes more steps than scripts of its length need."""
    parser, language, _ = grammar
    steps = _Steps(source)
    try:
        tree = parser(language).parse(steps.read, progress_callback=steps.are_too_many)
    except ValueError:  # it was stopped
        return None
    return None if steps.are_spent else tree.root_node


class _Steps:
    """Counts how often the parser reads, and reports progress: no more than scripts of that length need."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._reads = 1000 + 8 * (len(source) // _CHUNK)
        self._asked = 1000 + len(source) // 25

    @property
    def are_spent(self) -> bool:
        """Whether the parser took too many steps."""
        return self._reads < 0 or self._asked < 0

    def read(self, offset: int, _point: object) -> bytes:
        """Give the bytes from an offset on."""
        self._reads -= 1
        return b"" if self.are_spent else self._source[offset : offset + _CHUNK]

    def are_too_many(self, _offset: int, has_error: bool) -> bool:  # noqa: FBT001 -- as the parser calls it
        """Whether the parser has to stop: after too many steps, or at an error in the script."""
        self._asked -= 1
        return has_error or self.are_spent


def _decode(written: str) -> str:
    """Read escapes; a surrogate without its other half becomes U+FFFD, as a URL parser gets it."""
    return join_surrogates(_ESCAPE.sub(_meant, written), "replace")


_CODES = compile_regex(r"\\(?:u\{0*+|u|x)([0-9A-Fa-f]{1,6})")


def _meant(escape: re.Match[str]) -> str:
    text = escape[0]
    codes = _CODES.findall(text)
    if codes:
        return "".join(chr(code) if code <= _LAST else "\ufffd" for code in (int(each, 16) for each in codes))
    return _SHORT.get(text[1:], text[1:])


def _decode_template(written: str) -> str:
    return _decode(written.replace("\r\n", "\n").replace("\r", "\n"))


def _escaping(quote: str) -> Escaping:
    """Escape the quote, and what a string or a script element does not hold as it is."""
    encode = replacing(rf"[{quote}\\<$\x00-\x1f\u2028\u2029\ud800-\udfff]", _encoded)
    decode = _decode_template if quote == "`" else _decode
    return Escaping(decode, encode, offsets=partial(decoded_by, _ESCAPE, decode))


def _encoded(match: re.Match[str]) -> str:
    character = match[0]
    return f"\\{character}" if character in "\"'`\\" else f"\\u{ord(character):04x}"


_ESCAPINGS: Mapping[str, Escaping] = {quote: _escaping(quote) for quote in "\"'`"}
_MARKED = Escaping(_decode, str, NO_PARSER)
