"""Placeholders: what a template engine puts in place before a browser sees it.

Nobody knows what a reference that holds one will be; nor can one be cut in two.
"""

import re
from collections.abc import Mapping

CLOSED_BY: Mapping[str, str] = {
    "{{": "}}",
    "{%": "%}",
    "{#": "#}",
    "<?": "?>",
    "<%": "%>",
    "${": "}",
    "#{": "}",
    "*|": "|*",
}
_OPENING = re.compile("|".join(map(re.escape, CLOSED_BY)))


def is_in(text: str) -> bool:
    """Whether a placeholder begins in a text."""
    return _OPENING.search(text) is not None


def masked(text: str) -> str:
    """Put letters in place of whole placeholders, so that a list is not cut in one."""
    pieces: list[str] = []
    position = 0
    unclosed = set[str]()  # those that nothing closes any more: looked for once, so time is linear
    for match in _OPENING.finditer(text):
        opening = match[0]
        if match.start() < position or opening in unclosed:
            continue
        end = text.find(CLOSED_BY[opening], match.end())
        if end < 0:
            unclosed.add(opening)
            continue
        stop = end + len(CLOSED_BY[opening])
        pieces += text[position : match.start()], "x" * (stop - match.start())
        position = stop
    return "".join([*pieces, text[position:]])
