"""The options of `absolutize.archive` for documents, archives and directories are checked here.

Wrong values are refused with the messages of `absolutize.rewrite`. The module does not know how an option is
carried out. Used by `archive`.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from io import TextIOBase
from typing import Any, NamedTuple

from absolutize import arguments
from absolutize.api import Options
from absolutize.archive.sources import named_path, source_name
from absolutize.calls import UrlObject, beginning_of, url_text
from absolutize.containers import CONTAINERS, ContainerOptions, ContainerTask, Session
from absolutize.containers.file_urls import FileUrls, is_folder, normal_path, urls_from_root
from absolutize.containers.source import PartTask
from absolutize.options import Context, Policies
from absolutize.storage import files

OF_DIRECTORY = ("root", "urls", "exclude", "hidden", "gitignore", "hard_links")


class ArchiveOptions(Options, total=False):
    """The types of the options that the functions of `absolutize.archive` share.

    All are optional. `absolutize.archive.rewrite` describes the options for archives, `absolutize.rewrite`
    the others.
    """

    name: str | None
    jobs: int
    http_content_location: bool
    root: str | UrlObject | None
    urls: Mapping[str, str | UrlObject] | None
    exclude: Sequence[str]
    hidden: bool
    gitignore: bool
    style_sheets: bool


class Settings(NamedTuple):
    """The source's name and path (None if it has no path), and the checked options."""

    name: str
    path: str | None
    context: Context
    policies: Policies
    choices: ContainerOptions
    jobs: int

    @property
    def is_tree(self) -> bool:
        """Whether the source is a directory."""
        return self.path is not None and files.is_tree(self.path)

    def session(self, task: PartTask) -> Session:
        """Make the session in which containers are read."""
        return Session(ContainerTask(task, CONTAINERS, self.choices), self.jobs)


def settings_of(
    function: str,
    source: object,
    given: Mapping[str, Any],
    *,
    others: Mapping[str, Any] | None = None,
    reading: bool = True,
) -> Settings:
    """Check the arguments of a call; raises `TypeError` or `ValueError` for a wrong one.

    ``function`` is the name of the called function, ``others`` are further options that it takes.
    ``given`` are the options of documents and archives by name; ``reading`` is whether nothing is written.
    """
    own = ArchiveOptions.__annotations__.keys() - Options.__annotations__.keys()
    chosen = {name: value for name, value in given.items() if name in own}
    rest = {name: value for name, value in given.items() if name not in own}
    known = dict(others or {})
    context, policies = arguments.document_settings(function, rest, [*known, *sorted(own)])
    path, name = checked_source(source), chosen.get("name")
    _refuse_meaningless(path, context, {**chosen, **known})
    choices = ContainerOptions(
        conversion=arguments.checked_bool("conversion", known.get("conversion", False)),
        http_content_location=_switch(chosen, "http_content_location"),
        url=context.url,
        encapsulating=context.encapsulating,
        default=context.default,
        file_urls=_file_urls(chosen.get("root"), chosen.get("urls")),
        exclude=arguments.checked_texts("exclude", chosen.get("exclude", ())),
        hidden=_switch(chosen, "hidden"),
        gitignore=arguments.checked_bool("gitignore", chosen.get("gitignore", True)),
        style_sheets=_switch(chosen, "style_sheets"),
        reading=reading,
        is_document=context.is_said_to_be_document,
    )
    named = source_name(source) if name is None else arguments.checked_text("name", name)
    return Settings(named, path, context, policies, choices, _jobs(chosen.get("jobs", 1)))


def checked_source(source: object) -> str | None:
    """Refuse a source that cannot be read, or a path that does not exist; give the path, if it is one."""
    if isinstance(source, (str, os.PathLike)):
        path = named_path("source", source)
        os.stat(path)  # noqa: PTH116 -- for its error
        return path
    is_file = hasattr(source, "read") and not isinstance(source, TextIOBase)
    if not is_file and not isinstance(source, (bytes, bytearray, memoryview)):
        message = f"source must be a path, bytes or a binary file, not {type(source).__name__}"
        raise TypeError(message)
    return None


def _refuse_meaningless(path: str | None, context: Context, chosen: Mapping[str, Any]) -> None:
    """Refuse a URL for a directory, and options of directories for anything else."""
    if path is not None and files.is_tree(path):
        if context.url is not None:
            message = f"url: {path!r} is a directory; pass root instead"
            raise ValueError(message)
        return
    given = {**chosen, "gitignore": chosen.get("gitignore") is False}
    for name in OF_DIRECTORY:
        if given.get(name):
            message = f"{name} is for directories, and the source is not one"
            raise ValueError(message)


def _switch(chosen: Mapping[str, Any], name: str) -> bool:
    return arguments.checked_bool(name, chosen.get(name, False))


def _jobs(jobs: object) -> int:
    """Check the number of processes."""
    if not isinstance(jobs, int) or isinstance(jobs, bool):
        message = f"jobs must be an int, not {type(jobs).__name__}"
        raise TypeError(message)
    if jobs < 1:
        message = f"jobs must be at least 1, not {jobs}"
        raise ValueError(message)
    return jobs


def _file_urls(root: object, urls: object) -> FileUrls | None:
    """Make the URLs of the files of a directory, if the caller gives ``root`` or ``urls``."""
    if root is None and urls is None:
        return None
    file_urls = FileUrls({})
    if root is not None:
        file_urls = urls_from_root(_checked_root(arguments.checked_text("root", url_text(root))))
    return file_urls if urls is None else file_urls.with_list(dict(_checked_urls(urls)))


def _checked_root(root: str) -> str:
    reason = arguments.why_no_root(root)
    if reason is not None:
        message = f"root {beginning_of(root)!r}: {reason}"
        raise ValueError(message)
    return root


def _checked_urls(urls: object) -> Iterable[tuple[str, str]]:
    if not isinstance(urls, Mapping):
        message = f"urls must be a mapping of paths to URLs, not {type(urls).__name__}"
        raise TypeError(message)
    known: dict[str, tuple[str, str]] = {}  # each path as the caller spells it, and its URL
    for path, given in urls.items():
        arguments.checked_text("a path in urls", path)
        url = arguments.checked_text(f"urls[{path!r}]", url_text(given))
        name = normal_path(path)
        reason = arguments.why_no_listed_url(url, is_folder=is_folder(name))
        if reason is not None:
            message = f"urls[{path!r}] {beginning_of(url)!r}: {reason}"
            raise ValueError(message)
        other, other_url = known.setdefault(name, (path, url))
        if other_url != url:
            message = f"urls[{path!r}]: another URL than that of the same path, urls[{other!r}]"
            raise ValueError(message)
        yield name, url
