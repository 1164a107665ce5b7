"""Documents in each encoding are read as browsers read them, and written back without loss."""

import pytest

import absolutize
from absolutize.edits import Edit, Edits
from absolutize.engine.plain import PLAIN_DIVIDERS, PLAIN_IN_TAG
from absolutize.html.document.document import document_of
from absolutize.html.document.reading import read_in_bulk

URL = "http://h/d/p"
PAGE = '<meta charset={label}><p>{text}<a href="../{text}?{text}">{text}</a><a href="./x/../{text}">\r\n'
TEXTS = {
    "utf-8": "\xe9\u65e5\U0001f600",
    "windows-1252": "\xe9\u20ac",
    "iso-8859-2": "\u0142\u017e",
    "koi8-r": "\u0436",
    "windows-1251": "\u0416\u0451",
    "macintosh": "\xe9\u2202",
    "shift_jis": "\u8868\u30bd\u80fd",
    "euc-jp": "\u65e5\u672c",
    "gbk": "\u4e2d\u6587",
    "gb18030": "\u4e2d\U00020000",
    "big5": "\u529f\u8a31",
    "euc-kr": "\ud55c\uad6d",
    "windows-874": "\u0e01",
    "iso-2022-jp": "\u65e5\u672c\u3082",
}


def encoded(label: str) -> tuple[bytes, bytes]:
    """Encode the page before and after the expected rewrite."""
    import webencodings

    page = PAGE.format(label=label, text=TEXTS[label])
    result = page.replace('"../', '"http://h/').replace('"./x/../', '"http://h/d/')
    return webencodings.encode(page, label), webencodings.encode(result, label)


@pytest.mark.rows("label", TEXTS)
def test_every_encoding_is_edited_in_place(label: str) -> None:
    """In Shift_JIS, Big5 and GBK, a second byte can look like a backslash or a letter."""
    page, expected = encoded(label)
    assert absolutize.rewrite(page, URL) == expected
    assert absolutize.rewrite(expected, "http://moved/") == expected
    links = list(absolutize.links(page, URL))
    assert [link.reference for link in links] == [
        f"../{TEXTS[label]}?{TEXTS[label]}",
        f"./x/../{TEXTS[label]}",
    ]
    assert [page[link.start : link.stop][:2] for link in links] == [b"..", b"./"]


WIDE = ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]


@pytest.mark.rows("codec", WIDE)
@pytest.mark.rows("rest", [b"", b"\x00"], ids=["whole", "a byte too many"])
def test_wide_encodings_are_written_in_their_own_units(codec: str, rest: bytes) -> None:
    """The document has a byte order mark; an incomplete code unit at its end stays."""
    text = '\ufeff<p>\U0001f600\xe9<a href="x">\n<img src=/y>'
    page = text.encode(codec) + rest
    result = text.replace('"x', '"http://h/d/x').replace("/y", "http://h/y").encode(codec) + rest
    assert absolutize.rewrite(page, URL) == result
    links = list(absolutize.links(page, URL))
    assert [page[link.start : link.stop].decode(codec) for link in links] == ["x", "/y"]
    assert [(link.line, link.column) for link in links] == [(1, 15), (2, 10)]


@pytest.mark.parametrize("label", ["utf-16le", "utf-16be", None])
def test_lone_surrogates_in_documents_in_values_are_one_character_each(label: str | None) -> None:
    page = (
        "<!--[if IE]><a href='\\\ud800'></a><a href='{}\ud800'></a><![endif]-->"
        "<iframe srcdoc=\"<a href={}\udc00></a><iframe srcdoc='<a href={}\ud800y>'>\"></iframe>"
    )
    before = page.replace("{}", "")
    after = page.replace("{}", "http://h/d/").replace("\\\ud800", "http://h/\ud800")
    if label is None:
        assert absolutize.rewrite(before, "http://h/d/") == after
        return
    codec = f"{label[:6]}-{label[6:]}"
    written = absolutize.rewrite(before.encode(codec, "surrogatepass"), "http://h/d/", charset=label)
    assert written.decode(codec, "surrogatepass") == after


def test_lone_surrogates_in_utf_16_stay() -> None:
    page = "\ufeff\ud800<a href=\udc00>".encode("utf-16-le", "surrogatepass")
    expected = "\ufeff\ud800<a href=http://h/d/\udc00>".encode("utf-16-le", "surrogatepass")
    assert absolutize.rewrite(page, URL) == expected


def test_utf_16_by_its_label_without_a_mark() -> None:
    page = "<a href=x>".encode("utf-16-le")
    assert absolutize.rewrite(page, URL, charset="utf-16") == "<a href=http://h/d/x>".encode("utf-16-le")
    assert absolutize.rewrite(page, URL) == page


def test_what_is_no_utf_32_is_left_alone() -> None:
    page = b"\x00\x00\xfe\xff\xff\xff\xff\xff<a href=x>"
    assert absolutize.rewrite(page, URL) == page
    assert [link.code for link in absolutize.links(page, URL)] == ["unsuitable-encoding"]


def test_what_is_no_utf_32_may_be_utf_16() -> None:
    """Encoding Standard 6, BOM sniff: FF FE is UTF-16's mark, whatever character follows."""
    page = b"\xff\xfe" + "\0<a href=x>".encode("utf-16-le")
    assert absolutize.rewrite(page, URL) == b"\xff\xfe" + "\0<a href=http://h/d/x>".encode("utf-16-le")


@pytest.mark.rows("label", ["gbk", "gb18030"])
@pytest.mark.rows(
    ("written", "read"),
    [(b"\xcd8", "\ufffd8"), (b"\x813\x81", "\ufffd3\ufffd"), (b"\x8134x", "\ufffd34x")],
)
def test_a_digit_behind_half_a_character_is_one(label: str, written: bytes, read: str) -> None:
    """Encoding Standard 10.2.1: without a valid four-byte sequence, the digit is decoded as itself."""
    for quote in (b"'", b'"', b""):
        page = b"<a href=%sx%s%s>" % (quote, written, quote)
        assert [link.target for link in absolutize.links(page, URL, charset=label)] == [f"http://h/d/x{read}"]


LATE = b"<!--" + b"x" * 2000 + b"-->"
LATE_LABELS = [
    (b"<meta charset=iso-2022-kr>", "unsuitable-encoding"),
    (
        b"<p title='<'><META HTTP-EQUIV=content-type CONTENT='text/html; charset=hz-gb-2312'>",
        "unsuitable-encoding",
    ),
    (b"<meta content='>' charset=iso-2022-kr>", "unsuitable-encoding"),
    (b"<script>'<meta charset=iso-2022-kr>'</script>", "rewritten"),
    (b"<textarea><meta charset=iso-2022-kr></textarea>", "rewritten"),
    (b"<noscript><meta charset=iso-2022-kr></noscript>", "unsuitable-encoding"),
    (b"<p><noscript><meta charset=iso-2022-kr></noscript>", "rewritten"),
    (b"<p title='<meta charset=iso-2022-kr>'>", "rewritten"),
]


@pytest.mark.rows(("late", "code"), LATE_LABELS)
def test_behind_the_prescan_only_an_element_declares(late: bytes, code: str) -> None:
    """HTML Standard 13.2.3.5, changing the encoding: a meta element does, no other bytes do."""
    assert [link.code for link in absolutize.links(LATE + late + b"<a href=x>", URL)] == [code]


def test_text_too_may_declare_its_encoding_late() -> None:
    """Queries are then encoded in the declared encoding."""
    page = LATE.decode() + "<meta charset=windows-1252><a href='?\xe9'>"
    (link,) = absolutize.links(page, URL, rules="whatwg")
    assert link.target == f"{URL}?%E9"


SPELLED_AS_WRITTEN = [
    # a backslash is replaced; characters that Python and the Encoding Standard map differently stay
    ("gbk", b"\\s?q=&euro;", b"http://h/s?q=&euro;"),
    ("windows-1252", b"\\x?\x81\x8d", b"http://h/x?\x81\x8d"),
    ("euc-jp", b"\\\xa1\xc1/\xad\xa1.html", b"http://h/\xa1\xc1/\xad\xa1.html"),
    ("shift_jis", b"a\\b?&yen;", b"http://h/d/a\\b?&yen;"),
]


@pytest.mark.rows(("label", "reference", "target"), SPELLED_AS_WRITTEN)
def test_what_a_backslash_costs(label: str, reference: bytes, target: bytes) -> None:
    before, after = (b'<a href="%s">' % value for value in (reference, target))
    assert absolutize.rewrite(before, URL, charset=label) == after


def test_roman_text_of_iso_2022_jp_is_not_edited() -> None:
    """Encoding Standard 12.2.1: in the Roman state 5C is a yen sign and 7E an overline."""
    page = b'<meta charset=iso-2022-jp>\x1b(J<a href="\\b.html">'
    assert absolutize.rewrite(page, URL) == page
    assert [link.code for link in absolutize.links(page, URL)] == ["unsuitable-encoding"]


def test_nor_is_what_is_in_a_value_of_such_a_document() -> None:
    page = b"<meta charset=iso-2022-jp>\x1b(J<base href=b/><iframe srcdoc='<a href=x>'></iframe>"
    assert absolutize.rewrite(page, URL) == page
    assert {link.code for link in absolutize.links(page, URL)} == {"unsuitable-encoding"}


def test_the_query_of_a_url_is_read_in_the_documents_encoding() -> None:
    """URL Standard 4.4, query state; with the rule set of that standard too."""
    page = b"<meta charset=windows-1252><a href='?q=\xe9'>"
    after = b"<meta charset=windows-1252><a href='http://h/d/p?q=%E9'>"
    assert absolutize.rewrite(page, "http://h/d/p", rules="whatwg") == after


def test_a_quote_that_is_half_of_a_character_of_iso_2022_jp_is_no_quote() -> None:
    page = b"<meta charset=iso-2022-jp><base href=//'><a href=%s\x1b$B\"\x1b(By%s>"
    assert absolutize.rewrite(page % (b'x"', b'"'), "http://h/") == (
        page.replace(b"//'", b"http://'") % (b"\"http://'/x&quot;", b'&quot;"')
    )


def test_controls_of_iso_2022_jp_in_a_query_are_no_characters() -> None:
    """Encoding Standard 12.2.2: the encoder replaces SO, SI and ESC by U+FFFD."""
    page = b"<meta charset=iso-2022-jp><a href='?&#27;x'>"
    (link,) = absolutize.links(page, "http://h/d/p", rules="whatwg")
    assert link.target == "http://h/d/p?%26%2365533%3Bx"


@pytest.mark.rows(
    "value", ["<p style='x:\\%s\\f url(a)'>", "<style>p{x:\\%s\\f url(a)}</style>", "<img srcset='a %s1x'>"]
)
def test_an_escape_sequence_of_iso_2022_jp_is_no_character(value: str) -> None:
    """Encoding Standard 12.2.1: the sequence is no character, so a backslash does not escape it."""
    page = b"<meta charset=iso-2022-jp>" + value.replace("%s", "\x1b(B").encode()
    assert [link.target for link in absolutize.links(page, "http://h/d/p")] == ["http://h/d/a"]


def test_kanji_that_look_like_markup_are_none() -> None:
    """In ISO-2022-JP, bytes between the escape sequences for kanji are not ASCII characters."""
    kanji = b'\x1b$B<a href="x">\x1b(B'
    page = b"<meta charset=iso-2022-jp>" + kanji + b"<a href=y>" + kanji
    assert absolutize.rewrite(page, URL) == page.replace(b"=y", b"=http://h/d/y")


@pytest.mark.rows("label", ["iso-2022-kr", "hz-gb-2312", "iso-2022-cn", "replacement"])
def test_a_replaced_encoding_is_listed_and_left_alone(label: str) -> None:
    """Encoding Standard 4.2: browsers show nothing of such a document."""
    page = b"<a href=x><a href=http://y/>"
    assert absolutize.rewrite(page, URL, charset=label) == page
    assert [link.code for link in absolutize.links(page, URL, charset=label)] == [
        "unsuitable-encoding",
        "absolute",
    ]


CHARSETS = [
    # a document, the charset of the transport, the query of "?é" as a browser sends it; by precedence
    (b"\xef\xbb\xbf<meta charset=windows-1252><a href='./x/../?\xc3\xa9'>", "iso-8859-2", "?\xe9"),
    (b"<meta charset=utf-8><a href='./x/../?\xe9'>", "windows-1252", "?\xe9"),
    (b"<meta charset=utf-8><a href='./x/../?\xc3\xa9'>", None, "?\xe9"),
    (b"<meta charset=utf-8><a href='./x/../?\xc3\xa9'>", "text/html; charset=no-such-label", "?\xe9"),
    (b"<a href='./x/../?\xe9'>", None, "?\xe9"),
    (b"<!--" + b"x" * 2000 + b"--><meta charset=utf-8><a href='./x/../?\xc3\xa9'>", None, "?\xe9"),
    (b"<meta http-equiv=content-type content='text/html; charset=koi8-r'><a href='?\xd6'>", None, "?\u0436"),
]


@pytest.mark.rows(("page", "charset", "query"), CHARSETS)
def test_which_encoding_counts(page: bytes, charset: str | None, query: str) -> None:
    """HTML Standard 13.2.3.2: mark, transport, meta (also a late one), default."""
    (link,) = absolutize.links(page, URL, charset=charset)
    assert link.reference.endswith(query)


def test_what_an_encoding_lacks_is_written_as_a_reference() -> None:
    page = b"<meta charset=windows-1252><a href='./&#x65e5;&#xe9;/x/../y'>"
    assert absolutize.rewrite(page, URL) == b"<meta charset=windows-1252><a href='http://h/d/&#26085;\xe9/y'>"


@pytest.mark.rows("raw", [b"\xff/\x81", b"caf\xe9", b"\xc3", b"\xed\xa0\x80", b"\x80\x81\x8d\x90\x9d"])
@pytest.mark.rows("charset", ["utf-8", "windows-1252", "shift_jis", "euc-kr", "gb18030", "windows-1253"])
def test_bytes_that_are_no_text_stay(raw: bytes, charset: str) -> None:
    page = b"<a href='" + raw + b"'>" + raw
    assert absolutize.rewrite(page, URL, charset=charset) == b"<a href='http://h/d/" + raw + b"'>" + raw


def test_holes_in_a_code_page_are_controls() -> None:
    """Encoding Standard, index windows-1252: 0x81 is U+0081."""
    (link,) = absolutize.links(b"<a href='\x81'>", URL, charset="windows-1252")
    assert link.reference == "\x81"


IMAGES = "".join(f"<img src=i{number}.png>" for number in range(40))
DECLARED = "<meta charset=koi8-r>"
PLACES = {  # rewriting moves the declaration beyond the prescan; each document is split where it is repeated
    "no head": ("", f"<body>{IMAGES}{DECLARED}"),
    "a head": ("<!doctype html>\n<html>\n<head>\n", f"<title></title></head><body>{IMAGES}{DECLARED}"),
    "a comment": ("<!--x--> ", f"{IMAGES}{DECLARED}<a href=y>"),
    "text": ("", f"Hello <p>{IMAGES}{DECLARED}"),
    "an element of no head in it": ("<head>", f"<noscript>{IMAGES}</noscript>{DECLARED}</head>"),
    "http-equiv": (
        "<html>",
        f"<div>{IMAGES}<meta content='text/html; &#99;harset=koi8-r' http-equiv=Content-Type>",
    ),
}


@pytest.mark.rows("name", PLACES)
def test_a_declaration_that_is_pushed_away_is_repeated(name: str) -> None:
    before, behind = PLACES[name]
    page = (before + behind).encode()
    absolute = absolutize.rewrite(page, URL)
    links = behind.replace("src=", "src=http://h/d/").replace("href=", "href=http://h/d/")
    assert absolute == f"{before}{DECLARED}{links}".encode()
    assert absolutize.rewrite(page.decode(), URL) == absolute.decode()
    assert absolutize.rewrite(absolute, "http://moved/") == absolute
    faults = list(absolutize.check(page, URL, select=["charset-late"]))
    assert [fault.link.start for fault in faults] == [page.index(b"i0.png")]


def test_a_declaration_is_repeated_behind_edits_in_a_comment_before_it() -> None:
    comment, behind = "<!--[if IE]><a href=x><![endif]-->", f"{IMAGES}{DECLARED}"
    absolute = comment.replace("=x", "=http://h/d/x") + DECLARED + behind.replace("src=", "src=http://h/d/")
    assert absolutize.rewrite(f"{comment}{behind}".encode(), URL) == absolute.encode()
    assert absolutize.rewrite(absolute.encode(), "http://moved/") == absolute.encode()


NOT_PUSHED = {
    "in the head section": f"<head>{'<link href=x>' * 70}{DECLARED}",
    "not far enough": f"<body>{'<img src=x>' * 9}{DECLARED}",
    "seen by nobody": f"<p>{'x' * 1020}{IMAGES}{DECLARED}",
    "in a script": f"<p><script>{DECLARED}</script>{IMAGES}",
    "unknown": f"<p>{IMAGES}<meta charset=x>",
}


@pytest.mark.rows("name", NOT_PUSHED)
def test_no_declaration_is_repeated_that_is_seen_or_never_was(name: str) -> None:
    page = NOT_PUSHED[name].encode()
    assert absolutize.rewrite(page, URL).count(b"charset=") == 1
    assert absolutize.rewrite(page, URL).startswith(page[:6])


def test_no_declaration_is_repeated_under_a_label() -> None:
    """The charset of the server takes precedence, and the server is assumed to send the same one again."""
    page = PLACES["no head"][1].encode()
    for policy in ("absolute", "remove"):
        labelled = absolutize.rewrite(page, URL, charset="koi8-r", base_element=policy)
        marked = absolutize.rewrite(b"\xef\xbb\xbf" + page, URL, base_element=policy)
        assert labelled.count(b"charset=") == marked.count(b"charset=") == 1


@pytest.mark.rows("policy", ["empty", "remove"])
@pytest.mark.rows("links", ["<a href=x>", "<a href=''>"])
def test_a_declaration_that_was_not_seen_comes_no_nearer(policy: str, links: str) -> None:
    page = f"<p><base href='http://h/{'y' * 100}/'>{'x' * 900}{DECLARED}{links}".encode()
    absolute = absolutize.rewrite(page, URL, base_element=policy)
    assert absolute.index(b"<meta") == 1024
    assert absolutize.rewrite(absolute, "http://moved/", base_element=policy) == absolute


IN_NOSCRIPT = [
    "<noscript>%s</noscript>",
    "<noscript class=x>%s</noscript>",
    "<noscript>%s<svg></svg></noscript>",
    "<noscript><script></script>%s</noscript>",
    "<noscript>%s<p title='<'></noscript>",
]


@pytest.mark.rows("noscript", IN_NOSCRIPT)
def test_a_late_declaration_in_a_noscript_of_the_head_counts(noscript: str) -> None:
    """Chromium prescans it; the byte after 0x83 is the second half of a character, not a backslash."""
    before = " " * 1100 + noscript % "<meta charset=shift_jis>"
    page = before.encode() + b"<style>p{a:'\x83\x5c'}q{a:url(x)}</style>"
    assert absolutize.rewrite(page, "http://h/") == page.replace(b"(x)", b"(http://h/x)")


UP = "../" * 20  # replaced by a prefix that is 51 bytes shorter
SHORTER = {  # links before a declaration that become shorter
    "plain": f"<img src={UP}x>",
    "not plain": f"<img src='{UP}x&#x3d;y'>",
    "in a list": f"<img srcset='{UP}x 2x'>",
    "in a style attribute": f"<q style='a:url({UP}x)'>",
    "in a style sheet": f"<style>a{{b:url({UP}x)}}</style>",
    "not plain, in a style sheet": f"<style>@import '{UP}x'</style>",
}


@pytest.mark.rows("links", SHORTER.values(), ids=SHORTER)
@pytest.mark.parametrize(
    "too_far", [0, 8 * 51 - 10, 8 * 51 - 9, 8 * 51 - 1, 8 * 51, 8 * len(UP) - 1, 8 * len(UP), 9000]
)
def test_nor_does_one_behind_references_that_become_shorter(links: str, too_far: int) -> None:
    before = f"</p><!--[if IE]><a href=x><![endif]--><p>{links * 8}"
    page = f"{before}{'x' * (1024 + too_far - len(before))}{DECLARED}<a href=y>".encode()
    absolute = absolutize.rewrite(page, "http://h/d")
    assert absolute.index(b"<meta") == max(1024, page.index(b"<meta") + len("http://h/") - 8 * 51)
    spaces = absolute.index(b"><", absolute.index(b"<p")) - absolute.index(b"<p") - len("<p")
    assert absolute.replace(b"<p" + b" " * spaces, b"<p", 1) == page.replace(
        UP.encode(), b"http://h/"
    ).replace(b"href=", b"href=http://h/")
    assert absolutize.rewrite(absolute, "http://moved/") == absolute


FIRST = {  # before and after; % is the text before the declaration, ~ is where spaces are inserted
    "a comment": (
        f"</p><!--[if IE]><img src={UP}x><![endif]-->%",
        "</p><!--[if IE]><img src=http://h/x><![endif]-->%~",
    ),
    "BASE, removed": (f"</p><base href='http://h/{'y' * 60}/'>%", "</p>~%"),
    "BASE, without an attribute": (f"</p><base href='http://h/{'y' * 60}/' id=i>%", "</p><base~ id=i>%"),
    "a tag before it": (f"</p><br/><base href='http://h/{'y' * 60}/'>%", "</p><br~/>%"),
}


@pytest.mark.rows(("before", "after"), FIRST.values(), ids=FIRST)
def test_spaces_mean_nothing_where_they_are(before: str, after: str) -> None:
    text = "x" * (1025 - len(before))
    absolute = absolutize.rewrite(before.replace("%", text) + DECLARED, "http://h/d", base_element="remove")
    spaces = " " * (1026 - len(after) - len(text))
    assert absolute == after.replace("~", spaces).replace("%", text) + DECLARED
    assert absolutize.rewrite(absolute, "http://moved/", base_element="remove") == absolute


def test_a_late_declaration_counts_behind_that_of_xml() -> None:
    before = f"<?xml version='1.0' encoding='koi8-r'?><html><head>{' ' * 1100}<meta charset=shift_jis>"
    page = before.encode() + b"<style>p{a:'\x83\x5c'}q{a:url(x)}</style>"
    assert absolutize.rewrite(page, "http://h/", media_type="text/html") == page.replace(
        b"(x)", b"(http://h/x)"
    )


DECLARATIONS = [
    ('<meta charset="&#107;oi8-r">', "koi8-r"),
    ('<meta http-equiv="content-typ&#101;" content="&#99;harset=koi8-r">', "koi8-r"),
    ("<meta charset=koi8-r charset=windows-1251>", "windows-1251"),
    ("<meta http-equiv=x http-equiv=content-type http-equiv=y content='charset=koi8-r'>", "koi8-r"),
    ("<meta http-equiv=content-type content='charset=;charset=koi8-r'>", "windows-1252"),
    ("<meta http-equiv=content-type content='charset=\"x charset=koi8-r'>", "windows-1252"),
    ("<script>'<meta charset=koi8-r>'</script>", "windows-1252"),
    ("<noscript><meta charset=koi8-r></noscript>", "koi8-r"),
    (f"<p>{'x' * 1000}<meta {'x' * 1000} charset=koi8-r>", "koi8-r"),
]


@pytest.mark.rows(("page", "encoding"), DECLARATIONS)
def test_a_declaration_is_read_as_chromium_prescans_it(page: str, encoding: str) -> None:
    from absolutize.html.document.encoding_sniffing import determine

    assert determine(page.encode()).name == encoding


def test_queries_in_a_srcdoc_are_read_in_utf_8() -> None:
    page = "<meta charset=koi8-r><iframe srcdoc=\"<a href='\\?\u0436'>\">".encode("koi8-r")
    (link,) = absolutize.links(page, URL, rules="whatwg")
    assert link.target == "http://h/?%D0%B6"


@pytest.mark.parametrize(
    "body",
    [
        '<script type=importmap>{"imports":{"a":"./\u0436?\u0436"}}</script>',
        '<script type=speculationrules>{"prefetch":[{"urls":["\u0436?\u0436"]}]}</script>',
    ],
    ids=["import map", "speculation rules"],
)
def test_queries_in_json_are_read_in_utf_8(body: str) -> None:
    page = f"<meta charset=koi8-r>{body}".encode("koi8-r")
    (link,) = (link for link in absolutize.links(page, URL, rules="whatwg") if link.element == "script")
    assert link.target == "http://h/d/%D0%B6?%D0%B6"


BASE = "http://h/\x80\u65e5/"
LACKING = {  # how characters that the encoding lacks are written, by context
    "an attribute": ("<a href=x>", "<a href=http://h/%C2%80&#26085;/x>"),
    "a style sheet": ("<style>a{b:url('x')}</style>", "<style>a{b:url('http://h/\\80 \\65e5 /x')}</style>"),
    "JSON": (
        '<script type=importmap>{"imports":{"a":"./x"}}</script>',
        '<script type=importmap>{"imports":{"a":"http://h/\\u0080\\u65e5/x"}}</script>',
    ),
}


@pytest.mark.parametrize("name", LACKING)
def test_what_an_encoding_lacks_is_escaped_in_the_syntax_of_its_place(name: str) -> None:
    """In HTML, references to 128 to 159 would mean other characters (HTML Standard 13.2.5.80)."""
    before, after = (text.encode() for text in LACKING[name])
    assert absolutize.rewrite(before, BASE, charset="koi8-r", rules="rfc3986", guard=False) == after


WRITTEN_AGAIN = [
    *(("windows-1250", b"\x88"), ("windows-1251", b"\x98"), ("windows-1253", b"\x8c")),
    *(("windows-1255", b"\xca"), ("koi8-u", b"\xae"), ("big5", b"\x87\x7a")),
    *(("euc-jp", b"\x8f\xb0\xa1"), ("iso-2022-jp", b"\x1b(I1\x1b(B")),
]


@pytest.mark.rows(("label", "raw"), WRITTEN_AGAIN)
def test_bytes_that_are_read_are_written_again(label: str, raw: bytes) -> None:
    before, after = b"<a href='\\%s\\b'>" % raw, b"<a href='http://h/%s/b'>" % raw
    assert absolutize.rewrite(before, URL, charset=label) == after


def test_the_query_of_a_base_is_read_in_utf_8() -> None:
    """So does Chromium, although the HTML Standard uses the encoding of the document (4.2.3)."""
    page = b"<meta charset=windows-1251><base href='/q?&#233;'><a href=''>"
    options = {"rules": "whatwg", "base_element": "empty", "same_document": "resolve"}
    assert absolutize.rewrite(page, URL, **options).endswith(b"<base href=''><a href='http://h/q?%C3%A9'>")
    (base, _) = absolutize.links(
        b"<meta charset=windows-1251><base href='/q?\xe9'><a href=''>", URL, rules="whatwg"
    )
    assert base.target == "http://h/q?%D0%B9"


@pytest.mark.parametrize(
    ("document", "edit"),
    [
        ("<a href=x>", Edit(8, 8, b"y")),  # for text, offsets count characters
        ("<a href=x>".encode("utf-16-le"), Edit(16, 16, b"y\0")),
    ],
    ids=["text", "units"],
)
def test_edits_are_reported_as_the_document_is_written(document: bytes | str, edit: Edit) -> None:
    assert document_of(document, "utf-16le").source_edits(Edits([Edit(8, 8, b"y")], len(document))) == [edit]


FAR = f"<!--{'x' * 1100}-->"  # longer than the prescan of any browser
DECLARED_TWICE = {  # in the XML declaration, then, in the meta element; is it read in bulk
    "the same": ("gbk", "", "gbk", True),
    "the same, by another label": ("gb2312", "", "gbk", True),
    "the same, late": ("gbk", FAR, "gbk", True),
    "another one": ("big5", "", "gbk", True),
    "another one, late": ("big5", FAR, "gbk", False),
}


@pytest.mark.parametrize(
    ("first", "between", "second", "expected"), DECLARED_TWICE.values(), ids=DECLARED_TWICE
)
def test_a_page_may_declare_its_encoding_twice(
    first: str, between: str, second: str, *, expected: bool
) -> None:
    head = f'<?xml version="1.0" encoding="{first}"?>{between}<meta charset={second}>'
    page = f'{head}<a href="../\u4e2d">\u6587</a>'.encode("gbk")
    written = f'{head}<a href="http://h/\u4e2d">\u6587</a>'.encode("gbk")
    assert absolutize.rewrite(page, URL) == written
    assert (
        read_in_bulk(page, None, PLAIN_IN_TAG, PLAIN_DIVIDERS, (), reads_comments=True) is not None
    ) == expected
