"""Calls as type checkers see them: mypy reads this file, and an ignored error that is none is one to it."""

from bs4 import BeautifulSoup
from lxml import etree

import absolutize

URL = "http://h/"

of_bytes: bytes = absolutize.rewrite(b"<a href=x>", URL)
of_text: str = absolutize.rewrite("<a href=x>", URL)
soup: BeautifulSoup = absolutize.rewrite(BeautifulSoup("<a href=x>", "html.parser"), URL)
element: etree._Element = absolutize.rewrite(etree.fromstring("<a href='x'/>"), URL)
tree: etree._ElementTree = absolutize.rewrite(element.getroottree(), URL)
options: absolutize.Options = {"charset": "utf-8"}
targets: list[str | None] = [link.target for link in absolutize.links(soup, URL, **options)]
joined: str = absolutize.join(URL, "x")


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
