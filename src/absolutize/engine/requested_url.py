"""The URL that a browser requests for a target: parsed, its query in the document's encoding, no fragment.

It is computed where it is asked for, since listing links must be quick. It does not know documents. Used by
`engine.link`.
"""

from absolutize.engine.document_base import codec_of
from absolutize.uri.reference import split
from absolutize.uri.rules import whatwg


def requested_url(target: str, encoding: str) -> str | None:
    """Serialise a target as it is requested (URL Standard 4.5); ``None``: nothing is requested.

    ``encoding`` is the name in the Encoding Standard of the encoding in which the query is percent-encoded.
    """
    url = whatwg.parse_url(target)
    if url is None or split(url).scheme not in whatwg.REQUESTED_SCHEMES:
        return None
    codec = codec_of(encoding)
    if codec.name != "utf-8" and not codec.is_plain_ascii(target):
        url = whatwg.parse_url(whatwg.encode_query(target, codec.encode_query)) or url
    return url.partition("#")[0]
