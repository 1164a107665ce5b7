"""Paths of outputs, URLs of several inputs, and options that have no effect, on the command line."""

from __future__ import annotations

import gzip
import io
import shlex
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from absolutize.cli.io.output_names import relative_names
from tests.support.commandline import Ran, Runner
from tests.support.forking import Server

PAGE = b"<a href=x>\n"
SITE = ("a/index.html", "b/index.html", "b/c/index.html", "page.html")


@pytest.fixture
def run(tmp_path: Path, server: Server) -> Runner:
    directory = tmp_path / "w"
    for path in SITE:
        (directory / path).parent.mkdir(parents=True, exist_ok=True)
        (directory / path).write_bytes(PAGE)
    return Runner(directory, server)


def zipped(members: Mapping[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, member in members.items():
            archive.writestr(name, member)
    return data.getvalue()


def page(base: str) -> bytes:
    return f"<a href={base}x>\n".encode()


def outputs(run: Runner, name: str = "out") -> dict[str, bytes]:
    root = run.directory / name
    return {
        str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()
    }


KEPT: dict[str, tuple[str, Mapping[str, str]]] = {  # inputs, and the base of each output
    "of one name": ("a/index.html b/index.html", {"a/index.html": "a/", "b/index.html": "b/"}),
    "deeper": ("b/index.html b/c/index.html", {"b/index.html": "b/", "b/c/index.html": "b/c/"}),
    "spelled otherwise": ("./a/index.html b/../page.html", {"a/index.html": "a/", "page.html": ""}),
    "absolute": ("{w}/a/index.html {w}/b/index.html", {"a/index.html": "a/", "b/index.html": "b/"}),
    "above": ("../w/a/index.html ../w/b/c/index.html", {"a/index.html": "a/", "b/c/index.html": "b/c/"}),
    "here and elsewhere": ("a/index.html {w}/page.html", {"a/index.html": "a/", "page.html": ""}),
}


@pytest.mark.parametrize(("inputs", "bases"), KEPT.values(), ids=KEPT)
def test_outputs_keep_relative_paths(run: Runner, inputs: str, bases: Mapping[str, str]) -> None:
    arguments = f"rewrite {inputs.format(w=run.directory)} -o out --url http://h/"
    ran = run(*shlex.split(arguments))
    assert ran == Ran(0, b"", "absolutize: 2 documents, 2 links made absolute\n")
    assert outputs(run) == {name: page(f"http://h/{base}") for name, base in bases.items()}


def test_one_input_keeps_its_path_too(run: Runner) -> None:
    assert run("rewrite", "b/c/index.html", "-o", "out/", "--url", "http://h/p") == Ran(0, b"", "")
    assert outputs(run) == {"b/c/index.html": page("http://h/")}


def test_directories_of_one_name_keep_their_paths(run: Runner) -> None:
    for path in ("a", "b"):
        (run.directory / path / "docs").mkdir()
        (run.directory / path / "docs" / "p.html").write_bytes(PAGE)
    assert run("rewrite", "a/docs", "b/docs", "-o", "out", "--root", "http://h/").status == 0
    assert outputs(run) == {f"{path}/docs/p.html": page(f"http://h/{path}/docs/") for path in ("a", "b")}


def test_relative_names_lead_down() -> None:
    names = relative_names(["a/b.html", "../x/y.html", "../x/z/y.html", ".", "/"])
    assert all(not Path(name).is_absolute() and ".." not in Path(name).parts for name in names.values())


def test_a_path_that_leads_here_is_named_from_here_like_one_that_does() -> None:
    here = Path.cwd()
    paths = [f"../{here.name}/a/index.html", f"{here}/b/index.html", "c/index.html", "d.html"]
    names = dict(zip(paths, ["a/index.html", "b/index.html", "c/index.html", "d.html"], strict=True))
    assert relative_names(paths) == names
    assert relative_names(paths[:2]) == dict(zip(paths[:2], ["a/index.html", "b/index.html"], strict=True))
    assert relative_names([paths[1]]) == {paths[1]: "index.html"}


def test_a_directory_to_which_nothing_is_written_is_not_left(run: Runner) -> None:
    (run.directory / "kept").mkdir()
    for output in ("new/er", "kept", "kept/in"):
        assert run("rewrite", "no1.html", "no2.html", "-o", output, "--url", "http://h/").status == 2
    assert not (run.directory / "new").exists()
    assert not list((run.directory / "kept").iterdir())


UNMATCHED = "absolutize: --map map.csv: 1 row matches no file: 'nope.html'\n"


@pytest.mark.parametrize("command", ["rewrite a -o new", "links a", "check a", "base a"])
def test_a_row_of_a_list_that_matches_no_file_is_reported(run: Runner, command: str) -> None:
    run.write("map.csv", b"path,url\nindex.html,http://h/\nnope.html,http://h/n\n")
    assert UNMATCHED in run(*shlex.split(command), "--map", "map.csv").err


FOLDER = "one URL for 2 inputs; give the URL of their directory, which ends with /"
RFC_2396 = "uri-syntax-02, uri-syntax-03, rfc2396, rfc2396bis-00"
IGNORED = (  # an option, a value, the rule sets that know it, and some that ignore it
    ("--overflow", "avoid", RFC_2396, ("www-uri-00", "rfc1630", "rfc3986", "whatwg")),
    (
        "--same-scheme",
        "strict",
        "www-uri-00, rfc1630, uri-syntax-03, rfc2396, rfc2396bis-00, rfc3986",
        ("uri-syntax-02", "whatwg"),
    ),
    ("--partial-form", "literal", "www-uri-00, rfc1630", ("uri-syntax-02", "rfc2396", "rfc3986", "whatwg")),
    ("--slash-run", "first", "rfc1630", ("www-uri-00", "rfc2396", "rfc3986", "whatwg")),
    ("--request", "", f"www-uri-00, rfc1630, {RFC_2396}", ("rfc3986", "whatwg")),
)

NOTHING = {
    "two inputs and a file": (
        "rewrite a/index.html page.html -o x.html --url http://h/",
        "-o x.html: 2 inputs need a directory; pass x.html/ to name a directory",
    ),
    "two inputs and an archive": (
        "rewrite a/index.html page.html -o x.warc.gz --url http://h/",
        "-o x.warc.gz: 2 inputs need a directory; pass x.warc.gz/ to name a directory",
    ),
    "two inputs to one file": (
        "rewrite a/index.html {w}/../w/a/index.html {w}/b/index.html -o out",
        "{w}/../w/a/index.html: its output would be out/a/index.html, as that of a/index.html",
    ),
    "one URL, rewrite": (
        "rewrite a/index.html page.html -o out --url http://h/p.html",
        f"--url http://h/p.html: {FOLDER}",
    ),
    "one URL, in place": (
        "rewrite a/index.html page.html --in-place --url http://h/?q",
        f"--url http://h/?q: {FOLDER}",
    ),
    "one URL, links": ("links a/index.html page.html --url http://h/d", f"--url http://h/d: {FOLDER}"),
    "one URL, check": ("check a/index.html page.html --url http://h/#s", f"--url http://h/#s: {FOLDER}"),
    "a folder URL, and standard input": (
        "links a/index.html - --url http://h/",
        "--url http://h/: standard input has no path below that directory",
    ),
    **{
        f"{command} {option}": (
            f"{command} page.html {option} {value}".rstrip(),
            f"{option} is for directories, and page.html is not one",
        )
        for command in ("rewrite", "links", "check", "base")
        for option, value in (
            ("--root", "http://h/"),
            ("--map", "list.csv"),
            ("--exclude", "x"),
            ("--hidden", ""),
        )
    },
    "--root, several": (
        "links page.html a/index.html --root http://h/",
        "--root is for directories, and none of the inputs is one",
    ),
    "--resume to standard output": (
        "rewrite page.html --resume",
        "--resume needs -o: it is for new output files",
    ),
    "--resume in place": (
        "rewrite page.html --in-place --resume",
        "--resume needs -o: it is for new output files",
    ),
    "--hard-links": (
        "rewrite page.html -o out --hard-links",
        "--hard-links is for directories, and page.html is not one",
    ),
    **{
        f"{option}, {rules}, {command}": (
            f"{command} {option} {value} --rules {rules}",
            f"{option} means nothing with --rules {rules}: it is for {known}",
        )
        for command in ("resolve '' --base http://h/", "rewrite page.html", "links -", "check x", "base x")
        for option, value, known, ignoring in IGNORED
        for rules in ignoring
        if command.startswith("resolve") or option in {"--overflow", "--same-scheme"}
    },
    "--slash-run, the default rules": (
        "resolve //g --base http://h/ --slash-run first",
        "--slash-run means nothing with --rules rfc2396bis-00: it is for rfc1630",
    ),
    "--overflow, neither rule set": (
        "check page.html --rules whatwg --against rfc3986 --overflow avoid",
        f"--overflow means nothing with --rules whatwg: it is for {RFC_2396}",
    ),
    "--rules and --all-rules": (
        "resolve x --base http://h/ --rules rfc2396bis-00 --all-rules",
        "pass only one of --rules and --all-rules",
    ),
    "--request": (
        "resolve x '#s' --base http://h/ --request",
        "--request is for an empty reference, and none is given",
    ),
    "--request, all rules": (
        "resolve x --base http://h/ --request --all-rules",
        "--request is for an empty reference, and none is given",
    ),
    "--reading": (
        "parse x --rules whatwg --reading printed",
        "--reading means nothing with --rules whatwg: it is for grammars, and whatwg has none",
    ),
    "--hard-links in place": (
        "rewrite a --in-place --root http://h/ --hard-links",
        "--hard-links needs -o: it is for new output files",
    ),
}


@pytest.mark.parametrize(("arguments", "why"), NOTHING.values(), ids=NOTHING)
def test_what_means_nothing_is_refused(run: Runner, arguments: str, why: str) -> None:
    run.write("list.csv", b"page.html,http://h/\n")
    before = run.tree()
    ran = run(*shlex.split(arguments.format(w=run.directory)))
    assert ran == Ran(2, b"", f"absolutize: {why.format(w=run.directory)}\n")
    assert run.tree() == before


def test_an_input_that_is_missing_may_have_been_a_directory(run: Runner) -> None:
    ran = run("links", "none", "--root", "http://h/")
    assert ran == Ran(2, b"", "absolutize: none: No such file or directory\n")


def test_rows_of_a_list_that_match_no_file_are_named(run: Runner) -> None:
    run.write("list.csv", b"index.html,http://h/\nnone.html,http://h/n\nx/y,http://h/y\n")
    ran = run("rewrite", "a", "b", "-o", "out", "--map", "list.csv")
    said = "absolutize: --map list.csv: 2 rows match no file: 'none.html', 'x/y'\n"
    assert ran.err.startswith(said)
    assert run("rewrite", "a", "-o", "q", "--map", "list.csv", "--quiet") == Ran(0, b"", "")


RECORD = b"""WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:1>\r
WARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: http://t/\r
Content-Type: text/html\r\nContent-Length: 10\r\n\r\n<a href=x>\r\n\r\n"""
MAIL = b"MIME-Version: 1.0\nContent-Type: text/html\nContent-Location: http://m/\nSubject: s\n\n<a href=x>\n"
WITHOUT_RECORDS: Mapping[str, Mapping[str, bytes]] = {  # kinds of input, and the files that make them
    "p.html": {"p.html": PAGE},
    "p.html.gz": {"p.html.gz": gzip.compress(PAGE)},
    "p.zip": {"p.zip": zipped({"p.html": PAGE})},
    "p.mhtml": {"p.mhtml": MAIL},
    "p.mbox": {"p.mbox": b"From a@b Thu Jan  1 00:00:00 2020\n" + MAIL},
    "p.bin": {"p.bin": bytes(range(256))},
    "tree": {"tree/p.html": PAGE, "tree/q.css": b"x"},
}
WITH_RECORDS: Mapping[str, Mapping[str, bytes]] = {
    "r.warc": {"r.warc": RECORD},
    "r.warc.gz": {"r.warc.gz": gzip.compress(RECORD)},
    "r.zip": {"r.zip": zipped({"p.html": PAGE, "r.warc": RECORD})},
    "recorded": {"recorded/p.html": PAGE, "recorded/r.warc": RECORD},
    "zipped": {"zipped/p.html": PAGE, "zipped/r.warc.gz": gzip.compress(RECORD)},
}
OF_RECORDS = (  # commands, and the options of records that they have
    ("rewrite", "--conversion"),
    ("rewrite", "--http-content-location"),
    ("links", "--http-content-location"),
    ("check", "--http-content-location"),
    ("base", "--http-content-location"),
)


def given(run: Runner, name: str, files: Mapping[str, bytes], command: str) -> str:
    """Write an input; give the command line with what it needs."""
    for path, data in files.items():
        (run.directory / path).parent.mkdir(exist_ok=True)
        run.write(path, data)
    root = "--root http://h/" if (run.directory / name).is_dir() else "--url http://h/"
    more = {"rewrite": " -o out", "check": " --select ALL"}.get(command, "")
    return f"{command} {name} {root}{more}"


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("command", "option"), OF_RECORDS)
@pytest.mark.parametrize(("name", "files"), WITHOUT_RECORDS.items(), ids=WITHOUT_RECORDS)
def test_options_of_records_mean_nothing_without_records(
    run: Runner, name: str, files: Mapping[str, bytes], command: str, option: str, jobs: str
) -> None:
    ran = run(*given(run, name, files, command).split(), option, "--jobs", jobs)
    why = f"absolutize: {name}: {option} applies only to WARC records; none was found\n"
    assert ran.err.count(why) == 1
    assert option not in run(*given(run, name, files, command).split(), option, "--quiet").err


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("command", "option"), OF_RECORDS)
@pytest.mark.parametrize(("name", "files"), WITH_RECORDS.items(), ids=WITH_RECORDS)
def test_options_of_records_mean_something_where_there_are_any(
    run: Runner, name: str, files: Mapping[str, bytes], command: str, option: str, jobs: str
) -> None:
    ran = run(*given(run, name, files, command).split(), option, "--jobs", jobs)
    assert option not in ran.err
    assert ran.status == (command == "check")


def test_links_of_several_inputs_have_the_urls_of_their_paths(run: Runner) -> None:
    ran = run("links", "a/index.html", "page.html", "--url", "http://h/d/", "--format", "csv")
    assert [line.split(",")[10] for line in ran.out.decode().splitlines()[1:]] == [
        "http://h/d/a/x",
        "http://h/d/x",
    ]
