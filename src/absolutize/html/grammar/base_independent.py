"""What is visibly no matter of a base: how references begin that no decision changes."""

from absolutize.html.grammar.productions import one_of

OPAQUE_SCHEMES = ("data", "javascript", "mailto", "tel")
# A fragment alone, and what is absolute whatever the base
BASE_INDEPENDENT = f"(?:#|{one_of(('http://', 'https://', *(f'{scheme}:' for scheme in OPAQUE_SCHEMES)))})"
