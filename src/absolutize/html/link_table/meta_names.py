"""Names in META and attributes in SVG whose values are URLs.

This module is data: lists in lower case, separated by spaces. It does not know how a value is read. Used by
`html.link_table.rows`.
"""

_OPEN_GRAPH = (
    "og:audio og:audio:secure_url og:audio:url og:image og:image:secure_url og:image:url og:logo og:see_also"
    " og:url og:video og:video:secure_url og:video:url al:web:url"
    " twitter:image twitter:image0 twitter:image1 twitter:image2 twitter:image3 twitter:image:src"
    " twitter:player twitter:player:stream twitter:url"
)
_NAMES = (
    "citation_abstract_html_url citation_fulltext_html_url citation_pdf_url citation_public_url image_src"
    " msapplication-square150x150logo msapplication-square310x310logo msapplication-square70x70logo"
    " msapplication-starturl msapplication-tileimage msapplication-wide310x150logo thumbnail thumbnailurl"
)
URL_NAMES = f"{_OPEN_GRAPH} {_NAMES}"
"""Names whose values are URLs by definition, in the attribute name or property."""

URL_OR_NAME_NAMES = (
    "article:author article:publisher book:author music:album music:creator music:musician music:song"
    " video:actor video:director video:series video:writer"
)
"""Names whose value is the URL of a profile or a work, but on many pages its name."""

ITEM_PROPERTIES = "contenturl downloadurl embedurl image installurl logo sameas screenshot thumbnailurl url"
"""Properties of schema.org whose value is a URL."""

PINNED_SITE_NAMES = "msapplication-badge msapplication-notification msapplication-task"
"""Names whose values have URLs in pairs of a name and a value."""

PRESENTATION = (
    "clip-path color-profile cursor fill filter marker marker-end marker-mid marker-start mask stroke"
)
"""The presentation attributes of SVG whose values have references."""
