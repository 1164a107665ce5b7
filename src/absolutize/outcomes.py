"""One outcome per reference: what it becomes under a base, a rule set and the caller's policies.

Text in, decision out: bytes and trees share this file, and it knows neither.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from absolutize.base import BaseURI, Candidates, establish
from absolutize.findings import NEED_NO_BASE
from absolutize.html.body import Codec
from absolutize.html.charset import WIDE
from absolutize.html.links import Row
from absolutize.options import Context, Policies
from absolutize.resolution import Decision, Resolution
from absolutize.uri import whatwg
from absolutize.uri.reference import is_same_document, split


class Link(NamedTuple):
    """One reference in a document, as `links` lists it.

    ``start`` and ``stop`` are offsets in the document as it was given (``None`` for trees),
    ``line`` and ``column`` count from 1, ``index`` from 0 within a list value. ``raw`` is the
    reference as written, ``reference`` the same with character references and white space seen
    to, ``target`` its absolute form (``None``: it has none), ``code`` what was decided.
    """

    element: str
    attribute: str
    index: int  # type: ignore[assignment]  # a field of the contract; the method of tuple goes
    start: int | None
    stop: int | None
    line: int | None
    column: int | None
    raw: str
    reference: str
    target: str | None
    code: str


def codec_of(encoding: str) -> Codec:
    """Get the codec in which a document's URLs are read: never one of 16 or 32 bits a unit."""
    return Codec("utf-8" if encoding in WIDE else encoding)


def candidates(embedded: str | None, context: Context, policies: Policies, codec: Codec) -> Candidates:
    """Give the sources of section 5.1 what they say; the query of BASE in the encoding, as browsers do."""
    if embedded is not None and policies.guarded and not embedded.isascii() and codec.name != "utf-8":
        scheme = split(embedded).scheme
        if scheme is None or scheme.lower() in whatwg.ENCODED_QUERY:
            embedded = whatwg.encode_query(embedded, codec.encode_strictly)
    return context.candidates(embedded)


_WHITE_SPACE = re.compile("[ \t\n\f\r]")


def _percent(match: re.Match[str]) -> str:
    return f"%{ord(match[0]):02X}"


_BASE_CODES = {"keep": "base-kept", "empty": "base-emptied", "remove": "base-removed"}


class Planner:
    """Decides on every reference of one document.

    ``base`` is its base URI, ``outer`` the base URI that it would have without a BASE element.
    """

    def __init__(self, base: BaseURI, outer: BaseURI, policies: Policies, codec: Codec) -> None:
        self.base, self.outer, self.policies, self._codec = base, outer, policies, codec
        self.resolution = Resolution(base.uri, policies, codec)
        self.foreign = base.source == "embedded" and base.uri != outer.uri
        self._resolutions = {base.uri: self.resolution}
        self._needs_base = False

    def leaving(self, codes: Iterable[str]) -> None:
        """Take in what is decided on the references: some that stay need the BASE element."""
        self._needs_base = self.base.uri is None or not NEED_NO_BASE.issuperset(codes)

    @classmethod
    def of(cls, embedded: str | None, context: Context, policies: Policies, encoding: str) -> "Planner":
        """Establish the base of a document, ``embedded`` in it or given from outside."""
        outer = establish(context.candidates(), policies.resolving)
        codec = codec_of(encoding)
        base = outer
        if embedded is not None:
            base = establish(candidates(embedded, context, policies, codec), policies.resolving)
        return cls(base, outer, policies, codec)

    def decide(self, row: Row, reference: str, codebase: str | None = None) -> Decision:
        """Decide on a reference: white space handled, character references decoded.

        ``codebase`` is the value of that attribute beside it, for rows that resolve against it.
        """
        decision = self._decide(row, reference, codebase)
        if row.syntax == "url" or decision.target is None:
            return decision
        # a base may hold white space, which would cut an entry of a list in two
        return decision._replace(target=_WHITE_SPACE.sub(_percent, decision.target))

    def _decide(self, row: Row, reference: str, codebase: str | None) -> Decision:
        if is_same_document(reference):
            return self._same_document(row, reference, codebase)
        return self._for(row, codebase).decide(reference)

    def _for(self, row: Row, codebase: str | None) -> Resolution:
        """Choose what a row's references are resolved against."""
        if row.against == "document":
            return self._against(self.outer.uri)
        if codebase is None:
            return self.resolution
        code, base = self.resolution.decide(codebase)
        unusable = base is None or (
            self.policies.guarded and code == "absolute" and whatwg.parse(base) is None
        )
        return self._against(self.base.uri if unusable else base)

    def decide_base(self, reference: str) -> Decision:
        """Decide on the href of a BASE element: it is resolved against the outer base URI."""
        policy = self.policies.base_element
        if policy != "absolute":
            return Decision("base-kept" if self._needs_base else _BASE_CODES[policy])
        if not is_same_document(reference):
            return self._against(self.outer.uri).decide(reference)
        if self.policies.same_document == "keep" or self.outer.uri is None:
            return Decision("same-document")
        return Decision("rewritten", self.outer.uri + reference)

    def _against(self, base: str | None) -> Resolution:
        if base not in self._resolutions:
            self._resolutions[base] = Resolution(base, self.policies, self._codec)
        return self._resolutions[base]

    def _same_document(self, row: Row, reference: str, codebase: str | None) -> Decision:
        """Decide on an empty reference or a fragment alone (RFC 2396 4.2, HTML Standard 2.4.3)."""
        stands_for = row.fragment if reference else row.empty
        if stands_for == "nothing":
            return Decision("empty")
        governed = self.foreign and stands_for == "base" and row.against != "document"
        leaves = governed and self.policies.removes_base
        if not leaves and (self.policies.same_document == "keep" or (reference and stands_for == "document")):
            return Decision("same-document")
        uri = self._for(row, codebase).base if stands_for == "base" else self.outer.uri
        if uri is None:
            return Decision("same-document")
        decision = Decision("rewritten", uri + reference)
        return self._against(uri).as_browsers(reference, decision)
