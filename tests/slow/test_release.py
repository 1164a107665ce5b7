"""A release: built twice with the same bytes, installed alone, tested without the sources, and listed."""

from __future__ import annotations

import email
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

import absolutize
from tests.support.commandline import ROOT
from tests.support.extent import extent

pytest.importorskip("build", reason="build is not installed")
pytest.importorskip("cyclonedx_py", reason="cyclonedx-bom is not installed")

EPOCH = "1700000000"
COPIED = (
    *(".ci", ".pre-commit-hooks.yaml", "benchmarks", "docs", "fixtures", "src", "tests"),
    *("CHANGELOG.md", "Containerfile", "LICENSE", "README.md", "SECURITY.md"),
    *("hatch_build.py", "mkdocs.yml", "pyproject.toml"),
)
INSTALLED = "environment/lib/python3/site-packages/other"  # in the folder; not the name that git ignores
LONGEST = 1800  # seconds of a run of tests
NEED_LIBRARIES = {"arrow", "scrapy", "spark"}  # folders of tests for which the extra "test" is not enough
WITH_SOURCES = {
    f"tests/project/test_{name}.py"
    for name in (
        "architecture",
        "crossings",
        "docstrings",
        "glossary",
        "house",
        "layers",
        "readme",
        "release_files",
        "walks",
        "where_it_goes",
    )
}
WITHOUT_FULL = ("tests/api", "tests/project", "tests/test_starting.py")
NO_SOURCES = "the sources are not here: what is tested is an installed package"


def sources(directory: Path) -> Path:
    """Copy the sources of a distribution, so that the build leaves nothing in the repository.

    In the same folder is an environment, where a package has files and folders of the same names.
    """
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, directory / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, directory / name)
        other = directory / INSTALLED / name
        other.parent.mkdir(parents=True, exist_ok=True)
        other.write_text("not ours", "utf-8")
    return directory


def built(directory: Path) -> Path:
    (directory / "sources").mkdir(parents=True)
    command = [sys.executable, "-m", "build", "--outdir", directory / "dist", sources(directory / "sources")]
    subprocess.run(command, env=os.environ | {"SOURCE_DATE_EPOCH": EPOCH}, check=True, capture_output=True)
    return directory / "dist"


def environment(directory: Path, requirement: str) -> Path:
    """Make an environment without pip, and install this into it; return its interpreter."""
    venv.create(directory)
    program = directory / "bin" / "python"
    options = ("-q", "--disable-pip-version-check", "--no-compile")
    command = [sys.executable, "-m", "pip", "--python", program, "install", *options, requirement]
    subprocess.run(command, check=True, capture_output=True)
    return program


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("first"))


@pytest.fixture(scope="module")
def python(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An environment with the wheel installed, and without the sources."""
    directory = tmp_path_factory.mktemp("fresh") / "venv"
    (wheel,) = dist.glob("*.whl")
    yield environment(directory, f"{wheel}[test]")
    shutil.rmtree(directory)


def test_a_second_build_has_the_same_bytes(dist: Path, tmp_path: Path) -> None:
    again = built(tmp_path / "second")
    first = {path.name: path.read_bytes() for path in dist.iterdir()}
    assert len(first) == 2
    assert {path.name: path.read_bytes() for path in again.iterdir()} == first


def test_what_is_in_the_wheel(dist: Path) -> None:
    (path,) = dist.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        dates = {entry.date_time[:3] for entry in wheel.infolist()}
    assert path.name == f"absolutize-{absolutize.__version__}-py3-none-any.whl"
    assert "absolutize/py.typed" in names
    assert any(name.endswith("share/man/man1/absolutize.1") for name in names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"absolutize"}
    assert dates == {(2023, 11, 14)}


def test_every_file_of_the_package_is_in_the_wheel(dist: Path) -> None:
    """The bytes are the same, so what tests show of the sources is true of the wheel, too."""
    (path,) = dist.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        packed = {name: wheel.read(name) for name in wheel.namelist() if name.startswith("absolutize/")}
    files = [each for each in (ROOT / "src" / "absolutize").rglob("*") if each.is_file()]
    here = {
        str(each.relative_to(ROOT / "src")): each.read_bytes()
        for each in files
        if "__pycache__" not in each.parts
    }
    assert packed.keys() == here.keys()
    assert [name for name in here if packed[name] != here[name]] == []


def test_what_is_in_the_source_distribution(dist: Path) -> None:
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.split("/")[1] for name in archive.getnames() if "/" in name}
    assert names - {".gitignore"} == {*COPIED, "PKG-INFO"}


@pytest.fixture(scope="module")
def unpacked(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source distribution, without its folder src."""
    directory = tmp_path_factory.mktemp("unpacked")
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        archive.extractall(directory, filter="data")
    (top,) = directory.iterdir()
    shutil.rmtree(top / "src")
    return top


def pytest_run(python: Path, unpacked: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [python, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=unpacked, check=False, capture_output=True, text=True, timeout=LONGEST)


def test_the_tests_pass_without_the_sources(python: Path, unpacked: Path) -> None:
    """Run the quick tests of the source distribution with the wheel; those that read the sources are skipped.

    Without ``--full`` only those of the public functions, of the start and of the project run, since the
    modules have the same bytes as here.
    """
    script = "import absolutize; print(absolutize.__version__, absolutize.__file__)"
    shown = subprocess.run([python, "-c", script], cwd=unpacked, check=True, capture_output=True, text=True)
    version, place = shown.stdout.split()
    assert version == absolutize.__version__
    assert Path(place).is_relative_to(python.parents[1])
    ran = pytest_run(python, unpacked, "-n", "2", "-rs", *WITHOUT_FULL[: extent(len(WITHOUT_FULL), 0)])
    assert ran.returncode == 0, ran.stdout[-4000:]
    skipped = {line.split()[2].partition(":")[0] for line in ran.stdout.splitlines() if NO_SOURCES in line}
    assert skipped == WITH_SOURCES


def test_all_other_tests_are_found_without_the_sources(python: Path, unpacked: Path) -> None:
    """The slow tests are only collected; those of libraries that are not installed may be missing."""
    ran = pytest_run(python, unpacked, "--collect-only", "tests")
    assert ran.returncode == 0, ran.stdout[-4000:]
    found = {line.split("/")[1] for line in ran.stdout.splitlines() if line.startswith("tests/")}
    folders = {
        path.parent.relative_to(ROOT / "tests").parts[:1] for path in ROOT.glob("tests/*/**/test_*.py")
    }
    assert {name for (name,) in folders} - found <= NEED_LIBRARIES


def test_the_description_has_no_links_to_files_that_indexes_lack(dist: Path) -> None:
    """There are none as long as no repository is configured; test_release_files.py tests it with one."""
    (path,) = dist.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
        found = email.message_from_bytes(wheel.read(name))
    assert found["Description-Content-Type"] == "text/markdown"
    text = str(found.get_payload())
    assert text.startswith("# absolutize\n")
    assert [target for target in re.findall(r"\]\(([^)]*)\)", text) if not target.startswith("#")] == []


def test_the_bill_of_materials_is_about_the_wheel(dist: Path, tmp_path: Path) -> None:
    """As in docs/releasing.md, the wheel is in an environment without pip, so pip is not listed."""
    (wheel,) = dist.glob("*.whl")
    program, listed = environment(tmp_path / "fresh", str(wheel)), tmp_path / "absolutize.cdx.json"
    subprocess.run([sys.executable, ROOT / ".ci/bill_of_materials.py", program, listed], check=True)
    bill = json.loads(listed.read_text("utf-8"))
    assert bill["bomFormat"] == "CycloneDX"
    subject, version = bill["metadata"]["component"], absolutize.__version__
    assert (subject["name"], subject["version"]) == ("absolutize", version)
    assert subject["purl"] == f"pkg:pypi/absolutize@{version}"
    assert subject["hashes"] == [{"alg": "SHA-256", "content": sha256(wheel.read_bytes()).hexdigest()}]
    assert "file:" not in listed.read_text("utf-8")
    names = {component["name"] for component in bill["components"]}
    assert {"ada-url", "beautifulsoup4", "click", "lxml", "pathspec", "rich", "webencodings"} <= names
    assert names & {"absolutize", "pip", "setuptools", "pytest"} == set()
    (required,) = (each["dependsOn"] for each in bill["dependencies"] if each["ref"] == subject["bom-ref"])
    assert {each.partition("==")[0] for each in required} < names
