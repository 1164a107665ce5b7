"""Documents with the same options, in one line; used by the other modules of this package."""

from __future__ import annotations

from tests.browser.generator.document import Document

WHATWG = {"rules": "whatwg"}


def plain(*bodies: bytes, scripts: bool = False, **options: object) -> list[Document]:
    """Make documents of bodies."""
    return [Document(body, scripts=scripts, options=options) for body in bodies]


def declared(charset: bytes, *bodies: bytes) -> list[Document]:
    """Make documents that declare an encoding."""
    return [Document(b"<meta charset=%s>%s" % (charset, body)) for body in bodies]
