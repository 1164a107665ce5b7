"""The report, opened from a file in Chromium: no requests, no errors, keyboard use, axe-core's rules."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from absolutize.containers import DocumentPart
from absolutize.engine.checks import SelectedCodes
from absolutize.options import Context, Policies
from absolutize.report import InputTrouble, PageLimits, ReportTask, ReportTotals, report_page
from absolutize.report.document import MOST_LINKS
from tests.browser.chromium import Chromium, executable
from tests.browser.server import Server
from tests.browser.test_chromium import ABSENT

MANY = 10_000
EVIL = "http://hostile.example/"
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "'\"><svg onload=alert(1)>",
    "javascript:alert(1)",
    f"{EVIL}x.png",
    "\u202egnp.exe\u2066\x00\x1b[31m\ud800",
    "&lt;b&gt;&amp;#x3c;${1+1}{{x}}",
    "data:text/html,<script>alert(1)</script>",
]
MODES = {  # widths and colour schemes
    "light": (1280, "light"),
    "dark": (1280, "dark"),
    "phone": (390, "light"),
    "dark phone": (390, "dark"),
    "320 px": (320, "light"),
    "360 px": (360, "dark"),
    "600 px": (600, "light"),
}
PHONES = ("320 px", "360 px", "phone", "600 px")
READY = "document.documentElement?.dataset.ready === 'true'"
TROUBLE = "document.getElementById('trouble')?.hidden === false"
AXE = os.environ.get("AXE_CORE")  # the path of axe.min.js, which CI installs


def page_of(documents: dict[str, bytes], url: str = "http://h/") -> bytes:
    task = ReportTask(Context(), Policies(), SelectedCodes.of())
    parts = (DocumentPart(name, page, url=url + name) for name, page in documents.items())
    found = (task(part)[1] for part in parts)
    troubles = [InputTrouble(text, "no-record", text) for text in HOSTILE]
    return b"".join(report_page([*found, *troubles], ["site"], PageLimits(MANY, 1 << 26), ReportTotals()))


def hostile_documents() -> dict[str, bytes]:
    """Documents whose names, references and texts would take effect if they were not escaped."""
    links = "".join(f'<a href="{text.replace(chr(34), "&quot;")}">{text}</a>\n' for text in HOSTILE)
    page = f"<meta charset=utf-8><base href='{EVIL}'>{links}<p style='a:url({EVIL}a.png)'>"
    return {text: page.encode("utf-8", "surrogatepass") for text in HOSTILE}


def many_documents() -> dict[str, bytes]:
    links = [b"<p><a href=p%d.html>Page %d</a> <img src=/i/%d.png>\n" % (n, n, n) for n in range(10)]
    return {f"page-{n:05}.html": b"".join(links[: n % 10 + 1]) + b"<a href=#%d>" % n for n in range(MANY)}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    directory = tmp_path_factory.mktemp("reports")
    made = {"hostile": hostile_documents(), "many": many_documents(), "none": {}}
    for name, documents in made.items():
        (directory / f"{name}.html").write_bytes(page_of(documents))
    return {name: directory / f"{name}.html" for name in made}


@pytest.fixture(scope="module")
def browsing() -> Iterator[tuple[Chromium, Server]]:
    program = executable()
    if program is None:
        pytest.skip(ABSENT)
    with Server() as server, Chromium(program, server.port) as browser:
        yield browser, server


class Tab:
    """A report in a tab: reads its content, and presses keys."""

    def __init__(self, browser: Chromium, path: Path, mode: str = "light", address: str = "") -> None:
        self.browser = browser
        self.session = browser.open("about:blank")
        for domain in ("Page", "Runtime", "Log", "Network"):
            browser.call(f"{domain}.enable", self.session)
        browser.events.clear()
        width, scheme = MODES[mode]
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 700}
        browser.call("Emulation.setDeviceMetricsOverride", self.session, **size)
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        browser.call("Emulation.setEmulatedMedia", self.session, features=features)
        browser.call("Page.navigate", self.session, url=path.as_uri() + address)
        self.wait(f"({READY} || {TROUBLE})")
        assert self.run(f"{READY} || document.getElementById('trouble').textContent") is True

    def run(self, script: str) -> Any:
        """Run a script."""
        return self.browser.run(self.session, script)

    def wait(self, condition: str) -> None:
        """Wait until a condition is true."""
        since = time.monotonic()
        while not self.run(condition):
            assert time.monotonic() - since < 30, condition
            time.sleep(0.005)

    def press(self, *keys: str) -> None:
        """Press keys, given by name, or type a text."""
        for key in keys:
            code, text = KEYS.get(key, (0, key))
            event = {"key": key, "windowsVirtualKeyCode": code, "text": text}
            self.browser.call("Input.dispatchKeyEvent", self.session, type="keyDown", **event)
            self.browser.call("Input.dispatchKeyEvent", self.session, type="keyUp", **event)

    def reach(self, condition: str) -> None:
        """Press Tab until a given element has the focus."""
        for _ in range(200):
            self.press("Tab")
            if self.run(f"(e => {condition})(document.activeElement)"):
                return
        raise AssertionError(condition)

    def complaints(self) -> list[str]:
        """Errors, dialogs, and requests of anything but the file itself."""
        own = [event for event in self.browser.events if event.get("sessionId") == self.session]
        bad = {
            "Runtime.exceptionThrown",
            "Runtime.consoleAPICalled",
            "Log.entryAdded",
            "Page.javascriptDialogOpening",
        }
        found = [json.dumps(event) for event in own if event["method"] in bad]
        asked = [e["params"]["request"]["url"] for e in own if e["method"] == "Network.requestWillBeSent"]
        return found + [url for url in asked if not url.startswith(("file:", "data:image/svg+xml,"))]


KEYS = {"Tab": (9, ""), "Enter": (13, "\r"), "ArrowDown": (40, "")}


@pytest.mark.parametrize("name", ["hostile", "many", "none"])
def test_nothing_is_asked_for_and_nothing_goes_wrong(
    name: str, pages: dict[str, Path], browsing: tuple[Chromium, Server]
) -> None:
    browser, server = browsing
    tab = Tab(browser, pages[name])
    tab.run("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    for number in range(0 if name == "none" else len(HOSTILE)):
        tab.run(f"location.hash = '#document-{number + 1}'")
        tab.wait("!document.getElementById('document').hidden")
        tab.wait("document.querySelector('.source mark') !== null")
        tab.run("[...document.querySelectorAll('.stepper button')].at(-1).click()")
        tab.run("location.hash = '#documents'")
        tab.wait("document.getElementById('document').hidden")
    assert tab.complaints() == []
    assert [url for url in server.asked if "hostile" in url or "alert" in url] == []
    assert tab.run("document.querySelectorAll('img, iframe, object, embed, form, base').length") == 0
    assert (
        tab.run("document.scripts.length - document.querySelectorAll('[type=\"application/json\"]').length")
        == 1
    )
    addresses = tab.run("[...document.querySelectorAll('[href]')].map(each => each.getAttribute('href'))")
    assert {address.partition(":")[0] for address in addresses if not address.startswith("#")} == {"data"}
    browser.close(tab.session)


def test_names_and_references_are_shown_as_text(
    pages: dict[str, Path], browsing: tuple[Chromium, Server]
) -> None:
    tab = Tab(browsing[0], pages["hostile"], address="#document-1")
    assert tab.run("document.getElementById('document-title').textContent") == f"http://h/{HOSTILE[0]}"
    shown = tab.run("[...document.querySelectorAll('.source mark')].map(each => each.textContent)")
    assert shown[1] == HOSTILE[0]
    assert r"\u202egnp.exe\u2066\u0000\u001b[31m" + "\ufffd" * 3 in shown
    browsing[0].close(tab.session)


def test_documents_are_searched_sorted_and_paged_by_keyboard(
    pages: dict[str, Path], browsing: tuple[Chromium, Server]
) -> None:
    browser, _ = browsing
    tab = Tab(browser, pages["many"])
    status = "document.querySelector('#documents .status').textContent"
    names = "[...document.querySelectorAll('#documents tbody tr .title')].map(each => each.textContent)"
    assert tab.run(status) == "1\u201350 of 10,000 documents"
    tab.press("/")
    assert tab.run("document.activeElement.id") == "documents-search"
    tab.press(*"0004")
    assert tab.run(status) == "11 documents (of 10,000)"
    assert tab.run(names)[0] == "http://h/page-00004.html"
    tab.run("document.getElementById('documents-search').select()")
    tab.press(*"page")
    tab.reach("e.textContent === 'Links'")
    tab.press("Enter")
    assert tab.run("document.activeElement.closest('th').ariaSort") == "descending"
    assert tab.run(names)[0] == "http://h/page-00009.html"
    tab.press("Enter")
    assert tab.run(names)[0] == "http://h/page-00000.html"
    tab.reach("e.getAttribute('aria-label') === 'Next page'")
    tab.press("Enter", "Enter")
    assert tab.run(status) == "101\u2013150 of 10,000 documents"
    tab.run("document.querySelector('#documents .title').focus()")
    tab.press("Enter")
    tab.wait("!document.getElementById('document').hidden")
    assert tab.run("document.activeElement.id") == "document-title"
    tab.reach("e.textContent === 'Next link'")
    tab.press("Enter")
    assert tab.run("document.querySelector('.selected').textContent").startswith("Link 1 of ")
    assert tab.run("document.querySelectorAll('mark.current').length") == 1
    assert tab.complaints() == []
    browser.close(tab.session)


@pytest.mark.parametrize("mode", PHONES)
@pytest.mark.parametrize(("name", "address"), [("hostile", ""), ("hostile", "#document-1"), ("many", "")])
def test_on_a_phone_nothing_is_cut_off(
    name: str, address: str, mode: str, pages: dict[str, Path], browsing: tuple[Chromium, Server]
) -> None:
    """The exception is the table of kinds and forms together, which has a scroll bar."""
    tab = Tab(browsing[0], pages[name], mode, address)
    tab.run("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert tab.run("document.documentElement.scrollWidth") == MODES[mode][0]
    wider = "each => each.scrollWidth > each.clientWidth && !each.querySelector('.heat')"
    assert tab.run(f"[...document.querySelectorAll('.scroll, main section')].filter({wider}).length") == 0
    browsing[0].close(tab.session)


@pytest.mark.parametrize("mode", PHONES)
def test_on_a_phone_the_menu_is_seen_and_places_are_on_one_line(
    mode: str, pages: dict[str, Path], browsing: tuple[Chromium, Server]
) -> None:
    """A place such as 1:28 is a button, whose lines are counted; of the menu, each entry has its place."""
    tab = Tab(browsing[0], pages["hostile"], mode, "#document-1")
    lines = tab.run(
        "[...document.querySelectorAll('td.number button')].map(each => each.getBoundingClientRect().height"
        " / parseFloat(getComputedStyle(each).lineHeight))"
    )
    assert len(lines) > len(HOSTILE)
    assert [height for height in lines if height > 2] == []
    entries = tab.run(
        "[...document.querySelectorAll('.top nav a')].map(each => [each.textContent,"
        " document.elementFromPoint(...(r => [r.x + r.width - 2, r.y + r.height / 2])"
        "(each.getBoundingClientRect())) === each])"
    )
    names = "Overview", "Bases", "Links", "Decisions", "Findings", "Hosts", "Documents"
    assert entries == [[name, True] for name in names]
    browsing[0].close(tab.session)


def test_tables_count_one_document_and_name_schemes_next_to_hosts(
    pages: dict[str, Path], browsing: tuple[Chromium, Server]
) -> None:
    tab = Tab(browsing[0], pages["many"])
    tab.press("/", *"00004")
    assert tab.run("document.querySelector('#documents .status').textContent") == "1 document (of 10,000)"
    browsing[0].close(tab.session)
    tab = Tab(browsing[0], pages["hostile"])
    hosts = tab.run(
        "[...document.querySelectorAll('#hosts tbody td:first-child code')].map(e => e.textContent)"
    )
    assert hosts == ["hostile.example"]
    schemes = tab.run("document.querySelector('#hosts .schemes').textContent")
    assert schemes == "Without a host: javascript: 8, data: 8."
    browsing[0].close(tab.session)


SOURCES = {  # a document, and the numbers and texts of its lines
    "a link in each line": (b"<a href=x>\n<a href=y>\n", ["1 <a href=x>", "2 <a href=y>", "3 "]),
    "a link of two lines": (b"<a href='x\ny'><a href=z>", ["1 <a href='x", "2 y'><a href=z>"]),
    "CRLF": (b"<a href='x\r\ny'>\r\n\r\n<a href=z>", ["1 <a href='x", "2 y'>", "3 ", "4 <a href=z>"]),
    "CR": (b"\r<a href='x\r\ry'><a href=z>\rz", ["1 ", "2 <a href='x", "3 ", "4 y'><a href=z>", "5 z"]),
}


@pytest.mark.parametrize(("page", "lines"), SOURCES.values(), ids=SOURCES)
def test_lines_of_the_source_have_their_numbers(
    page: bytes, lines: list[str], tmp_path: Path, browsing: tuple[Chromium, Server]
) -> None:
    (tmp_path / "r.html").write_bytes(page_of({"p": page}))
    tab = Tab(browsing[0], tmp_path / "r.html", address="#document-1")
    shown = tab.run(
        "[...document.querySelectorAll('.source .line')].map(each =>"
        " JSON.parse(getComputedStyle(each, '::before').content) + ' ' + each.textContent.slice(0, -1))"
    )
    assert shown == lines
    links = tab.run("document.querySelectorAll('td.number button').length")
    step = "document.querySelectorAll('.stepper button')[1].click()"
    for number in range(links):
        tab.run(step)
        assert tab.run(
            "[...new Set([...document.querySelectorAll('mark.current')].map(m => m.dataset.link))]"
        ) == [str(number)]
        assert tab.run("document.querySelectorAll('mark.current').length") == tab.run(
            f"document.querySelectorAll('mark[data-link=\"{number}\"]').length"
        )
    browsing[0].close(tab.session)


@pytest.mark.parametrize(
    ("then", "title"), [("#documents", None), ("#document-2", "http://h/page-00001.html")]
)
def test_a_document_is_not_shown_if_the_address_changed_before_it_was_unpacked(
    then: str, title: str | None, pages: dict[str, Path], browsing: tuple[Chromium, Server]
) -> None:
    tab = Tab(browsing[0], pages["many"])
    tab.run(
        "window.unpack = []; window.own = details;"
        "details = number => new Promise(resolve => { unpack[number] = () => resolve(own(number)); })"
    )
    tab.run("location.hash = '#document-1'")
    tab.wait("unpack[0] !== undefined")
    tab.run(f"location.hash = '{then}'")
    if title is not None:
        tab.wait("unpack[1] !== undefined")
        tab.run("unpack[1]()")
        tab.wait("!byId('document').hidden")
    tab.run("unpack[0]()")
    tab.run("new Promise(resolve => setTimeout(resolve, 200))")
    shown = tab.run("document.getElementById('document-title')?.textContent ?? null")
    assert (shown, tab.run("byId('report').hidden")) == (title, title is not None)
    browsing[0].close(tab.session)


def test_a_document_with_more_links_than_are_listed_counts_all_of_them(
    tmp_path: Path, browsing: tuple[Chromium, Server]
) -> None:
    (tmp_path / "r.html").write_bytes(
        page_of({"p": b"<a href=http://h/>" * MOST_LINKS + b"<a href='//['>" * 2})
    )
    tab = Tab(browsing[0], tmp_path / "r.html", address="#document-1")
    counts = tab.run("[...document.querySelectorAll('#document .tiles strong')].map(e => e.textContent)")
    assert counts == ["0", f"{MOST_LINKS:,}", "0", "2"]
    browsing[0].close(tab.session)


def test_ten_thousand_documents_open_at_once(
    pages: dict[str, Path], browsing: tuple[Chromium, Server]
) -> None:
    """The time is printed (``-s``); the asserted limit is generous, as a machine may be busy."""
    milliseconds = []
    for _ in range(3):
        tab = Tab(browsing[0], pages["many"])
        milliseconds.append(tab.run("performance.measure('ready', undefined, 'ready').duration"))
        assert tab.run("document.querySelectorAll('#documents tbody tr').length") == 50
        browsing[0].close(tab.session)
    print(f"10,000 documents, {pages['many'].stat().st_size:,} bytes: {min(milliseconds):.0f} ms")  # noqa: T201
    assert min(milliseconds) < 10_000


@pytest.mark.parametrize("mode", MODES)
def test_axe_finds_no_serious_fault(
    mode: str, pages: dict[str, Path], browsing: tuple[Chromium, Server]
) -> None:
    if AXE is None or not Path(AXE).is_file():
        pytest.skip("axe-core is absent: npm install axe-core, and AXE_CORE=.../axe.min.js")
    source = Path(AXE).read_text(encoding="utf-8")
    found = {}
    for address in ("", "#document-1"):
        tab = Tab(browsing[0], pages["hostile"], mode, address)
        if address:
            tab.run("[...document.querySelectorAll('.stepper button')].at(-1).click()")
        tab.run(source)
        tab.run("document.querySelectorAll('details').forEach(each => { each.open = true; })")
        faults = tab.run(
            "axe.run().then(found => found.violations.map(v => [v.id, v.impact, v.nodes.map(n => n.html)]))"
        )
        found[address] = [fault for fault in faults if fault[1] in {"serious", "critical", "moderate"}]
        browsing[0].close(tab.session)
    assert found == {"": [], "#document-1": []}
