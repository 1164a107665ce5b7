"""The URLs that the document of a tree states of itself: as `html.document.stated_urls` finds them in bytes.

It asks a tree by `trees.protocol`, and does not know which library built it. Used by `trees.rewriter`.
"""

from collections.abc import Iterator
from itertools import chain

from absolutize.html.document.stated_urls import saved_url, stated_name
from absolutize.html.link_table.rows import COMMENT_ELEMENT
from absolutize.trees.protocol import Tree


def stated_in_tree(tree: Tree) -> Iterator[tuple[str, str]]:
    """List what a document states, by "saved", "canonical" and "opengraph"; the first of each counts."""
    return chain(_saved(tree), _of_elements(tree))


def _saved(tree: Tree) -> Iterator[tuple[str, str]]:
    """Read the comments before the head."""
    for part in tree.document_parts():
        name = tree.name(part)
        if name not in {COMMENT_ELEMENT, "html"}:
            return
        url = saved_url(tree.text(part) or "") if name == COMMENT_ELEMENT else None
        if url is not None:
            yield "saved", url


def _of_elements(tree: Tree) -> Iterator[tuple[str, str]]:
    for element in tree.document():
        name = tree.name(element)
        if name in {"link", "meta"}:
            attributes = {attribute: value for _, attribute, value in reversed(tree.attributes(element))}
            stated = stated_name(name, attributes)
            if stated is not None:
                yield stated
