"""The rule set of the URL Standard, and the URLs that browsers read, by the library ada-url.

This is the only module that imports ada-url. It does not know the grammars and algorithms of the RFCs. Used
by many layers.
"""

import re
from collections.abc import Callable
from functools import cache, partial
from types import ModuleType

from absolutize.calls import beginning_of, check_calls
from absolutize.findings import ResolutionError
from absolutize.patterns import compile_regex
from absolutize.uri.hosts import spaced_hosts
from absolutize.uri.hosts.bidi_rule import breaks_bidi_rule
from absolutize.uri.plain_url import LONGEST_BASE, parse_plain
from absolutize.uri.reference import SCHEME, recompose, scheme_in, split
from absolutize.uri.ruleset import ResolutionChoices, Resolver, RuleSet

_SURROGATE = compile_regex("[\ud800-\udfff]")
C0_OR_SPACE = "".join(map(chr, range(0x21)))
"""The characters that are removed around a URL (4.4, step 1): C0 controls and spaces."""


def parse_url(reference: str, base: str | None = None, asterisk: str = "*") -> str | None:
    """Run the URL parser (URL Standard 4.4) and serialise its result; ``None`` is failure.

    A base that is no URL counts as none: the standard's parser takes a parsed base. ``asterisk`` replaces an
    asterisk in a host when the Bidi rule is checked.
    """
    # ada-url 1 resolves "x#" below "foo:a"
    if base is not None and ("#" in reference or len(base) > LONGEST_BASE):
        if _cannot_be_relative(reference, base):
            return None
        base = _needed_of(base, reference)
    ada = _ada()
    try:
        url = str(ada.normalize_url(reference) if base is None else ada.join_url(base, reference))
        if spaced_hosts.PUNYCODE_PREFIX not in url:
            return url
        return None if breaks_bidi_rule(url, reference.strip(C0_OR_SPACE), base, asterisk) else url
    except ValueError:
        if _SURROGATE.search(reference + (base or "")):
            return parse_url(_scalar_values(reference), base and _scalar_values(base), asterisk)
        return _without_base(reference, base)


# 4.4: blanks in front are removed, and tabs and newlines anywhere
_TABS = r"[\t\n\r]*+"
_FILE = rf"[\0- ]*+[fF]{_TABS}[iI]{_TABS}[lL]{_TABS}[eE]{_TABS}:"
_MAYBE_FILE = compile_regex(_FILE)
_SLASHES = compile_regex(rf"\A({_FILE}|[\0- ]*+)(?:{_TABS}[/\\]){{4,}}+")
_ASTERISK = "%2A"  # Chromium's spelling of an asterisk in a host
_MAYBE_SPACE = compile_regex(" |%20|[^\0-\x7f]|%[89A-Fa-f]")  # UTS 46 maps many characters to a space
SPECIAL_SCHEMES = frozenset({"http", "https", "ftp", "file", "ws", "wss"})
"""The special schemes (4.2)."""


def browser_parse(reference: str, base: str | None = None) -> str | None:
    """Parse as browsers do; ``None`` is failure.

    Chromium accepts a space in a host, and writes it ``%20``. Behind ``file:`` it keeps at most three
    slashes, so that a path that begins with two slashes gets a dot in front.

    The parser is not asked about plain URLs: to import it takes a quarter of the time of a first rewrite.
    """
    if (plain := parse_plain(reference, base)) is not None:
        return plain
    if base is not None:
        if _cannot_be_relative(reference, base):
            return None
        base = _needed_of(base, reference)
    if _MAYBE_FILE.match(reference) or (base and _MAYBE_FILE.match(base)):
        base = base and _SLASHES.sub(r"\1///", base)
        reference = _SLASHES.sub(r"\1///", reference)
    url = _parse_as_chromium(reference, base)
    if not _MAYBE_SPACE.search(reference) and not _MAYBE_SPACE.search(base or ""):
        return url
    is_special = url is not None and scheme_in(url) in SPECIAL_SCHEMES
    if url is not None and (base is None or not is_special or _parse_as_chromium(base, None) is not None):
        return url
    stripped = base and base.strip(C0_OR_SPACE)
    url = spaced_hosts.parse_spaced(reference.strip(C0_OR_SPACE), stripped, _parse_as_chromium)
    if url is None or split(url).scheme not in SPECIAL_SCHEMES:
        return None
    return None if breaks_bidi_rule(url, reference, base, _ASTERISK) else url


_OPAQUE = compile_regex(r"([A-Za-z][A-Za-z0-9+.\-]*+):(?![/\\\t\n\r])")


def _cannot_be_relative(reference: str, base: str) -> bool:
    """Whether a reference is plainly a relative one, and its base plainly has an opaque path (4.4).

    The base is not read to its end, which a document may ask for as often as it has references.
    """
    if ":" in reference or reference.lstrip(C0_OR_SPACE)[:1] == "#":
        return False
    match = _OPAQUE.match(base)
    return match is not None and match[1].lower() not in SPECIAL_SCHEMES


_ROOT = compile_regex(
    r"(?!(?i:file):)[A-Za-z][A-Za-z0-9+.\-]*+://[^/?#\\\s]++(?=[/?#])"
    r"|(?i:file)://[^/?#\\\s%|:]*+/[A-Za-z]:(?=/)"  # a drive letter stays
)
_ROOTED = compile_regex(rf"[\0- ]*+(?:{SCHEME}:)?+/")
_ROOTED_IF_SPECIAL = compile_regex(rf"[\0- ]*+(?:{SCHEME}:)?+[/\\]")
_UP_TO_QUERY = compile_regex(r"(?s)\A([^?#]*+[?#]).*")
_IN_PATH = compile_regex(r"[A-Za-z0-9._~%\-][^:]*+\Z")


def _needed_of(base: str, reference: str) -> str:
    """Give what the parser needs of a long base, which a document may ask for as often as it has references.

    A reference with another scheme takes nothing from its base, one that begins with a slash or names a host
    no path, and one that begins with a path no query (4.4).
    """
    if len(base) <= LONGEST_BASE:
        return base
    scheme, root = scheme_in(base), _ROOT.match(base)
    if scheme and scheme_in(reference) not in {"", scheme}:
        return f"{scheme}:x"
    rooted = _ROOTED_IF_SPECIAL if scheme in SPECIAL_SCHEMES else _ROOTED
    if root is not None and rooted.match(reference) is not None:
        return f"{root[0]}/"
    if _IN_PATH.match(reference) is not None:
        return _UP_TO_QUERY.sub(r"\1", base)
    return base


def _parse_as_chromium(reference: str, base: str | None) -> str | None:
    url = parse_url(reference, base, _ASTERISK)
    return f"file:///.{url[7:]}" if url is not None and url.startswith("file:////") else url


# RFC 2396 3.2: "//" and an authority, which only file may leave empty; no characters that parsers remove
_SPELLED = compile_regex(r"(?i:(?:https?|ftp|wss?)://(?=[^/])|file://)[^?#\\\t\n\r]*+(?=[?#]|\Z)")


def spelled_unlike_rfc(uri: str) -> bool:
    """Whether a URL of a special scheme is not spelled as RFC 2396 spells a hierarchical URI.

    To the URL parser (4.4), ``http:x`` and ``http:/x`` are ``http://x/``, and backslashes are slashes. A URL
    with NUL counts, too, since a document cannot contain NUL.
    """
    return "\0" in uri or (scheme_in(uri) in SPECIAL_SCHEMES and _SPELLED.match(uri) is None)


def has_opaque_path(uri: str) -> bool:
    """Whether a URL has an opaque path (4.1), in which a character is not the same as its escape."""
    scheme, authority, path, *_ = split(uri)
    special = scheme is not None and scheme.lower() in SPECIAL_SCHEMES
    return not special and authority is None and not path.startswith("/")


def appends_references(url: str) -> bool:
    """Whether Chromium puts relative references behind a base's query and fragment (RFC 3986 5.3: before).

    It does so if the base has a query or a fragment, no path, and a scheme that is not special.
    """
    scheme, _, path, query, fragment = split(url)
    is_marked = query is not None or fragment is not None
    return is_marked and not path and scheme is not None and scheme.lower() not in SPECIAL_SCHEMES


_HOST_ALONE = compile_regex(r"(?:(?i:file):)?+[/\\]{2}[^/\\?#]*+[?#]")


def is_host_alone(reference: str, uri: str) -> bool:
    """Whether a reference below ``file:`` is a host and a query or fragment: no URL to Chromium."""
    return uri[:5].lower() == "file:" and _HOST_ALONE.match(reference) is not None


_OF_HOST = compile_regex(r"file://[^/]*+/[?#]")


def host_alone(reference: str, uri: str) -> str | None:
    """Give the target of a reference that is a host alone below ``file:``, without adding a path.

    With a path it would be a URL to Chromium. The result is ``None`` for other references.
    """
    if reference[:1] not in {"/", "\\"} or not is_host_alone(reference, uri) or _OF_HOST.match(uri) is None:
        return None
    return f"file://{reference[2:]}"


_ESCAPED_DOTS = compile_regex(r"(?i:/(?:\.?%2e|%2e\.|%2e%2e)(?=/|\Z))")
_DRIVE = compile_regex("(?<=^file://)/[A-Za-z][:|](?=/)", re.IGNORECASE)
_AUTHORITY = compile_regex(r"\A[A-Za-z][A-Za-z0-9+.\-]*+://[^/?#]++")


def spell_for_pattern(reference: str, uri: str) -> str:
    """Spell a target as a URL pattern takes it from its base: host and port parsed, no user, no drive letter.

    A pattern that begins with a slash takes no drive letter from its base, while a URL would. Dot segments
    are removed from the path of the base: in a pattern, escaped ones (``%2e``) would stay. The reference
    ``.`` is the base's directory, which ends in a slash, whatever a rule set makes of it.
    """
    if reference == "." and not uri.endswith("/"):
        uri += "/"
    if reference.startswith("/"):
        uri = _DRIVE.sub("", uri)
    uri = _AUTHORITY.sub(_without_user, uri)
    before = uri if reference == "." else uri.removesuffix(reference)
    if (before != uri or reference == ".") and _ESCAPED_DOTS.search(before):
        uri = (parse_url(before) or before) + uri[len(before) :]
    return uri


_USER = compile_regex("(?<=//)[^/@]*+@")


def _without_user(authority: re.Match[str]) -> str:
    root = f"{authority[0]}/"
    url = parse_plain(root) or parse_url(root)
    return authority[0] if url is None else _USER.sub("", url).removesuffix("/")


def parsed_before_query(url: str) -> str:
    """Give the URL that a browser reads, without the query, which is in the document's encoding."""
    return (browser_parse(url) or "").partition("?")[0]


ENCODED_QUERY = frozenset({"http", "https", "ftp", "file"})
"""The schemes whose query is read in the document's encoding (4.4, query state): special, not ws and wss."""

REQUESTED_SCHEMES = ENCODED_QUERY
"""The schemes of URLs that are requested, from a host or from the file system."""

_QUERY_SET = frozenset(b"\"#<>'") | frozenset(range(0x21)) | frozenset(range(0x7F, 0x100))  # 1.3
_IN_QUERY = [f"%{byte:02X}" if byte in _QUERY_SET else chr(byte) for byte in range(0x100)]


def encode_query(reference: str, encode: Callable[[str], bytes]) -> str:
    """Percent-encode a reference's query in a document's encoding (1.3, after encoding).

    ``encode`` gives the bytes, in which a character that the encoding lacks is a character reference.
    """
    components = split(reference)
    if components.query is None:
        return reference
    return recompose(components._replace(query=_percent_encode(encode(components.query))))


def base_elsewhere(scheme: str | None) -> str:
    """Give another base of this scheme: a reference that has the same target below it is absolute."""
    return f"{scheme}://moved.invalid/"


_BEYOND_ASCII = compile_regex(r"[^\x00-\x7f]++")


def query_in_ascii(url: str, encode: Callable[[str], bytes]) -> str:
    """Percent-encode what a query has beyond ASCII, so that it is the same in a document of any encoding."""
    components = split(url)
    if components.query is None or components.query.isascii():
        return url
    query = _BEYOND_ASCII.sub(lambda run: _percent_encode(encode(run[0])), components.query)
    return recompose(components._replace(query=query))


def _percent_encode(data: bytes) -> str:
    return "".join(map(_IN_QUERY.__getitem__, data))


def _without_base(reference: str, base: str | None) -> str | None:
    if base is None or parse_url(base) is not None:
        return None
    return parse_url(reference)


def _scalar_values(text: str) -> str:
    """Convert to scalar values (Infra Standard 4.6): a lone surrogate becomes U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _ada() -> ModuleType:
    import ada_url  # noqa: PLC0415 -- slow to import, and most documents never need it

    return ada_url


def bind_base(base: str | None, _choices: ResolutionChoices) -> Resolver:
    """Bind a base for the URL parser; the URL Standard leaves no choice open."""
    reason = cache(partial(_why, base))

    def resolve(reference: str) -> str:
        target = parse_url(reference, base)
        if target is None:
            raise ResolutionError("invalid-reference", reference, base, reason())
        return target

    return resolve


def _why(base: str | None) -> str:
    """Say whether the reference or the base is the reason of a failure."""
    if base is None:
        return "it is no URL, and there is no base URL"
    if parse_url(base) is None:
        return f"the base {beginning_of(base)!r} is no URL"
    return f"the URL parser fails on it with the base {beginning_of(base)!r}"


@check_calls
def scheme_of(uri: str) -> str | None:
    """Give the scheme of the parsed URL; if the text is no URL, the scheme of the text, if any."""
    return split(parse_url(uri) or uri).scheme


RULE_SET = RuleSet("whatwg", "URL Standard", bind_base, scheme_of=scheme_of)
