"""Plain URLs of http: those that every rule set and every browser read alike, as patterns.

Whoever meets one need not ask each of them. It does not know what a URL is for. Used by `arguments`, `base`
and `engine`.
"""

from absolutize.patterns import compile_regex

PORT = "(?::[0-9]{1,4})?+"
HOST = rf"[A-Za-z0-9][A-Za-z0-9.\-]*+{PORT}"
# no number at its end, which would make an address of it or nothing, and no Punycode (URL Standard 3.5)
NAME = r"(?![^/?#]*[xX][nN]--)(?:[A-Za-z0-9][A-Za-z0-9\-]*+\.)*+[A-Za-z][A-Za-z0-9\-]*+"
_NO_DOT_SEGMENT = r"(?!\.\.?(?:[/?#]|\Z))"
HARMLESS_ESCAPE = r"%(?!2[eE])"
_QUERY = r"[!\"$-\[\]-~]*+"  # printable; not # \
_PATH = rf"/{_NO_DOT_SEGMENT}(?:[!$(-.0-;@-\[\]-_a-~]++|{HARMLESS_ESCAPE}|/{_NO_DOT_SEGMENT})*+"
_BEHIND_HOST = rf"(?=[/?#]|\Z)(?:{_PATH})?+(?:\?{_QUERY})?+"

PLAIN_BASE = compile_regex(rf"https?://{HOST}{_BEHIND_HOST}")
"""A base without a fragment from which a reference leads every reader to the same place, if it leads one."""

_PLAIN_URL = compile_regex(rf"https?://{NAME}{PORT}{_BEHIND_HOST}")


def is_plain(uri: str) -> bool:
    """Whether a URI is absolute to everyone, can be a base, and is spelled as everyone reads it."""
    return _PLAIN_URL.fullmatch(uri) is not None
