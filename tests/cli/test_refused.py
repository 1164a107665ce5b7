"""Requests that cannot be fulfilled are reported in one line, and nothing is written."""

from __future__ import annotations

import pytest

from absolutize.uri import RULE_SETS
from tests.cli.formats.test_unified_diff import DIFF_OF_PAGE
from tests.support.cases import Case
from tests.support.commandline import (
    AT,
    IN,
    PAGE,
    PAGE_ABSOLUTE,
    Ran,
    Runner,
    check,
    one_failed,
    params,
    total,
)

EXCLUDE = "absolutize: pass only one of -o, --in-place and --diff\n"
EXISTS = "already exists; choose another -o, or pass --force"
NO_NAME = "standard input has no file name for an output in a directory"
NO_URL = "is a directory; pass --root instead of --url"
NO_TREE = "is a directory; pass -o OUT, --in-place or --diff"
NO_URLS = ("http:", "http://", "http://[", "HTTPS://h:x/", "ws:///", "ftp://%/", "file://[")
ROOTS = (  # and why they are refused
    *((uri, "no browser reads it as a URL") for uri in (*NO_URLS, "https:///", "http://e:99999/")),
    ("http://e/ ", "white space or control characters around it"),
    ("e:80/", "not an absolute URI, but a host and a port; did you mean http://e:80/?"),
    ("d/", "not an absolute URI"),
    *(
        (uri, "the URL of a directory has neither a query nor a fragment")
        for uri in ("http://e/d/?lang=en", "http://e?", "http://e/#x", "file:///d/#")
    ),
)

ABSOLUTE = "not an absolute URI"
LOST = "neither a result nor an original of this record (it was edited since, or the run did not reach it)"
NO_NUMBER = "is not a whole number of at least"
KNOWN_FINDINGS = '{"version": 1, "findings": []}'

REFUSED = (
    *(
        Case(
            f"{command}, an attribute that is none",
            f"{command} page.html --attribute 'img=x'",
            err="absolutize: --attribute 'img=x' is not of the form element[attribute]=syntax\n",
            status=2,
        )
        for command in ("rewrite", "links", "check")
    ),
    *(
        Case(
            f"{command}, a missing file",
            f"{command} none.html {AT}",
            err="absolutize: none.html: No such file or directory\n",
            status=2,
        )
        for command in ("rewrite", "links", "base")
    ),
    *(
        Case(
            f"{command}, {option}, which it does not have",
            f"{command} page.html {option} x",
            err=f"absolutize: {command}: no such option '{option}'{near};"
            f" see `absolutize {command} --help`\n",
            status=2,
        )
        for command, option, near in (
            ("rewrite", "--base", " (did you mean '--url'?)"),
            ("links", "--base-url", " (did you mean '--url'?)"),
            ("check", "--encoding", " (did you mean '--charset'?)"),
            ("rewrite", "--dry-run", " (did you mean '--diff'?)"),
            ("report", "--overwrite", " (did you mean '--force'?)"),
            ("base", "--workers", " (did you mean '--jobs'?)"),
            ("links", "--dry-run", ""),
            ("resolve", "--base-url", " (did you mean '--base'?)"),
            ("links", "--json", " (did you mean '--format jsonl'?)"),
            ("links", "--csv", " (did you mean '--format csv'?)"),
            ("check", "--json", " (did you mean '--format json'?)"),
            ("rules", "--markdown", " (did you mean '--format markdown'?)"),
            ("links", "--select", " (it is an option of check, report)"),
            ("rewrite", "--text", " (it is an option of links)"),
            ("explain", "--in-place", " (it is an option of rewrite, restore)"),
        )
    ),
    Case(
        "a command that is misspelled",
        "link page.html",
        err="absolutize: no such command 'link' (did you mean 'links'?); see `absolutize --help`\n",
        status=2,
    ),
    Case(
        "a file in the place of a command",
        "page.html",
        err="absolutize: no such command 'page.html' (did you mean 'rewrite page.html'?);"
        " see `absolutize --help`\n",
        status=2,
    ),
    Case(
        "a URL in the place of a command",
        "http://h/",
        err="absolutize: no such command 'http://h/'"
        " (only files are read: download the page first, and give its URL by --url);"
        " see `absolutize --help`\n",
        status=2,
    ),
    Case(
        "a URL as an argument",
        "rewrite page.html http://h/",
        err="absolutize: http://h/: No such file or directory"
        " (only files are read: download the page first, and give its URL by --url)\n",
        status=2,
    ),
    *(
        Case(
            f"{command}, a URL",
            f"{command} http://h/none.html",
            err="absolutize: http://h/none.html: No such file or directory"
            " (only files are read: download the page first, and give its URL by --url)\n",
            status=2,
        )
        for command in ("rewrite", "links", "check", "base")
    ),
    *(
        Case(
            f"{command}, a URL of a file",
            f"{command} {url}",
            err=f"absolutize: {url}: No such file or directory"
            " (a path is wanted and not a URL: leave out file://)\n",
            status=2,
        )
        for command, url in (("rewrite", "file:///page.html"), ("links", "FILE:/page.html"))
    ),
    *(
        Case(
            f"{command}, a file named like an option, {name}",
            f"{command} page.html {name}",
            err=f"absolutize: {command}: no such option '{option}' (for the file write ./{name});"
            f" see `absolutize {command} --help`\n",
            status=2,
            before={name: b""},
        )
        for command, name, option in (
            ("rewrite", "-x.html", "-x"),
            ("links", "--x.html", "--x.html"),
            ("check", "-qx.html", "-x"),
        )
    ),
    *(
        Case(f"{command}, a directory", f"{command} nested {AT}", "", f"absolutize: nested: {why}\n", 2)
        for command, why in (("rewrite", NO_TREE), *((name, NO_URL) for name in ("links", "check", "base")))
    ),
    *(
        Case(
            f"{name}, no code is {code}",
            f"check page.html {name} {code}",
            err=f"absolutize: {name}: no code is '{code}'{near}\n",
            status=2,
        )
        for name in ("--select", "--ignore")
        for code, near in (
            ("bas-late", ": is it base-late or base-relative or charset-late?"),
            ("rewritten", " (`absolutize explain` lists them)"),
        )
    ),
    Case(
        "explain, no code",
        "explain relativ",
        err="absolutize: no code is 'relativ': is it relative or base-relative or misformed-relative?\n",
        status=2,
    ),
    Case(
        "explain, nothing like a code",
        "explain xyzzy",
        err="absolutize: no code is 'xyzzy' (`absolutize explain` lists them)\n",
        status=2,
    ),
    *(
        Case(
            f"explain, what is in most codes: {written}",
            f"explain {written}",
            err=f"absolutize: no code is '{code}' (`absolutize explain` lists them)\n",
            status=2,
        )
        for written, code in (("''", ""), ("e", "e"))
    ),
    Case(
        "a diff that is recorded",
        f"rewrite page.html {AT} --diff --record new",
        err="absolutize: --diff changes nothing that --record could record\n",
        status=2,
    ),
    *(
        Case(
            f"a record {why}",
            f"rewrite page.html {AT} --record {name}",
            err="absolutize: --record: give the name of a file\n",
            status=2,
        )
        for why, name in (("without a name", "''"), ("on standard output", "-"))
    ),
    Case(
        "a record that exists",
        f"rewrite page.html {AT} --in-place --record other.html",
        err="absolutize: other.html: already exists; a record is never overwritten: choose another name\n",
        status=2,
    ),
    *(
        Case(
            f"a record that is {what}",
            f"rewrite {arguments} --record {record}",
            err=f"absolutize: --record {record}: is also an input or an output; choose another name\n",
            status=2,
        )
        for what, arguments, record in (
            ("the output", f"page.html {AT} -o new", "new"),
            ("the output that may be replaced", f"page.html {AT} -o new --force", "new"),
            ("the output, by another spelling", f"page.html {AT} -o ./new --force", "nested/../new"),
            ("the input", f"new {AT}", "new"),
            ("the input, in place", f"new {AT} --in-place", "new"),
            ("one of several outputs", f"page.html nested/none.html {IN} -o . --force", "nested/none.html"),
        )
    ),
    Case(
        "a record in a directory that is not there",
        f"rewrite page.html {AT} --in-place --record none/r",
        err="absolutize: none/r: No such file or directory\n",
        status=2,
    ),
    Case(
        "restore, a missing record",
        "restore page.html --record none",
        err="absolutize: none: No such file or directory\n",
        status=2,
    ),
    Case(
        "restore, a record that is none",
        "restore page.html --record other.html",
        err="absolutize: other.html: line 1 is no record of a rewrite\n",
        status=2,
    ),
    Case(
        "restore, -o and --in-place",
        "restore page.html --record other.html -o new --in-place",
        err="absolutize: pass only one of -o and --in-place\n",
        status=2,
    ),
    Case(
        "restore, several inputs to stdout",
        "restore page.html other.html --record empty",
        err="absolutize: several inputs: pass -o DIR or --in-place\n",
        status=2,
        before={"empty": ""},
    ),
    Case(
        "restore, not in the record",
        "restore page.html --record empty",
        err=f"absolutize: page.html: {LOST}\n",
        status=2,
        before={"empty": ""},
    ),
    *(
        Case(
            f"{command}, {name} is not absolute",
            f"{command} page.html {name} '{uri}'",
            err=f"absolutize: {name} {uri!r}: {ABSOLUTE}\n",
            status=2,
        )
        for command in ("rewrite", "links", "base")
        for name, uri in (("--url", "d/page.html"), ("--encapsulating", ""), ("--default", "/d/"))
    ),
    *(
        Case(
            f"{command}, --encapsulating {uri} without what it is relative to",
            f"{command} page.html --encapsulating {uri}",
            err=f"absolutize: --encapsulating {uri!r}: {ABSOLUTE}; a relative one needs --url or --default\n",
            status=2,
        )
        for command in ("rewrite", "links", "base")
        for uri in ("rel/", "//h/")
    ),
    *(
        Case(
            f"{command}, a media type that is not read",
            f"{command} page.html {AT} --media-type image/png",
            err="absolutize: --media-type 'image/png': neither text/html nor text/css nor a type of XML,"
            " such as application/xhtml+xml\n",
            status=2,
        )
        for command in ("rewrite", "links", "base", "check")
    ),
    *(
        Case(
            f"{command}, a charset that is none",
            f"{command} page.html {AT} --charset none",
            err="absolutize: --charset 'none': not a label of the Encoding Standard\n",
            status=2,
        )
        for command in ("rewrite", "links", "base")
    ),
    *(
        Case(
            f"{command}, {name} {uri} is no URL",
            f"{command} page.html {name} {uri}",
            err=f"absolutize: {name} {uri!r}: no browser reads it as a URL\n",
            status=2,
        )
        for command in ("rewrite", "links", "base --no-guard", "rewrite --rules rfc2396")
        for name, uri in (("--url", "http://"), ("--encapsulating", "ws:///"), ("--default", "file://["))
    ),
    *(
        Case(
            f"{uri} is no URL",
            f"rewrite page.html --url {uri}",
            err=f"absolutize: --url {uri!r}: no browser reads it as a URL\n",
            status=2,
        )
        for uri in NO_URLS
    ),
    *(
        Case(
            f"a root that cannot be one, {root!r}",
            f"links nested --root '{root}'",
            err=f"absolutize: --root {root!r}: {why}\n",
            status=2,
        )
        for root, why in ROOTS
    ),
    *(
        Case(
            f"resolve, --base {uri} is no URL",
            f"resolve x --rules whatwg --base {uri}",
            err=f"absolutize: --base {uri!r}: no browser reads it as a URL\n",
            status=2,
        )
        for uri in ("http:", "http://[", "other://[")
    ),
    *(
        Case(
            f"resolve, --base is not absolute, {rules}",
            f"resolve x --base d/ --rules {rules}",
            err="absolutize: --base 'd/': not an absolute URI\n",
            status=2,
        )
        for rules in RULE_SETS
    ),
    *(
        Case(
            f"{command}, {option} is not UTF-8",
            f"{command} {option} http://h/\udcff",
            err=f"absolutize: {option} 'http://h/\\udcff': not UTF-8\n",
            status=2,
        )
        for command, option in (
            ("rewrite page.html", "--url"),
            ("links page.html", "--encapsulating"),
            ("base page.html", "--default"),
            ("resolve x", "--base"),
            ("text page.html", "--base"),
            ("links nested", "--root"),
        )
    ),
    *(
        Case(
            f"{command}, {place} is not UTF-8",
            f"{command} ü x\udcff",
            err=f"absolutize: {place} 'x\\udcff': not UTF-8\n",
            status=2,
        )
        for command, place in (("resolve --base http://a/", "REFERENCE"), ("parse", "URL"))
    ),
    Case(
        "resolve, --base with white space, no browser",
        "resolve g --base ' http://a/ '",
        err="absolutize: --base ' http://a/ ': not an absolute URI\n",
        status=2,
    ),
    Case(
        "resolve, --base is empty",
        "resolve x --base ''",
        err="absolutize: --base '': not an absolute URI\n",
        status=2,
    ),
    *(
        Case(
            f"an empty name, {arguments}",
            arguments,
            err=f"absolutize: {command}: {place}: the name is empty; see `absolutize {command} --help`\n",
            status=2,
        )
        for command, place, arguments in (
            ("rewrite", "-o/--output", f"rewrite page.html {AT} -o ''"),
            ("links", "-o/--output", "links page.html -o ''"),
            ("links", "--map", "links nested --map ''"),
            ("check", "PATH", "check ''"),
            ("check", "--config", "check page.html --config ''"),
            ("check", "--baseline", "check page.html --baseline ''"),
            ("check", "--write-baseline", "check page.html --write-baseline ''"),
            ("report", "-o/--output", "report page.html -o ''"),
            ("base", "PATH", "base ''"),
            ("text", "FILE", "text page.html ''"),
            ("restore", "--record", "restore page.html --record ''"),
        )
    ),
    Case(
        "resolve, --base is not absolute",
        "resolve x --base //h/",
        err="absolutize: --base '//h/': not an absolute URI\n",
        status=2,
    ),
    *(
        Case(
            f"no file of options, and one: {options}",
            f"links page.html {options}",
            err="absolutize: pass only one of --config and --no-config\n",
            status=2,
            before={"p.toml": "[tool.absolutize]\n"},
        )
        for options in ("--no-config --config p.toml", "--config p.toml --no-config")
    ),
    Case("-o and --in-place", f"rewrite page.html {AT} -o new --in-place", err=EXCLUDE, status=2),
    Case("-o and --diff", f"rewrite page.html {AT} --diff -o new", err=EXCLUDE, status=2),
    Case("--in-place and --diff", f"rewrite page.html {AT} --diff --in-place", err=EXCLUDE, status=2),
    Case("all three", f"rewrite page.html {AT} --diff --in-place -o new/", err=EXCLUDE, status=2),
    Case(
        "stdin in place",
        "rewrite page.html - --in-place",
        err="absolutize: --in-place: standard input is not a file\n",
        status=2,
    ),
    Case(
        "stdin in a directory",
        f"rewrite - {AT} -o new/",
        "",
        f"absolutize: new: {NO_NAME}\n",
        2,
        PAGE,
    ),
    Case(
        "stdin in a directory that is there",
        f"rewrite - {AT} -o nested",
        "",
        f"absolutize: nested: {NO_NAME}\n",
        2,
        PAGE,
    ),
    *(  # the directory for the outputs is not left behind
        Case(f"{arguments}, and nothing is made", arguments, err=f"absolutize: {why}\n", status=2)
        for arguments, why in (
            ("rewrite page.html nested -o new --root none", f"--root 'none': {ABSOLUTE}"),
            ("rewrite nested -o new/ --map none", "--map none: No such file or directory"),
            ("rewrite nested -o page.html/new --root http://h/", "page.html: File exists"),
        )
    ),
    Case(
        "restore a missing file into a directory",
        "restore none.html --record empty -o new/deep/",
        err="absolutize: none.html: No such file or directory\n",
        status=2,
        before={"empty": ""},
    ),
    Case("stdin among others", "rewrite page.html - -o new", "", f"absolutize: new: {NO_NAME}\n", 2, PAGE),
    Case(
        "several inputs to stdout",
        f"rewrite page.html other.html {IN}",
        err="absolutize: several inputs: pass -o DIR, --in-place or --diff\n",
        status=2,
    ),
    Case(
        "several inputs into a file",
        f"rewrite page.html other.html {IN} -o based.html",
        err="absolutize: -o based.html: 2 inputs need a directory; pass based.html/ to name a directory\n",
        status=2,
    ),
    *(
        Case(
            f"{command} --force",
            f"{command} --force",
            err="absolutize: --force needs -o: it overwrites an existing file\n",
            status=2,
        )
        for command in (
            f"rewrite page.html {AT}",
            f"rewrite page.html {AT} --in-place",
            f"rewrite page.html {AT} --diff",
            "rewrite page.html -o -",
            "restore page.html --in-place --record other.html",
            "check page.html",
        )
    ),
    Case(
        "an output that exists",
        f"rewrite page.html {AT} -o based.html",
        "",
        f"absolutize: based.html: {EXISTS}\n",
        2,
    ),
    Case(
        "an output that exists, spelled as a directory",
        f"rewrite page.html {AT} -o based.html/",
        err="absolutize: based.html: File exists\n",
        status=2,
    ),
    Case(
        "an output that is the input",
        f"rewrite page.html {AT} -o page.html",
        "",
        f"absolutize: page.html: {EXISTS}\n",
        2,
    ),
    Case(
        "an output below a file",
        f"rewrite page.html {AT} -o other.html/new",
        err="absolutize: other.html/new: Not a directory\n",
        status=2,
    ),
    Case(
        "an output in a directory that is not there",
        f"rewrite page.html {AT} -o none/new",
        err="absolutize: none/new: No such file or directory\n",
        status=2,
    ),
    Case(
        "a directory below a file",
        f"rewrite page.html other.html {IN} -o based.html/new",
        err="absolutize: based.html/new: Not a directory\n",
        status=2,
    ),
    Case(
        "a missing file that is not ASCII",
        f"rewrite naïve.html {AT}",
        err="absolutize: naïve.html: No such file or directory\n",
        status=2,
    ),
    *(
        Case(
            f"an output that is read, {arguments}",
            arguments,
            err=f"absolutize: -o {output}: is also {what}; choose another name\n",
            status=2,
            before={
                "known.json": KNOWN_FINDINGS,
                "urls.csv": "path,url\n",
                "record": "",
                "pyproject.toml": "[tool.absolutize]\n",
            },
        )
        for arguments, output, what in (
            ("check page.html -o page.html --force --exit-zero", "page.html", "an input"),
            ("check page.html other.html -o ./other.html --force", "./other.html", "an input"),
            ("check page.html -o page.html", "page.html", "an input"),
            (
                "check page.html --baseline known.json -o known.json --force",
                "known.json",
                "the file of --baseline",
            ),
            ("check page.html -o pyproject.toml --force", "pyproject.toml", "the file of options"),
            ("rewrite page.html -o pyproject.toml --force", "pyproject.toml", "the file of options"),
            ("links page.html -o page.html --force", "page.html", "an input"),
            ("links nested --map urls.csv -o urls.csv --force", "urls.csv", "the file of --map"),
            ("report page.html -o page.html --force", "page.html", "an input"),
            ("restore page.html --record record -o record --force", "record", "the file of --record"),
        )
    ),
    *(
        Case(
            f"standard input twice, {name}",
            arguments,
            err=f"absolutize: {one} and {other} cannot both be standard input\n",
            status=2,
            stdin=KNOWN_FINDINGS if "baseline" in name else "[tool.absolutize]\n",
        )
        for name, arguments, one, other in (
            ("--baseline", "check - --baseline -", "an input", "the file of --baseline"),
            ("--config", "check - --config -", "an input", "the file of options"),
            ("--map", "links nested - --map -", "an input", "the file of --map"),
            ("--record", "restore - --record -", "an input", "the file of --record"),
            (
                "--config and --map",
                "base nested --config - --map -",
                "the file of options",
                "the file of --map",
            ),
            (
                "--map and --baseline",
                "check nested --map - --baseline -",
                "the file of --map",
                "the file of --baseline",
            ),
        )
    ),
    Case(
        "a list with a header of other names",
        "links nested --map list.csv",
        err=f"absolutize: --map list.csv: line 1: link: {ABSOLUTE}"
        " (the columns are path,url, also in a header)\n",
        status=2,
        before={"list.csv": "file,link\npage.html,http://h/\n"},
    ),
    Case(
        "errors are not quiet",
        f"rewrite --quiet none.html {AT}",
        err="absolutize: none.html: No such file or directory\n",
        status=2,
    ),
)

OTHERS = (
    Case(
        "a missing file, into a directory",
        f"rewrite none.html page.html nested {IN} -o new",
        err=f"absolutize: none.html: No such file or directory\nabsolutize: nested: {NO_URL}\n"
        + total(1, 2, "; 2 of 3 inputs failed"),
        status=2,
        after={"new": None, "new/page.html": PAGE_ABSOLUTE},
    ),
    Case(
        "a missing file, in place",
        f"rewrite --in-place none.html page.html {IN}",
        err="absolutize: none.html: No such file or directory\n" + total(1, 2, one_failed(2)),
        status=2,
        after={"page.html": PAGE_ABSOLUTE},
    ),
    Case(
        "a missing file, diff",
        f"rewrite --diff none.html page.html {IN}",
        DIFF_OF_PAGE,
        "absolutize: none.html: No such file or directory\n",
        status=2,
    ),
    Case(
        "an output that exists",
        f"rewrite page.html other.html {IN} -o nested",
        err=f"absolutize: nested/page.html: {EXISTS}\n" + total(1, 1, one_failed(2)),
        status=2,
        after={"nested/other.html": b'<a href="http://h/d/x">x</a>\n'},
    ),
    Case(
        "a missing file, links",
        f"links --format csv none.html other.html {IN}",
        "path,element,attribute,index,start,stop,line,column,raw,reference,target,code,kind,rel\r\n"
        "other.html,a,href,0,9,10,1,10,x,x,http://h/d/x,rewritten,navigation,\r\n",
        "absolutize: none.html: No such file or directory\n",
        status=2,
    ),
)

USAGE = tuple(
    Case(name, arguments, err=f"absolutize: {why}\n", status=2)
    for name, arguments, why in (
        ("no path", "rewrite", "rewrite: missing argument 'PATH...'; see `absolutize rewrite --help`"),
        ("no path to check", "check", "check: missing argument 'PATH...'; see `absolutize check --help`"),
        (
            "no file to restore",
            "restore --record r",
            "restore: missing argument 'FILE...'; see `absolutize restore --help`",
        ),
        (
            "no record",
            "restore page.html",
            "restore: missing option '--record'; see `absolutize restore --help`",
        ),
        ("no path to list", "links", "links: missing argument 'PATH...'; see `absolutize links --help`"),
        (
            "no path to show the base of",
            "base",
            "base: missing argument 'PATH'; see `absolutize base --help`",
        ),
        (
            "two paths to show the base of",
            "base a b",
            "base: got unexpected extra argument (b); see `absolutize base --help`",
        ),
        (
            "no reference",
            "resolve --base http://h/",
            "resolve: missing argument 'REFERENCE...'; see `absolutize resolve --help`",
        ),
        ("no base", "resolve x", "resolve: missing option '--base'; see `absolutize resolve --help`"),
        ("no such command", "frobnicate", "no such command 'frobnicate'; see `absolutize --help`"),
        *(
            (
                f"{command} {option} without what it is",
                f"{command} {option}",
                f"{command}: option '{option}' requires an argument; see `absolutize {command} --help`",
            )
            for command, option in (("rewrite", "--url"), ("links", "-o"), ("resolve", "--base"))
        ),
        (
            "a flag with a value",
            "links a --quiet=1",
            "links: option '--quiet' does not take a value; see `absolutize links --help`",
        ),
        *(
            (
                f"{option} {number}",
                f"{command} a {option} {number}",
                f"{command}: {place}: '{number}' {NO_NUMBER} {least}; see `absolutize {command} --help`",
            )
            for command, option, place, least in (
                ("links", "--jobs", "-j/--jobs", 1),
                ("rewrite", "-j", "-j/--jobs", 1),
                ("report", "--max-size", "--max-size", 0),
            )
            for number in ("x", "-1", "1.5")
        ),
        (
            "no such choice",
            "check a --xml-base no",
            "check: --xml-base: 'no' is not one of 'auto', 'follow', 'ignore'; "  # noqa: ISC004
            "see `absolutize check --help`",
        ),
    )
)


@pytest.mark.parametrize("case", params(REFUSED))
def test_what_cannot_be_done_is_one_line_and_nothing_written(case: Case, run: Runner) -> None:
    assert case.status == 2
    assert case.err.count("\n") == 1
    assert not case.after
    check(case, run)


@pytest.mark.parametrize("case", params(OTHERS))
def test_one_bad_input_does_not_stop_the_others(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(USAGE))
def test_usage(case: Case, run: Runner) -> None:
    check(case, run)


def test_an_error_is_printed_where_stderr_lacks_the_character(run: Runner) -> None:
    ran = run("rewrite", "€", env={"PYTHONIOENCODING": "latin-1"})
    assert ran == Ran(2, b"", "absolutize: \\u20ac: No such file or directory\n")
