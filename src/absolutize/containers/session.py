"""A session rewrites the parts of a container, on one core or on several.

Results come back in the order of the parts, and are the same on any number of cores. It does not know any
kind of container. Used by `archive.directories`, `arrow.table_tasks`, `cli.io.directory_output` and
`containers`.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

from absolutize.containers.sniffing import (
    is_binary,
    is_json,
    is_page,
    is_said_to_be_html,
    is_script,
    is_text,
    looks_like_document,
    type_of,
)
from absolutize.containers.source import (
    ContainerOptions,
    ContainerSource,
    DocumentPart,
    IncompleteOutput,
    PartTask,
    Problem,
    R,
    SeekableFile,
    WithFindings,
    collect,
    source_of,
)

if TYPE_CHECKING:
    from absolutize.containers.workers import Pool, TaskFuture

MAX_DOCUMENT = 1 << 27  # bytes of a document
DEEPEST_CONTAINER = 8  # containers in containers
MAX_QUEUED = 1 << 25  # bytes of all tasks whose results are not yet taken: this limits memory
QUEUE_DEPTH = 8  # tasks for each process
SERIAL_BYTES = 1 << 21  # bytes that this process works on before it starts others


class Container(NamedTuple):
    """A kind of container: its name, how it is detected from its content, and how it is rewritten.

    ``recognizes`` gets the first bytes of a source and its name. ``recognizes_end``, if it is not None, gets
    a file whose first bytes no container recognizes, and which does not seem to be a page. ``rewrite``
    yields the container's new bytes, in order; if nothing changes, exactly the source's bytes. Between them
    it yields the outcomes of parts, each `Problem`, and with ``has_checkpoints`` checkpoints. Its last
    argument is None, or the ``state`` of the checkpoint to go on from: then it yields only what follows that
    checkpoint.
    """

    name: str
    recognizes: "Callable[[bytes, str], bool]"
    rewrite: "Callable[[ContainerSource, Session, dict[str, Any] | None], Iterator[Any]]"
    recognizes_end: "Callable[[SeekableFile], bool] | None" = None
    has_checkpoints: bool = False


class WorkItem(Protocol):
    """A piece of work for `Session.map`."""

    @property
    def size(self) -> int:
        """How many bytes it counts for in the queue: of its input, or of what it yields."""
        ...

    @property
    def is_parallel(self) -> bool:
        """Whether it is worth another process."""
        ...


I = TypeVar("I", bound=WorkItem)  # noqa: E741


class FinishedItem(NamedTuple):
    """An item of `Session.map` and its result; the findings in it are yielded before."""

    item: Any
    result: Any


class ContainerTask(NamedTuple):
    """What the caller of a session gives: the task for each part, the kinds of containers, the options."""

    task: PartTask
    containers: Sequence[Container]
    choices: ContainerOptions = ContainerOptions()


class Session:
    """Rewrites parts of containers, by `rewrite` and `rewrite_nested`, and works on many items, by `map`.

    These methods yield what they find, in the order of the parts; the session keeps no findings. This process
    works on ``serial_bytes`` before it starts others, which takes time.
    """

    def __init__(self, given: ContainerTask, jobs: int = 1, serial_bytes: int = SERIAL_BYTES) -> None:
        self.given = given
        self.choices = given.choices
        self.jobs = jobs
        self._serial_bytes = serial_bytes  # those that are left
        self._pool: Pool | None = None

    def __enter__(self) -> Self:
        """Begin a context; its end ends the processes."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes."""
        self.close()

    def close(self) -> None:
        """End the processes after their current tasks."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def rewrite(self, part: DocumentPart) -> WithFindings[bytes]:
        """Give a part's new bytes; yield its outcome."""
        body, outcome = self.given.task(part)
        yield outcome
        return body

    def container(self, source: ContainerSource) -> Container | None:
        """Detect the kind of a container from its content; None means a document, or anything else."""
        head = source.head()
        kinds = (kind for kind in self.given.containers if kind.recognizes(head, source.file_name))
        return next(kinds, None) or self._container_by_end(source)

    def _container_by_end(self, source: ContainerSource) -> Container | None:
        """Detect a container with other data in front of it, by its end; a stream's end cannot be read."""
        head, name = source.head(), source.file_name
        is_known = is_said_to_be_html(name) or type_of(name) is not None
        if is_known or is_binary(head) or looks_like_document(head) or not source.file.seekable():
            return None
        kinds = (
            kind
            for kind in self.given.containers
            if kind.recognizes_end is not None and kind.recognizes_end(source.file)
        )
        return next(kinds, None)

    def rewrite_source(self, source: ContainerSource) -> Iterator[Any]:
        """Rewrite a source as a container, or else as a document; copy a container nested too deep."""
        kind = self.container(source)
        if kind is None:
            return self.document(source)
        return _too_deep(source) if source.depth > DEEPEST_CONTAINER else kind.rewrite(source, self, None)

    def rewrite_nested(
        self, source: ContainerSource, into: Callable[[Iterator[Any]], WithFindings[R]]
    ) -> WithFindings[R | None]:
        """Rewrite a source inside a container: ``into`` makes the result of the pieces that are yielded.

        The result is None if the output would be incomplete. Then only problems are yielded, and no outcomes
        of parts, except that a command which only reads yields all findings.
        """
        withheld: list[Any] = []
        try:
            steps = into(self.rewrite_source(source._replace(asked_for=False)))
            result = (yield from steps) if self.choices.reading else collect(steps, withheld)
        except IncompleteOutput as refusal:
            yield from (each for each in withheld if isinstance(each, Problem))
            is_known = isinstance(refusal.why, Problem)
            yield refusal.why if is_known else Problem(source.name, "unsupported-member", str(refusal.why))
            return None
        yield from withheld
        return result

    def document(self, source: ContainerSource) -> Iterator[Any]:
        """Rewrite a document; copy a source that is no document or is too large."""
        if not (yield from self._is_page(source)):
            yield from source.rest()
            return
        data = source.at_most(MAX_DOCUMENT + 1)
        if len(data) <= MAX_DOCUMENT:
            yield from self.rewrite_data(source, data)
            return
        yield Problem(source.name, "too-large", f"over {MAX_DOCUMENT} bytes")
        yield data
        yield from source.rest()

    def rewrite_data(self, source: ContainerSource, data: bytes) -> Iterator[Any]:
        """Rewrite the whole data of a source: a document, or a container that is recognized by its end."""
        whole = source._replace(file=source_of(data, source.name).file)
        kind = None if source.file.seekable() else self._container_by_end(whole)
        if kind is not None:
            yield from kind.rewrite(whole, self, None)
        elif self.is_refused(whole, data):
            yield from (Problem(source.name, "not-html"), data)
        else:
            yield (yield from self.rewrite(DocumentPart(source.name, data, encapsulating=source.base)))

    def is_refused(self, source: ContainerSource, data: bytes = b"") -> bool:
        """Whether a source should be a document, by its name or since the caller named it, and is none.

        Data that are not text (MIME Sniffing 7.2), or are JSON, are a document only if an option or the name
        says so; so is a file with the name of a script that does not begin like a page. A stream is not
        refused as such before its end, since it may be a zip file that begins with other data; JSON is looked
        for in ``data``, if they are given: all of the source.
        """
        head, is_html = source.head(), is_said_to_be_html(source.file_name)
        if is_binary(head):
            return source.asked_for or is_html
        is_stated = is_html or self.choices.is_document
        is_whole = source.asked_for and not is_stated and source.file.seekable()
        return is_whole and (not is_text(head) or is_script(source.file_name, head) or is_json(data))

    def _is_page(self, source: ContainerSource) -> WithFindings[bool]:
        """Whether a source is a page; one that the caller named is, unless it is refused."""
        is_refused = self.is_refused(source)
        if is_refused:
            yield Problem(source.name, "not-html")
        if source.asked_for:
            return not is_refused
        return is_page(source.file_name, source.head(), style_sheets=self.choices.style_sheets)

    def map(
        self, function: "Callable[[I, Session], WithFindings[R]]", items: Iterable[I], *, many: bool = False
    ) -> Iterator[Any]:
        """Call a function with each item and a `Session`; the function must be one of a module.

        In the order of the items it yields the function's findings, and then the item and its result as a
        `FinishedItem`. With ``many``, other processes are started at once; otherwise after ``serial_bytes``.
        """
        self._serial_bytes = 0 if many else self._serial_bytes
        waiting: deque[tuple[I, TaskFuture | None]] = deque()
        running = queued_bytes = 0
        for item in items:
            waiting.append((item, self._begun(function, item)))
            running += waiting[-1][1] is not None
            queued_bytes += item.size
            while waiting and (
                _is_done(waiting[0][1]) or running > self.jobs * QUEUE_DEPTH or queued_bytes > MAX_QUEUED
            ):
                first, future = waiting.popleft()
                running -= future is not None
                queued_bytes -= first.size
                yield from self._finished(function, first, future)
        while waiting:
            yield from self._finished(function, *waiting.popleft())

    def _begun(self, function: "Callable[[I, Session], WithFindings[R]]", item: I) -> "TaskFuture | None":
        """Start an item in another process, if that is worth it; None means that it is done in its turn."""
        if self.jobs == 1 or not item.is_parallel:
            return None
        if self._serial_bytes > 0:
            self._serial_bytes -= item.size
            return None
        if self._pool is None:
            from absolutize.containers.workers import Pool  # noqa: PLC0415 -- slow to import

            self._pool = Pool(self.jobs, Session, self.given)
        try:
            return self._pool.submit(function, item)
        except IncompleteOutput:
            self._pool = None  # the next input starts new processes
            raise

    def _finished(
        self, function: "Callable[[I, Session], WithFindings[R]]", item: I, future: "TaskFuture | None"
    ) -> Iterator[Any]:
        if future is None or self._pool is None:
            yield FinishedItem(item, (yield from function(item, self)))
            return
        try:
            result, findings = self._pool.result(future)
        except IncompleteOutput:
            self._pool = None  # the next input starts new processes
            raise
        yield from findings
        yield FinishedItem(item, result)


def _too_deep(source: ContainerSource) -> Iterator[Any]:
    yield Problem(source.name, "too-deep", f"over {DEEPEST_CONTAINER} levels")
    yield from source.rest()


def _is_done(future: "TaskFuture | None") -> bool:
    return future is None or future.done()
