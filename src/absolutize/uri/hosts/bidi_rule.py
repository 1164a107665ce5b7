"""Hosts with right-to-left letters: the Bidi rule applies to each of their labels (RFC 5893 2).

UTS 46 (4.1, validity criteria) and browsers apply it so; ada-url applies it only to labels that have such
letters. The module knows no other part of a URL. Used by `uri.rules.whatwg`.
"""

import unicodedata
from collections.abc import Sequence
from urllib.parse import unquote

from absolutize.patterns import compile_regex
from absolutize.uri.hosts.spaced_hosts import PUNYCODE_PREFIX, RIGHT_TO_LEFT, names_same_scheme

_WRITTEN_HOST = compile_regex(
    r"[\0- ]*+(?:[A-Za-z][A-Za-z0-9+.\-\t\n\r]*+:[/\\\t\n\r]*+|[/\\][/\\\t\n\r]++)([^/\\?#]++)"
)
_HOST = compile_regex(r"(?:https?|wss?|ftp|file)://(?:[^/?#]*@)?([^/?#:]*+)")  # of a special scheme
_ANYWHERE = frozenset({"EN", "ES", "CS", "ET", "ON", "BN", "NSM"})
_NUMBERS = frozenset({"AN", "EN"})


def breaks_bidi_rule(url: str, reference: str, base: str | None, asterisk: str) -> bool:
    """Whether a URL has a host, written in the reference or its base, that breaks the Bidi rule.

    There is no white space around the reference. A host that is written in Punycode is not checked: Chromium
    takes it as it is. ``asterisk`` is the text by which an asterisk in the host is replaced for the check.
    """
    is_relative = base is not None and names_same_scheme(reference, base)
    written = None if is_relative else _WRITTEN_HOST.match(reference)
    written = written or _WRITTEN_HOST.match(base or "")
    host = _HOST.match(url)
    if host is None or written is None:
        return False
    if RIGHT_TO_LEFT.isdisjoint(_classes_of(unquote(written[1].rpartition("@")[2]))):
        return False
    labels = (_classes_of_label(label, asterisk) for label in host[1].split(".") if label)
    return not all(map(_keeps_rule, labels))


def _classes_of(text: str) -> list[str]:
    return list(map(unicodedata.bidirectional, text))


def _classes_of_label(label: str, asterisk: str) -> list[str]:
    text = label
    if label.startswith(PUNYCODE_PREFIX):
        try:
            text = label.removeprefix(PUNYCODE_PREFIX).encode("ascii").decode("punycode")
        except UnicodeError:
            return []
    return _classes_of(text.replace("*", asterisk))


def _keeps_rule(classes: Sequence[str]) -> bool:
    """Whether the classes of a label's characters meet the six conditions of the rule."""
    kinds = frozenset(classes)
    last = next((each for each in reversed(classes) if each != "NSM"), "")
    if classes[:1] == ["L"]:
        return kinds <= {"L", *_ANYWHERE} and last in {"L", "EN"}
    return (
        classes[:1] in (["R"], ["AL"])
        and kinds <= RIGHT_TO_LEFT | _ANYWHERE
        and last in RIGHT_TO_LEFT | {"EN"}
        and not kinds >= _NUMBERS
    )
