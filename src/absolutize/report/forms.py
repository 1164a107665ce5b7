"""The groups of the report: the form of a reference, the host of its target, and what was decided.

This module is tables and look-ups in them. It does not know documents. Used by `report`.
"""

from collections.abc import Mapping

from absolutize.answer_cache import AnswerCache
from absolutize.arguments import is_special_uri
from absolutize.findings import DECISIONS, EDITED_CODES, NEED_NO_BASE, UNRESOLVED_CODES
from absolutize.readonly import ReadOnly
from absolutize.uri.reference import split
from absolutize.uri.rules import whatwg

FORMS: Mapping[str, str] = ReadOnly(
    {
        "absolute": "begins with a scheme: http://h/x, mailto:x",
        "scheme-relative": "begins with two slashes: //h/x",
        "absolute path": "begins with one slash: /x",
        "relative path": "a path from the base's directory: x, ../x",
        "query": "a query alone: ?x",
        "same document": "empty, or a fragment alone: #x",
        "unread": "a value in which no reference could be read",
    }
)
"""The forms of references (RFC 2396 4 and 5), each with its description."""

GROUPS: Mapping[str, str] = ReadOnly(
    {
        "rewritten": "Made absolute",
        "absolute": "Already absolute",
        "kept": "Needs no change",
        "left": "Unresolved",
    }
)
"""The groups of decisions, each with its title in the report."""

_READ_NOTHING = frozenset({"unreadable", "no-reference", "pattern-in-parts", "policy-self"})


def form_of(reference: str, code: str) -> str:
    """Give the form of a reference; backslashes count as slashes, as in browsers."""
    if code in _READ_NOTHING:
        return "unread"
    scheme, authority, path, query, _ = split(reference.replace("\\", "/"))
    if scheme is not None:
        return "absolute"
    if authority is not None:
        return "scheme-relative"
    if path:
        return "absolute path" if path.startswith("/") else "relative path"
    return "same document" if query is None else "query"


def host_of(target: str) -> str:
    """Give the host to which browsers go, with its port; if there is none, the scheme (``mailto:``)."""
    url = whatwg.browser_parse(target) if whatwg.spelled_unlike_rfc(target) else None
    scheme, authority, _, _, _ = split(target if url is None else url)
    scheme = (scheme or "").lower()
    return f"{scheme}:" if authority is None else _HOSTS[f"{scheme}://{authority}"]


def _spelled_host(root: str) -> str:
    """Give the host and the port of a URL without a path, spelled as browsers spell them; else the scheme.

    A port of no digits is none (``http://h:/``): what ends with a colon is a scheme.
    """
    scheme, host, _, _, _ = split((is_special_uri(root) and whatwg.browser_parse(root)) or root)
    return (host or "").rpartition("@")[2].rstrip(":").lower() or f"{scheme}://"


_HOSTS = AnswerCache(_spelled_host, 1024)


def _group_of(code: str) -> str:
    if code in EDITED_CODES:
        return "rewritten"
    if code == "absolute":
        return "absolute"
    return "kept" if code in NEED_NO_BASE and code not in UNRESOLVED_CODES else "left"


GROUP_OF_CODE: Mapping[str, str] = ReadOnly(
    {decision.code: _group_of(decision.code) for decision in DECISIONS}
)
"""The group of each decision, a key of `GROUPS`."""
