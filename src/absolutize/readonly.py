"""Mappings that cannot be changed, but can be pickled, copied and hashed.

It does not know what is in them. They are for the public tables, such as `RULE_SETS`, and for default values.
Used by `findings.finding`, `html.link_table`, `report.forms` and `uri`.
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar

Key = TypeVar("Key")
Value_co = TypeVar("Value_co", covariant=True)


class ReadOnly(Mapping[Key, Value_co]):
    """A mapping that cannot be changed; unlike `types.MappingProxyType`, it can be pickled."""

    __slots__ = ("_rows",)

    def __init__(self, rows: Mapping[Key, Value_co]) -> None:
        self._rows = dict(rows)

    def __getitem__(self, key: Key) -> Value_co:
        """Get the value of a key; `KeyError` if there is none."""
        return self._rows[key]

    def __iter__(self) -> Iterator[Key]:
        """Go through the keys in their order."""
        return iter(self._rows)

    def __len__(self) -> int:
        """Count the keys."""
        return len(self._rows)

    def __contains__(self, key: object) -> bool:
        """Whether there is such a key; `Mapping` would raise and catch an exception."""
        return key in self._rows

    def __hash__(self) -> int:
        """Hash it; its values must be hashable."""
        return hash(frozenset(self._rows.items()))

    def __reduce__(self) -> tuple[type, tuple[dict[Key, Value_co]]]:
        """Pickle and copy it, with every protocol."""
        return type(self), (self._rows,)

    def __repr__(self) -> str:
        """Show it as a dictionary is shown."""
        return repr(self._rows)
