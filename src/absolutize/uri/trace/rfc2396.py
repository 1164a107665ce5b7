"""The steps of RFC 2396 5.2, 1 to 7, and those of its drafts -02 and -03.

They work on text, as the specification is written. The module does not use the code that resolves. Used by
`uri.trace.algorithms` and `uri.trace.rfc2396bis`.
"""

from collections.abc import Generator, Iterator
from itertools import dropwhile

from absolutize.uri.reference import (
    Reference,
    is_hierarchical,
    is_same_document,
    recompose,
    split,
)
from absolutize.uri.rules.rfc2396 import HIERARCHICAL_SCHEMES
from absolutize.uri.ruleset import Overflow, ResolutionChoices
from absolutize.uri.trace.step import Step, Turn, abridge_turns, describe_components, quote_component

MERGE = ("6a", "6b", "6c", "6d", "6e", "6f", "6g", "6h")
LAST_SEGMENT = "all but the last segment of the base's path"


def steps(reference: str, base: str | None, choices: ResolutionChoices) -> Iterator[Step]:
    """Take the steps of RFC 2396 and of -03."""
    context = split(base or "")
    suitable = context.scheme is not None and is_hierarchical(context)
    return _steps(reference, context if suitable else None, choices)


def steps_02(reference: str, base: str | None, choices: ResolutionChoices) -> Iterator[Step]:
    """Take the steps of -02: any absolute URI is a base, a repeated scheme is never removed."""
    context = split(base or "")
    return _steps(reference, context if context.scheme else None, choices._replace(same_scheme="strict"))


def _steps(reference: str, base: Reference | None, choices: ResolutionChoices) -> Iterator[Step]:
    components = split(reference)
    yield Step("1", "the reference is parsed into its components", describe_components(components))
    if is_same_document(reference):
        yield Step("2", "it is a reference to the current document, and we are done", reference)
        return
    query_and_fragment = describe_components(components, ("query", "fragment"))
    yield Step("2", "it is none to the current document; query and fragment are as found", query_and_fragment)
    if components.scheme is not None:
        if not _is_removed(components, base, choices):
            yield Step("3", "the scheme is defined: an absolute URI, and we are done", reference)
            return
        components = components._replace(scheme=None)
        yield Step(
            "3",
            "the scheme matches the base's and is always hierarchical: it is removed",
            describe_components(components),
        )
    if base is None:
        yield Step("3", "the scheme is undefined, and there is no suitable base URI (section 5)", None)
        return
    yield Step("3", "the scheme is inherited from the base", quote_component(base.scheme))
    yield from _inherit(components, base, choices)


def _is_removed(reference: Reference, base: Reference | None, choices: ResolutionChoices) -> bool:
    if base is None or choices.same_scheme == "strict" or reference.authority is not None:
        return False
    scheme = (reference.scheme or "").lower()
    return scheme in HIERARCHICAL_SCHEMES and scheme == (base.scheme or "").lower()


def _inherit(components: Reference, base: Reference, choices: ResolutionChoices) -> Iterator[Step]:
    """Take steps 4 to 7."""
    _, authority, path, query, fragment = components
    if authority is not None:
        yield Step("4", "the authority is defined: a network-path, on to step 7", quote_component(authority))
    else:
        authority = base.authority
        yield Step("4", "the authority is inherited from the base", quote_component(authority))
        if path.startswith("/"):
            yield Step(
                "5", "the path begins with a slash: an absolute-path, on to step 7", quote_component(path)
            )
        else:
            yield Step("5", "the path does not begin with a slash: a relative-path", quote_component(path))
            directory = base.path[: base.path.rfind("/") + 1]
            yield Step(MERGE[0], LAST_SEGMENT, quote_component(directory))
            merged = yield from merge_steps(directory, path, choices.overflow, MERGE)
            if merged is None:
                return
            path = merged
    target = Reference(base.scheme, authority, path, query, fragment)
    yield Step("7", "the components are recombined", recompose(target))


def merge_steps(
    directory: str, path: str, overflow: Overflow, names: tuple[str, ...]
) -> Generator[Step, None, str | None]:
    """Merge paths by string replacements; return the path, ``None`` if ``..`` above the root is refused.

    The first of the named steps, which gives the directory, was taken before.
    """
    yield Step(names[1], "the reference's path is appended", quote_component(directory + path))
    segments = (directory + path).split("/")  # of a path that begins with a slash, the first is none
    segments = [segment for segment in segments[:-1] if segment != "."] + segments[-1:]
    yield Step(names[2], 'every "./" is removed', _quote_path(segments))
    if segments[-1] == ".":
        segments[-1] = ""
    yield Step(names[3], 'a final "." is removed', _quote_path(segments))
    kept: list[str] = []
    rest = segments[::-1]
    yield from abridge_turns(_parents(kept, rest, names[4]), lambda: _quote_path(kept + rest[::-1]))
    segments = kept
    if _is_removable(segments[:-1]) and segments[-1] == "..":
        segments[-2:] = [""]
    yield Step(names[5], 'a final "<segment>/.." is removed', _quote_path(segments))
    start = int(segments[0] == "" and len(segments) > 1)
    if segments[start] == "..":
        if overflow == "avoid":
            yield Step(names[6], 'it begins with "..": an error, and the reference is not followed', None)
            return None
        if overflow == "remove":
            segments = segments[:start] + _without_parents(segments[start:])
        yield Step(names[6], f'it begins with "..": an error (overflow: {overflow})', _quote_path(segments))
    yield Step(names[7], "the remaining buffer is the path", _quote_path(segments))
    return "/".join(segments)


def _quote_path(segments: list[str]) -> str:
    return quote_component("/".join(segments))


def _is_removable(segments: list[str]) -> bool:
    """Whether the last segment can be the <segment> before a ".."; an empty one before a slash cannot."""
    return bool(segments) and segments != [""] and segments[-1] != ".."


def _parents(kept: list[str], rest: list[str], name: str) -> Iterator[Turn]:
    """Move segments from the end of ``rest`` to the end of ``kept``; remove each "<segment>/../"."""
    while rest:
        segment = rest.pop()
        if segment == ".." and rest and _is_removable(kept):
            yield name, f'the leftmost "<segment>/../" is removed: "{kept.pop()}/../"'
        else:
            kept.append(segment)


def _without_parents(segments: list[str]) -> list[str]:
    return list(dropwhile(lambda segment: segment == "..", segments)) or [""]
