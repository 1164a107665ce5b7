"""Tree construction (HTML Standard 13.2.6), tag by tag: the dispatcher, and the modes of tables.

No tree is built, and no insertion mode is kept, since it follows from the stack of open elements. It does not
know links. Used by `html.tree_construction.ancestors`.
"""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from typing import ClassVar

from absolutize.html.grammar.namespaces import HTML, MATHML
from absolutize.html.tree_construction.foreign_elements import Token, breaks_out, start_foreign
from absolutize.html.tree_construction.in_body import IN_TABLE, InBody
from absolutize.html.tree_construction.open_elements import STRUCTURE, TABLE_SCOPE, ElementNumber, Names

_CELLS: Names = frozenset({b"td", b"th"})
_SECTIONS: Names = frozenset({b"tbody", b"tfoot", b"thead"})
_UNDECIDED: Names = frozenset({b"link", b"meta", b"script", b"style", b"template"})

_MODES: Mapping[bytes, str] = {
    **dict.fromkeys(_CELLS, "cell"),
    **dict.fromkeys(_SECTIONS, "section"),
    b"caption": "caption",
    b"colgroup": "colgroup",
    b"table": "table",
    b"tr": "row",
}
_TEMPLATES: Mapping[bytes, str] = {
    **dict.fromkeys(_CELLS, "row"),
    **dict.fromkeys((*_SECTIONS, b"caption", b"colgroup"), "table"),
    b"col": "colgroup",
    b"tr": "section",
}


class TreeConstruction:
    """The tree builder, tag by tag; ``quirks``: the document is in quirks mode; ``scripts``: they run.

    It begins in the body: tags before the body open and close nothing that matters.
    """

    def __init__(self, *, quirks: bool, scripts: bool) -> None:
        self._body = InBody(quirks=quirks, scripts=scripts)
        self.stack, self.formatting = self._body.stack, self._body.formatting

    @property
    def is_inert(self) -> bool:
        """Whether the current node is in a template, whose content is not the document's."""
        return self._body.is_inert

    @property
    def _structure(self) -> ElementNumber:
        """The element that the insertion mode depends on (13.2.4.1, "reset the insertion mode")."""
        structure = self.stack.last(STRUCTURE)
        return self.stack.last_opened if structure is None else structure

    @property
    def _mode(self) -> str:
        structure = self.stack[self._structure]
        return structure.mode or _MODES.get(structure.name, "body")

    def start(self, token: Token) -> str | None:
        """Take a start tag; return the namespace of its element, ``None`` if it is ignored altogether."""
        if not self._is_html(token.name):
            if not breaks_out(token.name, token.values):
                return start_foreign(self.stack, self.stack.current.namespace, token)
            self.stack.leave_foreign()
        return self._start(token)

    def end(self, name: bytes) -> None:
        """Take an end tag (13.2.6.5 in foreign content)."""
        if self.stack.current.namespace != HTML:
            if name in {b"br", b"p"}:
                self.stack.leave_foreign()
            elif (element := self.stack.foreign(name)) is not None:
                self.stack.pop_to(element)
                return
        self._end(name)

    def text(self, *, is_white: bool) -> None:
        """Take text, which may open formatting elements again."""
        if self._is_html(b"") and not (is_white and self._mode not in {"body", "caption", "cell"}):
            if self._mode == "colgroup" and not self._leave_colgroup():
                return
            self.formatting.reconstruct()

    def _is_html(self, name: bytes) -> bool:
        """Whether a start tag, or text, is read by the rules for HTML (13.2.6, the dispatcher)."""
        current = self.stack.current
        if current.namespace == HTML or current.holds_html:
            return True
        if current.is_point:
            return name not in {b"malignmark", b"mglyph"}
        return (current.namespace, current.name, name) == (MATHML, b"annotation-xml", b"svg")

    def _start(self, token: Token) -> str | None:
        return self._STARTS[self._mode](self, token)

    def _end(self, name: bytes) -> None:
        if name == b"template":
            self._body.close(self.stack.last(b"template"))
        else:
            self._ENDS[self._mode](self, name)

    # 13.2.6.4.9, "in table", and what is in tables

    def _start_in_table(self, token: Token) -> str | None:
        name = token.name
        if name in IN_TABLE:
            return self._start_of_table(token)
        if name == b"table":
            return self._start(token) if self._pop_part({name}) else HTML
        if name == b"form":
            self._body.start_form_in_table()
            return HTML
        return self._body.start(token)

    def _start_of_table(self, token: Token) -> str | None:
        """Open a part of a table, and what is implied around it."""
        name = token.name
        self.stack.pop_above(self.stack.nearest(TABLE_SCOPE, TABLE_SCOPE))
        if name in _SECTIONS or name in {b"caption", b"colgroup"}:
            self._body.open(name, marked=name == b"caption")
            return HTML
        self._body.open(b"colgroup" if name == b"col" else b"tbody")
        return self._start(token)

    def _end_in_table(self, name: bytes) -> None:
        if name == b"table":
            self.stack.pop_to(self.stack.nearest((name,), TABLE_SCOPE))
        elif name not in IN_TABLE:
            self._body.end(name)

    def _start_in_caption(self, token: Token) -> str | None:
        if token.name not in IN_TABLE:
            return self._body.start(token)
        self._body.close(self.stack.nearest((b"caption",), TABLE_SCOPE))
        return self._start(token)

    def _end_in_caption(self, name: bytes) -> None:
        if name in {b"caption", b"table"}:
            self._body.close(self.stack.nearest((b"caption",), TABLE_SCOPE))
            if name == b"table":
                self._end(name)
        elif name not in IN_TABLE:
            self._body.end(name)

    def _start_in_colgroup(self, token: Token) -> str | None:
        if token.name in {b"col", b"html"}:
            return HTML
        if token.name == b"template":
            return self._body.start(token)
        return self._start(token) if self._leave_colgroup() else None

    def _end_in_colgroup(self, name: bytes) -> None:
        if name != b"col" and self._leave_colgroup() and name != b"colgroup":
            self._end(name)

    def _leave_colgroup(self) -> bool:
        if not self._body.current_is({b"colgroup"}):
            return False
        self.stack.pop_to(self.stack.last_opened)
        return True

    def _start_in_section(self, token: Token) -> str | None:
        name = token.name
        if name == b"tr" or name in _CELLS:
            self._clear_back(_SECTIONS)
            self._body.open(b"tr")
            return HTML if name == b"tr" else self._start(token)
        if name in IN_TABLE:
            return self._start(token) if self._pop_part(_SECTIONS) else HTML
        return self._start_in_table(token)

    def _end_in_section(self, name: bytes) -> None:
        if name in _SECTIONS:
            self._pop_part({name})
        elif name == b"table":
            if self._pop_part(_SECTIONS):
                self._end(name)
        elif name not in IN_TABLE:
            self._end_in_table(name)

    def _start_in_row(self, token: Token) -> str | None:
        name = token.name
        if name in _CELLS:
            self._clear_back({b"tr"})
            self._body.open(name, marked=True)
            return HTML
        if name in IN_TABLE:
            return self._start(token) if self._pop_part({b"tr"}) else HTML
        return self._start_in_table(token)

    def _end_in_row(self, name: bytes) -> None:
        if name in {b"table", b"tr"} or (name in _SECTIONS and self._in_table_scope({name})):
            if self._pop_part({b"tr"}) and name != b"tr":
                self._end(name)
        elif name not in IN_TABLE:
            self._end_in_table(name)

    def _start_in_cell(self, token: Token) -> str | None:
        if token.name not in IN_TABLE:
            return self._body.start(token)
        self._body.close(self.stack.nearest(_CELLS, TABLE_SCOPE))
        return self._start(token)

    def _end_in_cell(self, name: bytes) -> None:
        if name in _CELLS:
            self._body.close(self.stack.nearest((name,), TABLE_SCOPE))
        elif name in _SECTIONS or name in {b"table", b"tr"}:
            if self._in_table_scope({name}):
                self._body.close(self.stack.nearest(_CELLS, TABLE_SCOPE))
                self._end(name)
        elif name not in IN_TABLE:
            self._body.end(name)

    def _in_table_scope(self, names: AbstractSet[bytes]) -> bool:
        return self.stack.nearest(names, TABLE_SCOPE) is not None

    def _clear_back(self, names: AbstractSet[bytes]) -> None:
        """Clear the stack back to a part of a table, or to a template."""
        self.stack.pop_above(self.stack.nearest({*names, b"template"}, TABLE_SCOPE))

    def _pop_part(self, names: AbstractSet[bytes]) -> bool:
        """Close a part of a table; ``False``: none is open."""
        element = self.stack.nearest(names, TABLE_SCOPE)
        self.stack.pop_to(element)
        return element is not None

    def _start_in_template(self, token: Token) -> str | None:
        """13.2.6.4.16: the first tag decides what a template holds, but not one of these, as in Chromium."""
        if token.name in _UNDECIDED:
            return self._body.start(token)
        self.stack.set_mode(self._structure, _TEMPLATES.get(token.name, "body"))
        return self._start(token)

    def _end_in_template(self, name: bytes) -> None:
        """Ignore the end tag."""

    def _start_in_body(self, token: Token) -> str:
        return self._body.start(token)

    def _end_in_body(self, name: bytes) -> None:
        self._body.end(name)

    # functions, not bound methods, by which the object would refer to itself and stay in memory
    _STARTS: ClassVar[Mapping[str, Callable[["TreeConstruction", Token], str | None]]] = {
        "body": _start_in_body,
        "caption": _start_in_caption,
        "cell": _start_in_cell,
        "colgroup": _start_in_colgroup,
        "row": _start_in_row,
        "section": _start_in_section,
        "table": _start_in_table,
        "template": _start_in_template,
    }
    _ENDS: ClassVar[Mapping[str, Callable[["TreeConstruction", bytes], None]]] = {
        "body": _end_in_body,
        "caption": _end_in_caption,
        "cell": _end_in_cell,
        "colgroup": _end_in_colgroup,
        "row": _end_in_row,
        "section": _end_in_section,
        "table": _end_in_table,
        "template": _end_in_template,
    }
