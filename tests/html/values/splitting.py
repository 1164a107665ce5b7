"""The type of a function that finds the references in a value, for the tables of tests."""

from collections.abc import Callable, Iterable

from absolutize.html.values.escaping import TextSpan

Splitter = Callable[[str], Iterable[TextSpan]]
