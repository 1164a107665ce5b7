"""lxml's trees, for `tree`."""

from collections.abc import Iterator
from typing import Any

from lxml import etree

XLINK = "{http://www.w3.org/1999/xlink}"


class LxmlTree:
    """An lxml element or a whole tree."""

    def __init__(self, root: Any) -> None:  # noqa: ANN401
        whole = root if hasattr(root, "getroot") else root.getroottree()
        self._root = root.getroot() if hasattr(root, "getroot") else root
        self._top = whole.getroot()
        self.encoding: str | None = whole.docinfo.encoding if self._top is not None else None

    def elements(self) -> Iterator[Any]:
        """Give the elements of this part of the tree, in its order."""
        return _elements(self._root)

    def document(self) -> Iterator[Any]:
        """Give the elements of the whole document that it is part of."""
        return _elements(self._top)

    def name(self, element: Any) -> str:  # noqa: ANN401
        """Give an element's name, in lower case and without a namespace."""
        return str(element.tag).rpartition("}")[2].lower()

    def namespace(self, element: Any) -> str | None:  # noqa: ANN401
        """Give an element's namespace, if the parser knows it."""
        return str(element.tag)[1:].rpartition("}")[0] or None

    def ancestors(self, element: Any) -> Iterator[Any]:  # noqa: ANN401
        """Give the elements around an element, the nearest first."""
        return iter(element.iterancestors())

    def attributes(self, element: Any) -> list[tuple[str, str, str]]:  # noqa: ANN401
        """Give an element's attributes: key, name as HTML tokenizes it, value."""
        return [(key, key.replace(XLINK, "xlink:").lower(), value) for key, value in element.attrib.items()]

    def write(self, element: Any, key: str, value: str) -> None:  # noqa: ANN401
        """Set an attribute; `ValueError` for control characters."""
        element.set(key, value)

    def remove(self, element: Any, key: str) -> None:  # noqa: ANN401
        """Remove an attribute, and the element with its last one."""
        del element.attrib[key]
        if not element.attrib:
            _drop(element)

    def line(self, element: Any) -> int | None:  # noqa: ANN401
        """Tell in which line of the source an element began, if the parser knows it."""
        line = element.sourceline
        return None if line is None else int(line)


def _elements(root: Any) -> Iterator[Any]:  # noqa: ANN401
    return iter(()) if root is None else root.iter(etree.Element)


def _drop(element: Any) -> None:  # noqa: ANN401
    """Take an element out of its parent; its text, children and tail stay."""
    parent = element.getparent()
    if parent is None:
        return
    index = parent.index(element)
    before = parent[index - 1] if index else None
    lead = (element.text or "") + ("" if len(element) else element.tail or "")
    if before is None:
        parent.text = (parent.text or "") + lead
    else:
        before.tail = (before.tail or "") + lead
    if len(element):
        element[-1].tail = (element[-1].tail or "") + (element.tail or "")
    parent[index : index + 1] = list(element)
