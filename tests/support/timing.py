"""How time grows with the input: two sizes are compared, nothing is timed absolutely.

The sizes differ so much that a busy machine cannot make one growth look like the other, and no
slow machine fails a test. Processor time counts, without the collection of garbage.
"""

import timeit
from collections.abc import Callable, Sized
from time import process_time
from typing import TypeVar

ENOUGH = 0.005  # seconds that the smaller input is taken to need at least: less is noise
GROWTH = 4  # times the input
LINEAR = 11.0  # GROWTH would be exact, its square quadratic
ATTEMPTS = 5  # a busy machine spoils one measurement, not each of several
MUCH = 0.03  # seconds after which a smaller input than the smallest will do
SMALLEST, LARGEST = 1 << 14, 1 << 18  # characters; what reads the most in less than that is quick enough

Input = TypeVar("Input", bound=Sized)
Make = Callable[[int], Input]


def assert_linear(function: Callable[[Input], object], make: Make[Input]) -> None:
    """Compare the times for an input and for one of `GROWTH` times its size."""
    count, first = enough(function, make)
    small, large = make(count), make(GROWTH * count)
    ratios: list[float] = []
    while len(ratios) < ATTEMPTS and min(ratios, default=LINEAR + 1) > LINEAR:
        before = max(ENOUGH, first, seconds(function, small) if ratios or not first else 0)
        ratios.append(seconds(function, large) / before)
    assert min(ratios) <= LINEAR, f"{min(ratios):.1f} times as long for {GROWTH} times {len(small)}"


def enough(function: Callable[[Input], object], make: Make[Input]) -> tuple[int, float]:
    """Find a number of units that are many, and that take long enough to be timed; and how long, if known."""
    count = 500
    while (length := len(document := make(count))) < LARGEST:
        taken = seconds(function, document)
        if taken > (ENOUGH if length >= SMALLEST else MUCH):
            return count, taken
        count *= 2
    return count, 0.0


def seconds(function: Callable[[Input], object], document: Input) -> float:
    """Time a function once."""
    return timeit.timeit(lambda: function(document), timer=process_time, number=1)


def repeated(before: str, unit: str, behind: str = "") -> Make[str]:
    """A text of very many units."""
    return lambda count: before + unit * count + behind
