"""The questions that the modules of this folder ask a tree.

It imports no library, and does not know links. Used by `trees`.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol


class Kind(NamedTuple):
    """The name of an element in HTML's spelling, and whether it is an element of HTML.

    With ``is_known_html``, it is an element of HTML, and not in svg or math. Without it, that is not known:
    `nesting.Nesting` has to find its namespace.
    """

    name: str
    is_known_html: bool


class CandidateNode(NamedTuple):
    """An element or a comment that may hold a reference that matters.

    ``linked`` are its attributes that may hold one: key, name as HTML tokenizes it, value.
    """

    node: Any
    kind: Kind
    linked: list[tuple[Any, str, str]]


class ValueTest(NamedTuple):
    """A test of a value, which stays as it is if ``stays(value, argument)`` is true."""

    stays: Callable[[str, Any], object]
    argument: Any


class Conditional(NamedTuple):
    """An attribute (key ``None``: the text) that holds a reference if other attributes say so.

    ``asked`` are their keys, ``None`` for one that the element lacks. ``choices`` give the test by their
    values; ``None``: there is no reference then.
    """

    key: Hashable
    attribute: str
    asked: tuple[Hashable, ...]
    choices: Mapping[tuple[str, ...], ValueTest | None]


class LinkAttribute(NamedTuple):
    """An attribute that a row has: its key, its name as HTML tokenizes it, and the `ValueTest`."""

    key: Any
    attribute: str
    stays: Callable[[str, Any], object]
    argument: Any


Relevance = tuple[Sequence[LinkAttribute], bool]
"""The attributes of an element that hold references, and whether it matters whatever their values are."""


class Shape(NamedTuple):
    """What elements of one name with the same attributes have in common.

    ``enclosed`` is their kind in svg and math; an element that ``is_root`` begins these. ``asked`` are the
    keys of the attributes that decide which attributes hold references, and ``relevance`` has the answer for
    their values.
    """

    kind: Kind
    enclosed: Kind
    is_root: bool
    asked: Sequence[Any]
    relevance: Mapping[tuple[str, ...], Relevance]


LearnedShape = tuple[Sequence[LinkAttribute] | None, Shape]
"""The attributes that rows have, if these alone matter, as for most shapes; and the shape."""


class LearnedNames(Protocol):
    """The names that were learned from trees, see `survey.TreeNames`."""

    shapes: dict[Hashable, LearnedShape]
    irrelevant_elements: set[Hashable]
    irrelevant_attributes: set[str]
    comment: Shape

    def is_conditional(self, comment: str) -> bool:
        """Whether a comment is a conditional comment."""

    def is_irrelevant(self, name: str) -> bool:
        """Whether elements of that name do not matter without attributes."""

    def learn(
        self, names_in_tree: Hashable, name: str, namespace: str | None, attributes: Sequence[tuple[str, str]]
    ) -> LearnedShape:
        """Learn what an element is: its name and namespace, its attributes by their keys and names.

        If ``names_in_tree`` is None, it is not remembered.
        """


class XmlStart(NamedTuple):
    """The start of an element of XML: its prefix, name and namespace ("": none), and its attributes.

    Each attribute has the key by which the tree knows it, its prefix, name and namespace, and its value.
    ``is_part`` is whether the element is the part of the tree that was given.
    """

    node: Any
    prefix: str
    name: str
    namespace: str
    attributes: list[tuple[str, str, str, str, str]]
    write: Callable[[str | None, str], None]
    remove: Callable[[str], None]
    is_part: bool = False


class XmlText(NamedTuple):
    """A text of XML, and the element or instruction that holds it for the tree."""

    node: Any
    text: str
    write: Callable[[str | None, str], None]


class XmlInstruction(NamedTuple):
    """A processing instruction: its target and its data."""

    node: Any
    target: str
    data: str
    write: Callable[[str | None, str], None]


XmlNode = XmlStart | XmlText | XmlInstruction


class Tree(Protocol):
    """What the two kinds of trees have in common; an element is whatever type the library has for it."""

    encoding: str | None  # in which the document came, if that is certain
    likely_encoding: str | None  # what the parser says if the document declares none
    escaped_attributes: frozenset[str]  # in which its serialiser escapes white space
    refuses_controls: bool  # whether no value holds control characters
    is_whole: bool  # whether all elements of the document are in it
    is_xml: bool  # whether it was read as XML
    root_name: str  # of the root element of the whole document, without a prefix
    root_namespace: str

    def whole(self) -> "Tree":
        """Give the tree of the whole document."""

    def candidates(self, names: LearnedNames) -> list[CandidateNode]:
        """List the elements and comments of this part of the tree that matter, in its order."""

    def xml_nodes(self) -> Iterator[XmlNode | str | None]:
        """Give the nodes of the whole document; ``None`` ends an element, a str is markup without values."""

    def parts(self) -> Iterator[Any]:
        """Give the elements and comments of this part of the tree, in its order."""

    def descendants(self, element: Any) -> Iterator[Any]:  # noqa: ANN401 -- bs4's or lxml's
        """Give the elements and comments in an element."""

    def document(self) -> Iterator[Any]:
        """Give the elements of the whole document that it is part of."""

    def nodes(self) -> Iterator[tuple[Any, str | None]]:
        """Give the elements and comments of the whole document, those before its root, too, and its texts.

        A text comes with the element around it, all else with ``None``.
        """

    def name(self, element: Any) -> str:  # noqa: ANN401
        """Give an element's name, in lower case and without a namespace; that of a comment is ``!--``."""

    def namespace(self, element: Any) -> str | None:  # noqa: ANN401
        """Give an element's namespace, if the tree knows it."""

    def parent(self, element: Any) -> Any | None:  # noqa: ANN401
        """Give the element around an element; ``None``: it is the outermost."""

    def attributes(self, element: Any) -> list[tuple[Any, str, str]]:  # noqa: ANN401
        """Give an element's attributes: key, name as HTML tokenizes it, value."""

    def write(self, element: Any, key: Any, value: str) -> None:  # noqa: ANN401
        """Set an attribute; `ValueError` if the tree cannot hold the value."""

    def text(self, element: Any) -> str | None:  # noqa: ANN401
        """Give the text in an element or a comment; ``None`` if there is anything else in it."""

    def texts(self, element: Any) -> list[str] | None:  # noqa: ANN401
        """Give the texts in an element, which comments may divide; ``None`` if there is an element in it."""

    def write_text(self, element: Any, text: str) -> None:  # noqa: ANN401
        """Set the text of an element or a comment; `ValueError` if the tree cannot hold it."""

    def remove(self, attributes: Iterable[tuple[Any, Any]]) -> None:
        """Remove attributes, each of an element by its key, and elements with their last one."""

    def position(self, element: Any) -> tuple[int | None, int | None]:  # noqa: ANN401
        """Tell the line and the column of an element in the source, from 1, as far as the tree knows them."""
