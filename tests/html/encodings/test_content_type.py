"""A Content-Type of HTTP is read as browsers read it (``tests/browser/test_content_types.py``)."""

from __future__ import annotations

import pytest

from absolutize.html.encodings.content_type import media_type


@pytest.mark.rows(
    ("value", "media", "charset"),
    [
        (None, "", None),
        ("", "", None),
        ("html", "", None),
        ("*/*;charset=koi8-r", "", None),
        ("text/html", "text/html", None),
        ("text/html (page); charset=koi8-r", "text/html", "koi8-r"),
        ("text/html charset=koi8-r", "text/html", None),
        ("Text/HTML ; Charset=koi8-r ", "text/html", "koi8-r"),
        ('text/html; a=b; charset="utf-8"; c=d', "text/html", "utf-8"),
        ('text/html; charset="koi8-r" x', "text/html", "koi8-r"),
        ('text/html; charset= "koi8-r"', "text/html", "koi8-r"),
        ("text/html;\r\n charset=koi8-r", "text/html", "koi8-r"),
        ('text/html; charset="koi8-r', "text/html", "koi8-r"),
        ('text/html; charset="koi8-r\\', "text/html", "koi8-r\\"),
        ('text/html; charset="ut\\f-8"', "text/html", "utf-8"),
        ("text/html; charset='utf-8'", "text/html", "'utf-8'"),
        ("text/html; charset=utf-8 foo", "text/html", "utf-8 foo"),
        ("text/html; charset = utf-8", "text/html", None),
        ("text/html; charset", "text/html", None),
        ("text/html; charset= ; charset=koi8-r", "text/html", "koi8-r"),
        ('text/html; charset=""; charset=koi8-r', "text/html", ""),
        ("text/html; charset=foo; charset=koi8-r", "text/html", "foo"),
        ("text/html;; x; =y; charset=koi8-r", "text/html", "koi8-r"),
        ('text/html; a="x;charset=big5"; charset=koi8-r', "text/html", "koi8-r"),
        ('text/html; a="x;charset=big5', "text/html", None),
        ('text/html;charset=koi8-r, text/html;charset=""', "text/html", ""),
        ('text/html;charset="koi8-r, text/html;charset=big5', "text/html", "koi8-r, text/html;charset=big5"),
    ],
    ids=repr,
)
def test_a_media_type_and_its_charset_are_read(value: str | None, media: str, charset: str | None) -> None:
    assert media_type(value) == (media, charset)
