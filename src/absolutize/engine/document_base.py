"""Makes the planner of a document from the base that the document states, and the sources around it.

It resolves nothing itself. Used by `engine.document_plan`, `engine.rewriter` and `trees.rewriter`.
"""

from collections.abc import Iterable

from absolutize.base import usable_stated
from absolutize.engine.planner import NestingContext, Planner
from absolutize.html.document.base_element import EmbeddedBases
from absolutize.html.document.document import SourceDocument
from absolutize.html.document.stated_urls import stated_urls
from absolutize.html.tokenizer.scanner import scan
from absolutize.html.values.placeholders import has_placeholder
from absolutize.options import Context, Policies
from absolutize.xml.scanner import scan_without_foreign_links


def planner_of(body: SourceDocument, bases: EmbeddedBases, context: Context, policies: Policies) -> Planner:
    """Make the planner of a document that has these BASE elements."""
    embedded, known = base_sources(body, bases, context, policies)
    return Planner.of(embedded, known, policies, body.charset.name, NestingContext(hidden=bases.hidden))


def base_sources(
    body: SourceDocument, bases: EmbeddedBases, context: Context, policies: Policies
) -> tuple[str | None, Context]:
    """Give the BASE of a document, and the other sources; neither, if the BASE cannot be read."""
    if not bases.is_known:
        return None, Context()
    if policies.url_from:
        data = body.scannable
        values = scan_without_foreign_links(data, xhtml=context.is_xhtml) if body.is_xml else scan(data)
        context = with_stated(stated_urls(body, values), context, policies)
    return bases.own, context


def with_stated(stated: Iterable[tuple[str, str]], context: Context, policies: Policies) -> Context:
    """Add the URLs that a document states for itself, from the sources that were asked for.

    A URL with a placeholder is left out: it is not known yet.
    """
    if policies.keeps_placeholders:
        stated = ((name, url) for name, url in stated if not has_placeholder(url))
    return context._replace(stated=usable_stated(stated, policies.url_from))
