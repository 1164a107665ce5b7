"""Whether a document is XML, by what is before its first tag."""

from __future__ import annotations

import pytest

from absolutize.xml.detection import begins_as_xml
from tests.support.timing import assert_linear, repeated

SUBSETS = [
    "<!-- it's -->",
    "<!-- ]> -->",
    '<!-- " -->',
    "<?x it's ]>?>",
    '<!ENTITY a "<!--">',
    "<!ENTITY a '?>]'>",
]


@pytest.mark.parametrize("subset", SUBSETS)
@pytest.mark.parametrize("declaration", ["", '<?xml version="1.0"?>'], ids=["alone", "declared"])
def test_the_root_behind_an_internal_subset(declaration: str, subset: str) -> None:
    assert begins_as_xml(f"{declaration}<!DOCTYPE rss [{subset}]><rss>")
    assert not begins_as_xml(f"{declaration}<!DOCTYPE html [{subset}]><html>")


ATOM = "http://www.w3.org/2005/Atom"
XSL = "http://www.w3.org/1999/XSL/Transform"
ROOTS = {  # and whether they are XML, without an XML declaration
    f'<feed xmlns="{ATOM}">': True,
    f"<a:feed lang='en' xmlns:a = '{ATOM}'>": True,
    f"<feed id='x'xmlns='{ATOM}'>": True,
    f"<div title=\"xmlns='{ATOM}'\">": False,
    f"<div title='a \" xmlns={ATOM}'>": False,
    f'<div data-xmlns="{ATOM}">': False,
    f'<html xsl:version="1.0" xmlns:xsl="{XSL}">': True,
    f"<HTML xmlns:t='{XSL}' lang=en t:version='2.0'>": True,
    f'<html xmlns:xsl="{XSL}" version="1.0">': False,
    f'<html xmlns:xsl="{XSL}">': False,
    '<html xsl:version="1.0">': False,
    f'<div xmlns="" title=\'xmlns="{ATOM}"\'>': False,
}


@pytest.mark.parametrize("root", ROOTS)
def test_the_namespace_of_the_root(root: str) -> None:
    assert begins_as_xml(root) == ROOTS[root]


HOSTILE = {"comments": "<!-- ' -->", "declarations": "<!", "comments left open": "<!--", "literals": "'\""}


@pytest.mark.rows("unit", HOSTILE.values(), ids=HOSTILE)
def test_a_subset_takes_linear_time(unit: str) -> None:
    assert_linear(begins_as_xml, repeated("<!DOCTYPE rss [", unit))
