"""Files and links of a mirror find their URLs in time that does not depend on the number of its hosts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from absolutize.containers.file_urls import FileUrls, Roots
from absolutize.containers.mirror.local_links import Mirror
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
