"""Digests are read in all usual spellings, and corrected in the same spelling."""

from __future__ import annotations

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
