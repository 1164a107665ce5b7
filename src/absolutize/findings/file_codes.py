"""The codes of problems with the members of zip files and WACZ, and with the files of directories.

This module is a table. Used by `findings.container_codes`.
"""

from absolutize.findings.finding import Example, Finding

MEMBERS: tuple[Finding, ...] = (
    Finding(
        "no-directory",
        "its members cannot be found",
        "APPNOTE 4.3.12",
        "A zip file ends with a directory of its members. This one has none, or one that does not agree with"
        " the rest of the file; or members overlap, as those of zip bombs do.",
        Example("a zip file that was cut"),
    ),
    Finding(
        "unsafe-name",
        "a member would be unpacked outside the target directory",
        "APPNOTE 4.4.17",
        "A name that begins with a slash or a drive, or climbs with .., puts a file where nobody expects it."
        " `rewrite` writes no such archive; other commands read it.",
        Example("a zip file with a member ../../etc/passwd"),
    ),
    Finding(
        "too-deep",
        "too many containers inside each other",
        "APPNOTE 4.3",
        "A few are common, as gzip in zip in gzip. More are made to hurt; what is deeper is copied.",
        Example("a zip file in a zip file, and so on"),
    ),
    Finding(
        "unsupported-member",
        "encrypted, or compressed by an unsupported method",
        "APPNOTE 4.4.5",
        "Members are stored or deflated, nearly always. There are a dozen other ways, and ciphers.",
        Example("a zip file with a password"),
    ),
    Finding(
        "damaged-member",
        "the member cannot be read",
        "APPNOTE 4.4.7",
        "Decompressing it gives data of another length or checksum than the archive says, or nothing. Of an"
        " index of a WACZ file, the lines that are named are not JSON or CDX, and stay, or some fields do.",
        Example("a zip file with some bytes of a member changed"),
    ),
    Finding(
        "not-by-record",
        "not a WARC file whose records are compressed one by one",
        "ISO 28500 D",
        "In a WACZ file, an index leads to each record, and cannot lead into a file that is compressed as a"
        " whole. Other commands read such a file; outside of a WACZ, `rewrite` makes it absolute.",
        Example("a WACZ file with a WARC file that was packed again by gzip"),
    ),
    Finding(
        "stale-digest",
        "the digest is not that of the record; it was kept",
        "WACZ 4.2.2",
        "An index was not made of these records, and what its digest was of is not known. Or a revisit record"
        " comes before the record that it refers to, and had been written when that record was changed.",
        Example("a WACZ file whose CDXJ has another digest than its WARC"),
    ),
    Finding(
        "stale-index",
        "files that it describes changed; what it says about them was kept",
        "WACZ 4.2",
        "When a record has changed, those behind it are elsewhere in the WARC file, which has another digest."
        " Indexes (CDXJ, CDX) are corrected in a WACZ file, also if it was unpacked and put into a zip file,"
        " and a datapackage.json in any zip file. Elsewhere they have to be made again, as the manifests of a"
        " bag (RFC 8493) have to, wherever they are.",
        Example("a directory with a WARC file of relative references, and the CDX of this WARC file"),
    ),
    Finding(
        "signature",
        "the signed content changed; the signature was left out",
        "WACZ Auth 0.1",
        "Whoever signed the archive signed other bytes. Only that signer can sign these.",
        Example("a signed WACZ file with relative references in it"),
    ),
)

TREES: tuple[Finding, ...] = (
    Finding(
        "skipped-directory",
        "a hidden directory, or node_modules; left out",
        "POSIX.1-2017 3.170",
        "Directories whose names begin with a dot (.git and the like; not .well-known), and node_modules,"
        " hold what is no part of a site. With --hidden they are read.",
        Example("a directory with a directory .git in it"),
    ),
    Finding(
        "git-ignored",
        "listed in a .gitignore file; left out",
        "git 2 gitignore",
        "What git does not keep is mostly made from what it keeps, or temporary. With --no-gitignore it is"
        " read. Files above the directory that was given do not count.",
        Example("a directory with a file that its .gitignore lists"),
    ),
    Finding(
        "zip-in-directory",
        "a zip file in a directory; not read",
        "APPNOTE 4.3",
        "It is there to be unpacked and read elsewhere. One that is named itself is read.",
        Example("a directory with a zip file of pages"),
    ),
    Finding(
        "leads-out",
        "a symbolic link to outside the directory; left out",
        "POSIX.1-2017 4.13",
        "What is not in the tree is no part of the mirror, and a link to it would give away what others may"
        " not see.",
        Example("a directory with a symbolic link to /etc/passwd"),
    ),
    Finding(
        "no-file",
        "neither a file nor a directory; left out",
        "POSIX.1-2017 3.164",
        "A pipe, a socket or a device can be neither read to its end nor copied.",
        Example("a directory with a named pipe in it"),
    ),
    Finding(
        "no-access",
        "cannot be read; left out",
        "POSIX.1-2017 2.3",
        "The system refuses to read the file or the directory; the message says why.",
        Example("a directory with a file of mode 000"),
    ),
)
