"""Revisit records (WARC 1.1 6.7): the digest of the payload that they refer to stays true, or is reported.

It does not know where records are in a file, nor how they are compressed. Used by `containers.warc.rewriter`.
"""

from base64 import b64encode
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from hashlib import blake2b
from itertools import chain
from typing import Any, NamedTuple

from absolutize.containers import digests
from absolutize.containers.http.header_fields import decoded_field
from absolutize.containers.source import Problem, WithFindings
from absolutize.containers.warc.header import LONGEST_HEAD, WARC, RecordHead, head_of, with_length

# the last keys of payloads whose revisits are remembered: most revisits are of records in other files
MOST_WAITING = 1 << 17


class Digest(NamedTuple):
    """The old and the new digest of a payload, and the keys by which revisits refer to the payload."""

    old: str
    new: str
    keys: tuple[str, ...]


class RevisitResult(NamedTuple):
    """The new revisit (None: unchanged), its digests, and the keys of a payload that is not known so far."""

    record: bytes | None
    digests: tuple[Digest, ...] = ()
    unresolved: tuple[str, ...] = ()


NO_RESULT = RevisitResult(None)


def digest_of(head: RecordHead, old: str, new: str) -> Digest:
    """Give the digest of a payload that changed, with the keys of its record."""
    names = head.uri, head.fields.text(b"warc-record-id")
    return Digest(old, new, tuple(_key(old, name) for name in names if name))


def _key(digest: str, name: str) -> str:
    """Make a key from a digest and the URI or ID of its record; it is short, since there may be millions."""
    text = f"{digests.canonical_digest(digest)} {name.strip('<>')}"
    return b64encode(blake2b(text.encode(), digest_size=12).digest()).decode()


class Revisits:
    """The new digests of payloads that changed, and the revisits that precede the record they refer to.

    ``state`` is None, or the state of the checkpoint to go on from; ``name`` is the name of the file. If
    "waits" in the state is false, no revisits are remembered: the file will be read again.
    """

    def __init__(self, name: str, state: Mapping[str, Any] | None) -> None:
        self._name = name
        self._known: MutableMapping[str, str] = {} if state is None else state["digests"]
        self._waits = state is None or state.get("waits", True)
        self._waiting: OrderedDict[str, list[str]] = OrderedDict()  # places of revisits, by keys
        for place, keys in ({} if state is None else state["unresolved_revisits"]).items():
            self._wait(place, keys)

    def _wait(self, place: str, keys: Sequence[str]) -> None:
        if self._waits and keys and self._known.keys().isdisjoint(keys):
            for key in keys:
                self._waiting.setdefault(key, []).append(place)
            while len(self._waiting) > MOST_WAITING:
                self._waiting.popitem(last=False)

    def learn(self, changed: Iterable[Digest]) -> Iterator[Problem]:
        """Remember digests that changed; report revisits that refer to them and are already written."""
        places = dict[str, str]()
        for digest in changed:
            self._known.update(dict.fromkeys(digest.keys, digest.new))
            for place in chain.from_iterable(self._waiting.pop(key, ()) for key in digest.keys):
                places.setdefault(place, digest.old)
        for place, old in places.items():
            yield Problem(f"{self._name}!{place}", "stale-digest", old)

    def correct(self, record: bytes, place: str) -> WithFindings[RevisitResult]:
        """Correct a revisit's digest if the payload that it refers to has changed."""
        head = head_of(WARC, record[:LONGEST_HEAD])
        if head is None or head.kind != "revisit":
            return NO_RESULT
        values, unresolved, changed = dict[bytes | None, bytes | None](), dict[str, str](), list[Digest]()
        for value in dict.fromkeys(head.fields.all(b"warc-payload-digest")):
            digest = decoded_field(value)
            keys = _keys(head, digest)
            key = next((key for key in keys if key in self._known), None)
            if key is None:
                unresolved |= dict.fromkeys(keys, digest)
                continue
            now = digests.spell_like(self._known[key], digest)
            values[value] = now.encode()
            changed.append(Digest(digest, now, (key,)))
        if not changed:
            self._wait(place, [*unresolved])
            return RevisitResult(None, unresolved=tuple(unresolved))
        yield from self._of_changed(head, changed, unresolved, place)
        new = with_length(head, head.length, {b"warc-payload-digest": values}) + record[head.size :]
        return RevisitResult(new, tuple(changed))

    def _of_changed(
        self, head: RecordHead, changed: list[Digest], unresolved: Mapping[str, str], place: str
    ) -> Iterator[Problem]:
        """Report a revisit of a payload of another URI, and digests that could not be corrected."""
        if not any(_key(digest.old, head.uri or "") in self._known for digest in changed):
            yield Problem(f"{self._name}!{place}", "revisit-elsewhere", head.uri or "")
        for digest in dict.fromkeys(unresolved.values()):
            yield Problem(f"{self._name}!{place}", "stale-digest", digest)


def _keys(head: RecordHead, digest: str) -> list[str]:
    """Give the keys of the payload that a revisit refers to: by a URI and a record ID, or by its own URI."""
    names = [head.fields.text(name) for name in (b"warc-refers-to-target-uri", b"warc-refers-to")]
    return [_key(digest, name) for name in (*names, head.uri if names[0] is None else None) if name]
