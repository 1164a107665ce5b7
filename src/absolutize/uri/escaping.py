"""Percent-encode data as a component of a URI, and decode it (RFC 2396 2.4.2, RFC 1630).

Resolution never does this: a URI is always in its escaped form. It does not know how a URI is divided into
components. Used by `uri`.
"""

import codecs
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from typing import Literal

from absolutize.calls import beginning_of, check_choice
from absolutize.patterns import compile_regex
from absolutize.uri.equivalence import ALPHANUM, SAFE_1630, UNRESERVED_2396, UNRESERVED_3986
from absolutize.uri.ruleset import RuleSet

Component = Literal["userinfo", "reg_name", "segment", "param", "query", "fragment"]

# Reserved characters that have no purpose in a component, by RFC 2396 3.2.1 to 3.4. In a query all of them
# are reserved; in a fragment the media type decides.
_MORE: Mapping[Component, frozenset[str]] = {
    "userinfo": frozenset("&=+$,"),
    "reg_name": frozenset("&=+$"),
    "segment": frozenset(":@&+$,"),
    "param": frozenset(":@&+$,"),
    "query": frozenset(),
    "fragment": frozenset(),
}
_MEMO = frozenset({"www-uri-00", "rfc1630"})
_USER_1630 = frozenset(ALPHANUM + "-_.+")
"""The characters of a user and a password by RFC 1630: alphanum2, which has no escapes."""
_OF_NO_TEXT = frozenset({"idna", "undefined"})
"""Python's codecs that cannot encode every text: one is only for hosts, the other for nothing."""
_ESCAPES = compile_regex("(?:%[0-9A-Fa-f]{2})++")


def escape_component(text: str, component: Component, rules: RuleSet, encoding: str | None) -> str:
    """Escape data so that they cannot be read as more than a component of a URI, or a part of one."""
    check_choice("component", component, Component)
    kept = _kept(component, rules)
    if component == "segment" and text in {".", ".."}:
        kept = frozenset()  # not a dot segment
    used = _known(encoding or _encoding(rules))
    if component == "userinfo" and rules.name == "rfc1630":
        return _user_1630(text)
    return "".join(_runs(text, kept, used, _whose(encoding, rules)))


def _user_1630(text: str) -> str:
    """Give the data unchanged, since a user has no escapes; refuse characters that it cannot have."""
    for place, character in enumerate(text):
        if character not in _USER_1630:
            message = f"text[{place}]: {character!r} can be in no userinfo of rfc1630, which has no escapes"
            raise ValueError(message)
    return text


def _runs(text: str, kept: frozenset[str], encoding: str, whose: str) -> Iterator[str]:
    """Escape whole runs of characters between kept ones, since an encoding may begin each run with a mark."""
    start = 0
    for stays, characters in groupby(text, kept.__contains__):
        run = "".join(characters)
        yield run if stays else _escaped(run, start, encoding, whose)
        start += len(run)


def unescape_component(text: str, rules: RuleSet, encoding: str | None) -> str:
    """Unescape the escapes of a component, once; their results are not unescaped again."""
    used = _known(encoding or _encoding(rules))

    def unescaped(match: re.Match[str]) -> str:
        try:
            return bytes.fromhex(match[0].replace("%", "")).decode(used)
        except UnicodeDecodeError as error:
            octets = match[0][3 * error.start : 3 * error.end]
            where = f"text[{match.start() + 3 * error.start}]"
            message = f"{where}: {octets!r} is no character in {used}, {_whose(encoding, rules)}"
            raise ValueError(message) from error
        except UnicodeError as error:  # of codecs that do not say where, such as punycode
            where = f"text[{match.start()}:{match.end()}]"
            message = f"{where}: cannot be decoded from {used}, {_whose(encoding, rules)}"
            raise ValueError(message) from error

    return _ESCAPES.sub(unescaped, text)


def _known(encoding: str) -> str:
    """Refuse an encoding that does not exist, and one that is not for text."""
    try:
        name = codecs.lookup(encoding).name
    except (LookupError, ValueError):  # ValueError: of a name that can be none
        message = f"encoding {beginning_of(encoding)!r}: Python has none of that name"
        raise ValueError(message) from None
    with suppress(LookupError, ValueError):  # of a codec that is not for text, such as "hex"
        if name not in _OF_NO_TEXT:
            "a".encode(encoding)
            return encoding
    message = f"encoding {beginning_of(encoding)!r}: not an encoding of text"
    raise ValueError(message)


def _whose(encoding: str | None, rules: RuleSet) -> str:
    return "the encoding given" if encoding else f"the encoding of {rules.name}"


def _kept(component: Component, rules: RuleSet) -> frozenset[str]:
    if rules.name in _MEMO:
        return SAFE_1630 - frozenset("@") if component in {"userinfo", "reg_name"} else SAFE_1630
    unreserved = UNRESERVED_3986 if rules.name == "rfc3986" else UNRESERVED_2396
    return unreserved | _MORE[component] if rules.read_grammar is not None else unreserved


def _escaped(run: str, start: int, encoding: str, whose: str) -> str:
    """Escape a whole run; refuse it if decoding gives another text: shift_jis may change a yen sign."""
    try:
        octets = run.encode(encoding)
    except UnicodeEncodeError as error:
        message = f"text[{start + error.start}]: {run[error.start]!r} is not in {encoding}, {whose}"
        raise ValueError(message) from error
    if octets.decode(encoding, "replace") != run:
        message = f"text[{start}:{start + len(run)}] cannot be decoded unchanged from {encoding}, {whose}"
        raise ValueError(message)
    return "".join(f"%{octet:02X}" for octet in octets)


def _encoding(rules: RuleSet) -> str:
    """Give the encoding: "two hexadecimal digits (0-9, A-F) giving the ISO Latin 1 code" (RFC 1630)."""
    return "iso-8859-1" if rules.name in _MEMO else "utf-8"
