"""What the document says about its references: its encoding, its BASE and those in comments, its own URL.

Which custom properties its CSS uses is found here, too. This module asks a tree by `trees.protocol`, and does
not know which library built it. Used by `scrapy.reading` and `trees.rewriter`.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, cast

from absolutize.html.document.base_element import INERT_ELEMENTS, base_in_comment
from absolutize.html.document.conditional_comments import HiddenBase, ie_versions
from absolutize.html.document.document import document_of
from absolutize.html.document.encoding_sniffing import declared_encoding, lookup
from absolutize.html.document.stated_urls import saved_url, stated_name
from absolutize.html.grammar.character_references import clean, utf_8
from absolutize.html.link_table.rows import COMMENT_ELEMENT, Row
from absolutize.html.tree_construction.frameset import HEAD_TAGS, NOT_OK
from absolutize.html.values.css_bytes import byte_for_each
from absolutize.html.values.custom_properties.property_values import without_unused
from absolutize.html.values.custom_properties.uses import used_in
from absolutize.html.values.escaping import TextSpan, TextSpans
from absolutize.trees.nesting import TEXT_IN_HEAD, Nesting, attribute_of
from absolutize.trees.protocol import Tree
from absolutize.trees.survey import Survey
from absolutize.trees.values import comments

# what begins no body; "" is white space
_HEAD = frozenset({"", *HEAD_TAGS.split()})
NO_BODY = _HEAD | INERT_ELEMENTS | TEXT_IN_HEAD
BODY_CONTENT = frozenset({"#text", *NOT_OK.split()}) - {"template"}
TREE_WHITE_SPACE = "\0\t\n\f\r "  # 13.2.6.4.7: characters that leave the frameset-ok flag alone


def query_encoding(survey: Survey) -> str:
    """Find the encoding in which queries are read.

    It is that in which the document came, if that is certain; or that of META; or what the parser says; or
    UTF-8.
    """
    tree = survey.tree
    if tree.encoding is not None and (known := lookup(tree.encoding)) is not None:
        return known
    fallback = lookup(tree.likely_encoding or "") or "utf-8"
    for element in survey.elements_named("meta"):
        values_of = {utf_8(name): utf_8(value) for _, name, value in tree.attributes(element)}
        if (encoding := declared_encoding(values_of)) is not None:
            return encoding
    return fallback


class UsedProperties:
    """The custom properties of CSS that a document uses, found when they are asked for."""

    __slots__ = ("_names", "_tree")

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._names: frozenset[str] | None = None

    def __call__(self) -> frozenset[str]:
        """Give the names of the properties."""
        if self._names is None:
            tree = self._tree if self._tree.is_whole else self._tree.whole()
            self._names = used_in(utf_8("".join(_texts(tree))))
        return self._names

    def mark_unused(self, row: Row, value: str, pieces: Iterable[TextSpan]) -> Iterable[TextSpan]:
        """Mark the references of a value that are in properties which are not used."""
        if not row.has_declarations:
            return pieces
        return without_unused(byte_for_each(value), cast("TextSpans", pieces), self)


def _texts(tree: Tree) -> Iterator[str]:
    """Give the texts and the attribute values of a tree, each behind what is before it in markup."""
    for part in tree.parts():
        yield f"</>{tree.text(part) or ''}"
        if tree.name(part) != COMMENT_ELEMENT:
            yield from (f'</"{value}' for _, _, value in tree.attributes(part))


def base_element_of(survey: Survey) -> Any | None:  # noqa: ANN401
    """Find the BASE that counts in the whole document (HTML Standard 2.4.3); ``None``: there is none."""
    tree, nesting = survey.tree, survey.nesting
    base = _first_base(tree, survey.elements_named("base"), nesting)
    if base is None or all(each is not base for each in _before_plaintext(tree, nesting)):
        return None
    if survey.lacks_frameset:
        return base
    head = _before_frameset(tree, nesting)
    return base if head is None else _first_base(tree, head, nesting)


def href_of(tree: Tree, base: Any | None) -> str | None:  # noqa: ANN401
    """Read the href of a BASE element, as a reference; ``None``: there is none."""
    href = None if base is None else attribute_of(tree, base, "href")
    return None if href is None else clean(href)


def _first_base(tree: Tree, elements: Iterable[Any], nesting: Nesting) -> Any | None:  # noqa: ANN401
    for element in elements:
        if tree.name(element) == "base" and nesting.is_html(element) and not nesting.is_skipped(element):
            href = attribute_of(tree, element, "href")
            if href is not None:
                return element
    return None


def _before_plaintext(tree: Tree, nesting: Nesting) -> Iterator[Any]:
    """Give the elements of the document up to one of plaintext: all behind its tag is text (13.2.5.5).

    Builders that know no such tag make elements of that text.
    """
    for element in tree.document():
        yield element
        is_begun = tree.name(element) == "plaintext" and nesting.is_html(element) and not tree.is_xml
        if is_begun and not nesting.around(element).text:
            return


def _before_frameset(tree: Tree, nesting: Nesting) -> list[Any] | None:
    """List the elements of the head if a frameset takes the place of the body; ``None`` if none does.

    If there is no content before it, a frameset replaces the body so far (13.2.6.4.7), and only frames are
    read behind it (13.2.6.4.18-19): a BASE in that body or behind it is in no document.
    """
    head: list[Any] = []
    in_head, has_template = True, False
    for element, text in tree.nodes():
        around = nesting.around(element) if text is None else nesting.around_content_of(element)
        is_comment = text is None and tree.name(element) == COMMENT_ELEMENT
        if around.inert or around.text or is_comment:
            continue
        name = _token(tree, element, nesting) if text is None else text.strip(TREE_WHITE_SPACE) and "#text"
        if name == "frameset":
            return head
        in_head = in_head and name in NO_BODY
        has_template = has_template or name == "template"
        if name in BODY_CONTENT or (has_template and not in_head):
            return None
        if in_head and text is None:
            head.append(element)
    return None


def _token(tree: Tree, element: Any, nesting: Nesting) -> str:  # noqa: ANN401
    """Name an element as the rules for HTML know it; hidden input is not content (13.2.6.4.7, "input")."""
    if not nesting.is_html(element):
        return "#foreign"
    name = tree.name(element)
    hidden = name == "input" and (attribute_of(tree, element, "type") or "").lower() == "hidden"
    return "#hidden" if hidden else name


def stated_in_tree(tree: Tree) -> Iterator[tuple[str, str]]:
    """List the URLs that a document states, with "saved", "canonical" or "opengraph"; the first counts."""
    return chain(_saved(tree), _of_elements(tree))


_BEFORE_HEAD = "\ufeff \t\n\f\r"  # white space, and a byte order mark
_NAMES_BEFORE_HEAD = frozenset({"", COMMENT_ELEMENT, "html"})  # "" is white space


def _saved(tree: Tree) -> Iterator[tuple[str, str]]:
    """Read the comments before the head."""
    for node, text in tree.nodes():
        name = tree.name(node) if text is None else text.strip(_BEFORE_HEAD) and "#text"
        if name not in _NAMES_BEFORE_HEAD:
            return
        url = saved_url(tree.text(node) or "") if name == COMMENT_ELEMENT else None
        if url is not None:
            yield "saved", url


def _of_elements(tree: Tree) -> Iterator[tuple[str, str]]:
    """Read the link and meta elements of HTML, except where no BASE would count either."""
    nesting = Nesting(tree)
    for element in _before_plaintext(tree, nesting):
        name = tree.name(element)
        if name in {"link", "meta"}:
            attributes = {attribute: value for _, attribute, value in reversed(tree.attributes(element))}
            stated = stated_name(name, attributes)
            if stated is not None and nesting.is_html(element) and not nesting.is_skipped(element):
                yield stated


def hidden_bases(survey: Survey, base: Any | None) -> Iterator[HiddenBase]:  # noqa: ANN401
    """List the BASE elements in conditional comments that are before the document's own."""
    for place in comments(survey, base):
        if "base" not in place.value.lower():  # as in most comments
            continue
        href = base_in_comment(document_of(place.value, "utf-8"))
        if href is not None:
            yield HiddenBase(ie_versions(place.before), href)
