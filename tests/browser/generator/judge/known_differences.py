"""The known differences, each with its reason and an example document."""

from __future__ import annotations

import re

from tests.browser.generator.document import Document
from tests.browser.generator.judge.explanation import Known
from tests.browser.generator.judge.invalid_base import without_invalid_base
from tests.browser.generator.judge.svg_names import NAMES_WITH_CAPITALS, without_capitals

NOT_SPECIAL = "(?!(?:https?|ftp|file|wss?):)[a-z][a-z0-9+.-]*:"
ESCAPE = r"\\"  # of CSS or JSON: any character
CSS_STRING = r'"(?:[^"\\]|\\.)*"'
_BLOCK = rf'{{(?:{CSS_STRING}|[^}}"])*}}?'
CUSTOM_PROPERTY = rf'--(?:[-\w]|[^\0-\x7f]|\\.)+\s*:(?:{CSS_STRING}|{_BLOCK}|[^;{{}}"])*'

WHATWG = {"rules": "whatwg"}
CDATA_IN_POINTS = "a CDATA section in an integration point"
_CDATA = re.compile(b"\0?".join((b"<", b"!", b"\\[", b"C", b"D", b"A", b"T", b"A", b"\\[")))


def without_sections(document: Document) -> Document:
    """Spell the beginnings of CDATA sections so that they begin comments, in one or two bytes a character."""
    return document._replace(body=_CDATA.sub(lambda match: match[0].lower(), document.body))


KNOWN: tuple[Known, ...] = (
    Known(
        "BASE is no URL",
        "for HTML (4.2.3) such a BASE counts for nothing, for Chromium every reference goes nowhere",
        Document(b"<base href='//['><a href=x>", options={"base_element": "remove"}),
        base="^about:blank$",
        meant=without_invalid_base,
    ),
    Known(
        "BASE is no URL, and one in a srcdoc that names a scheme without slashes",
        "Chromium has no base against which it could be relative: `http:s` is `http://s/` there",
        Document(b"<base href='//['><iframe srcdoc='<base href=http:s><a href=x>'>"),
        base="^about:blank ",
        meant=without_invalid_base,
    ),
    Known(
        "BASE is no URL, and a form without an action",
        "its action is the document's URL, which is written out; under such a BASE that goes nowhere, too",
        Document(b"<base href='//['><form action=''>", options={"same_document": "resolve"}),
        place=r"(math |svg )?(form|input|button|isindex) (form)?action",
        before="http://a.example/",
        after="=nowhere$",
        base="^about:blank$",
        options={"same_document": "resolve"},
    ),
    Known(
        "bytes behind a cut-off character of three bytes in EUC-JP",
        "Chromium looks the next character up in JIS X 0212, which the one cut off began",
        Document(b"<meta charset=euc-jp><a href='\x8f\xc2'><a title=\xa1\xc4>", options={"rules": "whatwg"}),
        only=r"(?:[^\0-\x7f]|%[89A-F][0-9A-F]|%26%23\d+%3B)+",
        body=rb"\x8f[\xa1-\xfe][^\xa1-\xfe]",
    ),
    Known(
        "a backslash under a BASE whose scheme is not special",
        "it is a slash to Chromium, in the reference or the path of the base; to the URL Standard it is none",
        Document(b"<base href=x://h/a/b><a href='\\c'>"),
        base=f"^{NOT_SPECIAL}/",
        written=r"\\",
    ),
    Known(
        "the BASE element is gone",
        "what is behind it is in another place of the tree, where it was the first element",
        Document(b"<base href=x><!-- x --><p>", options={"base_element": "remove"}),
        kind="structure",
        place="(html|head|body)? |base|head #",
        body=b"(?i)<base",
        options={"base_element": "remove"},
    ),
    Known(
        "white space around a BASE element that is gone",
        "in a table it is put before that, with text that it follows, and where it is unless it follows any",
        Document(b"<table><colgroup>/<base href=''>\n<s>", options={"base_element": "remove"}),
        kind="value|structure",
        place=".* #$",
        before="^#",
        only="[ \t\n\f\r]|^#[ \t\n\f\r]+$|^[<>].*",
        body=rb"(?i)<base",
        options={"base_element": "remove"},
    ),
    Known(
        "a comment behind a BASE element behind the body that is gone",
        "the element opens the body again, and the comment goes into it; without it, it goes behind the body",
        Document(b"<li></body><base href=''><!", options={"base_element": "remove"}),
        kind="structure",
        place=".* !$",
        before="^!--$",
        after="^>$",
        body=rb"(?is)</(?:body|html)\b.*<base",
        options={"base_element": "remove"},
    ),
    Known(
        "a query under a scheme that is not special, by the rules of the URL Standard",
        "it is in UTF-8 there (URL Standard 4.4, query state); Chromium takes the document's encoding",
        Document(b"<base href=x://h/><a href='?\xe9'>", "windows-1252", options={"rules": "whatwg"}),
        before=rf"[ =\"]{NOT_SPECIAL}[^?#]*\?",
        only=r"\?[^#\"\s]*",
        options={"rules": "whatwg"},
    ),
    Known(
        "an encoding whose documents are not edited",
        'ISO-2022-JP in which ASCII bytes mean something else, and the encodings of "replacement"',
        Document(b"<meta charset=iso-2022-jp><a href='x\x1b(J\\\x1b(B'>"),
        unedited="unsuitable-encoding",
    ),
    Known(
        "without scripts, what noscript leaves unclosed",
        "what is behind </noscript> is read as with scripts; to others it is text, a comment, or a value",
        Document(b"<noscript><p title='</noscript><img src=i1.png>'>"),
        before=r"</noscript|^!--\[if",
        after=r"(?s)^(?!.*b\.example)",  # nothing is left
        otherwise={"scripts": True},
    ),
    Known(
        "without scripts, a style element that noscript leaves open",
        "the same: to others what is behind </noscript> is in the style sheet, which reads it otherwise",
        Document(b"<noscript><style></noscript><style type=x>{}p{background:url(x)}</style>"),
        place=r"(svg )?style \{",
        body=rb"(?is)<noscript(?:(?!</noscript).)*<style",
        otherwise={"scripts": True},
    ),
    Known(
        "without scripts, quotes behind what noscript leaves unclosed",
        "the document is read as with scripts; to others the quotes end a value that begins in noscript",
        Document(b"<base href='/a=b/'><noscript><p title=\"</noscript><a href=x><b>\">"),
        kind="structure",
        body=rb"(?is)<noscript(?:(?!</noscript).)*=[ \t\n\f\r]*[\"']",
        otherwise={"scripts": True},
    ),
    Known(
        "without scripts, a BASE behind what noscript leaves open",
        "the document is read as with scripts, where a template, a style element or svg ends with noscript",
        Document(b"<a href=c><noscript><template></noscript><base href=/>"),
        body=rb"(?is)<noscript.*</noscript.*<base",
        otherwise={"scripts": True},
    ),
    Known(
        "without scripts, an element in math that is in none with them",
        "the document is read as with scripts: what noscript leaves open decides what is in math to others",
        Document(b"<noscript><math></noscript><svg><text mask='url(x)'>"),
        place="^math ",
        body=rb"(?is)<noscript(?:(?!</noscript).)*<(?:svg|math)",
        otherwise={"scripts": True},
    ),
    Known(
        "without scripts, a conditional comment that is in svg or math with them",
        "the document is read as with scripts, where none is read in svg and math (docs/decisions.md)",
        Document(b"<noscript><script </noscript><math></script><!--[if IE]><img src=x><![endif]-->"),
        after="b.example",
        inside="comment",
        body=rb"(?is)<noscript.*</noscript.*<(?:svg|math)",
        otherwise={"scripts": True},
    ),
    Known(
        "a custom property that nothing uses",
        "docs/decisions.md: it is relative to the style sheet that uses it",
        Document(b"<p style='--x:url(a)'>"),
        after="b.example",
        only=CUSTOM_PROPERTY,
    ),
    Known(
        "the query of ws: and wss: without slashes, by the rules of the URL Standard",
        "UTF-8 in the URL Standard, in Chromium only where the slashes are written",
        Document(b"<meta charset=iso-8859-6><a href='ws:h/?&#12354;'>", options=WHATWG),
        written=rf"(?i)wss?(?::(?!//)|&)|{ESCAPE}",
        only=r'wss?://[^#\s"]*\?[^#\s"]*',
        options=WHATWG,
    ),
    Known(
        "the query of a reference below a BASE of ws: or wss:, by the rules of the URL Standard",
        "the same: Chromium looks for the scheme in the reference alone",
        Document(b"<meta charset=iso-8859-6><base href=ws://h/><a href='?&#12354;'>", options=WHATWG),
        base="^wss?://",
        only=r'wss?://[^#\s"]*\?[^#\s"]*',
        options=WHATWG,
    ),
    Known(
        "what an end tag ends that svg spells with capitals",
        "Chromium compares it with names as svg spells them: in svg it ends no HTML element of that name, in"
        " math none of svg; with another name the document is read alike",
        Document(b"<svg><foreignObject><math></foreignObject><p><!--[if IE]><img src=x><![endif]-->"),
        kind="value|structure",
        place="(?!svg [a-z]*[A-Z])",
        body=rb"(?i)</(?:%s)" % b"|".join(NAMES_WITH_CAPITALS),
        renamed=without_capitals,
    ),
    Known(
        CDATA_IN_POINTS,
        "Chromium up to 150 takes it for a comment, which ends at the next >; it is one in small letters",
        Document(b"<math><mi><![CDATA[><a href=x>"),
        kind="value|structure",
        body=rb"<!\[CDATA\[",
        renamed=without_sections,
    ),
    Known(
        "a BASE whose scheme is not special and that has backslashes in its path",
        "Chromium takes them for slashes, or finds no path that a reference could be relative to",
        Document(b"<base href='a:\\\\'><img longdesc='#'>", options={"same_document": "resolve"}),
        kind="value|structure",
        base=f"^{NOT_SPECIAL}",
        body=rb"(?i)<base[^>]*(?:\\|&bsol|&#0*92|&#x0*5c)",
    ),
    Known(
        "without scripts, a BASE in noscript",
        "the document is read as with scripts, where it is none",
        Document(b"<form action=x><noscript><base href='/'>"),
        body=rb"(?is)<noscript(?:(?!</noscript).)*<base",
        otherwise={"scripts": True},
    ),
    Known(
        "what separates the entries of a list, in the path of the base",
        "no list has an escape for it but percent-encoding, which makes another path",
        Document(b"<base href=';/'><animate values=0 attributename=href>"),
        kind="value|links",
        place=r".* (values|archive|content|srcset|imagesrcset|\.currentSrc)$",
        after="%3B|%2C",
        only="%3B|%2C|[;,]",
    ),
    Known(
        "an asterisk in a host beyond ASCII, by the rules of the URL Standard",
        "Chromium percent-encodes it before it makes Punycode of its label, the standard does not",
        Document("<a href='//\xdf*'>".encode("cp1252"), "windows-1252", options={"rules": "whatwg"}),
        before="xn--[^/]*%2A",
        only=r"xn--[^/:?#\s,]*",
    ),
    Known(
        "a BASE behind a document in srcdoc",
        "a frame keeps the base that its parent had when it was loaded",
        Document(b"<iframe srcdoc='<a href=x>'></iframe><base href=/b/>"),
        before="^stale .",
    ),
    Known(
        "a BASE behind a document in srcdoc that has lost its own BASE",
        "the same, and nothing in there is relative to it",
        Document(
            b"<iframe srcdoc='<base href=/i/><a href=x>'></iframe><base href=/b/>"
            b'<script type=speculationrules>{"prefetch":[{"where":{"href_matches":{"pathname":"x"}}}]}'
            b"</script>",
            options={"base_element": "remove"},
        ),
        before="^stale $",
        after=rf"(?s)^stale .(?:{CUSTOM_PROPERTY}|(?!b\.example).)*+$",
    ),
    Known(
        "a conditional comment in a frameset document",
        "there none is read, and no browser of today reads any",
        Document(b"<m><frameset><!--[if IE]><img src=x><![endif]-->"),
        after="b.example",
        inside="comment",
        body=rb"(?i)<frameset",
    ),
    Known(
        "a reference with markup in it, in style or script of svg",
        "it is left, with the code `unreadable` (docs/decisions.md)",
        Document(b"<svg><style>@import'a<x>b'"),
        place="svg (style|script) {",
        after="b.example",
        body=rb"(?i)<svg",
        code="unreadable",
    ),
    Known(
        "something around an address in brackets",
        "no host in the URL Standard (3.5); Chromium decodes it first, and removes what UTS 46 ignores",
        Document(b"<base href='https:/h/'><a href='//[::1]&#xfeff;'>", options={"base_element": "remove"}),
        before=r"//\[",
        written=rf"[/\\:]\[|%5[Bb]|{ESCAPE}",
        code="invalid-reference",
    ),
    Known(
        "a drive letter below file:",
        "the URL Standard and Chromium on Windows keep it; Chromium on Linux knows none",
        Document(b"<base href='file:///C:/x/'><a href='/y'>"),
        before="file:///",
        after="file:///[A-Za-z]:/",
        base="^file:///[A-Za-z](:|%7C)/",
    ),
    Known(
        "a drive letter in a reference below file:",
        "the same of one that has a vertical line behind it",
        Document(b"<base href='file:///x/y'><a href='y|/z'>"),
        before=r"file:///(?:[^\"\s]*/)?[A-Za-z](?:%7C|\|)",
        after=r"file:///[A-Za-z]:(?![^\"\s,/?#])",
        base="^file:",
    ),
    Known(
        "a character in a host below a scheme that is not special",
        "Chromium takes only its last byte: U+D55C is a backslash to it, which no host may have",
        Document(b"<base href=x:/><a href='//&#xD55C;'>"),
        before=f'[ ="]{NOT_SPECIAL}//[^/?#]*%',
        after=f"invalid|={NOT_SPECIAL}//$",
        written=rf"[^\0-\xff]|{ESCAPE}",
        base=f"^{NOT_SPECIAL}/",
    ),
    Known(
        "a URL pattern with another scheme than HTTP",
        "no link that matches could be fetched ahead (HTML 7.6.1); Chromium takes its path from the base",
        Document(
            b'<script type=speculationrules>{"prefetch":[{"where":{"href_matches":[":","d:x"]}}]}</script>'
        ),
        place="(svg )?script",
        only=rf'\["(?!https?")[a-z0-9+.:\\\-]*"(?:,{CSS_STRING}){{7}}\]',
    ),
    Known(
        "a drive letter",
        "URL Standard 4.2: `x|` is one, and written `x:`; Chromium has them on Windows alone",
        Document(b"<a href='file:x|'>"),
        before=r"file:///[A-Za-z]%7C",
        only=r"(?<=file:///[A-Za-z])(?:%7C|:)",
    ),
    Known(
        "a URLPattern under a host with a space",
        "Chromium reads `http://h test/` as a URL, and the pattern with that host as none",
        Document(
            b"<base href='http://h test/x/'><script type=speculationrules>"
            b'{"prefetch":[{"where":{"href_matches":"/x/*"}}]}</script>'
        ),
        base="%20",
        after="invalid",
        place="(svg )?script",
    ),
)
