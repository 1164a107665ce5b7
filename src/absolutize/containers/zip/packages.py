"""Data packages: ``datapackage.json`` with the digests and sizes of files, and the file with its digest.

It does not know what is in the files. Used by `containers.zip.rewriter` and `containers.zip.wacz`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from absolutize.containers.compression import CorruptData
from absolutize.containers.digests import sha256_like
from absolutize.containers.json_edits import text_of, tree_of, value_of, with_values, without_member
from absolutize.containers.zip.members import NewData
from absolutize.html.values.json.strings import Object, String, elements, members_of, objects

SIGNATURE = "signedData"
NO_JSON = "it is no JSON"


class FileFacts(NamedTuple):
    """What a data package says about a file: its digest and its size."""

    digest: str
    size: int


def facts_of(new: NewData) -> FileFacts:
    """Give what a data package says about new data."""
    return FileFacts(new.digest, new.content.size)


def correct_package(data: bytes, folder: str, facts: Mapping[str, FileFacts]) -> tuple[bytes, list[str]]:
    """Correct the digests and sizes of files (WACZ 4.2.4), and leave the rest as it is written.

    Paths are relative to the folder. What is said about several files together is not corrected: the second
    value lists the paths if one of them changed. Raises `CorruptData` if the package is no JSON.
    """
    text = text_of(data)
    tree = tree_of(text) if facts else []
    if tree is None:
        raise CorruptData(NO_JSON)
    values, kept = dict[String, str](), list[str]()
    for described in objects(tree):
        paths = _paths(text, described)
        changed = [folder + path for path in paths if folder + path in facts]
        corrected = _described(text, described, facts[changed[0]]) if changed else {}
        if len(paths) == 1:
            values |= corrected
        elif corrected:
            kept.append(", ".join(paths))
    return with_values(text, values), kept


def correct_digest(data: bytes, facts: FileFacts) -> tuple[bytes, bool]:
    """Correct the digest of a package, and say whether its signature, no longer valid, was left out.

    Raises `CorruptData` if the file is no JSON.
    """
    text = text_of(data)
    tree = tree_of(text)
    if tree is None:
        raise CorruptData(NO_JSON)
    digest = value_of(text, members_of(tree), "hash")
    data = with_values(text, {} if digest is None else {digest: sha256_like(digest.text, facts.digest)})
    unsigned = _unsigned(data)
    return (data, False) if unsigned is None else (unsigned, True)


def _paths(text: str, described: Object) -> list[str]:
    """Give the path of a file, or those of several that are described together (Data Package: ``path``)."""
    path = value_of(text, described, "path")
    if path is not None:
        return [path.text]
    several = elements(described["path"].value) if "path" in described else []
    return [each.text for each in several if isinstance(each, String)]


def _described(text: str, described: Object, facts: FileFacts) -> dict[String, str]:
    """Give the new digest and size of a file in its description; WACZ 1.0 has them in an inner object."""
    values = dict[String, str]()
    stats = members_of(described["stats"].value) if "stats" in described else {}
    for part in (described, stats):
        digest, size = value_of(text, part, "hash"), value_of(text, part, "bytes")
        if digest is not None:
            values[digest] = sha256_like(digest.text, facts.digest)
        if size is not None:
            values[size] = str(facts.size)
    return values


def _unsigned(data: bytes) -> bytes | None:
    """Leave out a signature (WACZ Auth 0.1), and keep the rest as it is written; None if there is none."""
    text = text_of(data)
    members = members_of(tree_of(text))
    if SIGNATURE not in members or members[SIGNATURE].value == "null":
        return None
    return without_member(text, members, SIGNATURE)
