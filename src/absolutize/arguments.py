"""Checks of what callers give: the URIs, the encoding label, the media type, the options.

Each check says what is wrong, where, and with which text. It never sees a document or an archive, since
nothing in there is a mistake of the caller. Used by many layers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from absolutize.calls import beginning_of, check_choice, refuse_unknown, url_text
from absolutize.html.document.encoding_sniffing import DocumentSyntax, lookup
from absolutize.html.encodings.content_type import media_type
from absolutize.html.tokenizer.style_sheet import CSS_TYPE
from absolutize.options import CONTEXT_NAMES, HTML_TYPE, XHTML_TYPE, Context, Policies
from absolutize.patterns import compile_regex
from absolutize.uri import DEFAULT_RULES, RULE_SETS
from absolutize.uri.plain_url import is_plain
from absolutize.uri.reference import scheme_in, split
from absolutize.uri.rules import whatwg
from absolutize.xml.detection import is_xml_type

NOT_ABSOLUTE = "not an absolute URI"
UNREADABLE = "no browser reads it as a URL"
NO_DIRECTORY = "the URL of a directory has neither a query nor a fragment"
NO_LABEL = "not a label of the Encoding Standard"
NO_MEDIA_TYPE = f"neither {HTML_TYPE} nor {CSS_TYPE} nor a type of XML, such as {XHTML_TYPE}"

SURROUNDING_SPACE = "white space or control characters around it"

_OPAQUE = "(?i:javascript|mailto|data|tel|sms|urn|news):"
_HOST_AND_PORT = compile_regex(rf"(?!{_OPAQUE})[A-Za-z][A-Za-z0-9.-]*+:[0-9]{{1,5}}+(?![^/?#])")
_WINDOWS_PATH = compile_regex(r"[A-Za-z]:(?:\\|/(?!/))")
_CONTENT_TYPE = compile_regex(r"\s*+[!#$%&'*+.^_`|~0-9A-Za-z-]++/")  # RFC 9110 8.3.1: a type, and a slash


def why_no_base(uri: str, *, read: bool, rules: Iterable[str] = (DEFAULT_RULES,)) -> str | None:
    """Say why a URI cannot be a base: it is absolute by none of the rule sets, or browsers cannot read it.

    Whether browsers can read it is only checked with ``read``.
    """
    if not any(RULE_SETS[name].is_absolute(uri) for name in rules):
        return NOT_ABSOLUTE
    if _WINDOWS_PATH.match(uri):
        return f"{NOT_ABSOLUTE}, but a path: give that of its file (file:///...)"
    return UNREADABLE if read and whatwg.parse_url(uri) is None else None


def why_misspelled(uri: str) -> str | None:
    """Say why an absolute URI is not what the caller means, if so: white space around it, or no scheme.

    To every rule set, `localhost:8080/x` is an absolute URI with the scheme "localhost", and nothing can be
    relative to it.
    """
    if uri.strip(whatwg.C0_OR_SPACE) != uri:
        return SURROUNDING_SPACE
    if _HOST_AND_PORT.match(uri) and not is_special_uri(uri):
        return f"{NOT_ABSOLUTE}, but a host and a port; did you mean http://{beginning_of(uri)}?"
    return None


def why_no_root(uri: str) -> str | None:
    """Say why a URI that a caller gives cannot be that of a directory; ``None``: it can.

    The paths in the directory are added to it.
    """
    parsed = split(uri)
    if parsed.query is not None or parsed.fragment is not None:
        return NO_DIRECTORY
    return why_misspelled(uri) or why_no_base(uri, read=is_special_uri(uri))


def is_special_uri(uri: str) -> bool:
    """Whether a URI has one of the special schemes of the URL Standard."""
    return scheme_in(uri) in whatwg.SPECIAL_SCHEMES


def why_no_source(
    name: str,
    context: Context,
    *,
    read: bool = True,
    rules: Iterable[str] = (DEFAULT_RULES,),
    spelling: str = "{}",
) -> str | None:
    """Say why a URI that a caller gives as a source of section 5.1 cannot be one; ``None``: it can.

    ``encapsulating`` may be relative to the next outer source that is given; the others must be absolute.
    ``spelling`` is how the caller spells the name of an option.
    """
    uri = getattr(context, name)
    outer = context.url or context.default
    if uri is None or is_plain(uri):
        return None
    misspelled = why_misspelled(uri)
    if misspelled is not None:
        return misspelled
    if name == "encapsulating" and uri and split(uri).scheme is None:
        if not outer:
            needed = " or ".join(map(spelling.format, ("url", "default")))
            return f"{NOT_ABSOLUTE}; a relative one needs {needed}"
        return UNREADABLE if read and whatwg.parse_url(uri, outer) is None else None
    return why_no_base(uri, read=read and is_special_uri(uri), rules=rules)


def why_no_listed_url(url: str, *, is_folder: bool) -> str | None:
    """Say why a URL in a caller's list cannot be that of a file or a directory; ``None``: it can."""
    return why_no_root(url) if is_folder else why_no_source("url", Context(url))


def usable_url(url: str) -> str | None:
    """Give the URL that a response has; ``None`` if a caller could not give it as that of a document."""
    return url if url and why_no_source("url", Context(url)) is None else None


def label_of(charset: str, name: str = "charset") -> str | None:
    """Extract an encoding label from what a caller gives: a label, or a whole Content-Type value.

    `ValueError` for anything else; ``None``: the Content-Type has no label. A label in a Content-Type is the
    server's, and never refused.
    """
    if _CONTENT_TYPE.match(charset):
        return media_type(charset)[1]
    if lookup(charset) is None:
        message = f"{name} {beginning_of(charset)!r}: {NO_LABEL}"
        raise ValueError(message)
    return charset


def is_document_type(media: str) -> bool:
    """Whether a media type is that of HTML, XML or a style sheet."""
    return media in {HTML_TYPE, CSS_TYPE} or is_xml_type(media)


def checked_media_type(given: str) -> str:
    """Extract a media type from what a caller gives: a media type, or a whole Content-Type value.

    `ValueError` for a type that is neither HTML's nor XML's nor CSS's.
    """
    media, _ = media_type(given)
    if not is_document_type(media):
        message = f"media_type {beginning_of(given)!r}: {NO_MEDIA_TYPE}"
        raise ValueError(message)
    return media


_DEFAULTS = Policies()


def document_settings(
    function: str, given: Mapping[str, Any], others: Iterable[str] = ()
) -> tuple[Context, Policies]:
    """Make context and policies from a caller's arguments; `TypeError` or `ValueError` says what is wrong.

    ``function`` is the function that was called, ``others`` are further options that it takes.
    """
    url = given.get("url")
    if len(given) == 1 and isinstance(url, str) and is_plain(url):  # pages of 1 KB take 6 % less
        return Context(url), _DEFAULTS
    options = dict(given)
    sources: dict[str, Any] = {name: url_text(options.pop(name)) for name in CONTEXT_NAMES if name in options}
    context = Context(**sources)
    _refuse_unknown(function, options, others)
    checked = {name: OPTION_CHECKS[name](name, value) for name, value in options.items()}
    policies = Policies(**checked) if checked else _DEFAULTS
    for name, value in sources.items():
        if value is not None:
            checked_text(name, value)
    return _checked_context(context, policies), policies


def _checked_context(context: Context, policies: Policies) -> Context:
    """Refuse an unusable base URI, charset, media type or ``read_as``.

    Give the context with the label and the media type, either of which may be in a whole Content-Type value.
    """
    for name in ("url", "encapsulating", "default"):
        given = getattr(context, name)
        if given is None:
            continue
        reason = why_no_source(name, context, read=policies.is_guarded, rules=(DEFAULT_RULES, policies.rules))
        if reason is not None:
            message = f"{name} {beginning_of(given)!r}: {reason}"
            raise ValueError(message)
    if context.charset is not None:
        context = context._replace(charset=label_of(context.charset))
    if context.environment_charset is not None:
        around = label_of(context.environment_charset, "environment_charset")
        context = context._replace(environment_charset=around)
    if context.media_type is not None:
        context = context._replace(media_type=checked_media_type(context.media_type))
    if context.read_as is not None:
        check_choice("read_as", context.read_as, DocumentSyntax)
    return context


def checked_base(uri: object) -> str:
    """Give the base URI; refuse anything that cannot be one."""
    given = checked_text("base", uri)
    reason = why_misspelled(given) or why_no_base(given, read=is_special_uri(given))
    if reason is not None:
        message = f"base {beginning_of(given)!r}: {reason}"
        raise ValueError(message)
    return given


def _refuse_unknown(function: str, options: Iterable[str], others: Iterable[str]) -> None:
    for name in options:
        if name not in OPTION_CHECKS:
            refuse_unknown(function, name, (*CONTEXT_NAMES, *OPTION_CHECKS, *others))


def checked_text(name: str, value: object) -> str:
    """Give the str; refuse anything else."""
    if not isinstance(value, str):
        message = f"{name} must be a str, not {type(value).__name__}"
        raise TypeError(message)
    return value


def checked_texts(name: str, value: object) -> tuple[str, ...]:
    """Give the texts of a sequence of str; refuse anything else: one str, and what can be read only once."""
    if isinstance(value, (str, bytes, Iterator)) or not isinstance(value, Iterable):
        kind = "one" if isinstance(value, str) else type(value).__name__
        message = f"{name} must be a sequence of str, not {kind}"
        raise TypeError(message)
    return tuple(checked_text(f"{name}[{index}]", each) for index, each in enumerate(value))


def checked_function(name: str, value: object) -> Callable[..., Any]:
    """Give the function; refuse anything that cannot be called."""
    if not callable(value):
        message = f"{name} must be a function, not {type(value).__name__}"
        raise TypeError(message)
    return value


def checked_bool(name: str, value: object) -> bool:
    """Give the bool; refuse anything else."""
    if not isinstance(value, bool):
        message = f"{name} must be a bool, not {type(value).__name__}"
        raise TypeError(message)
    return value


def _checked_bool_or_none(name: str, value: object) -> bool | None:
    return None if value is None else checked_bool(name, value)


def _as_it_is(_name: str, value: object) -> Any:  # noqa: ANN401 -- `Policies` knows the choices
    return value


OPTION_CHECKS: Mapping[str, Callable[[str, object], Any]] = {
    "rules": checked_text,
    **dict.fromkeys(("same_scheme", "overflow", "same_document", "base_element", "placeholders"), _as_it_is),
    "xml_base": _as_it_is,
    **dict.fromkeys(("attributes", "presets", "url_from"), checked_texts),
    "conditional_comments": checked_bool,
    "guard": _checked_bool_or_none,
}
"""The options of `Policies` that a caller may give, and how each is checked."""
