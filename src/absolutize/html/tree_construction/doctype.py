"""Whether a document is in quirks mode, where a table closes no paragraph (HTML Standard 13.2.6.4.1).

It reads the doctype and nothing else. Used by `engine.rewriter` and `html.tree_construction.ancestors`.
"""

from absolutize.html.grammar.productions import BOGUS_COMMENT, COMMENT, letters
from absolutize.patterns import compile_regex

# "The public identifier starts with", behind "-//"
_PUBLIC = """
AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions//
AS//DTD HTML 3.0 asWedit + extensions//
IETF//DTD HTML 2.0 Level 1//
IETF//DTD HTML 2.0 Level 2//
IETF//DTD HTML 2.0 Strict Level 1//
IETF//DTD HTML 2.0 Strict Level 2//
IETF//DTD HTML 2.0 Strict//
IETF//DTD HTML 2.0//
IETF//DTD HTML 2.1E//
IETF//DTD HTML 3.0//
IETF//DTD HTML 3.2 Final//
IETF//DTD HTML 3.2//
IETF//DTD HTML 3//
IETF//DTD HTML Level 0//
IETF//DTD HTML Level 1//
IETF//DTD HTML Level 2//
IETF//DTD HTML Level 3//
IETF//DTD HTML Strict Level 0//
IETF//DTD HTML Strict Level 1//
IETF//DTD HTML Strict Level 2//
IETF//DTD HTML Strict Level 3//
IETF//DTD HTML Strict//
IETF//DTD HTML//
Metrius//DTD Metrius Presentational//
Microsoft//DTD Internet Explorer 2.0 HTML Strict//
Microsoft//DTD Internet Explorer 2.0 HTML//
Microsoft//DTD Internet Explorer 2.0 Tables//
Microsoft//DTD Internet Explorer 3.0 HTML Strict//
Microsoft//DTD Internet Explorer 3.0 HTML//
Microsoft//DTD Internet Explorer 3.0 Tables//
Netscape Comm. Corp.//DTD HTML//
Netscape Comm. Corp.//DTD Strict HTML//
O'Reilly and Associates//DTD HTML 2.0//
O'Reilly and Associates//DTD HTML Extended 1.0//
O'Reilly and Associates//DTD HTML Extended Relaxed 1.0//
SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to HTML 4.0//
SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML 4.0//
Spyglass//DTD HTML 2.0 Extended//
Sun Microsystems Corp.//DTD HotJava HTML//
Sun Microsystems Corp.//DTD HotJava Strict HTML//
W3C//DTD HTML 3 1995-03-24//
W3C//DTD HTML 3.2 Draft//
W3C//DTD HTML 3.2 Final//
W3C//DTD HTML 3.2//
W3C//DTD HTML 3.2S Draft//
W3C//DTD HTML 4.0 Frameset//
W3C//DTD HTML 4.0 Transitional//
W3C//DTD HTML Experimental 19960712//
W3C//DTD HTML Experimental 970421//
W3C//DTD W3 HTML//
W3O//DTD W3 HTML 3.0//
WebTechs//DTD Mozilla HTML 2.0//
WebTechs//DTD Mozilla HTML//
"""
_PREFIXES = tuple(f"-//{line}".lower().encode() for line in _PUBLIC.split("\n") if line)
_EQUAL = (b"-//w3o//dtd w3 html strict 3.0//en//", b"-/w3c/dtd html 4.0 transitional/en", b"html")
_WITHOUT_SYSTEM = (b"-//w3c//dtd html 4.01 frameset//", b"-//w3c//dtd html 4.01 transitional//")
_SYSTEM = b"http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"

_SPACE = r"[ \t\n\f\r]*+"
_QUOTED = r"""(?:"([^">]*+)"|'([^'>]*+)')"""
_COMMENT = rf"<(?!!{letters('doctype')})(?:{COMMENT}|[!?]{BOGUS_COMMENT})"
_BEFORE = rf"(?:\xEF\xBB\xBF)?+{_SPACE}(?:{_COMMENT}{_SPACE})*+"
_DOCTYPE = compile_regex(
    rf"{_BEFORE}<!{letters('doctype')}{_SPACE}{letters('html')}(?=[ \t\n\f\r>]){_SPACE}"
    rf"(?:>|{letters('system')}{_SPACE}{_QUOTED}|{letters('public')}{_SPACE}{_QUOTED}{_SPACE}(?:>|{_QUOTED}))".encode()
)


def is_quirky(data: bytes) -> bool:
    """Whether a document is in quirks mode."""
    match = _DOCTYPE.match(data)
    if match is None:
        return True
    system, public = (
        next((each.lower() for each in match.group(*groups) if each is not None), None)
        for groups in ((1, 2, 5, 6), (3, 4))
    )
    if system == _SYSTEM or (public is not None and (public in _EQUAL or public.startswith(_PREFIXES))):
        return True
    return system is None and public is not None and public.startswith(_WITHOUT_SYSTEM)
