"""The references of a web bundle, in the data block of a script element (Subresource Loading, Web Bundles).

They are the URL of the bundle, and the URLs, or beginnings of URLs, that a browser takes from it. It does not
resolve anything. Used by `html.values.syntaxes`.
"""

from collections.abc import Iterable

from absolutize.html.values.escaping import TextSpan
from absolutize.html.values.json.pieces import in_order, pieces_of, strings_in
from absolutize.html.values.json.strings import JsonValue, String, members_of, parse_json


def web_bundle(text: str) -> Iterable[TextSpan] | None:
    """Find the references of a web bundle ("parse a web bundle string"); ``None``: it is no JSON."""
    parsed = parse_json(text)
    if parsed is None:
        return None
    values = {name: member.value for name, member in members_of(parsed).items()}
    source = values.get("source")
    lists = [values.get(name, []) for name in ("scopes", "resources")]
    if not isinstance(source, String):
        return []
    taken: list[JsonValue] = []
    for each in lists:
        if not isinstance(each, list):
            return []  # there is no bundle
        taken += each
    # nothing is taken for an empty URL, which is not that of the base here
    return in_order(text, pieces_of([source, *(string for string in strings_in(taken) if string.text)]))
