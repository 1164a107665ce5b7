"""The grammar of one specification: its productions by name, as printed and as intended.

The rules are the quoted text of the specification, so that there are no errors of transcription. It does not
resolve references. Used by `absolutize`, `cli.commands.parse` and `uri`.
"""

from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

from absolutize.calls import beginning_of, check_calls, check_choice
from absolutize.readonly import ReadOnly
from absolutize.uri.abnf.abnf_parser import Expression, Rule, key
from absolutize.uri.abnf.automaton import Automaton, Production, State, goes_on, reachable

Reading = Literal["printed", "intended"]


class Defect(NamedTuple):
    """A production that does not say what its specification means.

    Attributes:
        production: Name of the production.
        why: The reason, with the sentence of the specification that shows it.
    """

    production: str
    why: str


class Refusal(NamedTuple):
    """Where and why a grammar refuses a text: the first character that cannot be part of it.

    ``str()`` of it is a sentence for people.

    Attributes:
        text: The whole text.
        position: Offset of the character, from 0.
        character: The character; ``None`` if the text ends too soon.
        production: Name of the innermost production that could have continued with another character.
    """

    text: str
    position: int
    character: str | None
    production: str

    def __str__(self) -> str:
        """Describe the refusal in a line."""
        if self.character is None:
            return f"at {self.position}: the text ends, and <{self.production}> is not complete"
        return f"at {self.position}: {self.character!r} cannot be part of <{self.production}>"


class Grammar:
    """The collected (A)BNF of one specification.

    Attributes:
        reference: Name of the production of a whole reference.
        sections: The rules as printed, by section and by folded name; most specifications have one section.
        corrections: The rules that replace misprinted ones, by section and name. Default: none.
        defects: The reasons for the corrections. Default: ().
    """

    def __init__(
        self,
        reference: str,
        sections: Mapping[str, Mapping[str, Rule]],
        corrections: Mapping[str, Mapping[str, Rule]] = ReadOnly({}),
        defects: tuple[Defect, ...] = (),
    ) -> None:
        self.reference, self.sections = reference, sections
        self.corrections, self.defects = corrections, defects

    @property
    def productions(self) -> tuple[str, ...]:
        """The names of all productions, in the specification's order.

        If a name is in two sections, it means the rule of the first; that of the other is "section:name".
        """
        named: dict[str, str] = {}
        for section, rules in self.sections.items():
            for folded, rule in rules.items():
                named[f"{section}:{folded}" if folded in named else folded] = (
                    f"{section}:{rule.name}" if folded in named else rule.name
                )
        return tuple(named.values())

    @check_calls
    def __contains__(self, production: str) -> bool:
        """Whether there is a production of this name."""
        return any(key(production) in rules for rules in self.sections.values())

    @check_calls
    def rule(self, production: str, *, reading: Reading = "printed") -> Rule:
        """Quote a production.

        Args:
            production: Name of the production, as in the specification; "section:name" if several have it.
            reading: Productions as "printed", or as "intended" by the specification. Default: "printed".

        Returns:
            The rule, with its text.

        Raises:
            TypeError: An argument has the wrong type.
            ValueError: There is no production or no reading of that name.
        """
        check_choice("reading", reading, Reading)
        section, name = self._place(production)
        return self._rules(section, reading)[name]

    @check_calls
    def matches(self, production: str, text: str, *, reading: Reading = "printed") -> bool:
        """Whether a production derives a whole text; in linear time.

        Args:
            production: Name of the production, as for `rule`.
            text: The text.
            reading: Productions as "printed", or as "intended" by the specification. Default: "printed".

        Returns:
            ``True`` if the production derives it.

        Raises:
            TypeError: An argument has the wrong type.
            ValueError: There is no production or no reading of that name.
        """
        return self._automaton(production, reading).matches(text)

    @check_calls
    def refusal(
        self, text: str, production: str | None = None, *, reading: Reading = "printed"
    ) -> Refusal | None:
        """Find where a production refuses a text, and which part of the production does.

        Args:
            text: The text.
            production: Name of the production, as for `rule`. Default: None (that of a whole reference).
            reading: Productions as "printed", or as "intended" by the specification. Default: "printed".

        Returns:
            The place and the production; ``None`` if the text is derived.

        Raises:
            TypeError: An argument has the wrong type.
            ValueError: There is no production or no reading of that name.
        """
        production = production or self.reference
        node = self._automaton(production, reading).start
        last, position = node, -1  # the node before, and the position of the character that led from it
        for position, character in enumerate(text):  # noqa: B007 -- used after the loop
            following = node[character]
            if not following.states and not following.accepting:
                break
            last, node = node, following
        else:
            if node.accepting:
                return None
            position += 1
        before = tuple(last.waiting_for(text[position - 1])) if position else ()
        here = node.states if position < len(text) else ()
        name = innermost(before, here) or self.rule(production, reading=reading).name
        return Refusal(text, position, text[position] if position < len(text) else None, name)

    def _place(self, production: str) -> tuple[str, str]:
        section, _, name = production.rpartition(":")
        for title, rules in self.sections.items():
            if key(name) in rules and section in {"", title}:
                return title, key(name)
        message = f"the grammar has no production {beginning_of(production)!r}"
        raise ValueError(message)

    def _rules(self, section: str, reading: Reading) -> Mapping[str, Rule]:
        printed = self.sections[section]
        return printed if reading == "printed" else {**printed, **self.corrections.get(section, {})}

    def _automaton(self, production: str, reading: Reading) -> Automaton:
        check_choice("reading", reading, Reading)
        section, name = self._place(production)
        return _compiled(self, section, name, reading)

    def _compile(self, section: str, name: str, reading: Reading) -> Automaton:
        rules = self._rules(section, reading)

        def expression_of(name: str) -> Expression:
            return rules[key(name)].expression

        return Automaton(rules[name].name, expression_of)


@cache  # a production is compiled when it is first needed
def _compiled(grammar: Grammar, section: str, name: str, reading: Reading) -> Automaton:
    return grammar._compile(section, name, reading)  # noqa: SLF001 -- its cache


# 4.3: "it is ambiguous in terms of differentiating between an authority component and a path
# component that begins with two slash characters. The greedy algorithm is used": "//" is an
# authority's, and what no colon ends no scheme.
_GREEDY = frozenset({"net-path"})
_LAST = frozenset({"scheme"})


def innermost(before: tuple[State, ...], here: tuple[State, ...]) -> str | None:
    """Name the innermost production that could have continued, in all of the possible ways.

    The possible ways are those of the states ``before``, which took the last character. A production that
    begins ``here``, where the next character is refused, is named if everything else could only follow it.
    """
    hopes = [hope for hope in map(_going_on, before) if hope]
    greedy = [hope for hope in hopes if any(key(production.name) in _GREEDY for production in hope)]
    others = [hope for hope in greedy or hopes if key(hope[-1].name) not in _LAST]
    common = others or greedy or hopes
    if len({key(hope[-1].name) for hope in common}) == 1:
        return _begun(common[0], here)[-1].name
    shared = [levels[0] for levels in zip(*common, strict=False) if len(set(map(id, levels))) == 1]
    return _begun(tuple(shared), here)[-1].name if shared else None


def _begun(within: tuple[Production, ...], here: tuple[State, ...]) -> tuple[Production, ...]:
    """Go down from a production to the one that begins first in it, unless several could."""
    depth = len(within)
    inside = [state.productions for state in here if within[-1] in state.productions[depth - 1 : depth]]
    if not inside or len(inside[0]) == depth:
        return within
    first = inside[0][depth]
    later = reachable((first.exit,))
    for state in here:
        if within[-1] in state.productions[depth - 1 : depth]:
            is_first = first in state.productions[depth : depth + 1]
            if is_first == (state in later):  # it may be repeated, or something else may take its place
                return within
    return _begun((*within, first), here)


def _going_on(state: State) -> tuple[Production, ...]:
    """Give the productions of a state, down to the innermost one that can take another character."""
    for depth in range(len(state.productions), 0, -1):
        if goes_on(state, state.productions[depth - 1]):
            return state.productions[:depth]
    return ()
