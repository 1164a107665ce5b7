"""Style sheets as documents: the whole of one is a value, as the text of a ``style`` element is.

It does not read CSS: `html.values` does. Used by
`arguments`, `containers.sniffing`, `engine.document_plan` and `options`.
"""

from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.value_span import ValueSpan

CSS_TYPE = "text/css"
_MARK = b"\xef\xbb\xbf"  # a byte order mark, which is no part of the text (CSS Syntax 3, 3.2)
_SHEET = Row("", "", "stylesheet", "CSS Syntax 3, 3", empty="nothing", fragment="document")


def scan_style_sheet(data: bytes) -> list[ValueSpan]:
    """Give the one value of a style sheet: all of it."""
    start = len(_MARK) if data.startswith(_MARK) else 0
    return [ValueSpan(start, _SHEET.element, _SHEET, start, len(data))]
