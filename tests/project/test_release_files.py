"""The files of a release that nothing here can run say what is true."""

from __future__ import annotations

import importlib.util
import re
import shlex
import tomllib
from typing import Any

from absolutize.cli import main
from tests.project.modules import ROOT, needs_sources

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
RUN = (ROOT / ".ci/run").read_text("utf-8")


@needs_sources
def test_the_image_is_made_of_files_and_extras_that_exist() -> None:
    text = (ROOT / "Containerfile").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith("COPY ") and "--from" not in line]
    copied = [name for line in lines for name in shlex.split(line)[1:-1]]
    assert {"pyproject.toml", "README.md", "LICENSE", "src"} <= {*copied}
    assert [name for name in copied if not (ROOT / name).exists()] == []
    (extras,) = re.findall(r"'\.\[([\w,]+)\]'", text)
    assert {*extras.split(",")} <= {*PROJECT["optional-dependencies"]}
    assert 'ENTRYPOINT ["absolutize"]' in text
    assert "absolutize" in PROJECT["scripts"]


def test_the_commands_of_the_image_are_those_of_its_file() -> None:
    """They are not run, as there may be no container engine: both files agree, their arguments are valid."""
    (block,) = re.findall(r"(?ms)^```sh\n(podman .*?)^```$", (ROOT / "docs/releasing.md").read_text("utf-8"))
    head = (ROOT / "Containerfile").read_text("utf-8").partition("\nFROM ")[0]
    assert block.splitlines() == [line.removeprefix("# ") for line in head.splitlines()]
    for line in block.splitlines()[1:]:
        words = shlex.split(line)
        arguments = words[words.index("absolutize") + 1 :]
        main.commands[arguments[0]].make_context("absolutize", arguments[1:])


def test_links_of_the_description_lead_to_the_repository() -> None:
    """Only links to files of the repository change: to its URL, or to plain text if there is none."""
    hook = hook_of_the_build()
    text = "[a](docs/a.md) [`b`](https://b.example/) [c](#c) [d](docs/d.md#e)"
    home = "https://code.example/absolutize"
    assert hook.description(text, "") == "a [`b`](https://b.example/) [c](#c) d"
    there = hook.description(text, home)
    assert there == (
        f"[a]({home}/blob/HEAD/docs/a.md) [`b`](https://b.example/) [c](#c) [d]({home}/blob/HEAD/docs/d.md#e)"
    )
    readme = (ROOT / "README.md").read_text("utf-8")
    named = re.findall(rf"\({home}/blob/HEAD/([^)#]*)", hook.description(readme, home))
    assert len(named) > 15
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert hook.urls("") == {}
    assert hook.urls(home)["Source"] == home
    assert all(name.startswith(home) for name in hook.urls(home).values())


def hook_of_the_build() -> Any:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    return hook


def test_a_repository_is_named_as_the_page_says() -> None:
    """Without a repository there are no URLs; with that of docs/releasing.md there are."""
    (block,) = re.findall(r"(?ms)^```toml\n(.*?)^```$", (ROOT / "docs/releasing.md").read_text("utf-8"))
    tables = [SETTINGS["tool"]["hatch"], tomllib.loads(block)["tool"]["hatch"]]
    without, named = (package_description(table["metadata"]["hooks"]["custom"]) for table in tables)
    assert without["urls"] == {}
    assert "](docs/" not in without["readme"]["text"]
    assert named["urls"]["Issues"] == "https://code.example/absolutize/issues"
    assert "](https://code.example/absolutize/blob/HEAD/docs/" in named["readme"]["text"]


def package_description(config: dict[str, str]) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    hook_of_the_build().PackageDescription(str(ROOT), config).update(metadata)
    return metadata


MOST_WORDS = 2000  # two pages


def test_the_changelog_can_be_read() -> None:
    """Its sections are those of Keep a Changelog, it is short, and the pages of docs that it names exist."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    titles = re.findall(r"(?m)^### (.*)$", text)
    assert {title.split(" ")[0] for title in titles} <= {"Added", "Changed", "Fixed", "Removed", "Security"}
    unreleased = text.split("\n## ")[1]
    assert len(unreleased.split()) <= MOST_WORDS
    pages = set(re.findall(r"docs/[\w.-]*[\w-]", text))
    assert [page for page in pages if not (ROOT / page).exists()] == []


def test_every_folder_of_tests_is_run_by_somebody() -> None:
    """By pytest without arguments, or by name in .ci/run."""
    folders = {path.relative_to(ROOT).parts[1] for path in (ROOT / "tests").glob("*/**/test_*.py")}
    named = re.findall(r"\btests/(\w+)(?=[\s\\]|$)", RUN)
    quick = [path.removeprefix("tests/") for path in SETTINGS["tool"]["pytest"]["ini_options"]["testpaths"]]
    assert folders - {*named, *quick} == set()


def test_the_versions_of_python_are_those_that_are_tested() -> None:
    tested = re.findall(r"\bpython(3\.\d+)\b", RUN)
    declared = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert set(declared) - {PROJECT["requires-python"].removeprefix(">=")} == set(tested)


def test_the_page_on_robustness_says_how_many_documents_are_judged() -> None:
    """The same command, and as many documents as its processes make together."""
    page = (ROOT / "docs/robustness.md").read_text("utf-8")
    ((chosen, jobs, each),) = re.findall(
        r"tests\.browser\.generator (--seed 1 --jobs (\d+) --documents (\d+) --references \d+)", RUN
    )
    assert f"`.ci/run` judges {int(jobs) * int(each)} documents" in page
    assert f"(`{chosen}`)" in page
