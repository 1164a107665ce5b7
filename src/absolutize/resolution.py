"""Resolution against one base URI: the rule set's answer, and the browser's where the two differ.

Text in, decision out. What most references are, plain ones, is told at a glance.
"""

import re
from typing import NamedTuple

from absolutize.findings import REWRITTEN, ResolutionError
from absolutize.html.encodings.codec import Codec
from absolutize.html.pattern import Value
from absolutize.options import Policies
from absolutize.patterns import compiled
from absolutize.uri import rule_set, whatwg
from absolutize.uri.reference import SCHEME, is_same_document, split
from absolutize.uri.ruleset import Resolver


class Decision(NamedTuple):
    """A code of `findings.FINDINGS` and the absolute form (``None``: there is none)."""

    code: str
    target: str | None = None


_PORT = "(?::[0-9]{1,4})?+"
_HOST = rf"[A-Za-z0-9][A-Za-z0-9.\-]*+{_PORT}"
# no number at its end, which would make an address of it or nothing, and no Punycode (URL Standard 3.5)
_NAME = r"(?![^/?#]*[xX][nN]--)(?:[A-Za-z0-9][A-Za-z0-9\-]*+\.)*+[A-Za-z][A-Za-z0-9\-]*+"
_NO_DOT_SEGMENT = r"(?!\.\.?(?:[/?#]|\Z))"
_ESCAPE = r"%(?!2[eE])"
_QUERY = r"[!\"$-\[\]-~]*+"  # printable; not # \


class Plain(NamedTuple):
    """The pattern of a plain relative reference: the beginnings, one of which decides, and what follows.

    What section 5.2 and every browser read alike: a path without dot segments behind the leading
    "../" run, no escaped dot, no backslash, printable ASCII only; against a base that is so, too.
    """

    slashes: str
    slash: str
    dots: str
    path: str
    query: str

    @classmethod
    def of(cls, ampersand: str, end: str = r"\Z", marks: str = r"\"'>") -> "Plain":
        """Compose it: how ``&`` may stand in it, what comes behind it, and which of ``"'>`` may be in it."""
        first = rf"(?:[!{marks}$().0-9;=@-\[\]-z~+,\-]++|{_ESCAPE}|{ampersand})"
        step = rf"(?:[!{marks}$()/0-;=@-\[\]-z~+,\-]++|{_ESCAPE})"  # not % & . ? # \ * < { | }
        query = rf"(?:[!{marks}$%()+-;=?-\[\]-z}}~]++|{ampersand})*+"
        no_dot_segment = rf"(?!\.\.?(?:[/?#]|{end}))"
        dot = rf"\.(?:(?<!/\.)|(?!\.?(?:[/?#]|{end})))"
        return cls(
            rf"//(?={_NAME}{_PORT}(?:[/?#]|{end}))",
            rf"/(?!/){no_dot_segment}",
            rf"(?:\.\./)*+(?:\./)?+(?!\.)(?={first}++(?:[/?#]|{end}))",
            rf"(?:{step}|{dot}|{ampersand})*+(?:\?{query})?+(?:\#{query})?+",
            rf"{query}(?:\#{query})?+",
        )

    def pattern(self) -> str:
        """Match one alone: its only group is the beginning."""
        return rf"(?:({self.slashes}|{self.slash}|{self.dots}){self.path}|(\?){self.query})"


_PLAIN = compiled(Plain.of("&").pattern())
_PLAIN_BASE = compiled(
    rf"https?://{_HOST}(?=[/?#]|\Z)(?:/{_NO_DOT_SEGMENT}(?:[!$(-.0-;@-\[\]-_a-~]++|{_ESCAPE}|/{_NO_DOT_SEGMENT})*+)?+(?:\?{_QUERY})?+"
)
# The same in the bytes of an attribute value: no "&" that could be more than itself, but "&amp;".
_AMPERSAND = "&(?:amp;|(?=[^A-Za-z0-9#]|[A-Za-z0-9]++={}))"
_BASE64 = r"[A-Za-z0-9+/=;,:_\-]*+"  # with what says that it is
_VALUE = Plain.of(_AMPERSAND.format(r"|\Z"))
PLAIN_VALUE = compiled(_VALUE.pattern().encode())
# ... or of an absolute reference that is its own target, since no dot segment is removed from it
_ABSOLUTE = 3
_ITSELF = rf"(?:https?://{_HOST}(?=[/?\#]|\Z){_VALUE.path}|data:{_BASE64})()"
PLAIN_OR_ABSOLUTE = compiled(rf"{_VALUE.pattern()}|{_ITSELF}".encode())
# ... and of one that may stand in double quotes or in none
_IN_TAG = Plain.of(_AMPERSAND.format(""), end='[" \t\n\f\r>]', marks="")
PLAIN_IN_TAG = Value(
    rf"(?:{_IN_TAG.slashes}|{_IN_TAG.slash}|\?|{_IN_TAG.dots})",
    rf"(?:(?<=[\"=]\?){_IN_TAG.query}|{_IN_TAG.path})",
)
_SCHEME = compiled(f"({SCHEME}):(//)?")


class Resolution:
    """Resolution against one base URI: the rule set's answer, and the guard's."""

    def __init__(self, base: str | None, policies: Policies, codec: Codec) -> None:
        self.base = base
        self._rules = policies.rules
        self._codec = codec
        self.resolve = rule_set(policies.rules).resolver(
            base, same_scheme=policies.same_scheme, overflow=policies.overflow, partial_form="guarded"
        )
        self._guarded = policies.guarded
        self._browser_base = self._read(base, None) if base and self._guarded else None
        # schemes with which a reference may be relative all the same
        self._relative = whatwg.SPECIAL | {(split(base or "").scheme or "").lower()}
        # whether plain references go where browsers take them, without another look
        self.plain = policies.plain and _PLAIN_BASE.fullmatch(base or "") is not None
        self.answers = Answers(self.resolve) if self.plain else None

    def decide(self, reference: str) -> Decision:
        """Decide on a reference that is not a same-document one."""
        try:
            target = self.resolve(self._in_encoding(reference))
        except ResolutionError as error:
            return self._unresolved(reference, error.code)
        absolute = target == reference or self._is_settled(reference, target)
        decision = Decision("absolute" if absolute else "rewritten", target)
        if not self._guarded:
            return Decision("same-document") if is_same_document(target) else decision
        trusted = self._trusted(reference, absolute=absolute)
        return decision if trusted else self.as_browsers(reference, decision)

    def as_browsers(self, reference: str, decision: Decision) -> Decision:
        """Compare the rule set's answer with the browser's (URL Standard 4.4), which prevails."""
        if not self._guarded:
            return decision
        there = self._read(reference, self._browser_base)
        if there is not None and self._is_settled(reference, there):
            return Decision("absolute", reference)
        if self._browser_base is None:
            return Decision("no-base") if decision.code in REWRITTEN else decision
        if there is None:
            return _unreadable(reference, "base-not-hierarchical")
        if decision.code == "rewritten" and self._is_settled(decision.target or "", there):
            return decision
        return Decision("rewritten-browser", self._with_slashes(reference, there) or self._with_dot(there))

    def _unresolved(self, reference: str, code: str) -> Decision:
        """Decide on a reference to which the rule set has no answer: browsers may have one."""
        decision = Decision(code)
        if code != "above-root" and self._browser_base is not None:
            decision = self.as_browsers(reference, decision)
        elif code == "invalid-reference":
            decision = _unreadable(reference, "no-base" if self.base is None else "base-not-hierarchical")
        return decision if decision.target is not None or code == "invalid-reference" else Decision(code)

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

    def _with_dot(self, there: str) -> str:
        """Keep the slashes that a path behind ``file://`` begins with: Chromium takes several for one."""
        return there if self._read(there, None) == there else f"{there[:7]}/.{there[7:]}"

    def _is_settled(self, reference: str, there: str) -> bool:
        """Whether browsers go there from anywhere: ``http:x`` is relative to a base of its scheme."""
        match = _SCHEME.match(reference)
        if match is None or self._read(reference, None) != there:
            return False
        return match[2] is not None or self._read(reference, f"{match[1]}://moved.invalid/") == there

    def _trusted(self, reference: str, *, absolute: bool) -> bool:
        """Whether browsers can only agree with the rule set."""
        if not absolute:
            return self.plain and _PLAIN.fullmatch(reference) is not None
        match = _SCHEME.match(reference)
        return match is not None and (match[2] is not None or match[1].lower() not in self._relative)

    def _read(self, reference: str, base: str | None) -> str | None:
        """Read a reference as a browser does, its query in the document's encoding."""
        url = whatwg.browser_parse(reference, base)
        if (
            url is None
            or self._has_no_other_query(reference)
            or split(url).scheme not in whatwg.ENCODED_QUERY
        ):
            return url
        return whatwg.browser_parse(whatwg.encode_query(reference, self._codec.encode_query), base)

    def _has_no_other_query(self, reference: str) -> bool:
        return reference.isascii() or self._codec.name == "utf-8"

    def _in_encoding(self, reference: str) -> str:
        """Encode a query for the rule set that knows of encodings: browsers do so before they parse."""
        if self._rules != whatwg.RULE_SET.name or self._has_no_other_query(reference):
            return reference
        scheme = split(reference).scheme or split(self.base or "").scheme or ""
        if scheme.lower() not in whatwg.ENCODED_QUERY:
            return reference
        return whatwg.encode_query(reference, self._codec.encode_query)


def _unreadable(reference: str, unsuitable: str) -> Decision:
    """Decide on a reference that no browser can read here; ``unsuitable`` is the code if the base is why."""
    match = _SCHEME.match(reference)
    if match is not None:
        return _nowhere(reference) if match[1].lower() in whatwg.SPECIAL else Decision("absolute", reference)
    is_invalid = whatwg.browser_parse(reference, "http://moved.invalid/") is None
    return Decision("invalid-reference" if is_invalid else unsuitable)


def _nowhere(reference: str) -> Decision:
    """Decide on a reference that names a special scheme, and that no browser can read here.

    Without slashes (``http:``) it would be relative to a base of that scheme; with two of them it goes
    nowhere from anywhere.
    """
    scheme, _, rest = reference.partition(":")
    target = f"{scheme}://{rest.lstrip(_SLASHES)}"
    settled = not rest[:2].strip(_SLASHES) and len(rest) > 1
    return Decision("absolute", reference) if settled else Decision("rewritten-invalid", target)


_SLASHES = "/\\"
_BEFORE_QUERY = compiled("[^?#]*+")


class Answers(dict[bytes, tuple[int, bytes]]):
    """The answer for plain values, in bytes: how much of the value gives way to which prefix.

    The key is what a match of `PLAIN_VALUE` begins with (its last group): ``//``, ``/``, ``?`` or
    dot segments, maybe none; that alone decides.
    """

    def __init__(self, resolve: Resolver) -> None:
        super().__init__()
        self._resolve = resolve

    def of(self, match: re.Match[bytes], *, decoded: bool = False) -> tuple[str, str, str, str]:
        """Tell of what `PLAIN_OR_ABSOLUTE` matches: how it is written, how it reads, a code and the target.

        ``decoded`` is whether it reads as it is written, with nothing escaped in it.
        """
        written = match[0].decode("ascii")
        reference = written if decoded else written.replace("&amp;", "&")
        if match.lastindex == _ABSOLUTE:
            return written, reference, "absolute", reference
        dropped, prefix = self[match[match.lastindex or 0]]
        return written, reference, "rewritten", prefix.decode("ascii") + reference[dropped:]

    def __missing__(self, beginning: bytes) -> tuple[int, bytes]:
        """Resolve for the first value that begins so."""
        text = beginning.decode("ascii")
        target = self._resolve(f"{text}x")
        dropped = len(text) if text.endswith("./") else 0
        kept = f"{text}x"[dropped:]
        self[beginning] = dropped, target.removesuffix(kept).encode("ascii")
        return self[beginning]


class Beginnings(dict[bytes, bytes]):
    """The same for values in tags: what is written for a beginning, with ``=`` and the quote before it."""

    def __init__(self, answers: Answers) -> None:
        super().__init__({b"": b""})
        self._answers = answers

    def __missing__(self, written: bytes) -> bytes:
        """Resolve for the first value that begins so."""
        beginning = written.lstrip(b'="')
        dropped, prefix = self._answers[beginning]
        self[written] = written.removesuffix(beginning) + prefix + beginning[dropped:]
        return self[written]
