"""Names of Python's codecs as encoding labels, as other libraries give them."""

import codecs

import pytest
from webencodings.labels import LABELS

from absolutize.html.document.encoding_sniffing import lookup
from absolutize.html.encodings.python_codecs import label_of_codec

ENCODINGS = {
    "latin-1": "windows-1252",
    "iso8859_15": "iso-8859-15",
    "iso8859_5": "iso-8859-5",
    "iso8859_16": "iso-8859-16",
    "iso8859-11": "windows-874",
    "tis_620": "windows-874",
    "cp874": "windows-874",
    "CP932": "shift_jis",
    "ms932": "shift_jis",
    "shift_jisx0213": "shift_jis",
    "cp949": "euc-kr",
    "euc_kr": "euc-kr",
    "euc_jp": "euc-jp",
    "euc_jis_2004": "euc-jp",
    "iso2022_jp": "iso-2022-jp",
    "iso2022_jp_3": "iso-2022-jp",
    "iso2022_kr": "replacement",
    "hz": "replacement",
    "big5hkscs": "big5",
    "cp950": "big5",
    "gb18030": "gb18030",
    "gb2312": "gbk",
    "mac-roman": "macintosh",
    "mac_cyrillic": "x-mac-cyrillic",
    "koi8_u": "koi8-u",
    "cp866": "ibm866",
    "utf_8_sig": "utf-8",
    "utf_16_le": "utf-16le",
    "utf_16_be": "utf-16be",
}


@pytest.mark.rows(("codec", "encoding"), ENCODINGS.items(), ids=ENCODINGS)
def test_a_codec_has_the_label_of_its_encoding(codec: str, encoding: str) -> None:
    assert codecs.lookup(codec)
    assert lookup(label_of_codec(codec)) == encoding


@pytest.mark.rows("label", LABELS)
def test_a_label_stays_one_of_its_encoding(label: str) -> None:
    """Some labels are also names of Python's codecs."""
    assert LABELS[lookup(label_of_codec(label)) or ""].removesuffix("-i") == LABELS[label].removesuffix("-i")


@pytest.mark.rows("name", ["", "bogus", "a\0b", "\ud800", "x" * 9999, "..", "\u00e9"], ids=ascii)
def test_what_names_no_codec_stays(name: str) -> None:
    assert label_of_codec(name) == name


@pytest.mark.rows("codec", ["cp037", "johab", "kz1048", "utf-7", "idna"])
def test_a_codec_without_an_encoding_has_no_label(codec: str) -> None:
    assert lookup(label_of_codec(codec)) is None
