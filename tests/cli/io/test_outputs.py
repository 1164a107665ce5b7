"""rewrite --in-place, and output files: their modes and owners, links, pipes and devices."""

from __future__ import annotations

import gzip
import os
import shlex
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from absolutize.cli.io.output_names import looks_like_a_file
from absolutize.cli.io.resume import CHECKPOINT_BYTES
from absolutize.storage import files
from absolutize.storage.batch import Batch, write_changed
from tests.cli.test_refused import EXISTS, NO_URL
from tests.support.archives import ENVELOPE, INFO, mail, response, zipped
from tests.support.commandline import (
    AT,
    FULL,
    IN,
    OTHER,
    PAGE,
    PAGE_ABSOLUTE,
    Ran,
    Runner,
    one_failed,
    total,
)


def test_in_place_keeps_the_mode(run: Runner) -> None:
    for mode in (0o644, 0o600, 0o755, 0o1664):
        page = run.write("page.html", PAGE)
        page.chmod(mode)
        assert run("rewrite", "--in-place", "page.html", *shlex.split(AT)).status == 0
        assert (page.read_bytes(), stat.S_IMODE(page.stat().st_mode)) == (PAGE_ABSOLUTE, mode)


def test_in_place_keeps_the_owner(run: Runner) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a file away")
    page = run.directory / "page.html"
    os.chown(page, 65534, 65533)
    assert run("rewrite", "--in-place", "page.html", *shlex.split(AT)).status == 0
    assert (page.stat().st_uid, page.stat().st_gid) == (65534, 65533)


def test_in_place_another_owner_runs_nothing_as_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """If the owner cannot be kept, a set-user-ID bit would apply to the new owner."""

    def refuse(*_: object) -> None:
        raise PermissionError

    page = tmp_path / "page.html"
    page.write_bytes(PAGE)
    page.chmod(0o6755)
    before = page.stat()
    monkeypatch.setattr(os, "chown", refuse)
    assert files._kept_mode(page, before) == 0o6755
    other = os.stat_result((*before[:4], before.st_uid + 1, *before[5:]))
    assert files._kept_mode(page, other) == 0o755


ORIGIN = "user.xdg.origin.url", b"http://h/d/page.html"


def set_origin(path: Path) -> None:
    """Note in a file where it is from; skip the test if files have no extended attributes."""
    try:
        os.setxattr(path, *ORIGIN)
    except (AttributeError, OSError):
        pytest.skip("there are no extended attributes")


@pytest.mark.parametrize("name", ["page.html --in-place", "other.html -o page.html --force"])
def test_a_file_that_is_replaced_keeps_its_extended_attributes(run: Runner, name: str) -> None:
    page = run.directory / "page.html"
    set_origin(page)
    assert run("rewrite", *shlex.split(f"{name} {AT}")) == Ran(0, b"", "")
    assert page.read_bytes() != PAGE
    assert os.getxattr(page, ORIGIN[0]) == ORIGIN[1]


@pytest.mark.parametrize("name", ["listxattr", "getxattr", "setxattr"])
def test_extended_attributes_that_cannot_be_kept_are_lost(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    page = tmp_path / "page.html"
    page.write_bytes(PAGE)
    set_origin(page)
    monkeypatch.setattr(os, name, refuse)
    with Batch(pytest.fail) as batch:
        batch.add(write_changed(page, iter([b"after"])))
    monkeypatch.undo()
    assert (page.read_bytes(), ORIGIN[0] in os.listxattr(page)) == (b"after", False)


def test_in_place_leaves_other_names_of_the_file_alone(run: Runner) -> None:
    os.link(run.directory / "page.html", run.directory / "hard.html")
    assert run("rewrite", "--in-place", "page.html", *shlex.split(AT)) == Ran(0, b"", "")
    assert (run.directory / "page.html").read_bytes() == PAGE_ABSOLUTE
    assert (run.directory / "hard.html").read_bytes() == PAGE


NOT_REGULAR = "not a regular file, and nothing else is replaced with --in-place"


def test_in_place_refuses_a_pipe_and_does_not_wait_for_it(run: Runner) -> None:
    os.mkfifo(run.directory / "pipe")
    ran = run("rewrite", "--in-place", "pipe", "other.html", *shlex.split(IN))
    assert ran == Ran(2, b"", f"absolutize: pipe: {NOT_REGULAR}\n{total(1, 1, one_failed(2))}")
    assert stat.S_ISFIFO((run.directory / "pipe").stat().st_mode)
    assert (run.directory / "other.html").read_bytes() == b'<a href="http://h/d/x">x</a>\n'


@pytest.mark.parametrize("name", ["/dev/null", "/dev/stdin"])
def test_in_place_refuses_a_device(run: Runner, name: str) -> None:
    ran = run.shell('"$@"', "rewrite", "--in-place", name, *shlex.split(AT), stdin=PAGE)
    assert ran == Ran(2, b"", f"absolutize: {name}: {NOT_REGULAR}\n")


def test_in_place_a_directory(run: Runner) -> None:
    ran = run("rewrite", "--in-place", "nested", *shlex.split(AT))
    assert ran == Ran(2, b"", f"absolutize: nested: {NO_URL}\n")


def test_in_place_a_file_and_its_directory(run: Runner) -> None:
    (run.directory / "nested/page.html").write_bytes(PAGE)
    ran = run("rewrite", "--in-place", "nested/page.html", "nested", "--default", "http://h/", "-q")
    assert (ran.status, ran.err) == (0, "")


def test_in_place_replaces_the_target_of_a_link(run: Runner) -> None:
    link = run.directory / "link.html"
    link.symlink_to("nested/page.html")
    assert run("rewrite", "--in-place", "link.html", "--url", "http://h/") == Ran(0, b"", "")
    assert link.readlink() == Path("nested/page.html")
    written = (run.directory / "nested" / "page.html").read_bytes()
    assert written == b'<title>nested</title>\n<a href="http://h/y">y</a>\n'


def test_in_place_does_not_touch_what_does_not_change(run: Runner) -> None:
    page = run.directory / "page.absolute.html"
    os.utime(page, (1, 1))
    before = page.stat()
    assert run("rewrite", "--in-place", "page.absolute.html", *shlex.split(AT)) == Ran(0, b"", "")
    after = page.stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_mode) == (
        before.st_ino,
        before.st_mtime_ns,
        before.st_mode,
    )


def test_in_place_is_atomic_for_who_reads(run: Runner) -> None:
    page = run.directory / "page.html"
    with page.open("rb") as open_before:
        run("rewrite", "--in-place", "page.html", *shlex.split(AT))
        assert open_before.read() == PAGE
    assert page.read_bytes() == PAGE_ABSOLUTE


def test_in_place_a_dangling_link_is_a_missing_file(run: Runner) -> None:
    (run.directory / "link.html").symlink_to("none.html")
    ran = run("rewrite", "--in-place", "link.html", *shlex.split(AT))
    assert ran == Ran(2, b"", "absolutize: link.html: No such file or directory\n")
    assert not (run.directory / "none.html").exists()


def test_in_place_takes_the_longest_name(run: Runner) -> None:
    page = run.write("x" * 255, PAGE)
    assert run("rewrite", "--in-place", page.name, *shlex.split(AT)) == Ran(0, b"", "")
    assert page.read_bytes() == PAGE_ABSOLUTE


def test_an_output_takes_the_longest_name(run: Runner) -> None:
    assert run("rewrite", "page.html", "-o", "x" * 255, *shlex.split(AT)) == Ran(0, b"", "")
    assert (run.directory / ("x" * 255)).read_bytes() == PAGE_ABSOLUTE


def test_an_output_has_the_mode_of_a_new_file(run: Runner) -> None:
    assert run("rewrite", "page.html", "-o", "new", *shlex.split(AT), umask=0o027).status == 0
    assert stat.S_IMODE((run.directory / "new").stat().st_mode) == 0o640


def test_an_output_can_be_a_pipe(run: Runner) -> None:
    os.mkfifo(run.directory / "pipe")
    ran = run.shell('cat pipe & "$@"; wait', "rewrite", "page.html", "-o", "pipe", *shlex.split(AT))
    assert ran == Ran(0, PAGE_ABSOLUTE, "")


def test_an_output_that_is_a_dangling_link_is_refused(run: Runner) -> None:
    link = run.directory / "link.html"
    link.symlink_to("none.html")
    ran = run("rewrite", "page.html", "-o", "link.html", *shlex.split(AT))
    assert ran == Ran(2, b"", f"absolutize: link.html: {EXISTS}\n")
    assert link.readlink() == Path("none.html")
    assert not (run.directory / "none.html").exists()


def test_an_output_that_is_a_link_is_refused(run: Runner) -> None:
    (run.directory / "link.html").symlink_to("other.html")
    before = run.tree()
    ran = run("rewrite", "page.html", "-o", "link.html", *shlex.split(AT))
    assert ran == Ran(2, b"", f"absolutize: link.html: {EXISTS}\n")
    assert run.tree() == before


IN_CIRCLES = "loop: Too many levels of symbolic links"
CIRCULAR = (  # what is written to a link that leads to itself, and the message
    (f"rewrite page.html {AT} -o loop --force", IN_CIRCLES),
    (f"rewrite page.html other.html {IN} -o loop", "loop: File exists"),
    ("rewrite nested --root http://h/ -o loop/new", "loop/new: Too many levels of symbolic links"),
    ("links page.html --format csv -o loop --force", IN_CIRCLES),
    ("check page.html -o loop --force", IN_CIRCLES),
    ("report page.html -o loop --force", IN_CIRCLES),
    ("check page.html --write-baseline loop", IN_CIRCLES),
)


@pytest.mark.parametrize(("arguments", "why"), CIRCULAR, ids=[row[0] for row in CIRCULAR])
def test_an_output_that_is_a_link_to_itself_is_one_line(run: Runner, arguments: str, why: str) -> None:
    (run.directory / "loop").symlink_to("loop")
    ran = run(*shlex.split(arguments))
    assert ran == Ran(2, b"", f"absolutize: {why}\n")
    assert (run.directory / "loop").readlink() == Path("loop")


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is full")
def test_a_device_that_is_full(run: Runner) -> None:
    ran = run("rewrite", "page.html", "-o", str(FULL), *shlex.split(AT))
    assert ran == Ran(2, b"", f"absolutize: {FULL}: No space left on device\n")


@contextmanager
def sealed(path: Path, mode: int) -> Iterator[None]:
    """Set a mode for a while; skip the test if modes have no effect (for root)."""
    before = path.stat().st_mode
    path.chmod(mode)
    try:
        if os.access(path, os.W_OK):
            pytest.skip("permissions do not bind this user")
        yield
    finally:
        path.chmod(before)


DENIED = (  # the path, its mode, the arguments, and the path in the message
    ("page.html", 0o000, f"rewrite page.html {AT}", "page.html"),
    ("page.html", 0o000, f"links page.html {AT}", "page.html"),
    ("page.html", 0o000, f"base page.html {AT}", "page.html"),
    ("page.html", 0o444, f"rewrite --in-place page.html {AT}", "page.html"),
    ("nested", 0o555, f"rewrite --in-place nested/page.html {AT}", "nested/page.html"),
    ("nested", 0o555, f"rewrite page.html -o nested/new.html {AT}", "nested/new.html"),
    ("nested", 0o555, f"rewrite other.html -o nested {AT}", "nested/other.html"),
    ("nested", 0o555, f"rewrite page.html -o nested/new/ {AT}", "nested/new"),
)


@pytest.mark.parametrize(("name", "mode", "arguments", "named"), DENIED, ids=[row[2] for row in DENIED])
def test_permission_denied(run: Runner, name: str, mode: int, arguments: str, named: str) -> None:
    before = run.tree()
    with sealed(run.directory / name, mode):
        ran = run(*shlex.split(arguments))
    assert ran == Ran(2, b"", f"absolutize: {named}: Permission denied\n")
    assert run.tree() == before


FILES = (
    "a.html",
    "d/A.WARC",
    "a.mhtml",
    "a.svg",
    "a.pdf",
    "a.php",
    "a.zip",
    "a.epub",
    "a.maff",
    "a.7z",
    "a.bz2",
    "a.xz",
    "a.gz",
    "a.br",
)
FOLDERS = ("a", "a.b", "v1.2", "a.html/", ".html", "a.gzip")


@pytest.mark.rows("name", [*FILES, *FOLDERS])
def test_which_names_of_outputs_are_those_of_files(name: str) -> None:
    assert looks_like_a_file(name) is (name in FILES)


def test_a_book_is_no_directory_for_several_inputs(run: Runner) -> None:
    ran = run("rewrite", "page.html", "other.html", "-o", "book.epub", *shlex.split(IN))
    why = "-o book.epub: 2 inputs need a directory; pass book.epub/ to name a directory"
    assert (ran.status, ran.err.splitlines()[-1]) == (2, f"absolutize: {why}")
    assert not (run.directory / "book.epub").exists()


IN_ONE_STEP = {
    "a compressed page": ("p.html.gz", "this output"),
    "a small archive": ("a.mbox", "the output of an input of up to 16 MB"),
    "standard input, whose size is not known": ("-", "this output"),
}


@pytest.mark.parametrize(("name", "what"), IN_ONE_STEP.values(), ids=IN_ONE_STEP)
def test_resuming_what_is_written_in_one_step_means_nothing(run: Runner, name: str, what: str) -> None:
    run.write("p.html.gz", gzip.compress(OTHER))
    run.write("a.mbox", ENVELOPE + mail("8bit", OTHER))
    new = "new.mbox" if name == "a.mbox" else "new.gz"
    ran = run.shell('cat p.html.gz | "$@"', "rewrite", name, "-o", new, "--resume", *shlex.split(AT))
    why = f"absolutize: {new}: --resume has no effect here: {what} is written in one step\n"
    done = f"absolutize: {name}: 1 document, 1 link made absolute\n"
    assert (ran.status, ran.err) == (0, why + done)


COMPRESSION = {  # an input, an output, and what is reported
    "of a compressed page": ("p.html.gz", "new.html", "written with the compression of p.html.gz"),
    "of another kind": ("p.html.gz", "new.html.zst", "written with the compression of p.html.gz"),
    "of a page": ("page.html", "new.html.GZ", "written without compression, as page.html has none"),
    "of an archive": ("a.warc", "new.warc.gz", "written without compression, as a.warc has none"),
    "the same": ("p.html.gz", "new.gz", None),
    "none": ("page.html", "new.html", None),
    "a device": ("p.html.gz", "/dev/null", None),
    "of standard input": ("-", "new.html", "written with the compression of standard input"),
    "the same, of standard input": ("-", "new.html.gz", None),
    "a name for it that is not an ending": ("p.html.gz.part", "new.html.gz", None),
    "of a compressed drawing": ("p.svgz", "new.svg", "written with the compression of p.svgz"),
    "the same, of a drawing": ("p.svgz", "new.svg.gz", None),
    "of a page that is not compressed as its name says": (
        "plain.gz",
        "new.html.gz",
        "written without compression, as plain.gz has none",
    ),
    "of a compressed page without an ending": ("p", "new.html", "written with the compression of p"),
    "of the same name": ("p", "new/", None),
    "complete already": ("p.html.gz", "there.html", None),
}


@pytest.mark.parametrize(("name", "output", "said"), COMPRESSION.values(), ids=COMPRESSION)
def test_an_output_that_is_compressed_unlike_its_name_is_reported(
    run: Runner, name: str, output: str, said: str | None
) -> None:
    """The output has the compression of the input, whatever the names."""
    for same in ("p.html.gz", "p.html.gz.part", "p.svgz", "p"):
        run.write(same, gzip.compress(OTHER))
    for plain in ("there.html", "plain.gz"):
        run.write(plain, OTHER)
    run.write("a.warc", response(OTHER))
    resume = ["--resume"] if output == "there.html" else []
    ran = run.shell('cat p.html.gz | "$@"', "rewrite", name, "-o", output, *resume, *shlex.split(AT))
    lines = [line for line in ran.err.splitlines() if "compression" in line]
    status = 1 if name == "plain.gz" else 0  # it is reported in another line, too
    assert (ran.status, lines) == (status, [] if said is None else [f"absolutize: {output}: {said}"])


ONE_STEP = "--resume has no effect here: this output is written in one step"
PADDING = b" " * (CHECKPOINT_BYTES + 1)
LARGE = {  # containers that are larger than what is written in one step
    "zip": ("a.zip", zipped([("p.html", OTHER), ("p.txt", PADDING)], deflated=False), ONE_STEP),
    "gzip": ("p.html.gz", gzip.compress(OTHER + PADDING, 0), ONE_STEP),
    "mbox": ("a.mbox", ENVELOPE + mail("8bit") + PADDING, ""),
    "WARC": ("a.warc", INFO + response(PADDING, media="text/plain") + response(OTHER), ""),
}


@pytest.mark.parametrize(("name", "data", "why"), LARGE.values(), ids=LARGE)
def test_resuming_means_something_for_some_containers(name: str, data: bytes, why: str, run: Runner) -> None:
    run.write(name, data)
    ran = run("rewrite", name, "-o", "new", "--resume", *shlex.split(AT))
    said = [line for line in ran.err.splitlines() if "--resume" in line]
    assert (ran.status, said) == (0, [f"absolutize: new: {why}"] if why else [])
