"""Whether a document is XML, by what is before its first tag."""

from __future__ import annotations

import pytest

from absolutize.xml.detection import begins_as_xml, is_xml_type
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
    f'<html xmlns:xsl="{XSL}" xmlns:x="urn:x" x:version="1.0">': False,
    f'<div xmlns="" title=\'xmlns="{ATOM}"\'>': False,
    f"<feed id='>' xmlns='{ATOM}'>": True,
    f'<feed id=">" xmlns="{ATOM}">': True,
    f'<div><feed xmlns="{ATOM}">': False,
    f'<div>&lt;feed xmlns="{ATOM}">': False,
    f"<feed id='\ud800' xmlns='{ATOM}'>": True,
    '<svg xmlns="http://www.w3.org/2000/svg">': False,  # which browsers show in HTML
    '<x xmlns="urn:x">': False,
}


@pytest.mark.parametrize("root", ROOTS)
def test_the_namespace_of_the_root(root: str) -> None:
    assert begins_as_xml(root) == ROOTS[root]


DECLARED_ROOTS = {  # and whether they are XML, behind an XML declaration
    "<x>": True,
    "<title>": False,
    **{f"<{name}>": False for name in ("a", "abbr", "audio", "button", "canvas", "label", "q", "video", "P")},
    f'<title xmlns="{ATOM}">': True,
    '<title xmlns="urn:x">': True,
    "<x:title>": False,
    '<svg xmlns="http://www.w3.org/2000/svg">': True,
    '<html xmlns="http://www.w3.org/1999/xhtml">': False,
}


@pytest.mark.parametrize("root", DECLARED_ROOTS)
def test_the_root_behind_a_declaration(root: str) -> None:
    assert begins_as_xml(f'<?xml version="1.0"?>{root}') == DECLARED_ROOTS[root]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le"])
@pytest.mark.parametrize("declaration", ["", '<?xml version="1.0"?>'], ids=["alone", "declared"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["without a mark", "with a mark"])
def test_the_root_in_any_encoding(encoding: str, declaration: str, mark: str) -> None:
    assert begins_as_xml(f"{mark}{declaration}<rss>".encode(encoding))
    assert not begins_as_xml(f"{mark}{declaration}<html>".encode(encoding))


TYPES = {  # and whether they are XML's
    "text/xml": True,
    "application/xml": True,
    "text/xsl": True,
    "text/x-opml": True,
    "application/atom+xml": True,
    "image/svg+xml": True,
    "application/xml-dtd": False,
    "text/html": False,
    "application/json": False,
    "": False,
}


@pytest.mark.parametrize("media_type", TYPES)
def test_a_media_type_of_xml(media_type: str) -> None:
    """RFC 7303 4; MIME Sniffing 4.6; and two that are not registered."""
    assert is_xml_type(media_type) == TYPES[media_type]


HOSTILE = {"comments": "<!-- ' -->", "declarations": "<!", "comments left open": "<!--", "literals": "'\""}


@pytest.mark.rows("unit", HOSTILE.values(), ids=HOSTILE)
def test_a_subset_takes_linear_time(unit: str) -> None:
    assert_linear(begins_as_xml, repeated("<!DOCTYPE rss [", unit))
