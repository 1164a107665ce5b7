"""Content-Types in a browser: a document has the encoding that is read from them here."""

from __future__ import annotations

import pytest

from absolutize.html.document.encoding_sniffing import determine
from absolutize.html.encodings.content_type import media_type
from tests.browser.chromium import Chromium, executable
from tests.browser.seeing import loaded
from tests.browser.server import Page, Server
from tests.browser.versions import version

PAGE = b"<!DOCTYPE html><title>shown</title>"
PARAMETERS = (
    *("", ";charset=koi8-r", "; Charset=KOI8-R ", ";\tcharset=koi8-r;", ";charset"),
    *(
        ";charset= koi8-r",
        ";charset = koi8-r",
        ";charset==koi8-r",
        ";charset=koi8-r x",
        ";charset=koi8-r (x)",
    ),
    *(';charset="koi8-r"', ';charset= "koi8-r"', ';charset=" koi8-r "', ';charset="koi8-r" x'),
    *(
        ';charset="koi8-r',
        ';charset="ko\\i8-r"',
        ';charset="ko\\i8-r',
        ';charset="koi8-r\\',
        ';charset=koi8-r"',
    ),
    *(";charset='koi8-r'", ";charset='koi8-r", ";charset=koi8-r'", ';charset=koi8-r"'),
    *(";charset=;charset=koi8-r", ';charset="";charset=koi8-r', ";charset=x;charset=koi8-r"),
    *(";charset=koi8-r;charset=big5", ";;charset=koi8-r", ";x;charset=koi8-r", ";=x;charset=koi8-r"),
    *(';x=";charset=big5";charset=koi8-r', ';x=";charset=koi8-r', ";x=y charset=koi8-r", ";x,charset=koi8-r"),
    *(" charset=koi8-r", " x;charset=koi8-r", " (x);charset=koi8-r", ";\r\n charset=koi8-r"),
    *(";charset=koi8-r, text/html", ",x;charset=koi8-r", ";charset=koi8-r,text/html;charset=x"),
    *(';charset=koi8-r,text/html;charset=""', ';charset="koi8-r,text/html;charset=big5'),
    ";charset=koi8-r\r\nContent-Type: text/html",
    ';charset="koi8-r\r\nContent-Type: text/html;charset=big5',
)
# Up to this version, Chromium reads each field by itself; the Fetch Standard (3.5) joins them, and so do we
LAST_SEPARATE = 150
NEXT_FIELD = "\r\nContent-Type: "


@pytest.mark.rows("parameters", PARAMETERS, ids=repr)
def test_a_page_has_the_encoding_that_its_content_type_says(
    browsing: tuple[Chromium, Server], parameters: str
) -> None:
    browser, server = browsing
    where = f"http://www.example.com/types/{PARAMETERS.index(parameters)}"
    server.pages[where] = Page(PAGE, media=f"text/html{parameters}")
    session = browser.open(where)
    try:
        loaded(browser, session)
        shown = browser.run(session, "[document.contentType, document.characterSet.toLowerCase()]")
    finally:
        browser.close(session)
    fields = f"text/html{parameters}".split(NEXT_FIELD)
    is_separate = fields[0].endswith('"koi8-r') and 0 < version(executable()) <= LAST_SEPARATE
    media, charset = media_type(fields[-1] if is_separate else ",".join(fields))
    assert [media, determine(PAGE, charset).name] == shown
