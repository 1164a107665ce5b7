"""rewrite --diff: what would change."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from absolutize.cli.formats.unified_diff import unified_diff
from tests.support.cases import Case
from tests.support.commandline import (
    AT,
    IN,
    Runner,
    check,
    params,
)

DIFF_OF_PAGE = (
    "--- page.html\n"
    "+++ page.html (absolute)\n"
    "@@ -1,8 +1,8 @@\n"
    " <!DOCTYPE html>\r\n"
    " <meta charset=utf-8>\r\n"
    " <title>Café</title>\r\n"
    "-<A HREF = 'b.html?x=1&amp;y=2'>b</A>\n"
    '-<img src=../c.png alt="&eacute;">\n'
    "+<A HREF = 'http://h/d/b.html?x=1&amp;y=2'>b</A>\n"
    '+<img src=http://h/c.png alt="&eacute;">\n'
    ' <a href="#s">s</a> <a href="">e</a>\n'
    ' <a href="http://other.example/x">o</a>   \n'
    ' <!-- <a href="no.html"> -->\n'
    "\\ No newline at end of file\n"
)

DIFF_OF_OTHER = (
    "--- other.html\n"
    "+++ other.html (absolute)\n"
    "@@ -1 +1 @@\n"
    '-<a href="x">x</a>\n'
    '+<a href="http://h/d/x">x</a>\n'
)

LAST_LINE = "--- -\n+++ - (absolute)\n@@ -1 +1 @@\n"
CUT = "\\ No newline at end of file\n"

QUOTED = (  # names, and how diffs of git have them
    ("w\n+++ b.html", r'"w\n+++ b.html"'),
    ("a\tb.html", r'"a\tb.html"'),
    ('"q".html', r'"\"q\".html"'),
    ("b\\.html", r'"b\\.html"'),
    ("\a\b\v\f\r\x01\x1b\x7f", r'"\a\b\v\f\r\001\033\177"'),
    (" a", '" a"'),
    ("a b ", '"a b "'),
    ("é\n", r'"é\n"'),
)
DIFF = (
    Case("a difference", f"rewrite --diff page.html {AT}", DIFF_OF_PAGE, status=1),
    Case("no difference", f"rewrite --diff page.absolute.html {AT}"),
    Case(
        "several files",
        f"rewrite --diff page.html page.absolute.html other.html {IN}",
        DIFF_OF_PAGE + DIFF_OF_OTHER,
        status=1,
    ),
    Case(
        "the last line changes and has no end",
        f"rewrite --diff - {AT}",
        f"{LAST_LINE}-<a href=x>\n{CUT}+<a href=http://h/d/x>\n{CUT}",
        status=1,
        stdin="<a href=x>",
    ),
    Case(
        "bytes are shown as they are",
        f"rewrite --diff - {AT}",
        LAST_LINE.encode() + b"-<a href=\xe9>\n+<a href=http://h/d/\xe9>\n",
        status=1,
        stdin=b"<a href=\xe9>\n",
    ),
    Case(
        "bytes that are no text are shown as they are",
        f"rewrite --diff - {AT} --charset utf-8",
        LAST_LINE.encode() + b"-\xff\x81<a href=x>\n+\xff\x81<a href=http://h/d/x>\n",
        status=1,
        stdin=b"\xff\x81<a href=x>\n",
    ),
    Case(
        "only a line feed ends a line",
        f"rewrite --diff - {AT}",
        f"{LAST_LINE}-a\fb\rc <a href=x>\n+a\fb\rc <a href=http://h/d/x>\n",
        status=1,
        stdin="a\fb\rc <a href=x>\n",
    ),
    Case(
        "a line keeps its carriage return",
        f"rewrite --diff - {AT}",
        f"{LAST_LINE}-<a href=x>\r\n+<a href=http://h/d/x>\r\n",
        status=1,
        stdin="<a href=x>\r\n",
    ),
    Case(
        "a line separator of Unicode ends no line",
        f"rewrite --diff - {AT} --charset utf-8",
        f"{LAST_LINE}-a\u2028b\x85c <a href=x>\n+a\u2028b\x85c <a href=http://h/d/x>\n",
        status=1,
        stdin="a\u2028b\x85c <a href=x>\n",
    ),
    Case(
        "changes far from each other",
        f"rewrite --diff - {AT}",
        "--- -\n+++ - (absolute)\n@@ -1,4 +1,4 @@\n-<a href=x>\n+<a href=http://h/d/x>\n 1\n 2\n 3\n"
        "@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-<a href=y>\n+<a href=http://h/d/y>\n",
        status=1,
        stdin="<a href=x>\n1\n2\n3\n4\n5\n6\n7\n<a href=y>\n",
    ),
    Case(
        "changes near each other",
        f"rewrite --diff - {AT}",
        "--- -\n+++ - (absolute)\n@@ -1,8 +1,8 @@\n-<a href=x>\n+<a href=http://h/d/x>\n 1\n 2\n 3\n"
        " 4\n 5\n 6\n-<a href=y>\n+<a href=http://h/d/y>\n",
        status=1,
        stdin="<a href=x>\n1\n2\n3\n4\n5\n6\n<a href=y>\n",
    ),
    Case(
        "a reference of three lines becomes one of two",
        f"rewrite --diff - {AT}",
        "--- -\n+++ - (absolute)\n@@ -1,5 +1,4 @@\n \n-<a href='ht\n-tp:x\n+<a href='http://h/d/x\n y'>\n \n",
        status=1,
        stdin="\n<a href='ht\ntp:x\ny'>\n\n",
    ),
    Case(
        "an element of two lines goes",
        f"rewrite --diff - {AT} --base-element remove",
        "--- -\n+++ - (absolute)\n@@ -1,2 +1 @@\n-<base\n-href='/'>x\n+x\n",
        status=1,
        stdin="<base\nhref='/'>x\n",
    ),
    Case(
        "UTF-16",
        f"rewrite --diff page.html wide.html {IN}",
        f"{DIFF_OF_PAGE}Binary files wide.html and wide.html (absolute) differ\n",
        status=1,
        before={"wide.html": "\ufeff<a href=x>".encode("utf-16-le")},
    ),
    Case(
        "a name of two words",
        f"rewrite --diff 'my page.html' {AT}",
        "--- my page.html\t\n+++ my page.html (absolute)\t\n@@ -1 +1 @@\n"
        "-<a href=x>\n+<a href=http://h/d/x>\n",
        status=1,
        before={"my page.html": "<a href=x>\n"},
    ),
    *(
        Case(
            f"a name that is quoted: {shown}",
            f"rewrite --diff {shlex.quote(name)} {IN}",
            f"--- {shown}\n+++ {shown} (absolute)\n@@ -1 +1 @@\n-<a href=/x>\n+<a href=http://h/x>\n",
            status=1,
            before={name: "<a href=/x>\n"},
        )
        for name, shown in QUOTED
    ),
    Case(
        "UTF-16, a name that is quoted",
        f"rewrite --diff 'w\ne.html' {IN}",
        r'Binary files "w\ne.html" and "w\ne.html" (absolute) differ' + "\n",
        status=1,
        before={"w\ne.html": "\ufeff<a href=x>".encode("utf-16-le")},
    ),
)


@pytest.mark.parametrize("case", params(DIFF))
def test_diff_shows_what_would_change(case: Case, run: Runner) -> None:
    check(case, run)


LINE = st.sampled_from([b"a\n", b"b\n", b"\n", b"c\r\n"])

DOCUMENT = st.builds(
    lambda lines, last: b"".join((*lines, last)), st.lists(LINE), st.sampled_from([b"", b"a"])
)


def patched(diff: bytes, before: bytes) -> bytes:
    """Apply a diff, and assert that every context line and every removed line of it matches."""
    old, new = list(io.BytesIO(before)), list[bytes]()
    position = 0
    for text, cut in re.findall(rb"([-+@ ].*\n)(\\ No newline at end of file\n)?", diff)[2:]:
        line = text[1:-1] if cut else text[1:]
        if text.startswith(b"@"):
            start, _, length = text.split()[1][1:].partition(b",")
            skipped = old[position : int(start) - (length != b"0")]
            new += skipped
            position += len(skipped)
        elif not text.startswith(b"+"):
            assert line == old[position]
            position += 1
        if text.startswith((b" ", b"+")):
            new.append(line)
    return b"".join(new + old[position:])


@given(DOCUMENT, DOCUMENT)
def test_a_diff_makes_the_one_document_the_other(before: bytes, after: bytes) -> None:
    assert patched(b"".join(unified_diff(b"a", b"b", before, after)), before) == after


NAMES = [name for name, _ in QUOTED] + ["my page.html", "a  b.html", "é.html", "plain", "a' $x.html"]
PROGRAMS = [["patch", "-p0", "-s", "--posix"], ["patch", "-p0", "-s"], ["git", "apply", "-p0"]]


@pytest.mark.parametrize("program", PROGRAMS, ids=" ".join)
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_diff_is_applied_to_the_file_of_its_name(run: Runner, name: str, program: list[str]) -> None:
    if shutil.which(program[0]) is None:
        pytest.skip(f"{program[0]} is not installed")
    run.write(name, b"<a href=/x>\n")
    diff = run("rewrite", "--diff", name, "--url", "http://h/").out
    subprocess.run(program, cwd=run.directory, input=diff, check=True)
    assert (run.directory / name).read_bytes() == b"<a href=http://h/x>\n"
