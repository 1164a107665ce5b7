"""Makes every link in an HTML document absolute, byte for byte, and says what was decided about each."""

from absolutize.api import base_uri, check, links, rewrite
from absolutize.base import BaseURI
from absolutize.checks import Fault
from absolutize.findings import FINDINGS, ResolutionError
from absolutize.outcomes import Link
from absolutize.uri import RULE_SETS, equivalent, normal_form, parse, relativize, resolve
from absolutize.uri.components import Authority, Components, Segment
from absolutize.uri.grammar import Refusal
from absolutize.uri.plaintext import TextReference, references_in, unwrap
from absolutize.uri.reference import Reference, is_same_document, recompose, split
from absolutize.uri.ruleset import RuleSet

__all__ = [
    "FINDINGS",
    "RULE_SETS",
    "Authority",
    "BaseURI",
    "Components",
    "Fault",
    "Link",
    "Reference",
    "Refusal",
    "ResolutionError",
    "RuleSet",
    "Segment",
    "TextReference",
    "base_uri",
    "check",
    "equivalent",
    "is_same_document",
    "links",
    "normal_form",
    "parse",
    "recompose",
    "references_in",
    "relativize",
    "resolve",
    "rewrite",
    "split",
    "unwrap",
]
