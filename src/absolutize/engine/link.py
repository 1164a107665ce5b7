"""A link: one reference of a document, as `links` lists it.

Fields that take time are computed when they are read, by an object that is given; a link does not know
documents. The same class serves bytes, text and trees. Used by many layers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter, methodcaller
from typing import Any, NoReturn, Protocol, Self

from absolutize.calls import check_calls
from absolutize.engine.requested_url import requested_url
from absolutize.html.link_table.kinds import ELEMENTS_WITH_REL, kind_of
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.uri.canonical import DEFAULT_POLICY, canonical_url, check_policy

LineAndColumn = tuple[int | None, int | None]


StoredFields = tuple[str, str, int, int | None, int | None, str | None, str, Any, str | None]
"""The element, the attribute, which of its references, its offsets, the text, the encoding, node, context."""


class LazyFields(Protocol):
    """Computes fields of the links of one document when they are read."""

    encoding: str

    def value_span(self, number: int, /) -> ValueSpan:
        """Give a value of the document."""

    def line_and_column(self, offset: int) -> LineAndColumn:
        """Give the line and the column of an offset."""

    def rel(self, tag: int) -> str:
        """Give the words of the rel attribute of the tag whose name starts at an offset."""


class _Fields:
    """The fields of a link, while it is being made."""

    __slots__ = (
        "_kind_and_rel",
        "_lazy",
        "_line_and_column",
        "_number",
        "_stored",
        "_value_span",
        "code",
        "raw",
        "reference",
        "target",
    )
    raw: str
    reference: str
    target: str | None
    code: str
    _stored: StoredFields | None
    _line_and_column: LineAndColumn
    _kind_and_rel: tuple[str, str]
    _value_span: ValueSpan  # of its value, in its own document
    _number: int  # of its value, among those of the document
    _lazy: LazyFields


_new = object.__new__


def _of_stored(place: int) -> Any:  # noqa: ANN401 -- of the type that the field has
    """Make the property of one of the stored fields."""
    return property(lambda link: link._get_stored()[place])  # noqa: SLF001


class Link(_Fields):
    """One reference in a document, as `links` lists it: a value like a named tuple, which cannot be changed.

    If `links` lists it, fields that take time are computed when they are first read: `line`, `column`, `kind`
    and `rel` above all. Until then, the link keeps the document in memory.

    Attributes:
        element: Name of the element: of HTML, SVG and MathML in lower case, also in XML (``feimage``), of
            others as written; empty in a style sheet.
        attribute: Name of the attribute, likewise; empty for the text of the element.
        index: Which reference of a list value it is, from 0.
        start: Offset of the reference, in the bytes or characters of the document; ``None`` in trees.
        stop: Offset behind the reference, likewise.
        line: Line in which it begins, from 1; in trees that of its tag if the parser says so, or ``None``.
        column: Column in which it begins, in characters from 1; in trees that of its tag, likewise.
        raw: The reference as written, decoded by the charset only.
        reference: The same with character references decoded and white space removed as URLs have it.
        target: The absolute form; ``None`` if it has none.
        code: What was decided: a code of `FINDINGS`.
        kind: What the link is for: a key of `KINDS`, such as "image". Default: "other".
        rel: The words of the rel attribute, in lower case. Default: "".
        text: Text of the anchor, or alt of the image; ``None`` if there is none. Default: None (not asked
            for).
        encoding: Encoding of queries, by its name in the Encoding Standard. Default: "utf-8".
        node: The element of the tree, or the comment, in which it is. Default: None (bytes and text).
        context: URL of the resource that the link is from, if the ``anchor`` of a header field names one
            other than the document (RFC 8288 3.2). Default: None (the document).
    """

    __slots__ = ()
    _fields = (
        *("element", "attribute", "index", "start", "stop", "line", "column", "raw", "reference", "target"),
        *("code", "kind", "rel", "text", "encoding", "node", "context"),
    )

    def __new__(
        cls,
        element: str,
        attribute: str,
        index: int,
        start: int | None,
        stop: int | None,
        line: int | None,
        column: int | None,
        raw: str,
        reference: str,
        target: str | None,
        code: str,
        kind: str = "other",
        rel: str = "",
        text: str | None = None,
        encoding: str = "utf-8",
        node: Any = None,  # noqa: ANN401 -- of any library
        context: str | None = None,
    ) -> Self:
        """Make a link from all its fields."""
        made: Any = _new(_Fields)
        made.raw, made.reference, made.target, made.code = raw, reference, target, code
        made._stored = element, attribute, index, start, stop, text, encoding, node, context  # noqa: SLF001
        made._line_and_column, made._kind_and_rel = (line, column), (kind, rel)  # noqa: SLF001 -- of what it will be
        made.__class__ = cls
        link: Self = made
        return link

    element: str = _of_stored(0)
    attribute: str = _of_stored(1)
    index: int = _of_stored(2)
    start: int | None = _of_stored(3)
    stop: int | None = _of_stored(4)
    text: str | None = _of_stored(5)
    encoding: str = _of_stored(6)
    node: Any = _of_stored(7)
    context: str | None = _of_stored(8)

    @property
    def line(self) -> int | None:
        """The line in which it begins; ``None``: that is not known."""
        return self._get_line_and_column()[0]

    @property
    def column(self) -> int | None:
        """The column in which it begins; ``None``: that is not known."""
        return self._get_line_and_column()[1]

    @property
    def kind(self) -> str:
        """What the link is for."""
        return self._get_kind_and_rel()[0]

    @property
    def rel(self) -> str:
        """The words of the rel attribute."""
        return self._get_kind_and_rel()[1]

    def _get_stored(self) -> StoredFields:
        stored = self._stored
        if stored is None:
            _, element, row, start, stop = self._get_value_span()
            stored = element, row.attribute, 0, start, stop, None, self._lazy.encoding, None, None
            object.__setattr__(self, "_stored", stored)
        return stored

    def _get_value_span(self) -> ValueSpan:
        try:
            return self._value_span
        except AttributeError:
            object.__setattr__(self, "_value_span", self._lazy.value_span(self._number))
            return self._value_span

    def _get_line_and_column(self) -> LineAndColumn:
        try:
            return self._line_and_column
        except AttributeError:
            position = self._lazy.line_and_column(self._get_value_span().start)
            object.__setattr__(self, "_line_and_column", position)
            return position

    def _get_kind_and_rel(self) -> tuple[str, str]:
        try:
            return self._kind_and_rel
        except AttributeError:
            value_span = self._get_value_span()
            rel = self._lazy.rel(value_span.tag) if value_span.element in ELEMENTS_WITH_REL else ""
            object.__setattr__(self, "_kind_and_rel", (kind_of(value_span.element, value_span.row, rel), rel))
            return self._kind_and_rel

    def __iter__(self) -> Iterator[Any]:
        """Give one field after the other."""
        return iter(self._values())

    def __len__(self) -> int:
        """Count the fields."""
        return len(self._fields)

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401 -- a number or a slice
        """Give fields by their places."""
        return self._values()[place]

    def __eq__(self, other: object) -> bool:
        """Whether all fields are the same."""
        return self._values() == other._values() if isinstance(other, Link) else NotImplemented

    def __hash__(self) -> int:
        """Give the same number for the same fields."""
        return hash(self._values())

    def __repr__(self) -> str:
        """Show all fields."""
        fields = zip(self._fields, self, strict=True)
        return f"Link({', '.join(f'{name}={value!r}' for name, value in fields)})"

    def __reduce__(self) -> tuple[type["Link"], tuple[Any, ...]]:
        """Pickle all fields, and not the document."""
        return Link, self._values()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse to change it."""
        message = "can't set attribute"
        raise AttributeError(message, name=name, obj=self)

    def _values(self) -> tuple[Any, ...]:
        return self._read_at_once() if self._stored is None else self._read_in_turn()

    def _read_in_turn(self) -> tuple[Any, ...]:
        element, attribute, index, start, stop, *rest = self._get_stored()
        read, position = (self.raw, self.reference, self.target, self.code), self._get_line_and_column()
        return element, attribute, index, start, stop, *position, *read, *self._get_kind_and_rel(), *rest

    def _read_at_once(self) -> tuple[Any, ...]:
        """Compute all fields of a link that is a whole value, as tables need them, and keep none."""
        lazy = self._lazy
        tag, element, row, start, stop = lazy.value_span(self._number)
        position, rel = lazy.line_and_column(start), lazy.rel(tag) if element in ELEMENTS_WITH_REL else ""
        read = self.raw, self.reference, self.target, self.code
        of_row = kind_of(element, row, rel), rel, None, lazy.encoding, None, None
        return element, row.attribute, 0, start, stop, *position, *read, *of_row

    def _asdict(self) -> dict[str, Any]:
        """Give the fields with their names."""
        return dict(zip(self._fields, self, strict=True))

    def _replace(self, **fields: Any) -> "Link":  # noqa: ANN401 -- of any type
        """Make a link with other values of some fields."""
        return Link(**(self._asdict() | fields))

    @property
    def request_url(self) -> str | None:
        """The URL that a browser requests for the target, percent-encoded, with its host in Punycode.

        It has no fragment. Its query is percent-encoded in `encoding`, all else in UTF-8 (URL Standard 4.4).
        ``None``: nothing is requested (``mailto:``, ``javascript:``, ``data:``), or there is no target (a
        fragment alone), or nobody knows what a template puts in place of a placeholder.
        """
        if self.target is None or self.code == "rewritten-placeholder":
            return None
        return requested_url(self.target, self.encoding)

    @check_calls
    def canonical_url(self, policy: str = DEFAULT_POLICY) -> str | None:
        """Give the form of `request_url` by which a crawler recognizes what it has fetched already.

        Args:
            policy: Name of a policy of `CANONICAL_POLICIES`: what counts for nothing. Default: "crawler".

        Returns:
            The canonical URL, without a fragment; ``None`` if nothing is requested.

        Raises:
            TypeError: The argument is not a str.
            ValueError: There is no such policy.
        """
        check_policy(policy)
        url = self.request_url
        return None if url is None else canonical_url(url, policy)


Sequence.register(Link)  # as a tuple is one


def lazy_link(
    value_span: ValueSpan,
    index: int,
    start: int | None,
    stop: int | None,
    raw: str,
    reference: str,
    code: str,
    target: str | None,
    encoding: str,
    lazy: LazyFields,
    text: str | None = None,
) -> Link:
    """Make a link whose other fields are computed lazily; ``value_span`` starts where the link begins."""
    made: Any = _new(_Fields)
    made.raw, made.reference, made.target, made.code = raw, reference, target, code
    _, element, row, _, _ = value_span
    made._stored = element, row.attribute, index, start, stop, text, encoding, None, None  # noqa: SLF001
    made._value_span, made._lazy = value_span, lazy  # noqa: SLF001 -- of what it will be
    made.__class__ = Link
    link: Link = made
    return link


def plain_link(
    number: int, raw: str, reference: str, code: str, target: str | None, lazy: LazyFields
) -> Link:
    """Make a link that is a whole value, and has its offsets; ``number`` is that of the value."""
    made: Any = _new(_Fields)
    made.raw, made.reference, made.target, made.code = raw, reference, target, code
    made._stored, made._number, made._lazy = None, number, lazy  # noqa: SLF001 -- of what it will be
    made.__class__ = Link
    link: Link = made
    return link


COMPUTED_FIELDS = ("text", "request_url", "canonical_url")
"""The fields that a list of links has only if asked for, since they take time to compute."""
ComputedFields = Mapping[str, Callable[[Link], str | None]]
"""The fields that were asked for, and the function that reads each from a link."""


def computed_fields(*, text: bool, request_url: bool, canonical: str | None) -> ComputedFields:
    """Choose the computed fields of a list of links; the functions can be pickled."""
    reading: list[Callable[[Link], str | None]] = [
        attrgetter("text"),
        attrgetter("request_url"),
        methodcaller("canonical_url", canonical),
    ]
    given = text, request_url, canonical
    return {name: read for name, read, wanted in zip(COMPUTED_FIELDS, reading, given, strict=True) if wanted}
