"""The steps of draft-fielding-uri-rfc2396bis-00 5.2: its pseudocode, and its merge routine, 1 to 8.

It does not use the code that resolves. Used by `uri.trace.algorithms`.
"""

from collections.abc import Generator, Iterator

from absolutize.uri.reference import Reference, is_hierarchical, recompose, split
from absolutize.uri.ruleset import ResolutionChoices
from absolutize.uri.trace.rfc2396 import LAST_SEGMENT, merge_steps
from absolutize.uri.trace.step import Step, describe_components, quote_component, yes

MERGE = tuple(f"merge {number}" for number in range(1, 9))


def steps(reference: str, base: str | None, choices: ResolutionChoices) -> Iterator[Step]:
    """Take the lines of the pseudocode that are reached."""
    context = split(base or "")
    suitable = context.scheme is not None and is_hierarchical(context)
    components = split(reference)
    yield Step("parse(R)", "the reference is parsed into its components", describe_components(components))
    same = suitable and choices.same_scheme == "lenient" and components.scheme == context.scheme
    yield Step(
        "(not validating) and (R.scheme == Base.scheme)", yes(same), quote_component(components.scheme)
    )
    if same:
        components = components._replace(scheme=None)
        yield Step("undefine(R.scheme)", "the scheme is ignored", describe_components(components))
    absolute = components.scheme is not None
    yield Step("defined(R.scheme)", yes(absolute), quote_component(components.scheme))
    if absolute:
        yield Step("return (T, fragment)", "T is R, recombined", reference)
    else:
        yield from _relative(components, context if suitable else None, choices)


def _relative(components: Reference, base: Reference | None, choices: ResolutionChoices) -> Iterator[Step]:
    _, authority, path, query, fragment = components
    if base is None and (authority is not None or path or query is not None):
        yield Step("Base", "there is no suitable base URI (section 5)", None)
        return
    yield Step("defined(R.authority)", yes(authority is not None), quote_component(authority))
    if authority is None:
        yield Step('R.path == ""', yes(not path), quote_component(path))
        if not path and query is None:
            current = recompose(Reference(fragment=fragment))
            yield Step("return (current-document, fragment)", "R.query is not defined", current)
            return
        assert base is not None  # noqa: S101 -- by the first line
        merged = yield from _path(path, base, choices)
        if merged is None:
            return
        path, authority = merged, base.authority
        yield Step("T.authority = Base.authority", "inherited", quote_component(authority))
    scheme = base and base.scheme
    yield Step("T.scheme = Base.scheme", "inherited", quote_component(scheme))
    target = Reference(scheme, authority, path, query, fragment)
    yield Step("return (T, fragment)", "T and the fragment, recombined", recompose(target))


def _path(path: str, base: Reference, choices: ResolutionChoices) -> Generator[Step, None, str | None]:
    """Find T.path; ``None`` if ``..`` above the root is refused."""
    if not path:
        yield Step(
            "defined(R.query)", "yes: T.path = Base.path, T.query = R.query", quote_component(base.path)
        )
        return base.path
    rooted = path.startswith("/")
    yield Step('R.path starts-with "/"', yes(rooted), quote_component(path))
    if rooted:
        return path
    directory = base.path[: base.path.rfind("/") + 1] if base.path else "/"
    copied = LAST_SEGMENT if base.path else "the base's path is empty: a single slash"
    yield Step(MERGE[0], copied, quote_component(directory))
    return (yield from merge_steps(directory, path, choices.overflow, MERGE))
