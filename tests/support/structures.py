"""Reads the structure of a document with independent parsers: its content, and where its references lead.

html5lib parses the markup, tinycss2 the style sheets, json the data, and ada-url the references. Lists,
policies, image candidates and refreshes are parsed by the steps of their standards; for the last two, these
steps are in their own tests.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import ada_url
import html5lib
import tinycss2

from tests.html.values.test_lists import by_the_steps as candidates
from tests.html.values.test_meta_content import by_the_steps as refresh

WHITE_SPACE = " \t\n\f\r"
_NAME = re.compile(r"(?:[A-Za-z_]|[^\0-\x7f])(?:[-\w.]|[^\0-\x7f])*")
_SCHEME = re.compile("[A-Za-z][A-Za-z0-9+.-]*")


class Reference(NamedTuple):
    """A reference: its text, and the URL that a browser resolves it to (``None``: no URL).

    ``may_stay``: a rewrite may leave it unchanged, as it may be no reference or refer to the same document.
    """

    text: str
    target: str | None
    may_stay: bool

    def __eq__(self, other: object) -> bool:
        """Whether both have the same target; references without a target must have the same text."""
        if not isinstance(other, Reference):
            return NotImplemented
        if self.target is None:  # a rewrite may add a scheme before a host that only some browsers accept
            return other.target is None and _from_host(self.text) == _from_host(other.text)
        return self.target == other.target or (self.may_stay and self.text == other.text)

    __hash__ = tuple.__hash__


_BEFORE_HOST = re.compile(r"\A[\x00-\x20]*(?:[a-z]+:)?[/\\\s]*")
_CONDITION = re.compile(r"(\[if IE\]>)(.*)<!\[endif\]", re.DOTALL)
_SAME_DOCUMENT = re.compile(r"[\x00-\x20]*(?:#|\Z)")


def _words(text: str) -> list[str]:
    return [word for word in re.split(f"[{WHITE_SPACE}]+", text) if word]


def _from_host(text: str) -> str:
    return _BEFORE_HOST.sub("", text).replace("\\", "/")


Structure = list[Any]
Reader = Callable[[str], Structure]


class Structures:
    """Reads documents that were loaded from a URL."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._readers: dict[str, Reader] = {
            "href": lambda text: [self._reference(text)],
            "ping": lambda text: list(map(self._reference, re.split("[ \t\n\f\r]+", text))),
            "about": self._curie,
            "archive": lambda text: self._entries(text, ","),
            "values": lambda text: self._entries(text, ";"),
            "style": self._sheet,
            "srcset": lambda text: self._cut(text, candidates(text)),
            "srcdoc": self.of,
            "fill": self._sheet,
            "data-bg": self._sheet,
        }
        self._of_meta: dict[str, Reader] = {
            "refresh": self._refresh,
            "content-security-policy": self._policy,
            "msapplication-task": self._task,
            "msapplication-config": lambda text: [self._reference(text)],
            "article:author": self._name,
        }

    def of(self, document: str) -> Structure:
        """List the elements of a document, their attributes and their texts, in order."""
        return list(self._nodes(html5lib.parse(document, namespaceHTMLElements=False)))

    def _nodes(self, element: Any) -> Iterator[Any]:
        if not isinstance(element.tag, str):
            yield from self._comment(element.text)
            return
        tag = element.tag.rpartition("}")[2]
        yield tag
        for name, value in element.attrib.items():
            yield name, self._reader(str(name), element.attrib)(value)
        readers: dict[str, Reader] = {"style": self._sheet, "script": self._data}
        yield readers.get(tag, list)(element.text or "")
        for child in element:
            yield from self._nodes(child)
            yield child.tail or ""

    def _reader(self, name: str, attributes: Mapping[Any, str]) -> Reader:
        if name != "content":
            return self._readers.get(name, list)
        of_meta = (self._of_meta.get(attributes.get(key, "")) for key in ("http-equiv", "name", "property"))
        return next(filter(None, of_meta), list)

    def _comment(self, text: str) -> Iterator[Any]:
        """List the content of a conditional comment, or the text of any other comment."""
        match = _CONDITION.fullmatch(text)
        yield from ["comment", match[1], *self.of(match[2]), "end"] if match else [text]

    def _reference(self, text: str, *, may_stay: bool = False) -> Reference:
        may_stay = may_stay or _SAME_DOCUMENT.match(text) is not None
        try:
            return Reference(text, ada_url.URL(text, self._url).href, may_stay)
        except ValueError:
            return Reference(text, None, may_stay)

    def _cut(self, text: str, spans: Sequence[tuple[int, int]]) -> Structure:
        """Split a value into its references and the text between them."""
        parts: list[Any] = []
        position = 0
        for start, stop in spans:
            parts += text[position:start], self._reference(text[start:stop])
            position = stop
        return [*parts, text[position:]]

    def _entries(self, text: str, separator: str) -> Structure:
        """Split a list at a separator; white space around an entry is not part of the entry."""
        return [self._trimmed(entry) for entry in text.split(separator)]

    def _trimmed(self, text: str) -> Structure:
        start = len(text) - len(text.lstrip(WHITE_SPACE))
        stop = max(start, len(text.rstrip(WHITE_SPACE)))
        return self._cut(text, [(start, stop)] if start < stop else [])

    def _curie(self, text: str) -> Structure:
        """RDFa Core 1.1, 7.4: a value in brackets, or with a prefix that is no scheme, is no URL."""
        trimmed = text.strip(WHITE_SPACE)
        prefix, colon, rest = trimmed.partition(":")
        is_prefix = prefix == "" or (_NAME.fullmatch(prefix) and not _SCHEME.fullmatch(prefix))
        in_brackets = trimmed.startswith("[") and trimmed.endswith("]")
        is_curie = in_brackets or (colon and is_prefix and not rest.startswith("//"))
        return [text] if is_curie else [self._reference(text)]

    def _name(self, text: str) -> Structure:
        """A value is a name, not a URL, if it has several words or no character that is typical of URLs."""
        is_name = len(_words(text)) > 1 or not re.search("[/:.#?]", text)
        return [text] if is_name else [self._reference(text)]

    def _policy(self, text: str) -> Structure:
        """CSP 3, 2.2.1: semicolons separate directives, and commas separate policies."""
        return [self._directive(token) for policy in text.split(",") for token in policy.split(";")]

    def _directive(self, token: str) -> Structure:
        name, *values = _words(token)
        is_read = name.lower() == "report-uri" and token.isascii()
        return [name, *map(self._reference if is_read else str, values)]

    def _task(self, text: str) -> Structure:
        """Split a start menu task (`msapplication-task`) into its pairs, with the URLs as references."""
        pairs = (pair.partition("=") for pair in text.split(";"))
        return [
            [name, *(self._trimmed(value) if name.strip().endswith("-uri") else [value])]
            for name, _, value in pairs
        ]

    def _refresh(self, text: str) -> Structure:
        """Split the content of a refresh; both kinds of quotes count as equal."""
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
        """List the names and values in a JSON text, with every string as a reference."""
        try:
            return self._values(json.loads(text))
        except ValueError:
            return [text]

    def _values(self, value: Any) -> Structure:
        if isinstance(value, dict):
            return [
                [
                    self._reference(name, may_stay=True),
                    *(["patterns", len(inner)] if name == "href_matches" else self._values(inner)),
                ]
                for name, inner in value.items()
            ]
        if isinstance(value, list):
            return [self._values(inner) for inner in value]
        return [self._reference(value, may_stay=True) if isinstance(value, str) else value]
