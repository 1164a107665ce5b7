"""Asserts that time grows linearly with the input, by a comparison of two sizes.

The sizes differ so much that even on a busy machine quadratic growth cannot look linear or the reverse,
and a slow machine fails no test. CPU time is measured, with garbage collection off.
"""

import timeit
from collections.abc import Callable, Sized
from time import process_time
from typing import TypeVar

ENOUGH = 0.005  # seconds: a shorter time for the smaller input is noise, and counts as this much
GROWTH = 4  # how many times larger the larger input is
LINEAR = 11.0  # the highest accepted ratio: linear growth gives GROWTH, quadratic growth its square
ATTEMPTS = 5  # a busy machine spoils one measurement, not each of several
MUCH = 0.03  # seconds: an input smaller than SMALLEST is large enough if it takes longer than this
SMALLEST, LARGEST = 1 << 14, 1 << 18  # characters; LARGEST in less than ENOUGH is fast enough

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
    """Find a number of units that takes long enough to be timed; return it and the time, or 0 if unknown."""
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
    """A function that makes a text with a given number of units."""
    return lambda count: before + unit * count + behind
