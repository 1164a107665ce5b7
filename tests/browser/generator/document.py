"""A document to judge, with its delivery (charset, scripts) and the options of its rewrite."""

from __future__ import annotations

from typing import Any, NamedTuple

import absolutize

HOME, MOVED = "http://a.example", "http://b.example"


class Document(NamedTuple):
    """A document; ``label``: its charset by HTTP; ``scripts``: whether scripting is on (no script runs)."""

    body: bytes
    label: str | None = None
    scripts: bool = False
    options: dict[str, Any] = {}  # noqa: RUF012 -- never changed
    query: str = ""  # appended to its URL

    def home(self, number: int) -> str:
        """The document's original URL; the number is the first segment of its path."""
        return f"{HOME}/{number}/d/e/p.html{self.query}"

    def rewritten(self, number: int) -> bytes:
        """Make the document absolute."""
        return absolutize.rewrite(self.body, self.home(number), **self.settings)

    @property
    def settings(self) -> dict[str, Any]:
        """The options, with the charset."""
        return {"charset": self.label, **self.options}

    @property
    def hides_base(self) -> bool:
        """Whether BASE may differ after the rewrite, because it is kept relative or removed."""
        return self.options.get("base_element", "absolute") != "absolute"

    def __hash__(self) -> int:
        """Hash the document with its options."""
        return hash(str(self))

    def __str__(self) -> str:
        """Write the document as a line of Python."""
        fields = {
            name: value for name, value in self._asdict().items() if value != self._field_defaults.get(name)
        }
        return f"Document({', '.join(f'{name}={value!r}' for name, value in fields.items())})"


def moved(number: int) -> str:
    """The URL that a document is moved to."""
    return f"{MOVED}/{number}/m/o/v/e/d.html"
