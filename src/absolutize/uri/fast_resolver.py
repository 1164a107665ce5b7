"""The fast path of resolution: a base URI turned into a table of prefixes, for many references.

Each prefix comes from resolving a sample reference by the specification's own algorithm, so that the fast
path gives the same answers; a reference without a known shape is resolved by the algorithm itself. The module
does not know which specification that is. Used by `uri.rules.rfc2396`, `uri.rules.rfc2396bis_00`,
`uri.rules.rfc3986` and `uri.rules.uri_syntax`.
"""

from typing import NamedTuple, Protocol

from absolutize.calls import beginning_of
from absolutize.findings import ResolutionError
from absolutize.patterns import compile_regex
from absolutize.uri.reference import (
    Reference,
    is_hierarchical,
    is_same_document,
    join_components,
    split,
)
from absolutize.uri.ruleset import ResolutionChoices, Resolver

_MOST_PARENTS = 12  # levels of "../" kept ready; deeper references take the algorithm

# any number of "../", then text that cannot be a dot segment
_CLIMB = compile_regex(r"((?:\.\./)*+)(?:\./)?+[^.:?#]")


class Transform(Protocol):
    """A specification's transformation of reference and base into the target's components."""

    def __call__(self, reference: Reference, base: Reference, choices: ResolutionChoices) -> Reference:
        """Return the target; raise `OverflowError` if ``..`` leads above the root."""


class SpecificationRules(NamedTuple):
    """The resolution of one specification that is RFC 2396, a draft of it, or a successor.

    ``any_base`` is whether an opaque URI can be a base. ``current`` is whether a reference that is empty or a
    fragment alone refers to the current document, whatever the base.
    """

    transform: Transform
    any_base: bool = False
    current: bool = True

    def bind_base(self, base: str | None, choices: ResolutionChoices) -> Resolver:
        """Bind a base; use the fast path if the base is suitable for it."""
        components = split(base or "")
        literal = self._literal(base, components, choices)
        if components.scheme is None or not is_hierarchical(components):
            return literal
        return _fast(literal, components.scheme)

    def by_algorithm(self, base: str | None, choices: ResolutionChoices) -> Resolver:
        """Bind a base without the fast path: resolve by the algorithm as it is written."""
        return self._literal(base, split(base or ""), choices)

    def _literal(self, base: str | None, base_components: Reference, choices: ResolutionChoices) -> Resolver:
        unsuitable = _why_unsuitable(base, base_components, any_base=self.any_base)

        def resolve(reference: str) -> str:
            components = split(reference)
            if unsuitable is not None and components.scheme is None:
                if self.current and is_same_document(reference):
                    return reference
                raise ResolutionError(unsuitable[0], reference, base, unsuitable[1])
            context = base_components if unsuitable is None else Reference()
            try:
                return join_components(self.transform(components, context, choices))
            except OverflowError as error:
                raise ResolutionError("above-root", reference, base, str(error)) from None

        return resolve


def _why_unsuitable(base: str | None, components: Reference, *, any_base: bool) -> tuple[str, str] | None:
    """Give the code and the reason if no reference can be relative to a base (RFC 2396 section 5)."""
    if base is None:
        return "no-base", "it is relative and there is no base URI"
    if components.scheme is None:
        return "no-base", f"the base {beginning_of(base)!r} is not an absolute URI"
    if not any_base and not is_hierarchical(components):
        return "base-not-hierarchical", f"the base {beginning_of(base)!r} is not hierarchical"
    return None


def _fast(literal: Resolver, scheme: str) -> Resolver:
    """Make a resolver that handles common shapes by one test and one concatenation."""
    absolute = (f"{scheme}://", "http://", "https://")
    network, prefixes = f"{scheme}:", _Prefixes(literal)

    def resolve(reference: str) -> str:
        first = reference[:1]
        if first == "/":
            prefix = network if reference[1:2] == "/" else prefixes["/"]
        elif reference.startswith(absolute):
            return reference
        # "" is in any text: an empty reference goes on to the algorithm
        elif ":" not in reference and "/." not in reference and first not in "?#.":
            prefix = prefixes[""]
        elif first == "#":
            return reference
        elif first == "?":
            prefix = prefixes["?"]
        else:
            return _climb(reference, literal, prefixes)
        return literal(reference) if prefix is None else prefix + reference

    return resolve


class _Prefixes(dict[str, str | None]):
    """What is before a reference in its target: of ``x``, ``/x`` and ``?x``; of ``../x``, before the ``x``.

    The keys are the references without ``x``. ``None``: such references have no target.
    """

    def __init__(self, literal: Resolver) -> None:
        self._literal = literal

    def __missing__(self, beginning: str) -> str | None:
        """Find the prefix for the first reference that begins so."""
        kept = "x" if beginning.endswith("../") else f"{beginning}x"
        try:
            self[beginning] = self._literal(f"{beginning}x").removesuffix(kept)
        except ResolutionError:
            self[beginning] = None
        return self[beginning]


def _climb(reference: str, literal: Resolver, prefixes: _Prefixes) -> str:
    """Resolve runs of ``../`` by the table, and other references by the algorithm."""
    match = _CLIMB.match(reference)
    if match is not None and match.end(1) <= _MOST_PARENTS * len("../"):
        rest = reference[match.end() - 1 :]
        prefix = prefixes[match[1]] if ":" not in reference and "/." not in rest else None
        if prefix is not None:
            return prefix + rest
    return literal(reference)
