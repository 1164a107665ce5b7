"""What a case of the browser suite is: a document, and how a browser tells where its references go."""

from __future__ import annotations

from typing import Any, NamedTuple

SITE, ELSEWHERE = "http://site.localhost", "http://elsewhere.localhost"
TARGET = "d/x"  # below its folder, where "../x" goes from a document at home: at d/e/p.html
BASE = "<base href=q/r/>"


class Case(NamedTuple):
    """One document.

    ``shows``: a JavaScript expression for what the browser takes for the URL, of the window ``w``,
    the document ``d`` and the element ``e`` whose id is ``i``; ``asks``: it tells by what it asks
    the servers for, once the expression ``shows`` was run. ``hides``: why it tells nothing; then
    ``target`` is what each reference has to become, "" if there is none.
    ``stays``: the reference means the same wherever the document is. ``differs``: why the browser
    goes somewhere else once the document is made absolute: a difference that is known, and is one.
    """

    name: str
    html: str
    shows: str = ""
    asks: bool = False
    hides: str = ""
    target: str = TARGET
    stays: bool = False
    differs: str = ""
    is_page: bool = False  # it has to be loaded as a page, not in a frame
    same_origin: bool = False  # the browser loads it from its own origin only
    without_scripts: bool = False
    charset: str = "utf-8"
    options: dict[str, Any] = {}  # noqa: RUF012 -- never changed

    @property
    def is_exposed(self) -> bool:
        """Whether the browser tells where the reference goes."""
        return not self.hides

    def under_base(self) -> Case:
        """Put a BASE before it that is to be gone once the references are absolute."""
        target = self.target.replace("d/", "d/e/q/", 1)
        options = {"base_element": "empty"}
        return self._replace(
            name=f"BASE, {self.name}", html=f"{BASE}{self.html}", target=target, options=options
        )


def shows(name: str, html: str, expression: str, **more: Any) -> Case:
    """A case that a script can see."""
    return Case(name, html, expression, **more)


def asks(name: str, html: str, first: str = "", **more: Any) -> Case:
    """A case that the servers see."""
    return Case(name, html, first, asks=True, **more)


def hides(name: str, html: str, why: str, **more: Any) -> Case:
    """A case that nobody sees."""
    return Case(name, html, hides=why, **more)


def style(name: str, element: str = "e", pseudo: str = "") -> str:
    """Write the expression for a property's computed value, where URLs are absolute."""
    behind = f", '{pseudo}'" if pseudo else ""
    return f"w.getComputedStyle({element}{behind}).getPropertyValue('{name}')"


CLICK = "e.dispatchEvent(new w.MouseEvent('click', {bubbles: true, cancelable: true, view: w}))"
NOWHERE = f"{SITE}/nowhere"
