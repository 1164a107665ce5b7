"""BeautifulSoup's trees, of every builder, for `tree`."""

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
        self.encoding: str | None = getattr(self._top, "original_encoding", None)

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
        return [
            (key, key.lower(), " ".join(value) if isinstance(value, list) else value)
            for key, value in element.attrs.items()
            if isinstance(value, (str, list))
        ]

    def write(self, element: Tag, key: str, value: str) -> None:
        """Set an attribute; one that was a list stays one."""
        old = element.attrs[key]
        element.attrs[key] = type(old)(value.split()) if isinstance(old, list) else value

    def remove(self, element: Tag, key: str) -> None:
        """Remove an attribute, and the element with its last one."""
        del element.attrs[key]
        if not element.attrs:
            element.unwrap()

    def line(self, element: Tag) -> int | None:
        """Tell in which line of the source an element began, if the builder knows it."""
        return element.sourceline


def _elements(root: Tag | BeautifulSoup) -> Iterator[Tag]:
    if not isinstance(root, BeautifulSoup):
        yield root
    for node in root.descendants:
        if isinstance(node, Tag):
            yield node
