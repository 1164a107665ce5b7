"""A defect of another program, as a row of a table."""

from __future__ import annotations

from typing import Any, NamedTuple

URL = "http://h/d/p.html"


class Defect(NamedTuple):
    """A program, what it does, and a document that shows it, before and after."""

    peer: str
    what: str
    before: str
    after: str
    url: str = URL
    charset: str = "utf-8"
    options: dict[str, Any] = {}  # noqa: RUF012 -- never changed


def kept(peer: str, what: str, page: str, **more: Any) -> Defect:
    """A document in which nothing is to be changed."""
    return Defect(peer, what, page, page, **more)
