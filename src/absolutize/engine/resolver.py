"""Resolve against one base URI: the rule set's answer, or the browser's where the two differ.

It takes text and gives a decision; for plain references, which most are, it has a table. It does not know
elements and attributes. Used by `api` and `engine.planner`.
"""

from functools import cached_property
from typing import NamedTuple

from absolutize.answer_cache import LONGEST
from absolutize.engine.plain import PrefixTable
from absolutize.findings import REWRITTEN_CODES, ResolutionError
from absolutize.html.encodings.codec import Codec
from absolutize.html.values.escaping import Escaping
from absolutize.html.values.json.unique_names import with_segments, with_slash
from absolutize.options import Policies
from absolutize.patterns import compile_regex
from absolutize.uri import rule_set
from absolutize.uri.plain_url import PLAIN_BASE, PLAIN_DIRECTORY, is_plain
from absolutize.uri.reference import SCHEME, is_same_document, recompose, scheme_in, split
from absolutize.uri.rules import whatwg
from absolutize.uri.ruleset import Resolver


class Decision(NamedTuple):
    """A code of `findings.FINDINGS` and the absolute form (``None``: there is none)."""

    code: str
    target: str | None = None


_SCHEME = compile_regex(f"({SCHEME}):(//)?")

_BEFORE_QUERY = compile_regex("[^?#]*+")
# A dot segment behind a slash, which browsers and the rule set read alike. For speed: on 2 pages with three
# or more, not used to choose this, `rewrite` takes 21 % less, `links` 10 %
_DOT_SEGMENT = compile_regex(r"/\.\.?(?=/)")


# Decisions that are remembered, of the first references of a document: style sheets repeat some. A page that
# repeats 9 references 544 times takes 40 % less, 8 others with repeated ones, not used to choose this, 5 %.
# An `AnswerCache` would refer to the resolution that it is in: a cycle of garbage for each document
_MOST_DECISIONS = 1 << 6


def is_about_document(reference: str) -> bool:
    """Whether a reference is empty, a fragment alone, or control characters alone, which URLs do not have."""
    return is_same_document(reference) or not reference.strip(whatwg.C0_OR_SPACE)


class _LazyResolver:
    """The rule set's resolver, made when it is first called: many documents need none."""

    def __init__(self, base: str | None, policies: Policies) -> None:
        self._base, self._policies = base, policies
        self._resolve: Resolver | None = None

    def __call__(self, reference: str) -> str:
        if self._resolve is None:
            self._resolve = rule_set(self._policies.rules).bind_base(self._base, self._policies.choices)
        return self._resolve(reference)


_MARKS_OF_LISTS = frozenset(",;'")


class Resolution:
    """Resolution against one base URI: the rule set's answer, and the guard's.

    ``prefixes`` is the table for plain references; ``None``: the base or the policies allow none.
    """

    def __init__(
        self, base: str | None, policies: Policies, codec: Codec, *, keeps_queries: bool = False
    ) -> None:
        """Read the base; ``keeps_queries``: whether a query stays as it is written, whatever the rule set."""
        self.base = base
        self._keeps_queries = keeps_queries or not policies.encodes_queries
        self._policies = policies
        self._codec = codec
        self.resolve: Resolver = _LazyResolver(base, policies)
        self._decisions: dict[str, Decision] = {}
        self._guarded = policies.is_guarded
        has_plain_base = base is not None and is_plain(base)
        self._browser_base = base if has_plain_base and self._guarded else self._read_base()
        # plain references resolve as in browsers, so that nothing has to be compared
        answers_queries = has_plain_base or PLAIN_BASE.fullmatch(base or "") is not None
        self.prefixes = None
        if policies.resolves_plain and (answers_queries or PLAIN_DIRECTORY.fullmatch(base or "") is not None):
            self.prefixes = PrefixTable(
                base or "",
                self.resolve,
                keeps_fragments=policies.keeps_fragments,
                answers_queries=answers_queries,
            )

    @cached_property
    def has_marks_of_lists(self) -> bool:
        """Whether the base, which may be long, has a mark that a list of references or META escapes."""
        return not _MARKS_OF_LISTS.isdisjoint(self.base or "")

    def _read_base(self) -> str | None:
        return self._read(self.base, None) if self.base and self._guarded else None

    def decide(self, reference: str) -> Decision:
        """Decide on a reference that is not a same-document one."""
        decision = self._decisions.get(reference)
        if decision is None:
            decision = self._decide_keeping_query(reference)
            if len(reference) <= LONGEST and len(self._decisions) < _MOST_DECISIONS:
                self._decisions[reference] = decision
        return decision

    def _decide_keeping_query(self, reference: str) -> Decision:
        """Decide; if queries are to stay as they are written, put that of the reference into the target."""
        decision = self._decide_by_rules_or_browsers(reference)
        if decision.target is None or not self._keeps_queries or self._is_same_in_utf_8(reference):
            return decision
        return decision._replace(target=_with_own_query(reference, decision.target))

    def _decide_by_rules_or_browsers(self, reference: str) -> Decision:
        """Decide by the rule set, or, where browsers may differ and the target is guarded, as they do."""
        try:
            target = self.resolve(self._in_encoding(reference))
        except ResolutionError as error:
            return self._unresolved(reference, error.code)
        decision = self._by_rules(reference, target)
        if not self._guarded:
            return Decision("same-document") if is_same_document(target) else decision
        trusted = self._trusted(reference, absolute=decision.code == "absolute")
        return decision if trusted else self.as_browsers(reference, decision)

    def _by_rules(self, reference: str, target: str) -> Decision:
        """Decide by the rule set's answer; what is absolute stays as it is written."""
        if target == reference or self._same_from_any_base(reference, target):
            return Decision("absolute", target)
        stays = self._answered_from_any_base(reference, target)
        return Decision("absolute", reference) if stays else Decision("rewritten", target)

    def complete_fragment(self, fragment: str) -> Decision:
        """Put the base before a URL pattern that is a fragment alone, unless the base's path is opaque."""
        if self.base is None or whatwg.has_opaque_path(self.base):
            return Decision("no-base" if self.base is None else "base-not-hierarchical")
        return self.as_browsers(fragment, Decision("rewritten", self.base + fragment))

    def as_browsers(self, reference: str, decision: Decision) -> Decision:
        """Compare the rule set's answer with the browser's (URL Standard 4.4), which prevails."""
        if not self._guarded:
            return decision
        browser_url = self._read(reference, self._browser_base)
        if browser_url is not None and self._same_from_any_base(reference, browser_url):
            return Decision("absolute", reference)
        if self._browser_base is None:
            return Decision("no-base") if decision.code in REWRITTEN_CODES else decision
        if browser_url is None:
            return _decide_invalid(reference, "base-not-hierarchical")
        return self._agree_with_browser(reference, decision, browser_url)

    def _agree_with_browser(self, reference: str, decision: Decision, browser_url: str) -> Decision:
        """Give the rule set's answer if browsers read it as the same URL, or else a spelling that they do."""
        target = decision.target or ""
        alone = whatwg.host_alone(self._in_encoding(reference), browser_url)
        if alone is not None:
            return decision if alone == target else Decision("rewritten-browser", alone)
        if decision.code == "rewritten" and self._goes_to(browser_url, reference, target):
            return decision
        slashed = self._with_slashes(reference, browser_url)
        return Decision("rewritten-browser", slashed or self._with_slashes_of_file(reference, browser_url))

    def _unresolved(self, reference: str, code: str) -> Decision:
        """Decide on a reference to which the rule set has no answer: browsers may have one."""
        decision = Decision(code)
        if code != "above-root" and self._browser_base is not None:
            decision = self.as_browsers(reference, decision)
        elif code == "invalid-reference":
            decision = _decide_invalid(reference, "no-base" if self.base is None else "base-not-hierarchical")
            if self.base is None and decision.code in REWRITTEN_CODES:
                return Decision("no-base")  # it may be relative to a base of its scheme
        return decision if decision.target is not None or code == "invalid-reference" else Decision(code)

    def _with_slashes(self, reference: str, browser_url: str) -> str | None:
        """Resolve with slashes for backslashes (URL Standard 4.4): the rest stays as written."""
        match = _BEFORE_QUERY.match(reference)
        if match is None or "\\" not in match[0]:
            return None
        try:
            target = self.resolve(match[0].replace("\\", "/") + reference[match.end() :])
        except ResolutionError:
            return None
        return target if self._goes_to(browser_url, reference, target) else None

    def _goes_to(self, browser_url: str, reference: str, target: str) -> bool:
        """Whether browsers read a target as that URL, and the URL Standard as it reads the reference."""
        return self._same_from_any_base(target, browser_url) and self._is_standard(reference, target)

    def _with_slashes_of_file(self, reference: str, browser_url: str) -> str:
        """Keep slashes behind ``file:``: Chromium reads more than three as three, the URL Standard all."""
        if not browser_url.startswith("file:"):
            return browser_url
        target = whatwg.parse_url(reference, self.base)
        return target if target is not None and self._same_from_any_base(target, browser_url) else browser_url

    def _is_standard(self, reference: str, target: str) -> bool:
        """Whether the URL Standard agrees: it and Chromium differ on the slashes behind ``file:``."""
        if target[:5].lower() != "file:":
            return True
        if whatwg.is_host_alone(target, target) and not whatwg.is_host_alone(reference, target):
            return False
        return whatwg.parse_url(target) == whatwg.parse_url(reference, self.base)

    def _same_from_any_base(self, reference: str, url: str) -> bool:
        """Whether browsers read ``url`` from any base: ``http:x`` is relative to a base of its scheme."""
        match = _SCHEME.match(reference)
        if match is None or self._read(reference, None) != url:
            return False
        return match[2] is not None or self._read(reference, whatwg.base_elsewhere(match[1])) == url

    def _answered_from_any_base(self, reference: str, target: str) -> bool:
        """Whether the rule set answers so from another base, too: ``tel:./x`` is absolute for RFC 3986."""
        match = _SCHEME.match(reference)
        if match is None:
            return False
        choices = self._policies.choices._replace(same_scheme="strict")
        resolve = rule_set(self._policies.rules).bind_base(whatwg.base_elsewhere(match[1]), choices)
        try:
            return resolve(self._in_encoding(reference)) == target
        except ResolutionError:
            return False

    def _trusted(self, reference: str, *, absolute: bool) -> bool:
        """Whether browsers can only agree with the rule set."""
        if not absolute:
            prefixes, with_names = self.prefixes, _DOT_SEGMENT.sub("/x", reference)
            return prefixes is not None and prefixes.patterns.reference.fullmatch(with_names) is not None
        match = _SCHEME.match(reference)
        if match is None:
            return False
        # without slashes, it may be relative all the same with these schemes
        return match[2] is not None or match[1].lower() not in {
            *whatwg.SPECIAL_SCHEMES,
            scheme_in(self.base or ""),
        }

    def _read(self, reference: str, base: str | None) -> str | None:
        """Read a reference as a browser does, its query in the document's encoding."""
        url = whatwg.browser_parse(reference, base)
        if url is None or self._is_same_in_utf_8(reference) or split(url).scheme not in whatwg.ENCODED_QUERY:
            return url
        return whatwg.browser_parse(whatwg.encode_query(reference, self._codec.encode_query), base)

    def _is_same_in_utf_8(self, reference: str) -> bool:
        """Whether the text has the same bytes in the document's encoding as in UTF-8: so has its query."""
        return self._codec.name == "utf-8" or self._codec.is_plain_ascii(reference)

    def _in_encoding(self, reference: str) -> str:
        """Encode a query for the rule set that knows of encodings: browsers do so before they parse."""
        if not self._policies.encodes_queries or self._is_same_in_utf_8(reference):
            return reference
        if (scheme_in(reference) or scheme_in(self.base or "")) not in whatwg.ENCODED_QUERY:
            return reference
        return whatwg.encode_query(reference, self._codec.encode_query)


def _with_own_query(reference: str, target: str) -> str:
    """Keep a query as it is written: not every place and browser reads it in the document's encoding."""
    query = split(reference).query
    return target if query is None else recompose(split(target)._replace(query=query))


def _decide_invalid(reference: str, unsuitable: str) -> Decision:
    """Decide on a reference that no browser can read here; ``unsuitable`` is the code if the base is why."""
    match = _SCHEME.match(reference)
    if match is not None:
        return (
            _invalid_with_scheme(reference)
            if match[1].lower() in whatwg.SPECIAL_SCHEMES
            else Decision("absolute", reference)
        )
    is_invalid = whatwg.browser_parse(reference, whatwg.base_elsewhere("http")) is None
    return Decision("invalid-reference" if is_invalid else unsuitable)


_SLASHES = "/\\"


def _invalid_with_scheme(reference: str) -> Decision:
    """Decide on a reference that names a special scheme, and that no browser can read here.

    Without slashes (``http:``) it would be relative to a base of that scheme; with two of them it is
    invalid under every base.
    """
    scheme, _, rest = reference.partition(":")
    target = f"{scheme}://{rest.lstrip(_SLASHES)}"
    has_slashes = not rest[:2].strip(_SLASHES) and len(rest) > 1
    return Decision("absolute", reference) if has_slashes else Decision("rewritten-invalid", target)


# To browsers, references with these codes may be unreadable
_MAY_BE_INVALID = frozenset({"absolute", "rewritten-invalid"})


def refuse_invalid(decision: Decision) -> Decision:
    """Drop a target that no browser reads as a URL; in a document it may stay: it led nowhere before."""
    code, target = decision
    if target is None or code not in _MAY_BE_INVALID or is_plain(target):
        return decision
    return Decision("invalid-reference") if whatwg.browser_parse(target) is None else decision


def _as_in(escaping: Escaping, reference: str, target: str) -> str:
    """Spell a target for the syntax in which it is written."""
    if escaping.is_pattern:
        return whatwg.spell_for_pattern(reference, target)
    target = with_segments(target, escaping.segments)
    if escaping.is_key and target.endswith("/") and not reference.endswith("/"):
        return f"{with_slash(target)}."  # the same URL, and no prefix
    return target


def as_written(escaping: Escaping, reference: str, code: str, target: str) -> Decision:
    """Make a decision whose target is what will be read; some targets cannot be written."""
    if code in REWRITTEN_CODES:
        if escaping.is_key and whatwg.is_host_alone(reference, target):
            return Decision("base-not-hierarchical")  # a name, which is compared as it is written
        target = _as_in(escaping, reference, target)
    spelling = escaping.spelling(target)
    written = spelling.decode(spelling.encode(target))
    if code in REWRITTEN_CODES and written != target and whatwg.has_opaque_path(target):
        return Decision("base-not-hierarchical")  # there "%20" is no space
    return Decision(code, written)
