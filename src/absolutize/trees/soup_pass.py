"""The pass over a tree of BeautifulSoup, for elements and comments that may hold references that matter.

Most elements are left after two look-ups: to read an attribute of bs4's tags takes long. It does not know
links. Used by `trees.soup_tree`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from bs4 import Tag
from bs4.element import Comment, NavigableString

from absolutize.html.grammar.namespaces import XLINK_NAMESPACE
from absolutize.trees.protocol import CandidateNode, LearnedNames, LearnedShape, Tree


class SoupPass:
    """Collects the candidates of a tree, in its order."""

    def __init__(self, tree: Tree, names: LearnedNames, usual: type) -> None:
        """``usual`` is the class of the attributes that a tag of this tree has."""
        self.candidates: list[CandidateNode] = []
        self._tree, self._names, self._usual = tree, names, usual

    def collect(self, nodes: Iterable[Any], *, enclosed: bool) -> None:
        """Collect the candidates among nodes and in them; those in svg and math are ``enclosed``."""
        names, usual = self._names, self._usual
        irrelevant_elements = names.irrelevant_elements
        are_irrelevant = names.irrelevant_attributes.issuperset
        ahead, around = iter(nodes), list[Iterator[Any]]()
        while True:
            for node in ahead:
                of_class = type(node)
                if of_class is NavigableString:
                    continue
                if of_class is not Tag and not isinstance(node, Tag):
                    if isinstance(node, Comment):
                        self._collect_comment(node, enclosed=enclosed)
                    continue
                name, attrs, contents = node.name, node.attrs, node.contents
                if type(name) is not str or type(attrs) is not usual:
                    name, attrs = readable(name, attrs)
                if not (
                    name in irrelevant_elements and (not attrs or are_irrelevant(attrs))
                ) and self._collect_tag(node, name, attrs, enclosed):
                    self.collect(contents, enclosed=True)
                elif contents:
                    around.append(ahead)
                    ahead = iter(contents)
                    break
            else:
                if not around:
                    return
                ahead = around.pop()

    def _collect_tag(self, tag: Tag, name: str, attrs: Mapping[str, Any], enclosed: bool) -> bool:  # noqa: FBT001 -- for each of many
        """Collect a tag, if it matters; return whether it begins svg or math."""
        names = self._names
        names_in_tree = (name, tag.prefix, tag.namespace, *attrs)
        linked, shape = names.shapes.get(names_in_tree) or self._learn(tag, names_in_tree, attrs)
        matters = is_root = False
        if linked is None:
            is_root = shape.is_root and not enclosed
            linked, matters = shape.relevance[_answers(attrs, shape.asked)]
        left = []
        for key, attribute, stays, argument in linked:
            value = attrs[key]
            text = value if type(value) is str else value_text(value)
            if text is not None and not stays(text, argument):
                left.append((key, attribute, as_tokenized(text)))
        if left or matters:
            self.candidates.append(
                _new(CandidateNode, (tag, shape.enclosed if enclosed or is_root else shape.kind, left))
            )
        return is_root

    def _collect_comment(self, comment: Comment, *, enclosed: bool) -> None:
        """Collect a comment, if it is a conditional comment."""
        if self._names.is_conditional(comment):
            shape = self._names.comment
            self.candidates.append(CandidateNode(comment, shape.enclosed if enclosed else shape.kind, []))

    def _learn(self, tag: Tag, names_in_tree: tuple[object, ...], attrs: Iterable[Any]) -> LearnedShape:
        """Learn what a tag is, and whether tags of its name do not matter without attributes."""
        name, names = self._tree.name(tag), self._names
        if names.is_irrelevant(name) and isinstance(tag.name, str) and ":" not in tag.name:
            names.irrelevant_elements.add(tag.name)
        keys = [(key, attribute_name(key)) for key in attrs if isinstance(key, str)]
        remembered = None if any(map(_is_ambiguous, attrs)) else names_in_tree
        return names.learn(remembered, name, self._tree.namespace(tag), keys)


_new = tuple.__new__  # quicker than a constructor, for each of many elements


def readable(name: object, attrs: object) -> tuple[str, dict[str, Any]]:
    """Give a name and attributes, or empty ones if they are of another type."""
    return name if isinstance(name, str) else "", attrs if isinstance(attrs, dict) else {}


def value_text(value: object) -> str | None:
    """Read a value as text: a list's parts joined; ``None`` for a value of another type."""
    if isinstance(value, str):
        return value
    is_list = isinstance(value, list) and all(isinstance(part, str) for part in value)
    return " ".join(cast("list[str]", value)) if is_list else None


def as_tokenized(text: str) -> str:
    """Read text as a browser will, which replaces NUL (13.2.5); html.parser keeps it, and so may a user."""
    return text.replace("\0", "\ufffd")


def attribute_name(key: str) -> str:
    """Give an attribute's name as HTML tokenizes it, whatever prefix XLink's namespace has."""
    if type(key) is not str and getattr(key, "namespace", None) == XLINK_NAMESPACE:
        return f"xlink:{key.rpartition(':')[2]}".lower()
    return key.lower()


def _answers(attrs: Mapping[str, Any], asked: Iterable[str]) -> tuple[str, ...]:
    """Read the values of these attributes; one that is no text counts as empty."""
    values = [attrs[key] for key in asked]
    return tuple([value if type(value) is str else value_text(value) or "" for value in values])


_OF_XLINK = frozenset({"href", "role", "arcrole"})


def _is_ambiguous(key: object) -> bool:
    """Whether an attribute of this name may be XLink's or not: more than the text of a key decides."""
    prefix, _, name = str(key).lower().rpartition(":")
    return prefix not in {"", "xlink"} and name in _OF_XLINK
