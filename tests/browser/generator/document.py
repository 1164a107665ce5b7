"""What is judged: a document, how it is delivered, and with which options it is rewritten."""

from __future__ import annotations

from typing import Any, NamedTuple

import absolutize

HOME, MOVED = "http://a.example", "http://b.example"


class Document(NamedTuple):
    """A document; ``label``: the charset that comes with it; ``scripts``: they are on (none runs)."""

    body: bytes
    label: str | None = None
    scripts: bool = False
    options: dict[str, Any] = {}  # noqa: RUF012 -- never changed
    query: str = ""  # behind its URL

    def home(self, number: int) -> str:
        """Where it comes from; the number is the first segment of its path."""
        return f"{HOME}/{number}/d/e/p.html{self.query}"

    def rewritten(self, number: int) -> bytes:
        """Make it absolute."""
        return absolutize.rewrite(self.body, self.home(number), **self.settings)

    @property
    def settings(self) -> dict[str, Any]:
        """Give the options, with the charset."""
        return {"charset": self.label, **self.options}

    @property
    def hides_base(self) -> bool:
        """Whether BASE may be another one after the rewrite: it is kept relative, or gone."""
        return self.options.get("base_element", "absolute") != "absolute"

    def __hash__(self) -> int:
        """Hash it, its options too."""
        return hash(str(self))

    def __str__(self) -> str:
        """Write it as a line of Python."""
        fields = {
            name: value for name, value in self._asdict().items() if value != self._field_defaults.get(name)
        }
        return f"Document({', '.join(f'{name}={value!r}' for name, value in fields.items())})"


def moved(number: int) -> str:
    """Where a document is moved to."""
    return f"{MOVED}/{number}/m/o/v/e/d.html"
