"""``absolutize resolve``: references against a base URI, without a document."""

from typing import Any

import click

from absolutize import uri
from absolutize.cli.options import check_base, choice_options, quiet_option
from absolutize.cli.printing import FAILED, FOUND, Run, print_lines
from absolutize.findings import ResolutionError
from absolutize.uri import whatwg
from absolutize.uri.reference import is_hierarchical, split


@click.command()
@click.argument("references", nargs=-1, required=True, metavar="REFERENCE...")
@click.option("--base", required=True, metavar="URI", help="The base URI, absolute.")
@choice_options
@quiet_option
def resolve(references: tuple[str, ...], base: str, *, quiet: bool, **options: Any) -> None:  # noqa: ANN401
    """Resolve references against a base URI, as the rule set's document prints it."""
    browsers = options["rules"] == whatwg.RULE_SET.name
    check_base("--base", base, read=browsers)
    run = Run(quiet=quiet)
    given = {name: value for name, value in options.items() if value is not None}
    for reference in references:
        try:
            print_lines([uri.resolve(reference, base, **given)])
        except ResolutionError as error:
            run.fail(error, FAILED if _is_opaque(base, browsers=browsers) else FOUND)
    run.finish()


def _is_opaque(base: str, *, browsers: bool) -> bool:
    """Whether it is the base's fault that a reference has no absolute form, by its own rules."""
    return not is_hierarchical(split((browsers and whatwg.parse(base)) or base))
