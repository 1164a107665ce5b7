"""The references of an import map, in the data block of a script element ("parse an import map string").

Names that no base changes (bare specifiers) are left out, and absolute URLs are given. It does not resolve
anything. Used by `html.values.javascript` and `html.values.syntaxes`.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, repeat, starmap

from absolutize.html.grammar.base_independent import SPECIAL_SCHEME
from absolutize.html.grammar.character_references import clean
from absolutize.html.values.escaping import Escaping, TextSpan
from absolutize.html.values.json.pieces import in_order, piece_of, strings_in
from absolutize.html.values.json.strings import JSON_ESCAPING, Object, String, members_of, parse_json
from absolutize.html.values.json.unique_names import may_collide, unique_spellings
from absolutize.patterns import compile_regex

# Import maps: HTML Standard 8.1.5

# A special scheme without slashes is read against a base of the same scheme (URL Standard 4.4); a
# specifier never is, so where the two differ it is left alone.
_ABSOLUTE = compile_regex(rf"(?!{SPECIAL_SCHEME}(?![/\\]{{2}}))[A-Za-z][A-Za-z0-9+.\-]*+:")

RELATIVE_BEGINNINGS = ("/", "./", "../")  # of specifiers (8.1.5.1); any other has a scheme, or is a name

# A key that ends in a slash is a prefix, and its address has to end in one ("sort and normalize ...")
_KEY = JSON_ESCAPING._replace(is_key=True)


def import_map(text: str) -> Iterable[TextSpan] | None:
    """Find the references of an import map ("parse an import map string"); ``None``: it is no JSON."""
    parsed = parse_json(text)
    if parsed is None:
        return None
    named = members_of(parsed)
    sections = {name: named[name].value for name in ("imports", "scopes", "integrity") if name in named}
    scopes = members_of(sections.get("scopes"))
    maps = [scope.value for scope in scopes.values()]
    if not all(isinstance(value, dict) for value in (*sections.values(), *maps)):
        return []  # "then throw a TypeError": there is no import map
    specifier_maps = [members_of(value) for value in (sections.get("imports"), *maps)]
    addresses = (address for each in specifier_maps for address in _addresses(each))
    written = chain(
        _names(scopes, JSON_ESCAPING),  # any URL, "URL parsing scopePrefix with baseURL"
        _names(_url_like(members_of(sections.get("integrity"))), JSON_ESCAPING),
        ((address, JSON_ESCAPING) for address in addresses if is_url_like(address.text)),
        (name for each in specifier_maps for name in _names(_url_like(each), _KEY)),
    )
    return in_order(text, starmap(piece_of, written))


def _addresses(specifier_map: Object) -> Iterator[String]:
    """List addresses ("sort and normalize a module specifier map"); an empty key has no entry."""
    yield from strings_in(member.value for key, member in specifier_map.items() if key)


_WrittenString = tuple[String, Escaping]


def _names(value: Object, escaping: Escaping) -> Iterator[_WrittenString]:
    """List the names of members, also of overridden ones: these are respelled alike, and stay overridden.

    A repeated name keeps its first place and gets its last value. Of several names that mean one URL, the one
    in the last place counts. So if names are repeated, or names that mean one URL may be written differently,
    each name gets a spelling that no other has.
    """
    matters = any(member.overridden for member in value.values()) or may_collide(value)
    spellings = unique_spellings(escaping, value) if matters and len(value) > 1 else repeat(escaping)
    for member, own in zip(value.values(), spellings, strict=False):
        yield from ((name, own) for name in (*member.overridden, member.name))


def _url_like(value: Object) -> Object:
    return {name: member for name, member in value.items() if is_url_like(name)}


def is_url_like(text: str) -> bool:
    """Tell a URL from a bare specifier ("resolve a URL-like module specifier")."""
    return text.startswith(RELATIVE_BEGINNINGS) or _ABSOLUTE.match(clean(text)) is not None
