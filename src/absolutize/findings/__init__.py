"""The codes of decisions, of findings of `check` and of problems with archives; `ResolutionError`.

Every layer may name a code, so that this package imports no other layer. It does not know how a code is
found. Used by many layers.
"""

from collections.abc import Mapping
from typing import Any

from absolutize.calls import beginning_of
from absolutize.findings.caution_codes import CAUTION_FINDINGS
from absolutize.findings.check_codes import FAULTS
from absolutize.findings.container_codes import COPIED_CODES, READ_PARTLY, TROUBLES
from absolutize.findings.finding import Example, Finding
from absolutize.findings.link_codes import DECISIONS

__all__ = [
    "CAUTION_FINDINGS",
    "CHECKED_CODES",
    "CODE_SETS",
    "COPIED_CODES",
    "DECISIONS",
    "EDITED_CODES",
    "FAULTS",
    "FINDINGS",
    "INPUT_CODES",
    "MESSAGES",
    "NEED_NO_BASE",
    "ORDINARY",
    "READ_PARTLY",
    "REWRITTEN_CODES",
    "TROUBLES",
    "UNRESOLVED_CODES",
    "Example",
    "Finding",
    "ResolutionError",
]

FINDINGS: tuple[Finding, ...] = (*DECISIONS, *FAULTS, *CAUTION_FINDINGS, *TROUBLES)
"""Every code, each once."""

MESSAGES: Mapping[str, str] = {finding.code: finding.message for finding in FINDINGS}
"""What each code means, in less than a line."""

REWRITTEN_CODES = frozenset({"rewritten", "rewritten-browser", "rewritten-invalid", "rewritten-placeholder"})
"""The codes with which a link's target was written into the document."""

EDITED_CODES = REWRITTEN_CODES | {"base-emptied", "base-removed"}
"""The codes with which bytes change."""

UNRESOLVED_CODES = frozenset(
    {
        "no-base",
        "base-not-hierarchical",
        "above-root",
        "no-such-level",
        "invalid-reference",
        "pattern-in-parts",
        "module-script",
        "unsuitable-encoding",
    }
)
"""The codes of references that are not absolute and had to stay as they are."""

NEED_NO_BASE = frozenset(
    {decision.code for decision in DECISIONS} - UNRESOLVED_CODES - {"placeholder", "unreadable"}
    | {"invalid-reference"}
)
"""The codes of references that lead to the same URL even if the BASE element is removed."""

CHECKED_CODES = frozenset(
    {"empty", "above-root", "invalid-reference", "placeholder", "policy-self", "unreadable"}
    | {"xml-base-ignored"}
    | {finding.code for finding in (*FAULTS, *CAUTION_FINDINGS)}
)
"""The codes that `check` can report: those of decisions that are faults, and those of checks alone."""

INPUT_CODES = frozenset(finding.code for finding in TROUBLES)
"""The codes of what is wrong with files, archives and messages."""

ORDINARY = frozenset(
    {
        "relative",
        "base-relative",
        "placeholder",
        "policy-self",
        "grammar",
        "escaped-delimiter",
        "unusual-port",
    }
)
"""The codes of findings that are normal on pages; the command `check` reports them only on request."""

CODE_SETS: Mapping[str, frozenset[str]] = {"ALL": CHECKED_CODES, "DEFAULT": CHECKED_CODES - ORDINARY}
"""The named sets of codes, for `select` and `ignore`."""


class ResolutionError(ValueError):
    """A reference has no absolute form with this base, by the chosen rule set.

    Attributes:
        code: The code of `FINDINGS` for the reason, such as "no-base".
        reference: The reference as it was given.
        base: The base URI as it was given; ``None`` if there was none.
        why: The reason in words.
    """

    def __init__(self, code: str, reference: str, base: str | None, why: str) -> None:
        super().__init__(f"cannot resolve {beginning_of(reference)!r}: {why}")
        self.code = code
        self.reference = reference
        self.base = base
        self.why = why

    def __reduce__(self) -> tuple[type["ResolutionError"], tuple[str, str, str | None, str], dict[str, Any]]:
        """Give the arguments for pickling and copying: by default, an exception gives only its message."""
        return type(self), (self.code, self.reference, self.base, self.why), self.__dict__
