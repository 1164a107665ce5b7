"""The command ``rules``: the rule sets, where they differ, and what was decided for each.

The pages in docs/rules are its output. It computes no answer itself. Used by `cli`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click

from absolutize.cli.formats.tables import lines_of_json, markdown, render_table, wrapped_text
from absolutize.cli.help import SectionedCommand
from absolutize.cli.run import encode_output
from absolutize.storage import files
from absolutize.uri import DEFAULT_RULES, RULE_SETS

Chunks = Iterator[bytes]


@click.command("rules", cls=SectionedCommand)
@click.argument("name", required=False, type=click.Choice(list(RULE_SETS)), metavar="[NAME]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "jsonl"]),
    default="text",
    show_default=True,
    help="Output format.",
)
def rules_command(name: str | None, form: str) -> None:
    """Show the rule sets and where they differ, or the decisions about one of them."""
    files.write_stdout(OF_ALL[form]() if name is None else OF_ONE[form](name))


# all of them


def _rows_of_differences() -> Iterator[tuple[str, tuple[str, ...], list[tuple[str, ...]]]]:
    from absolutize.uri.comparison.differences import SUBJECTS, answers  # noqa: PLC0415 -- only here, and much is computed

    for subject in SUBJECTS:
        columns = ("point", *subject.texts, "answer", "rule sets")
        rows = [
            (point.name, *map(_show_text, point.texts), _show_text(answer.text), answer.who)
            for point in subject.points
            for answer in answers(subject, point)
        ]
        yield subject.title, columns, rows


def _show_text(text: str) -> str:
    """Quote a text that is empty or has white space around it, so that this can be seen."""
    return repr(text) if text != text.strip() or not text else text


def _all_text() -> Chunks:
    rows = (
        (name, rule_set.document, "the default" if name == DEFAULT_RULES else "")
        for name, rule_set in RULE_SETS.items()
    )
    yield from render_table(("rule set", "specification", ""), rows, header=False)
    for title, columns, table in _rows_of_differences():
        yield encode_output(f"\n{title}\n\n")
        yield from render_table(columns, _without_repetition(table))


def _without_repetition(rows: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Leave out cells that are the same as in the row above, except the answer and its rule sets."""
    before: tuple[str, ...] = ()
    for row in rows:
        same = row[:-2] == before[:-2]
        yield (*("" for _ in row[:-2]), *row[-2:]) if same else row
        before = row


def _all_markdown() -> Chunks:
    yield from _encoded_lines(_differences_page())


def _differences_page() -> Iterator[str]:
    yield "# Where the rule sets differ"
    yield ""
    yield (
        "Made by `absolutize rules --format markdown`; the answers are computed, not written. A rule set "
        "without a choice behind its name gives the answer that it has by default."
    )
    yield ""
    for name, rule_set in RULE_SETS.items():
        note = " (the default)" if name == DEFAULT_RULES else ""
        yield f"- [`{name}`]({name}.md): {rule_set.document}{note}"
    for title, columns, table in _rows_of_differences():
        yield ""
        yield f"## {title}"
        yield ""
        yield from markdown(columns, map(_code, _without_repetition(table)))


def _code(row: tuple[str, ...]) -> tuple[str, ...]:
    """Mark up texts as code; the first cell and the last, the point and the rule sets, stay words."""
    return row[0], *(f"`{cell}`" if cell else "" for cell in row[1:-1]), row[-1]


def _all_jsonl() -> Chunks:
    for title, columns, table in _rows_of_differences():
        names = _distinct(columns)
        yield from lines_of_json({"subject": title, **dict(zip(names, row, strict=True))} for row in table)


def _distinct(columns: tuple[str, ...]) -> list[str]:
    return [f"other {name}" if name in columns[:i] else name for i, name in enumerate(columns)]


# one of them


def _described(name: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Give the sections of a rule set's page: each has a title, and pairs of a sentence and a reason."""
    from absolutize.uri.comparison.notes import NOTES  # noqa: PLC0415 -- only here

    notes, rule_set = NOTES[name], RULE_SETS[name]
    yield "Implemented", [(sentence, "") for sentence in notes.implemented]
    yield "Not implemented", [(sentence, "") for sentence in notes.missing]
    yield "Decided", [(decision.point, decision.why) for decision in notes.decisions]
    if rule_set.read_grammar is not None and rule_set.grammar.defects:
        defects = [(f"{defect.production}:", defect.why) for defect in rule_set.grammar.defects]
        yield 'Defects of the grammar, as printed; reading="intended" mends them', defects


def _productions(name: str) -> tuple[str, ...]:
    rule_set = RULE_SETS[name]
    return () if rule_set.read_grammar is None else rule_set.grammar.productions


def _one_text(name: str) -> Chunks:
    yield from _encoded_lines(_lines_of_text(name))


def _lines_of_text(name: str) -> Iterator[str]:
    yield f"{name}: {RULE_SETS[name].document}"
    for title, pairs in _described(name):
        yield from ("", title)
        for sentence, why in pairs:
            yield from wrapped_text(sentence, first="- ", indent="  ")
            yield from wrapped_text(why, first="  ", indent="  ")
    if _productions(name):
        yield from ("", "Productions")
        yield from wrapped_text(", ".join(_productions(name)))


def _one_markdown(name: str) -> Chunks:
    yield from _encoded_lines(_page(name))


def _page(name: str) -> Iterator[str]:
    yield f"# `{name}`"
    yield ""
    yield f"{RULE_SETS[name].document}. Made by `absolutize rules {name} --format markdown`."
    for title, pairs in _described(name):
        yield ""
        yield f"## {title}"
        yield ""
        yield from (f"- {_markdown(sentence)}{' ' if why else ''}{_markdown(why)}" for sentence, why in pairs)
    if _productions(name):
        yield ""
        yield "## Productions"
        yield ""
        yield ", ".join(f"`{production}`" for production in _productions(name))


def _markdown(text: str) -> str:
    """Escape characters of the grammars that have a meaning in Markdown."""
    return "".join(f"\\{character}" if character in "\\`*_<>[]" else character for character in text)


def _one_jsonl(name: str) -> Chunks:
    sections: dict[str, Any] = {
        title: [{"point": sentence, "why": why} if why else sentence for sentence, why in pairs]
        for title, pairs in _described(name)
    }
    record = {"rules": name, "document": RULE_SETS[name].document, **sections}
    return lines_of_json([record | {"Productions": list(_productions(name))}])


def _encoded_lines(lines: Iterator[str]) -> Chunks:
    return (encode_output(line) + b"\n" for line in lines)


OF_ALL: Mapping[str, Callable[[], Chunks]] = {
    "text": _all_text,
    "markdown": _all_markdown,
    "jsonl": _all_jsonl,
}
OF_ONE: Mapping[str, Callable[[str], Chunks]] = {
    "text": _one_text,
    "markdown": _one_markdown,
    "jsonl": _one_jsonl,
}
