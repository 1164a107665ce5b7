"""Nestings of elements, and whether the tree builder reads what follows as HTML or as foreign content.

Each document is followed by a probe, a style element: in HTML its content is text, in svg it is markup.
"""

import re
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import NamedTuple

from absolutize.html.grammar.productions import CONTENT

PROBE = "<style><a href=probe></style>"


class Nesting(NamedTuple):
    """A document, and whether foreign content is still open at its end."""

    name: str
    html: str
    is_foreign: bool


def _rows(documents: str, *, is_foreign: bool) -> list[Nesting]:
    """List the documents, in each of which "~" stands for a space."""
    return [Nesting(html, html.replace("~", " "), is_foreign) for html in documents.split()]


OPEN = _rows(
    """
    <form><svg></form> <form><form><svg></form></form> <table><form><svg></form> <tr><svg></tr>
    <td><svg></td> <caption><svg></caption> <tbody><svg></tbody> <table><svg></tr> <table><tr><svg></td>
    <table><tr><td><svg></th> <table><caption><svg></td> <table><colgroup><svg></colgroup>
    <table><svg></caption> <table><tr><td><svg></caption> <svg></table> <table><td><table><svg></td>
    <select><svg></option> <select><option></select><svg></option> <div><select><svg></div>
    <button><select><svg></button> <ul><li></ul><svg></li> <p><b></p></b><svg></b> <template><svg></div>
    <div><template><svg></div> <div><svg><desc></div></desc> <a><object><svg></a> <span><p><svg></span>
    <svg></body> <svg></html> <span><p><table></table><svg></span> <div><math><mi></div></mi>
    <svg></template> <b><p></b><svg></b> <svg><title><td></title> <svg><title></title>
    <table><tr><td><svg><desc></div></desc> <object><b></object><svg></b>
    <nobr><nobr></nobr><svg></nobr> <form></form><svg></form> <template><form></template><svg></form>
    <ruby><rt><rp><svg></rt> <option><option></option><svg></option> <b><i></b><svg></b>
    <template><td><table><svg></td> <template><tr><math><mi><table></mi>
    """,
    is_foreign=True,
)
CLOSED = _rows(
    """
    <template><form><svg></form> <table><tr><td><svg></td> <table><tr><td><svg></tr>
    <table><td><svg></table> <table><tr><svg></table> <table><caption><svg></caption>
    <table><caption><svg></table> <table><tbody><tr><th><svg></tbody> <table><td><svg><desc></td>
    <table><td><svg><desc><td> <table><td><svg><desc></td></desc> <table><td><svg><foreignObject><tr>
    <table><tr><svg><desc><td> <table><caption><svg><title><tr> <table><svg><desc><table>
    <table><colgroup><svg></table> <select><svg></select> <select><option><svg></option>
    <select><svg><desc><input> <select><svg><desc><select> <template><svg></template>
    <table><template><svg></template> <template><tr><td><svg></td> <template><td><svg></td>
    <p><b></p><svg></b> <b><p></p><svg></b> <a><div><svg></a> <b><div><div><svg></b>
    <a><svg><desc></a></svg> <div><b></div><svg></b> <nobr><svg></nobr>
    <font~color=a><p><font~color=b></p><svg></font> <object><svg></object> <button><svg></button>
    <!DOCTYPE~html><span><p><table></table><svg></span> <li><svg></li> <dd><dl></dl><svg></dd>
    <h1><svg></h2> <foreignobjects><svg></foreignobjects> <math></p> <svg><g></br> <x><svg></x>
    <x><math><mi></math> <svg><desc><b></desc></svg> <table><b><tr><svg></b></table>
    <form><div><svg></div></form> <div><svg><form></div></form> <b><b><b><b></b></b></b><svg></b>
    <ul><li><svg></ul> <svg><p></svg> <table><tr><td><svg></tbody> <template><tr><svg></table>
    <svg><desc></div> <svg><foreignObject><svg></foreignobject><b></b></svg> <svg><desc><title></title>
    <template><tr><table><svg></tr> <template><tbody><table><svg></table>
    <svg><foreignObject><form><svg></form></foreignObject></svg></foreignObject>
    <svg><desc><a><svg><desc><a></a></desc></desc></svg></desc>
    <svg><desc><form><math><mi></mi></form></desc></svg></desc>
    """,
    is_foreign=False,
)
NESTINGS = [*OPEN, *CLOSED]

RAW_TEXT = (*CONTENT, "noscript")


class Place(NamedTuple):
    """Markup before a start tag of raw text, and whether the tree builder ignores that tag."""

    name: str
    before: str
    ignores: bool

    def frames(self, element: str) -> tuple[str, set[str]]:
        """Put one frame into the element and one after it; name those that the scanner has to see."""
        html = f"{self.before}<{element}><frame src=u1z></{element}><frame src=u2z>"
        is_text = element == "noframes" and "<frameset" in self.before  # even a frameset reads noframes
        is_read = element == "noscript" or (self.ignores and not is_text)
        seen = {"u1z"} if is_read else set[str]()
        return html, seen | ({"u2z"} if self.ignores or element != "plaintext" else set())

    def bases(self, element: str) -> tuple[str, str]:
        """End all templates and put a BASE, in the element and again after it; name the BASE that counts."""
        inside = f"{'</template>' * 3}<base href=u1z>"
        html = f"{self.before}<{element}>{inside}</{element}>{'</template>' * 3}<base href=u2z>"
        return html, "u1z" if self.ignores else "u2z" if element != "plaintext" else "p.html"


def _places(documents: str, *, ignores: bool) -> list[Place]:
    """List the places, in each of which "~" stands for a space."""
    return [Place(html, html.replace("~", " "), ignores) for html in documents.split()]


# 13.2.6.4.12: in a template of columns, everything except col and template is ignored
COLUMNS = [
    *_places(
        """
        <template><col> <template><col/> <TEMPLATE><COL> <template~title='<'><col> <template><link><col>
        <template><link~title='<div>'><col> <template><meta><script>"<div>"</script><col>
        <template><style></style><col> <template>x<col> <template></p><col> <template><!--x--><col>
        <template><template></template><col> <template><template><tr></template><col>
        <template><template><div>x</div></template><col> <template><template><col>
        <template><tr><template><col> <template><b><template><col> <template><td></template><template><col>
        <template><title></title></template><template><col> <template><svg></svg></template><template><col>
        <div><template><col> <b><template><col> <table><template><col> <table><td><template><col>
        <table><colgroup><template><col> <select><template><col> <head><template><col>
        <!doctype~html><template><col> <noscript></noscript><template><col>
        <svg><desc><template><col> <math><mi><template><col> <svg><template></template></svg><template><col>
        <template><td><svg><desc><template><col> <template><col></col> <template><col></colgroup>
        <template><col></table> <template><col></svg> <template><col></br> <template><col></p>
        <template><col>x <template><col><svg> <template><col><svg><desc> <template><col><math><mi>
        <template><col><colgroup> <template><col><table> <template><col><table><svg></col>
        <template><col><div>
        """,
        ignores=True,
    ),
    *_places(
        """
        <template><colgroup><col> <template><caption><col> <template><table><col> <template><tr><col>
        <template><td><col> <template><tbody><col> <template><p><col> <template><svg></svg><col>
        <template><base><col> <template><title></title><col> <template><noframes></noframes><col>
        <template><col></template> <template><col></template><template> <template><col><template>
        <template><col><template><td>
        """,
        ignores=False,
    ),
]
# 13.2.6.4.18 to 21: in and after a frameset that is not ignored
FRAMESETS = [
    *_places(
        """
        <frameset> <frameset></frameset> <frameset></frameset></html> <frameset>x <frameset><svg>
        <frameset><svg><desc> <frameset><template> <frameset><![CDATA[> <p><frameset> <svg></svg><frameset>
        <svg><title><frameset> <svg><desc><frameset> <svg><foreignObject><frameset> <math><mi><frameset>
        <math><annotation-xml~encoding=text/html><frameset> <math><annotation-xml><svg><desc><frameset>
        <svg><desc><p><frameset> <svg><desc><input~type=hidden><frameset> <svg><desc><svg><desc><frameset>
        <svg><desc><title></title><frameset> <svg><desc><style>x</style><frameset>
        <svg><desc><noembed>x</noembed><frameset> <svg><desc><noframes>x</noframes><frameset>
        <svg><desc><noscript>x</noscript><frameset> <svg>&#32;<desc><frameset>
        <svg><![CDATA[]]><desc><frameset>
        <svg><desc><html><frameset> <svg><desc><head><frameset> <svg><desc><b></svg><frameset>
        <svg><desc><frameset></svg> <svg><desc><frameset></frameset></html> <math><mi><b></mi><frameset>
        <svg><foreignObject><svg><foreignObject></svg><frameset> <math><mi><mglyph></mglyph><frameset>
        <template></template><frameset> <template>x</template><frameset>
        <template><p>x</p></template><frameset> <head><template></template></head><frameset>
        <head></head><template></template><frameset> <head></head><template></template><p><frameset>
        <template><svg></template><frameset> <template><table><td></template><frameset>
        <template><style></template></style></template><frameset> <template><body></template><frameset>
        <template>x<frameset></template><frameset> <template></head></template><frameset>
        <template><col><title></template><frameset>
        """,
        ignores=True,
    ),
    *_places(
        """
        <body><frameset> <div>x<frameset> </br><frameset> <template><frameset>
        <p><template></template><frameset> <svg>x<desc><frameset> <svg><![CDATA[x]]><desc><frameset>
        <svg><desc>x<frameset> <svg><title>x</title><desc><frameset> <svg><br><frameset> <svg></br><frameset>
        <svg><desc><br><frameset> <svg><desc><input><frameset>
        <svg><desc><template></template><frameset> <svg><desc><body><frameset> <svg><desc><li><frameset>
        """,
        ignores=False,
    ),
]

# The parts from which a generator builds nestings.
PARTS = {
    "tables": "<table> </table> <tr> </tr> <td> </td> <th> <tbody> </tbody> <thead> <caption> </caption>"
    " <colgroup> <col> </colgroup>",
    "forms": "<form> </form> <select> </select> <option> </option> <optgroup> </optgroup> <button> </button>"
    " <input> <input~type=hidden> <textarea></textarea> <fieldset> </fieldset> <label> </label> <hr>",
    "text": "<b> </b> <a~href=URL> </a> <i~id=KEY> </i> <nobr> </nobr> <font~color=red> </font> <p> </p>"
    " <div> </div> <span> </span> <object> </object> <li> </li> <ul> </ul> <dd> <h1> </h1> <ruby> <rt>"
    " </ruby> <center> </center> <br> </br> <pre> <x> </x> x",
    "foreign": "<svg> <svg> <svg> </svg> <math> </math> <g> </g> <desc> </desc> <svg><title> </title>"
    " <svg><foreignObject> <mi> </mi> <mtext> <annotation-xml> <annotation-xml~encoding=text~html>"
    " </annotation-xml> <mglyph> <path/> <svg/> <![CDATA[x]]> <font>",
    "templates": "<template> </template>",
    "framesets": "<frameset> </frameset> <frame~src=URL> <html~style='background:url(URL)'> <head> </head>"
    " <body> </body> </html> <noframes></noframes>",
    "noscript": "<noscript> </noscript> <noscript><img~src=URL></noscript> <noscript><!--x</noscript>"
    " <noscript><style> <noscript><img~src='URL></noscript> <iframe> </iframe> <!-- --> <textarea>"
    " </textarea> '>",
    "probes": "<style><a~href=URL></style> <a~href=URL> <base~href=/URL/> <img~src=URL> <title></title>"
    " <script></script>",
}
# The kinds of parts that are mixed; probes are added to each mixture.
MIXTURES = (
    ("tables", "forms", "text", "foreign"),
    ("tables", "text", "foreign", "templates"),
    ("tables", "foreign", "templates", "templates"),
    ("text", "foreign"),
    ("forms", "foreign"),
    ("text", "foreign", "noscript"),
    ("tables", "forms", "templates", "noscript"),
    ("framesets", "text"),
)


def nesting(choice: Random, kinds: Sequence[str], longest: int = 14) -> str:
    """Build a random document, in which each URL has its own number."""
    parts = [choice.choice(("", "", "<!doctype html>"))]
    for _ in range(choice.randint(3, longest)):
        kind = "probes" if choice.random() < 0.25 else choice.choice(kinds)
        parts.append(choice.choice(PARTS[kind].split()).replace("~", " "))
    numbers = count(1)
    html = "".join([*parts, PROBE.replace("probe", "URL")])
    return _NUMBERED.sub(
        lambda match: f"u{next(numbers)}z" if match[0] == "URL" else f"k{next(numbers)}", html
    )


_NUMBERED = re.compile("URL|KEY")
