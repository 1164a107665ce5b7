"""Make every link of an HTML document absolute, and say what was decided about each.

This module lists the public names and defines none. It knows nothing of files, archives and the command line.
Programs import it; no module of the package does.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from absolutize import starting  # noqa: F401 -- first of all: signals while the others are imported
from absolutize.api import Options, base_uri, check, join, links, rewrite
from absolutize.base import BaseURI
from absolutize.engine.checks import Fault
from absolutize.engine.link import Link
from absolutize.findings import FINDINGS, Finding, ResolutionError
from absolutize.html.link_table.extra_rows import PRESETS
from absolutize.html.link_table.kinds import KINDS
from absolutize.uri import (
    RULE_SETS,
    cautions,
    equivalent,
    escape,
    explain,
    is_same_document,
    normal_form,
    parse,
    recompose,
    relativize,
    resolve,
    split,
    unescape,
)
from absolutize.uri.abnf.grammar import Refusal
from absolutize.uri.canonical import CANONICAL_POLICIES, canonical_url
from absolutize.uri.components import Authority, Components, Segment
from absolutize.uri.reference import Reference
from absolutize.uri.ruleset import RuleSet
from absolutize.uri.security import CAUTIONS, Caution
from absolutize.uri.trace.step import Step
from absolutize.version import __version__

if TYPE_CHECKING:
    from absolutize.http import from_response
    from absolutize.uri.plaintext import TextReference, references_in, unwrap

__all__ = [
    "CANONICAL_POLICIES",
    "CAUTIONS",
    "FINDINGS",
    "KINDS",
    "PRESETS",
    "RULE_SETS",
    "Authority",
    "BaseURI",
    "Caution",
    "Components",
    "Fault",
    "Finding",
    "Link",
    "Options",
    "Reference",
    "Refusal",
    "ResolutionError",
    "RuleSet",
    "Segment",
    "Step",
    "TextReference",
    "__version__",
    "base_uri",
    "canonical_url",
    "cautions",
    "check",
    "equivalent",
    "escape",
    "explain",
    "from_response",
    "is_same_document",
    "join",
    "links",
    "normal_form",
    "parse",
    "recompose",
    "references_in",
    "relativize",
    "resolve",
    "rewrite",
    "split",
    "unescape",
    "unwrap",
]

_DOORS = {  # names, and the modules that are imported only for them
    "from_response": "absolutize.http",
    **dict.fromkeys(("TextReference", "references_in", "unwrap"), "absolutize.uri.plaintext"),
}

if not TYPE_CHECKING:  # type checkers would take any name for one of the package's

    def __getattr__(name: str) -> Any:  # noqa: ANN401 -- whatever it is the name of
        if name not in _DOORS:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message)
        return getattr(import_module(_DOORS[name]), name)
