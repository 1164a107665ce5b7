"""WACZ 1.1.1: WARC in zip, with an index of the records and digests of the files, which stay true.

WARC members are worked on first, then what tells of them: indexes, `datapackage.json`, and the digest
of that.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from absolutize.containers import warc
from absolutize.containers.cdxj import Move, Moves, blocks, moved
from absolutize.containers.digests import sha256
from absolutize.containers.parts import Checkpoint, Source
from absolutize.containers.work import Work
from absolutize.containers.zipmembers import Member, Reading, Replacement, if_different, replacement

PACKAGE, PACKAGE_DIGEST = "datapackage.json", "datapackage-digest.json"
ARCHIVES, INDEXES = "archive/", "indexes/"
COMPRESSED_INDEX, SECONDARY_INDEX = (".cdx.gz", ".cdxj.gz"), ".idx"
PLAIN_INDEX = (".cdx", ".cdxj")
