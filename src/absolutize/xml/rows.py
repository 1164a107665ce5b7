"""DOCUMENT_ROWS: which attributes and elements of XML vocabularies hold references, and who says so.

A row's element begins with the vocabulary (`xml.vocabularies`), ``"xml"`` being any; names are spelled as the
vocabulary spells them. This module is data, and does not read documents. Used by `xml`.
"""

from collections.abc import Mapping

from absolutize.html.link_table.rows import Row, When
from absolutize.html.values.syntaxes import TEXT_URL, UNREADABLE_SYNTAX

XML_BASE = Row(
    "xml *", "xml:base", "url", "XML Base 1.0 (2nd edition) 3", against="scope", kind="base", is_base=True
)
IGNORED_BASE = XML_BASE._replace(syntax="ignored-base")
_SHEETS = "Associating Style Sheets with XML documents 1.0 (2nd edition) 3"
_SCHEMAS = "Associating Schemas with XML documents 1.0 (3rd edition) 3"
INSTRUCTIONS: Mapping[bytes | None, Row] = {
    b"xml-stylesheet": Row(
        "?xml-stylesheet", "href", "url", _SHEETS, "nothing", "document", against="document", kind="style"
    ),
    b"xml-model": Row(
        "?xml-model", "href", "url", _SCHEMAS, "nothing", "document", against="document", kind="metadata"
    ),
}
"""The rows of instructions before the root element, by their targets: no BASE is read before them."""
BEHIND_ROOT: Mapping[bytes | None, Row] = {
    b"xml-stylesheet": INSTRUCTIONS[b"xml-stylesheet"]._replace(against="")
}
"""The rows of those behind it: Chromium loads the style sheet, which no specification asks for."""
ENTITY = Row("!ENTITY", "", UNREADABLE_SYNTAX, "XML 1.0 (5th edition) 4.4.2", kind="other")
"""The elements in an entity, which are in every place where the entity is used."""
EXPRESSION = Row(
    "xslt *", "*", "expression", "XSLT 1.0 12.1, XPath functions 3.1 14.6 to 14.8", kind="object"
)
"""An attribute of XSLT with an expression that reads another document."""
BASES: Mapping[str, bytes] = {"cdf CHANNEL": b"BASE", "cdf Channel": b"Base"}
"""Attributes that mean what ``xml:base`` does (W3C NOTE-CDFsubmit, CHANNEL)."""


def rows_for(
    vocabulary: str, keys: str, citation: str, kind: str, syntax: str = "url", when: When | None = None
) -> tuple[Row, ...]:
    """Make rows of ``element@attribute`` words, or of ``element`` alone for its text: all of one kind."""
    parted = (key.partition("@") for key in keys.split())
    return tuple(
        Row(
            f"{vocabulary} {element}",
            attribute,
            syntax if attribute or syntax != "url" else TEXT_URL,
            citation,
            kind=kind,
            when=when,
        )
        for element, _, attribute in parted
    )


def when(attribute: str, values: str) -> When:
    """Make a condition of values with a space between; a leading space: or the attribute is missing."""
    return When(attribute.lower(), frozenset(values.split(" ")))


# The attribute "" is the text of an element: one URL, or escaped HTML ("markup")
DOCUMENT_ROWS: tuple[Row, ...] = (
    # any vocabulary
    *rows_for("xml", "*@xlink:href", "XLink 1.1 5.4", "navigation"),
    *rows_for("xml", "*@xlink:role *@xlink:arcrole", "XLink 1.1 5.5", "metadata"),
    *rows_for("xml", "*@xsi:schemaLocation", "XML Schema 1 4.3.2", "metadata", "schema-locations"),
    *rows_for("xml", "*@xsi:noNamespaceSchemaLocation", "XML Schema 1 4.3.2", "metadata"),
    *rows_for("xml", "*@rdf:about *@rdf:resource *@rdf:datatype", "RDF 1.1 XML Syntax 2.14", "metadata"),
    *rows_for(
        "rdf",
        "li@resource type@resource Description@about Seq@about Bag@about Alt@about",
        "RDF 1.1 XML Syntax 6.1.4",
        "metadata",
    ),
    *rows_for("xinclude", "include@href", "XInclude 1.0 (2nd edition) 3.1", "object"),
    # lists of pages
    *rows_for("sitemap", "loc", "Sitemaps XML format 0.9, loc", "navigation"),
    *rows_for("sitemap-image", "loc", "Google image sitemaps 1.1, image:loc", "image"),
    *rows_for("sitemap-image", "license", "Google image sitemaps 1.1, image:license", "metadata"),
    *rows_for("sitemap-video", "thumbnail_loc", "Google video sitemaps 1.1, video:thumbnail_loc", "image"),
    *rows_for("sitemap-video", "content_loc player_loc", "Google video sitemaps 1.1, tags", "media"),
    *rows_for("sitemap-video", "gallery_loc", "Google video sitemaps 1.1, tags", "navigation"),
    *rows_for("sitemap-video", "uploader@info", "Google video sitemaps 1.1, tags", "navigation"),
    *rows_for("opml", "outline@htmlUrl outline@url", "OPML 2.0, outline", "navigation"),
    *rows_for("opml", "outline@xmlUrl", "OPML 2.0, subscription lists", "metadata"),
    *rows_for("opml", "ownerId docs", "OPML 2.0, head", "metadata"),
    *rows_for("opml", "outline@htmlurl outline@htmlURL", "OPML 2.0, outline", "navigation"),
    *rows_for("opml", "outline@xmlurl outline@xmlURL", "OPML 2.0, subscription lists", "metadata"),
    *rows_for("xbel", "bookmark@href", "XBEL 1.0, bookmark", "navigation"),
    *rows_for("xspf", "location", "XSPF 1 4.1.1.2.14.1.1.1", "media"),
    *rows_for("xspf", "image", "XSPF 1 4.1.1.2.7", "image"),
    *rows_for("xspf", "info", "XSPF 1 4.1.1.2.4", "navigation"),
    *rows_for("xspf", "link meta@rel link@rel license identifier", "XSPF 1 4.1.1.2", "metadata"),
    *rows_for("opensearch", "Url@template", "OpenSearch 1.1 draft 6, Url", "form"),
    *rows_for("opensearch", "Image", "OpenSearch 1.1 draft 6, Image", "image"),
    *rows_for("mozsearch", "SearchForm", "MDN, OpenSearch description format", "form"),
    *rows_for("rsd", "homePageLink engineLink", "RSD 1.0, service", "navigation"),
    *rows_for("rsd", "api@apiLink", "RSD 1.0, api", "metadata"),
    *rows_for("oembed", "url thumbnail_url", "oEmbed 2.3.4, response parameters", "image"),
    *rows_for("oembed", "author_url provider_url", "oEmbed 2.3.4, response parameters", "navigation"),
    *rows_for("oembed", "html", "oEmbed 2.3.4, response parameters", "", "markup"),
    *rows_for(
        "browserconfig",
        "square70x70logo@src square150x150logo@src wide310x150logo@src square310x310logo@src TileImage@src",
        "MSDN, browser configuration schema, tile",
        "image",
    ),
    *rows_for(
        "browserconfig",
        "polling-uri@src polling-uri2@src polling-uri3@src polling-uri4@src polling-uri5@src",
        "MSDN, browser configuration schema, notification",
        "metadata",
    ),
    *rows_for("office", "MainFile@HRef File@HRef", "Microsoft Office HTML and XML, File-List", "metadata"),
    # programs and schemas
    *rows_for("xslt", "import@href include@href", "XSLT 1.0 2.6", "script"),
    *rows_for("xslt", "import-schema@schema-location", "XSLT 2.0 3.14", "metadata"),
    *rows_for("schema", "import@schemaLocation", "XML Schema 1 4.2.3", "metadata"),
    *rows_for("schema", "include@schemaLocation", "XML Schema 1 4.2.1", "metadata"),
    *rows_for("schema", "redefine@schemaLocation", "XML Schema 1 4.2.2", "metadata"),
    *rows_for("schema", "override@schemaLocation", "XML Schema 1.1 part 1, 4.2.5", "metadata"),
    *rows_for("relaxng", "include@href externalRef@href", "RELAX NG (ISO 19757-2) 4.5", "metadata"),
    *rows_for("schematron", "include@href extends@href", "Schematron (ISO 19757-3) 5.4.4", "metadata"),
    *rows_for("wsdl", "import@location", "WSDL 1.1 2.1.1", "metadata"),
    *rows_for("wsdl", "include@location", "WSDL 2.0 4.1", "metadata"),
    *rows_for(
        "catalog",
        "public@uri system@uri systemSuffix@uri uri@uri uriSuffix@uri rewriteSystem@rewritePrefix"
        " rewriteURI@rewritePrefix nextCatalog@catalog delegatePublic@catalog delegateSystem@catalog"
        " delegateURI@catalog",
        "OASIS XML Catalogs 1.1, entries",
        "metadata",
    ),
    # books, maps, presentations
    *rows_for("docbook", "ulink@url", "DocBook 4.5, ulink", "navigation"),
    *rows_for("docbook", "graphic@fileref inlinegraphic@fileref", "DocBook 4.5, graphic", "image"),
    *rows_for("docbook", "imagedata@fileref", "DocBook 5.1, imagedata", "image"),
    *rows_for("docbook", "videodata@fileref audiodata@fileref", "DocBook 5.1, videodata", "media"),
    *rows_for("docbook", "textdata@fileref", "DocBook 5.1, textdata", "object"),
    *rows_for("tei", "*@target", "TEI P5, att.pointing", "navigation", "urls"),
    *rows_for("tei", "*@facs", "TEI P5, att.global.facs", "image", "urls"),
    *rows_for("tei", "graphic@url", "TEI P5, att.resourced", "image"),
    *rows_for("tei", "media@url binaryObject@url", "TEI P5, att.resourced", "media"),
    *rows_for("tei", "moduleRef@url schemaRef@url", "TEI P5, moduleRef and schemaRef", "metadata"),
    *rows_for(
        "dita",
        "xref@href link@href lq@href author@href source@href publisher@href data@href data-about@href"
        " topicref@href topicset@href topicsetref@href mapref@href keydef@href anchorref@href navref@mapref"
        " chapter@href part@href appendix@href appendices@href preface@href notices@href glossref@href"
        " frontmatter@href toc@href booklist@href bookabstract@href dedication@href colophon@href",
        "DITA 1.3, the href attribute",
        "navigation",
    ),
    *rows_for(
        "dita", "subjectdef@href schemeref@href ditavalref@href", "DITA 1.3, the href attribute", "metadata"
    ),
    *rows_for("dita", "image@href hazardsymbol@href svgref@href", "DITA 1.3, image", "image"),
    *rows_for("dita", "audio@href video@href media-source@href media-track@href", "DITA 2.0, audio", "media"),
    *rows_for("dita", "longdescref@href image@longdescref", "DITA 1.3, longdescref", "metadata"),
    *rows_for("dita", "coderef@href mathmlref@href include@href", "DITA 1.3, coderef", "object"),
    # relative to the codebase, if there is one
    *rows_for("dita", "object@data", "DITA 1.3, object", "object", when=when("codebase", "")),
    *rows_for("dita", "*@conref *@conrefend", "DITA 1.3, the conref attribute", "object"),
    *rows_for("opf", "item@href", "EPUB 3.3 5.6.2", "object"),
    *rows_for("opf", "reference@href", "OPF 2.0.1 2.6", "navigation"),
    *rows_for("opf", "site@href", "OPF 2.0.1 2.5", "navigation"),
    *rows_for("opf", "link@href", "EPUB 3.3 5.5.7", "metadata"),
    *rows_for("ncx", "content@src", "DAISY (ANSI/NISO Z39.86-2005) 8.4.3", "navigation"),
    *rows_for("ncx", "img@src", "DAISY (ANSI/NISO Z39.86-2005) 8.4.3", "image"),
    *rows_for("ncx", "audio@src", "DAISY (ANSI/NISO Z39.86-2005) 8.4.3", "media"),
    *rows_for("smil", "a@href area@href", "SMIL 3.0 9.3", "navigation"),
    *rows_for("smil", "audio@src video@src animation@src ref@src", "SMIL 3.0 7.3", "media"),
    *rows_for("smil", "img@src", "SMIL 3.0 7.3", "image"),
    *rows_for("smil", "text@src textstream@src", "SMIL 3.0 7.3", "object"),
    *rows_for("smil", "region@backgroundImage", "SMIL 3.0, backgroundImage", "image"),
    *rows_for("smil", "prefetch@src", "SMIL 3.0, prefetch", "hint"),
    *rows_for("smil", "anchor@href", "SMIL 1.0, anchor", "navigation"),
    *rows_for("smil", "body@epub:textref seq@epub:textref", "EPUB 3.3, epub:textref", "metadata"),
    *rows_for("newsml", "link@href a@href", "NewsML-G2 2.28, link", "navigation"),
    *rows_for("newsml", "web", "NewsML-G2 2.28, web", "navigation"),
    *rows_for("newsml", "remoteContent@href", "NewsML-G2 2.28, remoteContent", "object"),
    *rows_for("newsml", "icon@href", "NewsML-G2 2.28, icon", "image"),
    *rows_for(
        "newsml",
        "catalogRef@href itemRef@href remoteInfo@href copyrightNotice@href usageTerms@href",
        "NewsML-G2 2.28, catalogRef and itemRef",
        "metadata",
    ),
    *rows_for("nitf", "a@href", "NITF 3.6, a", "navigation"),
    *rows_for("nitf", "media-reference@source", "NITF 3.6, media-reference", "media"),
    *rows_for("access", "license_ref", "NISO RP-22-2015, license_ref", "metadata"),
    *rows_for("onix", "ResourceLink x435", "ONIX for Books 3.0, P.16", "media"),
    *rows_for("onix", "WebsiteLink b295", "ONIX for Books 3.0, P.19", "navigation"),
    *rows_for("kml", "href", "KML 2.3 (OGC 12-007r2) 13.1", "object"),
    *rows_for("kml", "SchemaData@schemaUrl", "KML 2.3 (OGC 12-007r2), SchemaData", "metadata"),
    *rows_for("kml", "styleUrl", "KML 2.3 (OGC 12-007r2) 9.1", "style"),
    *rows_for("kml", "description", "KML 2.3 (OGC 12-007r2) 9.1", "", "markup"),
    *rows_for("gpx", "link@href", "GPX 1.1, linkType", "navigation"),
    *rows_for("gpx", "url", "GPX 1.0, url", "navigation"),
    *rows_for("gpx", "license", "GPX 1.1, copyrightType", "metadata"),
)
"""The rows of XML itself, of lists of pages, of programs, of books: all rows but those of feeds."""
