"""Labelled digests, as WARC (5.8) and WACZ write them: an algorithm, a colon, and the digest.

It does not know which field or file they are of. Used by `containers.http.body_fields`,
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
"""What a digest may be of, as it was and as it is."""
ALGORITHMS: Mapping[str, str] = {
    name.replace("_", ""): name for name in sorted(hashlib.algorithms_guaranteed) if "shake" not in name
} | {"sha": "sha1"}
"""The names that the library has for algorithms, by them without hyphens (RFC 3230 has "SHA" for SHA-1)."""


def spelling(labelled: str, data: bytes) -> str | None:
    """Tell how a labelled digest of data is spelled, one of `SPELLINGS`; None: it is not theirs."""
    algorithm, _, value = labelled.partition(":")
    if _name(algorithm) is None:
        return None
    return _spelling_of(_digest(algorithm, data), value)


def _spelling_of(digest: bytes, value: str) -> str | None:
    return next((name for name, spelled in SPELLINGS.items() if spelled(digest) == value.strip()), None)


def digest_like(labelled: str, spelled: str | None, data: bytes) -> str | None:
    """Give the digest of data by the algorithm and in the spelling of another's.

    ``spelled`` is None where the other is wrong, so that its spelling is inferred from its characters. None
    comes back where the algorithm is not known.
    """
    algorithm, _, value = labelled.partition(":")
    if _name(algorithm) is None:
        return None
    name = spelled or _spelling_by_length(algorithm, value)
    return f"{algorithm}:{SPELLINGS[name](_digest(algorithm, data))}"


def canonical_digest(labelled: str) -> str:
    """Spell a labelled digest so that equal ones are the same; what cannot be read stays."""
    algorithm, _, value = labelled.partition(":")
    digest = _bytes_of(algorithm, value)
    return labelled if digest is None else f"{_name(algorithm)}:{digest.hex()}"


def spell_like(labelled: str, other: str) -> str:
    """Give a digest with the label and in the spelling of another of its algorithm; else as it is."""
    algorithm, _, value = other.partition(":")
    digest, was = (_bytes_of(*each.partition(":")[::2]) for each in (labelled, other))
    if digest is None or was is None or _name(algorithm) != _name(labelled.partition(":")[0]):
        return labelled
    return f"{algorithm}:{SPELLINGS[_spelling_of(was, value) or 'base32'](digest)}"


def _bytes_of(algorithm: str, value: str) -> bytes | None:
    """Read a digest, by its length; None: the algorithm is not known, or no digest of it is so long."""
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
    """Give a digest of `sha256` with the label and in the case of another that is a file's in WACZ."""
    label, _, value = labelled.partition(":")
    if _name(label) != "sha256" or label == labelled:
        return digest
    new = digest.partition(":")[2]
    return f"{label}:{new.upper() if value.isupper() else new}"


def is_known(algorithm: str) -> bool:
    """Whether digests of an algorithm can be made."""
    return _name(algorithm) is not None


def digest_changes(subjects: DigestSubjects, algorithms: Iterable[str]) -> dict[bytes, bytes]:
    """Give the digests in base64 of what is, by those of what was; those of algorithms that are known."""
    names = [name for name in dict.fromkeys(map(_name, algorithms)) if name is not None]
    pairs = [(name, *pair) for pair in reversed(subjects) for name in names]
    return {_base64(name, was): _base64(name, now) for name, was, now in pairs}


def replace_digests(value: bytes, changes: Mapping[bytes, bytes]) -> bytes:
    """Replace digests wherever they are in a value."""
    for was, now in changes.items():
        value = value.replace(was, now)
    return value


def sha256(data: bytes) -> str:
    """Give the digest that WACZ uses."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def _name(algorithm: str) -> str | None:
    """Name an algorithm as the library does (WARC 1.1 5.8: labels are those of digest algorithms)."""
    name = algorithm.strip().lower().removeprefix("id-")  # RFC 5843 2.2: of the body without codings
    return ALGORITHMS.get(name.replace("-", "").replace("_", ""))


def _base64(algorithm: str, data: bytes) -> bytes:
    return base64.b64encode(_digest(algorithm, data))


def _digest(algorithm: str, data: bytes) -> bytes:
    return hashlib.new(_name(algorithm) or "", data, usedforsecurity=False).digest()


def _spelling_by_length(algorithm: str, value: str) -> str:
    """Tell how a wrong digest is spelled, by its length; as base32 is, where that does not tell."""
    some = _digest(algorithm, b"")
    names = [name for name, spelled in SPELLINGS.items() if len(spelled(some)) == len(value.strip())]
    upper = value == value.upper()
    fitting = [name for name in names if (name == "HEX") == upper or name not in {"hex", "HEX"}]
    return (fitting or ["base32"])[0]
