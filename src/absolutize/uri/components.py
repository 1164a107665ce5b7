"""Parse a URI reference into the components of one specification: authority, segments, parameters, fields.

It does not resolve anything. It uses the grammar of the rule set, and contains no grammar itself. Used by
`absolutize`, `cli.commands.parse` and `uri`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from absolutize.calls import check_choice
from absolutize.patterns import compile_regex
from absolutize.readonly import ReadOnly
from absolutize.uri.abnf.grammar import Reading, Refusal
from absolutize.uri.reference import Reference, is_hierarchical, split
from absolutize.uri.rules import rfc1630, rfc1630_schemes, whatwg
from absolutize.uri.ruleset import RuleSet


class Authority(NamedTuple):
    """The parts of an authority: those of a server, or a name in a registry.

    Attributes:
        userinfo: The text before ``@``. Default: None.
        host: The host; ``None`` for a name in a registry. Default: None.
        port: The digits behind the colon. Default: None.
        registry: The name in a registry, if the authority is no server. Default: None.
        kind: Production of the host, such as "IPv4address"; ``None`` if none derives it. Default: None.

    Source: RFC 2396 section 3.2.
    """

    userinfo: str | None = None
    host: str | None = None
    port: str | None = None
    registry: str | None = None
    kind: str | None = None


class Segment(NamedTuple):
    """A segment of a path, with its parameters.

    Attributes:
        name: The text before the first ``;``.
        params: The texts between and behind each ``;``; RFC 3986 has no parameters. Default: ().

    Source: RFC 2396 section 3.3.
    """

    name: str
    params: tuple[str, ...] = ()


class Components(NamedTuple):
    """A URI reference as one specification sees it: what `parse` returns.

    Attributes:
        reference: The five components.
        authority: The parts of the authority; ``None`` if it is undefined.
        segments: The segments of the path.
        fields: The fields of the URI's scheme, by RFC 1630 and its draft; otherwise empty.
        refusal: Where the specification's grammar refuses the text; ``None`` if it derives it.
    """

    reference: Reference
    authority: Authority | None
    segments: tuple[Segment, ...]
    fields: Mapping[str, str | None]
    refusal: Refusal | None


_NO_FIELDS: Mapping[str, str | None] = ReadOnly({})


def parse_components(text: str, rules: RuleSet, *, reading: Reading) -> Components:
    """Parse a reference into the components of a specification; any text can be parsed."""
    check_choice("reading", reading, Reading)
    if rules.read_grammar is None:
        return _parse_url(text)
    if "fragmentaddress" in rules.grammar:
        return _parse_memo(text, rules, reading)
    reference = split(text)
    authority = reference.authority
    return Components(
        reference,
        None if authority is None else parse_authority(authority, rules, reading),
        () if _is_opaque(reference, rules) else _segments(reference.path, rules),
        _NO_FIELDS,
        rules.refusal(text, reading=reading),
    )


def _is_opaque(reference: Reference, rules: RuleSet) -> bool:
    """Whether a reference is opaque: none is in -02 (4.3: "parsed as if it is a generic-URI"), RFC 3986."""
    has_scheme = reference.scheme is not None and "opaque-part" in rules.grammar
    return has_scheme and not is_hierarchical(reference)


#     userinfo "@" host ":" port
_SERVER = compile_regex(r"(?s)(?:([^@]*)@)?+(\[[^\]]*\]|[^:]*)(?::(.*))?")
_HOSTS = ("IPv6reference", "IP-literal", "IPv4address", "hostname", "reg-name")


def parse_authority(text: str, rules: RuleSet, reading: Reading) -> Authority:
    """Parse an authority: a server first, "authority = server | reg_name" (RFC 2396 3.2)."""
    server = "server" if "server" in rules.grammar else "authority"
    match = _SERVER.fullmatch(text) if rules.matches(server, text, reading=reading) else None
    if match is None:
        registered = rules.matches("reg-name", text, reading=reading)
        return Authority(registry=text, kind="reg-name" if registered else None)
    userinfo, host, port = match.groups()
    kinds = (kind for kind in _HOSTS if kind in rules.grammar and rules.matches(kind, host, reading=reading))
    return Authority(userinfo, host, port, kind=next(kinds, None))


def _segments(path: str, rules: RuleSet) -> tuple[Segment, ...]:
    """Cut a path into segments, and the segments into parameters if the specification has these.

    RFC 2396 has "segment = *pchar *( ";" param )"; bis-00 3.3: "The semicolon (";") and equals ("=")
    characters have the reserved purpose of delimiting parameters and parameter values".
    """
    if not path:
        return ()
    with_params = "param" in rules.grammar or rules.name == "rfc2396bis-00"
    cut = (segment.split(";") if with_params else [segment] for segment in path.removeprefix("/").split("/"))
    return tuple(Segment(name, tuple(params)) for name, *params in cut)


def _parse_url(text: str) -> Components:
    """Parse as the URL Standard does: the components are those of the serialised URL.

    Its parser does not say where it fails, so that the refusal is placed at the beginning.
    """
    url = whatwg.parse_url(text)
    if url is None:
        return Components(
            Reference(path=text), None, (), _NO_FIELDS, Refusal(text, 0, text[:1] or None, "URL")
        )
    reference = split(url)
    match = None if reference.authority is None else _SERVER.fullmatch(reference.authority)
    authority = None if match is None else Authority(match[1], match[2], match[3], kind="host")
    segments = reference.path[1:].split("/") if reference.path.startswith("/") else []
    return Components(reference, authority, tuple(map(Segment, segments)), _NO_FIELDS, None)


_SCHEMES: Mapping[str, Mapping[str, rfc1630_schemes.Scheme]] = {
    "rfc1630": rfc1630_schemes.SCHEMES,
    "www-uri-00": rfc1630_schemes.SCHEMES_OF_THE_DRAFT,
}


def _parse_memo(text: str, rules: RuleSet, reading: Reading) -> Components:
    """Parse as RFC 1630 does: "fragmentaddress = uri [ # fragmentid ]", the rest by the scheme.

    The memo describes partial forms in prose, without a production; the production used here is our own.
    """
    uri, hash_sign, fragment = text.partition("#")
    name = rfc1630.scheme_before_colon(uri)
    scheme = _SCHEMES[rules.name].get(name or "", rfc1630_schemes.GENERIC)
    rest = uri if name is None else uri[len(name) + 1 :]
    path, question_mark, search = rest.partition("?")
    production = "partialform" if name is None else scheme.production or "uri"
    start, refusal = 0, rules.refusal(uri, production, reading=reading)
    if refusal is None and fragment:  # "If the fragment-id is void, the hash sign may be omitted"
        start, refusal = len(uri) + 1, rules.refusal(fragment, "fragmentid", reading=reading)
    if refusal is not None:  # of a part of the text: what ends too soon may end at the hash sign
        position = start + refusal.position
        refusal = refusal._replace(
            text=text, position=position, character=text[position : position + 1] or None
        )
    reference = Reference(
        name, None, path, search if question_mark else None, fragment if hash_sign else None
    )
    return Components(reference, None, _memo_segments(path), ReadOnly(scheme.fields(rest)), refusal)


_HOSTPORT = compile_regex("//[^/]*+")


def _memo_segments(path: str) -> tuple[Segment, ...]:
    """Cut a path, whatever the scheme: "a higher level parsing of the same URIs" (the BNF's preface).

    "//" and the text up to the next slash are a login or a hostport, and no segment.
    """
    path = _HOSTPORT.sub("", path, count=1) if path.startswith("//") else path
    return tuple(map(Segment, path.removeprefix("/").split("/"))) if path else ()
