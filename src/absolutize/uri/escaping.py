"""Escaping data for a component of a URI, and back: RFC 2396 2.4.2, RFC 1630's conventional encoding.

Resolution never does this: a URI is always in its escaped form.
"""

import re
from collections.abc import Mapping
from typing import Literal

from absolutize.patterns import compiled
from absolutize.uri.ruleset import RuleSet, check_choice

Component = Literal["userinfo", "reg_name", "segment", "param", "query", "fragment"]

_ALPHANUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_UNRESERVED_2396 = frozenset(_ALPHANUM + "-_.!~*'()")  # 2.3
_UNRESERVED_3986 = frozenset(_ALPHANUM + "-._~")  # 2.3
# RFC 1630 safe and extra, without "*" and "!", which are "reserved for use as having special signifiance
# within specific schemes" (so printed)
_SAFE_1630 = frozenset(_ALPHANUM + "$-_@.&\"'(),")
_UNRESERVED: Mapping[str, frozenset[str]] = {
    "www-uri-00": _SAFE_1630,
    "rfc1630": _SAFE_1630,
    "rfc3986": _UNRESERVED_3986,
}

# What is reserved elsewhere and has no purpose in a component, by RFC 2396 3.2.1 to 3.4: of the query all
# is reserved, and of the fragment it is the media type that says so.
_MORE: Mapping[Component, frozenset[str]] = {
    "userinfo": frozenset("&=+$,"),
    "reg_name": frozenset("&=+$"),
    "segment": frozenset(":@&+$,"),
    "param": frozenset(":@&+$,"),
    "query": frozenset(),
    "fragment": frozenset(),
}
_MEMO = frozenset({"www-uri-00", "rfc1630"})
_ESCAPES = compiled("(?:%[0-9A-Fa-f]{2})++")


def escape(text: str, component: Component, rules: RuleSet, encoding: str | None) -> str:
    """Escape data so that it can be no more than a component of a URI, or a part of one."""
    check_choice("component", component, Component)
    if component == "segment" and text in {".", ".."}:
        return text.replace(".", "%2E")  # not a dot segment
    kept = _kept(component, rules)
    used = _known(encoding or _encoding(rules))
    try:
        return "".join(character if character in kept else _escaped(character, used) for character in text)
    except UnicodeEncodeError as error:
        missing = str(error.object)
        message = f"text[{text.index(missing)}]: {missing!r} is not in {used}, {_whose(encoding, rules)}"
        raise ValueError(message) from error


def unescape(text: str, rules: RuleSet, encoding: str | None) -> str:
    """Unescape the escapes of a component, once; what comes of them is not looked at again."""
    used = _known(encoding or _encoding(rules))

    def unescaped(found: re.Match[str]) -> str:
        try:
            return bytes.fromhex(found[0].replace("%", "")).decode(used)
        except UnicodeDecodeError as error:
            octets = found[0][3 * error.start : 3 * error.end]
            where = f"text[{found.start() + 3 * error.start}]"
            message = f"{where}: {octets!r} is no character in {used}, {_whose(encoding, rules)}"
            raise ValueError(message) from error

    return _ESCAPES.sub(unescaped, text)


def _known(encoding: str) -> str:
    """Refuse an encoding that there is not."""
    try:
        "a".encode(encoding)
    except LookupError:
        message = f"encoding {encoding!r}: Python has none of that name"
        raise ValueError(message) from None
    return encoding


def _whose(encoding: str | None, rules: RuleSet) -> str:
    return "the encoding given" if encoding else f"the encoding of {rules.name}"


def _kept(component: Component, rules: RuleSet) -> frozenset[str]:
    if rules.name in _MEMO:
        return _SAFE_1630 - frozenset("@") if component == "userinfo" else _SAFE_1630
    unreserved = _UNRESERVED.get(rules.name, _UNRESERVED_2396)
    return unreserved | _MORE[component] if rules.collected is not None else unreserved


def _escaped(character: str, encoding: str) -> str:
    return "".join(f"%{octet:02X}" for octet in character.encode(encoding))


def _encoding(rules: RuleSet) -> str:
    """Give the encoding: "two hexadecimal digits (0-9, A-F) giving the ISO Latin 1 code" (RFC 1630)."""
    return "iso-8859-1" if rules.name in _MEMO else "utf-8"
