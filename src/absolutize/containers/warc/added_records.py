"""Records that are added to a WARC: warcinfo about the changes, and conversions.

Their identifiers and dates are made from those of the records that they describe, so that the same input
gives the same output. The module does not know how records are compressed. Used by
`containers.warc.conversion` and `containers.warc.rewriter`.
"""

import uuid
from collections.abc import Sequence

from absolutize.containers.digests import digest_like
from absolutize.containers.http.header_fields import HeaderFields
from absolutize.version import version

NamedFields = Sequence[tuple[str, bytes | None]]


def warcinfo(head: bytes, *, conversion: bool) -> bytes:
    """Write the warcinfo record (WARC 1.1 6.2) that goes before the first record that changed.

    ``head`` is the header of that record. A warcinfo record "describes the records that follow it, up through
    end of file, end of input, or until next 'warcinfo' record".
    """
    done = "conversion records hold" if conversion else "responses and resources were rewritten to hold"
    block = (
        f"software: absolutize/{version()}\r\n"
        f"format: {_first_line(head).decode('latin-1')}\r\n"
        f"description: {done} HTML with absolute references, resolved as RFC 2396 5.2 says; "
        "lengths and digests are of the records as they are now\r\n"
    ).encode()
    fields = HeaderFields(head)
    named = (
        ("WARC-Type", b"warcinfo"),
        ("WARC-Record-ID", identifier(fields, b"warcinfo")),
        ("WARC-Date", fields.get(b"warc-date")),
        ("Content-Type", b"application/warc-fields"),
    )
    return _record(head, named, block)


def conversion_record(head: bytes, media: bytes, document: bytes) -> bytes:
    """Write a conversion record (WARC 1.1 6.8) of the record with the header ``head``."""
    fields = HeaderFields(head)
    named = (
        ("WARC-Type", b"conversion"),
        ("WARC-Record-ID", identifier(fields, document)),
        ("WARC-Refers-To", fields.get(b"warc-record-id")),
        ("WARC-Target-URI", fields.get(b"warc-target-uri")),
        ("WARC-Date", fields.get(b"warc-date")),
        ("Content-Type", media),
    )
    return _record(head, named, document)


def _record(head: bytes, named: NamedFields, block: bytes) -> bytes:
    digest = digest_like("sha1:", "base32", block) or ""
    rest = (("WARC-Block-Digest", digest.encode()), ("Content-Length", b"%d" % len(block)))
    lines = [_first_line(head)]
    lines += [b"%b: %b" % (name.encode(), value) for name, value in (*named, *rest) if value is not None]
    return b"\r\n".join(lines) + b"\r\n\r\n" + block + b"\r\n\r\n"


def _first_line(head: bytes) -> bytes:
    return head.partition(b"\n")[0].strip()


def identifier(fields: HeaderFields, what: bytes) -> bytes:
    """Make a record's identifier (WARC 1.1 5.2): from that of the record that it describes, and ``what``.

    ``what`` is its type or its content.
    """
    of = (fields.get(b"warc-record-id") or fields.head) + b" " + what
    return f"<{uuid.uuid5(uuid.NAMESPACE_URL, of.decode('latin-1')).urn}>".encode()
