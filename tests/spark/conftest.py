"""Fixtures of the Spark tests: a local session, archives, and an S3 server whose address workers receive."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="Spark is not installed: pip install 'absolutize[spark]'")
if shutil.which("java") is None:
    pytest.skip("there is no Java, which Spark needs", allow_module_level=True)

from pyspark.sql import SparkSession

from tests.arrow.test_arrow import crawl
from tests.spark.cluster import ENVIRONMENT
from tests.support.archives import gz

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "warc"
FROM_CORPUS = [
    CORPUS / "jwarc/test-resources/org/netpreserve/jwarc/cc.warc.gz",
    CORPUS / "resiliparse/tests/data/warcfile.warc.gz",
    CORPUS / "warcio/test/data/example-iana.org-chunked.warc",
]
PAGES = 16  # in each archive of a job


@pytest.fixture(scope="session")
def s3() -> Iterator[Any]:
    """Start a server of S3 on the loopback address, if there is one; its address is in the environment."""
    try:
        from moto.server import ThreadedMotoServer
    except ImportError:
        yield None
        return
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    os.environ |= {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "b",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    yield server
    server.stop()


@pytest.fixture(scope="session")
def session(s3: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:  # noqa: ARG001 -- its address
    os.environ.update(ENVIRONMENT)
    place = tmp_path_factory.mktemp("spark")
    builder = SparkSession.builder.master("local[2]").appName("tests")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "4",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.local.dir": str(place),
        "spark.sql.warehouse.dir": str(place / "warehouse"),
    }.items():
        builder = builder.config(name, value)
    started = builder.getOrCreate()
    yield started
    started.stop()


@pytest.fixture(scope="session")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Make archives: of the corpus, if it is there, and made ones, one of which is cut into pieces."""
    place = tmp_path_factory.mktemp("inputs")
    (place / "made.warc.gz").write_bytes(gz(*crawl(60)))
    (place / "plain.warc").write_bytes(b"".join(crawl(30, 1)))
    (place / "cut.warc.gz").write_bytes(gz(*crawl(10, 2))[:-100])
    return [*map(str, sorted(place.iterdir())), *(str(path) for path in FROM_CORPUS if path.exists())]


@pytest.fixture(scope="session")
def some(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Make enough inputs that a job is still running when an executor is killed."""
    place = tmp_path_factory.mktemp("some")
    for number in range(8):
        (place / f"{number:02}.warc.gz").write_bytes(gz(*crawl(PAGES, number)))
    return sorted(map(str, place.iterdir()))
