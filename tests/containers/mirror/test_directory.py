"""A directory is read and written file by file."""

from __future__ import annotations

from pathlib import Path

from absolutize.containers import CONTAINERS, ContainerOptions, ContainerTask, DocumentPart, Session
from absolutize.containers.mirror.directory import FileTree, rewrite_directory
from absolutize.containers.mirror.layout import guess_urls
from tests.support.archives import PAGE, response


def test_the_documents_of_an_archive_are_read_one_by_one(tmp_path: Path) -> None:
    """The results of a document do not wait for the end of the archive: there may be millions."""
    (tmp_path / "a.warc").write_bytes(response(PAGE) * 5)
    done = list[str]()

    def task(part: DocumentPart) -> tuple[bytes, str]:
        done.append(part.name)
        return part.body, part.name

    session = Session(ContainerTask(task, CONTAINERS, ContainerOptions(reading=True)))
    notes = rewrite_directory(FileTree(tmp_path, "m", guess_urls(tmp_path)[0]), session)
    assert next(notes) == "m/a.warc!0!http://h/d/p"
    assert done == ["m/a.warc!0!http://h/d/p"]
    assert len(list(notes)) == 5
    assert len(done) == 5
