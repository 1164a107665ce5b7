"""No label and no document raises; bytes are decoded by the indexes of the Encoding Standard."""

from __future__ import annotations

import hashlib
import itertools

import pytest
from webencodings.labels import LABELS

import absolutize
from absolutize.html.encodings.codec import Codec

URL = "http://h/d/p?\xe9\u65e5"
DOCUMENTS = {
    "a reference in srcdoc": b'<iframe srcdoc="&eacute;&#26085;<a href=x>"></iframe>',
    "bytes": b"<a href='\x80\x81\xfe\xff'><a href='\\\xe9?\xe9\xff'>",
    "escape sequences": b"<img src=../\x1b$B>\x1b$B<img src=a>\x1b(J",
    "references": b"<a href='\\&#x80;&#x81;&#26085;&#xd800;?&#x81;&euro;&#26085;&#27;'>",
    "escapes in a style sheet": b"<style>p{background:url('./\\80 \\d800 \\65e5?\\e9')}</style>",
    "escapes in a style": b"<p style='background:url(\xe9\\81)'>",
    "escapes in JSON": b'<script type=importmap>{"imports":{"a":".\\/\\u0080\\ud800\\u65e5?\\u00e9"}}',
    "a base": b"<base href='/\xe9/&#26085;?\xe9'><a href=?\xe9><a href=x>",
    "a conditional comment": b"<!--[if IE]><a href=\xe9><base href=\xff><![endif]-->",
    "an attribute without quotes": b"<a href=\\&#26085;&#x3e;\xe9>",
    "cut off": b"<a href=\xe9\x81",
    "wide": "<a href=\\\xe9>".encode("utf-16-le"),
}


@pytest.mark.parametrize("label", sorted(set(LABELS.values())))
def test_no_encoding_raises(label: str) -> None:
    """Only the name of each encoding is tried: the next test shows that its labels give the same links."""
    for document in DOCUMENTS.values():
        for declared, charset in ((b"<meta charset=%s>" % label.encode(), None), (b"", label)):
            page = declared + document
            absolute = absolutize.rewrite(page, URL, charset=charset)
            assert absolutize.rewrite(absolute, "http://moved/", charset=charset) == absolute
            list(absolutize.links(page, URL, charset=charset, text=True))
            list(absolutize.check(page, URL, charset=charset, against=["rfc2396", "whatwg"]))
            absolutize.base_uri(page, URL, charset=charset)


@pytest.mark.rows(("label", "name"), LABELS.items(), ids=LABELS)
def test_a_label_stands_for_its_encoding(label: str, name: str) -> None:
    for document in DOCUMENTS.values():
        assert listed(document, label) == listed(document, name)
        assert listed(b"<meta charset=%s>" % label.encode() + document) == listed(
            b"<meta charset=%s>" % name.encode() + document
        )


def listed(document: bytes, charset: str | None = None) -> list[tuple[str, str | None]]:
    return [(link.reference, link.target) for link in absolutize.links(document, URL, charset=charset)]


BYTES = b"\n".join(bytes(pair) for pair in itertools.product(range(0x80, 0x100), range(0x20, 0x100)))
THREE = b"\n".join(b"\x8f" + bytes(pair) for pair in itertools.product(range(0xA1, 0xFF), repeat=2))
CHARACTERS = "".join(map(chr, (*range(0x80, 0xD800), *range(0xE000, 0x11000), *range(0x20000, 0x30000, 7))))
# The digests of decoded bytes and of encoded queries; the browser suite compares each character
DIGESTS = {
    "big5": ("67996e138092c7fa", "522f77333f295c8d"),
    "euc-jp": ("f1a4f8e1b24d6f02", "012b370558f3dd70"),
    "euc-kr": ("87393fbe6b626fb2", "2b123cc0a02a6741"),
    "gb18030": ("4d2fd312f95e297d", "62e9c7616070f38e"),
    "gbk": ("4d2fd312f95e297d", "658f5d4ee1e4d711"),
    "ibm866": ("342336f159ec86fc", "175d4699246fb250"),
    "iso-2022-jp": ("f05435525c0ac348", "e404d66ffc748ab7"),
    "iso-8859-10": ("dc0ace53106ddaf3", "1bf23a7ac6fb3a7c"),
    "iso-8859-13": ("38f5b7783294b4e1", "597c756dc5ef1a58"),
    "iso-8859-14": ("ff52a3c6cf3adfca", "0fa8660cb099f7b5"),
    "iso-8859-15": ("2f2262b8feeaaf8d", "4a7a6b8ce51833db"),
    "iso-8859-16": ("29955cdf4127af97", "79ea9c22acd645fd"),
    "iso-8859-2": ("9bb66d04bba0c23f", "bfba2d4374f30a4f"),
    "iso-8859-3": ("21d4253c7a84bb5f", "c9b868da03f60d36"),
    "iso-8859-4": ("228889ac647d74ac", "cea1574cd3e704dc"),
    "iso-8859-5": ("0792863f01cf6e89", "5014d48bef8dddf1"),
    "iso-8859-6": ("c5136145409f114a", "2dad60401307d90e"),
    "iso-8859-7": ("562ca3e155be5f97", "d3e98627d5fb4b43"),
    "iso-8859-8": ("a79f48441838fe8a", "24cd9ac042b3f069"),
    "iso-8859-8-i": ("a79f48441838fe8a", "24cd9ac042b3f069"),
    "koi8-r": ("eb978e195e8fe71f", "1d46ef93588c77c0"),
    "koi8-u": ("ea5c82a32fb6a99c", "89f275ff66b5ccd8"),
    "macintosh": ("3af5d69d49fa352d", "05a4c7b7e69f9bef"),
    "shift_jis": ("5f4cffe1b2321fc9", "d026fcf590934168"),
    "windows-1250": ("71bd67ae0b4917a2", "22811a189cd77f9f"),
    "windows-1251": ("d89715926792ee72", "90a7f845e4ab0725"),
    "windows-1252": ("399431c8d9aa28f4", "144b93cb2d8db49f"),
    "windows-1253": ("4a680c673f70229a", "cb4e15307f9da5e1"),
    "windows-1254": ("76e381c365bd7deb", "c35e8aa19b5c7527"),
    "windows-1255": ("592dca1b5d346bed", "839d2d00a58a7be1"),
    "windows-1256": ("e0d61c41861a3c3e", "2928f710c9140e04"),
    "windows-1257": ("9bd53de7d6ddacdd", "67b8cf57e055fd41"),
    "windows-1258": ("0df9a60b1316e73b", "f7166949e147e578"),
    "windows-874": ("aa26513c14606382", "3752a9d58b90ca57"),
    "x-mac-cyrillic": ("18497457e152cb6f", "2c4627f916712d80"),
    "x-user-defined": ("d939c7e8d6019ee0", "d90256ae8dc318a6"),
}


def digests(name: str) -> tuple[str, str]:
    codec = Codec(name)
    read, written = codec.decode(BYTES + THREE).encode(), codec.encode_query(CHARACTERS)
    return hashlib.sha256(read).hexdigest()[:16], hashlib.sha256(written).hexdigest()[:16]


def test_every_encoding_has_its_digests() -> None:
    assert set(DIGESTS) | {"utf-8", "utf-16le", "utf-16be", "replacement"} == set(LABELS.values())


@pytest.mark.parametrize("name", DIGESTS)
def test_the_indexes_are_those_of_the_standard(name: str) -> None:
    assert digests(name) == DIGESTS[name]
