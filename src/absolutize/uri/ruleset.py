"""What a rule set is: a document's name, and its way to digest a base into a resolver."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple, get_args

from absolutize.calls import checked
from absolutize.uri.abnf.grammar import Grammar, Reading, Refusal
from absolutize.uri.reference import split

SameScheme = Literal["strict", "lenient"]
Overflow = Literal["retain", "remove", "avoid"]
PartialForm = Literal["literal", "guarded"]
SlashRun = Literal["first", "no-greater"]
Resolver = Callable[[str], str]


class ResolutionChoices(NamedTuple):
    """What the documents leave open; a rule set whose document does not leave it open ignores it.

    ``same_scheme`` is the reading of a reference that repeats the base's scheme (RFC 2396 5.2
    step 3), ``overflow`` what becomes of ``..`` above the root (5.2 step 6g), ``partial_form``
    whether the removal of ``xxx/../`` in RFC 1630 and its draft may take the authority for an
    ``xxx``, ``slash_run`` whether the rule of slashes has the clause that RFC 1630 adds to it.
    """

    same_scheme: SameScheme = "strict"
    overflow: Overflow = "retain"
    partial_form: PartialForm = "literal"
    slash_run: SlashRun = "first"

    def checked(self) -> "ResolutionChoices":
        """Refuse an option that is none: `ValueError` names those there are."""
        check_choice("same_scheme", self.same_scheme, SameScheme)
        check_choice("overflow", self.overflow, Overflow)
        check_choice("partial_form", self.partial_form, PartialForm)
        check_choice("slash_run", self.slash_run, SlashRun)
        return self


@checked
def generic_scheme(uri: str) -> str | None:
    """Give the scheme by the generic syntax (RFC 2396 3.1)."""
    return split(uri).scheme


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One specification's resolution and grammar.

    ``name`` is its key in `RULE_SETS`, ``document`` its title, ``digest`` turns a base and the
    choices that the documents leave open into a function from reference to absolute form,
    ``collected`` gives its grammar (the URL Standard has none), ``scheme_of`` the scheme of an
    absolute URI, ``None`` of anything else; ``options`` are those of `resolve` that the document knows,
    and it ignores the others.
    """

    name: str
    document: str
    digest: Callable[[str | None, ResolutionChoices], Resolver] = field(
        compare=False
    )  # a method equals no copy of it
    collected: Callable[[], Grammar] | None = None
    scheme_of: Callable[[str], str | None] = generic_scheme
    options: frozenset[str] = frozenset()

    @checked
    def resolver(
        self,
        base: str | None,
        *,
        same_scheme: SameScheme = "strict",
        overflow: Overflow = "retain",
        partial_form: PartialForm = "literal",
        slash_run: SlashRun = "first",
    ) -> Resolver:
        """Digest ``base`` once, for many references; `ResolutionChoices` says what the options mean.

        The function returned raises `ResolutionError` for a reference that has no absolute form. It does
        not look whether that is a str: it is called for every reference of a document.
        """
        return self.digest(base, ResolutionChoices(same_scheme, overflow, partial_form, slash_run).checked())

    @property
    def grammar(self) -> Grammar:
        """The document's collected grammar; `ValueError` if it has none."""
        if self.collected is None:
            message = f"{self.document} has no grammar"
            raise ValueError(message)
        return self.collected()

    def is_absolute(self, uri: str) -> bool:
        """Whether a URI has a scheme by the document; the URL parser removes white space first."""
        return self.scheme_of(uri) is not None

    @checked
    def accepts(self, reference: str) -> bool:
        """Whether the document's grammar, as printed, derives a reference.

        RFC 1630 and its draft print no production of a partial form; there all are, but the void one.
        The URL Standard has no grammar, and accepts what it is given.
        """
        if self.collected is None:
            return True
        if "URI-reference" in self.grammar:
            return self.grammar.matches(self.grammar.reference, reference)
        return bool(reference)

    def matches(self, production: str, text: str, *, reading: Reading = "printed") -> bool:
        """Whether a production of the document derives a text, as ``printed`` or ``intended``.

        `Grammar.defects` lists where the two differ. `ValueError` if there is no such production.
        """
        check_choice("reading", reading, Reading)
        return self.grammar.matches(production, text, reading=reading)

    def refusal(
        self, text: str, production: str | None = None, *, reading: Reading = "printed"
    ) -> Refusal | None:
        """Tell where a text is refused, and by which production; ``None`` if it is derived.

        Without ``production`` it is that of a whole reference.
        """
        check_choice("reading", reading, Reading)
        return self.grammar.refusal(text, production, reading=reading)


def check_choice(option: str, value: object, choices: object) -> None:
    """Refuse a value that is none of the choices of a `Literal`: `ValueError` names them."""
    if value not in _choices(choices):
        message = f"{option} must be one of {', '.join(_choices(choices))}, not {value!r}"
        raise ValueError(message)


_choices = cache(get_args)
