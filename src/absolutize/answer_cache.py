"""A cache of answers about short texts in documents, such as names and encoding labels.

Documents repeat a few texts very often, so that looking an answer up is quicker than computing it again. The
cache does not know what is asked. Used by `api`, `cli.commands.links`, `containers`, `engine`, `html`,
`report.forms`, `trees` and `uri.security`.
"""

from collections.abc import Callable, Hashable
from typing import TypeVar

# The most characters or bytes of a question and its answer that are cached: longer ones would stay in memory
# until the process ends
LONGEST = 256

QuestionType = TypeVar("QuestionType", bound=Hashable)
AnswerType = TypeVar("AnswerType")


class AnswerCache(dict[QuestionType, AnswerType]):
    """The answers to the latest questions: ``cache[question]`` looks one up, or computes it."""

    def __init__(
        self, answer: Callable[[QuestionType], AnswerType], most: int, longest: int = LONGEST
    ) -> None:
        """Keep up to ``most`` answers, each if it and its question have at most ``longest`` characters."""
        super().__init__()
        self._answer, self._most, self._longest = answer, most, longest

    def __missing__(self, question: QuestionType) -> AnswerType:
        """Compute an answer, and keep it; a full cache is cleared first, which is simple and seldom."""
        answer = self._answer(question)
        if characters_in((question, answer)) <= self._longest:
            if len(self) >= self._most:
                self.clear()
            self[question] = answer
        return answer


def characters_in(value: object) -> int:
    """Count the characters or bytes of a text, or of all texts in a tuple; anything else has none."""
    if isinstance(value, str | bytes):
        return len(value)
    return sum(map(characters_in, value)) if type(value) is tuple else 0
