"""The simulation of docs/scale.md: each core takes the next file as a task, and some tasks are repeated."""

from __future__ import annotations

import heapq
import random
from collections.abc import Sequence
from dataclasses import dataclass

LOST_PART = 0.5  # the part of a lost task that was done in vain


@dataclass(frozen=True)
class Month:
    """The inputs of the simulation; prices are list prices, with their date in docs/scale.md."""

    files: int = 90_000
    gigabytes: float = 90_000.0  # compressed
    pages: float = 2.4e9
    seconds_per_gb: float = 300.0  # measured, for one core
    overhead: float = 1.0  # seconds of each task: scheduling, opening the file, the report
    deviation: float = 0.1  # standard deviation of file sizes, as a part of their mean
    lost: float = 0.02  # part of the tasks that are lost half-way and repeated
    cores: int = 1000
    cores_per_node: int = 8
    gigabits_per_node: float = 2.5  # sustained network rate
    dollars_per_core_hour: float = 0.0408
    output_per_input: float = 0.5  # bytes of Parquet per compressed byte of WARC


@dataclass(frozen=True)
class Outcome:
    """The result of a simulation."""

    hours: float
    core_hours: float
    dollars: float
    dollars_per_million: float
    terabytes_written: float
    gigabits_per_node: float


def task_seconds(month: Month, gigabytes: float) -> float:
    """The seconds that a core takes for a file: for the work, or for its share of the network, if longer."""
    share = month.gigabits_per_node / 8 / month.cores_per_node
    return max(gigabytes * month.seconds_per_gb, gigabytes / share) + month.overhead


def simulated(month: Month, sizes: Sequence[float] | None = None) -> Outcome:
    """Simulate that each core takes the next file until none is left."""
    chance = random.Random(16)
    mean = month.gigabytes / month.files
    given = sizes or [max(chance.gauss(mean, month.deviation * mean), 0.0) for _ in range(month.files)]
    cores = [0.0] * month.cores
    busy = 0.0
    for size in given:
        seconds = task_seconds(month, size)
        if chance.random() < month.lost:
            seconds *= 1 + LOST_PART
        busy += seconds
        heapq.heappush(cores, heapq.heappop(cores) + seconds)
    hours = max(cores) / 3600
    dollars = hours * month.cores * month.dollars_per_core_hour
    read = sum(given) * 8 / (hours * 3600) / (month.cores / month.cores_per_node)
    return Outcome(
        hours,
        busy / 3600,
        dollars,
        dollars / month.pages * 1e6,
        sum(given) * month.output_per_input / 1000,
        read,
    )
