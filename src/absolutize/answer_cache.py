"""What a process remembers of what documents hold: of names, labels and other short texts.

Of very many few are different, so that a look-up is quicker than another answer. It does not know what is
asked. Used by `api`, `cli.commands.links`, `containers`, `engine.resolver`, `html`, `trees`,
`uri.security` and `xml.tokenizer`.
"""

from collections.abc import Callable, Hashable
from typing import TypeVar

# Characters or bytes of a question and its answer that are remembered. What is longer is asked for again: it
# would be kept until the process ends
LONGEST = 256

QuestionType = TypeVar("QuestionType", bound=Hashable)
AnswerType = TypeVar("AnswerType")


class AnswerCache(dict[QuestionType, AnswerType]):
    """The answers to the last questions; what is not known is asked for with ``[question]``."""

    def __init__(
        self, answer: Callable[[QuestionType], AnswerType], most: int, longest: int = LONGEST
    ) -> None:
        """Remember ``most`` answers, if they and their questions have at most ``longest`` characters."""
        super().__init__()
        self._answer, self._most, self._longest = answer, most, longest

    def __missing__(self, question: QuestionType) -> AnswerType:
        """Ask; of many answers all are forgotten at once, which is simple and seldom."""
        answer = self._answer(question)
        if characters_in((question, answer)) <= self._longest:
            if len(self) >= self._most:
                self.clear()
            self[question] = answer
        return answer


def characters_in(value: object) -> int:
    """Count the characters or bytes of a text, or of those in a tuple; of anything else there are none."""
    if isinstance(value, str | bytes):
        return len(value)
    return sum(map(characters_in, value)) if type(value) is tuple else 0
