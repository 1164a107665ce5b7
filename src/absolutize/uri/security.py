"""Cautions of the specifications for URIs: passwords, unusual ports, escaped delimiters (RFC 2396 section 7).

A caution is not an error. The module does not know HTML, and refuses nothing. Used by `absolutize`, `cli`,
`engine`, `report.document` and `uri`.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from absolutize import findings
from absolutize.answer_cache import AnswerCache
from absolutize.findings import Finding
from absolutize.patterns import compile_regex
from absolutize.readonly import ReadOnly
from absolutize.uri.components import Authority, parse_authority
from absolutize.uri.equivalence import DEFAULT_PORTS
from absolutize.uri.reference import Reference, is_same_document, split
from absolutize.uri.rules.rfc1630 import scheme_before_colon
from absolutize.uri.rules.rfc2396 import HIERARCHICAL_SCHEMES
from absolutize.uri.ruleset import RuleSet

_PASSWORD = compile_regex(r"([/\\]{2}[^/?#@:\\]*+:)[^/?#\\]+(?=@)")  # up to the last "@", as browsers read it
_IN_TEXT = compile_regex(r"""([/\\]{2}[^/?#@:\\\s"'<>]*+:)[^/?#\\\s"'<>]+(?=@)""")


def mask_password(reference: str) -> str:
    """Put three asterisks in the place of a reference's password."""
    return _PASSWORD.sub(r"\1***", reference) if "@" in reference else reference


def mask_passwords(text: str) -> str:
    """Put three asterisks in the place of passwords in the URLs of a text."""
    return _IN_TEXT.sub(r"\1***", text) if "@" in text else text


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
_OF_MEMO = _OF_DRAFT | {"gopher-hierarchy"}
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


#     a number in C's notation, or several with dots between: RFC 3986 7.4, "inet_aton"
_NUMBER = "(?:0[xX][0-9A-Fa-f]*|[0-9]+)"
_RARE = compile_regex(rf"{_NUMBER}(?:\.{_NUMBER}){{0,3}}")
_USUAL = compile_regex(r"(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}")
_CONTROL = compile_regex("%(?:[01][0-9A-Fa-f]|7[Ff])")
_LIKE_A_HOST = compile_regex(r"[^:]*\w\.\w")


WITH_HOST = frozenset({"http", "https"})
"""The schemes whose URIs always name a host."""


LOCAL: Mapping[str, str] = {"nntp": "local-news", "cid": "local-content"}
"""The schemes whose URIs are only meaningful locally, each with its caution."""


def _all(text: str, rules: RuleSet, base: str | None) -> Iterator[Caution]:
    """List the cautions of all specifications."""
    for escape in _CONTROL.finditer(text):
        yield Caution("escaped-delimiter", escape.start(), escape.end(), escape[0])
    named = (scheme_before_colon(text) or "").lower()
    if named in LOCAL:
        yield Caution(LOCAL[named], 0, len(text), text)
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
    if _RARE.fullmatch(host) and not _USUAL.fullmatch(host):
        yield Caution("rare-address", at_host, at_host + len(host), host)
    if (reference.scheme or "").lower() in WITH_HOST and not host:
        yield Caution("no-host", at_host, at_host, "")
    code = _of_port((reference.scheme or "").lower(), port)
    if port is not None and code is not None:
        begin = at_host + len(host) + 1
        yield Caution(code, begin, begin + len(port), port)


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
    digits = (port or "").lstrip("0")
    if not digits.isascii() or not digits.isdigit() or digits == DEFAULT_PORTS.get(scheme):
        return None
    if digits in SERVICES:
        return "other-service-port"
    if len(digits) <= len(str(_RESERVED)) and int(digits) < _RESERVED:
        return "reserved-port"
    return "unusual-port" if scheme in DEFAULT_PORTS else None
