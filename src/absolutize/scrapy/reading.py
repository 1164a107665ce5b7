"""The references of one response, as browsers without scripts see them.

It does not know which of them become links for a spider. Used by `scrapy.link_extractor`.
"""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any, NamedTuple

from lxml.etree import XPath

from absolutize.engine.document_base import codec_of
from absolutize.engine.document_plan import (
    DocumentPlan,
    Outcome,
    outcomes_of,
    plan_document,
    plan_nested,
)
from absolutize.engine.planner import Planner
from absolutize.html.document.document import SourceDocument, document_of
from absolutize.html.document.link_text import AnchorStops, Tags, text_content
from absolutize.html.grammar.namespaces import HTML
from absolutize.html.link_table.index import reference_and_row
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.options import Context, Policies
from absolutize.scrapy.response import encoding_label, response_media_type
from absolutize.scrapy.wanted_links import WantedLinks, asked_name
from absolutize.trees.context import UsedProperties
from absolutize.trees.lxml_tree import LxmlTree
from absolutize.trees.nesting import NAMESPACES
from absolutize.trees.values import TreeValue, survey_of, tree_values
from absolutize.uri.rules import whatwg
from absolutize.xml.xml_text import is_refused


class CandidateLink(NamedTuple):
    """A reference that may become a link: as written, absolute, the words of rel, and how to get its text."""

    raw: str
    target: str
    rel: str
    text: Callable[[], str]


_AS_BROWSERS = Policies(same_document="resolve", placeholders="resolve", conditional_comments=False)


class ResponseReading:
    """One response, read as browsers without scripts read it."""

    def __init__(self, response: Any, wanted: WantedLinks) -> None:  # noqa: ANN401
        label = encoding_label(response.encoding)
        self._context = Context(response.url, charset=label, media_type=response_media_type(response))
        self._document = document_of(response.body, label, syntax=self._context.syntax_of(response.body))
        self._wanted, self._codec = wanted, codec_of(self._document.charset.name)
        self._urls: dict[str, str | None] = {}  # a cache: pages repeat the same URLs

    @cached_property
    def _plan(self) -> DocumentPlan:
        return plan_document(self._document, self._context, _AS_BROWSERS, include_absolute=True)

    @cached_property
    def _planner(self) -> Planner:
        """The planner that decides in regions; a BASE is looked for only if there may be one."""
        data = self._document.scannable.lower()
        if b"<base" in data or b":base" in data:
            return Planner.of(None, Context(self._plan.planner.base.uri), _AS_BROWSERS, self._codec.name)
        return self._planner_of_base

    @cached_property
    def _planner_of_base(self) -> Planner:
        """The planner that decides on the href of BASE: by the URL of the response."""
        return Planner.of(None, self._context, _AS_BROWSERS, self._codec.name)

    def url(self, target: str) -> str | None:
        """Spell a URL as browsers request it, but with its fragment; ``None`` if it is no URL."""
        if target not in self._urls:
            encoded = target if target.isascii() else whatwg.encode_query(target, self._codec.encode_query)
            self._urls[target] = whatwg.browser_parse(encoded, self._planner.base.uri)
        return self._urls[target]

    def text(self, data: bytes) -> str:
        """Decode bytes in the encoding of the document."""
        return self._codec.decode(data)

    def whole(self) -> Iterator[CandidateLink]:
        """Give the references of the whole document."""
        return self._references(self._plan)

    def region(self, element: Any) -> Iterator[CandidateLink]:  # noqa: ANN401
        """Give the references in an lxml element."""
        planner, extra_rows = self._planner, self._wanted.extra_rows()
        survey = survey_of(_Region(element, self._wanted.elements()), extra_rows)
        used_properties = UsedProperties(LxmlTree(element))
        for value in tree_values(survey, survey.candidates, extra_rows):
            if planner.division.is_document(value.row):
                document = document_of(value.value, "utf-8")
                yield from self._references(plan_nested(document, planner, None, include_absolute=True))
            elif self._wanted.has(value.name, value.row, value.rel):
                reads_text = self._wanted.has_text(value.name)
                decided_by = self._planner_of_base if value.row.is_base else planner
                yield from _references_of(value, decided_by, used_properties, reads_text=reads_text)

    def _references(self, plan: DocumentPlan) -> Iterator[CandidateLink]:
        tags, stops = Tags(), AnchorStops()
        for document, span, raw, _, _, target, whole in self._outcomes(plan, tags):
            if target is not None:
                value = span.value
                stop = stops.behind(document, whole.all_values, value)
                text = partial(text_content, document, value.tag, stop) if value.element == "a" else str
                yield CandidateLink(raw, target, tags.rel_attribute(document, value.tag), text)

    def _outcomes(self, plan: DocumentPlan, tags: Tags) -> Iterator[Outcome]:
        """Decide on the references that are wanted."""
        is_document = plan.planner.division.is_document

        def is_wanted(document: SourceDocument, value: ValueSpan) -> bool:
            return self._wanted.has(value.element, value.row, tags.rel(document, value))

        values = (value for value in plan.values if is_document(value.row) or is_wanted(plan.document, value))
        wanted = plan._replace(values=values, whole=plan.all_values)
        for outcome in outcomes_of(wanted):
            if outcome.document is plan.document or is_wanted(outcome.document, outcome.span.value):
                yield outcome


class _Region(LxmlTree):
    """An element of which, in HTML, only the inner elements with some names are read.

    Names are those that Scrapy compares: in XML their case counts, and an unknown namespace is a part of the
    name. Only elements of SVG and MathML have the same names as in HTML.
    """

    def __init__(self, root: Any, names: frozenset[str] | None) -> None:  # noqa: ANN401
        super().__init__(root)
        # svg and math are needed, since names have other meanings in them
        self._names = ("*",) if names is None or self.is_xml else (*filter(_is_name, names), "svg", "math")

    def within(self, element: Any) -> Iterator[Any]:  # noqa: ANN401
        """Give the elements with these names in an element, in the order of the document."""
        return iter(element.iter(*self._names))

    def name(self, element: Any) -> str:  # noqa: ANN401
        """Give the name of an element, with its namespace if that is unknown."""
        namespace, _, name = str(element.tag).rpartition("}")
        known = NAMESPACES.get(namespace.removeprefix("{"), "" if namespace else HTML)
        return (name if known == HTML else name.lower()) if known else str(element.tag)

    def attribute_name(self, key: str) -> str:
        """Give the name of an attribute; none if lxml, which has read it from HTML, cannot look it up."""
        return asked_name(key) if self.is_xml or _is_name(key) else ""


def _is_name(name: str) -> bool:
    """Whether lxml can look for something of a name that has no namespace."""
    return not name.startswith("{") and name != "" and not is_refused(name)


_STRING: Any = XPath("string()")


def _references_of(
    value: TreeValue, planner: Planner, used_properties: UsedProperties, *, reads_text: bool
) -> Iterator[CandidateLink]:
    """Resolve the references in a value of a tree."""
    pieces = planner.division.splitters[value.row.syntax](value.value)
    if pieces is None:
        return
    for start, stop, escaping in used_properties.mark_unused(value.row, value.value, pieces):
        raw = value.value[start:stop]
        reference, row = reference_and_row(escaping.decode(raw), value.row)
        codebase = value.codebase if row.against == "codebase" else None
        target = planner.decide(row, reference, codebase, escaping).target
        if target is not None:
            rel = value.element.get("rel", "")
            yield CandidateLink(raw, target, rel, partial(_STRING, value.element) if reads_text else str)
