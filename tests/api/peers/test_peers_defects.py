"""Defects that were measured in, or reported of, other programs for this job: what is right instead.

Each row names the program, what it does, a document, and what becomes of it here.
"""

from __future__ import annotations

import pytest

import absolutize
from tests.api.peers.defect import Defect
from tests.api.peers.libraries import LXML, OTHERS, TURBOHTML, URLJOIN, W3LIB
from tests.api.peers.savers import REPLAY, SAVERS, WGET

DEFECTS = [*LXML, *TURBOHTML, *W3LIB, *WGET, *REPLAY, *SAVERS, *OTHERS, *URLJOIN]
EACH = [pytest.param(defect, id=f"{defect.peer}: {defect.what}") for defect in DEFECTS]


@pytest.mark.rows("defect", EACH)
def test_a_defect_of_others_is_none_of_ours(defect: Defect) -> None:
    before, after = defect.before.encode(defect.charset), defect.after.encode(defect.charset)
    assert absolutize.rewrite(before, defect.url, charset=defect.charset, **defect.options) == after
    assert absolutize.rewrite(after, defect.url, charset=defect.charset, **defect.options) == after


@pytest.mark.rows("defect", EACH)
def test_nor_is_it_in_text(defect: Defect) -> None:
    assert absolutize.rewrite(defect.before, defect.url, **defect.options) == defect.after


def test_each_peer_that_was_measured_is_there() -> None:
    measured = {
        "lxml",
        "turbohtml",
        "w3lib",
        "nh3",
        "feedparser",
        "premailer",
        "pywb",
        "wabac.js",
        "zimscraperlib",
    }
    measured |= {
        "warc2zim",
        "lol-html",
        "monolith",
        "SingleFile",
        "wget",
        "HTTrack",
        "Heritrix",
        "cc-pyspark",
        "Nutch",
        "urljoin",
    }
    assert measured <= {defect.peer for defect in DEFECTS}
