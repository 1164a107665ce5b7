"""The fields of each scheme of RFC 1630 ("Specific Schemes", "BNF for specific URL schemes").

Fields have the names of the BNF, and are as written except one with the name "decoded"; ``None`` means that a
field is absent. The module does not resolve or refuse anything. Used by `uri.components`.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from absolutize.patterns import compile_regex

SchemeFields = dict[str, str | None]


class Scheme(NamedTuple):
    """The production of a scheme's URI (``None`` if only the prose names it), and how to cut it."""

    production: str | None
    fields: Callable[[str], SchemeFields]


#     login                  [ user [ : password ] @ ] hostport
_LOGIN = compile_regex(r"(?s)(?:([A-Za-z0-9\-_.+]++)(?::([A-Za-z0-9\-_.+]++))?@)?+(.*)")
#     hostport               host [ : port ]
_PORT = compile_regex(r"(?s)(.*?)(?::([0-9]*))?")
_DIGITS = "0123456789"
#     gtype                  xalpha, which may be an escape
_GTYPE = compile_regex(r"(?s)(?:%[0-9A-Fa-f]{2}|.)?")
_ESCAPE = compile_regex("%([0-9A-Fa-f]{2})")
#     "The data type is specified by a suffix to the URL"
_FTPTYPE = compile_regex(r"(?s)(.*?)(?:;type=([^/;]*))?")


def _decode_partial(text: str) -> str:
    """Decode once: "two hexadecimal digits (0-9, A-F) giving the ISO Latin 1 code for that character"."""
    return _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)), text)


def _cut(text: str, mark: str) -> tuple[str, str | None]:
    """Cut at the first mark; the second value is ``None`` if there is no mark."""
    before, separator, after = text.partition(mark)
    return before, after if separator else None


def _internet(text: str) -> tuple[SchemeFields, str | None]:
    """Cut "//", hostport and "/" off; give what follows the slash. Without "//" there is no host."""
    if not text.startswith("//"):
        return {"host": None, "port": None}, text
    hostport, rest = _cut(text.removeprefix("//"), "/")
    host, port = _PORT.fullmatch(hostport).groups()  # type: ignore[union-attr] # it matches anything
    return {"host": host, "port": port}, rest


def _login(text: str) -> tuple[SchemeFields, str | None]:
    if not text.startswith("//"):
        return {"user": None, "password": None, **_internet(text)[0]}, text
    login, rest = _cut(text.removeprefix("//"), "/")
    user, password, hostport = _LOGIN.fullmatch(login).groups()  # type: ignore[union-attr] # likewise
    return {"user": user, "password": password, **_internet(f"//{hostport}")[0]}, rest


def _login_of_the_draft(text: str) -> tuple[SchemeFields, str | None]:
    """Cut a login by the draft: user and password are xalphas, which may contain "@" and ":"."""
    fields, rest = _internet(text)
    if fields["host"] is None:
        return {"user": None, "password": None, **fields}, rest
    before, at, hostport = _cut(text.removeprefix("//"), "/")[0].rpartition("@")
    user, password = _cut(before, ":") if at else (None, None)
    return {"user": user, "password": password, **_internet(f"//{hostport}")[0]}, rest


def _http(text: str) -> SchemeFields:
    before, search = _cut(text, "?")
    fields, path = _internet(before)
    return fields | {"path": path, "search": search}


def _ftp(text: str) -> SchemeFields:
    """Ftp: "the user name is "anonymous"" unless one is given; ";type=" or a final "/" gives the type."""
    fields, path = _login(text)
    name, ftptype = _FTPTYPE.fullmatch(path or "").groups()  # type: ignore[union-attr] # it matches anything
    is_root = path is not None and not name and fields["host"] is not None
    default_type = "directory" if is_root or name.endswith("/") else None
    user = fields["user"] or "anonymous"
    return fields | {"user": user, "path": None if path is None else name, "ftptype": ftptype or default_type}


def _ftp_of_the_draft(text: str) -> SchemeFields:
    """Ftp: "ftp://login/path", without types and directories."""
    fields, path = _login_of_the_draft(text)
    return fields | {"user": fields["user"] or "anonymous", "path": path}


def _gopher(text: str, command: str = "gcommand") -> SchemeFields:
    """Gopher: if there is no type, "and "1" (ASCII 31 hex) is assumed"."""
    before, search = _cut(text, "?")
    fields, rest = _internet(before)
    gtype = _GTYPE.match(rest or "")[0]  # type: ignore[index] # it matches anything
    return fields | {"gtype": gtype or "1", command: (rest or "")[len(gtype) :], "search": search}


def _mailto(text: str) -> SchemeFields:
    """Mailto: "an RFC822 addr-spec mail address"; "use of % [...] requires conversion to %25"."""
    return {"addr-spec": text, "decoded": _decode_partial(text)}


def _news(text: str) -> SchemeFields:
    """News: "a message identifier may be distinguished [...] by the presence of the commercial at"."""
    article = "@" in text
    return {"group": None if article else text, "article": text if article else None}


def _nntp(text: str) -> SchemeFields:
    """Nntp: "The news server name, newsgroup name, and index number" by prose, no server by the BNF."""
    fields, rest = _internet(text)
    group, digits = _cut(rest or "", "/")
    return fields | {"group": group, "digits": digits}


def _wais(text: str, path: str = "wpath") -> SchemeFields:
    before, search = _cut(text, "?")
    fields, rest = _internet(before)
    database, document = _cut(rest or "", "/")
    wtype, wpath = _cut(document, "/") if document is not None else (None, None)
    return fields | {"database": database, "search": search, "wtype": wtype, path: wpath}


def _file(text: str) -> SchemeFields:
    """File: "A void host field is equivalent to "localhost"."."""
    fields, path = _internet(text)
    return {"host": "localhost" if fields["host"] == "" else fields["host"], "path": path}


def _prospero(text: str) -> SchemeFields:
    """Prospero: "the version number is separated from the host specific object name by [...] "%00""."""
    fields, path = _internet(text)
    hsoname, more = _cut(path or "", "%00")
    version = None if more is None else more[: len(more) - len(more.lstrip(_DIGITS))]
    attributes = (more or "")[len(version or "") :] or None
    return fields | {"hsoname": hsoname, "version": version, "attributes": attributes}


def _afs(text: str) -> SchemeFields:
    cellname, path = _cut(text.removeprefix("//"), "/")
    return {"cellname": cellname, "path": path}


def _whole(name: str) -> Callable[[str], SchemeFields]:
    def fields(text: str) -> SchemeFields:
        return {name: text}

    return fields


SCHEMES: Mapping[str, Scheme] = {
    "http": Scheme("httpaddress", _http),
    "ftp": Scheme("ftpaddress", _ftp),
    "gopher": Scheme("gopheraddress", _gopher),
    "mailto": Scheme("mailtoaddress", _mailto),
    "news": Scheme("newsaddress", _news),
    "nntp": Scheme("nntpaddress", _nntp),
    "telnet": Scheme("telnetaddress", lambda text: _login(text)[0]),
    "rlogin": Scheme(None, lambda text: _login(text)[0]),
    "tn3270": Scheme(None, lambda text: _login(text)[0]),
    "wais": Scheme("waisaddress", _wais),
    "file": Scheme(None, _file),
    "mid": Scheme("midaddress", _whole("addr-spec")),
    "cid": Scheme("cidaddress", _whole("content-identifier")),
    "prospero": Scheme("prosperoaddress", _prospero),
    "urn": Scheme(None, _whole("path")),
    "url": Scheme("prefixedurl", _whole("url")),
    "afs": Scheme("afsaddress", _afs),
}
"""Every scheme that the memo names, by its name."""

SCHEMES_OF_THE_DRAFT: Mapping[str, Scheme] = {
    **{name: scheme for name, scheme in SCHEMES.items() if name != "file"},
    "ftp": Scheme("ftpaddress", _ftp_of_the_draft),
    "gopher": Scheme("gopheraddress", lambda text: _gopher(text, "selector")),
    "telnet": Scheme("telnetaddress", lambda text: _login_of_the_draft(text)[0]),
    "rlogin": Scheme(None, lambda text: _login_of_the_draft(text)[0]),
    "tn3270": Scheme(None, lambda text: _login_of_the_draft(text)[0]),
    "wais": Scheme("waisaddress", lambda text: _wais(text, "path")),
}
"""The schemes that draft-www-uri-00 names, with its differences; it has no file scheme."""

GENERIC = Scheme(None, _whole("path"))
