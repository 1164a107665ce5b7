"""What links in a mirror stand for whose pages link to its files by their names (wget -k, HTTrack)."""

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from absolutize.containers.layouts import LONGEST, said
from absolutize.containers.places import Places, is_renamed

# What names of such files look like in a page: wget escapes question marks
_MAY_NAME = re.compile(rb"%3[fF]|@[^@=\s\"'<>]++=|\.[a-z]++[345]?\.html")


class Mirror(NamedTuple):
    """A mirror on a disk: its root, and where its files were retrieved from."""

    root: Path
    places: Places

    def may_name(self, page: bytes) -> bool:
        """Whether a page may link to a file by a name that is not that of its URI."""
        return self.places.commented or _MAY_NAME.search(page) is not None

    def moved(self, target: str) -> str | None:
        """Tell the URI of the file that a URI names by its path; None: it names none, or is that URI."""
        target, mark, fragment = target.partition("#")
        path = next((path for path in self._paths(target) if is_renamed(path) or self.places.commented), None)
        if path is None or not os.path.isfile(self.root / path):  # noqa: PTH113 -- of any name there is an answer
            return None
        url = self._said(path)
        return None if url is None or url == target else url + mark + fragment

    def _paths(self, target: str) -> list[str]:
        """List the paths in the tree that a URI names: no more than one for each root."""
        named = (
            prefix + os.fsdecode(unquote_to_bytes(target[len(root) :]))
            for prefix, root in self.places.roots
            if target.startswith(root) and "?" not in target
        )
        return [path for path in named if "\0" not in path and ".." not in path.split("/")]

    def _said(self, path: str) -> str | None:
        """Tell where a file was: by its name, or as HTTrack says in it."""
        return _said_in(self.root / path) if self.places.commented else self.places.url(path)


@lru_cache(maxsize=4096)
def _said_in(path: Path) -> str | None:
    """Read once of many links to a page where it was; one that cannot be read does not say."""
    try:
        with path.open("rb") as file:
            return said(file.read(LONGEST), None)
    except OSError:
        return None
