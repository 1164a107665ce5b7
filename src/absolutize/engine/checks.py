"""The checks behind `check`: what is wrong with the references of a document, one after the other.

Each check makes the tests that a document's outcomes pass through, so that no more is kept of a large
document than of one reference. It changes and prints nothing. Used by many layers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple
from weakref import WeakKeyDictionary, WeakSet

from absolutize.calls import beginning_of
from absolutize.engine import reference_checks
from absolutize.engine.document_base import codec_of
from absolutize.engine.document_plan import DocumentPlan, Outcome, outcomes_of, plan_document, read_document
from absolutize.engine.link import Link
from absolutize.engine.lister import LinkMaker
from absolutize.engine.reference_checks import Test, has_code, is_of_base, is_uri, quoted_reference
from absolutize.findings import (
    CHECKED_CODES,
    CODE_SETS,
    MESSAGES,
    REWRITTEN_CODES,
    UNRESOLVED_CODES,
)
from absolutize.html.document.base_element import InertSpans
from absolutize.html.document.document import SourceDocument
from absolutize.html.document.encoding_sniffing import declaration_at_risk
from absolutize.options import Context, Policies
from absolutize.uri import rule_set
from absolutize.uri.rules import whatwg
from absolutize.uri.security import CAUTIONS


class Fault(NamedTuple):
    """One thing that `check` found.

    Attributes:
        code: Its code in `FINDINGS`.
        message: What is wrong, for people, with the reference.
        link: The link that it is about.
    """

    code: str
    message: str
    link: Link


class Page:
    """A document under examination, and the rule sets to compare with."""

    def __init__(
        self, plan: DocumentPlan, context: Context, policies: Policies, against: Sequence[str]
    ) -> None:
        self.plan, self.context, self.policies, self.against = plan, context, policies, against

    @property
    def document(self) -> SourceDocument:
        """The document."""
        return self.plan.document

    def cautions(self, wanted: frozenset[str]) -> Callable[[Outcome], list[str]]:
        """Make a function that lists the codes of the cautions about a reference that are wanted."""
        rules = rule_set(self.policies.rules)

        def codes_of(outcome: Outcome) -> list[str]:
            codes = wanted & {caution.code for caution in reference_checks.cautions_in(outcome, rules)}
            return [code for code in CAUTIONS if code in codes] if codes else []

        return codes_of if wanted.intersection(CAUTIONS) else lambda _: []

    def compare(self, rules: str) -> Callable[[int], Outcome]:
        """Decide again by other rules alone; give a function from ascending numbers to the outcomes."""
        policies = self.policies._replace(rules=rules, guard=False)
        plan = plan_document(self.document, self.context, policies, include_absolute=True)
        others, passed = outcomes_of(plan), 0

        def other(number: int) -> Outcome:
            nonlocal passed
            skipped, passed = number - passed, number + 1
            return next(islice(others, skipped, None))

        return other


NumberedTest = Callable[[int, Outcome], str | None]
Check = Callable[[Page], Iterable[NumberedTest]]

# the checks of how a reference is spelled, which find nothing in a common spelling
_OF_SPELLING = frozenset(
    {"above-root", "absolute-above-root", "scheme-twice", "backslash", "white-space", "bad-escape"}
    | {"grammar", "query-encoding"}
)


def faults(
    source: bytes | str, context: Context, policies: Policies, wanted: "SelectedCodes"
) -> Iterator[Fault]:
    """Give what is wrong with a document, in the order of the source, and of the table."""
    document = read_document(source, context)
    plan = plan_document(document, context, policies, include_absolute=True)
    page = Page(plan, context, policies, wanted.against)
    tests = [(code, test) for code in CHECKS if code in wanted.codes for test in CHECKS[code](page)]
    others = [(code, test) for code, test in tests if code not in _OF_SPELLING]
    make, cautions = LinkMaker(document).link, page.cautions(wanted.codes)
    for number, outcome in enumerate(outcomes_of(plan)):
        is_common = reference_checks.has_common_spelling(outcome)
        noted = [(code, test(number, outcome)) for code, test in (others if is_common else tests)]
        details = [(code, detail) for code, detail in noted if detail is not None]
        if not is_common:
            details += [(code, "") for code in cautions(outcome)]
        if details:
            link = make(outcome)
            for code, detail in details:
                yield Fault(code, f"{MESSAGES[code]}: {detail or quoted_reference(link.reference)}", link)


class SelectedCodes(NamedTuple):
    """Which codes are looked for, and the rule sets to compare with."""

    codes: frozenset[str]
    against: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, select: Iterable[str] = (), ignore: Iterable[str] = (), against: Iterable[str] = ()
    ) -> "SelectedCodes":
        """Choose codes: those selected (or all), not those ignored; `ValueError` if one is unknown.

        Each is given by a beginning of codes, or by the name of a set of `CODE_SETS`. An empty text, which
        all codes begin with, is refused: it is what a variable is that was not set.
        """
        selected, ignored = _beginnings("select", select), _beginnings("ignore", ignore)
        compared = tuple(against)
        for name in compared:
            rule_set(name)
        codes = (code for code in CHECKED_CODES if not selected or code.startswith(selected))
        return cls(frozenset(code for code in codes if not code.startswith(ignored)), compared)


def _beginnings(argument: str, given: Iterable[str]) -> tuple[str, ...]:
    """Replace the names of sets by the codes in them, and refuse what no code begins with."""
    beginnings = tuple(code for each in given for code in CODE_SETS.get(each, [each]))
    for beginning in beginnings:
        if not beginning:
            message = f"{argument}: '' is no code and no beginning of one; 'ALL' stands for all codes"
            raise ValueError(message)
        if not any(code.startswith(beginning) for code in CHECKED_CODES):
            message = f"{argument}: no code that is checked begins with {beginning_of(beginning)!r}"
            raise ValueError(message)
    return beginnings


# checks of one reference each


def _each(test: Test) -> Check:
    """Make a check of a test of one reference."""
    return lambda _: [lambda _, outcome: test(outcome)]


_SPECIFIC_TESTS = reference_checks.backslash, reference_checks.bad_escape, reference_checks.has_space


def _grammar(page: Page) -> Iterable[NumberedTest]:
    """Check references by the rule set's grammar, if it has one, where no other check says more."""
    rules = rule_set(page.policies.rules)

    def test(_: int, outcome: Outcome) -> str | None:
        is_reported = any(each(outcome) is not None for each in _SPECIFIC_TESTS)
        is_asked = is_uri(outcome) and not is_reported
        refusal = rules.refusal(outcome.reference, reading="intended") if is_asked else None
        return None if refusal is None else f"{quoted_reference(outcome.reference)} {refusal}"

    if rules.read_grammar is not None:
        yield test


def _query_encoding(page: Page) -> Iterable[NumberedTest]:
    encoding = page.document.charset.name
    if encoding != "utf-8":
        yield lambda _, outcome: reference_checks.depends_on_encoding(encoding, outcome)


# checks of a page


class _OwnBases:
    """Which BASE elements are in the tree of their document, not in a template or noscript element."""

    def __init__(self) -> None:
        self._inert: WeakKeyDictionary[SourceDocument, InertSpans] = WeakKeyDictionary()

    def has(self, outcome: Outcome) -> bool:
        """Whether a reference is that of a BASE of the document's own tree."""
        document = outcome.document
        if not is_of_base(outcome) or not outcome.span.value.row.is_base:
            return False
        if document not in self._inert:
            self._inert[document] = InertSpans(
                document.scannable, len(document.scannable), xml=document.is_xml
            )
        return not self._inert[document].cover(outcome.span.value.tag)


def _base_several(_: Page) -> Iterable[NumberedTest]:
    own, seen = _OwnBases(), WeakSet[SourceDocument]()

    def test(_: int, outcome: Outcome) -> str | None:
        if not own.has(outcome):
            return None
        is_first = outcome.document not in seen
        seen.add(outcome.document)
        return None if is_first else ""

    yield test


def _base_late(_: Page) -> Iterable[NumberedTest]:
    own, seen, governed = _OwnBases(), WeakSet[SourceDocument](), WeakSet[SourceDocument]()

    def test(_: int, outcome: Outcome) -> str | None:
        document = outcome.document
        if own.has(outcome) and document not in seen:
            seen.add(document)
            return "" if document in governed else None
        if outcome.span.value.row.against != "document":
            governed.add(document)
        return None

    yield test


def _charset_late(page: Page) -> Iterable[NumberedTest]:
    declaration = (
        declaration_at_risk(page.document.source) if page.document.charset.source == "meta" else None
    )
    stop = 0 if declaration is None else declaration.start  # the first reference before it is reported

    def test(_: int, outcome: Outcome) -> str | None:
        nonlocal stop
        if outcome.code not in REWRITTEN_CODES or outcome.span.value.start >= stop:
            return None
        stop = 0
        return ""

    if stop:
        yield test


def _rules_differ(page: Page) -> Iterable[NumberedTest]:
    return (_differs_from(name, page) for name in sorted(page.against))


def _differs_from(name: str, page: Page) -> NumberedTest:
    encode = codec_of(page.document.charset.name).encode_query
    browsers = whatwg.RULE_SET.name in {name, page.policies.rules}
    compared = page.compare(name)

    def test(number: int, outcome: Outcome) -> str | None:
        other = compared(number)
        first, second = outcome.target, other.target
        if browsers and first is not None and second is not None:
            first, second = (reference_checks.as_url(each, encode) for each in (first, second))
        if first == second:
            return None
        one, another = map(reference_checks.describe_outcome, (outcome, other))
        return f"{quoted_reference(outcome.reference)} is {one}, and by {name} {another}"

    return test


CHECKS: Mapping[str, Check] = {
    "relative": _each(has_code(*(REWRITTEN_CODES | UNRESOLVED_CODES))),
    "base-relative": _each(reference_checks.base_relative),
    "base-several": _base_several,
    "base-late": _base_late,
    "invalid-reference": _each(has_code("invalid-reference", "rewritten-invalid")),
    "unreadable": _each(has_code("unreadable")),
    "empty": _each(has_code("empty")),
    "placeholder": _each(has_code("placeholder", "rewritten-placeholder")),
    "policy-self": _each(has_code("policy-self")),
    "xml-base-ignored": _each(has_code("xml-base-ignored")),
    "above-root": _each(reference_checks.above_root),
    "absolute-above-root": _each(reference_checks.absolute_above_root),
    "scheme-twice": _each(reference_checks.scheme_twice),
    "backslash": _each(reference_checks.backslash),
    "white-space": _each(reference_checks.white_space),
    "bad-escape": _each(reference_checks.bad_escape),
    "grammar": _grammar,
    "query-encoding": _query_encoding,
    "charset-late": _charset_late,
    "rules-differ": _rules_differ,
}
"""The checks by their codes, in the order in which they are reported; cautions are behind them."""
