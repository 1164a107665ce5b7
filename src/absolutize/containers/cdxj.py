"""Indexes of records: CDXJ lines, in a file as they are or in blocks of gzip that another index tells of.

A line is a key, a time and an object of JSON; where a record has moved to, and its digest, are put in
place of what the object says, and all else stays as it is.
"""

import re
import zlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple
