"""Responses of HTTP clients, from a local server: URL, charset and header fields of documents are known."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import io
import re
import sys
import urllib.request
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest

import absolutize
from absolutize.http import HttpDocument, from_response
from tests.project.test_readme import ROOT, assert_gives_what_it_says, python_of
from tests.support.archives import zst
from tests.support.website import HTML, LEGACY, UTF_8, serving

MISSING = "{} is not installed: pip install 'absolutize[http]'"


def needed(library: str) -> Any:
    return pytest.importorskip(library, reason=MISSING.format(library))


def by_httpx(url: str) -> HttpDocument:
    return from_response(needed("httpx").get(url, follow_redirects=True))


def by_httpx_async(url: str) -> HttpDocument:
    httpx = needed("httpx")

    async def get() -> HttpDocument:
        async with httpx.AsyncClient(follow_redirects=True) as client:
            return from_response(await client.get(url))

    return asyncio.run(get())


def by_requests(url: str) -> HttpDocument:
    with needed("requests").get(url) as response:
        return from_response(response)


def by_aiohttp(url: str) -> HttpDocument:
    aiohttp = needed("aiohttp")

    async def get() -> HttpDocument:
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            await response.read()
            return from_response(response)

    return asyncio.run(get())


def by_urllib(url: str) -> HttpDocument:
    with urllib.request.urlopen(url) as response:  # noqa: S310 -- of this machine
        return from_response(response)


def by_urllib3(url: str) -> HttpDocument:
    with needed("urllib3").PoolManager() as pool:
        response = pool.request("GET", url)
        return from_response(response, url=url)  # the response does not know its host


CLIENTS = {
    each.__name__.removeprefix("by_"): each
    for each in (by_httpx, by_httpx_async, by_requests, by_aiohttp, by_urllib, by_urllib3)
}
Get = Callable[[str], HttpDocument]


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serving() as url:
        yield url


@pytest.fixture(params=CLIENTS)
def get(request: pytest.FixtureRequest) -> Get:
    return CLIENTS[request.param]


def test_what_a_response_says_is_known(get: Get, site: str) -> None:
    page = get(f"{site}/old/start")
    url = f"{site}/d/e/p.html"
    assert page.url is not None
    assert page.url.partition("#")[0] == url
    assert (page.document, page.charset, page.media_type) == (LEGACY, "ISO-8859-1", "text/html")
    assert (page.encapsulating, page.is_html) == (None, True)
    assert page.rewrite() == HTML.replace("x?", f"{site}/d/e/x?").encode("latin-1")
    assert page.base_uri() == (url, "retrieval")
    assert [(fault.code, fault.link.reference) for fault in page.check(select=["relative"])] == [
        ("relative", "x?ü")
    ]
    links = list(page.links(text=True))
    assert [(link.attribute, link.reference, link.target, link.kind, link.rel) for link in links] == [
        ("link", "s.css", f"{site}/d/e/s.css", "hint", "preload"),
        ("link", "/next?a,b", f"{site}/next?a,b", "metadata", "next x"),
        ("link", "//c.example/", "http://c.example/", "hint", "preconnect"),
        ("refresh", "../later", f"{site}/d/later", "navigation", ""),
        ("href", "x?ü", f"{site}/d/e/x?ü", "navigation", ""),
    ]
    assert [link.request_url for link in links][3:] == [f"{site}/d/later", f"{site}/d/e/x?%FC"]
    assert (links[0].element, links[0].start, links[0].line, links[-1].text) == ("", None, None, "Grüße")


def test_the_media_type_says_how_it_is_read(get: Get, site: str) -> None:
    assert [link.target for link in get(f"{site}/x").links()] == [f"{site}/x"]
    image = get(f"{site}/image")
    assert (image.media_type, image.is_html, image.rewrite()) == ("image/png", False, b"<a href=x>")
    assert [link.target for link in image.links()] == [f"{site}/y"]
    assert list(image.check()) == []
    assert image.base_uri() == (f"{site}/image", "retrieval")


def test_the_content_coding_is_removed(get: Get, site: str) -> None:
    assert get(f"{site}/coded").document == UTF_8


def test_a_location_that_nobody_followed(get: Get, site: str) -> None:
    found = [(link.attribute, link.kind, link.request_url) for link in get(f"{site}/made").links()]
    assert found == [("location", "navigation", f"{site}/things/%C3%BC?1")]


def test_a_location_of_what_is_no_redirect_is_no_link(get: Get, site: str) -> None:
    page = get(f"{site}/here")
    assert (page.status, [link.target for link in page.links()]) == (200, [f"{site}/y", f"{site}/x"])


def test_no_base_is_applied_to_the_header(get: Get, site: str) -> None:
    links = [(link.target, link.code) for link in get(f"{site}/based").links()]
    assert links == [
        (f"{site}/x", "rewritten"),
        (f"{site}/based#f", "rewritten"),
        (f"{site}/based", "rewritten"),
        (None, "placeholder"),
        (f"{site}/{{{{y}}}}", "rewritten-placeholder"),
        (f"{site}/b/", "rewritten"),
        (f"{site}/b/x", "rewritten"),
    ]


def test_what_a_server_got_wrong_counts_for_nothing(get: Get, site: str) -> None:
    page = get(f"{site}/odd")
    assert page.charset is None
    assert [link.target for link in page.links()] == [f"{site}/x"]


def test_options_prevail_over_what_the_response_says(site: str) -> None:
    page = by_urllib(f"{site}/d/e/p.html")
    (*_, link) = page.links(charset="utf-8", encapsulating="http://e/")
    assert (link.target, link.encoding) == ("http://e/x?\ufffd", "utf-8")
    assert page.base_uri(encapsulating="/e/") == (f"{site}/e/", "encapsulating")


READ_BY_OPTIONS: dict[str, dict[str, Any]] = {
    "as HTML by its media type": {"media_type": "text/html"},
    "as XHTML by its media type": {"media_type": "application/xhtml+xml"},
    "as HTML": {"read_as": "html"},
    "as HTML, with another media type": {"media_type": "text/css", "read_as": "html"},
}
ANY_SYNTAX = b'<html xmlns="http://www.w3.org/1999/xhtml"><base href="/b/"/></html>'


@pytest.mark.rows("declared", ["text/plain", "image/png", "application/json"])
@pytest.mark.rows("name", READ_BY_OPTIONS)
def test_an_option_says_how_any_document_is_read(name: str, declared: str) -> None:
    response = Similar()
    response.headers, response.content = {"content-type": declared}, ANY_SYNTAX
    page, options = from_response(response), READ_BY_OPTIONS[name]
    assert page.rewrite(media_type=None) == ANY_SYNTAX
    assert page.rewrite(**options) == ANY_SYNTAX.replace(b"/b/", b"http://h/b/")
    assert [link.target for link in page.links(**options)] == ["http://h/b/"]
    assert [fault.code for fault in page.check(select=["relative"], **options)] == ["relative"]
    assert page.base_uri(**options) == ("http://h/b/", "embedded")


WRONG_OPTIONS: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "misspelled": (
        {"ruels": "rfc3986"},
        TypeError,
        "{}() got an unexpected keyword argument 'ruels'; did you mean 'rules'?",
    ),
    "a choice that there is not": (
        {"overflow": "nope"},
        ValueError,
        "overflow must be one of retain, remove, avoid, not 'nope'",
    ),
    "the URL": (
        {"url": "http://h/"},
        TypeError,
        "the document has its URL from the response: give another to from_response(..., url=...)",
    ),
    "no absolute URI": ({"default": "x"}, ValueError, "default 'x': not an absolute URI"),
}


@pytest.mark.rows("declared", ["text/html", "text/plain", ""])
@pytest.mark.rows("method", ["rewrite", "links", "check", "base_uri"])
@pytest.mark.rows("name", WRONG_OPTIONS)
def test_a_wrong_option_is_refused_whatever_the_document_is(name: str, method: str, declared: str) -> None:
    response = Similar()
    response.headers, response.content = {"content-type": declared}, b"<a href=x>"
    options, error, message = WRONG_OPTIONS[name]
    with pytest.raises(error) as refused:
        getattr(from_response(response), method)(**options)
    assert str(refused.value) == message.format(method)


def test_content_location_on_request(site: str) -> None:
    with urllib.request.urlopen(f"{site}/d/e/p.html") as response:  # noqa: S310
        page = absolutize.from_response(response, content_location=True)
    assert page.base_uri() == (f"{site}/variant/p.de.html", "encapsulating")
    assert [link.target for link in page.links()][-2:] == [f"{site}/d/later", f"{site}/variant/x?ü"]
    with urllib.request.urlopen(f"{site}/odd") as response:  # noqa: S310
        assert from_response(response, content_location=True).encapsulating is None


@pytest.mark.parametrize(
    "location", ["javascript:alert('unsafe');", "data:text/html,x", "mailto:a@b", "http://"]
)
def test_a_content_location_that_is_no_base_counts_for_nothing(location: str) -> None:
    """The first is feedparser's case headers_content_location-unsafe."""
    response = Similar()
    response.headers = {**Similar.headers, "content-location": location}
    assert from_response(response, content_location=True).base_uri() == ("http://h/", "retrieval")


# --- bodies that were not read, and what is no response ---------------------------------------


def test_of_aiohttp_the_body_must_have_been_read(site: str) -> None:
    aiohttp = needed("aiohttp")

    async def get() -> HttpDocument:
        async with aiohttp.ClientSession() as session, session.get(f"{site}/coded") as response:
            expected = "the body of the response has not been read: await response.read() first"
            with pytest.raises(ValueError, match=re.escape(expected)):
                from_response(response)
            return from_response(response, body=await response.read())

    assert asyncio.run(get()).document == UTF_8


def test_a_coding_that_aiohttp_left_is_removed(site: str) -> None:
    aiohttp = needed("aiohttp")

    async def get() -> HttpDocument:
        async with (
            aiohttp.ClientSession(auto_decompress=False) as session,
            session.get(f"{site}/coded") as response,
        ):
            assert (await response.read()).startswith(b"\x1f\x8b")
            return from_response(response)

    assert asyncio.run(get()).document == UTF_8


def test_of_httpx_too(site: str) -> None:
    httpx = needed("httpx")
    with httpx.stream("GET", f"{site}/coded") as response:
        expected = r"not been read: call response.read\(\), or await response.aread\(\), first$"
        with pytest.raises(ValueError, match=expected):
            from_response(response)
        response.read()
        assert from_response(response).document == UTF_8


def test_a_response_of_httpx_without_a_request_has_no_url() -> None:
    page = from_response(needed("httpx").Response(200, html='<base href="http://h/"><a href=x>'))
    assert (page.url, page.charset) == (None, "utf-8")
    assert [link.target for link in page.links()] == ["http://h/", "http://h/x"]


def test_of_scrapy() -> None:
    http = needed("scrapy.http")
    headers = {"Content-Type": "text/html; charset=ISO-8859-1", "Link": ["<a>", "<b>; rel=next"]}
    page = from_response(http.HtmlResponse("http://h/d/p", headers=headers, body=LEGACY))
    assert [link.target for link in page.links()] == ["http://h/d/a", "http://h/d/b", "http://h/d/x?ü"]


class Similar:
    """A response of a library that resembles requests."""

    url, headers, content = "http://h/", {"content-type": "text/html"}, b"<a href=x>"


WITH_LOCATION = (None, "302 Found", 201, 301, 302, 303, 307, 308)  # of what is no number nothing is known
WITHOUT_LOCATION = (200, 202, 300, 304, 404, 500, 1000)


@pytest.mark.parametrize("name", ["status_code", "status", "code"])
@pytest.mark.rows("status", [*WITH_LOCATION, *WITHOUT_LOCATION])
def test_the_status_says_whether_a_location_is_a_link(name: str, status: Any) -> None:
    response = Similar()
    response.headers = {"location": "l", "link": "<k>", "refresh": "0;r"}
    setattr(response, name, status)
    links = list(from_response(response).links())
    location = ["location"] if status in WITH_LOCATION else []
    assert [link.attribute for link in links] == [*location, "link", "refresh", "href"]


REQUESTED = "http://h/a#f"
REDIRECTS = [  # the URL as urllib3 knows it, the redirects that it followed, and where they led
    (REQUESTED, (), REQUESTED),
    (REQUESTED, (None,), REQUESTED),
    (REQUESTED, ("b/c?d#e",), "http://h/b/c?d#e"),
    (REQUESTED, ("//k/b/", "c"), "http://k/b/c"),
    (REQUESTED, ("https://k/b", None, "http://[", "/c"), "https://k/c"),
    ("/a", ("b/c",), "http://h/b/c"),
    ("http://H:80/a", ("b",), "http://h/b"),
    ("http://h/other", ("b",), REQUESTED),
]


@pytest.mark.parametrize(("known", "locations", "url"), REDIRECTS)
def test_urllib3_knows_where_redirects_led(known: str, locations: tuple[str | None, ...], url: str) -> None:
    urllib3, retry = needed("urllib3"), needed("urllib3.util.retry")
    history = tuple(retry.RequestHistory("GET", known, None, 302, each) for each in locations)
    response = urllib3.HTTPResponse(b"x", status=200, retries=urllib3.Retry(history=history))
    for given in (REQUESTED, url):
        assert from_response(response, url=given).url == url


def test_a_url_that_was_resolved_already_stays(site: str) -> None:
    with needed("urllib3").PoolManager() as pool:
        response = pool.request("GET", f"{site}/old/start")
    url = urljoin(f"{site}/old/start", response.geturl())
    assert from_response(response, url=url).url == url == from_response(response, url=f"{site}/old/start").url


CONSUMED = "^the body of the response has been read already, or a part of it: pass body=[.]{3}$"


def urllib_response(url: str) -> Any:
    return urllib.request.urlopen(url)  # noqa: S310 -- of this machine


def urllib3_response(url: str) -> Any:
    return needed("urllib3").PoolManager().request("GET", url, preload_content=False)


def requests_response(url: str) -> Any:
    return needed("requests").get(url, stream=True)


def urllib_data(_url: str) -> Any:
    return urllib.request.urlopen("data:text/html,<a href=x>y</a>")  # noqa: S310 -- that one


def streams(number: int) -> dict[str, tuple[Callable[[str], Any], str, Callable[[Any], object]]]:
    """List how libraries that do not keep a body read its first bytes."""
    return {
        "urllib": (urllib_response, "/x", lambda response: response.read(number)),
        "urllib, in chunks": (urllib_response, "/chunks", lambda response: response.read(number)),
        "urllib, data:": (urllib_data, "", lambda response: response.read(number)),
        "urllib3": (urllib3_response, "/x", lambda response: response.read(number)),
        "urllib3, in chunks": (urllib3_response, "/chunks", lambda response: response.read(number)),
        "urllib3, a coded body": (urllib3_response, "/coded", lambda response: response.read(number)),
        "requests": (requests_response, "/x", lambda response: next(response.iter_content(number))),
        "requests, a coded body": (
            requests_response,
            "/coded",
            lambda response: next(response.iter_content(number)),
        ),
    }


@pytest.mark.parametrize("name", streams(0))
@pytest.mark.parametrize("number", [3, 999])
def test_a_body_that_was_read_and_not_kept_is_refused(name: str, number: int, site: str) -> None:
    """A body that was partly read is refused, too, since the rest is not a document."""
    get, path, read = streams(number)[name]
    with get(f"{site}{path}") as response:
        read(response)
        with pytest.raises(ValueError, match=CONSUMED):
            from_response(response)
        assert from_response(response, body=b"<p>").document == b"<p>"


@pytest.mark.parametrize("name", streams(0))
def test_a_body_of_which_nothing_was_read_is_read(name: str, site: str) -> None:
    get, path, _ = streams(0)[name]
    with get(f"{site}{path}") as response:
        assert from_response(response).document.endswith((b"/>", b"</a>"))


def test_a_body_that_requests_iterated_over_is_refused(site: str) -> None:
    with requests_response(f"{site}/x") as response:
        assert b"".join(response.iter_content(5))
        with pytest.raises(ValueError, match=CONSUMED):
            from_response(response)


def test_a_body_that_httpx_iterated_over_is_refused(site: str) -> None:
    with needed("httpx").stream("GET", f"{site}/x") as response:
        assert b"".join(response.iter_bytes())
        with pytest.raises(ValueError, match=CONSUMED):
            from_response(response)


def test_a_body_that_was_read_and_kept_is_taken(site: str) -> None:
    with requests_response(f"{site}/x") as response:
        assert from_response(response).document == response.content == from_response(response).document
    with urllib3_response(f"{site}/x") as response:
        assert from_response(response).document == response.data == from_response(response).document


@pytest.mark.rows(
    ("content", "error", "message"),
    [
        (None, ValueError, "the body of the response has not been read: read it first, or pass body=..."),
        ("<p>", TypeError, "the body of the response must be bytes, not str"),
        (bytearray(b"<p>"), TypeError, "the body of the response must be bytes, not bytearray"),
    ],
    ids=["None", "str", "bytearray"],
)
def test_a_body_is_bytes(content: object, error: type[Exception], message: str) -> None:
    response = Similar()
    response.content = content  # type: ignore[assignment]
    with pytest.raises(error) as caught:
        from_response(response)
    assert str(caught.value) == message


def test_of_urllib_the_body_is_read_once(site: str) -> None:
    with urllib.request.urlopen(f"{site}/x") as response:  # noqa: S310
        page = from_response(response)
        with pytest.raises(ValueError, match=CONSUMED):
            from_response(response)
        assert from_response(response, body=page.document) == page
    with urllib.request.urlopen(f"{site}/made") as response:  # noqa: S310 -- it has no body
        assert from_response(response).document == b""
    with urllib.request.urlopen("data:text/html,<a href=x>") as response:  # noqa: S310 -- that one
        assert from_response(response).document == b"<a href=x>"


REQUESTS: dict[str, Callable[[], object]] = {
    "httpx": lambda: needed("httpx").Request("GET", "http://h/"),
    "requests": lambda: needed("requests").Request("GET", "http://h/"),
    "requests, prepared": lambda: needed("requests").Request("GET", "http://h/").prepare(),
    "scrapy": lambda: needed("scrapy").Request("http://h/"),
    "urllib": lambda: urllib.request.Request("http://h/"),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_is_no_response(name: str) -> None:
    request = REQUESTS[name]()
    for body in (None, b"<a href=x>"):
        with pytest.raises(
            TypeError, match=f"^cannot read a response in '{type(request).__name__}': give one"
        ):
            from_response(request, body=body)


def test_what_resembles_requests_is_read_like_it() -> None:
    assert from_response(Similar()).rewrite() == b"<a href=http://h/x>"


@pytest.mark.parametrize("url", ["http://h/", b"http://h/", "http://h/é", "http://h/é".encode()])
def test_a_url_may_be_bytes(url: str | bytes) -> None:
    response = Similar()
    response.url = url
    assert from_response(response).url == (url if isinstance(url, str) else url.decode())


NO_URLS = ["localhost:80/x", " http://h/x", "c:/x", "x", "", b"", b"x", b"http://h/\xe9"]


@pytest.mark.parametrize("url", NO_URLS)
def test_a_url_that_a_caller_could_not_give_is_none(url: str | bytes) -> None:
    response = Similar()
    response.url = url
    page = from_response(response)
    assert page.url is None
    assert page.rewrite() == b"<a href=x>"


def test_the_url_can_be_given(site: str) -> None:
    for url in (f"{site}/x", needed("yarl").URL(f"{site}/x")):
        assert from_response(Similar(), url=url).base_uri() == (f"{site}/x", "retrieval")


WRONG_ARGUMENTS: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "a relative URL": ({"url": "rel"}, ValueError, "url 'rel': not an absolute URI"),
    "no URL": ({"url": ""}, ValueError, "url '': not an absolute URI"),
    "an unreadable URL": ({"url": "http://["}, ValueError, "url 'http://[': no browser reads it as a URL"),
    "bytes": ({"url": b"http://h/"}, TypeError, "url must be a str, not bytes"),
    "text for a switch": ({"content_location": "no"}, TypeError, "content_location must be a bool, not str"),
    "a number for one": ({"content_location": 1}, TypeError, "content_location must be a bool, not int"),
    "text for a body": ({"body": "<p>"}, TypeError, "body must be bytes, not str"),
}


@pytest.mark.rows("name", WRONG_ARGUMENTS)
def test_a_wrong_argument_is_refused_before_the_body_is_read(name: str, site: str) -> None:
    options, error, message = WRONG_ARGUMENTS[name]
    with urllib_response(f"{site}/x") as response:
        with pytest.raises(error) as refused:
            from_response(response, **options)
        assert str(refused.value) == message
        assert from_response(response).document.startswith(b"<title/>")


KNOWN = "aiohttp, httpx, requests, scrapy, urllib, urllib3"
WRONG = [
    (
        (b"<a href=x>", None),
        f"cannot read a response in 'bytes': give one of {KNOWN}, or an object with url, headers and content",
    ),
    ((Similar(), "<p>"), "body must be bytes, not str"),
]


@pytest.mark.rows(("given", "message"), WRONG)
def test_what_is_no_response(given: tuple[Any, Any], message: str) -> None:
    response, body = given
    with pytest.raises(TypeError) as caught:
        from_response(response, body=body)
    assert str(caught.value) == message


@pytest.mark.parametrize("name", ["url", "headers", "content"])
def test_what_lacks_a_part_is_no_response(name: str) -> None:
    parts = {"url": "http://h/", "headers": {}, "content": b""}
    response = SimpleNamespace(**{each: part for each, part in parts.items() if each != name})
    with pytest.raises(TypeError, match=r"^cannot read a response in 'SimpleNamespace': give one of "):
        from_response(response)


def test_the_examples_of_the_page_give_what_they_say() -> None:
    needed("httpx")
    for code in python_of(ROOT / "docs" / "http.md"):
        assert_gives_what_it_says(code)


def test_no_other_name_is_loaded_late() -> None:
    with pytest.raises(AttributeError, match="module 'absolutize' has no attribute 'from_request'"):
        _ = absolutize.from_request  # type: ignore[attr-defined]


def test_a_response_of_http_client_has_no_url_but_takes_one(site: str) -> None:
    connection = http.client.HTTPConnection(urlsplit(site).netloc)
    connection.request("GET", "/d/e/p.html")
    page = from_response(connection.getresponse(), url=f"{site}/d/e/p.html")
    connection.close()
    assert (page.url, page.document) == (f"{site}/d/e/p.html", LEGACY)


class Received(io.BytesIO):
    """What a server sent, in the place of a socket."""

    def makefile(self, _mode: str) -> Received:
        return self


def received(codings: list[str], body: bytes) -> http.client.HTTPResponse:
    fields = "".join(f"Content-Encoding: {coding}\r\n" for coding in codings)
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n{fields}\r\n"
    response = http.client.HTTPResponse(Received(head.encode() + body))  # type: ignore[arg-type]
    response.begin()
    return response


NEEDED = {"br": ("brotlicffi", b"\x1b\x03\x00\xf8"), "zstd": ("zstandard", b"\x28\xb5\x2f\xfd")}


@pytest.mark.parametrize("coding", NEEDED)
def test_a_coding_that_needs_a_package_says_which(coding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    package, body = NEEDED[coding]
    for name in ("brotli", "brotlicffi", "zstandard"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ValueError, match=r"^the body of the response ") as caught:
        from_response(received([coding], body))
    why = f"{package} is needed for it: pip install 'absolutize[archives]'"
    assert str(caught.value) == f"the body of the response has the content coding {coding!r}: {why}"


@pytest.mark.parametrize("codings", [["gzip, gzip"], ["gzip", "gzip"]], ids=["in one field", "in two"])
def test_all_content_codings_are_removed(codings: list[str]) -> None:
    assert from_response(received(codings, gzip.compress(gzip.compress(UTF_8)))).document == UTF_8


def coded_by_urllib3(coding: str, body: bytes) -> Any:
    fields = {"Content-Encoding": coding}
    return needed("urllib3").HTTPResponse(io.BytesIO(body), fields, 200, decode_content=False)


def coded_by_scrapy(coding: str, body: bytes) -> Any:
    fields = {"Content-Encoding": coding}
    return needed("scrapy.http").Response("http://h/", headers=fields, body=body)


KEPT = {"urllib3": coded_by_urllib3, "scrapy": coded_by_scrapy}
CODED = {  # the header field, the body, and the document
    "gzip": ("gzip", gzip.compress(UTF_8), UTF_8),
    "gzip, by its old name": ("x-gzip", gzip.compress(UTF_8), UTF_8),
    "gzip, twice": ("gzip, gzip", gzip.compress(gzip.compress(UTF_8)), UTF_8),
    "Zstandard": ("zstd", zst(UTF_8), UTF_8),
    "gzip, which was removed": ("gzip", UTF_8, UTF_8),
    "gzip that is damaged": ("gzip", b"\x1f\x8b\x08", b"\x1f\x8b\x08"),
    "gzip without the field": ("", gzip.compress(UTF_8, mtime=0), gzip.compress(UTF_8, mtime=0)),
}


@pytest.mark.parametrize("library", KEPT)
@pytest.mark.parametrize(("coding", "body", "document"), CODED.values(), ids=CODED)
def test_a_coding_that_was_kept_on_request_is_removed(
    library: str, coding: str, body: bytes, document: bytes
) -> None:
    assert from_response(KEPT[library](coding, body)).document == document


def test_a_coding_that_a_library_does_not_know_is_removed() -> None:
    """httpx has no x-gzip, and no Zstandard without another package; some libraries have neither."""
    httpx = needed("httpx")
    response = httpx.Response(200, headers={"Content-Encoding": "x-gzip"}, content=gzip.compress(UTF_8))
    assert response.content.startswith(b"\x1f\x8b")
    assert from_response(response).document == UTF_8
    similar = Similar()
    similar.headers = {"content-encoding": "zstd"}
    similar.content = zst(UTF_8)
    assert from_response(similar).document == UTF_8


class WithPairs:
    """A response as some libraries make it: header fields are pairs."""

    url, content = "http://h/", b"<a href=x>"

    def __init__(self, headers: object) -> None:
        self.headers = headers


@pytest.mark.parametrize(
    ("headers", "charset"),
    [
        ([("Content-Type", "text/html; charset=koi8-r")], "koi8-r"),
        ([("Content-Type", "text/html\r\n; charset=koi8-r")], "koi8-r"),
        (
            [("X", "\ud800\udc80"), ("\udfff", "\udcff"), ("Content-Type", "text/html; charset=koi8-r")],
            "koi8-r",
        ),
        ([("Content-Type", 'text/html; charset="koi8-r')], "koi8-r"),
        ([("Content-Type", "text/html; charset='koi8-r'")], None),
        (None, None),
    ],
)
def test_header_fields_may_be_pairs_or_none(headers: object, charset: str | None) -> None:
    document = from_response(WithPairs(headers))
    assert [link.target for link in document.links()] == ["http://h/x"]
    assert document.charset == charset


def test_a_header_field_may_have_a_list_of_values() -> None:
    headers = {"Content-Type": ["text/html; charset=koi8-r"], "Link": ["<a>; rel=next", "<b>; rel=prev"]}
    document = from_response(WithPairs(headers))
    assert document.charset == "koi8-r"
    assert [(link.target, link.rel) for link in document.links()] == [
        ("http://h/a", "next"),
        ("http://h/b", "prev"),
        ("http://h/x", ""),
    ]


@pytest.mark.parametrize("headers", ["Content-Type: text/html", ["Content-Type: text/html"], 5], ids=repr)
def test_headers_that_are_no_pairs_are_refused(headers: object) -> None:
    with pytest.raises(TypeError) as raised:
        from_response(WithPairs(headers))
    what = "the headers of the response must be a mapping, or pairs of a name and a value"
    assert str(raised.value) == f"{what}, not {type(headers).__name__}"


def test_a_document_is_shown_without_its_body_and_header() -> None:
    assert repr(from_response(Similar())) == (
        "HttpDocument(url='http://h/', charset=None, media_type='text/html', encapsulating=None, status=None)"
    )
