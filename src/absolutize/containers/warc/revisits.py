"""Revisit records (WARC 1.1 6.6): the digest of the payload that they are about stays true, or is reported.

It does not know where records are in a file, nor how they are compressed. Used by `containers.warc.rewriter`.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

from absolutize.containers import digests
from absolutize.containers.source import Problem, WithFindings
from absolutize.containers.warc.header import LONGEST_HEAD, WARC, RecordHead, head_of, with_length


class Digest(NamedTuple):
    """The digest that a payload had, the one that it has, and by which keys it is known to revisits."""

    old: str
    new: str
    keys: tuple[str, ...]


class RevisitResult(NamedTuple):
    """What became of a revisit (None: nothing), and its digest, or the keys of a payload not known so far."""

    record: bytes | None
    digests: tuple[Digest, ...] = ()
    unresolved: tuple[str, ...] = ()


NO_RESULT = RevisitResult(None)


def digest_of(head: RecordHead, old: str, new: str) -> Digest:
    """Give the digest of a payload that changed, with the keys of its record."""
    names = head.uri, head.fields.text(b"warc-record-id")
    return Digest(old, new, tuple(_key(old, name) for name in names if name))


def _key(digest: str, name: str) -> str:
    """Make a key of a digest and of what has it: short, since they may be millions."""
    text = f"{digests.canonical_digest(digest)} {name.strip('<>')}"
    return b64encode(blake2b(text.encode(), digest_size=12).digest()).decode()


class Revisits:
    """What payloads have now that changed, and the revisits that were before the record that they are of.

    ``state`` is None, or that of a checkpoint to go on from; ``name`` is that of the file.
    """

    def __init__(self, name: str, state: Mapping[str, Any] | None) -> None:
        self._name = name
        self._known: dict[str, str] = {} if state is None else state["digests"]
        self._waiting: dict[str, list[str]] = {}  # places of revisits
        for place, keys in ({} if state is None else state["unresolved_revisits"]).items():
            self._wait(place, keys)

    def _wait(self, place: str, keys: tuple[str, ...]) -> None:
        if self._known.keys().isdisjoint(keys):
            self._waiting.setdefault(keys[0], []).append(place)

    def learn(self, changed: Iterable[Digest]) -> Iterator[Problem]:
        """Take in digests that changed; report the revisits before them, which are written already."""
        for digest in changed:
            self._known.update(dict.fromkeys(digest.keys, digest.new))
            places = [place for key in digest.keys for place in self._waiting.pop(key, ())]
            for place in places:
                yield Problem(f"{self._name}!{place}", "stale-digest", digest.old)

    def correct(self, record: bytes, place: str) -> WithFindings[RevisitResult]:
        """Keep a revisit's digest that of the payload that it is about, if that was changed."""
        head = head_of(WARC, record[:LONGEST_HEAD])
        digest = None if head is None else head.fields.text(b"warc-payload-digest")
        if head is None or digest is None or head.kind != "revisit":
            return NO_RESULT
        names = [head.fields.text(name) for name in (b"warc-refers-to-target-uri", b"warc-refers-to")]
        keys = tuple(_key(digest, name) for name in (*names, head.uri if names[0] is None else None) if name)
        key = next((key for key in keys if key in self._known), None)
        if key is None:
            if keys:
                self._wait(place, keys)
            return RevisitResult(None, unresolved=keys)
        if _key(digest, head.uri or "") not in self._known:
            yield Problem(f"{self._name}!{place}", "revisit-elsewhere", head.uri or "")
        now = digests.spell_like(self._known[key], digest)
        values = {b"warc-payload-digest": now.encode()}
        new = with_length(head, head.length, values) + record[head.size :]
        return RevisitResult(new, (Digest(digest, now, (key,)),))
