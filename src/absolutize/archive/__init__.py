"""Archives, mail and directories in Python: rewrite, list or check the links of all documents in them.

`rewrite`, `links` and `check` do for the documents in a WARC, ARC, WACZ, zip, MHTML or mbox file, in a
compressed file or in a directory what the functions of the package do for one document; `documents` gives the
documents themselves. They do not decide about a link, print nothing, and raise no error for anything that an
archive contains. Used by `arrow`, `cli`, `report.document` and `spark.units`.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Unpack

from absolutize import arguments
from absolutize.archive.part_tasks import Checking, Extracting, Listing, PartOutcome, Rewriting
from absolutize.archive.results import (
    ArchiveReading,
    ArchiveResult,
    Part,
    PartDocument,
    PartFault,
    PartLink,
    RewriteResult,
    SourceKind,
)
from absolutize.archive.settings import ArchiveOptions, Settings, settings_of
from absolutize.archive.sources import AnySource, open_source, rewrite_in_pieces
from absolutize.archive.targets import AnyTarget, Target, as_os_errors
from absolutize.calls import UrlObject
from absolutize.containers import IncompleteOutput, Problem, Session
from absolutize.containers.source import PartTask, without_checkpoints
from absolutize.engine.checks import SelectedCodes

__all__ = [
    "ArchiveOptions",
    "ArchiveReading",
    "ArchiveResult",
    "Part",
    "PartDocument",
    "PartFault",
    "PartLink",
    "Problem",
    "RewriteResult",
    "check",
    "documents",
    "links",
    "rewrite",
]


def rewrite(
    source: AnySource,
    target: AnyTarget,
    url: str | UrlObject | None = None,
    *,
    overwrite: bool = False,
    conversion: bool = False,
    hard_links: bool = False,
    **options: Unpack[ArchiveOptions],
) -> RewriteResult:
    """Make the links of all documents in an archive or a directory absolute.

    Documents are HTML and XML, and style sheets with ``style_sheets``.
    The kind of archive is detected from its content. Lengths, digests and indexes are corrected, and all else
    is copied byte for byte. Problems with the archive are in the result, and raise no error.

    Args:
        source: Path of an archive, a document or a directory; or bytes; or a binary file, also a stream.
        target: Path of the output, which is written completely or not at all; or a binary file (not for a
            directory). For a directory, missing directories above it are made; for a file, they must exist.
        url: URL that the source was downloaded from (5.1.3), for documents without one. Default: None.
        overwrite: Whether to replace a file at ``target``, maybe the source itself, or files of the directory
            that is source and target. Another directory that is not empty is never replaced. Default: False.
        conversion: Whether WARC keeps all records and gets conversion records with the pages. Default: False.
        hard_links: Whether unchanged files of a directory are hard-linked, if possible. Default: False.
        **options: The options below, and those of `absolutize.rewrite`, by name.

    Keyword Args:
        name: Name of the source in parts and problems; its ending helps to detect the kind. Default: None
            (its path, the name of the file, "<bytes>" or "<stream>").
        jobs: Number of processes; with several, a script must have ``if __name__ == "__main__":`` around the
            call. Default: 1.
        http_content_location: Whether WARC's HTTP Content-Base and Content-Location count (RFC 2068).
            Default: False.
        root: URL that a directory was downloaded from. Default: None (guessed from its layout).
        urls: URLs of files in a directory, by their paths in it, and of directories in it, whose paths end
            with a slash; the result lists in ``unmatched`` those that match none. Default: None.
        exclude: Patterns of names or paths in a directory to leave out, e.g. ``["drafts/", "*.bak"]``.
            Default: ().
        hidden: Whether to read hidden directories and node_modules of a directory. Default: False.
        gitignore: Whether to leave out the files that .gitignore files in a directory list. Default: True.
        style_sheets: Whether to read style sheets (text/css, .css) like documents. Default: False.

    Returns:
        The counts, the problems, and why there is no output, if there is none.

    Raises:
        FileExistsError: ``target`` exists, and ``overwrite`` is False or does not allow to replace it.
        OSError: The source cannot be read, or the target cannot be written.
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or does not fit the source; or ``target`` is in the source.

    Source: RFC 2396 section 5; ISO 28500; WACZ 1.1.1; RFC 2557.
    """
    own = {"overwrite": overwrite, "conversion": conversion, "hard_links": hard_links}
    for name, value in own.items():
        arguments.checked_bool(name, value)
    settings = settings_of("rewrite", source, {"url": url, **options}, others=own, reading=False)
    output = Target.of(target, overwrite=overwrite, linked=hard_links)
    result = RewriteResult()
    with as_os_errors(), settings.session(Rewriting(settings.context, settings.policies)) as session:
        if settings.is_tree:
            for note in _tree_notes(settings, session, output):
                _count(result, note)
            return result
        try:
            for problem in output.write(_rewrite_and_count(source, settings, session, result)):
                result.add_problem(problem)
        except IncompleteOutput as refusal:
            result.fail(refusal)
    return result


def _rewrite_and_count(
    source: AnySource, settings: Settings, session: Session, result: RewriteResult
) -> Iterator[bytes]:
    """Give the bytes of the output, and count the documents, links and problems in the result."""
    for note in _notes(source, settings, session):
        if isinstance(note, bytes):
            yield note
        else:
            _count(result, note)


def _count(result: RewriteResult, note: SourceKind | Problem | PartOutcome) -> None:
    if isinstance(note, SourceKind):
        result.begin_source(note)
    elif isinstance(note, Problem):
        result.add_problem(note)
    else:
        result.add_document()
        result.add_links(note.changes, note.left)


def links(
    source: AnySource,
    url: str | UrlObject | None = None,
    *,
    text: bool = False,
    **options: Unpack[ArchiveOptions],
) -> ArchiveReading[PartLink]:
    """List the links of all documents in an archive or a directory (HTML and XML; CSS with ``style_sheets``).

    Args:
        source: Path of an archive, a document or a directory; or bytes; or a binary file, also a stream.
        url: URL that the source was downloaded from (5.1.3), for documents without one. Default: None.
        text: Whether links get the text of their anchor, or the alt of the image. Default: False.
        **options: Any of the options of `rewrite` (`ArchiveOptions`), by name.

    Returns:
        An iterator over the links, each with its document, in the order of the archive; and the problems.

    Raises:
        OSError: The source cannot be read; at the call, or while it is iterated over.
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or does not fit the source.

    Source: RFC 2396 section 5; ISO 28500; WACZ 1.1.1; RFC 2557.
    """
    settings = settings_of("links", source, {"url": url, **options}, others={"text": text})
    arguments.checked_bool("text", text)
    task = Listing(settings.context, settings.policies, text=text)
    return _reading(ArchiveReading[PartLink](), source, settings, task)


def check(
    source: AnySource,
    url: str | UrlObject | None = None,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    against: Sequence[str] = (),
    **options: Unpack[ArchiveOptions],
) -> ArchiveReading[PartFault]:
    """Report relative, malformed or risky links of all documents in an archive or a directory.

    Documents are HTML and XML, and style sheets with ``style_sheets``.

    Args:
        source: Path of an archive, a document or a directory; or bytes; or a binary file, also a stream.
        url: URL that the source was downloaded from (5.1.3), for documents without one. Default: None.
        select: Codes of `FINDINGS`, beginnings of codes, or "DEFAULT" (what the command `check` reports by
            default) or "ALL", to report. Default: () (all).
        ignore: Codes, beginnings of codes, or one of these sets, not to report. Default: ().
        against: Rule sets of `RULE_SETS` whose answers are compared with those of ``rules``. Default: ().
        **options: Any of the options of `rewrite` (`ArchiveOptions`), by name.

    Returns:
        An iterator over the faults, each with its document, in the order of the archive; and the problems.

    Raises:
        OSError: The source cannot be read; at the call, or while it is iterated over.
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or does not fit the source; or ``select`` or ``ignore`` has
            ``""`` or what begins no code.

    Source: the citation of each code in `FINDINGS`.
    """
    codes = {"select": select, "ignore": ignore, "against": against}
    settings = settings_of("check", source, {"url": url, **options}, others=codes)
    wanted = SelectedCodes.of(*(arguments.checked_texts(name, value) for name, value in codes.items()))
    task = Checking(settings.context, settings.policies, wanted)
    return _reading(ArchiveReading[PartFault](), source, settings, task)


def documents(
    source: AnySource, url: str | UrlObject | None = None, **options: Unpack[ArchiveOptions]
) -> ArchiveReading[PartDocument]:
    """Give all documents in an archive or a directory, and what is known about each.

    They are HTML and XML, and style sheets with ``style_sheets``; without the codings of HTTP, mail and zip
    files, as `absolutize.rewrite` takes them.

    Args:
        source: Path of an archive, a document or a directory; or bytes; or a binary file, also a stream.
        url: URL that the source was downloaded from (5.1.3), for documents without one. Default: None.
        **options: Any of the options of `rewrite` (`ArchiveOptions`), by name.

    Returns:
        An iterator over the documents, in the order of the archive; and the problems.

    Raises:
        OSError: The source cannot be read; at the call, or while it is iterated over.
        TypeError: An argument has the wrong type, or there is no option of that name.
        ValueError: An option has a wrong value, or does not fit the source.

    Source: RFC 2396 section 5.1; ISO 28500; WACZ 1.1.1; RFC 2557.
    """
    settings = settings_of("documents", source, {"url": url, **options})
    task = Extracting(settings.context, settings.policies)
    return _reading(ArchiveReading[PartDocument](), source, settings, task)


def _reading(
    reading: ArchiveReading[Any], source: AnySource, settings: Settings, task: PartTask
) -> ArchiveReading[Any]:
    return reading.begin(_rows(reading, source, settings, task))


def _rows(
    reading: ArchiveReading[Any], source: AnySource, settings: Settings, task: PartTask
) -> Iterator[Any]:
    """Read a source, and give the rows that a task makes of each document; count documents and problems."""
    with as_os_errors(), settings.session(task) as session:
        try:
            for note in _notes(source, settings, session):
                if isinstance(note, SourceKind):
                    reading.begin_source(note)
                elif isinstance(note, Problem):
                    reading.add_problem(note)
                elif not isinstance(note, bytes):
                    reading.add_document()
                    yield from note
        except IncompleteOutput as refusal:
            reading.fail(refusal)


def _notes(source: AnySource, settings: Settings, session: Session) -> Iterator[Any]:
    """Read a source: give its kind, its bytes, problems, and the result of the task for each document."""
    if settings.is_tree:
        yield from _tree_notes(settings, session)
        return
    with open_source(source, settings.name) as opened:
        container = session.container(opened)
        yield SourceKind(None if container is None else container.name, [], [])
        yield from without_checkpoints(rewrite_in_pieces(opened, container, session))


def _tree_notes(settings: Settings, session: Session, target: Target | None = None) -> Iterator[Any]:
    """Read a directory: give its kind, problems, and the result of the task for each document."""
    from absolutize.archive import directories  # noqa: PLC0415 -- documents do not need it

    source, into = settings.path or "", None if target is None else target.directory_path()
    in_place = target is not None and target.replaces(source)
    tree, guesses = directories.tree_at(source, session.choices, in_place=in_place)
    tree = tree._replace(name=settings.name)
    file_urls = session.choices.file_urls
    yield SourceKind(
        "directory", guesses, [] if file_urls is None else file_urls.unmatched_paths([tree.root])
    )
    if target is None or into is None:
        yield from directories.read_tree(tree, session)
    elif in_place:
        yield from directories.replace_files(tree, session)
    else:
        yield from directories.create_tree(tree, session, into, linked=target.linked)
