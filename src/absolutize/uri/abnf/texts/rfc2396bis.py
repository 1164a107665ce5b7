"""The grammar of draft-fielding-uri-rfc2396bis-00, appendix A, in the notation of RFC 2234.

This module is quoted text and its corrections. It does not know how a reference is resolved. Used by
`uri.abnf.texts.rfc3986` and `uri.rules.rfc2396bis_00`.
"""

from functools import cache

from absolutize.uri.abnf.abnf_parser import rules_of
from absolutize.uri.abnf.grammar import Defect, Grammar

PROSE = {"any case": ""}  # RFC 2234 2.3: "ABNF strings are case-insensitive"

ABNF = """
    absolute-URI-reference = absolute-URI [ "#" fragment ]

    URI-reference = [ absolute-URI / relative-URI ] [ "#" fragment ]
    absolute-URI  = scheme ":" ( hier-part / opaque-part )
    relative-URI  = [ net-path / abs-path / rel-path ] [ "?" query ]

    hier-part     = [ net-path / abs-path ] [ "?" query ]
    opaque-part   = uric-no-slash *uric

    uric-no-slash = unreserved / escaped / "[" / "]" / ";" / "?" /
                    ":" / "@" / "&" / "=" / "+" / "$" / ","

    net-path      = "//" authority [ abs-path ]
    abs-path      = "/"  path-segments
    rel-path      = rel-segment [ abs-path ]

    rel-segment   = 1*( unreserved / escaped / ";" /
                       "@" / "&" / "=" / "+" / "$" / "," )

    scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )

    authority     = server / reg-name

    reg-name      = 1*( unreserved / escaped / ";" /
                        ":" / "@" / "&" / "=" / "+" / "$" / "," )

    server        = [ [ userinfo "@" ] hostport ]
    userinfo      = *( unreserved / escaped / ";" /
                       ":" / "&" / "=" / "+" / "$" / "," )

    hostport      = host [ ":" port ]
    host          = IPv6reference / IPv4address / hostname
    port          = *DIGIT

    hostname      = domainlabel [ qualified ]
    qualified     = *( "." domainlabel ) [ "." toplabel [ "." ] ]
    domainlabel   = alphanum [ 0*61( alphanum | "-" ) alphanum ]
    toplabel      = alpha    [ 0*61( alphanum | "-" ) alphanum ]
    alphanum      = ALPHA / DIGIT

    IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet
    dec-octet     = DIGIT /                         ; 0-9
                    ( %x31-39 DIGIT ) /             ; 10-99
                    ( "1" 2*DIGIT ) /               ; 100-199
                    ( "2" %x30-34 DIGIT ) /         ; 200-249
                    ( "25" %x30-35 )                ; 250-255

    IPv6reference = "[" IPv6address "]"
    IPv6address   = (                       7( h4 ":" )   h4   ) /
                    (                "::" 0*6( h4 ":" ) [ h4 ] ) /
                    ( h4             "::" 0*5( h4 ":" ) [ h4 ] ) /
                    ( h4    ":" h4   "::" 0*4( h4 ":" ) [ h4 ] ) /
                    ( h4 2( ":" h4 ) "::" 0*3( h4 ":" ) [ h4 ] ) /
                    ( h4 3( ":" h4 ) "::" 0*2( h4 ":" ) [ h4 ] ) /
                    ( h4 4( ":" h4 ) "::" 0*1( h4 ":" ) [ h4 ] ) /
                    (                       6( h4 ":" ) IPv4address ) /
                    (                "::" 0*5( h4 ":" ) IPv4address ) /
                    ( h4             "::" 0*4( h4 ":" ) IPv4address ) /
                    ( h4    ":" h4   "::" 0*3( h4 ":" ) IPv4address ) /
                    ( h4 2( ":" h4 ) "::" 0*2( h4 ":" ) IPv4address ) /
                    ( h4 3( ":" h4 ) "::" 0*1( h4 ":" ) IPv4address )

    h4            = 1*4HEXDIG

    path          = [ abs-path / opaque-part ]
    path-segments = segment *( "/" segment )
    segment       = *pchar

    pchar         = unreserved / escaped / ";" /
                    ":" / "@" / "&" / "=" / "+" / "$" / ","

    query         = *( pchar / "/" / "?" )
    fragment      = *( pchar / "/" / "?" )

    uric          = reserved / unreserved / escaped
    reserved      = "[" / "]" / ";" / "/" / "?" /
                    ":" / "@" / "&" / "=" / "+" / "$" / ","
    unreserved    = ALPHA / DIGIT / mark
    mark          = "-" / "_" / "." / "!" / "~" / "*" / "'" /
                    "(" / ")"

    escaped       = "%" HEXDIG HEXDIG
"""

EXCLUDED_RULES = r"""
    delims        = "<" / ">" / "#" / "%" / DQUOTE
    unwise        = "{" / "}" / "|" / "\" / "^" / "`"
"""  # 2.4.3

CORE = """
    DQUOTE        = %x22
    ALPHA         = %x41-5A / %x61-7A               ; A-Z / a-z
    DIGIT         = %x30-39                         ; 0-9
    HEXDIG        = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
"""  # RFC 2234, 6.1

INTENDED_RULES = """
    hostname      = domainlabel [ qualified ] / toplabel "."
    qualified     = *( "." domainlabel ) "." toplabel [ "." ]
    dec-octet     = DIGIT /                         ; 0-9
                    ( %x31-39 DIGIT ) /             ; 10-99
                    ( "1" 2DIGIT ) /                ; 100-199
                    ( "2" %x30-34 DIGIT ) /         ; 200-249
                    ( "25" %x30-35 )                ; 250-255
    IPv6address   =                          6( h4 ":" ) ls32 /
                                        "::" 5( h4 ":" ) ls32 /
                    [             h4 ] "::" 4( h4 ":" ) ls32 /
                    [ 0*1( h4 ":" ) h4 ] "::" 3( h4 ":" ) ls32 /
                    [ 0*2( h4 ":" ) h4 ] "::" 2( h4 ":" ) ls32 /
                    [ 0*3( h4 ":" ) h4 ] "::"    h4 ":"   ls32 /
                    [ 0*4( h4 ":" ) h4 ] "::"             ls32 /
                    [ 0*5( h4 ":" ) h4 ] "::"             h4 /
                    [ 0*6( h4 ":" ) h4 ] "::"
    ls32          = h4 ":" h4 / IPv4address
"""

_LITERAL = 'not the addresses of "an IPv6 literal address [RFC2373]" (3.2.2): '


@cache
def read_grammar() -> Grammar:
    """Give the grammar."""
    return Grammar(
        reference="URI-reference",
        sections={"A": rules_of(ABNF + EXCLUDED_RULES + CORE, PROSE)},
        corrections={"A": rules_of(INTENDED_RULES, PROSE)},
        defects=(
            Defect("dec-octet", '"100-199" is its comment, but 2*DIGIT is two or more: 1000.1.1.1 matches'),
            Defect(
                "hostname",
                '"The rightmost domain label of a fully qualified domain name [...] may be followed by a '
                'single "." if it is necessary to distinguish between the complete domain name and any local '
                'domain" (3.2.2), but "localhost." does not match; one label without a dot is not fully '
                "qualified, and may begin with a digit in either reading",
            ),
            Defect(
                "qualified",
                '"The rightmost domain label of a fully qualified domain name will never start with a digit, '
                'thus syntactically distinguishing domain names from IPv4 addresses" (3.2.2), but 1.2.3.4 '
                "matches hostname",
            ),
            Defect(
                "IPv6address",
                f"{_LITERAL}it lacks 1:2:3:4:5:6:7::, 1:2:3:4:5:6::8 and 1:2:3:4:5::1.2.3.4, and has ::1: "
                "and 1::2:",
            ),
        ),
    )
