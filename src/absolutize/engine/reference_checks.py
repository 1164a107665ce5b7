"""The checks of single references: each says what is wrong with a reference, if anything is.

They do not know what else is in the document. Used by `engine.checks`.
"""

import re
from collections.abc import Callable, Iterator

from absolutize.calls import beginning_of
from absolutize.engine.document_plan import Outcome
from absolutize.patterns import compile_regex
from absolutize.uri.reference import Reference, is_hierarchical, split
from absolutize.uri.rules import whatwg
from absolutize.uri.ruleset import RuleSet
from absolutize.uri.security import Caution, cautions_of, mask_password, mask_written, read_authority

Test = Callable[[Outcome], str | None]
"""Says what is wrong with a reference; ``""``: the reference itself shows it; ``None``: nothing is wrong."""


def quoted_reference(reference: str) -> str:
    """Quote a reference in one line, without a password, and not all of a long one."""
    return repr(beginning_of(mask_password(reference)))


def has_code(*codes: str) -> Test:
    """Make a test that finds decisions with these codes."""
    return lambda outcome: "" if outcome.code in codes else None


_PROGRAM = compile_regex("(?i:javascript):")  # what follows is a program, and no grammar of URIs governs it
_CODES_OF_NO_URI = frozenset({"placeholder", "rewritten-placeholder", "no-reference", "policy-self"})


def is_uri(outcome: Outcome) -> bool:
    """Whether a reference has to be spelled as a URI: it is no program, placeholder or name."""
    return outcome.code not in _CODES_OF_NO_URI and _PROGRAM.match(outcome.reference) is None


def holds(pattern: str) -> Test:
    """Make a test that finds a pattern in references."""
    compiled = compile_regex(pattern)
    return lambda outcome: "" if is_uri(outcome) and compiled.search(outcome.reference) else None


backslash = holds(r"\\")
bad_escape = holds("%(?![0-9A-Fa-f]{2})")
has_space = holds("[\0- \x7f]")
_DATA = compile_regex("(?i:data):")


def white_space(outcome: Outcome) -> str | None:
    """Report white space around a reference, or in it; in ``data:``, it does no harm."""
    if _DATA.match(outcome.reference):
        return None
    written = (
        outcome.document.reading.attribute(outcome.raw) if outcome.span.value.row.attribute else outcome.raw
    )
    is_reference = outcome.code not in {"unreadable", "no-reference"}
    around = is_reference and outcome.span.escaping.decode(written) != outcome.reference
    return repr(beginning_of(mask_written(written, outcome.reference))) if around else has_space(outcome)


_LABEL = "[A-Za-z0-9]++(?:-[A-Za-z0-9]++)*+"
_HOST = rf"https?://(?:{_LABEL}\.)*[A-Za-z]++(?![^/#])"
_COMMON = compile_regex(rf"(?=.)(?:{_HOST})?(?!//|.*\.\.)[A-Za-z0-9/_.\-]*+(?:#[A-Za-z0-9_.\-]*+)?")


def has_common_spelling(outcome: Outcome) -> bool:
    """Whether no check of the spelling, and no caution, can find anything in a reference.

    It is written without escapes, and is a path, with a common host or none, that all specifications have.
    """
    # For speed: three quarters of all links are such, and on pages that were not used to choose this, `check`
    # takes 46 to 52 % less
    target = outcome.target
    return (
        outcome.raw == outcome.reference
        and _COMMON.fullmatch(outcome.reference) is not None
        and (target is None or target.startswith(("http:", "https:")))
    )


def cautions_in(outcome: Outcome, rules: RuleSet) -> Iterator[Caution]:
    """List what to be careful about in a reference, and in the authority that browsers read in it.

    The context of a relative reference is its target, which has the scheme; that of others is the base.
    """
    reference, base = outcome.reference, _base_of(outcome)
    if not is_uri(outcome):
        return
    context = outcome.target if split(reference).scheme is None else base
    text = outcome.target if reference.startswith("//") and outcome.target else reference
    yield from cautions_of(text, rules, context)
    read = read_authority(text, base)
    if read is not None:
        yield from cautions_of(read, rules)


def _base_of(outcome: Outcome) -> str | None:
    """Give the base of a reference; BASE does not change the base of its href."""
    span = outcome.span
    return outcome.plan.planner.resolution_for(span.value.row, span.codebase).base


def base_relative(outcome: Outcome) -> str | None:
    """Report a BASE that is relative."""
    return "" if is_of_base(outcome) and split(outcome.reference).scheme is None else None


def is_of_base(outcome: Outcome) -> bool:
    """Whether a reference is that of a BASE element."""
    return outcome.span.value.row.element == "base"


_SCHEME_WITH_HOST = "(?:https?|ftp|wss?|file)"
_SCHEME_TWICE = compile_regex(rf"{_SCHEME_WITH_HOST}://{_SCHEME_WITH_HOST}:?//", re.IGNORECASE)


def scheme_twice(outcome: Outcome) -> str | None:
    """Report two schemes with ``//``, one directly behind the other."""
    return "" if _SCHEME_TWICE.match(outcome.reference) else None


_ESCAPED_DOT = compile_regex("(?i:%2e)")
_TWO_DOTS = compile_regex(r"(?i:(?:\.|%2e){2})")


def absolute_above_root(outcome: Outcome) -> str | None:
    """Report an absolute path that climbs above the root, with or without a scheme and a host before it."""
    reference = _with_dots(outcome)
    path = "" if reference is None else reference.path
    return "" if path.startswith("/") and _climbs(path) else None


def above_root(outcome: Outcome) -> str | None:
    """Report a relative path that climbs above the root of its base."""
    reference = _with_dots(outcome)
    if reference is None or reference.authority is not None or reference.path.startswith("/"):
        return None
    base = _base_of(outcome)
    if base is None:
        return None
    around = split(whatwg.browser_parse(base) or base)
    scheme, _, path, *_ = reference
    has_same = scheme is not None and scheme.lower() in {around.scheme} & whatwg.SPECIAL_SCHEMES
    is_path = scheme is None or has_same
    folder = around.path.rpartition("/")[0]
    return "" if is_path and is_hierarchical(around) and _climbs(f"{folder}/{path}") else None


def _with_dots(outcome: Outcome) -> Reference | None:
    """Split a reference whose path may lead up, as browsers do: %2E is a dot, and a backslash a slash."""
    if _TWO_DOTS.search(outcome.reference) is None or not is_uri(outcome):
        return None
    reference = split(_ESCAPED_DOT.sub(".", outcome.reference).replace("\\", "/"))
    return reference if ".." in reference.path else None


def _climbs(path: str) -> bool:
    """Whether an absolute path has more ".." segments than levels before them."""
    level = 0
    for segment in path[1:].split("/"):
        level += {".": 0, "..": -1}.get(segment, 1)
        if level < 0:
            return True
    return False


def as_url(target: str, encode: Callable[[str], bytes]) -> str:
    """Spell a target as browsers do, its query in the encoding of the document."""
    scheme = split(target).scheme
    if not target.isascii() and scheme is not None and scheme.lower() in whatwg.ENCODED_QUERY:
        target = whatwg.encode_query(target, encode)
    return whatwg.parse_url(target) or target


def describe_outcome(outcome: Outcome) -> str:
    """Describe the outcome for a reference: its target, or why there is none."""
    return outcome.code if outcome.target is None else quoted_reference(outcome.target)


def depends_on_encoding(encoding: str, outcome: Outcome) -> str | None:
    """Report a query that depends on the encoding of the page."""
    query = split(outcome.reference).query or ""
    sent_in = outcome.plan.planner.encoding_of(outcome.span.value.row)
    scheme = split(outcome.target or outcome.reference).scheme or "http"
    if query.isascii() or sent_in == "utf-8" or scheme.lower() not in whatwg.ENCODED_QUERY:
        return None
    return f"{quoted_reference(outcome.reference)} in {encoding}"
