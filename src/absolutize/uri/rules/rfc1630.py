"""The rule set of RFC 1630: the partial (relative) form, resolved by runs of slashes.

The option ``slash_run`` chooses between its rule and its example, which contradict each other; the option
``partial_form`` chooses whether its rules may take the host for a path element. It imports no other rule set.
Used by `uri`.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

from absolutize.calls import beginning_of, check_calls
from absolutize.findings import ResolutionError
from absolutize.patterns import compile_regex
from absolutize.uri.abnf.texts import rfc1630 as grammar_text
from absolutize.uri.ruleset import ResolutionChoices, Resolver, RuleSet

FindRun = Callable[[str, int], int]

_SLASHES = compile_regex("/++")
_LEADING_SLASHES = compile_regex("/*+")
_AUTHORITY = compile_regex("//[^/]*+")


def first_run(context: str, length: int) -> int:
    """Find the first run of exactly that number of slashes (the draft's wording); -1 if there is none."""
    return next((run.start() for run in _SLASHES.finditer(context) if len(run[0]) == length), -1)


def first_run_without_greater(context: str, length: int) -> int:
    """Find such a run by the memo's wording.

    "the first occurrence of exactly the same number of consecutive slashes which has no greater
    number of consecutive slashes anywhere to the right of it"
    """
    start = -1
    for run in _SLASHES.finditer(context):
        if len(run[0]) > length:
            start = -1
        elif len(run[0]) == length and start < 0:
            start = run.start()
    return start


def run_length(slashes: int) -> str:
    """Describe the length of a run of slashes."""
    return "one slash" if slashes == 1 else f"{slashes} slashes"


def memo_run(choices: ResolutionChoices) -> FindRun:
    """Choose the rule of slashes of RFC 1630, without its clause or with it.

    With the clause, the memo's own example gives another result; without it, as in the draft, all examples
    give the printed results.
    """
    return first_run if choices.slash_run == "first" else first_run_without_greater


class PartialForms(NamedTuple):
    """The rules for a partial form, with a specification's choice of the rule of slashes."""

    find_run: Callable[[ResolutionChoices], FindRun]

    def bind_base(self, base: str | None, choices: ResolutionChoices) -> Resolver:
        """Bind the URI of the context."""
        context = "" if base is None else _without_search(base)
        scheme = scheme_before_colon(context)
        guarded = choices.partial_form == "guarded"
        kept, path = split_context(context, guarded=guarded)
        context = kept + path
        run_of = cache(partial(self.find_run(choices), context))

        def resolve(reference: str) -> str:
            partial, hash_sign, fragment = reference.partition("#")
            named = scheme_before_colon(partial)
            if named is not None:
                # "If the scheme parts are different, the whole absolute URI must be given.
                #  Otherwise, the scheme is omitted"
                if choices.same_scheme == "strict" or named != scheme:
                    return reference
                partial = partial[len(named) + 1 :]
            if scheme is None:
                raise ResolutionError("no-base", reference, base, _why_no_base(base))
            slashes = len(_LEADING_SLASHES.match(partial)[0])  # type: ignore[index] # matches anything
            if slashes:
                position = run_of(slashes)
                if position < 0:
                    text, run = beginning_of(base or ""), run_length(slashes)
                    why = f"the base {text!r} has no run of exactly {run} for it to start from"
                    raise ResolutionError("no-such-level", reference, base, why)
                return context[:position] + partial + hash_sign + fragment
            return kept + replace_last_part(path, partial, guarded=guarded) + hash_sign + fragment

        return resolve


def scheme_before_colon(text: str) -> str | None:
    """Give the scheme of an absolute form; ``None`` for a partial form.

    "A partial form can be distinguished from an absolute form in that the latter must have a
    colon and that colon must occur before any slash characters": also a colon in a search.
    """
    before, colon, _ = text.partition(":")
    return before if colon and "/" not in before else None


def _without_search(context: str) -> str:
    """Cut off the search and the fragment: "uri = scheme : path [ ? search ]"."""
    return context.partition("#")[0].partition("?")[0]


def split_context(context: str, *, guarded: bool) -> tuple[str, str]:
    """Cut a context into the part that stays and the path; with ``guarded``, the authority stays.

    The removal of ``xxx/../`` may take the host for a path element; with ``partial_form="guarded"`` it never
    does: RFC 2396 C.2, "the ".." syntax cannot be used to change the authority component".
    """
    start = context.find(":") + 1
    authority = _AUTHORITY.match(context, start) if guarded else None
    end = start if authority is None else authority.end()
    return context[:end], ("/" if authority and end == len(context) else "") + context[end:]


def _why_no_base(base: str | None) -> str:
    if base is None:
        return "it is a partial form and there is no context URI"
    return f"the context {beginning_of(base)!r} is not an absolute URI"


def replace_last_part(path: str, partial: str, *, guarded: bool) -> str:
    """Apply the third and the fourth rule.

    "The last part of the path of the context URI (anything following the rightmost slash) is
    removed, and the given partial URI appended in its place"
    """
    name, question_mark, search = partial.partition("?")
    return remove_partial_names(path[: path.rfind("/") + 1] + name, guarded=guarded) + question_mark + search


def remove_partial_names(path: str, *, guarded: bool) -> str:
    """Remove "xxx/../" and "/." from the result.

    "Within the result, all occurrences of "xxx/../" or "/." are recursively removed, where xxx,
    ".." and "." are complete path elements." A final ``..`` has no slash after it and stays, as
    does what has no slash before it; to the letter, ``xxx`` may be ``..`` itself.
    """
    elements = path.split("/")
    kept: list[str] = []
    for index, element in enumerate(elements):
        if element == "." and kept:
            continue
        if element == ".." and index < len(elements) - 1 and can_go(kept, guarded=guarded):
            kept.pop()
        else:
            kept.append(element)
    return "/".join(kept)


def can_go(kept: list[str], *, guarded: bool) -> bool:
    """Whether the last kept element can be the ``xxx``; the nothing before a leading slash cannot."""
    return bool(kept) and kept != [""] and not (guarded and kept[-1] == "..")


@check_calls
def scheme_of_context(uri: str) -> str | None:
    """Give the scheme of a context URI, if any, without regard to its search and its fragment."""
    return scheme_before_colon(_without_search(uri))


OPTIONS = frozenset({"same_scheme", "partial_form", "request"})
RULE_SET = RuleSet(
    "rfc1630",
    "RFC 1630, June 1994",
    PartialForms(memo_run).bind_base,
    grammar_text.read_grammar,
    scheme_of_context,
    OPTIONS | {"slash_run"},
)
