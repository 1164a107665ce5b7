"""A JSON text as a tree, with the offsets of its strings (RFC 8259).

A text is valid if a browser's JSON.parse accepts it, whatever its size and depth. It does not know links.
Used by `containers.json_edits`, `containers.sniffing`, `containers.zip` and `html.values`.
"""

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple, TypeAlias

from absolutize.html.grammar.offsets import decoded_by
from absolutize.html.values.escaping import Escaping
from absolutize.patterns import compile_regex


class String(NamedTuple):
    """A string: the span of its characters as written, between the quotes, and what they say."""

    start: int
    stop: int
    text: str


class JsonMember(NamedTuple):
    """A member of an object: its name, its value, and the names of earlier members that it overrides."""

    name: String
    value: "JsonValue"
    overridden: list[String]


Object: TypeAlias = dict[str, JsonMember]
JsonValue: TypeAlias = String | str | list["JsonValue"] | Object
"""A value of section 3; a number, ``true``, ``false`` or ``null`` is a str, as written."""


_SPACE = "[ \t\n\r]*+"  # section 2: ws
NUMBER = r"-?+(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+"  # section 6
_ESCAPE = r'\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})'  # section 7
_CHARACTERS = rf'(?:[^"\\\x00-\x1f]++|{_ESCAPE})*+'
_TOKEN = compile_regex(
    rf'{_SPACE}(?:"(?P<string>{_CHARACTERS})"(?P<name>{_SPACE}:)?+|(?P<scalar>{NUMBER}|true|false|null)'
    r"|(?P<object>\{)|(?P<array>\[)|(?P<close_object>\})|(?P<close_array>\])|(?P<comma>,)|(?P<other>.))",
    re.DOTALL,
)

# What may come next, by the names of the groups above; a "name" is a string and its colon.
_VALUE = frozenset({"string", "scalar", "object", "array"})
_FIRST = {"object": frozenset({"name", "close_object"}), "array": _VALUE | {"close_array"}}
# ... in an array, and in an object
_BEHIND_COMMA = _VALUE, frozenset({"name"})
_BEHIND_VALUE = frozenset({"comma", "close_array"}), frozenset({"comma", "close_object"})
_NOTHING = frozenset[str]()


def parse_json(text: str) -> JsonValue | None:
    """Read a JSON text; ``None`` if JSON.parse of a browser would refuse it.

    There is no byte order mark, no NaN, and no raw control character in a string; of two members of one name
    the last one counts. Nothing is read twice and nothing recurses, so that size and depth do not matter.
    """
    document: list[JsonValue] = []
    containers: list[list[JsonValue] | Object] = [document]  # those that are open
    name = String(0, 0, "")
    for token in _tokens(text):
        if token is None:
            return None
        kind, container = token.lastgroup or "", containers[-1]
        if kind == "name":
            name = _string(token)
        elif kind in _FIRST:
            containers.append(_begin(kind, name, container))
        elif kind in _VALUE:
            _add(_string(token) if kind == "string" else token["scalar"], name, container)
        elif kind != "comma":
            containers.pop()
    return document[0]


def is_json_text(text: str) -> bool:
    """Whether `parse_json` reads a text; nothing of it is kept, so that values take no memory."""
    return all(_tokens(text))


def _tokens(text: str) -> Iterator[re.Match[str] | None]:
    """Give the tokens of a JSON text; ``None`` in place of one that may not be there, or is missing."""
    containers, expected = bytearray(), _VALUE  # for each that is open, whether it is an object
    # without the white space behind the value, so that every token ends in something
    for token in _TOKEN.finditer(text, 0, len(text.rstrip(" \t\n\r"))):
        kind = token.lastgroup or ""
        if kind not in expected:
            yield None
            return
        if kind == "comma":
            expected = _BEHIND_COMMA[containers[-1]]
        elif kind == "name":
            expected = _VALUE
        elif kind in _FIRST:
            expected = _FIRST[kind]
            containers.append(kind == "object")
        else:
            if kind not in _VALUE:
                containers.pop()
            expected = _BEHIND_VALUE[containers[-1]] if containers else _NOTHING
        yield token
    if expected is not _NOTHING:
        yield None


def _string(token: re.Match[str]) -> String:
    return String(*token.span("string"), _unescaped(token["string"]))


def _begin(kind: str, name: String, container: list[JsonValue] | Object) -> list[JsonValue] | Object:
    """Add an empty object or array, and give it."""
    value: list[JsonValue] | Object = {} if kind == "object" else []
    _add(value, name, container)
    return value


def _add(value: JsonValue, name: String, container: list[JsonValue] | Object) -> None:
    if not isinstance(container, dict):
        container.append(value)
    elif (earlier := container.get(name.text)) is None:
        container[name.text] = JsonMember(name, value, [])
    else:
        earlier.overridden.append(earlier.name)
        container[name.text] = JsonMember(name, value, earlier.overridden)


def members_of(value: JsonValue | None) -> Object:
    """List the members of a value: none if it is no object."""
    return value if isinstance(value, dict) else {}


def elements(value: JsonValue | None) -> list[JsonValue]:
    """List the elements of a value: none if it is no array."""
    return value if isinstance(value, list) else []


def objects(value: JsonValue) -> Iterator[Object]:
    """Find every object in a value, however deep."""
    waiting = [value]
    while waiting:
        json_value = waiting.pop()
        waiting.extend(elements(json_value))
        waiting.extend(member.value for member in members_of(json_value).values())
        if isinstance(json_value, dict):
            yield json_value


_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
SURROGATE_PAIR = r"\\u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}"  # two escapes, one character
_ESCAPED = compile_regex(r"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
SURROGATE = compile_regex("[\ud800-\udfff]")
_CHARACTER = compile_regex(rf"{SURROGATE_PAIR}|{_ESCAPE}|.", re.DOTALL)


def offset(text: str, string: String, index: int) -> int:
    """Tell where in the JSON text a string's character number ``index`` begins, or where the string ends."""
    if string.stop - string.start == len(string.text):  # an escape is longer than what it stands for
        return min(string.start + index, string.stop)
    characters = _CHARACTER.finditer(text, string.start, string.stop)
    return next((match.start() for match in islice(characters, index, None)), string.stop)


def _unescaped(written: str) -> str:
    """Read the escapes; a surrogate without its other half stays one, as in JSON.parse.

    A surrogate that is not written as an escape becomes U+FFFD, as a decoder makes it.
    """
    written = SURROGATE.sub("\ufffd", written)
    simple = written.replace(r"\/", "/")
    if "\\" not in simple:
        return simple
    return join_surrogates(_ESCAPED.sub(_meant, written), "surrogatepass")


def _meant(escape: re.Match[str]) -> str:
    code, letter = escape.groups()
    return chr(int(code, 16)) if code else _SHORT.get(letter, letter)


def join_surrogates(text: str, lone: str) -> str:
    """Join the halves of pairs; ``lone`` is the `errors` of `bytes.decode`, for halves without the other."""
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", lone)


def _decode(written: str) -> str:
    """Read characters of a string as a URL parser gets them: scalar values (Infra Standard 4.6)."""
    return join_surrogates(_unescaped(written), "replace")


# Section 7 wants the quotation mark, the reverse solidus and the controls escaped. Where no "<" is,
# a script element neither ends nor begins to escape its data (HTML Standard 13.2.5.4, 4.12.1.3).
_UNSAFE = compile_regex('["\\\\<\x00-\x1f\ud800-\udfff]')
_BY_ITSELF = {'"': r"\"", "\\": r"\\"}


def _encode(text: str) -> str:
    return _UNSAFE.sub(lambda unsafe: _BY_ITSELF.get(unsafe[0]) or f"\\u{ord(unsafe[0]):04x}", text)


JSON_ESCAPING = Escaping(
    _decode, _encode, offsets=partial(decoded_by, compile_regex(f"{SURROGATE_PAIR}|{_ESCAPE}"), _decode)
)
"""The characters of a JSON string inside a script element."""
