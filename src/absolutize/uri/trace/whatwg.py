"""The steps of the URL Standard 4.4, the basic URL parser: the states that it enters.

The result is that of the library; the states are inferred from the text, and the place of a failure from the
result. The module does not parse URLs itself. Used by `uri.trace.algorithms`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from absolutize.patterns import compile_regex
from absolutize.uri.reference import SCHEME, Reference, split
from absolutize.uri.rules import whatwg
from absolutize.uri.ruleset import ResolutionChoices
from absolutize.uri.trace.step import Step, quote_component


class ParserState(NamedTuple):
    """The parser: its state (``None`` at the end), the rest of the input, and the results so far.

    ``scheme`` is the URL's scheme so far, ``base`` the parsed base URL, ``fails`` whether the library
    finds no URL, ``did`` the action of the state before.
    """

    state: str | None
    rest: str
    scheme: str | None
    base: Reference | None
    fails: bool
    did: str = ""

    @property
    def special(self) -> bool:
        """Whether the scheme is a special one."""
        return self.scheme in whatwg.SPECIAL_SCHEMES

    @property
    def slashes(self) -> str:
        """Name the characters that count as a slash."""
        return "/\\" if self.special else "/"

    def to(self, state: str | None, did: str, skip: int = 0) -> "ParserState":
        """Switch to another state."""
        return self._replace(state=state, rest=self.rest[skip:], did=did)


_NAMED = compile_regex(rf"({SCHEME}):")
_DRIVE = compile_regex(r"[A-Za-z][:|](?=[/\\?#]|\Z)")  # a Windows drive letter at the beginning (4.2)
_DRIVE_OF_BASE = compile_regex(r"/[A-Za-z]:(?=/|\Z)")


def steps(reference: str, base: str | None, _choices: ResolutionChoices) -> Iterator[Step]:
    """Take the parser's steps 1 to 3, its states, and the serializer."""
    url = None if base is None else whatwg.parse_url(base)
    if base is not None:
        yield Step(
            "base", "the base is parsed and serialised", "failure" if url is None else quote_component(url)
        )
    stripped = reference.strip(whatwg.C0_OR_SPACE)
    yield Step("1", "leading and trailing C0 controls and spaces are removed", quote_component(stripped))
    text = re.sub("[\t\n\r]", "", stripped)
    yield Step("3", "all tabs and newlines are removed", quote_component(text))
    target = whatwg.parse_url(reference, base)
    reading = ParserState("scheme start", text, None, None if url is None else split(url), target is None)
    while reading.state is not None:
        entered = reading
        reading = STATES[entered.state or ""](entered)
        yield Step(f"{entered.state} state", reading.did, quote_component(entered.rest))
    yield Step("URL serializer", "what the library returns", target)


def _scheme_start(at: ParserState) -> ParserState:
    alpha = at.rest[:1].isascii() and at.rest[:1].isalpha()
    return at.to("scheme", "an ASCII alpha") if alpha else at.to("no scheme", "no ASCII alpha")


def _scheme(at: ParserState) -> ParserState:
    match = _NAMED.match(at.rest)
    if match is None:
        return at.to("no scheme", "no colon ends it: start over")
    name = match[1].lower()
    at = at._replace(scheme=name, rest=at.rest[match.end() :])
    if name == "file":
        state = "file"
    elif at.special and at.base is not None and at.base.scheme == name:
        state = "special relative or authority"
    elif at.special:
        state = "special authority slashes"
    elif at.rest.startswith("/"):
        return at.to("path or authority", f'the scheme is "{name}"', 1)
    else:
        state = "opaque path"
    return at.to(state, f'the scheme is "{name}"')


def _no_scheme(at: ParserState) -> ParserState:
    base = at.base
    opaque = base is not None and base.authority is None and not base.path.startswith("/")
    if base is None or (opaque and not at.rest.startswith("#")):
        return at.to(None, "failure: there is no base, or an opaque one")
    if opaque:
        return at._replace(scheme=base.scheme).to(
            "fragment", "the base is opaque: all of it but the fragment", 1
        )
    return at.to("file" if base.scheme == "file" else "relative", "the base is taken")


def _special_relative_or_authority(at: ParserState) -> ParserState:
    if at.rest.startswith("//"):
        return at.to("special authority ignore slashes", "two slashes", 2)
    return at.to("relative", "no two slashes, and the base has that scheme: relative")


def _path_or_authority(at: ParserState) -> ParserState:
    return at.to("authority", "a second slash", 1) if at.rest[:1] == "/" else at.to("path", "no second slash")


def _relative(at: ParserState) -> ParserState:
    at = at._replace(scheme=at.base.scheme if at.base else at.scheme)
    if at.rest[:1] and at.rest[0] in at.slashes:
        return at.to("relative slash", "a slash", 1)
    return _after_base(at)


def _after_base(at: ParserState) -> ParserState:
    """Switch to the next state after the base's path was taken."""
    match at.rest[:1]:
        case "":
            return at.to(None, "authority, path and query are the base's")
        case "?":
            return at.to("query", "authority and path are the base's", 1)
        case "#":
            return at.to("fragment", "authority, path and query are the base's", 1)
        case _:
            return at.to("path", "authority and path are the base's, without its last segment")


def _relative_slash(at: ParserState) -> ParserState:
    if at.rest[:1] and at.rest[0] in at.slashes:
        state = "special authority ignore slashes" if at.special else "authority"
        return at.to(state, "a second slash", 1)
    return at.to("path", "no second slash: the authority is the base's")


def _special_authority_slashes(at: ParserState) -> ParserState:
    two = at.rest.startswith("//")
    did = "two slashes" if two else "no two slashes, which a special scheme needs: read as if they were there"
    return at.to("special authority ignore slashes", did, 2 * two)


def _special_authority_ignore_slashes(at: ParserState) -> ParserState:
    rest = at.rest.lstrip("/\\")
    return at.to("authority", "any more slashes are passed over", len(at.rest) - len(rest))


def _until(at: ParserState, marks: str) -> str:
    return re.split(f"[{re.escape(marks)}]", at.rest, maxsplit=1)[0]


def _authority(at: ParserState) -> ParserState:
    authority = _until(at, at.slashes + "?#")
    read = f"credentials, host and port: {quote_component(authority)}"
    return at.to(None, f"failure: {read}") if at.fails else at.to("path start", read, len(authority))


def _path_start(at: ParserState) -> ParserState:
    if at.rest[:1] and at.rest[0] in at.slashes:
        return at.to("path", "a slash", 1)
    if at.special:
        return at.to("path", "no slash, but a URL of a special scheme has a path")
    return _behind_path(at, "")


def _path(at: ParserState) -> ParserState:
    path = _until(at, "?#")
    dots = "; dot segments are removed, also escaped ones" if "." in path or "%2" in path else ""
    return _behind_path(at, path, dots)


def _opaque_path(at: ParserState) -> ParserState:
    return _behind_path(at, _until(at, "?#"))


def _behind_path(at: ParserState, path: str, more: str = "") -> ParserState:
    state = {"?": "query", "#": "fragment"}.get(at.rest[len(path) : len(path) + 1])
    return at.to(state, f"read: {quote_component(path)}{more}", len(path) + 1)


def _query(at: ParserState) -> ParserState:
    query = _until(at, "#")
    return at.to("fragment" if "#" in at.rest else None, f"read: {quote_component(query)}", len(query) + 1)


def _fragment(at: ParserState) -> ParserState:
    return at.to(None, f"read: {quote_component(at.rest)}")


def _file(at: ParserState) -> ParserState:
    at = at._replace(scheme="file")
    if at.rest[:1] and at.rest[0] in at.slashes:
        return at.to("file slash", "a slash", 1)
    if at.base is None or at.base.scheme != "file":
        return at.to("path", "no slash, and the base is no file URL")
    if _DRIVE.match(at.rest):
        return at.to("path", "the host is the base's; the path begins with a drive letter")
    return _after_base(at)


def _file_slash(at: ParserState) -> ParserState:
    if at.rest[:1] and at.rest[0] in at.slashes:
        return at.to("file host", "a second slash", 1)
    if at.base is None or at.base.scheme != "file":
        return at.to("path", "no second slash: there is no host")
    drive = "" if _DRIVE.match(at.rest) else (_DRIVE_OF_BASE.match(at.base.path) or "")
    more = f", and so is {quote_component(drive[0])}" if drive else ""
    return at.to("path", f"no second slash: the host is the base's{more}")


def _file_host(at: ParserState) -> ParserState:
    host = _until(at, at.slashes + "?#")
    read = quote_component(host)
    if at.fails:
        return at.to(None, f"failure: {read}")
    if _DRIVE.fullmatch(host):
        return at.to("path", f"{read} is a drive letter and no host: the path begins with it")
    return at.to("path start", f"read: {read}", len(host))


STATES: Mapping[str, Callable[[ParserState], ParserState]] = {
    "scheme start": _scheme_start,
    "scheme": _scheme,
    "no scheme": _no_scheme,
    "special relative or authority": _special_relative_or_authority,
    "path or authority": _path_or_authority,
    "relative": _relative,
    "relative slash": _relative_slash,
    "special authority slashes": _special_authority_slashes,
    "special authority ignore slashes": _special_authority_ignore_slashes,
    "authority": _authority,
    "file": _file,
    "file slash": _file_slash,
    "file host": _file_host,
    "path start": _path_start,
    "path": _path,
    "opaque path": _opaque_path,
    "query": _query,
    "fragment": _fragment,
}
"""The parser's states that are shown: the states of host and credentials are parts of "authority"."""
