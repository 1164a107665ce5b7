"""Runs all rows of a table in one test: ``@pytest.mark.rows`` replaces ``@pytest.mark.parametrize``.

Each test costs pytest some milliseconds, but most rows take only microseconds. A marked test runs all
rows, even after one has failed, and names all failed rows. With ``--each-row`` each row is a separate
test, as ``-k`` and ``--last-failed`` need; rows with marks, such as ``xfail``, always are.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest

ONE_TEST = frozenset({"capfd", "capsys", "caplog", "monkeypatch", "request", "run", "tmp_path"})
LONGEST_ID = 80


class Row(NamedTuple):
    """The id of a row, and the test's arguments in this row."""

    id: str
    arguments: dict[str, Any]


class Table(tuple[Row, ...]):
    """All rows of a table; pytest receives the whole table as the value of each argument."""

    __slots__ = ()


class RowsFailed(ExceptionGroup[Exception]):
    """The exceptions of all failed rows, each with the row's id as a note."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer ``--each-row``."""
    parser.addoption("--each-row", action="store_true", help="make each row of a table a test")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark."""
    config.addinivalue_line("markers", "rows(names, values, ids): run the rows of a table in one test")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize a marked test by its whole tables, or by each row with ``--each-row``."""
    for mark in metafunc.definition.iter_markers("rows"):
        if metafunc.config.getoption("each_row"):
            metafunc.parametrize(*mark.args, **mark.kwargs)
        else:
            _parametrize(metafunc, *mark.args, **mark.kwargs)


def _parametrize(
    metafunc: pytest.Metafunc,
    names: str | Sequence[str],
    values: Iterable[Any],
    ids: Iterable[str] | Callable[[Any], object] | None = None,
) -> None:
    """Make one parameter of all rows without marks, and one parameter of each row with marks."""
    split = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    values = list(values)
    given = [None] * len(values) if ids is None or callable(ids) else list(ids)
    readable = ids if callable(ids) else _readable
    table, marked = [], []
    for value, own in zip(values, given, strict=True):
        parameter = _parameter(value, len(split))
        name = str(own or parameter.id or _id(parameter.values, readable))
        if parameter.marks:
            marked.append(pytest.param(*parameter.values, marks=parameter.marks, id=name))
        else:
            table.append(Row(name, dict(zip(split, parameter.values, strict=True))))
    rows = Table(table)
    folded = [pytest.param(*[rows] * len(split), id=f"{len(rows)}-rows")] if rows else []
    metafunc.parametrize(split, [*folded, *marked])


def _parameter(value: Any, count: int) -> Any:
    """Convert a row to a ``pytest.param``, unless it is one already."""
    if hasattr(value, "marks") and hasattr(value, "values"):
        return value
    return pytest.param(value) if count == 1 else pytest.param(*value)


def _readable(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)


def _id(values: Sequence[Any], readable: Callable[[Any], object]) -> str:
    named = "-".join(str(readable(value) or repr(value)) for value in values)
    return named if len(named) <= LONGEST_ID else f"{named[:LONGEST_ID]}..."


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a marked test for each combination of the rows of its tables."""
    given = {name: pyfuncitem.funcargs[name] for name in _arguments(pyfuncitem)}
    tables = list({id(value): value for value in given.values() if isinstance(value, Table)}.values())
    if not tables:
        return None
    others = {name: value for name, value in given.items() if not isinstance(value, Table)}
    assert not others.keys() & ONE_TEST, f"rows would share {sorted(others.keys() & ONE_TEST)}"
    combined = [*itertools.product(*tables)]
    failed = list(_failures(pyfuncitem.obj, combined, others))
    if failed:
        names = ", ".join(name for name, _ in failed)
        message = f"{len(failed)} of {len(combined)} rows failed: {names}"
        raise RowsFailed(message, [error for _, error in failed])
    return True


def _arguments(item: pytest.Function) -> Iterator[str]:
    return (name for name in inspect.signature(item.obj).parameters if name in item.funcargs)


def _failures(
    test: Callable[..., Any], combined: Iterable[tuple[Row, ...]], others: dict[str, Any]
) -> Iterator[tuple[str, Exception]]:
    """Run the rows; yield the id and the exception of each row that fails."""
    for rows in combined:
        arguments = {name: value for row in rows for name, value in row.arguments.items()}
        name = "-".join(row.id for row in rows)
        try:
            test(**others, **arguments)
        except Exception as error:  # noqa: BLE001 -- a test may raise anything
            error.add_note(f"row: {name}")
            yield name, error
        except pytest.skip.Exception as skipped:
            yield (
                name,
                AssertionError(f"row {name}: what may be skipped is parametrized: {skipped}"),
            )
        except pytest.fail.Exception as error:
            yield name, AssertionError(f"row {name}: {error}")
