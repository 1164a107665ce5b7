"""A standalone cluster of Spark on the loopback address: a master and two workers, each with one core."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pyspark

HOME = Path(pyspark.__file__).parent
MASTER = "org.apache.spark.deploy.master.Master"
WORKER = "org.apache.spark.deploy.worker.Worker"
READY = re.compile(r"Starting Spark master at (spark://\S+)|Successfully registered with master")
BRIEF = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # no optimising compiler for short-lived processes
ENVIRONMENT = {
    **os.environ,
    "JAVA_TOOL_OPTIONS": BRIEF,
    "SPARK_HOME": str(HOME),
    "SPARK_LOCAL_IP": "127.0.0.1",
    "PYSPARK_PYTHON": sys.executable,
    "PYSPARK_DRIVER_PYTHON": sys.executable,
}


class Cluster(NamedTuple):
    """The URL of the master, and the processes of the workers, which start the executors."""

    url: str
    workers: list[int]

    def executors(self) -> list[int]:
        """Give the process ids of the executors that work: those that have started Python."""
        started = [child for worker in self.workers for child in children(worker)]
        return [each for each in started if children(each)]


def children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(word) for task in tasks for word in task.read_text().split()]


@contextmanager
def cluster(directory: Path) -> Iterator[Cluster]:
    """Start a cluster; it ends with the context."""
    with ExitStack() as stack:
        _, line = stack.enter_context(
            started(directory / "master", MASTER, "--port", "0", "--webui-port", "0")
        )
        url = line.group(1)
        workers = []
        for number in range(2):
            place = directory / f"worker{number}"
            options = ("--cores", "1", "--memory", "600m", "--webui-port", "0", "--work-dir", str(place))
            process, _ = stack.enter_context(started(place, WORKER, *options, url))
            workers.append(process.pid)
        yield Cluster(url, workers)


@contextmanager
def started(place: Path, main: str, *options: str) -> Iterator[tuple[subprocess.Popen[bytes], re.Match[str]]]:
    """Start a process of the cluster, and wait until it reports that it is ready."""
    place.mkdir(parents=True, exist_ok=True)
    command = [str(HOME / "bin" / "spark-class"), main, "--host", "127.0.0.1", *options]
    log = place / "log"
    environment = {**ENVIRONMENT, "SPARK_DAEMON_MEMORY": "256m"}
    with (
        log.open("wb") as file,
        subprocess.Popen(command, stdout=file, stderr=file, env=environment) as process,
    ):
        try:
            deadline = time.monotonic() + 90
            while (line := READY.search(log.read_text("utf-8", "replace"))) is None:
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.1)
            yield process, line
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def submitted(master: str, *arguments: str, **options: str) -> subprocess.Popen[bytes]:
    """Start the job with spark-submit; the options are Spark's."""
    from absolutize.spark import job

    chosen = {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", **options}
    configured = [word for name, value in chosen.items() for word in ("--conf", f"{name}={value}")]
    command = [
        str(HOME / "bin" / "spark-submit"),
        *("--master", master, "--driver-memory", "512m", "--executor-memory", "512m"),
        *configured,
        str(job.__file__),
        *arguments,
    ]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
