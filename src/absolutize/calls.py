"""Errors for wrong calls: an argument of the wrong type, no choice of an option, no option, no such extra.

It reads the types from the signature of a function, and does not know what the function is for. Used by
many layers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, wraps
from importlib.util import find_spec
from types import FunctionType, NoneType
from typing import Any, NoReturn, ParamSpec, Protocol, TypeVar, cast, get_args, get_origin, runtime_checkable

Parameters = ParamSpec("Parameters")
ReturnType = TypeVar("ReturnType")
Types = tuple[type, ...]


@runtime_checkable
class UrlObject(Protocol):
    """A URL as httpx and yarl have it: an object with a scheme and a host, whose text is the URL."""

    @property
    def scheme(self) -> str:
        """The scheme; "" if the URL is relative."""

    @property
    def host(self) -> str | None:
        """The host, if it has one."""


def url_text(value: object) -> object:
    """Give the text of a URL object; anything else stays as it is."""
    if value is None or isinstance(value, str) or not isinstance(value, UrlObject):
        return value
    text = str(value)
    return text if not value.scheme or text.lower().startswith(f"{value.scheme}:".lower()) else value


@contextmanager
def of_extra(extra: str, user: str) -> Iterator[None]:
    """Import modules of an extra; if one is not there, the error says who needs it, and what to install."""
    try:
        yield
    except ImportError as error:
        package = (error.name or "").partition(".")[0]
        if not package or find_spec(package) is not None:  # it is there, and something else is wrong
            raise
        message = f"{user} needs {package}: pip install 'absolutize[{extra}]'"
        raise type(error)(message, name=error.name) from error


LONGEST_SHOWN = 100  # characters of a text that a message shows


def beginning_of(text: str) -> str:
    """Give a text as a message shows it: of a long one, the beginning."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def check_choice(option: str, value: object, choices: object) -> None:
    """Refuse a value that is not one of the choices of a `Literal`: the `ValueError` lists them.

    `TypeError` for anything but a str, as everywhere.
    """
    if not isinstance(value, str):
        message = f"{option} must be a str, not {type(value).__name__}"
        raise TypeError(message)
    if value not in _choices(choices):
        message = f"{option} must be one of {', '.join(_choices(choices))}, not {beginning_of(value)!r}"
        raise ValueError(message)


_choices = cache(get_args)


Missing = TypeVar("Missing", bound=None)


def as_text(url: str | UrlObject | Missing) -> str | Missing:
    """Give a URL as what it is in a function whose calls are checked: text, or ``None``."""
    return cast("str | Missing", url)


_TYPES: tuple[tuple[Any, Types], ...] = (  # annotations, and the types that they accept
    (str, (str,)),
    (str | None, (str, NoneType)),
    (str | UrlObject, (str,)),  # the text of a URL object takes its place
    (str | UrlObject | None, (str, NoneType)),
    (bool, (bool,)),
)


def check_calls(
    function: Callable[Parameters, ReturnType], module: str | None = None
) -> Callable[Parameters, ReturnType]:
    """Wrap a function so that each call checks its arguments, by the annotations of the function.

    ``module`` is the module that exports the function, if another one defines it.
    """
    code = cast("FunctionType", function).__code__  # importing `inspect` takes an eighth of all imports
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    types = {name: _types(function.__annotations__.get(name)) for name in names}
    positional = tuple(types.values())[: code.co_argcount]

    @wraps(function)
    def call(*args: Parameters.args, **kwargs: Parameters.kwargs) -> ReturnType:
        for value, of_types in zip(args, positional):  # noqa: B905 -- Python itself refuses too many
            if not isinstance(value, of_types):
                return of_texts(*map(url_text, args), **kwargs)
        if kwargs:
            _refuse_unexpected(function.__name__, kwargs, types)
            kwargs = {name: url_text(value) for name, value in kwargs.items()}  # type: ignore[assignment]
            _refuse(kwargs, types)
        return function(*args, **kwargs)

    def of_texts(*args: Any, **kwargs: Any) -> ReturnType:  # noqa: ANN401 -- of any function
        _refuse(dict(zip(types, args)), types)  # noqa: B905 -- Python itself refuses too many
        return call(*args, **kwargs)

    call.__module__ = module or function.__module__
    return call


def _types(annotation: object) -> Types:
    """List the types that an argument may have; of a tuple, the items are not looked at."""
    if get_origin(annotation) is tuple:
        return (tuple,)
    return next((types for known, types in _TYPES if known == annotation), (object,))


def _refuse(given: Mapping[str, object], types: Mapping[str, Types]) -> None:
    for name, value in given.items():
        if not isinstance(value, types[name]):
            message = f"{name} must be a {types[name][0].__name__}, not {type(value).__name__}"
            raise TypeError(message)


def _refuse_unexpected(function: str, given: Iterable[str], known: Iterable[str]) -> None:
    for name in given:
        if name not in known:
            refuse_unknown(function, name, known)


LIKENESS = 0.65  # of a name that is suggested; by difflib's own 0.6, "url_from" is like "partial_form"
NAMES_ELSEWHERE: Mapping[str, str] = {
    **dict.fromkeys(("base", "base_href", "base_uri", "base_url", "baseurl", "document_url"), "url"),
    **dict.fromkeys(("encoding", "from_encoding"), "charset"),
    **dict.fromkeys(("processes", "workers"), "jobs"),
}
"""What options are called in lxml, BeautifulSoup, urllib and others, and what they are called here."""


def refuse_unknown(function: str, name: str, known: Iterable[str]) -> NoReturn:
    """Refuse an option that does not exist, and suggest one that means the same, or is spelled like it."""
    from difflib import get_close_matches  # noqa: PLC0415 -- only where it is needed

    message = f"{function}() got an unexpected keyword argument {beginning_of(name)!r}"
    named = NAMES_ELSEWHERE.get(name)
    similar = [named] if named in {*known} else get_close_matches(name, known, 1, LIKENESS)
    raise TypeError(f"{message}; did you mean {similar[0]!r}?" if similar else message)
