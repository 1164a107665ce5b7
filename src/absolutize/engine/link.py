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
from absolutize.uri.canonical import canonical_url, check_policy

LineAndColumn = tuple[int | None, int | None]


Site = tuple[str, str, int, int | None, int | None, str | None, str, Any, str | None]
"""The element, the attribute, which of its references, its offsets, the text, the encoding, node, context."""


class LateFields(Protocol):
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
        "_late",
        "_line_and_column",
        "_number",
        "_role",
        "_site",
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
    _site: Site | None
    _line_and_column: LineAndColumn
    _role: tuple[str, str]  # kind and rel
    _value_span: ValueSpan  # of its value, in its own document
    _number: int  # of its value, among those of the document
    _late: LateFields


_new = object.__new__


def _of_site(place: int) -> Any:  # noqa: ANN401 -- of the type that the field has
    """Make the property of a field of the site."""
    return property(lambda link: link._sited()[place])  # noqa: SLF001


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
        made._site = element, attribute, index, start, stop, text, encoding, node, context  # noqa: SLF001
        made._line_and_column, made._role = (line, column), (kind, rel)  # noqa: SLF001 -- of what it will be
        made.__class__ = cls
        link: Self = made
        return link

    element: str = _of_site(0)
    attribute: str = _of_site(1)
    index: int = _of_site(2)
    start: int | None = _of_site(3)
    stop: int | None = _of_site(4)
    text: str | None = _of_site(5)
    encoding: str = _of_site(6)
    node: Any = _of_site(7)
    context: str | None = _of_site(8)

    @property
    def line(self) -> int | None:
        """The line in which it begins; ``None``: that is not known."""
        return self._position()[0]

    @property
    def column(self) -> int | None:
        """The column in which it begins; ``None``: that is not known."""
        return self._position()[1]

    @property
    def kind(self) -> str:
        """What the link is for."""
        return self._related()[0]

    @property
    def rel(self) -> str:
        """The words of the rel attribute."""
        return self._related()[1]

    def _sited(self) -> Site:
        site = self._site
        if site is None:
            _, element, row, start, stop = self._spanned()
            site = element, row.attribute, 0, start, stop, None, self._late.encoding, None, None
            object.__setattr__(self, "_site", site)
        return site

    def _spanned(self) -> ValueSpan:
        try:
            return self._value_span
        except AttributeError:
            object.__setattr__(self, "_value_span", self._late.value_span(self._number))
            return self._value_span

    def _position(self) -> LineAndColumn:
        try:
            return self._line_and_column
        except AttributeError:
            object.__setattr__(self, "_line_and_column", self._late.line_and_column(self._spanned().start))
            return self._line_and_column

    def _related(self) -> tuple[str, str]:
        try:
            return self._role
        except AttributeError:
            value_span = self._spanned()
            rel = self._late.rel(value_span.tag) if value_span.element in ELEMENTS_WITH_REL else ""
            object.__setattr__(self, "_role", (kind_of(value_span.element, value_span.row, rel), rel))
            return self._role

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
        return self._read_at_once() if self._site is None else self._read_in_turn()

    def _read_in_turn(self) -> tuple[Any, ...]:
        element, attribute, index, start, stop, *rest = self._sited()
        read = self.raw, self.reference, self.target, self.code
        return element, attribute, index, start, stop, *self._position(), *read, *self._related(), *rest

    def _read_at_once(self) -> tuple[Any, ...]:
        """Compute all fields of a link that is a whole value, as tables need them, and keep none."""
        late = self._late
        tag, element, row, start, stop = late.value_span(self._number)
        position, rel = late.line_and_column(start), late.rel(tag) if element in ELEMENTS_WITH_REL else ""
        read = self.raw, self.reference, self.target, self.code
        of_row = kind_of(element, row, rel), rel, None, late.encoding, None, None
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
    def canonical_url(self, policy: str = "crawler") -> str | None:
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


Sequence.register(Link)


def late_link(
    value_span: ValueSpan,
    index: int,
    start: int | None,
    stop: int | None,
    raw: str,
    reference: str,
    code: str,
    target: str | None,
    encoding: str,
    late: LateFields,
    text: str | None = None,
) -> Link:
    """Make a link whose other fields are computed late; ``value_span`` starts where the link begins."""
    made: Any = _new(_Fields)
    made.raw, made.reference, made.target, made.code = raw, reference, target, code
    _, element, row, _, _ = value_span
    made._site = element, row.attribute, index, start, stop, text, encoding, None, None  # noqa: SLF001
    made._value_span, made._late = value_span, late  # noqa: SLF001 -- of what it will be
    made.__class__ = Link
    link: Link = made
    return link


def plain_link(
    number: int, raw: str, reference: str, code: str, target: str | None, late: LateFields
) -> Link:
    """Make a link that is a whole value, and has its offsets; ``number`` is that of the value."""
    made: Any = _new(_Fields)
    made.raw, made.reference, made.target, made.code = raw, reference, target, code
    made._site, made._number, made._late = None, number, late  # noqa: SLF001 -- of what it will be
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
