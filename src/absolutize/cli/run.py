"""Printing results on standard output, errors and warnings on standard error; and the exit code.

Results are bytes, and text in them is UTF-8 whatever the terminal uses, so that they are the same everywhere;
a lone surrogate is escaped as in Python. It does not know commands and inputs. Used by `cli`.
"""

import errno
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NoReturn, TextIO

import click

from absolutize.calls import NAMES_ELSEWHERE
from absolutize.cli.signals import received_signal
from absolutize.patterns import compile_regex
from absolutize.storage import files

FINDINGS_STATUS, FAILURE_STATUS = 1, 2


class Run:
    """One run of a command: the failures so far, and the exit status."""

    def __init__(self, *, quiet: bool = False) -> None:
        self.quiet = quiet
        self.status = 0
        self.failures = 0

    def fail(self, message: object, status: int = FAILURE_STATUS) -> None:
        """Report an error; the run goes on with other inputs."""
        print_error(message)
        self.status = max(self.status, status)
        self.failures += status == FAILURE_STATUS

    def warn(self, message: str) -> None:
        """Report a warning or a count, unless the run is quiet."""
        if not self.quiet:
            print_error(message)

    def note_finding(self) -> None:
        """Note that something was found."""
        self.status = max(self.status, FINDINGS_STATUS)

    def finish(self, *, on_findings: int = FINDINGS_STATUS) -> NoReturn:
        """Exit with the status of the run; ``on_findings`` is the status if something was found."""
        sys.exit(on_findings if self.status == FINDINGS_STATUS else self.status)


def print_error(message: object) -> None:
    """Print a line on standard error, if that is open."""
    try:
        click.echo(f"absolutize: {visible(str(message))}", err=True, color=True)  # click strips nothing
    except OSError:
        _abandon(sys.stderr)


def stop(message: object) -> NoReturn:
    """Report an error and end the run."""
    print_error(message)
    sys.exit(FAILURE_STATUS)


def encode_output(text: str) -> bytes:
    """Encode text in the way in which all text is printed."""
    return text.encode("utf-8", "backslashreplace")


# control characters and Bidi_Control
_CONTROL = compile_regex(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """Escape control characters as Python does: a terminal would obey them."""
    return _CONTROL.sub(lambda control: repr(control[0])[1:-1], text)


def describe_count(number: int, one: str, many: str = "") -> str:
    """Count things: "1 link", "2 links"; ``many`` is the plural if it is not formed with "s"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def print_lines(lines: Iterable[str]) -> None:
    """Print lines of text."""
    files.write_stdout(encode_output(line) + b"\n" for line in lines)


@contextmanager
def reporting_output() -> Iterator[None]:
    """End the program with one line if the system refuses something, silently if nobody reads its output."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        stop(_usage(error))
    except BrokenPipeError:  # the reader has read enough
        _abandon(sys.stdout)
        sys.exit(0)
    except OSError as error:  # mostly of standard output: errors of other files are a `FileError`
        if error.filename == files.STANDARD_OUTPUT:
            _abandon(sys.stdout)
        is_folder = error.filename is None and error.errno == errno.ENOENT  # of os.getcwd
        name = "the current directory" if is_folder else error.filename
        stop(": ".join(filter(None, (name, error.strerror or str(error)))))
    except KeyboardInterrupt:
        sys.exit(128 + received_signal())


OPTIONS_ELSEWHERE = {"--dry-run": "--diff", "--overwrite": "--force"} | {
    f"--{name.replace('_', '-')}": f"--{own}" for name, own in NAMES_ELSEWHERE.items()
}
"""What options are called in other programs, and what they are called here."""
SHORTEST_FORMAT = 3  # letters of an option that is one of the choices of `--format` here: `--csv`
_ONE_NAME = compile_regex(r"\. Did you mean ('[^']*')\?\Z")


def _usage(error: click.UsageError) -> str:
    """Describe a usage error in one line, like all other errors."""
    is_inner = error.ctx is not None and error.ctx.parent is not None
    command = f"{error.ctx.info_name} " if is_inner and error.ctx is not None else ""
    text = f"{_message_of(error)}; see `absolutize {command}--help`"
    return f"{command.rstrip()}: {text}" if command else text


def _message_of(error: click.UsageError) -> str:
    """Give the message of a usage error; for an option called as elsewhere, with its name here."""
    if (
        isinstance(error, click.BadParameter)
        and not isinstance(error, click.MissingParameter)
        and error.param
    ):
        return f"{parameter_name(error.param)}: {error.message.removesuffix('.')}"
    message = error.format_message()
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        own = _own_option(error.option_name, error.ctx.command.params)
        others = [] if own is not None else _commands_with(error.option_name, error.ctx)
        if own is not None:
            message = f"{error.message.removesuffix('.')}. Did you mean {own!r}?"
        elif others:
            message = f"{error.message.removesuffix('.')} (it is an option of {', '.join(others)})"
    message = _ONE_NAME.sub(r" (did you mean \1?)", message).removesuffix(".").replace(". (Did", " (did")
    return f"{message[:1].lower()}{message[1:]}"


def _own_option(elsewhere: str, parameters: Iterable[click.Parameter]) -> str | None:
    """Give a command's option that means what an option of other programs does: another name, or a format."""
    options = {name: parameter.type for parameter in parameters for name in parameter.opts}
    own, form, asked = OPTIONS_ELSEWHERE.get(elsewhere), options.get("--format"), elsewhere.removeprefix("--")
    if own in options:
        return own
    if not isinstance(form, click.Choice) or len(asked) < SHORTEST_FORMAT:
        return None
    return next((f"--format {name}" for name in form.choices if name.startswith(asked)), None)


def _commands_with(option: str, context: click.Context) -> list[str]:
    """List the commands that have an option."""
    group = context.parent.command if context.parent is not None else None
    commands = group.commands if isinstance(group, click.Group) else {}
    return [name for name, each in commands.items() if any(option in one.opts for one in each.params)]


def parameter_name(parameter: click.Parameter) -> str:
    """Give the name of an option or an argument, as it is in the help."""
    return (
        "/".join(parameter.opts)
        if isinstance(parameter, click.Option)
        else str(parameter.metavar).strip("[.]")
    )


def _abandon(stream: TextIO | None) -> None:
    """Drop the rest of an output: the interpreter would try to write it at its end, and report an error."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
