"""The base of a document: by its BASE, the URLs that it states for itself, or the sources around it.

It resolves no links. Used by `engine`, `scrapy.reading` and `trees.rewriter`.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from absolutize.base import BaseURI, establish, establish_embedded, is_misread, usable_stated
from absolutize.html.document.base_element import EmbeddedBases
from absolutize.html.document.conditional_comments import HiddenBase
from absolutize.html.document.document import SourceDocument
from absolutize.html.document.stated_urls import stated_urls
from absolutize.html.encodings.codec import WIDE, Codec
from absolutize.html.tokenizer.scanner import scan
from absolutize.html.values.placeholders import has_placeholder
from absolutize.options import STATED_SOURCES, Candidates, Context, Policies
from absolutize.uri.rules import whatwg


def codec_of(encoding: str) -> Codec:
    """Get the codec for a document's URLs: UTF-8 in place of UTF-16 and UTF-32."""
    return Codec("utf-8" if encoding in WIDE else encoding)


UTF_8 = Codec("utf-8")


def candidates(embedded: str | None, context: Context, policies: Policies, codec: Codec) -> Candidates:
    """Give what each source of section 5.1 states, with queries that are the same in any encoding.

    A base is parsed already: only references are in the document's encoding (URL Standard 4.4), and so are
    the URLs that the document states for itself. The query of BASE is in UTF-8, as in Chromium.
    """
    given = context.candidates(embedded)
    if not policies.is_guarded or codec == UTF_8 or "".join(filter(None, given)).isascii():
        return given
    return Candidates._make(
        url and whatwg.query_in_ascii(url, (codec if name in STATED_SOURCES else UTF_8).encode_query)
        for name, url in given._asdict().items()
    )


def has_kept_placeholder(reference: str, policies: Policies) -> bool:
    """Whether a reference has a placeholder that is kept: the text before it may be made absolute."""
    return policies.keeps_placeholders and has_placeholder(reference)


class BaseChoice(NamedTuple):
    """The base of a document, the one that it would have without its BASE element, and what sources state."""

    base: BaseURI
    outer: BaseURI
    candidates: Candidates


NO_KNOWN_BASE = BaseURI(None, None)


class NestingContext(NamedTuple):
    """Where a document is, as far as its references depend on it.

    ``depth`` counts the documents that it is nested in; the URL of a srcdoc is about:srcdoc, which nothing
    outside can name; ``bare_base`` is that of the planner of the document around it. ``hidden`` are the BASE
    elements in conditional comments before its own.
    """

    depth: int = 0
    is_srcdoc: bool = False
    bare_base: str | None = None
    hidden: Sequence[HiddenBase] = ()


OUTERMOST = NestingContext()


def choose_base(embedded: str | None, context: Context, policies: Policies, codec: Codec) -> BaseChoice:
    """Establish the base of a document: none at all, if its BASE governs its links and cannot be used.

    A BASE cannot be used if it has a placeholder, or if Chromium resolves against it in its own way.
    """
    around = candidates(None, context, policies, codec)
    outer = establish(around, policies)
    if embedded is None:
        return BaseChoice(outer, outer, around)
    given = candidates(embedded, context, policies, codec)
    if has_kept_placeholder(embedded, policies):
        return BaseChoice(NO_KNOWN_BASE, outer, given)
    base = establish_embedded(given, outer, policies)
    is_usable = not policies.is_guarded or not is_misread(base, embedded, outer)
    return BaseChoice(base if is_usable else NO_KNOWN_BASE, outer, given)


def base_sources(
    document: SourceDocument, bases: EmbeddedBases, context: Context, policies: Policies
) -> tuple[str | None, Context]:
    """Give the BASE of a document, and the other sources; neither, if the BASE cannot be read."""
    if not bases.is_known:
        return None, Context()
    if policies.url_from:
        from absolutize.xml.scanner import scan_without_foreign_links  # noqa: PLC0415 -- few ask for it

        data = document.scannable
        values = scan_without_foreign_links(data, xhtml=context.is_xhtml) if document.is_xml else scan(data)
        context = with_stated(stated_urls(document, values), context, policies)
    return bases.own, context


def with_stated(stated: Iterable[tuple[str, str]], context: Context, policies: Policies) -> Context:
    """Give the context with the URLs that a document states, from the sources that were asked for.

    A URL with a placeholder is left out: it is not known yet.
    """
    if policies.keeps_placeholders:
        stated = ((name, url) for name, url in stated if not has_placeholder(url))
    return context._replace(stated=usable_stated(stated, policies.url_from))
