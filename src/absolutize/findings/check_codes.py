"""The codes that only `check` reports, such as a relative link or a late BASE.

This module is a table: `engine.checks` finds them. Used by `findings`.
"""

from absolutize.findings.finding import Example, Finding

FAULTS: tuple[Finding, ...] = (
    Finding(
        "relative",
        "relative link",
        "RFC 2396 5",
        "Where it goes depends on where the document lies. Mailed, saved or moved, it goes somewhere else, or"
        " nowhere. `absolutize rewrite` makes it absolute.",
        Example("<a href=x>"),
    ),
    Finding(
        "base-relative",
        "the href of BASE is not absolute",
        "HTML 4.01 12.4",
        "HTML 4.01 wants an absolute URI there. A relative one is resolved against the document's URL, so"
        " that every other reference depends on where the document lies again.",
        Example("<base href=x/>", options={"ignore": ["relative"]}),
    ),
    Finding(
        "base-several",
        "a second BASE with an href",
        "HTML Standard 4.2.3",
        "A document has one BASE at most. The first that has an href counts for all references, and no other"
        " is read; some older programs take the last, or each for what follows it.",
        Example("<base href=http://h/><base href=http://i/>"),
    ),
    Finding(
        "base-late",
        "BASE comes after links that it affects",
        "HTML Standard 4.2.3",
        "BASE must come before any other element that has a reference. Browsers apply it to those before it,"
        " too, once they have seen it; what they fetched until then they fetched from elsewhere, and other"
        " programs never look back.",
        Example("<a href=http://h/x></a><base href=http://h/>"),
    ),
    Finding(
        "scheme-twice",
        "two schemes: the second one is in place of the host",
        "RFC 2396 3.2.2",
        "http://http://h/ asks a host of the name http: one of the schemes is there by mistake, mostly put"
        " before what had one already. Browsers look for that host, and find none.",
        Example("<a href=http://http://h/>"),
    ),
    Finding(
        "absolute-above-root",
        'an absolute path with more ".." segments than levels before them',
        "RFC 2396 4",
        "Dot segments are for relative paths. Browsers remove them from absolute ones, too (/../x, //h/../x,"
        " http://h/../x), those above the root included; other programs send them unchanged to the server,"
        " which may refuse them, or climb out of its directory. RFC 2396 keeps them in references that are"
        " made absolute.",
        Example("<a href=http://h/../x>"),
    ),
    Finding(
        "grammar",
        "does not match the grammar of the rule set",
        "RFC 2396 A",
        "The grammar of the rule set does not allow the reference. The message names the first character that"
        " does not fit, its position, and the production that could have continued there. Programs differ in"
        " what they make of such a reference.",
        Example("<a href='http://h/a|b'>"),
    ),
    Finding(
        "backslash",
        "a backslash in the reference",
        "RFC 2396 2.4.3",
        "A backslash is no character of a URI. Browsers read it as a slash before a query; other programs"
        " send it as it is, or escaped. Write a slash, or %5C.",
        Example(r"<a href=http://h/a\b>"),
    ),
    Finding(
        "white-space",
        "white space or a control character in or around the reference",
        "RFC 2396 2.4.3",
        "White space is no part of a URI. Browsers remove it around the reference, remove tabs and line ends"
        " within, and escape other spaces; other programs stop at the first one. Write %20 for a space that"
        " is meant. In data: URLs, which nobody fetches, it is not reported.",
        Example("<a href='http://h/a b'>"),
    ),
    Finding(
        "bad-escape",
        "a percent sign without two hexadecimal digits after it",
        "RFC 2396 2.4.1",
        "The percent sign introduces an escaped octet and means nothing else. Write %25 for one that is"
        " meant.",
        Example("<a href=http://h/100%>"),
    ),
    Finding(
        "query-encoding",
        "a query that is not ASCII in a document that is not in UTF-8",
        "URL Standard 4.4",
        "Browsers send such a query in the encoding of the document, and other programs in UTF-8; the server"
        " cannot tell. Once the document is in another encoding, the link goes elsewhere. Escape it.",
        Example("<meta charset=windows-1251><a href=http://h/?\u0456>", options={"ignore": ["grammar"]}),
    ),
    Finding(
        "charset-late",
        "the encoding is declared too late: browsers look in the first 1,024 bytes only",
        "HTML Standard 4.2.5.4",
        "Behind the head, browsers look for the encoding in the first 1,024 bytes of a document. References"
        " that are made absolute can push the declaration out of them, and every character would be read in"
        " another encoding. `absolutize rewrite` then repeats it at the beginning. Declare it first.",
        Example("<a href=x><meta charset=koi8-r>", options={"ignore": ["relative"]}),
    ),
    Finding(
        "rules-differ",
        "other rules resolve it differently",
        "RFC 2396 G",
        "The rule set that was given to compare with resolves the reference to something else, or to nothing."
        " Programs that follow it will not find what you meant.",
        Example("<a href=?y>", options={"against": ["rfc2396"], "ignore": ["relative"]}),
    ),
)
