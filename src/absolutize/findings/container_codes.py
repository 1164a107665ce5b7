"""The codes of problems with an archive, a message or a directory.

This module is a table: `containers` report the problems; nothing is lost silently. Used by `findings`.
"""

from absolutize.findings.file_codes import MEMBERS, TREES
from absolutize.findings.finding import Example, Finding

COMPRESSION: tuple[Finding, ...] = (
    Finding(
        "damaged-coding",
        "the compressed data are damaged",
        "RFC 1951 3.2",
        "Compressed data can be read only up to the damage; what is missing is not known. The data are copied"
        " up to where something that can be read begins again.",
        Example("a gzip member with some of its bytes changed"),
    ),
    Finding(
        "truncated-coding",
        "the compressed data end too early",
        "RFC 1952 2.2",
        "A download or a disk that was full may be the reason. Records that are whole are made absolute; a"
        " file around one document is not written if anything in it would change.",
        Example("a gzip file without its last bytes"),
    ),
    Finding(
        "trailing-data",
        "there are bytes after the end",
        "RFC 1952 2.2",
        "Behind the compressed data are bytes that are not compressed. Some programs pad files like this, and"
        " most ignore such bytes. Of a response of several gzip members, browsers read the first only.",
        Example("a gzip file, and a few zeros behind it"),
    ),
    Finding(
        "too-large",
        "too large to be read",
        "RFC 1951 3.2.5",
        "A document is read into memory as a whole, and compressed data may become a thousand times as large."
        " Nothing of more than 128 MB is read as one document, nor of more than 4 MB as a dictionary of"
        " Zstandard, nor of more than 1 MB as a .gitignore file, which then leaves nothing out.",
        Example("a page of 200 MB, or a few kilobytes that become one"),
    ),
    Finding(
        "not-coded",
        "not encoded as its header says; read as it is",
        "RFC 9110 8.4",
        "A crawler may decode a body and leave its header. A body that does not begin as its content coding"
        " does is read as it is; so are text in an unknown coding, and a file compressed only by its name.",
        Example("a response with Content-Encoding: gzip around plain HTML"),
    ),
)

RECORD_CODES: tuple[Finding, ...] = (
    Finding(
        "no-record",
        "data between records that belong to none",
        "ISO 28500 4",
        "The bytes between two records, or in front of the first one, are not a record. Reading goes on at"
        " the next line that begins one.",
        Example("a line of text between two records of WARC"),
    ),
    Finding(
        "wrong-length",
        "the record or message does not end where its length says",
        "ISO 28500 5.3",
        "After the number of bytes that Content-Length gives there is neither an empty line nor another"
        " record: where the record ends can only be guessed from where the next one begins. Or the number in"
        " front of a message of Apple Mail (.emlx) leads to no property list; such a file is not read.",
        Example("a record whose Content-Length is one too few"),
    ),
    Finding(
        "truncated-record",
        "the record is shorter than its length says",
        "ISO 28500 5.3",
        "The file, or the compressed member that the record is in, ends before the number of bytes that"
        " Content-Length gives: a crawl that was cut off leaves such a file.",
        Example("a WARC file without its last bytes"),
    ),
    Finding(
        "segmented",
        "the record is one of several segments",
        "ISO 28500 7",
        "The document is divided among records, which may lie in several files. None of them can be read by"
        " itself.",
        Example("a record with WARC-Segment-Number: 1"),
    ),
    Finding(
        "partial-content",
        "only a part of a document",
        "RFC 9110 15.3.7",
        "Only some of its bytes were requested. A BASE that governs its references may be in the others.",
        Example("a response with the status 206 and Content-Range: bytes 100-999/2000"),
    ),
    Finding(
        "damaged-message",
        "the HTTP message cannot be decoded",
        "RFC 9112 7.1",
        "The chunks of the message do not end where they say, or the coding of its content is damaged.",
        Example("a response with Transfer-Encoding: chunked and a chunk of xyz bytes"),
    ),
    Finding(
        "truncated-message",
        "the HTTP message ends too early; what there is of it was read",
        "RFC 9112 7.1",
        "A crawl was cut off, or stopped at a limit: the last chunk is missing, or some of it. As many bytes"
        " are missing afterwards.",
        Example("a response with Transfer-Encoding: chunked that ends in a chunk"),
    ),
    Finding(
        "no-head",
        "not an HTTP message, although it should be one",
        "RFC 9112 2.1",
        "It should be an HTTP response, and does not begin as one, or no empty line ends its header: where"
        " the document begins is not known. Or its header has more than 256 KB, which browsers refuse.",
        Example("a response record that begins with <html>"),
    ),
    Finding(
        "not-html",
        "not HTML",
        "HTML Standard 13.2",
        "It is named or sent as HTML, or was given as an input, and its first bytes are those of something"
        " else: a picture, an archive, a program, or XML in EBCDIC or in UTF-32 without a byte order mark."
        " Browsers find no links in such data. So it is with an input that is JSON: HTML in its strings is"
        " not read. `rewrite` copies it unchanged, and other commands skip it.",
        Example("a picture of PNG with Content-Type: text/html"),
    ),
    Finding(
        "wrong-digest",
        "the digest was wrong, and was corrected",
        "ISO 28500 5.8",
        "The record was changed, so that its digest had to be. The one that it had was true neither of its"
        " block nor of any reading of its payload.",
        Example("a record of HTML with a WARC-Payload-Digest of something else"),
    ),
    Finding(
        "unknown-digest",
        "the digest's algorithm is not known; it was left out",
        "ISO 28500 5.8",
        "The record was changed, and no digest of that algorithm can be made. A wrong one would be worse than"
        " none.",
        Example("a record of HTML with WARC-Block-Digest: blake3:00"),
    ),
    Finding(
        "revisit-elsewhere",
        "a revisit record that refers to the page of another URL",
        "ISO 28500 6.7",
        "The record has no document: this URL gave the same page as another URL, whose record has it. Its"
        " links were made absolute with the base of the other URL, and may not lead where this one's do.",
        Example("a revisit record with another URI's WARC-Refers-To-Target-URI"),
    ),
    Finding(
        "unsupported-version",
        "unsupported version",
        "ISO 28500 4",
        "Its records hold their own offsets in the file, or nothing says what the fields of its records are.",
        Example("a file of ARC 2"),
    ),
)

MESSAGE_CODES: tuple[Finding, ...] = (
    Finding(
        "no-blank-line",
        "no empty line between the header and the body",
        "RFC 822 3.1",
        "What follows the last field is the body: some program has lost the empty line between them.",
        Example("a message with <html> in the line behind its fields"),
    ),
    Finding(
        "stray-line",
        "a line of the header is not a field",
        "RFC 822 3.2",
        "A field is a name, a colon and a value, and a line that goes on with one begins with white space. A"
        " line that is neither is passed over where fields follow it.",
        Example("a message with a line of dashes between Subject and From"),
    ),
    Finding(
        "no-boundary",
        "the parts are not separated as the header says",
        "RFC 2046 5.1.1",
        "The message has several parts, and the line between them is missing, or the header does not name it."
        " A line that looks like one is used instead.",
        Example("a message of multipart/related without a boundary"),
    ),
    Finding(
        "unterminated",
        "the end of the last part is missing",
        "RFC 2046 5.1.1",
        "The boundary that ends the message is missing: it was cut, or a program forgot it. The last part"
        " goes to the end.",
        Example("a message without the last line, --boundary--"),
    ),
    Finding(
        "signed",
        "signed, and the signature no longer matches",
        "RFC 1847 2.1",
        "Whoever signed the message signed other bytes. The signature stays there, and will be refused.",
        Example("a message of multipart/signed with relative references in its first part"),
    ),
    Finding(
        "long-line",
        "a line is now longer than mail allows",
        "RFC 5322 2.1.1",
        "A line of mail has at most 998 characters, unless it is encoded. The message is read as before;"
        " a server that it is sent by may break the line, or refuse it.",
        Example("mail without a transfer encoding, whose HTML is one line of 990 characters"),
    ),
    Finding(
        "damaged-encoding",
        "the transfer encoding cannot be read",
        "RFC 2045 6.8",
        "It contains characters that base64 does not have. Programs disagree about what such a part says.",
        Example("a part of base64 with an asterisk in it"),
    ),
    Finding(
        "truncated-encoding",
        "the transfer encoding ends too early",
        "RFC 2045 6.8",
        "The last group of base64 is not whole: the part was cut. The readable part is read.",
        Example("a part of base64 without its last character"),
    ),
)

TROUBLES: tuple[Finding, ...] = (*COMPRESSION, *RECORD_CODES, *MEMBERS, *TREES, *MESSAGE_CODES)
"""The problems with containers; data that cannot be read are copied as they are."""

COPIED_CODES = frozenset(
    (
        "damaged-coding",
        "trailing-data",
        "too-large",
        "no-record",
        "wrong-length",
        "truncated-record",
        "segmented",
        "partial-content",
        "damaged-message",
        "no-head",
        "not-html",
        "unsupported-version",
        "no-directory",
        "unsupported-member",
        "damaged-member",
        "not-by-record",
        "damaged-encoding",
    )
)
"""The codes with which `rewrite` copies data unchanged, and other commands skip them."""

READ_PARTLY = frozenset(
    {"damaged-coding", "damaged-message", "truncated-record", "not-by-record", "damaged-encoding"}
)
"""Those of `COPIED_CODES` with which other commands read what can be read."""
