"""The digest of data, as every program gives it (FIPS 180-4)."""

from __future__ import annotations

from absolutize.storage.hashing import sha256_hex


def test_a_digest_is_that_of_everyone() -> None:
    assert sha256_hex(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert sha256_hex(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
