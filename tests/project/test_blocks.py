"""Each block of code of the README and of docs is run by a test, which is named here.

A block that is new, or gone, fails until its page's row says which test runs it.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")))
COMMANDS = "tests/slow/test_docs.py::test_every_command_of_a_page_runs"
VALUES = "tests/project/test_docs.py::test_every_example_gives_what_it_says"
TUTORIAL = "tests/slow/test_docs.py::test_a_tutorial_prints_what_it_shows"
SHELLS = "tests/slow/test_completion.py::test_zsh_completes_what_was_typed"
SPARK = "tests/spark/test_examples.py::test_the_examples_of_the_page_run"
README_SH = (
    "test_the_first_command_shows_its_result",
    "test_the_two_commands_come_first_each_a_line",  # the second one runs these tests, in .ci/run
    "test_every_command_line_example_runs",
    "test_every_example_of_archives_runs",
)
RUN_BY = {  # the test of each block of a language, or of all of them
    ("README.md", "sh"): [f"tests/project/test_readme.py::{name}" for name in README_SH],
    ("README.md", "python"): ["tests/project/test_readme.py::test_every_example_gives_what_it_says"] * 4,
    ("docs/archives.md", "python"): [
        "tests/archive/test_archive.py::test_the_examples_in_docs_give_what_they_say",
    ]
    * 7,
    ("docs/checking.md", "sh"): [COMMANDS] * 2,
    ("docs/checking.md", "text"): ["tests/slow/test_docs.py::test_check_prints_what_its_page_shows"],
    ("docs/checking.md", "toml"): ["tests/slow/test_docs.py::test_the_options_of_a_file_are_obeyed"],
    ("docs/checking.md", "yaml"): [
        *["tests/slow/test_docs.py::test_what_a_pipeline_runs_runs"] * 3,
        "tests/slow/test_pre_commit.py::test_the_configuration_of_the_docs_runs",
    ],
    ("docs/command-line.md", "sh"): [
        "tests/slow/test_completion.py::test_bash_completes_a_list_of_codes",
        SHELLS,
        "tests/slow/test_completion.py::test_fish_completes_what_was_typed",
    ],
    ("docs/crawling.md", "python"): [VALUES] * 2,
    ("docs/crawling.md", "sh"): [COMMANDS],
    ("docs/css.md", "python"): [VALUES],
    ("docs/css.md", "sh"): [COMMANDS],
    ("docs/http.md", "python"): [
        "tests/http/test_http.py::test_the_examples_of_the_page_give_what_they_say",
    ]
    * 2,
    ("docs/index.md", "sh"): ["tests/slow/test_release.py::test_the_tests_pass_without_the_sources"],
    ("docs/lxml.md", "python"): ["tests/test_lxml.py::test_the_example_of_the_document_runs"],
    ("docs/lxml.md", "text"): ["tests/test_lxml.py::test_the_example_of_the_document_runs"],
    ("docs/module-scripts.md", "python"): [VALUES],
    ("docs/parquet.md", "sh"): [COMMANDS],
    ("docs/parquet.md", "python"): ["tests/arrow/test_arrow.py::test_the_examples_in_docs_give_what_they_say"]
    * 9,
    ("docs/placeholders.md", "python"): [VALUES],
    ("docs/releasing.md", "sh"): [
        "tests/slow/test_release.py::test_a_second_build_has_the_same_bytes",
        "tests/slow/test_release.py::test_the_bill_of_materials_is_about_the_wheel",
        "tests/project/test_release_files.py::test_the_commands_of_the_image_are_those_of_its_file",
    ],
    ("docs/releasing.md", "toml"): [
        "tests/project/test_release_files.py::test_a_repository_is_named_as_the_page_says"
    ],
    ("docs/report.md", "sh"): [COMMANDS],
    ("docs/robustness.md", "sh"): ["tests/fuzz/test_seeds.py::test_what_must_hold_holds"],
    ("docs/saved.md", "python"): [VALUES],
    ("docs/saved.md", "sh"): [COMMANDS],
    ("docs/scrapy.md", "python"): [
        "tests/slow/test_scrapy_crawl.py::test_the_example_of_the_docs_prints_every_page_once",
        "tests/scrapy/test_middleware.py::test_the_settings_name_it_by_one_line",
        "tests/scrapy/test_link_extractor.py::test_the_examples_of_the_docs_extract_links",
    ],
    ("docs/spark.md", "sh"): ["tests/spark/test_cluster.py::test_a_cluster_writes_what_one_machine_does"],
    ("docs/spark.md", "py"): [SPARK] * 3 + ["tests/slow/test_ray.py::test_ray_runs_the_same_function"],
    ("docs/spark.md", "python"): ["tests/arrow/test_common_crawl.py::test_dask_runs_the_same_function"],
    ("docs/tutorials/archivist.md", "sh"): [TUTORIAL] * 7,
    ("docs/tutorials/archivist.md", "text"): [TUTORIAL] * 6,
    ("docs/tutorials/ci.md", "sh"): [TUTORIAL] * 7,
    ("docs/tutorials/ci.md", "text"): [TUTORIAL] * 6,
    ("docs/tutorials/ci.md", "yaml"): [
        "tests/project/test_docs.py::test_the_pipeline_of_the_tutorial_runs_what_the_tutorial_ran"
    ],
    ("docs/tutorials/crawler.md", "sh"): [TUTORIAL] * 2,
    ("docs/tutorials/crawler.md", "text"): [TUTORIAL],
    ("docs/tutorials/crawler.md", "python"): [VALUES] * 3,
    ("docs/tutorials/library.md", "sh"): [TUTORIAL],
    ("docs/tutorials/library.md", "python"): [VALUES] * 5,
    ("docs/trees.md", "python"): [VALUES],
    ("docs/xml.md", "python"): [VALUES],
}
NOT_CODE = {  # drawings, and figures that a command writes
    ("docs/benchmarks.md", "text"): 9,
}


def blocks_of(page: str) -> list[str]:
    """The languages of a page's blocks, also of those in lists; "" where none is named."""
    fences = re.findall(r"(?m)^ *```+(.*)$", (ROOT / page).read_text("utf-8"))
    return fences[::2]


def test_every_block_has_a_test() -> None:
    found = Counter((page, language) for page in PAGES for language in blocks_of(page))
    listed = {key: len(tests) for key, tests in RUN_BY.items()} | NOT_CODE
    assert dict(found) == listed


@pytest.mark.parametrize("test", sorted({test for tests in RUN_BY.values() for test in tests}))
def test_that_test_exists(test: str) -> None:
    path, _, name = test.partition("::")
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    assert name in {"", *(each.name for each in tree.body if isinstance(each, ast.FunctionDef))}
