"""The check that tests.engine.test_written_back and its longer run share: a document before and after."""

import random

import absolutize
from tests.support.spelling import PLACES, document
from tests.support.structures import Structures

URLS = (
    "http://a.example/d/e/p.html",
    "http://a.example/it's/(x)/a,b;c/p.html?q",
    "http://a.example/-->/]]/{x}/*/p.html",
    "http://a.example/</style></script><b a=\"'>/p.html",
    "https://a.example/",
)
ELSEWHERE = "http://elsewhere.example/m/o/v/e/d.html"


def check(name: str, chance: random.Random, count: int) -> None:
    """Rewrite generated documents: the reference keeps its target, and everything else stays unchanged."""
    place = PLACES[name]
    urls = [url for url in URLS if not set(place.ending) & set(url)]
    for _ in range(count):
        before, url = document(chance, place), chance.choice(urls)
        after = absolutize.rewrite(before, url, placeholders="resolve", presets=place.presets)
        assert Structures(ELSEWHERE).of(after) == Structures(url).of(before), (before, after)
        again = absolutize.rewrite(after, url, placeholders="resolve", presets=place.presets)
        assert again == after, (before, after)
