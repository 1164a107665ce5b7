"""Baselines of known findings: written to a file, left out, recognized after a move, reported when gone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from absolutize.cli import main
from absolutize.storage import files
from absolutize.storage.files import FileError
from tests.support.archives import response
from tests.support.commandline import Runner

PAGE = b"<a href=x><a href=x><img src=''>\n<a href='http://h/ b'>"


@pytest.fixture(autouse=True)
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "site").mkdir()
    (tmp_path / "site/a.html").write_bytes(PAGE)
    (tmp_path / "site/b.html").write_bytes(b"<img src>")
    return tmp_path / "site"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", "--select", "ALL", *arguments])


def written(*arguments: str) -> list[tuple[str, str, str, int]]:
    ran = run(*arguments, "--write-baseline", "known.json")
    assert (ran.exit_code, ran.stdout) == (0, "")
    listed = json.loads(Path("known.json").read_text("utf-8"))["findings"]
    return [(each["path"], each["code"], each["reference"], each["count"]) for each in listed]


@pytest.mark.parametrize("option", ["--baseline", "--write-baseline"])
def test_the_option_of_a_file_that_cannot_be_read_is_named(
    option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("known.json").write_text("")

    def fail(path: str) -> bytes:
        raise FileError(path, "Input/output error")

    monkeypatch.setattr(files, "read_file", fail)
    ran = run("site", option, "known.json")
    assert (ran.exit_code, ran.stderr) == (2, f"absolutize: {option} known.json: Input/output error\n")


def test_a_baseline_lists_each_finding_once() -> None:
    assert written("site") == [
        ("site/a.html", "empty", "", 1),
        ("site/a.html", "relative", "x", 2),
        ("site/a.html", "white-space", "http://h/ b", 1),
        ("site/b.html", "empty", "", 1),
    ]
    assert len(Path("known.json").read_text("utf-8").splitlines()) == 6


def test_what_is_known_is_not_reported(site: Path) -> None:
    written("site")
    ran = run("site", "--baseline", "known.json")
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert ran.stderr.endswith("absolutize: no findings in 2 documents; 5 known findings not shown\n")
    (site / "a.html").write_bytes(b"<p>\n<p>\n" + PAGE)
    assert run("site", "--baseline", "known.json").exit_code == 0


@pytest.mark.parametrize("before", ["http://u:", "//a@b:", "https:/u:", "ftp:u:", "/\\u:"])
def test_a_password_is_not_written_and_may_change(site: Path, before: str) -> None:
    page = f"<a href='{before}secret@h/'>".encode()
    (site / "b.html").write_bytes(page)
    assert ("site/b.html", "password", f"{before}***@h/", 1) in written("site/b.html")
    known = Path("known.json").read_text("utf-8")
    for earlier in ("***", "secret"):  # "secret": written before passwords were masked
        Path("known.json").write_text(known.replace("***", earlier), "utf-8")
        assert run("site/b.html", "--baseline", "known.json").exit_code == 0
    (site / "b.html").write_bytes(page.replace(b"secret", b"other"))
    assert run("site/b.html", "--baseline", "known.json").exit_code == 0


def test_a_password_of_a_part_is_not_written_and_may_change() -> None:
    data = response(PAGE, uri="http://u:secret@h/")
    Path("a.warc").write_bytes(data)
    assert {path for path, *_ in written("a.warc")} == {"a.warc!0!http://u:***@h/"}
    known = Path("known.json").read_text("utf-8")
    Path("a.warc").write_bytes(data.replace(b"secret", b"better"))
    for earlier in ("***", "secret"):
        Path("known.json").write_text(known.replace("***", earlier), "utf-8")
        assert run("a.warc", "--baseline", "known.json").exit_code == 0


def test_what_is_new_is_reported(site: Path) -> None:
    written("site")
    (site / "a.html").write_bytes(b"<a href=y>" + PAGE + b"<a href=x>")
    ran = run("site", "--baseline", "known.json")
    assert ran.exit_code == 1
    assert ran.stdout == (
        "site/a.html:1:9: [relative] relative link: 'y'\nsite/a.html:2:31: [relative] relative link: 'x'\n"
    )


def test_what_is_gone_is_reported(site: Path) -> None:
    written("site")
    (site / "a.html").write_bytes(PAGE.replace(b"<a href=x>", b"", 1))
    (site / "b.html").unlink()
    ran = run("site", "--baseline", "known.json")
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert ran.stderr.splitlines()[-3:] == [
        "absolutize: known.json: gone: site/a.html: [relative] 'x'",
        "absolutize: known.json: gone: site/b.html: [empty] ''",
        "absolutize: known.json: 2 known findings are gone; --write-baseline known.json removes them from it",
    ]


NOT_GONE = {
    "of a document that was not read": ["site/b.html"],
    "by a code that was not looked for": ["site/a.html", "site/b.html", "--ignore", "relative,white-space"],
    "of an input that is missing": ["site/b.html", "site/c.html"],
    "of a file that is left out by its name": ["site", "--exclude", "a.html"],
    "of a file in a directory that is left out": [".", "--exclude", "site/"],
}


@pytest.mark.parametrize("arguments", NOT_GONE.values(), ids=NOT_GONE)
def test_what_was_not_looked_for_is_not_gone(arguments: list[str]) -> None:
    written("site")
    assert "gone" not in run(*arguments, "--baseline", "known.json").stderr


def test_what_is_left_out_is_kept_where_something_else_is_gone(site: Path) -> None:
    """No advice then: `--write-baseline` would remove it."""
    written("site")
    (site / "b.html").write_bytes(b"")
    ran = run("site", "--exclude", "a.html", "--baseline", "known.json")
    assert ran.stderr.splitlines()[-2:] == [
        "absolutize: known.json: gone: site/b.html: [empty] ''",
        "absolutize: known.json: 1 known finding is gone",
    ]


def test_what_is_gone_where_something_is_new(site: Path) -> None:
    written("site")
    (site / "b.html").unlink()
    (site / "c.html").write_bytes(b"<a href=new>")
    assert run("site", "--baseline", "known.json").stderr.endswith(
        "absolutize: known.json: 1 known finding is gone; --write-baseline known.json removes them from it\n"
    )


def test_what_is_gone_of_an_archive() -> None:
    """Also of a document that is not there any more, in an archive in which another one was read."""
    Path("a.warc").write_bytes(response(PAGE) + response(b"<a href=z>", uri="http://h/z", number=2))
    assert len(written("a.warc")) == 4
    Path("a.warc").write_bytes(response(PAGE))
    ran = run("a.warc", "--baseline", "known.json")
    assert [line for line in ran.stderr.splitlines() if "gone: " in line] == [
        f"absolutize: known.json: gone: a.warc!{len(response(PAGE))}!http://h/z: [relative] 'z'"
    ]


def test_a_path_is_one_however_it_is_spelled(site: Path) -> None:
    written("site/a.html")
    for path in ("./site/a.html", str(site / "a.html")):
        assert run(path, "--baseline", "known.json").exit_code == 0


def test_documents_in_archives_and_what_is_wrong_with_them() -> None:
    Path("a.warc").write_bytes(response(PAGE) + response(b"<a href=z>")[:-9])
    assert run("a.warc").exit_code == 1
    assert {code for _, code, _, _ in written("a.warc")} == {
        "empty",
        "relative",
        "white-space",
        "truncated-record",
    }
    assert run("a.warc", "--baseline", "known.json").exit_code == 0


def test_an_earlier_baseline_is_replaced_and_nothing_else(site: Path) -> None:
    assert len(written("site")) == 4
    assert len(written("site/b.html")) == 1
    ran = run("site", "--write-baseline", "site/a.html")
    why = "absolutize: site/a.html: not a file of known findings, which --write-baseline writes\n"
    assert (ran.exit_code, ran.stderr[-len(why) :]) == (2, why)
    assert (site / "a.html").read_bytes() == PAGE


def test_a_baseline_in_a_pipe() -> None:
    listed = written("site")
    ran = run("site", "--write-baseline", "-")
    assert (ran.exit_code, ran.stdout) == (0, Path("known.json").read_text("utf-8"))
    assert ran.stderr == f"absolutize: -: {len(listed) + 1} known findings written\n"
    assert not Path("-").exists()
    again = Runner(Path.cwd())(
        "check", "--select", "ALL", "site", "--baseline", "-", stdin=ran.stdout.encode()
    )
    assert (again.status, again.out) == (0, b"")


def test_no_baseline_is_written_where_an_input_was_not_read() -> None:
    ran = run("site/a.html", "none", "--write-baseline", "known.json")
    assert (ran.exit_code, Path("known.json").exists()) == (2, False)
    assert ran.stderr.endswith("absolutize: known.json: not written, since not every input was read\n")


REFUSED = {
    "missing": (["--baseline", "none"], "--baseline none: No such file or directory"),
    "no JSON": (
        ["--baseline", "site/a.html"],
        "site/a.html: not a file of known findings, which --write-baseline writes",
    ),
    "both": (
        ["--baseline", "a", "--write-baseline", "b"],
        "pass only one of --baseline and --write-baseline",
    ),
    **{
        f"a report, {name}": (
            ["--write-baseline", "b", *arguments],
            f"{spelled} means nothing with --write-baseline, which reports no findings",
        )
        for name, spelled, arguments in (
            ("in a file of a format", "-o", ["-o", "o.sarif", "--format", "sarif"]),
            ("in a file", "-o", ["-o", "o.txt", "--force"]),
            ("of a format", "--format", ["--format", "text"]),
            ("of counts", "--statistics", ["--statistics"]),
        )
    },
    "in a directory that is not there": (["--write-baseline", "no/b"], "no/b: No such file or directory"),
    "a directory": (["--write-baseline", "site"], "site: Is a directory"),
}


@pytest.mark.parametrize(("arguments", "why"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_one_line(arguments: list[str], why: str) -> None:
    ran = run("site/a.html", *arguments)
    assert (ran.exit_code, ran.stderr) == (2, f"absolutize: {why}\n")
    assert not Path("b").exists()


OF_ANOTHER_KIND = {
    "a list": "[]",
    "of another version": '{"version": 2, "findings": []}',
    "without a version": '{"findings": []}',
    "without findings": '{"version": 1}',
    "of another program, with a version": '{"$schema": "x", "version": 1, "projects": {"app": {}}}',
    "of another program, with findings": '{"version": 1, "findings": [], "projects": {}}',
    "findings that are null": '{"version": 1, "findings": null}',
    "findings that are a number": '{"version": 1, "findings": 3}',
    "findings that are a text": '{"version": 1, "findings": ""}',
    "a finding that is a number": '{"version": 1, "findings": [1]}',
    "a finding without a code": '{"version": 1, "findings": [{"path": "a"}]}',
    "nested too deep": "[" * 100_000,
}


@pytest.mark.parametrize("option", ["--baseline", "--write-baseline"])
@pytest.mark.parametrize("text", OF_ANOTHER_KIND.values(), ids=OF_ANOTHER_KIND)
def test_a_file_of_another_kind_is_refused_and_stays(text: str, option: str) -> None:
    Path("other.json").write_text(text, "utf-8")
    ran = run("site/b.html", option, "other.json")
    why = "absolutize: other.json: not a file of known findings, which --write-baseline writes\n"
    assert (ran.exit_code, ran.stdout, ran.stderr) == (2, "", why)
    assert Path("other.json").read_text("utf-8") == text


FROM = [
    # the folder of the run, the input, the path in the baseline at the top
    (".", "site", "site/a.html"),
    ("site", ".", "site/a.html"),
    ("site", "a.html", "site/a.html"),
    ("site", "./a.html", "site/a.html"),
    ("site/inner", "../a.html", "site/a.html"),
    ("other", "../site/a.html", "site/a.html"),
    ("other", "{top}/site/a.html", "site/a.html"),
    ("site", "{top}/site/a.html", "site/a.html"),
    (".", "./site//a.html", "site/a.html"),
    (".", "site/../site", "site/a.html"),
    (".", "{top}/site/../site//a.html", "site/a.html"),
]


@pytest.mark.parametrize(("folder", "given", "path"), FROM, ids=[" ".join(row[:2]) for row in FROM])
def test_paths_are_from_the_folder_of_the_baseline(
    tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch, folder: str, given: str, path: str
) -> None:
    """So a baseline that is configured in the top folder is found, and correct, in any folder below."""
    (site / "b.html").unlink()
    (tmp_path / "pyproject.toml").write_text('[tool.absolutize.check]\nbaseline = "known.json"\n', "utf-8")
    (tmp_path / folder).mkdir(exist_ok=True)
    assert {row[0] for row in written("site")} == {path}
    monkeypatch.chdir(tmp_path / folder)
    ran = run(given.format(top=tmp_path))
    assert (ran.exit_code, ran.stdout, "gone" in ran.stderr) == (0, "", False)
    known = str(tmp_path / "written.json")
    assert run(given.format(top=tmp_path), "--write-baseline", known).exit_code == 0
    assert {each["path"] for each in json.loads(Path(known).read_text("utf-8"))["findings"]} == {path}


ABOVE = {  # from a folder above the baseline's: that folder, and the input
    "a directory": ("..", "{top.name}/site"),
    "a file": ("../..", "{top.parent.name}/{top.name}/site/a.html"),
    "the baseline's folder": ("..", "{top.name}"),
}


@pytest.mark.parametrize(("folder", "given"), ABOVE.values(), ids=ABOVE)
def test_a_baseline_is_found_from_above(
    tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch, folder: str, given: str
) -> None:
    (site / "b.html").unlink()
    written("site")
    known, arguments = tmp_path / "known.json", given.format(top=tmp_path)
    before = known.read_bytes()
    monkeypatch.chdir(tmp_path / folder)
    ran = run(arguments, "--baseline", str(known))
    assert (ran.exit_code, ran.stdout, "gone" in ran.stderr) == (0, "", False)
    assert run(arguments, "--write-baseline", str(known)).exit_code == 0
    assert known.read_bytes() == before
    (site / "a.html").write_bytes(PAGE.replace(b"<img src=''>", b""))
    assert "gone: site/a.html: [empty] ''\n" in run(arguments, "--baseline", str(known)).stderr
    (site / "a.html").rename(site / "c.html")
    assert ("gone: site/a.html: " in run(arguments, "--baseline", str(known)).stderr) is (
        "site/a" not in given
    )


def test_what_is_gone_is_reported_from_above(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(site)
    written(".")
    monkeypatch.chdir("..")
    (site / "b.html").unlink()
    ran = run(".", "--baseline", "site/known.json")
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert "absolutize: site/known.json: gone: b.html: [empty] ''\n" in ran.stderr


EARLIER = {  # paths as they were written before they had no detours
    "by way of the folder around": "../{top.name}/site/b.html",
    "with a detour": "site/../site/b.html",
    "with two slashes": "site//b.html",
    "absolute": "{top}/site/b.html",
}


@pytest.mark.parametrize("path", EARLIER.values(), ids=EARLIER)
def test_a_baseline_with_detours_counts(tmp_path: Path, path: str) -> None:
    finding = {"path": path.format(top=tmp_path), "code": "empty", "element": "img", "attribute": "src"}
    document = {"version": 1, "findings": [finding | {"reference": "", "count": 1}]}
    Path("known.json").write_text(json.dumps(document), "utf-8")
    assert run("site/b.html", "--baseline", "known.json").exit_code == 0


MARKED = {  # names with the mark that is in front of parts of archives, and the path in the baseline
    "d!/a.html": "d!/a.html",
    "./!a.html": "!a.html",
    "./site//../!a.html": "!a.html",
    "site/!/a.html": "site/!/a.html",
    "..!/a.html": "..!/a.html",
    "site/..//..!/a.html": "..!/a.html",
    "./b!.mht": "b!.mht",
    "site//a!b.warc": "site/a!b.warc!0!http://h/..//x",
}


@pytest.mark.parametrize(("given", "path"), MARKED.items(), ids=MARKED)
def test_a_name_may_have_the_mark_of_a_part(given: str, path: str) -> None:
    Path(given).parent.mkdir(exist_ok=True)
    is_archive = given.endswith(".warc")
    Path(given).write_bytes(response(PAGE, uri="http://h/..//x") if is_archive else PAGE)
    assert {row[0] for row in written(given)} == {path}
    assert run(given, "--baseline", "known.json").exit_code == 0


def test_no_advice_that_removes_findings_of_other_inputs(site: Path) -> None:
    written("site")
    (site / "b.html").write_bytes(b"")
    everything, one = run("site", "--baseline", "known.json"), run("site/b.html", "--baseline", "known.json")
    assert (
        "known.json: 1 known finding is gone; --write-baseline known.json removes them from it"
        in everything.stderr
    )
    assert "known.json: 1 known finding is gone\n" in one.stderr
