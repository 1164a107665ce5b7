"""Find the values of an XML document that can hold a reference, and the scopes of its bases.

Elements of HTML, SVG and MathML have the rows of `html.link_table`, others those of `xml.link_rows`. It
knows no URIs. Used by `engine`.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from absolutize.html.document.text_document import is_base64, stands_for
from absolutize.html.grammar.base_independent import BASE_INDEPENDENT
from absolutize.html.grammar.character_references import named_references
from absolutize.html.grammar.namespaces import HTML, MATHML, SVG
from absolutize.html.grammar.productions import CLOSED_XML_COMMENT, CLOSED_XML_INSTRUCTION
from absolutize.html.grammar.start_tag import first_of_each
from absolutize.html.link_table.index import is_met
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.collector import Collector, unreadable_row
from absolutize.html.tokenizer.value_span import ValueSpans
from absolutize.html.values import svg_text
from absolutize.html.values.syntaxes import MARKUP, TEXT_URL
from absolutize.patterns import compile_regex
from absolutize.xml.bases import BaseScopes, XmlBase
from absolutize.xml.element_text import character_data
from absolutize.xml.feed_rows import INLINE_HTML
from absolutize.xml.instructions import values_of_instructions
from absolutize.xml.link_rows import XmlLinkTable, rows_at
from absolutize.xml.rows import (
    BASES,
    BEHIND_ROOT,
    ENTITY,
    EXPRESSION,
    IGNORED_BASE,
    INSTRUCTIONS,
    XML_BASE,
)
from absolutize.xml.tokenizer import XmlElement, XmlTag, XmlToken, XmlTokenizer, local_names
from absolutize.xml.vocabularies import (
    GOVERNED_BY_BASE,
    ROOT_ELEMENTS,
    SHOWN_BY_BROWSERS,
    TEMPLATE_VERSION,
    TEMPLATES,
    UNKNOWN_VOCABULARY,
    VOCABULARIES,
    XSLT,
)


class XmlScan(NamedTuple):
    """What was found in a document: its values, and the scopes of its bases."""

    values: ValueSpans
    scopes: BaseScopes


def scan_xml(
    data: bytes,
    *,
    include_absolute: bool = True,
    extra_rows: tuple[Row, ...] = (),
    xhtml: bool = False,
    xml_base: XmlBase = "auto",
) -> XmlScan:
    """Find every value of a document of an ASCII-compatible encoding that can hold references.

    Without ``include_absolute``, visibly absolute values are skipped; ``extra_rows`` come before others;
    ``xhtml``: elements without a namespace are HTML's. Linear in the length of ``data``; never raises.
    """
    table = _table(extra_rows, include_absolute)
    return _XmlScan(data, table, extra_rows, xhtml=xhtml).run(xml_base)


# By the bytes of a namespace, which all elements in it share: its hash is computed once, however long it is
_VOCABULARIES = {uri.encode(): vocabulary for uri, vocabulary in VOCABULARIES.items()}
_TEMPLATE_VERSION = tuple(each.encode() for each in TEMPLATE_VERSION)
_OF_LINKS = frozenset({b"link", b"meta"})


def scan_without_foreign_links(data: bytes, *, xhtml: bool) -> ValueSpans:
    """Find the values of a document, but for those of link and meta elements of svg and math."""
    tokens = XmlTokenizer(data, xhtml=xhtml).tokens()
    foreign = {
        match.start(2)
        for match, element, _ in tokens
        if element.namespace in {SVG, MATHML} and element.name in _OF_LINKS
    }
    values = scan_xml(data, xhtml=xhtml).values
    if foreign:
        values.keep(lambda tag: tag not in foreign)
    return values


@lru_cache(maxsize=64)
def _table(extra_rows: tuple[Row, ...], include_absolute: bool) -> XmlLinkTable:  # noqa: FBT001 -- a key
    return XmlLinkTable(extra_rows, include_absolute=include_absolute)


# the text of an element without others in it, up to its end tag, and without white space around it (XML 1.0,
# 3.1)
_TEXT = compile_regex(
    r"[ \t\n\r]*+((?:[^< \t\n\r]++|[ \t\n\r]++(?!</)|<!\[CDATA\[(?:[^\]]++|\](?!\]>))*+\]\]>"
    rf"|{CLOSED_XML_COMMENT}|{CLOSED_XML_INSTRUCTION})*+)[ \t\n\r]*+</".encode()
)
_SIGNS_OF_CSS = compile_regex(rb"[(@&]")  # one of which is in each value of CSS that holds a reference
_ABSOLUTE = compile_regex(BASE_INDEPENDENT.encode())
_ENTITY = compile_regex(rb"&([A-Za-z][A-Za-z0-9]*+;)")
# in an expression, a function whose argument is relative to the base URI there, and not visibly absolute
_READS_ANOTHER = compile_regex(
    rb"(?<![A-Za-z0-9_.\-])(?:document|doc(?:-available)?|unparsed-text(?:-lines|-available)?|json-doc"
    rb"|(?:uri-)?collection|resolve-uri|static-base-uri)[ \t\r\n]*+\((?![ \t\r\n]*+[\"'](?:https?|ftp|file):)"
)


@lru_cache(maxsize=256)
def _expression_row(attribute: str) -> Row:
    return EXPRESSION._replace(attribute=attribute)


_WITHOUT_ROWS = frozenset({UNKNOWN_VOCABULARY, *SHOWN_BY_BROWSERS})  # of XML


class _ElementRules(NamedTuple):
    """How the elements of a name are read.

    ``is_shown``: as browsers read them, by the rows of HTML; ``is_read``: whether they may have values,
    whatever the names of their attributes; ``has_html``: whether elements in them that have no namespace are
    HTML's; ``bases``: the names of attributes that mean what ``xml:base`` does.
    """

    vocabulary: str
    is_shown: bool
    is_read: bool
    has_html: bool
    bases: tuple[bytes, ...]


class _XmlScan:
    """One scan of one document."""

    def __init__(self, data: bytes, table: XmlLinkTable, extra_rows: tuple[Row, ...], *, xhtml: bool) -> None:
        self._data, self._extra_rows, self._is_xhtml = data, extra_rows, xhtml
        self._table = table
        self._tokenizer = XmlTokenizer(data, xhtml=xhtml)
        self._reading = self._tokenizer.reading
        self._rows = lru_cache(4096)(self._rows_of)
        self._collector = Collector(table, data, self._reading)
        self._values, self._scopes = self._collector.values, BaseScopes()
        self._root = HTML if xhtml else UNKNOWN_VOCABULARY
        self._own = UNKNOWN_VOCABULARY  # the vocabulary of elements without a namespace
        self._follows_bases = self._is_template = False
        self._has_bases = False  # whose values come first, wherever they are in their tags

    def run(self, xml_base: XmlBase) -> XmlScan:
        """Give the values of the tags, and of instructions before and behind the root element."""
        rules_of = lru_cache(4096)(self._rules_of)
        for number, token in enumerate(self._tokenizer.tokens()):
            match, element, depth = token
            if not depth:
                self._collect_instructions()
            if not number:
                self._begin(token, xml_base)
            if depth <= self._scopes.innermost:
                self._scopes.leave(depth, match.start(2))
            rules = rules_of(element)
            attributes = match[3]
            if rules.is_read or (attributes and self._may_have_values(attributes)):
                self._collect_tag(self._tokenizer.read(token), rules)
            if rules.has_html:
                self._tokenizer.begin_html(token)
        self._collect_instructions()
        is_shown = self._root in SHOWN_BY_BROWSERS
        entities = self._tokenizer.entities_of_elements(has_attributes=is_shown)
        for start, stop in entities:  # which base counts where one is used is not known
            self._values.append(start, ENTITY.element, ENTITY, start, stop)
        if entities or self._tokenizer.has_defaults or self._has_bases:
            self._put_in_order()
        return XmlScan(self._values, self._scopes)

    def _may_have_values(self, attributes: bytes) -> bool:
        """Whether attributes of a tag may hold references, by their names."""
        names = local_names(attributes)
        if not self._table.local_names.isdisjoint(names):
            return True
        is_of_css = not self._table.local_names_of_css.isdisjoint(names)
        return is_of_css and _SIGNS_OF_CSS.search(attributes) is not None

    def _rules_of(self, element: XmlElement) -> _ElementRules:
        vocabulary, (_, local) = self._vocabulary(element), element.spelled
        is_of_browsers = bool(element.namespace) or self._root in SHOWN_BY_BROWSERS
        is_shown = vocabulary in _WITHOUT_ROWS and is_of_browsers
        may_be_expression = self._is_template or vocabulary == XSLT
        if is_shown:
            has_text = local.encode() in svg_text.MARKUP_TEXT_ELEMENTS
        else:
            has_text = bool(rows_at(vocabulary, local, "", self._extra_rows))
        is_read = has_text or may_be_expression or self._tokenizer.declares_attributes
        place = f"{vocabulary} {local}"
        bases = (b"xml:base", BASES.get(place, b"xml:base"))
        return _ElementRules(vocabulary, is_shown, is_read, place in INLINE_HTML, bases)

    def _collect_instructions(self) -> None:
        """Collect the values of instructions outside the root element, up to the next tag."""
        start = self._tokenizer.outside
        if start is not None:
            self._scopes.leave(0, start)
            rows = BEHIND_ROOT if start else INSTRUCTIONS
            for value in values_of_instructions(self._data, start, rows):
                self._values.append(*value)

    def _begin(self, token: XmlToken, xml_base: XmlBase) -> None:
        """Read from the root element the vocabulary of the document, and whether xml:base counts."""
        element = token[1]
        named = ROOT_ELEMENTS.get(element.spelled[1], UNKNOWN_VOCABULARY)
        root = self._vocabulary(element) if element.uri else named
        if not self._is_xhtml:
            self._root = root
            self._own = UNKNOWN_VOCABULARY if element.uri else root
        follows = {"follow": True, "ignore": False, "auto": self._root not in SHOWN_BY_BROWSERS}
        self._follows_bases = follows[xml_base]
        self._is_template = root in TEMPLATES or (
            not self._is_xhtml and self._tokenizer.has_attribute(token, *_TEMPLATE_VERSION)
        )

    def _vocabulary(self, element: XmlElement) -> str:
        if element.uri:
            return _VOCABULARIES.get(element.uri, UNKNOWN_VOCABULARY)
        return element.namespace or self._own

    def _collect_tag(self, tag: XmlTag, rules: _ElementRules) -> None:
        """Collect the values of a tag: its base, its other attributes, its text.

        In a template, elements of other vocabularies belong to its result, with their bases.
        """
        is_of_result = self._is_template and rules.vocabulary != XSLT
        if tag.attributes:
            self._collect_base(tag, rules.bases, is_of_result=is_of_result)
        if is_of_result:
            self._collect_attributes(tag, None)
        elif not rules.is_shown:
            self._collect_attributes(tag, rules.vocabulary)
            self._collect_text(tag, rules.vocabulary)
        else:
            self._collect_for_browsers(tag)

    def _collect_base(self, tag: XmlTag, names: tuple[bytes, ...], *, is_of_result: bool) -> None:
        """Enter the scope of a base, and collect its value, unless that is of the result of a template."""
        base = next((each for each in tag.attributes if each.name in names), None)
        if base is None:
            return
        self._has_bases = True
        readable = base.start not in tag.unreadable
        row = XML_BASE if self._follows_bases else IGNORED_BASE
        row = row if base.name == b"xml:base" else row._replace(attribute=base.name.decode())
        if not is_of_result:
            self._append(tag, row, base.start, base.stop, readable=readable)
        if self._follows_bases:
            self._scopes.enter(tag.depth, tag.position, (base.start, base.stop), readable=readable)

    def _collect_for_browsers(self, tag: XmlTag) -> None:
        """Collect the values of an element that browsers show; text is read with the markup in it.

        BASE is an element like any other in a document that it does not govern, such as a feed.
        """
        position, name, namespace = tag.position, tag.element.name, tag.element.namespace
        if name == b"base" and self._root not in GOVERNED_BY_BASE:
            namespace = UNKNOWN_VOCABULARY
        self._collector.collect_tag(position, name, tag.tag, namespace, tag.unreadable)
        if tag.text is not None:
            self._collector.collect_text(position, name, tag.tag, *tag.text, SVG, tag.unreadable)

    def _collect_attributes(self, tag: XmlTag, vocabulary: str | None) -> None:
        """Collect the attributes of an element that browsers do not show; in a template, of any element."""
        may_be_expression = self._is_template or vocabulary == XSLT
        for name, _, start, stop in first_of_each(tag.attributes):
            row = None if vocabulary is None else self._row(tag, vocabulary, name)
            if row is None and may_be_expression and _READS_ANOTHER.search(self._data, start, stop):
                row = _expression_row(name.decode("latin-1"))
            if row is not None and not self._is_void(row, start, stop):
                self._append(tag, row, start, stop, readable=start not in tag.unreadable)

    def _collect_text(self, tag: XmlTag, vocabulary: str) -> None:
        """Collect the text of an element that browsers do not show, if it has no elements in it."""
        row = None if tag.tag.self_closing else self._row(tag, vocabulary, b"")
        match = None if row is None else _TEXT.match(self._data, tag.tag.stop)
        if row is None or match is None:
            return
        start, stop = match.span(1)
        if start < stop and not self._is_void(row, start, stop):
            self._append(tag, row, start, stop, readable=self._is_readable(row, start, stop))

    def _row(self, tag: XmlTag, vocabulary: str, attribute: bytes) -> Row | None:
        """Give the first row whose condition is met."""
        for row in self._rows(vocabulary, tag.element.spelled[1], attribute):
            if row.when is None or is_met(self._data, row, tag.tag, self._reading):
                return row
        return None

    def _rows_of(self, vocabulary: str, element: str, attribute: bytes) -> Sequence[Row]:
        return rows_at(vocabulary, element, attribute.decode("latin-1"), self._extra_rows)

    def _append(self, tag: XmlTag, row: Row, start: int, stop: int, *, readable: bool) -> None:
        read = row if readable else unreadable_row(row)
        self._values.append(tag.position, tag.element.spelled[0], read, start, stop)

    def _is_void(self, row: Row, start: int, stop: int) -> bool:
        """Whether a value has no reference to decide about."""
        if row.syntax == MARKUP and not row.coding:
            return b"&" not in self._data[start:stop] and b"<![" not in self._data[start:stop]
        if self._table.include_absolute or row.syntax not in {"url", TEXT_URL}:
            return False
        return _ABSOLUTE.match(self._data, start, stop) is not None

    def _is_readable(self, row: Row, start: int, stop: int) -> bool:
        """Whether all entities of a text are known, and its coding; HTML's names mean the same in HTML."""
        if row.coding and not is_base64(self._data, start, stop, partial(stands_for, self._reading)):
            return False
        if self._data.find(b"&", start, stop) < 0:
            return True
        pieces = list(character_data(self._data, start, stop))
        if all(self._tokenizer.is_readable(*piece) for piece in pieces):
            return True
        names = (match[1].decode() for piece in pieces for match in _ENTITY.finditer(self._data, *piece))
        return (
            row.syntax == MARKUP
            and not self._tokenizer.declares_entities
            and all(map(named_references().__contains__, names))
        )

    def _put_in_order(self) -> None:
        """Order the values; a default that several bases may govern cannot be read."""
        self._values.put_in_order()
        if self._tokenizer.has_defaults and self._scopes.has_bases:
            values = list(self._values)
            self._values.keep(lambda _: False)
            for value in values:
                shared = value.start < value.tag
                self._values.append(*(value._replace(row=unreadable_row(value.row)) if shared else value))
