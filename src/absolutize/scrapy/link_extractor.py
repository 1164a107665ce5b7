"""The link extractor: Scrapy's interface, but base URLs, references and URLs are found as browsers do.

It does not read documents itself. Used by `scrapy`.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from operator import attrgetter
from typing import Any

from parsel import Selector
from scrapy.http import TextResponse, XmlResponse
from scrapy.link import Link as ScrapyLink
from scrapy.linkextractors import LinkExtractor as _ScrapyExtractor
from scrapy.utils.misc import rel_has_nofollow
from scrapy.utils.python import unique
from w3lib.url import canonicalize_url

from absolutize.arguments import checked_function
from absolutize.scrapy.reading import CandidateLink, ResponseReading
from absolutize.scrapy.wanted_links import Texts, WantedLinks
from absolutize.uri.rules import whatwg

_Patterns = Any  # one regular expression or several, as text or compiled: Scrapy reads them


class LinkExtractor(_ScrapyExtractor):
    """Scrapy's link extractor, but base URLs, references and URLs are found as browsers do.

    All parameters except the last are those of `scrapy.linkextractors.LinkExtractor`, with the same meanings
    and defaults. A value with several references, such as that of ``srcset`` or ``style``, gives each of
    them.

    Args:
        allow: Regular expressions; a URL must match at least one. Default: () (all URLs).
        deny: Regular expressions; a URL must match none of them. Default: ().
        allow_domains: Domains; a URL must be in one of them. Default: () (all domains).
        deny_domains: Domains; a URL must be in none of them. Default: ().
        restrict_xpaths: XPaths of the regions in which links are looked for. Default: () (everywhere).
        tags: Elements whose attributes are read, or "*". Default: ("a", "area").
        attrs: Attributes of those elements, or "*". Default: ("href",).
        canonicalize: Whether URLs are canonicalized by w3lib. Default: False.
        unique: Whether each URL is given once. Default: True.
        process_value: Called with each absolute URL; gives a URL, or None to drop the link. Default: None.
        deny_extensions: Extensions of files that are left out. Default: None (Scrapy's list).
        restrict_css: CSS selectors of the regions in which links are looked for. Default: ().
        strip: Whether ``process_value`` gets URLs without the white space behind them. Default: True.
        restrict_text: Regular expressions; the text of a link must match at least one. Default: None.
        deny_tags: Elements that are left out whatever ``tags`` says. Default: ().
        deny_attrs: Attributes that are left out whatever ``attrs`` says. Default: ().
        kinds: Kinds of links that are given, too: keys of `absolutize.KINDS`, "refresh" for those of
            ``<meta http-equiv=refresh>``, or "*". Default: None ("refresh" and "frame"; no kinds if
            ``tags`` or ``attrs`` are not the default).

    Raises:
        TypeError: ``tags``, ``attrs``, ``deny_tags``, ``deny_attrs`` or ``kinds`` is neither a str nor a
            sequence of str, or ``process_value`` is no function.
        ValueError: There is no kind of that name.
    """

    def __init__(
        self,
        allow: _Patterns = (),
        deny: _Patterns = (),
        allow_domains: Texts = (),
        deny_domains: Texts = (),
        restrict_xpaths: Texts = (),
        tags: Texts = ("a", "area"),
        attrs: Texts = ("href",),
        canonicalize: bool = False,  # noqa: FBT001, FBT002 -- in the order of Scrapy's
        unique: bool = True,  # noqa: FBT001, FBT002
        process_value: Callable[[Any], Any] | None = None,
        deny_extensions: Texts = None,
        restrict_css: Texts = (),
        strip: bool = True,  # noqa: FBT001, FBT002
        restrict_text: _Patterns = None,
        deny_tags: Texts = (),
        deny_attrs: Texts = (),
        kinds: Texts = None,
    ) -> None:
        super().__init__(
            allow=allow,
            deny=deny,
            allow_domains=allow_domains,
            deny_domains=deny_domains,
            restrict_xpaths=restrict_xpaths,
            canonicalize=canonicalize,
            unique=unique,
            deny_extensions=deny_extensions,
            restrict_css=restrict_css,
            restrict_text=restrict_text,
        )
        self.unique, self.strip, self.process_value = unique, strip, process_value
        if process_value is not None:
            checked_function("process_value", process_value)
        self.wanted = WantedLinks.of(tags, attrs, (deny_tags, deny_attrs), kinds)

    def extract_links(self, response: Any) -> list[Any]:  # noqa: ANN401
        """List the links of a response that the settings allow.

        Args:
            response: A `scrapy.http.TextResponse`: an `XmlResponse` is read as XML, any other as HTML, unless
                its Content-Type is that of XHTML; how it begins does not matter.

        Returns:
            The links (`scrapy.link.Link`), in the order of the document, region by region.

        Raises:
            AttributeError: The response is not text; Scrapy's extractor raises the same error.
            TypeError: ``process_value`` gives something else than a URL (`str` or `bytes`) or None.
        """
        if not isinstance(response, TextResponse):
            message = f"the content of the {type(response).__name__} is not text: give a TextResponse"
            raise AttributeError(message)  # noqa: TRY004 -- what Scrapy's raises
        read = ResponseReading(response, self.wanted)
        is_whole = not self.restrict_xpaths and self.wanted.is_in_table
        groups = [read.whole()] if is_whole else map(read.region, self._regions(response))
        if type(self)._process_links is not _ScrapyExtractor._process_links:  # noqa: SLF001
            return self._links_of_subclass(groups, read)
        links: dict[object, Any] = {}
        for reference in chain.from_iterable(groups):
            url = self._url(reference, read)
            if url is not None and not (self.unique and url in links):
                link = self._link(url, reference)
                if link is not None:
                    links.setdefault(link.url if self.unique else len(links), link)
        return list(links.values())

    def _links_of_subclass(
        self, groups: Iterable[Iterator[CandidateLink]], read: ResponseReading
    ) -> list[Any]:
        """Let a subclass's `_process_links` change the links of each region, as Scrapy's extractor does."""
        links: list[Any] = []
        for references in groups:
            urls = ((self._url(reference, read), reference) for reference in references)
            links += self._process_links(
                [_link_with_text(url, reference) for url, reference in urls if url is not None]
            )
        return unique(links, key=attrgetter("url")) if self.unique else links

    def _regions(self, response: Any) -> Iterator[Any]:  # noqa: ANN401
        """Give the elements in which links are looked for."""
        whole = _selector_of(response)
        selected = [each for path in self.restrict_xpaths for each in whole.xpath(path)]
        for selector in selected if self.restrict_xpaths else [whole]:
            if hasattr(selector.root, "iter"):  # an element; an XPath may also select text
                yield selector.root

    def _url(self, reference: CandidateLink, read: ResponseReading) -> str | None:
        """Spell the URL of a reference as browsers request it."""
        raw, target, _, _ = reference
        given = _without_empty_fragment(target)
        given = given if self.strip else given + raw[len(raw.rstrip()) :]
        url = self._value(given, read)
        requested = None if url is None else read.url(url)
        return None if requested is None else _without_empty_fragment(requested)

    def _value(self, given: str, read: ResponseReading) -> str | None:
        """Apply `process_value`; if it gives bytes, they are in the encoding of the page, as in Scrapy."""
        if self.process_value is None:
            return given
        value = self.process_value(given)
        if isinstance(value, bytes):
            return read.text(value)
        if value is None or isinstance(value, str):
            return value
        message = f"process_value gave {value!r} for {given!r}; it may give a str, bytes or None"
        raise TypeError(message)

    def _link(self, url: str, reference: CandidateLink) -> Any | None:  # noqa: ANN401
        """Make a link of a reference, if it is allowed; its text is read only if it is needed."""
        link = _link_with_text(url, reference) if self.restrict_text else _bare_link(url, reference)
        if not self._link_allowed(link):
            return None
        link.text = link.text or reference.text()
        link.url = canonicalize_url(url) if self.canonicalize else url
        return link

    def _link_allowed(self, link: Any) -> bool:  # noqa: ANN401
        """Whether a link is allowed: the same as Scrapy's method, which tries each extension separately."""
        url = link.url
        if url.partition("://")[0] not in whatwg.REQUESTED_SCHEMES or not self.matches(url):
            return False
        if _path(url).lower().endswith(tuple(self.deny_extensions)):
            return False
        return not self.restrict_text or any(each.search(link.text) for each in self.restrict_text)


def _selector_of(response: Any) -> Any:  # noqa: ANN401
    """Get the selector of a response, which the spider may have changed.

    If Scrapy makes none, since it cannot read the URL of BASE, or one of JSON, which has no elements, another
    is made with the tree of the text.
    """
    with suppress(ValueError):
        selector = response.selector
        if selector.type in {"html", "xml"}:
            return selector
    syntax = "xml" if isinstance(response, XmlResponse) else "html"
    return Selector(text=response.text, type=syntax, base_url=response.url)


def _bare_link(url: str, reference: CandidateLink) -> Any:  # noqa: ANN401
    return ScrapyLink(url, nofollow=rel_has_nofollow(reference.rel))


def _link_with_text(url: str, reference: CandidateLink) -> Any:  # noqa: ANN401
    link = _bare_link(url, reference)
    link.text = reference.text()
    return link


def _without_empty_fragment(url: str) -> str:
    """Leave out an empty fragment, as Scrapy does: patterns of `allow` may match the end of a URL."""
    return url[:-1] if url.endswith("#") and url.count("#") == 1 else url


def _path(url: str) -> str:
    """Give the path of a URL as browsers spell it, without parameters, as `urllib.parse.urlparse` does."""
    path = url.partition("#")[0].partition("?")[0].partition("://")[2].partition("/")[2]
    if ";" in path and not url.startswith("file:"):
        folder, slash, name = path.rpartition("/")
        path = f"{folder}{slash}{name.partition(';')[0]}"
    return f"/{path}"
