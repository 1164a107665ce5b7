"""The rule set of RFC 2396: resolving relative references to absolute form (5.2, steps 1 to 7).

It imports no other rule set, and does not know what browsers do. Used by `uri`, `uri.rules`, `uri.security`
and `uri.trace.rfc2396`.
"""

from itertools import dropwhile

from absolutize.uri.abnf.texts import rfc2396 as grammar_text
from absolutize.uri.fast_resolver import SpecificationRules
from absolutize.uri.reference import Reference
from absolutize.uri.ruleset import Overflow, ResolutionChoices, RuleSet

HIERARCHICAL_SCHEMES = frozenset(
    {"http", "https", "ftp", "file", "gopher", "telnet", "wais", "prospero", "ws", "wss"}
)
"""The schemes that are known to always use the <hier_part> syntax (step 3)."""


def repeats_scheme(reference: Reference, base: Reference) -> bool:
    """Whether a reference is a relative one, misformed since the base's scheme is in front (step 3).

    "an implementation may work around such references by removing the scheme if it matches that of
    the base URI and the scheme is known to always use the <hier_part> syntax"; upper case counts
    as equal (3.1). With an authority, the reference is not relative but an absolute URI.
    """
    scheme = (reference.scheme or "").lower()
    return (
        reference.authority is None
        and scheme in HIERARCHICAL_SCHEMES
        and scheme == (base.scheme or "").lower()
    )


def transform(reference: Reference, base: Reference, choices: ResolutionChoices) -> Reference:
    """Take steps 2 to 6 of section 5.2; for a same-document reference, return only its fragment."""
    scheme, authority, path, query, fragment = reference
    # 2) "If the path component is empty and the scheme, authority, and query components are
    #    undefined, then it is a reference to the current document and we are done."
    if not path and scheme is None and authority is None and query is None:
        return reference
    # 3) "If the scheme component is defined, [...] the reference is interpreted as an absolute URI"
    if scheme is not None and (choices.same_scheme == "strict" or not repeats_scheme(reference, base)):
        return reference
    # 4) "If the authority component is defined, then the reference is a network-path"
    if authority is None:
        authority = base.authority
        # 5) "If the path component begins with a slash character" it is an absolute-path
        if not path.startswith("/"):
            path = merge(base.path, path, choices.overflow)  # 6)
    return Reference(base.scheme, authority, path, query, fragment)


def merge(base_path: str, path: str, overflow: Overflow) -> str:
    """Step 6: merge a relative path with the base URI's path."""
    # a) "All but the last segment of the base URI's path component is copied to the buffer."
    # b) "The reference's path component is appended to the buffer string."
    return remove_dot_segments(base_path[: base_path.rfind("/") + 1] + path, overflow)


_DOT_SEGMENTS = frozenset({".", ".."})
_NOTHING_BEFORE: tuple[list[str], ...] = ([], [""])


def remove_dot_segments(buffer: str, overflow: Overflow) -> str:
    """Take steps 6c to 6g on a stack of segments, as 5.2 allows ("a pair of segment stacks").

    The empty text before a leading slash is no segment; after a removal a buffer may begin with a slash
    although it did not before (".//..").
    Raises `OverflowError` if ``..`` remains at the beginning and ``overflow`` is "avoid".
    """
    if "/." not in buffer and buffer[:1] != ".":  # most paths have no dot segments
        return buffer
    kept: list[str] = []
    is_removed = False  # whether the last dot segment so far was removed: at the end its slash stays
    for segment in (segments := buffer.split("/")):
        if segment not in _DOT_SEGMENTS:
            kept.append(segment)
            continue
        is_removed = segment == "." or (kept not in _NOTHING_BEFORE and kept[-1] != "..")
        if not is_removed:
            kept.append(segment)
        elif segment == "..":
            kept.pop()
    # d) and f) leave the slash before a final "." or "<segment>/.."
    if is_removed and segments[-1] in _DOT_SEGMENTS:
        kept.append("")
    return "/".join(_without_overflow(kept, overflow))


def _without_overflow(kept: list[str], overflow: Overflow) -> list[str]:
    """Handle the error of 6g: ".." at the beginning."""
    start = 1 if kept[:1] == [""] else 0
    if overflow == "retain" or kept[start : start + 1] != [".."]:
        return kept
    if overflow == "avoid":
        message = "it climbs above the root of the base URI"
        raise OverflowError(message)
    rest = list(dropwhile(lambda segment: segment == "..", kept[start:]))
    return kept[:start] + (rest or [""])


SPECIFICATION = SpecificationRules(transform)
OPTIONS = frozenset({"same_scheme", "overflow", "request"})
RULE_SET = RuleSet(
    "rfc2396", "RFC 2396, August 1998", SPECIFICATION.bind_base, grammar_text.read_grammar, options=OPTIONS
)
