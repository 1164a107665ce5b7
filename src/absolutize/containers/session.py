"""What a container works with: one session gives the tasks to one core or to several.

Results come back in the order of the tasks, and are the same on any number of cores. It does not know any
kind of container. Used by `archive.directories`, `arrow.table_tasks`, `cli.io.directory_output` and
`containers`.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

from absolutize.containers.sniffing import (
    is_binary,
    is_page,
    is_said_to_be_html,
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
from absolutize.storage.files import CHUNK

if TYPE_CHECKING:
    from absolutize.containers.workers import Pool, TaskFuture

MAX_DOCUMENT = 1 << 27  # bytes of a document
DEEPEST_CONTAINER = 8  # containers in containers
MAX_QUEUED = 1 << 25  # bytes of all tasks that are not yet taken back: so memory is limited
QUEUE_DEPTH = 8  # tasks for each process
SERIAL_BYTES = 1 << 21  # bytes that are worked on before other processes are started


class Container(NamedTuple):
    """A kind of container: its name, how it is detected from its content, and what makes its parts absolute.

    ``recognizes`` is given the head of a source and its name. ``recognizes_end``, if there is one, is given a
    file whose head none recognizes, and which does not seem to be a page. ``rewrite`` yields the
    container's bytes as they shall be, in order; of a source that has nothing to change, exactly its bytes.
    Among them it yields what it finds, outcomes of parts and each `Problem`, and maybe checkpoints. ``state``
    is None, or that of a checkpoint to go on from: then it yields what follows there.
    """

    name: str
    recognizes: "Callable[[bytes, str], bool]"
    rewrite: "Callable[[ContainerSource, Session, dict[str, Any] | None], Iterator[Any]]"
    recognizes_end: "Callable[[SeekableFile], bool] | None" = None


class WorkItem(Protocol):
    """What is worked on: ``size`` bytes, ``is_parallel`` where it is worth another process."""

    @property
    def size(self) -> int:
        """How many bytes it holds."""
        ...

    @property
    def is_parallel(self) -> bool:
        """Whether it is worth another process."""
        ...


I = TypeVar("I", bound=WorkItem)  # noqa: E741


class FinishedItem(NamedTuple):
    """An item that was worked on, and the result; what was found in it comes before."""

    item: Any
    result: Any


class ContainerTask(NamedTuple):
    """What the caller gives: what to do to each part, the kinds of containers, the choices."""

    task: PartTask
    containers: Sequence[Container]
    choices: ContainerOptions = ContainerOptions()


class Session:
    """What a container works with: `rewrite` for its parts, `rewrite_nested`, and `map` for many items.

    What these find they yield, in the order of the parts; nothing is kept here.
    """

    def __init__(self, given: ContainerTask, jobs: int = 1, alone: int = SERIAL_BYTES) -> None:
        self.given = given
        self.choices = given.choices
        self.jobs = jobs
        self._left_alone = alone
        self._pool: Pool | None = None

    def __enter__(self) -> Self:
        """Use as a context, at whose end no process is left."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes."""
        self.close()

    def close(self) -> None:
        """End the processes, when they have done what they are doing."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def rewrite(self, part: DocumentPart) -> WithFindings[bytes]:
        """Give a part's bytes as they shall be; yield its outcome."""
        body, outcome = self.given.task(part)
        yield outcome
        return body

    def container(self, source: ContainerSource) -> Container | None:
        """Tell the kind of a container by its content; None: it is a document, or whatever else."""
        head = source.head()
        kinds = (kind for kind in self.given.containers if kind.recognizes(head, source.file_name))
        return next(kinds, None) or self._container_by_end(source)

    def _container_by_end(self, source: ContainerSource) -> Container | None:
        """Tell the kind of a container that something else is in front of; a stream's end is not known."""
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
        """Make a container absolute, or what is no container as a document; what is too deep is copied."""
        kind = self.container(source)
        if kind is None:
            return self.document(source)
        return _too_deep(source) if source.depth > DEEPEST_CONTAINER else kind.rewrite(source, self, None)

    def rewrite_nested(
        self, source: ContainerSource, into: Callable[[Iterator[Any]], WithFindings[R]]
    ) -> WithFindings[R | None]:
        """Make absolute what is in something else: ``into`` makes the result of what comes.

        None: the output would be incomplete. Then the problems are yielded, and no outcome of a part.
        """
        steps, withheld = into(self.rewrite_source(source._replace(asked_for=False))), list[Any]()
        try:
            result = (yield from steps) if self.choices.reading else collect(steps, withheld)
        except IncompleteOutput as refusal:
            yield from (each for each in withheld if isinstance(each, Problem))
            is_known = isinstance(refusal.why, Problem)
            yield refusal.why if is_known else Problem(source.name, "unsupported-member", str(refusal.why))
            return None
        yield from withheld
        return result

    def document(self, source: ContainerSource) -> Iterator[Any]:
        """Make a document absolute; what is none, or is too large, is copied."""
        if not (yield from self._is_page(source)):
            yield from iter(lambda: source.file.read(CHUNK), b"")
            return
        data = source.file.read(MAX_DOCUMENT + 1)
        if len(data) <= MAX_DOCUMENT:
            yield from self.rewrite_data(source, data)
            return
        yield Problem(source.name, "too-large", f"over {MAX_DOCUMENT} bytes")
        while data:
            yield data
            data = source.file.read(CHUNK)

    def rewrite_data(self, source: ContainerSource, data: bytes) -> Iterator[Any]:
        """Make all absolute that a source had: a document, or a container if the end of a stream says so."""
        whole = source._replace(file=source_of(data, source.name).file)
        kind = None if source.file.seekable() else self._container_by_end(whole)
        if kind is None:
            yield (yield from self.rewrite(DocumentPart(source.name, data, encapsulating=source.base)))
        else:
            yield from kind.rewrite(whole, self, None)

    def _is_page(self, source: ContainerSource) -> WithFindings[bool]:
        """Whether a source is a page, as who asked for it says, or as it seems."""
        head = source.head()
        if is_binary(head) and (source.asked_for or is_said_to_be_html(source.file_name)):
            yield Problem(source.name, "not-html")
        if source.asked_for:
            return not is_binary(head)
        return is_page(source.file_name, head, style_sheets=self.choices.style_sheets)

    def map(
        self, function: "Callable[[I, Session], WithFindings[R]]", items: Iterable[I], *, many: bool = False
    ) -> Iterator[Any]:
        """Do a function of a module for each item, given it and a `Session`.

        In the order of the items it yields what the function finds, and then the item and the result as
        `FinishedItem`. The items are known to be ``many``, or are worked on alone for a while.
        """
        self._left_alone = 0 if many else self._left_alone
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
        """Start an item in another process, if that is worth it; None: it is done when its turn comes."""
        if self.jobs == 1 or not item.is_parallel:
            return None
        if self._left_alone > 0:
            self._left_alone -= item.size
            return None
        if self._pool is None:
            from absolutize.containers.workers import Pool  # noqa: PLC0415 -- slow to import

            self._pool = Pool(self.jobs, Session, self.given)
        return self._pool.submit(function, item)

    def _finished(
        self, function: "Callable[[I, Session], WithFindings[R]]", item: I, future: "TaskFuture | None"
    ) -> Iterator[Any]:
        if future is None or self._pool is None:
            yield FinishedItem(item, (yield from function(item, self)))
            return
        try:
            result, findings = self._pool.result(future)
        except IncompleteOutput:
            self._pool = None  # another input has others
            raise
        yield from findings
        yield FinishedItem(item, result)


def _too_deep(source: ContainerSource) -> Iterator[Any]:
    yield Problem(source.name, "too-deep", f"over {DEEPEST_CONTAINER} levels")
    yield from iter(lambda: source.file.read(CHUNK), b"")


def _is_done(future: "TaskFuture | None") -> bool:
    return future is None or future.done()
