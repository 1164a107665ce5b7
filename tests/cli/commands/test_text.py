"""text."""

from __future__ import annotations

import pytest

from tests.support.cases import Case
from tests.support.commandline import Runner, check, laid_out, params

WRAPPED = 'See <http://a/b-\n c>,\r\nwww.x.y. Or "http://é".\n'
HEADER = "path,start,stop,line,column,raw,reference,alternative\r\n"
TEXT = (
    Case(
        "as JSON",
        "text - --format jsonl",
        '{"path": "-", "start": 5, "stop": 19, "line": 1, "column": 6, "raw": "http://a/b-\\n c", '
        '"reference": "http://a/b-c", "alternative": "http://a/bc"}\n'
        '{"path": "-", "start": 23, "stop": 30, "line": 3, "column": 1, "raw": "www.x.y", '
        '"reference": "http://www.x.y", "alternative": null}\n'
        '{"path": "-", "start": 36, "stop": 44, "line": 3, "column": 14, "raw": "http://é", '
        '"reference": "http://é", "alternative": null}\n',
        stdin=WRAPPED,
    ),
    Case(
        "hyphens dropped, a base",
        "text - --hyphen drop --base http://h/ --format csv",
        f'{HEADER}-,5,19,1,6,"http://a/b-\n c",http://a/bc,http://a/b-c\r\n'
        "-,36,44,3,14,http://é,http://é,\r\n",
        stdin=WRAPPED,
    ),
    Case(
        "hyphens kept, several files",
        "text none a.txt b.txt --hyphen keep --format table --charset latin1",
        laid_out("""
path   line  reference   alternative
a.txt  1:1   http://é
b.txt  2:2   http://a-b  http://ab
"""),
        "absolutize: none: No such file or directory\n",
        status=2,
        before={"a.txt": b"http://\xe9", "b.txt": b"\n<http://a-\nb>"},
    ),
    Case(
        "no alternatives, and no column of them",
        "text - --format table",
        laid_out("""
path  line  reference
-     1:1   http://a
"""),
        stdin=b"http://a",
    ),
    *(
        Case(
            f"a byte order mark of {name}",
            "text - --format csv",
            f"{HEADER}-,1,9,1,2,http://é,http://é,\r\n",
            stdin="\ufeff<http://é>".encode(name),
        )
        for name in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le")
    ),
    *(
        Case(
            f"all ASCII, as {name}{' with a byte order mark' * bool(mark)} {charset}",
            f"text - --format csv {charset}",
            f"{HEADER}-,1,9,1,2,http://a,http://a,\r\n",
            stdin=f"{mark}<http://a>".encode(name),
        )
        for name, mark, charset in (
            ("utf-16-le", "", "--charset utf-16"),
            ("utf-16-le", "", "--charset utf-16le"),
            ("utf-16-be", "", "--charset utf-16be"),
            ("utf-32-le", "\ufeff", ""),
            ("utf-16-le", "\ufeff", ""),
            ("utf-16-be", "\ufeff", "--charset utf-16"),
        )
    ),
    Case(
        "a base that is relative",
        "text - --base foo",
        err="absolutize: --base 'foo': not an absolute URI\n",
        status=2,
    ),
    Case(
        "an encoding that is none",
        "text - --charset nonsense --quiet",
        err="absolutize: --charset 'nonsense': not a label of the Encoding Standard\n",
        status=2,
    ),
)


@pytest.mark.parametrize("case", params(TEXT))
def test_text_prints(case: Case, run: Runner) -> None:
    check(case, run)
