"""Tree construction in a body (HTML Standard 13.2.6.4.7): which elements each tag opens and closes.

It changes only the stack of open elements, the list of active formatting elements and the form element
pointer. It does not know links. Used by `html.tree_construction.insertion_modes`.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from absolutize.html.grammar.namespaces import FOREIGN_ROOTS, HTML, SPECIAL
from absolutize.html.tree_construction.foreign_elements import Token, start_foreign
from absolutize.html.tree_construction.formatting import FORMATTING, FormattingElements
from absolutize.html.tree_construction.open_elements import (
    BUTTON_SCOPE,
    LIST_ITEM,
    LIST_ITEM_SCOPE,
    SCOPE,
    Element,
    ElementNumber,
    Names,
    OpenElements,
)

HEADINGS: Names = frozenset(b"h1 h2 h3 h4 h5 h6".split())
_BLOCKS: Names = frozenset(
    b"address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer"
    b" header hgroup listing main menu nav ol pre search section summary ul".split()
)
MARKER_ELEMENTS: Names = frozenset(b"applet marquee object".split())
CLOSES_P: Names = _BLOCKS | HEADINGS | frozenset(b"dd dt form hr li p plaintext xmp".split())
# Which open elements a start tag closes in a body, and how far it looks for them
_START_CLOSES: Mapping[bytes, tuple[Names, Names]] = {
    b"button": (frozenset({b"button"}), SCOPE),
    b"dd": (frozenset({b"dd", b"dt"}), LIST_ITEM),
    b"dt": (frozenset({b"dd", b"dt"}), LIST_ITEM),
    b"input": (frozenset({b"select"}), SCOPE),
    b"li": (frozenset({b"li"}), LIST_ITEM),
}
# How far an end tag in a body looks for its element; one without a row: to the next special element
_END_LOOKS: Mapping[bytes, Names] = {
    **dict.fromkeys((*_BLOCKS, *MARKER_ELEMENTS, *HEADINGS, b"button", b"dd", b"dt", b"select"), SCOPE),
    b"li": LIST_ITEM_SCOPE,
    b"p": BUTTON_SCOPE,
}
_IMPLIED: Names = frozenset(b"dd dt li optgroup option p rb rp rt rtc".split())  # 13.2.6.3
_OPTIONS: Names = frozenset(b"hr optgroup option".split())
_RUBY: Names = frozenset(b"rb rp rt rtc".split())
# Start tags before which formatting elements are not opened again
_NOT_REOPENING: Names = (
    (CLOSES_P - {b"xmp"}) | _RUBY | frozenset(b"iframe noembed param source table textarea track".split())
)
_NEVER_OPEN: Names = frozenset(
    b"area br embed hr iframe image img input keygen noembed param source textarea track wbr xmp".split()
)
_NOSCRIPT: Names = frozenset({b"noscript"})  # text where scripts run, an element like any other elsewhere
HEAD_ELEMENTS: Names = frozenset(
    b"base basefont bgsound link meta noframes script style template title".split()
)  # 13.2.6.4.4
IN_TABLE: Names = frozenset(b"caption col colgroup tbody td tfoot th thead tr".split())
_IGNORED: Names = HEAD_ELEMENTS | IN_TABLE | frozenset(b"body frame frameset head html".split())


class InBody:
    """The insertion mode "in body"; ``quirks``: the document is in quirks mode; ``scripts``: they run."""

    def __init__(self, *, quirks: bool, scripts: bool) -> None:
        self.stack = OpenElements()
        self.formatting = FormattingElements(self.stack)
        self._form: ElementNumber | None = None
        self._quirks = quirks
        self._plain, self._never_open = (
            names | _NOSCRIPT if scripts else names for names in (_NOT_REOPENING, _NEVER_OPEN)
        )

    @property
    def is_inert(self) -> bool:
        """Whether the current node is in a template, whose content is not the document's."""
        return self.stack.last(b"template") is not None

    def open(self, name: bytes, *, marked: bool = False) -> ElementNumber:
        """Open an HTML element, and insert a marker if it is ``marked``."""
        if marked:
            self.formatting.mark()
        return self.stack.push(Element(HTML, name))

    def close(self, element: ElementNumber | None) -> None:
        """Close an element, and clear the list of formatting elements up to its marker."""
        if element is not None:
            self.stack.pop_to(element)
            self.formatting.clear()

    def start(self, token: Token) -> str:
        """Take a start tag; return the namespace of its element."""
        name = token.name
        if name in FOREIGN_ROOTS:
            self.formatting.reconstruct()
            return start_foreign(self.stack, FOREIGN_ROOTS[name], token)
        if name == b"template":
            self.stack.set_mode(self.open(name, marked=True), "template")
        elif name not in _IGNORED and not self._is_ignored(name):
            self._make_room(name)
            self._open_for(token)
        return HTML

    def start_form_in_table(self) -> None:
        """Take the start tag of a form in a table, which is closed at once (13.2.6.4.9)."""
        if self._form is None and not self.is_inert:
            self._form = self.stack.make(Element(HTML, b"form"))

    def _make_room(self, name: bytes) -> None:
        """Close what a start tag closes in a body."""
        stack = self.stack
        if name in _START_CLOSES:
            stack.pop_to(stack.nearest(*_START_CLOSES[name]))
        if name in CLOSES_P or (name == b"table" and not self._quirks):
            stack.pop_to(stack.nearest((b"p",), BUTTON_SCOPE))
        if name in HEADINGS and self.current_is(HEADINGS):
            stack.pop_to(stack.last_opened)
        if name in _OPTIONS:
            self._close_options(name)
        if name in _RUBY and stack.nearest((b"ruby",), SCOPE):
            self._generate_implied_end_tags({b"rtc"} if name in {b"rp", b"rt"} else set())

    def _close_options(self, name: bytes) -> None:
        if self.stack.nearest((b"select",), SCOPE) is not None:
            self._generate_implied_end_tags({b"optgroup"} if name == b"option" else set())
        elif name != b"hr" and self.current_is({b"option"}):
            self.stack.pop_to(self.stack.last_opened)

    def _is_ignored(self, name: bytes) -> bool:
        """Whether a start tag opens nothing: a form in a form, a select in a select, which it closes."""
        if name == b"form":
            return self._form is not None and not self.is_inert
        outer = self.stack.nearest((b"select",), SCOPE) if name == b"select" else None
        self.stack.pop_to(outer)
        return outer is not None

    def _open_for(self, token: Token) -> None:
        name = token.name
        if name in FORMATTING:
            self._start_formatting(token)
            return
        if name not in self._plain:
            self.formatting.reconstruct()
        if name not in self._never_open:
            element = self.open(name)
            if name in MARKER_ELEMENTS:
                self.formatting.mark()
            if name == b"form" and not self.is_inert:
                self._form = element

    def _start_formatting(self, token: Token) -> None:
        name = token.name
        if name == b"a" and (element := self.formatting.find(b"a")) is not None:
            self.formatting.adopt(name)
            if self.formatting.find(b"a") == element:
                self.formatting.remove(element)
            if self.stack.is_open(element):
                self.stack.remove(element)
        self.formatting.reconstruct()
        if name == b"nobr" and self.stack.nearest((name,), SCOPE):
            self.formatting.adopt(name)
            self.formatting.reconstruct()
        self.formatting.push(self.stack.push(Element(HTML, name)), _attributes(token))

    def end(self, name: bytes) -> None:
        """Take an end tag."""
        if name in {b"body", b"html"}:
            return
        if name == b"form":
            self._end_form()
        elif name == b"br":
            self.formatting.reconstruct()
        elif name not in FORMATTING or not self.formatting.adopt(name):
            names = HEADINGS if name in HEADINGS else (name,)
            element = self.stack.nearest(names, _END_LOOKS.get(name, SPECIAL))
            self.stack.pop_to(element)
            if name in MARKER_ELEMENTS and element is not None:
                self.formatting.clear()

    def _end_form(self) -> None:
        if self.is_inert:
            self.stack.pop_to(self.stack.nearest((b"form",), SCOPE))
            return
        form, self._form = self._form, None
        if form is not None and self.stack.is_reached(form, SCOPE):
            self._generate_implied_end_tags(set())
            self.stack.remove(form)

    def _generate_implied_end_tags(self, but: AbstractSet[bytes]) -> None:
        while self.current_is(_IMPLIED - but):
            self.stack.pop_to(self.stack.last_opened)

    def current_is(self, names: AbstractSet[bytes]) -> bool:
        """Whether the current node is an HTML element of one of the names."""
        current = self.stack.current
        return current.namespace == HTML and current.name in names


def _attributes(token: Token) -> str:
    """Spell the attributes of a token so that tokens with equal attributes have equal texts."""
    return ",".join(f"{name!r}{value!r}" for name, value in sorted(token.values.items()))
