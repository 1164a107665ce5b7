"""Values divided into plain references and others: style sheets, declarations, lists of images, JSON, URLs.

All but JSON are divided by one pattern; the caller gives what is plain in them. All else, such as escapes,
custom properties and placeholders, is left to the splitters of the syntaxes. Used by `engine` and `html`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from absolutize.html.grammar.base_independent import BASE_INDEPENDENT
from absolutize.html.grammar.productions import SIMPLE_AMPERSAND, WHITE_SPACE
from absolutize.html.values.css import SIMPLE_URL
from absolutize.html.values.css_bytes import (
    AT_CSS_URL,
    AT_IMPORT,
    BASE_INDEPENDENT_CSS_URL,
    IMPORT_STRING,
    SIMPLE_CSS,
    SIMPLE_DECLARATIONS,
)
from absolutize.html.values.custom_properties.property_values import may_declare_references
from absolutize.html.values.syntaxes import SYNTAXES, SyntaxSplitter
from absolutize.patterns import Match, compile_regex, find_or_give_up, given_up, matcher

_REFERENCE, _BEGINNING = 3, 4  # groups of the patterns
_CUSTOM_PROPERTY = b"--"  # its references count only if it is used
_PLACEHOLDER = b"{"  # how most begin
_LONGEST = {"re": 1 << 12, "pcre2": 1 << 20}  # bytes: with `re`, splitters are as quick for longer values


PlainPart = tuple[int, int, int]
"""Where a reference starts, where its beginning stops, or `NOT_PLAIN`, and where the reference stops."""
NOT_PLAIN = -1
"""In place of where the beginning stops: the value or reference is not known to be plain."""


# For speed: where images have lists of relative URLs, or elements backgrounds of their own, `rewrite` takes a
# third of the time that it takes by the splitters
class PlainDivider:
    """Divides the values of a syntax by one pattern, which may pass over base-independent references."""

    def __init__(self, pattern: str, *, is_css: bool) -> None:
        """Take the pattern of the next reference.

        Its groups are ``@import``, the quote, a plain reference, and the beginning of that; then those of a
        reference that is not plain; and "left", if the value is left to the splitter. If no group matches,
        there are no more references. ``is_css``: the pattern knows no character references; without it, a
        value with ``{`` is left, too, since it may have a placeholder.
        """
        self._pattern, self._is_css = pattern.encode(), is_css
        self._left = _BEGINNING + pattern.count("(?P<")
        self._not_plain = range(_BEGINNING + 1, self._left)

    @cached_property
    def _find(self) -> Callable[[bytes], Iterator[Match]]:
        return find_or_give_up(self._pattern)

    def divide(
        self, data: bytes, start: int, stop: int, *, in_attribute: bool, ascii_alone: bool
    ) -> list[PlainPart] | None:
        """List the references in a value; ``None``: the value is left to the splitter.

        With ``ascii_alone``, a value with bytes beyond ASCII is left. Without it, such bytes may be outside
        of references, and every byte that looks like ASCII has to be ASCII.
        """
        if stop - start > _LONGEST[matcher()]:
            return None
        written = data[start:stop]
        is_escaped = self._is_css and in_attribute and b"&" in written
        value = _without_character_references(written) if is_escaped else written
        if (
            value is None
            or (ascii_alone and not value.isascii())
            or (not self._is_css and _PLACEHOLDER in value)
        ):
            return None
        parts: list[PlainPart] = []
        try:
            for match in self._find(value):
                first, last = match.span(_REFERENCE)
                if first >= 0:
                    parts.append((start + first, start + match.end(_BEGINNING), start + last))
                    continue
                # PCRE2 would match again to tell the last group
                others = [span for each in self._not_plain if (span := match.span(each))[0] >= 0]
                if match.start(self._left) >= 0 or (others and is_escaped):
                    return None
                parts += ((start + first, NOT_PLAIN, start + last) for first, last in others)
            if parts and _CUSTOM_PROPERTY in value and (is_escaped or may_declare_references(value)):
                return None
        except given_up():
            return None
        return parts


def _without_character_references(value: bytes) -> bytes | None:
    """Put quotes in the place of ``&quot;``, and spaces around them, so that all else stays where it is.

    ``None``: there are other quotes or escapes, or other character references than that and ``&amp;``, which
    means the same in a URL as any other character. Browsers spell declarations so when they save a page.
    """
    # For speed: on 31 such pages with three URLs or more, that were not used to choose this, `rewrite` takes
    # 31 % less, `links` 26 %
    pieces = value.replace(b"&amp;", b"!amp!").split(b"&quot;")
    has_others = len(pieces) > 1 and any(each in value for each in (b'"', b"'", b"\\"))
    if len(pieces) % 2 == 0 or has_others or any(b"&" in piece for piece in pieces):
        return None
    quoted = (b'%b     "%b"     ' % pair for pair in zip(pieces[::2], pieces[1::2], strict=False))
    return b"".join((*quoted, pieces[-1]))


# References in JSON that begin at the root, without escapes but those of slashes, and without dot segments
_AT_ROOT = compile_regex(rb"(\\?+/)(?:[A-Za-z0-9_\-][A-Za-z0-9_\-.]*+(?:\\?+/)?+)*+")
_LONGEST_JSON = 1 << 16  # bytes: what is left is read twice


# For speed: on 124 pages with speculation rules of 80 sites, not used to choose this, `rewrite` takes 21 %
# less, `links` 9 %
class JsonDivider:
    """Divides the values of a syntax of JSON, if all references in them begin at the root of a host."""

    def __init__(self, split: SyntaxSplitter) -> None:
        """Take the splitter of the syntax, which should remember its last answers: it may be asked again."""
        self._split = split

    def divide(
        self,
        data: bytes,
        start: int,
        stop: int,
        *,
        in_attribute: bool,
        ascii_alone: bool,  # noqa: ARG002 -- all other values are left, too
    ) -> list[PlainPart] | None:
        """List the references in a value, as `PlainDivider.divide` does."""
        value = data[start:stop]
        is_left = in_attribute or len(value) > _LONGEST_JSON or not value.isascii()
        spans = None if is_left else self._split(value.decode("ascii"))
        if spans is None:
            return None
        parts: list[PlainPart] = []
        for first, last, escaping in spans:
            match = None if escaping.code or escaping.segments else _AT_ROOT.fullmatch(value, first, last)
            if match is None:
                return None
            parts.append((start + first, start + match.end(1), start + last))
        return parts


# For speed: on 87 pages with five URLs or more that have white space in or around them, not used to choose
# this, `rewrite` takes 9 % less
class UrlDivider:
    """Keeps the beginning of a value that is one URL, which may have white space around it."""

    def __init__(self, reference: str) -> None:
        """Take the pattern of a plain reference, also before white space; its group is the beginning."""
        self._pattern = f"{WHITE_SPACE}*+{reference}{WHITE_SPACE}*+".encode()

    @cached_property
    def _plain(self) -> re.Pattern[bytes]:
        return compile_regex(self._pattern)

    def divide(
        self,
        data: bytes,
        start: int,
        stop: int,
        *,
        in_attribute: bool,  # noqa: ARG002 -- no text is one URL
        ascii_alone: bool,
    ) -> list[PlainPart] | None:
        """Give the only reference in a value, as `PlainDivider.divide` does."""
        match = self._plain.fullmatch(data, start, stop)
        if match is None or (ascii_alone and not match[0].isascii()):
            return None
        return [(*match.span(1), stop)]


Divider = PlainDivider | JsonDivider | UrlDivider
JSON_DIVIDERS = {syntax: JsonDivider(SYNTAXES[syntax]) for syntax in ("import-map", "speculation-rules")}


class PlainDividers(NamedTuple):
    """What divides the values of each syntax; values of other syntaxes are left to their splitters.

    With ``ascii_alone``, no value with bytes beyond ASCII is divided: there a byte that looks like ASCII may
    be a part of another character.
    """

    by_syntax: Mapping[str, Divider]
    ascii_alone: bool = False

    def divide(
        self, syntax: str, data: bytes, start: int, stop: int, *, in_attribute: bool
    ) -> list[PlainPart] | None:
        """List the references in a value of a syntax; ``None``: the value is left to the splitter."""
        divider = self.by_syntax.get(syntax)
        if divider is None:
            return None
        return divider.divide(data, start, stop, in_attribute=in_attribute, ascii_alone=self.ascii_alone)


# What a plain reference is followed by
END_IN_CSS, END_IN_SRCSET = r"[)\"' \t\n\r\f]", r"(?:[ \t\n\f\r,]|\Z)"
END_OF_VALUE = rf"{WHITE_SPACE}*+\Z"
HOST_END_IN_SRCSET = r"(?:,*+(?:[ \t\n\f\r]|\Z))"  # a comma before anything else is of the host
_IMPORT_OF_URL = rf"{AT_IMPORT}{WHITE_SPACE}++(?=[uU][rR][lL]\()"


def css_divider(reference: str, *, rules: bool, include_absolute: bool) -> PlainDivider:
    """Compose what divides CSS; ``reference`` matches a plain reference, and has a group for its beginning.

    The prefix that is written before a reference must not have parentheses or quotes. ``rules``: values are
    whole style sheets. Without ``include_absolute``, base-independent references are passed over, and
    declarations with references that are not plain are left.
    """
    # For speed: 85 pages with strings in @import, not used to choose this, take 6 % less
    of_import = rf"{AT_IMPORT}(?={WHITE_SPACE}*+[\"'])" if rules else "(?!)"
    plain = rf"(?:({of_import})|{AT_CSS_URL}){WHITE_SPACE}*+(\"|'|)({reference})\2(?(1)|{WHITE_SPACE}*+\))"
    url = rf"{plain}|{AT_CSS_URL}{SIMPLE_URL}" if rules or include_absolute else plain
    imported = f"|{AT_IMPORT}{IMPORT_STRING}" if rules else ""
    simple = f"{SIMPLE_CSS}|{_IMPORT_OF_URL}" if rules else SIMPLE_DECLARATIONS
    passed = simple if include_absolute else f"{simple}|{BASE_INDEPENDENT_CSS_URL}"
    pattern = rf"(?:{passed})*+(?:{url}{imported}|\Z|(?P<left>))"
    return PlainDivider(pattern, is_css=True)


# HTML Standard 4.8.4.3.10: commas at the end of a URL end its candidate, those within it do not
COMMA_WITHIN = r",++(?![ \t\n\f\r]|\Z)"
_END = rf"(?:,++(?={WHITE_SPACE}|\Z)|{WHITE_SPACE}*+\Z|{WHITE_SPACE}++[0-9.]++[wxh]{WHITE_SPACE}*+(?:,|\Z))"
_ABSOLUTE = rf"(?={BASE_INDEPENDENT})[A-Za-z]++:(?:[^ \t\n\f\r,&<*]++|{SIMPLE_AMPERSAND})++"


def srcset_divider(reference: str, *, include_absolute: bool) -> PlainDivider:
    """Compose what divides a list of images; the arguments are those of `css_divider`."""
    url = f"()()({reference})" if include_absolute else f"()()({reference})|{_ABSOLUTE}"
    pattern = rf"[ \t\n\f\r,]*+(?:(?:{url}){_END}|\Z|(?P<left>))"
    return PlainDivider(pattern, is_css=False)
