"""Revisits of records that changed: their digests are corrected in any spelling, or reported."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import itertools
import json
import zipfile
import zlib
from typing import Any

import pytest

from absolutize.containers import CONTAINERS, Checkpoint, ContainerTask, Session, merge_states, source_of
from absolutize.containers.digests import ALGORITHMS, SPELLINGS, canonical_digest, spell_like
from absolutize.containers.http.body_fields import FieldChange
from absolutize.containers.warc import revisits
from absolutize.containers.warc.payload import MOST_DIGESTS
from tests.support.archives import (
    INFO,
    PAGE,
    PAGE_ABSOLUTE,
    URL,
    check,
    description,
    gz,
    http,
    index_of,
    members_of,
    record,
    records_of,
    resolved,
    response,
    run,
    sha1,
    zipped,
)

LABELS = ("sha1", "SHA-1", "Sha1")


def spelled(data: bytes, spelling: str, label: str = "sha1", algorithm: str = "sha1") -> str:
    return f"{label}:{SPELLINGS[spelling](hashlib.new(algorithm, data).digest())}"


def revisit(digest: str, *fields: str, uri: str = URL, number: int = 2) -> bytes:
    return record("revisit", b"", f"WARC-Payload-Digest: {digest}", *fields, uri=uri, number=number)


def digests_of(data: bytes) -> list[str]:
    """Read the payload digests of revisit records."""
    return [read.head["WARC-Payload-Digest"] for read in records_of(data) if read.kind == "revisit"]


@pytest.mark.rows("spelling", SPELLINGS)
@pytest.mark.rows("label", LABELS)
@pytest.mark.rows("first", ["base32", "hex"])
def test_a_digest_may_be_spelled_otherwise(first: str, label: str, spelling: str) -> None:
    """A digest that is corrected keeps its spelling, also in the index of a WACZ."""
    original = response(PAGE).replace(sha1(PAGE).encode(), spelled(PAGE, first).encode())
    records = gz(original, revisit(spelled(PAGE, spelling, label)))
    ran = run(records)
    assert digests_of(ran.data) == [spelled(PAGE_ABSOLUTE, spelling, label)]
    index = index_of(records, kinds=("revisit",))
    files = [("archive/data.warc.gz", records), ("indexes/index.cdxj", index)]
    packed = run(zipped([*files, *description(files)], deflated=False))
    members = dict(members_of(packed.data))
    assert members["indexes/index.cdxj"] == index_of(members["archive/data.warc.gz"], kinds=("revisit",))
    assert (ran.notices, packed.notices) == ([], [])


REFERRING = (
    ("WARC-Refers-To-Target-URI: <http://h/d/p>",),
    ("WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>",),
    ("WARC-Refers-To: <urn:uuid:0>", f"WARC-Refers-To-Target-URI: {URL}"),
)


@pytest.mark.rows("fields", REFERRING)
def test_a_revisit_names_its_record(fields: tuple[str, ...]) -> None:
    ran = run(response(PAGE) + revisit(sha1(PAGE), *fields, uri="http://other/"))
    assert digests_of(ran.data) == [sha1(PAGE_ABSOLUTE)]
    assert ran.codes == ["revisit-elsewhere"]


OLD, NEW = sha1(PAGE), sha1(PAGE_ABSOLUTE)
FIRST, REVISIT = response(PAGE), revisit(OLD)
MEMBERS = {
    "behind it": ([FIRST + REVISIT], [NEW]),
    "in front of it": ([REVISIT + FIRST], [NEW]),
    "on both sides": ([REVISIT + FIRST + REVISIT], [NEW, NEW]),
    "behind it in another member": ([FIRST, REVISIT + INFO + REVISIT], [NEW, NEW]),
    "of what did not change": ([response(PAGE_ABSOLUTE) + revisit(NEW)], [NEW]),
    "of another": ([response(PAGE, uri="http://other/") + REVISIT], [OLD]),
}


@pytest.mark.rows("name", MEMBERS)
def test_a_revisit_may_be_in_a_member_with_others(name: str) -> None:
    members, expected = MEMBERS[name]
    data = gz(INFO, *members)
    ran = run(data)
    assert digests_of(gzip.decompress(ran.data)) == expected
    assert ran.notices == []
    assert run(ran.data).data == ran.data


def described(page: bytes, *fields: str, kind: str = "revisit", coded: bool = False) -> bytes:
    """Make a record of a page with an HTTP header that has its length and MD5; a revisit has no body."""
    body = gzip.compress(page, 6, mtime=0) if coded else page
    md5 = base64.b64encode(hashlib.md5(body).digest()).decode()  # noqa: S324 -- HTTP uses MD5
    block = http(body if kind == "response" else b"", *(each.format(len(body), md5) for each in fields))
    digests = f"WARC-Block-Digest: {sha1(block)}", f"WARC-Payload-Digest: {sha1(body)}"
    number = 1 if kind == "response" else 2
    return record(kind, block, "Content-Type: application/http", *digests, number=number)


LENGTH, MD5, CODED = "Content-Length: {0}", "Content-MD5: {1}", "Content-Encoding: gzip"
HTTP_FIELDS = {  # those of a response, and of its revisit
    "its length": ([LENGTH], [LENGTH]),
    "its length and digest": ([LENGTH, MD5], [MD5, LENGTH, "X: 7"]),
    "its length in coded form": ([CODED, LENGTH], [CODED, LENGTH]),
    "another length": ([LENGTH], ["Content-Length: 7"]),
    "none": ([LENGTH], []),
    "one that the response lacks": ([], ["Content-Length: 7"]),
}


@pytest.mark.rows("name", HTTP_FIELDS)
def test_the_http_header_of_a_revisit_is_corrected(name: str) -> None:
    """Programs replay the payload with the header of the revisit: cut at its length."""
    of_response, of_revisit = HTTP_FIELDS[name]
    before, after = (
        described(page, *of_response, kind="response", coded=CODED in of_response)
        + described(page, *of_revisit, coded=CODED in of_response)
        for page in (PAGE, PAGE_ABSOLUTE)
    )
    ran = run(before)
    assert records_of(ran.data)[1:] == records_of(after)
    assert (ran.notices, check(ran.data)) == ([], [])
    packed = run(
        zipped([("archive/a.warc", before), *description([("archive/a.warc", before)])], deflated=False)
    )
    assert dict(members_of(packed.data))["archive/a.warc"] == ran.data


def test_a_block_digest_of_nothing_stays() -> None:
    """wget writes it in every revisit: it is no damage to report."""
    block, digest = http(b"", f"Content-Length: {len(PAGE)}"), f"WARC-Payload-Digest: {sha1(PAGE)}"
    of_nothing = f"WARC-Block-Digest: {sha1(b'')}"
    last = record("revisit", block, "Content-Type: application/http", digest, of_nothing, number=2)
    ran = run(described(PAGE, LENGTH, kind="response") + last)
    read = records_of(ran.data)[-1]
    assert (ran.notices, read.head["WARC-Block-Digest"]) == ([], sha1(b""))
    assert dict(read.http)["Content-Length"] == str(len(PAGE_ABSOLUTE))


NAMING = {  # how a revisit names the record
    "by its URI": ("WARC-Refers-To-Target-URI: " + URL,),
    "by its ID, too": (
        "WARC-Refers-To-Target-URI: " + URL,
        "WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>",
    ),
    "not at all": (),
}


@pytest.mark.rows("is_first", [True, False])
@pytest.mark.rows("name", NAMING)
def test_another_record_of_the_page_may_have_no_length(name: str, is_first: bool) -> None:
    files = []
    for page in (PAGE, PAGE_ABSOLUTE):
        digest = f"WARC-Payload-Digest: {sha1(page)}"
        block = http(b"", f"Content-Length: {len(page)}")
        last = record("revisit", block, "Content-Type: application/http", digest, *NAMING[name], number=3)
        other = record("response", http(page), "Content-Type: application/http", digest, number=2)
        both = [described(page, LENGTH, kind="response"), other]
        files.append(b"".join(both if is_first else both[::-1]) + last)
    before, after = files
    assert records_of(run(before).data)[1:] == records_of(after)


def test_the_http_header_is_corrected_by_a_run_that_goes_on() -> None:
    """What it needs is in the checkpoint, which is kept as JSON."""
    data = described(PAGE, LENGTH, kind="response") + described(PAGE, LENGTH)
    (container,) = (each for each in CONTAINERS if each.name == "warc")
    session, state = Session(ContainerTask(resolved, CONTAINERS)), dict[str, Any]()
    whole = [*container.rewrite(source_of(data, "input"), session, None)]
    stop = next(place for place, each in enumerate(whole) if isinstance(each, Checkpoint))
    merge_states(state, json.loads(json.dumps(whole[stop].state)))
    rest = [*container.rewrite(source_of(data, "input"), session, state)]
    assert [each for each in rest if isinstance(each, bytes)] == [
        each for each in whole[stop:] if isinstance(each, bytes)
    ]


REFERS = "WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>"
AHEAD = {
    "one": ([REVISIT, FIRST], [0]),
    "two of one": ([REVISIT, INFO, revisit(OLD, number=3), FIRST], [0, 2]),
    "of another URI": ([revisit(OLD, f"WARC-Refers-To-Target-URI: {URL}", uri="http://other/"), FIRST], [0]),
    "by its identifier": ([revisit(OLD, REFERS, uri="http://other/"), FIRST], [0]),
    "spelled otherwise": ([revisit(spelled(PAGE, "hex", "SHA-1")), FIRST], [0]),
    "twice changed": ([REVISIT, FIRST, response(PAGE, number=4)], [0]),
    "of what does not change": ([revisit(NEW), response(PAGE_ABSOLUTE)], []),
    "of what is not there": ([revisit(OLD, f"WARC-Refers-To-Target-URI: {URL}x"), FIRST], []),
}


@pytest.mark.rows("name", AHEAD)
@pytest.mark.rows("packed", [False, True], ids=["as it is", "gzip"])
def test_a_revisit_in_front_of_its_record_is_reported(name: str, *, packed: bool) -> None:
    """The revisit was already written when its record is read, so it stays unchanged."""
    records, places = AHEAD[name]
    members = [gz(each) if packed else each for each in records]
    ran = run(b"".join(members))
    before = [digest for each in records for digest in digests_of(each)]
    assert digests_of(ran.data) == before
    starts = [sum(map(len, members[:place])) for place in places]
    assert [tuple(notice) for notice in ran.notices] == [
        (f"input!{start}", "stale-digest", OLD) for start in starts
    ]


def test_a_revisit_in_front_is_reported_by_a_run_that_goes_on() -> None:
    """A resumed run reports exactly the revisits that were not reported before its checkpoint."""
    data = b"".join([REVISIT, FIRST, revisit(sha1(PAGE * 2)), response(PAGE * 2, number=4), FIRST])
    (container,) = (each for each in CONTAINERS if each.name == "warc")
    session = Session(ContainerTask(resolved, CONTAINERS))
    pieces = list(container.rewrite(source_of(data, "input"), session, None))
    reports = [each for each in pieces if getattr(each, "code", "") == "stale-digest"]
    assert len(reports) == 2
    for count in range(1, len(pieces)):
        if not isinstance(pieces[count - 1], Checkpoint):
            continue
        state: dict[str, Any] = {}
        for each in pieces[:count]:
            if isinstance(each, Checkpoint):
                merge_states(state, each.state)
        again = [*container.rewrite(source_of(data, "input"), session, state)]
        assert [each for each in again if each in reports] == [
            each for each in pieces[count:] if each in reports
        ]


@pytest.mark.rows("algorithm", ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"])
def test_digests_that_are_equal_are_the_same(algorithm: str) -> None:
    spellings = [spelled(PAGE, name, algorithm.upper(), algorithm) for name in SPELLINGS]
    assert {canonical_digest(each) for each in spellings} == {spelled(PAGE, "hex", algorithm, algorithm)}
    for first, second in itertools.product(spellings, spellings):
        assert spell_like(first, second) == second


@pytest.mark.parametrize(
    "digest", ["", ":", "sha1", "sha1:", "sha1:AAAA", "blake3:00", "sha1:" + "é" * 40, "md5:" + "!" * 22]
)
def test_what_is_no_digest_stays(digest: str) -> None:
    assert canonical_digest(digest) == digest
    assert spell_like(OLD, digest) == OLD
    assert spell_like(digest, OLD) == digest


def several(kind: str, *digests: str) -> str:
    return "\r\n".join(f"WARC-{kind}-Digest: {digest}" for digest in digests)


def digested(page: bytes, *algorithms: str, kind: str = "response") -> bytes:
    """Make a record with digests by several algorithms, or a revisit of it."""
    block = http(page)
    digests = [
        several(each, *(spelled(data, "hex", name, name) for name in algorithms))
        for each, data in (("Block", block), ("Payload", page))
    ]
    if kind == "revisit":
        return record(kind, b"", digests[1], number=2)
    return record(kind, block, "Content-Type: application/http", *digests)


KINDS = {  # the digest algorithms of a record, and of its revisit
    "one": (["sha256"], ["sha256"]),
    "two": (["sha1", "md5"], ["sha1", "md5"]),
    "two in another order": (["sha1", "md5"], ["md5", "sha1"]),
    "one of two": (["sha1", "md5"], ["md5"]),
    "one twice": (["sha1", "sha1"], ["sha1", "sha1"]),
    "all": (sorted({*ALGORITHMS.values()}), sorted({*ALGORITHMS.values()})),
}


@pytest.mark.rows("name", KINDS)
def test_digests_of_several_kinds_are_corrected(name: str) -> None:
    response_kinds, revisit_kinds = KINDS[name]
    before, after = (
        digested(page, *response_kinds) + digested(page, *revisit_kinds, kind="revisit")
        for page in (PAGE, PAGE_ABSOLUTE)
    )
    ran = run(before)
    assert ran.data.endswith(after)
    assert ran.notices == []


def test_a_digest_of_a_revisit_that_its_record_has_not_is_reported() -> None:
    """The digest stays unchanged, since its new value is unknown."""
    ran = run(digested(PAGE, "sha1") + digested(PAGE, "md5", "sha1", kind="revisit"))
    md5 = spelled(PAGE, "hex", "md5", "md5")
    assert md5.encode() in ran.data.partition(b"WARC-Type: revisit")[2]
    assert [tuple(notice) for notice in ran.notices] == [
        (f"input!{len(digested(PAGE, 'sha1'))}", "stale-digest", md5)
    ]


def test_digests_that_are_too_many_are_left_out() -> None:
    """The number is limited, since computing a digest takes reading the whole record."""
    count = MOST_DIGESTS + 3
    digests = [f"sha1:{number:040}" for number in range(count)]
    ran = run(record("response", http(PAGE), "Content-Type: application/http", several("Payload", *digests)))
    assert ran.data.count(b"WARC-Payload-Digest") == MOST_DIGESTS
    assert ran.codes == ["wrong-digest"] * MOST_DIGESTS + ["unknown-digest"] * 3


def test_of_very_many_revisits_the_last_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most revisits refer to records in other files, and a file may have any number of revisits."""
    monkeypatch.setattr(revisits, "MOST_WAITING", 4)
    members = [revisit(sha1(PAGE * 2), uri=f"{URL}{number}", number=number) for number in range(5, 10)]
    ran = run(b"".join([REVISIT, *members, revisit(OLD, number=3), FIRST]))
    place = len(REVISIT) + sum(map(len, members))
    assert [tuple(notice) for notice in ran.notices] == [(f"input!{place}", "stale-digest", OLD)]


def test_revisits_that_wait_are_looked_up_once() -> None:
    """Each waiting revisit is reported once, even if several payloads that it may refer to change."""
    known = revisits.Revisits("input", {"digests": {}, "unresolved_revisits": {"0": ("a",), "1": ("a", "b")}})
    changed = [revisits.Digest(f"old {key}", "new", (key,)) for key in "abc"]
    assert [tuple(each) for each in known.learn(changed)] == [
        ("input!0", "stale-digest", "old a"),
        ("input!1", "stale-digest", "old a"),
    ]
    assert list(known.learn(changed)) == []


def test_digests_that_nobody_can_correct_are_reported_in_a_wacz_too() -> None:
    archive = "archive/data.warc.gz"
    files = [(archive, gz(response(PAGE, "Digest: crc32c=AAAAAA==")))]
    ran = run(zipped([*files, *description(files)], deflated=False))
    assert [tuple(notice) for notice in ran.notices] == [(f"input!{archive}!0", "stale-digest", "crc32c")]


def test_what_is_in_a_damaged_archive_of_a_wacz_changes_no_revisit() -> None:
    """The damaged archive is copied, so the revisit stays correct."""
    first, second = "archive/a.warc.gz", "archive/b.warc.gz"
    files = [(first, gz(FIRST)), (second, gz(REVISIT))]
    packed = zipped([*files, *description(files)], deflated=False)
    check_of_first = zlib.crc32(gz(FIRST))
    damaged = packed.replace(check_of_first.to_bytes(4, "little"), (check_of_first ^ 1).to_bytes(4, "little"))
    ran = run(damaged)
    with zipfile.ZipFile(io.BytesIO(ran.data)) as file:
        assert digests_of(gzip.decompress(file.read(second))) == [OLD]
    assert {notice.code for notice in ran.notices} == {"damaged-member"}


def test_the_keys_of_a_payload_share_what_is_remembered_of_it() -> None:
    """There may be millions of payloads."""
    changes = [FieldChange("a", "b", str(number % 50)) for number in range(100)]
    digest = revisits.Digest("sha1:a", "sha1:b", ("by its URI", "by its ID"), tuple(changes))
    known = revisits.Revisits("input", None)
    assert list(known.learn([digest])) == []
    first, second = known.payloads_of([digest]).values()
    assert first is second
    assert first == ("sha1:b", tuple(changes[50 - revisits.MOST_FIELDS : 50]))
