"""RFC 2396, section 5.2: resolving relative references to absolute form, steps 1 to 7."""

from absolutize.uri.digest import Document
from absolutize.uri.grammars import rfc2396 as collected
from absolutize.uri.reference import Reference
from absolutize.uri.ruleset import Choices, Overflow, RuleSet


def transform(reference: Reference, base: Reference, choices: Choices) -> Reference:
    """Take steps 2 to 6 of section 5.2; a same-document reference comes back as its fragment alone."""
    scheme, authority, path, query, fragment = reference
    # 2) "If the path component is empty and the scheme, authority, and query components are
    #    undefined, then it is a reference to the current document and we are done."
    if not path and scheme is None and authority is None and query is None:
        return reference
    # 3) "an implementation may work around such references by removing the scheme if it matches
    #    that of the base URI and the scheme is known to always use the <hier_part> syntax"; that
    #    the base is hierarchical was seen before; upper case counts as equal (3.1).
    if scheme is not None and (
        choices.same_scheme == "strict" or scheme.lower() != (base.scheme or "").lower()
    ):
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


def remove_dot_segments(buffer: str, overflow: Overflow) -> str:
    """Take steps 6c to 6g on a stack of segments, as 5.2 allows ("a pair of segment stacks").

    Raises `OverflowError` where ``..`` remains at the beginning and ``overflow`` is "avoid".
    """
    root = "/" if buffer.startswith("/") else ""
    segments = buffer[len(root) :].split("/")
    kept: list[str] = []
    for segment in segments:
        ends_in_slash = segment == "."
        if segment == "..":
            ends_in_slash = _remove_segment(kept, overflow)
        elif segment != ".":
            kept.append(segment)
    # d) and f) leave the slash before a final "." or "<segment>/.."
    if ends_in_slash:
        kept.append("")
    return root + "/".join(kept)


def _remove_segment(kept: list[str], overflow: Overflow) -> bool:
    """Remove "<segment>/.." (6e, 6f) or handle the error of 6g; tell whether ".." is gone."""
    if kept and kept[-1] != "..":
        kept.pop()
    elif overflow == "retain":
        kept.append("..")
        return False
    elif overflow == "avoid":
        message = "it climbs above the root of the base URI"
        raise OverflowError(message)
    return True


DOCUMENT = Document(transform)
RULE_SET = RuleSet("rfc2396", "RFC 2396, August 1998", DOCUMENT.digest, collected.grammar)
