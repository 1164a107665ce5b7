"""Labelled digests, as WARC (5.8) and WACZ write them: an algorithm, a colon, and the digest.

It does not know in which field or file a digest is written. Used by `containers.http.body_fields`,
`containers.mail.message`, `containers.warc` and `containers.zip`.
"""

import base64
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence

SPELLINGS: Mapping[str, Callable[[bytes], str]] = {
    "hex": bytes.hex,
    "HEX": lambda digest: digest.hex().upper(),
    "base32": lambda digest: base64.b32encode(digest).decode(),
    "base32 lower": lambda digest: base64.b32encode(digest).decode().lower(),
    "base32 bare": lambda digest: base64.b32encode(digest).decode().rstrip("="),
    "base64": lambda digest: base64.b64encode(digest).decode(),
    "base64url": lambda digest: base64.urlsafe_b64encode(digest).decode(),
}
_URL_SAFE = str.maketrans("-_", "+/")
DigestSubjects = Sequence[tuple[bytes, bytes]]
"""The data that a digest may have been computed from, each before and after the change."""
ALGORITHMS: Mapping[str, str] = {
    name.replace("_", ""): name for name in sorted(hashlib.algorithms_guaranteed) if "shake" not in name
} | {"sha": "sha1"}
"""The names of algorithms in `hashlib`, by their spelling without hyphens (RFC 3230 has "SHA" for SHA-1)."""


def spelling(labelled: str, data: bytes) -> str | None:
    """Find in which of `SPELLINGS` a labelled digest is written; None if it is not the digest of the data."""
    algorithm, _, value = labelled.partition(":")
    if _name(algorithm) is None:
        return None
    return _spelling_of(_digest(algorithm, data), value)


def _spelling_of(digest: bytes, value: str) -> str | None:
    return next((name for name, spelled in SPELLINGS.items() if spelled(digest) == value.strip()), None)


def digest_like(labelled: str, spelled: str | None, data: bytes) -> str | None:
    """Give the digest of data with the algorithm and the spelling of another digest, ``labelled``.

    ``spelled`` is None if that digest is wrong: its spelling is then inferred from its length and case. The
    result is None if the algorithm is not known.
    """
    algorithm, _, value = labelled.partition(":")
    if _name(algorithm) is None:
        return None
    name = spelled or _spelling_by_length(algorithm, value)
    return f"{algorithm}:{SPELLINGS[name](_digest(algorithm, data))}"


def canonical_digest(labelled: str) -> str:
    """Spell a labelled digest so that equal digests have the same spelling; an unreadable one stays."""
    algorithm, _, value = labelled.partition(":")
    digest = _bytes_of(algorithm, value)
    return labelled if digest is None else f"{_name(algorithm)}:{digest.hex()}"


def spell_like(labelled: str, other: str) -> str:
    """Write a digest with the label and the spelling of another; unchanged if the algorithms differ."""
    algorithm, _, value = other.partition(":")
    digest, was = (_bytes_of(*each.partition(":")[::2]) for each in (labelled, other))
    if digest is None or was is None or _name(algorithm) != _name(labelled.partition(":")[0]):
        return labelled
    return f"{algorithm}:{SPELLINGS[_spelling_of(was, value) or 'base32'](digest)}"


def _bytes_of(algorithm: str, value: str) -> bytes | None:
    """Decode a digest by its length; None if the algorithm is unknown or has no digest of this length."""
    name, bare = _name(algorithm), value.strip().rstrip("=")
    size = 0 if name is None else hashlib.new(name, usedforsecurity=False).digest_size
    padding = "=" * (-len(bare) % 8)
    try:
        if len(bare) == 2 * size:
            return bytes.fromhex(bare) or None
        if len(bare) == -(-size * 8 // 5):
            return base64.b32decode(bare.upper() + padding)
        if len(bare) == -(-size * 4 // 3):
            return base64.b64decode(bare.translate(_URL_SAFE) + padding[: -len(bare) % 4], validate=True)
    except ValueError:
        pass
    return None


def sha256_like(labelled: str, digest: str) -> str:
    """Write a digest of `sha256` with the label and the case of a file's old digest in a WACZ."""
    label, _, value = labelled.partition(":")
    if _name(label) != "sha256" or label == labelled:
        return digest
    new = digest.partition(":")[2]
    return f"{label}:{new.upper() if value.isupper() else new}"


def is_known(algorithm: str) -> bool:
    """Whether digests can be computed with an algorithm."""
    return _name(algorithm) is not None


def digest_changes(subjects: DigestSubjects, algorithms: Iterable[str]) -> dict[bytes, bytes]:
    """Map the old digests of the subjects to the new ones, in base64, for each known algorithm."""
    names = [name for name in dict.fromkeys(map(_name, algorithms)) if name is not None]
    pairs = [(name, *pair) for pair in reversed(subjects) for name in names]
    return {_base64(name, was): _base64(name, now) for name, was, now in pairs}


def replace_digests(value: bytes, changes: Mapping[bytes, bytes]) -> bytes:
    """Replace digests everywhere in a value."""
    for was, now in changes.items():
        value = value.replace(was, now)
    return value


def sha256(data: bytes) -> str:
    """Give the digest as WACZ writes it."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def _name(algorithm: str) -> str | None:
    """Name an algorithm as `hashlib` does (WARC 1.1 5.8: labels are those of digest algorithms)."""
    name = algorithm.strip().lower().removeprefix("id-")  # RFC 5843 2.2: a digest without codings
    return ALGORITHMS.get(name.replace("-", "").replace("_", ""))


def _base64(algorithm: str, data: bytes) -> bytes:
    return base64.b64encode(_digest(algorithm, data))


def _digest(algorithm: str, data: bytes) -> bytes:
    return hashlib.new(_name(algorithm) or "", data, usedforsecurity=False).digest()


def _spelling_by_length(algorithm: str, value: str) -> str:
    """Infer the spelling of a wrong digest from its length and case; base32 if they do not show it."""
    some = _digest(algorithm, b"")
    names = [name for name, spelled in SPELLINGS.items() if len(spelled(some)) == len(value.strip())]
    upper = value == value.upper()
    fitting = [name for name in names if (name == "HEX") == upper or name not in {"hex", "HEX"}]
    return (fitting or ["base32"])[0]
