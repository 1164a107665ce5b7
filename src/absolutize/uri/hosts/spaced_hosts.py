"""Hosts with a space, or a wide percent sign: Chromium reads them as URLs, and the URL Standard does not.

Chromium writes a space as ``%20`` before it encodes a label in Punycode; a space to which UTS 46 maps another
character, such as U+3000, it writes afterwards; it also decodes escapes with a wide percent sign (U+FF05),
which is done here if the rest of the host is ASCII. The module knows only hosts. Used by
`uri.hosts.bidi_rule` and `uri.rules.whatwg`.
"""

import unicodedata
from collections.abc import Callable
from itertools import count
from urllib.parse import unquote

from absolutize.patterns import compile_regex

Parser = Callable[[str], str | None]

# a special URL, or a reference with an authority: the text before its host, and the host
_HOST = compile_regex(
    r"\A((?:[A-Za-z][A-Za-z0-9+.\-\t\n\r]*+:[/\\\t\n\r]*+|[/\\\t\n\r]{2,}+)(?:[^/\\?#]*@)?)([^/\\?#:@\[\]]++)"
)
# 3.5; with these a host would be read in another way, and the parser removes controls at the end of a URL
_FORBIDDEN = compile_regex(r"[\0-\x1f\x7f/:?#@\[\]\\%]")
_DOT = compile_regex("([.\u3002\uff0e\uff61])")  # URL Standard 3.5: what UTS 46 maps to a full stop, too
# letters that replace characters which the URL parser refuses or spells otherwise; no accent joins with a "q"
_LETTERS = {" ": "qspaceq", "*": "qstarq"}
_MADE_SPACE = "qmadeq"
# ... among right-to-left letters, the classes of "%20" decide (Unicode's Bidi_Class ET, EN, EN)
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_SPACE_AMONG_THOSE = "\u00a320"
_WIDE_PERCENT = frozenset("\uff05\ufe6a")
_ASCII_ESCAPE = compile_regex("%([0-7][0-9A-Fa-f])")
PUNYCODE_PREFIX = "xn--"
_REMOVED = dict.fromkeys(map(ord, "\t\n\r"))


_STEM = compile_regex("z([0-9]+)label")


class Labels(dict[str, str]):
    """The labels that were put in the place of labels with spaces, each with Chromium's spelling of those.

    Their names begin with a stem that none of the texts has, so that no label of a text is one of them.
    """

    def __init__(self, *texts: str) -> None:
        super().__init__()
        written = (unicodedata.normalize("NFKC", unquote(text)).lower() for text in texts)
        numbers = {number for text in written for number in _STEM.findall(text)}
        self._stem = f"z{next(n for n in map(str, count()) if n not in numbers)}label"

    def name(self, spelled: str) -> str:
        """Make a name for a label that Chromium spells so."""
        name = f"{self._stem}{len(self)}z"
        self[name] = spelled
        return name

    def put_back(self, url: str) -> str:
        """Put the spellings in the place of the names in the host of a URL."""
        match = _HOST.match(url)
        if match is None:
            return url
        host = ".".join(self.get(label, label) for label in match[2].split("."))
        return f"{match[1]}{host}{url[match.end() :]}"


def without_spaced_labels(text: str, parse: Parser, labels: Labels) -> str:
    """Replace labels with spaces by names in ``labels``, which keep Chromium's spellings."""
    match = _HOST.match(text)
    if match is None:
        return text
    written = unquote(match[2].translate(_REMOVED))
    host = _with_wide_escapes_decoded(written)
    if _FORBIDDEN.search(host):
        return text
    if any(map(_is_spaced, host)):
        pieces = [_replaced(piece, parse, labels) for piece in _DOT.split(host)]
        if None in pieces:
            return text
        host = "".join(filter(None, pieces))
    elif host == written:
        return text
    return f"{match[1]}{host}{text[match.end() :]}"


def _with_wide_escapes_decoded(host: str) -> str:
    """Decode ASCII escapes with a wide percent sign; another wide percent sign makes the host invalid."""
    mapped = host if _WIDE_PERCENT.isdisjoint(host) else unicodedata.normalize("NFKC", host).lower()
    if mapped == host or not mapped.isascii() or PUNYCODE_PREFIX in mapped:
        return host
    return _ASCII_ESCAPE.sub(lambda escape: chr(int(escape[1], 16)), mapped)


def _replaced(label: str, parse: Parser, labels: Labels) -> str | None:
    """Replace a label that has a space by a name; ``None`` if Chromium refuses it."""
    if not any(map(_is_spaced, label)):
        return label
    spelled = _spelled(label, parse)
    return None if spelled is None else labels.name(spelled)


def _is_spaced(character: str) -> bool:
    return " " in unicodedata.normalize("NFKC", character)


def _spelled(label: str, parse: Parser) -> str | None:
    """Spell a label as Chromium does; ``None`` if Chromium refuses the label."""
    if label.isascii():
        is_read = parse(f"http://{''.join(map(_in_letters, label)).replace('--', '-')}/") is not None
        return _percent_encoded(label.lower()) if is_read else None
    mapped = unicodedata.normalize("NFKC", label).lower()
    if mapped.startswith(PUNYCODE_PREFIX):
        return _spelled_punycode(mapped, parse)
    url = parse(f"http://{''.join(map(_in_letters, _among_right_to_left(label)))}/")
    if url is None:
        return None
    host = url.removeprefix("http://").removesuffix("/")
    if not host.startswith(PUNYCODE_PREFIX):
        return _percent_encoded(_as_encoded(host))
    decoded = _decoded(host)
    return decoded and _percent_encoded(
        f"{PUNYCODE_PREFIX}{_as_encoded(decoded).encode('punycode').decode()}"
    )


def _among_right_to_left(label: str) -> str:
    """If a label has right-to-left letters, replace its spaces by characters that may be among these."""
    has_those = any(map(RIGHT_TO_LEFT.__contains__, map(unicodedata.bidirectional, label)))
    return label.replace(" ", _SPACE_AMONG_THOSE) if has_those else label


def _spelled_punycode(label: str, parse: Parser) -> str | None:
    """Spell a label that is already in Punycode: the decoded label must give the same Punycode."""
    meant = (_decoded(label) or "").replace(" ", "\u3000")
    written = None if meant.isascii() or meant.startswith(PUNYCODE_PREFIX) else _spelled(meant, parse)
    return written if written == _percent_encoded(label) else None


def _decoded(label: str) -> str | None:
    """Decode a label in Punycode; ``None`` if it is invalid."""
    try:
        return label.removeprefix(PUNYCODE_PREFIX).encode("ascii").decode("punycode")
    except UnicodeError:
        return None


def _in_letters(character: str) -> str:
    if character in _LETTERS:
        return _LETTERS[character]
    mapped = unicodedata.normalize("NFKC", character)
    return mapped.replace(" ", _MADE_SPACE) if " " in mapped else character


def _as_encoded(text: str) -> str:
    """Replace the letters by the characters from which Chromium makes Punycode."""
    text = text.replace(_SPACE_AMONG_THOSE, _percent_encoded(" "))
    for character, letters in _LETTERS.items():
        text = text.replace(letters, _percent_encoded(character))
    return text.replace(_MADE_SPACE, " ")


def _percent_encoded(text: str) -> str:
    return text.replace(" ", "%20").replace("*", "%2A")


def parse_spaced(
    reference: str, base: str | None, parse: Callable[[str, str | None], str | None]
) -> str | None:
    """Parse a reference if it or its base has a host with a space; ``None`` if Chromium fails, too."""
    labels = Labels(reference, base or "")
    named_base = base and without_spaced_labels(base, lambda host: parse(host, None), labels)
    if not names_same_scheme(reference, base or ""):
        if (url := parse(reference, None)) is not None:
            return url  # it needs no base, and has no such host: what is behind "file:" is a path
        reference = without_spaced_labels(reference, lambda host: parse(host, None), labels)
    url = parse(reference, named_base)
    return url and labels.put_back(url)


_SCHEME_WITHOUT_SLASHES = compile_regex(r"[A-Za-z][A-Za-z0-9+.\-]*+:(?![/\\]{2})")


def names_same_scheme(reference: str, base: str) -> bool:
    """Whether a reference repeats its base's scheme, without an authority (URL Standard 4.4)."""
    match = _SCHEME_WITHOUT_SLASHES.match(reference.translate(_REMOVED))
    return match is not None and base.lower().startswith(match[0].lower())
