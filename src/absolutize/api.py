"""The verbs for documents: `rewrite`, `links` and `base_uri` of every kind, `check` of bytes and text."""

from collections.abc import Iterator, Sequence
from typing import Any, TypedDict, TypeVar, Unpack, cast

from absolutize import checks, listing, pipeline
from absolutize.base import BaseURI
from absolutize.checks import Fault, Wanted
from absolutize.options import BaseElement, Context, Placeholders, Policies, SameDocument
from absolutize.outcomes import Link
from absolutize.uri.ruleset import Overflow, SameScheme

Document = TypeVar("Document")


class Options(TypedDict, total=False):
    """What can be said beside the document and its URL."""

    encapsulating: str | None
    default: str | None
    charset: str | None
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
    ``charset`` the label that came with the document (for bytes); ``rules`` names a rule set of
    `RULE_SETS`, ``same_scheme`` and ``overflow`` are its choices (`resolve`), ``guard`` compares
    with what browsers do (``None``: with the default rule set only); ``same_document="resolve"``
    makes ``#s`` absolute too; ``base_element`` is "absolute", "keep", "empty" or "remove";
    ``placeholders="resolve"`` takes ``{{x}}`` and the like for text; ``conditional_comments=False``
    leaves what is hidden in them; ``attributes`` are more of them (``"img[data-src]=url"``) and
    ``presets`` names of `PRESETS`.

    Nothing that a document contains raises. An option that is none raises `ValueError` or
    `TypeError`.
    """
    context, policies = _settings(url, options)
    if isinstance(document, (bytes, str)):
        return cast("Document", pipeline.rewritten(document, context, policies).document)
    from absolutize import tree  # noqa: PLC0415 -- only where a tree is given

    tree.rewrite_tree(tree.of(document), context, policies)
    return document


def links(
    document: object, url: str | None = None, *, text: bool = False, **options: Unpack[Options]
) -> Iterator[Link]:
    """List every reference in a document with its span, its target and what was decided.

    Takes what `rewrite` takes, and changes nothing. The order is the document's. With ``text``, each
    link of a document of bytes or characters has the text of its anchor, or the alt of its image.
    """
    context, policies = _settings(url, options)
    if isinstance(document, (bytes, str)):
        return listing.links_in(document, context, policies, text=text)
    from absolutize import tree  # noqa: PLC0415

    return tree.links_in(tree.of(document), context, policies)


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
    context, policies = _settings(url, options)
    for name, value in (("select", select), ("ignore", ignore), ("against", against)):
        if isinstance(value, str):
            message = f"{name} must be a sequence of str, not one"
            raise TypeError(message)
    if not isinstance(document, (bytes, str)):
        message = f"cannot check {type(document).__name__!r}: give bytes or str"
        raise TypeError(message)
    return checks.faults(document, context, policies, Wanted.of(select, ignore, against))


def base_uri(document: object, url: str | None = None, **options: Unpack[Options]) -> BaseURI:
    """Establish the base URI of a document, and tell which source of RFC 2396 5.1 defined it.

    Takes what `rewrite` takes.
    """
    context, policies = _settings(url, options)
    if isinstance(document, (bytes, str)):
        return pipeline.base_of(document, context, policies)
    from absolutize import tree  # noqa: PLC0415

    return tree.base_of(tree.of(document), context, policies)


def _settings(url: str | None, options: Options) -> tuple[Context, Policies]:
    given: dict[str, Any] = {"url": url, **options}
    context = Context(*(given.pop(name, None) for name in Context._fields))
    for name, value in context._asdict().items():
        if value is not None and not isinstance(value, str):
            message = f"{name} must be a str, not {type(value).__name__}"
            raise TypeError(message)
    return context, Policies(**given) if given else _DEFAULTS


_DEFAULTS = Policies()
