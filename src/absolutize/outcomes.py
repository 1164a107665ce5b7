"""One outcome per reference: what it becomes under a base, a rule set and the caller's policies.

Text in, decision out: bytes and trees share this file, and it knows neither.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from absolutize.base import BaseURI, Candidates, establish
from absolutize.findings import NEED_NO_BASE, ResolutionError
from absolutize.html.body import Codec
from absolutize.html.charset import WIDE
from absolutize.html.links import Row
from absolutize.options import Context, Policies
from absolutize.uri import DEFAULT, rule_set, whatwg
from absolutize.uri.reference import SCHEME, is_same_document, split


class Decision(NamedTuple):
    """A code of `findings.FINDINGS` and the absolute form (``None``: there is none)."""

    code: str
    target: str | None = None


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


# What section 5.2 and every browser read alike: a path without dot segments behind the leading
# "../" run, no escaped dot, no backslash, printable ASCII only; against a base that is so, too.
_HOST = r"[A-Za-z0-9][A-Za-z0-9.\-]*+(?::[0-9]{1,4})?+(?=[/?#]|\Z)"
_NO_DOT_SEGMENT = r"(?!\.\.?(?:[/?#]|\Z))"
_ESCAPE = r"%(?!2[eE])"
_STEP = rf"(?:[!\"$'-.0->@-\[\]-~]++|{_ESCAPE})"  # printable; not % & / ? # \
_QUERY = r"[!\"$-\[\]-~]*+"  # printable; not # \


def _plain(ampersand: str) -> str:
    """Compose the pattern of a plain relative reference; ``ampersand`` is how ``&`` may stand in it."""
    first = rf"(?:[!\"$'-.0-9;<=>@-\[\]-~]++|{_ESCAPE}|{ampersand})"
    query = rf"(?:[!\"$%'-\[\]-~]++|{ampersand})*+"
    path = rf"(?:{_STEP}|/{_NO_DOT_SEGMENT}|{ampersand})*+(?:\?{query})?+(?:\#{query})?+"
    relative = rf"((?:\.\./)*+(?:\./)?+)(?!\.){first}++(?=[/?#]|\Z)"
    return rf"(?:(//){_HOST}|(/)(?!/){_NO_DOT_SEGMENT}|(?=(\?))|{relative}){path}"


_PLAIN = re.compile(_plain("&"))
_PLAIN_BASE = re.compile(
    rf"https?://{_HOST}(?:/{_NO_DOT_SEGMENT}(?:[!$(-.0-;@-\[\]-_a-~]++|{_ESCAPE}|/{_NO_DOT_SEGMENT})*+)?+(?:\?{_QUERY})?+"
)
# The same in the bytes of an attribute value: no "&" that could be more than itself, but "&amp;".
PLAIN_VALUE = re.compile(_plain(r"&(?:amp;|(?=[^A-Za-z0-9#]|[A-Za-z0-9]++=|\Z))").encode())
_SCHEME = re.compile(f"({SCHEME}):(//)?")


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


class Resolution:
    """Resolution against one base URI: the rule set's answer, and the guard's."""

    def __init__(self, base: str | None, policies: Policies, codec: Codec) -> None:
        self.base = base
        self._rules = policies.rules
        self._codec = codec
        self.resolve = rule_set(policies.rules).resolver(
            base, same_scheme=policies.same_scheme, overflow=policies.overflow
        )
        self._browser_base = self._read(base, None) if base and policies.guarded else None
        # schemes with which a reference may be relative all the same
        self._relative = whatwg.SPECIAL | {(split(base or "").scheme or "").lower()}
        # whether plain references go where browsers take them, without another look
        self.plain = (
            policies.rules == DEFAULT
            and policies.overflow != "avoid"
            and _PLAIN_BASE.fullmatch(base or "") is not None
        )

    def decide(self, reference: str) -> Decision:
        """Decide on a reference that is not a same-document one."""
        try:
            target = self.resolve(self._in_encoding(reference))
        except ResolutionError as error:
            return Decision(error.code)
        absolute = target == reference or self._is_absolute(reference, target)
        decision = Decision("absolute" if absolute else "rewritten", target)
        if self._browser_base is None or self._trusted(reference, absolute=absolute):
            return decision
        return self.as_browsers(reference, decision)

    def as_browsers(self, reference: str, decision: Decision) -> Decision:
        """Compare the rule set's answer with the browser's (URL Standard 4.4), which prevails."""
        if self._browser_base is None:
            return decision
        there = self._read(reference, self._browser_base)
        if there is None:
            return _nowhere(reference) if decision.code == "absolute" else Decision("invalid-reference")
        if self._is_settled(reference, there):
            return Decision("absolute", reference)
        if decision.code != "absolute" and self._read(decision.target or "", None) == there:
            return decision
        return Decision("rewritten-browser", self._with_slashes(reference, there) or there)

    def _with_slashes(self, reference: str, there: str) -> str | None:
        """Resolve with slashes for backslashes (URL Standard 4.4): the rest stays as written."""
        match = _BEFORE_QUERY.match(reference)
        if match is None or "\\" not in match[0]:
            return None
        try:
            target = self.resolve(match[0].replace("\\", "/") + reference[match.end() :])
        except ResolutionError:
            return None
        return target if self._is_settled(target, there) else None

    def _is_settled(self, reference: str, there: str) -> bool:
        """Whether browsers go there from anywhere: ``http:x`` is relative to a base of its scheme."""
        match = _SCHEME.match(reference)
        elsewhere = match and f"{match[1]}://moved.invalid/"
        return match is not None and self._read(reference, elsewhere) == there == self._read(reference, None)

    def _trusted(self, reference: str, *, absolute: bool) -> bool:
        """Whether browsers can only agree with the rule set."""
        if not absolute:
            return self.plain and _PLAIN.fullmatch(reference) is not None
        match = _SCHEME.match(reference)
        return match is not None and (match[2] is not None or match[1].lower() not in self._relative)

    def _is_absolute(self, reference: str, target: str) -> bool:
        """Whether a reference is absolute although its target is spelled otherwise (URL Standard)."""
        return _SCHEME.match(reference) is not None and whatwg.parse(reference) == target

    def _read(self, reference: str, base: str | None) -> str | None:
        """Read a reference as a browser does, its query in the document's encoding."""
        url = whatwg.parse(reference, base)
        if (
            url is None
            or self._has_no_other_query(reference)
            or split(url).scheme not in whatwg.ENCODED_QUERY
        ):
            return url
        return whatwg.parse(whatwg.encode_query(reference, self._codec.encode_strictly), base)

    def _has_no_other_query(self, reference: str) -> bool:
        return reference.isascii() or self._codec.name == "utf-8"

    def _in_encoding(self, reference: str) -> str:
        """Encode a query for the rule set that knows of encodings: browsers do so before they parse."""
        if self._rules != whatwg.RULE_SET.name or self._has_no_other_query(reference):
            return reference
        scheme = split(reference).scheme or split(self.base or "").scheme or ""
        if scheme.lower() not in whatwg.ENCODED_QUERY:
            return reference
        return whatwg.encode_query(reference, self._codec.encode_strictly)


def _nowhere(reference: str) -> Decision:
    """Decide on a reference that names a special scheme, and that no browser can read here.

    Without slashes (``http:``) it would be relative to a base of that scheme; with them it goes
    nowhere from anywhere.
    """
    scheme, _, rest = reference.partition(":")
    target = f"{scheme}://{rest.lstrip(_SLASHES)}"
    settled = rest.startswith("//") or whatwg.parse(target) is not None
    return Decision("absolute", reference) if settled else Decision("rewritten-browser", target)


_SLASHES = "/\\"
_BEFORE_QUERY = re.compile("[^?#]*+")


class Glance(dict[bytes, tuple[int, bytes]]):
    """The answer for plain values, in bytes: how much of the value gives way to which prefix.

    The key is what a match of `PLAIN_VALUE` begins with (its last group): ``//``, ``/``, ``?`` or
    dot segments, maybe none; that alone decides.
    """

    def __init__(self, resolution: Resolution) -> None:
        super().__init__()
        self._resolve = resolution.resolve

    def __missing__(self, beginning: bytes) -> tuple[int, bytes]:
        """Resolve for the first value that begins so."""
        text = beginning.decode("ascii")
        target = self._resolve(f"{text}x")
        dropped = len(text) if text.endswith("./") else 0
        kept = f"{text}x"[dropped:]
        self[beginning] = dropped, target.removesuffix(kept).encode("ascii")
        return self[beginning]


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
