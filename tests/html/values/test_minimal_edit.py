"""The smallest edit of a reference, and the quick way to it where nothing is or has to be escaped."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from absolutize.html.grammar.character_references import HTML_READING, clean, escape_attribute
from absolutize.html.values.minimal_edit import (
    NEEDS_QUOTES,
    minimal_edit,
    separate_open_character_reference,
    unescaped_edit,
)

# a reference, its target, and what is written in place of how many of its characters
QUICK = [
    ("a", "http://h/d/a", 0, "http://h/d/"),
    ("/a", "http://h/a", 0, "http://h"),
    ("//h/a", "http://h/a", 0, "http:"),
    ("?q", "http://h/d/p?q", 0, "http://h/d/p"),
    ("../a/../b", "http://h/a/../b", 3, "http://h/"),
    ("./../a", "http://h/a", 5, "http://h/"),
    ("..", "http://h/..", 0, "http://h/"),
    ("./", "http://h/d/", 2, "http://h/d/"),
    ("a/{{ x }}/b", "http://h/a/{{ x }}/b", 0, "http://h/"),
    ("../<?= x ?>", "http://h/<?= x ?>", 3, "http://h/"),
    ("a&b", "http://h/a&b", 0, "http://h/"),
    ("a", "http://[::1]:8%7E/(b)*+,@$!~|^{}\\_/a", 0, "http://[::1]:8%7E/(b)*+,@$!~|^{}\\_/"),
    ("http://h/a", "http://h/a", 0, ""),
    ("a/../b", "http://h/d/b", 4, "http://h/d"),
    ("../a/../b", "http://h/b", 7, "http://h"),
    ("http:a", "http://h/d/a", 5, "http://h/d/"),
    ("A:/x", "http://h/d/a:/x", 1, "http://h/d/a"),
    (r"a\b", "http://h/d/a/b", 2, "http://h/d/a/"),
]
# something is to be escaped, or in a text that is not all an end of the target, or it is not in ASCII
SLOW = [
    ("a/../b&c", "http://h/d/b&c"),
    ("a/../b=c", "http://h/d/b=c"),
    ("\u00e9", "http://h/\u00e9"),
    ("a", "http://h/\u00e9/a"),
    *(("a", f"http://h/{character}/a") for character in "&\"'<>=` \t\n\r\0\x7f"),
]


def smallest(text: str, target: str) -> tuple[int, int, str]:
    """Find the edit of an attribute value that is the reference."""
    return minimal_edit(
        text, target, HTML_READING.attribute_offsets, lambda new: escape_attribute(new, '"', xml=False)
    )


@pytest.mark.rows(("text", "target", "dropped", "new"), QUICK)
def test_the_quick_way_finds_the_smallest_edit(text: str, target: str, dropped: int, new: str) -> None:
    assert unescaped_edit(text, target) == smallest(text, target) == (0, dropped, new)


@pytest.mark.rows(("text", "target"), SLOW)
def test_the_quick_way_is_not_taken(text: str, target: str) -> None:
    assert unescaped_edit(text, target) is None
    first, last, new = smallest(text, target)
    assert f"{text[:first]}{new}{text[last:]}" == target


PIECES = st.lists(
    st.sampled_from(["../", "./", "..", "/", "a", "&", "b;", "<", "=", "\u00e9", "%20"]), max_size=6
)


@given(PIECES, PIECES, st.integers(0, 6))
@example(["../", "./", "a"], ["a", "/"], 2)
def test_any_quick_edit_is_the_smallest(text: list[str], prefix: list[str], dropped: int) -> None:
    reference = "".join(text)
    target = "".join([*prefix, *text[dropped:]])
    quick = unescaped_edit(reference, target)
    if reference and quick is not None and HTML_READING.attribute(reference) == clean(reference) == reference:
        assert quick == smallest(reference, target)


# an escape of two characters, of which the target has only the second, is not cut
UNCUT = [
    ("&fjlig;/a", "http://h/Xj/a", "http://h/Xj/a"),
    ("a&fjlig;/b", "http://h/cj/b", "http://h/cj/b"),
]


@pytest.mark.rows(("text", "target", "after"), UNCUT)
def test_no_escape_is_cut(text: str, target: str, after: str) -> None:
    first, last, new = smallest(text, target)
    assert (text[:first] + new + text[last:], text[last:]) == (after, after[-2:])


# what is before the edit, the new text, what is behind it, and whether ";" ends the reference before
OPEN = [
    ("&#38", "1", "", True),
    ("&#38", "a", "", False),
    ("&#38;", "1", "", False),
    ("&#x26", "a", "", True),
    ("&#X26", "F", "", True),
    ("&#x26", "g", "", False),
    ("&amp", "a", "", True),
    ("&amp", "1", "", True),
    ("&amp", "=", "", True),
    ("&amp", "/", "", False),
    ("&amp;", "a", "", False),
    ("a&amp", "/", "a", False),
    ("amp", "a", "", False),
    ("", "a", "", False),
    ("&#38", "", "1", True),  # the new text may be empty: what is behind it would continue the reference
    ("&#38", "", "a", False),
    ("&#38", "", "", False),
    ("&amp", "", "=", True),
    ("&CounterClockwiseContourIntegral", "a", "", True),  # the longest name
]


@pytest.mark.rows(("before", "new", "behind", "is_ended"), OPEN)
def test_new_text_is_no_part_of_a_character_reference(
    before: str, new: str, behind: str, is_ended: bool
) -> None:
    """HTML Standard 13.2.5.73 to 80: what continues a character reference that has no semicolon."""
    source = f"{before}OLD{behind}".encode()
    start, stop = len(before), len(before) + len("OLD")
    written = separate_open_character_reference(source, start, stop, new.encode())
    assert written == (b";" if is_ended else b"") + new.encode()


@pytest.mark.rows("character", "\t\n\f\r \"'<=>`", ids=repr)
def test_what_no_unquoted_value_holds(character: str) -> None:
    """HTML Standard 13.1.2.3."""
    assert NEEDS_QUOTES.search(f"a{character}b")
