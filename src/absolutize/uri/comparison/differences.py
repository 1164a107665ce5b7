"""Points at which the rule sets differ: inputs that show them, with the answers of each.

The answers are computed when they are needed, and not written here. It does not know why a
specification decides as it does. Used by `cli.commands.resolve` and `cli.commands.rules`.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from absolutize import uri
from absolutize.findings import ResolutionError
from absolutize.uri import RULE_SETS

BASE = "http://a/b/c/d;p?q"


class Point(NamedTuple):
    """A point on which rule sets differ: its name, and the texts that show it."""

    name: str
    texts: tuple[str, ...]


class Answer(NamedTuple):
    """One answer, with the rule sets that give it by default, and those that give it with a choice."""

    text: str
    given_by: tuple[str, ...]
    given_with: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def who(self) -> str:
        """List the rule sets that give the answer, in words."""
        groups = (
            ", ".join(self.given_by),
            *(f"with {choice}: {', '.join(n)}" for choice, n in self.given_with),
        )
        return "; ".join(filter(None, groups))


class Subject(NamedTuple):
    """A subject of comparison: title, names of the texts, points, and how each rule set answers."""

    title: str
    texts: tuple[str, ...]
    points: tuple[Point, ...]
    ask: Callable[..., str | None]
    choices: tuple[tuple[str, str], ...] = ()


def answers(subject: Subject, point: Point) -> tuple[Answer, ...]:
    """Group the rule sets by their answers, in the order of their specifications.

    A rule set without a choice behind its name gives the answer by default; a choice is named if it changes
    the answer.
    """
    given: dict[str, dict[str, list[str]]] = {}
    for name in RULE_SETS:
        usual = subject.ask(name, *point.texts)
        if usual is not None:
            given.setdefault(usual, {}).setdefault("", []).append(name)
        for option, value in subject.choices:
            answer = subject.ask(name, *point.texts, **{option: value})
            if answer is not None and answer != usual:
                given.setdefault(answer, {}).setdefault(f'{option}="{value}"', []).append(name)
    return tuple(_answer(text, dict(by_choice)) for text, by_choice in given.items())


def _answer(text: str, by_choice: dict[str, list[str]]) -> Answer:
    usual = tuple(by_choice.pop("", ()))
    return Answer(text, usual, tuple((choice, tuple(names)) for choice, names in by_choice.items()))


CURRENT = "(current document)"


def show_resolution(rules: str, reference: str, base: str = BASE, **choice: Any) -> str:  # noqa: ANN401
    """Resolve, and name the current document as the specifications do."""
    try:
        target = uri.resolve(reference, base, rules=rules, **choice)
    except ResolutionError:
        return "no answer"
    return target if target and target[0] != "#" else CURRENT + target


def verdict(rules: str, text: str, **choice: Any) -> str | None:  # noqa: ANN401
    """Say whether a grammar derives a reference; ``None`` if there is no grammar."""
    if RULE_SETS[rules].read_grammar is None:
        return None
    return "accepted" if uri.parse(text, rules=rules, **choice).refusal is None else "refused"


def show_derivation(rules: str, production: str, text: str, **choice: Any) -> str | None:  # noqa: ANN401
    """Say whether a production derives a text; ``None`` if there is no such production."""
    rule_set = RULE_SETS[rules]
    if rule_set.read_grammar is None or production not in rule_set.grammar:
        return None
    return "accepted" if rule_set.matches(production, text, **choice) else "refused"


def show_comparison(rules: str, first: str, second: str) -> str:
    """Say whether two URIs are equivalent."""
    return "the same" if uri.equivalent(first, second, rules=rules) else "different"


def _points(rows: Iterable[tuple[str, ...]]) -> tuple[Point, ...]:
    return tuple(Point(name, tuple(texts)) for name, *texts in rows)


RESOLUTION = Subject(
    "Resolution",
    ("reference", "base"),
    _points(
        (
            ("a query alone", "?y", BASE),
            ("a fragment alone", "#s", BASE),
            ("an empty reference", "", BASE),
            ("above the root", "../../../g", BASE),
            ("a dot segment in an absolute path", "/../g", BASE),
            ("dot segments in an absolute URI", "http://x/a/../b", BASE),
            ("dot segments in a network path", "//g/../x", BASE),
            ("a repeated scheme", "http:g", BASE),
            ("a repeated scheme alone", "http:", BASE),
            ("a repeated scheme with a query", "http:?y", BASE),
            ("a repeated scheme in capitals", "HTTP:g", BASE),
            ("a repeated scheme and two dots", "http:../g", BASE),
            ("another spelling of the scheme", "HTTP://X/", BASE),
            ("a base in capitals", "http:g", "HTTP://A/b"),
            ("a repeated scheme that may be opaque", "urn:isbn:1", "urn:/a/b"),
            ("a base without a path", "g", "http://a"),
            ("nothing, and a base without a path", "", "http://a"),
            ("climbing from a base without a path", "../g", "http://a"),
            ("a base that is a scheme alone", "bar", "foo:"),
            ("a dot alone", ".", BASE),
            ("two dots alone", "..", BASE),
            ("runs of slashes in the base", "/g", "magic://a/b/c//d/e/f"),
            ("a double slash in the base's path", "//g", "file:/a/b//c"),
            ("an absolute path and an opaque base", "/g", "news:a/b"),
            ("three slashes", "///g", BASE),
            ("a colon in a query", "g?t=12:30", BASE),
            ("a query and dot segments in the base", "?y", "http://a/b/../c/./d"),
            ("an opaque base", "g", "foo:a/b"),
            ("climbing in an opaque base", "../g", "foo:a/b"),
            ("dots before two slashes", "/.//g", "foo:/a/b"),
            ("climbing to two slashes", "..//g/x", "file:/a/b"),
            ("a drive letter", "/g", "file:///C:/a/b"),
            ("a longer run of slashes on the right", "/g", "file:/a/b//c"),
            ("another special scheme", "https:g", BASE),
            ("no path", "http://x", BASE),
            ("escaped dots", "%2e%2e/g", BASE),
            ("a backslash", "\\g", BASE),
            ("digits before a colon", "1:2", BASE),
            ("a semicolon before a colon", ";x:y", BASE),
            ("white space around it", " g ", BASE),
            ("a port too large", "//g:99999/", BASE),
            ("an opaque base and a repeated scheme", "mailto:c", "mailto:a/b"),
        )
    ),
    show_resolution,
    (
        ("same_scheme", "lenient"),
        ("overflow", "remove"),
        ("overflow", "avoid"),
        ("partial_form", "guarded"),
        ("slash_run", "no-greater"),
    ),
)
SYNTAX = Subject(
    "Syntax",
    ("text",),
    _points(
        (
            ("a query alone", "?y"),
            ("a scheme alone", "about:"),
            ("a partial form with a parameter", "g;x"),
            ("a colon in the first segment", "1:2"),
            ("an IPv6 address", "http://[::1]/"),
            ("a compressed single group", "http://[1:2:3:4:5:6:7::]/"),
            ("a trailing single colon", "http://[1::2:]/"),
            ("a future address", "http://[v1.x]/"),
            ("an empty port", "http://h:/"),
            ("square brackets in an opaque part", "x:[y]"),
            ("a tilde", "http://h/~x"),
            ("a dollar in a scheme", "a$b:c"),
            ("two slashes in a path", "http://h/a//b"),
            ("a space", "http://h/a b"),
            ("two at signs", "ftp://a@b@h/x"),
        )
    ),
    verdict,
    (("reading", "intended"),),
)
PRODUCTIONS = Subject(
    "Productions of one name",
    ("production", "text"),
    _points(
        (
            ("an octet above 255", "IPv4address", "256.1.1.1"),
            ("leading zeros in an octet", "IPv4address", "01.02.03.04"),
            ("an octet of four digits", "IPv4address", "1000.1.1.1"),
            ("a label that begins with a digit", "hostname", "a.1"),
            ("a single label with a trailing dot", "hostname", "localhost."),
            ("an address as a hostname", "hostname", "1.2.3.4"),
            ("a label of 64 characters", "domainlabel", "a" * 64),
            ("nothing as a name in a registry", "reg-name", ""),
            ("a colon in a name in a registry", "reg-name", "a:b"),
            ("nothing as a port", "port", ""),
            ("a parameter in a segment", "segment", "a;b"),
            ("nothing as a segment", "segment", ""),
            ("square brackets as data", "uric", "["),
            ("an exclamation mark", "unreserved", "!"),
            ("punctuation in a scheme", "scheme", "a$b"),
            ("an at sign in a password", "password", "a@b"),
            ("a colon as an extra", "extra", ":"),
        )
    ),
    show_derivation,
    (("reading", "intended"),),
)
EQUIVALENCE = Subject(
    "Equivalence",
    ("URI", "URI"),
    _points(
        (
            ("capitals in a host", "http://www.XEROX.com", "http://www.xerox.com"),
            ("capitals in a scheme", "HTTP://h/", "http://h/"),
            ("the default port", "http://h:80/", "http://h/"),
            ("an escaped tilde", "http://h/%7Ex", "http://h/~x"),
            ("an escaped hyphen", "http://h/a%2Db", "http://h/a-b"),
            ("an escaped exclamation mark", "http://h/a%21", "http://h/a!"),
            ("capitals in an escape", "http://h/%e9", "http://h/%E9"),
            ("no path", "http://h", "http://h/"),
            ("dot segments", "http://h/a/../b", "http://h/b"),
            ("an empty fragment", "http://h/x#", "http://h/x"),
            ("the local host", "file://localhost/x", "file:///x"),
            ("a space in a query", "http://h/x?a%20b", "http://h/x?a+b"),
            ("an escaped semicolon", "http://h/a%3Bb", "http://h/a;b"),
            ("an escaped at sign in a path", "http://h/a%40b", "http://h/a@b"),
            ("an escaped asterisk", "http://h/a%2A", "http://h/a*"),
            ("escaped dots behind a scheme", "foo:%2E%2E/x", "foo:../x"),
        )
    ),
    show_comparison,
)
SUBJECTS = (RESOLUTION, SYNTAX, PRODUCTIONS, EQUIVALENCE)
"""The subjects in which the rule sets are compared."""
