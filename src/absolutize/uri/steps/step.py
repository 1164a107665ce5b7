"""One step of a document's algorithm of resolution, and how its values are shown."""

from typing import NamedTuple

from absolutize.uri.reference import Reference


class Step(NamedTuple):
    """One step: its name in the document, what it did, and the value there is after it.

    The value of the last step is what the reference resolves to; ``None`` if it has no answer.
    """

    name: str
    action: str
    value: str | None


def shown(components: Reference, names: tuple[str, ...] = Reference._fields) -> str:
    """Show components by name, undefined told apart from empty."""
    return ", ".join(f"{name} {quoted(getattr(components, name))}" for name in names)


def quoted(component: str | None) -> str:
    """Show one component."""
    return "undefined" if component is None else f'"{component}"'


def yes(condition: object) -> str:
    """Say whether a condition holds."""
    return "yes" if condition else "no"
