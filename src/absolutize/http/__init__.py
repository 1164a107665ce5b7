"""For HTTP clients: `from_response` makes a document of a response that a client received.

It reads what a response says about its document, and fetches nothing. Programs import it, or `from_response`
from the package. Used by `absolutize`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Unpack

from absolutize import api
from absolutize.api import Options
from absolutize.arguments import checked_bool, document_settings, is_document_type
from absolutize.base import BaseURI
from absolutize.calls import UrlObject
from absolutize.containers.http.header_fields import HeaderFields, decoded_field, media_type_of
from absolutize.engine.checks import Fault
from absolutize.engine.link import Link
from absolutize.html.document.encoding_sniffing import lookup
from absolutize.http.header_links import header_links
from absolutize.http.responses import read_response, url_after_redirects
from absolutize.uri.rules import whatwg

__all__ = ["HttpDocument", "from_response"]


@dataclass(frozen=True)
class HttpDocument:
    """A document as a server sent it, and what the response says about it.

    Its methods take the options of `absolutize.rewrite`; an option prevails over what the response says. If
    the document is not HTML, XML or a style sheet, it has only the links of its header, unless the option
    ``media_type`` or ``read_as`` says how to read it.

    Attributes:
        document: Body of the response, without its content coding.
        url: URL of the response, the last one after redirects; ``None`` if it has no absolute URL.
        charset: Label in the Content-Type; ``None`` if it has no label of the Encoding Standard.
        media_type: Media type in the Content-Type, in lower case; "" if there is none.
        encapsulating: Absolute URL of Content-Base or Content-Location; ``None`` if there is none, or if
            ``content_location`` was not chosen.
        header: The header fields, each with its name in lower case.
        status: Status code of the response; ``None`` if it has none. Default: None.
    """

    document: bytes = field(repr=False)
    url: str | None
    charset: str | None
    media_type: str
    encapsulating: str | None
    header: tuple[tuple[str, str], ...] = field(repr=False)
    status: int | None = None

    @property
    def is_html(self) -> bool:
        """Whether the media type is that of HTML, XML or a style sheet, or missing: then it is read."""
        return not self.media_type or is_document_type(self.media_type)

    def rewrite(self, **options: Unpack[Options]) -> bytes:
        """Make every reference in the document absolute, as `absolutize.rewrite` does.

        Args:
            **options: Any of the options of `absolutize.rewrite`, by name.

        Returns:
            The document with absolute references; unchanged if it is no document that is read.

        Raises:
            TypeError: An option has the wrong type, or there is none of that name, or it is ``url``.
            ValueError: An option has a wrong value.
        """
        after = api.rewrite(self._readable(options), self.url, **self._settings(options))
        return after if self._is_read(options) else self.document

    def links(self, *, text: bool = False, **options: Unpack[Options]) -> Iterator[Link]:
        """List the links of the header (Link, Refresh, Location), then those of the document.

        A link of the header has the name of its field as ``attribute``, no ``element`` and no place. It is
        relative to the URL of the response, not to a BASE (RFC 8288 3.2). A Location is listed only if the
        status gives it a meaning: 201, 301, 302, 303, 307 or 308.

        Args:
            text: Whether links get the text of their anchor, or the alt of the image. Default: False.
            **options: Any of the options of `absolutize.rewrite`, by name.

        Returns:
            An iterator over the links.

        Raises:
            TypeError: An option has the wrong type, or there is none of that name, or it is ``url``.
            ValueError: An option has a wrong value.
        """
        settings = self._settings(options)
        own = api.links(self._readable(options), self.url, text=text, **settings)
        return chain(header_links(self.header, self.url, options, self.status), own)

    def check(self, **options: Any) -> Iterator[Fault]:  # noqa: ANN401 -- as `api.check` has them
        """Report relative, malformed or risky references of the document, as `absolutize.check` does.

        Args:
            **options: Any of the options of `absolutize.check`, by name.

        Returns:
            An iterator over the faults, in the order of the document.

        Raises:
            TypeError: An option has the wrong type, or there is none of that name, or it is ``url``.
            ValueError: An option has a wrong value.
        """
        return api.check(self._readable(options), self.url, **self._settings(options))

    def base_uri(self, **options: Unpack[Options]) -> BaseURI:
        """Find the base URI of the document, and the source that defined it.

        Args:
            **options: Any of the options of `absolutize.rewrite`, by name.

        Returns:
            The base URI and its source; both are ``None`` if no source gives a usable one.

        Raises:
            TypeError: An option has the wrong type, or there is none of that name, or it is ``url``.
            ValueError: An option has a wrong value.
        """
        return api.base_uri(self._readable(options), self.url, **self._settings(options))

    def _is_read(self, options: Any) -> bool:  # noqa: ANN401
        """Whether the document is read: by what the response says, or by an option."""
        return self.is_html or any(options.get(name) is not None for name in ("media_type", "read_as"))

    def _readable(self, options: Any) -> bytes:  # noqa: ANN401
        return self.document if self._is_read(options) else b""

    def _settings(self, options: Any) -> Any:  # noqa: ANN401 -- `Options`, or those of `check`
        """Add the facts of the response to the given options; its URL is none of them."""
        if "url" in options:
            message = (
                "the document has its URL from the response: give another to from_response(..., url=...)"
            )
            raise TypeError(message)
        media = self.media_type if self.media_type and self.is_html else None
        stated = {"charset": self.charset, "media_type": media, "encapsulating": self.encapsulating}
        return {**{name: value for name, value in stated.items() if value is not None}, **options}


def from_response(
    response: object,
    *,
    url: str | UrlObject | None = None,
    body: bytes | None = None,
    content_location: bool = False,
) -> HttpDocument:
    """Make a document of a response of httpx, requests, aiohttp, urllib, urllib3 or Scrapy.

    The URL, the charset and the media type come from the response. With aiohttp, read the body first
    (``await response.read()``). With urllib, the body is read here, which can be done only once, and its
    content coding is removed. Responses of urllib3 do not know their host: give the URL.

    Args:
        response: Response of one of these libraries, or an object with ``url``, ``headers`` and ``content``.
        url: URL to be used instead of that in the response; for urllib3, the requested URL: redirects are
            taken into account. Default: None.
        body: Body to be used instead of that in the response. Default: None.
        content_location: Whether Content-Base or Content-Location gives the base URL. Default: False.

    Returns:
        The document, with the methods `rewrite`, `links`, `check` and `base_uri`.

    Raises:
        TypeError: The response is of no known library, its body is not bytes, or an argument has the wrong
            type.
        ValueError: The body has not been read, was read before and was not kept, or needs a package that is
            not installed (for Brotli or Zstandard); or ``url`` is no absolute URL.

    Source: RFC 9110 8.3 and 10.2; RFC 8288 3; RFC 2068 14.11 and 14.15.
    """
    if not isinstance(body, (bytes, type(None))):
        message = f"body must be bytes, not {type(body).__name__}"
        raise TypeError(message)
    requested = document_settings("from_response", {"url": url})[0].url
    checked_bool("content_location", content_location)
    own, status, fields, content = read_response(response, body)
    given_url = own if requested is None else url_after_redirects(response, requested)
    media, label = media_type_of(fields)
    charset = label if label is not None and lookup(label) is not None else None
    given = fields.text(b"content-base") or fields.text(b"content-location") if content_location else None
    encapsulating = _absolute(given, given_url)
    return HttpDocument(content, given_url, charset, media, encapsulating, _texts(fields), status)


def _absolute(given: str | None, url: str | None) -> str | None:
    """Resolve a Content-Location; an unusable one is ignored, since a server may write anything."""
    resolved = None if given is None else whatwg.parse_url(given, url)
    is_base = resolved is not None and resolved.partition(":")[0] in whatwg.SPECIAL_SCHEMES
    return resolved if is_base else None


def _texts(fields: HeaderFields) -> tuple[tuple[str, str], ...]:
    return tuple((field.name.decode("latin-1"), decoded_field(field.value)) for field in fields)
