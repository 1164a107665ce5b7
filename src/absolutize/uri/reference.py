"""A URI reference as five components; splitting and recomposing are exact inverses on any string.

This file knows no rule set: it cuts and joins, it does not judge.
"""

from typing import NamedTuple

from absolutize.patterns import compiled


class Reference(NamedTuple):
    """The components of a URI reference; ``None`` is undefined, ``""`` is empty (RFC 2396 5.2)."""

    scheme: str | None = None
    authority: str | None = None
    path: str = ""
    query: str | None = None
    fragment: str | None = None


#     scheme = alpha *( alpha | digit | "+" | "-" | "." )                        RFC 2396 3.1
SCHEME = r"[A-Za-z][A-Za-z0-9+.\-]*"

#     ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?                  RFC 2396 B
# Deviation: the expression of appendix B takes any text before a colon for a scheme. "Scheme
# names consist of a sequence of characters beginning with a lower case letter" (3.1), so here
# only text that matches the production is one, and `1:2` is a path.
REFERENCE = compiled(rf"(?s)(?:({SCHEME}):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?")


def split(reference: str) -> Reference:
    """Cut a reference into its components (RFC 2396 appendix B); never fails."""
    match = REFERENCE.fullmatch(reference)
    assert match is not None  # noqa: S101 -- every part of the expression may be absent
    return Reference(*match.groups())


def recompose(reference: Reference) -> str:
    """Join components to a reference again (RFC 2396 5.2 step 7)."""
    if len(reference) != len(Reference._fields):
        message = f"reference must have 5 components, not {len(reference)}"
        raise ValueError(message)
    for name, component in zip(Reference._fields, reference, strict=True):
        if not isinstance(component, str) and (component is not None or name == "path"):
            message = f"reference: {name} must be a str, not {type(component).__name__}"
            raise TypeError(message)
    scheme, authority, path, query, fragment = reference
    return "".join(
        (
            "" if scheme is None else f"{scheme}:",
            "" if authority is None else f"//{authority}",
            path,
            "" if query is None else f"?{query}",
            "" if fragment is None else f"#{fragment}",
        )
    )


def is_same_document(reference: str) -> bool:
    """Whether a reference is empty or a fragment alone (RFC 2396 4.2)."""
    return not reference or reference[0] == "#"


def is_hierarchical(base: Reference) -> bool:
    """Whether a URI can be a base: not opaque (RFC 2396 3 and 5)."""
    return base.authority is not None or not base.path or base.path[0] == "/"
