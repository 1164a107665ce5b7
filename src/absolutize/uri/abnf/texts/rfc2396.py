"""The grammar of RFC 2396, appendix A, and the classes of 2.4.3 that no rule uses.

This module is quoted text and its corrections. It does not know how a reference is resolved. Used by
`uri.abnf.texts.urisyntax` and `uri.rules.rfc2396`.
"""

from functools import cache

from absolutize.uri.abnf.abnf_parser import rules_of
from absolutize.uri.abnf.grammar import Defect, Grammar

PROSE = {
    "<US-ASCII coded characters 00-1F and 7F hexadecimal>": "".join(map(chr, [*range(0x20), 0x7F])),
    "<US-ASCII coded character 20 hexadecimal>": " ",
    '<">': '"',
}

BNF = """
    URI-reference = [ absoluteURI | relativeURI ] [ "#" fragment ]
    absoluteURI   = scheme ":" ( hier_part | opaque_part )
    relativeURI   = ( net_path | abs_path | rel_path ) [ "?" query ]

    hier_part     = ( net_path | abs_path ) [ "?" query ]
    opaque_part   = uric_no_slash *uric

    uric_no_slash = unreserved | escaped | ";" | "?" | ":" | "@" |
                    "&" | "=" | "+" | "$" | ","

    net_path      = "//" authority [ abs_path ]
    abs_path      = "/"  path_segments
    rel_path      = rel_segment [ abs_path ]

    rel_segment   = 1*( unreserved | escaped |
                        ";" | "@" | "&" | "=" | "+" | "$" | "," )

    scheme        = alpha *( alpha | digit | "+" | "-" | "." )

    authority     = server | reg_name

    reg_name      = 1*( unreserved | escaped | "$" | "," |
                        ";" | ":" | "@" | "&" | "=" | "+" )

    server        = [ [ userinfo "@" ] hostport ]
    userinfo      = *( unreserved | escaped |
                       ";" | ":" | "&" | "=" | "+" | "$" | "," )

    hostport      = host [ ":" port ]
    host          = hostname | IPv4address
    hostname      = *( domainlabel "." ) toplabel [ "." ]
    domainlabel   = alphanum | alphanum *( alphanum | "-" ) alphanum
    toplabel      = alpha | alpha *( alphanum | "-" ) alphanum
    IPv4address   = 1*digit "." 1*digit "." 1*digit "." 1*digit
    port          = *digit

    path          = [ abs_path | opaque_part ]
    path_segments = segment *( "/" segment )
    segment       = *pchar *( ";" param )
    param         = *pchar
    pchar         = unreserved | escaped |
                    ":" | "@" | "&" | "=" | "+" | "$" | ","

    query         = *uric

    fragment      = *uric

    uric          = reserved | unreserved | escaped
    reserved      = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" |
                    "$" | ","
    unreserved    = alphanum | mark
    mark          = "-" | "_" | "." | "!" | "~" | "*" | "'" |
                    "(" | ")"

    escaped       = "%" hex hex
    hex           = digit | "A" | "B" | "C" | "D" | "E" | "F" |
                            "a" | "b" | "c" | "d" | "e" | "f"

    alphanum      = alpha | digit
    alpha         = lowalpha | upalpha

    lowalpha = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" |
               "j" | "k" | "l" | "m" | "n" | "o" | "p" | "q" | "r" |
               "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z"
    upalpha  = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" |
               "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" |
               "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
    digit    = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
               "8" | "9"

    control       = <US-ASCII coded characters 00-1F and 7F hexadecimal>
    space         = <US-ASCII coded character 20 hexadecimal>
    delims        = "<" | ">" | "#" | "%" | <">
    unwise        = "{" | "}" | "|" | "\\" | "^" | "[" | "]" | "`"
"""

INTENDED_RULES = """
    relativeURI   = [ net_path | abs_path | rel_path ] [ "?" query ]
"""


@cache
def read_grammar() -> Grammar:
    """Give the grammar."""
    return Grammar(
        reference="URI-reference",
        sections={"A": rules_of(BNF, PROSE)},
        corrections={"A": rules_of(INTENDED_RULES, PROSE)},
        defects=(
            Defect(
                "relativeURI",
                'it does not derive "?y", since rel_path may not be empty; C.1 resolves it: '
                '"?y = http://a/b/c/?y" (bis-00 G.2 repairs it)',
            ),
        ),
    )
