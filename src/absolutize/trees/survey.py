"""One pass over a tree: the elements and comments in which references may be, and where svg and math are.

Which names matter is learned as they come, so that most elements are passed with two look-ups. It does not
know which library built the tree, nor what is decided on a reference. Used by `trees`.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from absolutize.html.grammar.namespaces import HTML
from absolutize.html.link_table.index import Rows
from absolutize.html.link_table.rows import COMMENT_ELEMENT
from absolutize.trees.nesting import FOREIGN_ROOTS, NAMESPACES, Nesting
from absolutize.trees.protocol import Candidate, Kind, Tree

# what is asked for though no reference may be in it
_ALWAYS = frozenset({"base", "meta", COMMENT_ELEMENT, *FOREIGN_ROOTS})


class TreeNames:
    """The names of elements and attributes in one tree: which of them matter.

    All are learned: ``kinds``, by what the tree calls an element, and ``dull_elements``, which do not
    matter without attributes, ``dull_names`` by their names alone, whatever their namespace;
    ``linked``, by the key of an attribute, the name that rows have for it; ``known`` are all keys, and
    ``dull`` those that no row has. They may serve several trees of one kind, if they are not too many.
    """

    def __init__(
        self, attributes: Rows, elements: Iterable[str], is_conditional: Callable[[str], bool]
    ) -> None:
        self._attributes, self._elements = attributes, _ALWAYS.union(elements)
        self.is_conditional = is_conditional
        self.kinds: dict[Any, Kind] = {}
        self.dull_elements: set[Any] = set()
        self.dull_names: set[str] = set()
        self.linked: dict[str, str] = {}
        self.known: set[str] = set()
        self.dull: set[str] = set()

    @property
    def are_many(self) -> bool:
        """Whether there are too many to keep them."""
        return len(self.known) + len(self.kinds) > _MANY

    def learn_element(self, key: Any, name: str, namespace: str | None) -> Kind:  # noqa: ANN401
        """Learn what kind of element a tree calls so."""
        may_be_html = namespace is None or NAMESPACES.get(namespace) == HTML
        self.kinds[key] = Kind(name, name in self._elements, may_be_html)
        if not self.kinds[key].matters:
            self.dull_elements.add(key)
        return self.kinds[key]

    def learn_attributes(self, keys: Iterable[str], name: Callable[[str], str]) -> list[tuple[str, str]]:
        """Learn keys by what HTML calls them; return those that rows have, and what they call them."""
        return [(key, attribute) for key in keys if (attribute := self._attribute(key, name(key)))]

    def _attribute(self, key: str, name: str) -> str | None:
        is_linked = name in self._attributes
        if not key.lower().endswith(_AMBIGUOUS):
            if is_linked:
                self.linked[key] = name
            else:
                self.dull.add(key)
            self.known.add(key)  # after the others: another thread may ask
        return name if is_linked else None


_MANY = 4096
_AMBIGUOUS = (":href", ":role", ":arcrole")  # in bs4, XLink's or not: that depends on more than the text


class Survey:
    """What was found in a tree: the candidates, in its order."""

    def __init__(self, tree: Tree, names: TreeNames) -> None:
        self.tree = tree
        self.nesting = Nesting(tree)
        self.candidates = tree.candidates(names)

    def named(self, name: str) -> Iterable[Any]:
        """List the elements of the whole document with a name: ``base`` or ``meta``."""
        if self.tree.is_whole:
            return (each.node for each in self.candidates if each.kind.name == name)
        return (element for element in self.tree.document() if self.tree.name(element) == name)

    def is_html(self, candidate: Candidate) -> bool:
        """Whether something is surely HTML, in no svg or math; of the rest `nesting` knows."""
        return candidate.kind.may_be_html and id(candidate.node) not in self.enclosed

    @cached_property
    def enclosed(self) -> dict[int, Any]:
        """The svg and math elements, and all that is in them, by id; maybe more."""
        enclosed: dict[int, Any] = {}
        if self._is_enclosed():
            enclosed.update((id(each.node), each.node) for each in self.candidates)
            return enclosed
        for node, kind, _ in self.candidates:
            if kind.name in FOREIGN_ROOTS and id(node) not in enclosed:
                enclosed.update((id(inner), inner) for inner in self.tree.within(node))
        return enclosed

    def _is_enclosed(self) -> bool:
        """Whether svg or math is around all of this part."""
        around = None if self.tree.is_whole or not self.candidates else self.candidates[0].node
        while around is not None:
            around = self.tree.parent(around)
            if around is not None and self.tree.name(around) in FOREIGN_ROOTS:
                return True
        return False
