"""A link: one reference of a document, as `links` lists it.

It does not know how it was found. The same class serves bytes, text and trees. Used by `api`,
`cli.commands.links`, `engine` and `trees.rewriter`.
"""

from typing import NamedTuple


class Link(NamedTuple):
    """One reference in a document, as `links` lists it.

    Attributes:
        element: Name of the element, in lower case.
        attribute: Name of the attribute, in lower case; empty for the text of the element.
        index: Which reference of a list value it is, from 0.
        start: Offset of the reference, in the bytes or characters of the document; ``None`` in trees.
        stop: Offset behind the reference, likewise.
        line: Line in which it begins, from 1; ``None`` in trees.
        column: Column in which it begins, in characters from 1; ``None`` in trees.
        raw: The reference as written, decoded by the charset only.
        reference: The same with character references decoded and white space removed as URLs have it.
        target: The absolute form; ``None`` if it has none.
        code: What was decided: a code of `FINDINGS`.
        kind: What the link is for: a key of `KINDS`, such as "image". Default: "other".
        rel: The words of the rel attribute, in lower case. Default: "".
        text: Text of the anchor, or alt of the image; ``None`` if there is none. Default: None (not asked
            for).
    """

    element: str
    attribute: str
    index: int  # type: ignore[assignment]  # a field of the contract; the method of tuple goes
    start: int | None
    stop: int | None
    line: int | None
    column: int | None
    raw: str
    reference: str
    target: str | None
    code: str
    kind: str = "other"
    rel: str = ""
    text: str | None = None
