"""The grammar of RFC 1630: "BNF of Generic URI Syntax" and "BNF for specific URL schemes".

This module is quoted text and its corrections. It does not know how a relative form is resolved. Used by
`uri.abnf.texts.wwwuri` and `uri.rules.rfc1630`.
"""

from functools import cache

from absolutize.uri.abnf.abnf_parser import BRACKETS, memo_rules_of
from absolutize.uri.abnf.grammar import Defect, Grammar

# "Spaces are represented by the word "space", and the vertical line character by "vline"."
# <national> and <punctuation> "do not appear in any productions".
PROSE = {"space": " ", "vline": "|", **BRACKETS}

URI = r"""
    fragmentaddress   uri [ # fragmentid ]
    uri               scheme : path [ ? search ]
    scheme            ialpha
    path              void | xpalphas [ / path ]
    search            xalphas [ + search ]
    fragmentid        xalphas
    xalpha            alpha | digit | safe | extra | escape
    xalphas           xalpha [ xalphas ]
    xpalpha           xalpha | +
    xpalphas          xpalpha [ xpalpha ]
    ialpha            alpha [ xalphas ]
    alpha             a | b | c | d | e | f | g | h | i | j | k |
                      l | m | n | o | p | q | r | s | t | u | v |
                      w | x | y | z | A | B | C | D | E | F | G |
                      H | I | J | K | L | M | N | O | P | Q | R |
                      S | T | U | V | W | X | Y | Z
    digit             0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
    safe              $ | - | _ | @ | . | &
    extra             ! | * | " | ' | ( | ) | ,
    reserved          = | ; | / | # | ? | : | space
    escape            % hex hex
    hex               digit | a | b | c | d | e | f | A | B | C |
                      D | E | F
    national          { | } | vline | [ | ] | \ | ^ | ~
    punctuation       < | >
    void
    reference         fragmentaddress | partialform
    partialform       partialpath [ ? search ] [ # [ fragmentid ] ]
    partialpath       void | xpalpha [ partialpath ] | / [ partialpath ]
"""  # the last three rules are our own: the memo describes partial forms only in prose

URL = r"""
    prefixedurl       u r l : url
    url               httpaddress | ftpaddress | newsaddress |
                      nntpaddress | prosperoaddress | telnetaddress
                      | gopheraddress | waisaddress |
                      mailtoaddress | midaddress | cidaddress
    scheme            ialpha
    httpaddress       h t t p : / / hostport [ / path ] [ ? search ]
    ftpaddress        f t p : / / login / path [ ftptype ]
    afsaddress        a f s : / / cellname / path
    newsaddress       n e w s : groupart
    nntpaddress       n n t p : group / digits
    midaddress        m i d : addr-spec
    cidaddress        c i d : content-identifier
    mailtoaddress     m a i l t o : xalphas @ hostname
    waisaddress       waisindex | waisdoc
    waisindex         w a i s : / / hostport / database [ ? search ]
    waisdoc           w a i s : / / hostport / database / wtype / wpath
    wpath             digits = path ; [ wpath ]
    groupart          * | group | article
    group             ialpha [ . group ]
    article           xalphas @ host
    database          xalphas
    wtype             xalphas
    prosperoaddress   prosperolink
    prosperolink      p r o s p e r o : / / hostport / hsoname [ %
                      0 0 version [ attributes ] ]
    hsoname           path
    version           digits
    attributes        attribute [ attributes ]
    attribute         alphanums
    telnetaddress     t e l n e t : / / login
    gopheraddress     g o p h e r : / / hostport [ / gtype [ gcommand ] ]
    login             [ user [ : password ] @ ] hostport
    hostport          host [ : port ]
    host              hostname | hostnumber
    ftptype           A formcode | E formcode | I | L digits
    formcode          N | T | C
    cellname          hostname
    hostname          ialpha [ . hostname ]
    hostnumber        digits . digits . digits . digits
    port              digits
    gcommand          path
    path              void | segment [ / path ]
    segment           xpalphas
    search            xalphas [ + search ]
    user              alphanum2 [ user ]
    password          alphanum2 [ password ]
    fragmentid        xalphas
    gtype             xalpha
    alphanum2         alpha | digit | - | _ | . | +
    xalpha            alpha | digit | safe | extra | escape
    xalphas           xalpha [ xalphas ]
    xpalpha           xalpha | +
    xpalphas          xpalpha [ xpalphas ]
    ialpha            alpha [ xalphas ]
    alpha             a | b | c | d | e | f | g | h | i | j | k |
                      l | m | n | o | p | q | r | s | t | u | v |
                      w | x | y | z | A | B | C | D | E | F | G |
                      H | I | J | K | L | M | N | O | P | Q | R |
                      S | T | U | V | W | X | Y | Z
    digit             0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
    safe              $ | - | _ | @ | . | & | + | -
    extra             ! | * | " | ' | ( | ) | ,
    reserved          = | ; | / | # | ? | : | space
    escape            % hex hex
    hex               digit | a | b | c | d | e | f | A | B | C |
                      D | E | F
    national          { | } | vline | [ | ] | \ | ^ | ~
    punctuation       < | >
    digits            digit [ digits ]
    alphanum          alpha | digit
    alphanums         alphanum [ alphanums ]
    void
    addr-spec         xalphas @ host
    content-identifier addr-spec
"""  # the last two rules are those of RFC 822 and RFC 1521, as mailto and news use them

URI_INTENDED = """
    fragmentaddress   uri [ # [ fragmentid ] ]
    path              [ xpalphas ] [ / path ]
    xpalphas          xpalpha [ xpalphas ]
"""

URL_INTENDED = """
    path              [ segment ] [ / path ]
    ftpaddress        f t p : / / login / path [ ; t y p e = ftptype ]
    nntpaddress       n n t p : [ / / hostport / ] group / digits
"""

VOID_SEGMENT = (
    '"The trailing slash indicates a void segment of the path" (Note: Trailing slashes), and the examples '
    "have magic://a/b/c//d: a path may begin with a slash, and a segment may be void; neither is derived"
)
NO_SERVER = (
    '"The news server name, newsgroup name, and index number of an article within the newsgroup on that '
    'particular server are given" (NNTP), but the rule has no server: nntp://h/g/12 is meant too'
)
VOID_FRAGMENT = (
    '"A void fragment-id with or without the hash sign means that the URL refers to the whole object" '
    "(Fragment-id), but xalphas is not void"
)
TWO_CHARACTERS = "xpalphas = xpalpha [ xpalpha ] is two characters at most; the URL rule of this name recurs"


@cache
def read_grammar() -> Grammar:
    """Give the grammar."""
    return Grammar(
        reference="reference",
        sections={"uri": memo_rules_of(URI, PROSE), "url": memo_rules_of(URL, PROSE)},
        corrections={
            "uri": memo_rules_of(URI_INTENDED, PROSE),
            "url": memo_rules_of(URL_INTENDED, PROSE),
        },
        defects=(
            Defect("uri:fragmentaddress", VOID_FRAGMENT),
            Defect("uri:path", VOID_SEGMENT),
            Defect("uri:xpalphas", TWO_CHARACTERS),
            Defect("url:path", VOID_SEGMENT),
            Defect(
                "url:ftpaddress",
                '"Possible suffixes are: ;type = <type-code>" (Data type; "THE SPACE IS OMITTED"), but the '
                "rule has the ftptype without ;type=",
            ),
            Defect("url:nntpaddress", NO_SERVER),
        ),
    )
