"""Files of records, mail and archives as inputs and outputs of the command line."""

from __future__ import annotations

import gzip
import json

import pytest

from tests.cli.commands.test_rewrite import RECORD_OF_OTHER
from tests.support.archives import arc, record, response, zipped
from tests.support.cases import Case
from tests.support.commandline import (
    AT,
    IN,
    OTHER,
    PAGE_ABSOLUTE,
    Runner,
    check,
    check_summary,
    one_failed,
    params,
    raw,
    summary,
    total,
)

OTHER_GZ = gzip.compress(OTHER, 6, mtime=1)
OTHER_ABSOLUTE = b'<a href="http://h/d/x">x</a>\n'
OTHER_ABSOLUTE_GZ = gzip.compress(OTHER_ABSOLUTE, 6, mtime=1)

ROW_OF_OTHER = {
    "element": "a",
    "attribute": "href",
    "index": 0,
    "start": 9,
    "stop": 10,
    "line": 1,
    "column": 10,
    "raw": "x",
    "reference": "x",
    "target": "http://h/d/x",
    "code": "rewritten",
    "kind": "navigation",
    "rel": "",
}

LOCATED = response(OTHER, "Content-Location: http://l/", uri="http://h/d/page.html")
CUT_AT = f"the compressed data end too early (at byte {len(OTHER_GZ) - 1})"
TWO_INPUTS = total(1, 1, one_failed(2))
LINE_OF_OTHER = json.dumps({"path": "other.html.gz", **ROW_OF_OTHER})
ONE_RELATIVE = check_summary("x: [relative] ")
FAULT_OF_OTHER = "1:10: [relative] relative link: 'x'\n"

TABLE_OF_TWO = """\
path                  line  element  attribute  kind        reference  target        code
other.html.gz         1:10  a        href       navigation  x          http://h/d/x  rewritten
nested/other.html.gz  1:10  a        href       navigation  x          http://h/d/x  rewritten
"""

UNBASED = record("resource", OTHER, "Content-Type: text/html", uri=None)
UNBASED += record("resource", b"<base href='{{b}}'><a href=x>", "Content-Type: text/html")
OF_THEIR_OWN = "--record is for single documents (HTML, XML or CSS)"
NESTED_ABSOLUTE = b'<title>nested</title>\n<a href="http://n/y">y</a>\n'

LINK_OF_NESTED = (
    '{"path": "nested/page.html", "element": "a", "attribute": "href", "index": 0, "start": 31, "stop": 32,'
    ' "line": 2, "column": 10, "raw": "y", "reference": "y", "target": "http://n/y", "code": "rewritten",'
    ' "kind": "navigation", "rel": ""}\n'
)


def none_read(path: str) -> str:
    return f"absolutize: {path}: no document in it was read\n{check_summary('', 0)}"


ZIPPED = zipped([("a.html", OTHER)])
BEHIND_A_SCRIPT = b"#!/bin/sh\n" + ZIPPED
WITH_ZIPS = (
    "zips/p.html:1:10: [white-space] white space or a control character in or around the reference:"
    " 'http://h/ y'\n"
)
GIT_IGNORED = (
    "absolutize: git: skipped 1 path listed in .gitignore (page.html); pass --no-gitignore to include them\n"
)
BASE_OF_NESTED = (
    "nested/page.html:\n"
    "  5.1.1  embedded       -\n"
    "  5.1.2  encapsulating  -\n"
    "> 5.1.3  retrieval      'http://n/page.html'\n"
    "  5.1.4  default        -\n"
    "\n"
    "http://n/page.html\n"
)

CONTAINED = (
    Case(
        "a compressed file",
        f"rewrite other.html.gz {AT} -o new.gz --jobs 2",
        err=summary("other.html.gz"),
        before={"other.html.gz": OTHER_GZ},
        after={"new.gz": OTHER_ABSOLUTE_GZ},
    ),
    Case(
        "a compressed file in place",
        f"rewrite other.html.gz {AT} --in-place",
        err=summary("other.html.gz"),
        before={"other.html.gz": OTHER_GZ},
        after={"other.html.gz": OTHER_ABSOLUTE_GZ},
    ),
    Case("a compressed file from stdin", f"rewrite - {AT}", OTHER_ABSOLUTE_GZ, summary("-"), stdin=OTHER_GZ),
    Case(
        "a compressed file to a device",
        f"rewrite other.html.gz {AT} -o /dev/null --quiet",
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "several inputs, and one is not there",
        f"rewrite other.html.gz none.gz {IN} -o out/",
        err=f"{summary('other.html.gz')}absolutize: none.gz: No such file or directory\n{TWO_INPUTS}",
        status=2,
        before={"other.html.gz": OTHER_GZ},
        after={"out": None, "out/other.html.gz": OTHER_ABSOLUTE_GZ},
    ),
    Case(
        "an output that is there, resumed",
        f"rewrite other.html.gz page.html {IN} -o out/ --resume",
        err=f"absolutize: out/other.html.gz: already there\n{total(1, 2)}",
        before={"other.html.gz": OTHER_GZ, "out/other.html.gz": b"whatever"},
        after={"out/page.html": PAGE_ABSOLUTE},
    ),
    Case(
        "an output that is there, resumed with force",
        f"rewrite other.html.gz {AT} -o new.gz --resume --force",
        err="absolutize: new.gz: --resume has no effect here: this output is written in one step\n"
        f"{summary('other.html.gz')}",
        before={"other.html.gz": OTHER_GZ, "new.gz": b"whatever"},
        after={"new.gz": OTHER_ABSOLUTE_GZ},
    ),
    Case(
        "an output that is there",
        f"rewrite other.html.gz {AT} -o new.gz",
        err="absolutize: new.gz: already exists; choose another -o, or pass --force\n",
        status=2,
        before={"other.html.gz": OTHER_GZ, "new.gz": b"whatever"},
    ),
    Case(
        "differences in a compressed file",
        f"rewrite other.html.gz {AT} --diff --quiet",
        (
            "--- other.html.gz\n"
            "+++ other.html.gz (absolute)\n"
            "@@ -1 +1 @@\n"
            '-<a href="x">x</a>\n'
            '+<a href="http://h/d/x">x</a>\n'
        ),
        status=1,
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "links of a compressed file",
        f"links other.html.gz {AT} --jobs 2",
        json.dumps({"path": "other.html.gz", **ROW_OF_OTHER}) + "\n",
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "links of a compressed file, of a kind, with texts",
        f"links other.html.gz {AT} --text --kind navigation --kind image",
        LINE_OF_OTHER.replace("}", ', "text": "x"}\n'),
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "links of a compressed file, of another kind",
        f"links other.html.gz {AT} --kind image",
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "links of a compressed file, as CSV",
        f"links other.html.gz {AT} --format csv --text",
        "path,element,attribute,index,start,stop,line,column,raw,reference,target,code,kind,rel,text\r\n"
        "other.html.gz,a,href,0,9,10,1,10,x,x,http://h/d/x,rewritten,navigation,,x\r\n",
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "links of compressed files, as a table",
        "links other.html.gz nested/other.html.gz --default http://h/d/ --format table",
        TABLE_OF_TWO,
        before={"other.html.gz": OTHER_GZ, "nested/other.html.gz": OTHER_GZ},
    ),
    Case(
        "links of a compressed file, as a table",
        f"links other.html.gz {AT} --format table",
        "line  element  attribute  kind        reference  target        code\n"
        "1:10  a        href       navigation  x          http://h/d/x  rewritten\n",
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "a compressed file that is checked",
        f"check other.html.gz {AT} --jobs 2 --select ALL",
        f"other.html.gz:{FAULT_OF_OTHER}",
        ONE_RELATIVE,
        status=1,
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "records that are checked",
        "check a.warc --http-content-location --select rules-differ --against rfc2396",
        err=check_summary(""),
        before={"a.warc": LOCATED},
    ),
    Case(
        "records that are checked, as JSON",
        "check a.warc --format json --select ALL",
        """[
{"path": "a.warc!0!http://h/d/page.html", "code": "relative", "message": "relative link: 'x'",\
 "line": 1, "column": 10, "start": 9, "stop": 10, "element": "a", "attribute": "href", "reference": "x"}
]
""",
        ONE_RELATIVE,
        status=1,
        before={"a.warc": LOCATED},
    ),
    Case(
        "a compressed file that is checked, and cut",
        f"check other.html.gz {AT} --ignore relative",
        f"other.html.gz: [truncated-coding] {CUT_AT}\n",
        check_summary("x: [truncated-coding] "),
        status=1,
        before={"other.html.gz": OTHER_GZ[:-1]},
    ),
    Case(
        "records, a compressed file and a directory, recorded",
        f"rewrite a.warc other.html.gz nested other.html {IN} -o out --record r --quiet",
        err=(
            f"absolutize: a.warc: a container (warc): {OF_THEIR_OWN}\n"
            f"absolutize: other.html.gz: a container (gzip): {OF_THEIR_OWN}\n"
            f"absolutize: nested: a directory: {OF_THEIR_OWN}; name its files, from inside the directory\n"
        ),
        status=2,
        before={"a.warc": LOCATED, "other.html.gz": OTHER_GZ},
        after={
            "out": None,
            "out/other.html": OTHER_ABSOLUTE,
            "r": raw(RECORD_OF_OTHER.replace('"output": "', '"output": "out/')),
        },
    ),
    Case(
        "the base of a compressed file",
        f"base other.html.gz {AT} --jobs 2",
        (
            "  5.1.1  embedded       -\n"
            "  5.1.2  encapsulating  -\n"
            "> 5.1.3  retrieval      'http://h/d/page.html'\n"
            "  5.1.4  default        -\n"
            "\n"
            "http://h/d/page.html\n"
        ),
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "a compressed file that is cut",
        f"rewrite other.html.gz {AT} -o new.gz",
        err=f"absolutize: other.html.gz: cannot be written whole: {CUT_AT}\n",
        status=2,
        before={"other.html.gz": OTHER_GZ[:-1]},
    ),
    Case(
        "a compressed file that is cut, and nothing to change",
        "rewrite other.html.gz -o new.gz --quiet",
        err=f"absolutize: other.html.gz: {CUT_AT}\n",
        status=1,
        before={"other.html.gz": OTHER_GZ[:-1]},
        after={"new.gz": OTHER_GZ[:-1]},
    ),
    Case(
        "records, and a reference that is left",
        "rewrite a.warc -o b.warc --strict",
        err=summary("a.warc", 0)
        + "absolutize: a.warc: 1 link left relative: no base URL known (pass --url)\n",
        status=1,
        before={"a.warc": record("resource", OTHER, "Content-Type: text/html", uri=None)},
        after={"b.warc": record("resource", OTHER, "Content-Type: text/html", uri=None)},
    ),
    Case(
        "records, and references that are left for two reasons",
        "rewrite a.warc -o b.warc",
        err=(
            "absolutize: a.warc: 2 documents, 0 links made absolute\n"
            "absolutize: a.warc: 1 link left relative: no base URL known (pass --url)\n"
            "absolutize: a.warc: 1 link left relative: the base URL in the document cannot be used\n"
        ),
        before={"a.warc": UNBASED},
        after={"b.warc": UNBASED},
    ),
    *(
        Case(
            f"{command}, the bases of HTTP",
            f"{command} a.warc --http-content-location",
            out,
            before={"a.warc": LOCATED},
        )
        for command, out in (
            (
                "links",
                json.dumps({"path": "a.warc!0!http://h/d/page.html", **ROW_OF_OTHER, "target": "http://l/x"})
                + "\n",
            ),
            (
                "base",
                (
                    "a.warc!0!http://h/d/page.html:\n"
                    "  5.1.1  embedded       -\n"
                    "> 5.1.2  encapsulating  'http://l/'\n"
                    "  5.1.3  retrieval      'http://h/d/page.html'\n"
                    "  5.1.4  default        -\n"
                    "\n"
                    "http://l/\n"
                ),
            ),
        )
    ),
    Case(
        "the bases of HTTP",
        "rewrite a.warc --http-content-location --diff --quiet",
        (
            "--- a.warc!0!http://h/d/page.html\n"
            "+++ a.warc!0!http://h/d/page.html (absolute)\n"
            "@@ -1 +1 @@\n"
            '-<a href="x">x</a>\n'
            '+<a href="http://l/x">x</a>\n'
        ),
        status=1,
        before={"a.warc": LOCATED},
    ),
    Case(
        "a directory",
        "rewrite nested --root http://n/ -o new --hard-links",
        err=summary("nested"),
        after={"new": None, "new/page.html": NESTED_ABSOLUTE},
    ),
    Case(
        "a directory, by a list",
        "rewrite nested --map list.csv --in-place",
        err=summary("nested"),
        before={"list.csv": b"page.html,http://n/"},
        after={"nested/page.html": NESTED_ABSOLUTE},
    ),
    *(
        Case(
            f"{command}, a directory, {option}",
            f"{command} nested {option} {value}" + (" --quiet" * (command == "check")),
            out,
            before={"list.csv": b"page.html,http://n/page.html"},
        )
        for command, out in (("links", LINK_OF_NESTED), ("base", BASE_OF_NESTED), ("check", ""))
        for option, value in (("--root", "http://n/"), ("--map", "list.csv"))
    ),
    Case(
        "a directory, some of it left out",
        "rewrite nested --root http://n/ -o new --exclude '*.html'",
        err="absolutize: nested: 0 documents, 0 links made absolute\n",
        after={"new": None},
    ),
    *(
        Case(
            f"rewrite, a directory with a .gitignore file, {option}",
            f"rewrite git --root http://n/ --diff {option} {more}",
            err=f"{why}absolutize: git: 0 documents, 0 links would be made absolute\n",
            before={"git/.gitignore": "*.html\n", "git/page.html": OTHER},
        )
        for option, more, why in (
            ("--gitignore", "", GIT_IGNORED),
            ("--no-gitignore", "--exclude page.html", ""),
        )
    ),
    *(
        Case(
            f"{command}, a directory with a .gitignore file, {option}",
            f"{command} git --root http://n/ {option} --exclude .gitignore {more}".strip(),
            out if option == "--no-gitignore" else "",
            err if option == "--no-gitignore" else f"{GIT_IGNORED}{unread}",
            before={"git/.gitignore": "*.html\n", "git/page.html": OTHER},
        )
        for option in ("--gitignore", "--no-gitignore")
        for command, more, out, err, unread in (
            ("links", "--kind form", "", "", ""),
            ("base", "", BASE_OF_NESTED.replace("nested/", "git/"), "", ""),
            ("check", "", "", check_summary(""), none_read("git")),
        )
    ),
    *(
        Case(
            f"a directory with one zip file, {name}",
            "links zips",
            err="absolutize: zips: skipped 1 zip file; name it to have the pages in it read\n",
            before={f"zips/{name}": ZIPPED},
        )
        for name in ("a.zip", "page.maff", "Book.EPUB")
    ),
    *(
        Case(
            f"a directory with zip files, {command}",
            f"{command} zips {more}",
            status=int(command == "check"),
            out=out,
            err=f"absolutize: zips: skipped 2 zip files; name them to have the pages in them read\n{err}",
            before={
                "zips/a.zip": ZIPPED,
                "zips/b.zip": BEHIND_A_SCRIPT,
                "zips/p.html": "<a href='http://h/ y'>",
            },
            after=after,
        )
        for command, more, out, err, after in (
            ("check", "", WITH_ZIPS, check_summary(WITH_ZIPS), {}),
            (
                "rewrite",
                "--root http://n/ -o new",
                "",
                "absolutize: zips: 1 document, 0 links made absolute\n",
                {
                    "new": None,
                    "new/a.zip": ZIPPED,
                    "new/b.zip": BEHIND_A_SCRIPT,
                    "new/p.html": b"<a href='http://h/ y'>",
                },
            ),
        )
    ),
    Case(
        "a directory with a hidden one",
        "rewrite nested --root http://n/ -o new --hidden",
        err="absolutize: nested: 2 documents, 2 links made absolute\n",
        before={"nested/.x/page.html": OTHER},
        after={
            "new": None,
            "new/.x": None,
            "new/.x/page.html": b'<a href="http://n/.x/x">x</a>\n',
            "new/page.html": NESTED_ABSOLUTE,
        },
    ),
    *(
        Case(
            f"{command}, a directory, some of it left out",
            f"{command} nested --root http://n/ --exclude page.html --hidden",
            err=none_read("nested") if command == "check" else "",
        )
        for command in ("links", "check", "base")
    ),
    Case(
        "conversions of ARC",
        "rewrite a.arc --conversion -o b.arc",
        err="absolutize: a.arc: ARC has no conversion records\n",
        status=2,
        before={"a.arc": arc(("http://h/", "text/html", OTHER))},
    ),
)


@pytest.mark.parametrize("case", params(CONTAINED))
def test_containers_are_read_and_written(case: Case, run: Runner) -> None:
    check(case, run)
