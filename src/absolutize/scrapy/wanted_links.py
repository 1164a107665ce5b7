"""Which references a link extractor gives: by its tags and attributes, and by its kinds.

It knows the table of links, and no document. Used by `scrapy.link_extractor` and `scrapy.reading`.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from absolutize.arguments import checked_texts
from absolutize.calls import beginning_of
from absolutize.html.grammar.namespaces import FOREIGN_ATTRIBUTES_WITH_CAPITALS
from absolutize.html.link_table.index import ANY_ATTRIBUTE
from absolutize.html.link_table.kinds import KINDS, kind_of
from absolutize.html.link_table.rows import LINKS, Row
from absolutize.trees.lxml_tree import XLINK_NAME
from absolutize.trees.values import rows_with

Texts = str | Iterable[str] | None

_ANCHORS = frozenset({"a", "area"}), frozenset({"href"})
_PAGES = "refresh", "frame"
_KINDS = (*KINDS, "refresh", "*")
_TABLE = rows_with(())
_WITH_CAPITALS = frozenset(
    name for name in map(bytes.decode, FOREIGN_ATTRIBUTES_WITH_CAPITALS) if name.lower() in _TABLE.attributes
)


class WantedLinks(NamedTuple):
    """Which references a link extractor gives: by the names of element and attribute, or by kind."""

    tags: frozenset[str]
    attrs: frozenset[str]
    denied_tags: frozenset[str]
    denied_attrs: frozenset[str]
    kinds: frozenset[str]

    @classmethod
    def of(cls, tags: Texts, attrs: Texts, denied: tuple[Texts, Texts], kinds: Texts) -> "WantedLinks":
        """Read the caller's arguments; raises `TypeError` for other types, `ValueError` for unknown kinds."""
        named = _names("tags", tags), _attributes("attrs", attrs)
        chosen = _names("kinds", (_PAGES if named == _ANCHORS else ()) if kinds is None else kinds)
        for kind in sorted(chosen - {*_KINDS}):
            message = f"kinds: {beginning_of(kind)!r} is not a kind of links; choose from {', '.join(_KINDS)}"
            raise ValueError(message)
        return cls(*named, _names("deny_tags", denied[0]), _attributes("deny_attrs", denied[1]), chosen)

    @property
    def is_in_table(self) -> bool:
        """Whether the table of links has all of them, so that no rows need to be added."""
        return (self.tags, self.attrs) == _ANCHORS

    def has(self, element: str, row: Row, rel: str) -> bool:
        """Whether a reference is wanted: one in this element, of this row, in a tag with this rel."""
        if element in self.denied_tags or row.attribute in self.denied_attrs:
            return False
        names = {row.attribute, row.attribute.removeprefix("xlink:")} - {""}
        if _is_in(element, self.tags) and any(_is_in(name, self.attrs) for name in names):
            return True
        return "*" in self.kinds or kind_of(element, row, rel) in self.kinds or row.syntax in self.kinds

    def has_text(self, element: str) -> bool:
        """Whether a link in this element has a text: an anchor, or an element that was asked for by name."""
        return element == "a" or _is_in(element, self.tags)

    def elements(self) -> frozenset[str] | None:
        """Name the elements that may have a wanted reference; ``None`` means any element."""
        names = self.tags | _elements_of(self.kinds)
        return None if "*" in names else names

    def extra_rows(self) -> tuple[Row, ...]:
        """Make rows for wanted attributes that have no unconditional row in the table."""
        return _rows_of(self.tags, self.attrs - self.denied_attrs)


@lru_cache(maxsize=256)
def _elements_of(kinds: frozenset[str]) -> frozenset[str]:
    """Name the elements that may have references of some kinds, or documents with such references."""
    is_any = "*" in kinds
    rows = [row for row in LINKS if is_any or row.syntax in kinds or kind_of(row.element, row) in kinds]
    return frozenset({"iframe", "link", *(row.element_name for row in rows)})


def _names(argument: str, given: Texts) -> frozenset[str]:
    if given is None or isinstance(given, str):
        return frozenset(() if given is None else [given])
    return frozenset(checked_texts(argument, given))


def _attributes(argument: str, given: Texts) -> frozenset[str]:
    return frozenset(map(asked_name, _names(argument, given)))


def asked_name(key: str) -> str:
    """Give the name by which an attribute of a tree is asked for: as it is written, in XML in its case.

    XLink's have the prefix that they have in HTML, those in the table are in lower case.
    """
    return key.lower() if key in _WITH_CAPITALS else key.replace(XLINK_NAME, "xlink:")


def _is_in(name: str, names: Collection[str]) -> bool:
    return name in names or "*" in names


@lru_cache(maxsize=256)
def _rows_of(tags: frozenset[str], attributes: frozenset[str]) -> tuple[Row, ...]:
    return tuple(
        Row(tag, ANY_ATTRIBUTE if attribute == "*" else attribute, "url", "Scrapy, LinkExtractor")
        for attribute in sorted(attributes)
        for tag in sorted(tags | (_with_conditions(attribute) if "*" in tags else frozenset()))
        if all(row.when is not None for row in _TABLE.of(tag, attribute))
    )


def _with_conditions(attribute: str) -> frozenset[str]:
    """Name the elements in which this attribute has a reference only under a condition."""
    return frozenset(row.element for row in _TABLE.of_attribute(attribute) if row.when is not None)
