"""What is remembered of short texts."""

from __future__ import annotations

from absolutize.answer_cache import LONGEST, AnswerCache


def of_lengths() -> AnswerCache[str, str]:
    return AnswerCache(lambda text: text[:1], 3)


def test_what_is_short_is_asked_for_once() -> None:
    asked: list[str] = []
    known = AnswerCache(lambda text: asked.append(text) or text.upper(), 3)  # type: ignore[func-returns-value]
    assert [known[text] for text in "aab"] == ["A", "A", "B"]
    assert asked == ["a", "b"]


def test_what_is_long_is_asked_for_again() -> None:
    known = of_lengths()
    assert known["a" * LONGEST] == "a"
    assert not known
    assert known["a" * (LONGEST - 1)] == "a"
    assert len(known) == 1


def test_answers_count_too_and_what_is_in_tuples() -> None:
    known = AnswerCache[tuple[str, tuple[bytes, int]], str](lambda asked: "x" * asked[1][1], 3)
    assert known["ab", (b"c", LONGEST - 2)] == "x" * (LONGEST - 2)
    assert not known
    assert known["ab", (b"c", LONGEST - 3)] == "x" * (LONGEST - 3)
    assert len(known) == 1


def test_there_are_never_more_than_the_most() -> None:
    known = of_lengths()
    for text in "abcd":
        assert known[text] == text
    assert list(known) == ["d"]
