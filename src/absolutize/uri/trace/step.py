"""One step of a resolution, and how its values are shown.

It does not know any algorithm. Used by `absolutize`, `cli.commands.parse`, `cli.commands.resolve` and `uri`.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from absolutize.uri.reference import Reference


class Step(NamedTuple):
    """One step of a resolution, as `explain` shows it.

    Attributes:
        name: What the specification calls the step, such as "6a".
        action: What the step did.
        value: The value after it; after the last step, the absolute form or ``None`` if there is none.
    """

    name: str
    action: str
    value: str | None


Turn = tuple[str, str]  # a step's name and what it does


MANY_STEPS = 16  # steps of a loop that are shown before the last


def abridge_turns(turns: Iterable[Turn], value: Callable[[], str]) -> Iterator[Step]:
    """Show the first turns of a loop and its last one; count those between.

    ``value`` gives the value after a turn. If it were shown after each turn, a long path would take time and
    space in the square of its length.
    """
    count, last = 0, ("", "")
    for count, last in enumerate(turns, 1):
        if count <= MANY_STEPS:
            yield Step(*last, value())
    if count > MANY_STEPS:
        between = count - MANY_STEPS - 1
        name, action = last
        yield Step(name, f"{action} (after {between} more turns, not shown)" if between else action, value())


def describe_components(components: Reference, names: tuple[str, ...] = Reference._fields) -> str:
    """Show components by name, with undefined distinguished from empty."""
    return ", ".join(f"{name} {quote_component(getattr(components, name))}" for name in names)


def quote_component(component: str | None) -> str:
    """Show one component."""
    return "undefined" if component is None else f'"{component}"'


def yes(condition: object) -> str:
    """Say whether a condition holds."""
    return "yes" if condition else "no"
