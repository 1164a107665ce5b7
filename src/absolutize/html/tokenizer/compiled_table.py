"""A table of links with the patterns that find them, each compiled when it is first used.

It does not know how they are used. Used by `html.tokenizer.scanner`.
"""

import re
from functools import cache, cached_property, partial

from absolutize.answer_cache import AnswerCache
from absolutize.html.grammar.productions import CONTENT
from absolutize.html.grammar.simple_math import is_nested
from absolutize.html.link_table.rows import LINKS, Row
from absolutize.html.tokenizer.collector import LinkTable, name_of
from absolutize.html.tokenizer.patterns import (
    NO_PLAIN_VALUE,
    ValuePattern,
    compose,
    compose_formula,
    compose_shape_tag,
    compose_sheet,
    repeated_fragments,
)
from absolutize.html.tokenizer.svg_references import compose_svg_reference
from absolutize.html.tokenizer.tag_matches import AttributeName
from absolutize.html.values.syntaxes import CSS
from absolutize.patterns import FindMatches, MatchAt, compile_regex, find_matches, match_at

_MOST_NAMES = 4096


class CompiledTable(LinkTable):
    """Some rows, and the patterns for them."""

    def __init__(self, rows: tuple[Row, ...] = LINKS, *, include_absolute: bool = True) -> None:
        super().__init__(rows, include_absolute=include_absolute)
        self._rows = rows
        # attributes that can be passed over, so that a duplicate is found behind the first
        self.repeated = {
            row.attribute.encode()
            for row in rows
            if not include_absolute or row.syntax in CSS or row.when is not None
        }
        deciding = {"plaintext", *(row.element for row in rows if row.when is not None)}
        # elements whose text is no link, and whose attributes do not decide about others
        self.texts = {name for name in CONTENT if name not in deciding and not self.rows.of(name, "")}
        self.matches = cache(partial(_matches, rows, include_absolute=include_absolute))
        self.look_up = AnswerCache(self._look_up, _MOST_NAMES)
        self.svg_reference = cache(partial(_svg_reference, rows, include_absolute=include_absolute))

    @cached_property
    def shape_tags(self) -> FindMatches:
        """The function that finds the tags of plain shapes of svg without links."""
        rows, include_absolute = self._rows, self.include_absolute
        repeated = repeated_fragments(rows, NO_PLAIN_VALUE, include_absolute=include_absolute)
        return find_matches(compose_shape_tag(rows, include_absolute=include_absolute), repeated)

    @cached_property
    def _formula(self) -> MatchAt:
        return match_at(*compose_formula(self._rows, include_absolute=self.include_absolute))

    def end_of_formula(self, data: bytes, name_start: int) -> int | None:
        """Find where a formula ends, whose name is ``math``; ``None``: it may have links, or is misnested."""
        match = self._formula(data, name_start)
        if match is None or not is_nested(data, name_start - 1, match.end()):
            return None
        return match.end()

    @cached_property
    def sheet(self) -> re.Pattern[bytes]:
        """The pattern of a style start tag without links."""
        return compile_regex(compose_sheet(self._rows, include_absolute=self.include_absolute))

    def _look_up(self, key: tuple[bytes, bytes]) -> tuple[str, Row | None, AttributeName]:
        name, lower = name_of(key[0]), key[1].lower()
        row = next((row for row in self.rows.of(name, lower.decode("latin-1")) if row.when is None), None)
        syntax = "" if row is None or row.against or row.is_parsed_text else row.syntax
        return name, row, (lower, syntax, lower in self.repeated)


def _matches(
    rows: tuple[Row, ...], plain: ValuePattern, *, include_absolute: bool, **choices: bool
) -> FindMatches:
    pattern = compose(rows, plain, include_absolute=include_absolute, **choices)
    return find_matches(pattern, repeated_fragments(rows, plain, include_absolute=include_absolute))


def _svg_reference(rows: tuple[Row, ...], plain: ValuePattern, *, include_absolute: bool) -> MatchAt:
    pattern = compose_svg_reference(rows, plain, include_absolute=include_absolute)
    return match_at(pattern, repeated_fragments(rows, plain, include_absolute=include_absolute))
