"""Digests are read in all usual spellings, and corrected in the same spelling."""

from __future__ import annotations

import base64
import hashlib

import pytest

from absolutize.containers import digests


@pytest.mark.rows("algorithm", ["md5", "sha1", "SHA-1", "sha256", "sha-256", "sha512"])
@pytest.mark.rows("spelling", digests.SPELLINGS)
def test_digests_are_spelled_as_others(algorithm: str, spelling: str) -> None:
    first, second = (labelled(algorithm, spelling, data) for data in (b"7", b"2"))
    spelled = digests.spelling(first, b"7")
    assert digests.digest_like(first, spelled, b"7") == first
    assert digests.digest_like(first, spelled, b"2") in {second, plain(second)}
    assert digests.spelling(first, b"2") is None


def plain(digest: str) -> str:
    """Spell base64url as base64: they are the same for a digest without the characters that differ."""
    label, _, value = digest.partition(":")
    return f"{label}:{value.replace('-', '+').replace('_', '/')}"


def labelled(algorithm: str, spelling: str, data: bytes) -> str:
    name = algorithm.lower().replace("-", "")
    return f"{algorithm}:{digests.SPELLINGS[spelling](hashlib.new(name, data).digest())}"


@pytest.mark.parametrize("wrong", ["sha1:" + "A" * 32, "sha1:" + "f" * 40, "md5:" + "A" * 24])
def test_a_wrong_digest_is_corrected_as_it_looks(wrong: str) -> None:
    new = digests.digest_like(wrong, None, b"data")
    assert new is not None
    assert digests.spelling(new, b"data") is not None
    assert len(new) == len(wrong)


def test_a_digest_of_an_algorithm_that_is_not_known_is_none() -> None:
    assert digests.digest_like("blake3:00", None, b"data") is None
    assert digests.spelling("blake3:00", b"data") is None


DATA = b"43"  # its base64 has characters that base64url spells differently


@pytest.mark.rows("algorithm", ["md5", "SHA-1", "id-sha-256", "sha512", " sha "])
@pytest.mark.rows("spelling", digests.SPELLINGS)
def test_equal_digests_have_one_canonical_spelling(algorithm: str, spelling: str) -> None:
    name = {" sha ": "sha1"}.get(algorithm, algorithm.lower().removeprefix("id-").replace("-", ""))
    digest = hashlib.new(name, DATA).digest()
    written = f"{algorithm}:{digests.SPELLINGS[spelling](digest)}"
    assert digests.is_known(algorithm)
    assert digests.canonical_digest(f"{written} ") == f"{name}:{digest.hex()}"
    for other in digests.SPELLINGS.values():
        like = f"{name}:{other(hashlib.new(name, b'other').digest())}"
        assert digests.canonical_digest(digests.spell_like(written, like)) == f"{name}:{digest.hex()}"
        assert digests.spelling(digests.spell_like(written, like), DATA) is not None


SHA1 = hashlib.sha1(DATA).digest()  # noqa: S324 -- as WARC has it
SPELLED_LIKE = [  # a digest, another one, and the digest in its spelling
    (f"sha1:{SHA1.hex()}", "sha1:" + "A" * 32, f"sha1:{digests.SPELLINGS['base32'](SHA1)}"),
    (f"sha1:{SHA1.hex()}", "SHA-1:" + "0" * 40, f"SHA-1:{SHA1.hex()}"),
    (f"sha1:{SHA1.hex()}", "md5:" + "0" * 32, f"sha1:{SHA1.hex()}"),
    (f"sha1:{SHA1.hex()}", "sha1:?", f"sha1:{SHA1.hex()}"),
    ("sha1:?", f"sha1:{SHA1.hex()}", "sha1:?"),
    ("blake3:00", "blake3:11", "blake3:00"),
]


@pytest.mark.rows(("labelled", "other", "expected"), SPELLED_LIKE)
def test_a_digest_is_spelled_like_another(labelled: str, other: str, expected: str) -> None:
    assert digests.spell_like(labelled, other) == expected


@pytest.mark.rows(
    "digest", ["sha1:", "sha1:x", "sha1", "", "md5:" + "z" * 32, "blake3:00", "sha1:" + "?" * 28]
)
def test_what_is_no_digest_stays(digest: str) -> None:
    assert digests.canonical_digest(digest) == digest


OF_FILES = [  # the digest of a file as a WACZ had it, and as it has the new one, which is sha256:ab
    ("sha256:ff", "sha256:ab"),
    ("sha-256:FF", "sha-256:AB"),
    ("SHA256:0f", "SHA256:ab"),
    ("md5:FF", "sha256:ab"),
    ("sha256", "sha256:ab"),
    ("", "sha256:ab"),
]


@pytest.mark.rows(("was", "expected"), OF_FILES)
def test_a_digest_of_a_file_keeps_its_label(was: str, expected: str) -> None:
    assert digests.sha256_like(was, "sha256:ab") == expected


def test_digests_of_all_subjects_are_replaced() -> None:
    changes = digests.digest_changes([(b"a", b"b"), (b"c", b"d")], ["SHA-256", "sha256", "nope", "md5"])
    of_name = {
        name: [digests_of(name, data) for data in (b"a", b"b", b"c", b"d")] for name in ("sha256", "md5")
    }
    assert len(changes) == 4
    for a, b, c, d in of_name.values():
        assert digests.replace_digests(b"x=%b, y=%b" % (a, c), changes) == b"x=%b, y=%b" % (b, d)


def digests_of(name: str, data: bytes) -> bytes:
    return base64.b64encode(hashlib.new(name, data).digest())


def test_the_digest_of_wacz() -> None:
    assert digests.sha256(b"x") == f"sha256:{hashlib.sha256(b'x').hexdigest()}"
