"""A case of the browser suite: a document, and how to observe in a browser where its references lead."""

from __future__ import annotations

from typing import Any, NamedTuple

SITE, ELSEWHERE = "http://site.localhost", "http://elsewhere.localhost"
TARGET = "d/x"  # where "../x" leads from the document's original URL, which ends in d/e/p.html
BASE = "<base href=q/r/>"


class Case(NamedTuple):
    """One document, and how a browser reveals the target of its reference.

    ``shows``: a JavaScript expression that gives the resolved URL; in it ``w`` is the window, ``d`` the
    document and ``e`` the element with the id ``i``. ``asks``: the browser requests the URL from a server
    after the expression ``shows`` was run. ``hides``: why the URL cannot be observed; then ``target`` is
    the expected target of each reference, "" if there is none.
    ``stays``: the reference has the same target wherever the document is. ``differs``: the reason for a
    known difference: the browser resolves another URL once the document is made absolute.
    """

    name: str
    html: str
    shows: str = ""
    asks: bool = False
    hides: str = ""
    target: str = TARGET
    stays: bool = False
    differs: str = ""
    is_page: bool = False  # load it as a page, not in a frame
    same_origin: bool = False  # the browser loads its target only from the document's own origin
    without_scripts: bool = False
    charset: str = "utf-8"
    options: dict[str, Any] = {}  # noqa: RUF012 -- never changed

    @property
    def is_exposed(self) -> bool:
        """Whether the target can be observed in a browser."""
        return not self.hides

    def under_base(self) -> Case:
        """The same case with a BASE before it, which the rewrite makes ineffective."""
        target = self.target.replace("d/", "d/e/q/", 1)
        options = {"base_element": "empty"}
        return self._replace(
            name=f"BASE, {self.name}", html=f"{BASE}{self.html}", target=target, options=options
        )


def shows(name: str, html: str, expression: str, **more: Any) -> Case:
    """A case whose target a script can read."""
    return Case(name, html, expression, **more)


def asks(name: str, html: str, first: str = "", **more: Any) -> Case:
    """A case whose target is requested from a server."""
    return Case(name, html, first, asks=True, **more)


def hides(name: str, html: str, why: str, **more: Any) -> Case:
    """A case whose target cannot be observed."""
    return Case(name, html, hides=why, **more)


def style(name: str, element: str = "e", pseudo: str = "") -> str:
    """Make the expression for a CSS property's computed value, in which URLs are absolute."""
    behind = f", '{pseudo}'" if pseudo else ""
    return f"w.getComputedStyle({element}{behind}).getPropertyValue('{name}')"


CLICK = "e.dispatchEvent(new w.MouseEvent('click', {bubbles: true, cancelable: true, view: w}))"
NOWHERE = f"{SITE}/nowhere"
