"""The elements that are open at a place of an XML document, and the namespaces that are declared there.

A number says which namespaces are declared: what is known of a name with one number stays known, however
often the number comes again. It does not read tags. Used by `xml.tokenizer`.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import NamedTuple

Namespaces = Mapping[bytes, bytes]
"""Namespaces by prefix, with "xmlns:" before it."""
NONE_DECLARED: Namespaces = {}
_MOST_SCOPES = 1024  # whose numbers are kept


class _OpenElement(NamedTuple):
    name: bytes
    declared: Namespaces
    scope_around: int
    is_inert: bool
    is_html: bool


class OpenXmlElements:
    """The elements that are open: how many, and by ``scope`` the number of what is declared."""

    def __init__(self) -> None:
        self.depth = self.scope = 0
        self._elements: list[_OpenElement] = []
        self._count = Counter[bytes]()
        self._inert = self._html = 0
        self._declared = defaultdict[bytes, list[bytes]](list)  # for each prefix, the innermost last
        self._scopes: dict[tuple[object, ...], int] = {}
        self._last = 0

    def declare(self, declared: Namespaces) -> None:
        """Add the namespaces that a start tag declares."""
        for prefix, namespace in declared.items():
            self._declared[prefix].append(namespace)
        if declared:
            self._enter(*declared.items())

    def start(
        self, name: bytes, declared: Namespaces, scope_around: int, *, is_template: bool, is_html: bool
    ) -> None:
        """Open an element, its namespaces declared.

        ``is_html``: elements in it without a namespace are HTML's.
        """
        self._elements.append(_OpenElement(name, declared, scope_around, is_template, is_html))
        self._count[name] += 1
        self.depth += 1
        if is_template or is_html:
            self._inert += is_template
            self._html += is_html
            self._enter(is_template, is_html)

    def undeclare(self, declared: Namespaces, scope_around: int) -> None:
        """Take back what a tag declared whose element has no content."""
        for prefix in declared:
            self._declared[prefix].pop()
        self.scope = scope_around

    def end(self, name: bytes) -> None:
        """Close an element, and what is open in it."""
        while self._count[name]:
            last = self._elements.pop()
            self._count[last.name] -= 1
            self.depth -= 1
            self._inert -= last.is_inert
            self._html -= last.is_html
            self.undeclare(last.declared, last.scope_around)
            if last.name == name:
                break

    def namespace(self, declaring: bytes) -> bytes | None:
        """Give the namespace that a prefix stands for; ``None``: none is declared."""
        declared = self._declared.get(declaring)
        return declared[-1] if declared else None

    @property
    def is_inert(self) -> bool:
        """Whether a template is open: its contents are no part of the document."""
        return self._inert > 0

    @property
    def is_html(self) -> bool:
        """Whether elements without a namespace are HTML's."""
        return self._html > 0

    def _enter(self, *change: object) -> None:
        key = (self.scope, *change)
        if key not in self._scopes:
            if len(self._scopes) >= _MOST_SCOPES:
                self._scopes.clear()
            self._last += 1
            self._scopes[key] = self._last
        self.scope = self._scopes[key]
