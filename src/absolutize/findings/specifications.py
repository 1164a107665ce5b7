"""The URLs of the specifications that findings cite, by the beginnings of citations.

It does not know the findings. Used by `cli.check_formats.sarif`.
"""

from collections.abc import Mapping

from absolutize.patterns import compile_regex

SPECIFICATIONS: Mapping[str, str] = {
    "APPNOTE": "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT",
    "CSP 3": "https://www.w3.org/TR/CSP3/",
    "CSS Custom Properties": "https://www.w3.org/TR/css-variables-1/",
    "Encoding Standard": "https://encoding.spec.whatwg.org/",
    "HTML 4.01 12.4": "https://www.w3.org/TR/html401/struct/links.html#h-12.4",
    "HTML Standard": "https://html.spec.whatwg.org/multipage/",
    "ISO 28500": "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
    "POSIX.1-2017": "https://pubs.opengroup.org/onlinepubs/9699919799/",
    "URL Standard": "https://url.spec.whatwg.org/",
    "WACZ Auth": "https://specs.webrecorder.net/wacz-auth/0.1.0/",
    "WACZ": "https://specs.webrecorder.net/wacz/1.1.1/",
    "XML Base": "https://www.w3.org/TR/xmlbase/",
    "git 2": "https://git-scm.com/docs/gitignore",
    "draft-fielding-uri-rfc2396bis-00": "https://datatracker.ietf.org/doc/html/draft-fielding-uri-rfc2396bis-00",
}
"""The beginning of a citation, and the URL; a longer beginning comes before a shorter one."""

_RFC = compile_regex(r"RFC (\d+)(?: (?:(\d+(?:\.\d+)*)|([A-Z]))(?![\w-]))?")


def specification_url(citation: str) -> str:
    """Give the URL of a citation; for an RFC, the URL of the cited section or appendix."""
    rfc = _RFC.match(citation)
    if rfc is None:
        return next(url for name, url in SPECIFICATIONS.items() if citation.startswith(name))
    number, section, appendix = rfc.groups()
    place = f"#section-{section}" if section else f"#appendix-{appendix}" if appendix else ""
    return f"https://www.rfc-editor.org/rfc/rfc{number}{place}"
