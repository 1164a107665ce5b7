"""Cautions of the specifications for URIs: passwords, unusual ports, escaped delimiters (RFC 2396 section 7).

A caution is not an error. The module does not know HTML, and refuses nothing. Used by `absolutize`, `cli`,
`engine`, `report.document` and `uri`.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import unquote

from absolutize import findings
from absolutize.answer_cache import AnswerCache
from absolutize.findings import Finding
from absolutize.patterns import compile_regex
from absolutize.readonly import ReadOnly
from absolutize.uri.components import Authority, parse_authority
from absolutize.uri.equivalence import DEFAULT_PORTS
from absolutize.uri.reference import SCHEME, Reference, is_same_document, recompose, scheme_in, split
from absolutize.uri.rules import whatwg
from absolutize.uri.rules.rfc1630 import scheme_before_colon
from absolutize.uri.rules.rfc2396 import HIERARCHICAL_SCHEMES
from absolutize.uri.ruleset import RuleSet

_SKIPS_SLASHES = whatwg.SPECIAL_SCHEMES - {"file"}  # a file: URL has no user
_REMOVED = r"[\t\n\r]*+"  # the URL parser removes these wherever they are (URL Standard 4.4, step 3)
_SPELLED = "|".join(_REMOVED.join(scheme) for scheme in sorted(_SKIPS_SLASHES))
_SCHEME = rf"(?<![A-Za-z0-9+.\-])(?i:{_SPELLED}){_REMOVED}:"
_SLASH = rf"{_REMOVED}[/\\]"
_LEAD = rf"(?:{_SCHEME}(?:{_SLASH})*+|[/\\](?:{_SLASH})++)"
#     a backslash ends the authority in browsers, and is a part of it by RFC 3986; any authority is consumed,
#     so that no text is read twice
_AUTHORITY = compile_regex(rf"({_LEAD})((?:(?!{_SCHEME}[/\\])[^/?#])*+)")
_IN_TEXT = compile_regex(rf"""({_LEAD})((?:(?!{_SCHEME}[/\\])[^/?#\s"'<>])*+)""")
_CUT_AT_END = compile_regex(rf"""({_LEAD})[^/?#\s"'<>]*+\Z""")
_CUT_AT_START = compile_regex(r"""\A(?:[A-Za-z]*+:)?+[\t\n\r/\\]*+[^/?#\s"'<>]*@""")


def mask_password(reference: str) -> str:
    """Put three asterisks in the place of a reference's password, as browsers and as the RFCs read it."""
    return _AUTHORITY.sub(_masked, reference) if "@" in reference else reference


def mask_passwords(text: str) -> str:
    """Put three asterisks in the place of passwords in the URLs of a text."""
    return _IN_TEXT.sub(_masked, text) if "@" in text else text


def mask_cut(text: str, *, at_start: bool, at_end: bool) -> str:
    """Mask the passwords in a short text that was cut from a longer one.

    Where it was cut, what may be a part of a password is left out.
    """
    whole = _CUT_AT_END.sub(r"\1", text) if at_end else text
    return mask_passwords(_CUT_AT_START.sub("", whole) if at_start else whole)


def mask_place(name: str) -> str:
    """Mask the passwords in the name of a document; behind that of an archive, it may have the URL."""
    archive, mark, place = name.partition("!")
    return archive + mark + mask_password(place)


def mask_written(written: str, reference: str) -> str:
    """Mask a reference as it is written; if escapes hide a password there, give the masked reference."""
    is_hidden = "@" in reference and _passwords_in(written) != _passwords_in(reference)
    return mask_password(reference if is_hidden else written)


def _masked(match: re.Match[str]) -> str:
    user, password, server = _divided(match[2])
    return f"{match[1]}{user}:***@{server}" if password else match[0]


def _passwords_in(reference: str) -> list[str]:
    """List the passwords in a reference; there may be other URLs in its path."""
    passwords = (_divided(authority)[1] for _, authority in _AUTHORITY.findall(reference))
    return list(filter(None, passwords))


def _divided(authority: str) -> tuple[str, str, str]:
    """Divide an authority into user, password and server: the last "@" counts, as in browsers."""
    userinfo, _, server = authority.rpartition("@")
    user, _, password = userinfo.partition(":")
    return user, password, server


class Caution(NamedTuple):
    """Something in a reference that a specification warns of.

    Attributes:
        code: Its code in `CAUTIONS`.
        start: Offset of its first character in the reference, from 0.
        stop: Offset behind its last character.
        text: The text between the two offsets.

    Source: RFC 2396 section 7; RFC 3986 section 7.
    """

    code: str
    start: int
    stop: int
    text: str


CAUTIONS: Mapping[str, Finding] = ReadOnly({finding.code: finding for finding in findings.CAUTION_FINDINGS})
"""The codes of all cautions, each with a message and its citation."""

_OF_DRAFT = frozenset({"local-news", "local-content"})
_OF_MEMO = _OF_DRAFT | {"gopher-hierarchy", "local-file"}
_OF_3986 = frozenset({"misleading-userinfo", "rare-address"})
_OF_BIS = frozenset({"no-host"})
_OF_2396 = frozenset(CAUTIONS) - _OF_MEMO - _OF_3986 - _OF_BIS

CAUTIONS_OF_RULES: Mapping[str, frozenset[str]] = ReadOnly(
    {
        "www-uri-00": _OF_DRAFT,
        "rfc1630": _OF_MEMO,
        "uri-syntax-02": _OF_2396,
        "uri-syntax-03": _OF_2396,
        "rfc2396": _OF_2396,
        "rfc2396bis-00": _OF_2396 | _OF_BIS,
        "rfc3986": _OF_2396 | _OF_BIS | _OF_3986,
        "whatwg": _OF_2396 | _OF_BIS | _OF_3986,
    }
)
"""The codes of each specification's cautions; the URL Standard has none, and gets those of RFC 3986."""

SERVICES: Mapping[str, str] = ReadOnly(
    {"7": "echo", "9": "discard", "19": "chargen", "22": "ssh", "25": "smtp", "53": "domain", "79": "finger"}
    | {"110": "pop3", "143": "imap", "6000": "x11", "6667": "irc"}
    | {port: scheme for scheme, port in reversed(list(DEFAULT_PORTS.items()))}
)
"""Well-known ports and their services; "a gopher URL [...] via a SMTP server" is RFC 2396's example."""


def cautions_of(text: str, rules: RuleSet, base: str | None = None) -> tuple[Caution, ...]:
    """List the cautions of a specification for a reference, in the order of the text.

    ``base`` is the URI of the context, for cautions about relative forms.
    """
    cautions = (
        caution for caution in _all(text, rules, base) if caution.code in CAUTIONS_OF_RULES[rules.name]
    )
    return tuple(sorted(cautions, key=lambda caution: caution.start))


#     not what has two slashes behind its scheme: there, the RFC reads the same
_READ = compile_regex(rf"(?!{SCHEME}://[^/\\])(?:({SCHEME}):)?([/\\]*+)([^/\\?#]++)")


def read_authority(reference: str, base: str | None) -> str | None:
    """Give the scheme and the authority that browsers read in a reference, as RFC 3986 spells them.

    Behind special schemes the URL parser skips slashes and backslashes, and needs none of them unless the
    base has the same scheme (4.4, scheme state). ``None``: it reads none, or one that the RFC reads, too.
    """
    match = _READ.match(reference)
    scheme, slashes, authority = (None, "", "") if match is None else match.groups()
    has_slashes = len(slashes) >= len("//")
    if scheme is None and not has_slashes:
        return None
    context = scheme_in(base or "")
    named = context if scheme is None else scheme.lower()
    if named not in _SKIPS_SLASHES | {""} or (named == context and not has_slashes):
        return None
    read = recompose(Reference(named or None, authority))
    return None if reference.startswith(read) else read


#     a number in C's notation, or several with dots between: RFC 3986 7.4, "inet_aton"
_NUMBER = "(?:0[xX][0-9A-Fa-f]*|[0-9]+)"
_RARE = compile_regex(rf"{_NUMBER}(?:\.{_NUMBER}){{0,3}}")
_USUAL = compile_regex(r"(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}")
_CONTROL = compile_regex("%(?:[01][0-9A-Fa-f]|7[Ff])")
_LIKE_A_HOST = compile_regex(r"[^:]*\w\.\w")


_WITH_HOST = frozenset({"http", "https"})
"""The schemes whose URIs always name a host."""


_LOCAL: Mapping[str, str] = {"nntp": "local-news", "cid": "local-content"}
"""The schemes whose URIs are only meaningful locally, each with its caution."""

_LOCAL_FILE = compile_regex(r"(?i:file:(?!//(?!(?:localhost)?(?:[/?#]|\Z))))")
"""The beginning of a URI of a file without a host, or with "localhost"."""


def _all(text: str, rules: RuleSet, base: str | None) -> Iterator[Caution]:
    """List the cautions of all specifications."""
    for escape in _CONTROL.finditer(text):
        yield Caution("escaped-delimiter", escape.start(), escape.end(), escape[0])
    named = (scheme_before_colon(text) or "").lower()
    if named in _LOCAL:
        yield Caution(_LOCAL[named], 0, len(text), text)
    if _LOCAL_FILE.match(text) is not None:
        yield Caution("local-file", 0, len(text), text)
    context = (scheme_before_colon(base or "") or "").lower()
    if not named and context == "gopher" and not is_same_document(text):
        yield Caution("gopher-hierarchy", 0, len(text), text)
    reference = split(text)
    scheme = reference.scheme or ""
    if reference.authority is not None:
        start = len(f"{scheme}://" if reference.scheme is not None else "//")
        yield from _of_authority(reference, start, rules)
    elif _is_misformed(scheme.lower(), reference.path) and context in {"", scheme.lower()}:
        yield Caution("misformed-relative", 0, len(scheme) + 1, f"{scheme}:")


def _is_misformed(scheme: str, path: str) -> bool:
    """Whether it may be a relative reference behind a scheme; only file URIs may lack an authority."""
    return scheme in HIERARCHICAL_SCHEMES and not (scheme == "file" and path.startswith("/"))


def _of_authority(reference: Reference, start: int, rules: RuleSet) -> Iterator[Caution]:
    """List the cautions about a server; "a_b:25" may be a name in a registry (3.2.1), but looks like one."""
    parsed = _SERVERS[reference.authority or "", rules]
    userinfo, host, port = parsed.userinfo, parsed.host or "", parsed.port
    at_host = start if userinfo is None else start + len(userinfo) + 1
    if userinfo is not None:
        name, colon, password = userinfo.partition(":")
        if password:
            begin = start + len(name) + len(colon)
            yield Caution("password", begin, begin + len(password), password)
        if _LIKE_A_HOST.match(userinfo):
            yield Caution("misleading-userinfo", start, start + len(userinfo), userinfo)
    if _RARE.fullmatch(_looked_up(host)) and not _USUAL.fullmatch(host):
        yield Caution("rare-address", at_host, at_host + len(host), host)
    if (reference.scheme or "").lower() in _WITH_HOST and not host:
        yield Caution("no-host", at_host, at_host, "")
    code = _of_port((reference.scheme or "").lower(), port)
    if port is not None and code is not None:
        begin = at_host + len(host) + 1
        yield Caution(code, begin, begin + len(port), port)


def _looked_up(host: str) -> str:
    """Spell a host as browsers look it up: without escapes, wide digits and a dot at its end."""
    return unicodedata.normalize("NFKC", unquote(host)).replace("\u3002", ".").removesuffix(".")


def _server(authority_and_rules: tuple[str, RuleSet]) -> Authority:
    """Parse an authority; one that is no server by the grammar, or without a grammar, as RFC 3986 does."""
    authority, rules = authority_and_rules
    if rules.read_grammar is not None and ("server" in rules.grammar or "authority" in rules.grammar):
        parsed = parse_authority(authority, rules, "printed")
        if parsed.registry is None:
            return parsed
    userinfo, at, server = authority.rpartition("@")
    host, colon, port = server.rpartition(":")
    has_port = bool(colon) and "]" not in port
    return Authority(userinfo if at else None, host if has_port else server, port if has_port else None)


_SERVERS = AnswerCache(_server, 1024)  # most links of a page name few hosts
_RESERVED = 1024  # ports below this number are reserved


def _of_port(scheme: str, port: str | None) -> str | None:
    """Give the code of the caution about a port; None for an empty port and for the scheme's default."""
    digits = port and (port.lstrip("0") or "0")
    if not digits or not digits.isascii() or not digits.isdigit() or digits == DEFAULT_PORTS.get(scheme):
        return None
    if digits in SERVICES:
        return "other-service-port"
    if len(digits) <= len(str(_RESERVED)) and int(digits) < _RESERVED:
        return "reserved-port"
    return "unusual-port" if scheme in DEFAULT_PORTS else None
