"""Decide what becomes of one reference, by the base URI, the rule set and the caller's policies.

Text in, decision out: bytes and trees share this module, and it knows neither. Used by `api`, `engine`,
`http.header_links`, `scrapy.reading` and `trees.rewriter`.
"""

from collections.abc import Sequence
from functools import cached_property

from absolutize.answer_cache import AnswerCache
from absolutize.base import BaseURI, establish, is_known_base
from absolutize.engine.document_base import (
    NO_KNOWN_BASE,
    OUTERMOST,
    UTF_8,
    BaseChoice,
    NestingContext,
    candidates,
    choose_base,
    codec_of,
    has_kept_placeholder,
)
from absolutize.engine.resolver import Decision, Resolution, as_written, is_about_document
from absolutize.findings import NEED_NO_BASE, REWRITTEN_CODES
from absolutize.html.document.conditional_comments import HiddenBase, IEVersions
from absolutize.html.document.references import Division
from absolutize.html.encodings.codec import Codec, in_url
from absolutize.html.link_table.rows import Row
from absolutize.html.values import placeholders
from absolutize.html.values.escaping import NO_ESCAPING, Escaping
from absolutize.html.values.json.unique_names import with_segments
from absolutize.html.values.syntaxes import AS_WRITTEN, CSS, QUERIES_IN_UTF_8, READ_IN_UTF_8, SYNTAXES
from absolutize.options import Context, Policies
from absolutize.uri.plain_url import is_plain
from absolutize.uri.rules import whatwg

_ANY = "x/"  # in place of a placeholder, to see what is before it
_NO_BASE = {"rewritten-invalid"}  # such a reference is no base in any document
_BASE_CODES = {"keep": "base-kept", "empty": "base-emptied", "remove": "base-removed"}

_MOST_RESOLUTIONS = 256
_MOST_PREFIXES = 64  # before placeholders
DEEPEST_DOCUMENT = 16  # documents in values of documents in values ...: so time stays linear


class Planner:
    """Decides on every reference of one document.

    ``base`` is its base URI, ``fallback_base`` the base URI that it would have without a BASE element, and
    ``bare_base`` that without those of the documents around it, too.
    """

    def __init__(
        self,
        choice: BaseChoice,
        policies: Policies,
        codec: Codec,
        nesting: NestingContext,
        resolution: Resolution | None = None,
    ) -> None:
        self.choice, self.policies, self._codec = choice, policies, codec
        base, outer = self.base, self.fallback_base = choice.base, choice.outer
        self.encoding = codec.name  # of queries, but for some rows
        self.resolution = resolution or Resolution(base.uri, policies, codec)
        self.division = Division(
            SYNTAXES if policies.keeps_placeholders else AS_WRITTEN,
            reads_documents=nesting.depth < DEEPEST_DOCUMENT,
            reads_comments=policies.conditional_comments,
        )
        self.bare_base = nesting.bare_base if nesting.depth else outer.uri
        self._base_differs = base.uri is not None and base.uri != self.bare_base
        self._resolutions = {(base.uri, codec.name, False): self.resolution}
        self._nesting = nesting
        self._codebase: str | None = None
        self._below_codebase = self.resolution
        first = {version: each.href for each in reversed(nesting.hidden) for version in each.ie_versions}
        self._first_href_by_version = first  # of the BASE elements that Internet Explorer reads in comments
        self._planners_by_href: dict[str, Planner] = {}  # for comments, by the href of their BASE

    @classmethod
    def of(
        cls,
        embedded: str | None,
        context: Context,
        policies: Policies,
        encoding: str,
        nesting: NestingContext = OUTERMOST,
    ) -> "Planner":
        """Make the planner of a document, whose base is ``embedded`` in it or given from outside."""
        codec = codec_of(encoding)
        return cls(choose_base(embedded, context, policies, codec), policies, codec, nesting)

    def encoding_of(self, row: Row) -> str:
        """Give the encoding in which a browser sends the queries of a row's references."""
        return "utf-8" if row.is_base or row.syntax in QUERIES_IN_UTF_8 else self.encoding

    def for_scope(self, written: str | None) -> "Planner":
        """Give the planner for an element with an ``xml:base``; ``None``: it is unreadable, or too deep.

        An ``xml:base`` that is no base leaves the base as it is (XML Base 1.0, 4.3).
        """
        if written is None or has_kept_placeholder(written, self.policies):
            base = NO_KNOWN_BASE
        else:
            around = Context(encapsulating=self.base.uri)
            base = establish(candidates(written, around, self.policies, self._codec), self.policies)
        return self if base.uri == self.base.uri else self.with_base(base)

    def with_base(self, base: BaseURI) -> "Planner":
        """Give the planner with another base in the same document."""
        return Planner(self.choice._replace(base=base), self.policies, self._codec, self._nesting)

    def for_nested(self, embedded: str | None, hidden: Sequence[HiddenBase]) -> "Planner":
        """Give the planner for a document in a value, with the BASE ``embedded`` in it, and those ``hidden``.

        The base here is that of its encapsulating entity (5.1.2; HTML Standard 2.4.3, fallback base URL). The
        document is in UTF-8, whatever is around it.
        """
        nesting = NestingContext(self._nesting.depth + 1, True, self.bare_base, hidden)  # noqa: FBT003 -- a field
        if embedded is not None:
            return Planner.of(embedded, Context(encapsulating=self.base.uri), self.policies, "utf-8", nesting)
        choice = self._choice_within
        return Planner(choice, self.policies, UTF_8, nesting, self._against(choice.base.uri, UTF_8))

    @cached_property
    def _choice_within(self) -> BaseChoice:
        """The base of documents in values without a BASE: a long one is read only once for all of them."""
        return choose_base(None, Context(encapsulating=self.base.uri), self.policies, UTF_8)

    def by_hidden_base(self, ie_versions: IEVersions) -> "Planner":
        """Give the planner with the BASE of a conditional comment: this one, if no hidden BASE governs it.

        The first BASE counts that Internet Explorer met, in comments or not: of its versions, the newest that
        reads the comment decides.
        """
        href = self._first_href_by_version.get(max(ie_versions, default=(0, 0)))
        if href is None:
            return self
        planners = self._planners_by_href
        if href not in planners:
            nesting = NestingContext(self._nesting.depth + 1, self._nesting.is_srcdoc, self.bare_base)
            around = Context(encapsulating=self.fallback_base.uri)
            planners[href] = Planner.of(href, around, self.policies, self._codec.name, nesting)
        return planners[href]

    def for_comment(self, ie_versions: IEVersions) -> "Planner":
        """Give the planner for the contents of a comment, as a document that is nested in this one."""
        planner = self.by_hidden_base(ie_versions)
        return self._one_deeper if planner is self else planner

    @cached_property
    def _one_deeper(self) -> "Planner":
        nesting = self._nesting._replace(depth=self._nesting.depth + 1, bare_base=self.bare_base)
        return Planner(self.choice, self.policies, self._codec, nesting)

    def decide(
        self,
        row: Row,
        reference: str,
        codebase: str | None = None,
        escaping: Escaping = NO_ESCAPING,
        *,
        needs_base: bool = False,
    ) -> Decision:
        """Decide on a reference, which is decoded, and without white space around it.

        ``codebase`` is the value of that attribute in its tag, for rows that resolve against it. The target
        is what will be read where it is written with ``escaping``. ``needs_base``: whether references of the
        document stay that need its BASE element; it matters only to the href of that.
        """
        if escaping.code:
            return Decision(escaping.code)
        if has_kept_placeholder(reference, self.policies):
            return self._decide_with_placeholder(row, reference, codebase, escaping)
        if row.is_base:
            return self._decide_base(row, reference, needs_base=needs_base)
        code, target = self._decide_link_or_pattern(escaping, row, reference, codebase)
        if target is None or escaping is NO_ESCAPING:
            return Decision(code, target)
        return as_written(escaping, reference, code, target)

    def _decide_link_or_pattern(
        self, escaping: Escaping, row: Row, reference: str, codebase: str | None
    ) -> Decision:
        """Decide on a link; or on a URL pattern, which a fragment alone does not link to the document."""
        if escaping.is_pattern and reference.startswith("#"):
            return self.resolution_for(row, codebase).complete_fragment(reference)
        return self._decide_and_map(row, reference, codebase)

    def _decide_with_placeholder(
        self, row: Row, reference: str, codebase: str | None, escaping: Escaping
    ) -> Decision:
        """Decide by the text before a placeholder: a prefix may replace the beginning that decides."""
        decisive = placeholders.decisive(reference)
        if decisive is None:
            return Decision("placeholder")
        before = placeholders.before_placeholder(reference)
        prefix = self._placeholder_prefixes[row, before, decisive, codebase, escaping]
        if prefix is None:
            return Decision("placeholder")
        return Decision("rewritten-placeholder", prefix + reference[len(decisive) :])

    @cached_property
    def _placeholder_prefixes(self) -> AnswerCache[tuple[Row, str, str, str | None, Escaping], str | None]:
        return AnswerCache(lambda question: self._prefix(*question), _MOST_PREFIXES)

    def _prefix(
        self, row: Row, before: str, decisive: str, codebase: str | None, escaping: Escaping
    ) -> str | None:
        """Give the prefix that replaces what decides before a placeholder; ``None``: nothing is changed."""
        code, target = self._decide_unmapped(row, f"{decisive}{_ANY}", codebase)
        if code not in REWRITTEN_CODES or target is None or escaping.spelling(target) is not escaping:
            return None
        written = escaping.decode(escaping.encode(with_segments(target, escaping.segments)))
        hostless = written.partition(":")[2] == f"/{_ANY}"  # any slash behind it would make a host
        if hostless or not written.endswith(_ANY):
            return None
        prefix = written.removesuffix(_ANY)
        known = f"{before}{_ANY}"
        target, written = self._decide_unmapped(row, known, codebase).target, prefix + known[len(decisive) :]
        read = whatwg.parsed_before_query
        if target is not None and target != written and read(target) != read(written):
            return None  # a drive letter
        return prefix

    def _decide_and_map(self, row: Row, reference: str, codebase: str | None) -> Decision:
        """Decide, and let the caller replace the target."""
        decision = self._decide_unmapped(row, reference, codebase)
        return decision if is_about_document(reference) else self._map_target(decision)

    def _decide_unmapped(self, row: Row, reference: str, codebase: str | None) -> Decision:
        """Decide by the reference and the base that its row has; the caller's ``target_map`` is not asked."""
        if is_about_document(reference):
            return self._same_document(row, reference, codebase)
        return self._decide_stably(self.resolution_for(row, codebase), reference)

    def _decide_stably(self, resolution: Resolution, reference: str) -> Decision:
        """Decide on a reference; one that a second rewrite would change again stays as it is."""
        decision = resolution.decide(reference)
        afterwards: list[Resolution] = []
        if decision.code in REWRITTEN_CODES and not self.policies.is_guarded:
            afterwards.append(resolution)
        if decision.code in NEED_NO_BASE and self._base_differs and self.policies.removes_base:
            afterwards.append(self._against(self.bare_base))
        written = (decision.code in REWRITTEN_CODES and decision.target) or reference
        changes = any(each.decide(written).code in REWRITTEN_CODES for each in afterwards)
        return Decision("base-not-hierarchical") if changes else decision

    def _map_target(self, decision: Decision) -> Decision:
        """Replace a target by what the caller's ``target_map`` gives for it."""
        target_map = self.policies.target_map
        if target_map is None or decision.target is None or decision.code not in REWRITTEN_CODES:
            return decision
        encoded = self._codec.encode(decision.target, in_url)
        return decision._replace(target=target_map(decision.target, encoded) or decision.target)

    def resolution_for(self, row: Row, codebase: str | None) -> Resolution:
        """Choose what a row's references are resolved against."""
        if row.against == "document":
            return self._against(self.fallback_base.uri)
        if row.syntax in READ_IN_UTF_8:
            return self._against(self.base.uri, UTF_8)
        if row.syntax in CSS and self.policies.encodes_queries:
            return self._against(self.base.uri, keeps_queries=True)
        if codebase is None:
            return self.resolution
        if codebase is not self._codebase:  # many references of a tag may be below one, which may be long
            self._codebase, self._below_codebase = codebase, self._against_codebase(codebase)
        return self._below_codebase

    def _against_codebase(self, codebase: str) -> Resolution:
        if has_kept_placeholder(codebase, self.policies):
            return self._against(None)  # nobody knows it yet
        base = self.resolution.decide(codebase).target
        unusable = base is None or (self.policies.is_guarded and whatwg.browser_parse(base) is None)
        return self._against(self.base.uri if unusable else base)

    def _decide_base(self, row: Row, reference: str, *, needs_base: bool) -> Decision:
        """Decide on the href of BASE, or an ``xml:base``: it is resolved against the outer base URI."""
        outer = self.fallback_base.uri if row.against == "document" else self.base.uri
        policy = self.policies.base_element
        if policy == "absolute":
            return self._absolute_base(reference, outer)
        if policy == "keep" or not (needs_base or self._is_without_base(row, reference)):
            return Decision(_BASE_CODES[policy])
        if is_about_document(reference):
            return Decision("base-kept")  # without it, a BASE behind it would count
        decision = self._absolute_base(reference, outer)
        return decision if decision.code in REWRITTEN_CODES else Decision("base-kept")

    def _is_without_base(self, row: Row, reference: str) -> bool:
        """Whether no base is known for the references that this BASE or ``xml:base`` governs."""
        within = self.for_scope(reference) if self.base.uri is None and row.against == "scope" else self
        return within.base.uri is None

    def _absolute_base(self, reference: str, outer: str | None) -> Decision:
        """Decide on the href of a BASE element that stays: one that is no base must not become one."""
        if self.policies.resolves_plain and is_plain(reference):
            return Decision("absolute", reference)
        if not is_about_document(reference):
            # Chromium reads it in UTF-8, whatever encoding the document is in
            decision = self._decide_stably(self._against(outer, UTF_8), reference)
            stays = decision.code not in REWRITTEN_CODES - _NO_BASE
            if stays or is_known_base(reference, outer, self.policies):
                return decision
            return Decision("no-base" if outer is None else "base-not-hierarchical")
        if self.policies.same_document == "keep" or outer is None:
            return Decision("same-document")
        return Decision("rewritten", outer + reference.strip(whatwg.C0_OR_SPACE))

    def _against(
        self, base: str | None, other: Codec | None = None, *, keeps_queries: bool = False
    ) -> Resolution:
        codec = other or self._codec
        key = base, codec.name, keeps_queries
        if key not in self._resolutions:
            if len(self._resolutions) == _MOST_RESOLUTIONS:
                self._resolutions.clear()  # a document may have very many codebases
            self._resolutions[key] = Resolution(base, self.policies, codec, keeps_queries=keeps_queries)
        return self._resolutions[key]

    def _same_document(self, row: Row, reference: str, codebase: str | None) -> Decision:
        """Decide on an empty reference or a fragment alone (RFC 2396 4.2, HTML Standard 2.4.3).

        Control characters alone are no empty value: they stand for the base, whatever an empty value does.
        """
        fragment = reference.strip(whatwg.C0_OR_SPACE)
        stands_for = row.fragment if fragment else "base" if reference else row.empty
        if stands_for == "governed":
            stands_for = "base" if self._base_differs else "document"
        if stands_for == "nothing":
            return Decision("empty")
        governed = self._base_differs and stands_for == "base" and row.against != "document"
        leaves = governed and self.policies.removes_base
        if not leaves and (self.policies.same_document == "keep" or (fragment and stands_for == "document")):
            return Decision("same-document")
        uri = self.resolution_for(row, codebase).base if stands_for == "base" else self.fallback_base.uri
        if uri is None or (stands_for == "document" and self._nesting.is_srcdoc):
            return Decision("same-document")
        return self._against(uri).as_browsers(fragment, Decision("rewritten", uri + fragment))
