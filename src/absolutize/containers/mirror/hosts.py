"""Which directories of a tree are those of hosts: by their names, and by what their pages refer to.

It does not change anything, and does not know which program made the tree. Used by
`containers.mirror.httrack_comments`, `containers.mirror.layout` and `containers.mirror.local_links`.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from absolutize.containers.sniffing import (
    HTML_SUFFIXES,
    PAGE_SUFFIXES,
    UNINFORMATIVE_SUFFIXES,
    may_be_page,
    suffix,
)
from absolutize.patterns import compile_regex
from absolutize.storage.folders import files_below

PROTOCOLS = ("http", "https", "ftp")  # wget --protocol-directories
ABOVE_HOSTS = ("", *(f"{protocol}/" for protocol in PROTOCOLS))  # the directories in which those of hosts are
PAGES_LOOKED_AT = 20  # of a directory
NAMES_LOOKED_AT = 2_000  # of the files in a directory, to find these pages
BYTES_LOOKED_AT = 1 << 16  # of a page
_HOST = compile_regex(  # at the end, a port
    r"(?i)((?:(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z][a-z0-9-]*[a-z0-9]|localhost"
    r"|(?=[0-9-]*[a-z])[a-z0-9-]+(?=:)|[0-9]{1,3}(?:\.[0-9]{1,3}){3}))(?:[:+_]([0-9]{2,5}))?"
)
_LABEL = compile_regex(r"(?i)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_COUNTRIES = (  # ISO 3166-1, and ac, eu, su, uk
    "ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv"
    " bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es"
    " et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id"
    " ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv"
    " ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr"
    " nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl"
    " sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk um us uy uz"
    " va vc ve vg vi vn vu wf ws ye yt za zm zw"
)
_USUAL_HOST = compile_regex(  # names that are rarely those of anything else
    r"(?i)(?:[a-z0-9-]+\.)+(?:com|edu|gov|int|mil|net|org|biz|info|onion|example|xn--[a-z0-9-]+"
    rf"|{_COUNTRIES.replace(' ', '|')})|localhost|[1-9][0-9]{{0,2}}(?:\.[0-9]{{1,3}}){{2}}\.[1-9][0-9]{{0,2}}"
)
_NAME = rb"([A-Za-z0-9_-]++(?:[.:]++[A-Za-z0-9_-]++)*+)"
# these begin with fixed text, which is found quickly
_REFERENCE = compile_regex(rb"//(?<=[:\"'=(]//)" + _NAME)  # to a host
_COMMENT = compile_regex(rb"<!-- Mirrored from " + _NAME)  # of HTTrack
_WAY_OUT = compile_regex(rb"\.\./(?<=[\"'=(]\.\./)((?:\.\./)*+)([^./\"'<>\s][^/\"'<>\s]*+)/")
_SCHEME = compile_regex(rb"(?i)(?:(https?|ftp):|[^:])\Z")


class Folder(NamedTuple):
    """A directory that may be a host's: its path (empty, or with a slash at its end), its name, and the host.

    ``scheme`` is the one in its path; it may be empty.
    """

    path: str
    name: str
    authority: str
    scheme: str = ""

    @property
    def is_likely(self) -> bool:
        """Whether it is likely by the name alone; not if this ends like that of a file, such as ``a.py``."""
        host = self.authority.partition(":")[0]
        is_file = suffix(host) in PAGE_SUFFIXES or not may_be_page(host)
        return _USUAL_HOST.fullmatch(host) is not None and not is_file

    @property
    def has_port(self) -> bool:
        """Whether the name has a port as URLs have it: nothing else is called so."""
        return ":" in self.name


class References(NamedTuple):
    """What the first pages of a directory refer to: hosts in URLs, and directories next to it in paths."""

    hosts: Counter[tuple[str, str]]  # each with its scheme, which may be empty
    neighbours: set[str]

    def have(self, authority: str, schemes: Iterable[str] = ("", *PROTOCOLS)) -> bool:
        """Whether a URL of one of the schemes has that host."""
        return any((scheme, authority.lower()) in self.hosts for scheme in schemes)

    def scheme_of(self, authority: str) -> str:
        """Give ``https`` if more URLs that have that host have it than ``http``; else ``http``."""
        http, https = (self.hosts[scheme, authority.lower()] for scheme in ("http", "https"))
        return "https" if https > http else "http"


class Hosts(NamedTuple):
    """Directories of hosts: by their paths, the URLs of their roots; and whether more than names show it."""

    roots: Mapping[str, str]
    is_sure: bool = False


def hosts_inside(directory: Path, *, is_mirror: bool) -> Hosts:
    """Give the directories in a directory that are those of hosts; of a mirror, all that may be hosts'.

    A directory is surely a host's if its name has a port, or its pages refer to that host. Next to it, so are
    directories with likely names, and those to which its pages refer. Without such a directory, names only
    make it likely.
    """
    pages = {folder: _references(directory / folder.path) for folder in _folders(directory)}
    sure = {each for each in pages if is_mirror or each.has_port or pages[each].have(each.authority)}
    if not sure:
        return Hosts(_roots((each for each in pages if each.is_likely), pages))
    around = _all(pages[each] for each in sure)
    others = (each for each in pages if each not in sure and _is_next_to_hosts(each, around))
    labels = {folder: _references(directory / folder.path) for folder in _labels(directory)}
    of_one_label = (
        each for each in labels if any(refs.have(each.name, PROTOCOLS) for refs in (around, labels[each]))
    )
    return Hosts(_roots(sorted({*sure, *others, *of_one_label}), pages | labels), is_sure=True)


def _is_next_to_hosts(folder: Folder, around: References) -> bool:
    """Whether a directory is a host's, given what the pages in directories of hosts next to it refer to."""
    return folder.is_likely or around.have(folder.authority) or folder.name in around.neighbours


def host_of_tree(directory: Path) -> Hosts:
    """Give the host whose name a directory has, if its pages refer to it, or if the name makes it likely."""
    name = directory.resolve().name
    authority = _authority(name)
    if authority is None:
        return Hosts({})
    folder, pages = Folder("", name, authority), _references(directory)
    is_sure = folder.has_port or pages.have(authority)
    return Hosts(_roots([folder] if is_sure or folder.is_likely else [], {folder: pages}), is_sure)


def scheme_by_pages(directory: Path, authority: str) -> str:
    """Give the scheme that the first pages of a directory have in front of a host; else ``http``."""
    return _references(directory).scheme_of(authority)


def _roots(folders: Iterable[Folder], pages: Mapping[Folder, References]) -> dict[str, str]:
    """Make the URLs of directories of hosts."""
    return {
        each.path: f"{each.scheme or pages[each].scheme_of(each.authority)}://{each.authority}/"
        for each in folders
    }


def _folders(directory: Path) -> Iterator[Folder]:
    """Give the directories that may be hosts' by their names, if these have several labels or a port."""
    for entry in _directories(directory):
        authority, inner = _authority(entry.name), _hosts_of_protocol(entry)
        if authority is not None:
            yield Folder(f"{entry.name}/", entry.name, authority)
        elif all(host for _, host in inner):
            for name, host in inner:
                yield Folder(f"{entry.name}/{name}/", name, host or "", entry.name)


def _hosts_of_protocol(directory: Path) -> list[tuple[str, str | None]]:
    """List the directories in a directory named like a protocol, and the hosts whose names they have."""
    if directory.name not in PROTOCOLS:
        return []
    return [(each.name, _authority(each.name)) for each in _directories(directory)]


def _labels(directory: Path) -> Iterator[Folder]:
    """Give the directories whose names have one label, without a port."""
    for entry in _directories(directory):
        if _LABEL.fullmatch(entry.name) is not None:
            yield Folder(f"{entry.name}/", entry.name, entry.name)


def _directories(directory: Path) -> list[Path]:
    """List the directories in a directory; none if it cannot be read."""
    try:
        with os.scandir(directory) as entries:
            return sorted(Path(entry) for entry in entries if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []


def _authority(name: str) -> str | None:
    """Read a directory's name as a host and port, as wget and HTTrack write them; None if it is neither."""
    match = _HOST.fullmatch(name)
    if match is None:
        return None
    return match[1] if match[2] is None else f"{match[1]}:{match[2]}"


def _references(directory: Path) -> References:
    """Read what the first pages of a directory refer to."""
    hosts, neighbours = Counter[tuple[str, str]](), set[str]()
    for page in first_pages(directory):
        data = beginning(page).replace(b"\\/", b"/")  # JSON
        hosts.update(_hosts_in(data))
        above = len(page.relative_to(directory).parts) - 1
        neighbours.update(os.fsdecode(name) for up, name in _WAY_OUT.findall(data) if len(up) == 3 * above)
    return References(hosts, neighbours)


def _hosts_in(page: bytes) -> Iterator[tuple[str, str]]:
    """Find the hosts in URLs, and in HTTrack's comment, each with its scheme, which may be empty."""
    for match in _REFERENCE.finditer(page):
        scheme = _SCHEME.search(page[max(0, match.start() - len("https:")) : match.start()])
        if scheme is not None:
            yield (scheme[1] or b"").decode().lower(), match[1].decode().lower()
    yield from (("", name.decode().lower()) for name in _COMMENT.findall(page))


def _all(references: Iterable[References]) -> References:
    """Add up what pages refer to."""
    hosts, neighbours = Counter[tuple[str, str]](), set[str]()
    for each in references:
        hosts.update(each.hosts)
        neighbours |= each.neighbours
    return References(hosts, neighbours)


def first_pages(directory: Path) -> Iterator[Path]:
    """Give the first files in a directory, in the order of their names, that have names of pages."""
    files, suffixes = islice(_files(directory), NAMES_LOOKED_AT), HTML_SUFFIXES | UNINFORMATIVE_SUFFIXES
    return islice((path for path in files if suffix(path.name) in suffixes), PAGES_LOOKED_AT)


def beginning(path: Path) -> bytes:
    """Read the beginning of a file; empty if it cannot be read, which is reported when it is rewritten."""
    try:
        with path.open("rb") as file:
            return file.read(BYTES_LOOKED_AT)
    except OSError:
        return b""


def _files(directory: Path) -> Iterator[Path]:
    """Walk through the files of a tree, in the order of their names."""
    for folder, names in files_below(directory):
        paths = (Path(folder, name) for name in names)
        yield from (path for path in paths if os.path.isfile(path))  # noqa: PTH113 -- it may not be asked for
