"""Revisit records (WARC 1.1 6.7): the digest of the payload that they refer to stays true, or is reported.

So do its length and digests in the HTTP header of a revisit, with which a program replays that payload. It
does not know where records are in a file, nor how they are compressed. Used by
`containers.warc.rewriter` and `containers.zip.wacz`.
"""

from base64 import b64encode
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from hashlib import blake2b
from itertools import chain
from typing import Any, NamedTuple

from absolutize.containers import digests
from absolutize.containers.http.body_fields import FieldChange, repeat_changes
from absolutize.containers.http.header_fields import decoded_field
from absolutize.containers.source import Problem, WithFindings
from absolutize.containers.warc.header import LONGEST_HEAD, WARC, RecordHead, head_of, with_length
from absolutize.containers.warc.payload import ChangedRecord, corrected_values, payload_of

# the last keys of payloads whose revisits are remembered: most revisits are of records in other files
MOST_WAITING = 1 << 17
MOST_FIELDS = 32  # that are remembered of the headers of all records of a payload


class KnownPayload(NamedTuple):
    """What revisits need of a payload that changed: its new digest, and its HTTP fields that changed."""

    digest: str
    fields: tuple[FieldChange, ...]

    @classmethod
    def of(cls, value: Sequence[Any]) -> "KnownPayload":
        """Make it of a value that may have been read from JSON."""
        digest, fields = value
        return cls(digest, tuple(FieldChange(*each) for each in fields))

    def joined_with(self, before: "KnownPayload") -> "KnownPayload":
        """Add what changed in the header of another record of the same payload, such as one with a length."""
        if before.digest != self.digest:
            return self
        fields = dict.fromkeys((*before.fields, *self.fields))
        return self._replace(fields=tuple(fields)[-MOST_FIELDS:])


class Digest(NamedTuple):
    """The old and the new digest of a payload, and the keys by which revisits refer to the payload.

    ``fields`` are the fields of its HTTP message that were corrected.
    """

    old: str
    new: str
    keys: tuple[str, ...]
    fields: tuple[FieldChange, ...] = ()

    @property
    def payload(self) -> KnownPayload:
        """What is remembered of it; the keys share it, since there may be millions."""
        return KnownPayload(self.new, tuple(dict.fromkeys(self.fields))[-MOST_FIELDS:])


class RevisitResult(NamedTuple):
    """The new revisit (None: unchanged), its digests, and the keys of a payload that is not known so far."""

    record: bytes | None
    digests: tuple[Digest, ...] = ()
    unresolved: tuple[str, ...] = ()


NO_RESULT = RevisitResult(None)
_OF_NOTHING = b"", b""  # wget computes the block digest of a revisit so, and this stays

_NewDigests = dict[bytes | None, bytes | None]
"""The new digests of a kind in a header, by the old ones."""


def digests_of(head: RecordHead, changed: ChangedRecord) -> Iterator[Digest]:
    """Give the digests of a payload that changed, with the keys of its record."""
    names = head.uri, head.fields.text(b"warc-record-id")
    for old, new in changed.digests:
        yield Digest(old, new, tuple(_key(old, name) for name in names if name), changed.fields)


def _key(digest: str, name: str) -> str:
    """Make a key from a digest and the URI or ID of its record; it is short, since there may be millions."""
    text = f"{digests.canonical_digest(digest)} {name.strip('<>')}"
    return b64encode(blake2b(text.encode(), digest_size=12).digest()).decode()


class Revisits:
    """The payloads that changed, and the revisits that precede the record they refer to.

    ``state`` is None, or the state of the checkpoint to go on from; ``name`` is the name of the file. If
    "waits" in the state is false, no revisits are remembered: the file will be read again.
    """

    def __init__(self, name: str, state: Mapping[str, Any] | None) -> None:
        self._name = name
        self._known: MutableMapping[str, Sequence[Any]] = {} if state is None else state["digests"]
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
            payload = digest.payload
            for key in digest.keys:
                before = self._known.get(key)
                self._known[key] = payload if before is None else payload.joined_with(KnownPayload.of(before))
            for place in chain.from_iterable(self._waiting.pop(key, ()) for key in digest.keys):
                places.setdefault(place, digest.old)
        for place, old in places.items():
            yield Problem(f"{self._name}!{place}", "stale-digest", old)

    def payloads_of(self, changed: Iterable[Digest]) -> dict[str, Sequence[Any]]:
        """Give what is known of payloads that changed, for a checkpoint."""
        return {key: self._known[key] for digest in changed for key in digest.keys}

    def correct(self, record: bytes, place: str) -> WithFindings[RevisitResult]:
        """Correct a revisit's digest and HTTP header if the payload that it refers to has changed."""
        head = head_of(WARC, record[:LONGEST_HEAD])
        if head is None or head.kind != "revisit":
            return NO_RESULT
        values, unresolved, changed = _NewDigests(), dict[str, str](), list[Digest]()
        for value in dict.fromkeys(head.fields.all(b"warc-payload-digest")):
            digest = decoded_field(value)
            keys = _keys(head, digest)
            known = {key: KnownPayload.of(self._known[key]) for key in keys if key in self._known}
            if not known:
                unresolved |= dict.fromkeys(keys, digest)
                continue
            key, payload = next(iter(known.items()))
            now = digests.spell_like(payload.digest, digest)
            values[value] = now.encode()
            # another record of the URI may have another header: that by the record ID, the last, prevails
            fields = chain.from_iterable(each.fields for each in known.values())
            changed.append(Digest(digest, now, (key,), tuple(fields)))
        if not changed:
            self._wait(place, [*unresolved])
            return RevisitResult(None, unresolved=tuple(unresolved))
        yield from self._of_changed(head, changed, unresolved, place)
        new = yield from self._written(head, record, changed, values, place)
        return RevisitResult(new, tuple(changed))

    def _written(
        self, head: RecordHead, record: bytes, changed: list[Digest], digests_now: _NewDigests, place: str
    ) -> WithFindings[bytes]:
        """Write a revisit with new digests, and with the HTTP fields that changed with its payload."""
        stop = head.size + head.length
        block, values = record[head.size : stop], {b"warc-payload-digest": digests_now}
        payload = payload_of(head, block)
        changes = (change for digest in changed for change in digest.fields)
        new = payload.interim + repeat_changes(payload.fields, changes) + payload.body
        if new != block:
            name, of = b"warc-block-digest", f"{self._name}!{place}"
            subjects = (block, new), _OF_NOTHING
            values[name] = yield from corrected_values(head.fields.all(name), subjects, of)
        return with_length(head, len(new), values) + new + record[stop:]

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
