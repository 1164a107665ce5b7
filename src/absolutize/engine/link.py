"""A link: one reference in a document, as `links` lists it."""

from typing import NamedTuple


class Link(NamedTuple):
    """One reference in a document, as `links` lists it.

    ``start`` and ``stop`` are offsets in the document as it was given (``None`` for trees),
    ``line`` and ``column`` count from 1, ``index`` from 0 within a list value. ``raw`` is the
    reference as written (escaped twice in a document in a value), ``reference`` the same with
    character references and white space seen to, ``target`` its absolute form (``None``: it has
    none), ``code`` what was decided. ``kind`` is one of `KINDS`, ``rel`` the words of that attribute
    in lower case, ``text`` what the link is called: the text of an ``a``, the ``alt`` of an image
    (``None``: nothing, or not asked for).
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
