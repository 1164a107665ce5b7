"""Nestings that the tree builder decides on: what is behind each is read as HTML or as foreign content.

A probe stands behind each document: in HTML, what is in its style element is text.
"""

import re
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import NamedTuple

PROBE = "<style><a href=probe></style>"


class Nesting(NamedTuple):
    """A document, and whether foreign content is still open behind it."""

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
    <template><col><table><svg></col>
    """,
    is_foreign=False,
)
NESTINGS = [*OPEN, *CLOSED]

# Of what a generator puts nestings together.
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
# Which of them are mixed; a probe is always among them.
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
    """Put a document together; each URL in it has a number of its own."""
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
