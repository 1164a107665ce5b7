"""The checks behind `check`: functions over what was decided about each reference of a document.

A check gives the numbers of references, each with a word on why. It changes and prints nothing. Used by
`api`, `archive`, `cli.commands.check` and `cli.formats.sarif`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from absolutize.engine.document_plan import Outcome
from absolutize.engine.link import Link
from absolutize.engine.lister import DecidedDocument, decide_document, links_of
from absolutize.engine.planner import codec_of
from absolutize.findings import CAUTIONS, CHECKED, FINDINGS, REWRITTEN, UNRESOLVED
from absolutize.html.document.base_element import bases
from absolutize.html.document.document import SourceDocument
from absolutize.html.document.encoding_sniffing import WIDE, at_stake
from absolutize.options import Context, Policies
from absolutize.patterns import compiled
from absolutize.uri import DEFAULT_RULES, rule_set
from absolutize.uri.reference import split
from absolutize.uri.rules import whatwg
from absolutize.uri.ruleset import RuleSet
from absolutize.uri.security import Caution, cautions_of


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


@dataclass(frozen=True)
class Page:
    """A document under examination, and the rule sets to compare with."""

    document: bytes | str
    context: Context
    policies: Policies
    against: Sequence[str]
    examined: DecidedDocument

    @property
    def outcomes(self) -> list[Outcome]:
        """What was decided, in the order of the source."""
        return self.examined.outcomes

    @cached_property
    def cautions(self) -> list[frozenset[str]]:
        """The codes of what the rule set's document advises caution of, for each reference."""
        rules = rule_set(self.policies.rules)
        base = self.examined.base.uri
        found = (_cautions(outcome, rules, base) for outcome in self.outcomes)
        return [frozenset(caution.code for caution in cautions) for cautions in found]

    def compare_with(self, **choices: Any) -> Iterator[tuple[Outcome, Outcome]]:  # noqa: ANN401 -- as they are
        """Decide again with other choices, and put the outcomes side by side."""
        others = decide_document(self.document, self.context, replace(self.policies, **choices)).outcomes
        return zip(self.outcomes, others, strict=True)


Noted = Iterator[tuple[int, str]]
Check = Callable[[Page], Noted]


def faults(
    document: bytes | str, context: Context, policies: Policies, wanted: "SelectedCodes"
) -> Iterator[Fault]:
    """Check a document; the order is that of the source, and of the table."""
    page = Page(document, context, policies, wanted.against, decide_document(document, context, policies))
    noted = [
        (number, order, detail)
        for order, code in enumerate(CHECKS)
        if code in wanted.codes
        for number, detail in CHECKS[code](page)
    ]
    links, codes = list(links_of(page.examined)), list(CHECKS)
    for number, order, detail in sorted(noted):
        link, code = links[number], codes[order]
        yield Fault(code, f"{_MESSAGES[code]}: {detail or quoted_reference(link.reference)}", link)


class SelectedCodes(NamedTuple):
    """Which codes are looked for, and the rule sets to compare with."""

    codes: frozenset[str]
    against: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, select: Iterable[str] = (), ignore: Iterable[str] = (), against: Iterable[str] = ()
    ) -> "SelectedCodes":
        """Choose codes by beginnings: those selected (or all), not those ignored; `ValueError` if unknown."""
        selected, ignored = tuple(select), tuple(ignore)
        for beginning in (*selected, *ignored):
            if not any(code.startswith(beginning) for code in CHECKED):
                message = f"no code that is checked begins with {beginning!r}"
                raise ValueError(message)
        for name in (compared := tuple(against)):
            rule_set(name)
        codes = (code for code in CHECKED if not selected or code.startswith(selected))
        return cls(frozenset(code for code in codes if not (ignored and code.startswith(ignored))), compared)


_MESSAGES = {finding.code: finding.message for finding in FINDINGS}
_PASSWORD = compiled(r"(//[^/?#@:\\]*+:)[^/?#@\\]++(?=@)")
LONGEST_SHOWN = 100  # characters of a reference that a message shows


def quoted_reference(reference: str) -> str:
    """Quote a reference in one line, without a password, and not all of a long one."""
    text = _PASSWORD.sub(r"\1***", reference)
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}...")


# checks of one reference each: a word on why, "" if the reference says it, None if nothing is wrong

Test = Callable[[Outcome], str | None]


def _each(test: Test) -> Check:
    """Make a check of a test of one reference."""

    def check(page: Page) -> Noted:
        for number, outcome in enumerate(page.outcomes):
            detail = test(outcome)
            if detail is not None:
                yield number, detail

    return check


def _decided(*codes: str) -> Check:
    """Make a check of decisions that are faults."""
    return _each(lambda outcome: "" if outcome.code in codes else None)


_NO_URI = compiled("(?i:javascript):")  # what follows is a program, and no grammar of URIs governs it
_NO_URIS = frozenset({"placeholder", "rewritten-placeholder", "no-reference", "policy-self"})


def _is_uri(outcome: Outcome) -> bool:
    """Whether a reference is to be spelled as one: it is no program, no placeholder and no name."""
    return outcome.code not in _NO_URIS and _NO_URI.match(outcome.reference) is None


def _holds(pattern: str) -> Test:
    """Make a test of whether something stands in a reference."""
    search = compiled(pattern).search
    return lambda outcome: "" if _is_uri(outcome) and search(outcome.reference) else None


_backslash = _holds(r"\\")
_bad_escape = _holds("%(?![0-9A-Fa-f]{2})")
_spaced = _holds("[\0- \x7f]")


def _white_space(outcome: Outcome) -> str | None:
    written = outcome.body.reading.attribute(outcome.raw) if outcome.found.row.attribute else outcome.raw
    is_said = outcome.code not in {"unreadable", "no-reference"}
    around = is_said and outcome.part.notation.decode(written) != outcome.reference
    return repr(written[:LONGEST_SHOWN]) if around else _spaced(outcome)


def _cautions(outcome: Outcome, rules: RuleSet, base: str | None) -> Iterable[Caution]:
    """List what to be careful about in a reference; the scheme of its authority may be the base's.

    A relative one has the scheme of its base in its target; of others the page's is asked.
    """
    reference = outcome.reference
    context = outcome.target if split(reference).scheme is None else base
    text = outcome.target if reference.startswith("//") and outcome.target else reference
    return cautions_of(text, rules, context) if _is_uri(outcome) else ()


def _base_relative(outcome: Outcome) -> str | None:
    return "" if _is_base(outcome) and split(outcome.reference).scheme is None else None


def _is_base(outcome: Outcome) -> bool:
    return outcome.found.row.element == "base"


# checks of a page


def _by_document(outcomes: Iterable[Outcome]) -> list[list[tuple[int, Outcome]]]:
    """Put the references of each document together: one in a value has another BASE."""
    documents: dict[SourceDocument, list[tuple[int, Outcome]]] = {}
    for number, outcome in enumerate(outcomes):
        documents.setdefault(outcome.body, []).append((number, outcome))
    return list(documents.values())


def _bases(document: list[tuple[int, Outcome]]) -> list[int]:
    """List those that are a BASE of the document's own tree."""
    founds = [outcome.found for _, outcome in document if _is_base(outcome)]
    if not founds:
        return []
    body = document[0][1].body
    tags = {found.tag for found in bases(body.scannable, founds, xml=body.is_xml)}
    return [number for number, outcome in document if _is_base(outcome) and outcome.found.tag in tags]


def _base_several(page: Page) -> Noted:
    for document in _by_document(page.outcomes):
        yield from ((number, "") for number in _bases(document)[1:])


def _base_late(page: Page) -> Noted:
    for document in _by_document(page.outcomes):
        base = next(iter(_bases(document)), None)
        governed = (number for number, outcome in document if outcome.found.row.against != "document")
        if base is not None and next(governed, base) < base:
            yield base, ""


def _above_root(page: Page) -> Noted:
    if any(".." in outcome.reference for outcome in page.outcomes):
        for number, (_, other) in enumerate(page.compare_with(rules=DEFAULT_RULES, overflow="avoid")):
            if other.code == "above-root":
                yield number, ""


_AUTHORITY = "(?:https?|ftp|wss?|file)"
_SCHEME_TWICE = compiled(rf"{_AUTHORITY}://{_AUTHORITY}:?//", re.IGNORECASE)


def _scheme_twice(outcome: Outcome) -> str | None:
    return "" if _SCHEME_TWICE.match(outcome.reference) else None


def _absolute_above_root(outcome: Outcome) -> str | None:
    scheme, _, path, _, _ = split(outcome.reference)
    if scheme is None or ".." not in path.lower().replace("%2e", ".") or not path.startswith("/"):
        return None
    level = 0
    for segment in path[1:].lower().replace("%2e", ".").split("/"):
        level += {".": 0, "..": -1}.get(segment, 1)
        if level < 0:
            return ""
    return None


def _caution(code: str) -> Check:
    """Make a check of what documents advise caution of."""

    def check(page: Page) -> Noted:
        yield from ((number, "") for number, cautions in enumerate(page.cautions) if code in cautions)

    return check


def _grammar(page: Page) -> Noted:
    """Ask the rule set's grammar, if it has one, where no other check says more."""
    rules = rule_set(page.policies.rules)
    if rules.collected is None:
        return
    for number, outcome in enumerate(page.outcomes):
        is_said = any(test(outcome) is not None for test in (_backslash, _bad_escape, _spaced))
        is_asked = _is_uri(outcome) and not is_said
        refusal = rules.refusal(outcome.reference, reading="intended") if is_asked else None
        if refusal is not None:
            yield number, f"{quoted_reference(outcome.reference)} {refusal}"


def _query_encoding(page: Page) -> Noted:
    encoding = page.examined.body.charset.name
    if encoding == "utf-8" or encoding in WIDE:
        return
    for number, outcome in enumerate(page.outcomes):
        query = split(outcome.reference).query or ""
        scheme = split(outcome.target or outcome.reference).scheme or "http"
        if not query.isascii() and scheme.lower() in whatwg.ENCODED_QUERY:
            yield number, f"{quoted_reference(outcome.reference)} in {encoding}"


def _charset_late(page: Page) -> Noted:
    body = page.examined.body
    declaration = at_stake(body.source) if body.charset.source == "meta" else None
    if declaration is None:
        return
    for number, outcome in enumerate(page.outcomes):
        if outcome.code in REWRITTEN and outcome.found.start < declaration.start:
            yield number, ""
            return


def _rules_differ(page: Page) -> Noted:
    encode = codec_of(page.examined.body.charset.name).encode_query
    for name in page.against:
        browsers = whatwg.RULE_SET.name in {name, page.policies.rules}
        for number, (outcome, other) in enumerate(page.compare_with(rules=name, guard=False)):
            first, second = outcome.target, other.target
            if browsers and first is not None and second is not None:
                first, second = _as_url(first, encode), _as_url(second, encode)
            if first != second:
                text = quoted_reference(outcome.reference)
                yield number, f"{text} is {_described(outcome)}, and by {name} {_described(other)}"


def _as_url(target: str, encode: Callable[[str], bytes]) -> str:
    """Spell a target as browsers do, its query in the encoding of the document."""
    scheme = split(target).scheme
    if not target.isascii() and scheme is not None and scheme.lower() in whatwg.ENCODED_QUERY:
        target = whatwg.encode_query(target, encode)
    return whatwg.parse_url(target) or target


def _described(outcome: Outcome) -> str:
    return outcome.code if outcome.target is None else quoted_reference(outcome.target)


CHECKS: Mapping[str, Check] = {
    "relative": _decided(*(REWRITTEN | UNRESOLVED)),
    "base-relative": _each(_base_relative),
    "base-several": _base_several,
    "base-late": _base_late,
    "invalid-reference": _decided("invalid-reference", "rewritten-invalid"),
    "unreadable": _decided("unreadable"),
    "empty": _decided("empty"),
    "placeholder": _decided("placeholder", "rewritten-placeholder"),
    "policy-self": _decided("policy-self"),
    "above-root": _above_root,
    "absolute-above-root": _each(_absolute_above_root),
    "scheme-twice": _each(_scheme_twice),
    "backslash": _each(_backslash),
    "white-space": _each(_white_space),
    "bad-escape": _each(_bad_escape),
    "grammar": _grammar,
    "query-encoding": _query_encoding,
    "charset-late": _charset_late,
    "rules-differ": _rules_differ,
    **{caution.code: _caution(caution.code) for caution in CAUTIONS},
}
"""The checks by their codes, in the order in which they are reported."""
