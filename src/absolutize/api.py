"""The public functions for documents: `rewrite`, `links`, `check`, `base_uri`, and `join`.

Each checks its arguments, and calls the engine for bytes and text, or the tree rewriter for trees. It does
not decide anything about a reference, and does no input or output. Used by `absolutize`, `archive.settings`,
`arrow.table_tasks`, `http`, `lxml` and `scrapy.middleware`.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypedDict, TypeVar, Unpack, cast

from absolutize import arguments
from absolutize.answer_cache import AnswerCache
from absolutize.arguments import document_settings
from absolutize.base import BaseURI
from absolutize.calls import UrlObject, as_text, check_calls
from absolutize.engine import checks, lister, rewriter
from absolutize.engine.checks import Fault, SelectedCodes
from absolutize.engine.link import Link
from absolutize.engine.planner import Planner
from absolutize.engine.resolver import refuse_invalid
from absolutize.findings import MESSAGES, ResolutionError
from absolutize.html.document.encoding_sniffing import DocumentSyntax
from absolutize.html.grammar.character_references import clean
from absolutize.html.link_table.rows import LINKS
from absolutize.options import BaseElement, Context, Placeholders, Policies, SameDocument
from absolutize.uri.ruleset import Overflow, SameScheme
from absolutize.xml.bases import XmlBase


class SoupTag(Protocol):
    """What BeautifulSoup builds, to a type checker: a document, or an element of one."""

    def find_all(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        """Find elements; only a BeautifulSoup tree does."""


class LxmlElement(Protocol):
    """What lxml builds, to a type checker: an element."""

    def getroottree(self) -> Any:  # noqa: ANN401
        """Give the tree of an element; only lxml's have one."""


class LxmlElementTree(Protocol):
    """What lxml builds, to a type checker: a document."""

    @property
    def docinfo(self) -> Any:  # noqa: ANN401
        """What is known of a document; only lxml's have this."""


AnyDocument = bytes | str | SoupTag | LxmlElement | LxmlElementTree
Document = TypeVar("Document", bound=AnyDocument)


class Options(TypedDict, total=False):
    """The types of the options that `rewrite`, `links`, `check` and `base_uri` share.

    All can be left out. `rewrite` describes each of them, and its default.
    """

    encapsulating: str | UrlObject | None
    default: str | UrlObject | None
    charset: str | None
    media_type: str | None
    read_as: DocumentSyntax | None
    environment_charset: str | None
    rules: str
    same_scheme: SameScheme
    overflow: Overflow
    guard: bool | None
    same_document: SameDocument
    base_element: BaseElement
    placeholders: Placeholders
    conditional_comments: bool
    attributes: Sequence[str]
    presets: Sequence[str]
    url_from: Sequence[str]
    xml_base: XmlBase


def rewrite(document: Document, url: str | UrlObject | None = None, **options: Unpack[Options]) -> Document:
    """Make every reference in an HTML document absolute; for one reference alone, see `join`.

    Nothing that a document contains raises an error. A reference that cannot be resolved stays as it is;
    `links` gives the reason. Bytes outside the edits stay as they are.

    Args:
        document: HTML as bytes or text; or a BeautifulSoup, an lxml element or an lxml tree.
        url: Absolute URI of the document, the last one after redirects (RFC 2396 5.1.3), or a URL object
            of httpx or yarl. Default: None.
        **options: Any of the options below, by name (`Options`).

    Keyword Args:
        encapsulating: Base URI of what the document is part of, such as a message (5.1.2). Default: None.
        default: Absolute base URI for when no other source gives one (5.1.4). Default: None.
        charset: Encoding label, or Content-Type, that came with the document. Default: None (detected).
        media_type: Media type of the document; it is read as HTML, XML or CSS accordingly. Default: None.
        read_as: "html", "xml" or "css", whatever the media type. Default: None (by the media type).
        environment_charset: Encoding label of the document that refers to a style sheet. Default: None.
        rules: Name of the rule set of `RULE_SETS` that resolves references. Default: "rfc2396bis-00".
        same_scheme: "strict" takes ``http:g`` for absolute, "lenient" for relative (5.2). Default: "lenient".
        overflow: "retain" or "remove" ``..`` above the root, or "avoid" such links (5.2). Default: "remove".
        guard: Whether to follow browsers where they differ from ``rules``. Default: None (see below).
        same_document: "keep" ``#s`` and empty references, or "resolve" them, too (4.2). Default: "keep".
        base_element: Make the href of BASE "absolute", "keep", "empty" or "remove" it. Default: "absolute".
        placeholders: "keep" placeholders like ``{{x}}``, or "resolve" them like text. Default: "keep".
        conditional_comments: Whether to read conditional comments (``<!--[if IE]>``), too. Default: True.
        attributes: Further attributes with references, e.g. ``["img[data-src]=url"]``. Default: ().
        presets: Sets of further attributes, by their names in `PRESETS`. Default: ().
        url_from: Where to find ``url`` in the page: "saved", "canonical", "opengraph". Default: ().
        xml_base: "follow" or "ignore" xml:base (XML Base 1.0), or see below. Default: "auto".

    ``url`` and ``default`` are absolute; ``encapsulating`` may be relative to them. A BASE element prevails
    over all three, and each of them but ``default`` over what ``url_from`` finds. ``charset`` prevails over
    ``<meta charset>``, and a BOM over both; without any, the encoding is windows-1252. A ``guard`` of None is
    on with the rules "rfc2396bis-00" and "whatwg". In a reference with a placeholder, the part before the
    placeholder is made absolute. Without ``media_type`` and ``read_as``, a document that begins as XML, but
    not as XHTML, is read as XML. An ``xml_base`` of "auto" ignores xml:base in XHTML, SVG and MathML, as
    browsers do.

    Returns:
        The document with absolute references, of the same type; a tree is changed in place.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, such as an unknown rule set or label, or a relative ``url``.

    Source: RFC 2396 section 5; HTML Standard 2.4 and 4.2.3.
    """
    context, policies = document_settings("rewrite", {"url": url, **options})
    if isinstance(document, (bytes, str)):
        return cast("Document", rewriter.rewrite_document(document, context, policies).document)
    from absolutize.trees import rewriter as trees  # noqa: PLC0415 -- only where a tree is given

    trees.rewrite_tree(trees.as_tree(document), context, policies)
    return document


def links(
    document: AnyDocument,
    url: str | UrlObject | None = None,
    *,
    text: bool = False,
    **options: Unpack[Options],
) -> Iterator[Link]:
    """List every reference in a document: its place, its target, and what was decided about it.

    Nothing is changed. A document may contain anything: no error is raised for it.

    Args:
        document: HTML as bytes or text; or a BeautifulSoup, an lxml element or an lxml tree.
        url: Absolute URI of the document, the last one after redirects (RFC 2396 5.1.3). Default: None.
        text: Whether links get the text of their anchor, or the alt of the image (no trees). Default: False.
        **options: Any of the options of `rewrite`, by name, with the same meanings and defaults.

    Returns:
        An iterator over the links, in the order of the document.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, such as an unknown rule set or label, or a relative ``url``;
            or ``text`` was asked for, and the document is a tree.

    Source: RFC 2396 section 5; HTML Standard 2.4 and 4.2.3.
    """
    context, policies = document_settings("links", {"url": url, **options}, ["text"])
    arguments.checked_bool("text", text)
    if isinstance(document, (bytes, str)):
        return lister.links_in(document, context, policies, text=text)
    from absolutize.trees import rewriter as trees  # noqa: PLC0415 -- only where a tree is given

    tree = trees.as_tree(document)
    if text:
        message = "text=True is for bytes and str: links in trees have no text"
        raise ValueError(message)
    return trees.links_of_tree(tree, context, policies)


def check(
    document: bytes | str,
    url: str | UrlObject | None = None,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    against: Sequence[str] = (),
    **options: Unpack[Options],
) -> Iterator[Fault]:
    """Report relative, malformed or risky references of a document.

    Nothing is changed. A document may contain anything: no error is raised for it.

    Args:
        document: HTML as bytes or text; trees cannot be checked.
        url: Absolute URI of the document, the last one after redirects (RFC 2396 5.1.3). Default: None.
        select: Codes of `FINDINGS`, beginnings of codes, or "DEFAULT" (what the command `check` reports by
            default) or "ALL", to report. Default: () (all).
        ignore: Codes, beginnings of codes, or one of these sets, not to report. Default: ().
        against: Rule sets of `RULE_SETS` whose answers are compared with those of ``rules``. Default: ().
        **options: Any of the options of `rewrite`, by name, with the same meanings and defaults.

    Returns:
        An iterator over the faults, in the order of the document.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value; ``select`` or ``ignore`` has ``""`` or what begins no code.

    Source: the citation of each code in `FINDINGS`.
    """
    context, policies = document_settings("check", {"url": url, **options}, ["select", "ignore", "against"])
    codes = {"select": select, "ignore": ignore, "against": against}
    wanted = SelectedCodes.of(*(arguments.checked_texts(name, value) for name, value in codes.items()))
    if not isinstance(document, (bytes, str)):
        message = f"cannot check {type(document).__name__!r}: give bytes or str"
        raise TypeError(message)
    return checks.faults(document, context, policies, wanted)


def base_uri(
    document: AnyDocument, url: str | UrlObject | None = None, **options: Unpack[Options]
) -> BaseURI:
    """Find the base URI of a document, and the source that defined it.

    Args:
        document: HTML as bytes or text; or a BeautifulSoup, an lxml element or an lxml tree.
        url: Absolute URI of the document, the last one after redirects (RFC 2396 5.1.3). Default: None.
        **options: Any of the options of `rewrite`, by name, with the same meanings and defaults.

    Returns:
        The base URI and its source; both are ``None`` if no source gives a usable one.

    Raises:
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, such as an unknown rule set or label, or a relative ``url``.

    Source: RFC 2396 section 5.1; HTML Standard 2.4.3 and 4.2.3.
    """
    context, policies = document_settings("base_uri", {"url": url, **options})
    if isinstance(document, (bytes, str)):
        return rewriter.base_of_document(document, context, policies)
    from absolutize.trees import rewriter as trees  # noqa: PLC0415 -- only where a tree is given

    return trees.base_of_tree(trees.as_tree(document), context, policies)


_ANCHOR = next(row for row in LINKS if (row.element, row.attribute) == ("a", "href"))
_JOINING = Policies(same_document="resolve", placeholders="resolve")


def _planner(base: str) -> Planner:
    """Make a planner that decides references against one base URI."""
    return Planner.of(None, Context(base), _JOINING, "utf-8")


_PLANNERS = AnswerCache(_planner, 256, longest=2048)


@check_calls
def join(base: str | UrlObject | None, reference: str | UrlObject) -> str:
    """Resolve one reference as browsers do, even an empty one or a fragment alone.

    It can replace `urllib.parse.urljoin`, whose arguments are in the same order. A template placeholder is
    read as plain text.

    Args:
        base: Absolute URI of the document. If it is ``None`` or empty, the reference is returned unchanged.
        reference: Text of an attribute, with its white space; if empty, the base without its fragment.

    Returns:
        The absolute URI; without a base, the reference.

    Raises:
        ResolutionError: Browsers cannot read the reference as a URL, even if it is an
            absolute URI that `links` lists (``http://[``); the error's ``code`` is
            "invalid-reference" or "base-not-hierarchical".
        TypeError: An argument is not a str.
        ValueError: The base is not an absolute URI, or no browser can read it.

    Source: RFC 2396 section 5.2; URL Standard 4.4.
    """
    written = as_text(reference)
    if not base:
        return written
    given = arguments.checked_base(base)
    code, target = refuse_invalid(_PLANNERS[given].decide(_ANCHOR, clean(written)))
    if target is None:
        raise ResolutionError(code, written, given, MESSAGES[code])
    return target
