"""The four functions of lxml.html for links, with the same signatures, but with the targets of browsers.

It parses and serialises as lxml.html does, and has no rules for references. Programs import it in place of
those functions; no module of the package does.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import pairwise
from typing import Any, Literal, TypeVar

from lxml import etree, html

from absolutize import api
from absolutize.arguments import checked_function, checked_text, document_settings, usable_url
from absolutize.calls import UrlObject, url_text
from absolutize.options import Context, Policies
from absolutize.trees import rewriter
from absolutize.trees.lxml_tree import LxmlTree
from absolutize.trees.references import TreeReference, references_of, remove_attributes, replace_references
from absolutize.uri.rules import whatwg

__all__ = ["HandleFailures", "iterlinks", "make_links_absolute", "resolve_base_href", "rewrite_links"]

_Document = TypeVar("_Document")
HandleFailures = Literal["ignore", "discard"] | None


def make_links_absolute(
    doc: _Document,
    base_url: str | UrlObject | None = None,
    resolve_base_href: bool = True,  # noqa: FBT001, FBT002 -- lxml's signature
    handle_failures: HandleFailures = None,
    *,
    copy: bool | None = None,
) -> _Document:
    """Make all links of a document absolute, as `lxml.html.make_links_absolute` does.

    Args:
        doc: An element or a tree of lxml, or HTML as text or bytes.
        base_url: Absolute URL of the document. Default: None (that of its docinfo, ``doc.base_url``).
        resolve_base_href: Whether BASE elements are used, and removed, or ignored. Default: True.
        handle_failures: "discard" removes attributes that no browser can read as a URL; with "ignore" and
            None they stay. Default: None.
        copy: Whether an element or a tree is copied, not changed in place. Default: None (it is copied).

    Returns:
        The document; of text and bytes the serialised document, of the same type.

    Raises:
        TypeError: There is no base URL, or it is no text; ``copy`` is given with text or bytes; or ``doc`` is
            no document.
        ValueError: ``base_url`` is not an absolute URL, or ``handle_failures`` is something else; or lxml
            cannot parse ``doc``, such as text that declares an encoding.
        lxml.etree.ParserError: ``doc`` is an empty document.

    Source: lxml.html; RFC 2396 section 5; HTML Standard 2.4 and 4.2.3.
    """
    _check_failures(handle_failures)

    def change(tree: Any, *, is_alone: bool) -> None:  # noqa: ANN401
        url = _url_of(tree, base_url, resolve_base_href)
        _rewrite(tree, url, resolve_base_href, handle_failures, is_alone=is_alone)

    return _changed("make_links_absolute", doc, change, copy)


def resolve_base_href(
    doc: _Document, handle_failures: HandleFailures = None, *, copy: bool | None = None
) -> _Document:
    """Make the links of a document absolute by its BASE, which is removed.

    Without a BASE, or with a relative one and no URL of the document, nothing changes.

    Args:
        doc: An element or a tree of lxml, or HTML as text or bytes.
        handle_failures: As for `make_links_absolute`. Default: None.
        copy: Whether an element or a tree is copied, not changed in place. Default: None (it is copied).

    Returns:
        The document; of text and bytes the serialised document, of the same type.

    Raises:
        TypeError: ``copy`` is given with text or bytes, or ``doc`` is no document.
        ValueError: ``handle_failures`` is neither "ignore" nor "discard" nor None; or lxml cannot parse
            ``doc``, such as text that declares an encoding.
        lxml.etree.ParserError: ``doc`` is an empty document.

    Source: lxml.html; RFC 2396 5.1.1; HTML Standard 4.2.3.
    """
    _check_failures(handle_failures)

    def change(tree: Any, *, is_alone: bool) -> None:  # noqa: ANN401
        _resolve_base(tree, handle_failures, is_alone=is_alone)

    return _changed("resolve_base_href", doc, change, copy)


def iterlinks(doc: object, *, copy: bool | None = None) -> Iterator[tuple[Any, str | None, str, int]]:
    """List the links of a document as they are written, without regard to BASE.

    Args:
        doc: An element or a tree of lxml, or HTML as text or bytes.
        copy: Whether the elements are those of a copy. Default: None (they are not).

    Returns:
        An iterator over tuples: the element; the attribute, or None for its text; the link; its offset in
        the value. The last of several links in one value comes first.

    Raises:
        TypeError: ``copy`` is given with text or bytes, or ``doc`` is no document.

    Source: lxml.html.
    """
    tree = _copied("iterlinks", doc, bool(copy), given=copy is not None)
    references = references_of(_tree_of(tree))
    return ((each.value.element, each.value.key, each.raw, each.start) for each in references)


def rewrite_links(
    doc: _Document,
    link_repl_func: Callable[[str], str | None],
    resolve_base_href: bool = True,  # noqa: FBT001, FBT002 -- lxml's signature
    base_href: str | UrlObject | None = None,
    *,
    copy: bool | None = None,
) -> _Document:
    """Replace each link by what a function gives for it.

    Args:
        doc: An element or a tree of lxml, or HTML as text or bytes.
        link_repl_func: Takes a link, and gives another; None removes its attribute, or the text.
        resolve_base_href: Whether links are first made absolute by BASE, which is removed. Default: True.
        base_href: Absolute URL by which links are first made absolute. Default: None (they are not).
        copy: Whether an element or a tree is copied, not changed in place. Default: None (it is copied).

    Returns:
        The document; of text and bytes the serialised document, of the same type.

    Raises:
        TypeError: ``copy`` is given with text or bytes, ``doc`` is no document, or ``link_repl_func`` is no
            function, or gives something else than text or None.
        ValueError: ``base_href`` is not an absolute URL; lxml cannot parse ``doc``, such as text that
            declares an encoding; or it takes no such text as the function gives (control characters).
        lxml.etree.ParserError: ``doc`` is an empty document.

    Source: lxml.html.
    """
    function = checked_function("link_repl_func", link_repl_func)

    def change(tree: Any, *, is_alone: bool) -> None:  # noqa: ANN401
        if base_href is not None:
            _rewrite(tree, _checked_url("base_href", base_href), resolve_base_href, None, is_alone=is_alone)
        elif resolve_base_href:
            _resolve_base(tree, None, is_alone=is_alone)
        replace_references(_tree_of(tree), function)

    return _changed("rewrite_links", doc, change, copy)


def _check_failures(handle_failures: object) -> None:
    if handle_failures not in (None, "ignore", "discard"):
        message = f"unexpected value for handle_failures: {handle_failures!r}"
        raise ValueError(message)


_Change = Callable[..., None]
"""Changes a tree; ``is_alone`` says whether what is around it does not matter afterwards."""


def _changed(name: str, doc: _Document, change: _Change, copy: bool | None) -> _Document:  # noqa: FBT001
    """Change a document, or a copy of it; text and bytes are parsed before and serialised afterwards."""
    part, is_copied = _part_of(doc), copy is None or bool(copy)
    if is_copied and part is not None:
        return _changed_part(doc, part, change)  # type: ignore[no-any-return]
    tree = _copied(name, doc, is_copied, given=copy is not None)
    change(tree, is_alone=False)
    if isinstance(doc, (str, bytes)):
        encoding = "unicode" if isinstance(doc, str) else "utf-8"
        return html.tostring(tree, encoding=encoding)  # type: ignore[no-any-return]
    return tree  # type: ignore[no-any-return]


_CHILD: Any = etree._Element.__getitem__  # noqa: SLF001 -- the items of objectify's elements are no children


def _changed_part(doc: object, part: Any, change: _Change) -> Any:  # noqa: ANN401
    """Change a copy of an element, in a copy of its document: what is around the element matters, too.

    If ``doc`` is not the element, it is its tree.
    """
    outermost_first = [part, *part.iterancestors()][::-1]
    copied = deepcopy(outermost_first[0])
    for outer, inner in pairwise(outermost_first):
        copied = _CHILD(copied, outer.index(inner))
    change(copied, is_alone=True)
    changed = deepcopy(copied)
    return changed if part is doc else etree.ElementTree(changed)


def _copied(name: str, doc: object, copy: bool, *, given: bool) -> Any:  # noqa: ANN401, FBT001
    """Parse text and bytes; copy a tree, if that is wanted."""
    if not isinstance(doc, (str, bytes)):
        _tree_of(doc)  # refuses any other object
        return deepcopy(doc) if copy else doc
    if given:
        message = f"The keyword 'copy' can only be used with element inputs to {name}, not a string input"
        raise TypeError(message)
    return html.fromstring(doc)


_ELEMENT = etree._Element  # noqa: SLF001 -- it has no other name
_TREES = (_ELEMENT, etree._ElementTree)  # noqa: SLF001


def _tree_of(tree: object) -> LxmlTree:
    if not isinstance(tree, _TREES):
        message = (
            f"cannot read links in {type(tree).__name__!r}: give an element or a tree of lxml, bytes or str"
        )
        raise TypeError(message)
    return LxmlTree(tree)


def _part_of(doc: Any) -> Any | None:  # noqa: ANN401
    """Give ``doc``, or the root of a tree, if other elements are around it; otherwise ``None``."""
    root = doc.getroot() if isinstance(doc, etree._ElementTree) else doc  # noqa: SLF001
    return root if isinstance(root, _ELEMENT) and root.getparent() is not None else None


def _own_url(doc: Any) -> str | None:  # noqa: ANN401
    """Give the URL that lxml knows for a document, if it is usable: for a file it may be a path."""
    tree = doc.getroottree() if isinstance(doc, _ELEMENT) else doc
    return usable_url(tree.docinfo.URL or "")


def _url_of(tree: Any, base_url: str | UrlObject | None, uses_base: bool) -> str:  # noqa: ANN401, FBT001
    """Choose the URL of a document: the one given, the one that lxml knows, or that of its BASE."""
    url = _own_url(tree) if base_url is None else _checked_url("base_url", base_url)
    if url is None and uses_base:
        url = api.base_uri(tree).uri
    if not url:
        message = "No base_url given, and the document has no base_url"
        raise TypeError(message)
    return url


def _checked_url(name: str, url: str | UrlObject) -> str:
    """Refuse anything but an absolute URL; the error says the name of the argument."""
    text = checked_text(name, url_text(url))
    try:
        document_settings("make_links_absolute", {"url": text})
    except ValueError as error:
        message = f"{name}{str(error).removeprefix('url')}"
        raise ValueError(message) from None
    return text


def _settings(url: str | None, *, uses_base: bool) -> tuple[Context, Policies]:
    """Make the settings by which all references are resolved and BASE is removed, as lxml.html does.

    Where BASE is ignored, xml:base is ignored, too.
    """
    of_base = {"base_element": "remove"} if uses_base else {"xml_base": "ignore"}
    return document_settings("make_links_absolute", {"url": url, "same_document": "resolve", **of_base})


def _rewrite(
    tree: Any,  # noqa: ANN401
    url: str | None,
    uses_base: bool,  # noqa: FBT001
    handle_failures: HandleFailures,
    *,
    is_alone: bool,
) -> None:
    """Make the links of a tree absolute, in place; where BASE is ignored, it stays.

    A link that is discarded may have been the only one that needed BASE.
    """
    context, policies = _settings(url, uses_base=uses_base)
    rewriter.rewrite_tree(_tree_of(tree), context, policies, uses_base=uses_base, is_alone=is_alone)
    bad = filter(_is_unreadable, references_of(_tree_of(tree))) if handle_failures == "discard" else ()
    removed = [(each.value.element, each.value.key) for each in bad]
    if removed:
        remove_attributes(removed)
        rewriter.rewrite_tree(_tree_of(tree), context, policies, uses_base=uses_base, is_alone=is_alone)


def _is_unreadable(reference: TreeReference) -> bool:
    """Whether an attribute is one URL, and no browser can read it; in a list, browsers skip such a URL."""
    is_one = reference.value.row.syntax == "url" and reference.value.key is not None
    return is_one and whatwg.browser_parse(reference.reference, "http://base.invalid/") is None


def _resolve_base(tree: Any, handle_failures: HandleFailures, *, is_alone: bool) -> None:  # noqa: ANN401
    """Make the links of a tree absolute by the BASE of its document, if that is usable."""
    url = _own_url(tree)
    if api.base_uri(tree, url).source == "embedded":
        _rewrite(tree, url, True, handle_failures, is_alone=is_alone)  # noqa: FBT003
