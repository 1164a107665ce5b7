"""Generates documents with references in every value syntax, spelled with every kind of escape."""

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

Spell = Callable[[random.Random, str], str]
CHARACTERS = "\"'()\\<>{}[];,*/:&=%#?!@|`~-_.+$^ \t\n\f\v\x01\x7f\x80\xa0\0\u00e9\u20ac\U0001f600aAfg019"
FRAGMENTS = (
    "../",
    "./",
    "a/",
    "/",
    "//h/",
    "b",
    "x.png",
    "?q=",
    "#f",
    "%20",
    "%2e",
    "..",
    "\\",
    "..\\",
    "/*",
)
FRAGMENTS += (
    "</style>",
    "</script>",
    "]]>",
    "-->",
    "<!--",
    "&amp;",
    "&quot",
    "\\22 ",
    ");}body{c:url(",
    "é/../",
)


def text(chance: random.Random) -> str:
    """Generate the text of a reference."""
    pieces = chance.choices(FRAGMENTS, k=chance.randrange(5)) + chance.choices(
        CHARACTERS, k=chance.randrange(5)
    )
    chance.shuffle(pieces)
    return "".join([chance.choice(["", "", "../", "a/../", "./", ".\\", " ", "\x0b"]), *pieces])


def _each(chance: random.Random, text: str, needed: str, spellings: Sequence[Callable[[str], str]]) -> str:
    """Escape the characters in `needed`, and some others at random."""
    return "".join(chance.choice(spellings)(c) if c in needed or chance.random() < 0.15 else c for c in text)


def in_css(needed: str, *, goes_on: bool = False) -> Spell:
    """Spell for a CSS string or url(); with `goes_on`, escaped line breaks are inserted too."""

    def by_itself(character: str) -> str:
        return (
            f"\\{character}" if character not in "0123456789abcdefABCDEF\n\f\r" else f"\\{ord(character):06x}"
        )

    spellings = (
        by_itself,
        lambda c: f"\\{ord(c):x} ",
        lambda c: f"\\{ord(c):06X}",
        lambda c: f"\\{ord(c):x}\n",
    )

    def spell(chance: random.Random, text: str) -> str:
        parts = [_each(chance, c, f"\\\n\f{needed}", spellings) for c in text]
        lines = (chance.choice(["\\\n", "\\\r\n"]) for part in parts if goes_on and chance.random() < 0.1)
        for line in lines:
            parts.insert(chance.randrange(len(parts) + 1), line)
        return "".join(parts)

    return spell


def in_json(chance: random.Random, text: str) -> str:
    """Spell for a JSON string."""
    short = {"\n": "\\n", "\t": "\\t", "\f": "\\f", '"': '\\"', "\\": "\\\\", "/": "\\/"}

    def by_number(character: str) -> str:
        units = character.encode("utf-16-be")
        return "".join(f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2))

    needed = "".join(map(chr, range(0x20))) + '"\\<'
    return _each(chance, text, needed, (by_number, lambda c: short.get(c) or by_number(c)))


def in_attribute(needed: str) -> Spell:
    """Spell for an HTML attribute, with character references."""
    names = {"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;", "\n": "&NewLine;", "(": "&lpar;"}
    spellings = (
        lambda c: f"&#{ord(c)};",
        lambda c: f"&#x{ord(c):X};",
        lambda c: names.get(c) or f"&#{ord(c)};",
    )

    def spell(chance: random.Random, text: str) -> str:
        return _each(chance, text, f"&\r\x80{needed}", spellings)

    return spell


def as_it_is(_: random.Random, text: str) -> str:
    """Spell without escapes."""
    return text


class Place(NamedTuple):
    """Where a reference is: the text before and behind it, and its spellings, the innermost first.

    ``lacks`` are characters that are not possible in this place. ``ending`` are characters that end an
    entry of a list: a base URL with them would be percent-encoded, which makes it a different URL.
    ``presets`` are the presets that this place needs.
    """

    before: str
    behind: str
    spellings: tuple[Spell, ...]
    lacks: str = ""
    ending: str = ""
    presets: tuple[str, ...] = ()


_DOUBLE, _SINGLE = in_css('"\x7f\x01', goes_on=True), in_css("'", goes_on=True)
_UNQUOTED = in_css("\"'()\\ \t\n\f\v\x01\x7f")
_CSS = {
    "double": ('a{b:url("', '") c}', _DOUBLE),
    "single": ("a{b:url( '", "' ) c}", _SINGLE),
    "unquoted": ("a{b:url( ", " ) c}", _UNQUOTED),
    "image-set": ("a{b:image-set('", '\' 1x, "x" 2x)}', _SINGLE),
}
_IMPORT = {"import": ('@import "', '" screen; a{b:url(x)}', _DOUBLE)}
_MAPS = {
    "address": ('{"imports": {"a": "', '", "b": "./x"}}', in_json),
    "name": ('{"imports": {"a": "/b", "./', '": "./x"}, "scopes": {}}', in_json),
    "scope": ('{"imports": {"a": "/b"}, "scopes": {"./', '": {"c": "./d"}}}', in_json),
    "address in a scope": ('{"scopes": {"./s/": {"a": "', '", "b": "./x"}}}', in_json),
    "integrity": ('{"imports": {"a": "/b"}, "integrity": {"./', '": "sha256-x"}}', in_json),
    "rules": ('{"prefetch": [{"urls": ["x", "', '"]}]}', in_json),
    "pattern": ('{"prefetch": [{"where": {"href_matches": ["/x/*", "', '"]}}, {"urls": ["y"]}]}', in_json),
    "bundle": ('{"source": "x", "resources": ["y", "', '"]}', in_json),
    "linked data": ('{"@id": "', '", "name": "../x", "url": ["y"]}', in_json),
}
_TYPES = {
    "rules": "speculationrules",
    "pattern": "speculationrules",
    "bundle": "webbundle",
    "linked data": "application/ld+json",
}
_LISTS = {
    "url": ("<a href={q}", "{q} id=x>", as_it_is, ""),
    "curie": ("<p about={q}", "{q} id=x>", as_it_is, ""),
    "url or none": ("<meta name=msapplication-config content={q}", "{q} id=x>", as_it_is, ""),
    "url or name": ("<meta property=article:author content={q}", "{q} id=x>", as_it_is, ""),
    "comma-urls": ("<applet archive={q}x, ", " , ../y{q}></applet>", as_it_is, ","),
    "semicolon-urls": (
        "<svg><animate attributename=href values={q}x; ",
        " ; ../y{q} /></svg>",
        as_it_is,
        ";",
    ),
    "report-uri": (
        "<meta http-equiv=content-security-policy content={q}img-src *; report-uri x ",
        " ../y; sandbox, report-uri z{q}>",
        as_it_is,
        " \t\n\f;,",
    ),
    "pinned site": (
        "<meta name=msapplication-task content={q}name=../x; action-uri= ",
        " ;icon-uri=../y{q}>",
        as_it_is,
        ";",
    ),
    "urls": ("<a ping={q}x ", " ../y{q}>", as_it_is, " \t\n\f"),
    "srcset": ("<img srcset={q}x 1x, ", " 2x, ../y 3x{q}>", as_it_is, " \t\n\f"),
    "refresh": ("<meta http-equiv=refresh content={q}0; url=", "{q}>", as_it_is, ""),
    "quoted refresh": ("<meta http-equiv=refresh content={q}0; url=&quot;", "&quot; y{q}>", as_it_is, '"'),
    "refresh in apostrophes": (
        "<meta http-equiv=refresh content={q}0; url=&#39;",
        "&#39; y{q}>",
        as_it_is,
        "'",
    ),
}
_DECLARATIONS = {name: (before[2:], behind[:-1], spell) for name, (before, behind, spell) in _CSS.items()}
_ENDING = {"comma-urls": ",", "semicolon-urls": ";", "report-uri": ";,", "pinned site": ";"}
_WITHOUT_QUOTES = {"url", "curie", "url or none", "url or name"}
_QUOTES = {'"': in_attribute('"'), "'": in_attribute("'"), "": in_attribute(" \t\n\f\r\"'=<>`")}
_TEXT = in_attribute("<")


def _spelled(before: str, spell: Spell) -> str:
    return spell(random.Random(0), before)


def _places() -> dict[str, Place]:
    places: dict[str, Place] = {}
    for name, (before, behind, spell) in {**_CSS, **_IMPORT}.items():
        places[f"style, {name}"] = Place(f"<style>{before}", f"{behind}</style><a href=x>", (spell,), "<\r")
        sections = f"<svg><style><![CDATA[{before}", f"{behind}]]></style></svg><a href=x>"
        places[f"svg's style, {name}"] = Place(
            f"<svg><style>{before}", f"{behind}</style></svg><a href=x>", (spell, _TEXT)
        )
        places[f"svg's section, {name}"] = Place(*sections, (spell,), "]")
    for name, (before, behind, spell) in _MAPS.items():
        script = f"<script type={_TYPES.get(name, 'importmap')}>"
        presets = ("json-ld",) if name == "linked data" else ()
        places[f"script, {name}"] = Place(
            f"{script}{before}", f"{behind}</script><a href=x>", (spell,), presets=presets
        )
        places[f"svg's script, {name}"] = Place(
            f"<svg>{script}{before}", f"{behind}</script></svg><a href=x>", (spell, _TEXT), presets=presets
        )
    for quote, attribute in _QUOTES.items():
        for name, (before, behind, spell) in _DECLARATIONS.items():
            start, end = _spelled(before, attribute), _spelled(behind, attribute)
            opened, closed = f"<p id=x style={quote}{start}", f"{end}{quote}><a href=x>"
            places[f"style={quote}, {name}"] = Place(opened, closed, (spell, attribute))
            start, end = _spelled(before[2:], attribute), _spelled(behind, attribute)
            opened, closed = f"<svg><path fill={quote}{start}", f"{end}{quote} /></svg><a href=x>"
            places[f"fill={quote}, {name}"] = Place(opened, closed, (spell, attribute))
            opened, closed = f"<p data-bg={quote}{start}", f"{end}{quote}><a href=x>"
            places[f"data-bg={quote}, {name}"] = Place(
                opened, closed, (spell, attribute), presets=("lazy-loading",)
            )
        for name, (before, behind, spell, lacks) in _LISTS.items():
            if quote or name in _WITHOUT_QUOTES:
                places[f"{name}={quote}"] = Place(
                    before.format(q=quote),
                    f"{behind.format(q=quote)}<a href=x>",
                    (spell, attribute),
                    lacks,
                    _ENDING.get(name, ""),
                )
    nested = {
        f"srcdoc={quote}, {name}": _nested(place, quote) for quote in "\"'" for name, place in places.items()
    }
    comments = {f"comment, {name}": _commented(place) for name, place in places.items()}
    return places | nested | comments


def _commented(place: Place) -> Place:
    before, behind = f"<p><!--[if IE]>{place.before}", f"{place.behind}<![endif]--><a href=x>"
    return place._replace(before=before, behind=behind, lacks=f"{place.lacks}-")


def _nested(place: Place, quote: str) -> Place:
    spell = _QUOTES[quote]
    before, behind = _spelled(place.before, spell), _spelled(place.behind, spell)
    return place._replace(
        before=f"<iframe srcdoc={quote}{before}",
        behind=f"{behind}{quote}></iframe>",
        spellings=(*place.spellings, spell),
    )


PLACES = _places()


def document(chance: random.Random, place: Place) -> str:
    """Generate a document with a reference in a place."""
    written = "".join(c for c in text(chance) if c not in place.lacks)
    for spell in place.spellings:
        written = spell(chance, written)
    return f"{place.before}{written}{place.behind}"
