"""Whether two versions do the same: both rewrite, list and check what is given, and the bytes are compared.

    python benchmarks/compare_versions.py BEFORE AFTER PATH...

BEFORE and AFTER are the `src` folders of two checkouts. PATH is a directory, archive, message or page. Every
file that comes out otherwise is named, and the run fails if there is one.
"""

from __future__ import annotations

import filecmp
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

URL = "http://example.com/a/b/"
COMMANDS = {"rewrite": (), "links": ("--format", "jsonl"), "check": ("--format", "json")}


@click.command(help=__doc__)
@click.argument("before", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("after", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(before: Path, after: Path, paths: tuple[Path, ...]) -> None:
    """Run both versions in directories of their own, and compare these."""
    with tempfile.TemporaryDirectory() as name:
        sides = Path(name, "before"), Path(name, "after")
        for side, source in zip(sides, (before, after), strict=True):
            side.mkdir()
            for path in paths:
                run(source.absolute(), path.absolute(), side / path.name)
        files = sorted({file.relative_to(side) for side in sides for file in all_files(side)})
        differing = [file for file in files if not is_same(sides[0] / file, sides[1] / file)]
    for file in differing:
        click.echo(f"differs: {file}")
    click.echo(f"{len(files)} files, {len(differing)} of them differ")
    sys.exit(bool(differing))


def run(source: Path, path: Path, output: Path) -> None:
    """Run all commands with the sources of one version; their output is saved to files, too."""
    environment = os.environ | {"PYTHONPATH": str(source)}
    url = "--root" if path.is_dir() else "--url", URL
    for command, options in COMMANDS.items():
        target = ("-o", str(output)) if command == "rewrite" else ()
        ran = subprocess.run(  # noqa: S603 -- the caller chooses what is run
            [sys.executable, "-m", "absolutize", command, *options, *url, *target, path],
            env=environment,
            capture_output=True,
            check=False,
        )
        Path(f"{output}.{command}.txt").write_bytes(ran.stdout + ran.stderr)


def all_files(directory: Path) -> Iterator[Path]:
    """List the files below a directory."""
    return (path for path in directory.rglob("*") if path.is_file())


def is_same(first: Path, second: Path) -> bool:
    """Whether both files exist and have the same bytes."""
    return first.is_file() and second.is_file() and filecmp.cmp(first, second, shallow=False)


if __name__ == "__main__":
    main()
