"""What each rule set implements of its document, what it does not, and what was decided and why.

The pages below docs/rules and ``absolutize rules NAME`` are made of this and of the grammars.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Decision(NamedTuple):
    """A point on which the document leaves a choice or contradicts itself: what is done, and why."""

    point: str
    why: str


class Notes(NamedTuple):
    """The notes on one rule set, each a sentence."""

    implemented: tuple[str, ...]
    missing: tuple[str, ...]
    decisions: tuple[Decision, ...]


_MEMO_PARTS = (
    (
        "the partial form: which references are absolute, the rule of slashes, the last part, the removal of "
        '"xxx/../" and "/."'
    ),
    (
        "both BNFs, of the generic syntax and of the schemes; a name that stands in both is asked for as "
        '"uri:path" or "url:path"'
    ),
    (
        "the fields of the schemes http, ftp, gopher, mailto, news, nntp, telnet, rlogin, tn3270, wais, "
        "file, mid, "
        "cid, prospero, afs, urn and of the url: prefix"
    ),
    "the encoding levels: what is safe may be encoded or not, what is reserved never changes",
)
_MEMO_DECISIONS = (
    Decision(
        "An authority is never lost.",
        'To the letter, "xxx" in "xxx/../" may be the host: "../../../g" eats it. RFC 2396 C.2 says '
        'that "the '
        '".." syntax cannot be used to change the authority component of a URI"; that guard is the '
        "default, and "
        'partial_form="literal" takes it away.',
    ),
    Decision(
        'A final ".." stays.',
        '"All occurrences of "xxx/../"": there is no slash behind it. A "." goes with the slash before it.',
    ),
    Decision(
        "References that start with a slash keep their dot segments.",
        'The rule of removal stands behind "Otherwise:".',
    ),
    Decision(
        "A colon makes a form absolute if it stands before any slash, also in a search.",
        '"the latter must have a colon and that colon must occur before any slash characters"',
    ),
    Decision(
        "An empty reference and a fragment alone are partial forms like others.",
        "There is no rule for them, and no notion of the current document.",
    ),
    Decision(
        "Escapes are of ISO Latin 1.",
        '"two hexadecimal digits (0-9, A-F) giving the ISO Latin 1 code for that character"; a character '
        "beyond it has no escape and stays.",
    ),
    Decision(
        "addr-spec and content-identifier are an address as mailto has it.",
        "Their rules are RFC 822's and RFC 1521's, which the BNF does not repeat.",
    ),
    Decision(
        "rlogin, tn3270, file and urn have fields, but no production.",
        "Prose describes them; the BNF has none. The generic uri is asked for them.",
    ),
)
_MEMO_MISSING = (
    "protocols: nothing is retrieved, and ports, CWD commands and message identifiers are only told",
    "the rule that partial forms are for well controlled contexts alone: who writes one is to know",
)

_COMPONENT_PARTS = (
    "resolution, section 5.2, by components; a fast path for digested bases gives the same",
    "the collected BNF of appendix A; authority, host and port, segments and parameters by it",
    "where a text is refused: the position, the character and the innermost production",
    "section 6: a normal form that changes nothing which the document calls significant",
    "relative forms, the inverse of resolution",
    "appendices E and F: references in running text, without any rule set",
)
_COMPONENT_MISSING = (
    "what belongs to a scheme alone, but for the default ports (section 6)",
    (
        "character encodings: a URI is a sequence of characters here, and nothing is escaped or unescaped by "
        "resolving (2.4.2)"
    ),
)
_SCHEME = Decision(
    "Only text that matches <scheme> before a colon is a scheme.",
    'The expression of appendix B would take any: "1:2" is a path here, by 3.1.',
)
_OVERFLOW = Decision(
    '".." above the root is retained, unless overflow says otherwise.',
    "Step 6g leaves three ways: retaining, removing, avoiding. Retaining gives appendix C's tables.",
)
_ANY_BASE_ABSOLUTE = Decision(
    "An absolute reference, a fragment and an empty reference are answered without any base.",
    "Section 5 forbids only to resolve what is relative; everything else has its answer.",
)
_OPAQUE = Decision(
    "An opaque base is refused, with the code base-not-hierarchical.",
    'Section 5: "relative URI cannot be used within a document that has an unsuitable base URI".',
)
_STRICT = Decision(
    'A repeated scheme is absolute, unless same_scheme="lenient".',
    "Appendix C prints both, for validating parsers and for backwards compatibility.",
)
_REQUEST = Decision(
    "An empty reference that makes a request (request=True) stands for the base URI.",
    'Section 4.2: it "represents the base URI of the current document".',
)
_QUERY = Decision(
    '"?y" is resolved, although the grammar does not derive it.',
    'C.1: "?y = http://a/b/c/?y". With reading="intended" the grammar derives it too.',
)
_NO_PATH = Decision(
    '"g" against "http://a" is "http://ag".',
    "Step 6a copies nothing of an empty path, and there is no step that puts a slash. It is so printed.",
)
_REGISTRY = Decision(
    "An authority that is no server is a name in a registry.",
    'Section 3.2: "authority = server | reg_name"; so "a_b" is a registry\'s name, and not a host.',
)

NOTES: Mapping[str, Notes] = {
    "www-uri-00": Notes(
        _MEMO_PARTS,
        _MEMO_MISSING,
        (
            Decision(
                "The slashes of a partial form are looked for as the first run of exactly that length.",
                "This wording gives all of its own examples; RFC 1630 adds a clause with which one of them "
                "comes out otherwise.",
            ),
            *_MEMO_DECISIONS,
        ),
    ),
    "rfc1630": Notes(
        _MEMO_PARTS,
        _MEMO_MISSING,
        (
            Decision(
                'The rule of slashes is the draft\'s, unless partial_form="literal".',
                'The memo adds "which has no greater number of consecutive slashes anywhere to the '
                'right of it". '
                'With that, "/g" in the context of magic://a/b/c//d/e/f is magic://a/b/c//d/g, but the '
                "memo prints "
                "magic://a/g, which is what the draft's words give.",
            ),
            *_MEMO_DECISIONS,
            Decision(
                "info.cern.ch/RDB/EMP?*%20where%20name%%3Ddobbins is refused.",
                'It is an example of section HTTP, but "%%" breaks "the percent sign is never used for '
                "anything "
                "but escapes\", as does the memo's own Example 3.",
            ),
        ),
    ),
    "uri-syntax-02": Notes(
        _COMPONENT_PARTS,
        _COMPONENT_MISSING,
        (
            Decision(
                "Any absolute URI is a base.",
                '"generic-URI = scheme ":" relativeURI", and a relativeURI may be a rel_path: no base '
                "is opaque.",
            ),
            Decision(
                "A repeated scheme is never removed.",
                'Its C.2 prints "http:g" alone, and step 3 has no work-around.',
            ),
            _SCHEME,
            _OVERFLOW,
            _NO_PATH,
            _REQUEST,
            _REGISTRY,
        ),
    ),
    "uri-syntax-03": Notes(
        _COMPONENT_PARTS,
        _COMPONENT_MISSING,
        (
            Decision(
                "It resolves as RFC 2396, and has its grammar.",
                "RFC 2396 took its text; the diff shows no rule of -03 that RFC 2396 words otherwise.",
            ),
            _STRICT,
            _OPAQUE,
            _SCHEME,
            _OVERFLOW,
            _NO_PATH,
            _QUERY,
            _REQUEST,
            _REGISTRY,
        ),
    ),
    "rfc2396": Notes(
        _COMPONENT_PARTS,
        _COMPONENT_MISSING,
        (
            _STRICT,
            Decision(
                "A repeated scheme is compared without case.",
                '3.1: "programs interpreting URI should treat upper case letters as equivalent to lower '
                'case".',
            ),
            _OPAQUE,
            _ANY_BASE_ABSOLUTE,
            _SCHEME,
            _OVERFLOW,
            _NO_PATH,
            _QUERY,
            _REQUEST,
            _REGISTRY,
            Decision(
                "The authority ends at a number sign too.",
                "3.2 names the slash, the question mark and the end of the URI; the expression of "
                "appendix B also "
                'stops at "#", which references need.',
            ),
        ),
    ),
    "rfc2396bis-00": Notes(
        (*_COMPONENT_PARTS, "IPv6 references (3.2.2)"),
        _COMPONENT_MISSING,
        (
            _STRICT,
            Decision(
                "A repeated scheme is compared as it is spelled.",
                'The pseudocode has "R.scheme == Base.scheme".',
            ),
            Decision(
                "The work-around needs a hierarchical base.",
                "The pseudocode does not ask for one, and would make mailto:a/c of mailto:c against "
                "mailto:a/b. "
                "Section 5 has no relative references with such a base.",
            ),
            Decision(
                '"/" is put before a path that is merged with an empty one, with or without an authority.',
                'Merge, step 1: "If the base URI\'s path component is the empty string". So "bar" against '
                '"foo:" is "foo:/bar".',
            ),
            _OPAQUE,
            _ANY_BASE_ABSOLUTE,
            _SCHEME,
            _OVERFLOW,
            _REQUEST,
            _REGISTRY,
            Decision(
                "file://localhost/x and file:///x are the same.",
                '3.2.2: "the "file" URI scheme defaults to "localhost"".',
            ),
            Decision(
                '"|" is read as "/" in the rules domainlabel and toplabel, "alpha" as ALPHA.',
                "Slips of the change to RFC 2234's notation: there is no other reading.",
            ),
        ),
    ),
    "rfc3986": Notes(
        (
            *_COMPONENT_PARTS[:-1],
            "the normalizations of 6.2.2 and 6.2.3, as far as they are of no one scheme",
        ),
        (
            "protocol-based normalization (6.2.4)",
            "URIs of other character sets (2.5): a URI is a sequence of characters here",
        ),
        (
            _STRICT,
            Decision("Any absolute URI is a base.", '5.1: "any URI with a scheme"; there is no opaque one.'),
            Decision(
                "There is no current document.",
                '5.2.2: an empty reference takes the base\'s path and query. "#s" is made absolute as '
                "all others.",
            ),
            Decision(
                "Dot segments go from every path, but from the base's own where the reference has none.",
                "5.2.2, line by line: T.path = Base.path is not passed to remove_dot_segments.",
            ),
            Decision(
                'A path is kept from beginning with two slashes by "/." before it, in normal forms.',
                '3.3: without an authority "the path cannot begin with two slash characters".',
            ),
            _SCHEME,
            _REQUEST,
        ),
    ),
    "whatwg": Notes(
        (
            "resolution, parsing and serialising by ada-url, which implements the URL Standard",
            "the states of the basic URL parser, told step by step",
            "equivalence by the serialised URL (4.6)",
            "relative forms, the inverse of resolution",
        ),
        (
            "a grammar: the URL Standard has a parser only; a failure is placed at the beginning",
            "the document's encoding in queries, where no document is",
        ),
        (
            Decision(
                "A base that is no URL counts as none.",
                "The standard's parser takes a parsed base; an absolute reference then has its answer.",
            ),
            Decision(
                "A lone surrogate is read as U+FFFD.",
                "The parser takes scalar value strings, to which Infra 4.6 converts.",
            ),
        ),
    ),
}
"""The notes of every rule set, by its name."""
