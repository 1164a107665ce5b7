"""BeautifulSoup's trees, of every builder, for `tree`."""

import copy
import re
from collections.abc import Iterable, Iterator
from typing import Any

from bs4 import BeautifulSoup, Tag
from bs4.element import PageElement, PreformattedString


class SoupTree:
    """A BeautifulSoup document or a tag in it.

    Users make of tags what they like: a name or a value that is no text is passed over.
    """

    escapes_white_space = False

    def __init__(self, root: Any) -> None:  # noqa: ANN401
        self._root = root
        self._top = root
        while self._top.parent is not None:
            self._top = self._top.parent
        self.encoding: str | None = None
        self.likely_encoding: str | None = None
        if isinstance(self._top, BeautifulSoup):
            self.encoding = _label(self._top.original_encoding)

    def elements(self) -> Iterator[Tag]:
        """Give the elements of this part of the tree, in its order."""
        return _elements(self._root)

    def document(self) -> Iterator[Tag]:
        """Give the elements of the whole document that it is part of."""
        return _elements(self._top)

    def nodes(self) -> Iterator[tuple[Any, str | None]]:
        """Give the elements of the whole document, and its texts, each with the element around it."""
        for node in _nodes(self._top):
            if isinstance(node, Tag):
                yield node, None
            elif not isinstance(node, PreformattedString):  # comments and the like
                yield node.parent, str(node)

    def name(self, element: Tag) -> str:
        """Give an element's name, in lower case and without a namespace."""
        name = element.name.lower() if isinstance(element.name, str) else ""
        return name.rpartition(":")[2] if element.prefix else name

    def namespace(self, element: Tag) -> str | None:
        """Give an element's namespace, if the builder knows it."""
        return element.namespace or None

    def parent(self, element: Tag) -> Tag | None:
        """Give the element around an element."""
        return element.parent

    def attributes(self, element: Tag) -> list[tuple[str, str, str]]:
        """Give an element's attributes: key, name as HTML tokenizes it, value."""
        held = element.attrs if isinstance(element.attrs, dict) else {}
        texts = ((key, _text(value)) for key, value in held.items() if isinstance(key, str))
        return [(key, _name(key), text) for key, text in texts if text is not None]

    def write(self, element: Tag, key: str, value: str) -> None:
        """Set an attribute; one that was a list stays one."""
        written: Any = value
        if isinstance(element.attrs[key], list):
            written = copy.copy(element.attrs[key])
            written[:] = _PART.findall(value)
        element.attrs[key] = written

    def remove(self, attributes: Iterable[tuple[Tag, str]]) -> None:
        """Remove attributes, each of an element by its key, and elements with their last one."""
        emptied: list[Tag] = []
        for element, key in attributes:
            del element.attrs[key]
            if not element.attrs and element.parent is not None:
                emptied.append(element)
        indices = _indices(emptied)
        for element in reversed(emptied):  # an index holds as long as nothing before it goes
            if element.contents:
                element.unwrap()
            else:
                element.extract(indices[id(element)])

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


def _label(encoding: object) -> str | None:
    """Read the label of an encoding: all that there are is ASCII (Encoding Standard 4.2)."""
    return encoding if isinstance(encoding, str) and encoding.isascii() else None


def _indices(elements: list[Tag]) -> dict[int, int]:
    """Find, by id, where elements and their siblings stand: bs4 looks through all, for each of them."""
    parents = {id(element.parent): element.parent for element in elements}
    return {
        id(child): index
        for parent in parents.values()
        if parent is not None
        for index, child in enumerate(parent.contents)
    }


def _elements(root: Tag) -> Iterator[Tag]:
    return (node for node in _nodes(root) if isinstance(node, Tag))


def _nodes(root: Tag) -> Iterator[PageElement]:
    if not isinstance(root, BeautifulSoup):
        yield root
    yield from root.descendants
