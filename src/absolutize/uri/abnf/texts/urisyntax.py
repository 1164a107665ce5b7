"""The grammars of draft-fielding-uri-syntax-02 and -03, appendix A.

This module has only what differs from RFC 2396, which took the text of -03. It does not know how a reference
is resolved. Used by `uri.rules.uri_syntax`.
"""

from functools import cache

from absolutize.uri.abnf.abnf_parser import rules_of
from absolutize.uri.abnf.grammar import Grammar
from absolutize.uri.abnf.texts import rfc2396

BNF_02 = """
    URI-reference = [ absoluteURI | relativeURI ] [ "#" fragment ]
    absoluteURI   = generic-URI | opaque-URI
    opaque-URI    = scheme ":" *uric
    generic-URI   = scheme ":" relativeURI

    relativeURI   = net_path | abs_path | rel_path
    net_path      = "//" authority [ abs_path ]
    abs_path      = "/"  rel_path
    rel_path      = [ path_segments ] [ "?" query ]

    path          = [ "/" ] path_segments
"""
_NOT_IN_02 = ("hier-part", "opaque-part", "uric-no-slash", "rel-segment")


@cache
def grammar_02() -> Grammar:
    """Give the grammar of -02."""
    as_before = rfc2396.read_grammar().sections["A"].items()
    kept = {name: rule for name, rule in as_before if name not in _NOT_IN_02}
    return Grammar("URI-reference", {"A": {**kept, **rules_of(BNF_02, rfc2396.PROSE)}})


# The diff shows all rules of -03 that are not in -02, and RFC 2396 prints the same rules.
grammar_03 = rfc2396.read_grammar
