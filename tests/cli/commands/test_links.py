"""links: a table, CSV and lines of JSON."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
from typing import Any

import pytest

import absolutize
from tests.cli.commands.test_rewrite import HERE
from tests.support.cases import Case
from tests.support.commandline import (
    AT,
    IN,
    OTHER,
    PAGE,
    Runner,
    check,
    params,
)

HEADER = "path,element,attribute,index,start,stop,line,column,raw,reference,target,code,kind,rel\r\n"
TWO = "<a href=../../g>\n<a href=http:g>"

LINKS = (
    Case(
        "options from a file",
        "links - --config p.toml",
        HEADER,
        stdin="<p>",
        before={"p.toml": '[tool.absolutize.links]\nformat = "csv"\n'},
    ),
    Case(
        "standard input has the URL of the folder of the file",
        "links - --format table",
        "line  element  attribute  kind        reference  target        code\n"
        "1:9   a        href       navigation  x          http://f/d/x  rewritten\n",
        stdin="<a href=x>",
        before={"pyproject.toml": '[tool.absolutize]\nurl = "http://f/d/"\n'},
    ),
    *(
        Case(
            f"an output named {name}, {options}".strip(", "),
            f"links - -o {name} {options}".strip(),
            err=said,
            stdin="<p>",
            after={name: HEADER.encode() if "csv" in options else b""},
        )
        for name, options, said in (
            ("new.csv", "", "absolutize: new.csv: written as jsonl; pass --format csv to write csv\n"),
            ("new.jsonl", "", ""),
            ("new.txt", "", ""),
            ("new.csv", "--format csv", ""),
            ("new.jsonl", "--format csv", ""),
        )
    ),
    Case(
        "no options from a file",
        "links - --no-config",
        stdin="<p>",
        before={"pyproject.toml": '[tool.absolutize.links]\nformat = "csv"\n'},
    ),
    Case(
        "URLs from standard input, for two directories with roots of their own",
        "links other nested --map - --root http://r/ --format table",
        "path              line  element  attribute  kind        reference  target        code\n"
        "other/b.html      1:9   a        href       navigation  y          http://m/m/y  rewritten\n"
        "nested/page.html  1:9   a        href       navigation  x          http://m/d/x  rewritten\n",
        stdin="path,url\npage.html,http://m/d/\nb.html,http://m/m/\n",
        before={"nested/page.html": b"<a href=x>", "other/b.html": b"<a href=y>"},
    ),
    Case(
        "the root of a directory, a file and standard input",
        "links other nested/page.html - --root http://r/ --format table",
        "path              line  element  attribute  kind        reference  target             code\n"
        "other/b.html      1:9   a        href       navigation  y          http://r/other/y   rewritten\n"
        "nested/page.html  1:9   a        href       navigation  x          http://r/nested/x  rewritten\n"
        "-                 1:9   a        href       navigation  z                             no-base\n",
        stdin="<a href=z>",
        before={"nested/page.html": b"<a href=x>", "other/b.html": b"<a href=y>"},
    ),
    Case(
        "jsonl by default",
        f"links other.html {AT}",
        '{"path": "other.html", "element": "a", "attribute": "href", "index": 0, "start": 9, "stop": 10,'
        ' "line": 1, "column": 10, "raw": "x", "reference": "x", "target": "http://h/d/x",'
        ' "code": "rewritten", "kind": "navigation", "rel": ""}\n',
    ),
    Case(
        "jsonl, not ASCII",
        f"links - {AT} --charset utf-8 --format jsonl",
        '{"path": "-", "element": "a", "attribute": "href", "index": 0, "start": 8, "stop": 15,'
        ' "line": 1, "column": 9, "raw": "é\\"&lt;", "reference": "é\\"<", "target": "http://h/d/é\\"<",'
        ' "code": "rewritten", "kind": "navigation", "rel": ""}\n',
        stdin='<a href=é"&lt;>',
    ),
    Case(
        "XHTML by its media type",
        f"links - {AT} --media-type application/xhtml+xml;charset=utf-8",
        '{"path": "-", "element": "a", "attribute": "href", "index": 0, "start": 17, "stop": 18,'
        ' "line": 1, "column": 18, "raw": "x", "reference": "x", "target": "http://h/d/x",'
        ' "code": "rewritten", "kind": "navigation", "rel": ""}\n',
        stdin="<title/><a href='x'/>",
    ),
    Case("no links", f"links - {AT}", stdin="<p>"),
    Case(
        "to a file",
        f"links other.html {AT} --format csv -o out.csv",
        after={
            "out.csv": f"{HEADER}other.html,a,href,0,9,10,1,10,x,x,http://h/d/x,rewritten,navigation,\r\n".encode()
        },
    ),
    Case("to standard output", f"links other.html {AT} --format csv --output - --kind image", HEADER),
    Case(
        "to a file that is there",
        f"links other.html {AT} -o page.html",
        err="absolutize: page.html: already exists; choose another -o, or pass --force\n",
        status=2,
    ),
    Case(
        "in place of a file",
        f"links other.html {AT} --format csv -o nested/page.html --force",
        after={
            "nested/page.html": f"{HEADER}other.html,a,href,0,9,10,1,10,x,x,http://h/d/x,rewritten,navigation,\r\n".encode()
        },
    ),
    Case("no links, csv", f"links --format csv - {AT}", HEADER, stdin="<p>"),
    Case(
        "several files",
        f"links other.html nested/page.html {IN} --format csv",
        f"{HEADER}other.html,a,href,0,9,10,1,10,x,x,http://h/d/x,rewritten,navigation,\r\n"
        "nested/page.html,a,href,0,31,32,2,10,y,y,http://h/d/nested/y,rewritten,navigation,\r\n",
    ),
    Case(
        "a feed",
        f"links - {AT} --as xml --xml-base follow --format csv",
        f"{HEADER}-,link,,0,20,21,1,21,x,x,http://h/d/x,rewritten,navigation,\r\n",
        stdin="<rss><channel><link>x</link></channel></rss>",
    ),
    Case(
        "a style sheet",
        f"links - {AT} --as css --environment-charset koi8-r --format csv",
        f"{HEADER}-,,,0,8,9,1,9,x,x,http://h/d/x,rewritten,style,\r\n",
        stdin="p{a:url(x)}",
    ),
    Case(
        "a directory with style sheets",
        "links site --style-sheets --root http://h/d/ --format csv",
        f"{HEADER}site/s.css,,,0,8,9,1,9,x,x,http://h/d/x,rewritten,style,\r\n",
        before={"site/s.css": b"p{a:url(x)}"},
    ),
    Case(
        "a list",
        f"links - {AT} --format csv",
        f"{HEADER}-,a,ping,0,9,10,1,10,p,p,http://h/d/p,rewritten,report,\r\n"
        '-,a,ping,1,11,18,1,12,"q""&#44;","q"",","http://h/d/q"",",rewritten,report,\r\n',
        stdin="<a ping='p q\"&#44;'>",
    ),
    Case(
        "no base",
        "links other.html --quiet --format csv",
        f"{HEADER}other.html,a,href,0,9,10,1,10,x,x,,no-base,navigation,\r\n",
    ),
    Case(
        "encapsulating",
        "links other.html --encapsulating http://e/ --format csv",
        f"{HEADER}other.html,a,href,0,9,10,1,10,x,x,http://e/x,rewritten,navigation,\r\n",
    ),
    Case(
        "default",
        "links other.html --default http://d/ --format csv",
        f"{HEADER}other.html,a,href,0,9,10,1,10,x,x,http://d/x,rewritten,navigation,\r\n",
    ),
    Case(
        "rules",
        f"links - {HERE} --rules rfc2396 --format csv",
        f"{HEADER}-,a,href,0,8,10,1,9,?y,?y,http://h/d/?y,rewritten,navigation,\r\n",
        stdin="<a href=?y>",
    ),
    Case(
        "guard",
        f"links - {HERE} --rules rfc2396 --guard --format csv",
        f"{HEADER}-,a,href,0,8,10,1,9,?y,?y,http://h/d/p?y,rewritten-browser,navigation,\r\n",
        stdin="<a href=?y>",
    ),
    Case(
        "no guard, strict, retain",
        f"links - {HERE} --no-guard --same-scheme strict --overflow retain --format csv",
        f"{HEADER}-,a,href,0,8,15,1,9,../../g,../../g,http://h/../g,rewritten,navigation,\r\n"
        "-,a,href,0,25,31,2,9,http:g,http:g,http:g,absolute,navigation,\r\n",
        stdin=TWO,
    ),
    Case(
        "lenient, avoid",
        f"links - {HERE} --same-scheme lenient --overflow avoid --format csv",
        f"{HEADER}-,a,href,0,8,15,1,9,../../g,../../g,,above-root,navigation,\r\n"
        "-,a,href,0,25,31,2,9,http:g,http:g,http://h/d/g,rewritten,navigation,\r\n",
        stdin=TWO,
    ),
    Case(
        "same-document keep",
        f"links - {HERE} --same-document keep --format csv",
        f"{HEADER}-,a,href,0,8,10,1,9,#s,#s,,same-document,navigation,\r\n",
        stdin="<a href=#s>",
    ),
    Case(
        "same-document resolve",
        f"links - {HERE} --same-document resolve --format csv",
        f"{HEADER}-,a,href,0,8,10,1,9,#s,#s,http://h/d/p#s,rewritten,navigation,\r\n",
        stdin="<a href=#s>",
    ),
    Case(
        "placeholders",
        f"links - {HERE} --placeholders resolve --format csv",
        f"{HEADER}-,a,href,0,8,13,1,9,{{{{x}}}},{{{{x}}}},http://h/d/{{{{x}}}},rewritten,navigation,\r\n",
        stdin="<a href={{x}}>",
    ),
    *(
        Case(
            option[2:],
            f"links - {HERE} {option} --format csv",
            f"{HEADER}{listed}",
            stdin="<!--[if IE]><a href=#s><![endif]-->",
        )
        for option, listed in (
            ("--conditional-comments", "-,a,href,0,20,22,1,21,#s,#s,,same-document,navigation,\r\n"),
            ("--no-conditional-comments", ""),
        )
    ),
    Case(
        "attribute and preset",
        f"links - {HERE} --attribute 'p[x]' --preset lazy-loading --format csv",
        f"{HEADER}-,p,x,0,5,6,1,6,y,y,http://h/d/y,rewritten,other,\r\n"
        "-,p,data-src,0,16,17,1,17,z,z,http://h/d/z,rewritten,other,\r\n",
        stdin="<p x=y data-src=z>",
    ),
    Case(
        "base-element",
        f"links based.html {HERE} --base-element remove --format csv",
        f"{HEADER}based.html,base,href,0,12,16,1,13,sub/,sub/,,base-removed,base,\r\n"
        "based.html,a,href,0,28,29,2,10,x,x,http://h/d/sub/x,rewritten,navigation,\r\n"
        "based.html,a,href,0,46,48,3,10,#s,#s,http://h/d/sub/#s,rewritten,navigation,\r\n",
    ),
)

NAMED = """\
<link rel="Alternate STYLESHEET" href=s.css><a rel=nofollow href=x>A <b>b</b>&amp;<br>c</a>
<img src=i alt=I><form action=f></form><!--[if IE]><a href=c></a><![endif]--><a href={{t}}></a><p data-src=d>
"""


LINKS += (
    Case(
        "the text of anchors and images",
        f"links - {HERE} --text --format csv --kind navigation --kind image",
        f"{HEADER.strip()},text\r\n"
        "-,a,href,0,65,66,1,66,x,x,http://h/d/x,rewritten,navigation,nofollow,A b& c\r\n"
        "-,img,src,0,101,102,2,10,i,i,http://h/d/i,rewritten,image,,I\r\n"
        "-,a,href,0,151,152,2,60,c,c,http://h/d/c,rewritten,navigation,,\r\n"
        "-,a,href,0,177,182,2,86,{{t}},{{t}},,placeholder,navigation,,\r\n",
        stdin=NAMED,
    ),
    Case(
        "the URL that the page states",
        "links - --url-from canonical --format csv --kind navigation",
        f"{HEADER}-,a,href,0,45,46,1,46,x,x,http://c/x,rewritten,navigation,\r\n",
        stdin="<link rel=canonical href=http://c/d> <a href=x>",
    ),
    *(
        Case(
            f"the URL that is requested, and its canonical form by {policy}",
            f"links - {HERE} --request-url --canonical {policy} --format csv",
            f"{HEADER.strip()},request_url,canonical_url\r\n"
            "-,a,href,0,9,17,1,10,?b=é&a#x,?b=é&a#x,http://h/d/p?b=é&a#x,rewritten,navigation,,"
            f"http://h/d/p?b=%E9&a,http://h/d/p?{form}\r\n"
            "-,a,href,0,27,35,1,28,mailto:a,mailto:a,mailto:a,absolute,navigation,,,\r\n",
            stdin='<a href="?b=é&a#x"><a href=mailto:a>'.encode("latin-1"),
        )
        for policy, form in {"standard": "b=%E9&a", "crawler": "a=&b=%E9"}.items()
    ),
    *(
        Case(
            f"of kind {kind}",
            f"links - {HERE} --kind {kind} --format csv",
            f"{HEADER}{row}",
            stdin=NAMED,
        )
        for kind, row in {
            "style": "-,link,href,0,38,43,1,39,s.css,s.css,http://h/d/s.css,rewritten,style,alternate"
            " stylesheet\r\n",
            "form": "-,form,action,0,122,123,2,31,f,f,http://h/d/f,rewritten,form,\r\n",
            **dict.fromkeys(
                "frame media object script metadata base map report hint other".split(),  # noqa: SIM905
                "",
            ),
        }.items()
    ),
)


@pytest.mark.parametrize("case", params(LINKS))
def test_links_lists(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize(("form", "lines"), [("jsonl", 1), ("csv", 2), ("table", 2)])
def test_a_lone_surrogate_in_a_document(run: Runner, form: str, lines: int) -> None:
    run.write("wide.html", "\ufeff<a href=x\ud800>".encode("utf-16-le", "surrogatepass"))
    ran = run("links", "wide.html", "--format", form, "--url", "http://h/")
    assert (ran.status, ran.err, ran.out.count(b"\n")) == (0, "", lines)
    assert rb"x\ud800" in ran.out


FIELDS = HEADER.strip().split(",")  # contract.md: the path, and the fields of a Link


def listed(run: Runner, *arguments: str) -> list[dict[str, Any]]:
    ran = run("links", *arguments)
    assert (ran.status, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.decode().splitlines()]


def test_jsonl_has_the_fields_of_a_link(run: Runner) -> None:
    rows = listed(run, "page.html", *shlex.split(AT))
    assert all(list(row) == FIELDS for row in rows)
    assert [(row["element"], row["attribute"], row["code"]) for row in rows] == [
        ("a", "href", "rewritten"),
        ("img", "src", "rewritten"),
        ("a", "href", "same-document"),
        ("a", "href", "same-document"),
        ("a", "href", "absolute"),
    ]


def test_jsonl_gives_places_in_the_file(run: Runner) -> None:
    for row in listed(run, "page.html", "based.html", *shlex.split(IN)):
        data = (run.directory / row["path"]).read_bytes()
        start, stop = row["start"], row["stop"]
        assert data[start:stop].decode() == row["raw"]
        before = data[:start].decode().replace("\r\n", "\n").split("\n")
        assert (row["line"], row["column"]) == (len(before), len(before[-1]) + 1)


def test_jsonl_is_what_links_yields(run: Runner) -> None:
    rows = [tuple(row.values()) for row in listed(run, "page.html", *shlex.split(AT))]
    assert rows == [("page.html", *link[:-4]) for link in absolutize.links(PAGE, "http://h/d/page.html")]


def test_jsonl_can_name_any_path(run: Runner) -> None:
    name = os.fsdecode(b'\xff\n".html')
    run.write(name, OTHER)
    assert [row["path"] for row in listed(run, name)] == [name]


def test_csv_is_jsonl_in_columns(run: Runner) -> None:
    arguments = "page.html", "based.html", *shlex.split(IN)
    ran = run("links", "--format", "csv", *arguments)
    rows = list(csv.DictReader(io.StringIO(ran.out.decode(), newline="")))
    text = [{name: "" if v is None else str(v) for name, v in row.items()} for row in listed(run, *arguments)]
    assert rows == text


TABLE = """\
path        line  element  attribute kind       reference              target                    code
page.html   4:12  a        href      navigation b.html?x=1&y=2         http://h/d/b.html?x=1&y=2 rewritten
page.html   5:10  img      src       image      ../c.png               http://h/c.png            rewritten
page.html   6:10  a        href      navigation #s                                               same-document
page.html   6:29  a        href      navigation                                                  same-document
page.html   7:10  a        href      navigation http://other.example/x http://other.example/x    absolute
based.html  1:13  base     href      base       sub/                   http://h/d/sub/           rewritten
based.html  2:10  a        href      navigation x                      http://h/d/sub/x          rewritten
based.html  3:10  a        href      navigation #s                                               same-document
"""


def columns(table: str) -> list[list[str]]:
    """Split a table at the columns of its header."""
    header, *lines = table.splitlines()
    starts = [header.index(name) for name in header.split()]
    spans = list(zip(starts, [*starts[1:], None], strict=True))
    return [[line[start:stop].strip() for start, stop in spans] for line in (header, *lines)]


def test_table(run: Runner) -> None:
    ran = run("links", "--format", "table", "page.html", "based.html", *shlex.split(IN))
    assert (ran.status, ran.err) == (0, "")
    assert columns(ran.out.decode()) == columns(TABLE)


def test_a_table_of_one_file_does_not_name_it(run: Runner) -> None:
    ran = run("links", "--format", "table", "page.html", *shlex.split(AT))
    assert columns(ran.out.decode()) == [row[1:] for row in columns(TABLE)[:6]]


def test_a_table_of_several_files_names_the_only_one_with_links(run: Runner) -> None:
    run.write("empty.html", b"")
    ran = run("links", "--format", "table", "empty.html", "other.html", *shlex.split(IN))
    assert columns(ran.out.decode())[1][:2] == ["other.html", "1:10"]


def test_a_table_is_not_cut_when_it_is_piped(run: Runner) -> None:
    reference = "x" * 50_000
    run.write("long.html", f"<a href={reference}>[bold]".encode())
    ran = run("links", "--format", "table", "long.html", "--url", "http://h/[red]/")
    _, row = columns(ran.out.decode())
    assert row == ["1:9", "a", "href", "navigation", reference, f"http://h/[red]/{reference}", "rewritten"]
