"""The start tags that html5lib finds in a document, in source order, as its tokenizer emits them.

The tree builder switches the tokenizer's states, but tags that it ignores, moves or clones make no
difference. For foreign content html5lib 1.1 is outdated in two places, which are patched here to follow
the HTML Standard.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from html5lib._tokenizer import HTMLTokenizer
from html5lib.constants import (
    asciiUpper2Lower,
    htmlIntegrationPointElements,
    mathmlTextIntegrationPointElements,
    tokenTypes,
)
from html5lib.html5parser import HTMLParser
from html5lib.treebuilders import getTreeBuilder

# 13.2.4.2: foreign elements in the special category
SPECIAL = htmlIntegrationPointElements | mathmlTextIntegrationPointElements


class Seen(NamedTuple):
    """One attribute of a start tag, with its value decoded; of duplicate attributes only the first counts."""

    element: str
    attribute: str
    value: str


class _Tokens(HTMLTokenizer):
    """A tokenizer that records the attributes of each start tag before the tree builder renames them."""

    started: list[tuple[dict[str, Any], dict[str, str]]]

    def __iter__(self) -> Iterator[Any]:
        self.started = []
        tokens: Iterator[Any] = super().__iter__()
        for token in tokens:
            if token["type"] == tokenTypes["StartTag"]:
                self.started.append((token, dict(token["data"])))
            yield token


class _Parser(HTMLParser):
    """A parser that uses this tokenizer; with scripting off, the content of noscript is markup."""

    tokenizer: _Tokens
    phases: dict[str, Any]

    def __init__(self, *, scripting: bool) -> None:
        self._scripting = scripting
        super().__init__(getTreeBuilder("etree"), namespaceHTMLElements=True)
        for name, update in (("inBody", _in_body), ("inForeignContent", _in_foreign_content)):
            self.phases[name] = update(type(self.phases[name]))(self, self.tree)

    def _parse(self, stream: object, *_: object, **__: object) -> None:
        self.innerHTMLMode, self.scripting = False, self._scripting
        self.tokenizer = _Tokens(cast("str", stream), parser=self)
        self.reset()
        self.mainLoop()


def _in_body(phase: Any) -> Any:
    """13.2.6.4.7, "any other end tag": the search stops at special elements, including foreign ones."""

    class InBody(phase):  # type: ignore[misc]
        def processEndTag(self, token: dict[str, Any]) -> object:  # noqa: N802
            other = self.endTagHandler[token["name"]].__name__ == "endTagOther"
            for node in reversed(self.tree.openElements if other else ()):
                if node.nameTuple in SPECIAL:
                    return None
                if node.name == token["name"]:
                    break
            return super().processEndTag(token)

    return InBody


def _in_foreign_content(phase: Any) -> Any:
    """13.2.6.5: </br> and </p> leave foreign content, like start tags with these names."""

    class InForeignContent(phase):  # type: ignore[misc]
        def processEndTag(self, token: dict[str, Any]) -> object:  # noqa: N802
            if token["name"] not in {"br", "p"}:
                return super().processEndTag(token)
            while not self._holds_html(self.tree.openElements[-1]):
                self.tree.openElements.pop()
            return self.parser.phase.processEndTag(token)

        def _holds_html(self, node: Any) -> bool:
            point = self.parser.isHTMLIntegrationPoint(node) or self.parser.isMathMLTextIntegrationPoint(node)
            return bool(point or node.namespace == self.tree.defaultNamespace)

    return InForeignContent


def attributes(markup: str, *, scripting: bool = False) -> list[Seen]:
    """List the attributes of all start tags of a document."""
    parser = _Parser(scripting=scripting)
    parser.parse(markup)
    return [
        Seen(token["name"].translate(asciiUpper2Lower), name, value)
        for token, values in parser.tokenizer.started
        for name, value in values.items()
    ]
