"""The steps of RFC 3986: 5.2.2, 5.2.3, 5.2.4 with its two buffers, and 5.3.

It does not use the code that resolves. Used by `uri.trace.algorithms`.
"""

from collections.abc import Generator, Iterator

from absolutize.uri.reference import Reference, recompose, split
from absolutize.uri.ruleset import ResolutionChoices
from absolutize.uri.trace.step import Step, Turn, abridge_turns, describe_components, quote_component, yes

Removing = Generator[Step, None, str]


def steps(reference: str, base: str | None, choices: ResolutionChoices) -> Iterator[Step]:
    """Take the lines of the pseudocode that are reached."""
    context = split(base or "")
    components = split(reference)
    yield Step("parse(R)", "the reference is parsed into its components", describe_components(components))
    lenient = choices.same_scheme == "lenient" and context.scheme is not None
    same = lenient and components.scheme == context.scheme
    yield Step("(not strict) and (R.scheme == Base.scheme)", yes(same), quote_component(components.scheme))
    if same:
        components = components._replace(scheme=None)
        yield Step("undefine(R.scheme)", "the scheme is ignored", describe_components(components))
    yield Step("defined(R.scheme)", yes(components.scheme is not None), quote_component(components.scheme))
    if components.scheme is not None:
        path = yield from dot_segment_steps(components.path)
        target = components._replace(path=path)
    elif context.scheme is None:
        yield Step("5.2.1", "there is no base URI with a scheme", None)
        return
    else:
        target = yield from _relative(components, context)
    yield Step("5.3", "the components are recomposed", recompose(target))


def _relative(components: Reference, base: Reference) -> Generator[Step, None, Reference]:
    _, authority, path, query, fragment = components
    yield Step("defined(R.authority)", yes(authority is not None), quote_component(authority))
    if authority is not None:
        path = yield from dot_segment_steps(path)
    else:
        yield Step('R.path == ""', yes(not path), quote_component(path))
        if not path:
            path, query = base.path, base.query if query is None else query
            inherited = "T.path = Base.path; T.query is R's if it is defined, else the base's"
            yield Step("defined(R.query)", inherited, f"{quote_component(path)}, {quote_component(query)}")
        else:
            path = yield from _merged(path, base)
            path = yield from dot_segment_steps(path)
        authority = base.authority
        yield Step("T.authority = Base.authority", "inherited", quote_component(authority))
    yield Step("T.scheme = Base.scheme", "inherited", quote_component(base.scheme))
    return Reference(base.scheme, authority, path, query, fragment)


def _merged(path: str, base: Reference) -> Removing:
    rooted = path.startswith("/")
    yield Step('R.path starts-with "/"', yes(rooted), quote_component(path))
    if rooted:
        return path
    if base.authority is not None and not base.path:
        why, path = 'the base has an authority and an empty path: "/" and R.path', f"/{path}"
    else:
        why = "R.path behind all but the last segment of the base's path"
        path = base.path[: base.path.rfind("/") + 1] + path
    yield Step("merge(Base.path, R.path)", why, quote_component(path))
    return path


def dot_segment_steps(path: str) -> Removing:
    """Take 5.2.4's steps on an input and an output buffer, one Step for each turn of the loop."""
    buffers = Buffers(path)
    yield Step("remove_dot_segments 1", "the input buffer is the path", buffers.describe())
    yield from abridge_turns(buffers.turns(), buffers.describe)
    output = "".join(buffers.output)
    yield Step("remove_dot_segments 3", "the output buffer is the result", quote_component(output))
    return output


ACTIONS = {
    "A": 'the prefix "../" or "./" is removed',
    "B": 'the prefix "/./" or "/." becomes "/"',
    "C": 'the prefix "/../" or "/.." becomes "/", and the last segment of the output goes',
    "D": "the input was only dots, and is removed",
    "E": "the first segment is moved to the output",
}


class Buffers:
    """The two buffers of 5.2.4: the input, as an offset in a text, and the segments of the output."""

    def __init__(self, path: str) -> None:
        self._text, self._at = path, 0
        self.output: list[str] = []

    def describe(self) -> str:
        """Show both buffers."""
        return (
            f"output {quote_component(''.join(self.output))}, input {quote_component(self._text[self._at :])}"
        )

    def turns(self) -> Iterator[Turn]:
        """Run the loop until the input is empty; yield each turn."""
        while self._at < len(self._text):
            name = self._turn()
            yield f"remove_dot_segments 2{name}", ACTIONS[name]

    def _turn(self) -> str:
        """Run the loop once; give the letter of the step."""
        if self._begins("../", "./"):
            self._at = self._text.index("/", self._at) + 1
            return "A"
        if self._begins("/./") or self._is("/."):
            self._slash(2)
            return "B"
        if self._begins("/../") or self._is("/.."):
            self._slash(3)
            del self.output[-1:]
            return "C"
        if self._is(".") or self._is(".."):
            self._at = len(self._text)
            return "D"
        end = self._text.find("/", self._at + 1)
        end = len(self._text) if end < 0 else end
        self.output.append(self._text[self._at : end])
        self._at = end
        return "E"

    def _begins(self, *prefixes: str) -> bool:
        return self._text.startswith(prefixes, self._at)

    def _is(self, text: str) -> bool:
        return len(self._text) - self._at == len(text) and self._begins(text)

    def _slash(self, skip: int) -> None:
        """Skip characters, but leave a slash at the beginning of the input, even if it would be empty."""
        self._at += skip
        if self._at == len(self._text):
            self._text, self._at = "/", 0
