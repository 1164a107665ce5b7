"""The URLs of the files of a directory, as its options give them, and what is reported."""

from __future__ import annotations

import pytest

from tests.support.commandline import Runner


@pytest.fixture
def mirror(run: Runner) -> Runner:
    """A folder of two hosts, as wget names them, each with a page."""
    for host in ("a.example", "b.example"):
        (run.directory / "m" / host).mkdir(parents=True)
        (run.directory / "m" / host / "x.html").write_bytes(b"<a href=y>")
    return run


DONE = "absolutize: m: 2 documents, 2 links made absolute\n"
GIVES = "absolutize: m: --root gives"
ROOTS = {
    "the URL of a host's folder for the whole mirror": (
        "https://a.example/",
        f"{GIVES} a.example/ the URL https://a.example/a.example/; if that is the site, name m/a.example\n",
    ),
    "without the slash": (
        "http://b.example",
        f"{GIVES} b.example/ the URL http://b.example/b.example/; if that is the site, name m/b.example\n",
    ),
    "another host": ("https://c.example/", ""),
}


@pytest.mark.parametrize(("root", "said"), ROOTS.values(), ids=ROOTS)
def test_a_root_that_is_the_url_of_a_folder(mirror: Runner, root: str, said: str) -> None:
    assert mirror("rewrite", "m", "-o", "out", "--root", root).err == said + DONE


def test_a_row_for_a_directory_matches_no_file(mirror: Runner) -> None:
    (mirror.directory / "map.csv").write_text("a.example/x.html,http://a/b\nb.example/,http://b/\n")
    ran = mirror("links", "m", "--map", "map.csv")
    assert ran.err == "absolutize: --map map.csv: 1 row matches no file: 'b.example/'\n"
