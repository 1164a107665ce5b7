"""The class of rule sets: a name, a grammar, and a function that resolves against a base.

It knows no specification. The modules of `uri.rules` make the rule sets, and `uri` has the table of them.
Used by many layers.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from absolutize.calls import check_calls, check_choice
from absolutize.uri.abnf.grammar import Grammar, Reading, Refusal
from absolutize.uri.reference import split

SameScheme = Literal["strict", "lenient"]
Overflow = Literal["retain", "remove", "avoid"]
PartialForm = Literal["literal", "guarded"]
SlashRun = Literal["first", "no-greater"]
Resolver = Callable[[str], str]


class ResolutionChoices(NamedTuple):
    """The choices that specifications leave open; a rule set without a choice ignores it.

    Attributes:
        same_scheme: How a reference with the scheme of the base is read (RFC 2396 5.2). Default: "strict".
        overflow: What happens to ``..`` above the root (RFC 2396 5.2 step 6g). Default: "retain".
        partial_form: Whether the removal of ``xxx/../`` may remove the host (RFC 1630). Default: "literal".
        slash_run: Whether the rule of slashes has the clause that RFC 1630 adds to it. Default: "first".
    """

    same_scheme: SameScheme = "strict"
    overflow: Overflow = "retain"
    partial_form: PartialForm = "literal"
    slash_run: SlashRun = "first"

    def check(self) -> "ResolutionChoices":
        """Refuse a wrong value: the `ValueError` lists the possible ones."""
        check_choice("same_scheme", self.same_scheme, SameScheme)
        check_choice("overflow", self.overflow, Overflow)
        check_choice("partial_form", self.partial_form, PartialForm)
        check_choice("slash_run", self.slash_run, SlashRun)
        return self


@check_calls
def generic_scheme(uri: str) -> str | None:
    """Give the scheme by the generic syntax (RFC 2396 3.1); ``None``: there is none."""
    return split(uri).scheme


class RuleSet(NamedTuple):
    """One specification: its resolution of references, and its grammar.

    Attributes:
        name: Its key in `RULE_SETS`, such as "rfc2396".
        document: Title and date of the specification.
        bind_base: Makes a resolver from a base URI and `ResolutionChoices`; `resolver` is easier to call.
        read_grammar: Gives its grammar. Default: None (it has no grammar, like the URL Standard).
        scheme_of: Gives the scheme of an absolute URI, else ``None``. Default: by the generic syntax.
        options: The options of `resolve` that it uses; it ignores all others. Default: none.
    """

    name: str
    document: str
    bind_base: Callable[[str | None, ResolutionChoices], Resolver]
    read_grammar: Callable[[], Grammar] | None = None
    scheme_of: Callable[[str], str | None] = generic_scheme
    options: frozenset[str] = frozenset()

    def __eq__(self, other: object) -> bool:
        """Whether it is the same specification; functions are not compared, since those of a copy differ."""
        return isinstance(other, RuleSet) and self[:2] == other[:2]

    def __ne__(self, other: object) -> bool:
        """Whether it is another one: a tuple's own answer compares the functions, too."""
        return not self == other

    def __hash__(self) -> int:
        """Give the same number for the same specification."""
        return hash(self[:2])

    @check_calls
    def resolver(
        self,
        base: str | None,
        *,
        same_scheme: SameScheme = "strict",
        overflow: Overflow = "retain",
        partial_form: PartialForm = "literal",
        slash_run: SlashRun = "first",
    ) -> Resolver:
        """Prepare a base URI for the resolution of many references.

        To be fast, the returned function does not check whether a reference is a str.

        Args:
            base: Absolute URI to resolve against; ``None`` if there is none.
            same_scheme: "strict" or "lenient", as in `resolve`. Default: "strict".
            overflow: "retain", "remove" or "avoid", as in `resolve`. Default: "retain".
            partial_form: "literal" or "guarded", as in `resolve`. Default: "literal".
            slash_run: "first" or "no-greater", as in `resolve`. Default: "first".

        Returns:
            A function that gives the absolute form of a reference, or raises `ResolutionError`.

        Raises:
            TypeError: An argument has the wrong type.
            ValueError: An option has a wrong value.
        """
        return self.bind_base(base, ResolutionChoices(same_scheme, overflow, partial_form, slash_run).check())

    @property
    def grammar(self) -> Grammar:
        """The collected grammar of the specification.

        Raises:
            ValueError: It has no grammar, like the URL Standard.
        """
        if self.read_grammar is None:
            message = f"{self.document} has no grammar"
            raise ValueError(message)
        return self.read_grammar()

    def is_absolute(self, uri: str) -> bool:
        """Whether a URI has a scheme by the specification, which makes it absolute.

        Args:
            uri: The text; "whatwg" ignores white space around it.

        Returns:
            ``True`` if it has a scheme.
        """
        return self.scheme_of(uri) is not None

    @check_calls
    def accepts(self, reference: str) -> bool:
        """Whether the specification's grammar, as printed, derives a URI reference.

        RFC 1630 and its draft have no production for relative forms: any text that is not empty is accepted.
        The URL Standard has no grammar, and accepts everything.

        Args:
            reference: The URI reference.

        Returns:
            ``True`` if the grammar derives it.

        Raises:
            TypeError: The argument is not a str.
        """
        if self.read_grammar is None:
            return True
        if "URI-reference" in self.grammar:
            return self.grammar.matches(self.grammar.reference, reference)
        return bool(reference)

    def matches(self, production: str, text: str, *, reading: Reading = "printed") -> bool:
        """Whether a production of the specification derives a whole text.

        Args:
            production: Name of the production, as the specification writes it.
            text: The text.
            reading: Productions as "printed", or as "intended" by the specification. Default: "printed".

        Returns:
            ``True`` if the production derives it.

        Raises:
            TypeError: An argument has the wrong type.
            ValueError: There is no grammar, no production or no reading of that name.
        """
        return self.grammar.matches(production, text, reading=reading)

    def refusal(
        self, text: str, production: str | None = None, *, reading: Reading = "printed"
    ) -> Refusal | None:
        """Find where a production refuses a text, and which part of the production does.

        Args:
            text: The text.
            production: Name of the production. Default: None (that of a whole reference).
            reading: Productions as "printed", or as "intended" by the specification. Default: "printed".

        Returns:
            The place and the production; ``None`` if the text is derived.

        Raises:
            TypeError: An argument has the wrong type.
            ValueError: There is no grammar, no production or no reading of that name.
        """
        return self.grammar.refusal(text, production, reading=reading)
