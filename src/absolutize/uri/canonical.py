"""The canonical form of a URL, by which a crawler recognizes URLs that it has already fetched.

A policy says which differences between URLs are ignored. The module does not know documents: it gets the URL
that is requested. Used by `absolutize`, `arrow.table_tasks`, `cli.commands.links` and `engine.link`.
"""

from collections.abc import Mapping
from urllib.parse import quote_plus, unquote_to_bytes

from absolutize.calls import UrlObject, as_text, beginning_of, check_calls
from absolutize.readonly import ReadOnly
from absolutize.uri.equivalence import UNRESERVED_3986, unescape_characters, unescape_path
from absolutize.uri.reference import Reference, recompose, split
from absolutize.uri.rules import whatwg

_CRAWLER = "crawler"
CANONICAL_POLICIES: Mapping[str, str] = ReadOnly(
    {
        "standard": (
            "What the URL Standard and RFC 3986 (6.2.2) call the same: the URL is serialised, escapes are in"
            " upper case, unreserved characters are not escaped, and there is no fragment."
        ),
        _CRAWLER: (
            "Also, the query is read as the fields of a form, in any order: they are sorted by name and"
            " value, empty ones and an empty query are left out, x is x=, and an escape is what it"
            " stands for (+ is %20, / is %2F)."
        ),
    }
)
"""The names of the policies, each with the differences that it ignores."""

DEFAULT_POLICY = _CRAWLER


@check_calls
def canonical_url(url: str | UrlObject, policy: str = DEFAULT_POLICY) -> str:
    """Give the canonical form of a URL; a crawler should fetch only one of several URLs with the same form.

    The canonical form is for comparing. Fetch the URL itself: its server may answer the canonical form with
    another page.

    Args:
        url: Absolute URL, such as the `request_url` of a link.
        policy: Name of a policy of `CANONICAL_POLICIES`, which differences to ignore. Default: "crawler".

    Returns:
        The canonical URL, without a fragment.

    Raises:
        TypeError: An argument is not a str.
        ValueError: Browsers do not read the text as a URL, or there is no such policy.

    Source: RFC 3986 section 6.2; URL Standard 4.5 and 5.
    """
    check_policy(policy)
    given = as_text(url)
    parsed = whatwg.parse_url(given)
    if parsed is None:
        message = f"url {beginning_of(given)!r}: not an absolute URL that a browser reads"
        raise ValueError(message)
    reference = split(parsed)
    query = reference.query and unescape_characters(reference.query, UNRESERVED_3986)
    if policy == _CRAWLER and reference.scheme in whatwg.SPECIAL_SCHEMES:
        query = _sorted_fields(query or "")
    authority = reference.authority and unescape_characters(reference.authority, UNRESERVED_3986)
    path = unescape_path(reference.path, UNRESERVED_3986)
    canonical = recompose(Reference(reference.scheme, authority, path, query))
    is_drive = reference.scheme == "file" and "|" in path[:3]  # the URL parser writes "file:///C|" as C:
    return whatwg.parse_url(canonical) or canonical if is_drive else canonical


def check_policy(policy: str) -> None:
    """Refuse a name that no policy has; the `ValueError` lists their names."""
    if policy not in CANONICAL_POLICIES:
        message = f"no policy is named {beginning_of(policy)!r}; there are {', '.join(CANONICAL_POLICIES)}"
        raise ValueError(message)


def _sorted_fields(query: str) -> str | None:
    """Sort the fields of a form, and escape each in one way (URL Standard 5, parsing and serialising)."""
    fields = (field.partition("=") for field in query.replace("+", " ").split("&") if field)
    decoded = sorted((unquote_to_bytes(name), unquote_to_bytes(value)) for name, _, value in fields)
    return "&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in decoded) or None
