"""The rows of feeds: Atom, RSS, CDF and the modules that they use.

What a feed reader resolves, which feedparser's tests show, has a row. This module is data, and does not read
documents. Used by `xml.link_rows` and `xml.scanner`.
"""

from absolutize.html.link_table.rows import Row
from absolutize.xml.rows import rows_for, when

_HTML_TYPES = "html text/html application/xhtml+xml xhtml"
_ATOM, _MERCHANT = "RFC 4287", "Google Merchant Center, product data specification"
_READER, _NO_HREF = "Feedparser 6.0", when("href", "")
_BASE64 = when("mode", "base64")


def _base64(vocabulary: str, elements: str, citation: str) -> tuple[Row, ...]:
    """Make the rows of content in base64."""
    rows = rows_for(vocabulary, elements, citation, "", "markup", _BASE64)
    return tuple(row._replace(coding="base64") for row in rows)


FEED_ROWS: tuple[Row, ...] = (
    # Atom
    *rows_for(
        "atom", "link@href", f"{_ATOM} 4.2.7.1", "navigation", when=when("rel", " alternate related via")
    ),
    *rows_for("atom", "link@href", f"{_ATOM} 4.2.7.2", "media", when=when("rel", "enclosure")),
    *rows_for("atom", "link@href", f"{_ATOM} 4.2.7.1", "metadata"),
    *rows_for("atom", "link", f"{_READER}, link", "navigation", when=_NO_HREF),
    *rows_for("atom", "icon", f"{_ATOM} 4.2.5", "image"),
    *rows_for("atom", "logo", f"{_ATOM} 4.2.8", "image"),
    *rows_for("atom", "uri", f"{_ATOM} 3.2.2", "navigation"),
    *rows_for("atom", "url homepage", f"{_READER}, author_detail", "navigation"),
    *rows_for("atom", "id", f"{_ATOM} 4.2.6", "metadata"),
    *rows_for("atom", "generator@uri", f"{_ATOM} 4.2.4", "navigation"),
    *rows_for("atom", "generator@url", f"{_READER}, generator_detail", "navigation"),
    *rows_for("atom", "content@src", f"{_ATOM} 4.1.3.2", "object"),
    *rows_for(
        "atom",
        "content title subtitle summary rights",
        f"{_ATOM} 3.1.1.2",
        "",
        "markup",
        when("type", _HTML_TYPES),
    ),
    *rows_for("app", "collection@href", "RFC 5023 8.3.3", "metadata"),
    *rows_for("app", "categories@href", "RFC 5023 8.3.6", "metadata"),
    *rows_for("thread", "in-reply-to@href", "RFC 4685 3", "navigation"),
    *rows_for("thread", "in-reply-to@source in-reply-to@ref", "RFC 4685 3", "metadata"),
    # Atom 0.3
    *rows_for(
        "atom03",
        "link@href",
        "Atom 0.3, link constructs",
        "navigation",
        when=when("rel", " alternate related via"),
    ),
    *rows_for("atom03", "link@href", "Atom 0.3, link constructs", "metadata"),
    *rows_for("atom03", "link", f"{_READER}, link", "navigation", when=_NO_HREF),
    *rows_for("atom03", "url", "Atom 0.3, person constructs", "navigation"),
    *rows_for("atom03", "uri homepage", f"{_READER}, author_detail", "navigation"),
    *rows_for("atom03", "id", "Atom 0.3, id", "metadata"),
    *rows_for("atom03", "generator@url", "Atom 0.3, generator", "navigation"),
    *rows_for("atom03", "generator@uri", f"{_READER}, generator_detail", "navigation"),
    *_base64("atom03", "content title tagline summary copyright info", "Atom 0.3, content constructs"),
    *rows_for(
        "atom03",
        "content title tagline summary copyright info",
        "Atom 0.3, content constructs",
        "",
        "markup",
        when("type", _HTML_TYPES),
    ),
    # RSS
    *rows_for("rss", "link", "RSS 2.0, elements of channel and item", "navigation"),
    *rows_for(
        "rss", "link@href", f"{_READER}, link", "navigation", when=when("rel", " alternate related via")
    ),
    *rows_for("rss", "link@href", f"{_READER}, link", "media", when=when("rel", "enclosure")),
    *rows_for("rss", "link@href", f"{_READER}, link", "metadata"),
    *rows_for("rss", "uri homepage", f"{_READER}, author_detail", "navigation"),
    *rows_for("rss", "comments", "RSS 2.0, comments", "navigation"),
    *rows_for("rss", "docs", "RSS 2.0, docs", "metadata"),
    *rows_for("rss", "guid", "RSS 2.0, guid", "navigation", when=when("isPermaLink", " true")),
    *rows_for("rss", "url", "RSS 2.0, image", "image"),
    *rows_for("rss", "enclosure@url", "RSS 2.0, enclosure", "media"),
    *rows_for("rss", "source@url", "RSS 2.0, source", "metadata"),
    *rows_for("rss", "newLocation", "UserLand, the redirect element, 1", "metadata"),
    *rows_for("rss", "description", "RSS 2.0, description", "", "markup"),
    *rows_for("rss", "body fullitem", f"{_READER}, content", "", "markup"),
    *rows_for("content", "encoded", "RSS 1.0 content module, content:encoded", "", "markup"),
    *rows_for("wfw", "comment commentRss commentRSS", "Well-Formed Web, the CommentAPI, 1", "metadata"),
    *rows_for("trackback", "ping about", "TrackBack module for RSS 2.0, elements", "metadata"),
    *rows_for("pingback", "server target", "Pingback module for RSS 2.0, elements", "metadata"),
    *rows_for("image", "item@rdf:about", "RSS 1.0 image module, image:item", "image"),
    # podcasts and media
    *rows_for("itunes", "image@href", "Apple, podcast RSS feed requirements, itunes:image", "image"),
    *rows_for("itunes", "image@url", "Apple, podcast RSS feed requirements (2005), itunes:image", "image"),
    *rows_for(
        "itunes", "new-feed-url", "Apple, podcast RSS feed requirements, itunes:new-feed-url", "metadata"
    ),
    *rows_for("itunes", "summary", "Apple, podcast RSS feed requirements, itunes:summary", "", "markup"),
    *rows_for("googleplay", "image@href", "Google Play podcasts 1.0, image", "image"),
    *rows_for("googleplay", "new-feed-url", "Google Play podcasts 1.0, new-feed-url", "metadata"),
    *rows_for("media", "content@url", "Media RSS 1.5.1, media:content", "media"),
    *rows_for("media", "thumbnail@url", "Media RSS 1.5.1, media:thumbnail", "image"),
    *rows_for("media", "thumbnail", f"{_READER}, media_thumbnail", "image"),
    *rows_for("media", "player@url", "Media RSS 1.5.1, media:player", "navigation"),
    *rows_for("media", "embed@url", "Media RSS 1.5.1, media:embed", "object"),
    *rows_for(
        "media",
        "price@info",
        "Media RSS 1.5.1, media:price",
        "navigation",
        when=when("type", "package subscription"),
    ),
    *rows_for("media", "peerLink@href", "Media RSS 1.5.1, media:peerLink", "media"),
    *rows_for("media", "subTitle@href", "Media RSS 1.5.1, media:subTitle", "media"),
    *rows_for("media", "license@href", "Media RSS 1.5.1, media:license", "metadata"),
    *rows_for("media", "copyright@url", "Media RSS 1.5.1, media:copyright", "metadata"),
    *rows_for("media", "backLink", "Media RSS 1.5.1, media:backLinks", "navigation"),
    *rows_for("media", "response", "Media RSS 1.5.1, media:responses", "navigation"),
    *rows_for("media", "title description text", "Media RSS 1.5.1, type", "", "markup", when("type", "html")),
    *rows_for("podcast", "transcript@url chapters@url", "Podcasting 2.0, transcript", "media"),
    *rows_for("podcast", "funding@url person@href contentLink@href", "Podcasting 2.0, funding", "navigation"),
    *rows_for("podcast", "person@img", "Podcasting 2.0, person", "image"),
    *rows_for("podcast", "image@href", "Podcasting 2.0, image", "image"),
    *rows_for("podcast", "remoteItem@feedUrl", "Podcasting 2.0, remoteItem", "metadata"),
    *rows_for("podcast", "images@srcset", "Podcasting 2.0, images", "image", "srcset"),
    *rows_for("podcast", "trailer@url source@uri", "Podcasting 2.0, trailer", "media"),
    *rows_for("podcast", "license@url socialInteract@uri", "Podcasting 2.0, license", "metadata"),
    *rows_for("podcast", "socialInteract@accountUrl", "Podcasting 2.0, socialInteract", "navigation"),
    *rows_for("chapters", "chapter@href", "Podlove Simple Chapters 1.2, chapter", "navigation"),
    *rows_for("chapters", "chapter@image", "Podlove Simple Chapters 1.2, chapter", "image"),
    *rows_for("rawvoice", "poster@url", "RawVoice RSS module, poster", "image"),
    *rows_for("rawvoice", "donate@href", "RawVoice RSS module, donate", "navigation"),
    *rows_for("rawvoice", "webm@src mp4@src", "RawVoice RSS module, webm and mp4", "media"),
    *rows_for("merchant", "link mobile_link canonical_link ads_redirect", f"{_MERCHANT}, link", "navigation"),
    *rows_for(
        "merchant",
        "image_link additional_image_link lifestyle_image_link",
        f"{_MERCHANT}, image_link",
        "image",
    ),
    *rows_for("merchant", "virtual_model_link", f"{_MERCHANT}, virtual_model_link", "media"),
    *rows_for("creative-commons", "license", "creativeCommons module for RSS 2.0, license", "metadata"),
    *rows_for(
        "blog-channel",
        "blogRoll mySubscriptions changes",
        "blogChannel module for RSS 2.0, elements",
        "metadata",
    ),
    *rows_for("blog-channel", "blink", "blogChannel module for RSS 2.0, blink", "navigation"),
    *rows_for("feedburner", "origLink", "FeedBurner extension 1.0, origLink", "navigation"),
    *rows_for("feedburner", "origEnclosureLink", "FeedBurner extension 1.0, origEnclosureLink", "media"),
    *rows_for("feedburner", "feedFlare@href", "FeedBurner extension 1.0, feedFlare", "navigation"),
    *rows_for("feedburner", "feedFlare@src", "FeedBurner extension 1.0, feedFlare", "image"),
    *rows_for("google-data", "image@src", "Google Data API 2.0, gd:image", "image"),
    *rows_for("google-data", "feedLink@href entryLink@href", "Google Data API 2.0, gd:feedLink", "metadata"),
    *rows_for(
        "sparkle",
        "releaseNotesLink fullReleaseNotesLink",
        "Sparkle 2, appcast, sparkle:releaseNotesLink",
        "navigation",
    ),
    *rows_for("wordpress", "attachment_url", "WordPress eXtended RSS 1.2, wp:attachment_url", "media"),
    *rows_for(
        "wordpress",
        "base_site_url base_blog_url comment_author_url",
        "WordPress eXtended RSS 1.2, elements",
        "navigation",
    ),
    *rows_for("wordpress", "comment_content", "WordPress eXtended RSS 1.2, elements", "", "markup"),
    *rows_for("wordpress-excerpt", "encoded", "WordPress eXtended RSS 1.2, excerpt:encoded", "", "markup"),
    # channels of 1997
    *rows_for("cdf", "CHANNEL@HREF ITEM@HREF A@HREF", "W3C NOTE-CDFsubmit (1997), elements", "navigation"),
    *rows_for("cdf", "Channel@Href Item@Href A@Href", "W3C NOTE-CDFsubmit (1997), elements", "navigation"),
    *rows_for("cdf", "CHANNEL@SELF Channel@Self", "W3C NOTE-CDFsubmit (1997), CHANNEL", "metadata"),
    *rows_for("cdf", "LOGO@HREF Logo@Href", "W3C NOTE-CDFsubmit (1997), LOGO", "image"),
)
"""The rows of feeds."""

INLINE_HTML = frozenset({"rss body", "rss fullitem", "rss description", "content encoded"})
"""Elements in which elements without a namespace are HTML's."""
