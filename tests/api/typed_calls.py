"""Calls as type checkers see them: mypy reads this file, and an ignored error that is none is one to it."""

from bs4 import BeautifulSoup
from lxml import etree

import absolutize
import absolutize.http


class UrlObject:
    """A URL as httpx and yarl have it."""

    scheme, host = "http", "h"

    def __str__(self) -> str:
        return URL


URL = "http://h/"

of_bytes: bytes = absolutize.rewrite(b"<a href=x>", URL)
of_text: str = absolutize.rewrite("<a href=x>", URL)
soup: BeautifulSoup = absolutize.rewrite(BeautifulSoup("<a href=x>", "html.parser"), URL)
element: etree._Element = absolutize.rewrite(etree.fromstring("<a href='x'/>"), URL)
tree: etree._ElementTree = absolutize.rewrite(element.getroottree(), URL)
options: absolutize.Options = {"charset": "utf-8"}
targets: list[str | None] = [link.target for link in absolutize.links(soup, URL, **options)]
joined: str = absolutize.join(URL, "x")
recomposed: list[str] = [
    absolutize.recompose(absolutize.split(URL)),
    absolutize.recompose(absolutize.Reference(path="x")),
    absolutize.recompose((None, "h", "/", None, None)),
]
url = UrlObject()
of_url_objects: list[str] = [
    absolutize.rewrite("<a href=x>", url, encapsulating=url, default=url),
    absolutize.join(url, url),
    absolutize.resolve(url, url),
    absolutize.relativize(url, url),
    absolutize.normal_form(url),
    absolutize.canonical_url(url),
]
others_of_url_objects = (
    absolutize.explain(url, url),
    absolutize.equivalent(url, url),
    absolutize.cautions("x", url),
    absolutize.references_in("x", url),
)


def of_response(response: object) -> absolutize.http.HttpDocument:
    """`from_response` has its own type, though it is imported late."""
    return absolutize.from_response(response, url=url)


def refused() -> None:
    """Each of these is an error, and raises if it is run."""
    absolutize.rewrite(5)  # type: ignore[type-var]
    absolutize.rewrite(None)  # type: ignore[type-var]
    absolutize.rewrite(bytearray(b""))  # type: ignore[type-var]
    absolutize.links(5)  # type: ignore[arg-type]
    absolutize.base_uri(5)  # type: ignore[arg-type]
    absolutize.check(soup)  # type: ignore[arg-type]
    absolutize.rewrite(b"", b"http://h/")  # type: ignore[arg-type]
    absolutize.rewrite(b"", URL, urls=URL)  # type: ignore[call-arg]
    absolutize.join(5, "x")  # type: ignore[arg-type]
    absolutize.resolve("x", 5)  # type: ignore[arg-type]
    absolutize.recompose([None, "h", "/", None, None])  # type: ignore[arg-type]
    absolutize.recompose((None, "h", None, None, None))  # type: ignore[arg-type]
    absolutize.recompose(("h", "/"))  # type: ignore[arg-type]
    absolutize.from_response(URL, url=5)  # type: ignore[arg-type]
    absolutize.from_response(URL, foo=3)  # type: ignore[call-arg]
    absolutize.rewrit("x")  # type: ignore[attr-defined]
    absolutize.Lnk()  # type: ignore[attr-defined]
