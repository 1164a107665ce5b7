"""The report says what `links`, `check` and `base` say of the same input, and fits in one page."""

from __future__ import annotations

import base64
import hashlib
import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files

import pytest

import absolutize
from absolutize import archive
from absolutize.cli.commands.report import MOST_DOCUMENTS
from absolutize.containers import DocumentPart
from absolutize.engine.checks import SelectedCodes
from absolutize.findings import DECISIONS, UNRESOLVED_CODES
from absolutize.options import Context, Policies
from absolutize.report import (
    DocumentSummary,
    InputTrouble,
    PageLimits,
    ReportTask,
    ReportTotals,
    document,
    report_page,
    totals,
)
from absolutize.report.forms import FORMS, GROUP_OF_CODE, GROUPS, form_of, host_of
from absolutize.report.page import SCRIPTS, SHOWN_HOSTS
from tests.support.archives import gz, response
from tests.support.commandline import ROOT
from tests.support.report_page import Report, read_report

URL = "http://h/d/p"
ROOMY = PageLimits(1000, 1_000_000)
HOSTILE = "</script><script>alert(1)</script><!--<script>\u2028'\"&lt;"
PAGES = {
    "plain": b"<a href=x>x</a> <img src='/y.png'><a href='#s'><a href=http://i/z>",
    "base": b"<base href='http://b/c/'><a href=//j/k><form action=?q><a href=http:l><a href=''>",
    "unresolved": b"<a href='//['><a href='{{x}}'><script type=importmap>{</script><img src=''>",
    "styles": b"<p style='a:url(x) url(y)'><iframe srcdoc='&lt;a href=z&gt;'></iframe><a href='a b'>",
    "comment": b"<!--[if IE]><a href=x><![endif]--><a href=y>",
    "text": "<meta charset=utf-8><a href='\u00e9/\u65e5'>\u65e5\u672c</a>".encode(),
    "utf-16": "\ufeff<p>\u65e5\u672c<a href='x y'>\u65e5</a><a href=z>".encode("utf-16-le"),
    "iso-2022-jp": "<meta charset=iso-2022-jp><p>\u65e5\u672c<a href=x>\u65e5</a>".encode("iso2022_jp"),
    "feed": b"<rss version='2.0' xml:base='http://b/'><channel><link>x</link></channel></rss>",
    "svg": b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><image href='x'/></svg>",
    "hostile": f"<meta charset=utf-8><a href='{HOSTILE}'><a href='javascript:alert(1)'>{HOSTILE}".encode(),
    "empty": b"",
}
NAMED = {f"{name}.html": page for name, page in PAGES.items()}


def summarized(page: bytes, url: str | None = URL, name: str = "p") -> DocumentSummary:
    _, summary = task()(DocumentPart(name, page, url=url))
    assert isinstance(summary, DocumentSummary)
    return summary


def task() -> ReportTask:
    return ReportTask(Context(), Policies(), SelectedCodes.of())


def paged(found: Iterable[DocumentSummary | InputTrouble], limits: PageLimits = ROOMY) -> Report:
    return read_report(b"".join(report_page(found, ["site"], limits, ReportTotals())))


def zipped(members: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as file:
        for name, member in members.items():
            file.writestr(name, member)
    return written.getvalue()


# what it counts is what the other commands count


@pytest.mark.rows("name", PAGES)
def test_counts_are_those_of_links_check_and_base(name: str) -> None:
    page, summary = PAGES[name], summarized(PAGES[name])
    links = list(absolutize.links(page, URL))
    assert summary.counts == Counter(
        (link.kind, form_of(link.reference, link.code), link.code) for link in links
    )
    assert summary.faults == Counter(fault.code for fault in absolutize.check(page, URL))
    assert (summary.base, summary.layer) == absolutize.base_uri(page, URL)
    assert summary.hosts == Counter(host_of(link.target) for link in links if link.target is not None)
    assert summary.links() == sum(summary.links(group) for group in GROUPS) == len(links)


@pytest.mark.rows(
    "data",
    [
        zipped(NAMED),
        b"".join(gz(response(page, uri=f"http://{name}/")) for name, page in PAGES.items() if page),
    ],
    ids=["zip", "WARC"],
)
def test_counts_are_those_of_an_archive(data: bytes) -> None:
    links = [link for _, link in archive.links(data)]
    faults = Counter(fault.code for _, fault in archive.check(data))
    parts = list(archive.documents(data))
    report = paged(of_archive(data))
    assert report.summary["documents"] == len(parts)
    assert report.summary["links"] == len(links) == sum(n for *_, n in report.summary["counted"])
    assert {code: n for code, n, *_ in report.summary["faults"]} == faults
    layers = Counter(absolutize.base_uri(page, part.url, **known(part)).source for part, page in parts)
    assert {name: n for name, *_, n in report.summary["layers"] if n} == layers
    counts = [len(list(absolutize.links(page, part.url, **known(part)))) for part, page in parts]
    assert report.index["links"] == counts


def known(part: archive.Part) -> dict[str, str | None]:
    return {"charset": part.charset, "media_type": part.media_type}


def of_archive(data: bytes) -> Iterable[DocumentSummary]:
    for part, page in archive.documents(data):
        yield task()(DocumentPart(part.name, page, part.url, None, part.charset, part.media_type))[1]


@pytest.mark.rows("name", PAGES)
def test_links_before_and_after_are_those_of_links(name: str) -> None:
    page = PAGES[name]
    rows = paged([summarized(page)]).details(0)["links"]
    read = [
        (line, column, element, attribute, kind, raw, reference or raw, target, code)
        for line, column, element, attribute, kind, _, raw, reference, target, code, _ in rows
    ]
    assert read == [
        (
            link.line,
            link.column,
            link.element,
            link.attribute,
            link.kind,
            link.raw,
            link.reference or link.raw,
            0 if link.target == link.reference else link.target,
            link.code,
        )
        for link in absolutize.links(page, URL)
    ]


@pytest.mark.rows("name", PAGES)
def test_the_source_is_the_document_and_its_spans_are_the_links(name: str) -> None:
    details = paged([summarized(PAGES[name])]).details(0)
    pieces, numbers = details["source"]["pieces"], details["source"]["links"]
    encoding = {"utf-16": "utf-16-le", "iso-2022-jp": "iso2022_jp"}.get(name, "utf-8")
    assert "".join(pieces) == PAGES[name].decode(encoding)
    assert pieces[1::2] == [details["links"][number][6] for number in numbers]
    assert numbers == list(range(len(details["links"])))


# what is of a link


FORM_ROWS = [
    ("http://h/x", "absolute"),
    ("mailto:x", "absolute"),
    ("http:x", "absolute"),
    ("//h/x", "scheme-relative"),
    (r"\\h\x", "scheme-relative"),
    ("/x", "absolute path"),
    (r"\x", "absolute path"),
    ("x", "relative path"),
    ("../x?y#z", "relative path"),
    ("1:2", "relative path"),
    ("?x", "query"),
    ("?x#y", "query"),
    ("?", "query"),
    ("", "same document"),
    ("#x", "same document"),
]


@pytest.mark.rows(("reference", "form"), FORM_ROWS)
def test_forms_of_references(reference: str, form: str) -> None:
    assert form_of(reference, "rewritten") == form
    assert form in FORMS


@pytest.mark.rows("code", ["unreadable", "no-reference", "pattern-in-parts", "policy-self"])
def test_a_value_that_was_not_read_has_no_form(code: str) -> None:
    assert {form_of(value, code) for value in ("", "John Smith", "John: a name")} == {"unread"}
    assert "unread" in FORMS


HOST_ROWS = [
    ("http://h/x", "h"),
    ("http://u:p@H:81/x", "h:81"),
    ("http://u:p@H:80/x", "h"),
    ("https://h:80/x", "h:80"),
    ("x-y://H:80/x", "h:80"),
    ("http://b\u00fcro.example/", "xn--bro-hoa.example"),
    ("http://XN--bro-hoa.example:080/", "xn--bro-hoa.example"),
    ("http://%68/", "h"),
    ("http://0x7f.1/", "127.0.0.1"),
    ("http://h.:80/", "h."),
    ("http://h:/x", "h"),
    ("http://u@[::1]:", "[::1]"),
    ("x-y://:/x", "x-y://"),
    ("mailto:x", "mailto:"),
    ("MAILTO:x", "mailto:"),
    ("file:///x", "file://"),
    ("FILE:///x", "file://"),
    ("javascript:x()//h", "javascript:"),
    (r"https:\\u:p@h:81\x", "h:81"),
    (r"https://h\x@y", "h"),
    ("HTTP:///h/x", "h"),
    (r"x-y:\\h\x", "x-y:"),
    (r"http://[\x", r"[\x"),
]


@pytest.mark.rows(("target", "host"), HOST_ROWS)
def test_hosts_of_targets(target: str, host: str) -> None:
    assert host_of(target) == host


LIMITS = [
    (document.MOST_LINKS, "| links of a document | the first {:,};"),
    (document.MOST_FAULTS, "of findings the first {:,} |"),
    (document.LONGEST_TEXT, "| a reference, a target, a message | its first {:,} characters |"),
    (totals.SHOWN_EXAMPLES, "| examples of a finding | {:,}, at most"),
    (document.EXAMPLES, "at most {:,} from one document |"),
    (SHOWN_HOSTS, "| hosts | the {:,} with most links are listed;"),
    (totals.MOST_HOSTS, "are listed; {:,} are counted separately |"),
    (totals.SHOWN_PROBLEMS, "| problems with the inputs | the first {:,} |"),
    (MOST_DOCUMENTS, "| documents in the table | {:,} |"),
    (document.LONGEST_SOURCE >> 20, "| the source of a document | shown up to {:,} MB,"),
]


@pytest.mark.rows(("limit", "sentence"), LIMITS)
def test_the_documentation_has_the_limits(limit: int, sentence: str) -> None:
    assert sentence.format(limit) in (ROOT / "docs" / "report.md").read_text("utf-8")


def test_every_decision_has_a_group() -> None:
    assert {decision.code for decision in DECISIONS} == set(GROUP_OF_CODE)
    assert set(GROUP_OF_CODE.values()) == set(GROUPS)
    assert {code for code in UNRESOLVED_CODES if GROUP_OF_CODE[code] != "left"} == set()


# findings with examples in context

EXAMPLES = [
    ("utf-8", "<meta charset=utf-8><p>\u65e5\u672c</p>", "\u65e5\u672c"),
    ("utf-16-le", "\ufeff<p>\u65e5\u672c</p>", "\u65e5\u672c"),
    ("windows-1252", "<p>\u00e9</p>", "\u00e9"),
]


@pytest.mark.rows(("encoding", "before", "text"), EXAMPLES)
@pytest.mark.parametrize("filler", ["", "\u00e9" * 300_000], ids=["short", "long"])
def test_an_example_has_the_text_around_it(encoding: str, before: str, text: str, filler: str) -> None:
    page = f"{before}<a href='a\tb'>{text}</a><i>{filler}</i>".encode(encoding)
    [found] = [each for each in summarized(page).examples if each.code == "white-space"]
    assert found.before.endswith(f"{text}</p><a href='")
    assert found.text == "a\tb"
    assert found.behind.startswith(f"'>{text}</a>")
    assert len(found.before) <= document.EXAMPLE_MARGIN >= len(found.behind)


def test_no_password_is_shown() -> None:
    page = b"<!-- ftp://u:secret@h/ --><a href='http://u:sec@cret@h/ x'></a><!-- 'http://u:secret@h/' -->"
    summary = summarized(page, "http://u:secret@h/")
    assert "***" in summary.details
    assert "cret@" not in str(summary)
    assert "sec" not in str(summary)


def test_no_password_is_shown_in_the_name_of_a_part() -> None:
    summary = summarized(PAGES["plain"], name="a.warc!0!https:/u:secret@h/")
    assert summary.name == "a.warc!0!https:/u:***@h/"
    assert "secret" not in str(paged([summary]).index)


OF_BROWSERS = {
    "one slash": '<a href="https:/u:secret@h/">',
    "no slash": '<img srcset="ftp:u:secret@h 1x, https:u:secret@h 2x">',
    "a backslash": '<a href="/\\u:secret@h/">',
    "a tab": '<a href="https:&#9;/u:secret@h/">',
    "a colon and an at sign": '<a href="https:/u&#58;secret&#64;h/"><a href="http://u&#58;secret&#64;h/">',
    "a line end": '<base href="https:\n/u:secret@h/">',
    "CSS": '<p style="background:url(https:\\9/u:secret@h/)">',
    "JSON": '<script type=speculationrules>{"prefetch":[{"urls":["https:\\t/u:secret@h/"]}]}</script>',
    "a document in a value": "<iframe srcdoc='<a href=\"https:&amp;#9;/u:secret@h/\">'></iframe>",
    "a text": "<p>https:/u:secret@h/</p>",
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.rows("written", OF_BROWSERS.values(), OF_BROWSERS)
def test_no_password_is_shown_that_browsers_read(written: str, encoding: str) -> None:
    """The links on both sides are examples, so that the text around them is shown, too."""
    page = f"<a href='a b'></a>{written}<a href='c d'></a>".encode(encoding)
    summary = summarized(page, "http:/u:secret@o/")
    assert "***@" in summary.details
    assert "***@" in str(summary.examples)
    assert "secret" not in str(summary)


LONG = "cret" * 90
OF_EDGES = {  # text before and behind an example, which is cut within a password
    "behind": ("", f" https://token:{LONG}@h/ "),
    "behind no slash": ("", f" https:token:{LONG}@h/ "),
    "before": (f" https://token:{LONG}@h/", ""),
    "right before": (f" https:/:{LONG}@", ""),
}


@pytest.mark.rows(("before", "behind"), OF_EDGES.values(), ids=OF_EDGES)
def test_no_part_of_a_password_is_shown_that_is_cut(before: str, behind: str) -> None:
    for filler in ("", "x " * 20, "x " * 35):
        page = f"<i>{filler}{before}<a href='a b'></a>{behind}</i>{' x' * 400}"
        [found] = [each for each in summarized(page.encode()).examples if each.code == "white-space"]
        assert "cret" not in found.before
        assert "cret" not in found.behind
        assert found.before.endswith("<a href='")
        assert found.behind.startswith("'></a>")


@pytest.mark.parametrize("number", range(50, 66))
def test_no_part_of_a_password_is_shown_in_utf_32(number: int) -> None:
    filler = "x" * number
    page = f"\ufeff<p>http://u:secret@h/ {filler}<a href='a b'></a>{filler} http://u:secret@h/</p>"
    found = summarized(page.encode("utf-32-le")).examples
    assert [part for part in ("sec", "cre", "ret") if part in str(found)] == []


def test_examples_are_few() -> None:
    report = paged([summarized(b"<a href=x>" * 9, name=str(n)) for n in range(9)])
    [(code, count, documents, examples)] = report.summary["faults"]
    assert (code, count, documents) == ("relative", 81, 9)
    assert [number for number, *_ in examples] == [0, 0, 1, 1, 2, 2]


# what is too much is left out and counted


def test_a_long_document_is_listed_without_its_source() -> None:
    page = b"<a href=x>" + b" " * document.LONGEST_SOURCE
    details = paged([summarized(page)]).details(0)
    assert (details["source"], len(details["links"])) == (None, 1)


def test_of_very_many_links_the_first_are_listed() -> None:
    report = paged([summarized(b"<a href=x>" * (document.MOST_LINKS + 1))])
    details = report.details(0)
    assert report.index["links"] == [document.MOST_LINKS + 1]
    assert (len(details["links"]), len(details["faults"])) == (document.MOST_LINKS, document.MOST_FAULTS)
    assert details["source"] is None


def test_of_a_document_links_that_are_not_listed_are_counted_in_their_groups() -> None:
    page = b"<a href=http://h/>" * document.MOST_LINKS + b"<a href=x><a href='#s'><a href='//['>"
    expected = {"rewritten": 1, "absolute": document.MOST_LINKS, "kept": 1, "left": 1}
    assert paged([summarized(page)]).details(0)["groups"] == expected


def test_a_long_reference_is_cut() -> None:
    reference = "x" * (document.LONGEST_TEXT + 1234)
    [row] = paged([summarized(f"<a href={reference}>".encode())]).details(0)["links"]
    assert row[6] == "x" * document.LONGEST_TEXT + "\u2026 (1,234 more characters)"


def test_documents_beyond_the_size_are_counted_without_details() -> None:
    found = [summarized(b"<a href=x>" * 100, name=str(number)) for number in range(50)]
    report = paged(found, PageLimits(1000, 2000))
    chunks = report.index["chunk"]
    assert (report.summary["documents"], report.summary["links"]) == (50, 5000)
    assert 0 < report.summary["detailed"] < 50
    assert report.summary["detailed"] == sum(chunk >= 0 for chunk in chunks)
    assert (report.details(0)["links"][0][6], report.details(49)) == ("x", None)


def test_documents_beyond_their_number_are_counted() -> None:
    report = paged((summarized(b"<a href=x>", name=str(n)) for n in range(9)), PageLimits(4, 1_000_000))
    assert (report.summary["documents"], report.summary["listed"]) == (9, 4)
    assert report.index["name"] == ["0", "1", "2", "3"]


def test_hosts_beyond_their_number_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(totals, "MOST_HOSTS", 2)
    links = "<a href=http://{}/>".format
    pages = ("".join(map(links, hosts)).encode() for hosts in ("abca", "ca"))
    report = paged([summarized(page) for page in pages])
    assert report.summary["hosts"] == [["a", 3, 2], ["b", 1, 1]]
    assert report.summary["otherHosts"] == [0, 2]


def test_details_are_compressed_in_pieces() -> None:
    many = [summarized(b"<a href=x>" * 1000, name=str(number)) for number in range(30)]
    report = paged(many)
    assert len(report.chunks) > 2
    assert all(report.details(number)["links"][999][6] == "x" for number in range(30))


# problems


def test_problems_are_listed_and_counted() -> None:
    troubles = [InputTrouble(f"a!{n}", "damaged-coding", "why") for n in range(totals.SHOWN_PROBLEMS + 5)]
    report = paged(troubles)
    assert report.summary["problemCount"] == totals.SHOWN_PROBLEMS + 5
    assert report.summary["problems"][-1] == [f"a!{totals.SHOWN_PROBLEMS - 1}", "damaged-coding", "why"]


# the page


def test_the_page_is_valid_html_whatever_is_in_the_documents() -> None:
    hostile = summarized(PAGES["hostile"], f"http://h/{HOSTILE}", HOSTILE)
    found = [hostile, InputTrouble(HOSTILE, "no-record", HOSTILE)]
    page = b"".join(report_page(found, [HOSTILE], ROOMY, ReportTotals()))
    report = read_report(page)
    assert report.texts("title") == [f"Link report: {HOSTILE}"]
    assert len(report.texts("script")) == 4  # one piece of details, the index, the summary, the script
    assert report.summary["problems"] == [[HOSTILE, "no-record", HOSTILE]]
    assert report.index["name"] == [HOSTILE]
    assert b"alert(1)</script><!--" not in page


@pytest.mark.parametrize(
    ("inputs", "title"),
    [([], "no inputs"), (["site"], "site"), (["site", "a.warc", "b.warc"], "site and 2 more")],
    ids=["none", "one", "three"],
)
def test_the_title_names_the_inputs(inputs: list[str], title: str) -> None:
    page = b"".join(report_page([], inputs, ROOMY, ReportTotals()))
    assert read_report(page).texts("title") == [f"Link report: {title}"]


def test_a_policy_lets_in_the_pages_own_script_and_style_alone() -> None:
    report = paged([])
    [policy] = [meta.get("content") for meta in report.tree.iter() if meta.get("http-equiv")]
    own = [hash_of(report.texts("script")[-1]), hash_of(report.texts("style")[0])]
    assert policy == (
        f"default-src 'none'; script-src '{own[0]}'; style-src '{own[1]}'; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )


def hash_of(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def test_the_page_names_nothing_outside_itself() -> None:
    addresses = [
        value
        for element in paged([]).tree.iter()
        for name, value in element.attrib.items()
        if name in {"href", "src", "srcset", "action", "data", "poster"}
    ]
    assert addresses
    assert [each for each in addresses if not each.startswith(("#", "data:image/svg+xml,"))] == []


def test_scripts_make_no_markup_of_text() -> None:
    folder = files("absolutize.report") / "page"
    source = "".join((folder / f"{name}.js").read_text("utf-8") for name in SCRIPTS)
    assert (
        re.findall(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function", source) == []
    )
    assert {path.name for path in folder.iterdir()} == {f"{n}.js" for n in SCRIPTS} | {
        "page.css",
        "page.html",
    }


NEEDED = {  # what the page uses, and the first versions of Chromium, Firefox and Safari that have it
    "DecompressionStream": (80, 113, 16.4),
    ".replaceChildren(": (86, 78, 14),
    ".at(": (92, 90, 15.4),
    "color-mix(": (111, 113, 16.2),
}


def test_the_documentation_names_browsers_that_have_what_the_page_needs() -> None:
    page = b"".join(report_page([], ["site"], ROOMY, ReportTotals())).decode()
    assert [name for name in NEEDED if name not in page] == []
    text = (ROOT / "docs" / "report.md").read_text("utf-8")
    named = re.search(r"\(Chromium (\d+), Firefox (\d+), Safari ([\d.]+) or later\)", text)
    assert named is not None
    assert tuple(map(float, named.groups())) == tuple(map(max, *NEEDED.values()))


def test_the_same_input_gives_the_same_page() -> None:
    first, second = (
        b"".join(report_page([summarized(PAGES["plain"])], ["p"], ROOMY, ReportTotals())) for _ in range(2)
    )
    assert first == second
