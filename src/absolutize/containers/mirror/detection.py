"""Whether a file of a directory is a container of pages, by its name or else by its first bytes.

It does not read the container. Used by `cli.io.outputs` and `containers.mirror.directory`.
"""

from absolutize.containers.compressed_file import Unpacking
from absolutize.containers.compression import MAGIC
from absolutize.containers.mail.recognition import recognizes_emlx, recognizes_mbox, recognizes_message
from absolutize.containers.session import DEEPEST_CONTAINER
from absolutize.containers.sniffing import (
    SNIFFED_BYTES,
    holds_pages,
    is_page,
    may_be_page,
    says_what_it_is,
    uncompressed_name,
)
from absolutize.containers.source import HEAD_BYTES, IncompleteOutput, from_chunks, source_of
from absolutize.containers.warc.layout import recognizes_warc

# The kinds whose first bytes are looked at. A zip file is not one of them: in a directory it is not read.
_RECOGNIZERS = (recognizes_warc, recognizes_mbox, recognizes_emlx, recognizes_message)


def bytes_to_see(path: str) -> int:
    """Give how many of its first bytes show what a file is; few, if its name says so."""
    return SNIFFED_BYTES if says_what_it_is(path) else HEAD_BYTES


def is_container(path: str, head: bytes, *, style_sheets: bool = False) -> bool:
    """Whether a file is a container of pages, or a compressed page: by its name, or else by its first bytes.

    So is a file that cannot be decompressed since a package is missing: that is reported when it is read.
    """
    try:
        return _is_container(path, head, style_sheets=style_sheets, depth=0)
    except IncompleteOutput:
        return True


def _is_container(path: str, head: bytes, *, style_sheets: bool, depth: int) -> bool:
    """Whether a file inside of ``depth`` compressed files is a container, or a page that is compressed.

    A name that is a page's (``a.html``) hides an archive or mail, but not the compression: programs that
    ask a server for a page as it is, such as wget, may get it compressed.
    """
    if holds_pages(path, style_sheets=style_sheets):
        return True
    if not may_be_page(path, style_sheets=style_sheets):
        return False
    if any(recognizes(head, "") for recognizes in _RECOGNIZERS):
        return depth <= DEEPEST_CONTAINER and not says_what_it_is(path)
    if depth > 0 and is_page(path, head, style_sheets=style_sheets):
        return True
    coding = next((name for name, magic in MAGIC.items() if head.startswith(magic)), None)
    if coding is None or depth > DEEPEST_CONTAINER:
        return False
    inner = from_chunks(Unpacking(coding, source_of(head, "").file).read_next, "").head()
    return _is_container(uncompressed_name(path), inner, style_sheets=style_sheets, depth=depth + 1)
