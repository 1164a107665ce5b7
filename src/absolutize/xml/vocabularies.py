"""Vocabularies of XML: their namespaces, and the root elements of those that have none.

This module is data and look-ups in it: a vocabulary is a short name that the rows of `xml.rows` begin with.
It does not read documents. Used by `trees.xml_document`, `xml.detection`, `xml.link_rows` and `xml.scanner`.
"""

from collections.abc import Mapping

from absolutize.html.grammar.namespaces import HTML, MATHML, NAMESPACE_URIS, SVG

UNKNOWN_VOCABULARY = ""  # the vocabulary of an unknown namespace
XSLT = "xslt"

NAMESPACES_OF: Mapping[str, str] = {
    **NAMESPACE_URIS,
    "atom": "http://www.w3.org/2005/Atom",
    "atom03": "http://purl.org/atom/ns#",
    "rss": (
        "http://purl.org/rss/1.0/ http://my.netscape.com/rdf/simple/0.9/ http://channel.netscape.com/rdf/simple/0.9/"
        " http://purl.org/net/rss1.1# http://backend.userland.com/rss http://blogs.law.harvard.edu/tech/rss"
        " http://backend.userland.com/rss2 http://backend.userland.com/RSS2"
        " http://blogs.law.harvard.edu/tech/rss2 http://cyber.law.harvard.edu/rss/rss.html"
        " http://www.rssboard.org/rss-specification"
    ),
    "app": "http://www.w3.org/2007/app http://purl.org/atom/app#",
    "thread": "http://purl.org/syndication/thread/1.0",
    "content": "http://purl.org/rss/1.0/modules/content/",
    "wfw": "http://wellformedweb.org/CommentAPI/ http://wellformedweb.org/commentAPI/",
    "trackback": "http://madskills.com/public/xml/rss/module/trackback/",
    "pingback": "http://madskills.com/public/xml/rss/module/pingback/",
    "itunes": (
        "http://www.itunes.com/dtds/podcast-1.0.dtd http://www.itunes.com/DTDs/PodCast-1.0.dtd"
        " http://www.itunes.com/DTDs/Podcast-1.0.dtd"
    ),
    "googleplay": "http://www.google.com/schemas/play-podcasts/1.0",
    "media": (
        "http://search.yahoo.com/mrss/ http://search.yahoo.com/mrss http://video.search.yahoo.com/mrss"
        " http://video.search.yahoo.com/mrss/ http://www.rssboard.org/media-rss http://www.rssboard.org/media-rss/"
    ),
    "podcast": (
        "https://podcastindex.org/namespace/1.0"
        " https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"
    ),
    "merchant": "http://base.google.com/ns/1.0",
    "creative-commons": "http://backend.userland.com/creativeCommonsRssModule",
    "blog-channel": "http://backend.userland.com/blogChannelModule",
    "feedburner": "http://rssnamespace.org/feedburner/ext/1.0",
    "google-data": "http://schemas.google.com/g/2005",
    "chapters": "http://podlove.org/simple-chapters http://podlove.org/simple-chapters/",
    "rawvoice": "http://www.rawvoice.com/rawvoiceRssModule/ https://blubrry.com/developer/rawvoice-rss/",
    "sparkle": "http://www.andymatuschak.org/xml-namespaces/sparkle",
    "wordpress": (
        "http://wordpress.org/export/1.2/ http://wordpress.org/export/1.1/ http://wordpress.org/export/1.0/"
    ),
    "wordpress-excerpt": (
        "http://wordpress.org/export/1.2/excerpt/ http://wordpress.org/export/1.1/excerpt/"
        " http://wordpress.org/export/1.0/excerpt/"
    ),
    "image": "http://purl.org/rss/1.0/modules/image/",
    "opml": "http://opml.org/spec2",
    "sitemap": (
        "http://www.sitemaps.org/schemas/sitemap/0.9 https://www.sitemaps.org/schemas/sitemap/0.9"
        " http://www.sitemaps.org/schemas/sitemap/0.9/ https://www.sitemaps.org/schemas/sitemap/0.9/"
        " https://sitemaps.org/schemas/sitemap/0.9 http://www.google.com/schemas/sitemap/0.84"
        " http://www.google.com/schemas/sitemap/0.9 http://www.google.com/schemas/sitemap/0.90"
        " https://www.google.com/schemas/sitemap/0.84 https://www.google.com/schemas/sitemap/0.9"
    ),
    "sitemap-image": (
        "http://www.google.com/schemas/sitemap-image/1.1 https://www.google.com/schemas/sitemap-image/1.1"
    ),
    "sitemap-video": (
        "http://www.google.com/schemas/sitemap-video/1.1 https://www.google.com/schemas/sitemap-video/1.1"
    ),
    "opensearch": "http://a9.com/-/spec/opensearch/1.1/ http://a9.com/-/spec/opensearchdescription/1.1/",
    "mozsearch": "http://www.mozilla.org/2006/browser/search/",
    "rsd": "http://archipelago.phrasewise.com/rsd",
    "office": "urn:schemas-microsoft-com:office:office",
    "xspf": "http://xspf.org/ns/0/",
    XSLT: "http://www.w3.org/1999/XSL/Transform",
    "schema": "http://www.w3.org/2001/XMLSchema",
    "relaxng": "http://relaxng.org/ns/structure/1.0",
    "schematron": "http://purl.oclc.org/dsdl/schematron http://www.ascc.net/xml/schematron",
    "wsdl": "http://schemas.xmlsoap.org/wsdl/ http://www.w3.org/ns/wsdl",
    "catalog": "urn:oasis:names:tc:entity:xmlns:xml:catalog",
    "xinclude": "http://www.w3.org/2001/XInclude http://www.w3.org/2003/XInclude",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "docbook": "http://docbook.org/ns/docbook",
    "tei": "http://www.tei-c.org/ns/1.0",
    "opf": "http://www.idpf.org/2007/opf http://openebook.org/namespaces/oeb-package/1.0/",
    "ncx": "http://www.daisy.org/z3986/2005/ncx/",
    "smil": (
        "http://www.w3.org/ns/SMIL http://www.w3.org/2001/SMIL20/ http://www.w3.org/2001/SMIL20/Language"
        " http://www.w3.org/2005/SMIL21/ http://www.w3.org/2005/SMIL21/Language http://www.w3.org/TR/REC-smil"
    ),
    "kml": (
        "http://www.opengis.net/kml/2.2 http://www.opengis.net/kml/2.3 http://earth.google.com/kml/2.2"
        " http://earth.google.com/kml/2.1 http://earth.google.com/kml/2.0"
    ),
    "gpx": "http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/0",
    "newsml": "http://iptc.org/std/nar/2006-10-01/",
    "nitf": "http://iptc.org/std/NITF/2006-10-18/",
    "access": "http://www.niso.org/schemas/ali/1.0/",
    "onix": (
        "http://ns.editeur.org/onix/3.0/reference http://ns.editeur.org/onix/3.0/short"
        " http://ns.editeur.org/onix/3.1/reference http://ns.editeur.org/onix/3.1/short"
    ),
}
"""The namespaces of each vocabulary, a space between."""

VOCABULARIES: Mapping[str, str] = {
    uri: vocabulary for vocabulary, uris in NAMESPACES_OF.items() for uri in uris.split()
}
"""The vocabulary of each namespace."""

_ROOTS_OF: Mapping[str, str] = {
    "rss": "rss channel",
    "atom": "feed",
    "opml": "opml",
    "sitemap": "urlset sitemapindex",
    "cdf": "CHANNEL Channel",
    HTML: "html",
    SVG: "svg",
    MATHML: "math",
    "docbook": (
        "set book part chapter appendix article preface section sect1 sect2 sect3 sect4 sect5 refentry"
        " glossary bibliography"
    ),
    "dita": (
        "dita map bookmap subjectScheme topic concept task reference troubleshooting glossentry glossgroup"
    ),
    "rsd": "rsd",
    "xbel": "xbel",
    "oembed": "oembed",
    "browserconfig": "browserconfig",
    "nitf": "nitf",
    "onix": "ONIXMessage ONIXmessage",
    "opf": "package",
    "ncx": "ncx",
    "smil": "smil",
    "kml": "kml",
    "gpx": "gpx",
    "xspf": "playlist",
}
ROOT_ELEMENTS: Mapping[str, str] = {
    root: vocabulary for vocabulary, roots in _ROOTS_OF.items() for root in roots.split()
}
"""The vocabulary of elements without a namespace, by the name of the root element."""

SHOWN_BY_BROWSERS = frozenset({HTML, SVG, MATHML})
"""The vocabularies of the documents that browsers show themselves."""

GOVERNED_BY_BASE = SHOWN_BY_BROWSERS | {UNKNOWN_VOCABULARY}
"""The vocabularies of the documents that a BASE element of HTML governs; readers of others do not know it."""

TEMPLATES = frozenset({XSLT})
"""The vocabularies whose documents hold elements of others, as templates of their output."""

TEMPLATE_VERSION = NAMESPACES_OF[XSLT], "version"
"""The attribute, by its namespace and name, with which a root of any vocabulary is such a document, a style
sheet of XSLT (XSLT 1.0, 2.3)."""
