"""The notes that several rule sets have in common.

This module is text. It does not know which rule set has which note. Used by `uri.comparison.notes`.
"""

from typing import NamedTuple


class DecisionNote(NamedTuple):
    """A decision where a specification leaves a choice or contradicts itself: the point, and the reason."""

    point: str
    why: str


class Notes(NamedTuple):
    """The notes on one rule set, each a sentence."""

    implemented: tuple[str, ...]
    missing: tuple[str, ...]
    decisions: tuple[DecisionNote, ...]


PATHS_ARE_PRINTED = DecisionNote(
    "An authority may come of a path that begins with two slashes and has none before it.",
    '"..//evil/x" against "file:/a/b" is "file://evil/x": removal leaves "//evil/x", and recombining says '
    'nothing of it. It is so printed, and contradicts RFC 2396 C.2: "the ".." syntax cannot be used to '
    'change the authority component of a URI". In documents, the guard reports it.',
)
MEMO_PARTS = (
    (
        "the partial form: which references are absolute, the rule of slashes, the last part, the removal of "
        '"xxx/../" and "/."'
    ),
    (
        "both BNFs, of the generic syntax and of the schemes; a name that is in both is asked for as "
        '"uri:path" or "url:path"'
    ),
    "the segments of the path, whatever the scheme, and the fields of the schemes %s and of the url: prefix",
    "the encoding levels: what is safe may be encoded or not, what is reserved never changes",
)
MEMO_SCHEMES = (
    "http, ftp, gopher, mailto, news, nntp, telnet, rlogin, tn3270, wais, file, mid, cid, prospero, afs, urn"
)
AS_SPELLED = DecisionNote(
    "A repeated scheme is compared as it is spelled.",
    'The pseudocode has "R.scheme == Base.scheme"; that upper case counts as equal is only a "should" (3.1).',
)
MEMO_DECISIONS = (
    PATHS_ARE_PRINTED,
    DecisionNote(
        "An escaped at sign is one in a path behind a host, in a search and in a fragment, and nowhere else.",
        '"the reserved characters mentioned above [...] may NEVER be encoded and unencoded in this way" does '
        'not name "@"; but "[ user [ : password ] @ ] hostport" has it as a delimiter, and of news "a '
        "message identifier may be distinguished from a news group name by the presence of the commercial at "
        '"@" character": there, decoding would make another URI.',
    ),
    DecisionNote(
        "An escaped dot segment is none, also behind the scheme's colon.",
        '"Substrings consisting of single or double dots ("." or "..") are similarly reserved."',
    ),
    DecisionNote(
        'nntp://h/g/12 has a server, with reading="intended"; the printed rule has none.',
        '"The news server name, newsgroup name, and index number of an article within the newsgroup on that '
        'particular server are given."',
    ),
    DecisionNote(
        "A host is what is behind two slashes; http:x has none.",
        '"h t t p : / / hostport": every rule that has a hostport has the slashes too.',
    ),
    DecisionNote(
        "Segments are those of the generic path, whatever the scheme; a login or a hostport is none.",
        '"The "generic" production gives a higher level parsing of the same URIs as the other productions."',
    ),
    AS_SPELLED._replace(
        why='"If the scheme parts are different, the whole absolute URI must be given": nothing is said of '
        "case."
    ),
    DecisionNote(
        "A relative form is never void; it is ./ instead.",
        "No rule says what a void one stands for.",
    ),
    DecisionNote(
        "An authority is an xxx like others, unless partial_form is guarded.",
        '"Within the result, all occurrences of "xxx/../" or "/." are recursively removed, where xxx, ".." '
        'and "." are complete path elements": to the letter, "../../../g" eats the host of http://a/b/c/d. '
        'Guarded, it never does, as RFC 2396 C.2 says: "the ".." syntax cannot be used to change the '
        'authority component of a URI"; and a context that is an authority alone ends in a slash. Documents '
        "are rewritten guarded.",
    ),
    DecisionNote(
        "Partial forms are accepted by productions of ours: reference, partialform and what these name.",
        "The BNF has none; the prose says which slashes a partial form may begin with, and that it has no "
        "colon before any slash.",
    ),
    DecisionNote(
        'A final ".." stays.',
        '"All occurrences of "xxx/../"": there is no slash behind it. A "." goes with the slash before it.',
    ),
    DecisionNote(
        "References that start with a slash keep their dot segments.",
        'The rule of removal is behind "Otherwise:".',
    ),
    DecisionNote(
        "A colon makes a form absolute if it is before any slash, also in a search.",
        '"the latter must have a colon and that colon must occur before any slash characters"',
    ),
    DecisionNote(
        "An empty reference and a fragment alone are partial forms like others.",
        "There is no rule for them, and no notion of the current document.",
    ),
    DecisionNote(
        "Escapes are of ISO Latin 1.",
        '"two hexadecimal digits (0-9, A-F) giving the ISO Latin 1 code for that character"; a character '
        "beyond it has no escape and stays.",
    ),
    DecisionNote(
        "addr-spec and content-identifier are an address as mailto has it.",
        "Their rules are RFC 822's and RFC 1521's, which the BNF does not repeat.",
    ),
    DecisionNote(
        "Schemes that prose alone describes (rlogin, tn3270, urn; file) have fields, but no production.",
        "Prose describes them; the BNF has none. The generic uri is asked for them.",
    ),
)
MEMO_MISSING = (
    "protocols: nothing is retrieved, and ports, CWD commands and message identifiers are only described",
    "the rule that partial forms are for well controlled contexts alone: who writes one is to know",
)

COMPONENT_PARTS = (
    "resolution, section 5.2, by components",
    "the collected BNF of appendix A; authority, host and port, %s by it",
    "where a text is refused: the position, the character and the innermost production",
    "section 6: a normal form that changes nothing which the specification calls significant",
    "relative forms, the inverse of resolution",
    "appendices E and F: references in running text, without any rule set",
)
COMPONENT_MISSING = (
    "what belongs to a scheme alone, but for the default ports (section 6)",
    (
        "character encodings: a URI is a sequence of characters here, and nothing is escaped or unescaped by "
        "resolving (2.4.2)"
    ),
)
SCHEME_NOTE = DecisionNote(
    "Only text that matches <scheme> before a colon is a scheme.",
    'The expression of appendix B would take any: "1:2" is a path here, by 3.1.',
)
OVERFLOW = DecisionNote(
    '".." above the root is retained, unless overflow says otherwise.',
    "Step 6g leaves three ways: retaining, removing, avoiding. Retaining gives appendix C's tables.",
)
OVERFLOW_OF_BIS = OVERFLOW._replace(why=OVERFLOW.why.replace("Step 6g", "Merge, step 7"))
LITERAL_FORMS = DecisionNote(
    'A relative form is one that the printed grammar derives: "./?y", and not "?y".',
    '"relativeURI = ( net_path | abs_path | rel_path ) [ "?" query ]", and rel_path may not be empty.',
)
FORM = DecisionNote(
    "An empty action of a FORM is resolved against the document's URL in HTML, under this rule set too.",
    "What a FORM requests is HTML's to say, and that is the document's URL (HTML Standard, form submission).",
)
ANY_BASE_ABSOLUTE = DecisionNote(
    "An absolute reference, a fragment and an empty reference are answered without any base.",
    "Section 5 forbids only to resolve what is relative; everything else has its answer.",
)
OPAQUE_NOTE = DecisionNote(
    "An opaque base is refused, with the code base-not-hierarchical.",
    'Section 5: "relative URI cannot be used within a document that has an unsuitable base URI".',
)
STRICT = DecisionNote(
    'A repeated scheme is absolute, unless same_scheme="lenient".',
    "%s prints both, for validating parsers and for backwards compatibility.",
)
HIERARCHICAL = DecisionNote(
    "A repeated scheme is removed for schemes that are known to be hierarchical; others are absolute.",
    'Step 3: "if it matches that of the base URI and the scheme is known to always use the <hier_part> '
    'syntax": http, https, ftp, file, gopher, telnet, wais, prospero, ws, wss. With an authority, as in '
    "HTTP://X/y, there is no relative reference to work around.",
)


def strict(where: str) -> DecisionNote:
    """Make the note on a repeated scheme, with the place where a specification prints both readings."""
    return STRICT._replace(why=STRICT.why.replace("%s", where))


REQUEST = DecisionNote(
    "An empty reference that makes a request (request=True) stands for the base URI.",
    'Section 4.2: it "represents the base URI of the current document".',
)
QUERY = DecisionNote(
    '"?y" is resolved, although the grammar does not derive it.',
    'C.1: "?y = http://a/b/c/?y". With reading="intended" the grammar derives it too.',
)
NO_PATH = DecisionNote(
    '"g" against "http://a" is "http://ag".',
    "Step 6a copies nothing of an empty path, and there is no step that puts a slash. It is so printed.",
)
REGISTRY = DecisionNote(
    "An authority that is no server is a name in a registry.",
    'Section 3.2: "authority = server | reg_name"; so "a_b" is a registry\'s name, and not a host.',
)

PARTS_WITH_PARAMETERS = tuple(part.replace("%s", "segments and parameters") for part in COMPONENT_PARTS)
PARTS_WITHOUT = tuple(part.replace("%s", "segments") for part in COMPONENT_PARTS)
REQUEST_OF_3986 = DecisionNote(
    "An empty reference that makes a request (request=True) stands for the base URI.",
    "5.2.2 makes that of an empty reference in any context: the base's path and query.",
)
PATHS_OF_3986 = DecisionNote(
    "An authority may come of a path that begins with two slashes and has none before it.",
    '"..//evil/x" against "file:/a/b" is "file://evil/x", by 5.2.4 and 5.3 line by line, against 3.3: "If a '
    "URI does not contain an authority component, then the path cannot begin with two slash characters "
    '("//")." Normal forms keep from it, so that the two differ here.',
)
