"""References in lists, separated by white space or commas; image candidates (srcset); and CURIEs.

The only escape in a list is percent-encoding (RFC 3986 2.1), which belongs to the URL. It does not know
attributes. Used by `html.values.meta_content`, `html.values.syntaxes`, `trees.references` and
`xml.xml_text`.
"""

import re
from collections.abc import Callable, Iterator

from absolutize.html.grammar.character_references import EDGE
from absolutize.html.grammar.productions import WHITE_SPACE
from absolutize.html.values.escaping import Escaping, TextSpan, replacing
from absolutize.html.values.placeholders import mask_placeholders
from absolutize.patterns import compile_regex


def percent_encoding(ending: str) -> Escaping:
    """Make the escaping that percent-encodes, in UTF-8, what a pattern matches, and decodes nothing."""
    return Escaping(str, replacing(ending, percent_encode))


def percent_encode(match: re.Match[str]) -> str:
    """Percent-encode what was matched, in UTF-8; half of a surrogate pair becomes a question mark."""
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))


# Infra Standard 4.6: ASCII white space separates

ENTRY = compile_regex(r"[^ \t\n\f\r]++")
_IN_URLS = percent_encoding(WHITE_SPACE)


def urls(text: str, mask: Callable[[str], str] = mask_placeholders) -> Iterator[TextSpan]:
    """Split on ASCII white space (Infra Standard 4.6); ``mask`` hides placeholders, which are never cut."""
    return (TextSpan(*match.span(), _IN_URLS) for match in ENTRY.finditer(mask(text)))


def schema_locations(text: str, mask: Callable[[str], str] = mask_placeholders) -> list[TextSpan]:
    """List every second entry: each is a hint for the namespace before it (XML Schema 1 4.3.2)."""
    return list(urls(text, mask))[1::2]


# HTML 4.01 13.4, archive: "a comma-separated list of URIs"; Java trims each and passes over what is empty

_BETWEEN_COMMAS, _BETWEEN_SEMICOLONS = (
    compile_regex(rf"[^ \t\n\f\r{mark}]++(?:{WHITE_SPACE}++[^ \t\n\f\r{mark}]++)*+") for mark in ",;"
)
_IN_COMMA_URLS = percent_encoding(r"[ \t\n\f\r,]")


def comma_urls(text: str, mask: Callable[[str], str] = mask_placeholders) -> Iterator[TextSpan]:
    """Split on commas; white space around entries and empty entries are left out (HTML 4.01 13.4)."""
    return (TextSpan(*match.span(), _IN_COMMA_URLS) for match in _BETWEEN_COMMAS.finditer(mask(text)))


# SVG Animations 2 2.10, values: separated by semicolons, white space around each left out

_IN_SEMICOLON_URLS = percent_encoding(r"[ \t\n\f\r;]")


def semicolon_urls(text: str, mask: Callable[[str], str] = mask_placeholders) -> Iterator[TextSpan]:
    """Split on semicolons; white space around entries and empty entries are left out."""
    matches = _BETWEEN_SEMICOLONS.finditer(mask(text))
    return (TextSpan(*match.span(), _IN_SEMICOLON_URLS) for match in matches)


# HTML Standard 4.8.4.3.10, parsing a srcset attribute, by its steps

_CANDIDATE_URL = r"[^ \t\n\f\r,]++(?:,++[^ \t\n\f\r,]++)*+"  # 6, 8: without the commas that it ends in
_DESCRIPTORS = r"(?:[^(,]++|\([^)]*+\)?+)*+"  # 8, the descriptor tokenizer: no comma in parentheses ends it
_CANDIDATE = compile_regex(
    rf"[ \t\n\f\r,]*+(?:({_CANDIDATE_URL}){_DESCRIPTORS}|\Z)"
)  # 4, 5: the end, if no URL
_IN_SRCSET = percent_encoding(rf"{WHITE_SPACE}|\A,|,\Z")
# for a reference that ends in a comma and control characters, which only the URL parser removes
LAST_COMMA = percent_encoding(rf"{WHITE_SPACE}|\A,")


def srcset(text: str, mask: Callable[[str], str] = mask_placeholders) -> Iterator[TextSpan]:
    """List the URL of each image candidate (HTML Standard 4.8.4.3.10).

    A candidate that browsers drop for its descriptors (step 9) is listed, too: they stay as they are, so that
    it is still dropped.
    """
    return (
        TextSpan(*match.span(1), LAST_COMMA if "," in match[1] and _ends_in_comma(match[1]) else _IN_SRCSET)
        for match in _CANDIDATE.finditer(mask(text))
        if match[1] is not None
    )


def _ends_in_comma(url: str) -> bool:
    return url.rstrip(EDGE).endswith(",")


# RDFa Core 1.1 6: NCName ":" reference, and no reference begins with "//"; some prefixes can be no scheme

_SCHEME = "[A-Za-z][A-Za-z0-9+.-]*+:"  # RFC 3986 3.1
_NAME = r"[^\x00-@\[-\^`{-\x7f][^\x00-,/:-@\[-\^`{-\x7f]*+"  # NCName, all beyond ASCII let in
_IN_BRACKETS = rf"\[(?:[^\]]*+\])++{WHITE_SPACE}*+\Z"
_CURIE = compile_regex(rf"{WHITE_SPACE}*+(?:{_IN_BRACKETS}|(?!{_SCHEME})(?:{_NAME})?+:(?!//))")


def curie(text: str) -> list[TextSpan]:
    """Take the whole value for one URL, unless it is a CURIE (RDFa Core 1.1 7.4, SafeCURIEorCURIEorIRI).

    In brackets it is a CURIE or to be ignored; ``_:x`` is a blank node (7.4.5), ``:x`` and ``a_b:x``
    are CURIEs too. ``p:x`` may be one or may have a scheme: as a URL it is absolute, so it stays.
    """
    return [] if _CURIE.match(text) else [TextSpan(0, len(text))]
