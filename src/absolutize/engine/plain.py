"""Plain references: those that RFC 2396 5.2 and every browser resolve alike, as patterns.

What the beginning of one means under a base is looked up in a table, so that the rule set is asked only once
for each beginning. It does not know rule sets: it is given the resolver. Used by `engine` and
`trees.plain_values`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from absolutize.html.grammar.base_independent import INDEPENDENT_SCHEME
from absolutize.html.grammar.productions import AMPERSAND, APOSTROPHE, SIMPLE_AMPERSAND, WRITTEN_AMPERSAND
from absolutize.html.grammar.xml_references import ENTITY_REFERENCE
from absolutize.html.tokenizer.patterns import ValuePattern
from absolutize.html.values.plain_parts import (
    COMMA_WITHIN,
    END_IN_CSS,
    END_IN_SRCSET,
    END_OF_VALUE,
    HOST_END_IN_SRCSET,
    JSON_DIVIDERS,
    PlainDividers,
    UrlDivider,
    css_divider,
    srcset_divider,
)
from absolutize.patterns import compile_regex
from absolutize.uri.plain_url import HARMLESS_ESCAPE, HOST, NAME, PORT, parse_plain
from absolutize.uri.ruleset import Resolver

# The text behind "data:" in CSS, without escapes, what ends it, and what may begin a placeholder; then the
# same within quotes
_DATA = r"!#$%+-;=?-\[\]-z|}~"
_QUOTED_DATA = "|".join(
    rf"(?<={quote}data:)(?! )(?:[{_DATA}(){other}]++|<(?![?%])|>| ++(?!{quote}))*+"
    for quote, other in ("\"'", "'\"")
)
_NO_PLACEHOLDER = r"\*(?!\|)"


class PlainReference(NamedTuple):
    """The patterns of a plain reference: of its beginnings, one of which decides, and of what follows.

    Section 5.2 and every browser read it alike: its path has no dot segments behind the leading "../" run, no
    escaped dot and no backslash. It is in printable ASCII; in bytes, it may go beyond ASCII. The base has to
    be of that kind, too, and in ASCII. What follows ``https:``, ``mailto:`` or ``#`` is such that the
    reference stays as it is, without placeholders and escapes of CSS.
    """

    slashes: str
    slash: str
    dots: str
    path: str
    tail: str
    behind_http: str
    opaque: str
    data: str
    question_mark: str

    @classmethod
    def of(
        cls, ampersand: str, end: str = r"\Z", others: str = r"\"'>(),", data: str = "", host_end: str = ""
    ) -> "PlainReference":
        """Compose the patterns from those of ``&`` and rare text, of the end, and of other characters.

        ``data``: what may follow ``data:``, if not the same as in a fragment. ``host_end``: what ends a host,
        if not ``end``.
        """
        behind_host = rf"[/?\#]|{host_end or end}"
        first = rf"[!%&{others}$*.0-9;=@-\[\]-z~+\-\x80-\xff]++"  # up to what ends it; no ":"
        # "./" anywhere in a run of "../" would make very many different beginnings
        run = r"(?:\./)?+(?:\.\./)*+(?:\./)?+"
        # Nothing but a query or a fragment is behind it: on 4 other pages with such, `rewrite` takes 9 % less
        directory = rf"(?=\.){run}(?=[?#]|{end})"
        # not % & . ? # \ < { |
        step = rf"(?:[!{others}$/0-;=@-\[\]-z~+\-]++|{HARMLESS_ESCAPE}|{_NO_PLACEHOLDER})"
        more = rf"{ampersand}|{_NO_PLACEHOLDER}"
        # "|" separates families of fonts in a query: on 38 pages with three of them or more, that were not
        # used to choose this, `rewrite` takes 35 % less, `links` 16 %
        tail = rf"(?:[!#{others}$%+\-.-;=?-\[\]-z|}}~]++|{more})*+"  # a query, a fragment, or both
        no_dot_segment = rf"(?!\.\.?(?:[/?#]|{end}))"
        dot = rf"\.(?:(?<!/\.)|(?!\.?(?:[/?#]|{end})))"
        path = rf"(?:{step}|{dot}|{ampersand})*+(?:[?#]{tail})?+"
        opaque = rf"(?:[!{others}$.0-;=@-\[\]-z~+\-]++|{HARMLESS_ESCAPE}|{more})*+"
        return cls(
            rf"//(?={NAME}{PORT}(?:{behind_host}))",
            rf"/(?!/){no_dot_segment}",
            rf"{directory}|{run}(?!\.)(?={first}(?:[/?#]|{end}))",
            path,
            tail,
            rf"//{HOST}(?={behind_host}){path}",
            rf"(?!\.){opaque}(?:[?#]{tail})?+",
            data or tail,
            r"\?",
        )

    def without_queries(self) -> "PlainReference":
        """Give the patterns by which a reference that begins with "?" is not plain."""
        return self._replace(question_mark="(?!)")

    def pattern(self) -> str:
        """Match a plain reference; group 1 is its beginning, unless that is the "?" of a query."""
        return rf"(?:{self.path_pattern()}|({self.question_mark}){self.tail})"

    def path_pattern(self) -> str:
        """Match a plain reference that does not begin with "?"; its group is the beginning."""
        return f"({self.slashes}|{self.slash}|{self.dots}){self.path}"

    def or_absolute(self, fragment: str = r"\#") -> ValuePattern:
        """Match what `PrefixTable.explain` explains: plain references, and those that stay as they are."""
        behind = {  # by how the beginning ends
            r"(?:(?<=ttp:)|(?<=tps:))": self.behind_http,
            "(?<=data:)": self.data,
            "(?<=:)(?<!ttp:)(?<!tps:)": self.opaque,
            r"(?<=[?\#])": self.tail,
        }
        rest = "|".join(f"{end}{pattern}" for end, pattern in behind.items())
        return ValuePattern(
            rf"https?:|data:|{fragment}|{self.slashes}|{self.slash}|{self.question_mark}"
            rf"|{self.dots}|{INDEPENDENT_SCHEME}",
            rf"(?:{rest}|(?<![:\#]){self.path})",
        )


_AMPERSAND, _APOSTROPHE = map(compile_regex, (WRITTEN_AMPERSAND, APOSTROPHE))
_TEXT = PlainReference.of("&")
# Bytes beyond ASCII stay as they are in any encoding; no browser reads them as a dot or a slash
_BEYOND_ASCII = r"\x80-\xff"
# ... but no lone surrogate (ED A0 to BF), which text may have, and some syntaxes read as U+FFFD
_WITHOUT_ED, _NO_SURROGATE = r"\x80-\xec\xee-\xff", r"\xed(?![\xa0-\xbf])"
# In the bytes of an attribute value, "&" may be a character reference, and names of files have spaces
_MORE_IN_TAG, _OTHERS = f"{AMPERSAND}|{_NO_SURROGATE}", rf" \"'>(),{_WITHOUT_ED}"
# ... in XML also one of an entity that the document declares, whose name may have "-" or "." in it
_VALUE = PlainReference.of(rf"(?!(?!&amp;){ENTITY_REFERENCE}){_MORE_IN_TAG}", others=_OTHERS)
# ... or the next tag, where ">" is missing (not </noscript>, which may end it): 35 % less on 155 other pages
_WHOLE_VALUE = PlainReference.of(rf"{_MORE_IN_TAG}|<(?![?%]|/[nN][oO][sS])", END_OF_VALUE, others=_OTHERS)


class PlainPatterns(NamedTuple):
    """What is plain for a table of prefixes: references, whole values, and values of text.

    ``plain_or_absolute`` also matches absolute values without dot segments, which are their own targets; its
    keys say whether fragments alone stay as they are (True: they match, too). In ``text``, group 3 is that of
    absolute references, the last one that of fragments without a placeholder.
    """

    reference: re.Pattern[str]
    value: re.Pattern[bytes]
    plain_or_absolute: Mapping[bool, re.Pattern[bytes]]
    text: re.Pattern[str]

    @classmethod
    def of(cls, text: PlainReference, value: PlainReference) -> "PlainPatterns":
        """Compose the patterns from those of references in text, and in the bytes of a value."""
        return cls(
            compile_regex(text.pattern()),
            compile_regex(f"(?! )(?:{value.pattern()})(?<! )".encode()),
            {
                keeps: compile_regex("(?! )(?:({}){})(?<! )".format(*value.or_absolute(fragment)).encode())
                for keeps, fragment in ((True, r"\#"), (False, "(?!)"))
            },
            compile_regex(
                rf"{text.pattern()}|(?:https?:{text.behind_http}|data:[{_DATA}]*+)()"
                r"|\#[!-)+-;=?-z|}~]*+()"
            ),
        )


PLAIN_PATTERNS = {  # by whether a reference that begins with "?" is plain
    True: PlainPatterns.of(_TEXT, _VALUE),
    False: PlainPatterns.of(_TEXT.without_queries(), _VALUE.without_queries()),
}
Meaning = tuple[str, int, str | None]
"""A code, how much of a value a prefix replaces, and the prefix; ``None``: there is no target."""

# What is decided on a fragment alone, and on a reference with a scheme, whatever the base
_FRAGMENT: Meaning = ("same-document", 0, None)
_ABSOLUTE: Meaning = ("absolute", 0, "")
# The pattern of a plain value that may be in any quotes or none
_END_IN_TAG = r"""["' \t\n\f\r>]"""
_IN_TAG = PlainReference.of(AMPERSAND, _END_IN_TAG, others=rf"(),{_BEYOND_ASCII}")
PLAIN_IN_TAG = ValuePattern(
    rf"{_IN_TAG.slashes}|{_IN_TAG.slash}|\?|{_IN_TAG.dots}", rf"(?:(?<=\?){_IN_TAG.tail}|{_IN_TAG.path})"
)
# ... of a value that `PrefixTable.explain` explains. Pictures in "data:" have quotes of the other kind. For
# speed: on 154 pages with five of them or more, not used to choose this, `links` takes 6 % less, and on 54
# pages where these are character references 20 %
_IN_DATA = rf"[!#(),$%+\-.-;=?-\[\]-z|}}~{_WITHOUT_ED}]++|{_MORE_IN_TAG}|{APOSTROPHE}|{_NO_PLACEHOLDER}"
_QUOTED_IN_TAG = "|".join(rf"(?<={quote}data:)(?:{_IN_DATA}|{other})*+" for quote, other in ("\"'", "'\""))
PLAIN_OR_ABSOLUTE_IN_TAG = PlainReference.of(
    _MORE_IN_TAG,
    _END_IN_TAG,
    others=rf"(),{_WITHOUT_ED}",
    data=f"(?:{_QUOTED_IN_TAG}|(?:{_IN_DATA})*+)",
).or_absolute()

# ... and of all references in a value of several. URLs beyond ASCII are among them: on 14 pages with four or
# more, not used to choose this, `rewrite` and `links` take 5 % less
_IN_CSS = PlainReference.of(
    _NO_SURROGATE, END_IN_CSS, others=_WITHOUT_ED, data=f"(?:{_QUOTED_DATA}|[{_DATA}]*+)"
)
_IN_LIST = f"{SIMPLE_AMPERSAND}|{COMMA_WITHIN}|{_NO_SURROGATE}"
_IN_SRCSET = PlainReference.of(
    _IN_LIST, END_IN_SRCSET, others=rf"\"'>(){_WITHOUT_ED}", host_end=HOST_END_IN_SRCSET
)


def _dividers(in_css: str, in_srcset: str, *, include_absolute: bool) -> PlainDividers:
    return PlainDividers(
        {
            "srcset": srcset_divider(in_srcset, include_absolute=include_absolute),
            "declarations": css_divider(in_css, rules=False, include_absolute=include_absolute),
            "stylesheet": css_divider(in_css, rules=True, include_absolute=include_absolute),
            **JSON_DIVIDERS,
            **({} if include_absolute else {"url": UrlDivider(_WHOLE_VALUE.path_pattern())}),
        }
    )


PLAIN_DIVIDERS = _dividers(_IN_CSS.path_pattern(), _IN_SRCSET.path_pattern(), include_absolute=False)
PLAIN_OR_ABSOLUTE_DIVIDERS = _dividers(
    "({}){}".format(*_IN_CSS.or_absolute()),
    "({}){}(?<!,)".format(*_IN_SRCSET.or_absolute()),
    include_absolute=True,
)

_OF_QUERY = b"?"
PrefixAnswer = tuple[int, bytes, str]
"""How much of a value a prefix replaces, and the prefix, in bytes and as text."""
# How many prefixes are kept, however long, and of about how many characters all others together may be
_FEW, _MOST_CHARACTERS = 8, 1 << 18


class PrefixTable(dict[bytes, PrefixAnswer]):
    """The answers for plain values: how much of a value a prefix replaces, and the prefix.

    The key is the beginning of a match of `PlainPatterns.value`: ``//``, ``/``, ``?`` or dot segments, maybe
    none; it alone decides. `match_value` matches what `explain` explains. If the name of the base's file is
    not plain, ``answers_queries`` is false, and there is no answer for ``?``.
    """

    def __init__(self, base: str, resolve: Resolver, *, keeps_fragments: bool, answers_queries: bool) -> None:
        super().__init__()
        self.patterns, self._answers_queries = PLAIN_PATTERNS[answers_queries], answers_queries
        self.keeps_fragments = keeps_fragments
        self.answers_all = answers_queries and keeps_fragments  # all that the scan sees to be plain
        before_query = base.partition("?")[0]  # slashes in a query, and behind the scheme, do not count
        self._directory = before_query[: before_query.rfind("/", len("https://")) + 1] or before_query
        self._root = before_query[: before_query.find("/", len("https://")) + 1] or before_query
        self._resolver = resolve
        self._plain_or_absolute = self.patterns.plain_or_absolute[keeps_fragments]
        self._meanings: dict[bytes, Meaning] = {}

    @property
    def match_value(self) -> Callable[[bytes, int, int], re.Match[bytes] | None]:
        """The function that matches a plain value, or one that is its own target."""
        return self._plain_or_absolute.fullmatch  # compiled when first used: many documents need none

    @property
    def is_for_css(self) -> bool:
        """Whether prefixes are the same in CSS, where parentheses are escaped."""
        return "(" not in self._directory and ")" not in self._directory

    @property
    def is_for_url_patterns(self) -> bool:
        """Whether prefixes are the same for URL patterns, which take host and port as they are parsed."""
        return parse_plain(f"{self._root.rstrip('/')}/") is not None

    def answer_for(self, match: re.Match[bytes]) -> PrefixAnswer:
        """Give the answer for a plain value, which `PlainPatterns.value` matches."""
        beginning = match[1]
        return self[_OF_QUERY if beginning is None else beginning]

    def answers(self, data: bytes, starts: Iterable[int]) -> bool:
        """Whether there are answers for the plain values that start at these offsets."""
        return self._answers_queries or _OF_QUERY[0] not in map(data.__getitem__, starts)

    def explain_match(
        self, match: re.Match[bytes], text: Callable[[int, int], str]
    ) -> tuple[str, str, str, str | None]:
        """Explain what `match_value` matches: the value as written and decoded, a code and the target."""
        start, stop = match.span()
        return self.explain(match.string, start, match.end(1), stop, text)

    def explain(
        self, data: bytes, start: int, behind: int, stop: int, text: Callable[[int, int], str]
    ) -> tuple[str, str, str, str | None]:
        """Explain a plain value in this way; its beginning ends at ``behind``; ``text`` decodes a span."""
        value = data[start:stop]
        written = value.decode("ascii") if value.isascii() else text(start, stop)
        reference = _AMPERSAND.sub("&", _APOSTROPHE.sub("'", written)) if "&" in written else written
        beginning = data[start:behind]
        code, dropped, prefix = self._meanings.get(beginning) or self._decide_beginning(beginning)
        return written, reference, code, None if prefix is None else prefix + reference[dropped:]

    def _decide_beginning(self, beginning: bytes) -> Meaning:
        """Decide for the first value with a beginning, and keep the decision, if there is room."""
        if beginning == b"#":
            meaning = _FRAGMENT
        elif beginning.endswith(b":"):
            meaning = _ABSOLUTE
        else:
            dropped, _, prefix = self[beginning]
            meaning = "rewritten", dropped, prefix
        if _has_room(len(self._meanings), meaning[2]):
            self._meanings[beginning] = meaning
        return meaning

    def __missing__(self, beginning: bytes) -> PrefixAnswer:
        """Find the prefix for the first value that begins so; in JSON, a slash may be escaped."""
        written = beginning.removeprefix(b"\\").decode("ascii")
        dropped = len(written) if written.endswith("./") else 0
        prefix = self._part_of_base(written)
        if prefix is None:
            prefix = self._resolver(f"{written}x").removesuffix(f"{written}x"[dropped:])
        answer = dropped, prefix.encode("ascii"), prefix
        if _has_room(len(self), prefix):
            self[beginning] = answer
        return answer

    def _part_of_base(self, beginning: str) -> str | None:
        """Give a prefix that is a part of the base (RFC 2396 5.2); ``None``: the resolver has to be asked."""
        # For speed: of pages of at most 32 KB that were not used to choose this, each of another host, 179
        # take 7 % less, 117 others 14 %
        if not self._directory.endswith("/") or beginning == "?":
            return None
        if beginning.startswith("/"):
            return self._root.partition("/")[0] if beginning == "//" else self._root[:-1]
        directory = self._directory.rsplit("/", beginning.count("../") + 1)[0] + "/"
        return directory if len(directory) >= len(self._root) else None


def _has_room(kept: int, prefix: str | None) -> bool:
    """Whether to keep another prefix: a base may be long, and references may lead to many levels of it."""
    return kept < _FEW or kept * len(prefix or "") < _MOST_CHARACTERS


class WrittenPrefixes(dict[bytes, bytes]):
    """The bytes that are written in place of each beginning of plain values."""

    def __init__(self, prefixes: PrefixTable) -> None:
        super().__init__()
        self._prefixes = prefixes

    def __missing__(self, beginning: bytes) -> bytes:
        """Resolve for the first value that begins so."""
        dropped, prefix, _ = self._prefixes[beginning]
        self[beginning] = prefix + beginning[dropped:]
        return self[beginning]
