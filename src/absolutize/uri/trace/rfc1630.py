"""The steps of RFC 1630, "Partial (relative) form", and of draft-www-uri-00 4.4.

The rules have no numbers, so that each step is named after the subject of its paragraph. Of the code that
resolves, only what reads schemes, contexts and runs of slashes is used. Used by `uri.trace.algorithms`.
"""

from collections.abc import Iterator

from absolutize.uri.rules import rfc1630
from absolutize.uri.ruleset import ResolutionChoices
from absolutize.uri.trace.step import Step, Turn, abridge_turns, quote_component


def steps(reference: str, base: str | None, choices: ResolutionChoices) -> Iterator[Step]:
    """Take the steps of RFC 1630."""
    return _steps(reference, base, choices, rfc1630.memo_run(choices))


def steps_of_the_draft(reference: str, base: str | None, choices: ResolutionChoices) -> Iterator[Step]:
    """Take the steps of the draft."""
    return _steps(reference, base, choices, rfc1630.first_run)


def _steps(
    reference: str, base: str | None, choices: ResolutionChoices, find_run: rfc1630.FindRun
) -> Iterator[Step]:
    context = (base or "").partition("#")[0].partition("?")[0]
    yield Step("context", "the URI of the context, without search and fragment", quote_component(context))
    partial, hash_sign, fragment = reference.partition("#")
    yield Step("fragment-id", "it is no part of the partial form", quote_component(hash_sign + fragment))
    named, scheme = rfc1630.scheme_before_colon(partial), rfc1630.scheme_before_colon(context)
    yield Step("absolute form", "a colon before any slash: the scheme", quote_component(named))
    if named is not None:
        if choices.same_scheme == "strict" or named != scheme:
            yield Step("scheme parts", "the whole absolute URI is given", reference)
            return
        partial = partial[len(named) + 1 :]
        yield Step("scheme parts", "they are the same: the scheme is omitted", quote_component(partial))
    if scheme is None:
        yield Step("context", "it is no absolute URI", None)
        return
    slashes = len(partial) - len(partial.lstrip("/"))
    if slashes:
        context = "".join(rfc1630.split_context(context, guarded=choices.partial_form == "guarded"))
        yield from _prepended(context, partial, hash_sign + fragment, find_run)
    else:
        yield Step("consecutive slashes", "it starts with none", quote_component(partial))
        yield from _replaced(context, partial, hash_sign + fragment, choices)


def _prepended(context: str, partial: str, rest: str, find_run: rfc1630.FindRun) -> Iterator[Step]:
    slashes = len(partial) - len(partial.lstrip("/"))
    position, run = find_run(context, slashes), rfc1630.run_length(slashes)
    if position < 0:
        yield Step("consecutive slashes", f"the context has no run of exactly {run} to start from", None)
        return
    same = context[:position]
    yield Step("consecutive slashes", f"what is before the context's run of {run}", quote_component(same))
    yield Step("full URL", "it is prepended to the partial URL", same + partial + rest)


def _replaced(context: str, partial: str, rest: str, choices: ResolutionChoices) -> Iterator[Step]:
    guarded = choices.partial_form == "guarded"
    kept, path = rfc1630.split_context(context, guarded=guarded)
    if guarded:
        yield Step("guard", "scheme and authority are not subject to the rules", quote_component(kept))
    name, question_mark, search = partial.partition("?")
    path = path[: path.rfind("/") + 1] + name
    yield Step("last part", "what follows the rightmost slash is replaced", quote_component(kept + path))
    before: list[str] = []
    behind = path.split("/")[::-1]
    yield from abridge_turns(
        removals(before, behind, guarded=guarded),
        lambda: quote_component(kept + "/".join(before + behind[::-1])),
    )
    yield Step("result", "the full form", kept + "/".join(before) + question_mark + search + rest)


def removals(before: list[str], behind: list[str], *, guarded: bool) -> Iterator[Turn]:
    """Move elements from the end of ``behind`` to the end of ``before``, and yield each removal."""
    while behind:
        element = behind.pop()
        if element == "." and before:
            yield "removal", '"/." is removed'
        elif element == ".." and behind and rfc1630.can_go(before, guarded=guarded):
            yield "removal", f'"{before.pop()}/../" is removed'
        else:
            before.append(element)
