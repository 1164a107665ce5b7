"""Write a URI relative to a base: the inverse of resolution by the same rule set.

Each form is resolved before it is returned, so that it surely leads to the URI. The module does not know how
a rule set resolves: it gets the resolver. Used by `uri` and `uri.trace.algorithms`.
"""

from collections.abc import Callable, Iterator
from itertools import chain, takewhile

from absolutize.calls import beginning_of
from absolutize.findings import ResolutionError
from absolutize.uri.reference import Reference, recompose, split
from absolutize.uri.rules.rfc1630 import scheme_before_colon as scheme_of_memo
from absolutize.uri.ruleset import Resolver


def relative_form(uri: str, base: str, resolve: Resolver, accepts: Callable[[str], bool]) -> str:
    """Give the first relative form that resolves to the same as the URI, or else the URI.

    ``accepts`` is the specification's grammar: if it derives the URI, or what the URI resolves to, it must
    derive the form, too.
    """
    target = resolve(uri)
    lawful = accepts(uri) or accepts(target)
    for form in chain(_forms(_cut(target), _cut(base), resolve), [target]):
        if _leads_to(target, form, resolve) and (accepts(form) or not lawful):
            return form
    return uri


def request_uri(base: str | None, scheme_of: Callable[[str], str | None]) -> str:
    """Give the URI that an empty reference stands for in a request.

    RFC 2396 4.2: "an empty URI reference represents the base URI of the current document and
    should be replaced by that URI when transformed into a request"; a fragment is no part of it.
    """
    if base is None:
        raise ResolutionError("no-base", "", base, "it is empty and there is no base URI to request")
    if scheme_of(base) is None:
        raise ResolutionError("no-base", "", base, f"the base {beginning_of(base)!r} is not an absolute URI")
    return base.partition("#")[0]


def _cut(uri: str) -> Reference:
    """Split a URI; its scheme may be one that only RFC 1630 allows ("a$b:/c")."""
    reference, name = split(uri), scheme_of_memo(uri)
    if name is None or reference.scheme is not None:
        return reference
    return split(f"x{uri[len(name) :]}")._replace(scheme=name)


def _leads_to(target: str, form: str, resolve: Resolver) -> bool:
    try:
        return resolve(form) == target
    except ResolutionError:
        return False


def _forms(target: Reference, base: Reference, resolve: Resolver) -> Iterator[str]:
    """Write the forms from the shortest kind to the longest."""
    if target.scheme is None or target.scheme != base.scheme:
        return
    tail = recompose(Reference(query=target.query, fragment=target.fragment))
    yield recompose(Reference(fragment=target.fragment))
    if target.query is not None:
        yield tail
    for path in _relative_paths(target.path, resolve):
        yield path + tail
    yield recompose(target._replace(scheme=None, authority=None))
    yield recompose(target._replace(scheme=None))


def _relative_paths(path: str, resolve: Resolver) -> Iterator[str]:
    """Write relative paths from the base's directory; with "./" in front if that is needed.

    RFC 2396 5: "a path segment which contains a colon character cannot be used as the first
    segment of a relative URI path"; an empty segment cannot, either.
    """
    try:
        directory = _cut(resolve("x")).path[:-1].split("/")
    except ResolutionError:
        return
    segments = path.split("/")
    pairs = zip(directory[:-1], segments[:-1], strict=False)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    climb = "../" * (len(directory) - 1 - common)
    rest = "/".join(segments[common:])
    first = segments[common]
    if climb:
        yield climb + rest
    elif first and ":" not in first:
        yield rest
    yield climb + "./" + rest
