"""Inputs that are given twice, and inputs that are not HTML, with every command."""

from __future__ import annotations

import gzip
import io
import json
import random
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from absolutize.cli import main
from tests.support.archives import response, zipped, zst
from tests.support.commandline import environment

PAGE = b"<!DOCTYPE html><a href=x>\n"
TWICE = {
    "alike": "a/p.html a/p.html",
    "with a dot": "a/p.html ./a/p.html",
    "with slashes": "a/p.html a//p.html a/./p.html",
    "with a detour": "a/p.html a/../a/p.html",
    "with a detour of a directory": "a a/../a",
    "a directory": "a a/",
}


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "p.html").write_bytes(PAGE)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.mark.rows("paths", TWICE.values(), ids=TWICE)
@pytest.mark.rows("options", [("links",), ("check", "--select", "ALL")], ids=["links", "check"])
def test_an_input_that_is_given_twice_is_one(paths: str, options: tuple[str, ...]) -> None:
    once = run(*options, paths.split(maxsplit=1)[0])
    assert once.stdout.count("\n") == 1
    twice = run(*options, *paths.split())
    assert (twice.exit_code, twice.stdout, twice.stderr) == (once.exit_code, once.stdout, once.stderr)


def test_an_input_that_is_given_twice_is_made_absolute_once() -> None:
    ran = run("rewrite", "a/p.html", "./a/p.html", "--url", "http://h/d/")
    assert (ran.exit_code, ran.stdout, ran.stderr) == (0, "<!DOCTYPE html><a href=http://h/d/x>\n", "")


ROOTS = {
    # inputs, and the target of x in each page
    "one directory": ("a", ["http://h/x"]),
    "a directory and a file": ("a b/a.html", ["http://h/a/x", "http://h/b/x"]),
    "a file and a directory": ("b/a.html a", ["http://h/b/x", "http://h/a/x"]),
    "a directory and a file in it": ("b b/a.html", ["http://h/b/x", "http://h/b/c/x", "http://h/b/x"]),
    "a directory and a file, elsewhere": ("../t/a ../t/b/a.html", ["http://h/a/x", "http://h/b/x"]),
    "a directory, and a file that the list names": (
        "--map map.csv a b/c/p.html",
        ["http://h/a/x", "http://h/b/c/x"],
    ),
    "a directory and nothing": ("a none", ["http://h/a/x"]),
    "one directory, twice": ("a a/ ./a", ["http://h/x"]),
    "two directories": ("b a", ["http://h/b/x", "http://h/b/c/x", "http://h/a/x"]),
    "two directories and a list": (
        "--map map.csv a b",
        ["http://h/a/x", "http://h/b/x", "http://m/x"],
    ),
    "a directory and one in it": ("b b/c", ["http://h/b/x", "http://h/b/c/x", "http://h/b/c/x"]),
    "elsewhere": ("../t/b ../t/a", ["http://h/b/x", "http://h/b/c/x", "http://h/a/x"]),
    "a name that is escaped": ("a e?e", ["http://h/a/x", "http://h/e%3Fe/x"]),
}


@pytest.mark.rows(("arguments", "targets"), ROOTS.values(), ids=ROOTS)
def test_the_root_of_several_inputs_is_that_of_their_folder(
    directory: Path, arguments: str, targets: list[str | None]
) -> None:
    for path in ("b/a.html", "b/c/p.html", "e?e/p.html"):
        (directory / path).parent.mkdir(exist_ok=True)
        (directory / path).write_bytes(PAGE)
    (directory / "map.csv").write_text("path,url\nc/p.html,http://m/\n")
    here = arguments.replace("../t", f"../{directory.name}").split()
    found = run("links", *here, "--root", "http://h/")
    assert [json.loads(line)["target"] for line in found.stdout.splitlines()] == targets


def test_the_root_of_several_inputs_is_that_of_their_outputs(directory: Path) -> None:
    for name in ("b", "c"):
        (directory / name).mkdir()
        (directory / name / "p.html").write_bytes(PAGE)
    assert run("rewrite", "a", "b", "c/p.html", "-o", "out", "--root", "http://h/d", "-q").exit_code == 0
    for name in ("a", "b", "c"):
        page = (directory / "out" / name / "p.html").read_text()
        assert page == f"<!DOCTYPE html><a href=http://h/d/{name}/x>\n"


def test_others_of_an_inputs_name_are_others(directory: Path) -> None:
    """``-`` is standard input, ``./-`` a file."""
    (directory / "-").write_bytes(b"<http://i/>")
    command = [sys.executable, "-m", "absolutize", "text", "-", "./-", "-"]
    ran = subprocess.run(command, input=b"<http://h/>", capture_output=True, env=environment(), check=True)
    assert [json.loads(line)["path"] for line in ran.stdout.splitlines()] == ["-", "./-"]


OTHERS = {  # two spellings, of which the second is behind a symbolic link, and the name of both outputs
    "the link behind": ("p.html", "b/../p.html", "p.html"),
    "the link in front": ("b/../p.html", "p.html", "p.html"),
    "both with a detour": ("a/../p.html", "b/../p.html", "p.html"),
    "directories": ("d", "b/../d", "d"),
    "what is not there": ("none.html", "a/../none.html", "none.html"),
}


@pytest.mark.parametrize(("one", "two", "name"), OTHERS.values(), ids=OTHERS)
def test_others_with_the_same_output_are_refused(directory: Path, one: str, two: str, name: str) -> None:
    """``b/..`` is another folder: ``b`` is a symbolic link."""
    (directory / "other" / "z").mkdir(parents=True)
    (directory / "b").symlink_to("other/z")
    for folder in (".", "other"):
        (directory / folder / "d").mkdir()
        for page in ("p.html", "d/p.html"):
            (directory / folder / page).write_bytes(PAGE)
    ran = run("rewrite", one, two, "-o", "out", "--force")
    assert ran.stderr == f"absolutize: {two}: its output would be out/{name}, as that of {one}\n"
    assert (ran.exit_code, (directory / "out").exists()) == (2, False)


def old_tar() -> bytes:
    """Make a tar file as before POSIX: its headers have no magic number."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.USTAR_FORMAT) as file:
        for name in ("a.html", "b.html"):
            member = tarfile.TarInfo(name)
            member.size = len(PAGE)
            file.addfile(member, io.BytesIO(PAGE))
    data = bytearray(written.getvalue())
    for start in (0, 2 * tarfile.BLOCKSIZE):
        header = data[start : start + tarfile.BLOCKSIZE]
        header[257:265] = bytes(8)
        header[148:156] = b" " * 8
        header[148:156] = b"%06o\0 " % sum(header)
        data[start : start + tarfile.BLOCKSIZE] = header
    with tarfile.open(fileobj=io.BytesIO(data)) as file:
        assert file.getnames() == ["a.html", "b.html"]
    return bytes(data)


NOISE = random.Random(7).randbytes(3000) + b"<a href=x>"
CPIO = b"070701" + b"00000001" * 13 + b"a.html\0\0" + PAGE  # portable ASCII format
NOT_HTML = {
    "noise": ("r.bin", NOISE, ()),
    "noise without an extension": ("r", NOISE, ()),
    "a byte, and a tag": ("r.bin", b"text \x08 <a href=x>", ()),
    "noise without a tag": ("r.bin", b"\x89 \0", ()),
    "noise without a tag, named as a style sheet": ("r.css", b"\x89 \0", ()),
    "a program": ("r.class", b"\xca\xfe\xba\xbe\0\0\0\x34<init><a href=x>", ()),
    "tar": ("r.tar", old_tar(), ()),
    "cpio": ("r.cpio", CPIO, ()),
    "cpio in binary": ("r.cpio", b"\xc7\x71" + bytes(24) + b"a.html\0\0" + PAGE, ()),
    "a disk image": ("r.img", b"\xeb\x3c\x90MSDOS5.0\0\2" + bytes(501) + PAGE, ()),
    **{
        f"XML in {encoding}": (
            "r.xml",
            f"<?xml version='1.0'?><a xml:base='{encoding}'/>".encode(encoding),
            (),
        )
        for encoding in ("cp037", "cp500", "utf-32-be", "utf-32-le")
    },
    "HTML in UTF-32": ("r.html", "<a href=x>".encode("utf-32-le"), ()),
    "XML in EBCDIC, read as XML": ("r", "<?xml version='1.0'?><a/>".encode("cp037"), ("--as", "xml")),
    "an image of a CD": ("r.iso", bytes(1 << 15) + b"\1CD001\1\0" + PAGE, ()),
    "JSON": ("r.json", b'\n{"html":"<a href=\\"x\\">"}\n', ()),
    "JSON of a crawl": ("r.har", b'\xef\xbb\xbf{"log": {"text": ["<a href=x>\xc3\xa4"]}}', ()),
    "an array, without an extension": ("r", b'[{"html": "<a href=x>"}, 1]', ()),
    "lines of JSON": ("r.jsonl", b'{"html":"<a href=x>"}\r\n\r\n{"html":"<a href=y>"}\r\n', ()),
    "a script": ("r.js", b'document.write("<a href=\\"x\\">")', ()),
    "a module": ("R.MJS", b"export const a = `<a href=${x}>`;", ()),
    "much JSON": ("r.json", b"[%s1]" % (b'"<a href=x>", ' * 9999), ()),
}
TAKEN = {
    "noise that is named HTML": ("r.html", b"\0 <a href=x>", ()),
    "noise that is named XHTML": ("r.xht", b"\0 <a href=x/>", ()),
    "an escape, as ISO-2022-JP has": ("r.bin", b"\x1b$B <a href=x>", ()),
    "marked as UTF-16": ("r.bin", "\ufeff\0<a href=x>".encode("utf-16-le"), ()),
    "begins as markup": ("r.bin", b"\n<p>\0<a href=x>", ()),
    "far behind": ("r.bin", b" " * 1445 + b"\0<a href=x>", ()),
    "a template that begins with a value": ("r.j2", b"{{ a }}<a href=x>", ()),
    "a template that begins with a tag": ("r.j2", b"{% a %}<a href=x>", ()),
    "front matter of JSON": ("r.tpl", b'{"title": "t"}\n\n<a href=x>', ()),
    "a shortcode": ("r.tpl", b"[gallery]<a href=x>", ()),
    "a number in brackets": ("r.tpl", b"[1] <a href=x>", ()),
    "a page in the place of a script": ("r.js", b"<!DOCTYPE html><a href=x>", ()),
    "a script that is read as HTML": ("r.js", b"a('<a href=x>')", ("--as", "html")),
    "the text of a script by another name": ("r.txt", b"a('<a href=x>')", ()),
    "JSON that is cut off": ("r.json", b'{"html":"<a href=x>"', ()),
    "JSON that is named HTML": ("r.html", b'["<a href=x>"]', ()),
    "JSON that is said to be HTML": ("r.json", b'["<a href=x>"]', ("--media-type", "text/html")),
    "said to be HTML": ("r.bin", b"\0 <a href=x>", ("--media-type", "text/html")),
    "read as HTML": ("r.bin", b"\0 <a href=x>", ("--as", "html")),
    "said to be in UTF-16": ("r.bin", "x<a href=x>".encode("utf-16-le"), ("--charset", "utf-16le")),
}


@pytest.mark.rows(("name", "data", "options"), NOT_HTML.values(), ids=NOT_HTML)
def test_data_that_no_text_has_is_no_html(
    directory: Path, name: str, data: bytes, options: tuple[str, ...]
) -> None:
    (directory / name).write_bytes(data)
    ran = run("check", name, *options)
    assert (ran.exit_code, ran.stdout) == (1, f"{name}: [not-html] not HTML: skipped\n")
    assert ran.stderr == "absolutize: 1 finding in 0 documents: 1 not-html\n"
    (found,) = json.loads(run("check", name, "--format", "json", *options).stdout)
    assert (found["path"], found["code"], found["line"]) == (name, "not-html", None)
    (log,) = json.loads(run("check", name, "--format", "sarif", *options).stdout)["runs"]
    (notification,) = log["invocations"][0]["toolExecutionNotifications"]
    assert notification["descriptor"] == {"id": "not-html"}


@pytest.mark.rows(("name", "data", "options"), NOT_HTML.values(), ids=NOT_HTML)
def test_data_that_no_text_has_are_copied(
    directory: Path, name: str, data: bytes, options: tuple[str, ...]
) -> None:
    given = ("--url", "http://h/", *options)
    for path, content in ((name, data), (f"{name}.gz", gzip.compress(data)), (f"{name}.zst", zst(data))):
        (directory / path).write_bytes(content)
        ran = run("rewrite", path, "--in-place", *given)
        assert (ran.exit_code, ran.stdout) == (1, "")
        assert ran.stderr.splitlines()[0] == f"absolutize: {path}: not HTML: copied unchanged"
        assert (directory / path).read_bytes() == content


def test_data_that_no_text_has_are_copied_from_a_pipe() -> None:
    command = [sys.executable, "-m", "absolutize", "rewrite", "-", "--url", "http://h/"]
    ran = subprocess.run(command, input=old_tar(), capture_output=True, env=environment(), check=False)
    assert (ran.returncode, ran.stdout) == (1, old_tar())
    assert ran.stderr == b"absolutize: -: not HTML: copied unchanged\n"


BEHIND_A_LINE = {
    "a page": PAGE,
    "a page in gzip": gzip.compress(PAGE),
    "WARC": response(PAGE, uri="http://h/d/"),
    "zip": zipped((("p.html", PAGE),)),
}


@pytest.mark.parametrize("data", BEHIND_A_LINE.values(), ids=BEHIND_A_LINE)
def test_standard_input_is_read_from_where_it_is(directory: Path, data: bytes) -> None:
    """As in a shell, after ``read line``: what another program has read is not read again."""
    (directory / "read").write_bytes(b"a line\n" + data)
    command = [sys.executable, "-m", "absolutize", "rewrite", "-", "--url", "http://h/"]
    whole = subprocess.run(command, input=data, capture_output=True, env=environment(), check=True)
    with (directory / "read").open("rb", buffering=0) as file:
        file.readline()
        ran = subprocess.run(command, stdin=file, capture_output=True, env=environment(), check=True)
    assert (ran.stdout, ran.stderr) == (whole.stdout, whole.stderr)


@pytest.mark.rows(("name", "data", "options"), NOT_HTML.values(), ids=NOT_HTML)
@pytest.mark.rows("command", ["links", "base", "rewrite --diff --url http://h/"])
def test_data_that_no_text_has_are_no_html_for_any_command(
    directory: Path, command: str, name: str, data: bytes, options: tuple[str, ...]
) -> None:
    (directory / name).write_bytes(data)
    ran = run(*command.split(), name, *options)
    assert (ran.exit_code, ran.stdout) == (1, "")
    what = "copied unchanged" if "rewrite" in command else "skipped"
    assert ran.stderr == f"absolutize: {name}: not HTML: {what}\n"


@pytest.mark.rows("codes", ("not-html", "not", "empty,not-html", "ALL"))
def test_what_is_wrong_with_a_file_can_be_ignored(directory: Path, codes: str) -> None:
    (directory / "r.bin").write_bytes(NOISE)
    ran = run("check", "r.bin", "--ignore", codes)
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert ran.stderr == (
        "absolutize: r.bin: no document in it was read\nabsolutize: no findings in 0 documents\n"
    )


def test_a_file_that_cannot_be_read_is_not_ignored(directory: Path) -> None:
    ran = run("check", str(directory / "none.html"), "--ignore", "no-access")
    assert ran.exit_code == 2
    assert ran.stderr.endswith("none.html: No such file or directory\n")


def test_codes_of_files_are_not_selected(directory: Path) -> None:
    (directory / "r.bin").write_bytes(NOISE)
    ran = run("check", "r.bin", "--select", "not-html")
    assert (ran.exit_code, ran.stdout) == (2, "")
    why = "is about files and archives: such findings are reported unless they are ignored"
    assert ran.stderr == f"absolutize: --select: 'not-html' {why}\n"


@pytest.mark.rows(("name", "data", "options"), TAKEN.values(), ids=TAKEN)
def test_what_is_said_to_be_html_is_checked(
    directory: Path, name: str, data: bytes, options: tuple[str, ...]
) -> None:
    (directory / name).write_bytes(data)
    assert "relative" in run("check", name, "--select", "ALL", *options).stdout


@pytest.mark.rows(("name", "data", "options"), TAKEN.values(), ids=TAKEN)
def test_what_is_said_to_be_html_is_rewritten(
    directory: Path, name: str, data: bytes, options: tuple[str, ...]
) -> None:
    (directory / name).write_bytes(data)
    assert run("rewrite", name, "--in-place", "--url", "http://h/", *options).exit_code == 0
    after = (directory / name).read_bytes()
    before = data.replace(b"=\0x\0", b"=x").replace(b"=x", b"=http://h/x")
    assert after.replace(b"=\0h\0t\0t\0p\0:\0/\0/\0h\0/\0x\0", b"=http://h/x") == before


def test_resuming_one_document_means_nothing(directory: Path) -> None:
    ran = run("rewrite", "a/p.html", "-o", "new.html", "--resume", "--url", "http://h/")
    said = "absolutize: new.html: --resume has no effect here: this output is written in one step\n"
    assert (ran.exit_code, ran.stderr) == (0, said)
    assert (directory / "new.html").exists()
    assert run("rewrite", "a/p.html", "-o", "out/", "--resume", "--url", "http://h/").stderr == ""


TEMPLATE = b'{% extends "base.html" %}\n'
WITHOUT_TAGS = {
    "named HTML": ("c.html", TEMPLATE, "c.html"),
    "named HTML, compressed": ("c.html.gz", gzip.compress(TEMPLATE), "c.html.gz"),
    "of another name": ("c.txt", TEMPLATE, "c.txt"),
    "read as HTML": ("c.bin", TEMPLATE, "c.bin --as html"),
    "said to be HTML": ("c.bin", TEMPLATE, "c.bin --media-type text/html"),
    "empty": ("c.html", b"", "c.html"),
    "in UTF-16": ("c.bin", "text".encode("utf-16"), "c.bin"),
    "in a directory": ("d/c.html", TEMPLATE, "d"),
}


@pytest.mark.rows(("name", "data", "arguments"), WITHOUT_TAGS.values(), ids=WITHOUT_TAGS)
def test_a_text_without_a_tag_is_a_page_without_links(
    directory: Path, name: str, data: bytes, arguments: str
) -> None:
    (directory / "d").mkdir(exist_ok=True)
    (directory / name).write_bytes(data)
    ran = run("check", "--select", "ALL", *arguments.split())
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert ran.stderr == "absolutize: no findings in 1 document\n"
    ran = run("report", "-o", "r.html", "--force", *arguments.split())
    assert (ran.exit_code, ran.stderr) == (0, "absolutize: r.html: 1 document, 0 links, 0 findings\n")


IN_NO_FOLDER = {  # arguments, and the status and first line of what is printed
    "links": ("links {page} --format csv --kind navigation", 0, "path,element,attribute"),
    "check": ("check {page} --select ALL", 1, "{page}:1:24: [relative] relative link: 'x'"),
    "check --format sarif": ("check {page} --select ALL --format sarif", 1, "{{"),
    "base": ("base {page} --url http://h/", 0, "  5.1.1  embedded"),
    "rewrite": ("rewrite {page} --url http://h/", 0, "<!DOCTYPE html><a href=http://h/x>"),
    "a directory": ("links {folder} --root http://h/ --format csv", 0, "path,element,attribute"),
    "a page there": ("links p.html", 2, "absolutize: p.html: No such file or directory"),
    "a page elsewhere, by its way from there": (
        "links {page} ../p.html --url http://h/",
        2,
        "absolutize: the current directory: No such file or directory",
    ),
}


@pytest.mark.parametrize(("arguments", "status", "begin"), IN_NO_FOLDER.values(), ids=IN_NO_FOLDER)
def test_a_run_in_a_folder_that_was_deleted(
    directory: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, status: int, begin: str
) -> None:
    page = directory / "a" / "p.html"
    (directory / "gone").mkdir()
    monkeypatch.chdir(directory / "gone")
    (directory / "gone").rmdir()
    ran = run(*arguments.format(page=page, folder=page.parent).split())
    monkeypatch.chdir(directory)
    assert ran.exit_code == status
    assert (ran.stdout or ran.stderr).startswith(begin.format(page=page))


@pytest.mark.parametrize(
    ("count", "named"),
    [(5, "0.html, 1.html, 2.html, 3.html, 4.html"), (6, "0.html, 1.html, 2.html, 3.html, 4.html, ...")],
)
def test_the_first_ignored_paths_are_named(directory: Path, count: int, named: str) -> None:
    (directory / "m").mkdir()
    (directory / "m" / ".gitignore").write_text("*.html\n")
    for number in range(count):
        (directory / "m" / f"{number}.html").write_bytes(b"<p>")
    ran = run("rewrite", "m", "-o", "out", "--root", "http://h/")
    assert ran.stderr == (
        f"absolutize: m: skipped {count} paths listed in .gitignore ({named});"
        " pass --no-gitignore to include them\n"
        "absolutize: m: 0 documents, 0 links made absolute\n"
    )
