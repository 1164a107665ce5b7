"""The states of the URL Standard's parser: which are shown, and where it fails."""

from __future__ import annotations

import itertools

import pytest

import absolutize

FILE, DRIVE = "file:///a/b?c", "file:///C:/d"
# reference, base, the states from the first that differs from case to case, what the last of them did
STATES = [
    ("http://h", None, "authority, path start, path", 'read: ""'),
    ("http://h?q", None, "authority, path start, path, query", 'read: "q"'),
    ("http://h/x#s", None, "authority, path start, path, fragment", 'read: "s"'),
    ("foo://h?q", None, "authority, path start, query", 'read: "q"'),
    ("foo://h", None, "authority, path start", 'read: ""'),
    ("foo://h/x", None, "authority, path start, path", 'read: "x"'),
    ("http://", None, "authority", 'failure: credentials, host and port: ""'),
    ("//u:p@[/x?q", "http://h/", "authority", 'failure: credentials, host and port: "u:p@["'),
    ("foo://h:x/", None, "authority", 'failure: credentials, host and port: "h:x"'),
    ("x", None, "no scheme", "failure: there is no base, or an opaque one"),
    ("file://%/x", None, "file, file slash, file host", 'failure: "%"'),
    ("file://h/x", None, "file, file slash, file host, path start, path", 'read: "x"'),
    ("file://C:/x", None, "file, file slash, file host, path", 'read: "C:/x"'),
    ("file://C|", None, "file, file slash, file host, path", 'read: "C|"'),
    ("C|/x", FILE, "no scheme, file, path", 'read: "C|/x"'),
    ("C|x", FILE, "no scheme, file, path", 'read: "C|x"'),
]


@pytest.mark.rows(("reference", "base", "states", "last"), STATES, ids=[row[0] for row in STATES])
def test_the_states(reference: str, base: str | None, states: str, last: str) -> None:
    *steps, result = absolutize.explain(reference, base, rules="whatwg")
    entered = [step.name.removesuffix(" state") for step in steps if step.name.endswith(" state")]
    expected = states.split(", ")
    assert entered[entered.index(expected[0]) :] == expected
    assert steps[-1].action == last
    assert (result.value is None) == last.startswith("failure")


DRIVES = [  # reference, base, state, what it did
    ("file://C:/x", None, "file host", '"C:" is a drive letter and no host: the path begins with it'),
    ("C|/x", FILE, "file", "the host is the base's; the path begins with a drive letter"),
    ("x", FILE, "file", "authority and path are the base's, without its last segment"),
    ("/x", FILE, "file slash", "no second slash: the host is the base's"),
    ("/x", DRIVE, "file slash", 'no second slash: the host is the base\'s, and so is "/C:"'),
    ("/D:/x", DRIVE, "file slash", "no second slash: the host is the base's"),
    ("file:/x", "http://h/", "file slash", "no second slash: there is no host"),
]


@pytest.mark.rows(("reference", "base", "state", "did"), DRIVES, ids=[f"{row[0]} {row[1]}" for row in DRIVES])
def test_what_a_state_of_files_did(reference: str, base: str | None, state: str, did: str) -> None:
    steps = absolutize.explain(reference, base, rules="whatwg")
    assert [step.action for step in steps if step.name == f"{state} state"] == [did]


PIECES = ("http:", "file:", "foo:", "//", "/", "a", "C|", "?", "[", ":x")


@pytest.mark.parametrize("base", [None, "http://h/a", FILE, "foo:x", "no base"])
def test_a_failure_is_the_last_state(base: str | None) -> None:
    for pieces in itertools.product(PIECES, repeat=3):
        *steps, result = absolutize.explain("".join(pieces), base, rules="whatwg")
        failures = [step.action.startswith("failure") for step in steps if step.name.endswith(" state")]
        assert failures == [*(len(failures) - 1) * [False], result.value is None], pieces
