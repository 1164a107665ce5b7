"""Random documents."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.browser.generator.document import Document
from tests.browser.generator.random_documents.elements import element, text
from tests.browser.generator.random_documents.encodings import declared, encoded
from tests.browser.generator.random_documents.escapes import attribute
from tests.browser.generator.random_documents.nesting import nested
from tests.browser.generator.random_documents.references import HOSTS, reference

BASES = [
    "../q/",
    "q/r/",
    "/",
    "//h.test/b/",
    "http://h.test/a/b/c.html",
    "http://h.test/b #x",
    "http://h.test/b?q#f",
]
BASES += [
    "urn:x",
    "data:text/html,x",
    "javascript:x",
    "mailto:x",
    "//[",
    "http://",
    "",
    "?q",
    "#f",
    "http:x",
    "http:/x",
]
BASES += [
    "http://h.test",
    "HTTP://H.TEST:80/./x/../y/",
    "\\x\\",
    "http:\\\\h.test\\x\\",
    "file:///x/y",
    "blob:http://h/x",
]
BASES += [
    " q/ ",
    "q /",
    "http://h.test/é/",
    "http://h.test/%zz/",
    "https://h.test/x/",
    "ftp://h.test/x/",
    "about:blank",
]
DOCTYPES = [
    "<!doctype html>",
    "<!doctype html>",
    "",
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN">',
    "<!doctype x>",
]
OPTIONS: list[dict[str, Any]] = [
    {"base_element": "empty"},
    {"base_element": "remove"},
    {"same_document": "resolve"},
    {"rules": "whatwg"},
    {"rules": "whatwg", "base_element": "remove"},
    {"rules": "whatwg", "same_document": "resolve"},
    {"rules": "rfc3986", "guard": True},
    {"base_element": "remove", "same_document": "resolve"},
]
USED = "<p style='color:var(--x) var(--y) var(--z)'>"  # unused custom properties are not rewritten
RESOLVED = {"placeholders": "resolve"}  # text that looks like a placeholder is resolved


def base(dice: Random) -> str:
    """Give a BASE element."""
    href = dice.choice(
        [dice.choice(BASES), dice.choice(BASES), reference(dice), f"http://{dice.choice(HOSTS)}/x/"]
    )
    return f"<base{attribute(dice, 'href', href)}{dice.choice(['', '', ' target=_blank'])}>"


SMALL = 12
"""References in a small document, about."""

# ends everything that a piece may have left open, except <plaintext> and a frameset
RAW_TEXT = "script script style title textarea xmp noframes noembed iframe noscript"
NESTS = "select math svg math svg table table template template form div"
ENDS = "\"'>]]>-->" + "".join(f"</{name}>" for name in f"{RAW_TEXT} {NESTS}".split())
ENDLESS = "<plaintext", "<frameset"


def document(dice: Random, size: int = SMALL) -> Document:
    """Give a document of about ``size`` references."""
    label, meta, codec, mark = declared(dice)
    head = dice.choice(["", "", "", base(dice), base(dice)])
    body = _body(dice)
    for _ in range(size // SMALL - 1):
        more = _body(dice)
        body = f"{body}{ENDS}{more}" if not any(end in body.lower() for end in ENDLESS) else more
    if dice.random() < 0.03:
        body = body[: dice.randrange(len(body))]
    html = mark + dice.choice(DOCTYPES) + dice.choice((meta + head, head + meta)) + body
    html += USED if "--" in html else ""
    options = dice.choice(OPTIONS) if dice.random() < 0.25 else {}
    return Document(
        encoded(html, codec),
        label,
        scripts=dice.random() < 0.5,
        options=RESOLVED | options,
        query=dice.choice(["", "", "", "?q=1", "?"]),
    )


def _body(dice: Random) -> str:
    pieces = [element(dice) if dice.random() < 0.85 else text(dice) for _ in range(dice.randint(4, 24))]
    if dice.random() < 0.15:
        pieces.insert(dice.randrange(len(pieces)), base(dice))
    body = dice.choice((nested, lambda _, parts: "\n".join(parts)))(dice, pieces)
    return _frames(dice) + body if dice.random() < 0.03 else body


def _frames(dice: Random) -> str:
    frames = (f"<frame{attribute(dice, 'src', reference(dice))}>" for _ in range(dice.randint(1, 3)))
    return f"<frameset cols=*,*>{''.join(frames)}{dice.choice(['</frameset>', ''])}"
