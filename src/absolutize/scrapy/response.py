"""The encoding and the media type of a Scrapy response, in the names of this package.

It does not read the document. Used by `scrapy`.
"""

from typing import Any

from scrapy.http import XmlResponse

from absolutize.html.document.encoding_sniffing import lookup
from absolutize.html.encodings.python_codecs import label_of_codec
from absolutize.options import HTML_TYPE, XHTML_TYPE

# of which Scrapy makes responses of HTML
_XHTML_TYPES = frozenset({XHTML_TYPE.encode(), b"application/vnd.wap.xhtml+xml"})


def response_media_type(response: Any) -> str:  # noqa: ANN401
    """Give the media type of XHTML for a response that is read as XML, or else that of HTML.

    However its body begins: without a Content-Type, Scrapy has chosen the class by the name of the file, as
    browsers do, or by the body.
    """
    declared = response.headers.get("Content-Type", b"").partition(b";")[0].strip().lower()
    is_xml = declared in _XHTML_TYPES or isinstance(response, XmlResponse)
    return XHTML_TYPE if is_xml else HTML_TYPE


def encoding_label(codec: str) -> str | None:
    """Find the Encoding Standard's label, if any, for a Python codec: Scrapy names encodings by codecs."""
    label = label_of_codec(codec)
    return None if lookup(label) is None else label
