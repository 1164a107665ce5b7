"""Functions for the modules of this package, which make documents with the same options in one line."""

from __future__ import annotations

from tests.browser.generator.document import Document

WHATWG = {"rules": "whatwg"}


def plain(*bodies: bytes, scripts: bool = False, **options: object) -> list[Document]:
    """Make a document of each body."""
    return [Document(body, scripts=scripts, options=options) for body in bodies]


def declared(charset: bytes, *bodies: bytes) -> list[Document]:
    """Make documents that declare an encoding."""
    return [Document(b"<meta charset=%s>%s" % (charset, body)) for body in bodies]
