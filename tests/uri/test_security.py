"""Cautions about URIs: section 7 of RFC 2396 and of RFC 3986, and the remarks of RFC 1630 on news."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import absolutize
from absolutize.uri.reference import split
from absolutize.uri.rules import whatwg
from absolutize.uri.security import (
    CAUTIONS,
    CAUTIONS_OF_RULES,
    SERVICES,
    mask_cut,
    mask_password,
    mask_passwords,
    mask_place,
    mask_written,
    read_authority,
)

FOUND = [  # rule set, URI, codes with the text that they concern
    ("rfc2396", "http://u:secret@h/", [("password", "secret")]),
    ("rfc2396", "http://u:@h/", []),
    ("rfc2396", "http://u@h:80/", []),
    ("rfc2396", "http://h:/", []),
    ("rfc2396", "http://h:080/", []),
    ("rfc2396", "gopher://h:25/1x%0D%0Ay", [
        ("other-service-port", "25"), ("escaped-delimiter", "%0D"), ("escaped-delimiter", "%0A")
    ]),
    ("rfc2396", "http://h:443/", [("other-service-port", "443")]),
    ("rfc2396", "HTTP://h:81/", [("reserved-port", "81")]),
    ("rfc2396", "http://h:8080/", [("unusual-port", "8080")]),
    ("rfc2396", "http://h:1023/", [("reserved-port", "1023")]),
    ("rfc2396", "http://h:0/", [("reserved-port", "0")]),
    ("whatwg", "//u@h:000", [("reserved-port", "000")]),
    ("rfc2396", "foo://h:0/", [("reserved-port", "0")]),
    ("rfc2396", "http://h:1024/", [("unusual-port", "1024")]),
    ("rfc2396", "foo://h:1024/", []),
    ("rfc2396", "http://h:6667/", [("other-service-port", "6667")]),
    ("rfc2396", "http://h:99999999999/", [("unusual-port", "99999999999")]),
    ("rfc2396", "x:/%7f?%1F#%20", [("escaped-delimiter", "%7f"), ("escaped-delimiter", "%1F")]),
    ("rfc2396", "foo://h:99/", [("reserved-port", "99")]),
    ("rfc2396", "foo://h:9999/", []),
    ("rfc2396", "//h:25", [("other-service-port", "25")]),
    *((rules, "http://user:secret@a_b:25/x", [("password", "secret"), ("other-service-port", "25")])
      for rules in ("uri-syntax-02", "uri-syntax-03", "rfc2396", "rfc2396bis-00", "rfc3986", "whatwg")),
    ("rfc2396", "http://a_b:25/", [("other-service-port", "25")]),
    ("rfc2396", "http://a_b;c/", []),
    ("rfc2396", "http://www.example.com@h/", []),
    ("rfc2396bis-00", "http://[::1]:25/", [("other-service-port", "25")]),
    ("rfc3986", "http://www.example.com&x=y@10.0.0.1/", [("misleading-userinfo", "www.example.com&x=y")]),
    ("rfc3986", "http://0x7f.1:80/", [("rare-address", "0x7f.1")]),
    ("rfc3986", "http://017700000001/", [("rare-address", "017700000001")]),
    ("rfc3986", "http://127.0.0.1/", []),
    ("rfc3986", "http://127.0.0.1./", [("rare-address", "127.0.0.1.")]),
    ("rfc3986", "http://%30x7f%2e1/", [("rare-address", "%30x7f%2e1")]),
    ("whatwg", "http://u@1\uff127\u30021:80/", [("rare-address", "1\uff127\u30021")]),
    ("rfc3986", "http://a.b:p@1/", [
        ("misleading-userinfo", "a.b:p"), ("password", "p"), ("rare-address", "1")
    ]),
    ("whatwg", "http://u:p@q@[::1]:8080/", [("password", "p@q"), ("unusual-port", "8080")]),
    ("whatwg", "http://[::1]/", []),
    ("rfc1630", "nntp:a.b/12", [("local-news", "nntp:a.b/12")]),
    *(
        ("rfc1630", text, [("local-file", text)])
        for text in ("file:///x", "file:/x", "file:x", "FILE://localhost/x", "file://localhost#s", "file://")
    ),
    ("rfc1630", "file://h/x", []),
    ("rfc1630", "file://localhosts/x", []),
    ("www-uri-00", "file:///x", []),
    ("rfc3986", "file:///x", []),
    *((rules, "cid:a@b", [("local-content", "cid:a@b")]) for rules in ("www-uri-00", "rfc1630")),
    ("rfc2396", "cid:a@b", []),
    ("rfc1630", "ftp://u:p@h:25/%0D", []),
    ("rfc2396", "nntp:a.b/12", []),
    ("rfc2396", "HTTP:g", [("misformed-relative", "HTTP:")]),
    *((rules, "http:g", [("misformed-relative", "http:")])
      for rules in ("uri-syntax-02", "uri-syntax-03", "rfc2396", "rfc2396bis-00")),
    ("rfc2396", "file:g", [("misformed-relative", "file:")]),
    ("rfc2396", "file:/g", []),
    ("rfc2396", "urn:isbn:1", []),
    ("rfc2396", "news:a.b", []),
    ("rfc2396", "javascript:x", []),
    ("rfc2396", "mailto:g", []),
    ("rfc2396", "http:///x", []),
    ("rfc2396bis-00", "http:///x", [("no-host", "")]),
    ("rfc3986", "https://u@:80/x", [("no-host", ""), ("other-service-port", "80")]),
    ("rfc2396bis-00", "file:///x", []),
    ("rfc2396", "", []),
]  # fmt: skip


@pytest.mark.rows(("rules", "text", "expected"), FOUND)
def test_a_caution_has_the_span_of_what_it_is_about(
    rules: str, text: str, expected: list[tuple[str, str]]
) -> None:
    found = absolutize.cautions(text, rules=rules)
    assert [(caution.code, caution.text) for caution in found] == expected
    assert all(text[start:stop] == what for _, start, stop, what in found)


GOPHER = [  # rule set, reference, its base, whether caution is advised
    ("rfc1630", "../g", "gopher://h/1d/p", True),
    ("rfc1630", "/g", "gopher://h/1d/p", True),
    ("rfc1630", "x", "GOPHER://h/1a", True),
    ("rfc1630", "../g", "http://h/d/p", False),
    ("rfc1630", "../g", None, False),
    ("rfc1630", "", "gopher://h/1d/p", False),
    ("rfc1630", "#f", "gopher://h/1d/p", False),
    ("rfc1630", "?q", "gopher://h/1d/p", True),
    ("rfc1630", "http://h/g", "gopher://h/1d/p", False),
    ("www-uri-00", "../g", "gopher://h/1d/p", False),
    ("rfc2396", "../g", "gopher://h/1d/p", False),
]


@pytest.mark.parametrize(("rules", "text", "base", "given"), GOPHER)
def test_relative_forms_of_gopher(rules: str, text: str, base: str | None, given: bool) -> None:
    """RFC 1630: "Relative forms may not in general be used for documents served by gopher servers"."""
    codes = [caution.code for caution in absolutize.cautions(text, base, rules=rules)]
    assert codes == ["gopher-hierarchy"] * given


MISFORMED = [  # reference, its base, whether caution is advised
    ("ftp:g", "http://a/b", False),
    ("https:g", "http://a/b", False),
    ("HTTP:g", "http://a/b", True),
    ("http:g", "Http://a/b", True),
    ("http:g", "b", True),
    ("http:g", None, True),
    ("file:g", "file:///a", True),
    ("file:/g", "file:///a", False),
]


@pytest.mark.parametrize("rules", ["uri-syntax-03", "rfc2396", "rfc2396bis-00", "rfc3986", "whatwg"])
@pytest.mark.parametrize(("text", "base", "given"), MISFORMED)
def test_a_scheme_before_a_relative_form_is_the_bases(
    rules: str, text: str, base: str | None, given: bool
) -> None:
    """RFC 2396 5.2 step 3: "if it matches that of the base URI"."""
    codes = [caution.code for caution in absolutize.cautions(text, base, rules=rules)]
    assert codes == ["misformed-relative"] * given


def test_every_caution_occurs_and_is_given_by_a_document() -> None:
    assert {code for _, _, found in FOUND for code, _ in found} | {"gopher-hierarchy"} == set(CAUTIONS)
    assert frozenset().union(*CAUTIONS_OF_RULES.values()) == set(CAUTIONS)
    assert list(CAUTIONS_OF_RULES) == list(absolutize.RULE_SETS)


@pytest.mark.rows("code", CAUTIONS)
def test_a_caution_says_what_and_where(code: str) -> None:
    caution = CAUTIONS[code]
    assert caution.code == code
    assert len(caution.message.split()) > 1
    assert re.match(r"(RFC \d+|draft-fielding-uri-rfc2396bis-00) (\d|[A-Z])", caution.citation)


REGISTERED = (  # some ports of the Service Name and Transport Protocol Port Number Registry of IANA
    *(("7", "echo"), ("9", "discard"), ("19", "chargen"), ("22", "ssh"), ("25", "smtp"), ("53", "domain")),
    *(("79", "finger"), ("80", "http"), ("110", "pop3"), ("143", "imap"), ("6000", "x11"), ("6667", "irc")),
)


@pytest.mark.rows(("port", "service"), REGISTERED)
def test_services_have_a_port_of_their_own(port: str, service: str) -> None:
    assert SERVICES[port] == service
    assert absolutize.cautions(f"gopher://h:{port}/") == (
        absolutize.Caution("other-service-port", 11, 11 + len(port), port),
    )


PIECES = st.sampled_from([*"au:@/1.[]%", "//", "http:", ":25", "%0D", "0x1", "nntp:"])


@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
@given(text=st.lists(PIECES, max_size=12).map("".join))
def test_spans_have_the_text_that_is_there(rules: str, text: str) -> None:
    for code, start, stop, what in absolutize.cautions(text, rules=rules):
        assert code in CAUTIONS_OF_RULES[rules]
        assert text[start:stop] == what


# passwords that are not shown

MASKED = {  # a reference, and what is shown of it
    "two slashes": ("http://u:secret@h/", "http://u:***@h/"),
    "no scheme": ("//u:secret@h/", "//u:***@h/"),
    "one slash": ("https:/u:secret@h/", "https:/u:***@h/"),
    "no slash": ("https:u:secret@h/", "https:u:***@h/"),
    "no slash, FTP": ("ftp:u:secret@h/", "ftp:u:***@h/"),
    "capitals": ("wSs:/u:secret@h/", "wSs:/u:***@h/"),
    "many slashes": ("http:////u:secret@h/", "http:////u:***@h/"),
    "a backslash": ("https:\\u:secret@h/", "https:\\u:***@h/"),
    "a slash and a backslash": ("/\\u:secret@h/", "/\\u:***@h/"),
    "a tab in front": ("https:\t/u:secret@h/", "https:\t/u:***@h/"),
    "a tab and a line end": ("ht\ntp:/\t/u:sec\tret@h/", "ht\ntp:/\t/u:***@h/"),
    "several at signs": ("http:/u:se@cr@et@h/", "http:/u:***@h/"),
    "an at sign in the user": ("//a@b:secret@h/", "//a@b:***@h/"),
    "several colons": ("https:/u:s:e:cret@h:80/", "https:/u:***@h:80/"),
    "escapes": ("https:/u:se%40cr%3Aet@h/", "https:/u:***@h/"),
    "a backslash in the user, by the RFCs": ("http://d\\u:secret@h/", "http://d\\u:***@h/"),
    "another scheme in front of the user": ("http:http:secret@h/", "http:http:***@h/"),
    "a URL in the path": ("http://h:80/http:/u:secret@i/", "http://h:80/http:/u:***@i/"),
    "a URL in the port": ("http://h:80,http:/u:secret@i/", "http://h:80,http:/u:***@i/"),
    "a URL of slashes in JSON": ("http:\\/\\/u:secret@h", "http:\\/\\/u:***@h"),
    "masked already": ("https:u:***@h/", "https:u:***@h/"),
    **{
        text: (text, text)
        for text in (
            *("http://u@h:80/", "http:/u:@h/", "http:/h:80/a@b", "/u:x@h/", "foo:/u:x@h/", "file:/u:x@h/"),
            *("mailto:a:b@c", "news:a:b@c", "sftp:u:x@h", "http:/h?u:x@i", "http:/h#u:x@i", "//:80/@", "@"),
        )
    },
}


@pytest.mark.rows(("reference", "masked"), MASKED.values(), MASKED)
def test_passwords_are_masked(reference: str, masked: str) -> None:
    assert mask_password(reference) == masked


TEXTS = {
    "two": ("see https:/u:secret@h/ and (//u:secret@h)", "see https:/u:***@h/ and (//u:***@h)"),
    "quotes": ("'http://h:80' x@y, 'ftp:u:secret@h'", "'http://h:80' x@y, 'ftp:u:***@h'"),
    "in tags": ("<a>http://h:80</a>@<a>http:/u:secret@h</a>", "<a>http://h:80</a>@<a>http:/u:***@h</a>"),
    "a comment of a program": ("//\nreply:x@h", "//\nreply:x@h"),
}


@pytest.mark.rows(("text", "masked"), TEXTS.values(), TEXTS)
def test_passwords_are_masked_in_a_text(text: str, masked: str) -> None:
    assert mask_passwords(text) == masked


PLACES = [
    ("a.warc!0!http://u:secret@h/", "a.warc!0!http://u:***@h/"),
    ("a.zip!b.warc!0!https:/u:secret@h/", "a.zip!b.warc!0!https:/u:***@h/"),
    ("d//u:file@h/p.html", "d//u:file@h/p.html"),
    ("p.html", "p.html"),
    ("-", "-"),
]


@pytest.mark.rows(("name", "masked"), PLACES)
def test_the_name_of_a_file_is_its_name(name: str, masked: str) -> None:
    assert mask_place(name) == masked


CUT = [  # a text, what is shown of it if it was cut at its start, and if it was cut at its end
    ("https://u:pass", "https://u:pass", "https://"),
    ("x https:u:pass", "x https:u:pass", "x https:"),
    ("x //u", "x //u", "x //"),
    ("//u:p@h/ https://u:pass", "h/ https://u:pass", "//u:***@h/ https://"),
    ("word@h/x", "h/x", "word@h/x"),
    ("/u:p@h/x", "h/x", "/u:p@h/x"),
    ("s:/u:p@h/x", "h/x", "s:/u:p@h/x"),
    ("s:\\u:p@q@h/x", "h/x", "s:\\u:p@q@h/x"),
    ("s://u:p@h/x", "h/x", "s://u:***@h/x"),
    ("a b@c", "a b@c", "a b@c"),
    ("a/b@c", "a/b@c", "a/b@c"),
    ("https://h/x", "https://h/x", "https://h/x"),
]


@pytest.mark.rows(("text", "cut_at_start", "cut_at_end"), CUT)
def test_nothing_is_shown_that_may_be_a_part_of_a_password(
    text: str, cut_at_start: str, cut_at_end: str
) -> None:
    assert mask_cut(text, at_start=True, at_end=False) == cut_at_start
    assert mask_cut(text, at_start=False, at_end=True) == cut_at_end


WRITTEN = {  # as written, the reference that is read there, and what is shown
    "as it is": ("http://u:p@h/", "http://u:p@h/", "http://u:***@h/"),
    "white space": (" ht\ttp://u:p@h/ ", "http://u:p@h/", " ht\ttp://u:***@h/ "),
    "escapes elsewhere": ("http://u:p@h/?a&amp;b", "http://u:p@h/?a&b", "http://u:***@h/?a&amp;b"),
    "an escaped tab": ("https:&#9;/u:p@h/", "https:/u:p@h/", "https:/u:***@h/"),
    "an escaped colon": ("http://u&#58;p@h/&amp;", "http://u:p@h/&", "http://u:***@h/&"),
    "an escaped at sign": ("http://u:p@q&#64;h/", "http://u:p@q@h/", "http://u:***@h/"),
    "an escape of CSS": ("https:\\9/u:p@h/", "https:/u:p@h/", "https:/u:***@h/"),
    "no password": ("http:&#9;//h/@", "http://h/@", "http:&#9;//h/@"),
}


@pytest.mark.rows(("written", "reference", "masked"), WRITTEN.values(), WRITTEN)
def test_passwords_are_masked_as_they_are_written(written: str, reference: str, masked: str) -> None:
    assert mask_written(written, reference) == masked


READ = {  # reference, base, the scheme and the authority that only browsers read
    "as by the RFC": ("http://u@h/", "http://b/", None),
    "as by the RFC, no scheme": ("//u@h/", None, None),
    "no scheme": ("//u@h/", "http://b/", "http://u@h"),
    "no scheme, backslashes": ("\\\\u@h\\x", "http://b/", "http://u@h"),
    "no scheme and no base": ("/\\u@h/", None, "//u@h"),
    "no scheme, a base that is not special": ("/\\u@h/", "foo://b/", None),
    "a slash": ("https:/u@h:80?x", "http://b/", "https://u@h:80"),
    "no slash": ("HTTPS:u@h#x", "http://b/", "https://u@h"),
    "three slashes": ("http:///u@h", "http://b/", "http://u@h"),
    "the scheme of the base": ("http:/u@h", "HTTP://b/", None),
    "the scheme of the base, slashes": ("http:\\/u@h", "http://b/", "http://u@h"),
    "no base": ("http:u@h", None, "http://u@h"),
    "a path": ("/u@h", "http://b/", None),
    "nothing": ("http:", None, None),
    "a file": ("file:/u@h", "http://b/", None),
    "not special": ("foo:/u@h", "http://b/", None),
}


@pytest.mark.rows(("reference", "base", "read"), READ.values(), READ)
def test_browsers_read_an_authority(reference: str, base: str | None, read: str | None) -> None:
    assert read_authority(reference, base) == read


PIECES_OF_URLS = st.sampled_from(
    [*"au:@/\\?# ", "http:", "HTTPS:", "ftp:", "foo:", "//", "secret", ":secret@h", "%40"]
)
BASES = ("http://b/c", "https://b/", "foo://b/", None)


def password_of(url: str | None) -> str:
    """Give the password in a URL that the URL parser made."""
    userinfo = (split(url or "").authority or "").rpartition("@")[0]
    return userinfo.partition(":")[2]


@pytest.mark.parametrize("base", BASES)
@given(text=st.lists(PIECES_OF_URLS, max_size=10).map("".join))
def test_what_browsers_read_as_a_password_is_masked_and_reported(text: str, base: str | None) -> None:
    text = text.strip()
    password = password_of(whatwg.parse_url(text, base))
    assert password_of(whatwg.parse_url(mask_password(text), base)) in {"", "***"}
    if password and split(text).scheme != "foo":
        read = read_authority(text, base) or text
        assert "password" in {caution.code for caution in absolutize.cautions(read, base)}
