"""The codes of things that specifications warn of, such as a password in a URI.

This module is a table: `uri.security` finds them. Used by `findings`.
"""

from absolutize.findings.finding import Example, Finding

CAUTION_FINDINGS: tuple[Finding, ...] = (
    Finding(
        "password",
        "a password in the user information, for all to read",
        "RFC 2396 7, 3.2.2",
        "It is clearly unwise to use a URI that contains a password which is intended to be secret: whoever"
        " reads the document reads it. Some programs refuse such a link, and others show it to everyone.",
        Example("<a href=http://user:secret@h/>"),
    ),
    Finding(
        "other-service-port",
        "the port of another service",
        "RFC 2396 7",
        "The server there most probably speaks another protocol, and may take what is sent for its commands:"
        " a URI of gopher has been used to send mail.",
        Example("<a href=http://h:25/>"),
    ),
    Finding(
        "reserved-port",
        "not the scheme's own port, and below 1024",
        "RFC 2396 7",
        "Caution should be used with a port other than the default of the protocol, especially when it is a"
        " number within the reserved space, below 1024: some service of the system listens there.",
        Example("<a href=http://h:81/>"),
    ),
    Finding(
        "unusual-port",
        "not the scheme's own port",
        "RFC 2396 7",
        "Caution should be used with a port other than the default of the protocol: the server there may"
        " speak another one.",
        Example("<a href=http://h:8080/>"),
    ),
    Finding(
        "escaped-delimiter",
        "an escaped control character, a delimiter of protocols: it must stay escaped",
        "RFC 2396 7",
        "Escaped delimiters of a protocol, CR and LF above all, may simulate another request where a program"
        " unescapes them before they are sent.",
        Example("<a href=http://h/a%0D>"),
    ),
    Finding(
        "misformed-relative",
        "a scheme in front of a relative reference",
        "RFC 2396 5.2 step 3",
        "http:g was a relative reference once. A parser may still take it for one, and browsers do where the"
        " base has the scheme; to a strict parser it is absolute, and goes nowhere.",
        Example("<a href=http:g>", options={"ignore": ["relative"]}),
    ),
    Finding(
        "no-host",
        "no host, which this scheme requires",
        "draft-fielding-uri-rfc2396bis-00 3.2.2, RFC 3986 3.2.2",
        "Between the slashes there is nobody to ask. Browsers skip the slashes and take what follows for the"
        " host.",
        Example("<a href='http:///x'>", options={"ignore": ["relative"]}),
    ),
    Finding(
        "misleading-userinfo",
        "user information that looks like a host",
        "RFC 3986 7.6",
        "The text before the at sign is a user name that is sent to the server, but people take it for the"
        " server: http://bank.example@h/ goes to h.",
        Example("<a href=http://bank.example@h/>", options={"rules": "rfc3986"}),
    ),
    Finding(
        "rare-address",
        "an address in a rare format, which may be any host",
        "RFC 3986 7.4",
        "Some programs read a number, or fewer than four of them, octal or hexadecimal, as an address of a"
        " host; others take it for a name. Browsers do so with escaped and wide digits, and a dot at the end,"
        " too. Who filters by host sees something else than who connects.",
        Example("<a href=http://0x7f.1/>", options={"rules": "rfc3986"}),
    ),
    Finding(
        "local-news",
        "article numbers of one news server, which others do not have",
        "RFC 1630 NNTP",
        "Each server gives its own numbers to articles. Use a news URL, with the identifier of the message.",
        Example("<a href=nntp:group/1>", options={"rules": "rfc1630", "ignore": ["grammar"]}),
    ),
    Finding(
        "local-file",
        "a file of the reader's own machine, which others do not have",
        "RFC 1630 Specific Schemes, file",
        "A file URL without a host, or with localhost, is of whatever machine it is followed on. There it may"
        " lead to another file, or to none, with unexpected and possibly harmful results. Name a host.",
        Example("<a href=file:///x>", options={"rules": "rfc1630"}),
    ),
    Finding(
        "gopher-hierarchy",
        "a relative form in a document of a gopher server, whose slashes may be data",
        "RFC 1630 Partial (relative) form",
        "Gopher has no relative URIs, and slashes in its selectors need not be levels of a hierarchy. What a"
        " relative form leads to is assumed, normally correctly.",
        Example("<a href=x>", "gopher://h/1d/p", {"rules": "rfc1630", "ignore": ["relative"]}),
    ),
    Finding(
        "local-content",
        "a part of this message: the link works nowhere else",
        "RFC 1630 Content-Id",
        "Identifiers of contents are unique within one message only. Outside of it, there is no way to say"
        " which message is meant.",
        Example("<a href=cid:a@b>", options={"rules": "rfc1630"}),
    ),
)
