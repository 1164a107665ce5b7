"""Labels of the Encoding Standard for the codecs of Python, by which other libraries name encodings.

It does not know which labels there are. Used by `scrapy.response` and `trees`.
"""

import codecs

_LABELS = {  # where more than underscores differs
    "big5hkscs": "big5",
    "cp874": "windows-874",
    "cp932": "shift_jis",
    "cp949": "euc-kr",
    "cp950": "big5",
    "euc_jis_2004": "euc-jp",
    "euc_jisx0213": "euc-jp",
    "hz": "hz-gb-2312",
    "iso2022_jp": "iso-2022-jp",
    "iso2022_jp_1": "iso-2022-jp",
    "iso2022_jp_2": "iso-2022-jp",
    "iso2022_jp_2004": "iso-2022-jp",
    "iso2022_jp_3": "iso-2022-jp",
    "iso2022_jp_ext": "iso-2022-jp",
    "iso2022_kr": "iso-2022-kr",
    "iso8859-16": "iso-8859-16",
    "mac-cyrillic": "x-mac-cyrillic",
    "mac-roman": "macintosh",
    "shift_jis_2004": "shift_jis",
    "shift_jisx0213": "shift_jis",
    "utf-16-be": "utf-16be",
    "utf-16-le": "utf-16le",
    "utf-8-sig": "utf-8",
}


def label_of_codec(name: str) -> str:
    """Give the label for a codec of Python, by any of its names; a name of no codec is returned as it is."""
    try:
        codec = codecs.lookup(name).name
    except (LookupError, ValueError):  # the latter for characters that no name may have
        return name
    return _LABELS.get(codec, codec.replace("_", "-"))
