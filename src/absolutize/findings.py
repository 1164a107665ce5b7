"""The codes of what was decided about a link, each with its citation; and the exceptions.

This module imports nothing of the package: every layer above may name a code.
"""

from typing import NamedTuple


class Finding(NamedTuple):
    """One code: its name, a message for people, and the section that it rests on."""

    code: str
    message: str
    citation: str


FINDINGS: tuple[Finding, ...] = (
    Finding("rewritten", "made absolute", "RFC 2396 5.2"),
    Finding(
        "rewritten-browser",
        "made absolute as browsers read it, which is not what the rule set says",
        "URL Standard 4.4",
    ),
    Finding("absolute", "already absolute", "RFC 2396 5.2 step 3"),
    Finding("same-document", "a reference to the document itself", "RFC 2396 4.2"),
    Finding("empty", "an empty value that fetches nothing", "HTML Standard 4.8.4.3"),
    Finding("no-base", "relative, and no base URI is known", "RFC 2396 5.1"),
    Finding("base-not-hierarchical", "relative, and the base URI is opaque", "RFC 2396 5"),
    Finding("above-root", "climbs above the root of the base URI", "RFC 2396 5.2 step 6g"),
    Finding(
        "no-such-level",
        "begins with a run of slashes that the base URI does not have",
        "RFC 1630 Partial form",
    ),
    Finding("invalid-reference", "no browser can read it as a URL", "URL Standard 4.4"),
    Finding("unsuitable-encoding", "stands in bytes that cannot be edited in place", "Encoding Standard 4.2"),
    Finding(
        "base-kept",
        "the BASE element was kept as it is: as asked, or because links need it",
        "HTML Standard 4.2.3",
    ),
    Finding("base-emptied", "the href of the BASE element was emptied, as asked", "HTML Standard 4.2.3"),
    Finding("base-removed", "the href of the BASE element was removed, as asked", "HTML Standard 4.2.3"),
)

REWRITTEN = frozenset({"rewritten", "rewritten-browser"})
"""The codes under which a link's target was written into the document."""


EDITED = REWRITTEN | {"base-emptied", "base-removed"}
"""The codes under which bytes change."""

UNRESOLVED = frozenset(
    {
        "no-base",
        "base-not-hierarchical",
        "above-root",
        "no-such-level",
        "invalid-reference",
        "unsuitable-encoding",
    }
)
"""The codes under which a reference that is not absolute had to stay as it is."""

TROUBLES: tuple[Finding, ...] = (
    Finding("damaged-coding", "the compressed data cannot be read on, and were copied", "RFC 1951 3.2"),
    Finding("truncated-coding", "the compressed data end too early", "RFC 1952 2.2"),
    Finding("trailing-data", "bytes stand behind the end, and were copied", "RFC 1952 2.2"),
    Finding("too-large", "too large to be looked into, and was copied", "RFC 1952 5"),
    Finding("no-record", "no record begins here; what is before the next one was copied", "ISO 28500 4"),
    Finding("wrong-length", "the record does not end where it says, and was copied", "ISO 28500 5.3"),
    Finding("truncated-record", "the record ends with the file, and was copied", "ISO 28500 5.3"),
    Finding("segmented", "the record is one of several segments, and was copied", "ISO 28500 7"),
    Finding("damaged-message", "the HTTP message cannot be decoded, and was copied", "RFC 9112 7.1"),
    Finding("no-head", "no HTTP message, though it should be one, and was copied", "RFC 9112 2.1"),
    Finding("not-coded", "not coded as its head says, and was read as it is", "RFC 9110 8.4"),
    Finding("not-html", "said to be HTML and is not; it was copied", "HTML Standard 13.2"),
    Finding("wrong-digest", "the digest was not that of the record; now it is", "ISO 28500 5.8"),
    Finding("unknown-digest", "the digest's algorithm is not known; it was left out", "ISO 28500 5.8"),
    Finding("no-directory", "its members cannot be found, and it was copied", "APPNOTE 4.3.12"),
    Finding("unsafe-name", "a member would be unpacked elsewhere", "APPNOTE 4.4.17"),
    Finding("too-deep", "containers in containers in containers", "APPNOTE 4.3"),
    Finding("unsupported-member", "encrypted, or compressed otherwise; it was copied", "APPNOTE 4.4.5"),
    Finding("damaged-member", "the member cannot be read, and was copied", "APPNOTE 4.4.7"),
    Finding("stale-digest", "the index has a digest that is not the record's, and keeps it", "WACZ 5.2"),
    Finding("signature", "the signature was of what has changed, and was left out", "WACZ Auth 0.1"),
    Finding("unsupported-version", "of a version that is not read, and was copied", "ISO 28500 4"),
    Finding("leads-out", "a symbolic link out of the tree, and was left out", "POSIX.1-2017 4.13"),
    Finding("no-file", "neither a file nor a directory, and was left out", "POSIX.1-2017 3.164"),
    Finding("unreadable", "cannot be read, and was left out", "POSIX.1-2017 2.3"),
    Finding("no-blank-line", "no empty line divides the head from the body", "RFC 822 3.1"),
    Finding("stray-line", "a line of the head is no field", "RFC 822 3.2"),
    Finding("no-boundary", "no line divides the parts as the head says it would", "RFC 2046 5.1.1"),
    Finding("unterminated", "the last part is not terminated", "RFC 2046 5.1.1"),
    Finding("damaged-encoding", "the transfer encoding cannot be read, and was copied", "RFC 2045 6.8"),
    Finding("truncated-encoding", "the transfer encoding ends too early", "RFC 2045 6.8"),
)
"""What is wrong with an archive or another container; what cannot be read is copied as it is."""


class ResolutionError(ValueError):
    """A rule set says that a reference has no absolute form against this base.

    ``code`` is one of `FINDINGS`, ``reference`` and ``base`` are the texts as they were given.
    """

    def __init__(self, code: str, reference: str, base: str | None, why: str) -> None:
        super().__init__(f"cannot resolve {reference!r}: {why}")
        self.code = code
        self.reference = reference
        self.base = base
