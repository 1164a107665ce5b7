"""The command ``resolve``: URI references resolved against a base, by one rule set or by all.

It reads no document, and resolves nothing itself. Used by `cli`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

import click

from absolutize import uri
from absolutize.cli.applicability import refuse_ignored
from absolutize.cli.formats.tables import lines_of_json, render_table
from absolutize.cli.help import SectionedCommand
from absolutize.cli.options import check_base, choice_options, is_given, quiet_option, read_typed, url_option
from absolutize.cli.run import FINDINGS_STATUS, Run, encode_output, stop, visible
from absolutize.findings import ResolutionError
from absolutize.storage import files
from absolutize.uri import RULE_SETS
from absolutize.uri.comparison.differences import CURRENT
from absolutize.uri.reference import is_same_document
from absolutize.uri.rules import whatwg
from absolutize.uri.ruleset import PartialForm, SlashRun
from absolutize.uri.trace.step import Step


class ResolvedRow(NamedTuple):
    """The answer of a rule set for a reference: the target, or the error if there is none."""

    reference: str
    base: str
    rules: str
    target: str | None
    error: ResolutionError | None
    steps: tuple[Step, ...]


@click.command("resolve", cls=SectionedCommand)
@click.argument("references", callback=read_typed, nargs=-1, required=True, metavar="REFERENCE...")
@url_option("--base", required=True, help="Absolute base URL.")
@choice_options
@click.option(
    "--partial-form",
    type=click.Choice(get_args(PartialForm)),
    help='RFC 1630: whether removing "xxx/../" may remove the host (literal) or not.  [default: literal]',
)
@click.option(
    "--slash-run",
    type=click.Choice(get_args(SlashRun)),
    help="RFC 1630: which run of slashes in the base a reference such as //g replaces.  [default: first]",
)
@click.option(
    "--request",
    is_flag=True,
    help="Resolve an empty reference to the base URL, as for a form (RFC 2396, 4.2).",
)
@click.option("--explain", is_flag=True, help="Show each step of the specification's algorithm.")
@click.option("--all-rules", is_flag=True, help="Compare the results of all rule sets.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="Output format.",
)
@quiet_option
def resolve_command(
    references: tuple[str, ...],
    base: str,
    *,
    rules: str,
    explain: bool,
    all_rules: bool,
    form: str,
    quiet: bool,
    **options: Any,  # noqa: ANN401
) -> None:
    """Resolve references against a base URL, exactly as the chosen specification says.

    Exit with 1 if one of them has no absolute form.
    """
    given = {name: value for name, value in options.items() if value is not None}
    _refuse_ignored(references, given | {"rules": rules, "all_rules": all_rules})
    browsers = rules == whatwg.RULE_SET.name and not all_rules
    names = tuple(RULE_SETS) if all_rules else (rules,)
    check_base(base, read=browsers, rules=names)
    answers = _answers(references, base, names, given, explain=explain)
    run = Run(quiet=quiet)
    if not all_rules:
        answers = _reported(answers, run)
    files.write_stdout(_layout(form, explain=explain, all_rules=all_rules)(answers))
    run.finish()


def _refuse_ignored(references: Sequence[str], options: Mapping[str, Any]) -> None:
    """Refuse options that make no difference to the answers."""
    if not options["all_rules"]:
        refuse_ignored([options["rules"]], options)
    elif is_given("rules"):
        stop("pass only one of --rules and --all-rules")
    if options["request"] and "" not in references:
        stop("--request is for an empty reference, and none is given")


def _answers(
    references: Sequence[str], base: str, names: Sequence[str], given: Mapping[str, Any], *, explain: bool
) -> Iterator[ResolvedRow]:
    for reference in references:
        for rules in names:
            steps = tuple(uri.explain(reference, base, rules=rules, **given)) if explain else ()
            target, error = _resolved(reference, base, rules, given)
            yield ResolvedRow(reference, base, rules, target, error, steps)


def _resolved(
    reference: str, base: str, rules: str, given: Mapping[str, Any]
) -> tuple[str | None, ResolutionError | None]:
    try:
        return uri.resolve(reference, base, rules=rules, **given), None
    except ResolutionError as error:
        return None, error


def _reported(answers: Iterable[ResolvedRow], run: Run) -> Iterator[ResolvedRow]:
    """Pass on answers, and report the error of each behind it."""
    for answer in answers:
        yield answer
        if answer.error is not None:
            run.fail(answer.error, FINDINGS_STATUS)


TableLayout = Callable[[Iterable[ResolvedRow]], Iterator[bytes]]


def _layout(form: str, *, explain: bool, all_rules: bool) -> TableLayout:
    if form == "jsonl":
        return lambda answers: lines_of_json(_record(answer, explain=explain) for answer in answers)
    if explain:
        return _explained
    return _side_by_side if all_rules else _targets


def _record(answer: ResolvedRow, *, explain: bool) -> dict[str, Any]:
    """Make a JSON object from an answer; with ``explain``, the steps are in it."""
    record = answer._asdict()
    if answer.error is not None:
        record["error"] = {"code": answer.error.code, "message": str(answer.error)}
    record["steps"] = [step._asdict() for step in answer.steps]
    return record if explain else {name: value for name, value in record.items() if name != "steps"}


def _targets(answers: Iterable[ResolvedRow]) -> Iterator[bytes]:
    """Write each target in its line: a line end in it is escaped, as all control characters are."""
    return (encode_output(visible(answer.target)) + b"\n" for answer in answers if answer.target is not None)


def _explained(answers: Iterable[ResolvedRow]) -> Iterator[bytes]:
    """Show the steps, after a line with the reference, the base and the specification."""
    for answer in answers:
        specification = RULE_SETS[answer.rules].document
        asked = f"{_shortened(repr(answer.reference))} against {_shortened(repr(answer.base))}"
        yield encode_output(f"{asked} by {answer.rules} ({specification}):\n")
        steps = (
            tuple(map(_shortened, (name, action, _value(value)))) for name, action, value in answer.steps
        )
        yield from render_table(("step", "what it does", "value"), steps)
        yield b"\n"


LONGEST_CELL = 200  # characters of a cell


def _shortened(text: str) -> str:
    """Leave out the middle of a long text, and give the number of characters left out."""
    if len(text) <= LONGEST_CELL:
        return text
    half = LONGEST_CELL // 2
    return f"{text[:half]}[... {len(text) - 2 * half} characters ...]{text[-half:]}"


def _value(value: str | None) -> str:
    return "no answer" if value is None else value


def _describe_target(target: str | None) -> str:
    """Name the current document, which has no text."""
    current = CURRENT if target is not None and is_same_document(target) else ""
    return current + _value(target)


def _side_by_side(answers: Iterable[ResolvedRow]) -> Iterator[bytes]:
    """Lay out a row for each rule set and a column for each reference."""
    by_rules: dict[str, list[str]] = {name: [] for name in RULE_SETS}
    references: list[str] = []
    for answer in answers:
        by_rules[answer.rules].append(_describe_target(answer.target))
        if len(by_rules[answer.rules]) > len(references):
            references.append(answer.reference or "(empty)")
    rows = ((name, *targets) for name, targets in by_rules.items())
    yield from render_table(("rule set", *references), rows)
