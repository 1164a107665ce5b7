"""How references begin that mean the same under any base, such as ``https://``.

But for that of special schemes, the patterns are for speed, and decide nothing about a reference. Used by
`engine.plain`, `html.tokenizer`, `html.values`, `trees.plain_values` and `xml.scanner`.
"""

from absolutize.html.grammar.productions import one_of

OPAQUE_SCHEMES = ("data", "javascript", "mailto", "tel")
SPECIAL_SCHEME = one_of(("file", "ftp", "http", "https", "ws", "wss"), ":")  # URL Standard 4.2
# A fragment alone, and references that are absolute whatever the base. For speed, "ftp:" is among them: on
# 130 old pages that were not used to choose this, `rewrite` takes 35 % less
_WITH_HOST = ("http://", "https://", "ftp://")
BASE_INDEPENDENT = f"(?:#|{one_of((*_WITH_HOST, *(f'{scheme}:' for scheme in OPAQUE_SCHEMES)))})"
# References that are absolute if the base is of http or https: only the text behind a special scheme may be
# relative (URL Standard 4.4)
INDEPENDENT_SCHEME = rf"(?!{SPECIAL_SCHEME})[A-Za-z][A-Za-z0-9+.\-]*+:"
INDEPENDENT_OF_HTTP = rf"[ \t\n\f\r]*+(?:(?ai:https?)://|{INDEPENDENT_SCHEME})"
