"""Imports point downwards, and third-party packages and heavy modules are imported only where needed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import absolutize
from tests.project.modules import EDGES, MODULES, imported, is_in, needs_sources, used

pytestmark = needs_sources

LAYERS = (  # from the top; "x" is x and all in it; "" is the package itself, with the public names
    ("__main__",),
    ("cli",),
    ("report",),
    tuple(sorted({*EDGES} - {"http"})),
    ("",),
    ("http",),  # the package offers its `from_response`, and imports it late
    ("api",),
    ("engine", "trees"),
    ("containers", "storage", "arguments", "version"),
    ("base",),
    ("options",),
    ("xml",),
    ("html",),
    ("uri",),
    ("findings", "edits"),
    ("patterns", "readonly", "calls", "answer_cache", "starting"),
)
WITHIN = {  # the layers in a folder, likewise from the top
    "html": (
        ("document",),
        ("tokenizer",),
        ("tree_construction",),
        ("link_table",),
        ("values",),
        ("encodings", "grammar"),
    ),
}

DATA = frozenset({"html.link_table.meta_names", "patterns"})  # modules that data may import
NEVER = (  # what may not import what, and why
    ("html", "uri", "it finds text and does not judge it"),
    ("html", "base", "it finds text and does not judge it"),
    ("xml", "uri", "it finds text and does not judge it"),
    ("xml", "base", "it finds text and does not judge it"),
    ("uri", "html", "it does not know HTML"),
    ("base", "html", "it does not know HTML"),
    ("containers", "engine", "they are given a function"),
    ("containers", "trees", "they are given a function"),
    ("containers", "api", "they are given a function"),
    ("html.link_table.rows", "", "it is data"),
    ("html.link_table.meta_names", "", "it is data"),
    ("uri.rules.rfc2396", "uri.rules.rfc2396bis_00", "an older text does not know a newer one"),
    ("uri.rules.rfc2396", "uri.rules.rfc3986", "an older text does not know a newer one"),
    ("uri.rules.rfc1630", "uri.rules.www_uri_00", "the draft is described as a difference from it"),
    ("storage.files", "", "it reads and writes, whatever it is"),
    ("edits", "", "it applies edits, whatever they are for"),
)

DOORS = {  # third-party packages, and the only modules that import them
    "ada_url": {"uri.rules.whatwg"},
    "bs4": {"trees.soup_pass", "trees.soup_tree"},
    "click": {
        "cli",
        *(f"cli.commands.{name}" for name in ("base", "check", "explain", "links", "parse", "report")),
        *(f"cli.commands.{name}" for name in ("resolve", "restore", "rewrite", "rules", "text")),
        "cli.io.outputs",
        "cli.io.undo_option",
        "cli.completion",
        "cli.config",
        "cli.help",
        "cli.options",
        "cli.file_names",
        "cli.whole_numbers",
        "cli.run",
    },
    "lxml": {"lxml", "scrapy.reading", "trees.lxml_tree"},
    "fsspec": {"arrow.pieces", "spark.job", "spark.notes", "spark.units"},
    "pyarrow": {"arrow", "arrow.inputs", "arrow.parquet_file", "arrow.schemas", "spark"},
    "pyspark": {"spark", "spark.job", "spark.splitting"},
    "parsel": {"scrapy.link_extractor"},
    "pathspec": {"containers.mirror.gitignore"},
    "rich": {"cli.check_formats.text", "cli.formats.progress", "cli.formats.tables"},
    "scrapy": {"scrapy.link_extractor", "scrapy.middleware", "scrapy.response"},
    "tree_sitter": {"html.values.javascript"},
    "tree_sitter_javascript": {"html.values.javascript"},
    "w3lib": {"scrapy.link_extractor"},
    "webencodings": {"html.document.encoding_sniffing", "html.encodings.codec"},
}


def rank(module: str) -> int:
    """Count layers from the top; the package itself stands for what it re-exports."""
    ranks = [i for i, layer in enumerate(LAYERS) for group in layer if is_in(module, group) and group]
    return ranks[0] if module else LAYERS.index(("",))


def test_every_module_has_a_layer() -> None:
    groups = [group for layer in LAYERS for group in layer if group]
    found = {module: [group for group in groups if is_in(module, group)] for module in MODULES}
    assert {module: names for module, names in found.items() if len(names) != (1 if module else 0)} == {}


def test_imports_point_downwards() -> None:
    upwards = {(module, name) for module in MODULES for name in used(module) if rank(name) < rank(module)}
    assert upwards == set()


@pytest.mark.parametrize("folder", WITHIN)
def test_imports_point_downwards_within_a_folder(folder: str) -> None:
    ranks = {f"{folder}.{group}": i for i, layer in enumerate(WITHIN[folder]) for group in layer}

    def place(module: str) -> int | None:
        return next((i for group, i in ranks.items() if is_in(module, group)), None)

    inside = [(module, rank) for module in MODULES if (rank := place(module)) is not None]
    assert len(inside) == sum(is_in(module, folder) and module != folder for module in MODULES)
    upwards = [(m, name) for m, i in inside for name in used(m) if (j := place(name)) is not None and j < i]
    assert upwards == []


def test_imports_make_no_circle() -> None:
    assert [module for module in MODULES if module in reached_from(module)] == []


def reached_from(module: str) -> set[str]:
    """Name the modules that a module imports, and those that they import."""
    reached, waiting = set[str](), set(used(module) - {""})
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= used(name) - reached
    return reached


@pytest.mark.rows(("group", "other", "why"), NEVER, ids=[f"{a} {b or 'package'}" for a, b, _ in NEVER])
def test_some_never_import_some(group: str, other: str, why: str) -> None:
    importers = [module for module in MODULES if is_in(module, group)]
    found = [
        (module, name)
        for module in importers
        for name in used(module)
        if (is_in(name, other) if other else name not in {*importers, *DATA})
    ]
    assert found == [], why


def test_nothing_imports_the_command_line() -> None:
    outside = [module for module in MODULES if not is_in(module, "cli")]
    importers = [module for module in outside if any(is_in(name, "cli") for name in used(module))]
    assert importers == ["__main__"]


def test_packages_of_others_come_in_by_one_door() -> None:
    own = sys.stdlib_module_names | {"absolutize"}
    through = {(name.split(".")[0], module) for module in MODULES for name in imported(module)}
    assert {
        (name, module) for name, module in through if name not in own and module not in DOORS.get(name, ())
    } == set()


def test_every_door_is_used() -> None:
    through = {(name.split(".")[0], module) for module in MODULES for name in imported(module)}
    assert {(name, module) for name, modules in DOORS.items() for module in modules} - through == set()


# what is loaded when

HEAVY = (
    *("ada_url", "bs4", "lxml", "rich", "click", "absolutize.cli", "absolutize.trees.rewriter"),
    *("tree_sitter", "tree_sitter_javascript", "pyarrow", "pyspark", "fsspec"),
    *("pathspec", "hashlib", "email.header", "string", "textwrap"),
    *("absolutize.trees.protocol", "absolutize.uri.trace.algorithms", "absolutize.xml.scanner"),
    *("absolutize.uri.plaintext", "absolutize.archive.directories", "base64", "difflib"),
    *(f"absolutize.containers.{each}.rewriter" for each in ("warc", "zip")),
    *(f"absolutize.containers.mail.{each}" for each in ("emlx", "mbox", "message")),
    *("brotli", "brotlicffi", "zstandard", "fastwarc", "multiprocessing", "absolutize.containers.workers"),
)
LOADED = {  # a program, and the heavy modules that it may load
    "import absolutize": set[str](),
    "import absolutize; absolutize.resolve('../x', 'http://h/a/')": set[str](),
    "import absolutize; absolutize.rewrite(b'<base href=c/><a href=x>', 'http://h/d')": set[str](),
    "import absolutize; absolutize.rewrite(b'<a href=%41/..>', 'http://h/')": {"ada_url"},
    "import absolutize; absolutize.rewrite(b'<rss>', 'http://h/')": {"absolutize.xml.scanner"},
    "import absolutize; absolutize.explain('x', 'http://h/')": {"absolutize.uri.trace.algorithms"},
    "import absolutize; absolutize.unwrap('<x>')": {"absolutize.uri.plaintext"},
    "import absolutize.cli": {"click", "absolutize.cli"},
    "import absolutize.cli.commands.rewrite": {"click", "absolutize.cli"},
}


@pytest.mark.rows("program", LOADED)
def test_what_is_heavy_is_loaded_where_it_is_needed(program: str) -> None:
    script = f"import sys, json\n{program}\nprint(json.dumps(sorted(sys.modules)))"
    environment = {"PYTHONPATH": str(Path(absolutize.__file__).parents[1])}
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment
    )
    loaded = set(json.loads(ran.stdout))
    assert "absolutize.engine.rewriter" in loaded
    assert loaded & set(HEAVY) <= LOADED[program]
