"""A link: one reference of a document, as `links` lists it.

It does not know how it was found. The same class serves bytes, text and trees. Used by `api`,
`arrow.rows`, `cli.commands.links`, `engine` and `trees.rewriter`.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter, methodcaller
from typing import Any, NamedTuple

from absolutize.engine.requested_url import requested_url
from absolutize.uri.canonical import canonical_url


class Link(NamedTuple):
    """One reference in a document, as `links` lists it.

    What a browser requests for its target is `request_url`, which is computed each time that it is read.

    Attributes:
        element: Name of the element, in lower case; empty in a style sheet.
        attribute: Name of the attribute, in lower case; empty for the text of the element.
        index: Which reference of a list value it is, from 0.
        start: Offset of the reference, in the bytes or characters of the document; ``None`` in trees.
        stop: Offset behind the reference, likewise.
        line: Line in which it begins, from 1; in trees that of its tag if the parser says so, or ``None``.
        column: Column in which it begins, in characters from 1; in trees that of its tag, likewise.
        raw: The reference as written, decoded by the charset only.
        reference: The same with character references decoded and white space removed as URLs have it.
        target: The absolute form; ``None`` if it has none.
        code: What was decided: a code of `FINDINGS`.
        kind: What the link is for: a key of `KINDS`, such as "image". Default: "other".
        rel: The words of the rel attribute, in lower case. Default: "".
        text: Text of the anchor, or alt of the image; ``None`` if there is none. Default: None (not asked
            for).
        encoding: Encoding of queries, by its name in the Encoding Standard. Default: "utf-8".
        node: The element of the tree, or the comment, in which it is. Default: None (bytes and text).
        context: URL of what the link is a link of, where a header field says that it is another resource
            (RFC 8288 3.2, ``anchor``). Default: None (the document).
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
    encoding: str = "utf-8"
    node: Any = None
    context: str | None = None

    @property
    def request_url(self) -> str | None:
        """The URL that a browser requests for the target, percent-encoded, with its host in Punycode.

        It has no fragment. Its query is percent-encoded in `encoding`, all else in UTF-8 (URL Standard 4.4).
        ``None``: nothing is requested (``mailto:``, ``javascript:``, ``data:``), or there is no target (a
        fragment alone), or nobody knows what a template puts in place of a placeholder.
        """
        if self.target is None or self.code == "rewritten-placeholder":
            return None
        return requested_url(self.target, self.encoding)

    def canonical_url(self, policy: str = "crawler") -> str | None:
        """Give the form of `request_url` by which a crawler recognizes what it has fetched already.

        Args:
            policy: Name of a policy of `CANONICAL_POLICIES`: what counts for nothing. Default: "crawler".

        Returns:
            The canonical URL, without a fragment; ``None`` if nothing is requested.
        """
        url = self.request_url
        return None if url is None else canonical_url(url, policy)


COMPUTED_FIELDS = ("text", "request_url", "canonical_url")
"""What a list of links has if it is asked for: it takes time to compute."""
ComputedFields = Mapping[str, Callable[[Link], str | None]]
"""Those of them that were asked for, and how a link gives each."""


def computed_fields(*, text: bool, request_url: bool, canonical: str | None) -> ComputedFields:
    """Choose what a list of links has; any process can unpickle how that is read."""
    reading: list[Callable[[Link], str | None]] = [
        attrgetter("text"),
        attrgetter("request_url"),
        methodcaller("canonical_url", canonical),
    ]
    given = text, request_url, canonical
    return {name: read for name, read, wanted in zip(COMPUTED_FIELDS, reading, given, strict=True) if wanted}
