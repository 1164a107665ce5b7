"""The references in speculation rules (HTML Standard 7.6.1.2): URLs, and beginnings of URL patterns.

It does not resolve anything. Used by `html.values.syntaxes`.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial

from absolutize.html.grammar.offsets import decoded_by
from absolutize.html.values.escaping import Escaping, TextSpan, decoded_through
from absolutize.html.values.json.pieces import in_order, member_of, pieces_of, strings_in
from absolutize.html.values.json.strings import (
    JSON_ESCAPING,
    JsonValue,
    Object,
    String,
    elements,
    members_of,
    offset,
    parse_json,
)
from absolutize.html.values.placeholders import decisive, has_placeholder
from absolutize.patterns import compile_regex

# The last two are Chromium's. A rule of which a browser knows not all keys is ignored by that browser,
# but it is walked here: another one may know them.
_ACTIONS = ("prefetch", "prerender", "prefetch_with_subresources", "prerender_until_script")


def speculation_rules(text: str, *, placeholders: bool = True) -> Iterable[TextSpan] | None:
    """Find the references of speculation rules ("parse a speculation rule set string"); ``None``: no JSON.

    With ``placeholders``, a URL pattern stays if one decides what it is relative to.
    """
    parsed = parse_json(text)
    return None if parsed is None else in_order(text, _references(text, parsed, placeholders=placeholders))


def _references(text: str, parsed: JsonValue, *, placeholders: bool) -> Iterator[TextSpan]:
    for action in _ACTIONS:
        for rule in map(members_of, elements(member_of(members_of(parsed), action))):
            if _is_against_base(rule):
                yield from pieces_of(strings_in(elements(member_of(rule, "urls"))))
            for name, pattern in _patterns(member_of(rule, "where")):
                yield from (
                    _pattern(text, pattern, placeholders=placeholders)
                    if isinstance(pattern, String)
                    else _in_parts(name, pattern)
                )


def _is_against_base(value: Object) -> bool:
    """Tell whether ``relative_to`` lets a rule, or a predicate, be read against the document's base URL.

    It does with either of its values: the base URL of rules in a document is the document's.
    """
    base = member_of(value, "relative_to")
    return base is None or (isinstance(base, String) and base.text in {"ruleset", "document"})


def _patterns(where: JsonValue | None) -> Iterator[tuple[String, JsonValue]]:
    """List the URL patterns of a predicate ("parse a document rule predicate"), each with its name."""
    waiting = [where]
    while waiting:
        predicate = members_of(waiting.pop())
        nested = [predicate["not"].value] if "not" in predicate else []
        waiting += [*nested, *elements(member_of(predicate, "and")), *elements(member_of(predicate, "or"))]
        matches = predicate.get("href_matches")
        if matches is not None and _is_against_base(predicate):
            patterns = matches.value if isinstance(matches.value, list) else [matches.value]
            yield from ((matches.name, pattern) for pattern in patterns)


_GROUP = r"\((?:[^()\\]++|\\.|\(\?(?:[^()\\]++|\\.)*+\))*+\)"  # "(regular expression)", not nested deeper
_BRACES = rf"\{{(?:[^}}\\(]++|\\.|{_GROUP})*+(?:\}}|\Z)"
# no "protocol suffix", that is a ":", even an escaped one, that begins no ":name" and is in no braces
_RELATIVE = compile_regex(
    rf"(?:[^:\\({{]++|\\[^:]|:[^\x00-#%-@\[-\^`{{-\x7f]|{_GROUP}|{_BRACES})*+\Z", re.DOTALL
)
# The plain beginning of a pattern, which is read like any other reference. A pattern "../*" has none: the
# standard puts the base's directory in front of it as it is, and so do we.
_CHARACTER = r"(?:[A-Za-z0-9_~!$&,;=@%\-]|\\[+*():])"
_SEGMENT = rf"(?!%2[Ee]){_CHARACTER}(?:{_CHARACTER}|\.)*+"
_LATER = rf"(?:{_CHARACTER}|[./]|\\\?)*+"
_REST = rf"(?:\\?+\?{_LATER})?+(?:\\?+#{_LATER})?+"  # query and fragment
_BEGINNING = compile_regex(rf"(?:\\?+/)?+(?:{_SEGMENT}/?+)*+{_REST}")
_HOST = r"(?:[A-Za-z0-9._\-]*+|\[(?:[0-9A-Fa-f.]|\\:)++\])(?:\\?+:[0-9]++)?+"
_ABSOLUTE_BEGINNING = compile_regex(
    rf"[A-Za-z](?:[A-Za-z0-9.\-]|\\?+\+)*+://{_HOST}(?=\\?+[/?#])(?:\\?+/(?:{_SEGMENT}/?+)*+)?+{_REST}"
)

_IN_PARTS, _KEPT = (JSON_ESCAPING._replace(code=code) for code in ("pattern-in-parts", "placeholder"))


def _pattern(text: str, pattern: String, *, placeholders: bool) -> list[TextSpan]:
    """Find the reference that a URL pattern begins with ("parse a constructor string").

    A pattern with ``:`` or ``*`` and the like is no reference, but "process a URLPatternInit" joins it
    to the base like one: what is put in front of it is escaped, and nothing in it changes. A path that begins
    in braces ("{/en}?/x") would be a part of the host there, so that the pattern is reported and left alone.
    """
    is_relative = _RELATIVE.match(_names_in_ascii(pattern.text)) is not None
    if is_relative and pattern.text.startswith("{/"):
        return [TextSpan(pattern.start, pattern.stop, _IN_PARTS)]
    if placeholders and has_placeholder(pattern.text) and decisive(pattern.text) is None:
        return [TextSpan(pattern.start, pattern.stop, _KEPT)]
    match = (_BEGINNING if is_relative else _ABSOLUTE_BEGINNING).match(pattern.text)
    if match is None:
        return []
    stop = offset(text, pattern, match.end())
    return [TextSpan(pattern.start, stop, _PATTERN if match[0] else _BEFORE_PATTERN)]


_BEYOND_ASCII = compile_regex(r"[^\0-\x7f]")


def _names_in_ascii(text: str) -> str:
    """Put a letter in place of each character beyond ASCII that may begin a ``:name``, a mark for others."""
    if text.isascii():
        return text
    return _BEYOND_ASCII.sub(lambda match: "a" if match[0].isidentifier() else "!", text)


_SAFE = r"[A-Za-z][A-Za-z0-9+.\-]*+://(?:[A-Za-z0-9.\-]*+(?::[0-9]++)?+(?=/|\Z))?+"
_SPECIAL = compile_regex(rf"(\A{_SAFE})|([+*?:{{}}()\\])")
_ESCAPED = compile_regex(r"\\(.)", re.DOTALL)


def _escape(text: str) -> str:
    """Escape text for a URL pattern ("escape a pattern string"); host and port read well as is."""
    return JSON_ESCAPING.encode(_SPECIAL.sub(_escaped_match, text))


def _escaped_match(match: re.Match[str]) -> str:
    return match[1].replace("+", r"\+") if match[1] else rf"\{match[2]}"


def _unescape_once(text: str) -> str:
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def _unescape(written: str) -> str:
    return _unescape_once(JSON_ESCAPING.decode(written))


_offsets = partial(decoded_through, JSON_ESCAPING.offsets, partial(decoded_by, _ESCAPED, _unescape_once))
_PATTERN = Escaping(_unescape, _escape, offsets=_offsets, is_pattern=True)
# "Let new pathname be the code point substring from 0 to slash index + 1": the base's directory, unwritten
_BEFORE_PATTERN = _PATTERN._replace(decode=lambda written: _unescape(written) or ".")


_ABSOLUTE_PATH = compile_regex(r"[\\{]?/")


def _in_parts(name: String, pattern: JsonValue) -> list[TextSpan]:
    """Find a pattern in parts that takes missing parts from the base ("process a URLPatternInit").

    Its base could only be set by a member for that, so that the pattern is reported and left alone. What is
    reported is the first of its strings, or else its name.
    """
    parts = members_of(pattern)
    texts = list(strings_in(member.value for member in parts.values()))
    if not isinstance(pattern, dict) or len(texts) < len(parts):
        return []  # no pattern at all
    path = member_of(parts, "pathname")
    is_absolute = not isinstance(path, String) or _ABSOLUTE_PATH.match(path.text) is not None
    if "baseURL" in parts or ("protocol" in parts and is_absolute):
        return []
    reported = texts[0] if texts else name
    return [TextSpan(reported.start, reported.stop, _IN_PARTS)]
