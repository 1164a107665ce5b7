"""Rows that a caller adds to `link_table.rows.LINKS`: single attributes, and the presets.

A preset is in common use but in no specification, so that it has to be asked for. It does not read documents.
Used by `absolutize`, `cli.options` and `options`.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from absolutize.calls import beginning_of
from absolutize.html.link_table.rows import LINKS, Row, When, of_script
from absolutize.html.values.syntaxes import INTERNAL_SYNTAXES, MARKUP, SYNTAXES
from absolutize.patterns import compile_regex
from absolutize.readonly import ReadOnly

_BASE = next(row for row in LINKS if row.is_base)
# element[attribute]=syntax; the element may be "*"
_SPECIFIED = compile_regex(r"(\*|[A-Za-z][^ \t\n\f\r/>\[]*)\[([^ \t\n\f\r/>=\[\]\"']+)\](?:=([a-z-]+))?")


def _rows(syntax: str, keys: str, citation: str, *, kind: str = "") -> tuple[Row, ...]:
    """Make rows of ``element@attribute`` words, all of one syntax and kind."""
    parted = (key.partition("@") for key in keys.split())
    return tuple(
        Row(element, attribute, syntax, citation, empty="nothing", kind=kind)
        for element, _, attribute in parted
    )


_LAZY = "in common use by lazy-loading scripts"
_AMP = "AMP components"
PRESETS: Mapping[str, tuple[Row, ...]] = ReadOnly(
    {
        "lazy-loading": (
            *_rows(
                "url",
                "*@data-src *@data-original *@data-lazy *@data-lazy-src *@data-full-src *@data-src-small"
                " *@data-src-medium *@data-href *@data-url *@data-uri *@data-image *@data-thumb *@data-poster"
                " *@data-hi-res-src *@data-low-res-src *@data-echo *@data-flickity-lazyload *@data-iframe-src"
                " *@data-large_image",
                _LAZY,
            ),
            *_rows(
                "url-or-css",
                "*@data-bg *@data-background *@data-background-image *@data-bg-src *@data-lazy-background"
                " *@data-lazy-bg",
                _LAZY,
            ),
            *_rows(
                "srcset",
                "*@data-srcset *@data-lazy-srcset *@data-original-set *@data-bgset"
                " *@data-flickity-lazyload-srcset",
                _LAZY,
            ),
        ),
        "json-ld": tuple(
            Row(element, "", "json-ld", "JSON-LD 1.1 7", when=of_script("application/ld+json"))
            for element in ("script", "svg script")
        ),
        "flash": (
            Row(
                "param",
                "value",
                "url",
                "Flash Player, OBJECT and EMBED attributes",
                empty="nothing",
                when=When("name", frozenset({"movie", "src", "base", "filename", "url"})),
            ),
        ),
        "amp": (
            *_rows("url", "form@action-xhr form@verify-xhr", _AMP, kind="form"),
            *_rows("srcset", "amp-img@srcset amp-anim@srcset", _AMP, kind="image"),
            *_rows(
                "url",
                "amp-video@poster amp-video@artwork amp-audio@artwork"
                " amp-video-iframe@poster amp-ima-video@data-poster amp-story@publisher-logo-src"
                " amp-story@poster-portrait-src amp-story@poster-square-src amp-story@poster-landscape-src"
                " amp-story@entity-logo-src",
                _AMP,
                kind="image",
            ),
            *_rows(
                "url",
                "amp-ima-video@data-src amp-story@background-audio amp-story-page@background-audio",
                _AMP,
                kind="media",
            ),
            *_rows("url", "amp-install-serviceworker@data-iframe-src", _AMP, kind="frame"),
            *_rows("url", "amp-story@entity-url", _AMP, kind="navigation"),
            *_rows(
                "url",
                "amp-user-notification@show-if-href amp-user-notification@dismiss-href",
                _AMP,
                kind="report",
            ),
        ),
    }
)
"""Sets of rows in common use, by name: "lazy-loading", "json-ld", "flash" and "amp"."""


@lru_cache(maxsize=256)
def rows_of(attributes: tuple[str, ...], presets: tuple[str, ...]) -> tuple[Row, ...]:
    """Make rows of the attributes and presets that a caller gives; `ValueError` says what is wrong."""
    return (*_asked_rows(attributes), *_preset_rows(presets))


def _asked_rows(attributes: Iterable[str]) -> Iterator[Row]:
    for specified in attributes:
        try:
            yield row_of(specified)
        except ValueError as error:
            message = f"attributes: {error}"
            raise ValueError(message) from None


def row_of(specified: str) -> Row:
    """Read ``element[attribute]=syntax``; without a syntax it is one URL."""
    match = _SPECIFIED.fullmatch(specified)
    if match is None:
        message = f"{beginning_of(specified)!r} is not of the form element[attribute]=syntax"
        raise ValueError(message)
    element, attribute, syntax = match[1].lower(), match[2].lower(), match[3] or "url"
    choices = [*(name for name in SYNTAXES if name not in INTERNAL_SYNTAXES), MARKUP]
    if syntax not in choices:
        message = f"{beginning_of(syntax)!r} is not a syntax; choose from {', '.join(choices)}"
        raise ValueError(message)
    if (element, attribute) == (_BASE.element, _BASE.attribute):
        if syntax != _BASE.syntax:
            message = f"{beginning_of(specified)!r}: the href of BASE is one URL, and has no other syntax"
            raise ValueError(message)
        return _BASE
    return Row(element, attribute, syntax, "asked for", empty="nothing")


def _preset_rows(presets: Iterable[str]) -> tuple[Row, ...]:
    for name in presets:
        if name not in PRESETS:
            message = f"presets: {beginning_of(name)!r} is not a preset; choose from {', '.join(PRESETS)}"
            raise ValueError(message)
    return tuple(row for name in presets for row in PRESETS[name])
