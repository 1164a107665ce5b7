"""How references begin that mean the same under any base, such as ``https://``.

But for that of special schemes, the patterns are for speed, and decide nothing about a reference. Used by
`engine.plain`, `html.tokenizer`, `html.values`, `trees.plain_values` and `xml.scanner`.
"""

from absolutize.html.grammar.productions import one_of

# "clsid:" is that of Flash and other plug-ins. For speed: on 34 and 31 pages of two sites that have them, not
# used to choose this, `rewrite` takes 31 and 20 % less
OPAQUE_SCHEMES = ("clsid", "data", "javascript", "mailto", "tel")
SPECIAL_SCHEME = one_of(("file", "ftp", "http", "https", "ws", "wss"), ":")  # URL Standard 4.2
# A fragment alone, and references that are absolute whatever the base. For speed, "ftp:" and "file:" are
# among them: of pages that were not used to choose this, 130 old ones take 35 % less, 717 saved ones 5 %
_WITH_HOST = ("http://", "https://", "ftp://", "file://")
INDEPENDENT_BEGINNINGS = ("#", *_WITH_HOST, *(f"{scheme}:" for scheme in OPAQUE_SCHEMES))
BASE_INDEPENDENT = f"(?:#|{one_of(INDEPENDENT_BEGINNINGS[1:])})"
# References that are absolute if the base is of http or https: only the text behind a special scheme may be
# relative (URL Standard 4.4)
INDEPENDENT_SCHEME = rf"(?!{SPECIAL_SCHEME})[A-Za-z][A-Za-z0-9+.\-]*+:"
INDEPENDENT_OF_HTTP = rf"[ \t\n\f\r]*+(?:(?ai:https?)://|{INDEPENDENT_SCHEME})"
