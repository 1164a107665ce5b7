"""The check of tests.engine.test_written_back and its longer run: a document before and after."""

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
    """Rewrite made-up documents with a reference in a place: it goes where it went, and the rest stays."""
    place = PLACES[name]
    urls = [url for url in URLS if not set(place.ending) & set(url)]
    for _ in range(count):
        before, url = document(chance, place), chance.choice(urls)
        after = absolutize.rewrite(before, url, placeholders="resolve", presets=place.presets)
        assert Structures(ELSEWHERE).of(after) == Structures(url).of(before), (before, after)
        again = absolutize.rewrite(after, url, placeholders="resolve", presets=place.presets)
        assert again == after, (before, after)
