"""What a response of Scrapy says of its document: encoding and media type, as this package names them.

It does not read the document. Used by `scrapy`.
"""

from typing import Any

from scrapy.http import HtmlResponse

from absolutize.html.document.encoding_sniffing import lookup
from absolutize.options import XHTML_TYPE


def response_media_type(response: Any) -> str | None:  # noqa: ANN401
    """Tell whether a response is XHTML, which is read as XML."""
    declared = response.headers.get("Content-Type", b"").partition(b";")[0].strip().lower()
    is_xml = declared == XHTML_TYPE.encode() or not isinstance(response, HtmlResponse)
    return XHTML_TYPE if is_xml else None


_LABELS = {  # those of which no label is spelled alike
    "cp932": "shift_jis",
    "cp949": "euc-kr",
    "big5hkscs": "big5",
    "mac-roman": "macintosh",
    "iso2022_jp": "iso-2022-jp",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
}


def encoding_label(codec: str) -> str | None:
    """Find the label of the Encoding Standard for one of Python's codecs, by which Scrapy names encodings."""
    names = (_LABELS.get(codec, codec), codec.replace("_", "-"))
    return next((name for name in names if lookup(name) is not None), None)
