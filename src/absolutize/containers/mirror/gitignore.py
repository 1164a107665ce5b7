"""Which paths of a tree its .gitignore files list, as git reads them (gitignore(5)).

A file counts for its directory and what is below; of two that say something, the deeper one prevails. It does
not know what is in other files. Used by `containers.mirror.walk`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

FILE_NAME = ".gitignore"


class IgnoreFiles:
    """The .gitignore files of the directories on the way to where a walk is.

    Files above the tree do not count: who asks for a directory wants what is in it.
    """

    def __init__(self) -> None:
        self._specs: list[tuple[str, GitIgnoreSpec]] = []

    def enter(self, root: Path, path: str) -> None:
        """Read the file of a directory, if there is one; those of directories that were left do not count."""
        self._specs = [(place, spec) for place, spec in self._specs if f"{path}/".startswith(place)]
        try:
            lines = (root / path / FILE_NAME).read_text("utf-8", "surrogateescape").splitlines()
        except OSError:
            return
        from pathspec import GitIgnoreSpec  # noqa: PLC0415 -- only where there is such a file

        self._specs.append((f"{path}/" if path else "", GitIgnoreSpec.from_lines(lines)))

    def lists(self, path: str, *, is_directory: bool) -> bool:
        """Whether a path is listed, by the deepest file that says something of it."""
        for place, spec in reversed(self._specs):
            if path.startswith(place):
                verdict = spec.check_file(path[len(place) :] + "/" * is_directory).include
                if verdict is not None:
                    return verdict
        return False
