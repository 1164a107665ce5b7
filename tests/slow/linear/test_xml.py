"""Hostile XML takes time in proportion to its length, and nothing that it names is fetched."""

from collections.abc import Callable

import pytest

import absolutize
from tests.support.timing import assert_linear

URL = "http://h/d/p.xml"


def based(count: int) -> str:
    """Nest elements, each with another base, and a link on both sides of the next."""
    starts = "".join(f"<a xml:base='http://b{number}/'><link>x</link>" for number in range(count))
    return f"<rss>{starts}{'<link>x</link></a>' * count}</rss>"


DOCUMENTS: dict[str, Callable[[int], str]] = {
    "deep": lambda n: "<rss>" + "<a>" * n + "</a>" * n + "</rss>",
    "deep and open": lambda n: "<rss>" + "<link>" * n,
    "deep with bases": lambda n: "<rss>" + "<a xml:base='b/'>" * n + "<link>x</link>" + "</a>" * n + "</rss>",
    "deep with a link in each base": lambda n: "<rss>" + "<a xml:base='b/'><link>x</link>" * n + "</rss>",
    "deep with absolute bases": lambda n: "<rss>" + "<a xml:base='http://b/'><link>x</link>" * n + "</rss>",
    "deep with another base in each": based,
    "siblings with bases": lambda n: (
        "<rss>" + "".join(f"<a xml:base='http://b{i}/'><link>x</link></a>" for i in range(n)) + "</rss>"
    ),
    "deep with prefixes": lambda n: "<rss>" + "<a xmlns:p='urn:x'>" * n + "</rss>",
    "a long namespace": lambda n: f"<rss xmlns='{'x' * 1024 * n}'>{'<a/>' * n}</rss>",
    **{
        f"a long default, {declared}, of {tag}": lambda n, d=declared, t=tag: (  # type: ignore[misc]
            f"<!DOCTYPE a [<!ATTLIST a {d} '{'a  ' * 256 * n}'>]><{t}>{'<a/>' * n}</{t}>"
        )
        for declared in ("href CDATA", "xmlns CDATA", "href NMTOKENS", "style CDATA", "xml:base CDATA")
        for tag in ("rss", "html xmlns='http://www.w3.org/1999/xhtml'")
    },
    "a long default of a condition": lambda n: (
        f"<!DOCTYPE html [<!ATTLIST meta name CDATA '{'a' * 1024 * n}'>]><html>"
        + '<meta content="x"/>' * n
        + "</html>"
    ),
    "a long default of a template": lambda n: (
        f"<!DOCTYPE a [<!ATTLIST a b CDATA '{'doc ' * 256 * n}'>]>"
        f"<a xmlns='http://www.w3.org/1999/XSL/Transform'>{'<a/>' * n}</a>"
    ),
    "a long name of a default": lambda n: (
        f"<!DOCTYPE html [<!ATTLIST a {'a' * 1024 * n} CDATA ''>]><html>{'<a/>' * n}</html>"
    ),
    "attributes": lambda n: "<rss " + " ".join(f"a{i}='x'" for i in range(n)) + "/>",
    "attributes of one name": lambda n: "<rss " + "href='x' " * n + "/>",
    "prefixes": lambda n: "<rss " + " ".join(f"xmlns:a{i}='x'" for i in range(n)) + "/>",
    "links": lambda n: "<rss>" + "<link>x</link>" * n + "</rss>",
    "entities": lambda n: (
        "<!DOCTYPE rss ["
        + "".join(f'<!ENTITY e{i} "&e{i - 1};&e{i - 1};">' for i in range(1, n))
        + f"]><rss><link>&e{n - 1};</link></rss>"
    ),
    "references to one entity": lambda n: (
        '<!DOCTYPE rss [<!ENTITY e "x">]><rss><link>' + "&e;" * n + "</link></rss>"
    ),
    "unknown entities": lambda n: "<rss><link>" + "&e;" * n + "</link></rss>",
    "sections": lambda n: "<rss><description>" + "<![CDATA[<a href=x>]]>" * n + "</description></rss>",
    "open sections": lambda n: "<rss>" + "<description><![CDATA[" * n,
    "open comments": lambda n: "<rss>" + "<link><!-- " * n,
    "escaped": lambda n: "<rss><description>" + "&lt;a href=x>" * n + "</description></rss>",
    "instructions": lambda n: "<?xml-stylesheet href='x'?>" * n + "<rss/>",
    **{
        f"{unit!r} before the root, behind {before!r}": lambda n, b=before, u=unit: b + u * n + "<rss/>"  # type: ignore[misc]
        for before in ("", "<!DOCTYPE x [", "<!--[if IE]>")
        for unit in (
            *("<!--", "<?x ", "<!x[", '<!"', "<!x[<!--", "<!x[<?x ", "?><!--", "<!-- -", "<?x ?"),
            *("<!DOCTYPE x [", "<!DOCTYPE x [<!--", '<!DOCTYPE x "<!--', "<?xml-model href=x "),
        )
    },
    **{
        f"{unit!r} behind each of many roots": lambda n, u=unit: f"<a/>{u}" * n  # type: ignore[misc]
        for unit in (
            "<?xml-stylesheet href='x'?>",
            "<?xml-stylesheet ",
            "<!x[",
            "<!--",
            "<![CDATA['\"'\"]]>",
            "</b>",
        )
    },
    "open instructions": lambda n: "<rss>" + "<?x " * n,
    "white space in an instruction": lambda n: "<?xml-stylesheet a" + " " * n + "?><rss/>",
    **{
        f"{unit!r} in a declaration of attributes": lambda n, u=unit: (
            f"<!DOCTYPE rss [<!ATTLIST a {u * n}]><rss/>"
        )  # type: ignore[misc]
        for unit in ("a", "a ", "a (", "a NOTATION (", "a CDATA ", "a CDATA '", "a CDATA #FIXED ")
    },
    "declarations": lambda n: "<!DOCTYPE rss [" + "<!ENTITY a" * n + "<rss/>",
    "closed without a start": lambda n: "<rss>" + "</a>" * n + "<link>x</link></rss>",
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_xml_takes_linear_time(name: str) -> None:
    def read(document: str) -> None:
        absolutize.rewrite(document, URL, media_type="text/xml")
        list(absolutize.links(document, URL, media_type="text/xml"))

    assert_linear(read, DOCUMENTS[name])


def test_levels_and_attributes_without_end_are_read() -> None:
    deep = "<rss>" + "<a>" * 100_000 + "<link>{}x</link>" + "</a>" * 100_000 + "</rss>"
    assert absolutize.rewrite(deep.format(""), URL) == deep.format("http://h/d/")
    wide = "<rss " + " ".join(f"a{i}='x'" for i in range(1_000_000)) + "><link>{}x</link></rss>"
    assert absolutize.rewrite(wide.format(""), URL) == wide.format("http://h/d/")


def test_each_base_counts_on_both_sides_of_those_in_it() -> None:
    count = 1000  # more than are kept at once
    found = [link.target for link in absolutize.links(based(count), URL) if link.element != "a"]
    hosts = [*range(count), *reversed(range(count))]
    links = [target for target in found if target is not None and target.endswith("x")]
    assert links == [f"http://b{host}/x" for host in hosts]


def test_nothing_is_fetched_nor_expanded_without_end() -> None:
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    for subset in (f'<!ENTITY l0 "lol">{laughs}', '<!ENTITY l9 SYSTEM "file:///etc/passwd">', "%x;"):
        document = f'<!DOCTYPE rss SYSTEM "http://h/x.dtd" [{subset}]><rss><link>&l9;</link></rss>'
        assert absolutize.rewrite(document, URL) == document
        assert [link.code for link in absolutize.links(document, URL)] == ["unreadable"]
