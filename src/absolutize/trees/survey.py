"""One pass over a tree, for the elements and comments that may hold references that matter.

What matters is learned as it comes, by the name of an element and those of its attributes, so that most
elements are passed with two look-ups. It does not know which library built the tree, nor what is decided on
a reference. Used by `trees`.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from absolutize.answer_cache import LONGEST, characters_in
from absolutize.html.grammar.namespaces import HTML
from absolutize.html.link_table.index import Rows
from absolutize.html.link_table.rows import COMMENT_ELEMENT
from absolutize.trees.nesting import FOREIGN_NAMES, NAMESPACES, Nesting
from absolutize.trees.plain_values import (
    LONGEST_ANSWER,
    NO_VALUE_IS_INDEPENDENT,
    WITH_TEXT,
    IndependentValues,
    possible_rows,
)
from absolutize.trees.protocol import (
    CandidateNode,
    Conditional,
    Kind,
    LearnedShape,
    LinkAttribute,
    Relevance,
    Shape,
    Tree,
)

# elements that are collected, though they may hold no reference
_ALWAYS = frozenset({"base", "frameset", "meta", COMMENT_ELEMENT, *FOREIGN_NAMES})

_DECLARING = frozenset({"charset", "http-equiv"})  # of META, without which it declares no encoding

_MANY, _LONG = 4096, 4 * LONGEST


class TreeNames:
    """Which names of elements and attributes matter, as it was learned from trees.

    ``shapes`` are by the tree's names for an element and its attributes; ``irrelevant_elements`` are the
    tree's names of elements that do not matter without attributes; ``irrelevant_attributes`` are those that
    no row has. They serve several trees of one kind, unless they are too many. Without ``independent``, every
    attribute that a row has matters, whatever its value.
    """

    def __init__(
        self, rows: Rows, is_conditional: Callable[[str], bool], independent: IndependentValues | None
    ) -> None:
        self._rows, self.is_conditional, self._independent = rows, is_conditional, independent
        self.shapes: dict[Hashable, LearnedShape] = {}
        self.irrelevant_elements: set[Hashable] = set()
        self.irrelevant_attributes: set[str] = set()
        self._kept: list[None] = []  # one for each answer that is kept, in all shapes
        self._by_relevant: dict[Hashable, LearnedShape] = {}  # by the attributes that matter alone
        self._decisive = rows.attributes | _DECLARING
        self.comment = self._shape(COMMENT_ELEMENT, None, ())

    @property
    def are_many(self) -> bool:
        """Whether there are too many to keep them."""
        return max(map(len, (self.shapes, self.irrelevant_attributes, self._kept, self._by_relevant))) > _MANY

    def learn(
        self, names_in_tree: Hashable, name: str, namespace: str | None, attributes: Sequence[tuple[str, str]]
    ) -> LearnedShape:
        """Learn what an element is: its name and namespace, its attributes by their keys and names.

        If ``names_in_tree`` is None, it is not remembered.
        """
        relevant = tuple(each for each in attributes if each[1] and self._is_decisive(each[1]))
        learned = self._by_relevant.get((name, namespace, relevant)) or self._learn(name, namespace, relevant)
        if names_in_tree is not None:
            for key, attribute in attributes:
                if attribute not in self._rows and len(key) <= LONGEST:
                    self.irrelevant_attributes.add(key)
            if len(self.shapes) <= _MANY and characters_in(names_in_tree) <= _LONG:
                self.shapes[names_in_tree] = learned
        return learned

    def _is_decisive(self, attribute: str) -> bool:
        return attribute in self._decisive or attribute in self._rows

    def _learn(self, name: str, namespace: str | None, relevant: tuple[tuple[str, str], ...]) -> LearnedShape:
        shape = self._shape(name, namespace, relevant)
        linked, matters = shape.relevance[()] if not shape.asked else ((), True)
        learned = None if matters or shape.is_root else linked, shape
        if characters_in((name, namespace, relevant)) <= _LONG:
            self._by_relevant[name, namespace, relevant] = learned
        return learned

    def is_irrelevant(self, name: str) -> bool:
        """Whether elements of that name do not matter without attributes; long names are not kept."""
        return len(name) <= LONGEST and name not in _ALWAYS and name not in WITH_TEXT

    def _shape(self, name: str, namespace: str | None, attributes: Sequence[tuple[str, str]]) -> Shape:
        keys = {attribute: key for key, attribute in reversed(attributes)}
        linked, conditional = [], []
        for key, attribute in attributes:
            rows = possible_rows(self._rows, name, attribute) if attribute in self._rows else []
            condition = rows and self._independent and self._independent.conditional(name, attribute, keys)
            if condition:
                conditional.append(condition._replace(key=key))
            elif rows:
                test = self._independent.test(rows) if self._independent else NO_VALUE_IS_INDEPENDENT
                linked.append(LinkAttribute(key, attribute, *test))
        is_read = name in WITH_TEXT
        if is_read and self._independent and (condition := self._independent.conditional(name, "", keys)):
            conditional.append(condition)
            is_read = False
        is_known_html = namespace is None or NAMESPACES.get(namespace) == HTML
        kind, enclosed = Kind(name, is_known_html), Kind(name, is_known_html=False)
        declares = name != "meta" or not _DECLARING.isdisjoint(keys)
        matters = is_read or (name in _ALWAYS and declares)
        relevance = _RelevanceByAnswers(linked, conditional, self._kept, matters=matters)
        return Shape(kind, enclosed, name in FOREIGN_NAMES, relevance.asked, relevance)


class _RelevanceByAnswers(dict[tuple[str, ...], Relevance]):
    """What may change in elements of one shape, by the values of the ``asked`` attributes."""

    def __init__(
        self,
        linked: Sequence[LinkAttribute],
        conditional: Sequence[Conditional],
        kept: list[None],
        *,
        matters: bool,
    ) -> None:
        super().__init__()
        self._linked, self._conditional, self._kept, self._matters = linked, conditional, kept, matters
        asked = [key for each in conditional for key in each.asked if key is not None]
        self.asked = tuple(dict.fromkeys(asked))

    def __missing__(self, answers: tuple[str, ...]) -> Relevance:
        """Ask the conditions; long values are not remembered: no condition asks for them."""
        values = dict(zip(self.asked, answers, strict=True))
        linked, matters = list(self._linked), self._matters
        for key, attribute, asked, choices in self._conditional:
            test = choices[tuple(["" if each is None else values[each] for each in asked])]
            if key is None:
                matters = matters or test is not None
            elif test is not None:
                linked.append(LinkAttribute(key, attribute, *test))
        if not answers:  # the only answer of this shape
            self[answers] = linked, matters
        elif len(self._kept) < _MANY and sum(map(len, answers)) < LONGEST_ANSWER:
            self._kept.append(None)
            self[answers] = linked, matters
        return linked, matters


class Survey:
    """What was found in a tree: the candidates, in its order."""

    def __init__(self, tree: Tree, names: TreeNames) -> None:
        self.tree = tree
        self.nesting = Nesting(tree)
        self.candidates: list[CandidateNode] = tree.candidates(names)
        self.nodes_by_name: dict[str, list[Any]] = {
            name: [] for name in ("base", "frameset", "meta", COMMENT_ELEMENT)
        }
        for node, kind, _ in self.candidates:
            if kind.name in self.nodes_by_name:
                self.nodes_by_name[kind.name].append(node)

    def elements_named(self, name: str) -> Iterable[Any]:
        """List the elements of the whole document with a name: ``base`` or ``meta``."""
        if self.tree.is_whole:
            return self.nodes_by_name[name]
        return (element for element in self.tree.document() if self.tree.name(element) == name)

    @property
    def lacks_frameset(self) -> bool:
        """Whether it is known without a search that the document has no frameset."""
        return self.tree.is_whole and not self.nodes_by_name["frameset"]
