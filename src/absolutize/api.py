"""The verbs for documents: `rewrite`, `links` and `base_uri` of every kind, `check` of bytes and text.

And `join`, for a reference without a document: its target as `links` tells it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypedDict, TypeVar, Unpack, cast

from absolutize import arguments
from absolutize.arguments import document_settings
from absolutize.base import BaseURI
from absolutize.calls import checked
from absolutize.engine import checks, lister
from absolutize.engine import rewriter as pipeline
from absolutize.engine.checks import Fault, SelectedCodes
from absolutize.engine.link import Link
from absolutize.engine.planner import Planner
from absolutize.findings import DECISIONS, ResolutionError
from absolutize.html.grammar.character_references import clean
from absolutize.html.link_table.rows import LINKS
from absolutize.options import BaseElement, Context, Placeholders, Policies, SameDocument
from absolutize.trees.protocol import LxmlElement, LxmlElementTree, SoupTag
from absolutize.uri.ruleset import Overflow, SameScheme

AnyDocument = bytes | str | SoupTag | LxmlElement | LxmlElementTree
Document = TypeVar("Document", bound=AnyDocument)


class Options(TypedDict, total=False):
    """The options that go with a document and its URL."""

    encapsulating: str | None
    default: str | None
    charset: str | None
    media_type: str | None
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


def rewrite(document: Document, url: str | None = None, **options: Unpack[Options]) -> Document:
    """Make every reference in an HTML document absolute.

    ``document`` is `bytes` or `str`, and the same comes back, equal outside the edits; or a
    BeautifulSoup or lxml tree, which is changed in place and returned. ``url`` is the URI that it
    was retrieved from, the last one after redirects (RFC 2396 5.1.3); a BASE element prevails.

    Options: ``encapsulating`` and ``default`` are the base URIs of sections 5.1.2 and 5.1.4,
    ``charset`` the label that came with the document (for bytes), or the whole Content-Type, in which
    one that is unknown is the server's and ignored (alone, it is the caller's and refused);
    ``media_type`` is "application/xhtml+xml" for XHTML, which is read as XML (else "text/html");
    ``rules`` names a rule set of `RULE_SETS`, ``same_scheme`` and ``overflow`` are its choices
    (`resolve`), ``guard`` compares with what browsers do (``None``: with the default rule set and
    "whatwg" only); ``same_document="resolve"`` makes ``#s`` absolute too; ``base_element`` is
    "absolute", "keep", "empty" or "remove"; ``placeholders="resolve"`` takes ``{{x}}`` and the like
    for text (else they are taken to begin no host and to end no scheme);
    ``conditional_comments=False`` leaves what is hidden in them; ``attributes`` are more of them
    (``"img[data-src]=url"``) and ``presets`` names of `PRESETS`.

    Nothing that a document contains raises. What a caller gives does, `ValueError` or `TypeError`,
    if it is wrong: ``url`` and ``default`` are absolute, ``encapsulating`` may be relative to them.
    """
    context, policies = document_settings("rewrite", {"url": url, **options})
    if isinstance(document, (bytes, str)):
        return cast("Document", pipeline.rewrite_document(document, context, policies).document)
    from absolutize.trees import rewriter as tree  # noqa: PLC0415 -- only where a tree is given

    tree.rewrite_tree(tree.of(document), context, policies)
    return document


def links(
    document: AnyDocument, url: str | None = None, *, text: bool = False, **options: Unpack[Options]
) -> Iterator[Link]:
    """List every reference in a document with its span, its target and what was decided.

    Takes what `rewrite` takes, and changes nothing. The order is the document's. With ``text``, each
    link of a document of bytes or characters has the text of its anchor, or the alt of its image.
    """
    context, policies = document_settings("links", {"url": url, **options}, ["text"])
    arguments.switch("text", text)
    if isinstance(document, (bytes, str)):
        return lister.links_in(document, context, policies, text=text)
    from absolutize.trees import rewriter as tree  # noqa: PLC0415 -- only where a tree is given

    return tree.links_of_tree(tree.of(document), context, policies)


def check(
    document: bytes | str,
    url: str | None = None,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    against: Sequence[str] = (),
    **options: Unpack[Options],
) -> Iterator[Fault]:
    """Check the references of a document: what a careful publisher wants to know.

    Takes what `rewrite` takes, of bytes or characters. ``select`` and ``ignore`` are codes of
    `FINDINGS`, or beginnings of them (`ValueError` for one of none); ``against`` names rule sets of
    `RULE_SETS` whose answers are compared with those of ``rules``. The order is the document's.
    """
    context, policies = document_settings("check", {"url": url, **options}, ["select", "ignore", "against"])
    codes = {"select": select, "ignore": ignore, "against": against}
    wanted = SelectedCodes.of(*(arguments.texts(name, value) for name, value in codes.items()))
    if not isinstance(document, (bytes, str)):
        message = f"cannot check {type(document).__name__!r}: give bytes or str"
        raise TypeError(message)
    return checks.faults(document, context, policies, wanted)


def base_uri(document: AnyDocument, url: str | None = None, **options: Unpack[Options]) -> BaseURI:
    """Establish the base URI of a document, and tell which source of RFC 2396 5.1 defined it.

    Takes what `rewrite` takes.
    """
    context, policies = document_settings("base_uri", {"url": url, **options})
    if isinstance(document, (bytes, str)):
        return pipeline.base_of_document(document, context, policies)
    from absolutize.trees import rewriter as tree  # noqa: PLC0415 -- only where a tree is given

    return tree.base_of_tree(tree.of(document), context, policies)


@checked
def join(base: str | None, reference: str) -> str:
    """Make a reference absolute as browsers do: the target that `links` gives for it.

    It takes the place of `urllib.parse.urljoin`, and its arguments are in that order. ``base`` is the
    absolute URI of the document; where it is empty or ``None``, ``reference`` comes back as it stands.
    ``reference`` is what an attribute holds: white space around it goes, an empty one is the base
    without its fragment. What looks like a template's placeholder is resolved like any other text, as
    `links` does with ``placeholders="resolve"``.

    Raises `ResolutionError`, a `ValueError` with a ``code`` of `FINDINGS`, where there is no target
    (``invalid-reference``, ``base-not-hierarchical``), and `ValueError` for a base that is none.
    """
    if base is None or base == "":
        return reference
    code, target = _planner(arguments.checked_base(base)).decide(_ANCHOR, clean(reference))
    if target is None:
        raise ResolutionError(code, reference, base, _REASONS[code])
    return target


@lru_cache(maxsize=256)
def _planner(base: str) -> Planner:
    """Decide against one base, for many references."""
    return Planner.of(None, Context(base), _JOINING, "utf-8")


_JOINING = Policies(same_document="resolve", placeholders="resolve")
_ANCHOR = next(row for row in LINKS if (row.element, row.attribute) == ("a", "href"))
_REASONS = {decision.code: decision.message for decision in DECISIONS}
