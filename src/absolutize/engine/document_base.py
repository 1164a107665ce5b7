"""Where the base of a document is stated in it: its BASE, and those that conditional comments hide.

It resolves nothing. Used by `engine.document_plan`, `engine.rewriter` and
`trees.rewriter`.
"""

import re
from itertools import takewhile

from absolutize.base import usable_stated
from absolutize.engine.planner import Hidden
from absolutize.html.document.base_element import embedded_base
from absolutize.html.document.conditional_comments import readers
from absolutize.html.document.document import SourceDocument
from absolutize.html.document.stated_urls import stated_urls
from absolutize.html.grammar import character_references
from absolutize.html.grammar.internal_subset import may_declare_base
from absolutize.html.tokenizer.scanner import scan
from absolutize.html.tokenizer.value_span import ValueSpans
from absolutize.html.values.syntaxes import NOT_READ
from absolutize.options import Context, Policies
from absolutize.patterns import compiled
from absolutize.xml.scan import scan_xml


def hidden_in(body: SourceDocument, found: ValueSpans) -> list[Hidden]:
    """List the BASE elements in conditional comments that stand before the document's own."""
    comments = list(found.having(lambda _, row: row.is_comment))
    if not comments:
        return []
    own = embedded_base(body.scannable, found, xml=body.is_xml)
    if own is not None:
        comments = list(takewhile(lambda link: link.tag < own.tag, comments))
    return [
        Hidden(readers(body.text(link.tag, link.start)), href)
        for link in comments
        if (href := base_in_comment(body.part(link.start, link.stop))) is not None
    ]


def base_in_comment(body: SourceDocument) -> str | None:
    """Find the BASE in what a conditional comment hides."""
    return (
        base_in(body, scan(body.scannable, include_absolute=False)) if _BASE.search(body.scannable) else None
    )


_BASE = compiled(rb"<base[ \t\n\f\r/]", re.IGNORECASE)


def base_in(body: SourceDocument, found: ValueSpans) -> str | None:
    """Read the BASE of a document, if it has one."""
    base = embedded_base(body.scannable, found, xml=body.is_xml)
    if base is None:
        return None
    return character_references.clean(body.reading.attribute(body.text(base.start, base.stop)))


def base_sources(
    body: SourceDocument, found: ValueSpans, context: Context, policies: Policies
) -> tuple[str | None, Context]:
    """Give the BASE of a document, and the other sources: nothing, where nobody can read its BASE."""
    if body.is_xml and _is_base_unknown(body, found):
        return None, Context()
    if policies.url_from:
        values = (
            scan_xml(body.scannable, xhtml=context.is_xhtml).found if body.is_xml else scan(body.scannable)
        )
        context = context._replace(stated=usable_stated(stated_urls(body, values), policies.url_from))
    return base_in(body, found), context


def _is_base_unknown(body: SourceDocument, found: ValueSpans) -> bool:
    base = embedded_base(body.scannable, found, xml=True)
    return may_declare_base(body.scannable) or (base is not None and base.row.syntax == NOT_READ)
