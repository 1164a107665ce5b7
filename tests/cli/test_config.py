"""Options from pyproject.toml: which file and table, what prevails, and what is refused."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from absolutize import arguments
from absolutize.cli import main
from absolutize.cli.commands.check import CHECK_FORMATS

RELATIVE = '[tool.absolutize.check]\nselect = ["relative"]\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    inner = tmp_path / "project" / "site"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner.parent)
    (inner / "a.html").write_bytes(b"<a href=x>")
    return inner.parent


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def configure(text: str) -> None:
    Path("pyproject.toml").write_text(text, "utf-8")


PREVAILING = {
    "no file": (None, [], 0),
    "a command": (RELATIVE, [], 1),
    "all commands": ('[tool.absolutize]\nselect = ["ALL"]\n', [], 1),
    "a command before all": (
        '[tool.absolutize]\nselect = ["ALL"]\n[tool.absolutize.check]\nselect = ["empty"]',
        [],
        0,
    ),
    "what is typed before both": (RELATIVE, ["--select", "empty"], 0),
    "of another command": ("[tool.absolutize.rewrite]\nstrict = true\n", [], 0),
    "of others": ("[tool.other]\nabsolutize = 1\n", [], 0),
    "of no file": (RELATIVE, ["--no-config"], 0),
    "a flag": (f"{RELATIVE}exit-zero = true\n", [], 0),
    "a number": (f"{RELATIVE}jobs = 1\n", [], 1),
    "a byte order mark": (f"\ufeff{RELATIVE}", [], 1),
}


@pytest.mark.parametrize(("text", "arguments", "status"), PREVAILING.values(), ids=PREVAILING)
def test_what_prevails(text: str | None, arguments: list[str], status: int) -> None:
    if text is not None:
        configure(text)
    ran = run("check", "site/a.html", *arguments)
    assert ran.exit_code == status, ran.stderr


def test_a_flag_with_two_spellings_can_be_off() -> None:
    configure("[tool.absolutize]\nguard = false\n")
    Path("b.html").write_bytes(rb"<a href=\x>")
    assert b"http://h/\\x" in run("rewrite", "b.html", "--url", "http://h/").stdout_bytes


def test_the_nearest_file_that_has_the_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(RELATIVE)
    (folder / "site/pyproject.toml").write_text("[tool.other]\n", "utf-8")
    monkeypatch.chdir(folder / "site")
    assert run("check", "a.html").exit_code == 1
    (folder / "site/pyproject.toml").write_text("[tool.absolutize]\n", "utf-8")
    assert run("check", "a.html").exit_code == 0


def test_none_above_what_is_under_version_control(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(RELATIVE)
    (folder / "site/.git").mkdir()
    monkeypatch.chdir(folder / "site")
    assert run("check", "a.html").exit_code == 0


CONTRADICTED = {
    "known findings that are written": ('baseline = "known.json"', ["--write-baseline", "known.json"], ""),
    "known findings that are written, of a file with a format": (
        'format = "parquet"\nstatistics = true',
        ["--write-baseline", "known.json"],
        "",
    ),
    "statistics of a format that has none": (
        'format = "github"',
        ["--statistics", "--exit-zero"],
        "count  code      meaning\n1      relative  relative link\n",
    ),
    "a format that has no statistics": (
        "statistics = true",
        ["--format", "github", "--exit-zero"],
        "::warning file=site/a.html,line=1,col=9,title=absolutize%3A relative::relative link: 'x'\n",
    ),
}


@pytest.mark.parametrize(("line", "typed", "shown"), CONTRADICTED.values(), ids=CONTRADICTED)
def test_what_is_typed_prevails_over_what_contradicts_it(line: str, typed: list[str], shown: str) -> None:
    configure(f"{RELATIVE}{line}\n")
    ran = run("check", "site/a.html", *typed)
    assert (ran.exit_code, ran.stdout) == (0, shown), ran.stderr


READ_AS = {  # what is typed where the file says that pages are style sheets, and the links that are read
    "nothing": ("", []),
    "a media type": ("--media-type text/html", ["x"]),
    "a Content-Type": ("--media-type 'text/html; charset=utf-8'", ["x"]),
    "the same option": ("--as html", ["x"]),
    "both": ("--media-type text/html --as css", []),
}


@pytest.mark.parametrize(("typed", "links"), READ_AS.values(), ids=READ_AS)
def test_a_media_type_that_is_typed_prevails_over_a_syntax_of_the_file(typed: str, links: list[str]) -> None:
    configure('[tool.absolutize]\nas = "css"\n')
    ran = run("links", "site/a.html", *shlex.split(typed))
    assert [json.loads(line)["raw"] for line in ran.stdout.splitlines()] == links
    assert (ran.exit_code, ran.stderr) == (0, "")


IS_DIRECTORY = "absolutize: site: is a directory; pass --root instead of --url\n"
URLS = {
    "a URL in the file, a root that is typed": ("url", "site --root http://h/", "http://h/x", ""),
    "a URL in the file, a list that is typed": ("url", "site --map m.csv", "http://h/m/x", ""),
    "a URL in the file, both typed": ("url", "site --map m.csv --root http://h/", "http://h/m/x", ""),
    "a URL in the file": ("url", "site/a.html", "http://f/site/x", ""),
    "a URL in the file, a typed --url-from": ("url", "c.html --url-from canonical", "http://c/d/x", ""),
    "a URL in the file, a typed URL and --url-from": (
        "url",
        "c.html --url http://h/ --url-from canonical",
        "http://h/x",
        "",
    ),
    "a URL that is typed, of a directory": ("url", "site --url http://h/", None, IS_DIRECTORY),
    "a URL that is typed, with a root": ("url", "site --root http://h/ --url http://h/", None, IS_DIRECTORY),
    "a root in the file, a URL that is typed": ("root", "site/a.html --url http://h/", "http://h/x", ""),
    "a root in the file, another typed": ("root", "site --root http://h/", "http://h/x", ""),
    "a URL in the file, a root that is typed, for a file": (
        "url",
        "site c.html --exclude a.html --root http://h/d",
        "http://h/d/x",
        "",
    ),
}


@pytest.mark.parametrize(("key", "typed", "target", "why"), URLS.values(), ids=URLS)
def test_a_url_that_is_typed_prevails_over_what_contradicts_it(
    key: str, typed: str, target: str | None, why: str
) -> None:
    configure(f'[tool.absolutize]\n{key} = "http://f/"\n')
    Path("c.html").write_text("<link rel=canonical href=http://c/d/><a href=x>", "utf-8")
    Path("m.csv").write_text("path,url\na.html,http://h/m/a.html\n", "utf-8")
    ran = run("links", *typed.split())
    rows = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [row["target"] for row in rows if row["raw"] == "x"] == [target] * (target is not None)
    assert (ran.exit_code, ran.stderr) == (2 if why else 0, why)


UNKNOWN = "absolutize: site: its original URL is unknown (pass --root or --map)\n"
NO_BASE = "absolutize: site: 1 link left relative: no base URL known (pass --root)\n"
OF_DIRECTORY = {
    "links site": [("site/a.html", None)],
    "links site b.html": [("site/a.html", None), ("b.html", "http://f/x")],
    "links b.html site": [("b.html", "http://f/x"), ("site/a.html", None)],
}


@pytest.mark.parametrize(("arguments", "rows"), OF_DIRECTORY.items(), ids=OF_DIRECTORY)
def test_a_url_of_the_file_is_not_that_of_a_directory(
    arguments: str, rows: list[tuple[str, str | None]]
) -> None:
    configure('[tool.absolutize]\nurl = "http://f/"\n')
    Path("b.html").write_bytes(b"<a href=x>")
    ran = run(*arguments.split())
    listed = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [(row["path"], row["target"]) for row in listed] == rows
    assert (ran.exit_code, ran.stderr) == (0, UNKNOWN)


OF_FOLDER = {  # where a command runs, its inputs, and the target of x in each
    "one file": (".", "site/a.html", ["http://f/site/x"]),
    "two files": (".", "site/a.html b.html", ["http://f/site/x", "http://f/x"]),
    "in a folder below": ("site", "a.html", ["http://f/site/x"]),
    "two files, from a folder below": ("site", "../b.html a.html", ["http://f/x", "http://f/site/x"]),
    "by its whole path": ("site", "{here}/site/a.html", ["http://f/site/x"]),
    "a file elsewhere": (".", "../c.html site/a.html", [None, "http://f/site/x"]),
}


@pytest.mark.parametrize(("below", "inputs", "targets"), OF_FOLDER.values(), ids=OF_FOLDER)
def test_a_url_of_the_file_is_that_of_its_folder_whatever_else_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, below: str, inputs: str, targets: list[str | None]
) -> None:
    configure('[tool.absolutize]\nurl = "http://f/"\n')
    for name in ("b.html", "../c.html"):
        Path(name).write_bytes(b"<a href=x>")
    monkeypatch.chdir(folder / below)
    ran = run("links", *inputs.format(here=folder).split())
    assert [json.loads(line)["target"] for line in ran.stdout.splitlines()] == targets
    assert (ran.exit_code, ran.stderr) == (0, "")


def test_what_climbs_above_the_folder_is_found_in_one_file_as_in_two() -> None:
    configure('[tool.absolutize]\nurl = "http://f/"\n')
    for name in ("site/a.html", "b.html"):
        Path(name).write_bytes(b"<a href=../x>")
    found = "b.html:1:9: [above-root] climbs above the root of the base URI: '../x'\n"
    for inputs, out in ((["site/a.html"], ""), (["b.html"], found), (["site/a.html", "b.html"], found)):
        assert run("check", *inputs).stdout == out


@pytest.mark.parametrize(
    ("arguments", "err"),
    [
        ("check site", "absolutize: no findings in 1 document\n"),
        ("report site -o r.html", f"{UNKNOWN}absolutize: r.html: 1 document, 1 link, 0 findings\n"),
        ("rewrite site -o new", f"{UNKNOWN}absolutize: site: 1 document, 0 links made absolute\n{NO_BASE}"),
    ],
)
def test_a_directory_is_read_where_the_file_has_a_url(arguments: str, err: str) -> None:
    configure('[tool.absolutize]\nurl = "http://f/"\n')
    ran = run(*arguments.split())
    assert (ran.exit_code, ran.stderr) == (0, err)


def test_names_of_files_are_relative_to_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure('[tool.absolutize.check]\nselect = ["relative"]\nbaseline = "known.json"\n')
    assert (
        run(
            "check", "site/a.html", "--no-config", "--select", "relative", "--write-baseline", "known.json"
        ).exit_code
        == 0
    )
    assert run("check", "site/a.html").exit_code == 0
    monkeypatch.chdir(folder / "site")
    assert "known.json: No such file" not in run("check", "a.html").stderr


def test_options_that_mean_nothing_for_an_input_are_for_others() -> None:
    configure('[tool.absolutize]\nexclude = ["x/"]\nroot = "http://h/"\nhttp-content-location = true\n')
    ran = run("check", "site/a.html")
    assert (ran.exit_code, ran.stderr) == (0, "absolutize: no findings in 1 document\n")


def test_standard_input_is_named_by_the_file_as_by_an_option(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure('[tool.absolutize.check]\nbaseline = "-"\n')
    monkeypatch.chdir(folder / "site")
    ran = run("check", "-")
    place = "../pyproject.toml: [tool.absolutize.check] baseline"
    why = f"an input and the file of {place} cannot both be standard input"
    assert (ran.exit_code, ran.stderr) == (2, f"absolutize: {why}\n")


IN = "pyproject.toml: [tool.absolutize"
LISTS = {  # a list, and what is said about it
    "none": (None, ": No such file or directory"),
    "a row without a URL": (
        "a.html,x\n",
        ": line 1: x: not an absolute URI (the columns are path,url, also in a header)",
    ),
    "a URL that is none": ("a.html,http://[\n", ": a.html: 'http://[': no browser reads it as a URL"),
    "a URL of a directory that is none": ("./,http://[\n", ": ./: 'http://[': no browser reads it as a URL"),
    "a row without a file": ("a.html,http://h/\nb.html,http://h/\n", ": 1 row matches no file: 'b.html'"),
}


@pytest.mark.parametrize("is_typed", [False, True], ids=["in the file", "typed"])
@pytest.mark.parametrize(("rows", "said"), LISTS.values(), ids=LISTS)
def test_the_place_that_names_a_list_is_named(rows: str | None, said: str, is_typed: bool) -> None:
    configure("[tool.absolutize]\n" + ("" if is_typed else 'map = "m.csv"\n'))
    if rows is not None:
        Path("m.csv").write_text(rows, "utf-8")
    ran = run("links", "site", *(["--map", "m.csv"] if is_typed else []))
    place = "--map" if is_typed else f"{IN}] map"
    assert ran.stderr == f"absolutize: {place} m.csv{said}\n"


REFUSED = {
    "a key": ("[tool.absolutize]\nselct = []\n", f"{IN}] has no key 'selct': is it 'select'?"),
    "a key of a command": (
        "[tool.absolutize.check]\nin-place = true\n",
        f"{IN}.check] has no key 'in-place': it is an option of a single run, for the command line",
    ),
    "a key of another command": (
        "[tool.absolutize.links]\nselect = []\n",
        f"{IN}.links] has no key 'select': it is for check, report",
    ),
    "a key of other commands, like one of this one": (
        '[tool.absolutize.check]\nbase-element = "keep"\n',
        f"{IN}.check] has no key 'base-element': it is for rewrite, links, report",
    ),
    "a value for a command": (
        "[tool.absolutize]\ncheck = 5\n",
        "pyproject.toml: tool.absolutize.check is not a table",
    ),
    "a table for an option": (
        "[tool.absolutize.select]\nx = 1\n",
        f"{IN}] select: {{'x': 1}} is not a list of texts",
    ),
    "a table for a command that reads no options, called like an option of another": (
        "[tool.absolutize.text]\nx = 1\n",
        f"{IN}] text: {{'x': 1}} is not true or false",
    ),
    "an underscore": (
        '[tool.absolutize]\nsame_document = "keep"\n',
        f"{IN}] has no key 'same_document': is it 'same-document'?",
    ),
    "a command": ("[tool.absolutize.chek]\n", f"{IN}] has no key 'chek': is it 'check'?"),
    "a text for a list": (
        '[tool.absolutize.check]\nselect = "relative"\n',
        f"{IN}.check] select: 'relative' is not a list of texts",
    ),
    "a number for a text": ("[tool.absolutize]\nurl = 1\n", f"{IN}] url: 1 is not a text"),
    "a truth for a number": ("[tool.absolutize]\njobs = true\n", f"{IN}] jobs: True is not a number"),
    "a text for a flag": (
        '[tool.absolutize]\nquiet = "yes"\n',
        f"{IN}] quiet: 'yes' is not true or false",
    ),
    "no choice": (
        '[tool.absolutize.check]\nformat = "xml"\n',
        f"{IN}.check] format: 'xml' is not one of {', '.join(map(repr, CHECK_FORMATS))}.",
    ),
    "too small": ("[tool.absolutize]\njobs = 0\n", f"{IN}] jobs: 0 is not a whole number of at least 1"),
    "no table": ('[tool]\nabsolutize = "x"\n', "pyproject.toml: tool.absolutize is not a table"),
    "no table around it": ('tool = "absolutize"\n', "pyproject.toml: tool is not a table"),
    "several tables around it": ("[[tool]]\nabsolutize = {}\n", "pyproject.toml: tool is not a table"),
    "nested too deep": (f"absolutize = {'[' * 100_000}", "pyproject.toml: TOML that is nested too deep"),
    "an option that is only typed": (
        '[tool.absolutize.rewrite]\noutput = "x"\n',
        f"{IN}.rewrite] has no key 'output': it is an option of a single run, for the command line",
    ),
}


REFUSED |= {
    f"a value for {line}": (f"[tool.absolutize{of}]\n{line}\n", f"{IN}{of}] {why}")
    for of, line, why in (
        (".check", 'select = ["nope"]', "select: no code is 'nope' (`absolutize explain` lists them)"),
        ("", 'ignore = ["nope"]', "ignore: no code is 'nope': is it no-head or no-file?"),
        (".check", 'baseline = ""', "baseline: the name is empty"),
        ("", 'map = ""', "map: the name is empty"),
        ("", r'map = "a\u0000b"', "map: the name has a NUL character"),
        ("", 'url = "e"', "url 'e': not an absolute URI"),
        (
            "",
            'url = "http://e/p.html"',
            "url http://e/p.html: not the URL of the file's directory, which ends with /",
        ),
        (
            "",
            'url = "http://e/?q"',
            "url http://e/?q: not the URL of the file's directory, which ends with /",
        ),
        ("", 'root = "e"', "root 'e': not an absolute URI"),
        ("", 'charset = "nope"', "charset 'nope': not a label of the Encoding Standard"),
        (
            "",
            'environment-charset = "nope"',
            "environment-charset 'nope': not a label of the Encoding Standard",
        ),
        ("", 'media-type = "a/b"', f"media-type 'a/b': {arguments.NO_MEDIA_TYPE}"),
        ("", 'attribute = ["x"]', "attribute 'x' is not of the form element[attribute]=syntax"),
    )
}


def test_a_typed_value_is_named_as_it_is_typed() -> None:
    configure('[tool.absolutize]\nselect = ["ALL"]\nrules = "whatwg"\n')
    ran = run("check", "site/a.html", "--select", "nope")
    why = "--select: no code is 'nope' (`absolutize explain` lists them)"
    assert (ran.exit_code, ran.stderr) == (2, f"absolutize: {why}\n")


def test_an_option_that_the_rules_of_the_file_ignore() -> None:
    configure('[tool.absolutize]\nrules = "whatwg"\n')
    ran = run("check", "site/a.html", "--overflow", "remove")
    assert ran.exit_code == 2
    assert ran.stderr.startswith(f"absolutize: --overflow means nothing with {IN}] rules whatwg: it is for ")


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_is_one_line(text: str, why: str) -> None:
    configure(text)
    ran = run("check", "site/a.html")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr.splitlines() == [f"absolutize: {why}"]


def test_a_file_that_is_no_toml() -> None:
    configure("[tool.absolutize\n")
    ran = run("check", "site/a.html")
    assert (ran.exit_code, ran.stderr.startswith("absolutize: pyproject.toml: not TOML: ")) == (2, True)


NAMED = {
    "none": ("none.toml", "none.toml: No such file or directory"),
    "without the table": ("site/a.html.toml", "site/a.html.toml: no [tool.absolutize]"),
}


@pytest.mark.parametrize(("path", "why"), NAMED.values(), ids=NAMED)
def test_a_file_that_was_named_has_the_table(path: str, why: str) -> None:
    Path("site/a.html.toml").write_text("", "utf-8")
    ran = run("check", "site/a.html", "--config", path)
    assert (ran.exit_code, ran.stderr) == (2, f"absolutize: {why}\n")


def test_help_needs_no_file() -> None:
    configure("[tool.absolutize\n")
    assert run("check", "--help").exit_code == 0
