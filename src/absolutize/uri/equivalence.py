"""The normal form of a URI, by which two URIs are equivalent (RFC 2396 section 6, RFC 3986 section 6).

Each specification has its normal form; only differences that it calls insignificant are removed. Nothing here
resolves a reference. Used by `uri`, `uri.canonical` and `uri.security`.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from absolutize.patterns import compile_regex
from absolutize.uri.components import Authority, parse_authority
from absolutize.uri.reference import Reference, recompose, split
from absolutize.uri.rules import rfc1630, whatwg
from absolutize.uri.rules.rfc3986 import remove_dot_segments
from absolutize.uri.ruleset import RuleSet

DEFAULT_PORTS: Mapping[str, str] = {
    "ftp": "21",
    "telnet": "23",
    "gopher": "70",
    "http": "80",
    "nntp": "119",
    "wais": "210",
    "https": "443",
    "prospero": "1525",
    "ws": "80",
    "wss": "443",
}
"""The ports that the schemes define (RFC 1738 and their registrations)."""


def normalize(text: str, rules: RuleSet) -> str:
    """Bring a reference to the normal form of a specification."""
    return NORMAL_FORMS[rules.name](text, rules)


# An escape; but not behind a stray "%" or "%4": unescaped, it would form another escape with that
_ESCAPE = compile_regex("(?<!%)(?<!%[0-9A-Fa-f])%([0-9A-Fa-f]{2})")
ALPHANUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def unescape_characters(text: str, characters: frozenset[str]) -> str:
    """Unescape these characters, once, and write all other escapes with capital letters.

    RFC 2396 2.4.2: "Implementers should be careful not to escape or unescape the same string more
    than once". The result of an escape is never unescaped again.
    """

    def plain(escape: re.Match[str]) -> str:
        character = chr(int(escape[1], 16))
        return character if character in characters else escape[0].upper()

    return _ESCAPE.sub(plain, text)


def unescape_path(path: str, characters: frozenset[str]) -> str:
    """Unescape characters in a path, but never make a dot segment: "%2E%2E" was data."""
    unescaped = (unescape_characters(segment, characters) for segment in path.split("/"))
    return "/".join(
        segment.upper() if was in {".", ".."} and was != segment else was
        for segment, was in zip(path.split("/"), unescaped, strict=True)
    )


def _path(reference: Reference, characters: frozenset[str]) -> str:
    """Unescape a reference's path, but never so that text before a colon becomes a scheme."""
    first, slash, rest = reference.path.partition("/")
    if reference.scheme is None and reference.authority is None and ":" in first:
        return unescape_characters(first, frozenset()) + slash + unescape_path(rest, characters)
    return unescape_path(reference.path, characters)


# RFC 2396 and its drafts

# 2.3: "Unreserved characters can be escaped without changing the semantics of the URI"
UNRESERVED_2396 = frozenset(ALPHANUM + "-_.!~*'()")
UNRESERVED_3986 = frozenset(ALPHANUM + "-._~")


def _form_2396(text: str, rules: RuleSet) -> str:
    """RFC 2396 6: "the scheme and hostname are case insensitive", and a default port is left out."""
    reference = split(text)
    scheme = reference.scheme and reference.scheme.lower()
    return recompose(
        Reference(
            scheme,
            _authority(reference.authority, scheme, rules, UNRESERVED_2396),
            _path(reference, UNRESERVED_2396),
            reference.query and unescape_characters(reference.query, UNRESERVED_2396),
            reference.fragment and unescape_characters(reference.fragment, UNRESERVED_2396),
        )
    )


def _authority(
    text: str | None, scheme: str | None, rules: RuleSet, characters: frozenset[str]
) -> str | None:
    if text is None:
        return None
    unescaped = unescape_characters(text, characters)  # no delimiter is unreserved
    parsed = parse_authority(unescaped, rules, "printed")
    if parsed.host is None:
        return unescaped
    # 3.2.2: "If the port is omitted, the default port number is assumed"; G.3: "the ":" separator
    # between host and port is supplied without a port"
    number = (parsed.port or "").lstrip("0") or (parsed.port and "0")
    port = "" if number in {None, "", DEFAULT_PORTS.get(scheme or "")} else f":{number}"
    userinfo = "" if parsed.userinfo is None else f"{parsed.userinfo}@"
    return userinfo + _host(parsed, scheme, rules) + port


def _host(parsed: Authority, scheme: str | None, rules: RuleSet) -> str:
    host = unescape_characters((parsed.host or "").lower(), frozenset())
    # bis-00 3.2.2: "the "file" URI scheme defaults to "localhost""; RFC 3986 3.2.2 likewise
    if rules.name in {"rfc2396bis-00", "rfc3986"} and (scheme, host) == ("file", "localhost"):
        return ""
    return host


# RFC 3986


def _form_3986(text: str, rules: RuleSet) -> str:
    """Take the syntax-based and scheme-based normalizations of 6.2.2 and 6.2.3."""
    reference = split(text)
    scheme = reference.scheme and reference.scheme.lower()
    authority = _authority(reference.authority, scheme, rules, UNRESERVED_3986)
    if scheme is None:  # dot segments of a relative reference are significant
        path = _path(reference, UNRESERVED_3986)
    else:
        path = remove_dot_segments(unescape_characters(reference.path, UNRESERVED_3986))
        # "the path cannot begin with two slash characters" without an authority (3.3)
        path = f"/.{path}" if authority is None and path.startswith("//") else path
    # 6.2.3: "a URI that uses the generic syntax for authority with an empty path should be
    # normalized to a path of "/"", for the schemes that define it so
    if authority and not path and scheme in {"http", "https", "ws", "wss"}:
        path = "/"
    query = reference.query and unescape_characters(reference.query, UNRESERVED_3986)
    fragment = reference.fragment and unescape_characters(reference.fragment, UNRESERVED_3986)
    return recompose(Reference(scheme, authority, path, query, fragment))


# RFC 1630 and its draft


class Level(NamedTuple):
    """The encoding level of a normal form: characters that are decoded, and those that are encoded."""

    safe: frozenset[str]
    unsafe: re.Pattern[str]


# safe and extra, without "*" and "!", which are "reserved for use as having special signifiance within
# specific schemes" (so printed)
SAFE_1630 = frozenset(ALPHANUM + "$-_@.&\"'(),")


def _level(more: str) -> Level:
    """Make a level of the characters that both specifications call safe or extra, and of ``more``."""
    safe = SAFE_1630.union(more)
    return Level(safe, compile_regex("[^" + re.escape("".join(sorted(safe | frozenset("%/#?+*!=;:")))) + "]"))


# "Before two URIs can be compared, it is therefore necessary to bring them to the same encoding
# level. However, the reserved characters mentioned above [...] may NEVER be encoded and unencoded
# in this way": those are % / # ? + and, by the memo alone, * and !. The draft has ":" and ";" as
# extra ones, which the memo's BNF calls reserved.
_LEVELS: Mapping[str, Level] = {"rfc1630": _level(""), "www-uri-00": _level("*!:;")}
#     the text before a path, in which "@" and ":" are delimiters: "[ user [ : password ] @ ] hostport"
_BEFORE_PATH = compile_regex("(?:[^/:]*+:)?+(//[^/]*+)?+")


_FTP_PORT = compile_regex(r"\A(ftp://(?:[^/]*@)?+[^/@:]*+):21(?=/|\Z)")
_ANONYMOUS = compile_regex(r"(?<=\Aftp://)anonymous@(?=[^/@]*+(?:/|\Z))")


def _form_1630(text: str, rules: RuleSet) -> str:
    """Encode unsafe characters, decode safe ones; drop a void fragment; a void host is the local one."""
    level = _LEVELS[rules.name]
    uri, _, fragment = text.partition("#")
    before, question_mark, search = uri.partition("?")
    scheme = rfc1630.scheme_before_colon(before)
    same = _form_of_path(before, level)
    if (rules.name, scheme) == ("rfc1630", "file"):  # "A void host field is equivalent to "localhost"."
        same = re.sub("^file://localhost(?=/|$)", "file://", same)
    if scheme == "ftp":  # "if not the FTP default"; "the user name is "anonymous"" unless one is given
        same = _FTP_PORT.sub(r"\1", same)
        same = _ANONYMOUS.sub("", same)
    if scheme == "gopher":  # "1" (ASCII 31 hex) is assumed"; "the type defaults to "1""
        same = re.sub("^(gopher://[^/]*)/1?$", r"\1", same)
    # "Within the query string, the plus sign is reserved as shorthand notation for a space": written
    # out, since "search = xalphas [ + search ]" has one between words alone.
    # A colon before any slash would make an absolute form of a partial one.
    kept = frozenset(":") if scheme is None and "/" not in before else frozenset[str]()
    words = _encoding_level(search, level, kept).replace("+", "%20")
    hash_sign = "#" if fragment else ""  # "A void fragment-id with or without the hash sign"
    return same + question_mark + words + hash_sign + _encoding_level(fragment, level)


def _form_of_path(text: str, level: Level) -> str:
    """Bring scheme, authority and path to the level; an escape never becomes a delimiter."""
    match = _BEFORE_PATH.match(text)
    assert match is not None  # noqa: S101 -- it matches anything
    before, path = match[0], text[match.end() :]
    kept = frozenset("@:") if not before else frozenset("@") if match[1] is None else frozenset()
    return _encoding_level(before, level, frozenset("@:;")) + _encoding_level(path, level, kept)


def _encoding_level(text: str, level: Level, kept: frozenset[str] = frozenset()) -> str:
    return level.unsafe.sub(_encoded, unescape_path(text, level.safe - kept))


def _encoded(character: re.Match[str]) -> str:
    """Write the ISO Latin 1 code; a character without one stays, since no encoding is defined for it."""
    code = ord(character[0])
    return f"%{code:02X}" if code <= 0xFF else character[0]  # noqa: PLR2004 -- Latin 1's last


def _form_whatwg(text: str, _rules: RuleSet) -> str:
    """Serialise the URL (URL Standard 4.5, "URL equivalence" by 4.6); a text that is no URL stays."""
    url = whatwg.parse_url(text)
    return text if url is None else url


NORMAL_FORMS: Mapping[str, Callable[[str, RuleSet], str]] = {
    "www-uri-00": _form_1630,
    "rfc1630": _form_1630,
    "uri-syntax-02": _form_2396,
    "uri-syntax-03": _form_2396,
    "rfc2396": _form_2396,
    "rfc2396bis-00": _form_2396,
    "rfc3986": _form_3986,
    "whatwg": _form_whatwg,
}
