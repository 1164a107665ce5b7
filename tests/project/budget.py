"""Prints how the source complies with its budget: ``python -m tests.project.budget``.

The limits are tested in test_house.py, test_glossary.py and test_crossings.py.
"""

import statistics
from collections import Counter
from functools import partial

from tests.project.modules import FILES
from tests.project.test_crossings import DOCUMENTS, OTHER_WAYS, WITH_SCOPES, crossings, crossings_of
from tests.project.test_glossary import READ, not_used_in
from tests.project.test_house import functions, homes


def main() -> None:
    """Print the figures."""
    folders = Counter(path.parent for path in FILES.values())
    root = FILES[""].parent
    print("files per folder")
    for folder, count in sorted(folders.items()):
        print(f"  {count:3}  {folder.relative_to(root.parent)}")
    files = {module: len(path.read_text().splitlines()) for module, path in FILES.items()}
    print(f"lines per file: median {statistics.median(files.values()):.0f}, longest {max(files.values())}")
    lines = sorted(function.lines for function in functions())
    print(
        f"lines per function: median {statistics.median(lines):.0f}, "
        f"90th percentile {lines[len(lines) * 9 // 10]}, longest {lines[-1]}, of {len(lines)}"
    )
    print(f"public names defined more than once: {sum(len(modules) > 1 for modules in homes().values())}")
    runs = {name: partial(crossings, document) for name, document in DOCUMENTS.items()}
    runs |= {name: partial(crossings_of, run) for name, run in (OTHER_WAYS | WITH_SCOPES).items()}
    for name, run in runs.items():
        print(f"calls between engine and html, xml, {name}: {len(run())} different ones")
    print(f"words not used: {sum(len(not_used_in(path)) for path in READ)}")


if __name__ == "__main__":
    main()
