"""report: the destination of the page, the messages, and the options shared with other commands."""

from __future__ import annotations

import io
import re
import shlex
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.archives import gz, response
from tests.support.cases import Case
from tests.support.commandline import AT, IN, PAGE, ROOT, Ran, Runner, check, params
from tests.support.report_page import Report, read_report

NOT_HTML = b"\x89PNG\r\n\x1a\n\x00"

REFUSED = (
    Case(
        "an existing file",
        f"report page.html {AT} -o other.html",
        "",
        "absolutize: other.html: already exists; choose another -o, or pass --force\n",
        2,
    ),
    Case(
        "a directory as output",
        f"report page.html {AT} -o nested",
        "",
        "absolutize: -o nested: is a directory; pass the name of a file\n",
        2,
    ),
    Case(
        "a directory that is not there",
        f"report page.html {AT} -o none/report.html",
        "",
        "absolutize: none/report.html: No such file or directory\n",
        2,
    ),
    Case(
        "no such code",
        f"report page.html {AT} -o report.html --select relativ-e",
        "",
        "absolutize: --select: no code is 'relativ-e':"
        " is it relative or base-relative or misformed-relative?\n",
        2,
    ),
)


@pytest.mark.parametrize("case", params(REFUSED))
def test_what_is_refused(case: Case, run: Runner) -> None:
    check(case, run)


def reported(run: Runner, arguments: str, **how: Any) -> tuple[Ran, Report]:
    """Run the command with a file for its output."""
    ran = run("report", *shlex.split(arguments), "-o", "out/report.html", **how)
    return ran, read_report((run.directory / "out" / "report.html").read_bytes())


@pytest.fixture
def site(run: Runner) -> Runner:
    (run.directory / "out").mkdir()
    return run


def test_a_page_is_reported_on(site: Runner) -> None:
    ran, report = reported(site, f"page.html {AT}")
    assert ran == Ran(0, b"", "absolutize: out/report.html: 1 document, 5 links, 0 findings\n")
    assert report.summary["inputs"] == ["page.html"]
    assert report.index["url"] == ["http://h/d/page.html"]


def test_standard_output_and_input(site: Runner) -> None:
    ran = site("report", "-", "--url", "http://h/", stdin=PAGE)
    assert (ran.status, ran.err) == (0, "absolutize: report: 1 document, 5 links, 1 finding\n")
    assert read_report(ran.out).index["name"] == ["-"]


def test_force_replaces_a_report(site: Runner) -> None:
    site.write("out/report.html", b"")
    assert reported(site, f"page.html {AT} --force")[0].status == 0


@pytest.mark.parametrize("command", ["report", "links", "check"])
@pytest.mark.parametrize(
    ("page", "chosen", "name"),
    [
        ("nested/r.html", "", "r.html"),
        ("nested/a/r.html", "--exclude r", "a/r.html"),
        ("nested/.a/r.html", "--hidden", ".a/r.html"),
        ("nested/r.html", "--exclude r.html", None),
        ("nested/a/r.html", "--exclude a/", None),
        ("nested/.a/r.html", "", None),
        ("nested/a/ignored.html", "", None),
        ("nested/a/ignored.html", "--no-gitignore", "a/ignored.html"),
        ("r.html", "", None),
    ],
)
def test_a_report_is_not_about_the_one_that_it_replaces(
    site: Runner, command: str, page: str, chosen: str, name: str | None
) -> None:
    (site.directory / page).parent.mkdir(exist_ok=True)
    site.write("nested/.gitignore", b"ignored.html\n")
    site.write(page, b"<a href=x>")
    ran = site(command, "nested", *shlex.split(chosen), "--root", "http://h/", "-o", page, "--force")
    refused = f"absolutize: -o {page}: is a file of nested; choose another name, or pass --exclude {name}\n"
    assert (ran.status, ran.err) == (2, refused) if name else ran.status == 0
    assert ((site.directory / page).read_bytes() == b"<a href=x>") is (name is not None)


NO_PAGES = {  # files of a directory that are not read, and that a report may replace
    "a list of links": ("links.jsonl", b'{"path": "a.html"}\n'),
    "a log of findings": ("found.sarif", b'{"version": "2.1.0"}'),
    "a table": ("links.csv", b"path,line\n"),
}


@pytest.mark.parametrize("command", ["report", "links", "check"])
@pytest.mark.parametrize(("name", "content"), NO_PAGES.values(), ids=NO_PAGES)
def test_an_earlier_report_in_the_directory_is_replaced(
    site: Runner, command: str, name: str, content: bytes
) -> None:
    site.write(f"nested/{name}", content)
    assert site(command, "nested", "--root", "http://h/", "-o", f"nested/{name}", "--force").status == 0
    assert (site.directory / "nested" / name).read_bytes() != content


def test_quiet(site: Runner) -> None:
    assert reported(site, f"page.html {AT} --quiet")[0] == Ran(0, b"", "")


def test_several_inputs_have_the_urls_of_their_folder(site: Runner) -> None:
    ran, report = reported(site, f"page.html other.html nested/page.html {IN}")
    assert ran.err == "absolutize: out/report.html: 3 documents, 7 links, 0 findings\n"
    assert report.index["url"] == [
        f"http://h/d/{path}" for path in ("page.html", "other.html", "nested/page.html")
    ]


def test_what_cannot_be_read_is_a_problem_and_the_others_are_reported_on(site: Runner) -> None:
    site.write("picture.html", NOT_HTML)
    site.write("data.bin", b"data \0 <a href=x>")
    ran, report = reported(site, "none.html picture.html data.bin page.html")
    assert ran.status == 2
    assert ran.err == (
        "absolutize: none.html: No such file or directory\n"
        "absolutize: out/report.html: 1 document, 5 links, 0 findings, 3 problems\n"
    )
    assert report.summary["problems"] == [
        ["none.html", "no-access", "No such file or directory"],
        ["picture.html", "not-html", "not HTML: skipped"],
        ["data.bin", "not-html", "not HTML: skipped"],
    ]


def test_no_password_is_shown_in_the_message_about_an_input(site: Runner) -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as file:
        file.writestr("http://u:secret@h/../../../x", b"")
    site.write("a.zip", written.getvalue())
    _, report = reported(site, "a.zip")
    [(_, code, message)] = report.summary["problems"]
    assert (code, message.partition("(")[2]) == ("unsafe-name", "http://u:***@h/../../../x)")


def test_problems_with_files_can_be_ignored(site: Runner) -> None:
    site.write("picture.html", NOT_HTML)
    ran, report = reported(site, "picture.html page.html --ignore not-html")
    assert (ran.status, report.summary["problems"]) == (0, [])


def test_damage_in_an_archive_is_a_problem(site: Runner) -> None:
    site.write("cut.warc.gz", gz(response(PAGE)) + gz(response(PAGE, number=2))[:-9])
    ran, report = reported(site, "cut.warc.gz")
    assert (ran.status, report.summary["documents"]) == (1, 2)
    assert [code for _, code, _ in report.summary["problems"]] == ["truncated-coding"]


def column(name: str) -> Callable[[Report], Any]:
    """Read a column of the table of documents."""
    return lambda report: report.index[name]


def targets(report: Report) -> list[Any]:
    """Read the targets of the first document's links; 0 where the reference is the target already."""
    return [row[8] for row in report.details(0)["links"]]


def written(report: Report) -> list[str]:
    return [row[6] for row in report.details(0)["links"]]


def decisions(report: Report) -> list[str]:
    return [row[9] for row in report.details(0)["links"]]


def faults(report: Report) -> list[str]:
    return [code for code, *_ in report.summary["faults"]]


FILES = {
    "urls.csv": b"path,url\npage.html,http://m/x\n",
    "query.html": b"<a href='?y'><a href='#s'>",
    "scheme.html": b"<a href='http:../../../x'>",
    "saved.html": b"<!-- saved from url=(0009)http://s/ --><a href=x>",
    "hole.html": b"<base href='b/'><a href='a{{x}}'><!--[if IE]><a href=x><![endif]-->",
    "feed.txt": b"<rss xml:base='b/'><channel><link>x</link></channel></rss>",
    "lazy.html": b"<img data-src=x><i data-y=z>",
    "style.css": b"p { background: url(\xe9) }",
    "options.toml": b"[tool.absolutize]\nurl = 'http://o/'\n",
    "crawl.warc.gz": gz(response(PAGE, "Content-Location: http://l/"))
    + gz(response(PAGE, uri="http://h/e/", number=2))
    + gz(response(b"p{background:url(x)}", uri="http://h/s", number=3, media="text/css")),
}
ROWS: tuple[tuple[str, Callable[[Report], Any], Any], ...] = (
    ("nested --root http://r/", column("url"), ["http://r/page.html"]),
    ("nested --map urls.csv", column("url"), ["http://m/x"]),
    ("nested --root http://r/ --exclude '*.html'", lambda report: report.summary["documents"], 0),
    ("nested --root http://r/ --hidden", lambda report: report.summary["documents"], 2),
    ("git --root http://r/ --gitignore", lambda report: report.summary["documents"], 0),
    ("git --root http://r/ --no-gitignore", lambda report: report.summary["documents"], 1),
    (f"page.html {AT} --rules rfc2396 --charset utf-8", column("rewritten"), [2]),
    ("page.html --config options.toml", column("url"), ["http://o/page.html"]),
    (f"page.html {AT} --no-config", column("rewritten"), [2]),
    (f"page.html {AT} --select ALL", lambda report: report.summary["faults"][0][:3], ["relative", 2, 1]),
    (f"page.html {AT} --select ALL --ignore relative", faults, []),
    (f"page.html {AT} --max-size 0", lambda report: report.summary["detailed"], 0),
    ("page.html --default http://f/f/", column("layer"), ["default"]),
    ("page.html --encapsulating http://f/f/", column("layer"), ["encapsulating"]),
    ("page.html", lambda report: (report.index["layer"], report.index["left"]), ([None], [2])),
    ("saved.html --url-from saved", column("layer"), ["saved"]),
    (f"query.html {AT} --against rfc2396 --select rules", column("faults"), [1]),
    (f"query.html {AT} --same-document resolve", column("rewritten"), [2]),
    (f"scheme.html {AT} --same-scheme strict --no-guard", decisions, ["absolute"]),
    (f"scheme.html {AT} --overflow avoid --guard --rules rfc2396", decisions, ["above-root"]),
    (f"hole.html {AT} --base-element keep", decisions, ["base-kept", "rewritten-placeholder", "rewritten"]),
    (f"hole.html {AT} --placeholders resolve", decisions, ["rewritten"] * 3),
    (f"hole.html {AT} --no-conditional-comments", column("links"), [2]),
    (f"hole.html {AT} --conditional-comments", column("links"), [3]),
    (f"feed.txt {AT} --as xml --xml-base ignore", targets, [None, "http://h/d/x"]),
    (f"feed.txt {AT} --media-type application/rss+xml", targets, ["http://h/d/b/", "http://h/d/b/x"]),
    (f"lazy.html {AT} --preset lazy-loading --attribute 'i[data-y]=url'", column("links"), [2]),
    (f"style.css {AT} --environment-charset koi8-r", written, ["\u0418"]),
    ("crawl.warc.gz --jobs 2", column("url"), ["http://h/d/p", "http://h/e/"]),
    ("crawl.warc.gz --http-content-location", column("base"), ["http://l/", 0]),
    ("crawl.warc.gz --style-sheets", lambda report: report.summary["documents"], 3),
)
REPORT = (  # what tests/cli/test_cases.py counts as cases
    *REFUSED,
    *(Case(arguments, f"report {arguments} -o out/report.html --force --quiet") for arguments, _, _ in ROWS),
)


@pytest.mark.rows(("arguments", "read", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_options_work_as_for_links_and_check(
    arguments: str, read: Callable[[Report], Any], expected: object, site: Runner
) -> None:
    for name, content in FILES.items():
        site.write(name, content)
    (site.directory / "nested" / ".hidden").mkdir(exist_ok=True)
    site.write("nested/.hidden/page.html", PAGE)
    (site.directory / "git").mkdir(exist_ok=True)
    site.write("git/.gitignore", b"*.html\n")
    site.write("git/page.html", PAGE)
    ran, report = reported(site, f"{arguments} --force --quiet")
    assert ran == Ran(0, b"", "")
    assert read(report) == expected


def test_the_commands_of_the_documentation_run(site: Runner) -> None:
    page = (ROOT / "docs" / "report.md").read_text("utf-8")
    [block] = re.findall(r"(?ms)^```sh\n(.*?)^```$", page)
    commands = [shlex.split(line, comments=True) for line in block.splitlines()]
    assert len(commands) == 4
    (site.directory / "mirror").mkdir()
    site.write("mirror/index.html", PAGE)
    site.write("crawl.warc.gz", gz(response(PAGE)))
    for _, *arguments in commands:
        assert site(*arguments).status == 0
        report = read_report((site.directory / arguments[-1]).read_bytes())
        assert report.summary["documents"] == (2 if "other.html" in arguments else 1)
