"""The downloader middleware: spiders get documents in which every link is absolute.

It does not know which spider asks, and fetches nothing. Used by `scrapy`.
"""

from collections.abc import Mapping
from typing import Any

from scrapy.http import HtmlResponse

from absolutize.api import rewrite
from absolutize.arguments import usable_url
from absolutize.scrapy.response import encoding_label, response_media_type
from absolutize.uri.rules import whatwg

FLAG = "absolutized"
"""The flag of a response that `AbsoluteDocuments` changed."""
SETTING = "ABSOLUTIZE_OPTIONS"


class AbsoluteDocuments:
    """A downloader middleware: spiders get HTML in which every link is absolute.

    Add it to ``DOWNLOADER_MIDDLEWARES`` with the order 585: it then gets decompressed bodies, and final pages
    instead of redirects. The setting ``ABSOLUTIZE_OPTIONS`` may have options of `absolutize.rewrite`; a
    request with ``dont_absolutize`` in its meta is left alone.

    Args:
        options: Options of `absolutize.rewrite`, by name. Default: None (its defaults).

    Raises:
        TypeError: An option has the wrong type, or there is none of that name, or it is ``url``.
        ValueError: An option has a wrong value.
    """

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        self._options = dict(options or {})
        if "url" in self._options:
            message = "url is no option of a crawl: each document has that of its response"
            raise TypeError(message)
        rewrite(b"", None, **self._options)  # refuses wrong options before anything is fetched

    @classmethod
    def from_crawler(cls, crawler: Any) -> "AbsoluteDocuments":  # noqa: ANN401 -- Scrapy may be absent
        """Make the middleware with the settings of a crawler.

        Args:
            crawler: The crawler; ``ABSOLUTIZE_OPTIONS`` of its settings is read.

        Returns:
            The middleware.

        Raises:
            TypeError: The setting has an option of the wrong type, or one that does not exist.
            ValueError: The setting has an option with a wrong value, or is no JSON.
        """
        try:
            return cls(crawler.settings.getdict(SETTING))
        except (TypeError, ValueError) as error:
            kind = TypeError if isinstance(error, TypeError) else ValueError
            message = f"{SETTING}: {error}"
            raise kind(message) from error

    def process_response(self, request: Any, response: Any, spider: Any = None) -> Any:  # noqa: ANN401, ARG002
        """Make the links of an HTML response absolute.

        Args:
            request: The request that was answered.
            response: Its response, of any class.
            spider: The spider, which is not used. Default: None.

        Returns:
            The same response if nothing changed; otherwise a response of the same class, with the same
            headers and encoding, and with the flag "absolutized".
        """
        if not isinstance(response, HtmlResponse) or request.meta.get("dont_absolutize"):
            return response
        own = {"charset": encoding_label(response.encoding), "media_type": response_media_type(response)}
        url = usable_url(whatwg.parse_url(response.url) or "")
        body = rewrite(response.body, url, **{**own, **self._options})
        if body == response.body:
            return response
        return response.replace(body=body, flags=[*response.flags, FLAG])
