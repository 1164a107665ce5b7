"""Sidecars of archives: indexes of their records, and data packages with the digests of files.

It does not know what is in a file. Used by `containers.mirror.stale_sidecars` and
`containers.zip`.
"""

import posixpath
from collections.abc import Iterable

from absolutize.containers.sniffing import ARCHIVE_SUFFIXES, suffix, uncompressed_name

PACKAGE, PACKAGE_DIGEST = "datapackage.json", "datapackage-digest.json"
COMPRESSED_INDEXES, SECONDARY_INDEX, PLAIN_INDEXES = (".cdx.gz", ".cdxj.gz"), ".idx", (".cdx", ".cdxj")
INDEXES = (*COMPRESSED_INDEXES, SECONDARY_INDEX, *PLAIN_INDEXES)


def has_sidecars(path: str) -> bool:
    """Whether a name is that of an archive that sidecars describe."""
    return suffix(uncompressed_name(path)) in ARCHIVE_SUFFIXES


def is_index(path: str) -> bool:
    """Whether a name is that of an index of records."""
    return path.endswith(INDEXES)


def is_package(path: str) -> bool:
    """Whether a name is that of a data package, or of its digest."""
    return posixpath.basename(path) in (PACKAGE, PACKAGE_DIGEST)


def folders_of_sidecars(path: str) -> tuple[str, ...]:
    """Give the folders in which sidecars of an archive may be: its own, the one above, and ``indexes``."""
    folder = posixpath.dirname(path)
    above = posixpath.dirname(folder)
    return tuple(dict.fromkeys((folder, above, posixpath.join(above, "indexes"))))


def stale_indexes(changes: Iterable[str], names: Iterable[str]) -> list[str]:
    """Choose, of all names of files, those of indexes of archives that changed."""
    folders = {folder for path in changes if has_sidecars(path) for folder in folders_of_sidecars(path)}
    return [name for name in names if is_index(name) and posixpath.dirname(name) in folders]
