"""Mirrors of many hosts, and directories of many archives, take time in proportion to these."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from absolutize.containers.file_urls import FileUrls, Roots
from absolutize.containers.mirror.local_links import Mirror
from absolutize.containers.mirror.stale_sidecars import changed_file, with_stale_sidecars
from tests.support.timing import assert_linear


def test_time_is_linear_in_the_number_of_hosts(tmp_path: Path) -> None:
    """Each host has a file, and one link leads to it."""

    def look_up(hosts: Sequence[str]) -> None:
        mirror = Mirror(tmp_path, FileUrls({}, Roots({f"{host}/": f"http://{host}/" for host in hosts})))
        for host in hosts:
            assert mirror.url(f"{host}/a") == f"http://{host}/a"
            target = f"http://{host}/b"
            assert mirror.url_of_file(target, target.encode()) is None
            assert not mirror.may_name(b"<a href=a><a href=../../other.example/>", f"{host}/a")

    assert_linear(look_up, lambda count: [f"h{number}.example" for number in range(count)])


@pytest.mark.parametrize("in_place", [False, True])
def test_time_is_linear_in_the_number_of_archives_with_indexes(tmp_path: Path, *, in_place: bool) -> None:
    """All are in one folder, and all changed."""

    def report(names: Sequence[str]) -> None:
        root, new = tmp_path / f"{len(names)}", tmp_path / "new"
        new.write_bytes(b"new")
        changed = (
            each for name in names for each in changed_file(root, f"{name}.warc", new, is_changed=in_place)
        )
        assert len([*with_stale_sidecars(changed, root, "site")]) == len(names)

    def collection(count: int) -> Sequence[str]:
        (tmp_path / f"{count}").mkdir(exist_ok=True)
        for number in range(count):
            for suffix in ("warc", "cdxj"):
                (tmp_path / f"{count}" / f"{number}.{suffix}").write_bytes(b"old!")
        return [f"{number}" for number in range(count)]

    assert_linear(report, collection)
