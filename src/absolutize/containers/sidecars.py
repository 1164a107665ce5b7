"""Sidecars: indexes of an archive's records, data packages, and the manifests of bags (RFC 8493).

It does not know what is in a file. Used by `containers.mirror.stale_sidecars` and
`containers.zip`.
"""

import posixpath
from collections.abc import Iterable, Iterator

from absolutize.containers.sniffing import ARCHIVE_SUFFIXES, suffix, uncompressed_name

PACKAGE, PACKAGE_DIGEST = "datapackage.json", "datapackage-digest.json"
COMPRESSED_INDEXES, SECONDARY_INDEX, PLAIN_INDEXES = (".cdx.gz", ".cdxj.gz"), ".idx", (".cdx", ".cdxj")
INDEXES = (*COMPRESSED_INDEXES, SECONDARY_INDEX, *PLAIN_INDEXES)
BAG, PAYLOAD = "bagit.txt", "data"  # the file that makes a folder a bag, and the folder of its payload


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


def bags_around(path: str) -> Iterator[str]:
    """Give the folders in whose payload a file is, if they are bags (RFC 8493 2.1)."""
    folder = posixpath.dirname(path)
    while folder.strip("/"):
        above, name = posixpath.split(folder)
        if name == PAYLOAD:
            yield above
        folder = above


def is_manifest(path: str) -> bool:
    """Whether a name is that of a manifest: the digests of a bag's payload (RFC 8493 2.1.3)."""
    return posixpath.basename(path).startswith("manifest-") and path.endswith(".txt")


def sidecars_of_changed(changes: Iterable[str], names: Iterable[str]) -> list[str]:
    """Choose, of all names of files, those of indexes and manifests that describe files which changed."""
    changed, names = [*changes], [*names]
    archives = {folder for path in changed if has_sidecars(path) for folder in folders_of_sidecars(path)}
    bags = {posixpath.dirname(name) for name in names if posixpath.basename(name) == BAG}
    bags &= {folder for path in changed for folder in bags_around(path)}
    return [
        name
        for name in names
        if (is_index(name) and posixpath.dirname(name) in archives)
        or (is_manifest(name) and posixpath.dirname(name) in bags)
    ]
