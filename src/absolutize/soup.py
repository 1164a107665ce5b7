"""BeautifulSoup's trees, of every builder, for `tree`."""

import re
from collections.abc import Iterator
from typing import Any

from bs4 import BeautifulSoup, Tag


class SoupTree:
    """A BeautifulSoup document or a tag in it."""

    def __init__(self, root: Any) -> None:  # noqa: ANN401
        self._root = root
        self._top = root
        while self._top.parent is not None:
            self._top = self._top.parent
        self.encoding: str | None = None
        self.likely_encoding: str | None = None
        if isinstance(self._top, BeautifulSoup):
            self.encoding = self._top.original_encoding

    def elements(self) -> Iterator[Tag]:
        """Give the elements of this part of the tree, in its order."""
        return _elements(self._root)

    def document(self) -> Iterator[Tag]:
        """Give the elements of the whole document that it is part of."""
        return _elements(self._top)

    def name(self, element: Tag) -> str:
        """Give an element's name, in lower case and without a namespace."""
        name = element.name.lower()
        return name.rpartition(":")[2] if element.prefix else name

    def namespace(self, element: Tag) -> str | None:
        """Give an element's namespace, if the builder knows it."""
        return element.namespace or None

    def ancestors(self, element: Tag) -> Iterator[Tag]:
        """Give the elements around an element, the nearest first."""
        return iter(element.parents)

    def attributes(self, element: Tag) -> list[tuple[str, str, str]]:
        """Give an element's attributes: key, name as HTML tokenizes it, value."""
        texts = ((key, _text(value)) for key, value in element.attrs.items())
        return [(key, _name(key), text) for key, text in texts if text is not None]

    def write(self, element: Tag, key: str, value: str) -> None:
        """Set an attribute; one that was a list stays one."""
        old = element.attrs[key]
        element.attrs[key] = type(old)(_PART.findall(value)) if isinstance(old, list) else value

    def remove(self, element: Tag, key: str) -> None:
        """Remove an attribute, and the element with its last one."""
        del element.attrs[key]
        if not element.attrs and element.parent is not None:
            element.unwrap()

    def line(self, element: Tag) -> int | None:
        """Tell in which line of the source an element began, if the builder knows it."""
        return element.sourceline


_PART = re.compile("[^ \t\n\f\r]+")
XLINK = "http://www.w3.org/1999/xlink"


def _text(value: object) -> str | None:
    """Read a value as text: a list's parts joined; ``None`` for what somebody else put there."""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return " ".join(value)
    return value if isinstance(value, str) else None


def _name(key: str) -> str:
    """Tell an attribute's name as HTML tokenizes it, whatever prefix XLink's namespace has."""
    if getattr(key, "namespace", None) == XLINK:
        return f"xlink:{key.rpartition(':')[2]}".lower()
    return key.lower()


def _elements(root: Tag | BeautifulSoup) -> Iterator[Tag]:
    if not isinstance(root, BeautifulSoup):
        yield root
    for node in root.descendants:
        if isinstance(node, Tag):
            yield node
