"""Responses of HTTP clients: how the URL, the header fields and the body of each library's response are read.

No library is imported: a response is recognized by the module of its class. Nothing here knows what a header
field means, except the content coding of the body. Used by `http`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from absolutize.arguments import usable_url
from absolutize.containers.http.header_fields import HeaderFields
from absolutize.patterns import compile_regex
from absolutize.uri.rules import whatwg

Items = Iterable[tuple[Any, Any]]


class ReadResponse(NamedTuple):
    """The parts of a response; the URL is absolute or None, the status None if it is not known."""

    url: str | None
    status: int | None
    fields: HeaderFields
    body: bytes


def _never(_response: object) -> bool:
    return False


class ResponseReader(NamedTuple):
    """How a library's response is read: its URL, its header fields as pairs, and its body.

    ``is_consumed`` says whether the body, or a part of it, was read and not kept. ``unread`` is the message
    if the body is missing.
    """

    url: Callable[[Any], object]
    items: Callable[[Any], Items]
    body: Callable[[Any], bytes | None]
    is_consumed: Callable[[Any], bool] = _never
    unread: str = "has not been read: read it first, or pass body=..."
    is_coded: bool = False  # whether the body still has its content coding


_SIGNATURES = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"  # with which bodies in gzip and zstd begin, and no document


def read_response(response: object, body: bytes | None) -> ReadResponse:
    """Read a response, without its body if one is given; `TypeError` if it is of no known library."""
    reader = _reader_of(response)
    fields = _fields(reader.items(response))
    if body is None:
        body = _body(reader, response)
        # by request, or because a library does not know a coding, others have it, too, and do not say so
        is_coded = reader.is_coded or body.startswith(_SIGNATURES)
        body = _decoded(fields, body) if is_coded else body
    url = _url_text(_unless_missing(reader.url, response))
    return ReadResponse(usable_url(url), _status(response), fields, body)


def _url_text(value: object) -> str:
    """Get the text of a URL, which may be bytes or an object; what is no text is no URL."""
    try:
        return value.decode() if isinstance(value, bytes) else str(value or "")
    except UnicodeDecodeError:
        return ""


def url_after_redirects(response: object, url: str) -> str:
    """Follow the redirects that a response of urllib3 knows, from the requested URL to the last one.

    If ``url`` is not the requested URL, or the response is of another library, ``url`` is already the last.
    """
    history = getattr(getattr(response, "retries", None), "history", ())
    redirects = [each for each in history if each.redirect_location]
    if _reader_of(response) is not READERS["urllib3"] or not redirects:
        return url
    requested = whatwg.parse_url(redirects[0].url, url) or ""
    last = whatwg.parse_url(url) or ""
    if requested.partition("#")[0] != last.partition("#")[0]:
        return url
    for each in redirects:
        last = whatwg.parse_url(each.redirect_location, last) or last
    return last


_STATUS_NAMES = "status_code", "status", "code"


def _status(response: object) -> int | None:
    statuses = (getattr(response, name, None) for name in _STATUS_NAMES)
    return next((status for status in statuses if isinstance(status, int)), None)


def _reader_of(response: object) -> ResponseReader:
    libraries = [class_.__module__.partition(".")[0] for class_ in type(response).__mro__]
    library = next((each for each in libraries if each in READERS), None)
    if library is None and all(hasattr(response, name) for name in ("url", "headers", "content")):
        return READERS["requests"]
    has_status = any(hasattr(response, name) for name in _STATUS_NAMES)
    if library is not None and has_status and hasattr(response, "headers"):  # a request has no status
        return READERS[library]
    known = ", ".join(sorted(READERS.keys() - {"http"}))  # urllib gives responses of `http.client`
    others = "or an object with url, headers and content"
    message = f"cannot read a response in {type(response).__name__!r}: give one of {known}, {others}"
    raise TypeError(message)


_CONSUMED = "has been read already, or a part of it: pass body=..."


def _body(reader: ResponseReader, response: object) -> bytes:
    is_consumed = reader.is_consumed(response)
    body = None if is_consumed else _unless_missing(reader.body, response)
    if body is None:
        message = f"the body of the response {_CONSUMED if is_consumed else reader.unread}"
        raise ValueError(message)
    if not isinstance(body, bytes):
        message = f"the body of the response must be bytes, not {type(body).__name__}"
        raise TypeError(message)
    return body


def _unless_missing(read: Callable[[Any], Any], response: object) -> Any:  # noqa: ANN401
    """Read an attribute that may be missing; httpx and requests then raise `RuntimeError`."""
    try:
        return read(response)
    except RuntimeError:
        return None


_LINE_ENDS = compile_regex(b"[\r\n]++")
_NO_BYTE = compile_regex("[\ud800-\udc7f\udd00-\udfff]")  # surrogates that stand for no byte (PEP 383)


def _fields(items: Items) -> HeaderFields:
    """Write header fields in lines, as in an HTTP message."""
    lines = (_bytes(name) + b": " + _LINE_ENDS.sub(b" ", _bytes(value)) for name, value in items)
    return HeaderFields(b"\r\n".join((b"", *lines, b"")))


def _bytes(value: object) -> bytes:
    """Get the bytes of a name or value: libraries decode them as ISO 8859-1, or as UTF-8."""
    if isinstance(value, bytes):
        return value
    text = str(value)
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return _NO_BYTE.sub("\ufffd", text).encode("utf-8", "surrogateescape")


LARGEST_BODY = 1 << 30  # bytes, without the content coding


def _decoded(fields: HeaderFields, body: bytes) -> bytes:
    """Take content codings off; a body that cannot be decoded stays as it is.

    Raises `ValueError` if a package is needed for that, which says what to install.
    """
    coding = b", ".join(fields.all(b"content-encoding"))
    if not coding:
        return body
    from absolutize.containers.compression import CorruptData  # noqa: PLC0415 -- only for coded bodies
    from absolutize.containers.http.codings import decode  # noqa: PLC0415
    from absolutize.containers.source import IncompleteOutput  # noqa: PLC0415

    own = HeaderFields(b"\r\nContent-Encoding: " + coding + b"\r\n")
    try:
        return decode(own, body, LARGEST_BODY).payload
    except CorruptData:
        return body
    except IncompleteOutput as refusal:
        named = coding.decode("latin-1")
        message = f"the body of the response has the content coding {named!r}: {refusal.why}"
        raise ValueError(message) from None


def _items_of_requests(response: Any) -> Items:  # noqa: ANN401 -- requests may be absent
    """Take the fields as they were received, if possible: `headers` joins fields of the same name."""
    raw = getattr(getattr(response, "raw", None), "headers", None)
    return _pairs(raw or response.headers)


def _url(response: Any) -> object:  # noqa: ANN401
    return getattr(response, "url", None)  # a response of http.client has none


def _items(response: Any) -> Items:  # noqa: ANN401
    return _pairs(response.headers)


def _pairs(headers: Any) -> Items:  # noqa: ANN401
    """Give the fields one by one; a name may have a list of values, as Scrapy has it."""
    fields = headers.items() if hasattr(headers, "items") else headers or ()
    try:
        named = [(name, value) for name, value in fields]
    except (TypeError, ValueError):
        kind = type(headers).__name__
        message = f"the headers of the response must be a mapping, or pairs of a name and a value, not {kind}"
        raise TypeError(message) from None
    return [(name, each) for name, value in named for each in _values(value)]


def _values(value: Any) -> Iterable[Any]:  # noqa: ANN401
    return value if isinstance(value, (list, tuple)) else (value,)


def _content(response: Any) -> bytes | None:  # noqa: ANN401
    content: bytes | None = response.content
    return content


def _is_consumed_by_requests(response: Any) -> bool:  # noqa: ANN401
    """Whether `iter_content` took a part of the body; objects that only resemble requests do not know."""
    is_kept = getattr(response, "_content", False) is not False
    is_read = getattr(response, "_content_consumed", False)
    return not is_kept and (is_read or _position(getattr(response, "raw", None)) > 0)


def _is_consumed_by_urllib(response: Any) -> bool:  # noqa: ANN401
    """Whether something was read; for a body without a length and without chunks this is not known."""
    if not hasattr(response, "isclosed"):  # a response for a file: or data: URL
        return _position(response) > 0
    if getattr(response, "chunked", False):
        return response.isclosed() or response.chunk_left is not None
    rest = getattr(response, "length", None)
    is_begun = isinstance(rest, int) and 0 < rest != int(response.headers["Content-Length"])
    return response.isclosed() or is_begun


def _is_consumed_by_urllib3(response: Any) -> bool:  # noqa: ANN401
    is_kept = getattr(response, "_body", None) is not None
    return not is_kept and _position(response) > 0


def _position(stream: Any) -> int:  # noqa: ANN401
    """Give how much of a stream was read; 0 if the stream does not know."""
    try:
        return int(stream.tell())
    except (AttributeError, OSError):
        return 0


_URLLIB = ResponseReader(
    _url, _items, lambda response: response.read(), _is_consumed_by_urllib, is_coded=True
)

READERS: Mapping[str, ResponseReader] = {
    "httpx": ResponseReader(
        _url,
        lambda response: list(response.headers.multi_items()),
        _content,
        lambda response: response.is_stream_consumed and not hasattr(response, "_content"),
        "has not been read: call response.read(), or await response.aread(), first",
    ),
    "requests": ResponseReader(_url, _items_of_requests, _content, _is_consumed_by_requests),
    "aiohttp": ResponseReader(
        _url,
        _items,
        lambda response: response._body,  # noqa: SLF001 -- what `read` gives can only be awaited
        unread="has not been read: await response.read() first",
    ),
    "http": _URLLIB,
    "urllib": _URLLIB,
    "urllib3": ResponseReader(_url, _items, lambda response: response.data, _is_consumed_by_urllib3),
    "scrapy": ResponseReader(_url, _items, lambda response: response.body),
}
"""How to read a response, by the package of its class."""
