"""The grammar of draft-www-uri-00, sections 6 and 6.1.

This module has only what differs from RFC 1630. It does not know how a relative form is resolved. Used by
`uri.rules.www_uri_00`.
"""

from functools import cache

from absolutize.uri.abnf.abnf_parser import memo_rules_of
from absolutize.uri.abnf.grammar import Defect, Grammar
from absolutize.uri.abnf.texts import rfc1630

_EXTRA = """
    extra             ! | * | " | ' | ( | ) | : | ; | , | space
"""

# A colon is an extra character in the draft; a colon before any slash makes an absolute form.
_PARTIAL = """
    partialform       partialfirst [ ? partialsearch ] [ # [ fragmentid ] ] |
                      [ partialfirst ] / [ partialpath ] [ ? search ] [ # [ fragmentid ] ]
    partialfirst      void | partialchar [ partialfirst ]
    partialsearch     partialword [ + partialsearch ]
    partialword       colonless [ partialword ]
    partialchar       colonless | +
    colonless         alpha | digit | safe | escape |
                      ! | * | " | ' | ( | ) | ; | , | space
"""

URL = """
    fragmentaddress   uri [ # fragmentid ]
    uri               url
    url               generic | httpaddress | ftpaddress | newsaddress |
                      nntpaddress | prosperoaddress | telnetaddress
                      | gopheraddress | waisaddress |
                      mailtoaddress | midaddress | cidaddress
    generic           scheme : path [ ? search ]
    ftpaddress        f t p : / / login / path
    mailtoaddress     m a i l t o : : xalphas @ hostname
    waisdoc           w a i s : / / hostport / database / wtype / path
    gopheraddress     g o p h e r : / / hostport [ / gtype [ selector ] ] [ ? search ]
    selector          path
    user              xalphas
    password          xalphas
    xpalphas          xpalpha [ xpalpha ]
"""

URL_INTENDED = """
    fragmentaddress   uri [ # [ fragmentid ] ]
    mailtoaddress     m a i l t o : xalphas @ hostname
    path              [ segment ] [ / path ]
    xpalphas          xpalpha [ xpalphas ]
    nntpaddress       n n t p : [ / / hostport / ] group / digits
"""

_NOT_HERE = ("reserved", "wpath", "ftptype", "formcode", "gcommand", "alphanum2")

DEFECTS = (
    Defect("uri:fragmentaddress", rfc1630.VOID_FRAGMENT),
    Defect("url:fragmentaddress", rfc1630.VOID_FRAGMENT),
    Defect("uri:path", rfc1630.VOID_SEGMENT),
    Defect("uri:xpalphas", rfc1630.TWO_CHARACTERS),
    Defect("url:path", rfc1630.VOID_SEGMENT),
    Defect("url:xpalphas", "xpalphas = xpalpha [ xpalpha ] is two characters at most, here too"),
    Defect("url:nntpaddress", rfc1630.NO_SERVER),
    Defect("url:mailtoaddress", "it has two colons; 5.4 and all other rules of schemes have one"),
)


@cache
def read_grammar() -> Grammar:
    """Give the grammar."""
    memo, prose = rfc1630.read_grammar(), rfc1630.PROSE
    kept = {
        section: {name: rule for name, rule in rules.items() if name not in _NOT_HERE}
        for section, rules in memo.sections.items()
    }
    return Grammar(
        "reference",
        {
            "uri": {**kept["uri"], **memo_rules_of(_EXTRA, prose), **memo_rules_of(_PARTIAL, prose)},
            "url": {**kept["url"], **memo_rules_of(URL + _EXTRA, prose)},
        },
        {"uri": memo.corrections["uri"], "url": memo_rules_of(URL_INTENDED, prose)},
        DEFECTS,
    )
