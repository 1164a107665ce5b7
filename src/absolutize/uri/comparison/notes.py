"""Notes on each rule set: what it implements and leaves out of its specification, what was decided and why.

This module is text. It computes nothing: docs/rules and ``absolutize rules NAME`` are made from it and from
the grammars. Used by `cli.commands.rules`.
"""

from collections.abc import Mapping

from absolutize.uri.comparison.shared_notes import (
    ANY_BASE_ABSOLUTE,
    AS_SPELLED,
    COMPONENT_MISSING,
    FORM,
    HIERARCHICAL,
    LITERAL_FORMS,
    MEMO_DECISIONS,
    MEMO_MISSING,
    MEMO_PARTS,
    MEMO_SCHEMES,
    NO_PATH,
    OPAQUE_NOTE,
    OVERFLOW,
    OVERFLOW_OF_BIS,
    PARTS_WITH_PARAMETERS,
    PARTS_WITHOUT,
    PATHS_ARE_PRINTED,
    PATHS_OF_3986,
    QUERY,
    REGISTRY,
    REQUEST,
    REQUEST_OF_3986,
    SCHEME_NOTE,
    DecisionNote,
    Notes,
    strict,
)

NOTES: Mapping[str, Notes] = {
    "www-uri-00": Notes(
        tuple(part.replace("%s", MEMO_SCHEMES.replace("file, ", "")) for part in MEMO_PARTS),
        MEMO_MISSING,
        (
            DecisionNote(
                "The slashes of a partial form are looked for as the first run of exactly that length.",
                "This wording gives all examples of the specification; RFC 1630 adds a clause with which one "
                "of them comes out otherwise.",
            ),
            DecisionNote(
                "There is no scheme file, and file://localhost/x is not file:///x.",
                "The section on files, with its localhost, is RFC 1630's; here such a URI is a generic one.",
            ),
            DecisionNote(
                'User and password are xalphas; the host begins behind the last "@".',
                '"user xalphas" and "password xalphas", which hold "@" and ":" themselves: the grammar is '
                'ambiguous, and a hostport holds no "@".',
            ),
            DecisionNote(
                "A path of ftp has no ;type=, and a slash at its end does not mean a directory.",
                '"ftp://login/path" is all there is; types and directories are RFC 1630\'s.',
            ),
            DecisionNote(
                'The escapes of ":", ";", "," and of "*" and "!" are those characters.',
                "They are extra ones in its BNF, and section 4.2 does not reserve them; RFC 1630 adds "
                '"OTHER RESERVED CHARACTERS" and takes ":" and ";" out of extra.',
            ),
            *MEMO_DECISIONS,
        ),
    ),
    "rfc1630": Notes(
        tuple(part.replace("%s", MEMO_SCHEMES) for part in MEMO_PARTS),
        MEMO_MISSING,
        (
            DecisionNote(
                "The rule of slashes is the draft's, unless slash_run is no-greater.",
                'The memo adds "which has no greater number of consecutive slashes anywhere to the right of '
                'it". With that, "/g" in the context of magic://a/b/c//d/e/f is magic://a/b/c//d/g, but the '
                "memo prints magic://a/g, which is what the draft's words give.",
            ),
            *MEMO_DECISIONS,
            DecisionNote(
                "info.cern.ch/RDB/EMP?*%20where%20name%%3Ddobbins is refused.",
                'It is an example of section HTTP, but "%%" breaks what the memo says of the percent sign: '
                'it "is never allowed for anything else" than escapes. So does its own Example 3.',
            ),
        ),
    ),
    "uri-syntax-02": Notes(
        PARTS_WITH_PARAMETERS,
        COMPONENT_MISSING,
        (
            DecisionNote(
                "Any absolute URI is a base.",
                '"generic-URI = scheme ":" relativeURI", and a relativeURI may be a rel_path: no base '
                "is opaque.",
            ),
            DecisionNote(
                "A repeated scheme is never removed.",
                'Its C.2 prints "http:g" alone, and step 3 has no work-around.',
            ),
            SCHEME_NOTE,
            OVERFLOW,
            NO_PATH,
            REQUEST,
            FORM,
            PATHS_ARE_PRINTED,
            REGISTRY,
        ),
    ),
    "uri-syntax-03": Notes(
        PARTS_WITH_PARAMETERS,
        COMPONENT_MISSING,
        (
            DecisionNote(
                "It resolves as RFC 2396, and has its grammar.",
                "RFC 2396 took its text; the diff shows no rule of -03 that RFC 2396 words otherwise.",
            ),
            strict("Appendix C"),
            HIERARCHICAL,
            OPAQUE_NOTE,
            SCHEME_NOTE,
            OVERFLOW,
            NO_PATH,
            QUERY,
            LITERAL_FORMS,
            REQUEST,
            FORM,
            PATHS_ARE_PRINTED,
            REGISTRY,
        ),
    ),
    "rfc2396": Notes(
        PARTS_WITH_PARAMETERS,
        COMPONENT_MISSING,
        (
            strict("Appendix C"),
            HIERARCHICAL,
            DecisionNote(
                "A repeated scheme is compared without case.",
                '3.1: "programs interpreting URI should treat upper case letters as equivalent to lower '
                'case".',
            ),
            OPAQUE_NOTE,
            ANY_BASE_ABSOLUTE,
            SCHEME_NOTE,
            OVERFLOW,
            NO_PATH,
            QUERY,
            LITERAL_FORMS,
            REQUEST,
            FORM,
            PATHS_ARE_PRINTED,
            REGISTRY,
            DecisionNote(
                "The authority ends at a number sign too.",
                "3.2 names the slash, the question mark and the end of the URI; the expression of "
                "appendix B also "
                'stops at "#", which references need.',
            ),
        ),
    ),
    "rfc2396bis-00": Notes(
        (*PARTS_WITHOUT, "IPv6 references (3.2.2)"),
        COMPONENT_MISSING,
        (
            strict("Appendix C"),
            AS_SPELLED,
            DecisionNote(
                "The work-around needs a hierarchical base.",
                "The pseudocode does not ask for one, and would make mailto:a/c of mailto:c against "
                'mailto:a/b; and a result "must match the result that would be given by this algorithm" '
                '(5.2). But by section 5 "Documents can only make use of a relative URI when their base URI '
                'fits within the <hier-part> syntax", and without its scheme mailto:c is one.',
            ),
            DecisionNote(
                '"/" is put before a path that is merged with an empty one, with or without an authority.',
                'Merge, step 1: "If the base URI\'s path component is the empty string". So "bar" against '
                '"foo:" is "foo:/bar".',
            ),
            OPAQUE_NOTE,
            ANY_BASE_ABSOLUTE,
            SCHEME_NOTE,
            OVERFLOW_OF_BIS,
            REQUEST,
            FORM,
            PATHS_ARE_PRINTED,
            REGISTRY,
            DecisionNote(
                "file://localhost/x and file:///x are the same.",
                '3.2.2: "the "file" URI scheme defaults to "localhost"".',
            ),
            DecisionNote(
                '"|" is read as "/" in the rules domainlabel and toplabel, "alpha" as ALPHA.',
                "Slips of the change to RFC 2234's notation: there is no other reading.",
            ),
        ),
    ),
    "rfc3986": Notes(
        (
            *PARTS_WITHOUT[:-1],
            "the normalizations of 6.2.2 and 6.2.3, as far as they are of no one scheme",
        ),
        (
            "protocol-based normalization (6.2.4)",
            "URIs of other character sets (2.5): a URI is a sequence of characters here",
        ),
        (
            strict("Section 5.4.2"),
            AS_SPELLED,
            DecisionNote(
                "Any absolute URI is a base.",
                '5.2.1: "only the scheme component is required to be present in a base URI"; none is opaque.',
            ),
            DecisionNote(
                "There is no current document.",
                '5.2.2: an empty reference takes the base\'s path and query. "#s" is made absolute as '
                "all others.",
            ),
            DecisionNote(
                "Dot segments go from every path, but from the base's own where the reference has none.",
                "5.2.2, line by line: T.path = Base.path is not passed to remove_dot_segments.",
            ),
            DecisionNote(
                'A path is kept from beginning with two slashes by "/." before it, in normal forms.',
                '3.3: without an authority "the path cannot begin with two slash characters".',
            ),
            SCHEME_NOTE,
            REQUEST_OF_3986,
            PATHS_OF_3986,
            FORM,
        ),
    ),
    "whatwg": Notes(
        (
            "resolution, parsing and serialising by ada-url, which implements the URL Standard",
            "the states of the basic URL parser, shown step by step",
            "equivalence by the serialised URL (4.6)",
            "relative forms, the inverse of resolution",
        ),
        (
            "a grammar: the URL Standard has a parser only; a failure is placed at the beginning",
            "the document's encoding in queries, where no document is",
        ),
        (
            DecisionNote(
                "A base that is no URL counts as none.",
                "The standard's parser takes a parsed base; an absolute reference then has its answer.",
            ),
            DecisionNote(
                "A lone surrogate is read as U+FFFD.",
                "The parser takes scalar value strings, to which Infra 4.6 converts.",
            ),
        ),
    ),
}
"""The notes of every rule set, by its name."""
