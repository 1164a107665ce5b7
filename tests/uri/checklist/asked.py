"""The functions that rows of the checklist call, on a text and under a rule set."""

from collections.abc import Callable
from typing import Any

import absolutize
from absolutize.uri.escaping import Component
from absolutize.uri.reference import is_hierarchical

BASE = "http://a/b/c/d;p?q"
BOTH = ("rfc2396", "rfc2396bis-00")
Row = tuple[Any, ...]


def valid(text: str, rules: str = "rfc2396") -> bool:
    """Whether a text is a reference."""
    return absolutize.parse(text, rules=rules, reading="intended").refusal is None


def derives(production: str, text: str, rules: str = "rfc2396") -> bool:
    return absolutize.RULE_SETS[rules].matches(production, text, reading="intended")


def same(first: str, second: str, rules: str = "rfc2396") -> bool:
    return absolutize.equivalent(first, second, rules=rules)


def form(text: str, rules: str = "rfc2396") -> str:
    return absolutize.normal_form(text, rules=rules)


def target(reference: str, base: str | None = BASE, rules: str = "rfc2396", **options: Any) -> str:
    """Resolve a reference; give the code if it is refused."""
    try:
        return absolutize.resolve(reference, base, rules=rules, **options)
    except absolutize.ResolutionError as error:
        return f"error: {error.code}"


def relative(uri: str, base: str = BASE, rules: str = "rfc2396") -> str:
    return absolutize.relativize(uri, base, rules=rules)


def component(name: str, text: str) -> str | None:
    return getattr(absolutize.split(text), name)  # type: ignore[no-any-return]


def opaque(text: str) -> bool:
    return not is_hierarchical(absolutize.split(text))


def part(name: str, text: str, rules: str = "rfc2396") -> str | None:
    """Give a part of the authority."""
    return getattr(absolutize.parse(text, rules=rules).authority, name)  # type: ignore[no-any-return]


def field(name: str, text: str, rules: str = "rfc1630") -> str | None:
    """Give a field of a scheme of RFC 1630."""
    return absolutize.parse(text, rules=rules).fields[name]


def warned(text: str, rules: str = "rfc2396") -> list[str]:
    return [caution.code for caution in absolutize.cautions(text, rules=rules)]


def found(text: str, base: str | None = None) -> list[str]:
    return [reference.reference for reference in absolutize.references_in(text, base)]


def unwrapped(text: str) -> str:
    return absolutize.unwrap(text)


def linked(document: bytes, url: str | None = None, **context: Any) -> list[str | None]:
    return [link.target for link in absolutize.links(document, url, **context)]


def raw(uri: str, rules: str = "rfc2396") -> str:
    """Give the data of a URI's path: split into components first, then unescape."""
    return absolutize.unescape(absolutize.split(uri).path, rules=rules)


def data(text: str, component: Component = "segment", rules: str = "rfc2396") -> str:
    return absolutize.escape(text, component, rules=rules)


def segments(text: str, rules: str = "rfc2396") -> list[tuple[str, ...]]:
    return [(segment.name, *segment.params) for segment in absolutize.parse(text, rules=rules).segments]


def readings(text: str) -> list[tuple[str, str | None]]:
    return [(found.reference, found.alternative) for found in absolutize.references_in(text)]


def source(document: bytes, url: str | None = None, **context: Any) -> str | None:
    return absolutize.base_uri(document, url, **context).source


def last_step(reference: str, base: str = BASE, rules: str = "rfc2396", **options: Any) -> str | None:
    return list(absolutize.explain(reference, base, rules=rules, **options))[-1].value


def printed(production: str, text: str, rules: str = "rfc2396") -> bool:
    return absolutize.RULE_SETS[rules].matches(production, text, reading="printed")


def worded(production: str, rules: str = "rfc2396") -> str:
    """Quote a production, with white space collapsed."""
    return " ".join(absolutize.RULE_SETS[rules].grammar.rule(production).text.split())


def has(production: str, rules: str = "rfc2396") -> bool:
    return production in absolutize.RULE_SETS[rules].grammar


def matched(text: str) -> tuple[str | None, ...]:
    """Match as appendix B does."""
    return tuple(absolutize.split(text))


def decided(
    document: bytes, url: str | None = "http://h/d/p?q", **options: Any
) -> list[tuple[str, str | None]]:
    return [(link.code, link.target) for link in absolutize.links(document, url, **options)]


SPECIFICATIONS = [name for name in absolutize.RULE_SETS if name != "whatwg"]
UNWISE, MEMO = "{}|\\^[]`", "rfc1630"


def parted(row: Row) -> tuple[Callable[..., Any], list[Any], dict[str, Any]]:
    """Split a row into its function, arguments and options."""
    ask, *asked, _ = row
    options = asked.pop() if asked and isinstance(asked[-1], dict) else {}
    return ask, asked, options
