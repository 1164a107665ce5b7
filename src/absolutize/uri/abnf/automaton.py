"""Automata compiled from the expressions of a grammar, which match any text in one pass.

They show at which character and in which production a text is refused. It does not know any production. Used
by `uri.abnf.grammar`.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from absolutize.uri.abnf.abnf_parser import Chars, Choice, Expression, Name, Repeat, Sequence


class Production(NamedTuple):
    """One use of a production: its name, and the state after it."""

    name: str
    exit: "State"


class State:
    """A state that waits for a character, or from which other states are reached without one."""

    __slots__ = ("at_once", "characters", "productions", "then")

    def __init__(self, at_once: "list[State] | None" = None) -> None:
        self.at_once = [] if at_once is None else at_once
        self.characters: frozenset[str] | None = None  # the characters that it waits for
        self.then: State = self  # the state to which they lead
        self.productions: tuple[Production, ...] = ()  # the productions that contain it, outermost first


class StateSet(dict[str, "StateSet"]):
    """A set of states, with the set to which each character leads; made when it is first needed."""

    def __init__(self, automaton: "Automaton", states: tuple[State, ...], *, accepting: bool) -> None:
        super().__init__()
        self._automaton = automaton
        self.states = states
        self.accepting = accepting

    def __missing__(self, character: str) -> "StateSet":
        """Make the set to which a character leads."""
        node = self._automaton.node(tuple(state.then for state in self.waiting_for(character)))
        if character.isascii():  # only ASCII is kept, so that a set stays small; no grammar has more
            self[character] = node
        return node

    def waiting_for(self, character: str) -> Iterator[State]:
        """Give the states that wait for this character."""
        return (state for state in self.states if character in (state.characters or ()))


class Automaton:
    """The automaton of one production, with all productions to which it refers.

    A backtracking matcher takes exponential time on some of these grammars
    (``hostname = ialpha [ . hostname ]``, where ``ialpha`` may contain dots); sets of states take linear time
    for all.
    """

    def __init__(self, name: str, expression_of: Callable[[str], Expression]) -> None:
        self._expression_of = expression_of
        self._open: dict[str, tuple[State, State]] = {}  # the productions being built: first state, exit
        self._asked: set[str] = set()  # the productions being asked whether they are classes
        self._final = State()
        self._nodes: dict[frozenset[State], StateSet] = {}
        self.start = self.node((self._build(Name(name), self._final, ()),))

    def matches(self, text: str) -> bool:
        """Whether the production derives the text."""
        node = self.start
        for character in text:
            node = node[character]
        return node.accepting

    def node(self, states: tuple[State, ...]) -> StateSet:
        """Get the set of these states and of all that are reached from them without a character."""
        reached = reachable(states)
        known = frozenset(reached)
        if known not in self._nodes:
            waiting = tuple(state for state in reached if state.characters is not None)
            self._nodes[known] = StateSet(self, waiting, accepting=self._final in known)
        return self._nodes[known]

    def _build(self, expression: Expression, exit_: State, within: tuple[Production, ...]) -> State:
        """Build states backwards, from the state behind the expression; give the first state."""
        match expression:
            case Chars(characters):
                state = State()
                state.characters, state.then, state.productions = characters, exit_, within
                return state
            case Name(name):
                return self._build_production(name, exit_, within)
            case Sequence(items):
                for item in reversed(items):
                    exit_ = self._build(item, exit_, within)
                return exit_
            case Choice(items):
                return State([self._build(item, exit_, within) for item in items])
            case Repeat(item, least, most):
                return self._build_repeat(item, least, most, exit_, within)

    def _build_production(self, name: str, exit_: State, within: tuple[Production, ...]) -> State:
        if name in self._open:
            first, same_exit = self._open[name]
            if same_exit is not exit_:
                message = f"the production {name} holds itself, and not at its end"
                raise ValueError(message)
            return first
        characters = self._class_of(Name(name))
        if characters is not None:
            return self._build(Chars(characters), exit_, within)
        first = State()
        self._open[name] = first, exit_
        production = Production(name, exit_)
        first.at_once = [self._build(self._expression_of(name), exit_, (*within, production))]
        del self._open[name]
        return first

    def _class_of(self, expression: Expression) -> frozenset[str] | None:
        """Give the characters of an expression that derives only single characters; else ``None``."""
        match expression:
            case Chars(characters):
                return characters
            case Name(name) if name not in self._open and name not in self._asked:
                self._asked.add(name)
                character_class = self._class_of(self._expression_of(name))
                self._asked.discard(name)
                return character_class
            case Choice(items):
                classes = [self._class_of(item) for item in items]
                known = [characters for characters in classes if characters is not None]
                return frozenset().union(*known) if len(known) == len(classes) else None
        return None

    def _build_repeat(
        self, item: Expression, least: int, most: int | None, exit_: State, within: tuple[Production, ...]
    ) -> State:
        first = exit_
        if most is None:
            first = State()
            first.at_once = [self._build(item, first, within), exit_]
        for _ in range((most or least) - least):
            first = State([self._build(item, first, within), exit_])
        for _ in range(least):
            first = self._build(item, first, within)
        return first


def reachable(states: tuple[State, ...], without: State | None = None) -> dict[State, None]:
    """Give these states and all that are reached without a character, but not through ``without``."""
    reached: dict[State, None] = {}
    waiting = list(reversed(states))
    while waiting:
        state = waiting.pop()
        if state is not without and state not in reached:
            reached[state] = None
            waiting.extend(reversed(state.at_once))
    return reached


def goes_on(state: State, production: Production) -> bool:
    """Whether a production that contains this state can take another character after that of the state."""
    after = reachable((state.then,), without=production.exit)
    return any(production in other.productions for other in after if other.characters is not None)
