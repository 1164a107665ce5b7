"""The structure of a document, by independent parsers: what is in it, and where its references go.

html5lib reads the markup, tinycss2 the style sheets, json the data, ada-url the references; image
candidates and refreshes are read by the steps of the standard in tests of their own.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import ada_url
import html5lib
import tinycss2

from tests.html.values.test_lists import by_the_steps as candidates
from tests.html.values.test_meta_content import by_the_steps as refresh


class Reference(NamedTuple):
    """A reference: as it reads, and where a browser goes from it (``None``: nowhere).

    It ``may_stay`` where it may be none, or means the same document.
    """

    text: str
    target: str | None
    may_stay: bool

    def __eq__(self, other: object) -> bool:
        """Whether another one goes there too; one that goes nowhere has to be the same."""
        if not isinstance(other, Reference):
            return NotImplemented
        if self.target is None:  # a scheme may be written before a host that only some browsers take
            return other.target is None and _from_host(self.text) == _from_host(other.text)
        return self.target == other.target or (self.may_stay and self.text == other.text)

    __hash__ = tuple.__hash__


_BEFORE_HOST = re.compile(r"\A[\x00-\x20]*(?:[a-z]+:)?[/\\\s]*")
_SAME_DOCUMENT = re.compile(r"[\x00-\x20]*(?:#|\Z)")


def _from_host(text: str) -> str:
    return _BEFORE_HOST.sub("", text).replace("\\", "/")


Structure = list[Any]
Reader = Callable[[str], Structure]


class Structures:
    """Reads documents at a URL."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._readers: dict[str, Reader] = {
            "href": lambda text: [self._reference(text)],
            "ping": lambda text: list(map(self._reference, re.split("[ \t\n\f\r]+", text))),
            "style": self._sheet,
            "srcset": lambda text: self._cut(text, candidates(text)),
            "content": self._refresh,
            "srcdoc": self.of,
            "fill": self._sheet,
        }

    def of(self, document: str) -> Structure:
        """List the elements of a document, their attributes and their texts, in order."""
        return list(self._nodes(html5lib.parse(document, namespaceHTMLElements=False)))

    def _nodes(self, element: Any) -> Iterator[Any]:
        tag = str(element.tag).rpartition("}")[2]
        yield tag
        for name, value in element.attrib.items():
            yield name, self._readers.get(str(name), list)(value)
        readers: dict[str, Reader] = {"style": self._sheet, "script": self._data}
        yield readers.get(tag, list)(element.text or "")
        for child in element:
            yield from self._nodes(child)
            yield child.tail or ""

    def _reference(self, text: str, *, may_stay: bool = False) -> Reference:
        may_stay = may_stay or _SAME_DOCUMENT.match(text) is not None
        try:
            return Reference(text, ada_url.URL(text, self._url).href, may_stay)
        except ValueError:
            return Reference(text, None, may_stay)

    def _cut(self, text: str, spans: Sequence[tuple[int, int]]) -> Structure:
        """Cut a value into its references and what is between them."""
        parts: list[Any] = []
        position = 0
        for start, stop in spans:
            parts += text[position:start], self._reference(text[start:stop])
            position = stop
        return [*parts, text[position:]]

    def _refresh(self, text: str) -> Structure:
        """Cut the content of a refresh, whatever the quotes."""
        span = refresh(text)
        parts = self._cut(text, [] if span is None else [span])
        return [part.replace("'", '"') if isinstance(part, str) else part for part in parts]

    def _sheet(self, text: str) -> Structure:
        """List the tokens of a style sheet, with every string and URL as a reference."""
        return list(self._tokens(tinycss2.parse_component_value_list(text)))

    def _tokens(self, nodes: Sequence[tinycss2.ast.Node]) -> Iterator[Any]:
        for node in nodes:
            yield node.type
            if node.type in {"url", "string"}:
                yield self._reference(node.value)
            elif node.type == "function":
                yield node.lower_name
                yield from self._tokens(node.arguments)
                yield ")"
            elif node.type.endswith("block"):
                yield from self._tokens(node.content)
                yield "}"
            elif node.type != "whitespace":
                yield str(getattr(node, "value", ""))

    def _data(self, text: str) -> Structure:
        """List names and values of a JSON text, with every string as a reference."""
        try:
            return self._values(json.loads(text))
        except ValueError:
            return [text]

    def _values(self, value: Any) -> Structure:
        if isinstance(value, dict):
            return [
                [self._reference(name, may_stay=True), *self._values(inner)] for name, inner in value.items()
            ]
        if isinstance(value, list):
            return [self._values(inner) for inner in value]
        return [self._reference(value, may_stay=True) if isinstance(value, str) else value]
