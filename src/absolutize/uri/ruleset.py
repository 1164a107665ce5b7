"""What a rule set is: a document's name, and its way to digest a base into a resolver."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

SameScheme = Literal["strict", "lenient"]
Overflow = Literal["retain", "remove", "avoid"]
PartialForm = Literal["guarded", "literal"]
Resolver = Callable[[str], str]


class Choices(NamedTuple):
    """What the documents leave open; a rule set whose document does not leave it open ignores it.

    ``same_scheme`` is the reading of a reference that repeats the base's scheme (RFC 2396 5.2
    step 3), ``overflow`` what becomes of ``..`` above the root (5.2 step 6g), ``partial_form``
    whether RFC 1630's rules are taken to the letter.
    """

    same_scheme: SameScheme = "strict"
    overflow: Overflow = "retain"
    partial_form: PartialForm = "guarded"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One specification's resolution.

    ``name`` is its key in `RULE_SETS`, ``document`` its title, ``digest`` turns a base and the
    choices that the documents leave open into a function from reference to absolute form.
    """

    name: str
    document: str
    digest: Callable[[str | None, Choices], Resolver]

    def resolver(
        self,
        base: str | None,
        *,
        same_scheme: SameScheme = "strict",
        overflow: Overflow = "retain",
        partial_form: PartialForm = "guarded",
    ) -> Resolver:
        """Digest ``base`` once, for many references; `Choices` says what the options mean.

        The function returned raises `ResolutionError` for a reference that has no absolute form.
        """
        check_choice("same_scheme", same_scheme, SameScheme)
        check_choice("overflow", overflow, Overflow)
        check_choice("partial_form", partial_form, PartialForm)
        return self.digest(base, Choices(same_scheme, overflow, partial_form))


def check_choice(option: str, value: object, choices: object) -> None:
    """Refuse a value that is none of the choices of a `Literal`: `ValueError` names them."""
    if value not in get_args(choices):
        message = f"{option} must be one of {', '.join(get_args(choices))}, not {value!r}"
        raise ValueError(message)
