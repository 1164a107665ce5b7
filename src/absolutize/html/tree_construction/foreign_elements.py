"""Foreign elements in tree construction: integration points, and tags that close them (13.2.6.5).

It does not know links. Used by `html.tree_construction` and `trees.nesting`.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from absolutize.html.grammar.namespaces import BREAKOUT, MATHML, SVG
from absolutize.html.tree_construction.open_elements import Element, Names, OpenElements

FONT_BREAKOUT = frozenset({b"color", b"face", b"size"})
MATHML_TEXT_INTEGRATION_POINT: Names = frozenset(b"mi mo mn ms mtext".split())  # 13.2.6
SVG_HTML_INTEGRATION_POINT: Names = frozenset(b"foreignobject desc title".split())
HTML_ENCODING = frozenset({"text/html", "application/xhtml+xml"})  # of annotation-xml


class Token(NamedTuple):
    """A start tag: its name and the values of the attributes that matter, both in lower case."""

    name: bytes
    self_closing: bool
    values: Mapping[bytes, str]


def foreign_element(namespace: str, token: Token) -> Element:
    """Make a foreign element, which may be an integration point (13.2.6)."""
    name = token.name
    if namespace == SVG:
        holds_html = name in SVG_HTML_INTEGRATION_POINT
    else:
        holds_html = name == b"annotation-xml" and token.values.get(b"encoding", "").lower() in HTML_ENCODING
    is_text = namespace == MATHML and name in MATHML_TEXT_INTEGRATION_POINT
    return Element(namespace, name, holds_html, holds_html or is_text)


def start_foreign(stack: OpenElements, namespace: str, token: Token) -> str:
    """Open a foreign element, unless it is self-closing; return its namespace."""
    if not token.self_closing:
        stack.push(foreign_element(namespace, token))
    return namespace


def breaks_out(name: bytes, attributes: Iterable[bytes]) -> bool:
    """Whether a start tag closes foreign content (13.2.6.5)."""
    return name in BREAKOUT or (name == b"font" and not FONT_BREAKOUT.isdisjoint(attributes))
