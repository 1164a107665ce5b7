"""Patterns for plain http and https URLs, which every rule set and every browser read in the same way.

For a plain URL, no rule set and no browser parser needs to be asked. It does not know what a URL is for. Used
by `arguments`, `base`, `engine` and `uri.rules.whatwg`.
"""

from absolutize.patterns import compile_regex

PORT = "(?::[0-9]{1,4})?+"  # five digits may be more than 65535
HOST = rf"[A-Za-z0-9][A-Za-z0-9._\-]*+{PORT}"
# no number at the end, since that would make it an address or invalid, and no Punycode (URL Standard 3.5)
NAME = r"(?![^/?#]*[xX][nN]--)(?:[A-Za-z0-9][A-Za-z0-9_\-]*+\.)*+[A-Za-z][A-Za-z0-9_\-]*+"
_NO_DOT_SEGMENT = r"(?!\.\.?(?:[/?#]|\Z))"
HARMLESS_ESCAPE = r"%(?!2[eE])"
_QUERY = r"[!\"$-\[\]-~]*+"  # printable; not # \
_PATH = rf"/{_NO_DOT_SEGMENT}(?:[!$(-.0-;@-\[\]-_a-~]++|{HARMLESS_ESCAPE}|/{_NO_DOT_SEGMENT})*+"
_BEHIND_HOST = rf"(?=[/?#]|\Z)(?:{_PATH})?+(?:\?{_QUERY})?+"

PLAIN_BASE = compile_regex(rf"https?://{HOST}{_BEHIND_HOST}")
"""A base without a fragment against which every rule set and browser resolves references in the same way."""

# The name of a file is dropped, whatever it is: no backslash (a slash to browsers), and no dot segment
_ODD_NAME = rf"(?<!/\.)(?<!/\.\.)(?:[^%/\\?#\x00-\x1f\ud800-\udfff]|{HARMLESS_ESCAPE})*+"
PLAIN_DIRECTORY = compile_regex(
    rf"https?://{HOST}(?=/){_PATH}{_ODD_NAME}(?:\?[^#\x00-\x1f\ud800-\udfff]*+)?+"
)
"""A base against which they resolve alike all references that have a path: only its directory is plain.

Names of files have spaces, ``&``, ``=`` and letters beyond ASCII: six of 953 URLs of articles.
"""

_PLAIN_URL = compile_regex(rf"https?://{NAME}{PORT}{_BEHIND_HOST}")


def is_plain(uri: str) -> bool:
    """Whether a URI is absolute, can be a base, and is spelled as every rule set and browser reads it."""
    return _PLAIN_URL.fullmatch(uri) is not None


# Nothing that the URL parser would change (URL Standard 4.4): no capitals or port in an authority, no escapes
_NAME_AS_SERIALISED = r"(?!\.\.?(?:[/?]|\Z))[A-Za-z0-9._~!$&'()*+,;=@\-]++"
_SERIALISED = compile_regex(
    rf"(https?://(?=[a-z0-9._\-]++/){NAME}/(?:{_NAME_AS_SERIALISED}/)*+)(?:{_NAME_AS_SERIALISED})?+"
    r"(\?[A-Za-z0-9._~!$&()*+,;=@/:\-]*+)?+"
)
_PATH_AS_SERIALISED = compile_regex(rf"{_NAME_AS_SERIALISED}(?:/{_NAME_AS_SERIALISED})*+/?+")

LONGEST_BASE = 1024
"""The most characters of a base that is read for each reference; of a longer one, only what each needs."""


def parse_plain(reference: str, base: str | None = None) -> str | None:
    """Give what the URL parser gives for a reference that is a path of plain names, or for a whole plain URL.

    ``None``: it is not known without the parser.
    """
    if base is None:
        return reference if _SERIALISED.fullmatch(reference) is not None else None
    if len(base) > LONGEST_BASE or _PATH_AS_SERIALISED.fullmatch(reference) is None:
        return None
    directory = _SERIALISED.fullmatch(base)
    return None if directory is None else f"{directory[1]}{reference}"
