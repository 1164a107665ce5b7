"""Names whose values are URLs, as those who defined them list them."""

from __future__ import annotations

import pytest

import absolutize

URL = "http://h/"

OPEN_GRAPH = [  # https://ogp.me: url and secure_url are for each kind of media
    *(f"og:{kind}{part}" for kind in ("audio", "image", "video") for part in ("", ":secure_url", ":url")),
    "og:url",
]
X_CARDS = [  # https://developer.x.com, Cards markup; a gallery had four images
    *("twitter:image", "twitter:image:src", "twitter:player", "twitter:player:stream", "twitter:url"),
    *(f"twitter:image{number}" for number in range(4)),
]
SCHOLAR = [  # Google Scholar, Inclusion Guidelines
    *("citation_abstract_html_url", "citation_fulltext_html_url", "citation_pdf_url", "citation_public_url"),
]
TILES = [  # MSDN, Pinned Sites: Meta Tags
    *("msapplication-starturl", "msapplication-TileImage", "msapplication-wide310x150logo"),
    *(f"msapplication-square{size}x{size}logo" for size in (70, 150, 310)),
]
PROFILES = [  # https://ogp.me: what has an array of profiles, songs, albums or series; and of Facebook
    *("article:author", "article:publisher", "book:author", "music:album", "music:creator"),
    *("music:musician", "music:song", "video:actor", "video:director", "video:series", "video:writer"),
]
ITEM_PROPERTIES = [  # https://schema.org: CreativeWork, MediaObject, SoftwareApplication, Thing
    *("contentUrl", "downloadUrl", "embedUrl", "image", "installUrl", "logo"),
    *("sameAs", "screenshot", "thumbnailUrl", "url"),
]
NAMES = [
    *(("property", name) for name in (*OPEN_GRAPH, *PROFILES)),
    *(("name", name) for name in (*X_CARDS, *SCHOLAR, *TILES)),
    *(("itemprop", name) for name in ITEM_PROPERTIES),
]


@pytest.mark.rows(("attribute", "name"), NAMES, ids=str)
def test_a_name_whose_value_is_a_url(attribute: str, name: str) -> None:
    page = f"<meta {attribute}={name} content=/x>"
    assert absolutize.rewrite(page, URL) == page.replace("/x", "http://h/x")


@pytest.mark.rows("name", ["og:title", "og:type", "og:site_name", "twitter:card", "citation_title", "url2"])
@pytest.mark.rows("attribute", ["property", "name", "itemprop"])
def test_any_other_name(attribute: str, name: str) -> None:
    page = f"<meta {attribute}={name} content=/x>"
    assert absolutize.rewrite(page, URL) == page


# SVG 2: the presentation attributes whose values are <paint> (13.2) or have url() (13.7.3, 14; CSS Masking,
# Filter Effects); SVG 1.1: cursor and color-profile
PRESENTATION = [
    *("clip-path", "color-profile", "cursor", "fill", "filter", "mask", "stroke"),
    *("marker", "marker-end", "marker-mid", "marker-start"),
]


@pytest.mark.rows("attribute", PRESENTATION)
def test_a_presentation_attribute(attribute: str) -> None:
    page = f"<svg><path {attribute}='url(/x#y)'></path></svg>"
    assert absolutize.rewrite(page, URL) == page.replace("/x", "http://h/x")
