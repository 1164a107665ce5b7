"""The SHA-256 digest of data, for records, names and fingerprints.

`hashlib`, which loads OpenSSL, is loaded when a digest is needed: most commands need none. Used by `cli` and
`storage.undo_record`.
"""


def sha256_hex(data: bytes) -> str:
    """Give the SHA-256 digest of bytes, in hexadecimal."""
    import hashlib  # noqa: PLC0415 -- see above

    return hashlib.sha256(data).hexdigest()
