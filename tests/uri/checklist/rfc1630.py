"""The lines of the checklist on RFC 1630: rows of a function, its arguments, and the answer."""

import absolutize
from tests.uri.checklist.asked import (
    BASE,
    MEMO,
    Row,
    component,
    data,
    derives,
    field,
    form,
    found,
    last_step,
    relative,
    same,
    target,
    valid,
    warned,
)

MARIE = "http://info.cern.ch/albert/bertram/marie-claude"
EXAMPLE_3 = ("http://info.cern.ch/albert/bertram/marie%%2Dclaude", "http://h/a%*.b", "http://h/a%sdb")
OF_RFC_1630: dict[str, tuple[Row, ...]] = {
    "memo-1": (
        (field, "path", "x-a:b:c/d", "b:c/d"),
        (target, "../g", "x-a:b/c/d", MEMO, "x-a:b/g"),
    ),
    "memo-2": tuple((valid, text, MEMO, False) for text in EXAMPLE_3),
    "memo-3": (
        (target, "./g", BASE, MEMO, "http://a/b/c/g"),
        (target, "../g", BASE, MEMO, "http://a/b/g"),
        (same, "http://h/a%2Fb", "http://h/a/b", MEMO, False),
        (same, "http://h/%2E%2E/a", "http://h/../a", MEMO, False),
    ),
    "memo-4": (
        (same, "http://h/?a+b", "http://h/?a%20b", MEMO, True),
        (same, "http://h/?a%2Bb", "http://h/?a+b", MEMO, False),
    ),
    "memo-5": (
        (same, "http://h/%2A", "http://h/*", MEMO, False),
        (same, "http://h/%21", "http://h/!", MEMO, False),
    ),
    "memo-6": (
        (form, "http://h/a b\x01~\xe9", MEMO, "http://h/a%20b%01%7E%E9"),
        *((valid, f"x-a:b{character}", MEMO, False) for character in " \x01~\xe9"),
    ),
    "memo-7": (
        (data, "\xe9", "segment", MEMO, "%E9"),
        (form, "http://h/\xe9", MEMO, "http://h/%E9"),
        (field, "decoded", "mailto:%E9@h", "\xe9@h"),
    ),
    "memo-8": (
        (form, "http://h/%25%20", MEMO, "http://h/%25%20"),
        (same, "http://h/a%2Db", "http://h/a-b", MEMO, True),
    ),
    "memo-9": ((form, "http://h/%23%2F%3F%25%2B%2A%21", MEMO, "http://h/%23%2F%3F%25%2B%2A%21"),),
    "memo-10": (
        (same, MARIE, MARIE.replace("e-c", "e%2Dc"), MEMO, True),
        (same, MARIE, MARIE.replace("/m", "%2Fm"), MEMO, False),
        (valid, "fxqn:/us/va/reston/cnri/ietf/24/asdf%*.fred", MEMO, False),
        (valid, "news:12345667123%asdghfh@info.cern.ch", MEMO, False),
        (form, MARIE.replace("e-c", "e%2dc"), MEMO, MARIE),
    ),
    "memo-11": (
        (target, "g?t=12:30", BASE, MEMO, "g?t=12:30"),
        (target, "./g:h", BASE, MEMO, "http://a/b/c/g:h"),
    ),
    "memo-12": (
        (target, "ftp:g", BASE, MEMO, "ftp:g"),
        (target, "http:g", BASE, MEMO, {"same_scheme": "lenient"}, "http://a/b/c/g"),
        (relative, "ftp://a/b/c/g", BASE, MEMO, "ftp://a/b/c/g"),
        (relative, "http://a/b/c/g", BASE, MEMO, "g"),
    ),
    "memo-13": (
        (target, "//g", "magic://a/b/c//d/e/f", MEMO, "magic://g"),
        (target, "g:h", "magic://a/b/c//d/e/f", MEMO, "g:h"),
        *(
            (target, reference, "magic://a/b/c//d/e/", MEMO, expected)
            for reference, expected in (
                ("g", "magic://a/b/c//d/e/g"),
                ("/g", "magic://a/g"),
                ("//g", "magic://g"),
                ("../g", "magic://a/b/c//d/g"),
            )
        ),
        (target, "../../../g", BASE, MEMO, "http://g"),
        (target, "../../../g", BASE, MEMO, {"partial_form": "guarded"}, "http://a/../g"),
        (target, "/g", "magic://a/b/c//d/e/f", MEMO, "magic://a/g"),
        (target, "/g", "magic://a/b/c//d/e/f", MEMO, {"slash_run": "no-greater"}, "magic://a/b/c//d/g"),
        (target, "g", "magic://a/b/c//d/e/f", MEMO, "magic://a/b/c//d/e/g"),
        (target, "../g", "magic://a/b/c//d/e/f", MEMO, "magic://a/b/c//d/g"),
        (target, "..", BASE, MEMO, "http://a/b/c/.."),  # not "xxx/../": no slash follows
        (target, "../..", BASE, MEMO, "http://a/b/.."),
        (target, "../", BASE, MEMO, "http://a/b/"),
        (target, "g/..?y", BASE, MEMO, "http://a/b/c/g/..?y"),
    ),
    "memo-14": (
        (target, "g", "http://h/a/", MEMO, "http://h/a/g"),
        (target, "g", "http://h/a", MEMO, "http://h/g"),
        (derives, "path", "a/", MEMO, True),
    ),
    "memo-15": ((target, "g", None, MEMO, "error: no-base"), (target, "g:h", None, MEMO, "g:h")),
    "memo-16": (
        (
            lambda: [caution.code for caution in absolutize.cautions("../g", "gopher://h/1a/b", rules=MEMO)],
            ["gopher-hierarchy"],
        ),
        (target, "../g", "gopher://h/1a/b/c", MEMO, "gopher://h/1a/g"),
    ),
    "memo-17": (
        (same, "http://h/a#", "http://h/a", MEMO, True),
        (same, "http://h/a#b", "http://h/a", MEMO, False),
        (valid, "http://h/a#", MEMO, True),
    ),
    "memo-18": (
        (target, "", "http://h/a?b#c", MEMO, {"request": True}, "http://h/a?b"),
        (target, "", "http://h/a#c", "www-uri-00", {"request": True}, "http://h/a"),
        (last_step, "", "http://h/a?b#c", MEMO, {"request": True}, "http://h/a?b"),
        (field, "search", "http://h/a?b#c", "b"),
        (field, "path", "http://h/a;b=c?d#e", "a;b=c"),
        (form, "http://h/a b\x01", MEMO, "http://h/a%20b%01"),
    ),
    "memo-19": (
        (field, "user", "ftp://h/a", "anonymous"),
        (field, "path", "ftp://h/a/b/c", "a/b/c"),
        (field, "ftptype", "ftp://h/a;type=L8", "L8"),
        (valid, "ftp://h/a;type=L8", MEMO, True),
        (valid, "ftp://h/a;type=L 8", MEMO, False),
        (field, "ftptype", "ftp://h/a/", "directory"),
    ),
    "memo-20": (
        (field, "gtype", "gopher://h/%31foo", "%31"),
        (field, "gtype", "gopher://h/0a", "0"),
        (field, "gtype", "gopher://h/", "1"),
        (field, "gcommand", "gopher://h/00a", "0a"),
    ),
    "memo-21": ((field, "decoded", "mailto:a%25b@c", "a%b@c"), (valid, "mailto:a%b@c", MEMO, False)),
    "memo-22": (
        (field, "article", "news:1@h", "1@h"),
        (field, "group", "news:a.b", "a.b"),
        (field, "group", "news:*", "*"),
        (component, "authority", "news:a.b", None),
    ),
    "memo-23": ((warned, "nntp:a.b/12", MEMO, ["local-news"]),),
    "memo-24": (
        (field, "path", "urn:/a/b", "/a/b"),
        (valid, "urn:/a/b", MEMO, True),
        (target, "c", "urn:/a/b", MEMO, "urn:/a/c"),
        (found, "<urn:a/b>", ["urn:a/b"]),
    ),
    "memo-25": (
        (warned, "cid:a@b", MEMO, ["local-content"]),
        (field, "wtype", "wais://h/d/t/1=a;", "t"),
        (field, "version", "prospero://h/a%002", "2"),
        (valid, "mid:a@b", MEMO, True),
        (valid, "mid:<a@b>", MEMO, False),
        (valid, "cid:<a@b>", MEMO, False),
    ),
    "memo-26": (
        (field, "host", "file://h/x", "h"),
        (field, "host", "file:///x", "localhost"),
        (same, "file:///x", "file://localhost/x", MEMO, True),
        (warned, "file:///x", MEMO, ["local-file"]),
        (warned, "file://h/x", MEMO, []),
    ),
    "memo-27": ((valid, "x-foo:bar", MEMO, True), (field, "path", "x-foo:bar", "bar")),
    "memo-28": (
        *((valid, f"x-a:{character}", MEMO, False) for character in "{}[]\\^~<>"),
        (derives, "national", "~", MEMO, True),
        (valid, "http://h/~a", True),
    ),
    "memo-29": (
        (derives, "prefixedurl", "url:http://h", MEMO, True),
        (field, "url", "url:news:*", "news:*"),
    ),
    "memo-30": (
        *((derives, "scheme", f"a{text}", MEMO, True) for text in (*"1$-_@.&!*\"'(),", "%20")),
        *((derives, "scheme", f"a{character}", False) for character in "$_@&!*\"'(),%"),
    ),
    "memo-31": (
        (derives, "port", "", MEMO, False),
        (derives, "port", "80", MEMO, True),
        (derives, "port", "", True),
    ),
}
