"""The downloader middleware: what it changes in a response, and what it leaves unchanged."""

import re
from typing import Any

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed: pip install 'absolutize[scrapy]'")

from scrapy.http import HtmlResponse, Request, Response, TextResponse, XmlResponse
from scrapy.utils.test import get_crawler

from absolutize.scrapy import AbsoluteDocuments
from tests.support.commandline import ROOT

URL = "http://h/a/b.html"
PAGE = b"<a href=x>x</a><p><base href=/late/>"
ABSOLUTE = b"<a href=http://h/late/x>x</a><p><base href=http://h/late/>"


def process(response: Response, options: dict[str, Any] | None = None, **meta: Any) -> Any:
    middleware = AbsoluteDocuments.from_crawler(
        get_crawler(settings_dict={"ABSOLUTIZE_OPTIONS": options or {}})
    )
    return middleware.process_response(Request(response.url, meta=meta), response)


class OwnResponse(HtmlResponse):
    """A response class that a user derived."""


def test_links_become_absolute_and_all_else_stays() -> None:
    headers = {"Content-Type": "text/html", "X-Own": ["1", "2"]}
    given = OwnResponse(URL, 203, headers, PAGE, flags=["cached"], encoding="cp1251", protocol="HTTP/1.1")
    got = process(given)
    assert (type(got), got.body, got.flags) == (OwnResponse, ABSOLUTE, ["cached", "absolutized"])
    assert (given.body, given.flags) == (PAGE, ["cached"])
    assert all(
        getattr(got, name) == getattr(given, name)
        for name in ("url", "status", "headers", "encoding", "protocol")
    )


LEFT: dict[str, tuple[type[Response], bytes, dict[str, Any]]] = {
    "nothing to change": (HtmlResponse, b"<a href=http://h/x>", {}),
    "no text": (Response, PAGE, {}),
    "text": (TextResponse, PAGE, {}),
    "XML": (XmlResponse, PAGE, {}),
    "as asked": (HtmlResponse, PAGE, {"dont_absolutize": True}),
    "empty": (HtmlResponse, b"", {}),
}


def test_a_response_without_a_usable_url_has_no_base() -> None:
    given = HtmlResponse("localhost:80/", body=b"<a href=x>")
    assert AbsoluteDocuments().process_response(Request(URL), given) is given


@pytest.mark.rows("name", LEFT)
def test_a_response_that_does_not_change_is_the_same(name: str) -> None:
    class_, body, meta = LEFT[name]
    given = class_(URL, body=body)
    assert process(given, **meta) is given


def test_a_second_time_changes_nothing() -> None:
    once = process(HtmlResponse(URL, body=PAGE))
    assert process(once) is once


def test_xhtml_is_read_as_xml() -> None:
    page = b'<html xmlns="http://www.w3.org/1999/xhtml"><title/><a href="x"/></html>'
    headers = {"Content-Type": "application/xhtml+xml; charset=utf-8"}
    assert process(HtmlResponse(URL, headers=headers, body=page)).body == page.replace(
        b'"x"', b'"http://h/a/x"'
    )
    assert process(HtmlResponse(URL, body=page)).body == page  # in HTML, all that is a title


FEED = b'<rss><channel><link>/a</link><a href="/b">x</a></channel></rss>'


@pytest.mark.rows("headers", [{"Content-Type": "text/html"}, {}], ids=["text/html", "none"])
def test_html_that_begins_as_xml_is_html(headers: dict[str, str]) -> None:
    """A link element of HTML has no content."""
    got = process(HtmlResponse(URL, headers=headers, body=FEED))
    assert got.body == FEED.replace(b'"/b"', b'"http://h/b"')


def test_the_encoding_is_that_of_the_response() -> None:
    page = "<a href='\u30bd../../x'>".encode("shift_jis")  # its second byte is a backslash in other encodings
    got = process(HtmlResponse(URL, body=page, encoding="shift_jis"))
    assert (got.body, got.encoding) == (b"<a href='http://h/a/x'>", "shift_jis")


def test_options_are_those_of_rewrite() -> None:
    assert (
        process(HtmlResponse(URL, body=PAGE), {"base_element": "remove"}).body
        == b"<a href=http://h/late/x>x</a><p>"
    )


@pytest.mark.rows(
    ("options", "error", "message"),
    [
        (
            {"base_elements": "keep"},
            TypeError,
            "rewrite() got an unexpected keyword argument 'base_elements'",
        ),
        ({"base_element": "drop"}, ValueError, "base_element"),
        ({"url": URL}, TypeError, "url is no option of a crawl: each document has that of its response"),
    ],
)
def test_wrong_options_are_refused_at_the_start(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as refused:
        AbsoluteDocuments(options)
    assert message in str(refused.value)


@pytest.mark.rows(
    ("setting", "error", "message"),
    [
        ("{", ValueError, "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ({"a": 1}, TypeError, "rewrite() got an unexpected keyword argument 'a'"),
        ('{"xml_base": "x"}', ValueError, "xml_base must be one of auto, follow, ignore, not 'x'"),
    ],
)
def test_a_wrong_setting_is_named(setting: Any, error: type[Exception], message: str) -> None:
    crawler = get_crawler(settings_dict={"ABSOLUTIZE_OPTIONS": setting})
    with pytest.raises(error, match=f"^{re.escape(f'ABSOLUTIZE_OPTIONS: {message}')}$"):
        AbsoluteDocuments.from_crawler(crawler)


def test_the_settings_name_it_by_one_line() -> None:
    """Its position is after bodies are decompressed, and before refreshes are followed."""
    from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
    from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware, RedirectMiddleware
    from scrapy.utils.conf import build_component_list
    from scrapy.utils.misc import load_object

    page = (ROOT / "docs/scrapy.md").read_text("utf-8")
    (line,) = re.findall(r"(?m)^```python\n(DOWNLOADER_MIDDLEWARES = .*)\n```$", page)
    settings: dict[str, Any] = {}
    exec(line, settings)  # noqa: S102
    crawler = get_crawler(settings_dict={"DOWNLOADER_MIDDLEWARES": settings["DOWNLOADER_MIDDLEWARES"]})
    orders = crawler.settings.getdict("DOWNLOADER_MIDDLEWARES_BASE") | crawler.settings.getdict(
        "DOWNLOADER_MIDDLEWARES"
    )
    classes = [load_object(each) for each in build_component_list(orders)]
    order = [MetaRefreshMiddleware, AbsoluteDocuments, HttpCompressionMiddleware, RedirectMiddleware]
    assert sorted(order, key=classes.index) == order
