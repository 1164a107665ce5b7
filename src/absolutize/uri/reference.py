"""A URI reference as five components; splitting and recomposing are exact inverses for any text.

It does not know rule sets: it splits and joins, and refuses no reference. Used by many layers.
"""

from typing import NamedTuple

from absolutize.patterns import compile_regex


class Reference(NamedTuple):
    """The components of a URI reference; ``None`` means undefined, ``""`` means empty.

    Attributes:
        scheme: The text before the first colon, without the colon. Default: None.
        authority: The text behind ``//``, without the slashes. Default: None.
        path: The path, which may be empty but is always defined. Default: "".
        query: The text behind ``?``, without it. Default: None.
        fragment: The text behind ``#``, without it. Default: None.

    Source: RFC 2396 section 5.2 and appendix B.
    """

    scheme: str | None = None
    authority: str | None = None
    path: str = ""
    query: str | None = None
    fragment: str | None = None


ReferenceParts = tuple[str | None, str | None, str, str | None, str | None]
"""What can be joined: a `Reference`, or a plain tuple."""

#     scheme = alpha *( alpha | digit | "+" | "-" | "." )                        RFC 2396 3.1
SCHEME = r"[A-Za-z][A-Za-z0-9+.\-]*"

#     ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?                  RFC 2396 B
# Deviation: the expression of appendix B takes any text before a colon for a scheme. "Scheme
# names consist of a sequence of characters beginning with a lower case letter" (3.1), so here
# only text that matches the production is one, and `1:2` is a path.
REFERENCE = compile_regex(rf"(?s)(?:({SCHEME}):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?")


_SCHEME = compile_regex(rf"({SCHEME}):")


def scheme_in(reference: str) -> str:
    """Give the scheme that `split` finds, in lower case; ``""``: there is none. It reads no further."""
    match = _SCHEME.match(reference)
    return "" if match is None else match[1].lower()


def split(reference: str) -> Reference:
    """Split a URI reference into its components; `recompose` is the exact inverse.

    Args:
        reference: The URI reference; any text can be split.

    Returns:
        The five components.

    Raises:
        TypeError: The argument is not a str.

    Source: RFC 2396 appendix B.
    """
    match = REFERENCE.fullmatch(reference)
    assert match is not None  # noqa: S101 -- every part of the expression may be absent
    return Reference(*match.groups())


def recompose(reference: ReferenceParts) -> str:
    """Join components to a URI reference again: the exact inverse of `split`.

    Args:
        reference: Five components, as a `Reference` or as a plain tuple.

    Returns:
        The URI reference.

    Raises:
        TypeError: A component is not a str, or one other than the path is neither a str nor ``None``.
        ValueError: There are not five components.

    Source: RFC 2396 section 5.2 step 7.
    """
    if len(reference) != len(Reference._fields):
        message = f"reference must have 5 components, not {len(reference)}"
        raise ValueError(message)
    for name, component in zip(Reference._fields, reference, strict=True):
        if not isinstance(component, str) and (component is not None or name == "path"):
            message = f"reference: {name} must be a str, not {type(component).__name__}"
            raise TypeError(message)
    return join_components(reference)


def join_components(reference: ReferenceParts) -> str:
    """Join components whose types are already checked."""
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
    """Whether a reference is to the document that contains it: empty, or a fragment alone.

    Args:
        reference: The URI reference, without white space around it.

    Returns:
        ``True`` if it is empty or begins with ``#``.

    Raises:
        TypeError: The argument is not a str.

    Source: RFC 2396 section 4.2.
    """
    return not reference or reference[0] == "#"


def is_hierarchical(base: Reference) -> bool:
    """Whether a URI can be a base: not opaque (RFC 2396 3 and 5)."""
    return base.authority is not None or not base.path or base.path[0] == "/"
