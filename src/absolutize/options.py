"""What a caller can choose: the facts about a document (`Context`), and the `Policies` for its links.

Wrong choices are refused here. It does not know how a choice is carried out, nor what the command line calls
it. Used by many layers.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from absolutize.calls import beginning_of, check_choice
from absolutize.html.document.encoding_sniffing import DocumentSyntax
from absolutize.html.link_table.extra_rows import rows_of
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.style_sheet import CSS_TYPE
from absolutize.uri import DEFAULT_RULES, rule_set
from absolutize.uri.rules import whatwg
from absolutize.uri.ruleset import Overflow, ResolutionChoices, SameScheme
from absolutize.xml.bases import XmlBase
from absolutize.xml.detection import begins_as_xml, is_xml_type

SameDocument = Literal["keep", "resolve"]
Placeholders = Literal["keep", "resolve"]
BaseElement = Literal["absolute", "keep", "empty", "remove"]
XHTML_TYPE = "application/xhtml+xml"
HTML_TYPE = "text/html"

STATED_SOURCES = ("saved", "canonical", "opengraph")
"""The sources of URLs that a document states for itself, in order of trust: only those asked for count."""

StatedUrls = tuple[str | None, ...]
NOTHING_STATED: StatedUrls = (None,) * len(STATED_SOURCES)


class Candidates(NamedTuple):
    """What each source of `SOURCES` gives, in their order; ``None``: nothing."""

    embedded: str | None = None
    encapsulating: str | None = None
    retrieval: str | None = None
    saved: str | None = None
    canonical: str | None = None
    opengraph: str | None = None
    default: str | None = None


class Context(NamedTuple):
    """The base URIs of sections 5.1.2 to 5.1.4, and the charset and media type of the document.

    ``environment_charset`` is, for a style sheet, the encoding of the document that refers to it. ``stated``
    are the URLs that the document states for itself, in the order of `STATED_SOURCES`.
    """

    url: str | None = None
    encapsulating: str | None = None
    default: str | None = None
    charset: str | None = None
    media_type: str | None = None
    read_as: DocumentSyntax | None = None
    environment_charset: str | None = None
    stated: StatedUrls = NOTHING_STATED  # found in the document, not given

    def syntax_of(self, document: bytes | str) -> DocumentSyntax:
        """Choose the syntax of a document: the caller's, or that of its media type or its beginning."""
        if self.read_as is not None:
            return self.read_as
        if self.media_type == CSS_TYPE:
            return "css"
        is_xml = begins_as_xml(document) if self.media_type is None else is_xml_type(self.media_type)
        return "xml" if is_xml else "html"

    @property
    def is_said_to_be_document(self) -> bool:
        """Whether the caller said in which encoding, media type or syntax the document is."""
        return bool(self.charset or self.media_type or self.read_as)

    @property
    def is_xhtml(self) -> bool:
        """Whether elements without a namespace are HTML's."""
        return self.media_type == XHTML_TYPE

    @property
    def has_base(self) -> bool:
        """Whether any source of section 5.1 gives a base, not counting the document's BASE element."""
        return bool(self.url or self.encapsulating or self.default) or any(self.stated)

    def candidates(self, embedded: str | None = None) -> Candidates:
        """Give what each source of section 5.1 states."""
        return Candidates._make((embedded, self.encapsulating, self.url, *self.stated, self.default))


CONTEXT_NAMES = Context._fields[:-1]
"""The names of the fields of a context that a caller gives."""


class _PolicyFields(NamedTuple):
    rules: str = DEFAULT_RULES
    same_scheme: SameScheme = "lenient"
    overflow: Overflow = "remove"
    guard: bool | None = None  # None: on with the default rule set, and with the URL Standard's
    same_document: SameDocument = "keep"
    base_element: BaseElement = "absolute"
    placeholders: Placeholders = "keep"
    conditional_comments: bool = True
    attributes: tuple[str, ...] = ()
    presets: tuple[str, ...] = ()
    url_from: tuple[str, ...] = ()
    xml_base: XmlBase = "auto"
    target_map: Callable[[str, bytes], str | None] | None = None  # what to write in place of a target
    largest: int | None = None  # bytes that a rewritten document may have; None: any number


class Policies(_PolicyFields):
    """What the caller chose; the defaults are the choices that browsers made."""

    __slots__ = ()

    def __init__(self, *_: object, **_choices: object) -> None:
        """Refuse values that are not among the choices by `ValueError`, what is no text by `TypeError`."""
        rule_set(self.rules)
        check_choice("same_scheme", self.same_scheme, SameScheme)
        check_choice("overflow", self.overflow, Overflow)
        check_choice("same_document", self.same_document, SameDocument)
        check_choice("base_element", self.base_element, BaseElement)
        check_choice("placeholders", self.placeholders, Placeholders)
        for name in self.url_from:
            _check_stated(name)
        check_choice("xml_base", self.xml_base, XmlBase)
        _ = self.extra_rows

    @property
    def extra_rows(self) -> tuple[Row, ...]:
        """The rows that the caller adds to `link_table.rows.LINKS`."""
        return rows_of(tuple(self.attributes), tuple(self.presets)) if self.attributes or self.presets else ()

    @property
    def is_guarded(self) -> bool:
        """Whether the answers are compared with what browsers do."""
        return self.rules in (DEFAULT_RULES, whatwg.RULE_SET.name) if self.guard is None else self.guard

    @property
    def choices(self) -> ResolutionChoices:
        """The choices that the rule set is given."""
        return ResolutionChoices(self.same_scheme, self.overflow, partial_form="guarded")

    @property
    def encodes_queries(self) -> bool:
        """Whether the rule set writes queries in the encoding in which they are read."""
        return self.rules == whatwg.RULE_SET.name

    @property
    def removes_base(self) -> bool:
        """Whether a BASE element loses its href."""
        return self.base_element in {"empty", "remove"}

    @property
    def resolves_plain(self) -> bool:
        """Whether plain references are resolved as browsers do, against most bases."""
        return self.rules == DEFAULT_RULES and self.overflow != "avoid" and self.target_map is None

    @property
    def keeps_fragments(self) -> bool:
        """Whether a reference that is only a fragment is never rewritten."""
        return self.same_document == "keep" and not self.removes_base

    @property
    def keeps_placeholders(self) -> bool:
        """Whether placeholders of templates are kept, and not read like other text."""
        return self.placeholders == "keep"

    @property
    def keeps_absolute(self) -> bool:
        """Whether references that are visibly base-independent stay as they are.

        Without the guard they may change: rule sets read ``tel:x`` as relative to a base ``tel://h/``.
        """
        return self.keeps_fragments and self.is_guarded


def _check_stated(name: str) -> None:
    if name not in STATED_SOURCES:
        message = f"unknown url_from {beginning_of(name)!r}; choose from {', '.join(STATED_SOURCES)}"
        raise ValueError(message)
