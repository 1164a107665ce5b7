"""Makes every link in an HTML document absolute, byte for byte, and says what was decided about each."""

from absolutize.api import base_uri, check, links, rewrite
from absolutize.base import BaseURI
from absolutize.checks import Fault
from absolutize.findings import FINDINGS, ResolutionError
from absolutize.outcomes import Link
from absolutize.uri import RULE_SETS, cautions, equivalent, explain, normal_form, parse, relativize, resolve
from absolutize.uri.advice import Caution
from absolutize.uri.components import Authority, Components, Segment
from absolutize.uri.grammar import Refusal
from absolutize.uri.plaintext import TextReference, references_in, unwrap
from absolutize.uri.reference import Reference, is_same_document, recompose, split
from absolutize.uri.ruleset import RuleSet
from absolutize.uri.steps.step import Step

__all__ = [
    "FINDINGS",
    "RULE_SETS",
    "Authority",
    "BaseURI",
    "Caution",
    "Components",
    "Fault",
    "Link",
    "Reference",
    "Refusal",
    "ResolutionError",
    "RuleSet",
    "Segment",
    "Step",
    "TextReference",
    "base_uri",
    "cautions",
    "check",
    "equivalent",
    "explain",
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
